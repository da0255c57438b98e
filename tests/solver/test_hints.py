"""Hints: they use what lies face up alone, never lead in circles, and count honestly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
)
from demilune.solver.winnable import winnable_deals

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


def sampled(
    game: Game, position: Position, samples: int = 3
) -> tuple[Sequence[Move], Share] | None:
    """The best plan after some samples."""
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
    """Every plan tried in every sample gives the same plan and share.

    And where the best plan loses in a sample that can be won, the plan that wins it was tried too.
    """
    game = GAMES[rule]

    def line(position: Position) -> Sequence[Move] | None:
        return getattr(solve(game, position, Budget(nodes=NODES)), "line", None)

    met = 0
    for position in list(walk(game, 3, 13))[::3]:
        sampling = Sampling(game, position, seed=2)
        assert next(done for done in sampling if done == samples) == samples
        again = Sampling(game, position, seed=2)
        hands = [again._sample() for _ in range(samples)]
        lines = [line(hand) for hand in hands]

        def wins(plan: Sequence[Move]) -> list[bool]:
            found = []
            for hand, known in zip(hands, lines, strict=True):  # noqa: B023
                won = known is not None and known[: len(plan)] == plan
                found.append(
                    known is not None and (won or line(played(game, hand, plan)) is not None)
                )
            return found

        plans = [trial.plan for trial in sampling._trials.values()]
        if not any(lines):
            assert sampling.best is None and not plans
            continue
        met += 1
        best, share = sampling.best or ((), Share(0, 0))
        assert best == min(plans, key=lambda plan: (-sum(wins(plan)), len(plan)))
        assert share == Share(sum(wins(best)), samples)
        ends = {replace(played(game, hands[0], plan), score=0) for plan in plans}
        for known, won in zip(lines, wins(best), strict=True):
            if known and not won:
                assert (
                    replace(played(game, hands[0], to_turn(game, position, known)), score=0) in ends
                )
    assert met


def played(game: Game, position: Position, moves: Sequence[Move]) -> Position:
    """The position after some moves."""
    for move in moves:
        position = game.play(position, move)
    return position


def to_turn(game: Game, position: Position, line: Sequence[Move]) -> Sequence[Move]:
    """The moves of a line up to the first that turns a card face up."""
    down = sum(position.face_down)
    return next(
        line[:n]
        for n in range(1, len(line) + 1)
        if sum(played(game, position, line[:n]).face_down) < down
    )


@pytest.mark.parametrize("rule", ["RU1-C", "RU1-R"])
def test_a_plan_turns_a_card_at_its_end(rule: str) -> None:
    """There and not before: until then it needs nothing that is not seen."""
    game = GAMES[rule]
    plans = 0
    for deal in winnable_deals(rule)[:8]:
        for position in list(walk(game, deal.number, 8))[::4]:
            if found := sampled(game, position, 8):
                plan, _ = found
                assert all(
                    game.judge(played(game, position, plan[:n]), move) is None
                    for n, move in enumerate(plan)
                )
                assert to_turn(game, position, plan) == plan
                plans += 1
    assert plans > 3


def test_plans_lead_to_the_end() -> None:
    """A game in which every move seems to win for long, so that shares alone lead round about."""
    game = GAMES["RU1-R"]
    position, moves = game.deal(6_605_804_417), 0
    while any(position.face_down):
        found = sampled(game, position, 12)
        assert found is not None
        position = played(game, position, found[0])
        moves += len(found[0])
    assert moves < 100
    assert isinstance(solve(game, position, Budget(nodes=NODES)), Solved)


def test_with_all_cards_known_there_is_nothing_to_sample() -> None:
    """Lines are for that."""
    game = GAMES["RU1-C"]
    won = endgames.raw.Russian(((),) * 7, (0,) * 7, (13,) * 4, soft=False).position()
    assert best_move(game, won) is None
    with pytest.raises(ValueError, match="face down"):
        Sampling(game, won)
    assert not can_sample(GAMES["CR1-N"]) and can_sample(game)
