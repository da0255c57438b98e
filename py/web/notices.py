"""What the page says: to a screen reader, and in a notice that everyone sees."""

from __future__ import annotations

from collections.abc import Callable

from web.dom import Timer, find

_STAYS = 8000.0


class Notices:
    """The live region and the one notice of the page."""

    def __init__(self) -> None:
        """Find both; they are in the page from its start."""
        self._live = find("#live")
        self._notice = find("#notice")
        self._text = find("#notice-text")
        self._button = find("#notice button")
        self._timer = Timer(self.hide)
        self._action: Callable[[], None] | None = None
        self._offer: tuple[str, str, Callable[[], None]] | None = None
        self._put_off = False

    def announce(self, text: str) -> None:
        """Say a text to a screen reader; one said twice is said again."""
        said = self._live.textContent
        self._live.textContent = text + "\u00a0" if said == text else text

    def show(self, text: str, label: str = "", action: Callable[[], None] | None = None) -> None:
        """Show a notice for a while, or with a button until the game goes on."""
        self._text.textContent = text
        self._button.textContent = label
        self._button.hidden = action is None
        self._action = action
        self._notice.hidden = False
        self.announce(text)
        if action is None:
            self._timer.set(_STAYS)
        else:
            self._timer.stop()

    def update(self, text: str, action: Callable[[], None]) -> None:
        """Change the text of the notice with this action, if it is shown, without saying it."""
        if self._action == action:
            self._text.textContent = text

    def withdraw(self, action: Callable[[], None]) -> None:
        """Take the notice with this action away, if it is shown."""
        if self._action == action:
            self.hide()

    def offer(self, text: str, label: str, action: Callable[[], None]) -> None:
        """Show a notice that waits while another has a button, and comes back: see `remind`."""
        self._offer = text, label, action
        self._put_off = False
        if not self._action:
            self._show_offer()

    def hide(self) -> None:
        """Take the notice away; if an offer has waited behind it, show that."""
        shown = self._offer and self._action is self._offer[2]
        self._timer.stop()
        self._action = None
        self._notice.hidden = True
        if shown:
            self._put_off = True
        else:
            self._show_offer()

    def remind(self) -> None:
        """Show the offer again that was put off by going on with the game, if there is one."""
        self._put_off = False
        if not self._action:
            self._show_offer()

    def _show_offer(self) -> None:
        if self._offer and not self._put_off:
            self.show(*self._offer)

    def act(self) -> None:
        """Do what the notice's button offers."""
        action = self._action
        self.hide()
        if action:
            action()
