"""What is slow to make is made once for the same inputs, and kept in `.cache/`."""

from collections.abc import Callable
from pathlib import Path


def shelved(root: Path, name: str, key: str, make: Callable[[], bytes]) -> bytes:
    """Return what `make` returned for this key, or let it make that; older ones are thrown away.

    Args:
        root: the checkout.
        name: what it is; one file of a name is kept.
        key: a digest of all that it is made from.
        make: makes it; what it raises is passed on.
    """
    shelf = root / ".cache" / name
    kept = shelf / key
    if not kept.is_file():
        made = make()
        shelf.mkdir(parents=True, exist_ok=True)
        for old in shelf.iterdir():
            old.unlink()
        part = shelf / "part"
        part.write_bytes(made)
        part.replace(kept)
    return kept.read_bytes()
