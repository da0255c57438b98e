"""A visit in each of the three engines: start, play, come back, go offline, be embedded."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from serving import served, somebody_elses
from sitebuild import ROOT

pytestmark = pytest.mark.browser

PATIENCE = 60
CODE = "CR1-N-AAAAAAB"


class Visit:
    """A browser's visit to the site."""

    def __init__(self, engine: WebDriver, url: str) -> None:
        self.browser, self.url = engine, url

    def start(self, query: str = "") -> None:
        """Open the page anew and wait until it can be played."""
        self.browser.get("about:blank")
        self.browser.get(self.url + query)
        self.until("return document.body.dataset.ready === 'true'")

    def until(self, script: str, *arguments: object) -> Any:
        """Wait until a script returns something true, and return that."""
        wait = WebDriverWait(self.browser, PATIENCE, poll_frequency=0.05)
        return wait.until(lambda browser: browser.execute_script(script, *arguments))

    def record(self) -> str:
        """Return the saved record of Crescent."""
        save = self.browser.execute_script("return localStorage['demilune.save.CR1-N']")
        return str(json.loads(save)["record"])

    def until_record(self, record: str) -> None:
        saved = "JSON.parse(localStorage['demilune.save.CR1-N'] ?? '{}')"
        self.until(f"return {saved}.record === arguments[0]", record)

    def text(self, selector: str) -> str:
        """Return the text of an element, seen or not."""
        found = self.browser.find_element(By.CSS_SELECTOR, selector)
        return str(found.get_property("textContent")).strip()

    def press(self, selector: str) -> None:
        """Press a button."""
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def place(self, name: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, f".control[data-place='{name}']")


@pytest.fixture(scope="module")
def visit(engine: WebDriver, site_url: str) -> Visit:
    visit = Visit(engine, site_url)
    visit.start(f"?code={CODE}")
    return visit


def test_it_starts_from_the_memory_image(visit: Visit) -> None:
    """The image restores in this engine: neither the plain way nor micropip was needed."""
    asked = visit.browser.execute_script(
        "return performance.getEntriesByType('resource').map(({name}) => name)"
    )
    assert any(name.endswith("runtime/memory.bin") for name in asked)
    assert not any("micropip" in name for name in asked)


def test_moves_by_tap_and_by_drag_and_a_reload(visit: Visit) -> None:
    """A tap plays the only move of a card, a drag plays another, and a reload keeps both."""
    visit.start(f"?code={CODE}")
    visit.place("1").click()
    visit.until_record(f"{CODE}: 1-3")
    actions = ActionChains(visit.browser)
    actions.drag_and_drop(visit.place("13"), visit.place("14")).perform()
    visit.until_record(f"{CODE}: 1-3 13-14")
    visit.start()
    assert visit.record() == f"{CODE}: 1-3 13-14"
    label = visit.place("14").get_attribute("aria-label")
    assert label == "pile 14, ace of spades, 7 cards"


def test_without_a_network_the_whole_site_works(engine: WebDriver, tmp_path: Path) -> None:
    """After one visit the host may be gone: both games, languages, rules, deals and hints."""
    shutil.copytree(ROOT / "site", tmp_path / "games" / "demilune")
    with served(tmp_path) as host:
        visit = Visit(engine, f"{host}games/demilune/")
        visit.start()
        visit.until(
            "return navigator.serviceWorker.controller !== null || (navigator.serviceWorker"
            ".ready.then(() => { window.cached = true; }), window.cached)"
        )
    visit.start("?game=RU1-C&lang=fi")
    assert visit.text("[data-command=new]") == "Uusi peli"
    assert visit.text("#code").startswith("RU1-C-")
    visit.start(f"?code={CODE}&lang=en")
    visit.place("1").click()
    visit.until_record(f"{CODE}: 1-3")
    visit.press("[data-command=hint]")
    visit.until("return document.querySelector('[data-suggested]')")
    visit.press("[data-command=new]")
    visit.press("#new-game .main")
    visit.until("return document.querySelector('#code').textContent !== arguments[0]", CODE)
    assert visit.text("#moves") == "0 moves"
    engine.get(f"{visit.url}pages/nl/crescent.html")
    assert visit.text("h1")
    assert engine.execute_script("return document.documentElement.lang") == "nl"


def test_the_example_page_shows_a_game_a_board_and_a_replay(
    engine: WebDriver, site_url: str
) -> None:
    """Each of its frames comes when it is asked for, or scrolled to, and shows what it should."""
    engine.get(f"{site_url}examples/embed.html")
    for place, shown in {
        "play": "RU1-C-AAAAAAS",
        "board": "RU1-C-AAAAAAS",
        "replay": "CR1-F-AAAAAAA",
    }.items():
        found = engine.find_element(By.ID, place)
        engine.execute_script("arguments[0].scrollIntoView()", found)
        for button in found.find_elements(By.CSS_SELECTOR, "button"):
            button.click()
        visit = Visit(engine, site_url)
        frame = visit.until("return arguments[0].querySelector('iframe')", found)
        engine.switch_to.frame(frame)
        visit.until("return document.body?.dataset.ready === 'true'")
        assert visit.text("#code") == shown
        assert engine.find_elements(By.CSS_SELECTOR, ".cards .card")
        if place == "replay":
            visit.press("[data-command=forward]")
            visit.until("return document.querySelector('#step-move').textContent")
        engine.switch_to.default_content()


def test_a_game_in_a_frame(engine: WebDriver, site_url: str) -> None:
    """Embedded in a page of another origin, a game can be played."""
    frame = f'<iframe width="700" height="500" src="{site_url}?embed=1&code={CODE}"></iframe>'
    with somebody_elses(f"<!doctype html><title>Host</title>{frame}") as page:
        engine.get(page)
        engine.switch_to.frame(engine.find_element(By.TAG_NAME, "iframe"))
        visit = Visit(engine, site_url)
        visit.until("return document.body?.dataset.ready === 'true'")
        visit.place("1").click()
        visit.until("return document.querySelector('#moves').textContent === '1 move'")
        engine.switch_to.default_content()
