"""Runs every check of the project, on a fresh machine too.

python3 tests/run.py                      everything
python3 tests/run.py lint                 a part: lint, engine, frame (the build),
                                          browser (Chromium) or engines (all three)
python3 tests/run.py engine -k redeal     other arguments are passed on to pytest

The last line counts: tests that passed; tests and other steps that failed.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("tests/run.py needs Python 3.11 or newer, this is {}.{}".format(*sys.version_info))

import argparse
import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "py"))

import packages
from sitebuild import BuildError
from sitebuild.prepare import CACHE, prepare

PARTS = ("lint", "engine", "frame", "browser", "engines")
NO_TESTS = 5  # pytest's exit status
_IN_PARALLEL = ("--numprocesses=auto", "--dist=loadfile")
"""A process for each core; tests of one file stay together, for they share pages."""


@dataclass
class Tally:
    """Runs steps with one Python and counts what passed and failed."""

    python: Path
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[str] = field(default_factory=list)

    def step(self, name: str, *command: str) -> None:
        """Run a tool that either passes or fails."""
        if self._run(name, command):
            self.failed += 1

    def pytest(self, name: str, *arguments: str, may_be_empty: bool = False) -> None:
        """Run pytest and count its tests."""
        report = CACHE / f"pytest-{name}.xml"
        report.unlink(missing_ok=True)
        command = ["pytest", f"--junitxml={report}", *_IN_PARALLEL, *arguments]
        status = self._run(name, command, may_be_empty)
        failed = 0
        if report.is_file():
            for suite in ElementTree.parse(report).getroot().iter("testsuite"):
                bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
                skipped = int(suite.get("skipped", 0))
                self.passed += int(suite.get("tests", 0)) - bad - skipped
                self.skipped += skipped
                failed += bad
        # No test failed and yet pytest did: coverage is short, say.
        self.failed += max(failed, 1 if status else 0)

    def skip_or_fail(self, name: str) -> None:
        """Count a part that cannot run here: as failed in CI, where nothing may be left out."""
        if os.environ.get("CI") == "true":
            self.failed += 1
            self.failures.append(name)
        else:
            self.skipped += 1

    def _run(self, name: str, command: Sequence[str], may_be_empty: bool = False) -> int:
        print(f"\n== {name}", flush=True)
        started = time.monotonic()
        status = subprocess.run(
            [self.python, "-m", *command], cwd=ROOT, stdin=subprocess.DEVNULL, check=False
        ).returncode
        if status == NO_TESTS and may_be_empty:
            status = 0
        outcome = "failed" if status else "passed"
        print(f"-- {name} {outcome} after {time.monotonic() - started:.1f} s", flush=True)
        if status:
            self.failures.append(name)
        return status


def main() -> int:
    """Run the parts that are asked for and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("-k", metavar="EXPR", help="run the tests that match, without coverage")
    options, more = parser.parse_known_args()
    parts = options.parts or PARTS
    unknown = set(parts).difference(PARTS)
    if unknown:
        parser.error(f"no part {', '.join(sorted(unknown))}: choose from {', '.join(PARTS)}")
    try:
        tally = Tally(prepare("build", "test"))
    except BuildError as error:
        print(f"tests/run.py: {error}\n0 passed, 1 failed")
        return 1
    for part in PARTS:
        if part in parts:
            run_part(part, tally, options.k, more)
    if options.k and not tally.passed + tally.failed:
        print(f"no test matches {options.k}")
        tally.failed += 1
    print("\nFailed: " + ", ".join(tally.failures) if tally.failures else "")
    skipped = f", {tally.skipped} skipped" if tally.skipped else ""
    print(f"{tally.passed} passed, {tally.failed} failed{skipped}")
    return 1 if tally.failed else 0


def run_part(part: str, tally: Tally, expression: str | None, more: list[str]) -> None:
    """Run one of `PARTS`."""
    chosen = [*(["-k", expression] if expression else []), *more]
    some = bool(chosen)
    if part == "lint":
        tally.step("ruff format", "ruff", "format", "--check", ".")
        tally.step("ruff check", "ruff", "check", ".")
        tally.step("mypy", "mypy")
    elif part == "engine":
        coverage = [] if some else ["--cov", "--cov-report=term"]
        doctests = ["--doctest-modules", "py/demilune"]
        tally.pytest(
            part, "tests/engine", "tests/solver", *doctests, *coverage, *chosen, may_be_empty=some
        )
    elif packages.provide({"chromium": "chromium"}):
        tally.skip_or_fail(part)
    elif part == "frame":
        tally.pytest(part, "tests/frame", *chosen, may_be_empty=some)
    elif part == "engines":
        packages.provide()
        tally.pytest(part, "tests/engines", *chosen, may_be_empty=some)
    else:
        others = [f"--ignore=tests/{folder}" for folder in ("engine", "engines", "frame", "solver")]
        tally.pytest(part, "tests", *others, *chosen, may_be_empty=some)


if __name__ == "__main__":
    sys.exit(main())
