#!/usr/bin/env python3
"""Plays over `minnow imcs` on this machine, with hostile clients beside the players.

    benches/imcs.py [--games N] [--hostile N] [--memory MB] [--keep FOLDER] target/release/minnow

Two clients of Minnow and one of this script play N games (200 unless told otherwise) on a server, beside clients that
send half lines, floods, lines of 10 MB and wrong passwords, or vanish in the middle of a game. The script has rules of its
own: it checks every board and move that its client is sent, and replays every game that the server has kept. Then the
server is killed, started again and asked for its accounts, ratings and games. Prints the figures; the exit status is 1 if
anything was lost or wrong, or if the server used more than the given memory. Needs Linux, for the memory.
"""

import argparse
import math
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

START = ["kqbnr", "ppppp", ".....", ".....", "PPPPP", "RNBQK"]
PASSWORD = "a-password-of-this-test"
PATIENCE = 120
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


class Game:
    """A game by the rules of MiniChess, as the referee of the course plays it."""

    def __init__(self):
        self.squares = {(file, 5 - row): START[row][file] for row in range(6) for file in range(5)}
        self.white, self.turn, self.result = True, 1, None

    def owner(self, square):
        """True for White's piece, False for Black's, None for an empty square or none."""
        letter = self.squares.get(square, ".")
        return None if letter == "." else letter.isupper()

    def ray(self, origin, step, far=True):
        square = (origin[0] + step[0], origin[1] + step[1])
        while square in self.squares and self.owner(square) != self.white:
            yield square
            if not far or self.owner(square) is not None:
                return
            square = (square[0] + step[0], square[1] + step[1])

    def targets(self, origin):
        kind = self.squares[origin].lower()
        if kind == "p":
            ahead = 1 if self.white else -1
            for side in (-1, 1):
                square = (origin[0] + side, origin[1] + ahead)
                if self.owner(square) == (not self.white):
                    yield square
            square = (origin[0], origin[1] + ahead)
            if self.squares.get(square) == ".":
                yield square
            return
        steps = {"k": STRAIGHT + DIAGONAL, "q": STRAIGHT + DIAGONAL, "r": STRAIGHT, "b": DIAGONAL, "n": LEAPS}[kind]
        for step in steps:
            yield from self.ray(origin, step, kind in "qrb")
        if kind == "b":
            for step in STRAIGHT:
                yield from (to for to in self.ray(origin, step, False) if self.squares[to] == ".")

    def moves(self):
        origins = [square for square in self.squares if self.owner(square) == self.white]
        return [name(origin) + "-" + name(to) for origin in origins for to in self.targets(origin)]

    def play(self, move):
        assert self.result is None and move in self.moves(), f"{move} is not legal"
        origin, to = square_of(move[:2]), square_of(move[3:])
        piece, captured = self.squares[origin], self.squares[to]
        if piece in "Pp" and to[1] in (0, 5):
            piece = "Q" if self.white else "q"
        self.squares[origin], self.squares[to] = ".", piece
        if captured in "Kk":
            self.result = "W wins" if self.white else "B wins"
        self.turn += not self.white
        self.white = not self.white
        if self.result is None and self.turn > 40:
            self.result = "draw"

    def text(self):
        rows = ["".join(self.squares[file, rank] for file in range(5)) for rank in range(5, -1, -1)]
        return [f"{self.turn} {'W' if self.white else 'B'}", *rows]


def name(square):
    return "abcde"[square[0]] + "123456"[square[1]]


def square_of(text):
    return "abcde".index(text[0]), "123456".index(text[1])


class Client:
    """A connection without knowledge of games."""

    def __init__(self, address):
        self.socket = socket.create_connection(address, PATIENCE)
        self.file = self.socket.makefile("rb")

    def line(self):
        line = self.file.readline()
        if not line:
            raise ConnectionError("the server has closed the connection")
        return line.decode().rstrip("\r\n")

    def send(self, line):
        self.socket.sendall(line.encode() + b"\r\n")

    def ask(self, line, start):
        self.send(line)
        answer = self.line()
        if not answer.startswith(start):
            raise ConnectionError(f"{line!r} is answered by {answer!r}")
        return answer

    def enter(self, verb, player):
        assert self.line() == "100 imcs 2.5"
        self.ask(f"{verb} {player} {PASSWORD}", "20")

    def listed(self, verb):
        self.send(verb)
        rows = [self.line()]
        while rows[-1] != ".":
            rows.append(self.line())
        return rows[1:-1]

    def close(self):
        self.file.close()
        self.socket.close()


