#!/usr/bin/env python3
"""Measures how `minnow review` begins with large PGN files.

    benches/large_pgn.py [--keep FOLDER] target/release/minnow

Makes a file of 100,000 games (about 60 MB) and one of a game of 10,000 half-moves, and reviews them to
depth 1. Prints for each the time to the first line on standard error (the progress), the time to the
first reviewed move, and the most memory of the process until then; the review is then ended. With
`--keep` the files stay in FOLDER, to be opened in the window. Needs Linux, whose kernel tells the memory.
"""

import argparse
import subprocess
import tempfile
import threading
import time
from pathlib import Path

GAMES = 100_000
MOVES_OF_LONG_GAME = 5_000
START = '[SetUp "1"]\n[FEN "k4/5/5/5/5/K3R w - - 0 1"]\n'
# The moves lead back to the start.
CYCLE = ["Re2", "Kb6", "Re1", "Ka6"]


def movetext(moves):
    """A number of moves of both sides."""
    words = [f"{n + 1}. {CYCLE[2 * n % 4]} {CYCLE[2 * n % 4 + 1]}" for n in range(moves)]
    return "\n".join(" ".join(words[at : at + 5]) for at in range(0, moves, 5))


def many_games():
    moves = movetext(30)
    for number in range(1, GAMES + 1):
        yield (
            f'[Event "Round {number % 99}"]\n[Site "?"]\n[Date "2026.01.{number % 28 + 1:02}"]\n[Round "{number % 9}"]\n'
            f'[White "Player {number}"]\n[Black "Player {number * 7 % GAMES}"]\n[Result "*"]\n[Variant "minichess"]\n'
            f"{START}\n{{a comment on game {number}}} {moves} *\n\n"
        )


def peak_mb(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("the kernel does not tell the memory of a process")


def measure(program, path):
    command = [program, "review", "--depth", "1", "--format", "csv", str(path)]
    begun = time.monotonic()
    review = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    progress = []

    def read_errors():
        for _ in review.stderr:
            progress.append(time.monotonic() - begun)

    reader = threading.Thread(target=read_errors)
    reader.start()
    review.stdout.readline()
    move = review.stdout.readline()
    reviewed = time.monotonic() - begun
    memory = peak_mb(review.pid) if move else 0.0
    review.kill()
    review.wait()
    reader.join()
    size = path.stat().st_size / 1e6
    if not move:
        raise SystemExit(f"{path.name}: no move was reviewed")
    print(f"{path.name}: {size:.1f} MB, progress after {progress[0]:.2f} s, first game after {reviewed:.2f} s, {memory:.0f} MB of memory")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--keep", metavar="FOLDER", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        many, long = folder / "100000-games.pgn", folder / "10000-plies.pgn"
        with many.open("w") as file:
            file.writelines(many_games())
        long.write_text(f"{START}\n{movetext(MOVES_OF_LONG_GAME)} *\n")
        for path in (many, long):
            measure(options.program, path)


if __name__ == "__main__":
    main()
