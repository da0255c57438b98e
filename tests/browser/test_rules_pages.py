"""From the game to its rules and back, and from a diagram of theirs into the game."""

import pytest
from playwright.sync_api import expect

from browser.driver import LOADED, START, Driver
from demilune.record import read_record

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("rule", "language", "name"),
    [
        ("CR1-N", "en", "crescent"),
        ("CR1-G", "fi", "halvmanen"),
        ("RU1-C", "da", "russian"),
        ("RU1-R", "nl", "russian"),
    ],
)
def test_help_leads_to_the_rules_and_back_to_the_game(
    visitor: Driver, rule: str, language: str, name: str
):
    """The page of the game and language that is played; on the way back the game is as it was."""
    visitor.start_over(query=f"?lang={language}&game={rule}")
    code = read_record(visitor.bar("code")).code
    visitor.drag(next(code.game.moves(code.game.deal(code.number))))
    record = visitor.record()
    visitor.page.keyboard.press("?")
    visitor.page.click("#help-page")
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    assert visitor.page.url.endswith(f"/pages/{language}/{name}.html")
    visitor.page.click("header .play")
    visitor.page.wait_for_selector(LOADED, timeout=START)
    assert visitor.page.locator("html").get_attribute("lang") == language
    assert visitor.record() == record


def test_play_on_from_here_begins_at_the_diagram(visitor: Driver, site_url: str):
    """The link opens the deal with its moves made, in the page's language."""
    visitor.start_over()
    visitor.page.goto(f"{site_url}pages/nl/crescent-examples.html")
    visitor.page.locator("#ace-on-king ~ figure .go a").first.click()
    visitor.page.wait_for_selector(LOADED, timeout=START)
    assert visitor.page.locator("html").get_attribute("lang") == "nl"
    assert visitor.bar("code") == "CR1-N-AAAAAAB"
    # 44 steps of the replay, of which one is a redeal.
    assert visitor.bar("moves").startswith("43 ")
    visitor.drag(read_record("CR1-N-AAAAAAB: 2-1").moves[0])
    assert visitor.moves().endswith(" 2-1 2-1")
