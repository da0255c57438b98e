"""Where the places of a game stand on its tables: data of the game, judged as a player sees it."""

from __future__ import annotations

from itertools import combinations

import pytest

from demilune.cards import Suit
from demilune.games import GAMES, Game, Layout

LAYOUTS = [
    pytest.param(game, layout, id=f"{game.rule}-{layout.name}")
    for game in GAMES.values()
    for layout in game.layouts
]
CRESCENT, RUSSIAN = GAMES["CR1-N"], GAMES["RU1-C"]


def layout(game: Game, name: str) -> Layout:
    """The layout of that name."""
    return next(layout for layout in game.layouts if layout.name == name)


def row(layout: Layout, *names: str) -> list[float]:
    """The columns of places that stand in one row."""
    xs, ys = zip(*(layout.places[name] for name in names), strict=True)
    assert len(set(ys)) == 1, names
    return list(xs)


@pytest.mark.parametrize(("game", "layout"), LAYOUTS)
def test_every_place_stands_on_the_table(game: Game, layout: Layout) -> None:
    """Every place of the game is there, wholly on the table, and none upon another."""
    assert set(layout.places) == set(game.places)
    for x, y in layout.places.values():
        assert 0 <= x <= layout.width - 1
        assert 0 <= y <= layout.height - 1
    for (x, y), (other_x, other_y) in combinations(layout.places.values(), 2):
        assert abs(x - other_x) >= 1 or abs(y - other_y) >= 1
    assert min(x for x, _ in layout.places.values()) == 0
    assert min(y for _, y in layout.places.values()) == 0
    assert max(x for x, _ in layout.places.values()) == layout.width - 1
    assert 0 < layout.gap <= 0.1


def test_names_and_order() -> None:
    """The widest table comes first; only Russian columns are fanned, and they have room for it."""
    for game in GAMES.values():
        shapes = [layout.width / layout.height for layout in game.layouts]
        assert shapes == sorted(shapes, reverse=True)
        assert {layout.fanned for layout in game.layouts} == {game.prefix == "RU"}
    assert [layout.name for layout in CRESCENT.layouts] == ["horseshoe", "rows"]
    assert [layout.name for layout in RUSSIAN.layouts] == ["beside", "above"]
    for table in RUSSIAN.layouts:
        assert table.height - table.places["1"][1] >= 3


def test_horseshoe() -> None:
    """1 to 4 up the left, 5 to 12 along the top, 13 to 16 down the right, foundations between."""
    table = layout(CRESCENT, "horseshoe")
    assert (table.width, table.height) == (10, 4)
    assert [table.places[str(n)] for n in range(1, 5)] == [(0, 3), (0, 2), (0, 1), (0, 0)]
    assert row(table, *(str(n) for n in range(4, 14))) == list(range(10))
    assert [table.places[str(n)] for n in range(13, 17)] == [(9, 0), (9, 1), (9, 2), (9, 3)]
    aces, kings = ([f"{suit}{kind}" for suit in Suit] for kind in "AK")
    assert row(table, *aces) == row(table, *kings) == [3, 4, 5, 6]
    assert 1 < table.places["SA"][1] < table.places["SK"][1] - 0.9 < 2


def test_two_rows() -> None:
    """1 to 8 above, 9 to 16 below, the foundations over them: aces, then kings."""
    table = layout(CRESCENT, "rows")
    assert (table.width, table.height) == (8, 4.75)
    upper, lower = ([str(n) for n in range(first, first + 8)] for first in (1, 9))
    aces, kings = ([f"{suit}{kind}" for suit in Suit] for kind in "AK")
    assert row(table, *upper) == row(table, *lower) == list(range(8))
    assert row(table, *aces) == row(table, *kings) == [2, 3, 4, 5]
    heights = [table.places[name][1] for name in ("SA", "SK", "1", "9")]
    assert heights == [0, 1, 2.5, 3.75]


def test_columns() -> None:
    """Columns from left to right; the foundations at their right, or above them."""
    columns, suits = [str(n) for n in range(1, 8)], [str(suit) for suit in Suit]
    beside, above = layout(RUSSIAN, "beside"), layout(RUSSIAN, "above")
    assert row(beside, *columns) == row(above, *columns) == list(range(7))
    assert [beside.places[suit] for suit in suits] == [(7.25, 0), (7.25, 1), (7.25, 2), (7.25, 3)]
    assert (beside.width, beside.height, beside.places["1"][1]) == (8.25, 4, 0)
    assert row(above, *suits) == [3, 4, 5, 6]
    assert (above.width, above.height) == (7, 4.5)
    assert [above.places[name][1] for name in ("S", "1")] == [0, 1.15]
