"""What a position of Crescent is worth: a sum of weighted features.

The weights (`weights.json`, by the names of the features) are fitted to won games by `fitting.py`,
so that positions on the way to a win outweigh others of the same age. A feature counts how often
something is the case; its weight is in logits of the odds that a position is the one that won.

Of the foundations
    `card on a foundation`, `foundations meet`, `foundations are past` (see `table.py`)

Of the top cards
    `top goes up`               a foundation accepts it
    `tops fit`                  two top cards, either of which may lie on the other
    `tops are equal`            two top cards of one suit and rank: they wait for the same places

Of a pile by itself
    `empty`                     an empty pile
    `junction, N above`         a card lies on another that is not its neighbour, with N cards above
                                it (7: or more)
    `junction in suit, N above` the same, but the two are of one suit
    `junction on the bottom`    ... and the lower of the two is the lowest
    `link`                      a card lies on its neighbour, all the way from the top down
    `turn`                      a run turns round: 6 7 6

Of the cards in a pile and their suit's foundations
    `card PLACE, N above`       a card with N cards above it (7: or more)
    `bottom card PLACE`         the lowest of several cards: a redeal brings it up
    `blocks`                    past: a card lies above one that its foundation needs earlier

where PLACE tells how far the card is from going up:
    `apart N`    the foundations are apart, and it is the Nth (6: or later) to go up, the nearer way
    `spare`      the foundations are apart and have its equal already: it waits for their meeting
    `meeting`    the foundations meet: it can go up
    `past N`     they are past, and it is the Nth (8: or later) to go up
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random

from demilune.cards import RANKS
from demilune.solver.crescent.table import (
    NEXT_DOWN,
    NEXT_UP,
    NUMBERS,
    RANK_OF,
    SUIT_OF,
    Pair,
    Pile,
    Piles,
)

SCALE = 1024
"""A weight of 1 in the whole numbers that the search adds: sums are the same on every machine."""

DEEP = 7
"""So many cards above a card, or more, are one feature."""
FAR_APART, FAR_PAST = 6, 8
_ABOVE = range(DEEP + 1)

_PLACES = [
    *(f"apart {n}" for n in range(1, FAR_APART + 1)),
    "spare",
    "meeting",
    *(f"past {n}" for n in range(1, FAR_PAST + 1)),
]
_CARD = {place: [f"card {place}, {n} above" for n in _ABOVE] for place in _PLACES}
_BOTTOM = {place: f"bottom card {place}" for place in _PLACES}
_JUNCTION = [f"junction, {n} above" for n in _ABOVE]
_JUNCTION_IN_SUIT = [f"junction in suit, {n} above" for n in _ABOVE]

FEATURES = [
    *("card on a foundation", "foundations meet", "foundations are past"),
    *("top goes up", "tops fit", "tops are equal"),
    *("empty", *_JUNCTION, *_JUNCTION_IN_SUIT, "junction on the bottom", "link", "turn"),
    *(name for place in _PLACES for name in _CARD[place]),
    *_BOTTOM.values(),
    "blocks",
]
"""The names of all features."""

Weights = Mapping[str, float]


def read_weights() -> Weights:
    """Return the weights that come with the package."""
    text = files("demilune.solver.crescent").joinpath("weights.json").read_text(encoding="utf-8")
    weights: Weights = json.loads(text)
    return weights


def features(piles: Sequence[bytes], pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield the features of a position, each as often as it counts."""
    yield from foundation_features(pairs)
    yield from top_features([pile[-1] for pile in piles if pile], pairs)
    for pile in piles:
        yield from pile_features(pile)
        for suit, pair in enumerate(pairs):
            yield from suit_features(pile, suit, pair)


def foundation_features(pairs: Iterable[Pair]) -> Iterator[str]:
    """Yield the features of the foundations."""
    for pair in pairs:
        yield from ["card on a foundation"] * pair.cards
        if pair.meeting:
            yield "foundations meet"
        elif pair.past:
            yield "foundations are past"


