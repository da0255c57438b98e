import hashlib
import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from sitebuild import BuildError
from sitebuild.runtime import trimmed_lock, unshared
from sitebuild.site import build, site_files, write


def test_the_lock_lists_exactly_the_wheels_that_are_served(checkout: Path):
    files = site_files(checkout)
    packages = json.loads(files["runtime/pyodide/pyodide-lock.json"])["packages"]
    served = {name for name in files if re.fullmatch(r"runtime/pyodide/.*\.whl", name)}
    assert {f"runtime/pyodide/{package['file_name']}" for package in packages.values()} == served
    assert "micropip" in packages
    for package in packages.values():
        wheel = files[f"runtime/pyodide/{package['file_name']}"]
        assert hashlib.sha256(wheel).hexdigest() == package["sha256"]


def test_the_lock_takes_version_and_hash_from_the_served_wheel():
    lock = (
        '{"info": {"python": "3.14"}, "packages": {"a": {"version": "1", "depends": []}, "b": 0}}'
    )
    trimmed = json.loads(trimmed_lock(lock, {"a-2-py3-none-any.whl": b"wheel"}))
    assert trimmed["info"] == {"python": "3.14"}
    assert trimmed["packages"] == {
        "a": {
            "version": "2",
            "depends": [],
            "file_name": "a-2-py3-none-any.whl",
            "sha256": hashlib.sha256(b"wheel").hexdigest(),
        }
    }


def test_no_script_makes_shared_memory(checkout: Path):
    """Chromium calls it deprecated; a newer Pyodide whose script is another one is noticed."""
    scripts = {name: text for name, text in site_files(checkout).items() if name.endswith("js")}
    assert not [
        name for name, text in scripts.items() if re.search(rb"Memory\(\{[^}]*shared", text)
    ]
    with pytest.raises(BuildError, match="shared memory"):
        unshared(scripts["runtime/pyodide/pyodide.asm.mjs"])


def test_every_address_is_relative(checkout: Path):
    files = site_files(checkout)
    page = files["index.html"].decode()
    assert not re.search(r"""(src|href)=["']?(/|\w+://)""", page)
    start = re.search(r'<script id="start-data"[^>]*>(.*?)</script>', page)
    config = json.loads(start[1])["pyscript"] if start else {}
    plain = config["plain"]
    needed = [config["always"]["interpreter"], *plain["packages"], *plain["files"]]
    assert {address.removeprefix("./") for address in needed} <= files.keys()


def test_the_page_knows_version_and_languages(checkout: Path):
    page = site_files(checkout)["index.html"].decode()
    assert re.search(r"<title>Small \d+\.\d+\.\d+</title>", page)
    assert '<a lang="en">English</a>\n<a lang="fi">Suomi</a>' in page


def test_the_wheel_holds_the_engine_alone_and_the_zip_everything_else(checkout: Path):
    files = site_files(checkout)
    (wheel,) = (content for name, content in files.items() if name.startswith("py/demilune-"))
    packed = [name for name in names_in(wheel) if ".dist-info/" not in name]
    assert packed == ["demilune/__init__.py"]
    assert names_in(files["py/web.zip"]) == [
        "locales/fi/LC_MESSAGES/demilune.mo",
        "web/__init__.py",
        "web/__main__.py",
        "web/start.py",
    ]
    assert files["js/shim.js"] == b"// a line of JavaScript"


def names_in(archive: bytes) -> list[str]:
    return sorted(zipfile.ZipFile(io.BytesIO(archive)).namelist())


def test_source_maps_and_unused_parts_stay_at_home(checkout: Path):
    files = site_files(checkout)
    assert not [name for name in files if name.endswith(".map") or "codemirror" in name]


def test_the_same_sources_make_the_same_bytes(checkout: Path):
    first = site_files(checkout)
    for path in (checkout / "py" / "web").iterdir():
        path.touch()
    assert site_files(checkout) == first


def test_a_changed_engine_makes_a_new_wheel(checkout: Path):
    (before,) = wheels(checkout)
    (checkout / "py/demilune/__init__.py").write_text("NAME = 'Russian'\n")
    (after,) = wheels(checkout)
    assert after != before


def wheels(checkout: Path) -> list[bytes]:
    return [
        content for name, content in site_files(checkout).items() if name.startswith("py/demilune-")
    ]


@pytest.mark.parametrize("missing", ["index.html", "py/web/__main__.py", "py/demilune/__init__.py"])
def test_a_missing_source_is_named(checkout: Path, missing: str):
    (checkout / missing).unlink()
    if missing == "py/demilune/__init__.py":
        (checkout / "py/demilune").rmdir()
    with pytest.raises(BuildError, match=re.escape(missing.removesuffix("/__init__.py"))):
        site_files(checkout)


def test_a_broken_page_is_named_with_its_line(checkout: Path):
    (checkout / "index.html").write_text("<p>\n{% for %}")
    with pytest.raises(BuildError, match=r"^index\.html:2: "):
        site_files(checkout)


def test_an_unknown_variable_in_the_page_is_named(checkout: Path):
    (checkout / "index.html").write_text("{{ verison }}")
    with pytest.raises(BuildError, match="'verison' is undefined"):
        site_files(checkout)


def test_cards_and_locales_may_be_missing(checkout: Path):
    po = checkout / "locales/fi/LC_MESSAGES/demilune.po"
    po.unlink()
    files = site_files(checkout)
    assert not [name for name in files if name.startswith("cards/")]
    assert 'lang="fi"' not in files["index.html"].decode()


def test_a_second_build_touches_only_what_changed(checkout: Path, tmp_path: Path):
    site = tmp_path / "site"
    build(checkout, site)
    times = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    (checkout / "css/table.css").write_text("body { color: navy }")
    build(checkout, site)
    changed = {path for path, time in times.items() if path.stat().st_mtime_ns != time}
    assert changed == {site / "css/game.css", site / "manifest.sha256", site / "sw.js"}
    assert not list(site.rglob("*.part"))


def test_a_build_removes_its_own_old_files_and_no_others(tmp_path: Path):
    write({"a/old.txt": b"1", "stays.txt": b"2"}, tmp_path)
    (tmp_path / "CNAME").write_text("mine")
    write({"stays.txt": b"3"}, tmp_path)
    assert not (tmp_path / "a/old.txt").exists()
    assert (tmp_path / "stays.txt").read_bytes() == b"3"
    assert (tmp_path / "CNAME").read_text() == "mine"


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(BuildError, match="is not empty and not a built site"):
        write({"index.html": b""}, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_the_manifest_can_be_checked_with_sha256sum(tmp_path: Path):
    write({"b.txt": b"b", "a.txt": b"a"}, tmp_path)
    lines = (tmp_path / "manifest.sha256").read_text().splitlines()
    assert lines == [
        f"{hashlib.sha256(name).hexdigest()}  {name.decode()}.txt" for name in (b"a", b"b")
    ]
