"""Fairy-Stockfish by the rules of Minnow, for .ci/pgn-differential and .ci/tournament-differential.

Needs pyffish, which it also finds in a virtual environment of its own:

    python3 -m venv ~/.cache/minnow-pyffish && ~/.cache/minnow-pyffish/bin/pip install pyffish==0.0.90
"""

import os
import subprocess
import sys
from pathlib import Path

# The script that uses this module.
SCRIPT = Path(sys.argv[0]).name

try:
    import pyffish
except ImportError:
    CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    PYTHON = CACHE / "minnow-pyffish" / "bin" / "python"
    if not PYTHON.exists() or Path(sys.executable) == PYTHON:
        sys.exit(f"{SCRIPT}: there is no pyffish here and none in {PYTHON.parent.parent}")
    os.execv(PYTHON, [str(PYTHON), *sys.argv])


def load_rules(program):
    """Loads the rules that the program writes. Returns their text, and the lines of `PROGRAM variants`."""

    def printed(*words):
        return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout

    ini, lines = printed("variants", "--ini"), printed("variants").splitlines()
    pyffish.load_variant_config(ini)
    ids = [line.split("\t")[0] for line in lines]
    missing = [variant for variant in ids if variant not in pyffish.variants()]
    if missing:
        sys.exit(f"{SCRIPT}: Fairy-Stockfish does not know {', '.join(missing)}")
    return ini, lines
