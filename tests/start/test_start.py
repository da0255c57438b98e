"""Starting: from the memory image, plain where that cannot be, and what is there before Python."""

import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from demilune.record import read_record, replay

pytestmark = pytest.mark.browser

CODE = "CR1-N-AAAAAAB"
READY = "body[data-ready]"
PATIENCE = 60_000


def start(page: Page, address: str) -> set[str]:
    """Start the page and return the names of the files that it asked for until it was ready."""
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url.rpartition("/")[2]))
    page.goto(address)
    page.wait_for_selector(READY)
    return asked


def leave_a_game(page: Page, address: str) -> None:
    """Play one move of a game, and wait until its picture is kept."""
    start(page, address + f"?code={CODE}")
    page.locator(".control[data-place='1']").click()
    page.wait_for_function("localStorage['demilune.picture']?.includes('1-3')")


def save_of(page: Page, rule: str = "CR1-N") -> dict[str, Any]:
    save: dict[str, Any] = json.loads(page.evaluate(f"localStorage['demilune.save.{rule}']"))
    return save


def micropip_came(asked: set[str]) -> bool:
    return any(name.startswith("micropip") for name in asked)


class Gate:
    """Holds a file back until it is let through."""

    def __init__(self, page: Page, name: str) -> None:
        self.waiting: list[Route] = []
        self.closed = True
        page.route(f"**/{name}", self._arrived)

    def _arrived(self, route: Route) -> None:
        if self.closed:
            self.waiting.append(route)
        else:
            route.continue_()

    def open(self) -> None:
        self.closed = False
        for route in self.waiting:
            route.continue_()


def test_the_image_is_what_it_starts_from(visitor: Page, site_url: str) -> None:
    """With a good image neither micropip nor Python's library is needed before the page plays."""
    asked = start(visitor, site_url)
    assert "memory.bin" in asked
    assert not micropip_came(asked)


def test_what_is_imported_later_comes_from_the_library(visitor: Page, site_url: str) -> None:
    """The image holds no files: Python's library arrives after the start, and imports work."""
    with visitor.expect_response("**/python_stdlib.zip"):
        start(visitor, site_url)
    visitor.evaluate(
        """() => {
          const tag = document.createElement("script");
          tag.type = "py";
          tag.textContent = `
import asyncio, js
for _ in range(200):
    try:
        import calendar, colorsys
        js.document.body.dataset.imported = calendar.month_name[2]
        break
    except (ImportError, OSError, EOFError):
        await asyncio.sleep(0.05)
`;
          document.body.append(tag);
        }"""
    )
    visitor.wait_for_selector("body[data-imported='February']")


def test_the_package_of_pyscript_comes_when_it_is_asked_for(visitor: Page, site_url: str) -> None:
    """The image has a stand-in for it, since the page itself starts without."""
    visitor.add_init_script(
        "addEventListener('demilune-library', () => { window.library = true; });"
    )
    start(visitor, site_url)
    visitor.wait_for_function("window.library")
    visitor.evaluate(
        """() => {
          const tag = document.createElement("script");
          tag.type = "py";
          tag.textContent = `
import sys
import pyscript
from pyscript.web import page
assert pyscript.when is pyscript.when is sys.modules["pyscript"].when
assert page.body.dataset.ready == "true"
pyscript.document.body.dataset.package = pyscript.config["type"]
`;
          document.body.append(tag);
        }"""
    )
    visitor.wait_for_selector("body[data-package=py]")


def test_two_visitors_get_different_deals(browser: Browser, site_url: str) -> None:
    """What was random in the image is the same for all; a new deal is drawn in the browser."""
    records = set()
    for _ in range(3):
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        start(page, site_url)
        records.add(save_of(page)["record"])
        context.close()
    assert len(records) == 3


def _remove(site: Path) -> None:
    (site / "runtime" / "memory.bin").unlink()


def _flip(site: Path) -> None:
    file = site / "runtime" / "memory.bin"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0x10
    file.write_bytes(content)


