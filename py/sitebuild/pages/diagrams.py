"""Diagrams as SVG text: a whole table, and piles laid out. Drawn from positions, with the deck.

A card is a `<use>` of a symbol that `deck` puts into the page once. Measures are in units of which
a card is 100 wide; colours and strokes are set by `css/pages.css`.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from demilune.cards import Card
from demilune.games import Game, Move, Position
from sitebuild import ROOT
from web import faces
from web.wording.cards import index

WIDTH, HEIGHT, GAP = 100, 140, 14
LABEL = 58
"""Height of the line with the number of a pile."""
STRIP, STRIP_FACE_DOWN = 50, 22
"""What is seen of a covered card in a column."""
SIDEWAYS = 74
"""What is seen of a covered card in a pile that is laid out."""

_MOON = "M137 124a52 52 0 1 0 36 84A44 44 0 1 1 137 124Z"
_BACK = (
    '<rect class="paper" width="250" height="350" rx="14"/>'
    '<rect class="back-ground" x="14" y="14" width="222" height="322" rx="8"/>'
    f'<path class="back-moon" d="{_MOON}"/>'
)


class Box(NamedTuple):
    """Where a card or an empty place lies."""

    x: float
    y: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + WIDTH / 2, self.y + HEIGHT / 2


class Arrow(NamedTuple):
    """A move to show, played or refused."""

    move: Move
    refused: bool


def deck(markup: str) -> str:
    """Return the hidden sheet with the symbols of the cards that a page's markup uses."""
    if 'class="contact' in markup:  # whole faces and backs
        sheets = [ROOT / "cards" / f"{name}.svg" for name in ("suits", "courts", "backs")]
        whole = "".join(sheet.read_text(encoding="utf-8").strip() for sheet in sheets)
        return f'<div class="sheets" aria-hidden="true">{whole}</div>'
    names = sorted(set(re.findall(r'href="#card-(\w+)"', markup)))
    if not names:
        return ""
    suits = (ROOT / "cards" / "suits.svg").read_text(encoding="utf-8")
    cards = "".join(
        f'<symbol id="card-{name}" viewBox="0 0 {faces.WIDTH} {faces.HEIGHT}">'
        f"{_BACK if name == 'back' else _face(name[0], int(name[1:]))}</symbol>"
        for name in names
    )
    sheet = f'<svg width="0" height="0" aria-hidden="true" focusable="false">{cards}</svg>'
    return f'<div class="sheets" aria-hidden="true">{suits.strip()}{sheet}</div>'


def _face(suit: str, rank: int) -> str:
    """Draw the face that the table shows of small cards, which a diagram's are."""
    return (
        f'<rect class="paper" width="{faces.WIDTH}" height="{faces.HEIGHT}" rx="14"/>'
        f'<g class="ink compact suit-{suit}">{faces.index(suit, index(rank), 14, 12, 80, 14)}'
        f"{faces.sign(suit, 125, 226, 176)}</g>"
    )


def board(game: Game, position: Position, label: str, arrow: Arrow | None) -> str:
    """Draw the whole table in the game's first layout that is wider than high.

    Under each pile that is not laid out stand its number and how many cards it holds, over a
    column its number.

    Args:
        game: the rules.
        position: what lies where.
        label: the text alternative.
        arrow: a move to show.
    """
    table = _Table(game, position)
    parts = [table.place(name) for name in game.places]
    if arrow:
        parts.append(table.arrow(arrow))
    return _svg("board", table.width, table.height, label, parts)


def piles(rows: Sequence[tuple[Card, ...]], label: str) -> str:
    """Draw piles side by side, each laid out from its lowest card at the left, arrows between.

    The card that comes to the top in the next pile is lit, and where it lies then.
    """
    parts: list[str] = []
    x = 6.0
    for number, cards in enumerate(rows):
        if number:
            parts.append(_line((x - 62, 76), (x - 18, 76), "arrow"))
        lit = len(cards) - 1 if number else 0
        for level, card in enumerate(cards):
            parts.append(_use(card, Box(x, 6)))
            if level == lit and len(rows) > 1:
                parts.append(_outline(Box(x, 6), WIDTH if level == len(cards) - 1 else SIDEWAYS))
            x += SIDEWAYS
        x += WIDTH - SIDEWAYS + 80
    return _svg("row", x - 74, HEIGHT + 12, label, parts)


