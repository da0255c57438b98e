"""Debian's Chromium, which the browser tests drive. Playwright's own builds are not needed."""

import shutil

ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--disable-gpu",
]


def find() -> str | None:
    """Return the path of the machine's Chromium, if it has one."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)
