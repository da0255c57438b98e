"""At 400 % zoom, with more space in the text, and with large text: nothing is lost or cut."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.driver import Driver
from browser.panels import PANELS, open_panel
from fitting import cut, overlapping, small_targets

ZOOMED = (320, 256)
"""A window of 1280 by 1024 at 400 % in CSS pixels (WCAG 1.4.10)."""

# WCAG 1.4.12.
_SPACING = """* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }"""
_ONE_LINE = "select { appearance: auto !important; }"
"""What browsers do whose lists cannot take a second line."""
_ADOPT = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.fixture(params=["zoomed", "spaced", "large text"])
def page(driver: Driver, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The shared page in a small window, or with texts that need more room."""
    page = driver.page
    size = ZOOMED if request.param == "zoomed" else (360, 640)
    driver.deal("CR1-N-ABCDEFG")
    with driver.window(*size):
        if request.param == "spaced":
            page.evaluate(_ADOPT, _SPACING)
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


@pytest.mark.parametrize("language", ["en", "nl", "fi", "da"])
def test_every_panel_in_every_language(visitor: Driver, language: str):
    """On the smallest phone; lists show the whole of what can be chosen from them too."""
    visitor.start_over(query=f"?lang={language}&code=CR1-N-ABCDEFG")
    visitor.page.evaluate(_ADOPT, _ONE_LINE)
    with visitor.window(320, 640):
        for panel in PANELS:
            open_panel(visitor.page, panel)
            assert cut(visitor.page, f"#{panel}") == [], panel
            assert overlapping(visitor.page, f"#{panel}") == [], panel
        visitor.page.evaluate("document.querySelector('dialog[open]').close()")


# Pairs of boxes that lie on one another: what is in the bar, and the cards with all that is theirs.
_OVER_THE_TABLE = """() => {
  const boxes = selector => [...document.querySelectorAll(selector)]
    .filter(each => each.checkVisibility())
    .map(each => [each, each.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const table = boxes("main, .control, .count, .line");
  const bar = boxes(".facts, .facts *, .bar .buttons, .bar .buttons button");
  const outside = ({left, right, top, bottom}) =>
    left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  return bar.filter(([, a]) => outside(a) || table.some(([, b]) => over(a, b)))
    .map(([each]) => each.textContent.trim());
}"""


@pytest.mark.parametrize("language", ["nl", "fi"])
@pytest.mark.parametrize("code", ["CR1-G-AAAAAAB", "RU1-R-AAAAAAB"])
def test_the_bar_in_long_words_and_the_largest_text(visitor: Driver, language: str, code: str):
    """With all that it can show: it takes the lines that it needs, and leaves the table alone."""
    wishes = {"text_size": "largest", "still_winnable": True, "language": language}
    visitor.start_over({"demilune.settings": json.dumps(wishes)}, f"?code={code}")
    page = visitor.page
    page.evaluate("document.querySelector('.bar [data-command=finish]').hidden = false")
    for size in ((1280, 720), (1024, 768), (768, 1024), (360, 640)):
        with visitor.window(*size):
            assert page.evaluate(_OVER_THE_TABLE) == [], size
            assert cut(page, "body > :not(dialog, .sheets)") == [], size
            assert overlapping(page, "body > :not(dialog, .sheets)") == [], size
            assert small_targets(page) == [], size
            assert [each.key for each in visitor.controls() if not each.free] == [], size
    assert page.locator(".bar button:visible").count() > 6
