"""The engine under CPython: judged moves a second, and what a session's undo takes."""

import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from time import perf_counter

from benches import Figure

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "py"))

from demilune.games import Game, Move, Position
from demilune.record import Record, read_record, replay
from demilune.session import Session

WON = Path(__file__).resolve().parents[1] / "games" / "won.txt"
ROUNDS = 5
"""The best of so many rounds counts: what slows a round down is not the engine."""


def figures() -> Iterator[Figure]:
    """Measure played games: those of tests/games/won.txt."""
    lines = WON.read_text(encoding="utf-8").splitlines()
    records = [read_record(line) for line in lines if not line.startswith("#")]
    for name, prefix in (("Crescent", "CR"), ("Russian Solitaire", "RU")):
        games = [record for record in records if record.code.rule.startswith(prefix)]
        rate = judged_a_second(games)
        yield Figure(
            f"judged moves, {name}", rate, "1/s", "at least 50,000 a second", rate >= 50_000
        )
        undo = milliseconds_of_an_undo(games)
        yield Figure(f"undo, {name}", undo, "ms", "under 0.1 ms", undo < 0.1)


def judged_a_second(records: list[Record]) -> float:
    """Judge whatever might move, from everywhere to everywhere, all through the games."""
    work = [
        (record.code.game, position, conceivable(record.code.game, position))
        for record in records
        for position in replay(record)
    ]
    moves = sum(len(candidates) for _, _, candidates in work)

    def judge_all() -> None:
        for game, position, candidates in work:
            judge = game.judge
            for move in candidates:
                judge(position, move)

    return moves / best(judge_all)


def conceivable(game: Game, position: Position) -> list[Move]:
    """Return every move of cards that could leave a place, to each other place."""
    return [
        Move(source, target, count)
        for source, target in product(game.places, repeat=2)
        if source != target
        for count in game.movable(position, source)
    ]


def milliseconds_of_an_undo(records: list[Record]) -> float:
    """Take games back from their end to their deal."""
    undone = sum(len(record.moves) for record in records)
    seconds = []
    for _ in range(ROUNDS):
        sessions = [finished(record) for record in records]
        started = perf_counter()
        for session in sessions:
            while session.undo():
                pass
        seconds.append(perf_counter() - started)
    return min(seconds) / undone * 1000


def finished(record: Record) -> Session:
    """Return a session that has played a record and may take back all of it."""
    session = Session(record.code, now=perf_counter, policy="unlimited")
    for move in record.moves:
        session.play(move)
    return session


def best(work: Callable[[], None]) -> float:
    """Return the seconds of the fastest round."""
    seconds = []
    for _ in range(ROUNDS):
        started = perf_counter()
        work()
        seconds.append(perf_counter() - started)
    return min(seconds)
