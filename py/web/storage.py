"""What stays in the browser: saves, the game that gave way to another, settings, the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

import js
from pyodide.ffi import JsException

_PREFIX = "demilune."


class Storage:
    """The browser's `localStorage`, which may be full, forbidden or missing.

    Nothing here raises: what cannot be read is as if never written, and the first write that
    fails is reported once, by calling `on_failure`.
    """

    def __init__(self, on_failure: Callable[[], None]) -> None:
        """Use the page's own storage."""
        self._on_failure = on_failure
        self._failed = False

    def read(self, name: str) -> str | None:
        """Return what is stored under a name, or None."""
        try:
            text = js.localStorage.getItem(_PREFIX + name)
        except (JsException, AttributeError):
            return None
        # JavaScript's null is an object of its own in Python.
        return text if isinstance(text, str) else None

    def write(self, name: str, text: str, needed: bool = True) -> bool:
        """Store a text and tell whether the browser let us; what is not needed fails silently."""
        try:
            js.localStorage.setItem(_PREFIX + name, text)
        except (JsException, AttributeError):
            if needed and not self._failed:
                self._failed = True
                self._on_failure()
            return False
        return True

    def read_all(self, prefix: str) -> dict[str, str]:
        """Return what is stored under names with a prefix, by the rest of the name."""
        try:
            # All at once, for there may be thousands.
            stored = json.loads(js.JSON.stringify(js.localStorage))
        except (JsException, AttributeError):
            return {}
        begin = _PREFIX + prefix
        return {name[len(begin) :]: text for name, text in stored.items() if name.startswith(begin)}

    def remove(self, name: str) -> None:
        """Forget what is stored under a name."""
        with suppress(JsException, AttributeError):
            js.localStorage.removeItem(_PREFIX + name)

    def keep_newest(self, family: str, group: str, most: int) -> None:
        """Note that a group of names was used last; forget the groups that were used longest ago.

        Args:
            family: what the names of all such groups begin with.
            group: what all names of this group begin with.
            most: how many groups are kept.
        """
        index = f"{family}groups"
        noted = [each for each in (self.read(index) or "").split() if each.startswith(family)]
        if noted[-1:] == [group]:
            return
        groups = [*(each for each in noted if each != group), group]
        for old in groups[:-most]:
            for name in self.read_all(old):
                self.remove(old + name)
        self.write(index, " ".join(groups[-most:]), needed=False)

    def set_aside(self, name: str) -> None:
        """Keep a text that cannot be used under another name, so that nothing is lost."""
        text = self.read(name)
        if text is not None:
            self.write(f"damaged.{name}", text)
