"""The memory image that the page starts from, and how it travels.

Starting Python and importing the page takes seconds; its memory after that is taken once, here, and
put back in the browser, over that of a Pyodide which has only just been instantiated. Of the image
only those pages travel that differ from what such a fresh memory has already, gzipped.
"""

import gzip
import hashlib
import json
import struct
from pathlib import Path
from typing import NamedTuple

from sitebuild.nodescript import made_by
from sitebuild.progress import step
from sitebuild.shelf import shelved
from sitebuild.stamps import stamp

PAGE = 4096
"""Bytes of a page, the unit that travels or does not."""

HERE = Path(__file__).parent
SCRIPT, STAND_IN = HERE / "snapshot.mjs", HERE / "standin.py"


class Image(NamedTuple):
    """A memory image of Pyodide."""

    own: bytes
    """Pyodide's own head, with what it must know to go on with this memory."""
    memory: bytes
    fresh: bytes
    """The memory of an instance that has only just begun; as long as `memory`."""


def memory(root: Path, packages: dict[str, bytes]) -> bytes:
    """Return the packed and gzipped image of Pyodide with the page imported.

    Args:
        root: the checkout, with `node_modules/`.
        packages: the files of the packages to import, by their paths.

    Raises:
        BuildError: the image cannot be made, or its heap would not fit.
    """
    makers = [root / "package-lock.json", Path(__file__), SCRIPT, STAND_IN]
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


def pack(image: Image, runtime: str) -> bytes:
    r"""Pack an image: the length of a head, the head as JSON, Pyodide's own head, and the pages.

    The head has the runtime that the image fits; `length`, that of the whole memory, and `own`,
    that of Pyodide's own head; `runs`, where each row of pages begins and how many bytes it has;
    `kept`, the same of the pages that a fresh memory has already, and `sum`, of all their words of
    32 bits, modulo 2³², by which the browser knows that it has them. All else is zero in both.

    >>> pack(Image(b"own.", bytes(PAGE) + b"xxxx", bytes(PAGE + 4)), "r").partition(b"}")[0][4:]
    b'{"runtime": "r", "length": 4100, "own": 4, "runs": [[4096, 4]], "kept": [], "sum": 0'
    """
    runs: list[list[int]] = []
    kept: list[list[int]] = []
    travels: list[bytes] = []
    stays: list[bytes] = []
    for start in range(0, len(image.memory), PAGE):
        page, before = (memory[start : start + PAGE] for memory in (image.memory, image.fresh))
        if page != before:
            rows, pages = runs, travels
        elif any(page):
            rows, pages = kept, stays
        else:
            continue
        if rows and sum(rows[-1]) == start:
            rows[-1][1] += len(page)
        else:
            rows.append([start, len(page)])
        pages.append(page)
    facts = {
        "runtime": runtime,
        "length": len(image.memory),
        "own": len(image.own),
        "runs": runs,
        "kept": kept,
        "sum": sum(memoryview(b"".join(stays)).cast("I")) % 2**32,
    }
    head = json.dumps(facts).encode()
    head += b" " * (-len(head) % 4)
    return struct.pack("<I", len(head)) + head + image.own + b"".join(travels)


def take(root: Path, packages: dict[str, bytes]) -> Image:
    """Return the memory of Pyodide with the page imported.

    Raises:
        BuildError: that fails, or the heap outgrows the size that it has in the browser at first.
    """
    pyodide = root / "node_modules" / "pyodide" / "pyodide.mjs"
    files = {**packages, "pyscript/__init__.py": STAND_IN.read_bytes()}
    made = made_by(SCRIPT, files, pyodide, "web.start")
    own = struct.unpack_from("<I", made, 4)[0]  # so Pyodide writes it
    length = (len(made) - own) // 2
    return Image(made[:own], made[own : own + length], made[own + length :])
