"""The solver on the command line: `python -m demilune solve | survey | fit`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from demilune.deals import DEALS, read_code
from demilune.games import GAMES
from demilune.record import Record, read_moves, replay
from demilune.solver.answers import Lost, Solved
from demilune.solver.crescent.evaluation import Weights, read_weights
from demilune.solver.crescent.fitting import Difference, examples, fit, told_apart
from demilune.solver.search import Budget, solve
from demilune.solver.survey import Ledger, SurveyError, Task, summary, survey
from demilune.solver.winnable import write_list

WON, BAD_INPUT, LOST, UNKNOWN = 0, 2, 3, 4

SECONDS = 60.0
"""The budget of `solve` when none is given."""

BAR = 30
"""The width of the progress bar, in characters."""


def add_solve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`, after the deal code."""
    parser.add_argument("moves", metavar="MOVE", nargs="*", help="moves played first")
    _add_budget(parser, f"{SECONDS:g} seconds when neither is given")
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def add_survey(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `survey`."""
    parser.add_argument("rule", metavar="RULE", help=", ".join(GAMES))
    parser.add_argument("--redeals", type=int, choices=range(5), help="other than the rule's")
    parser.add_argument(
        "--first", type=_count, default=0, metavar="N", help="the first deal's number"
    )
    parser.add_argument("--deals", type=_count, required=True, metavar="N", help="how many deals")
    parser.add_argument("--winnable", type=Path, metavar="FILE", help="list the deals won")
    _add_budget(parser, "for each deal; one of the two is needed", required=True)
    parser.add_argument("--jobs", type=_count, default=1, metavar="J", help="processes")
    parser.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler to use instead")
    parser.add_argument(
        "--to", type=Path, metavar="FILE", help="keep a line a deal, and go on there"
    )
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def add_fit(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `fit`."""
    parser.add_argument(
        "--first", type=_count, default=0, metavar="N", help="the first deal's number"
    )
    parser.add_argument("--deals", type=_count, default=400, metavar="N", help="how many deals")
    parser.add_argument("--rounds", type=_count, default=10, metavar="N", help="through all pairs")
    parser.add_argument("--seed", type=_count, default=0, metavar="N", help="decides all chance")
    parser.add_argument("--to", type=Path, required=True, metavar="FILE", help="for the weights")


def _add_budget(parser: argparse.ArgumentParser, text: str, required: bool = False) -> None:
    budget = parser.add_mutually_exclusive_group(required=required)
    budget.add_argument(
        "--nodes", type=_count, metavar="N", help="positions to look at: repeatable"
    )
    budget.add_argument("--seconds", type=_seconds, metavar="S", help=f"time to take; {text}")


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no count")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no time in seconds")
    return seconds


def run_solve(options: argparse.Namespace) -> int:
    """Print `won` and the record, `lost` and why, or `unknown` and the effort."""
    record = Record(read_code(options.code), read_moves(" ".join(options.moves)))
    position = replay(record)[-1]
    if options.nodes is None:
        budget = Budget(seconds=SECONDS if options.seconds is None else options.seconds)
    else:
        budget = Budget(nodes=options.nodes)
    started = time.monotonic()
    answer = solve(record.code.game, position, budget)
    seconds = round(time.monotonic() - started, 3)
    report: dict[str, object] = {"nodes": answer.nodes, "seconds": seconds}
    if isinstance(answer, Solved):
        won = str(record._replace(moves=record.moves + answer.line))
        report = {"answer": "won", "record": won, **report}
        lines, status = ["won", won], WON
    elif isinstance(answer, Lost):
        report = {"answer": "lost", "proof": answer.proof.name.lower(), **report}
        lines, status = ["lost", answer.proof.value], LOST
    else:
        report = {"answer": "unknown", **report}
        lines, status = ["unknown", f"{answer.nodes} positions in {seconds} seconds"], UNKNOWN
    print(json.dumps(report) if options.json else "\n".join(lines))
    return status


