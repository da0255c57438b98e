"""Statistics: what a finished game leaves in the log, and that nothing counts twice or is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from won_games import WON

from demilune.deals import DEALS, DealCode
from demilune.games import GAMES
from demilune.session import Session
from demilune.stats import (
    Entry,
    EntryError,
    Statistics,
    by_day,
    entry_of,
    merge,
    statistics,
)

fixed = settings(derandomize=True, database=None)

DAY = date(2026, 11, 29)
ENTRY = Entry("a1", DealCode("RU1-C", 18), True, False, 120, 600.5, 625, DAY, DAY, 1000)


def entry(**changes: Any) -> Entry:
    return replace(ENTRY, **changes)


def some(results: str, **changes: Any) -> list[Entry]:
    """Games in order: `w` won, `l` given up, `h` won with help."""
    return [
        entry(id=f"g{i}", won=result != "l", assisted=result == "h", ended=i, **changes)
        for i, result in enumerate(results)
    ]


entries = st.builds(
    Entry,
    id=st.sampled_from(["a", "b", "c", "d"]),
    code=st.builds(DealCode, st.sampled_from(list(GAMES)), st.integers(0, DEALS - 1)),
    won=st.booleans(),
    assisted=st.booleans(),
    moves=st.integers(0, 3),
    seconds=st.floats(0, 10**9),
    score=st.none() | st.integers(0, 10**9),
    begun=st.dates(),
    day=st.dates(),
    ended=st.integers(0, 3),
)
logs = st.lists(entries, max_size=8)


# ------------------------------------------------------------------------------------- entries


def played(code: str, last: int | None = None) -> Session:
    record = next(each for each in WON if str(each.code) == code)
    session = Session(record.code, now=lambda: 7.0, id="x7")
    for move in record.moves[:last]:
        assert session.play(move) is None
    return session


def test_the_entry_of_a_won_game() -> None:
    """Everything is the session's; it begins on the day of the first move."""
    session = played("RU1-C-AAAAAAS")
    session.begun = "2026-11-28"
    session.assisted = True
    found = entry_of(session, DAY, 5)
    moves = session.moves_made
    code = DealCode("RU1-C", 18)
    assert found == Entry("x7", code, True, True, moves, 0.0, 625, date(2026, 11, 28), DAY, 5)


def test_a_game_that_ends_before_its_win_is_given_up() -> None:
    """Without a day of its own it began on the day of its end."""
    found = entry_of(played("RU1-C-AAAAAAS", 3), DAY, 5)
    assert (found.won, found.moves, found.begun) == (False, 3, DAY)
    assert found.score is not None


def test_no_score_where_there_is_none_or_it_could_grow_without_end() -> None:
    """Crescent has none; a card taken back from a foundation makes more than 625 points."""
    assert entry_of(played("CR1-N-AAAAAAF"), DAY, 5).score is None
    session = played("RU1-R-AAAAAAI")
    assert session.position.score == 635
    assert entry_of(session, DAY, 5).score is None


@fixed
@given(entries)
def test_an_entry_is_read_as_it_was_written(written: Entry) -> None:
    assert Entry.read(written.write()) == written


def test_what_a_newer_version_adds_is_passed_over() -> None:
    assert Entry.check(json.loads(ENTRY.write()) | {"weather": "fine"}) == ENTRY


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", ""),
        ("id", "A"),
        ("id", "../x"),
        ("id", "a" * 41),
        ("id", 7),
        ("id", None),
        ("code", 7),
        ("code", "XX1-N-AAAAAAA"),
        ("won", 1),
        ("assisted", "no"),
        ("moves", -1),
        ("moves", 1.5),
        ("moves", True),
        ("moves", 10**9 + 1),
        ("seconds", -1),
        ("seconds", float("nan")),
        ("seconds", float("inf")),
        ("seconds", True),
        ("seconds", "7"),
        ("score", -5),
        ("score", "625"),
        ("begun", ""),
        ("begun", "20261129"),
        ("begun", "2026-02-30"),
        ("day", "2026-11-29T10:00"),
        ("day", 20261129),
        ("ended", -1),
        ("ended", 1.5),
        ("ended", 253402300800000),
    ],
)
def test_damage_to_each_field_of_an_entry(name: str, value: Any) -> None:
    """A field that is missing, of another type, or impossible is found."""
    fields = json.loads(ENTRY.write())
    with pytest.raises(EntryError, match="deal code" if str(value).startswith("XX") else name):
        Entry.check(fields | {name: value})
    del fields[name]
    if name != "score":  # null and missing mean the same there
        with pytest.raises(EntryError, match=name):
            Entry.check(fields)


