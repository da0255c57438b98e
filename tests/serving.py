"""Serving a folder to a test."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sitebuild.server import open_server


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve `folder` on a free port while the `with` block runs; give the address."""
    with open_server(folder, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server.url
        finally:
            server.shutdown()
            thread.join()
