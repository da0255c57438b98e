"""One beam search: level by level, the best few positions of each level are played on.

A level holds the positions after so many moves. Those with different numbers of redeals left are
kept apart, each with the full width of the beam, since a redeal always looks bad at first. The
search ends with the first win, or when no position is left.

The best positions of a level are often much alike: the moves of one or two positions, in one order
or another. So the beam is spread: it keeps the best position from each of those before it, and
others only where places are left. `surveys/README.md` has figures of what this is good for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from random import Random

from demilune.games.crescent import MOST_CARDS
from demilune.solver.crescent.dead_end import is_dead_end
from demilune.solver.crescent.evaluation import Evaluation, Foundations
from demilune.solver.crescent.table import (
    ALL_CARDS,
    BYTE,
    NEXT_DOWN,
    NEXT_UP,
    NUMBERS,
    SUIT_OF,
    Pile,
)

FOUNDATION = 16
"""Stands for the card's foundation where a pile could stand as a target."""
REDEAL = (16, 16)
"""The redeal as a move."""

NOISE_BITS = 11
"""Noise is below 2 to the power of so many: 2 in logits, at the evaluation's scale."""
REDEAL_KEY = 0x5A17C0FFEE1DEB

Step = tuple[int, int]
"""A move: from a pile to a pile or `FOUNDATION`, both counted from 0; or `REDEAL`."""
Child = tuple[int, int, "State", Step, Foundations, int, int, int]
"""A position not yet made: its value, a serial number, what it comes from, the move, and its
foundations, `worth`, `joins` and `key`. These sort by value."""
Noise = Callable[[int], int]
"""Gives noise of so many bits."""


class State:
    """A position within a search, linked with the one before.

    `worth` is the sum of its piles' worth, `joins` what its top cards are worth beside each other,
    `key` tells it from others.
    """

    __slots__ = ("before", "foundations", "joins", "key", "piles", "redeals", "step", "worth")

    def __init__(
        self,
        piles: list[Pile],
        foundations: Foundations,
        redeals: int,
        worth: int,
        joins: int,
        key: int,
        before: State | None = None,
        step: Step = REDEAL,
    ) -> None:
        """Keep what is known of the position, and how it came about."""
        self.piles = piles
        self.foundations = foundations
        self.redeals = redeals
        self.worth = worth
        self.joins = joins
        self.key = key
        self.before = before
        self.step = step

    @property
    def way(self) -> list[State]:
        """The states from the start of the search to this one."""
        states = []
        state: State | None = self
        while state:
            states.append(state)
            state = state.before
        return states[::-1]


