"""Where things stand in pixels, on every table in every size: nothing lies over anything else."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations

import pytest

from demilune.cards import Card, pack
from demilune.games import GAMES, Game, Layout, Position
from web.faces import fitting_index
from web.layout import (
    AS_DEALT,
    COUNT_HEIGHT,
    LEAST_COUNT_HEIGHT,
    Direction,
    Rect,
    Scene,
    View,
    best_scene,
    layouts,
    neighbour,
)

SIZES = [
    (312.0, 500.0),
    (352.0, 540.0),
    (628.0, 308.0),
    (748.0, 940.0),
    (1250.0, 650.0),
    (3800, 2000),
]
"""What the bar and the margins leave of windows from 320 pixels wide to a 4K screen."""
RULES = ("CR1-N", "CR1-H", "RU1-R")
ALL = [
    pytest.param(
        GAMES[rule], layout, size, mirrored, id=f"{rule}-{layout.name}{i}-{size[0]}{mirror}"
    )
    for rule in RULES
    for i, layout in enumerate(GAMES[rule].layouts)
    for size in SIZES
    for mirrored, mirror in ((False, ""), (True, "-mirrored"))
]
TABLES = pytest.mark.parametrize(("game", "layout", "size", "mirrored"), ALL)


def scene_of(game: Game, layout: Layout, size: tuple[float, float], mirrored: bool) -> Scene:
    """The scene of one table."""
    return Scene(game, layout, *size, View(mirrored=mirrored))


def filled(game: Game, height: int) -> Position:
    """A position with so many cards in every tableau pile, all face up."""
    cards: list[Card] = [*pack(), *pack(1)] * 4
    piles = len(game.pile_names)
    return Position(
        tableau=tuple(tuple(cards[i * height : (i + 1) * height]) for i in range(piles)),
        face_down=(0,) * piles,
        foundations=tuple((cards[0],) for _ in game.foundation_names),
    )


def seen(scene: Scene, position: Position) -> Iterator[tuple[str, Rect]]:
    """Every place with each rectangle that is seen of it: its cards, and the line of its count."""
    below = max(COUNT_HEIGHT * scene.card_width, LEAST_COUNT_HEIGHT)
    for name in scene.game.places:
        for rect in scene.cards(position, name):
            yield name, rect
        if not scene.fan(name) and not scene.game.is_foundation(name):
            place = scene.places[name]
            yield name, Rect(place.x, place.y + place.height, place.width, below)


@TABLES
@pytest.mark.parametrize("height", [1, 6, 13])
def test_nothing_lies_over_anything_else(
    game: Game, layout: Layout, size: tuple[float, float], mirrored: bool, height: int
) -> None:
    """Piles, fans, counts and foundations keep apart and on the table, above its line."""
    scene = scene_of(game, layout, size, mirrored)
    rects = list(seen(scene, filled(game, height)))
    for _, rect in rects:
        assert rect.x > -0.01
        assert rect.y > -0.01
        assert rect.x + rect.width < scene.width + 0.01
        assert rect.y + rect.height < scene.height - scene.line + 0.01
    for (name, rect), (other, other_rect) in combinations(rects, 2):
        if name != other:
            assert rect.overlap(other_rect) < 0.5, (name, other)


@TABLES
def test_a_card_is_dropped_on_one_pile(
    game: Game, layout: Layout, size: tuple[float, float], mirrored: bool
) -> None:
    """The areas of two places do not overlap, and each holds all cards of its pile."""
    scene = scene_of(game, layout, size, mirrored)
    position = filled(game, 9)
    areas = {name: scene.area(name) for name in game.places}
    for name, other in combinations(areas, 2):
        assert areas[name].overlap(areas[other]) < 1, (name, other)
    for name, area in areas.items():
        for rect in scene.cards(position, name):
            assert area.overlap(rect) == pytest.approx(rect.width * rect.height, rel=1e-3)


@TABLES
def test_arrows_reach_every_card_and_lead_where_they_point(
    game: Game, layout: Layout, size: tuple[float, float], mirrored: bool
) -> None:
    """From anywhere to anywhere, and each step goes mostly in the direction of its key."""
    scene = scene_of(game, layout, size, mirrored)
    position = filled(game, 6)
    rects = {
        (name, i): rect
        for name in game.places
        for i, rect in enumerate(scene.strips(position, name))
        if scene.fan(name) or i == len(scene.cards(position, name)) - 1
    }
    directions: tuple[Direction, ...] = ("left", "right", "up", "down")
    start = next(iter(rects))
    reached, queue = {start}, deque([start])
    while queue:
        here = queue.popleft()
        for direction in directions:
            there = neighbour(rects, here, direction)
            if there is None:
                continue
            (x, y), (to_x, to_y) = rects[here].centre, rects[there].centre
            ahead = {"left": x - to_x, "right": to_x - x, "up": y - to_y, "down": to_y - y}
            assert ahead[direction] > 0
            if there not in reached:
                reached.add(there)
                queue.append(there)
    assert reached == set(rects)


ARROWS = {
    "horseshoe": "1 up 2 up 3 up 4 right 5 right 6 left 5 left 4 down 3",
    "rows": "1 right 2 right 3 down 11 left 10 up 2 right 3 up SK up SA right HA down HK down 4",
    "arc": "1 up 2 up 3 up 4 right 5 right 6 right 7 right 8 right 9 right 10 down CA down CK",
}


@pytest.mark.parametrize("name", ARROWS)
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_arrows_follow_the_eye(name: str, mirrored: bool, size: tuple[float, float]) -> None:
    """A walk over each table of Crescent, and over its mirror picture with left for right."""
    game = GAMES["CR1-N"]
    layout = next(each for each in game.layouts if each.name == name)
    scene = scene_of(game, layout, size, mirrored)
    other: dict[str, Direction] = {"left": "right", "right": "left"}
    first, *steps = ARROWS[name].split()
    here = first
    for word, wanted in zip(steps[::2], steps[1::2], strict=True):
        direction: Direction = word  # type: ignore[assignment]
        if mirrored:
            direction = other.get(word, direction)
        there = neighbour(scene.places, here, direction)
        assert there == wanted, (here, direction)
        here = there


def test_the_mirror_keeps_the_numbers() -> None:
    """What stood at the left stands at the right; the rest stays as it was."""
    for rule in RULES:
        for layout in GAMES[rule].layouts:
            plain = Scene(GAMES[rule], layout, 1000, 600)
            mirrored = Scene(GAMES[rule], layout, 1000, 600, View(mirrored=True))
            assert plain.card_width == mirrored.card_width
            for name, rect in plain.places.items():
                there = mirrored.places[name]
                assert there[1:] == rect[1:]
                assert there.x + there.width == pytest.approx(1000 - rect.x)


def test_the_window_decides_among_the_automatic_tables() -> None:
    """A wide window has the horseshoe, a high one two rows; a name is heeded where it fits."""
    game = GAMES["CR1-N"]
    for fanned in (False, True):
        for size, name in [((1250, 650), "horseshoe"), ((352, 540), "rows"), ((748, 940), "rows")]:
            scene = best_scene(game, *size, View(fanned=fanned))
            assert (scene.layout.name, scene.layout.fanned) == (name, fanned)
            assert best_scene(game, *size, View("no such", fanned)).layout is scene.layout
        for name in ("horseshoe", "rows", "arc"):
            for size in SIZES:
                scene = best_scene(game, *size, View(name, fanned))
                # Of fanned piles a window held upright has room for two rows alone.
                kept = "rows" if fanned and size[0] < size[1] else name
                assert (scene.layout.name, scene.layout.fanned) == (kept, fanned)
    wide = best_scene(game, 1250, 650, View("rows"))
    assert wide.places["SA"].y == wide.places["SK"].y
    high = best_scene(game, 352, 540, View("rows"))
    assert high.places["SA"].y < high.places["SK"].y
    assert wide.card_width > best_scene(game, 1250, 650).card_width
    for size in SIZES:
        assert best_scene(GAMES["RU1-C"], *size, View(fanned=True)).layout.fanned
    assert {layout.name for layout in layouts(game, AS_DEALT)} == {"horseshoe", "rows"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("share", [1.0, 0.68])
def test_cards_can_be_hit_whatever_is_chosen(size: tuple[float, float], share: float) -> None:
    """No table has places under 24 pixels, the least of a target: the chosen one gives way."""
    for game in GAMES.values():
        for name in ("auto", *(layout.name for layout in game.layouts)):
            for fanned in (False, True):
                view = View(name, fanned, size=share)
                assert best_scene(game, *size, view).card_width >= 24, (game.rule, view)


@pytest.mark.parametrize("size", SIZES)
def test_no_choice_makes_the_cards_much_smaller(size: tuple[float, float]) -> None:
    """Whatever is chosen, most of a window is not left empty around small cards."""
    for game in GAMES.values():
        for fanned in (False, True):
            automatic = best_scene(game, *size, View(fanned=fanned)).card_width
            for layout in game.layouts:
                chosen = best_scene(game, *size, View(layout.name, fanned)).card_width
                assert chosen >= 0.65 * automatic, (game.rule, layout.name, fanned)


def test_a_narrow_table_has_the_chosen_shape_upright() -> None:
    """Horseshoe and arc have cards on a phone held upright that are as large as two rows'."""
    game = GAMES["CR1-N"]
    rows = best_scene(game, 352, 540, View("rows"))
    for name in ("horseshoe", "arc"):
        scene = best_scene(game, 352, 540, View(name))
        assert scene.layout.name == name
        assert scene.card_width > 0.95 * rows.card_width