def _cut(site: Path) -> None:
    file = site / "runtime" / "memory.bin"
    file.write_bytes(file.read_bytes()[:-100_000])


def _change_head(site: Path, pattern: bytes, text: bytes) -> None:
    file = site / "runtime" / "memory.bin"
    content = zlib.decompress(file.read_bytes(), 31)
    size = struct.unpack("<I", content[:4])[0]
    head = re.sub(pattern, text, content[4 : 4 + size]).strip().ljust(size)
    assert len(head) == size
    assert head != content[4 : 4 + size]
    packer = zlib.compressobj(1, wbits=31)
    file.write_bytes(packer.compress(content[:4] + head + content[4 + size :]) + packer.flush())


def _of_another_pyodide(site: Path) -> None:
    _change_head(site, rb'"runtime": "[0-9a-f]+"', b'"runtime": "0123456789abcdef"')


def _over_another_memory(site: Path) -> None:
    _change_head(site, rb'"sum": [0-9]+', b'"sum": 77')


@pytest.mark.parametrize(
    "damage", [_remove, _flip, _cut, _of_another_pyodide, _over_another_memory]
)
def test_without_a_usable_image_it_starts_plain(visitor: Page, damaged: Any, damage: Any) -> None:
    """Slower, never broken: Python starts anew, and micropip installs the engine's wheel."""
    asked = start(visitor, damaged(damage) + f"?code={CODE}")
    assert micropip_came(asked)
    visitor.locator(".control[data-place='1']").click()
    assert save_of(visitor)["record"] == f"{CODE}: 1-3"


def test_after_one_plain_start_the_next_is_quick_again(visitor: Page, site_url: str) -> None:
    """An image that did not come once slows that start alone, not all that this tab makes later."""
    visitor.route("**/memory.bin", lambda route: route.abort())
    assert micropip_came(start(visitor, site_url + f"?code={CODE}"))
    visitor.unroute("**/memory.bin")
    asked: set[str] = set()
    visitor.on("request", lambda request: asked.add(request.url.rpartition("/")[2]))
    visitor.reload()
    visitor.wait_for_selector(READY)
    assert "memory.bin" in asked
    assert not micropip_came(asked)
    assert visitor.url == site_url + f"?code={CODE}"


def test_a_start_that_fails_says_so_and_can_be_tried_again(visitor: Page, site_url: str) -> None:
    """Where what is needed does not come, a sentence and a button stand where the cards would."""
    visitor.route("**/wasm.bin", lambda route: route.abort())
    visitor.goto(site_url + "?lang=da")
    failed = visitor.locator("#start .failed:visible")
    expect(failed).to_be_visible()
    visitor.unroute("**/wasm.bin")
    failed.locator(".again").click()
    visitor.wait_for_selector(READY)
    expect(visitor.locator("#start")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "nl", "fi", "da"])
def test_the_bar_speaks_the_language_before_python(
    visitor: Page, site_url: str, language: str
) -> None:
    """A first visit has its words at once, and Python changes none of them."""
    words = """[...document.querySelectorAll(".bar [data-text], .bar [data-label]")].map((part) =>
      part.dataset.text ? part.textContent : [part.title, part.getAttribute("aria-label")])"""
    gate = Gate(visitor, "memory.bin")
    visitor.goto(f"{site_url}?lang={language}", wait_until="commit")
    visitor.wait_for_selector("#start .waiting:visible")
    visitor.wait_for_selector("#replay", state="attached")
    before = visitor.evaluate(words)
    gate.open()
    visitor.wait_for_selector(READY)
    after = visitor.evaluate(words)
    assert before == after
    assert len(after) > 10


