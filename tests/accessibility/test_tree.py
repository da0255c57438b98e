"""The table as a screen reader meets it: what has which role and name, and nothing besides."""

from __future__ import annotations

import re

import pytest

from browser.driver import Driver
from browser.games import records
from demilune.games import Game, Position
from demilune.record import replay
from web.wording import wording_of

_LINE = re.compile(r"""(\s*)- ["']?(\w+)(?: "(.*?)")?["']?:?""")
Node = tuple[int, str, str]
"""Something in the tree: its depth, role and name."""


def heard(driver: Driver) -> list[Node]:
    """The accessible tree of the table's controls."""
    snapshot = driver.page.locator("#table .controls").aria_snapshot()
    lines = [_LINE.fullmatch(line) for line in snapshot.splitlines()]
    return [(len(line[1]) // 2, line[2], line[3] or "") for line in lines if line]


def wanted(game: Game, position: Position, fanned: bool) -> list[Node]:
    """What is to be heard: a pile of several cards that can be chosen is a group of its name."""
    words = wording_of(game)
    nodes: list[Node] = []
    for place in game.places:
        cards = game.cards(position, place)
        spread = fanned and not game.is_foundation(place)
        size = max(len(cards) - game.face_down(position, place), 1) if spread else 1
        if size > 1:
            nodes.append((0, "group", words.place(place)))
        for each in range(size, 0, -1):
            name = words.choice(game, position, place, each)
            nodes.append((int(size > 1), "button", name))
    return nodes


@pytest.mark.parametrize(
    ("code", "fanned"),
    [
        ("CR1-N-AAAAAAF", False),
        ("CR1-N-AAAAAAF", True),
        ("CR1-H-AAAAAAG", False),
        ("RU1-C-AAAAAAS", True),
    ],
)
def test_every_pile_is_heard_with_its_cards(driver: Driver, code: str, fanned: bool):
    """From the deal to the end: no group of one, none without a name, no name that is out of date.

    Where cards lie face down, how many is said; which, never.
    """
    record = records()[code]
    game = record.code.game
    driver.deal(code)
    with driver.settings(fan_piles=fanned):
        for count, position in enumerate(replay(record)[:-1]):
            assert heard(driver) == wanted(game, position, fanned), count
            if count + 1 < len(record.moves):
                driver.hurry(record.moves[count : count + 1])
    driver.page.keyboard.press("u")
    assert heard(driver) == wanted(game, replay(record)[-3], game.layouts[0].fanned)


def test_how_many_cards_lie_face_down_is_said(driver: Driver):
    driver.deal("RU1-C-AAAAAAB")
    names = [name for _, role, name in heard(driver) if role == "button"]
    assert [name for name in names if name.endswith("8 cards, 3 face down")]
    assert len([name for name in names if "face down" in name]) == 6
