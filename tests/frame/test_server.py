import http.client
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from serving import served
from sitebuild import BuildError
from sitebuild.server import CONTENT_SECURITY_POLICY, open_server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<p>home")
    (tmp_path / "css").mkdir()
    return tmp_path


@pytest.fixture
def connection(folder: Path) -> Iterator[http.client.HTTPConnection]:
    with served(folder) as url:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
        yield connection
        connection.close()


def get(connection: http.client.HTTPConnection, path: str, **headers: str):
    connection.request(
        "GET", path, headers={name.replace("_", "-"): headers[name] for name in headers}
    )
    response = connection.getresponse()
    return response, response.read()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.mjs", "text/javascript"),
        ("a.js", "text/javascript"),
        ("a.wasm", "application/wasm"),
        ("a.whl", "application/zip"),
        ("a.zip", "application/zip"),
        ("a.mo", "application/octet-stream"),
        ("a.webmanifest", "application/manifest+json"),
        ("a.svg", "image/svg+xml"),
        ("a.css", "text/css"),
        ("a.json", "application/json"),
        ("a.unknown", "application/octet-stream"),
    ],
)
def test_kinds(folder: Path, connection: http.client.HTTPConnection, name: str, kind: str):
    (folder / name).write_bytes(b"content")
    response, body = get(connection, f"/{name}?v=1")
    assert (response.status, body) == (200, b"content")
    assert response.headers["Content-Type"].split(";")[0] == kind


def test_every_answer_may_be_read_from_other_origins_and_is_asked_for_again(connection):
    for path in ("/", "/missing"):
        response, _ = get(connection, path)
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cache-Control"] == "no-cache"
        assert response.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


def test_a_known_version_is_not_sent_again_but_a_new_one_is(folder: Path, connection):
    response, _ = get(connection, "/")
    tag = response.headers["ETag"]
    response, body = get(connection, "/", If_None_Match=tag)
    assert (response.status, body) == (304, b"")
    # Another text of the same length in the same second.
    page = folder / "index.html"
    time = page.stat().st_mtime_ns
    page.write_text("<p>away")
    os.utime(page, ns=(time, time + 1))
    response, body = get(connection, "/", If_None_Match=tag)
    assert (response.status, body) == (200, b"<p>away")


@pytest.mark.parametrize("path", ["/css/", "/../secret", "/%2e%2e/secret", "/a%00b"])
def test_folders_and_what_lies_outside_are_not_shown(folder: Path, connection, path: str):
    (folder.parent / "secret").write_text("secret")
    response, _ = get(connection, path)
    assert response.status == 404


@pytest.mark.parametrize("path", ["/missing", "/pages/nl/missing.html?a=b", "/css/", "/a%00b"])
def test_wrong_addresses_get_the_page_for_them(folder: Path, connection, path: str):
    """With the status of what is not there, and a body that is no more than that page."""
    (folder / "404.html").write_text("<p>nothing here")
    response, body = get(connection, path)
    assert (response.status, body) == (404, b"<p>nothing here")
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    connection.request("HEAD", path)
    response = connection.getresponse()
    assert (response.status, response.read()) == (404, b"")
    assert get(connection, "/")[1] == b"<p>home"


def test_a_taken_port_is_said_in_one_line(folder: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BuildError, match=rf"^port {port} is taken: .*--port$"):
            open_server(folder, port=port)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70000), ("no.such.host.invalid", 0)])
def test_an_impossible_address_is_said_in_one_line(folder: Path, host: str, port: int):
    with pytest.raises(BuildError, match=r"^[^\n]+$"):
        open_server(folder, host, port)
