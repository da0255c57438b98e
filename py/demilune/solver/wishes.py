"""What a page asks of the solver, and what it answers: JSON in, JSON out, a step at a time.

A wish is an object with an `id` of the asker's, what is wanted (`want`), and what that needs:

- `hint`: the `record` of a game and how many `seconds` there are. The answer has a `move`, or none
  when there is none; how it was found (`by`: `line`, `looks` or `samples`); of a line the `line`
  from here on; of samples how many there were (`samples`), and the `plan` that begins with the move
  and turns a card at its end, with how many samples it `wins`, or none where none wins; and the
  `proof` when it is proved that no line wins.
- `solve`: the same needs. The answer is the `verdict`, `won`, `lost` or `unknown`, and the `line`,
  the `proof`, or the effort in `nodes`.
- `show`: the same needs, the seconds for each of two searches. The answer is the `verdict`, and
  when it is `won` the `moves` of a whole game that wins: the first `at` of the record, and on from
  there; that is all of them when the game can still be won, else none. Else it is as of `solve`,
  for the deal. A `proof` is that of the position now, unless the deal is lost itself.
- `turn`: the same needs. The answer says after how many moves of the record the game could still be
  won for certain (`winnable`, with the `line` from there), and after how many it is proved that it
  could not (`lost`, with the `proof`); either is missing when it is not known.
- `par`: the `record` of a game won with redeals, and the `seconds` for each number of redeals. The
  answer is the fewest `redeals` of a known way to win, the player's or one that was found, and
  whether it is `proved` that there is none with fewer, with the `proof` where some could be fewer.
  Reports before it have the `redeals` so far; each that was found comes with its `line`.
- `deal`: a `rule`, a `difficulty` or none, and a `seed` of chance. The answer is the `code` of a
  deal that can be won.

A `proof` is the name of a `Proof` in lower case. Of a game with redeals a line is one that spares
them, as far as that is soon found, and cards that can go up before a redeal do so.

Reports have the `id`. Those with `done` are answers; before them come reports of `nodes`, the
effort so far, or of `samples`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from demilune.deals import DEALS, DealCode
from demilune.games import GAMES, REDEAL, Game, Position, Status
from demilune.record import read_record, replay, write_moves
from demilune.solver.answers import Answer, Lost, Proof, Solved
from demilune.solver.hints import Sampling, best_move, can_sample
from demilune.solver.order import upwards_first
from demilune.solver.par import Par, improved
from demilune.solver.search import Budget, Search
from demilune.solver.winnable import winnable_deals

SAMPLES = 50
"""Samples that are enough for a hint."""
SURE = 12
"""Samples that are enough when the best move wins all of them."""
SPARING = 1000
"""At least so many nodes go into the search for a line with fewer redeals."""
TRY = 3.0
"""Seconds for a deal that is drawn by chance; one that takes longer is not dealt."""

Report = dict[str, Any]
Steps = Generator[Report, None, Report]
"""Reports of progress, many of them empty, then the answer."""


def answer(text: str) -> Iterator[str]:
    r"""Answer a wish: yield empty texts between steps, reports of progress, and the answer last.

    Whoever wants something else stops iterating. Raises ValueError or KeyError for a wish that is
    none, and what `read_record` raises for a record that is none.

    >>> import json
    >>> wish = {"id": 7, "want": "hint", "record": "CR1-H-AAAAAAB:", "seconds": 1}
    >>> print(*answer(json.dumps(wish)))
    {"id": 7, "done": true, "move": "3-DK", "by": "looks"}
    """
    wish = json.loads(text)
    steps = _WANTS[wish["want"]](wish)
    while True:
        try:
            report = next(steps)
        except StopIteration as end:
            yield json.dumps({"id": wish["id"], "done": True, **end.value})
            return
        yield json.dumps({"id": wish["id"], **report}) if report else ""


class _Paced:
    """Lets a report of progress pass now and then, and knows when the time is over."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._next = 0.0

    @property
    def over(self) -> bool:
        return time.monotonic() >= self._end

    def report(self, **progress: int) -> Report:
        now = time.monotonic()
        if now < self._next:
            return {}
        self._next = now + 0.25
        return progress


def _search(game: Game, position: Position, pace: _Paced) -> Generator[Report, None, Answer]:
    search = Search(game, position)
    for nodes in search:
        yield pace.report(nodes=nodes)
        if pace.over:
            break
    return search.answer


def _sparing(game: Game, position: Position, seconds: float) -> Generator[Report, None, Answer]:
    """Search, and when a line was found, look for as long again for one with fewer redeals."""
    pace = _Paced(seconds)
    found = yield from _search(game, position, pace)
    if isinstance(found, Solved):
        budget = Budget(nodes=max(found.nodes, SPARING))
        for par in improved(game, position, found.line.count(REDEAL), budget):
            found = replace(found, line=par.line or found.line)
            yield {}
            if pace.over:
                break
        for line in upwards_first(game, position, found.line):
            found = replace(found, line=line)
            yield {}
    return found


def _read(wish: Mapping[str, Any]) -> tuple[Game, list[Position]]:
    record = read_record(wish["record"])
    return record.code.game, replay(record)


