"""Pointer events on the table: presses become taps or choices, drags become drops.

One pointer plays at a time. A press that moves lifts its cards; they follow until the pointer is
released, and go home when the browser takes the gesture away.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from web.dom import Element, Timer, listen
from web.hand import Choice
from web.layout import Rect
from web.table import Table

SLACK = 6.0
"""Pixels that a tap may tremble before it is a drag."""
LONG = 450.0
"""Milliseconds after which a press is long, and no tap any more."""
_MAIN, _SECOND = 0, 2


class Player(Protocol):
    """What the gestures tell."""

    def tap(self, choice: Choice, at: float) -> None:
        """A card or place was tapped, at a time in milliseconds."""

    def choose(self, choice: Choice) -> None:
        """A card or place was pressed long: it is only to be selected, or to take what is."""

    def lift(self, choice: Choice) -> bool:
        """Cards are about to be dragged; tell whether they may be."""

    def drop(self, choice: Choice, card: Rect) -> None:
        """Cards were dropped, the lowest of them at a rectangle of the table."""

    def put_back(self) -> None:
        """The drag came to nothing."""

    def look(self, choice: Choice) -> bool:
        """A card was pressed long, or by the second button; tell whether that means anything."""

    def stop_looking(self) -> bool:
        """The player looks no longer; tell whether there was anything to look at."""


class _Press(NamedTuple):
    """A pointer that presses, since when, and where on the table."""

    pointer: int
    choice: Choice
    x: float
    y: float
    at: float


class Gestures:
    """Listens to the pointers over a table."""

    def __init__(self, table: Table, player: Player) -> None:
        """Listen from now on, as long as the page lives."""
        self._table = table
        self._player = player
        self._press: _Press | None = None
        self._from: Rect | None = None
        self._looking = False
        self._second_since: float | None = None
        self._long = Timer(self._pressed_long)
        handlers: dict[str, Callable[[Element], None]] = {
            "pointerdown": self._down,
            "pointermove": self._move,
            "pointerup": self._up,
            "pointercancel": self._lost,
            "lostpointercapture": self._capture_lost,
        }
        for kind, handler in handlers.items():
            listen(table.root, kind, handler)

    def cancel(self) -> None:
        """Forget a press or drag that is under way; lifted cards go home."""
        lifted = self._from is not None
        self._end()
        if lifted:
            self._player.put_back()

    def _end(self) -> None:
        """The press is over, whatever it was."""
        self._press = self._from = None
        self._looking = False
        self._long.stop()
        self._table.peek(None)

    def _down(self, event: Element) -> None:
        if self._press or not event.isPrimary or event.button not in (_MAIN, _SECOND):
            return
        if self._player.stop_looking():
            return
        control = self._table.controls.at(event.target)
        if control is None:
            return
        choice = self._table.controls.choice(control)
        if event.button == _SECOND:
            self._second_since = event.timeStamp if self._player.look(choice) else None
            return
        self._press = _Press(event.pointerId, choice, *self._place(event), event.timeStamp)
        self._table.root.setPointerCapture(event.pointerId)
        self._table.peek(choice)
        self._long.set(LONG)

    def _place(self, event: Element) -> tuple[float, float]:
        """Return where a pointer is on the table, which may move while it presses."""
        left, top = self._table.corner
        return event.clientX - left, event.clientY - top

    def _pressed_long(self) -> None:
        if self._press and self._from is None:
            self._looking = self._player.look(self._press.choice)

    def _move(self, event: Element) -> None:
        press = self._press
        if press is None or event.pointerId != press.pointer:
            return
        x, y = self._place(event)
        dx, dy = x - press.x, y - press.y
        if self._from is None:
            if abs(dx) < SLACK and abs(dy) < SLACK:
                return
            self._stop_looking()
            self._long.stop()
            if not self._player.lift(press.choice):
                self._end()
                return
            self._from = self._table.lift(press.choice)
        self._table.carry(dx, dy)

    def _up(self, event: Element) -> None:
        if event.button == _SECOND:
            # A short press lets the pile be seen until the next one.
            since, self._second_since = self._second_since, None
            if since is not None and event.timeStamp - since > LONG:
                self._player.stop_looking()
        press, lifted = self._press, self._from
        if press is None or event.pointerId != press.pointer:
            return
        looked = self._stop_looking()
        self._end()
        if looked:
            return
        if lifted is None and event.timeStamp - press.at > LONG:
            self._player.choose(press.choice)
        elif lifted is None:
            self._player.tap(press.choice, event.timeStamp)
        else:
            x, y = self._place(event)
            self._player.drop(press.choice, lifted.moved(x - press.x, y - press.y))

    def _lost(self, event: Element) -> None:
        if self._press and event.pointerId == self._press.pointer:
            self._stop_looking()
            self.cancel()

    def _capture_lost(self, event: Element) -> None:
        """Take the pointer back if it still presses: another button of a mouse lets it go."""
        if event.buttons & 1 and self._press and event.pointerId == self._press.pointer:
            self._table.root.setPointerCapture(event.pointerId)
        else:
            self._lost(event)

    def _stop_looking(self) -> bool:
        """End the look of a long press; tell whether there was one."""
        looked, self._looking = self._looking, False
        if looked:
            self._player.stop_looking()
        return looked
