"""A deal's par: the fewest redeals with which a way to win it is known.

Each way that is found asks for one with a redeal less. So par is a bound from above, that of the
best line known; it is exact only where a search with fewer redeals has ended with a proof.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from demilune.games import REDEAL, Game, Move, Position
from demilune.solver.answers import Lost, Proof, Solved
from demilune.solver.search import Budget, Search


class Par(NamedTuple):
    """The fewest redeals of a known way to win, and whether it is proved that none has fewer.

    `line` is the way, where it was found here, and `proof` that there is none with fewer, where
    some could be fewer.
    """

    redeals: int
    proved: bool
    line: tuple[Move, ...] = ()
    proof: Proof | None = None


def improved(game: Game, position: Position, known: int, budget: Budget) -> Iterator[Par]:
    """Look for ways to win with ever fewer redeals; yield the par so far, every few milliseconds.

    Args:
        game: the rules.
        position: where the ways begin, the deal for its par; all its cards are known.
        known: with so many redeals it can be won for certain; at most those that are left.
        budget: how much is enough for each number of redeals. The first that is not found ends it.

    >>> from demilune.deals import read_code
    >>> code = read_code("CR1-N-AAAAAAA")
    >>> *_, par = improved(code.game, code.game.deal(code.number), 3, Budget(nodes=10_000))
    >>> par.redeals, par.proved
    (2, False)
    """
    par = Par(known, known == 0)
    yield par
    while not par.proved:
        search = Search(game, replace(position, redeals=par.redeals - 1))
        end = time.monotonic() + budget.seconds
        for nodes in search:
            yield par
            if nodes >= budget.nodes or time.monotonic() >= end:
                break
        if isinstance(search.answer, Solved):
            line = search.answer.line
            used = line.count(REDEAL)
            par = Par(used, used == 0, line)
        elif isinstance(search.answer, Lost):
            par = par._replace(proved=True, proof=search.answer.proof)
        else:
            return
        yield par