class _Table:
    """The geometry of one diagram."""

    def __init__(self, game: Game, position: Position) -> None:
        """Find where each card lies."""
        self._game, self._position = game, position
        # Columns stand below the foundations in the layout that is the narrower one.
        layout = game.layouts[-1 if game.layouts[0].fanned else 0]
        self._fanned = layout.fanned
        self._boxes: dict[str, list[Box]] = {}
        for name, (x, y) in layout.places.items():
            # Over the columns stand their numbers, under other piles.
            down = min(y, 1) * (HEIGHT + LABEL + GAP) if self._fanned else y * (HEIGHT + LABEL)
            corner = Box(6 + x * (WIDTH + GAP), 6 + down)
            self._boxes[name] = list(self._spread(name, corner))
        boxes = [box for row in self._boxes.values() for box in row]
        below = 0 if self._fanned else LABEL
        self.width = max(box.x for box in boxes) + WIDTH + 6
        self.height = max(box.y for box in boxes) + HEIGHT + below + 6

    def _spread(self, name: str, corner: Box) -> Iterable[Box]:
        count = len(self._game.cards(self._position, name))
        hidden = self._game.face_down(self._position, name)
        if not self._fanned or self._game.is_foundation(name) or not count:
            yield corner
            return
        y = corner.y
        for level in range(count):
            yield Box(corner.x, y)
            y += STRIP_FACE_DOWN if level < hidden else STRIP

    def place(self, name: str) -> str:
        """Draw a place: its cards or its empty outline, and what stands beside it."""
        cards, boxes = self._game.cards(self._position, name), self._boxes[name]
        hidden = self._game.face_down(self._position, name)
        if not cards:
            drawn = f'<rect class="empty" {_rect(boxes[0], 3)}/>'
        elif len(boxes) < len(cards):
            drawn = _use(cards[-1], boxes[0])
        else:
            drawn = "".join(
                _use(None if level < hidden else card, box)
                for level, (card, box) in enumerate(zip(cards, boxes, strict=True))
            )
        if not self._game.is_foundation(name):
            drawn += self._number(name, len(cards))
        return drawn

    def _number(self, name: str, count: int) -> str:
        x, y = self._boxes[name][0]
        y += -14 if self._fanned else HEIGHT + 38
        of = "" if self._fanned else f'<tspan class="count">·{count}</tspan>'
        return f'<text x="{x + WIDTH / 2:g}" y="{y:g}">{name}{of}</text>'

    def arrow(self, arrow: Arrow) -> str:
        """Draw a move: outlines around what moves and where to, and an arrow between."""
        source, target, size = arrow.move
        taken = self._boxes[source][-size:]
        goal = self._boxes[target][-1]
        kind = "refused" if arrow.refused else "arrow"
        span = taken[-1].y - taken[0].y
        (x1, y1), (x2, y2) = taken[0].centre, goal.centre
        if size > 1:
            y1 = taken[0].y + STRIP / 2
        parts = [_outline(taken[0], WIDTH, HEIGHT + span, kind), _outline(goal, kind=kind)]
        # The way bends towards the middle of the table, so as not to run over other piles.
        distance = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        bend = min(0.4 * distance, 150.0)
        mx, my = (x1 + x2) / 2, (y1 + y2) / 2
        away = ((self.width / 2 - mx) * (y1 - y2) + (self.height / 2 - my) * (x2 - x1)) or 1
        side = bend / max(distance, 1) * (1 if away > 0 else -1)
        middle = mx + side * (y1 - y2), my + side * (x2 - x1)
        parts.append(_line((x1, y1), (x2, y2), kind, middle))
        if arrow.refused:
            x, y = goal.x + WIDTH - 14, goal.y + 14
            parts.append(f'<g class="cross"><circle cx="{x:g}" cy="{y:g}" r="26"/>')
            parts.append(f'<path d="M{x - 11:g} {y - 11:g}l22 22m0-22l-22 22"/></g>')
        return "".join(parts)


def _svg(kind: str, width: float, height: float, label: str, parts: Iterable[str]) -> str:
    return (
        f'<svg class="diagram {kind}" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _use(card: Card | None, box: Box) -> str:
    name = f"{card.suit}{card.rank}" if card else "back"
    return f'<use href="#card-{name}" {_rect(box)}/>'


def _rect(box: Box, inset: float = 0) -> str:
    return (
        f'x="{box.x + inset:g}" y="{box.y + inset:g}" '
        f'width="{WIDTH - 2 * inset:g}" height="{HEIGHT - 2 * inset:g}"'
    )


def _outline(box: Box, width: float = WIDTH, height: float = HEIGHT, kind: str = "arrow") -> str:
    return (
        f'<rect class="lit {kind}" x="{box.x:g}" y="{box.y:g}" width="{width:g}" '
        f'height="{height:g}" rx="6"/>'
    )


def _line(
    start: tuple[float, float],
    end: tuple[float, float],
    kind: str,
    middle: tuple[float, float] | None = None,
) -> str:
    """Draw an arrow, with a dark edge so that it is seen on cards and cloth.

    With a `middle` it is bent as if drawn to that point (a quadratic Bézier curve).
    """
    (x1, y1), (x2, y2) = start, end
    xm, ym = middle or start
    length = max(((x2 - xm) ** 2 + (y2 - ym) ** 2) ** 0.5, 1)
    dx, dy = (x2 - xm) / length, (y2 - ym) / length
    stop = f"{x2 - 14 * dx:.0f} {y2 - 14 * dy:.0f}"
    path = f"M{x1:.0f} {y1:.0f}" + (f"Q{xm:.0f} {ym:.0f} {stop}" if middle else f"L{stop}")
    left = f"{x2 - 30 * dx - 20 * dy:.0f} {y2 - 30 * dy + 20 * dx:.0f}"
    right = f"{x2 - 30 * dx + 20 * dy:.0f} {y2 - 30 * dy - 20 * dx:.0f}"
    head = f"M{x2:.0f} {y2:.0f}L{left}L{right}Z"
    return (
        f'<g class="way {kind}"><path class="edge" d="{path}"/><path class="edge" d="{head}"/>'
        f'<path class="shaft" d="{path}"/><path class="head" d="{head}"/></g>'
    )
