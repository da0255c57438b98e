"""Looking into a pile: by a long press, the second button or a key, where the player wants it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.driver import LONG_PRESS, Driver, Pointer
from demilune.games import GAMES, Refusal
from web.wording import wording_of
from web.wording.cards import card_name

pytestmark = pytest.mark.browser

OPEN, CLOSED = "CR1-N-AAAAAAB", "CR1-H-AAAAAAB"
PILE = [*GAMES["CR1-N"].deal(1).tableau[9]]
"""The cards of pile 10 in the open deal."""


@pytest.fixture
def looking(driver: Driver) -> Iterator[Driver]:
    """An open deal in which piles may be looked into."""
    driver.deal(OPEN)
    with driver.settings(look_into_piles=True):
        yield driver


def shown(driver: Driver) -> list[str]:
    """The faces of the pile that is looked into, from the bottom, like `S1`."""
    return driver.page.evaluate(
        """() => [...document.querySelectorAll("#table > .look .face")].map(
          ({classList}) => /suit-(.) rank-([0-9]+)/.exec(classList).slice(1).join(""))"""
    )


WANTED = [f"{card.suit}{card.rank}" for card in PILE]


@pytest.mark.parametrize("by", ["mouse", "touch", "pen"])
def test_a_long_press_shows_the_pile_until_it_is_released(looking: Driver, by: Pointer):
    """All its cards, told to a screen reader too; nothing moves, nothing is selected."""
    x, y = looking.control("10").pressed
    looking.down(x, y, by)
    expect(looking.page.locator("#table > .look")).to_be_visible()
    assert shown(looking) == WANTED
    assert ", ".join(map(card_name, PILE)) in looking.said()
    looking.up(x, y, by)
    expect(looking.page.locator("#table > .look")).to_have_count(0)
    assert looking.selected() == []
    looking.expect_moves("")


def test_what_is_looked_at_can_be_dragged_all_the_same(looking: Driver):
    """A player who thinks with a finger on the card is not held up."""
    source, target = looking.control("3"), looking.control("DK")
    with looking.held(source, source.rect.x, source.rect.y) as (x, y):
        expect(looking.page.locator("#table > .look")).to_be_visible()
        dx, dy = target.rect.x - source.rect.x, target.rect.y - source.rect.y
        looking.page.mouse.move(x + dx, y + dy)
        expect(looking.page.locator("#table > .look")).to_have_count(0)
    looking.expect_moves("3-DK")


def test_the_second_button_shows_the_pile_until_the_next_press(looking: Driver):
    """The press that closes it does nothing else."""
    look = looking.page.locator("#table > .look")
    x, y = looking.control("10").pressed
    looking.page.mouse.click(x, y, button="right")
    assert shown(looking) == WANTED
    looking.page.mouse.click(*looking.control("3").pressed)
    expect(look).to_have_count(0)
    looking.expect_moves("")
    # Held down, it closes on release.
    looking.page.mouse.move(x, y)
    looking.page.mouse.down(button="right")
    expect(look).to_be_visible()
    looking.wait(LONG_PRESS + 50)
    looking.page.mouse.up(button="right")
    expect(look).to_have_count(0)


def test_a_key_shows_the_pile_and_takes_it_away(looking: Driver):
    """`L` opens and closes, Esc closes, and so does whatever changes the table."""
    look = looking.page.locator("#table > .look")
    looking.walk_to("10")
    for key in ("l", "Escape", "Enter", "r"):
        looking.page.keyboard.press("l")
        assert shown(looking) == WANTED or key == "r"
        looking.page.keyboard.press(key)
        expect(look).to_have_count(0)
        looking.page.keyboard.press("Escape")
    looking.expect_moves("R")


def test_a_closed_deal_refuses_with_its_reason(driver: Driver):
    """By every way, and nothing of the pile comes into the page."""
    driver.deal(CLOSED)
    reason = wording_of(GAMES["CR1-H"]).refusal(Refusal.CLOSED_DEAL)
    with driver.settings(look_into_piles=True):
        x, y = driver.control("10").pressed
        driver.walk_to("10")
        driver.page.keyboard.press("l")
        assert driver.reason() == driver.said() == reason
        driver.page.keyboard.press("Escape")
        driver.page.mouse.click(x, y, button="right")
        assert driver.reason() == reason
        driver.page.keyboard.press("Escape")
        driver.down(x, y)
        driver.page.wait_for_function("!document.querySelector('#reason').hidden")
        driver.up(x, y)
        assert driver.selected() == []
        driver.expect_cards(GAMES["CR1-H"], GAMES["CR1-H"].deal(1))
        assert shown(driver) == []


def test_without_the_setting_nothing_is_looked_into(driver: Driver):
    """A long press is a press; the second button and the key do nothing."""
    driver.deal(OPEN)
    driver.walk_to("10")
    driver.page.keyboard.press("l")
    x, y = driver.control("10").pressed
    driver.page.mouse.click(x, y, button="right")
    assert shown(driver) == []
    driver.down(x, y)
    driver.wait(LONG_PRESS + 150)
    assert shown(driver) == []
    assert driver.reason() == ""
    driver.up(x, y)
    # Tapped like any card: selected, or gone to its one place.
    assert driver.selected() or driver.moves()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360)])
def test_the_pile_is_seen_whole_on_a_phone(looking: Driver, width: int, height: int):
    """Wherever the pile stands, its cards lie within the window."""
    with looking.window(width, height):
        for name in ("1", "8", "16"):
            looking.walk_to(name)
            looking.page.keyboard.press("l")
            box = looking.page.locator("#table > .look").bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
            looking.page.keyboard.press("l")
