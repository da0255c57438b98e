"""The memory image that the page starts from, and how it travels.

Starting Python and importing the page takes seconds; its memory after that is taken once, here, and
put back in the browser. Of the image only the pages that are not all zero travel, gzipped.
"""

import gzip
import hashlib
import json
import struct
import subprocess
import tempfile
from pathlib import Path

from sitebuild import BuildError
from sitebuild.prepare import node
from sitebuild.progress import step
from sitebuild.shelf import shelved
from sitebuild.stamps import stamp

PAGE = 4096
"""Bytes of a page, the unit of which an all-zero one does not travel."""

HERE = Path(__file__).parent


def memory(root: Path, packages: dict[str, bytes]) -> bytes:
    """Return the packed and gzipped image of Pyodide with the page imported.

    Args:
        root: the checkout, with `node_modules/`.
        packages: the files of the packages to import, by their paths.

    Raises:
        BuildError: the image cannot be made, or its heap would not fit.
    """
    makers = [root / "package-lock.json", Path(__file__), HERE / "snapshot.mjs"]
    inputs = hashlib.sha256(stamp(makers).encode())
    for name, content in sorted(packages.items()):
        inputs.update(name.encode() + b"\0" + hashlib.sha256(content).digest())

    def make() -> bytes:
        with step("Making the memory image"):
            return gzip.compress(pack(take(root, packages), runtime(root)), 9, mtime=0)

    return shelved(root, "memory", inputs.hexdigest(), make)


def runtime(root: Path) -> str:
    """Return the name of the one build of Pyodide that an image fits: a digest of its wasm."""
    return hashlib.sha256(wasm(root)).hexdigest()[:16]


def wasm(root: Path) -> bytes:
    """Return Pyodide's WebAssembly module."""
    return (root / "node_modules" / "pyodide" / "pyodide.asm.wasm").read_bytes()


def packed_wasm(root: Path) -> bytes:
    """Return the WebAssembly module gzipped: many hosts compress nothing of the kind."""
    return shelved(root, "wasm", runtime(root), lambda: gzip.compress(wasm(root), 9, mtime=0))


def pack(image: bytes, runtime: str) -> bytes:
    r"""Pack an image: the length of a head, the head as JSON, and the pages that are not zero.

    The head has the image's length, the runtime that it fits, and `runs`: where each row of pages
    begins, and its length, in bytes.

    >>> pack(bytes(PAGE) + b"x" * 5, "r")
    b'<\x00\x00\x00{"runtime": "r", "length": 4101, "runs": [[4096, 5]]}      xxxxx'
    """
    runs: list[list[int]] = []
    pages = []
    for start in range(0, len(image), PAGE):
        page = image[start : start + PAGE]
        if not any(page):
            continue
        if runs and sum(runs[-1]) == start:
            runs[-1][1] += len(page)
        else:
            runs.append([start, len(page)])
        pages.append(page)
    head = json.dumps({"runtime": runtime, "length": len(image), "runs": runs}).encode()
    head += b" " * (-len(head) % 4)
    return struct.pack("<I", len(head)) + head + b"".join(pages)


def take(root: Path, packages: dict[str, bytes]) -> bytes:
    """Return the memory of Pyodide with the page imported.

    Raises:
        BuildError: that fails, or the heap outgrows the size that it has in the browser at first.
    """
    with tempfile.TemporaryDirectory() as folder:
        home, target = Path(folder) / "packages", Path(folder) / "image"
        for name, content in packages.items():
            file = home / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        pyodide = root / "node_modules" / "pyodide" / "pyodide.mjs"
        command: list[str | Path] = [
            node()[0],
            HERE / "snapshot.mjs",
            pyodide,
            home,
            "web.start",
            target,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not target.is_file():
            said = done.stderr.strip().splitlines()
            error = next((line for line in said if "Error" in line), "".join(said[-1:]))
            raise BuildError(f"the memory image cannot be made: {error[:300]}")
        return target.read_bytes()