class Server:
    def __init__(self, minnow, data):
        command = [minnow, "imcs", "serve", "--address", "127.0.0.1:0", "--data", data]
        self.log = open(data.parent / "server.log", "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log)
        host, port = self.process.stdout.readline().decode().split()[-1].rsplit(":", 1)
        self.address, self.most_kb = (host, int(port)), 0

    def watch(self, is_over):
        """Keeps the greatest memory of the process."""
        while not is_over.wait(0.1):
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            self.most_kb = max(self.most_kb, int(re.search(r"VmRSS:\s+(\d+)", status)[1]))

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


def scripted_games(server, player, games, random_moves, results):
    """Offers games and plays them by chance; tries an illegal move in each."""
    for number in range(games):
        client = Client(server.address)
        client.enter("me", player)
        client.ask("offer ?", "103")
        color = client.line().split()[1]
        results.append(scripted_game(client, Game(), color == "W", random_moves))
        client.close()
        if number % 20 == 19:
            print(f"{player}: {number + 1} games", flush=True)


def scripted_game(client, game, is_white, random_moves):
    board, has_tried = [], False
    while True:
        line = client.line()
        if line.startswith("! "):
            game.play(line[2:])
        elif line.startswith("? "):
            assert board == game.text() and game.white == is_white, f"{board} instead of {game.text()}"
            moves = game.moves()
            if not moves:
                client.send("resign")
            elif not has_tried:
                has_tried = True
                refused = random_moves.choice(["a1-e6", "b2-b2", "hello", "a2a3"])
                client.send(refused)
                kind = "illegal" if "-" in refused else "invalid"
                assert client.line() == f"- {kind} move {refused}"
            else:
                takes = [move for move in moves if game.owner(square_of(move[3:])) is not None]
                move = random_moves.choice(takes or moves)
                client.send(move)
                game.play(move)
            board = []
        elif line.startswith("= "):
            result = line[2:]
            assert client.line().split(" ", 1)[1] == result
            assert game.result in (result, None), f"{result} instead of {game.result}"
            return result
        elif line:
            board.append(line)


def half_line(address, _):
    client = Client(address)
    client.socket.sendall(b"register half")
    time.sleep(1)
    client.close()


def flood(address, _):
    client = Client(address)
    client.socket.settimeout(0.5)
    try:
        for _ in range(20):
            client.socket.sendall(b"list\n" * 10_000)
            time.sleep(0.05)
    finally:
        client.close()


def long_line(address, _):
    client = Client(address)
    client.socket.sendall(b"x" * 10_000_000)
    client.close()


def wrong_passwords(address, _):
    client = Client(address)
    client.line()
    for _ in range(4):
        client.ask("me ada wrong", "401")


def vanish(address, players):
    """Two clients begin a game and leave it."""
    host, guest = Client(address), Client(address)
    for client, player in ((host, players[0]), (guest, players[1])):
        client.enter("me", player)
    number = host.ask("offer W", "103").split()[1]
    guest.ask(f"accept {number}", "106")
    host.line()
    host.send("a2-a3")
    guest.line()
    guest.close()
    host.close()


HOSTILE = [half_line, flood, long_line, wrong_passwords, vanish]


def be_hostile(address, attack, players, is_over, counts):
    while not is_over.is_set():
        try:
            attack(address, players)
        except (OSError, AssertionError):
            pass  # The server sends it away, as it should.
        counts[attack.__name__] = counts.get(attack.__name__, 0) + 1
        is_over.wait(0.1)


def play_minnow(minnow, server, player, seating, games, level):
    host = "{}:{}".format(*server.address)
    command = [minnow, "imcs", "play", host, "--name", player, *seating, "--games", str(games), "--level", str(level)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdin.write(PASSWORD + "\n")
    process.stdin.flush()
    return process


KEPT = re.compile(
    r'^Game\(\(id:(\d+),ended_s:\d+,players:\("([^"]+)","([^"]+)"\),clocks_ms:\(\d+,\d+\),'
    r'moves:\[([^\]]*)\],result:"([^"]+)",ratings:(?:None|Some\(\((-?\d+),(-?\d+)\)\))\)\)$',
    re.M,
)


def check_kept(journal):
    """Replays all kept games and computes the ratings; returns the games of each pair, and the ratings."""
    ratings, pairs, numbers = {}, {}, set()
    for number, white, black, moves, result, *after in KEPT.findall(journal):
        assert number not in numbers, f"two games have the number {number}"
        numbers.add(number)
        game = Game()
        for move in re.findall(r'"([^"]+)"', moves):
            game.play(move)
        by_rule = game.result or ("B wins" if game.white else "W wins")
        assert result.startswith(by_rule), f"game {number}: {result} instead of {by_rule}"
        assert game.result in (result, None), f"game {number}: {result}"
        if white == black:
            continue
        score = {"W": 1, "B": 0, "d": 0.5}[result[0]]
        before = ratings.get(white, 1000), ratings.get(black, 1000)
        ratings[white] = before[0] + change(before[0], before[1], score)
        ratings[black] = before[1] + change(before[1], before[0], 1 - score)
        assert [ratings[white], ratings[black]] == [int(rating) for rating in after], f"game {number}: {after}"
        pair = tuple(sorted((white, black)))
        pairs[pair] = pairs.get(pair, 0) + 1
    assert len(numbers) == journal.count("\nGame("), "a game is not readable"
    return pairs, ratings


def change(own, other, score):
    return math.floor(32 * (score - 1 / (1 + 10 ** ((other - own) / 400))))


def run(arguments, folder):
    data = folder / "data"
    server = Server(arguments.minnow, data)
    crowd = [f"mallory-{number}" for number in range(arguments.hostile)]
    for player in ("ada", "bob", "cy", *crowd):
        client = Client(server.address)
        client.enter("register", player)
        client.close()
    is_over, counts, results = threading.Event(), {}, []
    threads = [threading.Thread(target=server.watch, args=(is_over,), daemon=True)]
    for number in range(arguments.hostile):
        attack = HOSTILE[number % len(HOSTILE)]
        players = (crowd[number], crowd[number - 1])
        values = (server.address, attack, players, is_over, counts)
        threads.append(threading.Thread(target=be_hostile, args=values, daemon=True))
    begun = time.monotonic()
    half, quarter = arguments.games // 2, arguments.games // 4
    seats = [
        ("ada", ["--offer", "?"], half, 2),
        ("bob", ["--accept", "ada"], half, 3),
        ("ada", ["--accept", "cy"], quarter, 1),
        ("bob", ["--accept", "cy"], quarter, 2),
    ]
    programs = [play_minnow(arguments.minnow, server, *seat) for seat in seats]
    scripted = (server, "cy", 2 * quarter, random.Random(1), results)
    script = threading.Thread(target=scripted_games, args=scripted, daemon=True)
    for thread in [*threads, script]:
        thread.start()
    problems = []
    try:
        script.join(arguments.patience)
        if len(results) < 2 * quarter:
            problems.append(f"the script has played {len(results)} of {2 * quarter} games")
        for program, seat in zip(programs, seats):
            output, errors = program.communicate(timeout=arguments.patience)
            if program.returncode != 0:
                problems.append(f"{seat}: exit status {program.returncode}: {errors.strip()[-300:]}")
            elif output.count("\n") != seat[2] + 1:
                problems.append(f"{seat}: {output.count(chr(10))} lines")
        seconds = time.monotonic() - begun
        client = Client(server.address)
        client.enter("me", "ada")
        before = client.listed("ratings")
    finally:
        is_over.set()
        for program in programs:
            program.kill()
            program.wait()
        server.kill()
    memory = server.most_kb / 1024
    print(f"{half + 2 * quarter} games in {seconds:.0f} s; hostile: {counts}; memory of the server at most {memory:.0f} MB")
    if memory > arguments.memory:
        problems.append(f"the server used {memory:.0f} MB")
    pairs, ratings = check_kept((data / "journal.ron").read_text())
    expected = {("ada", "bob"): half, ("ada", "cy"): quarter, ("bob", "cy"): quarter}
    own = {pair: count for pair, count in pairs.items() if not pair[0].startswith("mallory")}
    if own != expected:
        problems.append(f"kept games: {own} instead of {expected}")
    print(f"kept: {pairs}")
    problems += check_restart(arguments, data, ratings, before)
    return problems


def check_restart(arguments, data, ratings, before):
    """Starts the server again on the data of one that was killed."""
    problems = []
    server = Server(arguments.minnow, data)
    try:
        for player in ("ada", "bob", "cy"):
            client = Client(server.address)
            client.enter("me", player)
            rows = client.listed("ratings")
            client.close()
            if f" {player} {ratings[player]}" not in rows:
                problems.append(f"{player} had {ratings[player]}, and the server says {rows}")
        client = Client(server.address)
        client.enter("me", "bob")
        number = int(client.ask("offer", "103").split()[1])
        client.close()
    finally:
        server.kill()
    games = KEPT.findall((data / "journal.ron").read_text())
    if number <= max(int(game[0]) for game in games):
        problems.append(f"the server gives a new game the number {number}")
    print(f"after a kill and a restart: {len(games)} games, ratings {ratings['ada']}, {ratings['bob']}, {ratings['cy']}")
    print(f"the ratings before it: {before}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--hostile", type=int, default=20)
    parser.add_argument("--memory", type=int, default=64, help="the most memory of the server, in MB")
    parser.add_argument("--patience", type=int, default=1800, help="the most seconds of all games")
    parser.add_argument("--keep", type=Path, help="keep the server's data in this new folder")
    parser.add_argument("minnow", type=Path)
    arguments = parser.parse_args()
    arguments.minnow = arguments.minnow.resolve()
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="minnow-imcs-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        problems = run(arguments, folder)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    for problem in problems:
        print(f"wrong: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
