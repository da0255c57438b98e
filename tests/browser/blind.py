"""Plays by the keyboard with nothing to go by but what a screen reader says.

It knows no place on the screen: it presses arrows and listens to the name of what has the focus.
"""

from __future__ import annotations

from collections import deque

from playwright.sync_api import Page

_ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
_PATIENCE = 400
"""Presses after which a name counts as not to be found."""


class BlindPlayer:
    """Finds its way over a table by names, and remembers which arrow led from which to which.

    Of a name the first `parts` between commas tell a control from all others: where only the top
    card of a pile can be reached the place alone, elsewhere the place and the card.
    """

    def __init__(self, page: Page, parts: int) -> None:
        """Come in to the table; nothing is known of it."""
        self._page = page
        self._parts = parts
        self._ways: dict[str, dict[str, str]] = {}
        page.keyboard.press("ArrowDown")

    def heard(self) -> str:
        """Return the accessible name of what has the focus."""
        return self._page.evaluate("document.activeElement.ariaLabel ?? ''")

    def said(self) -> str:
        """Return what the live region has announced last."""
        return (self._page.locator("#live").text_content() or "").strip()

    def go_to(self, name: str) -> str:
        """Walk to the control of a name, trying out what is not known yet.

        Returns its name as it is heard there; raises AssertionError when no arrow leads there.
        """
        wanted, heard = self._short(name), self.heard()
        for _ in range(_PATIENCE):
            here = self._short(heard)
            if here == wanted:
                return heard
            key = self._next_key(here, wanted)
            self._page.keyboard.press(key)
            heard = self.heard()
            # A way that was known may lead elsewhere by now: it is learnt anew.
            self._ways.setdefault(here, {})[key] = self._short(heard)
        raise AssertionError(f"no arrow leads to {name}")

    def _short(self, name: str) -> str:
        return ", ".join(name.split(", ")[: self._parts])

    def _next_key(self, here: str, wanted: str) -> str:
        """Return the first key on the way to what is wanted, else to what is not known yet."""
        first_keys, queue, untried = {here: ""}, deque([here]), ""
        while queue:
            at = queue.popleft()
            for key in _ARROWS:
                there = self._ways.get(at, {}).get(key)
                if there is None:
                    untried = untried or first_keys[at] or key
                elif there not in first_keys:
                    first_keys[there] = first_keys[at] or key
                    if there == wanted:
                        return first_keys[there]
                    queue.append(there)
        if not untried:
            # What was learnt is of positions that are gone.
            self._ways.clear()
        return untried or _ARROWS[0]
