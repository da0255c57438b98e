"""Positions of Crescent as the solver holds them.

**Cards** are numbers, 16 times the suit plus the rank; 0 is no card. A pile is a `bytes` of them
from the bottom up.

**The two foundations of a suit are one pair** (a, k): the ranks on top of the ace and the king
foundation. What the pair accepts has three stages:

- *apart*, a + 1 < k: it accepts a + 1 or k - 1;
- *meeting*, a + 1 = k: the foundations fit on each other, so the top card may be transferred from
  either to the other, again and again, and the pair slides freely: one state. It accepts any rank
  r, after the slide that brings the place, and is then (r, r), whichever foundation took the card;
- *past*, a >= k: it accepts a + 1 and k - 1, and no transfer is possible any more, for a and k only
  move away from each other.

So transfers need no search; `solver.written` spells them out in the line. This leaves out nothing:
a transfer is legal only when meeting, and changes nothing else.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from demilune.cards import ACE, KING, RANKS, Card, Suit
from demilune.games import Position

SUITS = range(4)
PILES = 16
ALL_CARDS = 104
NUMBERS = 64
"""Card numbers are below this."""
BYTE = [bytes([number]) for number in range(NUMBERS)]

SUIT_OF = [number >> 4 for number in range(NUMBERS)]
RANK_OF = [number & 15 for number in range(NUMBERS)]


def _round(rank: int) -> int:
    """Return the rank that stands for one beyond ace or king."""
    return ACE if rank > KING else KING if rank < ACE else rank


NEXT_UP = [0] * NUMBERS
NEXT_DOWN = [0] * NUMBERS
"""The two neighbours of a card, on which it may lie; ranks go round from king to ace."""
for _suit in SUITS:
    for _rank in RANKS:
        NEXT_UP[16 * _suit + _rank] = 16 * _suit + _round(_rank + 1)
        NEXT_DOWN[16 * _suit + _rank] = 16 * _suit + _round(_rank - 1)


def number(card: Card) -> int:
    """Return the number of a card."""
    return 16 * list(Suit).index(card.suit) + card.rank


class Pair(NamedTuple):
    """The ranks on top of the ace and the king foundation of a suit.

    When these meet, (6, 7) stands for every place to which the pair can slide.
    """

    ace: int
    king: int

    @property
    def meeting(self) -> bool:
        """Whether the foundations fit on each other."""
        return self.ace + 1 == self.king

    @property
    def past(self) -> bool:
        """Whether they have met and gone on."""
        return self.ace >= self.king

    @property
    def cards(self) -> int:
        """How many cards lie on the two."""
        return self.ace + KING + 1 - self.king

    @property
    def settled(self) -> Pair:
        """This pair, or (6, 7) for all that meet."""
        return MEETING if self.meeting else self

    def after(self, rank: int) -> Pair | None:
        """Return the pair when a card of a rank has gone up, or None when it cannot."""
        if self.meeting:
            return Pair(rank, rank)
        if rank == self.ace + 1:
            return Pair(rank, self.king).settled
        if rank == self.king - 1:
            return Pair(self.ace, rank).settled
        return None

    def safe(self, rank: int) -> bool:
        """Tell whether a card that can go up may do so at once when no redeal is left.

        It may after the meeting, when it is not a king with aces still to come, nor an ace with
        kings still to come. Say it goes to the ace foundation, r = a + 1. Both cards of rank r - 1
        are up, and of r and each rank beyond one card is left, to follow it on the same foundation.
        Only r + 1 could use the card as a place, and instead it may go up; then r + 2 instead of
        lying on r + 1, and so on: play the line without these moves. Each card leaves where it lay
        just as in the line, and what remains has fewer cards on it.

        One thing could be missed: an ace put on a king that lies on such a pile. But a line that
        does this does not win. The king lies on the queen, which must go up before it, so it must
        leave, and only for the ace; so the ace must leave first. If it goes up, the king cannot
        leave any more. If it goes to the two, which must go up before it, it must leave again, and
        only for the king: with the king on it, or gone up, it cannot; with the king back on the
        queen all begins anew. The same holds the other way round for k - 1.

        With redeals left no move is safe: it changes what comes up.
        """
        if not self.past:
            return False
        if rank == self.ace + 1:
            return rank < KING or self.king == ACE
        return rank > ACE or self.ace == KING


MEETING = Pair(6, 7)


class Pile:
    """A pile of cards; equal piles are one object within a search.

    `top` is its top card and `rest` the pile under it; an empty pile has top 0 and is its own rest.
    `suits` has a bit for each suit that is in it.
    `key` is a random number of 60 bits: those of the piles of a position, added up, tell positions
    apart, however the piles are ordered.
    """

    __slots__ = ("cards", "key", "rest", "suits", "top")

    def __init__(self, cards: bytes, rest: Pile | None, key: int) -> None:
        """Make a pile; without a rest it is empty."""
        self.cards = cards
        self.top = cards[-1] if cards else 0
        self.rest = rest or self
        self.suits: int = rest.suits | 1 << SUIT_OF[self.top] if rest else 0
        self.key = key


class Piles(dict[bytes, Pile]):
    """Every pile of a search by its cards; asking for one makes it."""

    def __init__(self) -> None:
        """Know no pile but the empty one."""
        self._random = Random(1)
        self[b""] = Pile(b"", None, 0)

    def __missing__(self, cards: bytes) -> Pile:
        """Make a pile, and those below its top if they are new too."""
        rest = self[cards[:-1]]
        # Sixteen of these and a little more still fit into 60 bits, where Python is fast.
        pile = self[cards] = Pile(cards, rest, self._random.getrandbits(55))
        return pile


def dealt(position: Position) -> list[bytes]:
    """Return the tableau piles of a position of the engine."""
    return [bytes(map(number, pile)) for pile in position.tableau]


def pairs(position: Position) -> list[Pair]:
    """Return the foundations of a position of the engine, as they stand."""
    tops = [foundation[-1].rank for foundation in position.foundations]
    return [Pair(*two) for two in zip(tops[: len(SUITS)], tops[len(SUITS) :], strict=True)]
