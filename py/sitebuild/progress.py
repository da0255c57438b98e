"""One line of progress for each slow step."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def step(label: str) -> Iterator[None]:
    """Print `label` before the work of the `with` block and the time it took after it."""
    print(f"{label} ...", end=" ", flush=True)
    started = time.monotonic()
    try:
        yield
    except BaseException:
        print("failed", flush=True)
        raise
    print(f"{time.monotonic() - started:.1f} s", flush=True)