# What the page changes of the texts that stand in it, the bar's excepted: that may be of a picture.
_REWRITTEN = """addEventListener("DOMContentLoaded", () => {
  window.rewritten = [];
  new MutationObserver((changes) => rewritten.push(...changes.map(({ target }) => target)
    .filter((each) => each.matches("body :is([data-text], [data-label]):not(.bar *)"))
    .map(({ dataset }) => dataset.text ?? dataset.label)))
    .observe(document.body,
      { subtree: true, childList: true, attributeFilter: ["aria-label", "title"] });
});"""


@pytest.mark.parametrize("language", ["en", "nl"])
def test_english_texts_and_names_stand_in_the_page(
    visitor: Page, site_url: str, language: str
) -> None:
    """So that nothing has to be set where English is read; in another language all is."""
    visitor.add_init_script(_REWRITTEN)
    visitor.goto(f"{site_url}?lang={language}")
    visitor.wait_for_selector(READY)
    rewritten = visitor.evaluate("rewritten")
    written = visitor.evaluate(
        """[...document.querySelectorAll("[data-text], [data-label]")].map((each) =>
          each.dataset.text
            ? [each.dataset.text, each.textContent]
            : [each.dataset.label, each.getAttribute("aria-label"), each.title])"""
    )
    if language == "en":
        assert rewritten == []
        assert [texts for texts in written if len(set(texts)) > 1] == []
    else:
        assert {"Steps", "Month before", "Settings"} <= set(rewritten)


def test_the_last_position_stands_there_before_python(visitor: Page, site_url: str) -> None:
    """A later visit begins with the cards, the figures and the buttons as they were left."""
    leave_a_game(visitor, site_url)
    cards = "[...document.querySelectorAll('.cards .card')].map((card) => card.innerHTML).sort()"
    visitor.wait_for_function("document.querySelectorAll('.cards .card').length === 24")
    before = visitor.evaluate(cards), visitor.locator(".facts").inner_text()
    gate = Gate(visitor, "memory.bin")
    visitor.goto(site_url, wait_until="commit")
    visitor.wait_for_selector("body.pictured")
    assert visitor.locator("body[data-ready]").count() == 0
    assert (visitor.evaluate(cards), visitor.locator(".facts").inner_text()) == before
    gate.open()
    visitor.wait_for_selector(READY)
    assert visitor.evaluate(cards) == before[0]


def test_the_picture_has_nothing_of_a_face_down_card(visitor: Page, site_url: str) -> None:
    """Of a closed deal the picture holds the top cards and the bases, and nothing else."""
    start(visitor, site_url + "?code=CR1-H-AAAAAAG")
    visitor.locator(".control[data-place='10']").dblclick()
    visitor.wait_for_function("localStorage['demilune.picture']?.includes('10-HK')")
    picture = visitor.evaluate("localStorage['demilune.picture']")
    shown = re.findall(r"face \w+ suit-([SHDC]) rank-(\d+)", picture)
    position = replay(read_record("CR1-H-AAAAAAG: 10-HK"))[-1]
    seen = [pile[-1] for pile in position.tableau] + [pile[-1] for pile in position.foundations]
    assert sorted(shown) == sorted((card.suit.value, str(card.rank)) for card in seen)


def test_taps_before_python_are_played_once_and_in_order(visitor: Page, site_url: str) -> None:
    """What is tapped on the picture waits for Python; it is neither lost nor played twice."""
    leave_a_game(visitor, site_url)
    gate = Gate(visitor, "memory.bin")
    visitor.goto(site_url, wait_until="commit")
    visitor.wait_for_selector("body.pictured")
    visitor.locator(".control[data-place='5']").click()
    visitor.locator(".control[data-place='13']").click()
    visitor.locator(".control[data-place='14']").click()
    visitor.locator(".bar [data-command='help']").click()
    gate.open()
    visitor.wait_for_selector(READY)
    assert save_of(visitor)["record"] == f"{CODE}: 1-3 5-HA 13-14"
    expect(visitor.locator("#help")).to_be_visible()
    assert visitor.evaluate("demiluneEarly.events.length") == 0


