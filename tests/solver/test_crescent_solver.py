"""Crescent's solver: its moves, its evaluation, its arguments, its verdicts, each by itself."""

from __future__ import annotations

import tracemalloc
from random import Random

import endgames
import pytest
import raw
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lines import on_winning_lines

from demilune.games import GAMES, REDEAL, Game, Position
from demilune.solver import Budget, Lost, Proof, Solved, solve
from demilune.solver.crescent.beam import Beam, Child, best_of_each
from demilune.solver.crescent.dead_end import is_dead_end
from demilune.solver.crescent.evaluation import (
    FEATURES,
    SCALE,
    Evaluation,
    features,
    read_weights,
)
from demilune.solver.crescent.exhaustion import every_step
from demilune.solver.crescent.table import RANK_OF, SUIT_OF, Pair, Piles, dealt, pairs

GAME = GAMES["CR1-F"]
COMMON = settings(
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
seeds = st.integers(0, 2**32 - 1)


def settled(position: Position) -> object:
    """A position as the solver sees it: piles in any order, foundations that meet as one."""
    together = tuple(pair.settled for pair in pairs(position))
    return (tuple(sorted(dealt(position))), together, position.redeals)


def with_transfers(game: Game, position: Position) -> list[Position]:
    """A position and all that transfers between foundations make of it."""
    found = [position]
    for one in found:
        for move in game.moves(one):
            if move != REDEAL and game.is_foundation(move.source):
                after = game.play(one, move)
                if after.foundations not in [other.foundations for other in found]:
                    found.append(after)
    return found


def random_position(seed: int, late: bool) -> Position:
    """A position some random moves after a deal, or late in a game."""
    random = Random(seed)
    if late:
        return endgames.late_crescent(random, 40, random.randint(0, 4)).position()
    position = GAME.deal(random.randrange(10**9))
    for _ in range(random.randint(0, 60)):
        moves = list(GAME.moves(position))
        if not moves:
            break
        # Redeals are rare, or all of them are soon gone.
        move = random.choice(moves if random.random() < 0.1 else moves[:-1] or moves)
        position = GAME.play(position, move)
    return position


@settings(COMMON, max_examples=60)
@given(seeds, st.booleans())
def test_the_moves_are_the_engines(seed: int, late: bool) -> None:
    """What the solver can reach in one move is what the rules allow, transfers taken together."""
    position = random_position(seed, late)
    allowed = {
        settled(GAME.play(one, move))
        for one in with_transfers(GAME, position)
        for move in GAME.moves(one)
        if move == REDEAL or not GAME.is_foundation(move.source)
    }
    table = Piles()
    piles = [table[pile] for pile in dealt(position)]
    together = tuple(pair.settled for pair in pairs(position))
    reached = {
        (tuple(sorted(pile.cards for pile in after)), after_pairs, redeals)
        for _, (after, after_pairs, redeals) in every_step(table, piles, together, position.redeals)
    }
    assert reached == allowed


@settings(COMMON, max_examples=60)
@given(seeds, st.booleans())
def test_a_beam_reaches_every_position_and_values_it_right(seed: int, late: bool) -> None:
    """The quick evaluation, step by step, is the sum of the named features' weights."""
    position = random_position(seed, late)
    evaluation = Evaluation(read_weights())
    piles = [evaluation.piles[pile] for pile in dealt(position)]
    foundations = evaluation.foundations(pairs(position))
    if foundations.cards >= 103:
        return
    beam = Beam(evaluation, 1)
    state = beam.start(piles, foundations, position.redeals)
    children = [[] for _ in range(position.redeals + 1)]
    beam.expand(state, children)
    reached = set()
    for of_redeals in children:
        for value, _, _, step, after, *_ in of_redeals:
            moved = beam.played(piles, step)
            named = features([pile.cards for pile in moved], after.pairs)
            assert value == sum(evaluation.weights[name] for name in named), step
            reached.add((tuple(sorted(pile.cards for pile in moved)), after.pairs))
    expected = {
        (tuple(sorted(pile.cards for pile in after)), after_pairs)
        for _, (after, after_pairs, _) in every_step(
            evaluation.piles, piles, foundations.pairs, position.redeals
        )
    }
    top = [pile.top for pile in piles]
    if position.redeals or not any(foundations.safe[card] for card in top):
        assert reached == expected
    else:
        assert len(reached) == 1 and reached <= expected


def test_the_weights_are_those_of_the_features() -> None:
    """No feature lacks a weight, none is misspelt, and the common ones count."""
    weights = read_weights()
    assert sorted(weights) == sorted(FEATURES)
    assert len(set(FEATURES)) == len(FEATURES)
    assert weights["card on a foundation"] > 1 and weights["blocks"] < -0.5
    assert Evaluation({"blocks": 0.5}).weights["blocks"] == SCALE // 2


@pytest.mark.parametrize(
    ("redeals", "cards", "positions", "lost"),
    [(0, 11, 1500, 500), (0, 16, 500, 250), (1, 9, 600, 50), (2, 8, 300, 10), (3, 7, 100, 0)],
)
def test_verdicts_against_brute_force(redeals: int, cards: int, positions: int, lost: int) -> None:
    """On positions small enough to try everything, the solver says the same, and is always sure."""
    random = Random(redeals)
    verdicts: dict[bool, int] = {True: 0, False: 0}
    for _ in range(positions):
        late = endgames.late_crescent(random, cards, redeals)
        truth = raw.winnable(late, 3000)
        if truth is None:
            continue
        answer = solve(GAME, late.position(), Budget(nodes=100_000))
        assert isinstance(answer, Solved if truth else Lost), late
        if isinstance(answer, Solved):
            assert_wins(GAME, late.position(), answer)
        verdicts[truth] += 1
    assert sum(verdicts.values()) > 0.95 * positions
    assert verdicts[False] >= lost and verdicts[True] > 0


def assert_wins(game: Game, position: Position, answer: Solved) -> None:
    """The engine accepts the line, and it wins."""
    for move in answer.line:
        assert game.judge(position, move) is None, move
        position = game.play(position, move)
    assert game.won(position)


HARD = [176, 452, 833]

CRESCENTS = [rule for rule in GAMES if GAMES[rule].redeals]


@settings(COMMON, max_examples=300)
@given(on_winning_lines(*CRESCENTS))
def test_no_position_on_a_winning_line_is_a_dead_end(won: tuple[str, Position]) -> None:
    """The proof of a loss never fires where there is a win."""
    _, position = won
    table = Piles()
    assert not is_dead_end([table[pile] for pile in dealt(position)], pairs(position))


@settings(COMMON, max_examples=100)
@given(on_winning_lines(*CRESCENTS), seeds)
def test_safe_moves_keep_a_win(won: tuple[str, Position], seed: int) -> None:
    """From positions on winning lines, every safe move leads to one that is won still."""
    rule, position = won
    game = GAMES[rule]
    for pile, cards in zip(game.pile_names, dealt(position), strict=True):
        if not cards:
            continue
        pair = pairs(position)[SUIT_OF[cards[-1]]]
        rank = RANK_OF[cards[-1]]
        if pair.after(rank) and pair.safe(rank):
            up = next(
                move for move in game.targets(position, pile) if game.is_foundation(move.target)
            )
            after = game.play(position, up)
            assert isinstance(solve(game, after, Budget(nodes=200_000), seed), Solved)


def test_buried_cards() -> None:
    """A queen under its king, and nothing that could carry the king: no search is needed."""
    late = raw.Crescent((((0, 13), (0, 12)), *((),) * 15), (11, 13, 13, 13), (1,) * 4, 0)
    assert isinstance(solve(GAME, late.position(), Budget()), Solved)
    buried = late._replace(piles=(((0, 12), (0, 13)), *((),) * 15))
    assert solve(GAME, buried.position(), Budget()) == Lost(Proof.BURIED, 0)
    # With a redeal left the queen comes up.
    again = solve(GAME, buried._replace(redeals=1).position(), Budget())
    assert isinstance(again, Solved) and str(again.line[0]) == "R"


def test_transfers_are_spelled_out() -> None:
    """Cards that fit only after foundations have slid either way."""
    low = raw.Crescent((((2, 3),), ((2, 3),), *((),) * 14), (13, 13, 8, 13), (1, 1, 9, 1), 0)
    assert Pair(8, 9).meeting
    cards = [((2, rank),) for rank in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 2, 1)]
    low = low._replace(piles=(*cards, *((),) * 3))
    answer = solve(GAME, low.position(), Budget(nodes=100_000))
    assert isinstance(answer, Solved)
    assert_wins(GAME, low.position(), answer)
    high = low._replace(aces=(13, 13, 2, 13), kings=(1, 1, 3, 1))
    answer = solve(GAME, high.position(), Budget(nodes=100_000))
    assert isinstance(answer, Solved)
    assert_wins(GAME, high.position(), answer)


