"""Plays by docs/bot.md without knowing the rules: takes the most valuable piece, else any move."""

import random
import sys

VALUES = {"k": 100, "q": 9, "r": 5, "b": 3, "n": 3, "p": 1, ".": 0}


def read_block():
    """The lines up to the next empty one; none at the end of the input."""
    lines = []
    for line in sys.stdin:
        if line == "\n":
            break
        lines.append(line.rstrip("\n"))
    return lines


def gain(rows, move):
    """The value of what stands on the target square of a move such as c3-b4."""
    column, row = ord(move[3]) - ord("a"), len(rows) - int(move[4])
    return VALUES[rows[row][column].lower()]


block = read_block()
while block and block[0][0].isdigit():  # Other blocks say how the game has ended.
    rows = [line for line in block[1:] if " " not in line]
    moves = next(line.split()[1:] for line in block if line.startswith("moves"))
    most = max(gain(rows, move) for move in moves)
    print(random.choice([move for move in moves if gain(rows, move) == most]), flush=True)
    block = read_block()
