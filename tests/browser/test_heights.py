"""How high a pile is drawn, and the count under it, tell how many cards it has: always."""

from __future__ import annotations

from itertools import islice

import pytest

from browser.driver import Driver
from browser.games import records
from demilune.games import Game, Position
from demilune.record import replay

pytestmark = pytest.mark.browser

# Of each place in the game's order: the count that is seen, and the edges of covered cards.
_SHOWN = """() => {
  const of = kind => [...document.querySelectorAll(`#table > .places > ${kind}`)];
  const counts = of(".count"), width = document.querySelector("#table .card").offsetWidth;
  return of(".place").map((place, i) => {
    const {bottom, content, backgroundImage} = getComputedStyle(place, "::after");
    const edge = Math.max(0.42, width * 0.0055);  // as in table.css
    const drawn = content !== "none" && backgroundImage !== "none";
    const count = counts[i].checkVisibility() ? counts[i].textContent : "";
    return [count, drawn ? Math.round(-parseFloat(bottom) / edge) : 0];
  });
}"""


def wanted(game: Game, position: Position, fanned: bool) -> list[tuple[str, int]]:
    """What is to be seen: of a pile whose cards are all seen nothing, of a foundation no count."""
    shown = []
    for name in game.places:
        number, foundation = len(game.cards(position, name)), game.is_foundation(name)
        if fanned and not foundation:
            shown.append(("", 0))
        else:
            shown.append(("" if foundation or not number else str(number), max(number - 1, 0)))
    return shown


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

    def shown() -> list[tuple[str, int]]:
        return [(count, under) for count, under in driver.page.evaluate(_SHOWN)]

    driver.deal(code)
    with driver.settings(layout=layout, fan_piles=fanned, undo="unlimited"):
        driver.deal(code)
        for count, position in enumerate(islice(positions, len(positions) - 1)):
            assert shown() == wanted(game, position, fanned), count
            driver.hurry(record.moves[count : count + 1])
        driver.page.evaluate("document.querySelector('dialog[open]')?.close()")
        for position in positions[-2:-12:-1]:
            driver.page.keyboard.press("u")
            assert shown() == wanted(game, position, fanned)
        if not fanned:
            with driver.window(360, 640):
                assert shown() == wanted(game, positions[-11], fanned)
