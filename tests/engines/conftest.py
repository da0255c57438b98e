"""A browser of each of the three engines in turn."""

import os
from collections.abc import Iterator

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from engines import drivers
from packages import missing


@pytest.fixture(scope="session")
def screen() -> Iterator[None]:
    with drivers.screen():
        yield


@pytest.fixture(scope="module", params=drivers.ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebDriver]:
    """A browser of each engine."""
    if lacking := missing():
        assert os.environ.get("CI") != "true", f"not installed: {lacking}"
        pytest.skip(f"not installed: {', '.join(lacking)}")
    request.getfixturevalue("screen")
    with drivers.opened(request.param, tmp_path_factory.mktemp(request.param)) as driver:
        yield driver