def _hint(wish: Mapping[str, Any]) -> Steps:
    game, positions = _read(wish)
    *before, position = positions
    if game.status(position) is not Status.PLAYING:
        return {}
    if not any(position.face_down):
        found = yield from _sparing(game, position, wish["seconds"])
        if isinstance(found, Solved) and found.line:
            return {"move": str(found.line[0]), "by": "line", "line": write_moves(found.line)}
        return {**_looks(game, position, before), **_proof(found)}
    if not can_sample(game):
        return _looks(game, position, before)
    sampling, pace = Sampling(game, position), _Paced(wish["seconds"])
    for samples in sampling:
        yield pace.report(samples=samples)
        is_sure = samples >= SURE and sampling.best and sampling.best[1].wins == samples
        if samples >= SAMPLES or is_sure or pace.over:
            break
    if sampling.best:
        plan, (wins, samples) = sampling.best
        share = {"wins": wins, "samples": samples}
        return {"move": str(plan[0]), "by": "samples", "plan": write_moves(plan), **share}
    looks = _looks(game, position, before)
    if looks and sampling.samples:
        looks |= {"by": "samples", "wins": 0, "samples": sampling.samples}
    return looks


def _looks(game: Game, position: Position, before: Sequence[Position]) -> Report:
    move = best_move(game, position, before)
    return {"move": str(move), "by": "looks"} if move else {}


def _solve(wish: Mapping[str, Any]) -> Steps:
    game, positions = _read(wish)
    found = yield from _sparing(game, positions[-1], wish["seconds"])
    return _verdict(found)


def _show(wish: Mapping[str, Any]) -> Steps:
    game, positions = _read(wish)
    moves = read_record(wish["record"]).moves
    proof: Report = {}
    for at in sorted({len(moves), 0}, reverse=True):
        found = yield from _sparing(game, positions[at], wish["seconds"])
        if isinstance(found, Solved) and found.line:
            whole = write_moves((*moves[:at], *found.line))
            return {"verdict": "won", "at": at, "moves": whole, **proof}
        proof |= _proof(found)
    return {**proof, **_verdict(found)}


def _verdict(found: Answer) -> Report:
    if isinstance(found, Solved):
        return {"verdict": "won", "line": write_moves(found.line)}
    if isinstance(found, Lost):
        return {"verdict": "lost", **_proof(found)}
    return {"verdict": "unknown", "nodes": found.nodes}


def _proof(found: Answer) -> Report:
    return {"proof": _name(found.proof)} if isinstance(found, Lost) else {}


def _name(proof: Proof) -> str:
    return proof.name.lower()


def _turn(wish: Mapping[str, Any]) -> Steps:
    """Find the turning point by bisection: what can be won after a move could be won before it."""
    game, positions = _read(wish)
    known: dict[int, Answer] = {}

    def solved(count: int) -> Generator[Report, None, Answer]:
        if count not in known:
            pace = _Paced(wish["seconds"])
            known[count] = yield from _search(game, positions[count], pace)
        return known[count]

    # The first count that is not solved; then, from there, the first that is lost.
    low, high = 0, len(positions)
    while low < high:
        middle = (low + high) // 2
        if isinstance((yield from solved(middle)), Solved):
            low = middle + 1
        else:
            high = middle
    unsolved, high = low, len(positions)
    while low < high:
        middle = (low + high) // 2
        if isinstance((yield from solved(middle)), Lost):
            high = middle
        else:
            low = middle + 1
    report: Report = {}
    if unsolved:
        won = known[unsolved - 1]
        report |= {"winnable": unsolved - 1, "line": write_moves(getattr(won, "line", ()))}
    if high < len(positions):
        report |= {"lost": high, **_proof(known[high])}
    return report


def _par(wish: Mapping[str, Any]) -> Steps:
    game, positions = _read(wish)
    deal, used = positions[0], positions[0].redeals - positions[-1].redeals
    best: Par | None = None
    for par in improved(game, deal, used, Budget(seconds=wish["seconds"])):
        found = {"line": write_moves(par.line)} if par.line else {}
        is_better = best is None or par.redeals < best.redeals
        yield {"redeals": par.redeals, **found} if is_better else {}
        best = par
    assert best
    proof = {"proof": _name(best.proof)} if best.proof else {}
    return {"redeals": best.redeals, "proved": best.proved, **proof}


def _deal(wish: Mapping[str, Any]) -> Steps:
    rule, difficulty, chance = wish["rule"], wish.get("difficulty"), Random(wish["seed"])
    listed = [
        deal.number for deal in winnable_deals(rule) if difficulty in (None, "", deal.difficulty)
    ]
    if listed:
        return {"code": str(DealCode(rule, chance.choice(listed)))}
    game, tried = GAMES[rule], 0
    while True:
        number = chance.randrange(DEALS)
        yield {"tried": tried}
        found = yield from _search(game, game.deal(number), _Paced(TRY))
        if isinstance(found, Solved):
            return {"code": str(DealCode(rule, number))}
        tried += 1


_WANTS: Mapping[str, Callable[[Mapping[str, Any]], Steps]] = {
    "hint": _hint,
    "solve": _solve,
    "show": _show,
    "turn": _turn,
    "par": _par,
    "deal": _deal,
}
