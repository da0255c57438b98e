"""Whether everything on a page fits: what is cut off, sticks out, or is too small to hit."""

from __future__ import annotations

from playwright.sync_api import Page

_CUT = """root => {
  const shown = each => each.checkVisibility() && each.getBoundingClientRect().width
    && !each.matches(".unseen, .unseen *, .text, svg *, option");
  const hasText = each => [...each.childNodes].some(
    node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  // As wide as a list would be by itself, it shows the longest of its options in one line.
  const longer = list => {
    const [alone, width] = [list.cloneNode(), list.offsetWidth];
    alone.append(...[...list.options].map(option => option.cloneNode(true)));
    alone.style.width = "max-content";
    list.after(alone);
    const wanted = alone.offsetWidth;
    alone.remove();
    return wanted > width;
  };
  const inOneLine = each => each.matches("select")
    && getComputedStyle(each).appearance !== "base-select";
  const cut = each => hasText(each) && getComputedStyle(each).display !== "inline"
    && each.scrollWidth > each.clientWidth + 1 || inOneLine(each) && longer(each);
  const outside = ({left, right}) => left < -1 || right > innerWidth + 1;
  return [...document.querySelectorAll(`${root}, ${root} *`)]
    .filter(each => shown(each) && (cut(each) || outside(each.getBoundingClientRect())))
    .map(each => `${each.tagName} ${each.id} ${each.textContent.trim().slice(0, 40)}`);
}"""

_SMALL = """least => [...document.querySelectorAll(
    "button:not(.control), dialog[open] label:has(input), dialog[open] select, summary")]
  .filter(each => each.checkVisibility())
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([, {width, height}]) => width < least || height < least)
  .map(([each]) => `${each.tagName} ${each.id} ${each.dataset.command}`)"""

# Lines of text, by the text nodes they belong to, that lie on one another. What sticks to an edge
# has a ground of its own and may cover what is scrolled beneath it.
_OVERLAPPING = """root => {
  const isStuck = (each) => ["sticky", "fixed"].includes(getComputedStyle(each).position);
  const sticks = (each) => (each && !isStuck(each) ? sticks(each.parentElement) : each);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.closest(root) || !parent.checkVisibility()) continue;
    if (parent.closest(".unseen, .text, .sheets, option, svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) lines.push([node, box, sticks(parent)]);
  }
  const over = ([a, p, s], [b, q, t]) => a !== b && s === t
    && Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2
    && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4;
  return lines.flatMap((one, i) => lines.slice(i + 1).filter((other) => over(one, other))
    .map(([other]) => `${one[0].data.trim().slice(0, 30)} / ${other.data.trim().slice(0, 30)}`));
}"""


def overlapping(page: Page, root: str) -> list[str]:
    """Return the pairs of texts in `root` (a selector) that lie on one another."""
    return page.evaluate(_OVERLAPPING, root)


def cut(page: Page, root: str) -> list[str]:
    """Return the elements in `root` (a selector) that stick out of the window or cut their text."""
    return page.evaluate(_CUT, root)


def small_targets(page: Page, least: int = 24) -> list[str]:
    """Return what can be pressed and is lower or narrower than so many CSS pixels (WCAG 2.5.8).

    The cards on the table are left out: how much of a covered one is seen is what the game is.
    """
    return page.evaluate(_SMALL, least)
