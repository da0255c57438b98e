"""Moves that no notation can write are refused like any other that names no card."""

import pytest

from demilune.games import GAMES, Move, Refusal


@pytest.mark.parametrize("rule", GAMES)
@pytest.mark.parametrize("size", [0, -1, -13])
def test_a_move_of_less_than_one_card_is_refused(rule: str, size: int) -> None:
    """A caller's slip plays nothing, from piles and from empty foundations."""
    game = GAMES[rule]
    position = game.deal(1)
    for source in game.places:
        for target in game.places:
            assert game.judge(position, Move(source, target, size)) is Refusal.NO_CARD
