"""What the benches in Chromium begin with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import chromium
import packages
from serving import served
from sitebuild import ROOT
from sitebuild.prepare import alone
from sitebuild.site import build

SITE = ROOT / "site"


@contextmanager
def in_chromium(folder: Path = SITE) -> Iterator[tuple[Browser, str]]:
    """Give Chromium, and the address at which a folder is served to it: that of the built site."""
    if packages.provide({"chromium": "chromium"}):
        raise SystemExit("this is measured in Chromium")
    if folder == SITE:
        with alone():
            build(ROOT, SITE)
    with served(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.ARGUMENTS
        )
        try:
            yield browser, url
        finally:
            browser.close()
