"""Hints that use only what the player sees.

Where all cards lie open, the best hint is the next move of a line that `solve` has found. These are
for the rest: for an open game of which no line was found, and for games with cards face down, whose
hints must not know what these are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from demilune.games import Game, Move, Position
from demilune.solver.answers import Solved
from demilune.solver.search import SOLVERS, Budget, solve

NODES = 2000
"""The effort for a sample, and for what follows a plan; what is unknown then counts as not won."""


def best_move(game: Game, position: Position, before: Sequence[Position] = ()) -> Move | None:
    """Return the move that looks best by the evaluation of the cards that lie face up.

    Args:
        game: the rules.
        position: what the player sees; its cards face down are not looked at.
        before: positions of the game so far; a move back to one of them is no hint.

    Returns:
        a legal move, or None when each leads back, or there is none.

    >>> from demilune.deals import read_code
    >>> code = read_code("CR1-H-AAAAAAB")
    >>> str(best_move(code.game, code.game.deal(code.number)))
    '3-DK'
    """
    positions = (*before, position)
    for move in SOLVERS[type(game)].ranked(game, position):
        if not _leads_back(game, positions, move):
            return move
    return None


def _leads_back(game: Game, positions: Sequence[Position], move: Move) -> bool:
    """Tell whether a move from the last of some positions leads back to one of them."""
    after = replace(game.play(positions[-1], move), score=0)
    return any(replace(earlier, score=0) == after for earlier in positions)


def can_sample(game: Game) -> bool:
    """Tell whether the game is solved fast enough for `Sampling`."""
    return SOLVERS[type(game)].QUICK


class Share(NamedTuple):
    """In how many samples a plan won, and how many there were."""

    wins: int
    samples: int


@dataclass(slots=True)
class _Trial:
    """In how many samples a plan was tried, and in how many of these it lost."""

    plan: tuple[Move, ...]
    tried: int = 0
    losses: int = 0


class Sampling(Iterator[int]):
    """Deals the cards that lie face down at random, again and again, and solves each sample.

    What is tried are plans: moves up to the one that turns a card face up. Until then nothing new
    is seen, so a plan can be followed whatever lies below, and whoever follows plan after plan has
    turned all cards in the end. Every move that turns a card is a plan; others are how the solver
    begins in samples where the best plan so far has lost.

    A sample that cannot be won is lost by every plan. In the others a plan is tried only as long as
    no other has lost in fewer: so it is known which one wins most often, as if all had been tried
    in all, and mostly for a fraction of the effort.

    A step is a sample, or a plan in one: some milliseconds. Iterating gives the samples that are
    complete, and never ends; stop when there are enough. The seed decides all. What `best` tells is
    the share of samples that the plan wins *if all cards were known* from its end on, so it is
    above the player's own chance.

    >>> from demilune.deals import read_code
    >>> code = read_code("RU1-R-AAAAAAB")
    >>> sampling = Sampling(code.game, code.game.deal(code.number))
    >>> for samples in sampling:
    ...     if samples == 5:
    ...         break
    >>> plan, share = sampling.best
    >>> print(*plan, share)
    6x5-7 Share(wins=5, samples=5)
    """

    def __init__(self, game: Game, position: Position, seed: int = 0) -> None:
        """Prepare to sample a position; nothing that lies face down is taken over.

        Args:
            game: the rules.
            position: what the player sees.
            seed: another seed deals other samples.

        Raises ValueError when no card lies face down, so that there is nothing to deal.
        """
        if not any(position.face_down):
            raise ValueError("no card lies face down")
        self._game = game
        self._position = position
        self._random = Random(seed)
        self.samples = 0
        self.best: tuple[tuple[Move, ...], Share] | None = None
        """The plan that wins most often in the complete samples, of equals the shortest, of these
        the best by its looks; None as long as none has won."""
        # By the positions that they lead to in a sample, whichever it is.
        self._trials: dict[Position, _Trial] = {}
        self._drawn: list[tuple[Position, Sequence[Move]]] = []
        self._steps = self._run()

    def __next__(self) -> int:
        """Take a step and return how many samples are complete."""
        return next(self._steps)

    def _run(self) -> Iterator[int]:
        while True:
            sample = self._sample()
            line = self._line(sample)
            yield self.samples
            if line is not None:
                self._drawn.append((sample, line))
                yield from self._try_plans()
            self.samples += 1
            if self._trials:
                best = self._best()
                share = Share(best.tried - best.losses, self.samples)
                self.best = (best.plan, share) if share.wins else None
            yield self.samples

    def _try_plans(self) -> Iterator[int]:
        """Try plans until one is tried in all samples, and no other can win more of them."""
        if not self._trials:
            for move in SOLVERS[type(self._game)].ranked(self._game, self._position):
                self._add((move,))
            self._add(self._drawn[0][1])
        while (trial := self._best()).tried < len(self._drawn):
            after, line = self._drawn[trial.tried]
            trial.tried += 1
            if line[: len(trial.plan)] == trial.plan:
                continue
            for move in trial.plan:
                after = self._game.play(after, move)
            if self._line(after) is None:
                trial.losses += 1
                self._add(line)
            yield self.samples

    def _best(self) -> _Trial:
        return min(self._trials.values(), key=lambda one: (one.losses, len(one.plan)))

    def _add(self, moves: Sequence[Move]) -> None:
        """Add the plan that some moves begin with, if they turn a card and it is a new one."""
        position, _ = self._drawn[0]
        for length, move in enumerate(moves, 1):
            after = self._game.play(position, move)
            if after.face_down != position.face_down:
                plan = _Trial(tuple(moves[:length]))
                self._trials.setdefault(replace(after, score=0), plan)
                return
            position = after

    def _line(self, position: Position) -> Sequence[Move] | None:
        """Return a line that wins, or None where none is found."""
        found = solve(self._game, position, Budget(nodes=NODES))
        return found.line if isinstance(found, Solved) else None

    def _sample(self) -> Position:
        """Return the position with the cards that lie face down dealt anew."""
        position = self._position
        hidden = [
            card
            for pile, down in zip(position.tableau, position.face_down, strict=True)
            for card in pile[:down]
        ]
        # Their order here shall tell nothing.
        hidden.sort()
        self._random.shuffle(hidden)
        cards = iter(hidden)
        tableau = tuple(
            (*(next(cards) for _ in range(down)), *pile[down:])
            for pile, down in zip(position.tableau, position.face_down, strict=True)
        )
        return replace(position, tableau=tableau)
