"""The built site in a browser: PyScript finds everything at a sub-path and asks nobody else."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from serving import served
from sitebuild.site import build


@pytest.mark.browser
@pytest.mark.parametrize("way", ["", "#plain"])
def test_the_site_starts_from_a_sub_path_without_asking_anybody_else(
    checkout: Path, tmp_path: Path, page: Page, way: str
):
    build(checkout, tmp_path / "host/games/moon")
    requests: list[str] = []
    failures: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("requestfailed", lambda request: failures.append(request.url))
    page.on(
        "response", lambda answer: failures.append(answer.url) if answer.status >= 400 else None
    )
    page.on("pageerror", lambda error: failures.append(str(error)))
    with served(tmp_path / "host") as url:
        page.goto(f"{url}games/moon/{way}")
        # Words from the catalogue, and one from the engine.
        expect(page.locator("output")).to_have_text("Puolikuu 3 siirtoa Crescent", timeout=60_000)
        page.goto("about:blank")  # so that nothing is still being asked for
    assert failures == []
    assert any("/py/demilune-" in request for request in requests) == (way == "#plain")
    outside = [
        r for r in requests if not r.startswith((f"{url}games/moon/", "about:", "data:", "blob:"))
    ]
    assert outside == []