@pytest.mark.parametrize("rule", ["CR1-N", "CR1-F", "CR1-H", "CR1-G"])
def test_whole_deals(rule: str) -> None:
    """A deal of each rule, closed ones too, from its beginning."""
    game = GAMES[rule]
    answer = solve(game, game.deal(4), Budget(nodes=150_000))
    assert isinstance(answer, Solved)
    assert_wins(game, game.deal(4), answer)


def test_forgetting_changes_nothing_but_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it takes too much memory, what was worked out is thrown away, and the search goes on."""
    monkeypatch.setattr("demilune.solver.crescent.solver.MOST_KILOBYTES", 100)
    game = GAMES["CR1-N"]
    answers = [solve(game, game.deal(number), Budget(nodes=60_000)) for number in range(6)]
    assert any(isinstance(answer, Solved) for answer in answers)
    for number, answer in enumerate(answers):
        if isinstance(answer, Solved):
            assert_wins(game, game.deal(number), answer)


@pytest.mark.parametrize("number", [313, 539])
def test_a_long_search_takes_no_more_memory_than_it_reckons(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """However long it lasts: of all that it works out it keeps so many kilobytes and a beam's."""
    monkeypatch.setattr("demilune.solver.crescent.solver.MOST_KILOBYTES", most := 6000)
    game = GAMES["CR1-N"]
    tracemalloc.start()
    try:
        solve(game, game.deal(number), Budget(nodes=60_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3 * most * 1024


def test_a_beam_prefers_what_comes_from_different_positions() -> None:
    """The best from each of some positions comes first, then the others; nothing is lost."""
    position = GAMES["CR1-N"].deal(3)
    evaluation = Evaluation(read_weights())
    beam = Beam(evaluation, 8, Random(0))
    levels = beam.search(
        [evaluation.piles[pile] for pile in dealt(position)],
        evaluation.foundations(pairs(position)),
        position.redeals,
    )
    next(levels), next(levels)
    children: list[list[Child]] = [[] for _ in range(position.redeals + 1)]
    for state in beam.level:
        beam.expand(state, children)
    by_value = sorted(children[-1], reverse=True)
    before = {child[2] for child in by_value}
    assert 1 < len(before) < len(by_value)
    found = best_of_each(by_value)
    assert sorted(found, reverse=True) == by_value
    first, others = found[: len(before)], found[len(before) :]
    assert {child[2] for child in first} == before
    for part in (first, others):
        assert part == sorted(part, reverse=True)
    for child in first:
        assert child == max(one for one in by_value if one[2] is child[2])


def test_beams_begin_small_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a little wider than the one before, until they begin with the first width again."""
    widths: list[int] = []

    class Watched(Beam):
        def __init__(self, evaluation: Evaluation, width: int, random: Random | None) -> None:
            super().__init__(evaluation, width, random)
            widths.append(width)

    monkeypatch.setattr("demilune.solver.crescent.solver.Beam", Watched)
    monkeypatch.setattr("demilune.solver.crescent.solver.WIDEST", 4)
    game = GAMES["CR1-N"]
    solve(game, game.deal(313), Budget(nodes=80_000))
    assert widths[:9] == [2, 2, 3, 3, 2, 2, 3, 3, 2]


@pytest.mark.parametrize("number", HARD)
def test_hard_deals(number: int) -> None:
    """Deals that beams without spread leave open after a million nodes."""
    game = GAMES["CR1-N"]
    answer = solve(game, game.deal(number), Budget(nodes=21_000))
    assert isinstance(answer, Solved)
    assert_wins(game, game.deal(number), answer)
