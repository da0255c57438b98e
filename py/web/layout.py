"""Where everything stands on the table, in CSS pixels. Pure: knows no browser."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple, TypeVar

from demilune.games import Game, Layout, Position

ASPECT = 1.4
"""Height of a card by its width."""
COUNT_HEIGHT, LEAST_COUNT_HEIGHT = 0.16, 14.0
"""Height of the line under a pile that tells its cards: in widths of a card, and in pixels."""
STRIP, STRIP_FACE_DOWN, LEAST_FACE_DOWN = 0.27, 0.13, 0.05
"""What is seen of a covered card in a fanned pile, in heights of a card."""
LARGEST_CARD = 240.0
GOOD_ENOUGH = 0.85
"""Share of the largest cards possible with which a game's first layout is kept."""
_WIDEST_GAP = 0.45
_FAN_GAP = 0.1

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


class Scene:
    """One layout of a game in a table of a size."""

    def __init__(self, game: Game, layout: Layout, width: float, height: float) -> None:
        """Find the largest cards that fit into `width` by `height` pixels, and set the places."""
        self.game = game
        self.layout = layout
        self.width, self.height = width, height
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
        self.card_width = max(min(in_width, in_height, LARGEST_CARD), 1.0)
        below = max(COUNT_HEIGHT * self.card_width, LEAST_COUNT_HEIGHT)
        self.card_height = self.card_width * ASPECT
        self._step_x = min(
            (width - self.card_width) / max(columns - 1, 1), self.card_width * (1 + _WIDEST_GAP)
        )
        if layout.fanned:
            self._step_y = self.card_height * (1 + _FAN_GAP)
            top = 0.0
        else:
            free = (height - self.card_height - below) / max(rows - 1, 1)
            self._step_y = min(free, self.card_height * (1 + _WIDEST_GAP / 2) + below)
            top = (height - (rows - 1) * self._step_y - self.card_height - below) / 2
        left = (width - (columns - 1) * self._step_x - self.card_width) / 2
        self.places: Mapping[str, Rect] = {
            name: Rect(
                left + x * self._step_x,
                top + y * self._step_y,
                self.card_width,
                self.card_height,
            )
            for name, (x, y) in layout.places.items()
        }

    def cards(self, position: Position, name: str) -> list[Rect]:
        """Return the rectangle of each card of a place, from the bottom up."""
        place = self.places[name]
        count = len(self.game.cards(position, name))
        if not self.layout.fanned or self.game.is_foundation(name):
            return [place] * count
        hidden = min(self.game.face_down(position, name), max(count - 1, 0))
        seen = max(count - 1 - hidden, 0)
        room = (self.height - place.y) / self.card_height - 1
        # Where room is short, the face-down cards move together first.
        spare = (room - seen * STRIP) / hidden if hidden else 0.0
        strip_down = min(STRIP_FACE_DOWN, max(LEAST_FACE_DOWN, spare))
        strip_up = min(STRIP, max(room - hidden * strip_down, 0.0) / seen) if seen else 0.0
        rects, y = [], place.y
        for strip in [strip_down] * hidden + [strip_up] * seen + [0.0]:
            rects.append(Rect(place.x, y, place.width, place.height))
            y += strip * self.card_height
        return rects[:count]

    def strips(self, position: Position, name: str) -> list[Rect]:
        """Return what is seen of each card of a place: the card without what lies on it."""
        rects = self.cards(position, name)
        seen = [Rect(a.x, a.y, a.width, b.y - a.y) for a, b in pairwise(rects)]
        return [*seen, *rects[-1:]]

    def area(self, name: str) -> Rect:
        """Return where a card can be dropped on a place; a fanned pile's reaches to the edge."""
        place = self.places[name]
        if self.layout.fanned and not self.game.is_foundation(name):
            return Rect(place.x, place.y, place.width, max(self.height - place.y, place.height))
        return place

    def foundation_area(self) -> Rect:
        """Return the rectangle around all foundations, with the gaps between them."""
        rects = [self.places[name] for name in self.game.foundation_names]
        x, y = min(r.x for r in rects), min(r.y for r in rects)
        right, lower = max(r.x + r.width for r in rects), max(r.y + r.height for r in rects)
        return Rect(x, y, right - x, lower - y)


def best_scene(game: Game, width: float, height: float) -> Scene:
    """Return the first of the game's layouts whose cards are about as large as they can be.

    A layout that comes later must be worth it: its cards must be larger by a good part.
    """
    scenes = [Scene(game, layout, width, height) for layout in game.layouts]
    largest = max(scene.card_width for scene in scenes)
    return next(scene for scene in scenes if scene.card_width >= GOOD_ENOUGH * largest)


def neighbour(rects: Mapping[Key, Rect], here: Key, direction: Direction) -> Key | None:
    """Return the nearest rectangle in a direction, as the eye moves, or None at the edge.

    What lies straight ahead counts before what lies aside.
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
        if ahead > 2 and ahead > aside / 3 and (best is None or ahead + 3 * aside < best[0]):
            best = ahead + 3 * aside, key
    return best[1] if best else None
