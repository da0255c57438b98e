"""Do the tests notice a changed rule? Mutates the engine's rules with mutmut and lists survivors.

python3 tests/mutate.py                   all of it: a quarter of an hour
python3 tests/mutate.py show NAME ...     any other command of mutmut, on the last run

mutmut wants its sources in `src`, so this works on a copy in .cache/mutation. The slow tests are
left out (state machines, perft, the comparison with the naive rules, long walks): they would find
much, but each rule shall have a test that names it.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("tests/mutate.py needs Python 3.11 or newer, this is {}.{}".format(*sys.version_info))

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "py"))

from sitebuild import BuildError
from sitebuild.prepare import CACHE, prepare

COPY = CACHE / "mutation"
LEFT_OUT = ("test_session_machine.py", "test_perft.py", "test_against_naive.py")
LONG_WALKS = "not hundred and not as_often and not last_card_lies_open and not uncovered_card_turns"
CONFIGURATION = f"""
[tool.pytest.ini_options]
pythonpath = ["src", "tests/engine"]

[tool.mutmut]
source_paths = ["src/demilune"]
only_mutate = ["src/demilune/games/*.py", "src/demilune/deals.py", "src/demilune/shuffle.py"]
pytest_add_cli_args = ["--import-mode=importlib", "-k", "{LONG_WALKS}"]
pytest_add_cli_args_test_selection = ["tests/engine"]
also_copy = ["DEALS.md"]
track_dependencies = false
timeout_multiplier = 3
timeout_constant = 10
"""


def main(arguments: list[str]) -> int:
    """Run mutmut on a fresh copy, or another of its commands on the last one."""
    if arguments and not COPY.is_dir():
        print(__doc__)
        return 2
    try:
        python = prepare("build", "test")
    except BuildError as error:
        print(f"tests/mutate.py: {error}", file=sys.stderr)
        return 1
    mutmut = [str(python), "-m", "mutmut"]
    if arguments:
        return subprocess.run([*mutmut, *arguments], cwd=COPY, check=False).returncode
    copy()
    subprocess.run([*mutmut, "run"], cwd=COPY, check=True)
    results = subprocess.run(
        [*mutmut, "results", "--all", "true"], cwd=COPY, check=True, capture_output=True, text=True
    )
    verdicts = dict(line.strip().split(": ") for line in results.stdout.splitlines())
    survivors = [
        mutant
        for mutant, verdict in verdicts.items()
        if verdict not in ("killed", "timeout") and survives(mutant, str(python))
    ]
    print("", *survivors, f"{len(verdicts) - len(survivors)} of {len(verdicts)} noticed", sep="\n")
    return 0


def survives(mutant: str, python: str) -> bool:
    """Tell whether the tests pass with a mutant in a new process.

    mutmut imports the engine once for all mutants and so misses what is computed at import.
    """
    pytest = [python, "-m", "pytest", "-x", "-q", "--import-mode=importlib", "-k", LONG_WALKS]
    done = subprocess.run(
        [*pytest, "tests/engine/test_layouts.py", "tests/engine"],
        cwd=COPY / "mutants",
        env={**os.environ, "MUTANT_UNDER_TEST": mutant},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode == 0


def copy() -> None:
    """Lay out what mutmut works on."""
    shutil.rmtree(COPY, ignore_errors=True)
    without = shutil.ignore_patterns("__pycache__", *LEFT_OUT)
    shutil.copytree(ROOT / "py" / "demilune", COPY / "src" / "demilune", ignore=without)
    for folder in ("engine", "games"):
        shutil.copytree(ROOT / "tests" / folder, COPY / "tests" / folder, ignore=without)
    shutil.copy(ROOT / "DEALS.md", COPY)
    (COPY / "pyproject.toml").write_text(CONFIGURATION, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
