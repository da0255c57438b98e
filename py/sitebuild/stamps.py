"""Content stamps: was this already done for exactly these inputs?"""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def sources(folder: Path) -> list[Path]:
    """List the files under `folder` in a fixed order, without what Python and editors leave."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def stamp(paths: Iterable[Path]) -> str:
    """Return a digest of the names and contents of files, and of all files in folders.

    Raises:
        FileNotFoundError: one of the paths does not exist.
    """
    digest = hashlib.sha256()
    for path in paths:
        for file in sources(path) if path.is_dir() else [path]:
            content = file.read_bytes()
            digest.update(f"{file.relative_to(path.parent)}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def is_fresh(mark: Path, current: str) -> bool:
    """Tell whether the file `mark` holds the stamp `current`."""
    return mark.is_file() and mark.read_text() == current
