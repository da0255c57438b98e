"""Sites of their own, so that a test can damage one."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from serving import served
from sitebuild import ROOT

PATIENCE = 60_000

Damaged = Callable[[Callable[[Path], object]], str]


@pytest.fixture
def damaged(site_url: str, tmp_path: Path) -> Iterator[Damaged]:
    """A function that does something to a copy of the site and serves it; it gives the address."""
    with ExitStack() as servers:

        def serve(damage: Callable[[Path], object]) -> str:
            copy = tmp_path / "site"
            shutil.copytree(ROOT / "site", copy)
            damage(copy)
            return servers.enter_context(served(copy))

        yield serve


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """A page of somebody who was never here, and whose service worker does not come between."""
    context = browser.new_context(service_workers="block", viewport={"width": 1200, "height": 760})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()
