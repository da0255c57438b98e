"""A browser whose owner refuses storage: to pages in frames of other sites, or to all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

from browser.panels import PANELS, open_panel
from embed.conftest import HOST, START, Host
from serving import somebody_elses

pytestmark = pytest.mark.browser

DEAL = "CR1-N-AAAAAAB"
WISHES: dict[str, dict[str, Any]] = {
    "third parties": {"block_third_party_cookies": True, "cookie_controls_mode": 1},
    "everybody": {"default_content_setting_values": {"cookies": 2}},
}
"""What is set in Chromium's own settings, of which Playwright knows nothing."""
REFUSED = """() => {
  const kinds = ["localStorage", "sessionStorage"];
  return kinds.filter((kind) => { try { return window[kind] && false; } catch { return true; } });
}"""
CANNOT = "This browser does not let the game be saved. It goes on all the same."


@pytest.fixture
def refusing(
    request: pytest.FixtureRequest,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    tmp_path: Path,
) -> Iterator[Page]:
    """A page of a browser that refuses storage to those whom the parameter names.

    A test fails in which a page complains of anything.
    """
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_text(json.dumps({"profile": WISHES[request.param]}), encoding="utf-8")
    context = browser_type.launch_persistent_context(
        tmp_path,
        **browser_type_launch_args,
        viewport={"width": 1100, "height": 800},
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(10_000)
    page, faults = context.pages[0], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    yield page
    context.close()
    assert faults == []


@pytest.mark.parametrize("refusing", WISHES, indirect=True)
def test_a_frame_of_another_site_is_played(refusing: Page, site_url: str):
    """It says once that it cannot save, after the first move, and begins anew at the next visit."""
    with somebody_elses(HOST) as address:
        # Another name for this machine is another site.
        host = Host(refusing, address.replace("127.0.0.1", "localhost"), site_url)
        notice = "#notice-text"
        for _ in range(2):
            host.show(f"code={DEAL}", 1000)
            assert host.frame.evaluate(REFUSED) == ["localStorage", "sessionStorage"]
            expect(host.frame.locator("#moves")).to_have_text("0 moves")
            expect(host.frame.locator("#notice")).to_be_hidden()
            host.tap("3", "DK")
            assert host.wait("move")["record"] == f"{DEAL}: 3-DK"
            expect(host.frame.locator(notice)).to_have_text(CANNOT)
            host.tap("5", "HA")
            expect(host.frame.locator("#moves")).to_have_text("2 moves")
            expect(host.frame.locator("#notice")).to_be_hidden()
            for command, moves in (("undo", 1), ("redo", 2), ("redeal", 2), ("restart", 0)):
                host.frame.locator(f'.bar [data-command="{command}"]').click()
                expect(host.frame.locator("#moves")).to_have_text(
                    "1 move" if moves == 1 else f"{moves} moves"
                )
        host.frame.locator('.bar [data-command="hint"]').click()
        expect(host.frame.locator("[data-suggested]").first).to_be_attached(timeout=START)


@pytest.mark.parametrize("refusing", ["everybody"], indirect=True)
def test_the_page_itself_is_played(refusing: Page, site_url: str):
    """Every panel opens, and settings hold as long as the page lives."""
    refusing.goto(f"{site_url}?code={DEAL}")
    refusing.wait_for_selector("body[data-ready]", timeout=START)
    assert refusing.evaluate(REFUSED) == ["localStorage", "sessionStorage"]
    for place in ("3", "DK"):
        refusing.locator(f'.control[data-place="{place}"]').last.click()
    expect(refusing.locator("#moves")).to_have_text("1 move")
    expect(refusing.locator("#notice-text")).to_have_text(CANNOT)
    for panel in PANELS:
        open_panel(refusing, panel)
        expect(refusing.locator(f"#{panel}")).to_be_visible()
    refusing.evaluate("document.querySelector('dialog[open]').close()")
    open_panel(refusing, "settings")
    refusing.select_option("#language", "nl")
    refusing.locator("#settings .main").click()
    expect(refusing.locator("#moves")).to_have_text("1 zet")
    refusing.reload()
    refusing.wait_for_selector("body[data-ready]", timeout=START)
    expect(refusing.locator("#moves")).to_have_text("0 moves")
