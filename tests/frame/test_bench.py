"""The bench: every part of it can be begun, and what it does not know it refuses."""

import importlib
import subprocess
import sys

import pytest

from sitebuild import ROOT

PARTS = sorted(path.stem for path in (ROOT / "tests" / "benches").glob("[!_]*.py"))


@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_begun(part: str) -> None:
    """Nothing that it needs has gone from the modules that it shares with the tests."""
    module = importlib.import_module(f"benches.{part}")
    assert callable(module.figures)


def test_an_unknown_part_is_refused() -> None:
    """In words, with those that there are, and before anything is installed."""
    command = [sys.executable, ROOT / "tests" / "bench.py", "engine", "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout.startswith("no part nonsense: there is ")
    assert all(part in done.stdout for part in PARTS)
