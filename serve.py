"""Prepares what is missing, builds the site and serves it.

python3 serve.py [--port 8000] [--host 127.0.0.1]
python3 serve.py build [FOLDER]     write the site to a folder that any host can serve; with
    [--address URL]                 links between the languages of the rules for search engines,
                                    and a page for wrong addresses that leads home from a folder
python3 serve.py locales            extract the texts, update the catalogues, count what is missing
python3 serve.py daily              draw the list of daily deals anew (before a release only)
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("serve.py needs Python 3.11 or newer, this is {}.{}".format(*sys.version_info))

import argparse
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "py"))

from sitebuild import BuildError
from sitebuild.prepare import prepare
from sitebuild.server import open_server


def main() -> int:
    """Do what the command line asks for and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("command", nargs="?", choices=["build", "locales", "daily"])
    parser.add_argument("folder", nargs="?", default="site")
    parser.add_argument("--address", metavar="URL", help="where the site will be, for `build`")
    options = parser.parse_args()
    try:
        if options.command in ("locales", "daily"):
            return sitebuild(options.command)
        if options.command == "build":
            address = [options.address.rstrip("/") + "/"] if options.address else []
            return sitebuild("build", str(Path(options.folder).resolve()), *address)
        return serve(options.host, options.port)
    except (BuildError, OSError) as error:
        print(f"serve.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
        return 0


def sitebuild(*arguments: str) -> int:
    """Run the build in the prepared venv and return its exit status."""
    python = prepare("build")
    command = [str(python), "-m", "sitebuild", *arguments]
    return subprocess.run(command, cwd=ROOT / "py", check=False).returncode


def serve(host: str, port: int) -> int:
    """Build the site, then serve it until Ctrl-C."""
    with open_server(ROOT / "site", host, port) as server:  # first, since the build takes a while
        status = sitebuild("build", str(ROOT / "site"))
        if status:
            return status
        print(f"Demilune is at {server.url} (Ctrl-C stops)", flush=True)
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
