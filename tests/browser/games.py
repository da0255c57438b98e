"""Games for the browser tests: won and stuck ones, and positions found in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from demilune.games import Game, Move, Position
from demilune.record import Record, read_record, replay

T = TypeVar("T")

_FOLDER = Path(__file__).parents[1] / "games"


class Spot(NamedTuple):
    """A position of a recorded game: the deal's code, the moves up to it, and itself."""

    code: str
    moves: tuple[Move, ...]
    position: Position
    game: Game


@cache
def records(name: str = "won") -> dict[str, Record]:
    """The records of a file of tests/games by their codes."""
    lines = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = [read_record(line) for line in lines if line and not line.startswith("#")]
    return {str(record.code): record for record in found}


@cache
def spots(rule: str) -> list[Spot]:
    """Every position of the won games of a rule, the last ones excepted, early ones first."""
    found = []
    for record in records().values():
        if record.code.rule == rule:
            for count, position in enumerate(replay(record)[:-1]):
                spot = Spot(str(record.code), record.moves[:count], position, record.code.game)
                found.append(spot)
    return sorted(found, key=lambda spot: len(spot.moves))


def find(rule: str, wanted: Callable[[Game, Position], Iterator[T]]) -> tuple[Spot, T]:
    """The earliest position of a won game that has what is wanted, and the first such thing."""
    for spot in spots(rule):
        for thing in wanted(spot.game, spot.position):
            return spot, thing
    raise LookupError(f"no won game of {rule} has such a position")
