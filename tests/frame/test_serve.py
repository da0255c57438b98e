"""serve.py as a person starts it."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitebuild import ROOT


def serve(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "serve.py", *arguments],
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_build_writes_the_site_to_any_folder(checkout: Path, tmp_path: Path):
    done = serve(checkout, "build", "../host/games/moon")
    assert (done.returncode, done.stderr) == (0, "")
    site = tmp_path / "host/games/moon"
    assert (site / "index.html").is_file()
    assert (site / "runtime/wasm.bin").is_file()
    assert not (checkout / "site").exists()


def test_build_says_in_one_line_what_is_wrong(checkout: Path):
    (checkout / "index.html").unlink()
    done = serve(checkout, "build")
    assert (done.returncode, done.stderr) == (1, "sitebuild: index.html is missing\n")


def test_a_taken_port_is_said_in_one_line(checkout: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = serve(checkout, "--port", str(port))
    assert done.returncode == 1
    assert done.stderr == f"serve.py: port {port} is taken: choose another one with --port\n"


def test_a_failed_installation_is_said_in_one_line(checkout: Path, tmp_path: Path):
    # A package index that nobody can reach, for a checkout whose lock file has changed.
    (checkout / ".cache/wheels").unlink()
    index = f"http://127.0.0.1:{free_port()}/"
    environment = {**os.environ, "PIP_INDEX_URL": index, "PIP_EXTRA_INDEX_URL": ""}
    environment |= {"PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull, "PIP_NO_CACHE_DIR": "1"}
    done = subprocess.run(
        [sys.executable, "serve.py", "build"],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "serve.py: Fetching the browser's wheels failed: the package index does not answer. "
        "Is there a network? (see .cache/prepare.log)\n"
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Children of a command that runs in the background would ignore Ctrl-C, as that does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_it_serves_until_it_is_interrupted(checkout: Path):
    process = subprocess.Popen(
        [sys.executable, "serve.py", "--port", "0"],
        cwd=checkout,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        for line in process.stdout:
            if found := re.search(r"http://\S+", line):
                break
        with urllib.request.urlopen(found[0], timeout=10) as page:
            assert b"<title>Small" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.communicate()


def test_an_old_python_is_told_so(checkout: Path):
    old = """
import runpy, sys
sys.version_info = (3, 10, 4, "final", 0)
runpy.run_path("serve.py", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", old], cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "serve.py needs Python 3.11 or newer, this is 3.10\n"


LOCKS = [
    "package-lock.json",
    *(f"requirements/{path.name}" for path in (ROOT / "requirements").iterdir()),
]


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_files_name_no_download_address(lock: str):
    # Where an author may be thanked is no download address.
    text = re.sub(r'"funding": [{\[].*?[}\]]', "", (ROOT / lock).read_text(), flags=re.DOTALL)
    assert not re.search(r"://|--index|--find-links|resolved", text)


@pytest.mark.parametrize("lock", [name for name in LOCKS if name.endswith(".txt")])
def test_requirements_are_pinned_and_hashed(lock: str):
    text = re.sub(r"\\\n", "", (ROOT / lock).read_text())
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert lines
    for line in lines:
        assert re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)
