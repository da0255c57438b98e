"""A web host with the site under a sub-path: it changes versions, falls silent, and keeps a log."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sitebuild.server import SiteHandler, SiteServer
from sitebuild.serviceworker import service_worker
from sitebuild.site import Files, write

PLACE = "games/demilune/"


def version_of(files: Files, number: int, root: Path) -> Files:
    """Return the site as version `number`, which its page, styles, script and Python all tell.

    `root` is a folder to keep what is made.
    """
    changed = dict(files)
    changed["index.html"] = changed["index.html"].replace(
        b"<html ", b'<html data-page="%d" ' % number
    )
    changed["css/game.css"] += b":root { --version: %d; }\n" % number
    changed["js/head.js"] += b"document.documentElement.dataset.script = %d;\n" % number
    changed["py/start.py"] += (
        b"import js\njs.document.documentElement.dataset.python = '%d'\n" % number
    )
    del changed["sw.js"]
    return {**changed, "sw.js": service_worker(root, changed)}


class Host:
    """Serves one site; tests change its attributes while it does.

    Attributes:
        url: the address of the site.
        answers: how many requests are still answered; the others are broken off.
        ends_at: the file from which on nothing is answered.
        silent: whether what is not answered is kept waiting instead of broken off.
        log: the path below the site and the status of each answer; 0 is none.
    """

    def __init__(self, folder: Path, url: str) -> None:
        self.url = url + PLACE
        self.answers = math.inf
        self.ends_at = ""
        self.silent = False
        self.log: list[tuple[str, int]] = []
        self.end = threading.Event()
        self._folder = folder / PLACE

    def put(self, files: Files) -> None:
        """Serve these files from now on."""
        write(files, self._folder)


class _Handler(SiteHandler):
    def __init__(self, *arguments, host: list[Host], **options):
        self._host = host[0]
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:  # noqa: N802 (the base class names it so)
        host = self._host
        host.answers -= 1
        if host.ends_at and self._name == host.ends_at:
            host.ends_at, host.answers = "", -1
        if host.answers < 0:
            self._note(0)
            if host.silent:
                host.end.wait()
            self.close_connection = True
        else:
            super().do_GET()

    def send_response(self, code: int, message: str | None = None) -> None:
        self._note(code)
        super().send_response(code, message)

    def _note(self, status: int) -> None:
        self._host.log.append((self._name, status))

    @property
    def _name(self) -> str:
        return self.path.removeprefix("/" + PLACE).partition("?")[0]


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """Give a host that serves a folder on a free port while the `with` block runs."""
    later: list[Host] = []
    handler = partial(_Handler, directory=str(folder), host=later)
    with SiteServer(("127.0.0.1", 0), handler) as server:
        host = Host(folder, server.url)
        later.append(host)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield host
        finally:
            host.end.set()
            server.shutdown()
            thread.join()
