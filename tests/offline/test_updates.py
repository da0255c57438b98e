"""A new version comes whole, when the player wants it or is gone; never a mix of two."""

import pytest
from playwright.sync_api import Page

from offline.hosting import Host
from offline.visiting import (
    READY,
    cached,
    kept,
    look_for_update,
    play,
    record,
    reload,
    told,
    versions_of,
)

pytestmark = pytest.mark.browser
OLD, NEW = ["1"] * 4, ["2"] * 4
_GIVEN_UP = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return !found.installing && !found.waiting;
}"""


def refused(page: Page, host: Host, answer: tuple[str, int]) -> None:
    """Wait until the host has given an answer, and the browser has given up the new version."""
    look_for_update(page)
    while answer not in host.log:
        page.wait_for_timeout(50)
    page.wait_for_function(_GIVEN_UP)


def test_the_player_chooses_when_and_goes_on_with_the_game(host: Host, versions, visitor):
    one = visitor()
    one.keep()
    page, other = one.visit("?game=CR1-N"), one.visit("?game=RU1-C")
    play(page)
    before = record(page)
    caches = cached(page)
    host.put(versions[2])
    look_for_update(page)
    told(page)
    told(other)
    # Until then the old version goes on, complete.
    for name in ("index.html", "css/table.css", "js/hosted.js", "py/start.py"):
        text = page.evaluate("name => fetch(name).then(answer => answer.text())", name)
        assert text.encode() == versions[1][name]
    reload(page)
    assert versions_of(page) == OLD
    page.evaluate("() => { window.old = true; }")
    told(page).click()
    page.wait_for_function(f"() => !window.old && document.querySelector('{READY}')")
    assert versions_of(page) == NEW
    assert (
        page.evaluate(
            "rule => JSON.parse(localStorage.getItem(`demilune.save.${rule}`)).record", "CR1-N"
        )
        == before
    )
    other.wait_for_selector("html[data-page='2']")
    assert versions_of(other) == NEW
    assert cached(page) == caches
    host.answers = 0
    reload(page)
    assert versions_of(page) == NEW


def test_without_a_choice_it_comes_when_the_last_page_is_closed(host: Host, versions, visitor):
    one = visitor()
    one.keep()
    page = one.visit()
    # Neither half of a new version nor a host with files of both does any harm.
    host.log.clear()
    host.answers = 2
    host.put(versions[2])
    refused(page, host, ("index.html", 0))
    host.put(versions[2], without=["css/table.css"])
    host.answers = 1_000_000
    refused(page, host, ("css/table.css", 200))
    reload(page)
    assert versions_of(page) == OLD
    host.put(versions[2])
    look_for_update(page)
    told(page)
    host.answers = 0
    page.close()
    page = one.visit()
    assert versions_of(page) == NEW


def test_an_old_service_worker_with_a_new_page(host: Host, versions, visitor):
    """As after a reload past the service worker."""
    one = visitor()
    one.keep()
    page = one.visit()
    host.put(versions[2])
    cdp = page.context.new_cdp_session(page)
    page.evaluate("() => { window.old = true; }")
    cdp.send("Page.reload", {"ignoreCache": True})
    page.wait_for_function(f"() => !window.old && document.querySelector('{READY}')")
    assert versions_of(page) == NEW
    told(page)
    play(page)
    before = record(page)
    kept(page)
    page.close()
    page = one.visit()
    assert versions_of(page) == NEW
    assert record(page) == before


def test_a_page_that_stays_open_looks_once_an_hour(host: Host, versions, visitor):
    one = visitor()
    one.keep()
    page = one.visit()
    host.put(versions[2])
    host.log.clear()
    shown = "() => document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(shown)
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 3_700_000; }")
    page.evaluate(shown)
    told(page)
    assert [name for name, _ in host.log].count("sw.js") == 1
