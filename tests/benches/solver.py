"""The solver: how many deals it decides, in what time, and in how much memory.

Deals are our own codes from 0 on, and for comparison those of the prototype from which the solver
was written, with its private shuffle. Here that is one core of CPython, in the browser Pyodide in a
worker of Chromium. The whole takes most of an hour on a quiet machine; other programs make the
figures worse.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from benches import Figure
from benches._chromium import in_chromium
from demilune.cards import Card, Suit
from demilune.games import GAMES, Game, Position
from demilune.solver import Budget, Lost, Solved, solve
from sitebuild import ROOT
from sitebuild.wheel import engine_wheel

CRESCENT_DEALS = 1000
CRESCENT_SECONDS = 60
PROTOTYPE_DEALS = 100
PROTOTYPE_SECONDS = 30
RUSSIAN_DEALS = 10_000
RUSSIAN_NODES = 300_000
BROWSER_CRESCENT_DEALS = 100
BROWSER_SECONDS = 20
BROWSER_RUSSIAN_DEALS = 1000
HARD_DEAL = 15
"""A deal of Crescent that is searched for long, to see what memory that takes."""


class Took(NamedTuple):
    """What became of a deal: decided or not, won or not, and the seconds."""

    decided: bool
    won: bool
    seconds: float


def figures() -> Iterator[Figure]:
    """Measure both games here, then in a browser."""
    crescent = GAMES["CR1-N"]
    own = [
        timed(crescent, crescent.deal(number), Budget(seconds=CRESCENT_SECONDS))
        for number in range(CRESCENT_DEALS)
    ]
    for seconds, goal in ((60, 99.5), (5, 96), (1, 85)):
        yield share(f"Crescent, won in {seconds} s", own, seconds, goal)
    theirs = [
        timed(crescent, prototypes_deal(number), Budget(seconds=PROTOTYPE_SECONDS))
        for number in range(PROTOTYPE_DEALS)
    ]
    for seconds, goal in ((30, 98), (5, 95), (1, 83)):
        yield share(f"Crescent, prototype's deals, won in {seconds} s", theirs, seconds, goal)
    for rule, name, goal in (("RU1-C", "Classic", 100.0), ("RU1-R", "Soft", 99.9)):
        game = GAMES[rule]
        budget = Budget(nodes=RUSSIAN_NODES)
        took = [timed(game, game.deal(number), budget) for number in range(RUSSIAN_DEALS)]
        decided = 100 * sum(one.decided for one in took) / len(took)
        yield Figure(f"Russian {name}, decided", decided, "%", f"{goal} %", decided >= goal)
        won = 100 * sum(one.won for one in took) / len(took)
        yield Figure(f"Russian {name}, won", won, "%", "no goal", True)
        slowest = sorted(one.seconds for one in took)[len(took) * 99 // 100]
        yield Figure(f"Russian {name}, 99 % within", slowest, "s", "no goal", True)
    megabytes = memory_here()
    yield Figure("memory of CPython with a long search", megabytes, "MB", "no goal", True)
    yield from in_the_browser()


def timed(game: Game, position: Position, budget: Budget) -> Took:
    """Solve a position."""
    started = perf_counter()
    answer = solve(game, position, budget)
    won = isinstance(answer, Solved)
    return Took(won or isinstance(answer, Lost), won, perf_counter() - started)


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
    """Return the greatest memory of a process that searches a hard deal for long, in MB."""
    code = (
        "import resource; from demilune.games import GAMES; from demilune.solver import *;"
        f"game = GAMES['CR1-N']; solve(game, game.deal({HARD_DEAL}), Budget(nodes=2_000_000));"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    command = [sys.executable, "-c", code]
    environment = {"PYTHONPATH": str(ROOT / "py")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


WORKER = """
import { loadPyodide } from "BASEpyodide.mjs";
const python = await loadPyodide({ indexURL: "BASE" });
const wheel = await (await fetch("BASEengine.whl")).arrayBuffer();
python.unpackArchive(wheel, "wheel");
postMessage("ready");
onmessage = ({ data }) => {
  const answer = python.runPython(data);
  postMessage([answer, python._module.HEAPU8.length]);
};
"""

ASK = """
async ([worker, code]) => {
  if (!window.solver) {
    const url = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    window.solver = new Worker(url, { type: "module" });
    await new Promise((ready, failed) => { solver.onmessage = ready; solver.onerror = failed; });
  }
  return new Promise((answered, failed) => {
    solver.onmessage = ({ data }) => answered(data);
    solver.onerror = ({ message }) => failed(message);
    solver.postMessage(code);
  });
}
"""

TIMED = """
import json, time
from demilune.games import GAMES
from demilune.solver import Budget, Lost, Solved, solve
game = GAMES["RULE"]
took = []
for number in range(DEALS):
    started = time.perf_counter()
    answer = solve(game, game.deal(number), Budget(seconds=SECONDS))
    won = isinstance(answer, Solved)
    took.append([won or isinstance(answer, Lost), won, time.perf_counter() - started])
json.dumps(took)
"""


def runtime(folder: Path) -> Path:
    """Put Pyodide, the engine's wheel and an empty page into a folder."""
    for path in (ROOT / "node_modules" / "pyodide").iterdir():
        if path.name.startswith(("pyodide", "python_stdlib")):
            shutil.copy(path, folder)
    shutil.copy(engine_wheel(ROOT), folder / "engine.whl")
    (folder / "index.html").write_text("<!doctype html>")
    return folder


def in_the_browser() -> Iterator[Figure]:
    """Measure in a worker of Chromium."""
    with TemporaryDirectory() as name, in_chromium(runtime(Path(name))) as (browser, url):
        page = browser.new_page()
        page.goto(f"{url}index.html")
        worker = WORKER.replace("BASE", url)

        def ask(rule: str, deals: int, seconds: float) -> tuple[list[Took], float]:
            code = TIMED.replace("RULE", rule).replace("DEALS", str(deals))
            code = code.replace("SECONDS", str(seconds))
            answer: list[Any] = page.evaluate(ASK, [worker, code])
            return [Took(*one) for one in json.loads(answer[0])], answer[1] / 2**20

        took, megabytes = ask("CR1-N", BROWSER_CRESCENT_DEALS, BROWSER_SECONDS)
        yield share("Crescent in the browser, won in 5 s", took, 5, 90)
        middle = median(one.seconds for one in took)
        yield Figure("Crescent in the browser, median", middle, "s", "at most 0.6 s", middle <= 0.6)
        yield Figure(
            "memory of the worker's Python", megabytes, "MB", "at most 150 MB", megabytes <= 150
        )
        took, _ = ask("RU1-C", BROWSER_RUSSIAN_DEALS, BROWSER_SECONDS)
        slowest = sorted(one.seconds for one in took)[len(took) * 99 // 100]
        yield Figure(
            "Russian Classic in the browser, 99 % within", slowest, "s", "0.3 s", slowest <= 0.3
        )
