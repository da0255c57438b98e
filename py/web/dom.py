"""The few things that the page does with the browser's document, in one place.

Modules of the page import `js` but nothing from it: they are imported while the memory snapshot is
made, where there is no browser and no JavaScript object may be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import js
from pyodide.ffi import create_proxy, to_js

from web.layout import Rect

Element = Any
"""A DOM element, event or other JavaScript object."""


def find(selector: str) -> Element:
    """Return the first element of the page that fits a CSS selector."""
    return js.document.querySelector(selector)


def make(tag: str, class_name: str = "", text: str = "", **attributes: str) -> Element:
    """Create an element; in the names of attributes `_` stands for a hyphen."""
    element = js.document.createElement(tag)
    if class_name:
        element.className = class_name
    if text:
        element.textContent = text
    for name, value in attributes.items():
        element.setAttribute(name.rstrip("_").replace("_", "-"), value)
    return element


def option(value: str, text: str) -> Element:
    """Create an option of a list to choose from."""
    return make("option", text=text, value=value)


def listen(target: Element, kind: str, handler: Callable[[Any], object], **options: bool) -> None:
    """Call a handler at every event of a kind, as long as the page lives.

    Listeners are set once, on elements that stay, so their proxies are never given back.
    """
    target.addEventListener(kind, create_proxy(handler), to_object(options))


def to_object(entries: Mapping[str, Any]) -> Element:
    """Return a JavaScript object with these entries."""
    return to_js(entries, dict_converter=js.Object.fromEntries)


def move_to(element: Element, rect: Rect) -> None:
    """Put an element's left upper corner at that of a rectangle."""
    element.style.transform = f"translate({rect.x:.2f}px, {rect.y:.2f}px)"


def size_to(element: Element, rect: Rect, old: Rect | None = None) -> None:
    """Make an element as large as a rectangle; as `old` it is already."""
    if old is None or old.width != rect.width:
        element.style.width = f"{rect.width:.2f}px"
    if old is None or old.height != rect.height:
        element.style.height = f"{rect.height:.2f}px"


class Timer:
    """Calls one function once, some time after it was set last; setting it again starts anew."""

    def __init__(self, action: Callable[[], None]) -> None:
        """Keep the function; nothing runs before `set`."""
        self._proxy = create_proxy(action)
        self._id: int | None = None

    def set(self, milliseconds: float) -> None:
        """Run the function after a time, instead of any earlier wish."""
        self.stop()
        self._id = js.setTimeout(self._proxy, milliseconds)

    def stop(self) -> None:
        """Do not run the function."""
        if self._id is not None:
            js.clearTimeout(self._id)
            self._id = None
