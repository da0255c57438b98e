"""Statistics, derived from a log of finished games.

The log only grows. An entry is one finished game, and its id tells it from all others: entries of
the same game, from two tabs, from a win that was taken back and won again, from a file that is
imported twice, become one. So nothing counts twice, whatever the order in which entries come.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, cast

from demilune.deals import CodeError, DealCode, read_code
from demilune.games import Status
from demilune.session import Session, is_day, is_id


class EntryError(ValueError):
    """A text that is no entry of the log; the message says what was found."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished game.

    Attributes:
        id: the session's; small letters and digits.
        code: the deal and its rule.
        won: whether it was won; else it was given up, stuck or not.
        assisted: whether the solver has helped: by a hint, a solution, a peek at hidden cards.
        moves: the move counter at the end.
        seconds: the time of play.
        score: the points at the end; None where the game has none, or where a card was taken back
            from a foundation, which would make points without end.
        begun: the player's date at the first move.
        day: the player's date at the end.
        ended: the time of the end, in milliseconds since 1970 (UTC); puts the games in order.
    """

    id: str
    code: DealCode
    won: bool
    assisted: bool
    moves: int
    seconds: float
    score: int | None
    begun: date
    day: date
    ended: int

    def write(self) -> str:
        """Write the entry as JSON."""
        fields = asdict(self) | {"code": str(self.code)}
        return json.dumps(fields | {"begun": str(self.begun), "day": str(self.day)})

    @classmethod
    def read(cls, text: str) -> Entry:
        """Read an entry; raises EntryError when anything in it does not fit."""
        try:
            return cls.check(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise EntryError(str(error)) from error

    @classmethod
    def check(cls, value: object) -> Entry:
        """Return the entry that JSON stands for; raises EntryError when anything does not fit.

        Fields that are not known are passed over.
        """
        if not isinstance(value, dict):
            raise EntryError("no entry of the log")
        for name, fits in _FIELDS.items():
            if not fits(value.get(name)):
                raise EntryError(f"{name} is missing or wrong")
        try:
            code = read_code(value["code"])
        except CodeError as error:
            raise EntryError(str(error)) from error
        begun, day = (date.fromisoformat(value[name]) for name in ("begun", "day"))
        fields: dict[str, Any] = {name: value.get(name) for name in _FIELDS}
        return cls(**fields | {"code": code, "begun": begun, "day": day})


def entry_of(session: Session, day: date, ended: int) -> Entry:
    """Return the entry of a session that ends now: as won if it is won, else as given up.

    Args:
        session: a game with an id, in which a move was made.
        day: the player's date now.
        ended: milliseconds since 1970.
    """
    game = session.game
    taken_back = any(
        move.source in game.foundation_names and move.target in game.pile_names
        for move in session.moves
    )
    return Entry(
        session.id,
        session.code,
        session.status is Status.WON,
        session.assisted,
        session.moves_made,
        round(session.seconds, 3),
        session.position.score if game.scored and not taken_back else None,
        date.fromisoformat(session.begun) if session.begun else day,
        day,
        ended,
    )


def merge(entries: Iterable[Entry]) -> list[Entry]:
    """Return one entry a game, the game that ended first at the beginning.

    A game that was ever won stays won, as it was won the first time; of one that was given up
    more than once the last time holds. The order of the entries and their repetition change
    nothing: `merge(merge(a) + b) == merge(b + a + a)`.
    """
    games: dict[str, Entry] = {}
    for entry in entries:
        games[entry.id] = min(games.get(entry.id, entry), entry, key=_precedence)
    return sorted(games.values(), key=lambda entry: (entry.ended, entry.id))


def _precedence(entry: Entry) -> tuple[bool, int, str]:
    # The text decides between forged entries that are the same but for something else.
    return not entry.won, entry.ended if entry.won else -entry.ended, entry.write()


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures of finished games.

    Wins in which help was shown are counted apart, as `assisted`: they are neither among `played`
    nor `won`, and leave streaks as they are. Times (in seconds) and moves are those of the games
    that were won without help; None where there is none.
    """

    played: int = 0
    won: int = 0
    assisted: int = 0
    streak: int = 0
    """Games won since the last one that was not."""
    best_streak: int = 0
    best_seconds: float | None = None
    mean_seconds: float | None = None
    best_moves: int | None = None
    mean_moves: float | None = None
    best_score: int | None = None
    """Of all games without help in which no card was taken back from a foundation."""

    @property
    def share(self) -> float | None:
        """The share of the games played that were won, 0 to 1; None when none was played."""
        return self.won / self.played if self.played else None


def statistics(entries: Iterable[Entry]) -> Statistics:
    """Return the figures of entries in the order of `merge`.

    >>> statistics([]).share is None
    True
    """
    counted = list(entries)
    played = [entry for entry in counted if not (entry.won and entry.assisted)]
    won = [entry for entry in played if entry.won]
    streak = best_streak = 0
    for entry in played:
        streak = streak + 1 if entry.won else 0
        best_streak = max(best_streak, streak)
    scores = [e.score for e in played if e.score is not None and not e.assisted]
    return Statistics(
        len(played),
        len(won),
        len(counted) - len(played),
        streak,
        best_streak,
        min((entry.seconds for entry in won), default=None),
        sum(entry.seconds for entry in won) / len(won) if won else None,
        min((entry.moves for entry in won), default=None),
        sum(entry.moves for entry in won) / len(won) if won else None,
        max(scores, default=None),
    )


def by_day(entries: Iterable[Entry]) -> dict[date, Statistics]:
    """Return the figures of each day on which a game ended, the earliest first."""
    days: dict[date, list[Entry]] = {}
    for entry in entries:
        days.setdefault(entry.day, []).append(entry)
    return {day: statistics(days[day]) for day in sorted(days)}


_MOST = 10**9
"""Moves, seconds or points that no honest game reaches."""


def _is_count(value: object, most: int = _MOST) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


_FIELDS: Mapping[str, Callable[[object], bool]] = {
    "id": is_id,
    "code": lambda value: isinstance(value, str),
    "won": _is_bool,
    "assisted": _is_bool,
    "moves": _is_count,
    "seconds": lambda value: type(value) in (int, float) and 0 <= cast(float, value) <= _MOST,
    "score": lambda value: value is None or _is_count(value),
    "begun": is_day,
    "day": is_day,
    # Up to the year 9999.
    "ended": lambda value: _is_count(value, 253402300799999),
}
