"""The table in Chromium: how fast a move is shown, and how smoothly cards are carried.

A move is timed inside the page: from the first listener that a pointer-up reaches (the window's,
while the event goes down) to the last (the window's again, when it has come back up). Between them
the page judges the move, changes the DOM, and saves; painting is the browser's and not counted.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator

from playwright.sync_api import Browser

from benches import Figure
from benches._chromium import in_chromium
from browser.driver import WINDOW, Driver
from browser.games import records
from demilune.games import GAMES, REDEAL, Move
from demilune.record import replay

MOVES = 200
FRAMES = 240
LATE = 25.0
"""Milliseconds between two frames of which one was missed, at 60 a second."""

_ONE_FRAME = 1000 / 60

Carried = tuple[str, tuple[Move, ...], str, int]
"""A deal code, the moves to play on it, and the place and number of the cards to carry."""
_SEARCHED: Carried = ("CR1-N-AAAAAAQ", (REDEAL,) * 3, "10", 1)
"""A position of which 250,000 nodes tell nothing."""

_TIME = """() => {
  let began;
  const onTable = event => event.target.closest?.("#table");
  window.times = [];
  addEventListener("pointerup", event => { if (onTable(event)) began = performance.now(); }, true);
  addEventListener("pointerup", event => {
    if (onTable(event)) times.push(performance.now() - began);
  });
}"""
# Times a press of undo or redo, when everything lies still, to the end of the browser's layout.
_REFLOW = """async count => {
  const times = [];
  for (let i = 0; i < count; i++)
    for (const command of ["undo", "redo"]) {
      await Promise.all(document.getAnimations().map(animation => animation.finished));
      const began = performance.now();
      document.querySelector(`.bar [data-command="${command}"]`).click();
      document.querySelector("#table .card").getBoundingClientRect();
      times.push(performance.now() - began);
    }
  return times;
}"""


def figures() -> Iterator[Figure]:
    """Measure every layout, drags, and the longest column."""
    with in_chromium() as (browser, url):
        for fanned in (False, True):
            for name in dict.fromkeys(layout.name for layout in GAMES["CR1-N"].layouts):
                yield from _moves(browser, url, "CR1-N", name, fanned)
        for layout in GAMES["RU1-C"].layouts:
            yield from _moves(browser, url, "RU1-C", layout.name)
        yield from _frames(browser, url)
        yield _reflow(browser, url)


def _driver(browser: Browser, url: str) -> Driver:
    return Driver(browser.new_context(viewport=WINDOW).new_page(), url)


def _moves(
    browser: Browser, url: str, rule: str, layout: str, fanned: bool = False
) -> Iterator[Figure]:
    """Drag the moves of won games of a patience with the mouse, and time each."""
    driver = _driver(browser, url)
    prefix = GAMES[rule].prefix
    chosen = {each: layout for each in GAMES if each.startswith(prefix)}
    settings = {"layout": chosen, "fan_piles": fanned}
    driver.start_over({"demilune.settings": json.dumps(settings)})
    driver.page.evaluate(_TIME)
    played = [r for r in records().values() if r.code.game.prefix == prefix]
    moves = ((record.code, move) for record in played for move in record.moves)
    code = None
    for its_code, move in moves:
        if its_code.game.closed and fanned:
            continue
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
    name = f"{GAMES[rule].__class__.__name__}, {layout}{', fanned' if fanned else ''}"
    yield Figure(f"{name}: a move shown, median", median, "ms", "at most 8 ms", median <= 8)
    yield Figure(f"{name}: a move shown, 95 %", late, "ms", "at most 16 ms", late <= 16)


def _frames(browser: Browser, url: str) -> Iterator[Figure]:
    """Carry cards about, one of Crescent and a long group of Russian, and count late frames.

    Then a card whose hint takes long, with and without the search for it.
    """
    for rate, most in ((1, 2), (4, 10)):
        goal = f"at most {most} %"
        late = [each for carried in _carried() for each in _late(browser, url, rate, carried)]
        share = 100 * statistics.mean(late)
        yield Figure(f"late frames of a drag, CPU at 1/{rate}", share, "%", goal, share <= most)
        for searched in (False, True):
            share = 100 * statistics.mean(_late(browser, url, rate, _SEARCHED, searched))
            name = f"... of one{', a hint searched' if searched else ''}, CPU at 1/{rate}"
            yield Figure(name, share, "%", goal, share <= most)


def _late(
    browser: Browser, url: str, rate: int, carried: Carried, searched: bool = False
) -> list[bool]:
    """Carry cards about, and tell of each frame whether it came late."""
    code, moves, place, size = carried
    driver = _driver(browser, url)
    driver.open()
    driver.deal(code, moves)
    session = driver.page.context.new_cdp_session(driver.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if searched:
        driver.page.keyboard.press("h")
        driver.page.wait_for_function(
            "() => /[0-9]/.test(document.querySelector('#notice-text').textContent)"
        )
    source = driver.control(place, size)
    with driver.held(source, source.rect.x + 9, source.rect.y + 9) as (x, y):
        times = driver.carry(x, y, FRAMES)
        assert not searched or driver.page.locator("#notice button").is_visible(), "no search"
    driver.page.context.close()
    return [time > LATE for time in times]


def _carried() -> Iterator[Carried]:
    yield "CR1-N-AAAAAAB", (), "10", 1
    code, count, move = max(_placed(), key=lambda each: each[2].size)
    yield code, records()[code].moves[:count], move.source, move.size


def _longest() -> tuple[str, int, Move]:
    """Return the move of a won game that makes the longest column, and how many come before."""

    def length(placed: tuple[str, int, Move]) -> int:
        code, count, move = placed
        record = records()[code]
        return len(record.code.game.cards(replay(record)[count + 1], move.target))

    return max(_placed(), key=length)


def _placed() -> Iterator[tuple[str, int, Move]]:
    """Yield the moves onto columns of won games of Russian, and how many moves come before."""
    for code, record in records().items():
        for count, move in enumerate(record.moves):
            if record.code.game.prefix == "RU" and move.target in record.code.game.pile_names:
                yield code, count, move


def _reflow(browser: Browser, url: str) -> Figure:
    """Take back and make again the move that makes the longest column of the won games."""
    driver = _driver(browser, url)
    driver.open()
    code, count, move = _longest()
    driver.deal(code, records()[code].moves[: count + 1])
    times = driver.page.evaluate(_REFLOW, 30)
    driver.page.context.close()
    slow = statistics.quantiles(times, n=20)[-1]
    name = f"the longest column ({move}) laid out, 95 %"
    return Figure(name, slow, "ms", "one frame", slow <= _ONE_FRAME)
