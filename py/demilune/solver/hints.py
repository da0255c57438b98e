"""Hints that use only what the player sees.

Where all cards lie open, the best hint is the next move of a line that `solve` has found. These are
for the rest: for an open game of which no line was found, and for games with cards face down, whose
hints must not know what these are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from demilune.games import Game, Move, Position
from demilune.solver.answers import Solved
from demilune.solver.search import SOLVERS, Budget, solve

NODES = 2000
"""The effort for a move in a sample; what is unknown after it counts as not won."""


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
        if not leads_back(game, positions, move):
            return move
    return None


def leads_back(game: Game, positions: Sequence[Position], move: Move) -> bool:
    """Tell whether a move from the last of some positions leads back to one of them."""
    after = replace(game.play(positions[-1], move), score=0)
    return any(replace(earlier, score=0) == after for earlier in positions)


def can_sample(game: Game) -> bool:
    """Tell whether the game is solved fast enough for `Sampling`."""
    return SOLVERS[type(game)].QUICK


class Share(NamedTuple):
    """How often a move won, and in how many samples."""

    wins: int
    samples: int


class Sampling(Iterator[int]):
    """Deals the cards that lie face down at random, again and again, and solves after moves.

    A move is tried in a sample only as long as no other has lost in fewer: so it is known which one
    wins most often, as if all had been tried in all, and mostly for a tenth of the effort.

    A step is a move in a sample: some milliseconds. Iterating gives the samples that are complete,
    and ends when there are no moves to try; stop when there are enough. The seed decides all. What
    `best` tells is the share of samples that the move wins *if all cards were known* from then on,
    so it is above the player's own chance.

    >>> from demilune.deals import read_code
    >>> code = read_code("RU1-R-AAAAAAB")
    >>> sampling = Sampling(code.game, code.game.deal(code.number))
    >>> for samples in sampling:
    ...     if samples == 5:
    ...         break
    >>> move, share = sampling.best
    >>> str(move), share
    ('5x5-2', Share(wins=5, samples=5))
    """

    def __init__(
        self, game: Game, position: Position, before: Sequence[Position] = (), seed: int = 0
    ) -> None:
        """Prepare to sample a position; nothing that lies face down is taken over.

        Args:
            game: the rules.
            position: what the player sees.
            before: positions of the game so far; a move back to one of them is not tried.
            seed: another seed deals other samples.
        """
        self._game = game
        self._position = position
        self._random = Random(seed)
        self.samples = 0
        self.best: tuple[Move, Share] | None = None
        """The move that wins most often in the complete samples, of equals the best by its looks;
        None before the first and without moves."""
        positions = (*before, position)
        self._shares = {
            move: Share(0, 0)
            for move in SOLVERS[type(game)].ranked(game, position)
            if not leads_back(game, positions, move)
        }
        self._steps = self._run()

    def __next__(self) -> int:
        """Try a move in a sample and return how many samples are complete."""
        return next(self._steps)

    def _run(self) -> Iterator[int]:
        drawn: list[Position] = []
        while self._shares:
            drawn.append(self._sample())
            while True:
                # Of those with the fewest losses the best by its looks; when that one was tried in
                # all samples, no other can win more of them.
                move, (wins, tried) = min(self._shares.items(), key=_losses)
                if tried == len(drawn):
                    break
                after = self._game.play(drawn[tried], move)
                won = isinstance(solve(self._game, after, Budget(nodes=NODES)), Solved)
                self._shares[move] = Share(wins + won, tried + 1)
                yield self.samples
            self.samples = len(drawn)
            self.best = move, self._shares[move]
            yield self.samples

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


def _losses(tried: tuple[Move, Share]) -> int:
    _, (wins, samples) = tried
    return samples - wins
