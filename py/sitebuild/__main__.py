"""The part of serve.py that needs installed packages: `python -m sitebuild build|locales|daily`."""

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
            case ["build", folder, *address]:
                with alone():
                    build(ROOT, Path(folder), *address)
            case ["locales"]:
                for completeness in update(ROOT):
                    print(completeness)
            case ["daily"]:
                # Imported when it is asked for: it needs the list that is there already.
                from sitebuild.daily import draw

                draw(ROOT)
            case _:
                raise BuildError(
                    "usage: python -m sitebuild build FOLDER [ADDRESS] | locales | daily"
                )
    except (BuildError, OSError) as error:
        print(f"sitebuild: {error}", file=sys.stderr)
        return 1
    return 0


sys.exit(main(sys.argv[1:]))
