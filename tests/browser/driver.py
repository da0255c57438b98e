"""Plays on the real page as a person does: by mouse, by touch, by taps, by the keyboard alone."""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Page, expect

from demilune.games import REDEAL, Game, Move, Position
from demilune.record import read_moves
from web.hand import ONE_PRESS
from web.layout import ASPECT, Direction, Rect, neighbour

Pointer = Literal["mouse", "touch", "pen"]

WINDOW = {"width": 1280, "height": 720}
LOADED = "body[data-ready]"
START = 120_000
"""Milliseconds that a page may take to start on a busy machine."""
DOUBLE_TAP = 300
LONG_PRESS = 450
BLANK = "blank.html"

# Moves the held cards in every frame, and returns the times between frames.
_CARRY = """async ({x, y, frames}) => {
  const frame = () => new Promise(requestAnimationFrame);
  const table = document.querySelector("#table");
  const times = [];
  let last = await frame();
  for (let i = 0; i < frames; i++) {
    table.dispatchEvent(new PointerEvent("pointermove", {
      pointerId: 1, pointerType: "mouse", isPrimary: true, buttons: 1, bubbles: true,
      clientX: x + 150 * Math.sin(i / 20), clientY: y + 100 * Math.cos(i / 20)}));
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}"""
_RECORD = """() => {
  const rule = localStorage.getItem("demilune.last");
  return JSON.parse(localStorage.getItem(`demilune.save.${rule}`)).record;
}"""
_CONTROLS = """() => [...document.querySelectorAll("#table .control")].map(control => {
  const {x, y, width, height} = control.getBoundingClientRect();
  const {place, level} = control.dataset;
  const size = control.parentElement.childElementCount - level;
  const free = document.elementFromPoint(x + width / 2, y + height / 2) === control;
  return [place, +level, +size, free, x, y, width, height];
})"""
_FOCUSED = """() => {
  const {place, level} = document.activeElement.dataset;
  return place === undefined ? null : [place, +level];
}"""
_FACES = """kind => [...document.querySelectorAll(`#table .card${kind} .face`)].map(
  face => /suit-([SHDC]) rank-([0-9]+)/.exec(face.getAttribute("class")).slice(1).join(""))"""
# The way back to the game before is not wanted.
_DEAL = """code => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  document.querySelector('.bar [data-command="new"]').click();
  document.querySelector("#code-field").value = code;
  document.querySelector("#new-game form").requestSubmit();
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
}"""
_BEGUN = "() => Promise.allSettled(document.getAnimations().map(each => each.ready))"
# A click without a pointer is what a screen reader does: it selects, then places.
# The redeal is the one of its question: two presses of the bar's button in a moment are one.
_HURRY = """moves => {
  for (const [source, level, target] of moves) {
    if (source === "R") document.querySelector('[data-command="redeal-asked"]').click();
    else {
      const controls = place => document.querySelectorAll(`.control[data-place="${place}"]`);
      [...controls(source)].at(-level).click();
      [...controls(target)].at(-1).click();
    }
  }
}"""


