"""A player who plays nothing but hints, asked for as the page asks for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from time import process_time
from typing import Any, NamedTuple

from demilune.deals import DealCode
from demilune.games import GAMES, Move, Position, Status
from demilune.record import Record, read_moves, write_moves
from demilune.solver.wishes import answer

MOST = 400
"""No game has so many moves; hints lead in no circle."""
IN_VAIN = 10
"""Whoever is told so often that no way to win was found, or none in any sample, gives up."""


class Followed(NamedTuple):
    """How a game of hints went.

    Attributes:
        won: whether it was won.
        first_line: after how many moves a line was found that wins, or None.
        seconds: the processor's, for each hint that had to be looked for.
        record: the game.
    """

    won: bool
    first_line: int | None
    seconds: list[float]
    record: Record


def follow(rule: str, number: int, seconds: float) -> Followed:
    """Play a deal by hints alone, with so long for each, until it is won, over or given up."""
    game, code = GAMES[rule], DealCode(rule, number)
    position, moves = game.deal(number), list[Move]()
    line: dict[Position, Move] = {}
    first_line, took, in_vain = None, list[float](), 0
    while game.status(position) is Status.PLAYING and len(moves) < MOST and in_vain < IN_VAIN:
        move = line.get(_bare(position))
        if move is None:
            began = process_time()
            hint = _hint(f"{code}: {write_moves(moves)}", seconds)
            took.append(process_time() - began)
            if "move" not in hint:
                break
            move = Move.read(hint["move"])
            in_vain += _in_vain(position, hint)
            if "line" in hint and first_line is None:
                first_line = len(moves)
            after = position
            for step in read_moves(hint.get("line") or hint.get("plan") or ""):
                # Kept by positions, as `web/hints.py` does.
                line[_bare(after)] = step
                after = game.play(after, step)
        refusal = game.judge(position, move)
        assert refusal is None, (refusal, str(move), str(code))
        position = game.play(position, move)
        moves.append(move)
    return Followed(game.won(position), first_line, took, Record(code, tuple(moves)))


def _hint(record: str, seconds: float) -> dict[str, Any]:
    wish = {"id": 0, "want": "hint", "record": record, "seconds": seconds}
    texts: Iterator[str] = answer(json.dumps(wish))
    *_, last = (text for text in texts if text)
    found: dict[str, Any] = json.loads(last)
    return found


def _in_vain(position: Position, hint: dict[str, Any]) -> bool:
    """Tell whether a hint knows of no way to win: of none where all lies open, of no sample."""
    if "wins" in hint:
        return not hint["wins"]
    return not any(position.face_down) and "line" not in hint


def _bare(position: Position) -> Position:
    return replace(position, score=0)
