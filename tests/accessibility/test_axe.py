"""axe-core finds nothing: over every theme, layout and panel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from browser.driver import Driver
from browser.panels import PANELS, every_dialog, open_panel
from demilune.deals import read_code
from demilune.games import GAMES

THEMES = ("night", "green", "paper", "contrast")
_WEAR = "theme => demiluneLooks(JSON.stringify({theme}))"


@pytest.fixture(params=THEMES)
def page(driver: Driver, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The shared page in one theme."""
    driver.page.evaluate(_WEAR, request.param)
    yield driver.page
    driver.page.evaluate("document.querySelector('dialog[open]')?.close()")
    driver.page.evaluate(_WEAR, "")


@pytest.mark.parametrize("rule", GAMES)
def test_every_table(driver: Driver, page: Page, rule: str):
    driver.deal(f"{rule}-ABCDEFG")
    assert violations(page) == []


def test_a_selected_card_and_the_places_that_are_lit(driver: Driver, page: Page):
    driver.deal("CR1-H-ABCDEFG")
    driver.tap_on("3")
    assert violations(page) == []


@pytest.mark.parametrize("fanned", [False, True])
@pytest.mark.parametrize("name", ["horseshoe", "rows", "arc"])
def test_every_layout(driver: Driver, name: str, fanned: bool):
    """Those of piles that are fanned are mirrored too."""
    driver.deal("CR1-N-ABCDEFG")
    with driver.settings(layout=name, fan_piles=fanned, left_handed=fanned):
        assert violations(driver.page) == []


def test_a_notice_with_its_button_and_the_sign(driver: Driver, page: Page):
    code = read_code("CR1-H-ABCDEFG")
    with driver.settings(still_winnable=True):
        driver.deal(str(code), [next(code.game.moves(code.game.deal(code.number)))])
        driver.press("restart")
        expect(page.locator("#notice button")).to_be_visible()
        expect(page.locator("#verdict")).to_be_visible()
        assert violations(page) == []


@pytest.mark.parametrize("view", ["play", "replay", "board"])
def test_every_view_for_frames(visitor: Driver, view: str):
    """But for the heading, which is that of the page around a frame."""
    visitor.start_over(query=f"?embed=1&view={view}&code=CR1-N-AAAAAAB&moves=3-DK+5-HA&at=1")
    found = violations(visitor.page)
    assert [each for each in found if not each.startswith("page-has-heading-one")] == []


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_a_small_window(driver: Driver, page: Page, size: tuple[int, int]):
    driver.deal("CR1-N-ABCDEFG")
    with driver.window(*size):
        assert violations(page) == []


@pytest.mark.parametrize("panel", PANELS)
def test_every_panel(driver: Driver, page: Page, panel: str):
    driver.deal("CR1-N-ABCDEFG")
    open_panel(page, panel)
    assert violations(page) == []


def test_no_dialog_is_left_out(driver: Driver):
    assert sorted(every_dialog(driver.page)) == sorted(PANELS)
