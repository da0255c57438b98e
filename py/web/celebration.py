"""What a won game is worth: the cards rise from the foundations to a half moon, and fall."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import js
from pyodide.ffi import to_js

from demilune.cards import Card
from web.deck import Deck
from web.dom import Element, Timer, make
from web.layout import Rect
from web.motion import Motion

_CARDS = 27
_APART = 26.0
_LASTS = 1500.0
"""Milliseconds from card to card, and that one is on its way."""


class Celebration:
    """A short show over the table, which ends at once when the player goes on."""

    def __init__(self, root: Element, deck: Deck, motion: Motion) -> None:
        """Keep where to show it, with which cards, and whether anything may move."""
        self._root, self._deck, self._motion = root, deck, motion
        self._timer = Timer(self.end)
        self._sheet: Element | None = None
        self._after: Callable[[], None] | None = None

    def begin(self, foundations: list[tuple[Card, Rect]], after: Callable[[], None]) -> None:
        """Show cards that come from where they lie; then, or at once without motion, do `after`."""
        self.stop()
        if not self._motion.on:
            after()
            return
        self._after = after
        self._sheet = sheet = make("div", "celebration", aria_hidden="true")
        for i in range(_CARDS):
            card, place = foundations[i % len(foundations)]
            rank = (card.rank - 1 - i // len(foundations)) % 13 + 1
            sheet.append(self._flying(card._replace(rank=rank), place, i))
        self._root.append(sheet)
        self._timer.set(_LASTS + _APART * _CARDS)

    def end(self) -> None:
        """Take the show away and do what comes after it."""
        after = self._after
        self.stop()
        if after:
            after()

    def stop(self) -> None:
        """Take the show away, and forget what was to come after it."""
        self._timer.stop()
        self._after = None
        if self._sheet:
            self._sheet.remove()
        self._sheet = None

    def _flying(self, card: Card, place: Rect, i: int) -> Element:
        """Return a card that rises to its place in the half moon, rests there, and falls."""
        picture = make("div", "card")
        picture.innerHTML = self._deck.face(card, place.width)
        width, height = self._root.clientWidth, self._root.clientHeight
        turn = pi * (i / (_CARDS - 1) - 0.5)
        radius = min(width * 0.42, height * 0.62)
        x = width / 2 + radius * sin(turn) - place.width / 2
        y = height * 0.78 - radius * cos(turn) - place.height / 2
        start = f"translate({place.x:.0f}px, {place.y:.0f}px)"
        there = f"translate({x:.0f}px, {y:.0f}px) rotate({turn:.2f}rad)"
        fallen = f"translate({x:.0f}px, {y + height * 0.5:.0f}px) rotate({1.6 * turn:.2f}rad)"
        frames = [
            {"transform": start, "opacity": 0, "easing": "cubic-bezier(0.2, 0.8, 0.3, 1)"},
            {"transform": there, "opacity": 1, "offset": 0.4},
            {"transform": there, "opacity": 1, "offset": 0.72, "easing": "ease-in"},
            {"transform": fallen, "opacity": 0},
        ]
        timing = {"duration": _LASTS, "delay": i * _APART, "fill": "both"}
        picture.animate(
            to_js(frames, dict_converter=js.Object.fromEntries),
            to_js(timing, dict_converter=js.Object.fromEntries),
        )
        return picture
