"""One page that the browser tests share, for a start takes seconds, and one for fresh starts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.driver import WINDOW, Driver


def opened(browser: Browser, site_url: str) -> Iterator[Driver]:
    context = browser.new_context(
        viewport=WINDOW, has_touch=True, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(5000)
    context.set_default_navigation_timeout(60_000)
    driver = Driver(context.new_page(), site_url)
    yield driver
    context.close()


@pytest.fixture(scope="session")
def _shared(browser: Browser, site_url: str) -> Iterator[Driver]:
    for driver in opened(browser, site_url):
        driver.open()
        yield driver


@pytest.fixture(scope="session")
def _other(browser: Browser, site_url: str) -> Iterator[Driver]:
    yield from opened(browser, site_url)


@pytest.fixture
def driver(_shared: Driver) -> Iterator[Driver]:
    """A page that is open already; a test begins with `deal`.

    Every test fails in which the page reports an error or asks another origin for anything.
    """
    yield _shared
    faults = [*_shared.faults]
    if faults:
        # The next test is not to suffer for it.
        _shared.faults.clear()
        _shared.reload()
    assert faults == []


@pytest.fixture
def visitor(_other: Driver) -> Iterator[Driver]:
    """A page that shows nothing yet; a test begins with `start_over`."""
    yield _other
    faults = [*_other.faults]
    _other.faults.clear()
    assert faults == []


@pytest.fixture
def unkept(browser: Browser, site_url: str) -> Iterator[Driver]:
    """A page without the service worker, whose files a test can replace."""
    context = browser.new_context(
        viewport=WINDOW, service_workers="block", locale="en-GB", reduced_motion="reduce"
    )
    yield Driver(context.new_page(), site_url)
    context.close()
