"""Statistics, the daily deal, sharing and the player's data, on the real page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.driver import WINDOW, Driver
from browser.games import records
from demilune.daily import daily
from demilune.record import read_moves
from demilune.session import Session
from demilune.stats import Entry
from sitebuild import ROOT

pytestmark = pytest.mark.browser

CODE = "CR1-N-AAAAAAF"
RUSSIAN = "RU1-C-AAAAAAS"
OTHER = "CR1-N-AAAAAAB"
PANELS = ("menu", "daily", "statistics", "share", "data", "about")


def session_of(code: str = CODE, moves: int | None = None, id_: str = "s1") -> Session:
    """A won game after some moves, or at its end."""
    record = records()[code]
    session = Session(record.code, now=lambda: 0.0, id=id_)
    for move in record.moves[:moves]:
        assert session.play(move) is None
    return session


def saved(session: Session, **changes: Any) -> dict[str, str]:
    rule = session.code.rule
    save = json.loads(session.save()) | changes
    return {"demilune.last": rule, f"demilune.save.{rule}": json.dumps(save)}


def entry(id_: str = "e1", **changes: Any) -> Entry:
    day = date(2026, 11, 20)
    fields = {
        "id": id_,
        "code": records()[CODE].code,
        "won": True,
        "assisted": False,
        "moves": 130,
        "seconds": 600.0,
        "score": None,
        "begun": day,
        "day": day,
        "ended": 1_795_000_000_000,
    }
    return Entry(**fields | changes)


def logged(*entries: Entry) -> dict[str, str]:
    return {f"demilune.log.{each.id}": each.write() for each in entries}


def log(driver: Driver) -> list[Entry]:
    """What the page has put into the log."""
    stored = driver.stored()
    return [Entry.read(stored[name]) for name in stored if name.startswith("demilune.log.")]


def figures(driver: Driver, of: str = "") -> dict[str, str]:
    """What the statistics panel tells of all games, or of some."""
    page = driver.page
    page.evaluate("document.querySelector('[data-command=statistics]').click()")
    page.locator("#statistics-of").select_option(of)
    terms = page.locator("#figures dt").all_text_contents()
    found = dict(zip(terms, page.locator("#figures dd").all_text_contents(), strict=True))
    if page.locator("#statistics-none").is_visible():
        found = {}
    page.keyboard.press("Escape")
    return found


def counts(driver: Driver) -> tuple[int, int]:
    """Games played and games won."""
    found = figures(driver)
    return int(found.get("Played", 0)), int(found.get("Won", 0))


def win(driver: Driver, code: str = CODE) -> None:
    driver.deal(code, records()[code].moves)
    expect(driver.page.locator("#won")).to_be_visible()
    driver.page.keyboard.press("Escape")


# A game counts once


def test_a_win_counts_once_however_often_it_is_won(visitor: Driver):
    """Undo and redo, undo and play, reload: one win."""
    visitor.start_over()
    win(visitor)
    assert counts(visitor) == (1, 1)
    keyboard = visitor.page.keyboard
    keyboard.press("u")
    keyboard.press("Control+y")
    keyboard.press("u")
    visitor.drag(records()[CODE].moves[-1])
    expect(visitor.page.locator("#won")).to_be_visible()
    keyboard.press("Escape")
    visitor.reload()
    assert counts(visitor) == (1, 1)
    assert len(log(visitor)) == 1


def test_a_win_that_is_taken_back_and_left_stays_a_win(visitor: Driver):
    """The new game does not make it one that was given up."""
    visitor.start_over()
    win(visitor)
    visitor.page.keyboard.press("u")
    visitor.press("restart")
    assert counts(visitor) == (1, 1)


def test_a_game_won_with_the_tab_closed_at_once_counts(visitor: Driver):
    """Whatever was written last: the win is found in the save at the next start, once."""
    won = session_of()
    won.begun = "2026-11-28"
    visitor.start_over(saved(won))
    assert counts(visitor) == (1, 1)
    visitor.reload()
    assert [(each.id, each.won, str(each.begun)) for each in log(visitor)] == [
        ("s1", True, "2026-11-28")
    ]


def test_closing_the_tab_with_the_last_card(visitor: Driver):
    """The page is left in the very task in which the last card was laid."""
    visitor.start_over(saved(session_of(moves=-1)))
    (last,) = records()[CODE].moves[-1:]
    visitor.page.evaluate(
        """([source, target]) => {
          const control = place => [...document.querySelectorAll(
            `.control[data-place="${place}"]`)].at(-1);
          control(source).click();
          control(target).click();
          location.href = "blank.html";
        }""",
        [last.source, last.target],
    )
    visitor.page.wait_for_url("**/blank.html")
    visitor.open()
    assert counts(visitor) == (1, 1)


def test_a_game_counts_from_its_first_move_and_is_given_up_by_another(visitor: Driver):
    """A deal without a move is none; New and Restart end a game; so does a code."""
    visitor.start_over({}, f"?code={OTHER}")
    visitor.press("restart")
    assert counts(visitor) == (0, 0)
    (move,) = read_moves("3-DK")
    visitor.drag(move)
    visitor.press("restart")
    assert counts(visitor) == (1, 0)
    visitor.drag(move)
    visitor.press("new")
    visitor.page.locator("#new-game .main").click()
    assert counts(visitor) == (2, 0)
    assert {each.moves for each in log(visitor)} == {1}


def test_a_game_that_is_taken_up_again_is_not_given_up(visitor: Driver):
    """By the button that undoes New: then it counts when it ends, and only once."""
    visitor.start_over({}, f"?code={CODE}")
    *moves, last = records()[CODE].moves
    visitor.deal(CODE, moves)
    visitor.press("restart")
    assert counts(visitor) == (1, 0)
    visitor.page.locator("#notice button").click()
    assert counts(visitor) == (0, 0)
    visitor.drag(last)
    expect(visitor.page.locator("#won")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    assert counts(visitor) == (1, 1)
    visitor.reload()
    assert counts(visitor) == (1, 1)


def test_a_link_to_another_deal_gives_the_saved_game_up_at_its_first_move(visitor: Driver):
    visitor.start_over(saved(session_of(moves=5)), f"?code={OTHER}")
    assert counts(visitor) == (0, 0)
    (move,) = read_moves("3-DK")
    visitor.drag(move)
    assert [(each.id, each.won, each.moves) for each in log(visitor)] == [("s1", False, 5)]


def test_two_tabs_lose_no_game_and_count_none_twice(visitor: Driver):
    """Each finishes a game of its own; the one that both show is finished in one of them."""
    visitor.start_over(saved(session_of(RUSSIAN, -1, "r1")) | saved(session_of(CODE, -1, "c1")))
    page = visitor.page.context.new_page()
    try:
        other = Driver(page, visitor.url)
        other.open("?game=RU1-C")
        other.drag(records()[RUSSIAN].moves[-1])
        expect(page.locator("#won")).to_be_visible()
        visitor.drag(records()[CODE].moves[-1])
        expect(visitor.page.locator("#won")).to_be_visible()
        visitor.page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        assert counts(visitor) == counts(other) == (2, 2)
        other.open("?game=CR1-N")
        other.page.keyboard.press("u")
        other.drag(records()[CODE].moves[-1])
        expect(page.locator("#won")).to_be_visible()
        assert counts(visitor) == (2, 2)
        assert other.faults == []
    finally:
        page.close()


def test_help_that_was_shown_survives_reload_and_undo_and_counts_apart(visitor: Driver):
    """Whoever sets the flag, say a hint."""
    visitor.start_over(saved(session_of(moves=-1), assisted=True))
    visitor.page.keyboard.press("u")
    visitor.page.keyboard.press("Control+y")
    visitor.reload()
    visitor.drag(records()[CODE].moves[-1])
    expect(visitor.page.locator("#won-standing")).to_have_text("Won with help: counted apart")
    visitor.page.keyboard.press("Escape")
    assert figures(visitor) == {
        "Played": "0",
        "Won": "0",
        "Wins in a row": "0",
        "Most in a row": "0",
        "Won with help": "1",
    }


def test_a_game_in_a_frame_is_not_among_the_statistics(visitor: Driver):
    """It is won and left without a word in the log; the menu is the site's, by its keys too."""
    *moves, last = records()[CODE].moves
    visitor.start_over({}, f"?embed=1&code={CODE}&moves={'+'.join(map(str, moves))}")
    page = visitor.page
    visitor.drag(last)
    expect(page.locator("#won")).to_be_visible()
    expect(page.locator("#won-standing")).to_be_empty()
    expect(page.locator('#won [data-command="share"]')).to_be_hidden()
    page.keyboard.press("Escape")
    for command in ("menu", "daily", "statistics"):
        expect(page.locator(f'.bar [data-command="{command}"]')).to_be_hidden()
        page.keyboard.press(command[0])
    expect(page.locator("dialog[open]")).to_have_count(0)
    visitor.press("undo")
    visitor.press("restart")
    assert log(visitor) == []


