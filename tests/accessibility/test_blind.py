"""A game of each kind is won by keyboard with only accessible names to go by."""

from __future__ import annotations

import pytest

from browser.blind import BlindPlayer
from browser.driver import Driver
from browser.games import records
from demilune.games import REDEAL
from demilune.record import replay
from web.wording import wording_of


@pytest.mark.parametrize(("code", "parts"), [("CR1-N-AAAAAAF", 1), ("RU1-C-AAAAAAS", 2)])
def test_a_game_is_won_by_names_alone(driver: Driver, code: str, parts: int):
    """Every card is found by its name, and every move is announced as what it was."""
    record = records()[code]
    game, positions = record.code.game, replay(record)
    words = wording_of(game)
    driver.deal(code)
    player = BlindPlayer(driver.page, parts)
    for move, before, after in zip(record.moves, positions, positions[1:], strict=False):
        if move == REDEAL:
            driver.redeal(by_key=True)
        else:
            card = words.choice(game, before, move.source, move.size)
            assert player.go_to(card) == card
            driver.page.keyboard.press("Enter")
            assert player.said().startswith(
                words.selection(game, before, move.source, move.size) + ", selected"
            )
            player.go_to(words.choice(game, before, move.target, 1))
            driver.page.keyboard.press("Enter")
        assert player.said() == words.step(game, before, move, after)
    assert driver.won_panel()["Moves"] == str(sum(move != REDEAL for move in record.moves))
