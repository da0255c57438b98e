"""The contact sheet: faces, backs and variants of the deck, as they lie on the table."""

from collections.abc import Mapping
from html import escape

from demilune.cards import Card, Suit, pack
from web import faces
from web.wording.cards import card_name, index

VARIANTS = ("four-colours", "large-index")
"""What the style sheet of the deck knows, by class."""


EVEN = 0
"""The width of a card that shares a row with others; it is never compact."""


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
    drawn: list[str] | list[Card]
    if "backs" in fields:
        drawn = fields["backs"].split()
        label = fields["backs"]
    else:
        drawn = [card for word in fields["faces"].split() for card in _cards(word)]
        label = ", ".join(map(card_name, drawn))
    widths = [int(width) for width in fields.get("widths", "").split()] or [EVEN]
    sheet = "".join(_picture(each, width) for each in drawn for width in widths)
    classes = " ".join(["contact", *variants])
    return f'<div class="{classes}" role="img" aria-label="{escape(label)}">{sheet}</div>'


def _picture(drawn: str | Card, width: int) -> str:
    """Draw a back or a face at a width."""
    if isinstance(drawn, str):
        drawing = faces.back(drawn)
    else:
        compact = width != EVEN and faces.is_compact(width)
        drawing = faces.face(drawn.suit.value, drawn.rank, index(drawn.rank), compact)
    return f'<div class="card {"even" if width == EVEN else f"wide-{width}"}">{drawing}</div>'


def _cards(word: str) -> list[Card]:
    suit, rank = Suit(word[0]), word[1:]
    return [card for card in pack(0) if card.suit is suit and rank in ("", str(card.rank))]
