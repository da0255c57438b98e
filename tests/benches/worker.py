"""The solver in the page's worker: how soon a hint is there, and that nobody notices the search.

Hints are asked of the worker itself, which is begun by the page's script, as the page begins it.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from playwright.sync_api import Browser, Page

from benches import Figure
from benches._chromium import in_chromium
from benches.table import FRAMES, LATE
from browser.driver import WINDOW, Driver
from demilune.deals import DealCode
from demilune.games import GAMES

DEALS = 20
"""Deals of each rule, from number 1000 on: a hint for each."""
_SLOW = "CR1-N-AAAAAMB"
"""A deal of which no line is found soon."""
SECONDS = 5
"""What the page gives a hint."""

ASK = """async wish => {
  window.solver ??= demiluneSolver(text => heard(JSON.parse(text)));
  const began = performance.now();
  return new Promise((done, fail) => {
    let nodes = 0;
    window.heard = report => {
      nodes = report.nodes ?? nodes;
      if (report.failed) fail(new Error(report.failed));
      if (report.done) done({...report, nodes, seconds: (performance.now() - began) / 1000});
    };
    solver.send(JSON.stringify({id: began, ...wish}));
  });
}"""


def figures() -> Iterator[Figure]:
    """Measure hints of every rule, and drags while a search runs."""
    with in_chromium() as (browser, url):
        driver = Driver(browser.new_context(viewport=WINDOW).new_page(), url)
        driver.open("?code=CR1-N-AAAAAAB")
        first = driver.page.evaluate(ASK, _hint("CR1-H", 1, 1))
        yield Figure(
            "the first hint, with the start", first["seconds"], "s", "for comparison", True
        )
        for rule in GAMES:
            yield from _hints(driver.page, rule)
        driver.page.context.close()
        yield from _drags(browser, url)


def _hint(rule: str, number: int, seconds: float) -> dict[str, object]:
    return {"want": "hint", "record": f"{DealCode(rule, number)}:", "seconds": seconds}


def _hints(page: Page, rule: str) -> Iterator[Figure]:
    found = [page.evaluate(ASK, _hint(rule, 1000 + i, SECONDS)) for i in range(DEALS)]
    seconds = [each["seconds"] for each in found]
    middle = statistics.median(seconds)
    yield Figure(f"{rule}: a hint, median", middle, "s", "for comparison", True)
    yield Figure(f"{rule}: a hint, at most", max(seconds), "s", "at most 6 s", max(seconds) <= 6)
    lines = [each for each in found if each.get("by") == "line"]
    if lines:
        share = 100 * len(lines) / DEALS
        yield Figure(f"{rule}: of a line that wins", share, "%", "at least 90 %", share >= 90)
        middle = statistics.median(each["seconds"] for each in lines)
        yield Figure(f"{rule}: a line, median", middle, "s", "at most 0.6 s", middle <= 0.6)
    pace = [each["nodes"] / each["seconds"] for each in found if each["nodes"]]
    if pace:
        yield Figure(f"{rule}: nodes", statistics.median(pace), "/s", "for comparison", True)


def _drags(browser: Browser, url: str) -> Iterator[Figure]:
    """Carry a card about, with the worker at rest and with a search that does not end."""
    shares = []
    for searching in (False, True):
        driver = Driver(browser.new_context(viewport=WINDOW).new_page(), url)
        driver.open(f"?code={_SLOW}")
        if searching:
            # By the page's own button: the page lets the search rest while cards are held.
            driver.press("hint")
            driver.page.wait_for_function(
                "() => /[0-9]/.test(document.querySelector('#notice-text').textContent)",
                timeout=60_000,
            )
        source = driver.control("10")
        with driver.held(source, source.rect.x + 9, source.rect.y + 9) as (x, y):
            times = driver.carry(x, y, FRAMES)
        driver.page.context.close()
        shares.append(100 * sum(time > LATE for time in times) / len(times))
    rest, busy = shares
    yield Figure("late frames of a drag, no search", rest, "%", "for comparison", True)
    most = rest + 2
    yield Figure("late frames with a search", busy, "%", "2 % more at most", busy <= most)
