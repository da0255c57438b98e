"""Debian's Chromium, which the browser tests drive. Playwright's own builds are not needed."""

import os
import shutil
import subprocess

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


def provide() -> bool:
    """Install Chromium where that is possible and needed; tell whether there is one now."""
    if find():
        return True
    if not (shutil.which("apt-get") and os.geteuid() == 0):
        print("No Chromium here. On Debian or Ubuntu: sudo apt-get install chromium")
        return False
    print("Installing Chromium with apt-get ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
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
            return False
    return find() is not None
