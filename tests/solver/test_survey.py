"""Surveys: the same answers in whichever processes, files that go on, and the sums."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from demilune.solver.survey import (
    Finding,
    Ledger,
    SurveyError,
    Task,
    quantiles,
    summary,
    survey,
    wilson,
)

TASK = Task("RU1-C", nodes=300)


def found(executor: Executor, workers: int, task: Task = TASK) -> list[Finding]:
    """The findings about some deals, without the seconds, which differ."""
    return [replace(finding, seconds=0) for finding in survey(task, range(24), executor, workers)]


@pytest.fixture(scope="module")
def expected() -> list[Finding]:
    with ThreadPoolExecutor(1) as executor:
        return found(executor, 1)


def test_every_executor_finds_the_same(expected: list[Finding]) -> None:
    """One process or two: the answers and the nodes are equal, in the order of the deals."""
    assert [finding.deal for finding in expected] == list(range(24))
    assert {finding.answer for finding in expected} >= {"lost", "unknown"}
    with ProcessPoolExecutor(2) as executor:
        assert found(executor, 2) == expected


def test_a_dask_cluster_finds_the_same(expected: list[Finding]) -> None:
    """The same on a local cluster of Dask's."""
    options = {"n_workers": 1, "threads_per_worker": 2, "processes": False}
    with LocalCluster(dashboard_address=None, **options) as cluster, Client(cluster) as client:
        assert found(client.get_executor(), 2) == expected


def test_redeals_other_than_the_rules() -> None:
    """A survey of Crescent without redeals is another one than with three."""
    with ThreadPoolExecutor(1) as executor:
        none = found(executor, 1, Task("CR1-N", redeals=0, nodes=300))
        three = found(executor, 1, Task("CR1-N", nodes=300))
        assert none != three
        assert found(executor, 1, Task("CR1-F", redeals=3, nodes=300)) == three


def test_stopping_early_cancels_what_was_not_begun() -> None:
    """A survey that nobody listens to any more asks for nothing further."""
    with ThreadPoolExecutor(1) as executor:
        running: Iterator[Finding] = survey(TASK, range(10**6), executor, 1)
        assert next(running).deal == 0
        running.close()  # type: ignore[attr-defined]


def test_a_ledger_goes_on(tmp_path: Path, expected: list[Finding]) -> None:
    """What was found is there again, but for a line that was cut off."""
    path = tmp_path / "survey.jsonl"
    ledger = Ledger(path, TASK)
    for finding in expected[:10]:
        ledger.add(finding)
    ledger.close()
    path.write_text(path.read_text()[:-20])
    ledger = Ledger(path, TASK)
    assert list(ledger.findings.values()) == expected[:9]
    for finding in expected[9:]:
        ledger.add(finding)
    ledger.close()
    again = Ledger(path, TASK)
    again.close()
    assert list(again.findings.values()) == expected
    assert len(path.read_text().splitlines()) == 1 + len(expected)


@pytest.mark.parametrize("content", [b"something else\n", b"\xff\xfe", b'{"rule": "RU1-R"}\n'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """A file that is no ledger of this survey is refused and not touched."""
    path = tmp_path / "survey.jsonl"
    path.write_bytes(content)
    with pytest.raises(SurveyError):
        Ledger(path, TASK)
    assert path.read_bytes() == content


def test_a_damaged_line_ends_what_is_known(tmp_path: Path, expected: list[Finding]) -> None:
    """Fields that do not fit are as good as cut off."""
    path = tmp_path / "survey.jsonl"
    ledger = Ledger(path, TASK)
    ledger.add(expected[0])
    ledger.close()
    for damage in ('{"deal": 1}', "[]", "7", "\x00"):
        with path.open("a") as file:
            file.write(damage + "\n")
        ledger = Ledger(path, TASK)
        ledger.close()
        assert list(ledger.findings) == [0]


def test_the_sums(expected: list[Finding]) -> None:
    """Counts, shares, intervals and quantiles belong to each other."""
    report = json.loads(json.dumps(summary(expected)))
    assert report["won"] + report["lost"] + report["unknown"] == report["deals"] == 24
    for answer in ("won", "lost", "unknown"):
        low, high = report["intervals"][answer]
        assert 0 <= low <= report["shares"][answer] <= high <= 1
    assert report["nodes"]["100 %"] == max(finding.nodes for finding in expected)


def test_wilson_intervals() -> None:
    """Known values (Danish seed: 77 of 500), and the ends of the range."""
    assert wilson(77, 500) == pytest.approx((0.12496, 0.18824), abs=2e-4)
    assert wilson(0, 100)[0] == 0 and wilson(100, 100)[1] == 1
    assert wilson(0, 100)[1] == pytest.approx(0.037, abs=1e-3)
    assert quantiles([5]) == {"50 %": 5, "90 %": 5, "99 %": 5, "100 %": 5}