def test_fanned_piles_keep_apart() -> None:
    """Two rows of full piles are seen as two: a gap is left between a pile and the next."""
    game = GAMES["CR1-N"]
    for size in SIZES:
        for name in ("horseshoe", "rows"):
            scene = best_scene(game, *size, View(name, fanned=True))
            ends = {pile: scene.cards(filled(game, 13), pile)[-1] for pile in game.pile_names}
            for pile, end in ends.items():
                for place in scene.places.values():
                    if scene.fan(pile) == "down" and abs(place.x - end.x) < end.width - 1:
                        ahead = place.y - end.y - end.height
                        assert place.y <= end.y or ahead > 0.09 * end.height


def test_smaller_cards() -> None:
    """A share of the largest cards, in the same places."""
    for rule in RULES:
        for layout in GAMES[rule].layouts:
            large = Scene(GAMES[rule], layout, 1000, 600)
            small = Scene(GAMES[rule], layout, 1000, 600, View(size=0.7))
            assert small.card_width == pytest.approx(0.7 * large.card_width)
            assert set(small.places) == set(large.places)


@pytest.mark.parametrize(("size", "most"), [((624.0, 310.0), 10), ((352.0, 540.0), 15)])
def test_groups_can_be_taken_by_a_finger(size: tuple[float, float], most: int) -> None:
    """On a phone each card of a column of Russian shows 24 pixels, while there is room for it."""
    game = GAMES["RU1-C"]
    scene = best_scene(game, *size)
    for count in range(1, most + 1):
        for strip in scene.strips(filled(game, count), "4"):
            assert strip.height >= 24 - 0.01, count


@pytest.mark.parametrize("size", [(624.0, 310.0), (352.0, 540.0)])
def test_a_column_of_twenty_cards_can_be_read_on_a_phone(size: tuple[float, float]) -> None:
    """Each card's rank and suit are seen, at least six pixels high."""
    game = GAMES["RU1-R"]
    scene = best_scene(game, *size)
    for strip in scene.strips(filled(game, 20), "4"):
        index = fitting_index(strip.height, scene.card_width)
        assert 76 / 250 * scene.card_width * index > 6


@pytest.mark.parametrize("name", ["horseshoe", "rows", "arc"])
def test_fanned_piles_can_be_read(name: str) -> None:
    """On a desktop each card of a pile of six shows rank and suit at least nine pixels high."""
    game = GAMES["CR1-N"]
    scene = best_scene(game, 1250, 650, View(name, fanned=True))
    position = filled(game, 6)
    for pile in game.pile_names:
        sideways = scene.fan(pile) != "down"
        for strip in scene.strips(position, pile)[:-1]:
            length = strip.width if sideways else strip.height
            index = fitting_index(length, scene.card_width, sideways)
            assert 44 / 250 * scene.card_width * index > 9
