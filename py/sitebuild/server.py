"""The web server for development and tests. Standard library only."""

import errno
import os
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from sitebuild import BuildError
from sitebuild.pages import MISSING

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        # PyScript makes functions from text, and a worker from a blob of its own.
        "script-src 'self' 'unsafe-eval'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
"""What a page of the site may do: the strictest with which PyScript runs. README repeats it."""


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves files as a good static host does, and always the newest version."""

    protocol_version = "HTTP/1.1"
    # Named in full: the table of the machine is not to be relied on.
    extensions_map = {  # noqa: RUF012 (the base class declares it so)
        "": "application/octet-stream",
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".ico": "image/x-icon",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".mo": "application/octet-stream",
        ".png": "image/png",
        ".py": "text/x-python; charset=utf-8",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".whl": "application/zip",
        ".woff2": "font/woff2",
        ".xml": "application/xml",
        ".zip": "application/zip",
    }

    def send_head(self) -> BinaryIO | None:
        """Answer 304 to a browser that has this very version."""
        tag = self._tag()
        if tag and self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.end_headers()
            return None
        try:
            return super().send_head()
        except ValueError:  # no path at all, like one with a zero byte
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the site's own page where nothing is, if it has one."""
        page = Path(self.directory, MISSING)
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", self.extensions_map[".html"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        """Add what every answer carries."""
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        tag = self._tag()
        if tag:
            self.send_header("ETag", tag)
        super().end_headers()

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        """Refuse, since static hosts do not list folders either."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing; what goes wrong is seen in the browser."""

    def _tag(self) -> str | None:
        # The base class compares whole seconds, and a rebuild can be faster than that.
        path = Path(self.translate_path(self.path))
        try:
            status = (path / "index.html" if path.is_dir() else path).stat()
        except (OSError, ValueError):
            return None
        return f'"{status.st_mtime_ns:x}-{status.st_size:x}"'


class SiteServer(ThreadingHTTPServer):
    """A server of one folder; `serve_forever()` starts it, `shutdown()` from a thread ends it."""

    daemon_threads = True

    @property
    def url(self) -> str:
        """The address to open in a browser on this machine."""
        host, port = str(self.server_address[0]), self.server_address[1]
        if host in {"0.0.0.0", "::"}:
            host = "127.0.0.1"
        return f"http://{host}:{port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing when a browser hangs up in the middle of an answer."""


def open_server(folder: Path, host: str = "127.0.0.1", port: int = 8000) -> SiteServer:
    """Return a server of `folder` that has its port but does not answer yet.

    Args:
        folder: what to serve; it may be written later.
        host: the name or address to listen on.
        port: the port; 0 takes a free one.

    Raises:
        BuildError: the port or the host cannot be had.
    """
    handler = partial(SiteHandler, directory=str(folder))
    try:
        return SiteServer((host, port), handler)
    except OverflowError as error:
        raise BuildError(f"there is no port {port}") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BuildError(f"port {port} is taken: choose another one with --port") from error
        raise BuildError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
