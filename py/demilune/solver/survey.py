"""Surveys: many deals of a rule, each solved within the same budget.

The deals are independent of each other. With a budget in nodes a survey gives the same answers
whoever runs it, in however many processes or on however many machines: any executor of
`concurrent.futures` will do, a Dask cluster's too. What is known so far is a file of lines, so that
a survey that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass, replace
from math import sqrt
from pathlib import Path
from typing import TextIO

from demilune.games import GAMES
from demilune.solver.answers import Lost, Solved
from demilune.solver.search import Budget, solve

AHEAD = 4
"""So many deals a worker are handed out in advance."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a survey asks of every deal: the rule, redeals other than the rule's, the budget."""

    rule: str
    redeals: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> Budget:
        """The budget of a deal."""
        return Budget(
            float("inf") if self.nodes is None else self.nodes,
            float("inf") if self.seconds is None else self.seconds,
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about a deal.

    `answer` is `won`, `lost` or `unknown`, `nodes` and `seconds` are the effort, and `moves` is the
    length of the line, or 0.
    """

    deal: int
    answer: str
    nodes: int
    seconds: float
    moves: int


class SurveyError(ValueError):
    """A file that holds something else than this survey."""


def examine(task: Task, deal: int) -> Finding:
    """Solve one deal.

    >>> examine(Task("RU1-C", nodes=1000), 0).answer
    'lost'
    """
    game = GAMES[task.rule]
    position = game.deal(deal)
    if task.redeals is not None:
        position = replace(position, redeals=task.redeals)
    started = time.perf_counter()
    answer = solve(game, position, task.budget)
    seconds = round(time.perf_counter() - started, 4)
    if isinstance(answer, Solved):
        return Finding(deal, "won", answer.nodes, seconds, len(answer.line))
    return Finding(
        deal, "lost" if isinstance(answer, Lost) else "unknown", answer.nodes, seconds, 0
    )


def survey(
    task: Task, deals: Iterable[int], executor: Executor, workers: int = 1
) -> Iterator[Finding]:
    """Yield what is found about each deal, in the order of the deals.

    `workers` is how many deals the executor can solve at once; it changes no answer.
    """
    running: deque[Future[Finding]] = deque()
    try:
        for deal in deals:
            running.append(executor.submit(examine, task, deal))
            if len(running) >= AHEAD * workers:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        for future in running:
            future.cancel()


class Ledger:
    """What a survey has found so far, in a file: the task, then a line a deal, all JSON."""

    def __init__(self, path: Path | None, task: Task) -> None:
        """Open or begin a file; without one nothing is kept.

        Raises SurveyError when it holds the survey of another task, or something else.
        """
        self.findings: dict[int, Finding] = {}
        self._file: TextIO | None = None
        if path is None:
            return
        head = json.dumps(asdict(task))
        try:
            lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        except UnicodeDecodeError as error:
            raise SurveyError(f"{path} is no survey") from error
        if lines and lines[0] != head:
            raise SurveyError(f"{path} is of another survey: {lines[0][:100]}")
        for line in lines[1:]:
            try:
                finding = Finding(**json.loads(line))
            except (ValueError, TypeError):
                break  # It was stopped while it wrote this.
            self.findings[finding.deal] = finding
        whole = lines[: 1 + len(self.findings)] or [head]
        if len(whole) != len(lines):
            path.write_text("".join(f"{line}\n" for line in whole), encoding="utf-8")
        self._file = path.open("a", encoding="utf-8")

    def add(self, finding: Finding) -> None:
        """Write down what was found."""
        self.findings[finding.deal] = finding
        if self._file:
            print(json.dumps(asdict(finding)), file=self._file, flush=True)

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()


def summary(findings: Sequence[Finding]) -> dict[str, object]:
    """Sum up a survey: counts, shares with 95 % intervals, and quantiles of the effort.

    Shares and intervals are numbers from 0 to 1; there must be a finding.
    """
    n = len(findings)
    counts = {
        answer: sum(finding.answer == answer for finding in findings)
        for answer in ("won", "lost", "unknown")
    }
    return {
        "deals": n,
        **counts,
        "shares": {answer: round(count / n, 5) for answer, count in counts.items()},
        "intervals": {answer: wilson(count, n) for answer, count in counts.items()},
        "nodes": quantiles([finding.nodes for finding in findings]),
        "seconds": quantiles([finding.seconds for finding in findings]),
        "moves": quantiles([finding.moves for finding in findings if finding.moves] or [0]),
    }


def wilson(count: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, count out of n, after Wilson (1927).

    >>> wilson(77, 500)
    (0.12501, 0.18827)
    """
    z = 1.959964
    middle = (count + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * sqrt(count * (n - count) / n + z * z / 4)
    return round(max(middle - half, 0.0), 5), round(min(middle + half, 1.0), 5)


def quantiles(values: Sequence[float]) -> dict[str, float]:
    """Return the median, the 90th and 99th percentile and the greatest of some values.

    >>> quantiles(range(101))
    {'50 %': 50, '90 %': 90, '99 %': 99, '100 %': 100}
    """
    ordered = sorted(values)
    return {f"{p} %": ordered[(len(ordered) - 1) * p // 100] for p in (50, 90, 99, 100)}
