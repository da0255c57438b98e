"""Where the keyboard is can be seen: a ring that stands out on both its sides, in every theme.

It is measured in pictures of the page, for what lies beside a ring is other cards, light and glow.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import WINDOW
from browser.driver import Driver
from browser.panels import PANELS, open_panel

THEMES = ("night", "green", "paper", "contrast")
LEAST = 3.0
"""The contrast that WCAG 2.2 asks of what is no text (1.4.11)."""
_SCALE = 2
_AROUND = 16

# What shows that the element in focus is that: itself, or the label around it that can be seen.
_RING = """() => {
  const focused = document.activeElement;
  const shows = [focused, focused.closest("label")].find(each => {
    const {outlineStyle, opacity} = each ? getComputedStyle(each) : {outlineStyle: "none"};
    return outlineStyle !== "none" && opacity !== "0";
  });
  if (!shows) return null;
  shows.scrollIntoView({block: "center"});
  const {x, y, width, height} = shows.getBoundingClientRect();
  return [x, y, width, height, getComputedStyle(shows).outlineColor];
}"""

# The contrasts of the ring to what lies within and without, of each side: from 12 pixels within to
# 12 without, at the middle of the side, the ring is the longest run of its colour, and beside it is
# what lies a pixel off. Where the window ends there is nothing beside it.
_CONTRASTS = """async ([png, scale, x, y, width, height, colour]) => {
  const bytes = Uint8Array.from(atob(png), each => each.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const at = (x, y) =>
    [...context.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data];
  const paint = new OffscreenCanvas(1, 1).getContext("2d");
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1, 1);
  const ring = [...paint.getImageData(0, 0, 1, 1).data];
  const light = ([r, g, b]) => [r, g, b].map(each => each / 255)
    .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    if (!b[3]) return 21;
    const [low, high] = [light(a), light(b)].sort((p, q) => p - q);
    return (high + 0.05) / (low + 0.05);
  };
  const isRing = each => each.every((part, i) => Math.abs(part - ring[i]) < 9);
  const [middle, centre] = [x + width / 2, y + height / 2];
  const sides = {
    left: i => at(x - i, centre), right: i => at(x + width + i, centre),
    top: i => at(middle, y - i), bottom: i => at(middle, y + height + i),
  };
  return Object.fromEntries(Object.entries(sides).map(([side, pixel]) => {
    const line = [];
    for (let i = -12; i < 12; i += 1 / scale) line.push(pixel(i));
    let [from, to] = [0, 0];
    for (let i = 0, begin = 0; i <= line.length; i++) {
      if (i < line.length && isRing(line[i])) continue;
      if (i - begin > to - from) [from, to] = [begin, i];
      begin = i + 1;
    }
    if (to - from < 2 * scale - 1) return [side, [0, 0]];
    // One that begins within a pixel of the screen is blurred by it.
    const beside = (...all) => Math.max(...all.map(i => contrast(ring, line[i] ?? [])));
    return [side, [beside(from - scale, from - scale - 1), beside(to + scale - 1, to + scale)]];
  }));
}"""


@pytest.fixture(scope="module")
def sharp(browser: Browser, site_url: str) -> Iterator[Driver]:
    """A page of a screen with small pixels, so that no edge is blurred over a pixel of the page."""
    context = browser.new_context(
        viewport=WINDOW, device_scale_factor=_SCALE, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(10_000)
    driver = Driver(context.new_page(), site_url)
    driver.open()
    yield driver
    context.close()


@pytest.fixture(params=THEMES)
def themed(sharp: Driver, request: pytest.FixtureRequest) -> Iterator[Driver]:
    """That page in one theme."""
    sharp.deal("CR1-N-ABCDEFG")
    with sharp.settings(theme=request.param):
        yield sharp
        sharp.page.evaluate("document.querySelector('dialog[open]')?.close()")


def faint(page: Page, what: str) -> list[str]:
    """What is wrong with the ring around the element that has the focus, in words."""
    ring = page.evaluate(_RING)
    if ring is None:
        return [f"{what}: no ring"]
    x, y, width, height, colour = ring
    left, top = max(x - _AROUND, 0), max(y - _AROUND, 0)
    right = min(x + width + _AROUND, WINDOW["width"])
    bottom = min(y + height + _AROUND, WINDOW["height"])
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    png = base64.b64encode(page.screenshot(clip=clip, animations="disabled")).decode()
    found = page.evaluate(_CONTRASTS, [png, _SCALE, x - left, y - top, width, height, colour])
    return [
        f"{what}, {side}: {within:.1f} within, {without:.1f} without"
        for side, (within, without) in found.items()
        if min(within, without) < LEAST
    ]


@pytest.mark.parametrize("state", ["plain", "selected", "lit", "suggested"])
def test_on_the_table(themed: Driver, state: str):
    """On a card alone, on one that is covered, on a foundation, whatever light they are in."""
    page, wrong = themed.page, []
    for code, place, size in (
        ("CR1-N-ABCDEFG", "10", 1),
        ("CR1-N-ABCDEFG", "SA", 1),
        ("RU1-C-ABCDEFG", "5", 1),
        ("RU1-C-ABCDEFG", "5", 3),
    ):
        if state == "selected" and place == "SA":
            continue  # a base is refused
        themed.deal(code)
        themed.walk_to(place, size)
        if state == "selected":
            page.keyboard.press("Enter")
        elif state == "lit":
            page.evaluate("document.activeElement.classList.add('lit')")
        elif state == "suggested":
            page.evaluate("document.activeElement.dataset.suggested = 'place'")
        wrong += faint(page, f"{place} of {code}, {size}")
    assert "\n".join(wrong) == ""


def test_in_the_bar(themed: Driver):
    """On its buttons, the sign, and on the button of a notice over the table."""
    page, wrong = themed.page, []
    themed.deal("CR1-H-ABCDEFG", "")
    page.keyboard.press("Tab")
    page.evaluate("document.querySelector('#verdict').hidden = false")
    page.evaluate("document.querySelector('#verdict').textContent = '? peek'")
    page.evaluate(
        """() => {
          const notice = document.querySelector("#notice"), button = notice.querySelector("button");
          notice.hidden = button.hidden = false;
          button.textContent = "Back to the game before";
        }"""
    )
    for selector in ('.bar [data-command="new"]', "#verdict", "#notice button"):
        page.focus(selector)
        wrong += faint(page, selector)
    assert "\n".join(wrong) == ""


# Marks the first of each kind of what takes the focus in a panel, but for those met before.
_KINDS = """([panel, known]) => {
  const all = `#${panel} :is(button, input, select, textarea, summary, a)`;
  const takes = each => each.checkVisibility() && !each.disabled && each.tabIndex >= 0;
  const found = [];
  for (const each of [...document.querySelectorAll(all)].filter(takes)) {
    const kind = [each, each.parentElement]
      .map(({tagName, type, className}) => `${tagName} ${type ?? ""} ${className}`).join(" in ");
    if (known.includes(kind) || found.includes(kind)) continue;
    each.dataset.kind = kind;
    found.push(kind);
  }
  return found;
}"""


def test_in_the_panels(themed: Driver):
    """On each kind of what can be pressed, chosen or written in."""
    page, known, wrong = themed.page, [], []
    page.keyboard.press("Tab")
    for panel in PANELS:
        open_panel(page, panel)
        for kind in page.evaluate(_KINDS, [panel, known]):
            known.append(kind)
            page.evaluate("kind => document.querySelector(`[data-kind='${kind}']`).focus()", kind)
            wrong += faint(page, f"{panel}: {kind}")
    assert len(known) > 10
    assert "\n".join(wrong) == ""
