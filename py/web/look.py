"""A pile spread out over the table to look at; no card moves."""

from __future__ import annotations

from collections.abc import Sequence

from demilune.cards import Card
from web.deck import Deck
from web.dom import Element, make
from web.layout import ASPECT, Rect, Scene

_LEAST_WIDTH, _STRIP, _EDGE = 72.0, 0.45, 10.0
"""Width of a card where there is room, what is seen of a covered one by its width, and the rim."""


class Look:
    """Shows one pile at a time; it takes no pointer and no focus."""

    def __init__(self, root: Element, deck: Deck) -> None:
        """Keep where to show it, and the deck that draws it."""
        self._root = root
        self._deck = deck
        self._sheet: Element | None = None

    @property
    def is_open(self) -> bool:
        """Whether a pile is shown."""
        return self._sheet is not None

    def open(self, cards: Sequence[Card], place: Rect, scene: Scene) -> None:
        """Show cards, the bottom one first, beside their place."""
        self.close()
        more = _STRIP * (len(cards) - 1)
        room = scene.width - 2 * _EDGE
        width = min(max(scene.card_width, _LEAST_WIDTH), room / (1 + more))
        height = width * ASPECT
        sheet = make("div", "look", aria_hidden="true")
        sheet.style.setProperty("--card-width", f"{width:.2f}px")
        sheet.style.setProperty("--card-height", f"{height:.2f}px")
        for i, card in enumerate(cards):
            picture = make("div", "card")
            picture.innerHTML = self._deck.face(card, width)
            picture.style.transform = f"translate({_EDGE + i * _STRIP * width:.2f}px, {_EDGE}px)"
            sheet.append(picture)
        broad, high = width * (1 + more) + 2 * _EDGE, height + 2 * _EDGE
        sheet.style.width, sheet.style.height = f"{broad:.2f}px", f"{high:.2f}px"
        x = min(max(place.centre[0] - broad / 2, 0), max(scene.width - broad, 0))
        over = place.y - high - 4
        y = over if over >= 0 else min(place.y + place.height + 4, scene.height - high)
        sheet.style.transform = f"translate({x:.2f}px, {max(y, 0):.2f}px)"
        self._root.append(sheet)
        self._sheet = sheet

    def close(self) -> bool:
        """Take the pile away; tell whether one was shown."""
        if self._sheet is None:
            return False
        self._sheet.remove()
        self._sheet = None
        return True
