"""After one visit the network may go; and what becomes of a visit during which it goes."""

import pytest
from playwright.sync_api import Page, expect

from offline.hosting import PLACE, Host
from offline.visiting import (
    CACHED,
    READY,
    TIMEOUT,
    cached,
    go,
    kept,
    play,
    record,
    reload,
    told,
    until,
    versions_of,
)
from sitebuild import ROOT

pytestmark = pytest.mark.browser


NAMES = """async () => {
  const databases = await indexedDB.databases();
  return [...Object.keys(localStorage), ...databases.map(({ name }) => name)].sort();
}"""


def test_after_one_visit_everything_works_without_a_network(host: Host, visitor):
    page = visitor().visit()
    kept(page)
    sent = [name for name, status in host.log if status == 200]
    assert len(sent) == len(set(sent)), "some file was sent twice"
    before = cached(page)
    names = page.evaluate(NAMES)

    host.answers = 0
    words = {}
    for query, language, code in (
        ("?lang=nl&game=CR1-N", "nl", "CR1-N-"),
        ("?lang=fi&game=RU1-C", "fi", "RU1-C-"),
        ("?lang=da&code=CR1-N-AAAAAAB", "da", "CR1-N-AAAAAAB"),
        ("index.html?lang=en&code=RU1-R-AAAAABB", "en", "RU1-R-AAAAABB"),
        ("#plain", "en", "RU1-R-"),
    ):
        host.log.clear()
        go(page, host.url + query)
        assert page.locator("html").get_attribute("lang") == language
        words[language] = page.inner_text(".bar [data-command=new]")
        assert page.inner_text("#code").startswith(code)
        play(page)
        page.keyboard.press("h")
        page.wait_for_selector("[data-suggested]", timeout=TIMEOUT)
        # The browser itself looks for a new service worker.
        assert {name for name, _ in host.log} <= {"sw.js"}
    assert words["en"] == "New game"
    assert len(set(words.values())) == 4, f"not translated: {words}"

    # The rules too, from the game and to every language, and back into the game.
    page.keyboard.press("?")
    page.click("#help-page")
    expect(page.locator("h1")).to_be_visible()
    for language in ("nl", "fi", "da", "en"):
        page.click(f".languages [hreflang={language}]")
        expect(page.locator("html")).to_have_attribute("lang", language)
    page.click("header .play")
    page.wait_for_selector(READY)

    page.click(".bar [data-command=settings]")
    page.keyboard.press("Escape")
    page.click(".bar [data-command=new]")
    page.locator("#rules input[value=CR1-H]").check()
    page.click("#new-game .main")
    expect(page.locator("#code")).to_contain_text("CR1-H-")
    for _ in range(5):
        reload(page)
    assert page.inner_text("#code").startswith("CR1-H-")
    assert cached(page) == before, "ten starts leave no more than one"
    # But for the games of the other rules that were played or left, and one log of finished games.
    new = [name for name in page.evaluate(NAMES) if name not in names]
    others = [name for name in new if not name.startswith(("demilune.save.", "demilune.left."))]
    assert len([name for name in others if name.startswith("demilune.log.")]) == len(others) <= 1


SAID = "#start .failed:visible, #start .unheard:visible"


@pytest.mark.parametrize("at", ["css/game.css", "js/head.js", "runtime/wasm.bin"])
def test_a_first_visit_cut_short_says_so_and_a_later_one_works(host: Host, visitor, at: str):
    host.ends_at = at
    page = visitor().look()
    expect(page.locator(SAID)).to_be_visible(timeout=TIMEOUT)
    host.answers = 1_000_000
    reload(page)
    kept(page)


def test_a_host_that_falls_silent_is_reported(host: Host, visitor):
    host.ends_at, host.silent = "runtime/pyodide/pyodide-lock.json", True  # asked for last
    page = visitor().look(clock=True)
    expect(page.locator("#start .waiting:visible")).to_have_count(1, timeout=TIMEOUT)
    expect(page.locator(".unheard")).to_have_count(0, timeout=TIMEOUT)
    page.clock.run_for(41_000)
    expect(page.locator(SAID)).to_be_visible()


def test_a_network_lost_while_the_site_is_being_kept_spoils_nothing(host: Host, visitor):
    one = visitor()
    page = one.visit()
    host.answers = 3
    play(page)
    until(page, "async () => !(await navigator.serviceWorker.getRegistration())?.installing")
    host.answers = 1_000_000
    reload(page)
    kept(page)
    host.answers = 0
    reload(page)


