"""Where the places of a game stand on its tables: data of the game, judged as a player sees it."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from demilune.cards import Suit
from demilune.games import GAMES, Game, Layout

LAYOUTS = [
    pytest.param(game, layout, id=f"{game.rule}-{layout.name}-{i}")
    for game in GAMES.values()
    for i, layout in enumerate(game.layouts)
]
CRESCENT, RUSSIAN = GAMES["CR1-N"], GAMES["RU1-C"]


def layouts(game: Game, name: str) -> list[Layout]:
    """The layouts of that name."""
    return [layout for layout in game.layouts if layout.name == name]


def layout(game: Game, name: str) -> Layout:
    """The first layout of that name."""
    return layouts(game, name)[0]


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
        assert 0 <= x < layout.width - 1 + 1e-9
        assert 0 <= y < layout.height - 1 + 1e-9
    for (x, y), (other_x, other_y) in combinations(layout.places.values(), 2):
        assert max(abs(x - other_x), abs(y - other_y)) > 1 - 1e-9
    assert min(y for _, y in layout.places.values()) == 0
    # Beside piles that are fanned sideways there is room for that, the same at both sides.
    xs = [x for x, _ in layout.places.values()]
    sideways = "left" in layout.fans.values()
    assert min(xs) == pytest.approx(layout.width - 1 - max(xs))
    assert min(xs) == pytest.approx(1.25 if sideways else 0)
    assert 0 < layout.gap <= 0.1
    assert set(layout.fans) == (set(game.pile_names) if layout.fanned else set())


@pytest.mark.parametrize(("game", "layout"), LAYOUTS)
def test_fanned_piles_have_room(game: Game, layout: Layout) -> None:
    """In its way no pile has a place within a card's length and a fifth of one beyond it."""
    for name, way in layout.fans.items():
        x, y = layout.places[name]
        for other, (other_x, other_y) in layout.places.items():
            across = abs(other_x - x) if way == "down" else abs(other_y - y)
            ahead = {"down": other_y - y, "right": other_x - x, "left": x - other_x}[way]
            if other != name and across < 0.999 and ahead > -0.5:
                assert ahead >= 2, (name, way, other)


def test_names_and_order() -> None:
    """Which tables there are, the preferred ones first; closed deals begin in two rows."""
    for game in GAMES.values():
        plain = [each for each in game.layouts if each.fanned == (game.prefix == "RU")]
        shapes = [each.width / each.height for each in plain if each.automatic]
        assert shapes == sorted(shapes, reverse=True)
        assert len(shapes) == 2
    names = {
        False: ["horseshoe", "horseshoe", "rows", "rows", "arc", "arc"],
        True: ["horseshoe", "rows", "rows", "arc"],
    }
    for fanned in (False, True):
        tables = [each for each in CRESCENT.layouts if each.fanned == fanned]
        assert [each.name for each in tables] == names[fanned]
        assert [each.name for each in tables if each.automatic] == ["horseshoe", "rows"]
    assert [layout.name for layout in RUSSIAN.layouts] == ["beside", "above"]
    assert {rule for rule, game in GAMES.items() if game.closed} == {"CR1-H", "CR1-G"}
    for game in GAMES.values():
        assert (game.layout, game.tells_redeals) == (("rows", True) if game.closed else ("", False))
    for table in RUSSIAN.layouts:
        assert table.height - table.places["1"][1] >= 3


