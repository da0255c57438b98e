"""A site that speaks two pseudo-languages in the places of Dutch and Finnish."""

import io
import shutil
from collections.abc import Iterator

import pytest
from babel.messages.pofile import write_po
from playwright.sync_api import Browser, Page

from pseudo.catalogues import translate
from serving import served
from sitebuild import ROOT
from sitebuild.catalogues import po_files, read
from sitebuild.prepare import alone
from sitebuild.site import build

LONG, RTL = "nl", "fi"
_COPIED = ("py", "css", "cards", "examples", "locales")


@pytest.fixture(scope="module")
def pseudo_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site."""
    root = tmp_path_factory.mktemp("pseudo")
    for name in _COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("pages", "da"))
    for path in (*ROOT.glob("*.html"), *ROOT.glob("*.webmanifest"), *ROOT.glob("package*.json")):
        shutil.copy(path, root)
    for name in ("LICENSE", "pyproject.toml"):
        shutil.copy(ROOT / name, root)
    (root / ".cache").mkdir()
    for name in ("node_modules", ".venv", ".cache/wheels", ".cache/wasm"):
        (root / name).symlink_to(ROOT / name)
    for language, path in po_files(root).items():
        catalogue = read(path, root)
        translate(catalogue, rtl=language == RTL)
        out = io.BytesIO()
        write_po(out, catalogue)
        path.write_bytes(out.getvalue())
    with alone():
        build(root, root / "site")
    with served(root / "site") as url:
        yield url


@pytest.fixture(scope="module")
def small_phone(browser: Browser) -> Iterator[Page]:
    """A page in a window 320 pixels wide."""
    context = browser.new_context(
        viewport={"width": 320, "height": 640}, reduced_motion="reduce", locale="en-GB"
    )
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()
