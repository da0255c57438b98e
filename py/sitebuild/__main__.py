"""The part of serve.py that needs installed packages: `python -m sitebuild build|locales`."""

import sys
from pathlib import Path

from sitebuild import ROOT, BuildError
from sitebuild.extraction import update
from sitebuild.prepare import alone
from sitebuild.site import build


def main(arguments: list[str]) -> int:
    """Do what the command line asks for and return the exit status."""
    try:
        match arguments:
            case ["build", folder]:
                with alone():
                    build(ROOT, Path(folder))
            case ["locales"]:
                for completeness in update(ROOT):
                    print(completeness)
            case _:
                raise BuildError("usage: python -m sitebuild build FOLDER | locales")
    except (BuildError, OSError) as error:
        print(f"sitebuild: {error}", file=sys.stderr)
        return 1
    return 0


sys.exit(main(sys.argv[1:]))
