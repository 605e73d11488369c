#!/usr/bin/env python3
"""Measures what the window costs beside GNOME Chess, in turns on one display.

    benches/window_cost.py [--runs N] target/release/minnow [ANOTHER ...]

Prints the medians of the runs: the time from the start to the first picture of the window, the
memory of the process (proportional set size, after three seconds), and the processor time of 60
movements of the pointer inside one square and of 60 across the board, twenty a second. Each program
starts with an empty home. Needs Debian's xvfb, xdotool, imagemagick, openbox, dbus and gnome-chess;
without gnome-chess only the programs named are measured.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / ".ci"))
from desktop import SIZE, Desktop, WindowError, end, wait_for

MOVES = 60
TICK = os.sysconf("SC_CLK_TCK")
# A point inside a square near the middle of the board, in both programs, and how far the pointer
# can go from there in each direction without leaving the square, or the board.
MIDDLE = (402, SIZE[1] // 2 + 64)
INSIDE_SQUARE = 8
INSIDE_BOARD = 180


def processor_ms(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / TICK


def memory_mb(pid):
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise WindowError("the kernel does not tell the memory of a process")


def xdotool(*words):
    return subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True).stdout.strip()


def colours():
    """The number of colours on the display."""
    picture = subprocess.Popen(["import", "-silent", "-window", "root", "xwd:-"], stdout=subprocess.PIPE)
    counted = subprocess.run(
        ["identify", "-format", "%k", "xwd:-"], stdin=picture.stdout, capture_output=True, text=True
    )
    return int(counted.stdout or 0)


def is_painted(process):
    if process.poll() is not None:
        raise WindowError(f"{process.args[0]} ended with status {process.returncode}")
    # Pieces and letters with smooth edges have many colours; an empty window has a few.
    return colours() > 200


def cost_of_movement(pid, points):
    before = processor_ms(pid)
    for x, y in points:
        xdotool("mousemove", x, y)
        time.sleep(0.05)
    # The last frame belongs to the movement.
    time.sleep(0.5)
    return processor_ms(pid) - before


def measure(command, folder):
    """Start in ms, memory in MB, processor time of both movements in ms."""
    home = Path(tempfile.mkdtemp(dir=folder))
    environment = {**os.environ, "HOME": str(home)}
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        environment[name] = str(home / name)
    xdotool("mousemove", SIZE[0] - 1, SIZE[1] - 1)
    log = open(home / "log", "wb")
    started = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        wait_for(f"a picture of {command[0]}", lambda: is_painted(process))
        start = (time.monotonic() - started) * 1000
        time.sleep(3)
        window = xdotool("search", "--onlyvisible", "--pid", process.pid).split()[-1]
        xdotool("windowsize", "--sync", window, *SIZE)
        xdotool("windowmove", window, 0, 0)
        # Closes what a program shows at its first start.
        xdotool("key", "--window", window, "Escape")
        xdotool("key", "Escape")
        time.sleep(1)
        memory = memory_mb(process.pid)
        x, y = MIDDLE
        inside = [(x - INSIDE_SQUARE + i * 7 % (2 * INSIDE_SQUARE), y + i % 3) for i in range(MOVES)]
        offsets = [INSIDE_BOARD * (2 * i - MOVES) // MOVES for i in range(MOVES)]
        across = [(x + offset, y + offset) for offset in offsets]
        xdotool("mousemove", *inside[0])
        time.sleep(1)
        within = cost_of_movement(process.pid, inside)
        return start, memory, within, cost_of_movement(process.pid, across)
    finally:
        end(process)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("programs", nargs="+")
    chosen = arguments.parse_args()
    commands = [[str(Path(program).resolve())] for program in chosen.programs]
    gnome_chess = shutil.which("gnome-chess", path=os.environ["PATH"] + ":/usr/games")
    if gnome_chess:
        commands.append([gnome_chess])
    else:
        print("without gnome-chess, which is not installed", file=sys.stderr)
    folder = Path(tempfile.mkdtemp())
    desktop = Desktop(folder)
    try:
        desktop.processes.append(subprocess.Popen(["openbox"], stderr=subprocess.DEVNULL))
        results = {command[0]: [] for command in commands}
        for _ in range(chosen.runs):
            for command in commands:
                results[command[0]].append(measure(command, folder))
    finally:
        desktop.close()
        shutil.rmtree(folder, ignore_errors=True)
    print("| program | start, ms | memory, MB | 60 movements in a square, ms | across the board, ms |")
    print("|---|---|---|---|---|")
    for name, rows in results.items():
        medians = " | ".join(f"{statistics.median(column):.0f}" for column in zip(*rows))
        print(f"| {name} | {medians} |")


if __name__ == "__main__":
    main()