class Beam:
    """A beam search of some width; bits from `random` disturb the values.

    `line` is the win when one was found, and `last` the state before its last move. `level` holds
    the states of the present level, `complete` tells whether every position was kept, and `nodes`
    counts the positions that were reached, those met before included.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        width: int,
        random: Random | None = None,
    ) -> None:
        """Prepare a search; without `random` there is no noise."""
        self.evaluation = evaluation
        self.width = width
        self.random = random
        self.line: list[Step] | None = None
        self.last: State | None = None
        self.level: list[State] = []
        self.complete = True
        self.nodes = 0
        self._seen: set[int] = set()

    def search(
        self, piles: list[Pile], foundations: Foundations, redeals: int
    ) -> Generator[int, None, None]:
        """Search from a position; yields the nodes so far after each level."""
        self.level = [self.start(piles, foundations, redeals)]
        while self.level:
            # By the redeals left.
            children: list[list[Child]] = [[] for _ in range(redeals + 1)]
            for state in self.level:
                self.expand(state, children)
                if self.line is not None:
                    return
            self.level = [state for group in children for state in self._best(group)]
            yield self.nodes

    def start(self, piles: list[Pile], foundations: Foundations, redeals: int) -> State:
        """Return the first state of a search."""
        worth = sum(map(foundations.piles.__getitem__, piles))
        key = sum(pile.key for pile in piles) + foundations.key + redeals * REDEAL_KEY
        return State(piles, foundations, redeals, worth, self._joins(piles), key)

    def _joins(self, piles: list[Pile]) -> int:
        """Return what the top cards are worth beside each other."""
        count = [0] * NUMBERS
        joins = 0
        for pile in piles:
            if pile.top:
                joins += self.evaluation.beside(pile.top, count)
                count[pile.top] += 1
        return joins

    def expand(self, state: State, children: list[list[Child]]) -> None:
        """Add the positions after one move that were not met before; or set `line` to a win.

        A position's value is what it is worth by the evaluation, worked out from the one before: a
        move changes two piles and exposes one card, a move to a foundation also what the cards of
        that suit are worth everywhere.
        """
        evaluation, seen = self.evaluation, self._seen
        pile_of, join, goes_up = evaluation.piles, evaluation.join, evaluation.top_goes_up
        noise = self.random.getrandbits if self.random else _silence
        piles, foundations = state.piles, state.foundations
        accepts, pile_worth = foundations.accepts, foundations.piles
        reached = children[state.redeals]

        tops = [pile.top for pile in piles]
        count = [0] * NUMBERS
        for top in tops:
            count[top] += 1
        count[0] = 0
        going_up = goes_up * sum(map(accepts.__getitem__, tops))
        alike = state.worth + state.joins + foundations.worth + going_up
        # What each top is worth beside the others.
        beside = [evaluation.beside(top, count) - join[top][top] for top in tops]
        only = -1
        if not state.redeals:
            only = next((i for i, top in enumerate(tops) if foundations.safe[top]), -1)

        for source, pile in enumerate(piles):
            top = tops[source]
            if not top or (only >= 0 and source != only):
                continue
            rest = pile.rest
            exposed = rest.top
            gain = evaluation.beside(exposed, count)
            lifted = state.key - pile.key + rest.key
            if accepts[top]:
                self.nodes += 1
                if foundations.cards == ALL_CARDS - 1:
                    self.last = state
                    self.line = [*(one.step for one in state.way[1:]), (source, FOUNDATION)]
                    return
                after = evaluation.after(foundations, top)
                key = lifted - foundations.key + after.key
                if key not in seen:
                    seen.add(key)
                    suit = SUIT_OF[top]
                    worth = state.worth + after.piles[rest] - after.piles[pile]
                    worth -= sum(map(foundations.suits[suit].__getitem__, piles))
                    worth += sum(map(after.suits[suit].__getitem__, piles))
                    joins = state.joins + gain - beside[source] - join[exposed][top]
                    going_up = sum(map(after.accepts.__getitem__, tops))
                    going_up += after.accepts[exposed] - after.accepts[top]
                    value = worth + joins + after.worth + goes_up * going_up + noise(NOISE_BITS)
                    step = (source, FOUNDATION)
                    reached.append((value, self.nodes, state, step, after, worth, joins, key))
            if only >= 0:
                return
            place_up, place_down = NEXT_UP[top], NEXT_DOWN[top]
            if not (count[place_up] or count[place_down]):
                continue
            lighter = pile_worth[rest] - pile_worth[pile]
            for target, place in enumerate(tops):
                if place != place_up and place != place_down:
                    continue
                onto = piles[target]
                if len(onto.cards) >= MOST_CARDS:
                    continue
                self.nodes += 1
                grown = pile_of[onto.cards + BYTE[top]]
                key = lifted - onto.key + grown.key
                if key in seen:
                    continue
                seen.add(key)
                worth = lighter + pile_worth[grown] - pile_worth[onto]
                joins = gain - beside[target] - join[exposed][place]
                value = alike + worth + joins + noise(NOISE_BITS)
                value += goes_up * (accepts[exposed] - accepts[place])
                worth += state.worth
                joins += state.joins
                step = (source, target)
                reached.append((value, self.nodes, state, step, foundations, worth, joins, key))
        if state.redeals:
            self._expand_redeal(state, children[state.redeals - 1], noise)

    def _expand_redeal(self, state: State, children: list[Child], noise: Noise) -> None:
        """Add the position after a redeal."""
        self.nodes += 1
        piles = self._redealt(state.piles)
        if piles == state.piles:
            return
        foundations = state.foundations
        key = sum(pile.key for pile in piles) + foundations.key + (state.redeals - 1) * REDEAL_KEY
        if key in self._seen:
            return
        self._seen.add(key)
        worth = sum(map(foundations.piles.__getitem__, piles))
        joins = self._joins(piles)
        going_up = sum(foundations.accepts[pile.top] for pile in piles)
        value = worth + joins + foundations.worth + self.evaluation.top_goes_up * going_up
        value += noise(NOISE_BITS)
        children.append((value, self.nodes, state, REDEAL, foundations, worth, joins, key))

    def _redealt(self, piles: list[Pile]) -> list[Pile]:
        """Return the piles with the bottom card of each on its top."""
        pile_of = self.evaluation.piles
        return [pile_of[pile.cards[1:] + pile.cards[:1]] for pile in piles]

    def _best(self, children: list[Child]) -> Iterator[State]:
        """Make the best of the positions; dead ends do not count."""
        children.sort(reverse=True)
        kept = 0
        for _, _, before, step, foundations, worth, joins, key in best_of_each(children):
            if kept == self.width:
                self.complete = False
                return
            piles = self.played(before.piles, step)
            redeals = before.redeals - (step == REDEAL)
            if redeals or not is_dead_end(piles, foundations.pairs):
                kept += 1
                yield State(piles, foundations, redeals, worth, joins, key, before, step)

    def played(self, piles: list[Pile], step: Step) -> list[Pile]:
        """Return the piles after a move."""
        if step == REDEAL:
            return self._redealt(piles)
        source, target = step
        piles = piles[:]
        if target != FOUNDATION:
            piles[target] = self.evaluation.piles[piles[target].cards + BYTE[piles[source].top]]
        piles[source] = piles[source].rest
        return piles


def best_of_each(children: list[Child]) -> list[Child]:
    """Move the first position from each of those before to the front; else the order stays."""
    first: list[Child] = []
    others: list[Child] = []
    met: set[State] = set()
    for child in children:
        before = child[2]
        (others if before in met else first).append(child)
        met.add(before)
    return first + others


def _silence(bits: int) -> int:
    """Return no noise."""
    return 0
