"""Searches: which solver is a game's, and how much of a search is enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from demilune.games import Game, Move, Position
from demilune.games.crescent import Crescent
from demilune.games.russian import Russian
from demilune.solver import crescent, russian
from demilune.solver.answers import Answer, Steps, Unknown


class Solver(Protocol):
    """What a game's module here offers."""

    def search(self, game: Game, position: Position, seed: int = 0) -> Steps:
        """Search for a win, or for a proof that there is none."""
        ...

    def ranked(self, game: Game, position: Position) -> list[Move]:
        """List legal moves by how good they look by the cards face up, the best first.

        A move that only shifts cards about is among them, one that no line needs may be missing.
        """
        ...

    @property
    def QUICK(self) -> bool:  # noqa: N802 - a constant of the module
        """Whether most positions are decided in milliseconds."""
        ...


SOLVERS: Mapping[type[Game], Solver] = {Crescent: crescent, Russian: russian}
"""The solver of each game, under whichever rule."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much of a search is enough: nodes, which is repeatable anywhere, or seconds, or both."""

    nodes: float = float("inf")
    seconds: float = float("inf")


class Search(Iterator[int]):
    """A search that is run step by step, a few milliseconds each.

    Iterating gives the nodes so far, and ends when the answer is known; until then `answer` is
    unknown. Whoever wants to stop just stops iterating. The same seed gives the same search.

    >>> from demilune.deals import read_code
    >>> code = read_code("RU1-R-AAAAAAB")
    >>> search = Search(code.game, code.game.deal(code.number))
    >>> for nodes in search:
    ...     if nodes > 10_000:
    ...         break
    >>> search.answer.line[0]
    Move(source='6', target='7', size=5)
    """

    def __init__(self, game: Game, position: Position, seed: int = 0) -> None:
        """Begin a search; all cards are known to it, those face down too."""
        self._steps = SOLVERS[type(game)].search(game, position, seed)
        self.answer: Answer = Unknown(0)

    def __next__(self) -> int:
        """Search on for a few milliseconds and return the nodes so far."""
        try:
            nodes = next(self._steps)
        except StopIteration as end:
            if end.value is not None:
                self.answer = end.value
            raise
        self.answer = Unknown(nodes)
        return nodes


def solve(
    game: Game,
    position: Position,
    budget: Budget,
    seed: int = 0,
    go_on: Callable[[int], bool] = lambda nodes: True,
) -> Answer:
    """Search a position within a budget, from a deal or from anywhere in a game.

    Args:
        game: the rules; closed games are solved with all cards known.
        position: where the line shall begin.
        budget: how much is enough; it is kept to within a few milliseconds, or within the nodes
            that a search makes in them.
        seed: another seed is another search, with another line perhaps.
        go_on: is told the nodes so far, every few milliseconds; False stops the search.

    >>> from demilune.deals import read_code
    >>> code = read_code("RU1-C-AAAAAAB")
    >>> solve(code.game, code.game.deal(code.number), Budget(nodes=10_000))
    Lost(proof=<Proof.SEARCHED: 'every way to play on was searched, and none wins'>, nodes=80)
    """
    search = Search(game, position, seed)
    end = time.monotonic() + budget.seconds
    for nodes in search:
        if nodes >= budget.nodes or time.monotonic() >= end or not go_on(nodes):
            break
    return search.answer