def top_features(tops: Sequence[int], pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield the features of the top cards."""
    for i, top in enumerate(tops):
        if pairs[SUIT_OF[top]].after(RANK_OF[top]):
            yield "top goes up"
        for other in tops[:i]:
            if other == top:
                yield "tops are equal"
            elif other in (NEXT_UP[top], NEXT_DOWN[top]):
                yield "tops fit"


def pile_features(pile: bytes) -> list[str]:
    """Return the features of a pile by itself."""
    if not pile:
        return ["empty"]
    found = []
    in_run = True
    for height in range(len(pile) - 1, 0, -1):
        card, under = pile[height], pile[height - 1]
        if NEXT_UP[card] == under or NEXT_DOWN[card] == under:
            if in_run:
                found.append("link")
            if height >= 2 and pile[height - 2] == card:
                found.append("turn")
        else:
            in_run = False
            above = min(len(pile) - 1 - height, DEEP)
            same = SUIT_OF[card] == SUIT_OF[under]
            found.append((_JUNCTION_IN_SUIT if same else _JUNCTION)[above])
            if height == 1:
                found.append("junction on the bottom")
    return found


def suit_features(pile: bytes, suit: int, pair: Pair) -> list[str]:
    """Return the features of a suit's cards in a pile with the suit's foundations."""
    found = []
    places = _places(pair)
    past = pair.past
    next_to_ace, next_to_king = NUMBERS, 0
    above = len(pile)
    for card in pile:
        above -= 1
        if SUIT_OF[card] != suit:
            continue
        rank = RANK_OF[card]
        place = places[rank]
        found.append(_CARD[place][above if above < DEEP else DEEP])
        if above == len(pile) - 1 and above:
            found.append(_BOTTOM[place])
        if past:
            if rank > pair.ace:
                if rank > next_to_ace:
                    found.append("blocks")
                else:
                    next_to_ace = rank
            elif rank < next_to_king:
                found.append("blocks")
            else:
                next_to_king = rank
    return found


@cache
def _places(pair: Pair) -> list[str]:
    """Return the place of a card of each rank; see the module's text."""
    return ["", *(_place(pair, rank) for rank in RANKS)]


def _place(pair: Pair, rank: int) -> str:
    if pair.meeting:
        return "meeting"
    if pair.past:
        way = rank - pair.ace if rank > pair.ace else pair.king - rank
        return f"past {min(way, FAR_PAST)}" if way > 0 else "spare"
    if pair.ace < rank < pair.king:
        return f"apart {min(rank - pair.ace, pair.king - rank, FAR_APART)}"
    return "spare"


class _PileWorth(dict[Pile, int]):
    """What piles are worth by themselves."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        self._weight = weights.__getitem__

    def __missing__(self, pile: Pile) -> int:
        self[pile] = worth = sum(map(self._weight, pile_features(pile.cards)))
        return worth


class PairWorth(dict[Pile, int]):
    """One suit with one pair of foundations, and what its cards are worth in piles then.

    By rank, `accepts` is 1 for a card that can go up and 0 for others, and `safe` tells whether it
    may at once without redeals. `worth` is that of the foundations themselves.
    """

    def __init__(self, suit: int, pair: Pair, weights: Mapping[str, int]) -> None:
        """Work out what follows from the pair."""
        self._suit = suit
        self._weight = weights.__getitem__
        self.pair = pair
        accepted = [rank in RANKS and pair.after(rank) is not None for rank in range(16)]
        self.accepts = [int(goes_up) for goes_up in accepted]
        self.safe = [goes_up and pair.safe(rank) for rank, goes_up in enumerate(accepted)]
        self.worth = sum(map(self._weight, foundation_features([pair])))

    def __missing__(self, pile: Pile) -> int:
        """Work out a pile."""
        worth = 0
        if pile.suits & 1 << self._suit:
            found = suit_features(pile.cards, self._suit, self.pair)
            worth = sum(map(self._weight, found))
        self[pile] = worth
        return worth


class _Worth(dict[Pile, int]):
    """What piles are worth altogether, with one state of all foundations."""

    def __init__(self, pile_worth: _PileWorth, suit_worth: Sequence[PairWorth]) -> None:
        self._pile_worth = pile_worth
        self._suit_worth = suit_worth

    def __missing__(self, pile: Pile) -> int:
        spades, hearts, diamonds, clubs = self._suit_worth
        worth = self._pile_worth[pile]
        worth += spades[pile] + hearts[pile] + diamonds[pile] + clubs[pile]
        self[pile] = worth
        return worth


class Foundations:
    """A state of all foundations, and what follows from it alone; equal ones are one object.

    `suits` holds each suit's pair; `accepts` and `safe` are theirs by card numbers; `worth` is that
    of the foundations themselves, `piles` gives that of every pile with them. `cards` counts what
    lies on them, `after` holds what they become, and `key` is a random number.
    """

    __slots__ = ("accepts", "after", "cards", "key", "piles", "safe", "suits", "worth")

    def __init__(self, suits: Sequence[PairWorth], pile_worth: _PileWorth, key: int) -> None:
        """Put the suits together."""
        self.suits = suits
        self.key = key
        self.accepts = [accepts for suit in suits for accepts in suit.accepts]
        self.safe = [safe for suit in suits for safe in suit.safe]
        self.worth = sum(suit.worth for suit in suits)
        self.cards = sum(suit.pair.cards for suit in suits)
        self.piles = _Worth(pile_worth, suits)
        self.after: dict[int, Foundations] = {}

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pair of each suit."""
        return tuple(suit.pair for suit in self.suits)


class Evaluation:
    """The weights, and whatever was worked out with them during a search.

    It also makes the piles and foundations, of which each exists once.
    """

    def __init__(self, weights: Weights) -> None:
        """Begin with nothing worked out."""
        self.source = weights
        self.weights = {name: round(SCALE * weights.get(name, 0.0)) for name in FEATURES}
        self.piles = Piles()
        self.pile_worth = _PileWorth(self.weights)
        self._pairs: dict[tuple[int, Pair], PairWorth] = {}
        self._foundations: dict[tuple[Pair, ...], Foundations] = {}
        self._random = Random(2)
        self.top_goes_up = self.weights["top goes up"]
        self._fit = self.weights["tops fit"]
        self._equal = self.weights["tops are equal"]
        self.join = [[0] * NUMBERS for _ in range(NUMBERS)]
        """What two cards are worth as tops, by their numbers; nothing if one is no card."""
        for card in range(NUMBERS):
            if NEXT_UP[card]:
                self.join[card][card] = self._equal
                self.join[card][NEXT_UP[card]] = self.join[card][NEXT_DOWN[card]] = self._fit

    @property
    def kilobytes(self) -> int:
        """About how much memory is taken by what was worked out; in CPython it is a little less."""
        return len(self.piles) + 4 * len(self._foundations)

    def foundations(self, pairs: Sequence[Pair]) -> Foundations:
        """Return the state of four pairs."""
        return self._of_suits([self._pair(suit, pair.settled) for suit, pair in enumerate(pairs)])

    def after(self, foundations: Foundations, card: int) -> Foundations:
        """Return the foundations when a card that they accept has gone up."""
        found = foundations.after.get(card)
        if found is None:
            suit = SUIT_OF[card]
            suits = list(foundations.suits)
            after = suits[suit].pair.after(RANK_OF[card])
            assert after, "the foundations accept it"
            suits[suit] = self._pair(suit, after)
            found = foundations.after[card] = self._of_suits(suits)
        return found

    def _pair(self, suit: int, pair: Pair) -> PairWorth:
        found = self._pairs.get((suit, pair))
        if found is None:
            found = self._pairs[suit, pair] = PairWorth(suit, pair, self.weights)
        return found

    def _of_suits(self, suits: Sequence[PairWorth]) -> Foundations:
        pairs = tuple(suit.pair for suit in suits)
        found = self._foundations.get(pairs)
        if found is None:
            key = self._random.getrandbits(55)
            found = self._foundations[pairs] = Foundations(suits, self.pile_worth, key)
        return found

    def beside(self, card: int, count: Sequence[int]) -> int:
        """Return what a card is worth as a top beside others: `count` by their numbers."""
        fitting = count[NEXT_UP[card]] + count[NEXT_DOWN[card]]
        return self._fit * fitting + self._equal * count[card]
