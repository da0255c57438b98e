"""The dialog of the settings: each change holds at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from demilune.cards import Card, Suit
from demilune.games import Game
from web.catalogue import _
from web.deck import Deck
from web.dom import Element, find, listen, make, option
from web.panels import open_dialog
from web.settings import Settings
from web.wording import wording_of

_SAMPLE = (
    Card(Suit.SPADES, 10),
    Card(Suit.HEARTS, 12),
    Card(Suit.DIAMONDS, 11),
    Card(Suit.CLUBS, 1),
)
"""The faces in the preview: a number, courts, an ace, and every suit."""
_SAMPLE_WIDTH = 76
"""CSS pixels, as in the style sheet."""


class SettingsPanel:
    """Shows the settings, and changes them.

    The controls have the names of the settings' fields. Those that hold for a rule alone change
    the field's entry for the rule that is played.
    """

    def __init__(self, settings: Settings, changed: Callable[[str], None]) -> None:
        """Keep the settings and what to call, with a setting's name, after each change."""
        self._settings = settings
        self._changed = changed
        self._deck = Deck(settings)
        self._dialog = find("#settings")
        self._names = [each.name for each in fields(settings) if each.name != "language"]
        self._before_reset: Settings | None = None
        self._reset_button = find("#reset-settings")
        self._game: Game
        listen(self._dialog, "change", self._change)
        listen(self._reset_button, "click", lambda _event: self._reset())

    def open(self, game: Game, language: str) -> None:
        """Open, for the rule that is played now."""
        self._game = game
        find("#language").value = language
        self._offer_reset()
        self._show()
        open_dialog(self._dialog)

    def _show(self) -> None:
        """Set every control to its setting."""
        game, words = self._game, wording_of(self._game)
        find("#settings-rule").textContent = words.rule(game.letter)[0]
        layouts = dict.fromkeys(layout.name for layout in game.layouts)
        find("#setting-layout").replaceChildren(
            option("auto", _("With the largest cards")),
            *(option(name, words.layout(name)) for name in layouts),
        )
        of_the_rule = {
            "undo": self._settings.undo_policy(game.rule),
            "tap_style": self._settings.taps(game.rule),
            "layout": self._settings.layout_name(game.rule),
        }
        for name in self._names:
            value = of_the_rule.get(name, getattr(self._settings, name))
            for control in self._dialog.querySelectorAll(f'[name="{name}"]'):
                if control.type == "checkbox":
                    control.checked = value
                elif control.type == "radio":
                    control.checked = control.value == value
                else:
                    control.value = value
        self._preview()

    def _preview(self) -> None:
        """Show some cards as the settings want them."""
        self._deck.forget()
        cards = []
        faces = (self._deck.face(card, _SAMPLE_WIDTH) for card in _SAMPLE)
        for picture in (*faces, self._deck.back()):
            card = make("div", "card")
            card.innerHTML = picture
            cards.append(card)
        find("#preview").replaceChildren(*cards)

    def _change(self, event: Element) -> None:
        control = event.target
        value: Any = control.checked if control.type == "checkbox" else control.value
        setting = getattr(self._settings, control.name)
        if isinstance(setting, dict):
            setting[self._game.rule] = value
        else:
            setattr(self._settings, control.name, value)
        self._offer_reset()
        self._changed(control.name)
        self._preview()

    def _reset(self) -> None:
        """Set everything but the language to its default, or take that back."""
        before = replace(self._settings)
        wanted = self._before_reset or Settings(language=before.language)
        self._settings.become(wanted)
        self._offer_reset(None if self._before_reset else before)
        self._changed("")
        self._show()

    def _offer_reset(self, before: Settings | None = None) -> None:
        """Let the button reset, or take a reset back to the settings `before` it."""
        self._before_reset = before
        self._reset_button.textContent = _("Take the reset back") if before else _("Reset")
