"""Starter kit in Python: minimax on a tree (docs/project.md), and a first player (docs/bot.md)."""

import json
import random
import sys

visits = 0


def parse(text):
    """The tree as nested lists; leaves are integers."""
    return json.loads(text.replace("(", "[").replace(")", "]").replace(" ", ","))


def minimax(node, path, parent):
    """Visits a node, writes its line of the trace, and returns its value. MAX moves at the root."""
    global visits
    number, visits = visits, visits + 1
    if isinstance(node, int):
        value = node
    else:
        children = enumerate(node, start=1)
        values = [minimax(child, path + [n], number) for n, child in children]
        value = max(values) if len(path) % 2 == 0 else min(values)
    line = {"visit": number, "parent": parent, "path": path, "alpha": None, "beta": None}
    print(json.dumps({**line, "value": value}))
    return value


def play(first):
    """Plays a game: a block of lines for each turn, which ends with an empty line."""
    while first[:1].isdigit():
        block = [first]
        while block[-1] != "":
            block.append(sys.stdin.readline().rstrip("\n"))
        moves = block[-2].split()[1:]  # the line "moves a2-a3 b2-b3 ..."
        print(random.choice(moves), flush=True)
        first = sys.stdin.readline().rstrip("\n")


first = sys.stdin.readline().rstrip("\n")
if first[:1].isdigit():
    play(first)
else:
    tree = sys.stdin.readline().rstrip("\n")
    print(json.dumps({"tree": tree, "technique": first}))
    minimax(parse(tree), [], None)
