"""Measures the project's promises: `python3 tests/bench.py [PART[:SHARE,...] ...]`.

A part is a module of tests/benches; `hints:RU1-C` is a share of one. Prints a line for each figure
and exits with 1 if one is short.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("tests/bench.py needs Python 3.11 or newer, this is {}.{}".format(*sys.version_info))

import importlib
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "py"))

from sitebuild import BuildError
from sitebuild.prepare import prepare

IN_VENV = "--in-venv"


def main(arguments: list[str]) -> int:
    """Measure the parts that are asked for, or all, and return the exit status."""
    known = sorted(path.stem for path in (HERE / "benches").glob("[!_]*.py"))
    if IN_VENV in arguments:
        parts = [part for part in arguments if part != IN_VENV] or known
        return measure(parts)
    unknown = {part.partition(":")[0] for part in arguments}.difference(known)
    if unknown:
        print(f"no part {', '.join(sorted(unknown))}: there is {', '.join(known) or 'none'}")
        return 2
    try:
        python = prepare("build", "test")
    except BuildError as error:
        print(f"tests/bench.py: {error}", file=sys.stderr)
        return 1
    command = [str(python), str(HERE / "bench.py"), IN_VENV, *arguments]
    return subprocess.run(command, cwd=HERE.parent, check=False).returncode


def measure(parts: list[str]) -> int:
    """Print the figures of these parts; return 1 if one is short."""
    short = 0
    for part in parts:
        print(f"== {part}", flush=True)
        name, _, shares = part.partition(":")
        figures = importlib.import_module(f"benches.{name}").figures
        for figure in figures(*shares.split(",")) if shares else figures():
            print(figure, flush=True)
            short += not figure.ok
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
