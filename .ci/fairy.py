"""The module pyffish, Fairy-Stockfish's rules: the one that Python has, or that of an environment of its own.

    python3 -m venv ~/.cache/minnow-pyffish && ~/.cache/minnow-pyffish/bin/pip install pyffish==0.0.90
"""

import os
import sys
from pathlib import Path

try:
    import pyffish
except ImportError:
    CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    PYTHON = CACHE / "minnow-pyffish" / "bin" / "python"
    if not PYTHON.exists() or Path(sys.executable) == PYTHON:
        sys.exit(f"{Path(sys.argv[0]).name}: there is no pyffish here and none in {PYTHON.parent.parent}")
    os.execv(PYTHON, [str(PYTHON), *sys.argv])