def test_impatient_taps_redeal_once(visitor: Page, site_url: str) -> None:
    """Pressed again and again while the page starts; the button shows that it was heard."""
    leave_a_game(visitor, site_url)
    gate = Gate(visitor, "memory.bin")
    visitor.goto(site_url, wait_until="commit")
    visitor.wait_for_selector("body.pictured")
    button = visitor.locator(".bar [data-command='redeal']")
    for _ in range(3):
        button.click()
    expect(button).to_have_class("early")
    gate.open()
    visitor.wait_for_selector(READY)
    assert save_of(visitor)["record"] == f"{CODE}: 1-3 R"
    expect(visitor.locator(".bar .early")).to_have_count(0)


def test_taps_on_the_picture_of_another_position_are_dropped(visitor: Page, site_url: str) -> None:
    """When the save turns out damaged, what was tapped on its picture is not played elsewhere."""
    leave_a_game(visitor, site_url)
    visitor.evaluate(
        """() => addEventListener("pagehide", () => {
          const save = JSON.parse(localStorage["demilune.save.CR1-N"]);
          localStorage["demilune.save.CR1-N"] = JSON.stringify({...save, undoable: 77});
        })"""
    )
    gate = Gate(visitor, "memory.bin")
    visitor.goto(site_url, wait_until="commit")
    visitor.wait_for_selector("body.pictured")
    visitor.locator(".control[data-place='5']").click()
    gate.open()
    visitor.wait_for_selector(READY)
    record = save_of(visitor)["record"]
    assert re.fullmatch(r"CR1-N-[A-Z]{7}:?", record) and CODE not in record
    assert visitor.evaluate("localStorage['demilune.damaged.save.CR1-N']")


def test_a_reload_in_the_middle_of_a_move_keeps_it(visitor: Page, site_url: str) -> None:
    """The position is new, and saved, before the card has arrived."""
    start(visitor, site_url + f"?code={CODE}")
    visitor.locator(".control[data-place='1']").click()
    visitor.reload()
    visitor.wait_for_selector(READY)
    assert save_of(visitor)["record"] == f"{CODE}: 1-3"


def test_of_two_tabs_the_newest_moves_are_kept(visitor: Page, site_url: str) -> None:
    """The tab that was left is told, plays nothing over the other's moves, and can take over."""
    start(visitor, site_url + f"?code={CODE}")
    visitor.locator(".control[data-place='1']").click()
    other = visitor.context.new_page()
    start(other, site_url)
    other.locator(".control[data-place='5']").click()
    expect(visitor.locator("#notice")).to_be_visible()
    visitor.locator(".control[data-place='13']").click()
    visitor.keyboard.press("u")
    assert save_of(other)["record"] == f"{CODE}: 1-3 5-HA"
    visitor.locator("#notice button").click()
    expect(visitor.locator("#moves")).to_have_text("2 moves")
    visitor.keyboard.press("u")
    assert save_of(visitor)["record"] == f"{CODE}: 1-3"
    expect(other.locator("#notice")).to_be_visible()


@pytest.mark.parametrize("by", ["the first move", "a new game"])
def test_a_link_does_not_cost_the_saved_game(visitor: Page, site_url: str, by: str) -> None:
    """A deal by a link replaces the rule's save when it is played, and there is a way back."""
    leave_a_game(visitor, site_url)
    start(visitor, site_url + "?code=CR1-N-AAAAAAF")
    assert save_of(visitor)["record"] == f"{CODE}: 1-3"
    if by == "a new game":
        visitor.keyboard.press("n")
        visitor.keyboard.press("Enter")
    else:
        visitor.locator(".control[data-place='8']").dblclick()
    visitor.wait_for_function("!localStorage['demilune.save.CR1-N'].includes('AAAAAAB: 1-3')")
    visitor.locator("#notice button").click()
    visitor.wait_for_function("localStorage['demilune.save.CR1-N'].includes('AAAAAAB: 1-3')")
    expect(visitor.locator("#code")).to_have_text(CODE)
