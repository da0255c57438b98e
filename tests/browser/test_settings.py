"""The settings dialog and what the settings change: at once, and after the next start too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.driver import LOADED, START, Driver
from demilune.games import GAMES
from web.settings import Settings

DEAL = "CR1-N-ABCDEFG"
SPREAD = "RU1-C-ABCDEFG"


@pytest.fixture
def page(driver: Driver) -> Iterator[Page]:
    """The shared page with its settings as they are at first; a test may leave them changed."""
    driver.deal(DEAL)
    yield driver.page
    driver.page.evaluate(
        """() => {
          for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
          document.querySelector('.bar [data-command="settings"]').click();
          document.querySelector("#reset-settings").click();
          const language = document.querySelector("#language");
          language.value = "en";
          language.dispatchEvent(new Event("change", {bubbles: true}));
          document.querySelector("#settings").close();
        }"""
    )


def _open(page: Page, *sections: int) -> None:
    """Open the dialog of the settings with some of its sections."""
    page.click('.bar [data-command="settings"]')
    page.evaluate(
        """open => document.querySelectorAll("#settings details").forEach(
            (section, i) => { section.open = open.includes(i); })""",
        sections,
    )


def _close(page: Page) -> None:
    page.click("#settings .main")
    expect(page.locator("#settings")).to_be_hidden()


def _check(page: Page, name: str) -> None:
    page.check(f'#settings [name="{name}"]')


def _stored(page: Page) -> dict[str, object]:
    return json.loads(page.evaluate("localStorage.getItem('demilune.settings')"))


# Looks


@pytest.mark.parametrize(
    ("scheme", "contrast", "theme"),
    [
        ("dark", "no-preference", "night"),
        ("light", "no-preference", "paper"),
        ("light", "more", "contrast"),
    ],
)
def test_the_first_theme_is_the_devices_before_python_runs(
    browser: Browser, site_url: str, scheme: str, contrast: str, theme: str
):
    with browser.new_context(color_scheme=scheme, contrast=contrast) as context:
        page = context.new_page()
        page.route("**/runtime/**", lambda route: route.abort())
        page.goto(site_url, wait_until="domcontentloaded")
        expect(page.locator(f'html[data-theme="{theme}"]')).to_have_count(1)


def test_the_chosen_looks_are_there_before_python_runs(browser: Browser, site_url: str):
    chosen = {"theme": "green", "back": "waves", "four_colours": True, "text_size": "large"}
    with browser.new_context(color_scheme="light") as context:
        page = context.new_page()
        page.add_init_script(
            f"localStorage.setItem('demilune.settings', {json.dumps(json.dumps(chosen))})"
        )
        page.route("**/runtime/**", lambda route: route.abort())
        page.goto(site_url, wait_until="domcontentloaded")
        root = page.locator('html.four-colours[data-theme="green"][data-back="waves"]')
        expect(root).to_have_attribute("data-text-size", "large")


@pytest.mark.parametrize("stored", ["{", "7", '{"theme": 3, "back": {}}', "null"])
def test_damaged_settings_look_as_at_first(browser: Browser, site_url: str, stored: str):
    with browser.new_context(color_scheme="dark") as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.add_init_script(f"localStorage.setItem('demilune.settings', {json.dumps(stored)})")
        page.goto(site_url)
        page.wait_for_selector(LOADED, timeout=START)
        expect(page.locator('html[data-theme="night"]')).to_have_count(1)
        assert faults == []


def test_every_theme_and_back_is_shown_at_once_and_kept(page: Page):
    _open(page, 2)
    for theme in ("night", "green", "paper", "contrast"):
        page.locator(f'#settings label:has([name="theme"][value="{theme}"])').click()
        expect(page.locator(f'html[data-theme="{theme}"]')).to_have_count(1)
    for back in ("lattice", "waves", "stars", "moon"):
        page.locator(f'#settings label:has([name="back"][value="{back}"])').click()
        expect(page.locator(f"#preview .back-{back}")).to_have_count(1)
    assert (_stored(page)["theme"], _stored(page)["back"]) == ("contrast", "moon")
    _close(page)


def test_the_back_of_the_cards_on_the_table_changes(driver: Driver, page: Page):
    driver.deal(SPREAD)
    _open(page, 2)
    page.locator('#settings label:has([name="back"][value="stars"])').click()
    _close(page)
    expect(page.locator("#table .back-stars")).to_have_count(21)
    expect(page.locator("#table .back-moon")).to_have_count(0)


def test_four_colours_and_a_large_index_change_the_faces(page: Page):
    index = page.locator("#table .suit-D.full > .index").first
    before = index.bounding_box()
    ink = "getComputedStyle(document.querySelector('#table .suit-D')).color"
    red = page.evaluate(ink)
    _open(page, 2)
    _check(page, "four_colours")
    _check(page, "large_index")
    _close(page)
    assert page.evaluate(ink) != red
    after = index.bounding_box()
    assert before and after and after["height"] > 1.3 * before["height"]


def test_letters_are_the_languages_or_international(driver: Driver, page: Page):
    def aces() -> str:
        return page.locator("#table .suit-S.rank-13").first.inner_html()

    international = aces()
    _open(page, 2, 3)
    page.select_option("#language", "nl")
    assert aces() != international
    _check(page, "international_letters")
    _close(page)
    assert aces() == international


def test_the_time_can_be_hidden(page: Page):
    expect(page.locator("#time")).to_be_visible()
    _open(page, 2)
    page.uncheck('#settings [name="show_time"]')
    _close(page)
    expect(page.locator("#time")).to_be_hidden()


# For a rule alone


def test_layouts_are_those_of_the_game_and_kept_for_the_rule(driver: Driver, page: Page):
    for deal in (DEAL, SPREAD):
        driver.deal(deal)
        game = GAMES[deal[:5]]
        _open(page, 1)
        options = page.locator("#setting-layout option")
        values = [option.get_attribute("value") for option in options.all()]
        assert values == ["auto", *dict.fromkeys(layout.name for layout in game.layouts)]
        page.select_option("#setting-layout", game.layouts[-1].name)
        _close(page)
        assert _stored(page)["layout"][game.rule] == game.layouts[-1].name


def test_taps_select_first_where_the_rule_or_the_player_says_so(driver: Driver, page: Page):
    moves = list(GAMES["CR1-N"].moves(GAMES["CR1-N"].deal(27)))
    sources = [move.source for move in moves]
    alone = next(
        move for move in moves if sources.count(move.source) == 1 and move.source.isdigit()
    )
    code = "CR1-N-AAAAABB"
    driver.deal(code)
    driver.tap_on(alone.source)
    driver.expect_moves(str(alone))
    driver.deal(code)
    _open(page, 1)
    page.select_option("#setting-tap_style", "select")
    _close(page)
    driver.tap_on(alone.source)
    assert driver.moves() == "" and len(driver.selected()) == 1
    driver.tap_on(alone.target)
    driver.expect_moves(str(alone))
    driver.deal("CR1-F-AAAAABB")
    driver.tap_on(alone.source)
    driver.expect_moves(str(alone))


# The dialog


def test_reset_brings_the_defaults_back_and_can_be_taken_back(page: Page):
    _open(page, 0)
    _check(page, "look_into_piles")
    page.uncheck('#settings [name="double_click"]')
    button = page.locator("#reset-settings")
    button.click()
    expect(page.locator('#settings [name="double_click"]')).to_be_checked()
    expect(page.locator('#settings [name="look_into_piles"]')).not_to_be_checked()
    button.click()
    expect(page.locator('#settings [name="double_click"]')).not_to_be_checked()
    assert _stored(page)["look_into_piles"] is True
    _close(page)


_HELP = """control => {
  const text = each => each?.textContent.trim() ?? "";
  const of = each => each.closest("label")?.querySelector("strong + span")
    ?? document.getElementById(each.getAttribute("aria-describedby"));
  // Of several pictures to choose from the whole has one.
  return [text(control.labels[0]), text(of(control) ?? of(control.closest("fieldset")))];
}"""


@pytest.mark.parametrize("language", ["en", "nl", "fi", "da"])
def test_every_setting_has_a_control_and_a_sentence_of_help(page: Page, language: str):
    """In the dialog of the settings; the wish for winnable deals is where they are dealt.

    A sentence is more than a name, and tied to its control for a screen reader too.
    """
    _open(page, 3)
    page.select_option("#language", language)
    _close(page)
    names = {each.name for each in fields(Settings)}
    controls = page.locator(":is(#settings, #winnable) [name]")
    helps = {}
    for control in controls.all():
        name, sentence = control.evaluate(_HELP)
        helps.setdefault(control.get_attribute("name"), sentence)
        assert len(name) > 1
    assert helps.keys() == names
    assert [name for name, sentence in helps.items() if len(sentence.split()) < 2] == []
    assert len(set(helps.values())) == len(names)


def test_new_game_begins_at_the_rule_that_is_played(driver: Driver, page: Page):
    driver.deal(SPREAD)
    driver.press("new")
    expect(page.locator('#rules [value="RU1-C"]')).to_be_focused()
    expect(page.locator('#rules [value="RU1-C"]')).to_be_checked()


def test_new_game_goes_on_with_the_game_of_another_rule(driver: Driver, page: Page):
    driver.deal("RU1-C-AAAAAAB", [])
    moves = list(GAMES["RU1-C"].moves(GAMES["RU1-C"].deal(1)))
    driver.drag(moves[0])
    driver.deal(DEAL)
    page.click('.bar [data-command="new"]')
    go_on = page.locator("#continue")
    expect(go_on).to_be_hidden()
    page.locator('.rule:has([value="RU1-C"])').click()
    expect(go_on).to_have_text("Go on after 1 move")
    page.locator('.rule:has([value="CR1-N"])').click()
    expect(go_on).to_be_hidden()
    page.locator('.rule:has([value="RU1-C"])').click()
    go_on.click()
    driver.expect_moves(str(moves[0]))


def test_the_help_says_what_taps_do_as_they_are_set(visitor: Driver):
    """In Halvmånen a tap selects first; two taps do something only where that is wanted."""
    visitor.start_over({"demilune.settings": json.dumps({"double_click": False})})
    for code, direct in (("CR1-N-AAAAAAB", True), ("CR1-H-AAAAAAB", False)):
        visitor.deal(code)
        visitor.press("help")
        expect(visitor.page.locator("#help")).to_be_visible()
        expect(visitor.page.locator("#help-direct")).to_be_visible(visible=direct)
        expect(visitor.page.locator("#help-double")).to_be_hidden()
        visitor.page.keyboard.press("Escape")
