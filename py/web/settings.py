"""The player's settings, and their text as it is stored."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields

from demilune.games import GAMES, UndoPolicy


@dataclass
class Settings:
    """What the player has set; the defaults are the seeds'.

    `undo` keeps a policy per rule (`CR1-N` …) where it differs from the rule's own. `language` is
    empty while the browser's languages decide.
    """

    placement_help: bool = True
    interactive_rules: bool = True
    double_click: bool = True
    automatic_placement: bool = False
    language: str = ""
    undo: dict[str, UndoPolicy] = field(default_factory=dict)

    def undo_policy(self, rule: str) -> UndoPolicy:
        """Return the undo policy for the next deal of a rule."""
        return self.undo.get(rule, GAMES[rule].undo_policy)

    def write(self) -> str:
        """Write the settings as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Settings:
        """Read settings; whatever is missing or of another type keeps its default.

        >>> Settings.read('{"double_click": false, "language": 7}')  # doctest: +ELLIPSIS
        Settings(placement_help=True, ..., double_click=False, ..., language='', undo={})
        """
        settings = cls()
        try:
            stored = json.loads(text)
        except (ValueError, RecursionError):
            return settings
        if not isinstance(stored, dict):
            return settings
        for name in (each.name for each in fields(cls)):
            if type(stored.get(name)) is type(getattr(settings, name)):
                setattr(settings, name, stored[name])
        settings.undo = {
            rule: policy
            for rule, policy in settings.undo.items()
            if rule in GAMES and policy in ("limited", "unlimited")
        }
        return settings