@fixed
@given(st.text() | st.sampled_from(["[]", "7", "null", "[" * 100000]))
def test_any_text_as_an_entry(text: str) -> None:
    with pytest.raises(EntryError):
        Entry.read(text)


# --------------------------------------------------------------------------------------- merge


@fixed
@given(logs, logs)
def test_merging_knows_neither_order_nor_repetition(a: list[Entry], b: list[Entry]) -> None:
    """Two tabs, two devices, an import done twice: always the same log."""
    merged = merge(a + b)
    assert merge(b + a) == merged
    assert merge(merge(a) + merge(b)) == merged
    assert merge(merged + a + b + b) == merged


@fixed
@given(logs)
def test_merging_loses_no_game_and_no_win(log: list[Entry]) -> None:
    """Each game is there once, as an entry that came, and won if it was ever won."""
    merged = merge(log)
    assert sorted(each.id for each in merged) == sorted({each.id for each in log})
    assert set(merged) <= set(log)
    assert {e.id for e in merged if e.won} == {e.id for e in log if e.won}
    assert [e.ended for e in merged] == sorted(e.ended for e in merged)


def test_the_first_win_and_the_last_giving_up_hold() -> None:
    """A win that is taken back and won again with a hint stays what it was."""
    first, again = entry(ended=5), entry(ended=6, assisted=True)
    left, later = entry(won=False, ended=3), entry(won=False, ended=9)
    assert merge([again, first, later]) == [first]
    assert merge([later, left]) == [later]


# ---------------------------------------------------------------------------------- statistics


@pytest.mark.parametrize(
    ("results", "played", "won", "assisted", "streak", "best"),
    [
        ("", 0, 0, 0, 0, 0),
        ("l", 1, 0, 0, 0, 0),
        ("wwlw", 4, 3, 0, 1, 2),
        ("wwl", 3, 2, 0, 0, 2),
        ("whw", 2, 2, 1, 2, 2),
        ("hh", 0, 0, 2, 0, 0),
        ("wlhw", 3, 2, 1, 1, 1),
    ],
)
def test_counts_and_streaks(
    results: str, played: int, won: int, assisted: int, streak: int, best: int
) -> None:
    """Help is counted apart: it neither makes nor breaks a streak."""
    found = statistics(some(results))
    assert (found.played, found.won, found.assisted) == (played, won, assisted)
    assert (found.streak, found.best_streak) == (streak, best)
    assert found.share == (won / played if played else None)


def test_times_moves_and_scores() -> None:
    """Of wins without help; the score of games that were given up counts too."""
    found = statistics(
        [
            entry(id="a", seconds=100, moves=90, score=None),
            entry(id="b", seconds=300, moves=80, score=625),
            entry(id="c", seconds=1, moves=1, score=700, assisted=True),
            entry(id="d", seconds=2, moves=2, score=300, won=False),
        ]
    )
    assert (found.best_seconds, found.mean_seconds) == (100, 200)
    assert (found.best_moves, found.mean_moves) == (80, 85)
    assert found.best_score == 625
    assert statistics([entry(score=300, won=False)]).best_score == 300
    assert statistics(some("l", score=None)) == Statistics(played=1)


@fixed
@given(logs)
def test_no_figure_is_absurd(log: list[Entry]) -> None:
    """No share over 1, no streak longer than the games, no best worse than the mean."""
    merged = merge(log)
    found = statistics(merged)
    assert found.played + found.assisted == len(merged)
    assert 0 <= found.won <= found.played
    assert 0 <= found.streak <= found.best_streak <= found.won
    if found.best_seconds is not None and found.mean_seconds is not None:
        assert found.best_seconds <= found.mean_seconds * (1 + 1e-9)
    days = by_day(merged)
    assert list(days) == sorted(days)
    assert sum(each.played for each in days.values()) == found.played
    assert sum(each.won for each in days.values()) == found.won
