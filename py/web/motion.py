"""How cards travel, turn and shake: the Web Animations API over a table that is right already.

Every change of the table is made at once; an animation only shows the way there. What it adds to a
card's place fades to nothing, so that several add up: a card that is moved while it travels goes
on from where it is seen, and nothing ever waits for the end of an animation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import js
from pyodide.ffi import to_js

from web.dom import Element

TRAVEL = 220.0
"""Milliseconds that a card is under way."""
_SURFACE = 420.0
_EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)"


class Motion:
    """Starts animations, unless the player or the device wants none."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        """Keep the question whether the player wants motion; it is asked each time."""
        self._wanted = wanted
        self._calm = js.matchMedia("(prefers-reduced-motion: reduce)")
        self._options: dict[tuple[float, float, bool], Any] = {}
        self._ends = 0.0

    @property
    def on(self) -> bool:
        """Whether anything moves."""
        return self._wanted() and not self._calm.matches

    @property
    def left(self) -> float:
        """Milliseconds until everything lies still."""
        return max(self._ends - time.monotonic() * 1000, 0.0)

    def glide(self, element: Element, dx: float, dy: float, delay: float = 0.0) -> None:
        """Let an element come to its place from so many pixels beside it."""
        if dx or dy:
            frames = {"transform": [f"translate({dx:.1f}px, {dy:.1f}px)", "none"]}
            self._start(element, frames, TRAVEL, delay, added=True)

    def turn(self, element: Element) -> None:
        """Turn a card up."""
        self._start(element, {"scale": ["0 1", "1 1"]}, TRAVEL)

    def shake(self, element: Element) -> None:
        """Shake a card that is refused."""
        angles = ["0deg", "-2.2deg", "2deg", "-1.2deg", "0deg"]
        self._start(element, {"rotate": angles}, TRAVEL * 1.4)

    def surface(self, element: Element, delay: float) -> None:
        """Let a card come from under its pile, out at the foot of it, onto its top."""
        self._pass(element, delay, "normal")

    def sink(self, element: Element, delay: float) -> None:
        """Let a card go from the top of its pile under it."""
        self._pass(element, delay, "reverse")

    def appear(self, element: Element) -> None:
        """Let an element appear."""
        self._start(element, {"opacity": [0, 1]}, TRAVEL)

    @staticmethod
    def settle(element: Element) -> None:
        """End all animations in an element: everything is seen where it lies."""
        for animation in element.getAnimations(_options(subtree=True)):
            animation.finish()

    @staticmethod
    def drop(element: Element) -> None:
        """Forget all animations of an element, what they hold on to as well."""
        for animation in element.getAnimations():
            animation.cancel()

    def _pass(self, element: Element, delay: float, direction: str) -> None:
        if not self.on:
            return
        over = element.style.zIndex
        frames = [
            {"translate": "0 0", "zIndex": 0},
            {"translate": "0 52%", "zIndex": 0, "offset": 0.55},
            {"translate": "0 52%", "zIndex": over, "offset": 0.55},
            {"translate": "0 0", "zIndex": over},
        ]
        # What goes under its pile stays there until it is taken away.
        fill = "backwards" if direction == "normal" else "both"
        options = _options(
            duration=_SURFACE, delay=delay, fill=fill, easing="ease-in-out", direction=direction
        )
        element.animate(to_js(frames, dict_converter=js.Object.fromEntries), options)
        self._note(_SURFACE + delay)

    def _start(
        self,
        element: Element,
        frames: Mapping[str, list[Any]],
        duration: float,
        delay: float = 0.0,
        added: bool = False,
    ) -> None:
        if not self.on:
            return
        timing = duration, delay, added
        if timing not in self._options:
            self._options[timing] = _options(
                duration=duration,
                delay=delay,
                easing=_EASE,
                fill="backwards",
                composite="add" if added else "replace",
            )
        element.animate(to_js(frames, dict_converter=js.Object.fromEntries), self._options[timing])
        self._note(duration + delay)

    def _note(self, milliseconds: float) -> None:
        self._ends = max(self._ends, time.monotonic() * 1000 + milliseconds)


def _options(**entries: Any) -> Any:
    return to_js(entries, dict_converter=js.Object.fromEntries)
