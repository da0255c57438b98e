"""Perft: the number of legal move sequences of a length, which finds any slip in the moves.

A redeal counts as a move here, positions are not merged, and a won position has no sequence.

How the table was obtained: ``naive.perft(naive.deal(rule, number), depth)`` for each line, computed
once with the naive reading of the rules in this folder, which shares nothing with the engine, not
even the shuffle. To make a line anew, run that call (the deepest take a minute). The tests below
also let both count some of them live.
"""

from __future__ import annotations

import naive
import pytest

from demilune.__main__ import main
from demilune.cards import card
from demilune.deals import DealCode
from demilune.games import GAMES, Move, Position, Status, perft

# Under coverage these would take minutes, and the quick tests reach everything too.
pytestmark = pytest.mark.no_cover

LAST_DEAL = 26**7 - 1

# Rule, deal number, counts for the depths 1, 2, 3 …
TABLE: list[tuple[str, int, list[int]]] = [
    ("CR1-N", 1, [16, 220, 2649]),
    ("CR1-N", 27, [16, 230, 3047]),
    ("CR1-N", 2026, [9, 90, 922]),
    ("CR1-N", LAST_DEAL, [20, 335, 4799]),
    # The fourth redeal shows from depth 4 on (under CR1-N: 28757, without R R R R).
    ("CR1-F", 1, [16, 220, 2649, 28758]),
    ("CR1-F", 2026, [9, 90, 922]),
    # A closed deal has the same moves: the same counts.
    ("CR1-H", 1, [16, 220, 2649]),
    ("CR1-H", LAST_DEAL, [20, 335, 4799]),
    ("CR1-G", 1, [16, 220, 2649]),
    ("CR1-G", 27, [16, 230, 3047]),
    ("RU1-C", 1, [5, 22, 86, 304, 987, 2944]),
    ("RU1-C", 14, [4, 16, 65, 267, 1106, 4591]),
    ("RU1-C", 27, [3, 8, 20, 47, 102, 211]),
    ("RU1-C", 2026, [4, 15, 51, 154, 431, 1168]),
    ("RU1-C", LAST_DEAL, [6, 35, 194, 1041, 5474]),
    ("RU1-R", 1, [18, 308, 5053]),
    ("RU1-R", 14, [17, 293, 5030]),
    ("RU1-R", 27, [15, 218, 3131]),
    ("RU1-R", 2026, [13, 171, 2276]),
    ("RU1-R", LAST_DEAL, [17, 280, 4506]),
]


@pytest.mark.parametrize(("rule", "number", "counts"), TABLE)
def test_table(rule: str, number: int, counts: list[int]) -> None:
    """The engine counts what the naive reading counted once."""
    game = GAMES[rule]
    p = game.deal(number)
    assert [perft(game, p, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(("rule", "number", "counts"), TABLE[::3])
def test_command_line(
    rule: str, number: int, counts: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m demilune perft CODE DEPTH` prints that one number."""
    assert main(["perft", str(DealCode(rule, number)), "2"]) == 0
    assert capsys.readouterr().out == f"{counts[1]}\n"


@pytest.mark.parametrize("rule", list(GAMES))
def test_depth_nought(rule: str) -> None:
    """There is one sequence of no moves."""
    game = GAMES[rule]
    assert perft(game, game.deal(1), 0) == 1


@pytest.mark.parametrize(
    ("rule", "number", "depth"),
    [
        ("CR1-N", 3, 2),
        ("CR1-F", 1000, 2),
        ("CR1-H", 4, 2),
        ("CR1-G", 5, 2),
        ("RU1-C", 3, 4),
        ("RU1-C", 1000, 4),
        ("RU1-R", 3, 2),
        ("RU1-R", 1000, 3),
    ],
)
def test_live(rule: str, number: int, depth: int) -> None:
    """Both count now, each from its own deal; the table is no copy of the engine's numbers."""
    game = GAMES[rule]
    assert perft(game, game.deal(number), depth) == naive.perft(naive.deal(rule, number), depth)


@pytest.mark.parametrize("rule", list(GAMES))
def test_end_of_a_won_game(rule: str) -> None:
    """Counts over the last moves of a won game, where sequences end in a win and go no further."""
    number, moves = naive.won_game(rule)
    game, p, state = GAMES[rule], GAMES[rule].deal(number), naive.deal(rule, number)
    for text in moves[:-2]:
        state = naive.play(state, text)
        p = game.play(p, Move.read(text))
    counts = [naive.perft(state, depth) for depth in (1, 2)]
    assert [perft(game, p, depth) for depth in (1, 2)] == counts
    won = naive.play(naive.play(state, moves[-2]), moves[-1])
    assert naive.perft(won, 0) == 1 and naive.perft(won, 1) == 0


def test_a_won_position_has_no_sequence() -> None:
    """One king is left: up it goes, or to one of six empty columns; the win is where it ends."""
    suits = [[rank + s for rank in naive.RANKS] for s in naive.SUITS]
    suits[0].pop()
    game = GAMES["RU1-C"]
    p = Position(
        tableau=((card("KS"),), (), (), (), (), (), ()),
        face_down=(0,) * 7,
        foundations=tuple(tuple(map(card, s)) for s in suits),
    )
    # Three full foundations may give their kings back to the six empty columns, and the queen of
    # spades goes back onto her king.
    assert perft(game, p, 1) == 1 + 6 + 3 * 6 + 1
    state = naive.russian(
        [["KS"], [], [], [], [], [], []],
        [0] * 7,
        dict(zip(naive.RUSSIAN_FOUNDATIONS, suits, strict=True)),
        soft=False,
    )
    assert perft(game, p, 2) == naive.perft(state, 2)
    won = game.play(p, Move.read("1-S"))
    assert game.status(won) is Status.WON
    assert [perft(game, won, depth) for depth in range(3)] == [1, 0, 0]
