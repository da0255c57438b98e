"""axe-core in a page: what it finds wrong, in words."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from sitebuild import ROOT

_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """Return each violation of WCAG 2.2 AA or of good practice, with the elements concerned."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(
        "tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", _TAGS
    )
    return [
        f"{rule['id']}: {rule['help']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
