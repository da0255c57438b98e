"""The patiences, one file each; `GAMES` holds every rule by the beginning of its deal codes.

A further patience is a file here and its rules in `GAMES`.
"""

from __future__ import annotations

from collections.abc import Mapping

from demilune.games.crescent import Crescent
from demilune.games.game import (
    Fan,
    Game,
    Layout,
    Position,
    Refusal,
    Status,
    TapStyle,
    UndoPolicy,
    perft,
)
from demilune.games.moves import REDEAL, Move, NotationError
from demilune.games.russian import Russian

_RULES: tuple[Game, ...] = (
    Crescent("N"),
    Crescent("F", redeals=4),
    Crescent("H", "unlimited", 3, "select", "rows", tells_redeals=True, closed=True),
    Crescent("G", "unlimited", 4, "select", "rows", tells_redeals=True, closed=True),
    Russian("C"),
    Russian("R", same_suit=False),
)

GAMES: Mapping[str, Game] = {game.rule: game for game in _RULES}

__all__ = [
    "GAMES",
    "REDEAL",
    "Fan",
    "Game",
    "Layout",
    "Move",
    "NotationError",
    "Position",
    "Refusal",
    "Status",
    "TapStyle",
    "UndoPolicy",
    "perft",
]
