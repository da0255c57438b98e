"""What a slip must not cost: redeals, the game before, what another tab has, what was chosen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from browser.driver import LOADED, START, Driver
from demilune.deals import DealCode
from demilune.session import Session

pytestmark = pytest.mark.browser

CODE = "CR1-N-AAAAAAB"
PLAYED = f"{CODE}: 3-DK 5-HA"
BACK = "Back to the game before"


def saved(code: DealCode) -> dict[str, str]:
    """A visitor's storage with a game of one move."""
    session = Session(code, lambda: 0.0)
    session.play(next(iter(session.game.moves(session.position))))
    return {"demilune.save.CR1-N": session.save(), "demilune.last": "CR1-N"}


def way_back(driver: Driver) -> bool:
    """Whether the game before can be had back by the notice's button."""
    button = driver.page.locator("#notice button")
    return button.is_visible() and button.text_content() == BACK


@contextmanager
def second_tab(driver: Driver) -> Iterator[Page]:
    """The same site in another tab of the browser."""
    page = driver.page.context.new_page()
    page.goto(driver.url)
    page.wait_for_selector(LOADED, timeout=START)
    yield page
    page.close()


def speak(page: Page, language: str) -> None:
    """Choose a language in the settings."""
    page.evaluate(
        """language => {
          const choice = document.querySelector("#settings [name=language]");
          choice.value = language;
          choice.dispatchEvent(new Event("change", {bubbles: true}));
        }""",
        language,
    )


# Redeals


def double_click(driver: Driver) -> None:
    driver.page.locator('.bar [data-command="redeal"]').dblclick()


def hold_r(driver: Driver) -> None:
    for _ in range(5):
        driver.page.keyboard.down("r")
    driver.page.keyboard.up("r")


def hold_enter(driver: Driver) -> None:
    driver.page.focus('.bar [data-command="redeal"]')
    for _ in range(5):
        driver.page.keyboard.down("Enter")
    driver.page.keyboard.up("Enter")


@pytest.mark.parametrize("slip", [double_click, hold_r, hold_enter])
def test_a_slip_redeals_once(driver: Driver, slip: Callable[[Driver], None]):
    """A redeal cannot be taken back, and who redeals again has seen the cards first."""
    driver.deal(CODE, "3-DK")
    slip(driver)
    driver.expect_moves("3-DK R")


def test_undo_can_be_held(driver: Driver):
    """Keys that go through the game step by step repeat."""
    driver.deal(CODE, "3-DK 5-HA 7-DK")
    for _ in range(3):
        driver.page.keyboard.down("u")
    driver.page.keyboard.up("u")
    driver.expect_moves("")


# Panels


@pytest.mark.parametrize("command", ["new", "settings", "help", "menu"])
def test_a_double_click_opens_a_panel(driver: Driver, command: str):
    """Its second click hits the backdrop, and is no wish to close what the first has opened."""
    driver.deal(CODE)
    x, y = driver.page.locator(f'.bar [data-command="{command}"]').evaluate(
        """button => { const {x, y, width, height} = button.getBoundingClientRect();
                       return [x + width / 2, y + height / 2]; }"""
    )
    driver.page.mouse.dblclick(x, y)
    dialog = driver.page.locator("dialog[open]")
    expect(dialog).to_have_count(1)
    expect(dialog).to_have_attribute("closedby", "any")
    driver.page.mouse.click(x, y)
    expect(dialog).to_have_count(0)


# The game before


def test_the_way_back_waits_behind_other_notices(driver: Driver):
    """A hint, or another new game, does not cost it; Esc puts it off; the next move ends it."""
    page = driver.page
    driver.deal(CODE, "3-DK 5-HA")
    driver.press("restart")
    assert way_back(driver)
    page.keyboard.press("h")
    expect(page.locator("#notice-text")).to_contain_text("Hint", timeout=START)
    driver.press("restart")
    expect(page.locator("#notice button")).to_have_text(BACK)
    page.keyboard.press("Escape")
    expect(page.locator("#notice")).to_be_hidden()
    driver.press("restart")
    page.locator("#notice button").click()
    assert driver.record() == PLAYED
    driver.press("restart")
    assert way_back(driver)
    page.locator(".control[data-place='3']").dblclick()
    driver.expect_moves("3-DK")
    expect(page.locator("#notice")).to_be_hidden()


