"""What the page's address asks for: a deal by its code, a daily deal, or a rule."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from urllib.parse import parse_qs

import js

from demilune.daily import daily
from demilune.deals import CodeError, DealCode, read_code
from demilune.games import GAMES

_GAME = ("code", "game", "daily")
"""The parameters that ask for a game; the first that is there counts."""


class Wish(NamedTuple):
    """The game that is asked for: a deal, or any of a rule, or a fault that says why neither."""

    code: DealCode | None = None
    rule: str = ""
    fault: CodeError | None = None


def parameters() -> dict[str, str]:
    """Return the parameters of the page's address."""
    return {name: texts[0] for name, texts in parse_qs(js.location.search[1:]).items()}


def read_game(address: Mapping[str, str], today: date) -> Wish:
    """Read which game an address asks for; all in it is untrusted.

    >>> read_game({"game": "ru1-c"}, date(2026, 11, 29)).rule
    'RU1-C'
    >>> read_game({"daily": "XX"}, date(2026, 11, 29)).fault
    CodeError("deal code: game 'XX', expected RU or CR")
    """
    name = next((name for name in _GAME if name in address), None)
    if name is None:
        return Wish()
    text = address[name]
    if text.upper() in GAMES:
        return Wish(rule=text.upper())
    try:
        return Wish(daily(text, today) if name == "daily" else read_code(text))
    except CodeError as error:
        return Wish(fault=error)


def forget_game(address: dict[str, str]) -> None:
    """Take the game out of the address, so that a reload keeps the one played now."""
    url = js.URL.new(js.location.href)
    for name in _GAME:
        url.searchParams.delete(name)
        address.pop(name, None)
    js.history.replaceState(None, "", url.href)
