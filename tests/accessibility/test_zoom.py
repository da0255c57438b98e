"""At 400 % zoom, with more space in the text, and with large text: nothing is lost or cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.driver import Driver
from browser.panels import PANELS, open_panel
from fitting import cut, small_targets

ZOOMED = (320, 256)
"""A window of 1280 by 1024 at 400 % in CSS pixels (WCAG 1.4.10)."""

# WCAG 1.4.12.
_SPACING = """* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }"""


@pytest.fixture(params=["zoomed", "spaced", "large text"])
def page(driver: Driver, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The shared page in a small window, or with texts that need more room."""
    page = driver.page
    size = ZOOMED if request.param == "zoomed" else (360, 640)
    driver.deal("CR1-N-ABCDEFG")
    with driver.window(*size):
        if request.param == "spaced":
            page.evaluate(
                """text => {
                  const sheet = new CSSStyleSheet();
                  sheet.replaceSync(text);
                  document.adoptedStyleSheets = [sheet];
                }""",
                _SPACING,
            )
        elif request.param == "large text":
            page.evaluate("demiluneLooks(JSON.stringify({text_size: 'largest'}))")
        yield page
        page.evaluate("document.querySelector('dialog[open]')?.close()")
        page.evaluate("document.adoptedStyleSheets = []; demiluneLooks('{}')")


def test_the_bar_and_the_table(driver: Driver, page: Page):
    assert cut(page, "body > :not(dialog, .sheets)") == []
    assert small_targets(page) == []
    assert all(control.free for control in driver.controls())


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel(page: Page, panel: str):
    open_panel(page, panel)
    assert cut(page, f"#{panel}") == []
    assert small_targets(page) == []
    dialog = page.locator(f"#{panel}")
    last = dialog.locator(".answers button:visible").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