class Control(NamedTuple):
    """A control of the page: its place, its level from the bottom, and how many cards it takes.

    It is free when nothing else lies over its middle.
    """

    place: str
    level: int
    size: int
    free: bool
    rect: Rect

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from the others."""
        return self.place, self.level

    @property
    def pressed(self) -> tuple[float, float]:
        """Where a finger presses it: in the middle, where nothing may lie over it."""
        assert self.free, f"something covers {self}"
        return self.rect.centre

    @property
    def card(self) -> Rect:
        """The whole card, of which the control may be a strip."""
        x, y, width, _ = self.rect
        return Rect(x, y, width, width * ASPECT)


class Driver:
    """One open page of the site.

    Coordinates are the window's. `faults` collects what the page should never have: errors in the
    console and requests to somebody else.
    """

    def __init__(self, page: Page, url: str) -> None:
        """Take a page that shows nothing yet; `url` is the site's."""
        self.page = page
        self.url = url
        self.faults: list[str] = []
        self.requests: list[str] = []
        self._tapped: tuple[str, float] | None = None
        self._cdp = page.context.new_cdp_session(page)
        page.route(
            url + BLANK,
            lambda route: route.fulfill(
                body='<!doctype html><link rel="icon" href="data:,">', content_type="text/html"
            ),
        )
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", lambda request: self._asked(request.url))

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _asked(self, address: str) -> None:
        self.requests.append(address)
        if not address.startswith((self.url, "data:", "blob:", "about:")):
            self.faults.append(f"asked somebody else: {address}")

    # Opening pages and dealing

    def open(self, query: str = "") -> None:
        """Open the site at an address and wait until it can be played."""
        self.page.goto(self.url + query)
        self.page.wait_for_selector(LOADED, timeout=START)

    def reload(self) -> None:
        """Load the page again and wait until it can be played."""
        self.page.reload()
        self.page.wait_for_selector(LOADED, timeout=START)

    def start_over(self, storage: Mapping[str, str] | None = None, query: str = "") -> None:
        """Open the site as a visitor in whose storage just these entries lie."""
        # By way of a page of the site that runs nothing, for the game saves when it is left.
        self.page.goto(self.url + BLANK)
        self.page.evaluate(
            "entries => { localStorage.clear(); Object.assign(localStorage, entries); }",
            dict(storage or {}),
        )
        self.open(query)

    def wish_for(self, languages: str) -> None:
        """Let the browser ask for languages, like `nl-BE,en;q=0.5`, from the next page on."""
        agent = self.page.evaluate("navigator.userAgent")
        self._cdp.send(
            "Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": languages}
        )

    def deal(self, code: str, moves: Iterable[Move] | str = ()) -> None:
        """Deal a code and play moves on it, the quick way, as the beginning of a test."""
        self.page.evaluate(_DEAL, code)
        self._tapped = None
        moves = read_moves(moves) if isinstance(moves, str) else list(moves)
        self.hurry(moves)
        self.page.evaluate("document.activeElement.blur()")
        assert self.record().partition(":")[2].split() == [str(move) for move in moves]

    def hurry(self, moves: Iterable[Move]) -> None:
        """Play moves the quick way."""
        self.page.evaluate(_HURRY, [[move.source, move.size, move.target] for move in moves])

    # What there is to see

    def record(self) -> str:
        """The record of the game as it was saved last."""
        return self.page.evaluate(_RECORD)

    def moves(self) -> str:
        """The moves of the record."""
        return self.record().partition(":")[2].strip()

    def stored(self) -> dict[str, str]:
        """All that the page has put into the storage."""
        return self.page.evaluate("({...localStorage})")

    def save(self) -> dict[str, Any]:
        """The save of the rule that is played."""
        stored = self.stored()
        return json.loads(stored[f"demilune.save.{stored['demilune.last']}"])

    def bar(self, field: str) -> str:
        """The text of a field of the bar: `time`, `moves`, `score`, `code` or `game`."""
        return self.page.locator(f"#{field}").text_content() or ""

    def said(self) -> str:
        """What a screen reader was told last."""
        return (self.page.locator("#live").text_content() or "").strip()

    def say_nothing(self) -> None:
        """Forget what was told last."""
        self.page.evaluate("document.querySelector('#live').textContent = ''")

    def reason(self) -> str:
        """The reason for a refusal that is shown now, or nothing."""
        shown = self.page.locator("#reason")
        return (shown.text_content() or "") if shown.is_visible() else ""

    def notice(self) -> str:
        """The notice that is shown now, or nothing."""
        shown = self.page.locator("#notice-text")
        return (shown.text_content() or "") if shown.is_visible() else ""

    def controls(self) -> list[Control]:
        """All controls of the table."""
        return [
            Control(place, level, size, free, Rect(*rect))
            for place, level, size, free, *rect in self.page.evaluate(_CONTROLS)
        ]

    def control(self, place: str, size: int = 1) -> Control:
        """The control of the top `size` cards of a place."""
        return next(c for c in self.controls() if c.place == place and c.size == size)

    def focused(self) -> tuple[str, int] | None:
        """The control that has the focus."""
        found = self.page.evaluate(_FOCUSED)
        return found and (found[0], found[1])

    def lit(self) -> set[str]:
        """The places that are lit."""
        return set(
            self.page.evaluate(
                '[...document.querySelectorAll(".control.lit")].map(each => each.dataset.place)'
            )
        )

    def selected(self) -> list[str]:
        """The faces of the cards that are shown as selected, like `S1` or `H13`."""
        return self.page.evaluate(_FACES, ".selected")

    def faces(self) -> Counter[str]:
        """The faces of all cards that are in the page."""
        return Counter(self.page.evaluate(_FACES, ""))

    def expect_moves(self, moves: str) -> None:
        """Wait until the record has exactly these moves."""
        if self.moves() == moves:
            return
        try:
            self.page.wait_for_function(
                f'moves => ({_RECORD})().replace(/^[^:]*:? ?/, "") === moves', arg=moves
            )
        except Exception:
            assert self.moves() == moves
            raise

    def expect_cards(self, game: Game, position: Position, fanned: bool | None = None) -> None:
        """Wait until every card that a position shows is in the page once, and no other."""
        wanted = visible_faces(game, position, fanned)
        try:
            self.page.wait_for_function(
                f"wanted => ({_FACES})('').sort().join() === wanted",
                arg=",".join(sorted(wanted.elements())),
            )
        except Exception:
            assert self.faces() == wanted
            raise

    # Settings and commands

    @contextmanager
    def window(self, width: int, height: int) -> Iterator[None]:
        """Have a window of another size for a while."""
        self._fit({"width": width, "height": height})
        try:
            yield
        finally:
            self._fit(WINDOW)

    def _fit(self, size: Any) -> None:
        """Change the window's size, and wait until the table fits into it again."""
        self.page.set_viewport_size(size)
        self.page.wait_for_function(
            """({width, height}) => {
              const table = document.querySelector("#table").getBoundingClientRect();
              const boxes = [...document.querySelectorAll(".control")].map(
                control => control.getBoundingClientRect());
              const right = Math.max(...boxes.map(box => box.right));
              const left = Math.min(...boxes.map(box => box.left));
              return innerWidth === width && innerHeight === height
                && Math.abs((left + right) - (table.left + table.right)) < 3
                && left > table.left - 1 && boxes.every(box => box.bottom < table.bottom + 1);
            }""",
            arg=size,
        )

    def press(self, command: str) -> None:
        """Press a button of the bar."""
        self.page.click(f'.bar [data-command="{command}"]')

    @contextmanager
    def setting(self, name: str, value: bool) -> Iterator[None]:
        """Have a setting for a while, set by the dialog."""
        before = self._set(name, value)
        try:
            yield
        finally:
            self._set(name, before)

    def _set(self, name: str, value: bool) -> bool:
        return self.page.evaluate(
            """([name, value]) => {
              document.querySelector('[data-command="settings"]').click();
              const box = document.querySelector(`#settings [name=${name}]`);
              const before = box.checked;
              if (before !== value) box.click();
              document.querySelector("#settings .main").click();
              return before;
            }""",
            [name, value],
        )

    @contextmanager
    def settings(self, **values: bool | str) -> Iterator[None]:
        """Have settings for a while, set by the dialog; `layout` is that of the rule played."""
        self.page.evaluate(
            """values => {
              document.querySelector('[data-command="settings"]').click();
              for (const [name, value] of Object.entries(values)) {
                const control = document.querySelector(`#settings [name=${name}]`);
                if (typeof value === "boolean") control.checked = value;
                else control.value = value;
                control.dispatchEvent(new Event("change", {bubbles: true}));
              }
              document.querySelector("#settings .main").click();
            }""",
            values,
        )
        try:
            yield
        finally:
            self.page.evaluate(
                """() => {
                  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
                  document.querySelector('[data-command="settings"]').click();
                  document.querySelector("#reset-settings").click();
                  document.querySelector("#settings").close();
                }"""
            )

    @contextmanager
    def motion(self) -> Iterator[None]:
        """Have a device that wants motion for a while."""
        self.page.emulate_media(reduced_motion="no-preference")
        try:
            yield
        finally:
            self.page.emulate_media(reduced_motion="reduce")

    @contextmanager
    def slow_motion(self) -> Iterator[None]:
        """Have animations run so slowly that a busy machine does not miss them.

        Chromium gives those that have yet to begin when the pace changes a time of the other pace:
        they would begin in an hour. So each has begun before.
        """
        self._cdp.send("Animation.enable")
        self.page.evaluate(_BEGUN)
        self._cdp.send("Animation.setPlaybackRate", {"playbackRate": 0.02})
        try:
            yield
        finally:
            self.page.evaluate(_BEGUN)
            self._cdp.send("Animation.setPlaybackRate", {"playbackRate": 1})
            self._cdp.send("Animation.disable")

    def redeal(self, by_key: bool = False) -> None:
        """Redeal; after another redeal so late that it is no slip."""
        if self.moves().endswith("R"):
            self.wait(ONE_PRESS)
        if by_key:
            self.page.keyboard.press("r")
        else:
            self.press("redeal")

    # Dragging

    def drag(self, move: Move, by: Pointer = "mouse") -> None:
        """Drag cards to a place, exactly; a redeal is a press of its button."""
        if move == REDEAL:
            self.redeal()
            return
        controls = {(c.place, c.size): c for c in self.controls()}
        source = controls[move.source, move.size]
        target = top(controls.values(), move.target)
        self.drop(source, target.rect.x, target.rect.y, by)

    def drop(
        self,
        source: Control,
        x: float,
        y: float,
        by: Pointer = "mouse",
        grip: tuple[float, float] | None = None,
    ) -> None:
        """Drag so that the lowest card's left upper corner comes to `x`, `y`; then let go.

        `grip` is where it is taken; without, in the middle of what is seen of it.
        """
        with self.held(source, x, y, by, grip):
            pass

    @contextmanager
    def held(
        self,
        source: Control,
        x: float,
        y: float,
        by: Pointer = "mouse",
        grip: tuple[float, float] | None = None,
    ) -> Iterator[tuple[float, float]]:
        """Drag like `drop`, and let go at the end of the `with` block; give the pointer's place."""
        from_x, from_y = grip or source.pressed
        to_x, to_y = from_x + x - source.rect.x, from_y + y - source.rect.y
        self.down(from_x, from_y, by)
        self.move(to_x, to_y, by)
        try:
            yield to_x, to_y
        finally:
            self.up(to_x, to_y, by)
        self._tapped = None

    def carry(self, x: float, y: float, frames: int) -> list[float]:
        """Move cards that the mouse holds in each of some frames; return the milliseconds between.

        `x`, `y` is where the pointer is.
        """
        return self.page.evaluate(_CARRY, {"x": x, "y": y, "frames": frames})

    def down(self, x: float, y: float, by: Pointer = "mouse") -> None:
        """Press at a place of the window."""
        if by == "mouse":
            self.page.mouse.move(x, y)
            self.page.mouse.down()
        elif by == "pen":
            self.pen("Pressed", x, y)
        else:
            self.touch("Start", (x, y))

    def move(self, x: float, y: float, by: Pointer = "mouse") -> None:
        """Move a pointer that presses."""
        if by == "mouse":
            self.page.mouse.move(x, y)
        elif by == "pen":
            self.pen("Moved", x, y)
        else:
            self.touch("Move", (x, y))

    def up(self, x: float, y: float, by: Pointer = "mouse") -> None:
        """Let go where the pointer is, at `x`, `y`."""
        if by == "mouse":
            self.page.mouse.up()
        elif by == "pen":
            self.pen("Released", x, y)
        else:
            self.touch("End")

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Send one event of a touch screen: `Start`, `Move`, `End` or `Cancel`."""
        self._cdp.send(
            "Input.dispatchTouchEvent",
            {
                "type": f"touch{kind}",
                "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)],
            },
        )

    def pen(self, kind: str, x: float, y: float, button: str = "left") -> None:
        """Send one event of a pen: `Pressed`, `Moved` or `Released`."""
        self._cdp.send(
            "Input.dispatchMouseEvent",
            {
                "type": f"mouse{kind}",
                "x": x,
                "y": y,
                "button": button,
                "buttons": 0 if kind == "Released" else 1,
                "clickCount": 1,
                "pointerType": "pen",
            },
        )

    # Tapping

    def tap(self, move: Move, by_itself: Move | None, by: Pointer = "mouse") -> None:
        """Play a move by taps: one when the card goes `by_itself`, else one more on the place.

        Where one tap would play another move, the card is pressed long, which selects it.
        """
        if move == REDEAL:
            self.redeal()
            return
        self.tap_on(move.source, move.size, by, long=by_itself not in (None, move))
        if by_itself != move:
            self.tap_on(move.target, by=by)

    def tap_on(
        self,
        place: str,
        size: int = 1,
        by: Pointer = "mouse",
        quickly: bool = False,
        long: bool = False,
    ) -> None:
        """Tap a card, or a place; unless `quickly`, so late that it is no second tap.

        A `long` one is pressed as long as it takes to be none.
        """
        control = self.control(place, size) if size > 1 else top(self.controls(), place)
        if self._tapped and self._tapped[0] == place and not quickly:
            self.wait(DOUBLE_TAP + 30, since=self._tapped[1])
        x, y = control.pressed
        if long:
            self.down(x, y, by)
            self.wait(LONG_PRESS + 30)
            self.up(x, y, by)
        elif by == "mouse":
            self.page.mouse.click(x, y)
        elif by == "pen":
            self.pen("Pressed", x, y)
            self.pen("Released", x, y)
        else:
            self.page.touchscreen.tap(x, y)
        self._tapped = place, self.now()

    def double_tap(self, place: str, size: int = 1, by: Pointer = "mouse") -> None:
        """Tap a card twice, quickly."""
        control = self.control(place, size)
        if self._tapped and self._tapped[0] == place:
            self.wait(DOUBLE_TAP + 30, since=self._tapped[1])
        x, y = control.pressed
        if by == "mouse":
            self.page.mouse.dblclick(x, y)
        else:
            # With times of our own: on a busy machine two taps could come too far apart.
            begun = time.time()
            for moment in (0.0, 0.08):
                for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                    self._cdp.send(
                        "Input.dispatchTouchEvent",
                        {"type": kind, "touchPoints": points, "timestamp": begun + moment},
                    )
        self._tapped = place, self.now()

    def now(self) -> float:
        """The page's time in milliseconds."""
        return self.page.evaluate("performance.now()")

    def wait(self, milliseconds: float, since: float | None = None) -> None:
        """Let the page's time go on, where a span of time is what is tested."""
        until = (self.now() if since is None else since) + milliseconds
        self.page.wait_for_function("until => performance.now() > until", arg=until)

    # The keyboard

    def type(self, move: Move) -> None:
        """Play a move by the keyboard alone: walk, Enter, walk, Enter; `R` for a redeal."""
        if move == REDEAL:
            self.redeal(by_key=True)
            return
        self.walk_to(move.source, move.size)
        self.page.keyboard.press("Enter")
        self.walk_to(move.target)
        self.page.keyboard.press("Enter")

    def walk_to(self, place: str, size: int = 1) -> None:
        """Walk by arrow keys to a card, or to the top of a place, by the shortest way."""
        keyboard = self.page.keyboard
        here = self.focused()
        if here is None:
            keyboard.press("ArrowDown")  # from nowhere the first arrow leads onto the table
            here = self.focused()
            assert here, "no arrow key leads onto the table"
        controls = self.controls()
        there = next(
            (c for c in controls if size > 1 and c.place == place and c.size == size), None
        ) or top(controls, place)
        for direction in way({c.key: c.rect for c in controls}, here, there.key):
            keyboard.press(f"Arrow{direction.capitalize()}")
        assert self.focused() == there.key

    # Ends

    def won_panel(self) -> dict[str, str]:
        """What the panel of a won game tells, term by term; waits until it is open."""
        expect(self.page.locator("#won")).to_be_visible()
        terms = self.page.locator("#won dt").all_text_contents()
        return dict(zip(terms, self.page.locator("#won dd").all_text_contents(), strict=True))