def test_without_its_service_worker_the_page_starts_all_the_same(host: Host, visitor):
    one = visitor()
    one.keep()
    page = one.visit()
    play(page)
    before = record(page)
    page.evaluate("() => navigator.serviceWorker.getRegistration().then(r => r.unregister())")
    reload(page)
    assert record(page) == before
    kept(page)
    host.answers = 0
    reload(page)


def test_without_room_for_the_site_it_plays_and_is_kept_later(host: Host, visitor):
    """The browser refuses the files: no half of them stays, and a later visit tries again."""
    page = visitor().look("cards/icon.svg")
    quota = page.context.new_cdp_session(page)
    origin = host.url.removesuffix(PLACE)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 2_000_000})
    go(page, host.url)
    play(page)
    # The service worker has begun, and given up.
    page.wait_for_function("() => navigator.serviceWorker.getRegistration().then(Boolean)")
    until(page, "async () => !(await navigator.serviceWorker.getRegistration())")
    before = record(page)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    reload(page)
    assert record(page) == before
    kept(page)
    host.answers = 0
    reload(page)
    assert record(page) == before


def test_a_later_start_reads_what_is_kept_past_the_service_worker(host: Host, visitor):
    """The image and the module are kept unpacked; if one is gone, it comes from the host again."""
    page = visitor().visit()
    kept(page)
    host.log.clear()
    reload(page)
    asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not [name for name in asked if name.endswith(".bin")]
    assert page.evaluate(
        """async () => {
          const { kept } = JSON.parse(document.getElementById("start-data").textContent);
          const sizes = [];
          for (const address of Object.values(kept)) {
            sizes.push((await (await caches.match(address)).arrayBuffer()).byteLength);
            for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
          }
          return Math.min(...sizes) > 9_000_000;
        }"""
    )
    reload(page)
    assert {name for name, _ in host.log} >= {"runtime/memory.bin", "runtime/wasm.bin"}


ORDER = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const asked = performance.getEntriesByType("resource");
  const boot = asked.find(({ name }) => name.endsWith("/boot.js"));
  const at = (name) => performance.getEntriesByName(name)[0].startTime;
  const parsed = page.domContentLoadedEventStart;
  return [parsed, at("first-paint"), at("first-contentful-paint"), boot.startTime];
}"""


def test_a_later_visit_paints_the_cards_before_anything_else(host: Host, visitor):
    """Nothing is painted without the picture, and Python waits for that; but not for ever."""
    page = visitor().visit()
    kept(page)
    play(page)
    reload(page)
    parsed, first, contentful, boot = page.evaluate(ORDER)
    assert parsed <= first <= contentful
    assert boot > parsed, "boot.js waits for the frame with the picture"
    # A page that nobody looks at draws no frame.
    page.add_init_script("requestAnimationFrame = () => 0;")
    reload(page)
    assert page.evaluate(ORDER)[3] >= 1000


CLEAR = """async () => {
  localStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
}"""


@pytest.mark.parametrize("version", [1, 2])
def test_storage_cleared_while_playing(host: Host, versions, visitor, version: int):
    """The game goes on, and the site is fetched again; a newer one if the host has that by now."""
    one = visitor()
    one.keep()
    page = one.visit()
    count = cached(page)
    host.put(versions[version])
    page.evaluate(CLEAR)
    play(page)
    before = record(page)
    reload(page)
    assert versions_of(page) == [str(version)] * 4
    assert record(page) == before
    if version == 2:
        page.evaluate("() => { window.old = true; }")
        told(page).click()
        page.wait_for_function(f"() => !window.old && document.querySelector('{READY}')")
    until(page, CACHED, count)
    host.answers = 0
    reload(page)
    assert versions_of(page) == [str(version)] * 4


def test_a_file_tells_that_it_needs_a_host(page: Page, site_url: str):
    for language, words in {
        "en": "needs a web host",
        "nl": "webserver",
        "fi": "palvelimen",
        "da": "webserver",
    }.items():
        page.goto(f"{(ROOT / 'site/index.html').as_uri()}?lang={language}")
        shown = page.locator("#start p:visible")
        expect(shown).to_have_count(1, timeout=TIMEOUT)
        expect(shown).to_contain_text(words)
