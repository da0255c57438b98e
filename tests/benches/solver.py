"""The solver: how many deals it decides, in what time, and in how much memory.

Deals are our own codes from 0 on, and for comparison those of the prototype from which the solver
was written, with its private shuffle. Here that is one core of CPython, in the browser the page's
own worker in Chromium. Seconds are the processor's, which other programs on the machine stretch
little; what the player waits is printed where it is asked for. It takes a quarter of an hour.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from playwright.sync_api import Page, Route

from benches import Figure
from benches._chromium import in_chromium
from benches.worker import ASK
from browser.driver import Driver
from demilune.cards import Card, Suit
from demilune.deals import DealCode
from demilune.games import GAMES, Game, Position
from demilune.solver import Budget, Lost, Solved, solve
from sitebuild import ROOT

CRESCENT_DEALS = 1000
CRESCENT_SECONDS = 60
PROTOTYPE_DEALS = 100
PROTOTYPE_SECONDS = 30
RUSSIAN_DEALS = 10_000
RUSSIAN_NODES = 300_000
BROWSER_CRESCENT_DEALS = 100
BROWSER_SECONDS = 20
BROWSER_RUSSIAN_DEALS = 1000
HARD = "CR1-N-AAAAAMB: R R"
HARD_SECONDS = 60
"""A game of which nothing is found in so long, to see what memory a search takes."""


class Took(NamedTuple):
    """What became of a deal: decided or not, won or not, the processor's seconds, and all."""

    decided: bool
    won: bool
    seconds: float
    waited: float = 0.0


