"""What a browser does to a page that is played: hides it, freezes it, has no room for its save."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

CODE = "CR1-N-AAAAAAB"
READY = "body[data-ready]"


def start(page: Page, address: str) -> None:
    page.goto(address + f"?code={CODE}")
    page.wait_for_selector(READY)


def save_of(page: Page) -> dict[str, Any]:
    save: dict[str, Any] = json.loads(page.evaluate("localStorage['demilune.save.CR1-N']"))
    return save


def seconds(page: Page) -> int:
    """The time of play that the bar shows."""
    minutes, _, rest = page.inner_text("#time").rpartition(":")
    return int(minutes) * 60 + int(rest)


SEEN = """(seen) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: !seen });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A browser without a window hides no page: it is told what it would tell."""


@pytest.mark.parametrize("frozen", [False, True], ids=["hidden", "frozen"])
def test_the_clock_stands_while_nobody_sees_the_table(
    visitor: Page, site_url: str, frozen: bool
) -> None:
    """Hidden behind another tab, or frozen too, to save power; after it the game goes on."""
    visitor.clock.install()
    start(visitor, site_url)
    browser = visitor.context.new_cdp_session(visitor)
    visitor.locator(".control[data-place='1']").click()
    visitor.clock.run_for(60_000)
    played = seconds(visitor)
    assert 59 <= played < 100
    visitor.evaluate(SEEN, False)
    assert save_of(visitor)["seconds"] >= 59, "saved, for the page may never come back"
    if frozen:
        browser.send("Page.setWebLifecycleState", {"state": "frozen"})
        browser.send("Page.setWebLifecycleState", {"state": "active"})
    visitor.clock.run_for(600_000)
    assert seconds(visitor) < played + 40
    visitor.evaluate(SEEN, True)
    visitor.clock.run_for(10_000)
    assert played + 9 <= seconds(visitor) < played + 60
    visitor.locator(".control[data-place='5']").click()
    assert save_of(visitor)["record"] == f"{CODE}: 1-3 5-HA"


# To the last letter: a new name for each piece would leave room for a few.
FILL = """() => {
  let text = "";
  let piece = "x".repeat(1 << 20);
  while (piece) {
    try {
      localStorage.filler = text + piece;
      text += piece;
    } catch {
      piece = piece.slice(0, piece.length >> 1);
    }
  }
}"""


def test_a_full_storage_is_told_and_saving_goes_on_when_there_is_room(
    visitor: Page, site_url: str
) -> None:
    """The browser's real limit: the move is played, the older save stays whole, nothing is lost."""
    start(visitor, site_url)
    visitor.locator(".control[data-place='1']").click()
    # A picture that is smaller than the one before would make room again.
    visitor.wait_for_function(
        "record => JSON.parse(localStorage['demilune.picture'] ?? '{}').record === record",
        arg=f"{CODE}: 1-3",
    )
    visitor.evaluate(FILL)
    visitor.locator(".control[data-place='5']").click()
    expect(visitor.locator("#moves")).to_have_text("2 moves")
    expect(visitor.locator("#notice-text")).to_contain_text("does not let the game be saved")
    assert save_of(visitor)["record"] in (f"{CODE}: 1-3", f"{CODE}: 1-3 5-HA")
    visitor.evaluate("delete localStorage.filler")
    visitor.locator(".control[data-place='13']").click()
    visitor.locator(".control[data-place='14']").click()
    assert save_of(visitor)["record"] == f"{CODE}: 1-3 5-HA 13-14"
    visitor.reload()
    visitor.wait_for_selector(READY)
    expect(visitor.locator("#moves")).to_have_text("3 moves")


def test_a_storage_cleared_while_playing_is_filled_again(visitor: Page, site_url: str) -> None:
    """The next move saves the whole game."""
    start(visitor, site_url)
    visitor.locator(".control[data-place='1']").click()
    visitor.evaluate("localStorage.clear()")
    visitor.locator(".control[data-place='5']").click()
    visitor.reload()
    visitor.wait_for_selector(READY)
    assert save_of(visitor)["record"] == f"{CODE}: 1-3 5-HA"
