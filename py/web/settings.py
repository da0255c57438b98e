"""The player's settings, and their text as it is stored."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from demilune.games import GAMES, TapStyle, UndoPolicy

Theme = Literal["night", "green", "paper", "contrast"]
Difficulty = Literal["", "easy", "medium", "hard"]
Back = Literal["moon", "lattice", "waves", "stars"]


@dataclass
class Settings:
    """What the player has set; the defaults are the seeds'.

    An empty choice follows the browser: its languages, its preference for a light or dark theme.
    `undo`, `tap_style` and `layout` keep a value per rule (`CR1-N` …) where it differs from the
    rule's own; a layout is the name of one, or `auto`.
    """

    placement_help: bool = True
    interactive_rules: bool = True
    double_click: bool = True
    automatic_placement: bool = False
    look_into_piles: bool = False
    fan_piles: bool = False
    light_twin: bool = False
    finish_button: bool = False
    confirm_redeal: bool = False
    winnable_only: bool = False
    difficulty: Difficulty = ""
    still_winnable: bool = False
    animation: bool = True
    sound: bool = False
    left_handed: bool = False
    show_time: bool = True
    theme: Literal["", Theme] = ""
    back: Back = "moon"
    four_colours: bool = False
    large_index: bool = False
    international_letters: bool = False
    text_size: Literal["normal", "large", "largest"] = "normal"
    card_size: Literal["largest", "medium", "small"] = "largest"
    language: str = ""
    undo: dict[str, UndoPolicy] = field(default_factory=dict)
    tap_style: dict[str, TapStyle] = field(default_factory=dict)
    layout: dict[str, str] = field(default_factory=dict)

    def undo_policy(self, rule: str) -> UndoPolicy:
        """Return the undo policy for the next deal of a rule."""
        return self.undo.get(rule, GAMES[rule].undo_policy)

    def taps(self, rule: str) -> TapStyle:
        """Return what a tap means under a rule."""
        return self.tap_style.get(rule, GAMES[rule].tap_style)

    def layout_name(self, rule: str) -> str:
        """Return the layout of a rule by name; `auto` is the one with the largest cards."""
        return self.layout.get(rule, GAMES[rule].layout or "auto")

    def become(self, other: Settings) -> None:
        """Take over every setting of another object."""
        for each in fields(self):
            setattr(self, each.name, getattr(other, each.name))

    def write(self) -> str:
        """Write the settings as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Settings:
        """Read settings; whatever is missing or none of its choices keeps its default.

        >>> read = Settings.read('{"sound": true, "theme": "pink", "undo": {"RU1-C": "unlimited"}}')
        >>> read.sound, read.theme, read.undo
        (True, '', {'RU1-C': 'unlimited'})
        """
        settings = cls()
        try:
            stored = json.loads(text)
        except (ValueError, RecursionError):
            return settings
        if isinstance(stored, dict):
            for name, kind in get_type_hints(cls).items():
                setattr(settings, name, _read(stored.get(name), kind, getattr(settings, name)))
        return settings


def _read(value: Any, kind: Any, default: Any) -> Any:
    """Return a stored value if it is of a kind, else the default; of a dictionary what fits."""
    if get_origin(kind) is dict:
        each = get_args(kind)[1]
        entries = value.items() if isinstance(value, dict) else ()
        return {rule: choice for rule, choice in entries if rule in GAMES and _fits(choice, each)}
    return value if _fits(value, kind) else default


def _fits(value: Any, kind: Any) -> bool:
    return value in get_args(kind) if get_origin(kind) is Literal else type(value) is kind