def test_the_way_back_outlives_the_page(visitor: Driver):
    """A phone may discard the page; until the next game begins the one before is there."""
    visitor.start_over(saved(DealCode("CR1-N", 1)))
    before = visitor.record()
    visitor.page.keyboard.press("n")
    visitor.page.keyboard.press("Enter")
    visitor.expect_moves("")
    visitor.reload()
    assert way_back(visitor)
    visitor.page.locator("#notice button").click()
    assert visitor.record() == before
    visitor.press("restart")
    visitor.page.locator(".control[data-place='3']").dblclick()
    visitor.expect_moves("3-DK")
    visitor.reload()
    assert visitor.notice() == ""


@pytest.mark.parametrize("text", ["{", "null", '{"version": 99}'])
def test_a_game_before_that_cannot_be_read_is_not_offered(visitor: Driver, text: str):
    visitor.start_over({"demilune.left.CR1-N": text})
    assert visitor.notice() == ""


# Other tabs


def test_a_new_game_in_the_older_tab_goes_on(visitor: Driver):
    """It is played here then; the game of the other tab can be had back, and that tab is told."""
    visitor.start_over(saved(DealCode("CR1-N", 1)))
    with second_tab(visitor) as other:
        other.locator(".control[data-place='5']").click()
        expect(visitor.page.locator("#notice")).to_be_visible()
        record = visitor.record()
        visitor.press("restart")
        visitor.expect_moves("")
        assert way_back(visitor)
        expect(other.locator("#notice")).to_contain_text("another tab")
        visitor.page.locator("#notice button").click()
        assert visitor.record() == record
        visitor.press("restart")
        visitor.page.locator(".control[data-place='3']").dblclick()
        visitor.expect_moves("3-DK")


def test_the_daily_deals_panel_takes_nothing_from_another_tab(visitor: Driver):
    """Looking at what it would cost is not yet wanting it."""
    visitor.start_over(query=f"?code={CODE}")
    visitor.page.locator(".control[data-place='3']").dblclick()
    with second_tab(visitor) as other:
        other.locator(".control[data-place='5']").dblclick()
        expect(visitor.page.locator("#notice")).to_be_visible()
        visitor.page.keyboard.press("d")
        visitor.page.keyboard.press("Escape")
        visitor.page.locator(".control[data-place='7']").dblclick()
        assert visitor.moves() == "3-DK 5-HA"


def test_settings_of_two_tabs_are_the_same(visitor: Driver):
    """What is set in one holds in the other, which does not set it back."""
    visitor.start_over()
    with second_tab(visitor) as other:
        other.evaluate("document.querySelector('[name=four_colours]').click()")
        expect(visitor.page.locator("html.four-colours")).to_have_count(1)
        visitor.page.evaluate("document.querySelector('[name=sound]').click()")
        stored = json.loads(visitor.stored()["demilune.settings"])
        assert stored["four_colours"] and stored["sound"]
        speak(visitor.page, "nl")
        expect(other.locator("html")).to_have_attribute("lang", "nl")


def test_the_language_chosen_beats_that_of_the_address(visitor: Driver):
    """Rules pages link to the game in their language; a choice after that is meant."""
    visitor.start_over(query="?lang=fi")
    root = visitor.page.locator("html")
    expect(root).to_have_attribute("lang", "fi")
    speak(visitor.page, "en")
    expect(root).to_have_attribute("lang", "en")
    visitor.reload()
    expect(root).to_have_attribute("lang", "en")
