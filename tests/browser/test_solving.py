"""Winnable deals, a way to win as a replay, the move that lost a game, and the sign in the bar."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.driver import START, Driver
from browser.games import records
from demilune.deals import read_code
from demilune.games import REDEAL, Game, Position, Status
from demilune.record import Record, read_moves, read_record, replay
from demilune.solver import Budget, Lost, Solved, solve
from demilune.solver.par import improved

pytestmark = pytest.mark.browser

SOLVING = 90_000
"""Milliseconds in which the worker begins and answers on a busy machine."""


def menu(driver: Driver, command: str) -> None:
    driver.press("menu")
    driver.page.click(f'#menu [data-command="{command}"]')


def verdict(game: Game, position: Position) -> type:
    return type(solve(game, position, Budget(nodes=100_000)))


def spoilt() -> Record:
    """A won game of Russian Solitaire up to a move that loses it, and some moves more."""
    won = records()["RU1-C-AAAAAAS"]
    game = won.code.game
    for count, position in enumerate(replay(won)[:-1]):
        for move in game.moves(position):
            moves = (*won.moves[:count], move)
            after = game.play(position, move)
            if count > 3 and verdict(game, after) is Lost:
                more = next(game.moves(after), None)
                return Record(won.code, (*moves, more) if more else moves)
    raise LookupError("no move loses")


def test_where_a_game_was_lost_and_back_to_there(driver: Driver):
    """The move is named, and the game goes on before it; it counts as played with help."""
    lost = spoilt()
    game, positions = lost.code.game, replay(lost)
    count = max(i for i, each in enumerate(positions) if verdict(game, each) is Solved)
    driver.deal(str(lost.code), lost.moves)
    menu(driver, "turn")
    notice = driver.page.locator("#notice-text")
    expect(notice).to_contain_text(f"Move {count + 1} lost the game", timeout=SOLVING)
    driver.page.click("#notice button")
    driver.expect_moves(" ".join(map(str, lost.moves[:count])))
    driver.expect_cards(game, positions[count])
    assert driver.save()["assisted"]
    # A hint knows no more of the hidden cards than before.
    driver.page.keyboard.press("h")
    expect(notice).to_contain_text("If the hidden cards were known", timeout=SOLVING)


def test_a_game_that_is_not_lost(driver: Driver):
    won = records()["RU1-C-AAAAAAS"]
    driver.deal(str(won.code), won.moves[:10])
    menu(driver, "turn")
    notice = driver.page.locator("#notice-text")
    expect(notice).to_have_text("The game can still be won from here.", timeout=SOLVING)
    driver.expect_moves(" ".join(map(str, won.moves[:10])))


def test_a_deal_that_cannot_be_won_is_told_by_both(driver: Driver):
    driver.deal("RU1-C-AAAAAAB")
    for command in ("turn", "show"):
        menu(driver, command)
        notice = driver.page.locator("#notice-text")
        expect(notice).to_have_text("This deal cannot be won, whatever is played.", timeout=SOLVING)
        driver.page.keyboard.press("Escape")
        driver.deal("RU1-C-AAAAAAB")


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_way_to_win_is_shown_as_a_replay(visitor: Driver, is_lost: bool):
    """From the position now when that can be won, else from the deal; and back to the game."""
    record = spoilt() if is_lost else records()["RU1-C-AAAAAAS"]
    moves = record.moves if is_lost else record.moves[:6]
    visitor.start_over(query=f"?code={record.code}")
    visitor.deal(str(record.code), moves)
    menu(visitor, "show")
    visitor.page.wait_for_url(re.compile("view=replay"), timeout=SOLVING)
    visitor.page.wait_for_selector("body[data-ready]", timeout=START)
    at = 0 if is_lost else len(moves)
    expect(visitor.page.locator("#step-count")).to_have_text(re.compile(rf"^{at} / \d+$"))
    url = visitor.page.evaluate("new URL(location.href).searchParams.get('moves')")
    line = read_moves(url)
    assert line[:at] == moves[:at]
    assert record.code.game.status(replay(Record(record.code, line))[-1]) is Status.WON
    visitor.page.click("#play-deal a")
    visitor.page.wait_for_selector("body[data-ready]", timeout=START)
    visitor.expect_moves(" ".join(map(str, moves)))
    assert visitor.save()["assisted"]


@pytest.mark.parametrize("rule", ["RU1-R", "RU1-C", "CR1-N"])
def test_only_deals_that_can_be_won_are_dealt(driver: Driver, rule: str):
    """The wish is remembered; a code that is typed is dealt whatever it is."""
    driver.deal("CR1-N-AAAAAAB")
    driver.press("new")
    driver.page.check(f"#rules input[value={rule}]")
    driver.page.check("#winnable input")
    driver.page.click("#new-game .main")
    code = driver.page.locator("#code")
    expect(code).to_contain_text(f"{rule}-", timeout=SOLVING)
    expect(code).not_to_have_text("CR1-N-AAAAAAB", timeout=SOLVING)
    dealt = read_code(driver.bar("code"))
    assert verdict(dealt.game, dealt.game.deal(dealt.number)) is Solved
    driver.press("new")
    expect(driver.page.locator("#winnable input")).to_be_checked()
    driver.page.keyboard.press("Escape")
    driver.deal("RU1-C-AAAAAAB")
    driver.press("new")
    driver.page.uncheck("#winnable input")
    driver.page.keyboard.press("Escape")


def test_the_sign_tells_whether_an_open_game_can_be_won(driver: Driver):
    """It is off at first; of a lost position it says so, of its predecessor after undo too."""
    sign = driver.page.locator("#verdict")
    record = next(each for each in records("stuck").values() if each.code.rule == "CR1-N")
    driver.deal(str(record.code), record.moves[:-1])
    expect(sign).to_have_text("")
    with driver.settings(still_winnable=True):
        expect(sign).to_have_text("✗ is lost", timeout=SOLVING)
        won = records()["CR1-N-AAAAAAB"]
        driver.deal(str(won.code), won.moves[:-8])
        expect(sign).to_have_text("✓ can be won", timeout=SOLVING)
        driver.page.keyboard.press("u")
        expect(sign).to_have_text("✓ can be won")
        # Where cards lie hidden it would tell too much.
        driver.deal("RU1-C-AAAAAAS")
        expect(sign).to_have_text("")
    assert not driver.save()["assisted"]


def test_stars_for_redeals_left_over(driver: Driver):
    """One for the win, and one for each redeal that was not needed."""
    for record in list(records().values())[:8]:
        if record.code.game.redeals:
            driver.deal(str(record.code), record.moves[:-1])
            driver.drag(record.moves[-1])
            used = record.moves.count(REDEAL)
            stars = driver.page.locator("#won dd[role=img]")
            expect(stars).to_be_visible(timeout=30_000)
            game = record.code.game
            left, most = 1 + game.redeals - used, 1 + game.redeals
            expect(stars).to_have_text("★" * left + "☆" * used)
            expect(stars).to_have_attribute("aria-label", f"{left} of {most} stars")
            driver.deal("RU1-C-AAAAAAB")
            return
    raise AssertionError("no won game with redeals")


def test_the_par_of_a_won_game_gets_better(visitor: Driver):
    """At once what the player has shown; then, while the dialog is open, what the solver finds."""
    for record in records().values():
        game, used = record.code.game, record.moves.count(REDEAL)
        if not used:
            continue
        *_, par = improved(game, replay(record)[0], used, Budget(nodes=16_000))
        if par.redeals < used:
            break
    else:
        raise AssertionError("no won game that could have been won with fewer redeals")
    visitor.start_over(query=f"?code={record.code}")
    visitor.deal(str(record.code), record.moves[:-1])
    visitor.drag(record.moves[-1])
    row = visitor.page.locator("#won dd.par")
    expect(row).to_have_text(f"{used} or fewer", timeout=30_000)
    fewer = "|".join(map(str, range(used)))
    expect(row).to_have_text(re.compile(rf"^({fewer})( or fewer)?$"), timeout=SOLVING)
    # What is asked meanwhile is answered all the same.
    visitor.page.click('#won [data-command="show"]')
    visitor.page.wait_for_url(re.compile("view=replay"), timeout=SOLVING)


def test_the_panels_of_a_stuck_game_offer_both(driver: Driver):
    record = next(each for each in records("stuck").values() if each.code.rule == "CR1-N")
    driver.deal(str(record.code), record.moves[:-1])
    driver.drag(record.moves[-1])
    expect(driver.page.locator("#stuck")).to_be_visible()
    driver.page.click('#stuck [data-command="turn"]')
    notice = driver.page.locator("#notice-text")
    expect(notice).to_contain_text(re.compile("Before move|lost the game"), timeout=SOLVING)
    assert read_record(driver.record()).moves == record.moves
