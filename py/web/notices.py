"""What the page says: to a screen reader, and in a notice that everyone sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from web.dom import Element, Timer, find

_STAYS = 8000.0
_LONG = 80
"""Letters of a text beside which a button has no room on a phone."""


class Offer(NamedTuple):
    """A notice with a button that is not forgotten when another takes its place."""

    text: str
    label: str
    action: Callable[[], None]


class Notices:
    """The live regions and the one notice of the page."""

    def __init__(self) -> None:
        """Find them; they are in the page from its start."""
        self._live, self._also = find("#live"), find("#live-also")
        self._notice = find("#notice")
        self._text = find("#notice-text")
        self._button = find("#notice button")
        self._timer = Timer(self.hide)
        self._action: Callable[[], None] | None = None
        self._offers: list[Offer] = []
        self._put_off: list[Offer] = []

    def announce(self, text: str) -> None:
        """Say a text to a screen reader; one said twice is said again."""
        _say(self._live, text)

    def announce_also(self, text: str) -> None:
        """Say a text that must not take the place of what `announce` says in the same moment."""
        _say(self._also, text)

    def show(self, text: str, label: str = "", action: Callable[[], None] | None = None) -> None:
        """Show a notice for a while, or with a button until the game goes on."""
        self._text.textContent = text
        self._notice.classList.toggle("long", len(text) > _LONG)
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

    def offer(self, text: str, label: str, action: Callable[[], None], first: bool = False) -> None:
        """Show a notice that waits while another is shown, and comes back until it is withdrawn.

        One that is to be `first` comes before those that wait already.
        """
        offer = Offer(text, label, action)
        self._offers.insert(0 if first else len(self._offers), offer)
        if first or not self._action:
            self.show(*offer)

    def withdraw(self, action: Callable[[], None]) -> None:
        """Take the notice with this action away: it is shown no more, nor waits."""
        self._offers = [offer for offer in self._offers if offer.action != action]
        self._put_off = [offer for offer in self._put_off if offer.action != action]
        if self._action == action:
            self.hide()

    def hide(self) -> None:
        """Take the notice away and show an offer that waits; an offer itself is put off by this."""
        self._put_off += [offer for offer in self._offers if offer.action == self._action]
        self._timer.stop()
        self._action = None
        self._notice.hidden = True
        self._show_offer()

    def remind(self) -> None:
        """Show again what was offered and put off by going on with the game, if there is any."""
        self._put_off.clear()
        if not self._action:
            self._show_offer()

    def _show_offer(self) -> None:
        for offer in self._offers:
            if offer not in self._put_off:
                self.show(*offer)
                return

    def act(self) -> None:
        """Do what the notice's button offers."""
        action = self._action
        self.hide()
        if action:
            action()


def _say(region: Element, text: str) -> None:
    """Change a live region; the same text becomes another one that sounds alike."""
    region.textContent = text + "\u00a0" if region.textContent == text else text