@pytest.mark.parametrize(
    ("table", "half", "height"),
    [
        (table, *ellipse)
        for table, ellipse in zip(
            layouts(CRESCENT, "arc"), [(6.54, 3.7), (3.6, 6.7), (6.04, 4.5)], strict=True
        )
    ],
)
def test_arc(table: Layout, half: float, height: float) -> None:
    """All piles stand on one half of an ellipse, evenly, and the foundations stand within."""
    piles = [table.places[str(n)] for n in range(1, 17)]
    middle = (table.width - 1) / 2
    lift = height - height * (1 - (0.5 / half) ** 2) ** 0.5
    for x, y in piles:
        across, up = (x - middle) / half, (height - y - lift) / height
        assert across**2 + up**2 == pytest.approx(1, abs=1e-6)
    for (x, y), (mirror_x, mirror_y) in zip(piles, piles[::-1], strict=True):
        assert (x + mirror_x, y) == (pytest.approx(2 * middle), mirror_y)
    steps = [dist(a, b) for a, b in pairwise(piles)]
    assert 1 <= min(steps) <= max(steps) < 1.5
    assert [x for x, _ in piles] == sorted(x for x, _ in piles)
    assert max(y for _, y in piles) > 0.98 * (height - lift)
    for suit in Suit:
        for name in (f"{suit}A", f"{suit}K"):
            x, y = table.places[name]
            assert abs(x - middle) <= 1.5
            assert 2 <= y < table.height - 1
    assert row(table, "SA", "HA", "DA", "CA") == row(table, "SK", "HK", "DK", "CK")


def test_fans() -> None:
    """Russian columns and rows are fanned downwards; the ends of the crescent outwards."""
    for table in [*RUSSIAN.layouts, *layouts(CRESCENT, "rows")[2:]]:
        assert set(table.fans.values()) == {"down"}
    ways = ["left"] * 4 + ["down"] * 8 + ["right"] * 4
    for name in ("horseshoe", "arc"):
        assert list(layouts(CRESCENT, name)[-1].fans.values()) == ways
        assert list(layouts(CRESCENT, name)[-1].fans) == list(CRESCENT.pile_names)


def test_tall_horseshoe() -> None:
    """Four piles up the left, eight over the top, four down the right, aces and kings within."""
    tall = layouts(CRESCENT, "horseshoe")[1]
    assert row(tall, *(str(n) for n in range(5, 13))) == list(range(8))
    assert [tall.places[str(n)] for n in (1, 2, 3, 4)] == [(0, 4), (0, 3), (0, 2), (0, 1)]
    assert [tall.places[str(n)] for n in (13, 14, 15, 16)] == [(7, 1), (7, 2), (7, 3), (7, 4)]
    assert [tall.places[name] for name in ("SA", "CK")] == [(2, 2), (5, 3)]
    assert (tall.width, tall.height) == (8, 5)


def test_fanned_horseshoe() -> None:
    """It has the shape of the plain one, with room at both sides."""
    plain, _, fanned = layouts(CRESCENT, "horseshoe")
    assert row(fanned, *(str(n) for n in range(5, 13))) == [2.3 + i for i in range(8)]
    for n in range(1, 5):
        assert fanned.places[str(n)] == (1.25, plain.places[str(n)][1])
    for n in range(13, 17):
        assert fanned.places[str(n)] == (10.35, plain.places[str(n)][1])
    assert [fanned.places[name] for name in ("SA", "CK")] == [(4.3, 2.1), (7.3, 3.1)]
    assert (fanned.width, fanned.height) == (12.6, 4.1)


def test_rows_of_wide_and_fanned_tables() -> None:
    """On a wide table all foundations stand in one row, aces before kings."""
    aces, kings = ([f"{suit}{kind}" for suit in Suit] for kind in "AK")
    upper, lower = ([str(n) for n in range(first, first + 8)] for first in (1, 9))
    wanted = [(2.5, 3.75, 4.75), (1.2, 2.2, 3.2), (2.2, 4.6, 7), (1.15, 3.2, 5.3)]
    for table, (first, second, height) in zip(layouts(CRESCENT, "rows"), wanted, strict=True):
        assert row(table, *upper) == row(table, *lower) == list(range(8))
        assert [table.places[name][1] for name in ("1", "9")] == [first, second]
        assert (table.width, table.height) == (8, height)
    for table in layouts(CRESCENT, "rows")[1::2]:
        assert row(table, *aces, *kings) == list(range(8))
        assert table.places["SA"][1] == 0
    for table in layouts(CRESCENT, "rows")[::2]:
        assert row(table, *aces) == row(table, *kings) == [2, 3, 4, 5]
        assert [table.places[name][1] for name in ("SA", "SK")] == [0, 1]


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
