"""Alpha-beta on a tree of nested lists, written as a trace for `minnow lab check`.

Run `python3 docs/examples/trace.py > mine.jsonl`, then `minnow lab check mine.jsonl`.
"""

import json
import math

TREE = [[5, 9], [[3, 1], 7, [8, 2]], [4, [6, [2, 7]]]]

visits = 0


def text(node):
    """The tree as `minnow lab --tree` reads it."""
    return str(node) if isinstance(node, int) else "(" + " ".join(map(text, node)) + ")"


def finite(bound):
    """A bound for the trace: null stands for an infinite one."""
    return None if math.isinf(bound) else bound


def alpha_beta(node, parent, path, alpha, beta):
    """Fail-hard: the value never leaves the window. MAX moves at the root."""
    global visits
    number, visits = visits, visits + 1
    line = {"visit": number, "parent": parent, "path": path, "alpha": finite(alpha), "beta": finite(beta)}
    if isinstance(node, int):
        value = min(max(node, alpha), beta)
    else:
        is_max = len(path) % 2 == 0
        for child_number, child in enumerate(node, start=1):
            score = alpha_beta(child, number, path + [child_number], alpha, beta)
            if is_max:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if alpha >= beta:
                break
        value = alpha if is_max else beta
    print(json.dumps({**line, "value": value}))
    return value


print(json.dumps({"tree": text(TREE), "technique": "alpha-beta"}))
alpha_beta(TREE, None, [], -math.inf, math.inf)
