"""Whether the deal on the table is one of the lists of deals that can be won: the menu says it."""

from __future__ import annotations

import js

from demilune.deals import DealCode
from web.catalogue import _
from web.dom import Element, find

ADDRESS = "winnable.txt"
"""A line a list: the rules that it is for, a colon, the numbers of its deals."""


class VerifiedDeal:
    """Looks a deal up when the menu is opened: at the start nobody waits for lists.

    What is found nowhere is not said to be lost: it may be a deal that nobody has searched. The way
    to win is shown by the menu's own entry, and counts as help there.
    """

    def __init__(self) -> None:
        """Find where it is said."""
        self._said = find("#menu-verified")
        self._code: DealCode | None = None

    def show(self, code: DealCode) -> None:
        """Show the code of a deal, and whether it can be won as soon as that is known."""
        self._code = code
        self._said.textContent = ""
        find("#menu-code").textContent = str(code)
        js.fetch(ADDRESS).then(_text).then(lambda lists: self._look(code, lists), _nothing)

    def _look(self, code: DealCode, lists: str) -> None:
        rows = (line.partition(":") for line in lists.splitlines())
        numbers = next(
            (numbers for rules, _colon, numbers in rows if code.rule in rules.split()), ""
        )
        if code == self._code and str(code.number) in numbers.split():
            self._said.textContent = _("✓ This deal can be won")


def _text(response: Element) -> Element:
    return response.text()


def _nothing(_error: Element) -> None:
    """Without a network nothing is known, and nothing is said."""
