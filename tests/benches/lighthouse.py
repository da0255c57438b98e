"""Lighthouse 12 on the built site, as on a phone: scores, largest paint, and layout shift.

It is large and measures no rule, so only this part installs it: pinned in tests/lighthouse, into
the cache.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import chromium
import packages
from benches import Figure
from serving import served
from sitebuild import ROOT, BuildError
from sitebuild.prepare import CACHE, alone, node, run
from sitebuild.site import build
from sitebuild.stamps import is_fresh, stamp

PAGES = {"the game": "index.html", "a rules page": "pages/en/crescent.html"}
_HOME = CACHE / "lighthouse"
_CATEGORIES = ("accessibility", "best-practices", "seo", "performance")


def figures() -> Iterator[Figure]:
    """Yield the figures of a first visit to each page."""
    packages.provide({"chromium": "chromium"})
    _install()
    with alone():
        build(ROOT, ROOT / "site")
    with served(ROOT / "site") as url:
        for name, path in PAGES.items():
            yield from _visit(name, url + path)


def _install() -> None:
    source = ROOT / "tests" / "lighthouse"
    mark, current = _HOME / "demilune.stamp", stamp(sorted(source.glob("*.json")))
    if is_fresh(mark, current):
        return
    shutil.copytree(source, _HOME, dirs_exist_ok=True)
    options = ["--prefix", str(_HOME), "--ignore-scripts", "--no-audit", "--no-fund"]
    run("Fetching Lighthouse", [node()[1], "ci", *options])
    mark.write_text(current)


def _visit(name: str, url: str) -> Iterator[Figure]:
    program = _HOME / "node_modules" / "lighthouse" / "cli" / "index.js"
    flags = " ".join(["--headless=new", *chromium.ARGUMENTS])
    command = [node()[0], str(program), url, "--output=json", "--quiet", f"--chrome-flags={flags}"]
    command += [f"--only-categories={','.join(_CATEGORIES)}"]
    environment = {**os.environ, "CHROME_PATH": chromium.find() or ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise BuildError(f"Lighthouse failed: {done.stderr[-300:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    for category in _CATEGORIES:
        score = 100 * (report["categories"][category]["score"] or 0)
        if category == "performance":
            yield Figure(f"{name}: {category}", score, "points", "printed only", True)
        else:
            yield Figure(f"{name}: {category}", score, "points", "100", score == 100)
        if score < 100 and category != "performance":
            for audit in _failed(report, category):
                print(f"      {audit}")
    paint = report["audits"]["largest-contentful-paint"]["numericValue"] / 1000
    yield Figure(f"{name}: largest paint", paint, "s", "at most 2.5 s", paint <= 2.5)
    shift = report["audits"]["cumulative-layout-shift"]["numericValue"]
    yield Figure(f"{name}: layout shift", shift, "", "at most 0.02", shift <= 0.02)


def _failed(report: dict[str, Any], category: str) -> Iterator[str]:
    for reference in report["categories"][category]["auditRefs"]:
        audit = report["audits"][reference["id"]]
        if reference["weight"] and audit["score"] not in (None, 1):
            yield f"{audit['id']}: {audit['title']}"
