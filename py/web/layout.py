"""Where everything stands on the table, in CSS pixels. Pure: knows no browser."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple, TypeVar

from demilune.games import Fan, Game, Layout, Position

ASPECT = 1.4
"""Height of a card by its width."""
COUNT_HEIGHT, LEAST_COUNT_HEIGHT = 0.16, 14.0
"""Height of the line under a pile that tells its cards: in widths of a card, and in pixels."""
STRIP, STRIP_FACE_DOWN, LEAST_FACE_DOWN = 0.235, 0.13, 0.05
"""What is seen of a covered card in a fanned pile, in heights of a card."""
STRIP_SIDEWAYS = 0.27
"""The same of a pile fanned sideways, in widths of a card."""
LEAST_STRIP = 24.0
"""Pixels of that at least, downwards, where there is room: a finger takes groups by it."""
LINE_HEIGHT = 26.0
"""Pixels of the line under the table, in games that have one."""
LARGEST_CARD = 320.0
GOOD_ENOUGH = 0.85
"""Share of the largest cards possible with which a game's first layout is kept."""
LEAST_CARD = 36.0
"""Pixels of a card's width below which a layout that was chosen gives way to a better one: even the
small cards of the settings are then 24 wide, the least of what a finger should hit."""
LEAST_SHARE = 0.65
"""Share of the largest cards possible below which it does so too: a window held upright has no room
for piles fanned sideways."""
_WIDEST_GAP = 0.45
_FAN_GAP, _WIDEST_FAN_GAP = 0.1, 0.6

Key = TypeVar("Key", bound=Hashable)
Direction = Literal["left", "right", "up", "down"]


class Rect(NamedTuple):
    """A rectangle in CSS pixels from the table's left upper corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def overlap(self, other: Rect) -> float:
        """Return the area that two rectangles share, in square pixels.

        >>> Rect(0, 0, 10, 10).overlap(Rect(5, 8, 10, 10))
        10
        """
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(width, 0) * max(height, 0)

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle moved by a distance."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)


class View(NamedTuple):
    """How a player wants to see the tables.

    `layout` is the name of one, or `auto`; `fanned` asks for piles whose cards are all seen, where
    a game has such layouts; `mirrored` puts at the right what stands at the left; `size` is that of
    the cards, as a share of the largest that fit.
    """

    layout: str = "auto"
    fanned: bool = False
    mirrored: bool = False
    size: float = 1.0


_MIRRORED: Mapping[Fan, Fan] = {"down": "down", "left": "right", "right": "left"}


AS_DEALT = View()


class _Room(NamedTuple):
    """The way in which a pile is fanned, and the pixels that it has for that beyond one card."""

    way: Fan
    length: float


class Scene:
    """One layout of a game in a table of a size."""

    def __init__(
        self, game: Game, layout: Layout, width: float, height: float, view: View = AS_DEALT
    ) -> None:
        """Find the largest cards that fit into `width` by `height` pixels, and set the places."""
        self.game = game
        self.layout = layout
        self.view = view
        self.width, self.height = width, height
        self.line = LINE_HEIGHT if game.tells_redeals else 0.0
        height = max(height - self.line, 1.0)
        rows, columns = layout.height, layout.width
        in_width = width / (columns + (columns - 1) * layout.gap)
        if layout.fanned:
            in_height = height / (ASPECT * (rows + (rows - 1) * _FAN_GAP))
        else:
            # The line of the count takes the larger of its two heights.
            in_height = min(
                height / (rows * (ASPECT + COUNT_HEIGHT)),
                (height / rows - LEAST_COUNT_HEIGHT) / ASPECT,
            )
        self.card_width = max(min(in_width, in_height, LARGEST_CARD) * view.size, 1.0)
        below = max(COUNT_HEIGHT * self.card_width, LEAST_COUNT_HEIGHT)
        self.card_height = self.card_width * ASPECT
        self._step_x = min(
            (width - self.card_width) / max(columns - 1, 1), self.card_width * (1 + _WIDEST_GAP)
        )
        if layout.fanned:
            self._step_y = self.card_height * (1 + _FAN_GAP)
            if len({layout.places[name][1] for name in game.pile_names}) > 1:
                widest = self.card_height * (1 + _WIDEST_FAN_GAP)
                self._step_y = max(self._step_y, min(height / rows, widest))
                top = max(height - rows * self._step_y, 0.0) / 2
            else:
                top = 0.0
        else:
            free = (height - self.card_height - below) / max(rows - 1, 1)
            self._step_y = min(free, self.card_height * (1 + _WIDEST_GAP / 2) + below)
            top = (height - (rows - 1) * self._step_y - self.card_height - below) / 2
        left = (width - (columns - 1) * self._step_x - self.card_width) / 2
        rects = {
            name: Rect(
                left + x * self._step_x,
                top + y * self._step_y,
                self.card_width,
                self.card_height,
            )
            for name, (x, y) in layout.places.items()
        }
        if view.mirrored:
            rects = {n: r._replace(x=width - r.x - r.width) for n, r in rects.items()}
        self.places: Mapping[str, Rect] = rects
        self._rooms = {
            name: self._room(name, _MIRRORED[way] if view.mirrored else way)
            for name, way in layout.fans.items()
        }

    def _room(self, name: str, way: Fan) -> _Room:
        """Measure how far a pile may be fanned: up to the next place, or to the table's edge."""
        here = self.places[name]
        gap = self.card_height * _FAN_GAP if way == "down" else self.card_width * self.layout.gap
        lengths = {
            "down": self.height - self.line - here.y - here.height,
            "right": self.width - here.x - here.width,
            "left": here.x,
        }
        room = lengths[way]
        for there in self.places.values():
            across = abs(there.x - here.x) if way == "down" else abs(there.y - here.y)
            ahead = {
                "down": there.y - here.y - here.height,
                "right": there.x - here.x - here.width,
                "left": here.x - there.x - here.width,
            }[way]
            if ahead >= 0 and across < (here.width if way == "down" else here.height) - 1:
                room = min(room, ahead - gap)
        return _Room(way, max(room, 0.0))

    def fan(self, name: str) -> Fan | None:
        """Return which way a place is fanned here, or None where only its top card is seen."""
        room = self._rooms.get(name)
        return room.way if room else None

    def cards(self, position: Position, name: str) -> list[Rect]:
        """Return the rectangle of each card of a place, from the bottom up."""
        place = self.places[name]
        count = len(self.game.cards(position, name))
        if name not in self._rooms:
            return [place] * count
        way, length = self._rooms[name]
        card = place.height if way == "down" else place.width
        hidden = min(self.game.face_down(position, name), max(count - 1, 0))
        seen = max(count - 1 - hidden, 0)
        room = length / card
        strip = max(STRIP, LEAST_STRIP / card) if way == "down" else STRIP_SIDEWAYS
        # Where room is short, the face-down cards move together first.
        spare = (room - seen * strip) / hidden if hidden else 0.0
        strip_down = min(STRIP_FACE_DOWN, max(LEAST_FACE_DOWN, spare))
        strip_up = min(strip, max(room - hidden * strip_down, 0.0) / seen) if seen else 0.0
        strips = [strip_down * card] * hidden + [strip_up * card] * seen
        at = [0.0, *accumulate(strips)][:count]
        if way == "down":
            return [place._replace(y=place.y + shift) for shift in at]
        start = place.x - (at[-1] if way == "left" and at else 0.0)
        return [place._replace(x=start + shift) for shift in at]

    def strips(self, position: Position, name: str) -> list[Rect]:
        """Return what is seen of each card of a place: the card without what lies on it."""
        rects = self.cards(position, name)
        if self.fan(name) == "down":
            seen = [a._replace(height=b.y - a.y) for a, b in pairwise(rects)]
        else:
            seen = [a._replace(width=b.x - a.x) for a, b in pairwise(rects)]
        return [*seen, *rects[-1:]]

    def area(self, name: str) -> Rect:
        """Return where a card can be dropped on a place: a fanned pile's with all its room."""
        place = self.places[name]
        if name not in self._rooms:
            return place
        way, length = self._rooms[name]
        if way == "down":
            return place._replace(height=place.height + length)
        left = place.x - (length if way == "left" else 0.0)
        return place._replace(x=left, width=place.width + length)

    def foundation_area(self) -> Rect:
        """Return the rectangle around all foundations, with the gaps between them."""
        rects = [self.places[name] for name in self.game.foundation_names]
        x, y = min(r.x for r in rects), min(r.y for r in rects)
        right, lower = max(r.x + r.width for r in rects), max(r.y + r.height for r in rects)
        return Rect(x, y, right - x, lower - y)


