"""A new version comes whole, when the player wants it or is gone; never a mix of two."""

import pytest
from playwright.sync_api import Page, expect

from offline.hosting import Host
from offline.visiting import (
    READY,
    cached,
    kept,
    look_for_update,
    play,
    record,
    reload,
    versions_of,
)

pytestmark = pytest.mark.browser
OLD, NEW = ["1"] * 4, ["2"] * 4
_WAITING = """async () => !!(await navigator.serviceWorker.getRegistration()).waiting"""
_FAILED = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return !found.installing && !found.waiting;
}"""


def notice(page: Page):
    return page.locator("#notice:visible", has_text="A new version is ready.")


def test_the_player_chooses_when_and_goes_on_with_the_game(host: Host, versions, visitor):
    one = visitor()
    one.keep()
    page, other = one.visit("?game=CR1-N"), one.visit("?game=RU1-C")
    play(page)
    before = record(page)
    caches = cached(page)
    host.put(versions[2])
    look_for_update(page)
    expect(notice(page)).to_be_visible()
    expect(notice(other)).to_be_visible()
    # Until then the old version goes on, complete.
    for name in ("index.html", "css/table.css", "js/hosted.js", "py/start.py"):
        text = page.evaluate("name => fetch(name).then(answer => answer.text())", name)
        assert text.encode() == versions[1][name]
    reload(page)
    assert versions_of(page) == OLD
    page.evaluate("() => { window.old = true; }")
    notice(page).get_by_role("button").click()
    page.wait_for_function(f"() => !window.old && document.querySelector('{READY}')")
    assert versions_of(page) == NEW
    assert page.evaluate("rule => JSON.parse(localStorage.getItem(`demilune.save.${rule}`)).record",
                         "CR1-N") == before
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
    host.answers = 3
    host.put(versions[2])
    look_for_update(page)
    page.wait_for_function("() => true")
    host.answers = 1_000_000
    host.put(versions[2], without=["css/table.css"])
    page.evaluate("() => navigator.serviceWorker.getRegistration().then(r => r.update())")
    page.wait_for_function(_FAILED)
    reload(page)
    assert versions_of(page) == OLD
    host.put(versions[2])
    look_for_update(page)
    expect(notice(page)).to_be_visible()
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
    expect(notice(page)).to_be_visible()
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
    page.wait_for_function(_WAITING)
    expect(notice(page)).to_be_visible()
    assert [name for name, _ in host.log].count("sw.js") == 1
