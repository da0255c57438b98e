"""Pyodide and PyScript as the site serves them: only what a page of ours can ask for."""

import hashlib
import json
from pathlib import Path

from sitebuild import BuildError

# Pyodide's wasm travels gzipped, as `runtime/wasm.bin`.
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip")

LEFT_OUT = ("deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")
"""The plugins of PyScript that the page does without. That for errors would show one of Python's in
the page's body, which the table does not survive; PyScript needs its file to leave it out."""

# What PyScript loads only for these, a terminal, an editor, its storage or MicroPython on the page.
UNUSED = (
    *(name for name in LEFT_OUT if name != "error"),
    *("codemirror", "index-", "mpy-", "py-", "service-worker", "storage", "xterm"),
)

_SHARED = b"new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer"
_UNSHARED = b"new ArrayBuffer(65536)"
"""Pyodide makes memory that threads could share, for waiting on input that is not there yet. A page
has no such input, and Chromium calls memory of that kind deprecated on any but isolated pages."""


def runtime_files(root: Path) -> dict[str, bytes]:
    """Return what lies under `runtime/` in the site, by its path there.

    Raises:
        FileNotFoundError: `node_modules/` or `.cache/wheels/` are not prepared.
        BuildError: Pyodide's own script is not the one that is known here.
    """
    return {
        **{f"runtime/pyodide/{name}": content for name, content in _pyodide(root).items()},
        **{f"runtime/pyscript/{name}": content for name, content in _pyscript(root).items()},
    }


def trimmed_lock(lock: str, wheels: dict[str, bytes]) -> str:
    """Return Pyodide's lock file with nothing in it but the wheels that are served.

    Pyodide takes a package only if its file has the hash that is written here, and wheels of the
    package index have other hashes than those of Pyodide's own distribution.

    Args:
        lock: the text of the distribution's `pyodide-lock.json`.
        wheels: the served wheels by file name.
    """
    whole = json.loads(lock)
    packages = {}
    for file_name, content in sorted(wheels.items()):
        name, version, *_ = file_name.split("-")
        packages[name] = {
            **whole["packages"][name],
            "file_name": file_name,
            "version": version,
            "sha256": hashlib.sha256(content).hexdigest(),
        }
    return json.dumps({**whole, "packages": packages}, indent=1)


def _pyodide(root: Path) -> dict[str, bytes]:
    folder = root / "node_modules" / "pyodide"
    wheels = {path.name: path.read_bytes() for path in (root / ".cache/wheels").glob("*.whl")}
    lock = trimmed_lock((folder / "pyodide-lock.json").read_text(encoding="utf-8"), wheels)
    files = {name: (folder / name).read_bytes() for name in PYODIDE}
    script = unshared(files["pyodide.asm.mjs"])
    return {**files, **wheels, "pyodide.asm.mjs": script, "pyodide-lock.json": lock.encode()}


def unshared(script: bytes) -> bytes:
    """Return Pyodide's script without the shared memory that it makes as it loads.

    Raises:
        BuildError: it makes none, or more.
    """
    if script.count(_SHARED) != 1:
        raise BuildError("pyodide.asm.mjs does not make the shared memory that is to be left out")
    return script.replace(_SHARED, _UNSHARED)


def _pyscript(root: Path) -> dict[str, bytes]:
    folder = root / "node_modules" / "@pyscript" / "core" / "dist"
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.suffix in {".js", ".css"} and not path.name.startswith(UNUSED)
    }
