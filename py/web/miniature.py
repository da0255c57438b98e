"""A small picture of how a rule is dealt: where the cards lie, and which of them face down."""

from __future__ import annotations

from functools import cache

from demilune.games import GAMES
from web.layout import Scene

WIDTH, HEIGHT = 660.0, 400.0
"""Size of the picture, in its own units."""


@cache
def miniature(rule: str) -> str:
    """Return the picture of a rule as SVG text: cards as rectangles, face up or `down`."""
    game = GAMES[rule]
    layout = next((each for each in game.layouts if each.name == game.layout), game.layouts[0])
    scene = Scene(game, layout, WIDTH, HEIGHT)
    position = game.deal(0)
    cards = []
    for name, place in scene.places.items():
        rects = scene.cards(position, name)
        hidden = game.face_down(position, name)
        if not rects:
            cards.append(_rect("empty", place.x, place.y, place.width, place.height))
        for i, rect in enumerate(rects if layout.fanned else rects[-1:]):
            kind = "down" if layout.fanned and i < hidden else "up"
            if hidden and not layout.fanned:
                # What lies under the top card looks out at its foot.
                cards.append(_rect("down", rect.x, rect.y + 12, rect.width, rect.height))
            cards.append(_rect(kind, rect.x, rect.y, rect.width, rect.height))
    return (
        f'<svg class="miniature" viewBox="-4 -4 {WIDTH + 8:g} {HEIGHT + 16:g}" aria-hidden="true" '
        f'focusable="false">{"".join(cards)}</svg>'
    )


def _rect(kind: str, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect class="{kind}" x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" rx="5"/>'
    )
