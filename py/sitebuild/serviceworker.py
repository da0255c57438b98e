"""The service worker, which keeps the whole site in the browser for times without a network."""

import hashlib
import subprocess
import tempfile
from pathlib import Path

from sitebuild import BuildError
from sitebuild.prepare import node
from sitebuild.progress import step
from sitebuild.shelf import shelved
from sitebuild.stamps import stamp

HERE = Path(__file__).parent
PARTS = [Path(__file__), HERE / "serviceworker.mjs", HERE / "sw.js"]


def service_worker(root: Path, files: dict[str, bytes]) -> bytes:
    """Return the script of the service worker that keeps exactly these files.

    Args:
        root: the checkout, with `node_modules/`.
        files: the contents of the site's files by their paths.

    Raises:
        BuildError: Workbox cannot make it.
    """
    inputs = hashlib.sha256(stamp([root / "package-lock.json", *PARTS]).encode())
    for name, content in sorted(files.items()):
        inputs.update(name.encode() + b"\0" + hashlib.sha256(content).digest())

    def make() -> bytes:
        with step("Making the service worker"):
            return _made(files)

    return shelved(root, "serviceworker", inputs.hexdigest(), make)


def _made(files: dict[str, bytes]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        site, target = Path(folder) / "site", Path(folder) / "sw.js"
        for name, content in files.items():
            file = site / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        command: list[str | Path] = [node()[0], HERE / "serviceworker.mjs", site, target]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not target.is_file():
            said = done.stderr.strip().splitlines()
            error = next((line for line in said if "Error" in line), "".join(said[-1:]))
            raise BuildError(f"the service worker cannot be made: {error[:300]}")
        return target.read_bytes()
