"""What the page's address asks for: a deal by its code, a daily deal, or a rule. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from urllib.parse import parse_qs

from demilune.daily import daily
from demilune.deals import CodeError, DealCode, read_code
from demilune.games import GAMES

GAME = ("code", "game", "daily")
"""The parameters that ask for a game; the first that is there counts."""


class Wish(NamedTuple):
    """The game that is asked for: a deal, or any of a rule, or a fault that says why neither."""

    code: DealCode | None = None
    rule: str = ""
    fault: CodeError | None = None


def parameters(query: str) -> dict[str, str]:
    """Return the parameters of an address, of which `query` is the part from the `?` on."""
    return {name: texts[0] for name, texts in parse_qs(query.removeprefix("?")).items()}


def read_game(address: Mapping[str, str], today: date) -> Wish:
    """Read which game an address asks for; all in it is untrusted.

    >>> read_game({"game": "ru1-c"}, date(2026, 11, 29)).rule
    'RU1-C'
    >>> read_game({"daily": "XX"}, date(2026, 11, 29)).fault
    CodeError("deal code: game 'XX', expected RU or CR")
    """
    name = next((name for name in GAME if name in address), None)
    if name is None:
        return Wish()
    text = address[name]
    if text.upper() in GAMES:
        return Wish(rule=text.upper())
    try:
        return Wish(daily(text, today) if name == "daily" else read_code(text))
    except CodeError as error:
        return Wish(fault=error)