def layouts(game: Game, view: View = AS_DEALT) -> list[Layout]:
    """Return the layouts of a game that a view allows; an unknown name means `auto`."""
    named = [layout for layout in game.layouts if layout.name == view.layout]
    allowed = named or [layout for layout in game.layouts if layout.automatic]
    return [layout for layout in allowed if layout.fanned == view.fanned] or allowed


def best_scene(game: Game, width: float, height: float, view: View = AS_DEALT) -> Scene:
    """Return the first of the layouts allowed whose cards are about as large as they can be.

    A layout that comes later must be worth it: its cards must be larger by a good part. One that
    was chosen by name is not kept where its cards are too small to be read or hit, or much smaller
    than they could be.
    """
    scenes = [Scene(game, layout, width, height, view) for layout in layouts(game, view)]
    largest = max(scene.card_width for scene in scenes)
    if view.layout != "auto":
        best = best_scene(game, width, height, view._replace(layout="auto"))
        if largest < max(LEAST_CARD * view.size, LEAST_SHARE * best.card_width):
            return best
    return next(scene for scene in scenes if scene.card_width >= GOOD_ENOUGH * largest)


def neighbour(rects: Mapping[Key, Rect], here: Key, direction: Direction) -> Key | None:
    """Return the nearest rectangle in a direction, as the eye moves, or None at the edge.

    What lies straight ahead counts before what lies aside; of two equally near the first is taken,
    whatever the fractions of a pixel say.
    """
    x, y = rects[here].centre

    def distance(rect: Rect) -> tuple[float, float]:
        """Ahead and aside of `here`, ahead negative for what lies behind."""
        dx, dy = rect.centre[0] - x, rect.centre[1] - y
        ahead = {"left": -dx, "right": dx, "up": -dy, "down": dy}[direction]
        aside = abs(dy) if direction in ("left", "right") else abs(dx)
        return ahead, aside

    best: tuple[float, Key] | None = None
    for key, rect in rects.items():
        ahead, aside = distance(rect)
        far = ahead + 3 * aside
        if ahead > 2 and ahead > aside / 2 and (best is None or far < best[0] - 0.5):
            best = far, key
    return best[1] if best else None