def run_survey(options: argparse.Namespace) -> int:
    """Solve many deals and print how many are won, lost and unknown, and the effort."""
    rule = options.rule.upper()
    wrong = _wrong(rule, options)
    if wrong:
        print(wrong, file=sys.stderr)
        return BAD_INPUT
    task = Task(rule, options.redeals, options.nodes, options.seconds)
    deals = range(options.first, options.first + options.deals)
    try:
        with _ledger(options.to, task) as ledger, _executor(options) as (executor, workers):
            missing = [deal for deal in deals if deal not in ledger.findings]
            done = options.deals - len(missing)
            for finding in survey(task, missing, executor, workers):
                ledger.add(finding)
                done += 1
                _show_progress(done, options.deals)
            findings = [ledger.findings[deal] for deal in deals]
        if options.winnable:
            found = [(one.deal, one.nodes) for one in findings if one.answer == "won"]
            text = write_list(rule, found, _command(options, f"--winnable {options.winnable.name}"))
            options.winnable.write_text(text, encoding="ascii")
    except (SurveyError, OSError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    report = summary(findings)
    if options.json:
        head = {"command": _command(options, "--json"), "task": asdict(task)}
        print(json.dumps({**head, **report}, indent=2))
    else:
        print(_text(report))
    return 0


def _command(options: argparse.Namespace, end: str) -> str:
    """Return the command that makes this survey again, with what it is to make at its end."""
    words = ["python -m demilune survey", options.rule.upper()]
    for name in ("redeals", "first", "deals", "nodes", "seconds"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name} {value}")
    return " ".join([*words, end])


def _wrong(rule: str, options: argparse.Namespace) -> str | None:
    if rule not in GAMES:
        return f"no rule {rule[:20]!r}: there is {', '.join(GAMES)}"
    if options.redeals is not None and not GAMES[rule].redeals:
        return f"{rule} has no redeals"
    if not options.deals or options.first + options.deals > DEALS:
        return f"deals are numbered from 0 to {DEALS - 1}, and there must be one at least"
    return None


def run_fit(options: argparse.Namespace) -> int:
    """Fit the weights of Crescent's evaluation to games won with the present ones."""
    random = Random(options.seed)
    weights: Weights = read_weights()
    game = GAMES["CR1-N"]
    pairs: list[Difference] = []
    for number in range(options.first, options.first + options.deals):
        pairs.extend(examples(game.deal(number), weights, random))
        _show_progress(number - options.first + 1, options.deals)
    # A tenth is kept apart, to see what the weights are good for.
    random.shuffle(pairs)
    tests, pairs = pairs[: len(pairs) // 10], pairs[len(pairs) // 10 :]
    share = told_apart(tests, weights)
    print(f"{len(pairs)} pairs; of {len(tests)} others {share:.2%} are told apart")
    for fitted, loss in fit(pairs, weights, options.rounds, random):
        print(f"loss {loss:.4f}, {told_apart(tests, fitted):.2%} are told apart")
        weights = fitted
    rounded = {name: round(weight, 3) for name, weight in weights.items()}
    options.to.write_text(json.dumps(rounded, indent=0) + "\n", encoding="utf-8")
    return 0


@contextmanager
def _ledger(path: Path | None, task: Task) -> Iterator[Ledger]:
    ledger = Ledger(path, task)
    try:
        yield ledger
    finally:
        ledger.close()


@contextmanager
def _executor(options: argparse.Namespace) -> Iterator[tuple[Executor, int]]:
    """Give an executor, and how many deals it solves at once."""
    if options.dask:
        try:
            from distributed import Client
        except ImportError as error:
            raise SurveyError("--dask needs the extra: pip install demilune[cluster]") from error
        with Client(options.dask) as client:
            yield client.get_executor(), sum(client.nthreads().values())
        return
    workers = max(options.jobs, 1)
    executor = ProcessPoolExecutor(workers)
    try:
        yield executor, workers
    finally:
        executor.shutdown(cancel_futures=True)


def _show_progress(done: int, deals: int) -> None:
    if _is_terminal():
        filled = "#" * (BAR * done // deals)
        end = "\n" if done == deals else ""
        print(f"\r[{filled:<{BAR}}] {done}/{deals}", end=end, file=sys.stderr, flush=True)


def _is_terminal() -> bool:
    return sys.stderr.isatty()


def _text(report: dict[str, Any]) -> str:
    lines = [f"deals    {report['deals']}"]
    for answer in ("won", "lost", "unknown"):
        low, high = report["intervals"][answer]
        share = report["shares"][answer]
        lines.append(
            f"{answer:<8} {report[answer]:>6} = {share:.2%} (95 %: {low:.2%} to {high:.2%})"
        )
    for name in ("nodes", "seconds", "moves"):
        values = ", ".join(f"{p}: {value:g}" for p, value in report[name].items())
        lines.append(f"{name:<8} {values}")
    return "\n".join(lines)
