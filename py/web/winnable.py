"""Deals that can be won: the wish for them in the panel of a new game, and finding one."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from demilune.deals import DealCode, read_code
from web.asking import Asker
from web.catalogue import _
from web.chance import random_bits
from web.dom import find, listen
from web.settings import Difficulty, Settings


class WinnableDeals:
    """Finds deals that the solver has won, if the player wants no others."""

    def __init__(self, settings: Settings, changed: Callable[[str], None], asker: Asker) -> None:
        """Listen to the wish in the panel of a new game; `changed` is told a setting's name."""
        self._settings = settings
        self._changed = changed
        self._asker = asker
        self._box, self._level = find("#winnable input"), find("#winnable select")
        listen(find("#new-game"), "change", lambda _event: self._read())

    def open(self) -> None:
        """Show the wish as it was left; the panel is about to open."""
        self._box.checked = self._settings.winnable_only
        self._level.value = self._settings.difficulty
        self._show_levels()
        if self._settings.winnable_only:
            self._asker.warm_up()

    def deal(self, rule: str, begin: Callable[[DealCode], None]) -> bool:
        """Find a deal of a rule and begin it, if the player wants only such; tell whether so."""
        if self._settings.winnable_only:
            self._asker.ask(
                _("Looking for a deal that can be won …"),
                lambda report: begin(read_code(report["code"])),
                "deal",
                rule=rule,
                seed=random_bits(),
                difficulty=self._settings.difficulty if self._is_listed(rule) else "",
            )
        return self._settings.winnable_only

    def _read(self) -> None:
        wanted, level = bool(self._box.checked), cast(Difficulty, self._level.value)
        settings = self._settings
        if (wanted, level) != (settings.winnable_only, settings.difficulty):
            settings.winnable_only, settings.difficulty = wanted, level
            self._changed("winnable_only")
        if wanted:
            self._asker.warm_up()
        self._show_levels()

    def _show_levels(self) -> None:
        """Levels are there where the deals were measured, which are those of a list."""
        rule = find("#rules input:checked").value
        find("#difficulty").hidden = not (self._box.checked and self._is_listed(rule))

    def _is_listed(self, rule: str) -> bool:
        return rule in self._level.dataset.listed.split()
