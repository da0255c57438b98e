"""The rules pages in a browser: for everyone, on small phones, without scripts, and into play."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from axe import violations
from browser.driver import LOADED, START
from demilune.games import GAMES
from pages.reading import Page as Read
from pages.test_sources import SURVEY
from sitebuild import ROOT
from sitebuild.catalogues import compiled
from sitebuild.pages import NAMES
from sitebuild.pages.build import build_pages
from web.catalogue import LANGUAGES

pytestmark = pytest.mark.browser

# What sticks out of the window, but for what a screen reader alone is told.
_STICKING_OUT = """() => {
  const width = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll("body *:not(svg *)")]
    .filter((element) => !element.closest(".unseen, .sheets, .skip"))
    .filter((element) => element.getBoundingClientRect().right > width + 0.5)
    .map(({ outerHTML }) => outerHTML.slice(0, 100));
  return [document.documentElement.scrollWidth - width, ...out];
}"""


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    yield context
    context.close()


@pytest.fixture(scope="module")
def reader(context: BrowserContext) -> Iterator[Page]:
    """One page for all that only look; it fails when the browser reports anything."""
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(site_url: str, reader: Page, name: str, scheme: str) -> None:
    """In each language, by day and by night, no rule of axe-core is broken."""
    reader.set_viewport_size({"width": 1280, "height": 800})
    reader.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for language in LANGUAGES:
        reader.goto(f"{site_url}pages/{language}/{name}.html")
        assert violations(reader) == [], language


@pytest.mark.parametrize("name", NAMES)
def test_a_small_phone_shows_all_of_a_page(site_url: str, reader: Page, name: str) -> None:
    """At 320 pixels, and with text twice as large on a larger screen, nothing sticks out."""
    for language in LANGUAGES:
        for width in (320, 360, 768):
            reader.set_viewport_size({"width": width, "height": 640})
            reader.goto(f"{site_url}pages/{language}/{name}.html")
            assert reader.evaluate(_STICKING_OUT) == [0], (language, width)


@pytest.mark.parametrize("path", ["missing", "pages/nl/missing.html", "a/b/c/"])
def test_a_wrong_address_leads_home(site_url: str, browser: Browser, path: str) -> None:
    """In the house's look, for everyone, at every width; and on to the game and the rules."""
    # In a context of its own: the game keeps the site there, for whoever comes after.
    page = browser.new_page(reduced_motion="reduce")
    for width in (320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        answer = page.goto(site_url + path)
        assert answer and answer.status == 404
        assert page.evaluate(_STICKING_OUT) == [0]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert violations(page) == []
    night = "rgb(10, 35, 41)"
    expect(page.locator("header")).to_have_css("background-color", night)
    page.locator("section[lang=fi] a").last.click()
    expect(page.locator("html")).to_have_attribute("lang", "fi")
    page.go_back()
    page.locator("section[lang=nl] a").first.click()
    page.wait_for_selector(LOADED, timeout=START)
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.close()


def test_the_figures_of_surveys_fit_a_small_phone(
    site_url: str, reader: Page, tmp_path: Path
) -> None:
    """Every figure stands beside its name there, and is in the table that axe reads on a screen."""
    shutil.copytree(ROOT / "locales", tmp_path / "locales")
    (tmp_path / "surveys").mkdir()
    for rule in GAMES:
        survey = {**SURVEY, "task": {"rule": rule, "redeals": None}}
        (tmp_path / "surveys" / f"{rule}.json").write_text(json.dumps(survey))
    files = build_pages(tmp_path, compiled(ROOT))
    reader.set_viewport_size({"width": 320, "height": 640})
    bodies = {site_url + path: content.decode() for path, content in files.items()}
    address = "**/pages/*/difficulty.html"
    reader.route(
        address,
        lambda route: route.fulfill(body=bodies[route.request.url], content_type="text/html"),
    )
    for language in LANGUAGES:
        reader.goto(f"{site_url}pages/{language}/difficulty.html")
        assert reader.locator(".figures tbody tr").count() == len(GAMES)
        assert reader.evaluate(_STICKING_OUT) == [0], language
        assert violations(reader) == [], language
    reader.unroute(address)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_whole_without_scripts(
    browser: Browser, site_url: str, pages: dict[str, Read], name: str
) -> None:
    """Text and diagrams are there, a replay shows its deal, and the links lead on."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site_url}pages/en/{name}.html")
    drawings = page.locator("svg.diagram")
    assert drawings.count() == len(
        [
            each
            for each in pages[f"pages/en/{name}.html"].all("svg")
            if "diagram" in each.get("class")
        ]
    )
    for i in range(drawings.count()):
        box = drawings.nth(i).bounding_box()
        assert box and box["width"] > 200 and box["height"] > 60
    expect(page.locator("h1")).to_be_visible()
    following = NAMES[(NAMES.index(name) + 1) % len(NAMES)]
    page.click(f'.pages a[href="{following}.html"]')
    expect(page.locator(".pages [aria-current]")).to_have_attribute("href", f"{following}.html")
    page.click('.languages a[hreflang="fi"]')
    assert page.url.endswith(f"pages/fi/{following}.html")
    context.close()


@pytest.mark.parametrize("name", ["crescent-examples", "russian-examples", "halvmanen"])
def test_a_replay_steps_through_the_game_in_the_page(
    site_url: str, context: BrowserContext, name: str
) -> None:
    """`embed.js` makes the picture a frame, and the frame shows the record to its end."""
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site_url}pages/da/{name}.html")
    element = page.locator("[data-demilune]")
    total = len((element.get_attribute("data-moves") or "").split())
    element.get_by_role("button", name="Vis trækkene").click()
    frame = page.frame_locator("[data-demilune] iframe")
    frame.locator(LOADED).wait_for(timeout=START)
    frame.locator('[data-command="last"]').click()
    expect(frame.locator("#step-count")).to_contain_text(f"{total} / {total}")
    page.close()
