"""Plays by docs/bot.md: searches four half-moves ahead by the rules of MiniChess."""

import sys

VALUES = {"k": 1000, "q": 9, "r": 5, "b": 3, "n": 3, "p": 1, ".": 0}
LINES, DIAGONALS = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x * y) == 2]
STEPS = {"k": LINES + DIAGONALS, "q": LINES + DIAGONALS, "r": LINES, "b": DIAGONALS, "n": JUMPS}


def moves_of(board, white):
    """All moves of a side: pairs of squares (column, row), counted from a1."""
    for (x, y), piece in board.items():
        if piece == "." or piece.isupper() != white:
            continue
        kind, up = piece.lower(), 1 if white else -1
        # Without taking: a pawn ahead, a bishop to each neighbour.
        quiet = {"p": [(0, up)], "b": LINES}.get(kind, [])
        yield from (((x, y), (x + i, y + j)) for i, j in quiet if board.get((x + i, y + j)) == ".")
        for i, j in [(-1, up), (1, up)] if kind == "p" else STEPS[kind]:
            to = (x + i, y + j)
            while kind in "qrb" and board.get(to) == ".":
                yield (x, y), to
                to = (to[0] + i, to[1] + j)
            target = board.get(to, piece)  # Off the board there is nothing to take.
            if kind in "kn" if target == "." else target.isupper() != white:
                yield (x, y), to


def search(board, white, depth, enough, moves):
    """The value and the squares of the best move; a value that is enough ends the search."""
    best = (-9999, None)  # A side without a move loses.
    for start, to in sorted(moves, key=lambda move: -VALUES[board[move[1]].lower()]):
        value, piece = VALUES[board[to].lower()], board[start]
        if piece in "Pp" and (to[0], to[1] + (1 if white else -1)) not in board:
            value, piece = value + VALUES["q"] - VALUES["p"], "Q" if white else "q"
        if depth > 1 and value < VALUES["k"]:
            after = {**board, start: ".", to: piece}
            replies = moves_of(after, not white)
            value -= search(after, not white, depth - 1, value - best[0], replies)[0]
        if value > best[0]:
            best = (value, (start, to))
        if value >= enough:
            break
    return best


while (block := list(iter(lambda: sys.stdin.readline().strip(), ""))) and block[0][0].isdigit():
    rows = [line for line in block[1:] if " " not in line]
    board = {(x, y): piece for y, row in enumerate(rows[::-1]) for x, piece in enumerate(row)}
    listed = next(line.split()[1:] for line in block if line.startswith("moves"))
    square = lambda text: (ord(text[0]) - ord("a"), int(text[1]) - 1)
    texts = {(square(text[:2]), square(text[3:])): text for text in listed}
    _, move = search(board, block[0].endswith("W"), 4, 9999, texts)
    print(texts[move], flush=True)
