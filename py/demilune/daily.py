"""The daily deal: one deal a day and game, the same for everyone.

The deals stand in `daily.txt`, one line a day from `FIRST` on, whose order never changes. After the
last line it begins anew; lines may be added at the end before that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from demilune.deals import CodeError, DealCode, read_code
from demilune.games import GAMES
from demilune.stats import Entry

FIRST = date(2026, 1, 1)
"""The day of the first deal."""

DAILY_RULES: Mapping[str, str] = {game.prefix: game.rule for game in reversed(list(GAMES.values()))}
"""The rule of the daily deal by the letters of the game: the first rule of each game."""

# Read on import, for a page started from a memory snapshot has no files to read later.
_text = Path(__file__).with_name("daily.txt").read_text(encoding="utf-8")
_lines = [line for line in _text.splitlines() if not line.startswith("#")]


def daily(game: str, day: date) -> DealCode:
    """Return the deal of a day.

    Raises CodeError when `game` is not the letters of a game, in either case.

    >>> daily("cr", FIRST) == daily("CR", FIRST) != daily("CR", date(2026, 1, 2))
    True
    """
    rule = DAILY_RULES.get(game.upper())
    if rule is None:
        raise CodeError("game", game, tuple(DAILY_RULES))
    # A clock that stands before the first day gets deals too.
    codes = map(read_code, _lines[abs((day - FIRST).days) % len(_lines)].split())
    return next(code for code in codes if code.rule == rule)


class Day(NamedTuple):
    """What became of the deal of a day: whether it was played, won, and won on its own day.

    It is won on its own day when it was begun on it, by the player's date, and no help was shown.
    """

    played: bool = False
    won: bool = False
    on_its_day: bool = False


def days(game: str, entries: Iterable[Entry], first: date, last: date) -> dict[date, Day]:
    """Return what became of the deals of the days from `first` to `last`."""
    games: dict[DealCode, list[Entry]] = {}
    for entry in entries:
        games.setdefault(entry.code, []).append(entry)
    found: dict[date, Day] = {}
    for day in (first + timedelta(days=i) for i in range((last - first).days + 1)):
        # Where the list has begun anew, games of years before are not meant.
        played = [entry for entry in games.get(daily(game, day), ()) if entry.begun >= day]
        won = [entry for entry in played if entry.won]
        found[day] = Day(bool(played), bool(won), any(_counts(entry, day) for entry in won))
    return found


def streaks(game: str, entries: Iterable[Entry], today: date) -> tuple[int, int]:
    """Return how many days on end the deal was won on its own day: up to now, and at most.

    Today counts when it is won, and breaks nothing while it is not. Days after today, which a clock
    that was set back leaves behind, do not count for the run up to now.
    """
    won = {
        entry.begun.toordinal()
        for entry in entries
        if _counts(entry, entry.begun) and entry.code == daily(game, entry.begun)
    }
    now, day = 0, today.toordinal()
    if day not in won:
        day -= 1
    while day in won:
        now, day = now + 1, day - 1
    most = run = 0
    for day in sorted(won):
        run = run + 1 if day - 1 in won else 1
        most = max(most, run)
    return now, most


def _counts(entry: Entry, day: date) -> bool:
    """Tell whether a game was won without help, begun on a day."""
    return entry.won and not entry.assisted and entry.begun == day
