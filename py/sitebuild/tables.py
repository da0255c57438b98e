"""The table before anything is dealt: what a first visitor sees while Python starts."""

from demilune.games import GAMES
from web.layout import Scene, layouts

RULE = "CR1-N"
SIZES = {"horseshoe": (1240.0, 640.0), "rows": (352.0, 540.0)}
"""The layouts that are drawn, and the size of the table they are drawn for."""


def empty_tables() -> dict[str, str]:
    """Return the empty places of the default game as SVG, by the name of the layout."""
    game = GAMES[RULE]
    return {
        layout.name: _drawing(Scene(game, layout, *SIZES[layout.name])) for layout in layouts(game)
    }


def _drawing(scene: Scene) -> str:
    places = "".join(
        f'<rect x="{place.x:.1f}" y="{place.y:.1f}" width="{place.width:.1f}" '
        f'height="{place.height:.1f}" rx="{place.width * 0.055:.1f}"/>'
        for place in scene.places.values()
    )
    return (
        f'<svg class="empty {scene.layout.name}" viewBox="0 0 {scene.width:g} {scene.height:g}" '
        f'aria-hidden="true" focusable="false">{places}</svg>'
    )
