"""Texts 40 % longer, and texts from right to left, on the smallest phone: nothing is cut."""

import doctest
import re

import pytest
from playwright.sync_api import Page, expect

from browser.driver import LOADED, START
from browser.games import records
from browser.panels import PANELS, open_panel
from demilune.games import GAMES
from fitting import cut, overlapping
from pseudo import catalogues
from pseudo.conftest import LONG, RTL

_ENGLISH = re.compile(r"[A-Za-z]{3,}")


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(LOADED, timeout=START)


def test_the_pseudo_languages_are_as_described() -> None:
    """The examples hold, and so do fields."""
    assert doctest.testmod(catalogues).failed == 0


@pytest.mark.browser
@pytest.mark.parametrize("language", [LONG, RTL])
@pytest.mark.parametrize("rule", GAMES)
def test_the_table(pseudo_url: str, small_phone: Page, language: str, rule: str) -> None:
    """Bar, buttons and counts of every game."""
    opened(small_phone, f"{pseudo_url}?lang={language}&code={rule}-ABCDEFG")
    expect(small_phone.locator("html")).to_have_attribute(
        "dir", "rtl" if language == RTL else "ltr"
    )
    outside_dialogs = "body > :not(dialog, .sheets)"
    assert cut(small_phone, outside_dialogs) == []
    assert overlapping(small_phone, outside_dialogs) == []
    # What is refused is told beside the card, in the window.
    small_phone.locator(".control").first.click()
    small_phone.locator(".control").nth(1).click()
    assert cut(small_phone, "#reason, #notice") == []


@pytest.mark.browser
@pytest.mark.parametrize("language", [LONG, RTL])
def test_every_dialog(pseudo_url: str, small_phone: Page, language: str) -> None:
    """All their texts fit, none lies on another, and all come from the catalogue."""
    for rule in ("CR1-N", "RU1-C"):
        opened(small_phone, f"{pseudo_url}?lang={language}&code={rule}-ABCDEFG")
        for dialog in PANELS:
            open_panel(small_phone, dialog)
            assert cut(small_phone, f"#{dialog}") == [], (rule, dialog)
            assert overlapping(small_phone, f"#{dialog}") == [], (rule, dialog)


@pytest.mark.browser
@pytest.mark.parametrize("language", [LONG, RTL])
@pytest.mark.parametrize("whose", ["embed=1", "by=solver"])
def test_the_replay(pseudo_url: str, small_phone: Page, language: str, whose: str) -> None:
    """The view in a frame, and a page of its own, which has a title."""
    won = records()["CR1-N-AAAAAAB"]
    moves = "+".join(map(str, won.moves))
    query = f"?{whose}&view=replay&lang={language}&code={won.code}&moves={moves}&at=2"
    opened(small_phone, f"{pseudo_url}index.html{query}")
    expect(small_phone.locator("h1")).to_be_visible(visible=whose == "by=solver")
    assert cut(small_phone, "body > :not(dialog, .sheets)") == []
    assert overlapping(small_phone, "#replay, .bar") == []


@pytest.mark.browser
def test_no_word_is_english(pseudo_url: str, small_phone: Page) -> None:
    """What is not in Hebrew letters did not come from the catalogue: names and codes alone."""
    opened(small_phone, f"{pseudo_url}?lang={RTL}&code=RU1-C-ABCDEFG")
    for dialog in PANELS:
        open_panel(small_phone, dialog)
    small_phone.evaluate("document.querySelector('dialog[open]')?.close()")
    said = small_phone.evaluate(
        """[...document.querySelectorAll(
          "body *:not(script, #start *, #language *, #about li, #about a, #month, #days, #days *)")]
          .flatMap((each) => [each.getAttribute("aria-label"), each.title,
            ...[...each.childNodes].map((node) => (node.nodeType === 3 ? node.data : ""))])
          .filter(Boolean)"""
    )
    allowed = {"Demilune", "Esc", "Ctrl", "Shift", "ABCDEFG", "AAAAAAB", "CRNAAAAAAB"}
    english = {word for text in said for word in _ENGLISH.findall(text)} - allowed
    assert english == set()
