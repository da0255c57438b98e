"""Hints followed from the deal: a line that was found wins, and without one they come to an end."""

from __future__ import annotations

import pytest
from following import MOST, follow

from demilune.record import read_record, replay
from demilune.solver.winnable import winnable_deals


@pytest.mark.parametrize("rule", ["CR1-N", "CR1-F"])
def test_hints_of_open_games_win(rule: str) -> None:
    """Deals of the list: the first hint has found a line, and no other is looked for."""
    easy = [deal.number for deal in winnable_deals(rule) if deal.difficulty == "easy"]
    for number in easy[:3]:
        game = follow(rule, number, 60)
        assert game.won and game.first_line == 0 and len(game.seconds) == 1
        # The record is a whole game for anybody who reads it.
        record = read_record(str(game.record))
        assert record.code.game.won(replay(record)[-1])


@pytest.mark.parametrize("rule", ["CR1-H", "CR1-G", "RU1-C"])
def test_hints_of_closed_games_come_to_an_end(rule: str) -> None:
    """They go in no circle, and no line is told while a card lies face down."""
    game = follow(rule, 5, 0.1)
    positions = replay(game.record)
    assert 5 < len(positions) < MOST
    assert len(set(positions)) == len(positions)
    if game.first_line is None:
        assert not game.won or any(positions[-2].face_down)
    else:
        assert not any(positions[game.first_line].face_down)


def test_hints_win_a_deal_of_soft_russian_solitaire() -> None:
    """With little time for each: from the samples, and once all cards lie open by a line."""
    game = follow("RU1-R", 3, 0.15)
    assert game.won or game.first_line is None
    assert len(game.record.moves) > 20
