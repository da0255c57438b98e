"""A page of somebody else with a frame of ours: it obeys, and notes what it hears."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page

from serving import somebody_elses

START = 120_000
"""Milliseconds that a page may take to start on a busy machine."""

HOST = """<!doctype html>
<meta charset="utf-8">
<title>Somebody else</title>
<link rel="icon" href="data:,">
<body style="margin: 0; height: 4000px">
<script>
  const heard = [];
  addEventListener("message", ({ source, data }) => {
    if (source !== frames[0]) return;
    heard.push(data);
    if (data.type === "size") document.querySelector("iframe").style.height = `${data.height}px`;
  });
  const show = (src, width, sandbox) => {
    const frame = document.createElement("iframe");
    if (sandbox) frame.sandbox = sandbox;
    frame.src = src;
    frame.style.cssText = `border: 0; display: block; height: 150px; width: ${width}px`;
    document.body.append(frame);
  };
</script>
"""


class Host:
    """The embedding page. Its frame is of another site than itself."""

    def __init__(self, page: Page, address: str, site: str) -> None:
        self.page = page
        self.address = address
        self.site = site
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def show(self, query: str, width: int = 600, sandbox: str = "") -> None:
        """Show a frame in a fresh page and wait until it is ready."""
        self.page.goto(self.address)
        src = f"{self.site}index.html?embed=1&lang=en&{query}"
        self.page.evaluate("args => show(...args)", [src, width, sandbox])
        self.wait("ready", START)

    @property
    def frame(self) -> Frame:
        return self.page.frames[1]

    def heard(self, kind: str = "") -> list[dict[str, Any]]:
        """What the frame told, of a type or all."""
        said = self.page.evaluate("heard")
        return [message for message in said if kind in ("", message["type"])]

    def forget(self) -> None:
        self.page.evaluate("heard.length = 0")

    def wait(self, kind: str, timeout: float = 10_000) -> dict[str, Any]:
        """Wait for a message of a type and return the last."""
        self.page.wait_for_function(
            "kind => heard.some(({ type }) => type === kind)", arg=kind, timeout=timeout
        )
        return self.heard(kind)[-1]

    def ask(self, kind: str, **fields: Any) -> None:
        self.post({"source": "demilune", "v": 1, "type": kind, **fields})

    def post(self, message: object) -> None:
        self.page.evaluate(
            "text => frames[0].postMessage(JSON.parse(text), '*')", json.dumps(message)
        )

    def goto(self, at: int) -> dict[str, Any]:
        """Ask for a position and return what the frame answers."""
        self.forget()
        self.ask("goto", at=at)
        return self.wait("move")

    def settle(self) -> None:
        """Let the frame draw a few times, so that whatever it would still do has been done.

        One that is out of sight is not drawn; then this takes its longest, and does not hang.
        """
        self.frame.evaluate(
            """async () => {
              for (let i = 0; i < 8; i++) {
                await new Promise((done) => [requestAnimationFrame(done), setTimeout(done, 500)]);
              }
            }"""
        )
        self.page.evaluate("new Promise(requestAnimationFrame)")

    def text(self, selector: str) -> str:
        return (self.frame.locator(selector).text_content() or "").strip()

    def tap(self, *places: str) -> None:
        for place in places:
            self.frame.locator(f'.control[data-place="{place}"]').last.click()

    def scrolled(self) -> float:
        return self.page.evaluate("scrollY")


@pytest.fixture(scope="module")
def host(browser: Browser, site_url: str) -> Iterator[Host]:
    context = browser.new_context(
        viewport={"width": 1100, "height": 800}, has_touch=True, reduced_motion="reduce"
    )
    context.set_default_timeout(10_000)
    with somebody_elses(HOST) as address:
        # Another name for this machine is another site.
        host = Host(context.new_page(), address.replace("127.0.0.1", "localhost"), site_url)
        yield host
    context.close()
    assert host.errors == []
