"""The button that plays the rest of a game when all that is left can only go up."""

from __future__ import annotations

from collections.abc import Callable

from demilune.games import Move
from demilune.session import Session
from web.catalogue import _
from web.dom import Timer, find
from web.notices import Notices

_REST = 60.0
"""Milliseconds of rest after a move before the question is asked, so that no move waits for it."""
_APART = 150.0
"""Milliseconds from card to card."""


class Finish:
    """Offers to finish, and plays a card at a time until it is stopped."""

    def __init__(self, play: Callable[[Move], None], notices: Notices) -> None:
        """Keep how a move is played, and where the offer is announced."""
        self._play = play
        self._notices = notices
        self._button = find('.bar [data-command="finish"]')
        self._session: Session | None = None
        self._moves: list[Move] = []
        self._asker = Timer(self._ask)
        self._player = Timer(self._next)

    def offer(self, session: Session | None) -> None:
        """Show the button a little later if a session can be finished; None takes it away."""
        if session is not self._session:
            self.stop()
        self._session = session
        if session is None:
            self._asker.stop()
            self._show(False)
        elif not self._moves:
            self._asker.set(_REST)

    def begin(self) -> None:
        """Play the first card, and go on until `stop`."""
        if self._session:
            self._moves = self._session.game.finish(self._session.position)
            self._next()

    def stop(self) -> None:
        """Play no further card."""
        self._player.stop()
        self._moves = []
        if self._session:
            self._asker.set(_REST)

    def _next(self) -> None:
        session = self._session
        if session and self._moves:
            made = len(session.moves)
            self._player.set(_APART)
            self._play(self._moves.pop(0))
            if len(session.moves) > made and self._moves:
                return
        self.stop()

    def _ask(self) -> None:
        session = self._session
        self._show(bool(session and session.game.finish(session.position)))

    def _show(self, offered: bool) -> None:
        """Show the button or hide it; the focus is not lost with it."""
        if self._button.hidden != offered:
            return
        if not offered and self._button.matches(":focus"):
            find(".control[tabindex='0']").focus()
        self._button.hidden = not offered
        if offered:
            self._notices.announce(_("All cards that are left can go up: Finish plays them"))
