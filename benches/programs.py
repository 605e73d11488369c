"""Programs of students for benches/grade.py and benches/league.py: their folders, and their processes."""

import sys
from pathlib import Path

# Only the first process starts others, so that their number is bounded whatever Minnow does.
FORKS = """import os, time
for _ in range({processes}):
    if os.fork() == 0:
        time.sleep({seconds})
        os._exit(0)
time.sleep({seconds})
"""


def forks(processes, seconds):
    """A program that starts processes, all of which end by themselves."""
    return FORKS.format(processes=processes, seconds=seconds)


def write_program(folder, source, plays):
    """Makes the folder of a program with its bot.ron; `plays` are stages or boards."""
    folder.mkdir(parents=True)
    (folder / "program.py").write_text(source)
    quoted = ", ".join(f'"{name}"' for name in plays)
    run = f'["{sys.executable}", "-S", "program.py"]'
    (folder / "bot.ron").write_text(f"(run: {run}, plays: [{quoted}], moves: true)\n")


def running_programs(minnow):
    """The number of processes of programs that the Minnow with this process id has started."""
    tag = f"MINNOW_RUN={minnow}-".encode()
    running = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            running += tag in (folder / "environ").read_bytes()
        except OSError:
            pass
    return running