# What the panels tell


def test_the_figures_of_a_rule_a_game_and_all(visitor: Driver):
    """Written as the language writes them; the won panel says where the game stands."""
    russian = records()[RUSSIAN].code
    visitor.start_over(
        logged(
            entry("a", seconds=725.0, moves=1234),
            entry("b", won=False, ended=1_795_000_000_001),
            entry("c", code=russian, score=625, seconds=3900.0, ended=1_795_000_000_002),
            entry("d", code=russian._replace(rule="RU1-R"), won=False, score=300),
        )
    )
    assert figures(visitor, "CR1-N") == {
        "Played": "2",
        "Won": "1",
        "Share won": "50%",
        "Wins in a row": "0",
        "Most in a row": "1",
        "Best time": "12m 5s",
        "Mean time": "12m 5s",
        "Fewest moves": "1,234",
        "Mean of moves": "1,234",
    }
    both = figures(visitor, "RU")
    assert (both["Played"], both["Won"], both["Best score"]) == ("2", "1", "625")
    assert both["Best time"] == "1h 5m"
    assert figures(visitor)["Played"] == "4"
    assert figures(visitor, "CR1-F") == {}
    visitor.deal(CODE, records()[CODE].moves)
    expect(visitor.page.locator("#won-standing")).to_have_text(
        "2 of 3 games won · best time · fewest moves"
    )


