#!/usr/bin/env python3
"""Times `minnow lab grade` on a class of 200 programs, and again after a kill in the middle.

    benches/grade.py [--programs N] [--keep FOLDER] target/release/minnow

Of the programs, ten hang, two start 300 processes, one writes 100 MB, the others search or play like the model solution
in `tests/fixtures/project/` up to some stage, some of them with a mistake. The class is graded with 2 s a run, then once
more by a process that is killed after a third of the time and started again: both must print the same. Prints the
times. Needs Linux. Safe for root: should Minnow fail to end the bad programs, they end by themselves within a minute.
"""

import argparse
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
SOLUTION = (ROOT / "tests/fixtures/project/ada/search.py").read_text()
STAGES = ["minimax", "alpha-beta", "alpha-beta-soft", "negamax", "negamax+killers", "scout", "scout+tt", "minichess"]
# Mistakes of students: a text of the solution, and what stands in its place.
MISTAKES = [
    ("max if len(path) % 2 == 0 else min", "max"),
    ("if alpha >= beta:", "if alpha > beta:"),
    ("min(max(node, alpha), beta)", "node"),
    ("search(value - 1, beta)", "search(alpha, beta)"),
    ('"visit": visits - 1', '"visit": visits'),
]


def make_class(folder, programs):
    bad = ["import time\ntime.sleep(60)\n"] * 10
    bad += [forks(300, 30)] * 2
    bad += ['import sys\nsys.stdout.write("x" * 100_000_000)\n']
    for number in range(programs):
        name = folder / f"student-{number:03}"
        if number < len(bad):
            write_program(name, bad[number], STAGES)
            continue
        program = SOLUTION
        if number % 4 == 0:
            right, wrong = MISTAKES[number // 4 % len(MISTAKES)]
            assert right in program, right
            program = program.replace(right, wrong)
        write_program(name, program, STAGES[: 1 + number % len(STAGES)])


def command(minnow, folder, out):
    (folder / "secret").write_text("a secret of two hundred\n")
    return [minnow, "lab", "grade", folder / "class", "--secret", folder / "secret", "--out", folder / out]


def graded(minnow, folder, out):
    """The output of a whole run, its messages and its seconds."""
    start = time.monotonic()
    ran = subprocess.run(command(minnow, folder, out), capture_output=True, text=True)
    if ran.returncode != 0:
        raise SystemExit(f"minnow lab grade fails: {ran.stderr}")
    return ran.stdout, ran.stderr, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("minnow", type=Path)
    arguments = parser.parse_args()
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="minnow-grade-"))
    make_class(folder / "class", arguments.programs)
    minnow = arguments.minnow.resolve()

    whole, messages, seconds = graded(minnow, folder, "marks")
    print(f"{arguments.programs} programs: {seconds:.0f} s")
    print(messages.split("\n")[0])

    stopped = subprocess.Popen(
        command(minnow, folder, "marks-again"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(seconds / 3)
    stopped.send_signal(signal.SIGKILL)
    stopped.wait()
    time.sleep(1)
    print(f"{running_programs(stopped.pid)} processes of programs are left after the kill")
    again, _, again_seconds = graded(minnow, folder, "marks-again")
    print(f"killed after {seconds / 3:.0f} s and started again: {again_seconds:.0f} s")
    same = whole == again
    print("the same marks" if same else "OTHER MARKS")
    (folder / "marks.csv").write_text(whole)
    (folder / "marks-again.csv").write_text(again)
    if not arguments.keep and same:
        shutil.rmtree(folder)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
