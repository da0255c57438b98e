"""The daily deal: the same for everyone, and streaks that only count days played on their day."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from demilune.daily import DAILY_RULES, FIRST, Day, daily, days, streaks
from demilune.deals import CodeError, DealCode, read_code
from demilune.solver import Solved, solve
from demilune.solver.winnable import winnable_deals
from demilune.stats import Entry
from sitebuild import ROOT, BuildError
from sitebuild.daily import DAYS, candidates, listing

TODAY = date(2026, 11, 29)


def back(days: int) -> date:
    return TODAY - timedelta(days=days)


def win(of: date, begun: date | None = None, game: str = "CR", **changes: object) -> Entry:
    """A win of the deal of a day, begun on that day or another."""
    entry = Entry(
        f"g{of:%Y%m%d}{game.lower()}", daily(game, of), True, False, 100, 300.0, None, of, of, 1
    )
    return replace(entry, begun=begun or of, **changes)  # type: ignore[arg-type]


def test_the_list_is_as_it_was_drawn() -> None:
    """Its order is fixed: a change of any line would change a day's deal.

    The lists of winnable deals may grow after it was drawn, so it is not drawn anew here.
    """
    lines = (ROOT / "py" / "demilune" / "daily.txt").read_text(encoding="utf-8").splitlines()
    deals = "\n".join(line for line in lines if not line.startswith("#"))
    assert hashlib.sha256(deals.encode()).hexdigest() == (
        "a8008ed21f62cdbe695307b2062f8e01686a94a9b230a8448613a57e0a9166c2"
    )


def test_every_daily_deal_can_be_won() -> None:
    """Each is listed with the effort of its line; of a sample the line is found."""
    for game, rule in DAILY_RULES.items():
        listed = {deal.number: deal for deal in winnable_deals(rule)}
        deals = [listed[daily(game, FIRST + timedelta(days=i)).number] for i in range(DAYS)]
        quick = sorted(deals, key=lambda deal: deal.nodes)[:3]
        assert all(isinstance(solve(*deal.search()), Solved) for deal in quick)


def test_a_list_is_drawn_from_deals_that_can_be_won() -> None:
    """Nothing else is drawn, nothing twice, and not more days than there are deals."""
    lines = [line.split() for line in listing(50).splitlines() if not line.startswith("#")]
    assert len(lines) == 50
    for codes, rule in zip(zip(*lines, strict=True), sorted(DAILY_RULES.values()), strict=True):
        numbers = {read_code(code).number for code in codes}
        assert len(numbers) == 50
        assert numbers <= {deal.number for deal in winnable_deals(rule)}
        assert codes == tuple(map(str, candidates(rule)[:50]))
    with pytest.raises(BuildError, match="are needed"):
        listing(10**6)


def test_every_day_has_deals_of_its_own() -> None:
    """Four years without a deal that comes twice, in the games' first rules."""
    all_days = [FIRST + timedelta(days=i) for i in range(DAYS)]
    assert DAILY_RULES == {"CR": "CR1-N", "RU": "RU1-C"}
    for game, rule in DAILY_RULES.items():
        codes = [daily(game, day) for day in all_days]
        assert len(set(codes)) == DAYS
        assert {code.rule for code in codes} == {rule}


@pytest.mark.parametrize(
    ("day", "crescent", "russian"),
    [
        (FIRST, "CR1-N-AAAABAH", "RU1-C-AAAAWNF"),
        (date(2026, 1, 2), "CR1-N-AAAABCF", "RU1-C-AAABKTX"),
    ],
)
def test_the_deals_of_some_days(day: date, crescent: str, russian: str) -> None:
    """The day after the last of the list has the first deal, and a clock before it gets one too."""
    for game, code in (("CR", crescent), ("ru", russian)):
        assert str(daily(game, day)) == code
        assert str(daily(game, day + timedelta(days=DAYS))) == code
        assert str(daily(game, FIRST - (day - FIRST))) == code


@pytest.mark.parametrize("day", [date.min, date(1970, 1, 1), date.max])
def test_any_clock_gets_a_deal(day: date) -> None:
    assert isinstance(daily("CR", day), DealCode)


@pytest.mark.parametrize("game", ["", "XX", "CR1-N", "C", "crescent", "\ud800"])
def test_no_game_of_that_name(game: str) -> None:
    with pytest.raises(CodeError) as caught:
        daily(game, TODAY)
    assert (caught.value.part, caught.value.expected) == ("game", ("RU", "CR"))


# --------------------------------------------------------------------------------- the calendar


def test_what_became_of_each_day() -> None:
    """Won on its day, won later, played, won with help, not played."""
    log = [
        win(back(4)),
        win(back(3), begun=TODAY),
        win(back(2), won=False),
        win(back(1), assisted=True),
    ]
    assert days("CR", log, back(4), TODAY) == {
        back(4): Day(True, True, True),
        back(3): Day(True, True, False),
        back(2): Day(True, False, False),
        back(1): Day(True, True, False),
        TODAY: Day(),
    }


def test_a_day_is_of_one_game_and_one_rule() -> None:
    """The same cards under another rule, or the other game's deal, are not the day's."""
    other_rule = replace(win(TODAY), code=daily("CR", TODAY)._replace(rule="CR1-H"))
    assert days("CR", [other_rule, win(TODAY, game="RU")], TODAY, TODAY) == {TODAY: Day()}
    assert streaks("CR", [other_rule, win(TODAY, game="RU")], TODAY) == (0, 0)


def test_a_deal_that_comes_again_after_years_is_a_new_one() -> None:
    """A win of the first round is none of the second."""
    later = FIRST + timedelta(days=DAYS)
    assert days("CR", [win(FIRST)], later, later) == {later: Day()}


# -------------------------------------------------------------------------------------- streaks


@pytest.mark.parametrize(
    ("won", "now", "most"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([1], 1, 1),
        ([2], 0, 1),
        ([0, 1, 2], 3, 3),
        ([1, 2, 4, 5, 6, 7], 2, 4),
        ([0, 2, 3], 1, 2),
        ([-1, -2], 0, 2),
        ([-1, 0, 1], 2, 3),
    ],
    ids=str,
)
def test_streaks_of_days_that_were_won(won: list[int], now: int, most: int) -> None:
    """Days ago; below 0 are days that a clock set back has left in the future."""
    log = [win(back(day)) for day in won]
    assert streaks("CR", log, TODAY) == (now, most)
    assert streaks("CR", log[::-1] + log, TODAY) == (now, most)


def test_only_wins_without_help_that_began_on_their_day_make_a_streak() -> None:
    """What is played afterwards fills no gap; past midnight a game goes on."""
    log = [
        win(back(3), day=back(2)),
        win(back(2), begun=TODAY),
        win(back(1), assisted=True),
        win(TODAY, won=False),
    ]
    assert streaks("CR", log, TODAY) == (0, 1)


@pytest.mark.parametrize("today", [date.min, date.max])
def test_streaks_at_the_ends_of_time(today: date) -> None:
    """A clock may stand anywhere, and an imported game may have begun on any day."""
    log = [win(day) for day in (date.min, date.min + timedelta(days=1), date.max)]
    assert streaks("CR", log, today) == (1, 2)


def test_days_follow_each_other_without_repeating() -> None:
    """Two days on end never have the same deal, where the list begins anew neither."""
    around = [FIRST + timedelta(days=i) for i in range(-3, DAYS + 3)]
    assert all(daily("CR", a) != daily("CR", b) for a, b in pairwise(around))
