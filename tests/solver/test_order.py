"""The order of a line's moves: it wins as before, and cards go up before redeals."""

from __future__ import annotations

import pytest
from won_games import WON

from demilune.games import REDEAL, Move, Position
from demilune.record import Record, replay
from demilune.solver.order import upwards_first


def ordered(record: Record) -> tuple[Move, ...]:
    """The line of a won game in a better order; every line on the way wins too."""
    deal: Position = record.code.game.deal(record.code.number)
    lines = list(upwards_first(record.code.game, deal, record.moves))
    for line in lines:
        assert record.code.game.won(replay(record._replace(moves=line))[-1])
    return lines[-1]


@pytest.mark.parametrize("won", WON, ids=lambda won: str(won.code))
def test_lines_stay_won_with_the_same_redeals(won: Record):
    """Nothing is left to bring forward, and a game without redeals is as it was."""
    line = ordered(won)
    assert len(line) == len(won.moves)
    assert line.count(REDEAL) == won.moves.count(REDEAL)
    assert ordered(won._replace(moves=line)) == line
    if REDEAL not in line:
        assert line == won.moves


def test_cards_go_up_before_a_redeal():
    """A redeal comes later in some lines, and in none earlier."""
    later = 0
    for won in WON:
        line = ordered(won)
        if REDEAL in line:
            assert line.index(REDEAL) >= won.moves.index(REDEAL)
            later += line.index(REDEAL) > won.moves.index(REDEAL)
    assert later