def figures() -> Iterator[Figure]:
    """Measure both games in a browser, then here."""
    yield from in_the_browser()
    crescent = GAMES["CR1-N"]
    theirs = [
        timed(crescent, prototypes_deal(number), PROTOTYPE_SECONDS)
        for number in range(PROTOTYPE_DEALS)
    ]
    for seconds, goal in ((30, 98), (5, 95), (1, 83)):
        yield share(f"Crescent, prototype's deals, won in {seconds} s", theirs, seconds, goal)
    for rule, name, goal in (("RU1-C", "Classic", 100.0), ("RU1-R", "Soft", 99.9)):
        game = GAMES[rule]
        took = [timed(game, game.deal(number)) for number in range(RUSSIAN_DEALS)]
        decided = 100 * sum(one.decided for one in took) / len(took)
        yield Figure(f"Russian {name}, decided", decided, "%", f"{goal} %", decided >= goal)
        won = 100 * sum(one.won for one in took) / len(took)
        yield Figure(f"Russian {name}, won", won, "%", "for comparison", True)
        slowest = sorted(one.seconds for one in took)[len(took) * 99 // 100]
        yield Figure(f"Russian {name}, 99 % within", slowest, "s", "for comparison", True)
    megabytes = memory_here()
    yield Figure("memory of CPython with a long search", megabytes, "MB", "for comparison", True)
    own = [
        timed(crescent, crescent.deal(number), CRESCENT_SECONDS) for number in range(CRESCENT_DEALS)
    ]
    for seconds, goal in ((1, 85), (5, 96), (60, 99.5)):
        yield share(f"Crescent, won in {seconds} s", own, seconds, goal)


def timed(game: Game, position: Position, seconds: float | None = None) -> Took:
    """Solve a position here, in so many seconds of the processor; without them by nodes."""
    started = process_time()
    if seconds is None:
        answer = solve(game, position, Budget(nodes=RUSSIAN_NODES))
    else:
        answer = solve(game, position, Budget(), go_on=lambda _: process_time() - started < seconds)
    won = isinstance(answer, Solved)
    return Took(won or isinstance(answer, Lost), won, process_time() - started)


def share(name: str, took: Sequence[Took], seconds: float, goal: float) -> Figure:
    """Return the share of deals won in so many seconds."""
    won = 100 * sum(one.won and one.seconds <= seconds for one in took) / len(took)
    return Figure(name, won, "%", f"at least {goal} %", won >= goal)


def prototypes_deal(seed: int) -> Position:
    """Deal the prototype's way: its own generator, biased draws, and order of the pack."""
    mask = (1 << 64) - 1
    cards = [
        Card(suit, rank, deck)
        for suit in Suit
        for rank in range(1, 14)
        for deck in (range(2) if 1 < rank < 13 else range(1))
    ]
    state = (seed * 0x9E3779B97F4A7C15 + 777) & mask
    for i in range(95, 0, -1):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        j = (z ^ (z >> 31)) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    tableau = tuple(tuple(cards[i : i + 6]) for i in range(0, 96, 6))
    return replace(GAMES["CR1-N"].deal(0), tableau=tableau)


def memory_here() -> float:
    """Return the greatest memory of a process that searches for long, in MB."""
    code = (
        "import resource; from demilune.record import *; from demilune.solver import *;"
        f"record = read_record({HARD!r}); position = replay(record)[-1];"
        "solve(record.code.game, position, Budget(nodes=2_000_000));"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    command = [sys.executable, "-c", code]
    environment = {"PYTHONPATH": str(ROOT / "py")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def in_the_browser() -> Iterator[Figure]:
    """Measure in the worker of the page, asked as the page asks it."""
    with in_chromium() as (browser, url):
        # Without the service worker, whose fetches cannot be seen: the worker's file is taken over.
        page = browser.new_context(service_workers="block").new_page()
        page.route("**/worker.mjs", show_python)
        Driver(page, url).open("?code=CR1-N-AAAAAAB")
        solved(page, f"{DealCode('RU1-C', 0)}:", BROWSER_SECONDS)  # That begins the worker.
        rows = {
            rule: [
                solved(page, f"{DealCode(rule, number)}:", BROWSER_SECONDS)
                for number in range(deals)
            ]
            for rule, deals in (
                ("CR1-N", BROWSER_CRESCENT_DEALS),
                ("RU1-C", BROWSER_RUSSIAN_DEALS),
            )
        }
        crescent = rows["CR1-N"]
        yield share("Crescent in the browser, won in 5 s", crescent, 5, 90)
        middle = median(one.seconds for one in crescent)
        yield Figure("Crescent in the browser, median", middle, "s", "at most 0.6 s", middle <= 0.6)
        waited = median(one.waited for one in crescent)
        yield Figure("... with the time of other programs", waited, "s", "for comparison", True)
        slowest = sorted(one.seconds for one in rows["RU1-C"])[BROWSER_RUSSIAN_DEALS * 99 // 100]
        yield Figure(
            "Russian Classic in the browser, 99 % within", slowest, "s", "0.3 s", slowest <= 0.3
        )
        hard = solved(page, HARD, HARD_SECONDS)
        yield Figure("a long search in the browser", hard.seconds, "s", "for comparison", True)
        megabytes = page.workers[0].evaluate("python._module.HEAPU8.length") / 2**20
        yield Figure(
            "memory of the worker's Python", megabytes, "MB", "at most 150 MB", megabytes <= 150
        )


def show_python(route: Route) -> None:
    """Have the worker keep its Python where it can be measured."""
    text = route.fetch().text()
    begun = "const python = await"
    assert begun in text, "the worker's file has changed"
    route.fulfill(
        body=text.replace(begun, "const python = globalThis.python = await"),
        content_type="text/javascript",
    )


def solved(page: Page, record: str, seconds: float) -> Took:
    """Have the page's worker solve a game from where a record ends."""
    wish = {"want": "solve", "record": record, "seconds": seconds}
    before = worker_seconds()
    answer = page.evaluate(ASK, wish)
    verdict = answer["verdict"]
    took = worker_seconds() - before
    return Took(verdict != "unknown", verdict == "won", took, answer["seconds"])


def worker_seconds() -> float:
    """Return the processor's time that the workers of this program's browser have taken so far."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    nanoseconds = 0
    for process in parents:
        above = process
        while above not in (0, os.getpid()):
            above = parents.get(above, 0)
        if above:
            for name in Path(f"/proc/{process}/task").glob("*/comm"):
                with suppress(OSError):
                    if name.read_text().startswith("DedicatedWorker"):
                        text = name.with_name("schedstat").read_text()
                        nanoseconds += int(text.split()[0])
    return nanoseconds / 1e9
