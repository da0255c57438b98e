"""What the tests share: Debian's Chromium and a server of the built site."""

from collections.abc import Iterator
from typing import Any

import pytest

import chromium
from serving import served
from sitebuild import ROOT
from sitebuild.prepare import alone
from sitebuild.site import build


@pytest.fixture(scope="session")
def site_url() -> Iterator[str]:
    """The address of the site of this checkout; it ends with a slash."""
    with alone():
        build(ROOT, ROOT / "site")
    with served(ROOT / "site") as url:
        yield url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": chromium.find(),
        "args": chromium.ARGUMENTS,
    }
