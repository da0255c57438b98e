"""A new version comes whole, when the player wants it or is gone; never a mix of two."""

import time
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from offline.hosting import Host
from offline.visiting import (
    READY,
    TIMEOUT,
    cached,
    look_for_update,
    play,
    record,
    reload,
    told,
    until,
    versions_of,
)

pytestmark = pytest.mark.browser
OLD, NEW = ["1"] * 4, ["2"] * 4
_GIVEN_UP = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return !found.installing && !found.waiting;
}"""

_KEPT_SCRIPT = """async () =>
  (await caches.match("js/head.js", { ignoreSearch: true })).text()
"""


def refused(page: Page, host: Host, names: Iterable[str], answered: bool) -> None:
    """Wait until a file was asked for, and the browser has given up the new version.

    The browser may look for it by itself just then, so how often it asks is not known.
    """
    look_for_update(page)
    end = time.monotonic() + TIMEOUT / 1000
    while not any(name in names and bool(status) == answered for name, status in host.log):
        assert time.monotonic() < end, host.log
        page.wait_for_timeout(50)
    until(page, _GIVEN_UP)


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
    # Going on with the game puts it off, a new game brings it back: behind the way to the old one.
    play(page)
    before = record(page)
    expect(page.locator("#notice")).to_be_hidden()
    page.click(".bar [data-command=restart]")
    page.locator("#notice button", has_text="Back").click()
    assert record(page) == before
    told(page)
    # Until then the old version goes on, complete.
    for name in ("index.html", "css/game.css", "js/head.js", "py/start.py"):
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
    refused(page, host, versions[2], answered=False)
    host.put(versions[2] | {"css/game.css": versions[1]["css/game.css"]})
    host.answers = 1_000_000
    refused(page, host, ["css/game.css"], answered=True)
    reload(page)
    assert versions_of(page) == OLD
    host.put(versions[2])
    look_for_update(page)
    told(page)
    host.answers = 0
    # Who comes back at once may meet the old version, whole: the browser takes its time.
    end = time.monotonic() + 60
    while versions_of(page) != NEW:
        assert versions_of(page) == OLD and time.monotonic() < end
        page.close()
        page = one.visit()


def test_an_old_service_worker_with_a_new_page(host: Host, versions, visitor):
    """As after a reload past the service worker, which then becomes new as well."""
    one = visitor()
    one.keep()
    page = one.visit()
    host.put(versions[2])
    cdp = page.context.new_cdp_session(page)
    page.evaluate("() => { window.old = true; }")
    cdp.send("Page.reload", {"ignoreCache": True})
    page.wait_for_function(f"() => !window.old && document.querySelector('{READY}')")
    assert versions_of(page) == NEW
    play(page)
    before = record(page)
    until(page, _KEPT_SCRIPT, versions[2]["js/head.js"].decode())
    host.answers = 0
    reload(page)
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
