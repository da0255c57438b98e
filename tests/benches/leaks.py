"""Played for long, in Chromium: nothing grows from game to game, and each start deals anew."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Browser, CDPSession

from benches import Figure
from benches._chromium import in_chromium
from browser.driver import WINDOW, Driver
from demilune.games import GAMES

STARTS = 100
GAMES_DEALT = 500
LITTLE = 10
"""What may have grown by chance: a leak of one thing a game would make 500."""

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
    """Deal many games, then start afresh many times."""
    with in_chromium() as (browser, url):
        yield from _growth(browser, url)
        yield _starts(browser, url)


def _growth(browser: Browser, url: str) -> Iterator[Figure]:
    """Deal games in a row, and count what is there before and after."""
    page = browser.new_context(viewport=WINDOW).new_page()
    page.add_init_script(_COUNT_PROXIES)
    driver = Driver(page, url)
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
    driver = Driver(browser.new_context(viewport=WINDOW).new_page(), url)
    deals = set()
    for _ in range(STARTS):
        driver.start_over()
        deals.add(driver.bar("code"))
    driver.page.context.close()
    found = len(deals)
    return Figure(f"deals of {STARTS} fresh starts", found, "", "all different", found == STARTS)
