"""How fast the page starts, against the same page plain: no memory image, no service worker.

*Playable* is the time from the navigation to the page's own event, `demilune-ready`; nothing is
asked of the page before that, for answers would take its time. The *first paint* is that of the
deal code, which comes with the picture of the cards. Each figure is the median of some loads,
those with and without an image in turns; ratios of one run on one machine are what counts.
Bytes on the wire are those of what was asked for until then, each file gzipped
where that makes it smaller, as a host would send it. Memory is the proportional set of the tab's
process.
"""

from __future__ import annotations

import gzip
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

from benches import Figure
from benches._chromium import SITE, in_chromium
from engines import drivers
from packages import missing
from serving import served

LOADS = 5
ENGINE_LOADS = 3
"""In the other engines, where each first visit takes a new browser."""
MEMORY_LOADS = 3
STARTS = 200
PATIENCE = 120_000
"""Milliseconds after which a start has failed."""

TELL = """
addEventListener("demilune-ready", () => console.debug("demilune-ready"));
new MutationObserver((_, observer) => {
  if (!document.querySelector("body.pictured")) return;
  observer.disconnect();
  document.getElementById("code").setAttribute("elementtiming", "");
  new PerformanceObserver((seen) => { window.painted = seen.getEntries()[0].renderTime; })
    .observe({ type: "element", buffered: true });
}).observe(document, { attributeFilter: ["class"], subtree: true });
"""
"""Has a page say on its console that it can be played, and note when its picture is painted."""
PLAYABLE = "performance.getEntriesByName('demilune-ready')[0]?.startTime"
KEPT = """async () => {
  const entries = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) entries.push(`${name} ${url}`);
  }
  const databases = [];
  for (const { name, version } of await indexedDB.databases()) databases.push([name, version]);
  return [entries.sort(), Object.keys(localStorage).sort(), databases.sort(),
    (await navigator.storage.estimate()).usage, JSON.stringify(localStorage).length];
}"""


def figures() -> Iterator[Figure]:
    """Measure starts in Chromium, then in the other engines if they are there."""
    with in_chromium() as (browser, url):
        yield from _first_visits(browser, url, SITE)
        yield from _later_visits(browser, url)
        yield from _memory(browser, url)
        yield from _many_starts(browser, url)
    if missing():
        return
    with drivers.screen(), tempfile.TemporaryDirectory() as folder:
        for engine in ("firefox", "webkit"):
            yield from _engine(engine, SITE, Path(folder))


def _first_visits(browser: Browser, url: str, site: Path) -> Iterator[Figure]:
    plain, quick = [], []
    plain_bytes = quick_bytes = 0
    for _ in range(LOADS):
        with _tab(browser) as page:
            plain.append(_start(page, url + "#plain"))
            plain_bytes = _wire(page, site)
        with _tab(browser) as page:
            quick.append(_start(page, url))
            quick_bytes = _wire(page, site)
    yield _seconds("plain, first visit", median(plain))
    yield _seconds("first visit", median(quick))
    yield _at_most("first visit / plain", median(quick) / median(plain), 0.30)
    yield Figure("plain, bytes of a first visit", plain_bytes / 1e6, "MB", "for comparison", True)
    yield Figure("bytes of a first visit", quick_bytes / 1e6, "MB", "for comparison", True)
    yield _at_most("bytes, first visit / plain", quick_bytes / plain_bytes, 1.5)


def _later_visits(browser: Browser, url: str) -> Iterator[Figure]:
    plain, quick, paints = [], [], []
    with _tab(browser, service_workers="block") as before, _tab(browser) as page:
        _start(before, url + "?game=CR1-N#plain")
        _keep(page, url)
        page.context.set_offline(True)
        _start(page, url)
        for _ in range(LOADS):
            plain.append(_start(before, url + "#plain"))
            quick.append(_start(page, url))
            paints.append(float(page.wait_for_function("window.painted").json_value()))
    yield _seconds("plain, later visit", median(plain))
    yield _seconds("later visit, network off", median(quick))
    yield _at_most("later visit / plain", median(quick) / median(plain), 0.20)
    yield _at_most("first paint, later visit", median(paints), 200, "ms")
    yield _at_most("first paint / plain playable", median(paints) / median(plain), 0.10)


def _memory(browser: Browser, url: str) -> Iterator[Figure]:
    """Compare the tabs' memory, when the site is kept and the browser has given back what is free.

    The service worker lives in the same process, and it is busy until then.
    """
    used: dict[str, list[float]] = {"plain": [], "start": []}
    for _ in range(MEMORY_LOADS):
        for name, address in (("plain", url + "#plain"), ("start", url)):
            with _tab(browser) as page:
                _start(page, address)
                page.evaluate("navigator.serviceWorker.ready.then(() => true)")
                page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
                page.wait_for_timeout(6000)  # Chromium's allocator looks every four seconds
                used[name].append(max(map(_proportional_set, _renderers(browser))))
    plain, start = median(used["plain"]), median(used["start"])
    yield Figure("plain, memory of the tab", plain / 1e6, "MB", "for comparison", True)
    yield _at_most("memory of the tab / plain", start / plain, 1.0)


