"""The lists of deals that can be won: long enough, and every line is there."""

from __future__ import annotations

from random import Random

import pytest
from test_crescent_solver import assert_wins

from demilune.games import GAMES
from demilune.solver import Solved, solve
from demilune.solver.winnable import LEVELS, read_list, winnable_deals, write_list

ALL = list(GAMES)
LEAST = 2000


@pytest.mark.parametrize("rule", ALL)
def test_a_list_for_every_rule(rule: str) -> None:
    """Different deals in their order, a third of each difficulty."""
    deals = winnable_deals(rule)
    assert len(deals) >= LEAST
    numbers = [deal.number for deal in deals]
    assert numbers == sorted(set(numbers))
    for level in LEVELS:
        share = sum(deal.difficulty == level for deal in deals) / len(deals)
        assert share == pytest.approx(1 / 3, abs=0.01)


def test_rules_that_deal_alike_share_a_list() -> None:
    """Whether cards lie face down does not matter to whether a deal can be won."""
    assert winnable_deals("CR1-N") == winnable_deals("CR1-H")
    assert winnable_deals("CR1-F") == winnable_deals("CR1-G")
    # With a redeal more other lines are found, and deals that were not won with three.
    assert {deal.rule for deal in winnable_deals("CR1-G")} == {"CR1-F"}
    assert winnable_deals("XX1-A") == []


@pytest.mark.parametrize("rule", ALL)
def test_lines_are_found_again(rule: str) -> None:
    """Some deals of each list, with no more nodes than it says."""
    game = GAMES[rule]
    for deal in Random(rule).sample(winnable_deals(rule), 3 if rule.startswith("CR") else 20):
        position = game.deal(deal.number)
        # The line of the rule that the list was made under wins under this one too.
        answer = solve(*deal.search())
        assert isinstance(answer, Solved), deal
        assert answer.nodes == deal.nodes
        assert_wins(game, position, answer)


def test_what_is_written_is_read() -> None:
    """A list survives being written, in the order of its numbers."""
    text = write_list("CR1-N CR1-H", [(9, 50), (4, 10), (7, 90)], "the command")
    assert "# the command\n" in text
    rules, deals = read_list(text)
    assert rules == ["CR1-N", "CR1-H"]
    assert [(deal.number, deal.difficulty) for deal in deals] == [
        (4, "easy"),
        (7, "hard"),
        (9, "medium"),
    ]
