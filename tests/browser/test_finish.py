"""The button that finishes a game, and the question before a redeal: both only where wanted."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.driver import Driver
from browser.games import records
from demilune.record import replay

pytestmark = pytest.mark.browser


def first_finish(code: str) -> int:
    """After how many moves of a won game all that is left can go up."""
    record = records()[code]
    positions = replay(record)
    return next(i for i, each in enumerate(positions) if record.code.game.finish(each))


@pytest.mark.parametrize("code", ["CR1-N-AAAAAAF", "RU1-C-AAAAAAS"])
def test_the_finish_is_offered_and_plays_the_rest(driver: Driver, code: str):
    """Not before all can go up, never by itself, a card at a time, to the end."""
    record, count = records()[code], first_finish(code)
    button = driver.page.locator('.bar [data-command="finish"]')
    driver.deal(code, record.moves[: count - 1])
    with driver.settings(finish_button=True):
        driver.wait(200)
        expect(button).to_be_hidden()
        driver.drag(record.moves[count - 1])
        expect(button).to_be_visible()
        driver.wait(500)
        driver.expect_moves(" ".join(map(str, record.moves[:count])))
        button.click()
        expect(driver.page.locator("#won")).to_be_visible(timeout=30_000)
        expect(button).to_be_hidden()
        game = record.code.game
        finish = game.finish(replay(record)[count])
        driver.expect_moves(" ".join(map(str, [*record.moves[:count], *finish])))
        driver.deal(code)
    expect(button).to_be_hidden()


def test_a_press_or_a_key_interrupts_the_finish(driver: Driver):
    """What was played can be taken back like any move, and the finish begun again."""
    code = "RU1-C-AAAAAAS"
    record, count = records()[code], first_finish(code)
    before = " ".join(map(str, record.moves[:count]))
    button = driver.page.locator('.bar [data-command="finish"]')
    driver.deal(code, record.moves[:count])
    with driver.settings(finish_button=True):
        button.click()
        driver.page.wait_for_function(
            "count => document.querySelector('#moves').textContent !== count",
            arg=driver.bar("moves"),
        )
        driver.page.keyboard.press("Shift")
        played = driver.moves()
        assert played.startswith(before)
        driver.wait(500)
        driver.expect_moves(played)
        expect(button).to_be_visible()
        for _ in range(len(played.split()) - count):
            driver.page.keyboard.press("u")
        driver.expect_moves(before)
        expect(button).to_be_visible()
        button.focus()
        driver.page.keyboard.press("Enter")
        expect(driver.page.locator("#won")).to_be_visible(timeout=30_000)
        assert driver.page.evaluate("document.activeElement !== document.body")
        driver.deal(code)


def test_without_the_setting_nothing_is_offered(driver: Driver):
    record, count = records()["RU1-C-AAAAAAS"], first_finish("RU1-C-AAAAAAS")
    driver.deal(str(record.code), record.moves[: count + 1])
    driver.wait(200)
    expect(driver.page.locator('.bar [data-command="finish"]')).to_be_hidden()


@pytest.mark.parametrize("key", [False, True])
def test_a_redeal_is_asked_for_where_that_is_wanted(driver: Driver, key: bool):
    """By button and by key; to say no costs nothing."""
    driver.deal("CR1-N-AAAAAAB")
    dialog = driver.page.locator("#ask-redeal")

    def redeal() -> None:
        if key:
            driver.page.keyboard.press("r")
        else:
            driver.press("redeal")

    with driver.settings(confirm_redeal=True):
        redeal()
        expect(dialog).to_be_visible()
        expect(dialog).to_contain_text("3 redeals left")
        driver.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        driver.expect_moves("")
        for left in (3, 2, 1):
            redeal()
            expect(dialog).to_be_visible()
            driver.page.keyboard.press("Enter")
            expect(dialog).to_be_hidden()
            driver.expect_moves(" ".join(["R"] * (4 - left)))
        # None is left: that is said, not asked.
        driver.page.keyboard.press("r")
        expect(dialog).to_be_hidden()
        assert driver.said()
    driver.deal("CR1-N-AAAAAAB")
    redeal()
    driver.expect_moves("R")
