"""The service worker, which keeps the whole site in the browser for times without a network."""

import hashlib
from pathlib import Path

from sitebuild.nodescript import made_by
from sitebuild.progress import step
from sitebuild.shelf import shelved
from sitebuild.stamps import stamp

HERE = Path(__file__).parent
PARTS = [Path(__file__), HERE / "serviceworker.mjs", HERE / "sw.js"]


def kept_address(name: str, content: bytes) -> str:
    """Return the relative address under which Workbox keeps a file of this content."""
    return f"{name}?__WB_REVISION__={hashlib.md5(content, usedforsecurity=False).hexdigest()}"


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
            return made_by(HERE / "serviceworker.mjs", files)

    return shelved(root, "serviceworker", inputs.hexdigest(), make)
