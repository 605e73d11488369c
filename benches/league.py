#!/usr/bin/env python3
"""Plays `minnow league` with a class of 30 programs of every quality, stopped in the middle.

    benches/league.py [--programs N] [--movetime MS] [--keep FOLDER] target/release/minnow

The programs play well or badly, think for most of their time, crash, lie (moves that are not legal), flood the output,
write 100 MB into a file, start 200 processes that sleep, or say nothing. The league is killed (SIGKILL) in the middle
and started again. The script fails if a report does not name what its program does or names what another one wrote, if
a process of a program is left after the kill or at the end, if the second run plays a finished game again, or if
Minnow used more than 1 GB of memory. Needs Linux. Safe for root: only the first process of a program starts others, and
all end by themselves within half a minute.
"""

import argparse
import csv
import io
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
from programs import forks, running_programs, write_program

ROOT = Path(__file__).resolve().parent.parent
PLAYER = (ROOT / "docs/starter/player/player.py").read_text()
# Two half-moves deep, so that its moves are never late.
SEARCHER = (ROOT / "docs/starter/player/searcher.py").read_text().replace("4, 9999", "2, 9999")
MAX_MEMORY_KB = 1 << 20

# Plays the first legal move after some time.
SLOW = """import sys, time
for line in sys.stdin:
    if line.startswith("moves "):
        time.sleep({seconds})
        print(line.split()[1], flush=True)
"""
CRASH = """import sys
for turn, line in enumerate(sys.stdin):
    if line.startswith("moves "):
        if turn > 20:
            raise SystemExit("trouble of {name}")
        print(line.split()[1], flush=True)
"""
LIAR = """import sys
for line in sys.stdin:
    if line.startswith("moves "):
        print("a1-a9", flush=True)
"""
FLOOD = """import sys
while True:
    sys.stdout.write("x" * 1_000_000)
"""
WRITER = """import os, tempfile
with tempfile.TemporaryFile() as file:
    for _ in range(100):
        file.write(b"x" * 1_000_000)
        file.flush()
"""
SILENT = "import time\ntime.sleep(30)\n"

# Kind, program, the column of its faults, and what its page says besides.
KINDS = [
    ("good", SEARCHER, None, None),
    ("simple", PLAYER, None, None),
    ("slow", SLOW, None, None),
    ("crash", CRASH, "crashes", "it ended with exit status 1 (trouble of "),
    ("liar", LIAR, "illegal moves", "a1-a9"),
    ("flood", FLOOD, "limits exceeded", "it wrote more than"),
    # The isolation decides how much it may write: it crashes, or ends without an answer.
    ("writer", WRITER, "crashes", None),
    ("forks", forks(200, 20), "limits exceeded", "it had more than 32 processes"),
    ("silent", SILENT, "late moves", "it took longer than"),
]
FAULTS = ["crashes", "illegal moves", "late moves", "limits exceeded", "other faults"]


def make_class(folder, programs, movetime):
    """Writes the programs and returns the kind of each."""
    kinds = {}
    for number in range(programs):
        kind, program, column, part = KINDS[number % len(KINDS)]
        name = f"{kind}-{number:02}"
        program = program.replace("{seconds}", str(movetime / 2_000)).replace("{name}", name)
        write_program(folder / name, program, ["minichess"])
        kinds[name] = (column, part)
    return kinds


def finished_games(folder):
    """The lines of the journal after its heading, whole ones only."""
    journal = folder / "class.league/games.ron"
    return journal.read_bytes().count(b"\n") - 1 if journal.exists() else 0


def check(kinds, folder, output):
    """Everything that the reports say wrong."""
    problems = []
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(output))}
    for name, (column, part) in kinds.items():
        row = rows.get(name)
        page = (folder / f"class.league/students/{name}.html").read_text()
        if row is None:
            problems.append(f"{name} is missing in the table")
            continue
        found = {fault: int(row[fault]) for fault in FAULTS if row[fault] != "0"}
        if set(found) != ({column} if column else set()):
            problems.append(f"{name} has the faults {found}, not {column}")
        if part and part not in page:
            problems.append(f"the page of {name} does not say: {part}")
        foreign = [other for other in kinds if other != name and f"trouble of {other}" in page]
        if foreign:
            problems.append(f"the page of {name} has what these wrote: {foreign}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=int, default=30)
    parser.add_argument("--movetime", type=int, default=200)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("minnow", type=Path)
    arguments = parser.parse_args()
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="minnow-league-"))
    # Another user may run the programs.
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    kinds = make_class(folder / "class", arguments.programs, arguments.movetime)
    command = [arguments.minnow.resolve(), "league", folder / "class", "--movetime", str(arguments.movetime)]
    players = arguments.programs + 4
    planned = players * (players - 1)
    problems = []

    start = time.monotonic()
    stopped = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    print(next(stopped.stderr).strip())
    while finished_games(folder) < planned // 2 and stopped.poll() is None:
        # The pipe must not fill up.
        stopped.stderr.readline()
    stopped.send_signal(signal.SIGKILL)
    stopped.communicate()
    time.sleep(2)
    left, kept = running_programs(stopped.pid), finished_games(folder)
    print(f"killed after {time.monotonic() - start:.0f} s and {kept} of {planned} games; {left} processes left")
    if left:
        problems.append(f"{left} processes are left after the kill")

    start = time.monotonic()
    again = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, messages = again.communicate()
    played = sum(line.startswith("game ") for line in messages.splitlines())
    print(f"started again: {time.monotonic() - start:.0f} s, {played} games")
    if again.returncode != 0:
        problems.append(f"status {again.returncode}: {messages[-2_000:]}")
    elif played != planned - kept:
        problems.append(f"{played} games were played, not {planned - kept}")
    else:
        problems += check(kinds, folder, output)
    if left := running_programs(again.pid):
        problems.append(f"{left} processes are left at the end")
    # The most of a process that has ended: Minnow itself, or a program within its own limit of 512 MB.
    memory_kb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"memory: {memory_kb >> 10} MB at most")
    if memory_kb > MAX_MEMORY_KB:
        problems.append(f"{memory_kb >> 10} MB of memory")

    for problem in problems:
        print(f"WRONG: {problem}")
    if not problems:
        print("every report names what its program does")
        if not arguments.keep:
            shutil.rmtree(folder)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
