"""`python -m demilune solve`, `survey` and `fit`: what they print, and how they end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster
from test_command_line import Run, run

from demilune.games import GAMES, Status
from demilune.record import read_record, replay
from demilune.solver.crescent.evaluation import FEATURES

__all__ = ["run"]  # the fixture


def test_won(run: Run) -> None:
    """The first line says won, the second is a record that wins."""
    status, output, errors = run("solve", "RU1-R-AAAAAAB", "--nodes", "5000")
    first, record = output.splitlines()
    assert (status, first, errors) == (0, "won", "")
    game = read_record(record)
    assert game.code.game.status(replay(game)[-1]) is Status.WON


def test_from_within_a_game(run: Run) -> None:
    """The record begins with the moves that were played first."""
    status, output, _ = run("solve", "cr1n aaaaaae", "R", "--nodes", "200000")
    record = output.splitlines()[1]
    assert status == 0 and record.startswith("CR1-N-AAAAAAE: R ")
    assert GAMES["CR1-N"].won(replay(read_record(record))[-1])


def test_lost_and_unknown(run: Run) -> None:
    """Each has its own exit status, and its second line says why or with what effort."""
    status, output, _ = run("solve", "RU1-C-AAAAAAB")
    assert status == 3
    assert output.splitlines() == ["lost", "every way to play on was searched, and none wins"]
    status, output, _ = run("solve", "CR1-N-AAAAAAB", "--nodes", "100")
    assert status == 4 and output.startswith("unknown\n")
    status, output, _ = run("solve", "CR1-N-AAAAAAB", "--seconds", "0")
    assert status == 4


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["RU1-R-AAAAAAB"], "won"),
        (["RU1-C-AAAAAAB"], "lost"),
        (["CR1-N-AAAAAAB", "--nodes", "9"], "unknown"),
    ],
)
def test_as_json(run: Run, arguments: list[str], answer: str) -> None:
    """The same as one object."""
    _, output, _ = run("solve", *arguments, "--json")
    report = json.loads(output)
    assert report["answer"] == answer and report["nodes"] > 0
    assert ("record" in report) == (answer == "won")
    assert ("proof" in report) == (answer == "lost")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["solve", "XX1-N-AAAAAAB"], 2),
        (["solve", "CR1-N-AAAAAAB", "1-99"], 1),
        (["solve", "CR1-N-AAAAAAB", "nonsense"], 2),
        (["solve", "CR1-N-AAAAAAB", "--nodes", "many"], 2),
        (["solve", "CR1-N-AAAAAAB", "--seconds", "nan"], 2),
        (["solve", "CR1-N-AAAAAAB", "--seconds", "soon"], 2),
        (["solve", "CR1-N-AAAAAAB", "--seconds", "1", "--nodes", "1"], 2),
        (["survey", "CR1-X", "--deals", "1", "--nodes", "1"], 2),
        (["survey", "CR1-N", "--deals", "1"], 2),
        (["survey", "CR1-N", "--deals", "0", "--nodes", "1"], 2),
        (["survey", "RU1-C", "--deals", "1", "--nodes", "1", "--redeals", "2"], 2),
        (["survey", "RU1-C", "--deals", "2", "--nodes", "1", "--first", "8031810175"], 2),
        (["survey", "RU1-C", "--deals", "1", "--nodes", "1", "--to", "/no/such/place"], 2),
    ],
)
def test_bad_input(run: Run, arguments: list[str], status: int) -> None:
    """It is told in words what is wrong, and nothing is printed as if it were an answer."""
    got, output, errors = run(*arguments)
    assert got == status
    assert output == "" and errors and "Traceback" not in errors


def test_a_survey(run: Run, tmp_path: Path) -> None:
    """Text for readers, JSON with its own command, and the same whatever the processes."""
    arguments = ["survey", "ru1-c", "--first", "5", "--deals", "12", "--nodes", "500"]
    status, output, _ = run(*arguments)
    assert status == 0 and output.startswith("deals    12\nwon")
    reports = []
    for jobs in ("1", "2"):
        _, output, _ = run(*arguments, "--jobs", jobs, "--json")
        reports.append({**json.loads(output), "seconds": None})
    assert reports[0] == reports[1]
    command = reports[0]["command"]
    assert command == ("python -m demilune survey RU1-C --first 5 --deals 12 --nodes 500 --json")


def test_a_survey_goes_on(run: Run, tmp_path: Path) -> None:
    """What stands in the file is not searched again, and a list of winnable deals is written."""
    file, deals = tmp_path / "ledger", tmp_path / "deals"
    first = ["survey", "RU1-R", "--nodes", "3000", "--to", str(file), "--winnable", str(deals)]
    run(*first, "--deals", "5")
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines).replace('"moves": ', '"moves": 99') + "\n")
    _, output, _ = run(*first, "--deals", "8", "--json")
    assert json.loads(output)["moves"]["50 %"] > 1000, "the first five were searched again"
    assert len(file.read_text().splitlines()) == 1 + 8
    assert deals.read_text().splitlines()[2].startswith("0 ")
    status, _, errors = run("survey", "RU1-R", "--nodes", "9", "--to", str(file), "--deals", "1")
    assert status == 2 and "another survey" in errors


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    with LocalCluster(
        dashboard_address=None, n_workers=1, threads_per_worker=1, processes=False, protocol="tcp"
    ) as cluster:
        yield cluster.scheduler_address


def test_a_survey_on_a_cluster(run: Run, scheduler: str) -> None:
    """Dask's workers find what a process here finds."""
    arguments = ["survey", "RU1-C", "--deals", "6", "--nodes", "300", "--json"]
    here, there = (
        {**json.loads(run(*arguments, *more)[1]), "seconds": None}
        for more in ([], ["--dask", scheduler])
    )
    assert here == there


def test_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Dask is not installed, the command says what to install."""
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    arguments = ["survey", "RU1-C", "--deals", "1", "--nodes", "9", "--dask", "tcp://127.0.0.1:1"]
    status, _, errors = run(*arguments)
    assert status == 2 and "demilune[cluster]" in errors


def test_progress_is_shown_to_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar on a terminal, and nothing in a log."""
    arguments = ["survey", "RU1-C", "--deals", "2", "--nodes", "9"]
    assert run(*arguments)[2] == ""
    monkeypatch.setattr("demilune.solver.commands._is_terminal", lambda: True)
    assert "] 2/2\n" in run(*arguments)[2]


def test_fitting(run: Run, tmp_path: Path) -> None:
    """Weights fitted to a few games: every feature has one, and they tell more pairs apart."""
    file = tmp_path / "weights.json"
    status, output, _ = run(
        "fit", "--first", "3", "--deals", "3", "--rounds", "2", "--to", str(file)
    )
    assert status == 0
    before, *rounds = output.splitlines()
    assert "pairs" in before and len(rounds) == 2
    weights = json.loads(file.read_text())
    assert sorted(weights) == sorted(FEATURES)
