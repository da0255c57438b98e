"""Two versions of the site, a host for them, and visitors with an empty browser."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from offline.hosting import Host, hosted, version_of
from offline.visiting import Visitor
from sitebuild import ROOT
from sitebuild.prepare import alone
from sitebuild.site import Files, site_files


@pytest.fixture(scope="session")
def versions(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Files]:
    """The site of this checkout as version 1 and as version 2."""
    root = tmp_path_factory.mktemp("versions")
    shutil.copy(ROOT / "package-lock.json", root)
    with alone():
        files = site_files(ROOT)
    return {number: version_of(files, number, root) for number in (1, 2)}


@pytest.fixture
def host(tmp_path: Path, versions: dict[int, Files]) -> Iterator[Host]:
    """A host with version 1."""
    with hosted(tmp_path) as host:
        host.put(versions[1])
        yield host


@pytest.fixture
def visitor(browser: Browser, host: Host) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; a test fails in which one is asked for something that the policy forbids."""
    with ExitStack() as stack:
        visitors: list[Visitor] = []

        def make() -> Visitor:
            context = browser.new_context(
                viewport={"width": 1280, "height": 720}, locale="en-GB", reduced_motion="reduce"
            )
            stack.callback(context.close)
            visitors.append(Visitor(context, host))
            return visitors[-1]

        yield make
        assert [fault for each in visitors for fault in each.faults] == []
