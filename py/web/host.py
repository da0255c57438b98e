"""The page that this one is embedded in: messages to it and from it, the height, and the keys.

Nothing is sent to a page that did not ask. `ready` and `size` go to whoever embeds the frame: they
say nothing of the game. All else goes to the origin of the embedding page: the one that its last
message came from, else the one that the browser names; while neither is known it is not sent.
"""

from __future__ import annotations

import json
from math import ceil
from typing import Any, Protocol

import js
from pyodide.ffi import JsException

from web.dom import Element, find, listen
from web.embed import (
    SOURCE,
    VERSION,
    Goto,
    Line,
    Load,
    Message,
    SetTheme,
    Speak,
    View,
    read_line,
    read_message,
)
from web.height import natural_height
from web.layout import Scene
from web.wording.faults import line_fault

_ANYBODY = "*"
_SCROLL_KEYS = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"}
_SCROLL_KEYS |= {"PageUp", "PageDown", "Home", "End", " "}


class Guest(Protocol):
    """What is shown in the frame, and can be told what to show."""

    def load(self, line: Line) -> None:
        """Show another game."""

    def goto(self, at: int) -> None:
        """Show another position of the game."""

    def speak(self, language: str) -> None:
        """Change the language."""


class Host:
    """The embedding page; where there is none, nothing is sent and nothing comes."""

    def __init__(self, view: View) -> None:
        """Know which view is shown."""
        self._view = view
        self._guest: Guest | None = None
        self._origin = _likely_origin()
        self._told_height = 0

    def welcome(self, guest: Guest) -> None:
        """Say that the frame is ready, and pass on what the host sends from now on."""
        self._guest = guest
        listen(js.window, "message", self._hear)
        listen(js.document, "keydown", _keep_scroll_key)
        self._send({"type": "ready", "view": self._view}, _ANYBODY)

    def tell(self, kind: str, **fields: Any) -> None:
        """Send a message, if it is known to whom."""
        if self._origin:
            self._send({"type": kind, **fields}, self._origin)

    def fit(self, scene: Scene) -> None:
        """Tell the height at which the frame is filled at the width that it has.

        It depends on nothing but the width, or a host that obeys would be told for ever.
        """
        table = find("#table")
        if not self._guest or not table.clientWidth:
            return
        style = js.getComputedStyle(table)
        height = sum(float(getattr(style, side)[:-2]) for side in ("marginTop", "marginBottom"))
        height += sum(find(bar).offsetHeight for bar in (".bar", "#replay"))
        height = ceil(height + natural_height(scene.game, table.clientWidth, scene.view))
        if height != self._told_height:
            self._told_height = height
            self._send({"type": "size", "height": height}, _ANYBODY)

    def _send(self, message: dict[str, Any], target: str) -> None:
        if not embedded():
            return
        text = json.dumps({"source": SOURCE, "v": VERSION, **message})
        js.window.parent.postMessage(js.JSON.parse(text), target)

    def _hear(self, event: Element) -> None:
        if not embedded() or event.source != js.window.parent:
            return
        try:
            message = read_message(js.JSON.stringify(event.data) or "")
        except (JsException, TypeError):  # what is no JSON is no message of ours
            return
        if message is None:
            return
        # A page without an origin of its own can only be reached by way of "anybody".
        self._origin = _ANYBODY if event.origin == "null" else event.origin
        self._follow(message)

    def _follow(self, message: Message) -> None:
        guest = self._guest
        assert guest
        match message:
            case SetTheme(theme):
                js.document.documentElement.dataset.theme = theme
            case Speak(language):
                guest.speak(language)
            case Goto(at):
                guest.goto(at)
            case Load(view=view) if view and view != self._view:
                _open_view(message)
            case Load(code, moves, at):
                line = read_line(code, moves, at, self._view)
                guest.load(line)
                if line.fault:
                    self.tell("error", message=line_fault(line))


def embedded() -> bool:
    """Tell whether this page is in a frame of another."""
    return bool(js.window.parent != js.window)


def _likely_origin() -> str:
    """Return the origin of the embedding page as the browser tells it, or nothing."""
    origins = getattr(js.location, "ancestorOrigins", None)
    if origins is not None and origins.length:
        origin = str(origins.item(0))
        return _ANYBODY if origin == "null" else origin
    referrer = js.document.referrer
    return str(js.URL.new(referrer).origin) if referrer else ""


def _open_view(message: Load) -> None:
    """Load the frame again, with another view."""
    url = js.URL.new(js.location.href)
    for name, value in message._asdict().items():
        url.searchParams.set(name, value)
    js.location.replace(url.href)


def _keep_scroll_key(event: Element) -> None:
    """Let no key of this page scroll the host; what else it does is not touched."""
    if event.key not in _SCROLL_KEYS or event.ctrlKey or event.altKey or event.metaKey:
        return
    # These use the key themselves; so does an open dialog, which scrolls.
    uses = "input, select, textarea, dialog *" + (", button" if event.key == " " else "")
    if not event.target.matches(uses):
        event.preventDefault()
