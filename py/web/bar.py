"""The bar: time, moves, score and deal code, and the buttons."""

from __future__ import annotations

from demilune.games import REDEAL
from demilune.session import Session
from web.catalogue import ngettext
from web.dom import Element, find
from web.wording import wording_of


def time_text(seconds: float) -> str:
    """Write a time of play.

    >>> time_text(65.9), time_text(3600)
    ('1:05', '1:00:00')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


class Bar:
    """Shows a session's figures, and which buttons can be pressed."""

    def __init__(self) -> None:
        """Find the fields and buttons of the page."""
        self._buttons: dict[str, Element] = {
            name: find(f'.bar [data-command="{name}"]') for name in ("undo", "redo", "redeal")
        }
        self._fields: dict[str, Element] = {
            name: find(f"#{name}") for name in ("time", "moves", "score", "code", "game")
        }
        self._texts: dict[str, str] = {}

    def show(self, session: Session) -> None:
        """Show where a session stands."""
        game, position = session.game, session.position
        words = wording_of(game)
        self._set("game", words.rule(game.letter)[0])
        self._set("code", str(session.code))
        moves = session.moves_made
        self._set("moves", ngettext("{number} move", "{number} moves", moves).format(number=moves))
        points = position.score
        score = ngettext("{number} point", "{number} points", points).format(number=points)
        self._set("score", score if game.scored else "")
        self.show_time(session)
        self._enable("undo", session.can_undo)
        self._enable("redo", session.can_redo)
        button = self._buttons["redeal"]
        button.hidden = not game.redeals
        if game.redeals:
            text = words.redeal(position.redeals)
            if self._texts.get("redeal") != text:
                self._texts["redeal"] = text
                button.querySelector(".text").textContent = text
                button.dataset.left = str(position.redeals)
                button.setAttribute("aria-label", text)
                button.title = text
            self._enable("redeal", game.judge(position, REDEAL) is None)

    def show_time(self, session: Session) -> None:
        """Show the time played."""
        self._set("time", time_text(session.seconds))

    def _set(self, name: str, text: str) -> None:
        if self._texts.get(name) != text:
            self._texts[name] = text
            self._fields[name].textContent = text

    def _enable(self, name: str, enabled: bool) -> None:
        """Enable a button, or disable it without losing the keyboard's focus."""
        button = self._buttons[name]
        if button.disabled == (not enabled):
            return
        if not enabled and button.matches(":focus"):
            find(".control[tabindex='0']").focus()
        button.disabled = not enabled
