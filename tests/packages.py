"""Debian packages that the tests need, installed where that is possible."""

import os
import shutil
import subprocess
from collections.abc import Mapping

BROWSERS: Mapping[str, str] = {
    "chromium": "chromium",
    "chromedriver": "chromium-driver",
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "Xvfb": "xvfb",
}
"""The commands that the tests in three engines use, and the Debian packages that have them."""


def missing(commands: Mapping[str, str] = BROWSERS) -> list[str]:
    """Return the packages of the commands that this machine lacks."""
    return [package for command, package in commands.items() if not shutil.which(command)]


def provide(commands: Mapping[str, str] = BROWSERS) -> list[str]:
    """Install what is missing where that is possible; return the packages still missing."""
    wanted = missing(commands)
    if not wanted:
        return []
    if not (shutil.which("apt-get") and os.geteuid() == 0):
        print(f"Not here: {', '.join(wanted)}. On Debian: sudo apt-get install {' '.join(wanted)}")
        return wanted
    print(f"Installing {', '.join(wanted)} with apt-get ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", *wanted]):
        done = subprocess.run(
            ["apt-get", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            print(done.stdout, f"apt-get {arguments[0]} failed", sep="\n")
    return missing(commands)
