"""The height at which a table fills a frame. Pure: knows no browser."""

from __future__ import annotations

from demilune.games import Game
from web.layout import AS_DEALT, Scene, View, layouts

NARROW = 560.0
"""Pixels; a frame that is less wide is a phone's."""
_ANY_HEIGHT = 16384.0


def natural_height(game: Game, width: float, view: View = AS_DEALT) -> float:
    """Return the height at which a table of a width is filled by the largest cards that fit it.

    A wide table takes the layout that needs the least, a narrow one that with the largest cards.
    """
    scenes = [Scene(game, layout, width, _ANY_HEIGHT, view) for layout in layouts(game, view)]
    if width < NARROW:
        return _height_needed(max(scenes, key=lambda scene: scene.card_width))
    return min(map(_height_needed, scenes))


def _height_needed(scene: Scene) -> float:
    """Return the least height that lets the cards of a scene be as large as its width does."""
    low, high = 0.0, _ANY_HEIGHT
    while high - low > 0.5:
        middle = (low + high) / 2
        fits = Scene(scene.game, scene.layout, scene.width, middle, scene.view)
        low, high = (low, middle) if fits.card_width >= scene.card_width else (middle, high)
    return high
