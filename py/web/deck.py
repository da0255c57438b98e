"""The deck as the player wants it: the letters of its indices, and its back."""

from __future__ import annotations

from demilune.cards import Card
from web import faces
from web.settings import Settings
from web.wording.cards import index


class Deck:
    """Draws cards as SVG text, each face once."""

    def __init__(self, settings: Settings) -> None:
        """Keep the settings, which are asked anew after `forget`."""
        self._settings = settings
        self._faces: dict[tuple[str, int, bool], str] = {}

    def face(self, card: Card, width: float) -> str:
        """Return the face of a card that is so many CSS pixels wide."""
        compact = faces.is_compact(width)
        picture = card.suit.value, card.rank, compact
        if picture not in self._faces:
            letter = index(card.rank, self._settings.international_letters)
            self._faces[picture] = faces.face(card.suit.value, card.rank, letter, compact)
        return self._faces[picture]

    def back(self) -> str:
        """Return the back of every card."""
        return faces.back(self._settings.back)

    def forget(self) -> None:
        """Draw everything anew: the language or a setting has changed."""
        self._faces.clear()
