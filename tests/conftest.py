"""What the tests share: Debian's Chromium and a server of the built site."""

from collections.abc import Iterator
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

import chromium
from serving import served
from sitebuild import ROOT
from sitebuild.prepare import alone
from sitebuild.site import build

# How long an example takes says nothing on a busy machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


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


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test once more, and say so, when Chromium's own process has crashed under it.

    Seen about once in a thousand page loads on a machine of two cores. Any other failure counts.
    """
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed and "Page crashed" in report.longreprtext for report in reports):
        print(f"\nChromium crashed, once more: {item.nodeid}")
        item._initrequest()  # type: ignore[attr-defined]
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
