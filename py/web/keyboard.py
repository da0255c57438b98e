"""Keys: arrows move over the table as the eye does, letters are commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import js

from web.dom import Element, find, listen
from web.layout import Direction, neighbour
from web.table import Table

_ARROWS: Mapping[str, Direction] = {
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "ArrowUp": "up",
    "ArrowDown": "down",
}


_HELD = ("u", "ctrl+z", "ctrl+y", "ctrl+shift+z")
"""Keys that may be held down: any other gives its command once."""


class Keyboard:
    """Listens to the keys of the page.

    `commands` has what each key does: a letter in lower case, `?`, `Escape`, and with `ctrl+`
    or `ctrl+shift+` before it.
    """

    def __init__(self, table: Table, commands: Mapping[str, Callable[[], object]]) -> None:
        """Listen from now on, as long as the page lives."""
        self._table = table
        self._commands = commands
        listen(js.document, "keydown", self._down)

    def _down(self, event: Element) -> None:
        if event.altKey or event.isComposing or find("dialog[open]"):
            return
        if event.target.matches("input, select, textarea"):
            return
        if event.repeat and event.key in ("Enter", " "):
            event.preventDefault()  # A button that is held down is pressed once.
            return
        ctrl = event.ctrlKey or event.metaKey
        if event.key in _ARROWS and not ctrl:
            self._walk(_ARROWS[event.key], event)
            return
        name = event.key.lower() if len(event.key) == 1 else event.key
        if ctrl:
            name = f"ctrl+{'shift+' if event.shiftKey else ''}{name}"
        command = self._commands.get(name)
        if command:
            event.preventDefault()
            if not event.repeat or name in _HELD:
                command()

    def _walk(self, direction: Direction, event: Element) -> None:
        here = self._table.controls.tab_stop
        inside = self._table.root.contains(js.document.activeElement)
        if here is None or not (inside or js.document.activeElement == js.document.body):
            return
        event.preventDefault()
        there = neighbour(self._table.controls.rects(), here, direction) if inside else here
        if there:
            self._table.controls.focus(there)
