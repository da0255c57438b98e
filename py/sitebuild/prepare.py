"""Prepares what a fresh checkout lacks: Python tools, npm packages, the browser's wheels.

Runs before anything is installed, so it uses the standard library alone. Everything is pinned and
hash-locked in `requirements/*.txt` and `package-lock.json`, lands in ignored folders of the
checkout, and is done again only when a lock file changes.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sitebuild import ROOT, BuildError
from sitebuild.progress import step
from sitebuild.stamps import is_fresh, stamp

try:
    import fcntl
except ImportError:  # Windows: there, start one build at a time
    fcntl = None  # type: ignore[assignment]

CACHE = ROOT / ".cache"
VENV = ROOT / ".venv"
LOG = CACHE / "prepare.log"
OLDEST_NODE = 18

_OFFLINE = re.compile(
    r"No matching distribution found|NewConnectionError|ConnectTimeout|name resolution"
    r"|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH"
)


def prepare(*groups: str) -> Path:
    """Install what is missing and return the Python that has it.

    Args:
        groups: the requirement files, by name, that this Python shall have installed.

    Raises:
        BuildError: something could not be installed.
    """
    with alone():
        python = _python()
        for group in groups:
            _install(python, group)
        _npm_packages(python)
        _browser_wheels(python)
    return python


@contextmanager
def alone() -> Iterator[None]:
    """Let one process at a time change what lies in this checkout; others wait."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def node() -> tuple[str, str]:
    """Return the commands of Node.js and its npm: the machine's, else those in the venv.

    Raises:
        BuildError: there is none and none could be installed.
    """
    found, npm = shutil.which("node"), shutil.which("npm")
    if found and npm:
        answer = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
        version = re.match(r"v(\d+)", answer.stdout)
        if version and int(version[1]) >= OLDEST_NODE:
            return found, npm
    _install(_python(), "node")
    return str(_command("node")), str(_command("npm"))


def run(label: str, command: Sequence[str | Path]) -> None:
    """Run a slow command in the checkout under a line of progress.

    Raises:
        BuildError: it failed; the text has its own last words, and the log all of them.
    """
    with step(label):
        done = subprocess.run(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            LOG.write_text(done.stdout, encoding="utf-8")
            raise BuildError(f"{label} failed: {_last_words(done.stdout)} (see .cache/{LOG.name})")


def _last_words(output: str) -> str:
    if _OFFLINE.search(output):
        return "the package index does not answer. Is there a network?"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith(("error", "npm error"))]
    return (errors or lines or ["it said nothing"])[-1]


def _command(name: str) -> Path:
    if os.name == "nt":
        return VENV / "Scripts" / f"{name}.exe"
    return VENV / "bin" / name


def _python() -> Path:
    python, config = _command("python"), VENV / "pyvenv.cfg"
    ours = "version = {}.{}.".format(*sys.version_info)
    # A venv of another Python would be looked for packages in the wrong folder.
    if not (python.exists() and config.is_file() and ours in config.read_text()):
        run("Making .venv", [sys.executable, "-m", "venv", "--clear", VENV])
    return python


def _install(python: Path, group: str) -> None:
    lock = ROOT / "requirements" / f"{group}.txt"
    mark, current = VENV / f"{group}.stamp", stamp([lock])
    if is_fresh(mark, current):
        return
    options = ["--disable-pip-version-check", "--require-hashes", "--requirement", str(lock)]
    run(f"Installing the {group} tools", [python, "-m", "pip", "install", *options])
    mark.write_text(current)


def _npm_packages(python: Path) -> None:
    modules = ROOT / "node_modules"
    mark = modules / "demilune.stamp"
    current = stamp([ROOT / "package.json", ROOT / "package-lock.json"])
    if is_fresh(mark, current):
        return
    options = ["--ignore-scripts", "--no-audit", "--no-fund"]
    run("Fetching Pyodide and PyScript", [node()[1], "ci", *options])
    mark.write_text(current)


def _browser_wheels(python: Path) -> None:
    wheels, lock = CACHE / "wheels", ROOT / "requirements" / "browser.txt"
    mark, current = wheels / "demilune.stamp", stamp([lock])
    if is_fresh(mark, current):
        return
    shutil.rmtree(wheels, ignore_errors=True)
    # For Pyodide's Python, not for this one.
    options = ["--python-version", "3.14", "--only-binary", ":all:", "--no-deps"]
    options += ["--disable-pip-version-check", "--require-hashes", "--requirement", str(lock)]
    download = [str(python), "-m", "pip", "download", *options, "--dest", str(wheels)]
    run("Fetching the browser's wheels", download)
    mark.write_text(current)
