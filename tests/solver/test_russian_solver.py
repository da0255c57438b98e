"""Russian Solitaire's solver: its moves, its arguments, and its verdicts."""

from __future__ import annotations

from random import Random

import endgames
import pytest
import raw
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lines import on_winning_lines
from test_crescent_solver import assert_wins

from demilune.games import GAMES, Move, Position
from demilune.solver import Budget, Lost, Proof, Solved, solve
from demilune.solver.russian import Table, buried, written

COMMON = settings(
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
RULES = {"RU1-C": False, "RU1-R": True}
seeds = st.integers(0, 2**32 - 1)


def random_position(rule: str, seed: int, late: bool) -> Position:
    """A position some random moves after a deal, or late in a game."""
    random = Random(seed)
    if late:
        return endgames.late_russian(random, 30, RULES[rule]).position()
    game = GAMES[rule]
    position = game.deal(random.randrange(10**9))
    for _ in range(random.randint(0, 80)):
        moves = list(game.moves(position))
        if not moves:
            break
        position = game.play(position, random.choice(moves))
    return position


def worth_trying(rule: str, position: Position) -> set[Move]:
    """The engine's legal moves, less those that the solver's text calls pointless."""
    game = GAMES[rule]
    empty = [name for name in game.pile_names if not game.cards(position, name)]

    def pointless(move: Move) -> bool:
        if game.is_foundation(move.source):
            return (
                rule == "RU1-C"
                or game.cards(position, move.source)[-1].rank == 1
                or (move.target in empty[1:])
            )
        whole = move.size == len(game.cards(position, move.source))
        return move.target in empty and (move.target != empty[0] or whole)

    return {move for move in game.moves(position) if not pointless(move)}


@pytest.mark.parametrize("rule", RULES)
@settings(COMMON, max_examples=80)
@given(seed=seeds, late=st.booleans())
def test_the_moves_are_the_engines(rule: str, seed: int, late: bool) -> None:
    """The choices are all legal moves that can be of use, and each leads where the engine says."""
    game = GAMES[rule]
    position = random_position(rule, seed, late)
    if game.won(position):
        return
    table = Table.of(position)
    found = {}
    for _, *step in table.choices(rule == "RU1-C"):
        (move,) = written(table, [tuple(step)])
        after = table.copy()
        after.play(*step)
        found[move] = after
    assert set(found) == worth_trying(rule, position)
    for move, after in found.items():
        expected = Table.of(game.play(position, move))
        assert after.below == expected.below
        assert after.ends == expected.ends and after.foundations == expected.foundations


@pytest.mark.parametrize(
    ("rule", "late", "buried", "searched", "proved"),
    [("RU1-C", 1200, 1000, 700, 0), ("RU1-R", 1200, 600, 5, 120)],
)
def test_verdicts_against_brute_force(
    rule: str, late: int, buried: int, searched: int, proved: int
) -> None:
    """Where everything can be tried under the raw rules, the solver says the same.

    Takings back are tried too, which make late positions large unless they are won: most losses
    are of positions with most cards face down.
    """
    random, soft = Random(1), RULES[rule]
    positions = [
        *(endgames.late_russian(random, random.randint(4, 20), soft) for _ in range(late)),
        *(endgames.buried_russian(random, soft) for _ in range(buried)),
    ]
    found: dict[object, int] = {}
    for position in positions:
        truth = raw.winnable(position, 200)
        if truth is None:
            continue
        answer = solve(GAMES[rule], position.position(), Budget(nodes=100_000))
        assert isinstance(answer, Solved if truth else Lost), position
        if isinstance(answer, Solved):
            assert_wins(GAMES[rule], position.position(), answer)
        kind = answer.proof if isinstance(answer, Lost) else Solved
        found[kind] = found.get(kind, 0) + 1
    assert found[Solved] > 0.9 * late
    assert found[Proof.SEARCHED] >= searched
    assert found.get(Proof.BURIED, 0) >= proved


def test_deals_of_classic_against_the_raw_rules() -> None:
    """Whole deals of which every position can be visited, without any of the solver's arguments."""
    game = GAMES["RU1-C"]
    decided = 0
    for number in range(16):
        truth = raw.winnable(raw.Russian.of(game.deal(number), soft=False), 2500)
        if truth is not None:
            decided += 1
            answer = solve(game, game.deal(number), Budget())
            assert isinstance(answer, Solved if truth else Lost), number
    assert decided > 10


@pytest.mark.parametrize("rule", RULES)
def test_whole_deals(rule: str) -> None:
    """Some deals are won, some of Classic lost, and every line is a game."""
    game = GAMES[rule]
    answers = [solve(game, game.deal(number), Budget(nodes=40_000)) for number in range(40)]
    for number, answer in enumerate(answers):
        if isinstance(answer, Solved):
            assert_wins(game, game.deal(number), answer)
    won = sum(isinstance(answer, Solved) for answer in answers)
    assert won == 40 if rule == "RU1-R" else 0 < won < 10
    assert all(isinstance(answer, (Solved, Lost)) for answer in answers)


@settings(COMMON, max_examples=200)
@given(on_winning_lines("RU1-R"))
def test_no_position_on_a_winning_line_is_buried(won: tuple[str, Position]) -> None:
    """The proof of a loss never fires where there is a win."""
    assert not buried(Table.of(won[1]))


@settings(COMMON, max_examples=200)
@given(on_winning_lines(*RULES), seeds)
def test_safe_moves_keep_a_win(won: tuple[str, Position], seed: int) -> None:
    """From any position of a won game, the moves that are played at once do no harm."""
    rule, position = won
    game = GAMES[rule]
    table = Table.of(position)
    start = table.copy()
    for move in written(start, table.play_safe(rule == "RU1-C")):
        assert game.judge(position, move) is None
        position = game.play(position, move)
    assert isinstance(solve(game, position, Budget(nodes=100_000), seed), Solved)


def test_a_king_comes_back_to_an_empty_column() -> None:
    """In Soft a suit that is complete lends its king when a queen must make way."""
    columns = (((1, 11), (2, 12)), ((1, 12), (2, 11)), ((1, 13),), ((2, 13), (1, 10)), (), (), ())
    late = raw.Russian(columns, (0,) * 7, (13, 9, 10, 13), soft=True)
    game = GAMES["RU1-R"]
    moves = {str(move) for move in worth_trying("RU1-R", late.position())}
    assert {"S-5", "C-5"} <= moves
    answer = solve(game, late.position(), Budget())
    assert isinstance(answer, Solved)
    assert_wins(game, late.position(), answer)


def test_a_group_of_twenty_at_most() -> None:
    """A lower card of a column of 22 is out of reach; the twentieth from its end is not."""
    suit = tuple((0, rank) for rank in range(12, 2, -1))
    others = tuple((3, rank) for rank in range(12, 2, -1))
    column = ((1, 11), (2, 11), *suit, *others)
    rest = tuple(((s, r),) for s, r in ((1, 12), (2, 12), (0, 13), (3, 13), (1, 13), (2, 13)))
    position = raw.Russian((column, *rest), (0,) * 7, (2, 10, 10, 2), soft=False).position()
    moves = {str(move) for move in worth_trying("RU1-C", position)}
    assert "1x20-4" in moves and "1x21-3" not in moves and "1x22-2" not in moves
    answer = solve(GAMES["RU1-C"], position, Budget())
    assert isinstance(answer, Solved)
    assert_wins(GAMES["RU1-C"], position, answer)
