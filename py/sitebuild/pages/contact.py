"""The contact sheet: faces, backs and variants of the deck, as they lie on the table."""

from collections.abc import Mapping
from html import escape

from demilune.cards import Card, Suit, pack
from web import faces
from web.wording.cards import card_name, index

VARIANTS = ("four-colours", "large-index")
"""What the style sheet of the deck knows, by class."""


def contact(fields: Mapping[str, str]) -> str:
    """Draw the cards that a block asks for.

    Args:
        fields: `faces`, cards such as `SA H12` or whole suits such as `S`, or `backs`, names of
            backs; `variant`, classes of the deck; `widths`, widths in CSS pixels, at each of which
            every card is drawn.

    Raises:
        ValueError: there is no such card, back, variant or width.
    """
    variants = fields.get("variant", "").split()
    if not set(variants) <= set(VARIANTS):
        raise ValueError(f"no such variant: {variants}")
    if "backs" in fields:
        drawings = [faces.back(name) for name in fields["backs"].split()]
        label = fields["backs"]
    else:
        cards = [card for word in fields["faces"].split() for card in _cards(word)]
        drawings = [faces.face(card.suit.value, card.rank, index(card.rank)) for card in cards]
        label = ", ".join(map(card_name, cards))
    widths = [f"wide-{int(width)}" for width in fields.get("widths", "").split()] or ["even"]
    sheet = "".join(
        f'<div class="card {width}">{drawing}</div>' for drawing in drawings for width in widths
    )
    classes = " ".join(["contact", *variants])
    return f'<div class="{classes}" role="img" aria-label="{escape(label)}">{sheet}</div>'


def _cards(word: str) -> list[Card]:
    suit, rank = Suit(word[0]), word[1:]
    return [card for card in pack(0) if card.suit is suit and rank in ("", str(card.rank))]
