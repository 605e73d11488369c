#!/usr/bin/env python3
"""Hands out and marks a class of 200 simulated students, and measures both commands.

    benches/class.py [--students N] target/release/minnow

Most students answer right; every fifth one makes one of 21 errors or cheats in turn. The script fails if
one of these is not named in the remarks of its student, if another student loses a point, or if both
commands together take a minute or more.
"""

import argparse
import csv
import io
import subprocess
import tempfile
import time
from pathlib import Path

LIMIT_S = 60
SET = '(title: "Week 3")'


def changed(old, new):
    """The solved sheet with the first `old` replaced."""

    def hand_in(sheets, me, _):
        text = sheets[me]
        assert old in text, f"{old} is not in the sheet"
        return {me: text.replace(old, new, 1)}

    return hand_in


def answer(field, value):
    """The solved sheet with the answer of one task replaced."""

    def hand_in(sheets, me, _):
        head, answers = sheets[me].split("    answers: (", 1)
        before, rest = answers.split(f"        {field}: ", 1)
        end = rest.index("\n        ],\n") + 10 if rest.startswith("[") else rest.index(",\n")
        return {me: f"{head}    answers: ({before}        {field}: {value}{rest[end:]}"}

    return hand_in


def part(text, field):
    """The text after a field, up to the end of its line."""
    return text.split(f"        {field}: ", 1)[1].split(",\n", 1)[0]


def tree_of_other(sheets, me, other):
    return {me: sheets[me].replace(part(sheets[me], "tree"), part(sheets[other], "tree"))}


def answers_of_other(sheets, me, other):
    split = "    answers: ("
    return {me: sheets[me].split(split)[0] + split + sheets[other].split(split)[1]}


def twice(sheets, me, _):
    return {me: sheets[me], f"{me}-again": answer("slip", "0")(sheets, me, None)[me]}


# The files of a student, and a part of the remark on them.
KINDS = [
    (lambda *_: {}, "nothing was handed in"),
    (lambda sheets, me, _: {me: sheets[me][: len(sheets[me]) // 2]}, "cannot be read"),
    (changed("    slip: ", "    slip: line "), "cannot be read"),
    (changed("    seed: ", "    seed: 1"), "the seed was changed"),
    (changed('        tree: "(', '        tree: "( '), "the tree was changed"),
    (tree_of_other, "the tree is that of"),
    (changed('        id: "', '        id: "x'), "the id was changed"),
    (changed('    student: "', '    student: "Eve '), 'the name on it is "Eve'),
    (changed('        title: "Week 3', '        title: "Week 4'), "the set was changed"),
    (changed('        digest: "', '        digest: "0'), "the digest was changed"),
    (twice, "with different answers"),
    (answers_of_other, "the same answer as"),
    (answer("kinds", "[]"), "kinds: no answer"),
    (answer("pruned", '["7.7"]'), 'the tree has no node "7.7"'),
    (answer("pruned", '["one"]'), 'the tree has no node "one"'),
    (answer("kinds", '[(node: "1", kind: "fail-high")]'), "is none of pv, cut, all"),
    (answer("kinds", '[(node: "1", kind: "pv"), (node: "1", kind: "all")]'), "has several answers"),
    (answer("leaf_order", "[100]"), "the tree has no leaf 100"),
    (answer("best_order", '"[[1 2)"'), "cannot be read, column 6"),
    (answer("best_order", '"((1 2) (3 4))"'), "not the tree of the sheet"),
    (answer("slip", "99"), "the listing has no line 99"),
]


def timed(command):
    begun = time.monotonic()
    ran = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - begun
    if ran.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command[:4]))} fails: {ran.stderr}")
    return ran.stdout, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("program")
    arguments = parser.parse_args()
    ids = [f"s{number:03}" for number in range(arguments.students)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "set.ron").write_text(SET)
        roster = "".join(f"{me},Student {me}\n" for me in ids)
        (folder / "roster.csv").write_text("id,name\n" + roster)
        timed([arguments.program, "lab", "class", "new", folder / "secret.ron"])
        files = ["--class", folder / "secret.ron", "--set", folder / "set.ron", "--roster", folder / "roster.csv"]
        command = [arguments.program, "lab", "class"]
        out = ["--out", folder / "sheets", "--keys", folder / "keys", "--page", "https://school.example/"]
        _, handed_out_s = timed([*command, "hand-out", *files, *out])
        sheets = {me: (folder / "keys" / f"{me}.ron").read_text() for me in ids}
        (folder / "in").mkdir()
        expected = {}
        for at, me in enumerate(ids):
            hand_in, remark = KINDS[at // 5 % len(KINDS)] if at % 5 == 0 else (None, "")
            expected[me] = remark
            given = hand_in(sheets, me, ids[(at + 1) % len(ids)]) if hand_in else {me: sheets[me]}
            for file, text in given.items():
                (folder / "in" / f"{file}.ron").write_text(text)
        marked, marked_s = timed([*command, "mark", *files, "--feedback", folder / "feedback", folder / "in"])
        rows = {row["id"]: row for row in csv.DictReader(io.StringIO(marked))}
        pages = len(list((folder / "feedback").iterdir()))
    for at, me in enumerate(ids):
        row = rows[me]
        if expected[me] not in row["remarks"]:
            raise SystemExit(f"{me}: \"{expected[me]}\" is not in \"{row['remarks']}\"")
        if at % 5 != 0 and row["points"] != row["of"]:
            raise SystemExit(f"{me} has {row['points']} of {row['of']} points: {row['remarks']}")
    print(f"{len(rows)} students, {pages} pages: handed out in {handed_out_s:.1f} s, marked in {marked_s:.1f} s")
    if handed_out_s + marked_s >= LIMIT_S:
        raise SystemExit(f"both took {LIMIT_S} s or more")


if __name__ == "__main__":
    main()