def _many_starts(browser: Browser, url: str) -> Iterator[Figure]:
    """Compare what is kept in the browser after a few starts and after many more."""
    with _tab(browser) as page:
        _keep(page, url)
        _start(page, url)
        *before, usage, text = page.evaluate(KEPT)
        for _ in range(STARTS):
            _start(page, url)
        *after, usage_after, text_after = page.evaluate(KEPT)
    grown = sum(
        len(set(map(str, b)) - set(map(str, a))) for a, b in zip(before, after, strict=True)
    )
    yield Figure(f"new entries after {STARTS} starts", grown, "", "none", grown == 0)
    # The time of play in the save and in the picture has more digits by then.
    yield _at_most(f"local storage after {STARTS} starts", text_after - text, 100, "letters more")
    yield _at_most(f"all storage after {STARTS} starts, growth", usage_after / usage, 1.01)


def _engine(engine: str, site: Path, folder: Path) -> Iterator[Figure]:
    """Measure first and later visits in an engine, plain and not; each in a browser of its own."""
    bare = folder / f"{engine}-without-worker"
    shutil.copytree(site, bare)
    (bare / "sw.js").unlink()
    found: dict[str, list[float]] = {}
    for _ in range(ENGINE_LOADS):
        for kind, home, query in (("plain", bare, "#plain"), ("start", site, "")):
            with ExitStack() as stack:
                url = stack.enter_context(served(home))
                with drivers.opened(engine, folder) as browser:
                    found.setdefault(f"{kind} first", []).append(_visit(browser, url + query))
                    if kind == "start":
                        browser.execute_async_script(
                            "navigator.serviceWorker.ready.then(arguments[0])"
                        )
                        stack.close()  # the host is gone
                    _visit(browser, url + query)
                    found.setdefault(f"{kind} later", []).append(_visit(browser, url + query))
    for visit in ("first", "later"):
        plain, start = (median(found[f"{kind} {visit}"]) for kind in ("plain", "start"))
        yield _seconds(f"{engine}: plain, {visit} visit", plain)
        yield _seconds(f"{engine}: {visit} visit", start)
        yield _at_most(f"{engine}: {visit} visit / plain", start / plain, 0.45)


def _visit(browser: WebDriver, address: str) -> float:
    """Open an address and return the milliseconds until it could be played."""
    browser.get("about:blank")
    browser.get(address)
    wait = WebDriverWait(browser, PATIENCE / 1000, poll_frequency=0.1)
    return float(wait.until(lambda each: each.execute_script(f"return {PLAYABLE}")))


def _keep(page: Page, url: str) -> None:
    """Visit the site for the first time, until it is kept."""
    _start(page, url + "?game=CR1-N")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


@contextmanager
def _tab(browser: Browser, **options: str) -> Iterator[Page]:
    context: BrowserContext = browser.new_context(**options)  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(TELL)
    try:
        yield page
    finally:
        context.close()


def _start(page: Page, address: str) -> float:
    """Open an address in a page and return the milliseconds until it could be played."""
    page.goto("about:blank")
    with page.expect_console_message(lambda told: told.text == "demilune-ready", timeout=PATIENCE):
        page.goto(address, wait_until="commit", timeout=PATIENCE)
    return float(page.evaluate(PLAYABLE))


def _wire(page: Page, site: Path) -> int:
    """Return the bytes of all that a page had asked for when it became playable."""
    addresses = page.evaluate(
        "performance.getEntriesByType('resource')"
        f".filter(({{startTime}}) => startTime < {PLAYABLE}).map(({{name}}) => name)"
    )
    paths = {urlsplit(address).path.lstrip("/") for address in addresses} | {"index.html"}
    contents = [(site / path).read_bytes() for path in paths]
    return sum(min(len(content), len(gzip.compress(content, 6))) for content in contents)


def _renderers(browser: Browser) -> list[int]:
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [process["id"] for process in processes if process["type"] == "renderer"]


def _proportional_set(process: int) -> int:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    match = re.search(r"^Pss: +(\d+) kB", text, re.MULTILINE)
    return int(match[1]) * 1024 if match else 0


def _seconds(name: str, milliseconds: float) -> Figure:
    return Figure(name, milliseconds / 1000, "s", "for comparison", True)


def _at_most(name: str, value: float, most: float, unit: str = "") -> Figure:
    return Figure(name, value, unit, f"at most {most:g} {unit}".rstrip(), value <= most)
