"""Cards, suits and ranks, and their text: `AS`, `10H`, `KC`."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

ACE, JACK, QUEEN, KING = 1, 11, 12, 13
RANKS = range(ACE, KING + 1)

_LETTERS = {ACE: "A", JACK: "J", QUEEN: "Q", KING: "K"}
_RANKS = {_LETTERS.get(rank, str(rank)): rank for rank in RANKS}


class Suit(StrEnum):
    """A suit, by its letter in the notation; members stand in the house's order."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Card(NamedTuple):
    """A card of one of up to two decks.

    `deck` (0 or 1) tells the two equal cards of a double deck apart, so that a screen can follow
    one of them; no rule looks at it.
    """

    suit: Suit
    rank: int
    deck: int = 0

    def __str__(self) -> str:
        """Write the card in the notation, rank first.

        >>> str(Card(Suit.HEARTS, 10)), str(Card(Suit.SPADES, ACE))
        ('10H', 'AS')
        """
        return _LETTERS.get(self.rank, str(self.rank)) + self.suit


@cache
def card(text: str, deck: int = 0) -> Card:
    """Read a card from its text, such as `AS` or `10H`.

    Raises ValueError when the text names no card.

    >>> card("QD")
    Card(suit=<Suit.DIAMONDS: 'D'>, rank=12, deck=0)
    """
    rank = _RANKS.get(text[:-1])
    if rank is None:
        raise ValueError(f"no such card: {text!r}")
    return Card(Suit(text[-1]), rank, deck)


def pack(deck: int = 0) -> list[Card]:
    """Return one pack of 52 cards: spades, hearts, diamonds, clubs, each from ace to king."""
    return [Card(suit, rank, deck) for suit in Suit for rank in RANKS]
