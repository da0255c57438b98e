"""Hints: they use what lies face up alone, never lead in circles, and count honestly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import endgames
import pytest

from demilune.cards import Card
from demilune.games import GAMES, REDEAL, Game, Move, Position
from demilune.solver import Budget, Solved, solve
from demilune.solver.hints import (
    NODES,
    Sampling,
    Share,
    best_move,
    can_sample,
    leads_back,
)
from demilune.solver.search import SOLVERS

ALL = list(GAMES)


def walk(game: Game, number: int, moves: int) -> Iterator[Position]:
    """Positions of a random game."""
    random = Random(number)
    position = game.deal(number)
    for _ in range(moves):
        yield position
        choice = [move for move in game.moves(position) if move != REDEAL or random.random() < 0.2]
        if not choice:
            return
        position = game.play(position, random.choice(choice))


def otherwise(position: Position, seed: int) -> Position:
    """The same to a player's eyes: the cards face down changed places."""
    down = position.face_down
    hidden = [card for pile, n in zip(position.tableau, down, strict=True) for card in pile[:n]]
    Random(seed).shuffle(hidden)
    cards: Iterator[Card] = iter(hidden)
    return replace(
        position,
        tableau=tuple(
            (*(next(cards) for _ in range(n)), *pile[n:])
            for pile, n in zip(position.tableau, down, strict=True)
        ),
    )


@pytest.mark.parametrize("rule", ["CR1-H", "CR1-G", "RU1-C", "RU1-R"])
def test_hidden_cards_change_no_hint(rule: str) -> None:
    """What looks the same gets the same hint."""
    game = GAMES[rule]
    for position in walk(game, 5, 15):
        assert best_move(game, position) == best_move(game, otherwise(position, 1))
    if can_sample(game):
        position = game.deal(5)
        assert sampled(game, position) == sampled(game, otherwise(position, 1))


def sampled(game: Game, position: Position, samples: int = 3) -> tuple[Move, Share] | None:
    """The best move after some samples."""
    sampling = Sampling(game, position)
    for done in sampling:
        if done == samples:
            break
    return sampling.best


@pytest.mark.parametrize("rule", ALL)
def test_following_hints_never_goes_in_circles(rule: str) -> None:
    """Each hint is legal and leads to a new position, until there is none or the game is won."""
    game = GAMES[rule]
    before = [game.deal(7)]
    while (move := best_move(game, before[-1], before)) is not None and len(before) < 60:
        assert game.judge(before[-1], move) is None
        before.append(game.play(before[-1], move))
    seen = {replace(position, score=0) for position in before}
    assert len(seen) == len(before)
    assert len(before) > 10


def test_the_redeal_is_named_when_it_is_all_there_is() -> None:
    """When no card can move but a redeal is left, that is the hint; without one there is none."""
    game = GAMES["CR1-N"]
    late = endgames.late_crescent(Random(0), 20, 1).position()
    stuck = replace(
        late,
        tableau=(late.tableau[0][:0],) * 14 + ((Card("S", 9, 0), Card("H", 5, 0)), (Card("D", 7),)),  # type: ignore[arg-type]
        foundations=game.deal(0).foundations,
    )
    assert best_move(game, stuck) == REDEAL
    assert best_move(game, replace(stuck, redeals=0)) is None


def test_a_card_that_fits_goes_up_first() -> None:
    """Where a card can go up from a deal, that is the hint as a rule."""
    game = GAMES["CR1-N"]
    up = []
    for number in range(15):
        position = game.deal(number)
        moves = [move for move in game.moves(position) if move != REDEAL]
        if any(game.is_foundation(move.target) for move in moves):
            hint = best_move(game, position)
            up.append(hint is not None and hint != REDEAL and game.is_foundation(hint.target))
    assert len(up) > 10 and sum(up) > 0.7 * len(up)


def test_transfers_are_hints_too() -> None:
    """Where a card fits after foundations have slid, the transfer is the hint."""
    game = GAMES["CR1-N"]
    late = endgames.raw.Crescent(
        (
            ((2, 3),),
            *(((2, rank),) for rank in (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 2, 1)),
            (),
            (),
            (),
        ),
        (13, 13, 8, 13),
        (1, 1, 9, 1),
        0,
    )
    moves = {str(move) for move in game.moves(late.position())}
    hint = best_move(game, late.position())
    assert hint is not None and str(hint) in moves


@pytest.mark.parametrize(("rule", "samples"), [("RU1-C", 12), ("RU1-R", 5)])
def test_the_best_share_is_that_of_trying_all(rule: str, samples: int) -> None:
    """Every move in every sample gives the same move and share, in far more steps."""
    game = GAMES[rule]
    for position in list(walk(game, 3, 13))[::3]:
        sampling, steps = Sampling(game, position, seed=2), 0
        drawn = Sampling(game, position, seed=2)
        hands = [drawn._sample() for _ in range(samples)]
        for done in sampling:
            steps += 1
            if done == samples:
                break
        moves = SOLVERS[type(game)].ranked(game, position)
        moves = [move for move in moves if not leads_back(game, [position], move)]
        wins = {
            move: sum(
                isinstance(solve(game, game.play(hand, move), Budget(nodes=NODES)), Solved)
                for hand in hands
            )
            for move in moves
        }
        best = max(moves, key=wins.__getitem__)
        assert sampling.best == (best, Share(wins[best], samples))
        assert steps <= samples * (len(moves) + 1)


def test_a_move_back_is_not_tried() -> None:
    """Not even when it would win every time."""
    game = GAMES["RU1-R"]
    deal = game.deal(3)
    first = sampled(game, deal)
    assert first is not None
    after = game.play(deal, first[0])
    sampling = Sampling(game, deal, [after])
    for done in sampling:
        if done == 3:
            break
    assert sampling.best is not None and sampling.best[0] != first[0]


def test_without_moves_there_is_nothing_to_sample() -> None:
    """A won game gives no hint and no samples."""
    game = GAMES["RU1-C"]
    won = endgames.raw.Russian(((),) * 7, (0,) * 7, (13,) * 4, soft=False).position()
    assert best_move(game, won) is None
    assert list(Sampling(game, won)) == [] and Sampling(game, won).best is None
    assert not can_sample(GAMES["CR1-N"]) and can_sample(game)