def test_the_charts_say_what_they_show(visitor: Driver):
    """For a screen reader in words; by day also as a table; wins with help are no wins."""
    today = date.today()
    days = [
        entry(f"d{i}", day=today - timedelta(days=i % 2), won=i > 0, assisted=i > 3)
        for i in range(5)
    ]
    visitor.start_over(logged(*days))
    visitor.press("statistics")
    page = visitor.page
    page.locator("#statistics-of").select_option("")
    expect(page.get_by_role("img", name="3 of the last 5 games won")).to_be_visible()
    expect(page.locator("#games-chart rect")).to_have_count(5)
    titles = page.locator("#games-chart title").all_text_contents()
    assert sum("won with help" in title for title in titles) == 1
    expect(page.get_by_role("img", name="5 games in the last four weeks")).to_be_visible()
    page.locator("#days-table summary").click()
    cells = [row.split("\t") for row in page.locator("#days-table tbody tr").all_inner_texts()]
    assert [row[1:] for row in cells] == [["3", "1"], ["2", "2"]]


@pytest.mark.parametrize("command", PANELS)
def test_a_panel_opens_closes_by_escape_and_gives_the_focus_back(driver: Driver, command: str):
    """From the keyboard alone, by way of the menu."""
    driver.deal(CODE)
    page = driver.page
    menu = page.locator('.bar [data-command="menu"]')
    menu.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    if command != "menu":
        page.locator(f'#menu [data-command="{command}"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator("#menu")).to_be_hidden()
    expect(page.locator(f"#{command}")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('dialog').id") == command
    page.keyboard.press("Escape")
    expect(page.locator(f"#{command}")).to_be_hidden()
    expect(menu).to_be_focused()


@pytest.mark.parametrize(("key", "panel"), [("m", "menu"), ("d", "daily"), ("s", "statistics")])
def test_keys_open_panels(driver: Driver, key: str, panel: str):
    driver.deal(CODE)
    driver.page.keyboard.press(key)
    expect(driver.page.locator(f"#{panel}")).to_be_visible()
    driver.page.keyboard.press("Escape")


AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
_AUDIT = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`)"""


@pytest.mark.parametrize("theme", ["night", "paper", "contrast"])
def test_axe_finds_nothing_in_any_panel(visitor: Driver, theme: str):
    """With figures, marked days and a way back, in light and dark themes."""
    today = date.today()
    days = [
        entry(f"d{i}", code=daily("CR", day), day=day, begun=day, won=i > 0, assisted=i > 2)
        for i, day in enumerate(today - timedelta(days=n) for n in range(5))
    ]
    settings = {"demilune.settings": json.dumps({"theme": theme})}
    visitor.start_over(logged(*days) | settings)
    page = visitor.page
    visitor.page.evaluate(AXE.read_text("utf-8"))
    page.evaluate("document.querySelector('#data-delete-games').click()")
    page.evaluate("document.querySelector('#data-bring-back').click()")
    page.evaluate("document.querySelector('#data-delete-games').click()")
    for panel in ("data", "menu", "daily", "share", "about"):
        page.evaluate("name => document.querySelector(`[data-command=${name}]`).click()", panel)
        assert page.evaluate(_AUDIT) == [], panel
        page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#data-bring-back').click()")
    for panel in ("statistics", "daily"):
        page.evaluate("name => document.querySelector(`[data-command=${name}]`).click()", panel)
        assert page.evaluate(_AUDIT) == [], panel
        page.keyboard.press("Escape")


# The daily deal


@contextmanager
def visit(
    browser: Browser, url: str, now: datetime, zone: str = "Europe/Helsinki", **options: Any
) -> Iterator[Driver]:
    """A visitor whose clock stands at a time (UTC) in a time zone."""
    context = browser.new_context(
        viewport=WINDOW, locale="en-GB", timezone_id=zone, reduced_motion="reduce", **options
    )
    context.set_default_timeout(5000)
    context.set_default_navigation_timeout(60_000)
    driver = Driver(context.new_page(), url)
    driver.page.clock.set_fixed_time(now)
    yield driver
    assert driver.faults == []
    context.close()


def marks(page: Page) -> dict[int, str]:
    """The days of the month that is shown and are marked, and how."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("#days button.day")].map(
          day => [+day.textContent, day.className.slice(4)])"""
    )
    return {number: mark for number, mark in found if mark}


def test_the_deal_of_the_day_by_the_players_date(browser: Browser, site_url: str):
    """23:30 on the 29th in London is the 30th in Helsinki."""
    now = datetime(2026, 11, 29, 23, 30)
    for zone, day in (
        ("Europe/London", date(2026, 11, 29)),
        ("Europe/Helsinki", date(2026, 11, 30)),
    ):
        with visit(browser, site_url, now, zone) as driver:
            driver.open("?daily=CR")
            assert driver.bar("code") == str(daily("CR", day))
            driver.open("?daily=ru")
            assert driver.bar("code") == str(daily("RU", day))


def test_a_daily_deal_is_played_from_the_calendar_and_resumed(visitor: Driver):
    """The button of today begins it; pressed again, it goes on; an earlier day can be played."""
    visitor.start_over()
    page = visitor.page
    today = date.today()
    page.keyboard.press("d")
    page.locator("#daily-today").click()
    code = daily("CR", today)
    assert visitor.bar("code") == str(code)
    visitor.drag(next(code.game.moves(code.game.deal(code.number))))
    visitor.expect_moves(visitor.moves())
    moves = visitor.moves()
    assert moves
    page.keyboard.press("d")
    page.locator("#daily-today").click()
    assert visitor.moves() == moves
    page.keyboard.press("d")
    page.locator("#daily-games label").last.click()
    page.locator("#month-before").click()
    page.locator("#days button.day").first.click()
    first = (today.replace(day=1) - timedelta(days=1)).replace(day=1)
    assert visitor.bar("code") == str(daily("RU", first))
    page.keyboard.press("d")
    page.locator("#daily-games label").first.click()
    page.locator("#daily-today").click()
    assert visitor.record() == f"{code}: {moves}"


def test_who_plays_the_daily_deal_is_told_what_gives_way(visitor: Driver):
    """Before: which game it costs, and nothing where it costs none; after: the way back to it."""
    costs = visitor.page.locator("#daily-costs")
    visitor.start_over()
    visitor.page.keyboard.press("n")
    visitor.page.locator("#new-game [data-command=daily]").click()
    expect(costs).to_be_empty()
    visitor.page.keyboard.press("Escape")
    visitor.deal(CODE, records()[CODE].moves[:12])
    visitor.page.keyboard.press("d")
    expect(costs).to_have_text(
        "Your game of Crescent (12 moves) gives way; a button brings it back."
    )
    visitor.page.locator("#daily-games label").last.click()
    expect(costs).to_be_empty()
    visitor.page.locator("#daily-games label").first.click()
    visitor.page.locator("#daily-today").click()
    assert visitor.bar("code") != CODE
    visitor.page.locator("#notice button").click()
    assert visitor.record() == f"{CODE}: {' '.join(map(str, records()[CODE].moves[:12]))}"


@pytest.mark.parametrize("how", ["begun by a redeal", "taken back"])
def test_of_a_game_without_moves_none_are_counted(visitor: Driver, how: str):
    """It gives way or waits as any that was begun: nobody is told of a game of no moves."""
    page = visitor.page
    visitor.start_over()
    visitor.deal(CODE, "R" if how == "begun by a redeal" else records()[CODE].moves[:1])
    if how == "taken back":
        page.keyboard.press("u")
    assert visitor.bar("moves") == "0 moves"
    page.keyboard.press("d")
    expect(page.locator("#daily-costs")).to_have_text(
        "Your game of Crescent gives way; a button brings it back."
    )
    page.keyboard.press("Escape")
    record = visitor.record()
    visitor.deal(RUSSIAN)
    page.keyboard.press("n")
    page.locator('.rule:has([value="CR1-N"])').click()
    expect(page.locator("#continue")).to_have_text("Go on with the game")
    page.locator("#continue").click()
    assert visitor.record() == record


def test_the_calendar_and_its_streaks(browser: Browser, site_url: str):
    """Won on its day, later, played; tomorrow cannot be played; a clock set back breaks nothing."""
    day = date(2026, 11, 12)

    def of(back: int, **changes: Any) -> Entry:
        when = day - timedelta(days=back)
        fields = {"code": daily("CR", when), "day": when, "begun": when}
        return entry(f"d{back + 5}", **fields | changes)

    entries = [of(1), of(2), of(3, begun=day), of(4, won=False), of(5), of(6), of(7), of(-3)]
    with visit(browser, site_url, datetime(2026, 11, 12, 10)) as driver:
        driver.start_over(logged(*entries))
        page = driver.page
        page.keyboard.press("d")
        expect(page.locator("#month")).to_have_text("November 2026")
        wanted = {5: "won", 6: "won", 7: "won", 8: "played", 9: "later", 10: "won", 11: "won"}
        assert marks(page) == wanted
        expect(page.locator("#days button.day")).to_have_count(12)
        expect(page.locator("#daily-streak")).to_have_text("2 days in a row · Most: 3")
        today = page.locator("#days [aria-current=date]")
        expect(today).to_have_accessible_name("Thursday, 12 November 2026")
        # The arrows walk over the days, which are one stop of the tab key.
        expect(page.locator('#days [tabindex="0"]')).to_have_count(1)
        today.focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
        name = "Friday, 6 November 2026, won on its day"
        expect(page.locator("#days :focus")).to_have_accessible_name(name)
        page.locator("#month-after").dispatch_event("click")
        expect(page.locator("#month")).to_have_text("November 2026")
        page.locator("#daily-games label").last.click()
        assert marks(page) == {}
        page.keyboard.press("Escape")
        driver.page.clock.set_fixed_time(datetime(2026, 11, 16, 10))
        page.keyboard.press("d")
        page.locator("#daily-games label").first.click()
        assert marks(page)[15] == "won"
        expect(page.locator("#daily-streak")).to_have_text("1 day in a row · Most: 3")


def test_a_daily_deal_that_waits_is_marked_and_goes_on(browser: Browser, site_url: str):
    """It was begun, another game is on the table, and the day that is chosen brings it back.

    The mark has a shape and words, beside that of what became of the deal before.
    """
    day, before = date(2026, 11, 12), date(2026, 11, 10)
    code = daily("CR", before)
    move = next(code.game.moves(code.game.deal(code.number)))
    won = entry("d1", code=code, day=before, begun=before)
    with visit(browser, site_url, datetime(2026, 11, 12, 10)) as driver:
        driver.start_over(logged(won))
        page = driver.page
        driver.deal(str(code), [move])
        for another in ("", "RU1-C-AAAAAAS"):
            # On the table or among the saves.
            if another:
                driver.deal(another, "1-H 6-D")
                driver.reload()
            page.keyboard.press("d")
            page.locator("#daily-games label").first.click()
            assert marks(page) == {10: "won begun"}
            name = "Tuesday, 10 November 2026, won on its day, begun, goes on"
            button = page.locator("#days button.begun")
            expect(button).to_have_accessible_name(name)
            shape = "each => getComputedStyle(each, '::after').borderTopWidth"
            assert button.evaluate(shape) == "3px"
            expect(page.locator("#daily-today")).to_have_text("Play today’s deal")
            button.click()
            assert driver.record() == f"{code}: {move}"
        today = daily("CR", day)
        driver.deal(str(today), [next(today.game.moves(today.game.deal(today.number)))])
        page.keyboard.press("d")
        assert marks(page) == {10: "won", 12: "begun"}
        expect(page.locator("#daily-today")).to_have_text("Go on with today’s deal")
        page.keyboard.press("Escape")


def test_a_daily_deal_won_past_midnight_counts_for_its_day(browser: Browser, site_url: str):
    """It began on its day; what is begun a day late does not count for the streak."""
    day = date(2026, 11, 12)
    code = daily("CR", day)
    with visit(browser, site_url, datetime(2026, 11, 12, 21, 30)) as driver:
        driver.start_over({}, "?daily=CR")
        move = next(code.game.moves(code.game.deal(code.number)))
        driver.drag(move)
        driver.expect_moves(str(move))
        assert driver.save()["begun"] == "2026-11-12"
        driver.page.clock.set_fixed_time(datetime(2026, 11, 12, 22, 30))
        driver.press("restart")
        (left,) = log(driver)
        assert (left.begun, left.day) == (day, day + timedelta(days=1))


@pytest.mark.parametrize("query", ["?daily=XX", "?daily=CR1-N-AAB"])
def test_a_daily_deal_of_no_game_is_told_and_costs_nothing(visitor: Driver, query: str):
    save = saved(session_of(moves=5))
    visitor.start_over(save, query)
    assert "CR" in visitor.notice()
    assert visitor.stored()["demilune.save.CR1-N"] == save["demilune.save.CR1-N"]


# Sharing


def shared(page: Page, what: str) -> str:
    page.locator(f"#share-what input[value={what}]").check()
    return page.locator("#share-text").input_value()


def test_a_deal_and_a_game_are_shared_by_links_that_work(visitor: Driver):
    """The link with the whole game shows it move by move, and from there the deal can be played."""
    moves = records()[CODE].moves[:9]
    visitor.start_over()
    visitor.deal(CODE)
    page = visitor.page
    page.keyboard.press("m")
    page.locator('#menu [data-command="share"]').click()
    expect(page.locator("#share-what input[value=replay]")).to_be_disabled()
    page.keyboard.press("Escape")
    visitor.deal(CODE, moves)
    page.keyboard.press("m")
    page.locator('#menu [data-command="share"]').click()
    record = f"{CODE}: {' '.join(map(str, moves))}"
    assert shared(page, "record") == record
    deal, replay = shared(page, "deal"), shared(page, "replay")
    page.goto(deal)
    page.wait_for_selector("body[data-ready]")
    assert visitor.record() == record
    page.goto(replay)
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#step-count")).to_have_text("0 / 9")
    expect(page.locator("#code")).to_have_text(CODE)
    expect(page.locator("h1:visible")).to_have_text("A game, move by move")
    page.keyboard.press("End")
    expect(page.locator("#step-count")).to_have_text("9 / 9")
    assert visitor.record() == record
    back = page.locator("#play-deal a")
    expect(back).to_have_text("Back to the game")
    back.click()
    page.wait_for_selector("body[data-ready]")
    assert visitor.record() == record


@pytest.mark.parametrize(
    ("moves", "query", "title"),
    [
        (9, "", "A game, move by move"),
        (None, "", "A won game, move by move"),
        # Whoever makes such an address by hand makes no way to win of a game that is none.
        (9, "&by=solver", "A game, move by move"),
        (None, "&by=solver&at=999", "A won game, move by move"),
        (None, "&by=somebody", "A won game, move by move"),
        (None, "&by=solver", "A way to win, found by the solver"),
        (0, "&by=solver", None),
    ],
)
def test_a_replay_says_what_it_is(
    visitor: Driver, moves: int | None, query: str, title: str | None
):
    """A won game from another, and the solver's from a player's, which is told in words."""
    line = "+".join(map(str, records()[CODE].moves[:moves]))
    visitor.open(f"?view=replay&code={CODE}&moves={line}{query}")
    expect(visitor.page.locator("h1:visible")).to_have_text([title] if title else [])


def test_a_game_as_text_is_shown_where_codes_are_asked_for(visitor: Driver):
    """Move by move, as by its link; the game on the table waits."""
    won = records()["RU1-C-AAAAAAS"]
    visitor.start_over()
    visitor.deal(CODE, records()[CODE].moves[:1])
    here = visitor.record()
    page = visitor.page
    page.keyboard.press("n")
    page.locator("#code-field").fill(f"  {won} ")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("view=replay"))
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#step-count")).to_have_text(f"0 / {len(won.moves)}")
    expect(page.locator("#code")).to_have_text(str(won.code))
    link = page.locator("#play-deal a")
    expect(link).to_have_text("Play this deal")
    page.go_back()
    page.wait_for_selector("body[data-ready]")
    assert visitor.record() == here


@pytest.mark.parametrize("save", ["", "{}", '{"newer": 9}'])
def test_a_replay_leaves_saves_alone_that_it_cannot_read(visitor: Driver, save: str):
    """It asks only whether the game of its deal goes on; the rest is for the game's own page."""
    stored = {"demilune.save.CR1-N": save}
    visitor.start_over(stored, f"?view=replay&code={CODE}&moves=3-DK")
    expect(visitor.page.locator("#play-deal a")).to_have_text("Play this deal")
    assert visitor.stored() == stored


def test_a_copy_is_confirmed_to_eyes_and_ears(browser: Browser, site_url: str):
    """And it is in the clipboard."""
    permissions = ["clipboard-read", "clipboard-write"]
    now = datetime(2026, 11, 12, 10)
    with visit(browser, site_url, now, permissions=permissions) as driver:
        driver.start_over({}, f"?code={CODE}")
        page = driver.page
        page.keyboard.press("m")
        page.locator('#menu [data-command="share"]').click()
        expect(page.locator("#share-send")).to_be_hidden()
        page.locator("#share-copy").click()
        expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == f"{site_url}?code={CODE}"


DENIED = """Object.defineProperty(navigator, "clipboard", { value: {
  writeText: () => Promise.reject(new DOMException("denied", "NotAllowedError")) } });"""
NONE = """Object.defineProperty(navigator, "clipboard", { value: undefined });"""
SHARING = """navigator.share = (data) => { window.shared = data; return Promise.resolve(); };"""
CANCELLED = """navigator.share = () => Promise.reject(new DOMException("no", "AbortError"));"""


@contextmanager
def browser_with(browser: Browser, url: str, script: str) -> Iterator[Driver]:
    """A visitor in whose browser a script has run first."""
    with visit(browser, url, datetime(2026, 11, 12, 10)) as driver:
        driver.page.add_init_script(script)
        driver.start_over({}, f"?code={CODE}")
        driver.page.keyboard.press("m")
        driver.page.locator('#menu [data-command="share"]').click()
        yield driver


@pytest.mark.parametrize("script", [DENIED, NONE], ids=["denied", "none"])
def test_without_a_clipboard_the_text_is_there_to_be_copied(
    browser: Browser, site_url: str, script: str
):
    """It is selected, and the page says so."""
    with browser_with(browser, site_url, script) as driver:
        page = driver.page
        page.locator("#share-copy").click()
        expect(page.locator("#share-done")).to_contain_text("selected")
        selected = page.evaluate(
            """() => { const { value, selectionStart, selectionEnd } = document.activeElement;
                       return value.slice(selectionStart, selectionEnd); }"""
        )
        assert selected == f"{site_url}?code={CODE}"


def test_the_browsers_own_way_to_share(browser: Browser, site_url: str):
    """It gets the link; who cancels it is not told of a failure."""
    with browser_with(browser, site_url, SHARING) as driver:
        driver.page.locator("#share-send").click()
        expect(driver.page.locator("#share-done")).to_have_text("Shared")
        assert driver.page.evaluate("shared.url") == f"{site_url}?code={CODE}"
    with browser_with(browser, site_url, CANCELLED) as driver:
        driver.page.locator("#share-send").click()
        driver.page.locator("#share-copy").focus()
        expect(driver.page.locator("#share-done")).to_have_text("")


# The player's data


def full() -> dict[str, str]:
    """A storage with something of everything."""
    settings = {"demilune.settings": json.dumps({"double_click": False})}
    games = logged(entry("a"), entry("b", won=False))
    return settings | games | saved(session_of(RUSSIAN, 4, "r1")) | saved(session_of(CODE, 5))


def open_data(driver: Driver) -> None:
    driver.page.keyboard.press("m")
    driver.page.locator('#menu [data-command="data"]').click()


def exported(driver: Driver, path: Path) -> Path:
    open_data(driver)
    with driver.page.expect_download() as download:
        driver.page.locator("#data-export").click()
    assert re.fullmatch(r"demilune-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    download.value.save_as(path)
    expect(driver.page.locator("#data-said")).to_contain_text("2 finished games")
    driver.page.keyboard.press("Escape")
    return path


def load(driver: Driver, file: Path) -> str:
    """Load a file and return what the page says of it."""
    open_data(driver)
    driver.page.set_input_files("#data-file", file)
    said = driver.page.locator("#data-said")
    expect(said).not_to_have_text("")
    text = said.text_content() or ""
    driver.page.keyboard.press("Escape")
    return text


def kept(driver: Driver) -> dict[str, Any]:
    """What of the storage belongs to the player: settings, games, saves."""
    names = re.compile(r"demilune\.(settings|log\.|save\.)")
    stored = driver.stored()
    return {name: json.loads(stored[name]) for name in stored if names.match(name)}


def test_everything_moves_to_another_browser_by_a_file(visitor: Driver, tmp_path: Path):
    """Settings, finished games and saves; once more changes nothing."""
    visitor.start_over(full())
    record = visitor.record()
    before = kept(visitor)
    file = exported(visitor, tmp_path / "all.json")
    visitor.start_over()
    fresh = visitor.bar("code")
    for said in ("2 finished games were new", "0 finished games were new"):
        assert said in load(visitor, file)
        assert visitor.record() == record != f"{fresh}:"
        assert counts(visitor) == (2, 1)
    visitor.reload()
    after = kept(visitor)
    for name, value in before.items():
        if "save" in name:
            value, after[name] = value["record"], after[name]["record"]
        if name != "demilune.settings":
            assert after[name] == value
    assert after["demilune.settings"]["double_click"] is False


def test_a_game_that_goes_on_here_is_kept(visitor: Driver, tmp_path: Path):
    """The file's game of the same rule stays in the file, and that is told."""
    visitor.start_over(full())
    file = exported(visitor, tmp_path / "all.json")
    visitor.start_over({}, f"?code={OTHER}")
    (move,) = read_moves("3-DK")
    visitor.drag(move)
    said = load(visitor, file)
    assert "Kept here, for another game goes on: Crescent" in said
    assert "Saved games taken: Russian" in said
    assert visitor.record() == f"{OTHER}: 3-DK"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text[: len(text) // 2], "no file"),
        (lambda _text: "\x00\x01", "no file"),
        (lambda text: text.replace('"version": 1', '"version": 9', 1), "newer version"),
        (lambda text: text.replace('"moves": 130', '"moves": -1'), "Game 1"),
        (lambda text: text.replace('"undoable": 5', '"undoable": 50'), "Saved game 1"),
    ],
    ids=["cut", "no text", "newer", "game", "save"],
)
def test_a_damaged_file_changes_nothing_and_is_told(
    visitor: Driver, tmp_path: Path, change: Any, told: str
):
    visitor.start_over(full())
    file = exported(visitor, tmp_path / "all.json")
    damaged = change(file.read_text())
    assert damaged != file.read_text()
    file.write_text(damaged)
    before = kept(visitor)
    said = load(visitor, file)
    assert told in said
    assert "Nothing was changed" in said
    assert kept(visitor) == before


def test_everything_is_deleted_and_brought_back(visitor: Driver):
    """Also after a second deletion and a reload; and for good when that is wished."""
    visitor.start_over(full())
    page, record = visitor.page, visitor.record()
    for _ in range(2):
        open_data(visitor)
        page.locator("#data-delete").click()
        expect(page.locator("#data-said")).to_have_text("Deleted")
        page.keyboard.press("Escape")
        assert counts(visitor) == (0, 0)
        assert visitor.moves() == ""
        assert '"double_click": false' not in visitor.stored().get("demilune.settings", "")
    visitor.reload()
    open_data(visitor)
    page.locator("#data-bring-back").click()
    expect(page.locator("#data-said")).to_contain_text("2 finished games were new")
    expect(page.locator("#data-way-back")).to_be_hidden()
    page.keyboard.press("Escape")
    assert visitor.record() == record
    assert counts(visitor) == (2, 1)
    assert json.loads(visitor.stored()["demilune.settings"])["double_click"] is False
    open_data(visitor)
    page.locator("#data-delete-games").click()
    page.locator("#data-delete-really").click()
    expect(page.locator("#data-way-back")).to_be_hidden()
    page.keyboard.press("Escape")
    assert counts(visitor) == (0, 0)
    assert visitor.record() == record


@pytest.mark.parametrize(
    ("button", "what"),
    [
        ("#data-delete", "settings, 2 finished games, 2 saved games"),
        ("#data-delete-games", "2 finished games"),
    ],
)
def test_what_is_deleted_for_good_is_said(visitor: Driver, button: str, what: str):
    """To eyes and ears; and the focus, whose button is gone, stays in the dialog."""
    visitor.start_over(full())
    page = visitor.page
    open_data(visitor)
    page.locator(button).click()
    page.locator("#data-delete-really").click()
    expect(page.locator("#data-said[role=status]")).to_have_text(f"Deleted for good: {what}")
    expect(page.locator("#data-said")).to_be_in_viewport()
    expect(page.locator("#data .answers .main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#data")).to_be_hidden()


def test_a_newer_versions_save_is_neither_deleted_nor_replaced(visitor: Driver, tmp_path: Path):
    """What cannot be read here is left byte for byte."""
    visitor.start_over(full())
    file = exported(visitor, tmp_path / "all.json")
    newer = '{"version": 2,  "wind": "north"}'
    visitor.start_over({"demilune.save.RU1-C": newer})
    load(visitor, file)
    open_data(visitor)
    visitor.page.locator("#data-delete").click()
    visitor.page.keyboard.press("Escape")
    assert visitor.stored()["demilune.save.RU1-C"] == newer


def test_about_tells_version_and_storage(driver: Driver):
    driver.deal(CODE)
    driver.page.keyboard.press("m")
    driver.page.locator('#menu [data-command="about"]').click()
    about = driver.page.locator("#about")
    expect(about).to_contain_text("0.1.0")
    expect(driver.page.locator("#about-own")).to_have_text(re.compile(r"^\d+ kB$"))
    expect(driver.page.locator("#about-storage")).to_have_text(re.compile(r"^[\d.]+ [kM]B$"))
    driver.page.keyboard.press("Escape")
