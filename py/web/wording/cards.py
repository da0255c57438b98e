"""Names of cards and suits, and the index letters, in the chosen language."""

from __future__ import annotations

from demilune.cards import ACE, JACK, KING, QUEEN, Card, Suit
from web.catalogue import _, pgettext


def card_name(card: Card) -> str:
    """Return the name of a card as it is spoken: *ace of spades*, *7 of hearts*."""
    return _names(card.suit)[card.rank if card.rank in (ACE, JACK, QUEEN, KING) else 0].format(
        rank=card.rank
    )


def _names(suit: Suit) -> dict[int, str]:
    """Return the names of a suit's ace and court cards, and at 0 that of all others."""
    match suit:
        case Suit.SPADES:
            return {
                ACE: _("ace of spades"),
                JACK: _("jack of spades"),
                QUEEN: _("queen of spades"),
                KING: _("king of spades"),
                0: _("{rank} of spades"),
            }
        case Suit.HEARTS:
            return {
                ACE: _("ace of hearts"),
                JACK: _("jack of hearts"),
                QUEEN: _("queen of hearts"),
                KING: _("king of hearts"),
                0: _("{rank} of hearts"),
            }
        case Suit.DIAMONDS:
            return {
                ACE: _("ace of diamonds"),
                JACK: _("jack of diamonds"),
                QUEEN: _("queen of diamonds"),
                KING: _("king of diamonds"),
                0: _("{rank} of diamonds"),
            }
        case Suit.CLUBS:
            return {
                ACE: _("ace of clubs"),
                JACK: _("jack of clubs"),
                QUEEN: _("queen of clubs"),
                KING: _("king of clubs"),
                0: _("{rank} of clubs"),
            }


def suit_name(suit: Suit) -> str:
    """Return the name of a suit."""
    return {
        Suit.SPADES: _("spades"),
        Suit.HEARTS: _("hearts"),
        Suit.DIAMONDS: _("diamonds"),
        Suit.CLUBS: _("clubs"),
    }[suit]


def index(rank: int, international: bool = False) -> str:
    """Return the index of a rank, as in the corner of a card, in the language or as in English."""
    letters = {
        ACE: ("A", pgettext("index of the ace", "A")),
        JACK: ("J", pgettext("index of the jack", "J")),
        QUEEN: ("Q", pgettext("index of the queen", "Q")),
        KING: ("K", pgettext("index of the king", "K")),
    }
    if rank not in letters:
        return str(rank)
    everywhere, here = letters[rank]
    return everywhere if international else here
