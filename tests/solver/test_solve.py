"""`solve` and `Search`: budgets, seeds, stopping, and positions at the end of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_crescent_solver import assert_wins

from demilune.games import GAMES, Move
from demilune.solver import Budget, Lost, Search, Solved, Unknown, solve

ALL = list(GAMES)


@pytest.mark.parametrize("rule", ALL)
def test_the_same_seed_and_nodes_give_the_same_answer(rule: str) -> None:
    """A budget in nodes is repeatable, and another seed is another search."""
    game = GAMES[rule]
    deals = [game.deal(number) for number in range(3)]
    first = [solve(game, deal, Budget(nodes=4000)) for deal in deals]
    assert first == [solve(game, deal, Budget(nodes=4000)) for deal in deals]


def test_another_seed_is_another_search() -> None:
    """Deal 27 of Crescent needs a restart, which the seed decides."""
    game = GAMES["CR1-N"]
    answers = {solve(game, game.deal(27), Budget(nodes=30_000), seed) for seed in (0, 1)}
    assert len(answers) == 2


@pytest.mark.parametrize("rule", ALL)
def test_a_small_budget_ends_soon(rule: str) -> None:
    """What is not decided within the budget is unknown, with about the effort that was allowed."""
    game = GAMES[rule]
    for number in range(3):
        answer = solve(game, game.deal(number), Budget(nodes=50))
        assert isinstance(answer, Lost) or answer.nodes < 1000
    assert solve(game, game.deal(1), Budget(seconds=0)).nodes < 1000


def test_a_search_can_be_stopped() -> None:
    """Whoever is told the progress may stop the search, which then knows nothing."""
    game = GAMES["CR1-N"]
    told: list[int] = []

    def go_on(nodes: int) -> bool:
        told.append(nodes)
        return len(told) < 5

    assert solve(game, game.deal(1), Budget(), go_on=go_on) == Unknown(told[-1])
    assert len(told) == 5 and told == sorted(told)


def test_a_search_step_by_step() -> None:
    """What a worker does between its other tasks gives the same answer."""
    game = GAMES["RU1-R"]
    search = Search(game, game.deal(1))
    assert search.answer == Unknown(0)
    steps = list(search)
    assert search.answer == solve(game, game.deal(1), Budget())
    assert steps == sorted(steps)
    with pytest.raises(StopIteration):
        next(search)
    assert isinstance(search.answer, Solved)


@pytest.mark.parametrize("rule", ["CR1-N", "RU1-C", "RU1-R"])
def test_a_won_game_and_the_last_moves(rule: str) -> None:
    """From every one of the last positions of a line, and from the won one, with no moves left."""
    game = GAMES[rule]
    number = next(n for n in range(50) if isinstance(of_deal(rule, n), Solved))
    answer = of_deal(rule, number)
    assert isinstance(answer, Solved)
    positions = [game.deal(number)]
    for move in answer.line:
        positions.append(game.play(positions[-1], move))
    assert solve(game, positions[-1], Budget()) == Solved((), 0)
    for position in positions[-12:-1]:
        answer = solve(game, position, Budget(nodes=20_000))
        assert isinstance(answer, Solved)
        assert_wins(game, position, answer)


def of_deal(rule: str, number: int) -> object:
    return solve(GAMES[rule], GAMES[rule].deal(number), Budget(nodes=20_000))


def test_cards_face_down_are_known_to_it() -> None:
    """A closed game is solved as the same game dealt open."""
    closed, opened = GAMES["CR1-H"], GAMES["CR1-N"]
    budget = Budget(nodes=12_000)
    assert solve(closed, closed.deal(3), budget) == solve(opened, opened.deal(3), budget)


def test_redeals_are_those_of_the_position() -> None:
    """No line uses more redeals than are left."""
    game = GAMES["CR1-N"]
    for redeals in (0, 2, 4):
        position = replace(game.deal(3), redeals=redeals)
        answer = solve(game, position, Budget(nodes=15_000))
        if isinstance(answer, Solved):
            assert answer.line.count(Move("R", "")) <= redeals
            assert_wins(game, position, answer)
