"""How high a pile is drawn, and the count under it, tell how many cards it has: always."""

from __future__ import annotations

from itertools import islice

import pytest

from browser.driver import Driver
from browser.games import records
from demilune.games import Game, Position
from demilune.record import replay

pytestmark = pytest.mark.browser

# Of each place in the game's order: the count that is seen, and how far down the edges of covered
# cards are drawn, in pixels.
_SHOWN = """() => {
  const of = kind => [...document.querySelectorAll(`#table > .places > ${kind}`)];
  const counts = of(".count");
  return of(".place").map((place, i) => {
    const {bottom, content, backgroundImage} = getComputedStyle(place, "::after");
    const drawn = content !== "none" && backgroundImage !== "none";
    const count = counts[i].checkVisibility() ? counts[i].textContent : "";
    return [count, drawn ? -parseFloat(bottom) : 0];
  });
}"""
LEAST = 0.3
"""Pixels of an edge with which piles of a few cards more look higher."""


def wanted(game: Game, position: Position, fanned: bool) -> list[tuple[str, int]]:
    """What is to be seen: the count, and the number of cards that are covered.

    Of a pile whose cards are all seen nothing, of a foundation no count.
    """
    shown = []
    for name in game.places:
        number, foundation = len(game.cards(position, name)), game.is_foundation(name)
        if fanned and not foundation:
            shown.append(("", 0))
        else:
            shown.append(("" if foundation or not number else str(number), max(number - 1, 0)))
    return shown


def assert_in_proportion(drawn: list[tuple[int, float]]) -> None:
    """Each covered card makes a pile higher by the same edge, which the highest pile gives."""
    covered, depth = max(drawn)
    edge = depth / covered
    assert edge > LEAST
    assert [each for each in drawn if abs(each[1] - each[0] * edge) > edge / 4] == []


@pytest.mark.parametrize(
    ("code", "layout", "fanned"),
    [
        *(("CR1-N-AAAAAAF", layout, False) for layout in ("horseshoe", "rows", "arc")),
        *(("CR1-N-AAAAAAF", layout, True) for layout in ("horseshoe", "rows", "arc")),
        ("CR1-H-AAAAAAG", "rows", False),
        ("RU1-C-AAAAAAS", "auto", True),
    ],
)
def test_thickness_and_count_are_the_number_of_cards(
    driver: Driver, code: str, layout: str, fanned: bool
):
    """Through a whole game, its redeals too, and back a bit; in a narrow window as well."""
    record = records()[code]
    game, positions = record.code.game, replay(record)

    def look(position: Position) -> list[tuple[int, float]]:
        """Check the counts; return of each place the cards covered, and how far they are drawn."""
        seen, expected = driver.page.evaluate(_SHOWN), wanted(game, position, fanned)
        assert [count for count, _ in seen] == [count for count, _ in expected]
        return [(under, depth) for (_, under), (_, depth) in zip(expected, seen, strict=True)]

    driver.deal(code)
    with driver.settings(layout=layout, fan_piles=fanned, undo="unlimited"):
        driver.deal(code)
        drawn = []
        for count, position in enumerate(islice(positions, len(positions) - 1)):
            drawn += look(position)
            driver.hurry(record.moves[count : count + 1])
        driver.page.evaluate("document.querySelector('dialog[open]')?.close()")
        for position in positions[-2:-12:-1]:
            driver.page.keyboard.press("u")
            drawn += look(position)
        assert_in_proportion(drawn)
        if not fanned:
            with driver.window(360, 640):
                assert_in_proportion(look(positions[-11]))
