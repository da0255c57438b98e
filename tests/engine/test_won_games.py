"""Whole won games of every rule: the records of tests/games/won.txt, which other tests play too."""

from itertools import pairwise

import pytest
from won_games import FILE, WON

from demilune.games import GAMES, REDEAL, Status
from demilune.record import Record, read_record, replay
from demilune.session import Session

by_code = pytest.mark.parametrize("record", WON, ids=lambda record: str(record.code))


@by_code
def test_every_record_ends_won(record: Record) -> None:
    """A record replays without a refusal, is won with its last move, and not before."""
    game = record.code.game
    positions = replay(record)
    assert len(positions) == len(record.moves) + 1
    assert [game.status(position) for position in positions[-2:]] == [Status.PLAYING, Status.WON]
    assert not list(game.moves(positions[-1]))


@by_code
def test_score_of_a_won_game(record: Record) -> None:
    """625 without taking back, 10 more for each card that went up again; Crescent has no score."""
    game = record.code.game
    taken_back = [move for move in record.moves if move.source in game.foundation_names]
    expected = 625 + 10 * len(taken_back) if game.scored else 0
    assert replay(record)[-1].score == expected


@by_code
def test_all_the_way_back_and_forth(record: Record) -> None:
    """Undo to the deal and redo to the end pass through the same positions, counters and text."""
    session = Session(record.code, now=lambda: 0.0, policy="unlimited")
    forth = [session.position]
    for move in record.moves:
        assert session.play(move) is None
        forth.append(session.position)
    assert forth == replay(record)
    end = session.save()
    back = [session.position]
    while session.undo():
        back.append(session.position)
    assert back == forth[::-1]
    assert session.status is Status.PLAYING
    again = [session.position]
    while session.redo():
        again.append(session.position)
    assert again == forth
    assert session.status is Status.WON
    assert session.save() == end


def test_every_rule_has_a_won_game() -> None:
    """The file serves the tests of every rule, canonically written, with a word on each record."""
    lines = FILE.read_text().splitlines()
    assert [line for line in lines if line[0] != "#"] == [str(record) for record in WON]
    assert all(before[0] == "#" for before, line in pairwise(lines) if line[0] != "#")
    assert {record.code.rule for record in WON} == set(GAMES)


def test_what_is_special_occurs() -> None:
    """What other tests look for in these games: redeals, transfers, large groups, kings."""
    found = set()
    for record in WON:
        game = record.code.game
        for position, move in zip(replay(record)[:-1], record.moves, strict=True):
            if move == REDEAL:
                found.add(f"redeal {game.redeals - position.redeals + 1}")
                continue
            if game.is_foundation(move.source):
                found.add("transfer" if game.is_foundation(move.target) else "taken back")
            elif not game.is_foundation(move.target) and not game.cards(position, move.target):
                found.add("king to an empty column")
            found.add(f"group of {move.size}")
    assert {f"redeal {n}" for n in (1, 2, 3, 4)} <= found
    assert {"transfer", "taken back", "king to an empty column", "group of 20"} <= found


def test_rule_letters_share_a_game() -> None:
    """Open or closed, a game of the same deal is won by the same moves."""
    for record in WON:
        twin = {"CR1-N": "CR1-H", "CR1-F": "CR1-G"}.get(record.code.rule)
        if twin:
            same = read_record(str(record).replace(record.code.rule, twin))
            assert same.code.game.won(replay(same)[-1])