def top(controls: Iterable[Control], place: str) -> Control:
    """The uppermost control of a place."""
    return max((c for c in controls if c.place == place), key=lambda c: c.level)


def visible_faces(game: Game, position: Position, fanned: bool | None = None) -> Counter[str]:
    """The faces that a player of a position sees on the table: `S1` is the ace of spades.

    Whether the tableau piles are `fanned` is as in the game's first layout, if nothing is said.
    """
    if fanned is None:
        fanned = game.layouts[0].fanned
    seen: Counter[str] = Counter()
    for name in game.places:
        cards = game.cards(position, name)
        spread = fanned and not game.is_foundation(name)
        shown = cards[game.face_down(position, name) :] if spread else cards[-1:]
        seen.update(f"{card.suit}{card.rank}" for card in shown)
    return seen


def way(
    rects: Mapping[tuple[str, int], Rect], here: tuple[str, int], there: tuple[str, int]
) -> list[Direction]:
    """The shortest way from one rectangle to another by steps to neighbours."""
    directions: tuple[Direction, ...] = ("left", "right", "up", "down")
    ways: dict[tuple[str, int], list[Direction]] = {here: []}
    queue = deque([here])
    while queue and there not in ways:
        at = queue.popleft()
        for direction in directions:
            step = neighbour(rects, at, direction)
            if step and step not in ways:
                ways[step] = [*ways[at], direction]
                queue.append(step)
    assert there in ways, f"no way by arrow keys from {here} to {there}"
    return ways[there]
