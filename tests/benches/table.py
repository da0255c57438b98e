"""The table in Chromium: how fast a move is shown, and that nothing grows from game to game.

A move is timed inside the page: from the first listener that a pointer-up reaches (the window's,
while the event goes down) to the last (the window's again, when it has come back up). Between them
the page judges the move, changes the DOM, and saves; painting is the browser's and not counted.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from playwright.sync_api import Browser, CDPSession, sync_playwright

import chromium
import packages
from benches import Figure
from browser.driver import WINDOW, Driver
from browser.games import records
from demilune.games import GAMES, REDEAL
from serving import served
from sitebuild import ROOT
from sitebuild.prepare import alone
from sitebuild.site import build

MOVES = 300
STARTS = 100
GAMES_DEALT = 500
LITTLE = 10
"""What may have grown by chance: a leak of one thing a game would make 500."""

_TIME = """() => {
  let began;
  const onTable = event => event.target.closest?.("#table");
  window.times = [];
  addEventListener("pointerup", event => { if (onTable(event)) began = performance.now(); }, true);
  addEventListener("pointerup", event => {
    if (onTable(event)) times.push(performance.now() - began);
  });
}"""
# Counts Python's functions and objects that JavaScript holds: Pyodide registers each of them.
_COUNT_PROXIES = """window.proxies = 0;
window.FinalizationRegistry = class extends FinalizationRegistry {
  constructor(clean) { super(value => { proxies--; clean(value); }); }
  register(...all) { proxies++; super.register(...all); }
  unregister(token) {
    const found = super.unregister(token);
    if (found) proxies--;
    return found;
  }
};"""
_DEAL_MANY = """async ({codes, count}) => {
  const button = command => document.querySelector(`.bar [data-command="${command}"]`);
  for (let i = 0; i < count; i++) {
    button("new").click();
    document.querySelector("#code-field").value = codes[i % codes.length];
    document.querySelector("#new-game form").requestSubmit();
    // A game that was begun is offered back when it is left.
    if (!button("redeal").hidden) button("redeal").click();
    await new Promise(resolve => setTimeout(resolve));
  }
}"""
_PYTHON = """async () => {
  const {whenDefined} = await import("./runtime/pyscript/core.js");
  const {interpreter} = await whenDefined("py");
  interpreter.runPython("import gc; gc.collect()");
  await new Promise(resolve => setTimeout(resolve, 100));
  const {_module} = interpreter;
  return {
    "Python objects held by JavaScript": proxies,
    "JavaScript objects held by Python": _module._hiwire_num_refs(),
    "Python's memory": _module.HEAP8.length,
  };
}"""


def figures() -> Iterator[Figure]:
    """Measure the table; 100 fresh starts are its larger part."""
    if packages.provide({"chromium": "chromium"}):
        raise SystemExit("the table is measured in Chromium")
    with alone():
        build(ROOT, ROOT / "site")
    with served(ROOT / "site") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.ARGUMENTS
        )
        yield from _moves(browser, url, "CR1-N")
        yield from _moves(browser, url, "RU1-C")
        yield from _growth(browser, url)
        yield _starts(browser, url)
        browser.close()


def _driver(browser: Browser, url: str, script: str = "") -> Driver:
    page = browser.new_context(viewport=WINDOW).new_page()
    page.add_init_script(script)
    return Driver(page, url)


def _moves(browser: Browser, url: str, rule: str) -> Iterator[Figure]:
    """Drag the moves of won games of a patience with the mouse, and time each."""
    driver = _driver(browser, url)
    driver.open()
    driver.page.evaluate(_TIME)
    prefix = GAMES[rule].prefix
    played = [r for r in records().values() if r.code.game.prefix == prefix]
    moves = ((record.code, move) for record in played for move in record.moves)
    code = None
    for its_code, move in moves:
        if its_code != code:
            code = its_code
            driver.deal(str(code))
        driver.drag(move)
        if move != REDEAL and driver.page.evaluate("times.length") == MOVES:
            break
    times = driver.page.evaluate("times")
    driver.page.context.close()
    assert len(times) == MOVES, f"only {len(times)} moves"
    median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    name = GAMES[rule].__class__.__name__
    yield Figure(f"{name}: a move shown, median", median, "ms", "at most 8 ms", median <= 8)
    yield Figure(f"{name}: a move shown, 95 %", late, "ms", "at most 16 ms", late <= 16)


def _growth(browser: Browser, url: str) -> Iterator[Figure]:
    """Deal games in a row, and count what is there before and after."""
    driver = _driver(browser, url, _COUNT_PROXIES)
    driver.open()
    session = driver.page.context.new_cdp_session(driver.page)
    codes = [f"{rule}-AAAAAAB" for rule in GAMES]
    counts = []
    # The first games fill what is kept for good, like the pictures of the cards.
    for games in (10 * len(codes), GAMES_DEALT - GAMES_DEALT % len(codes)):
        driver.page.evaluate(_DEAL_MANY, {"codes": codes, "count": games})
        driver.deal(codes[-1])
        counts.append(_counts(driver, session))
    driver.page.context.close()
    before, after = counts
    for name in before:
        growth = after[name] - before[name]
        yield Figure(
            f"{name}: growth", growth, "", f"none in {GAMES_DEALT} games", growth <= LITTLE
        )


def _counts(driver: Driver, session: CDPSession) -> dict[str, int]:
    """Count what could leak, after both garbage collectors have worked."""
    driver.wait(1000)  # cards that were covered are removed, notices taken away
    for _ in range(3):
        python = driver.page.evaluate(_PYTHON)
        session.send("HeapProfiler.collectGarbage")
    document = session.send("Memory.getDOMCounters")
    return {"listeners": document["jsEventListeners"], "DOM nodes": document["nodes"], **python}


def _starts(browser: Browser, url: str) -> Figure:
    """Start afresh again and again, and count the different deals."""
    driver = _driver(browser, url)
    deals = set()
    for _ in range(STARTS):
        driver.start_over()
        deals.add(driver.bar("code"))
    driver.page.context.close()
    found = len(deals)
    return Figure(f"deals of {STARTS} fresh starts", found, "", "all different", found == STARTS)
