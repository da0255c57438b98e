"""A visitor: a browser with a storage of its own, and what tests ask of its pages."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from offline.hosting import Host

READY = "body[data-ready]"
TIMEOUT = 60_000
"""Milliseconds that anything may take on a busy machine."""

_KEPT = """async () =>
  (await navigator.serviceWorker.getRegistration())?.active?.state === "activated"
"""
_VERSIONS = """() => {
  const { page, script, python } = document.documentElement.dataset;
  const style = getComputedStyle(document.documentElement).getPropertyValue("--version");
  return [page, style.trim(), script, python];
}"""
CACHED = """async () => {
  const counts = {};
  for (const name of await caches.keys()) {
    counts[name] = (await (await caches.open(name)).keys()).length;
  }
  return counts;
}"""
_RECORD = """() => {
  const rule = localStorage.getItem("demilune.last");
  return JSON.parse(localStorage.getItem(`demilune.save.${rule}`))?.record;
}"""

_PLAY = """record => {
  const now = eval(record), before = now();
  for (const control of document.querySelectorAll(".control")) {
    control.click();
    document.querySelector(".control.lit")?.click();
    if (now() !== before) return true;
    control.click(); // selected no longer
  }
  return false;
}"""


class Visitor:
    """Opens pages of the site.

    `faults` collects requests to other origins and whatever the page's policy has blocked.
    """

    def __init__(self, context: BrowserContext, host: Host) -> None:
        self._context = context
        self._host = host
        self.faults: list[str] = []
        context.set_default_timeout(TIMEOUT)
        context.set_default_navigation_timeout(TIMEOUT)
        context.on("request", lambda request: self._asked(request.url))
        context.on("console", lambda message: self._said(message.text))

    def _asked(self, address: str) -> None:
        if not address.startswith((self._host.url, "blob:", "about:")):
            self.faults.append(f"asked somebody else: {address}")

    def _said(self, text: str) -> None:
        if "Content Security Policy" in text:
            self.faults.append(text)

    def look(self, query: str = "", clock: bool = False) -> Page:
        """Open a page at an address, whatever comes of it, with a clock that tests can set."""
        page = self._context.new_page()
        if clock:
            page.clock.install()
        page.goto(self._host.url + query, wait_until="commit")
        return page

    def visit(self, query: str = "") -> Page:
        """Open a page at an address and wait until it can be played."""
        page = self.look(query)
        page.wait_for_selector(READY)
        return page

    def keep(self) -> None:
        """Visit the site for the first time, until it is kept."""
        page = self.visit()
        kept(page)
        page.close()


def until(page: Page, question: str, wanted: Any = True) -> None:
    """Wait until a question to the page, which may take time itself, has an answer."""
    end = time.monotonic() + TIMEOUT / 1000
    while (answer := page.evaluate(question)) != wanted:
        assert time.monotonic() < end, f"{answer} instead of {wanted}"
        page.wait_for_timeout(50)


def kept(page: Page) -> None:
    """Wait until the site is kept in the browser."""
    until(page, _KEPT)


def go(page: Page, address: str) -> None:
    """Open another address in a page and wait until it can be played."""
    page.goto("about:blank")  # for two addresses that differ behind their `#` only
    page.goto(address)
    page.wait_for_selector(READY)


def reload(page: Page) -> None:
    """Load a page again and wait until it can be played."""
    page.reload()
    page.wait_for_selector(READY)


def versions_of(page: Page) -> list[str]:
    """The versions of the page itself, its styles, its scripts and its Python."""
    page.wait_for_function("() => document.documentElement.dataset.python")
    return page.evaluate(_VERSIONS)


def cached(page: Page) -> dict[str, int]:
    """How many entries each cache has."""
    return page.evaluate(CACHED)


def record(page: Page) -> str:
    """The record of the game as it was saved last."""
    return page.evaluate(_RECORD)


def play(page: Page) -> None:
    """Make a move, the first that there is, without a pointer, as a screen reader does."""
    assert page.evaluate(_PLAY, _RECORD), "no card goes anywhere"


def look_for_update(page: Page) -> Any:
    """Let the browser look for a new version, as it does from time to time."""
    return page.evaluate(
        "() => navigator.serviceWorker.getRegistration().then(found => { found.update(); })"
    )


def told(page: Page) -> Locator:
    """Wait until the page tells of a new version; return the button."""
    notice = page.locator("#notice:visible", has_text="A new version is ready.")
    expect(notice).to_be_visible(timeout=TIMEOUT)
    return notice.get_by_role("button")
