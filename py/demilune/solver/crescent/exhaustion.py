"""The search of Crescent that leaves nothing out, for late positions.

Depth first. Positions are kept whole, not as hashes, and with their piles sorted, since the order
of piles does not matter: when the search ends without a win, every way to play on was seen, but for
what `Pair.safe` and `is_dead_end` argue away when no redeal is left.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from demilune.games.crescent import MOST_CARDS
from demilune.solver.crescent.beam import FOUNDATION, REDEAL, Step
from demilune.solver.crescent.dead_end import is_dead_end
from demilune.solver.crescent.table import (
    ALL_CARDS,
    BYTE,
    NEXT_DOWN,
    NEXT_UP,
    RANK_OF,
    SUIT_OF,
    Pair,
    Pile,
    Piles,
)

REPORT = 64
"""Nodes between two reports."""

Whole = tuple[tuple[Pile, ...], tuple[Pair, ...], int]
"""A position: its piles, the pairs of foundations (settled), the redeals left."""


class Exhaustion:
    """A search through all positions that can be reached.

    `line` is the win when one was found, `complete` tells whether the patience lasted, and `nodes`
    counts positions.
    """

    def __init__(self, pile_of: Piles) -> None:
        """Prepare a search with the piles of other searches."""
        self.line: list[Step] | None = None
        self.complete = False
        self.nodes = 0
        self._pile_of = pile_of

    def search(self, start: Whole, patience: float) -> Generator[int, None, None]:
        """Search from a position that is not won; yields the nodes so far now and then."""
        seen = {self._key(start)}
        line: list[Step] = []
        way = [safe_steps(self._pile_of, start)]
        while way:
            found = next(way[-1], None)
            if found is None:
                way.pop()
                if line:
                    line.pop()
                continue
            step, after = found
            piles, pairs, redeals = after
            if sum(pair.cards for pair in pairs) == ALL_CARDS:
                self.line = [*line, step]
                return
            key = self._key(after)
            if key in seen:
                continue
            seen.add(key)
            self.nodes += 1
            if self.nodes >= patience:
                return
            if not self.nodes % REPORT:
                yield self.nodes
            if redeals or not is_dead_end(piles, pairs):
                line.append(step)
                way.append(safe_steps(self._pile_of, after))
        self.complete = True

    def _key(self, position: Whole) -> tuple[bytes, tuple[Pair, ...], int]:
        piles, pairs, redeals = position
        # No card has the number 0.
        return b"\0".join(sorted(pile.cards for pile in piles)), pairs, redeals


def every_step(
    pile_of: Piles, piles: Sequence[Pile], pairs: Sequence[Pair], redeals: int
) -> Iterator[tuple[Step, Whole]]:
    """Yield every move with the position after it; transfers between foundations are none."""
    for source, pile in enumerate(piles):
        card = pile.top
        suit = SUIT_OF[card]
        pair = pairs[suit].after(RANK_OF[card]) if card else None
        if pair:
            after = list(piles)
            after[source] = pile.rest
            up = (*pairs[:suit], pair, *pairs[suit + 1 :])
            yield (source, FOUNDATION), (tuple(after), up, redeals)
    for source, pile in enumerate(piles):
        card = pile.top
        for target, onto in enumerate(piles):
            place = onto.top
            if not place or place not in (NEXT_UP[card], NEXT_DOWN[card]):
                continue
            if len(onto.cards) < MOST_CARDS:
                after = list(piles)
                after[source] = pile.rest
                after[target] = pile_of[onto.cards + BYTE[card]]
                yield (source, target), (tuple(after), tuple(pairs), redeals)
    if redeals and any(len(pile.cards) > 1 for pile in piles):
        turned = tuple(pile_of[pile.cards[1:] + pile.cards[:1]] for pile in piles)
        yield REDEAL, (turned, tuple(pairs), redeals - 1)


def safe_steps(pile_of: Piles, position: Whole) -> Iterator[tuple[Step, Whole]]:
    """Return the moves that a search must try: one safe move alone, or all."""
    piles, pairs, redeals = position
    steps = every_step(pile_of, piles, pairs, redeals)
    if redeals:
        return steps
    found = list(steps)
    for (source, target), after in found:
        card = piles[source].top
        if target == FOUNDATION and pairs[SUIT_OF[card]].safe(RANK_OF[card]):
            return iter([((source, target), after)])
    return iter(found)
