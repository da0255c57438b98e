"""What the page says of a game, one file a patience. `WORDING` holds it by the game's prefix."""

from __future__ import annotations

from collections.abc import Mapping

from demilune.games import Game
from web.wording.crescent import CrescentWording
from web.wording.russian import RussianWording
from web.wording.wording import Wording

WORDING: Mapping[str, Wording] = {"CR": CrescentWording(), "RU": RussianWording()}


def wording_of(game: Game) -> Wording:
    """Return the words of a game."""
    return WORDING[game.prefix]
