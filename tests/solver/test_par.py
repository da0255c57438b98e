"""Par: the fewest redeals with which a deal is known to be won."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import endgames
import pytest
import raw

from demilune.games import GAMES, REDEAL
from demilune.solver import Budget
from demilune.solver.par import Par, improved

GAME = GAMES["CR1-F"]


def test_par_of_late_positions_is_what_brute_force_says() -> None:
    """From below and from above: no fewer redeals win, and with so many a line is known."""
    random = Random(6)
    pars = []
    for _ in range(120):
        late = endgames.late_crescent(random, 7, 2)
        truth = [raw.winnable(late._replace(redeals=redeals), 3000) for redeals in range(3)]
        if None in truth or not truth[2]:
            continue
        *_, par = improved(GAME, late.position(), 2, Budget(nodes=100_000))
        assert (par.redeals, par.proved) == (truth.index(True), True), late
        if par.line:
            position = late.position()
            for move in par.line:
                assert GAME.judge(position, move) is None
                position = GAME.play(position, move)
            assert GAME.won(position)
            assert par.line.count(REDEAL) == par.redeals
        pars.append(par.redeals)
    assert set(pars) == {0, 1, 2}


def test_every_better_way_is_told() -> None:
    """From the player's own number on down; what takes too long stays open."""
    deal = GAMES["CR1-N"].deal(21)
    told = [par.redeals for par in improved(GAME, deal, 3, Budget(nodes=20_000))]
    assert told[0] == 3 and told[-1] == 1 and told == sorted(told, reverse=True)
    assert list(improved(GAME, deal, 3, Budget(seconds=0)))[-1] == Par(3, False)


@pytest.mark.parametrize("known", [0, 3])
def test_no_redeals_are_the_fewest(known: int) -> None:
    """Whether the player or the solver needed none: there is nothing to search."""
    late = endgames.late_crescent(Random(1), 0, 3).position()
    *_, par = improved(GAME, replace(late, redeals=3), known, Budget())
    assert par == Par(0, True)
