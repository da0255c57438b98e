"""What the page asks of the solver: the answers hold in the engine, and end."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from won_games import WON

from demilune.deals import read_code
from demilune.games import GAMES, REDEAL, Move, Status
from demilune.record import Record, read_moves, read_record, replay
from demilune.solver import Budget, Solved, solve, wishes
from demilune.solver.winnable import winnable_deals
from demilune.solver.wishes import answer


def reports(want: str, **needs: object) -> Iterator[dict[str, Any]]:
    for text in answer(json.dumps({"id": 5, "want": want, **needs})):
        if text:
            report = json.loads(text)
            assert report.pop("id") == 5
            yield report


def final(want: str, **needs: object) -> dict[str, Any]:
    *progress, last = reports(want, **needs)
    assert last.pop("done")
    assert not any("done" in report for report in progress)
    return last


def test_following_hints_wins_an_open_game():
    """Every hint is of the line that the first one has found, and the line wins."""
    record = read_record("CR1-N-AAAAAAB:")
    found = final("hint", record=str(record), seconds=60)
    assert found["by"] == "line"
    line = read_moves(found["line"])
    assert str(line[0]) == found["move"]
    positions = replay(record._replace(moves=line))
    assert record.code.game.status(positions[-1]) is Status.WON


@pytest.mark.parametrize("want", ["hint", "solve", "show"])
def test_lines_spare_redeals(want: str):
    """The first line that the search finds takes more redeals than a little more effort needs."""
    code = read_code("CR1-N-AAAAABH")
    first = solve(code.game, code.game.deal(code.number), Budget())
    assert isinstance(first, Solved)
    found = final(want, record=f"{code}:", seconds=60)
    line = read_moves(found.get("line") or found["moves"])
    assert line.count(REDEAL) < first.line.count(REDEAL)
    assert code.game.status(replay(Record(code, line))[-1]) is Status.WON


@pytest.mark.parametrize("rule", ["CR1-H", "RU1-C", "RU1-R"])
def test_hints_of_closed_games_say_how_they_were_found(rule: str):
    """By looks or by samples, never by a line; and by samples with how many of them are won."""
    found = final("hint", record=f"{rule}-AAAAAAB:", seconds=2)
    assert "line" not in found
    game = GAMES[rule]
    assert game.judge(game.deal(1), Move.read(found["move"])) is None
    assert found["by"] == ("looks" if rule == "CR1-H" else "samples")
    if found["by"] == "samples":
        assert 0 <= found["wins"] <= found["samples"] <= 50
        assert ("plan" in found) == (found["wins"] > 0)
    if rule == "RU1-R":
        assert str(read_moves(found["plan"])[0]) == found["move"]


@pytest.mark.parametrize("rule", list(GAMES))
def test_hints_never_lead_in_a_circle(rule: str):
    """Whoever plays nothing but hints comes to an end, without meeting a position again."""
    record = read_record(f"{rule}-AAAAAAC:")
    game = record.code.game
    # Without time for a line, so that each is found anew.
    for _ in range(25):
        found = final("hint", record=str(record), seconds=0)
        if "move" not in found:
            break
        record = record._replace(moves=(*record.moves, Move.read(found["move"])))
        positions = replay(record)
        assert positions[-1] not in positions[:-1]
    assert record.moves
    assert game.status(replay(record)[-1]) in Status


def test_where_no_card_can_move_there_is_no_hint():
    """A game of Russian Solitaire that has come to its end with cards face down."""
    record = read_record("RU1-C-AAAAAAB:")
    game = record.code.game
    position = game.deal(record.code.number)
    while move := next(iter(game.moves(position)), None):
        record = record._replace(moves=(*record.moves, move))
        position = game.play(position, move)
        assert len(record.moves) < 200
    assert any(position.face_down)
    assert final("hint", record=str(record), seconds=5) == {}


def test_a_game_that_is_over_has_no_hint():
    for record in WON[:2]:
        assert final("hint", record=str(record), seconds=1) == {}


def test_where_a_game_was_lost():
    """After the last move that could still be won there is a line; the next one is proved lost."""
    record = read_record("RU1-C-AAAAAAS:")
    won = next(each for each in WON if each.code == record.code)
    game, spoilt = record.code.game, None
    for count in range(len(won.moves)):
        position = replay(won)[count]
        for move in game.moves(position):
            tried = won._replace(moves=(*won.moves[:count], move))
            if final("solve", record=str(tried), seconds=5)["verdict"] == "lost":
                spoilt = tried
                break
        if spoilt:
            break
    assert spoilt, "some move of some position loses"
    found = final("turn", record=str(spoilt), seconds=5)
    count = len(spoilt.moves) - 1
    assert (found["winnable"], found["lost"]) == (count, count + 1)
    assert found["proof"] == "searched"
    line = won._replace(moves=(*spoilt.moves[:count], *read_moves(found["line"])))
    assert game.status(replay(line)[-1]) is Status.WON
    assert final("turn", record=f"{won.code}:", seconds=5)["winnable"] == 0
    assert "lost" not in final("turn", record=str(won), seconds=5)


def test_what_is_not_known_is_not_told():
    """Without time nothing is known of a deal of Crescent: neither that it wins nor that not."""
    assert final("turn", record="CR1-N-AAAAAAE:", seconds=0) == {}
    found = final("solve", record="CR1-N-AAAAAAE:", seconds=0)
    assert found.pop("nodes") < 1000
    assert found == {"verdict": "unknown"}


BURIED = "CR1-N-AAAADHK: R R R"
"""Deal 2220 without its redeals: one move is left."""


def test_what_is_called_lost_has_its_proof():
    """Of both kinds; the hint of an open position too, which is of the best looks then."""
    lost = {"verdict": "lost", "proof": "searched"}
    assert final("solve", record="RU1-C-AAAAAAB:", seconds=5) == lost
    assert final("show", record="RU1-C-AAAAAAB:", seconds=5) == lost
    assert final("turn", record="RU1-C-AAAAAAB:", seconds=5) == {"lost": 0, "proof": "searched"}
    assert final("solve", record=BURIED, seconds=5) == {"verdict": "lost", "proof": "buried"}
    found = final("hint", record=BURIED, seconds=5)
    assert found == {"move": "3-DA", "by": "looks", "proof": "buried"}


@pytest.mark.parametrize("rule", ["RU1-R", "RU1-C"])
def test_deals_are_verified_before_they_are_dealt(rule: str):
    code = final("deal", rule=rule, seed=3)["code"]
    assert code.startswith(rule)
    assert final("solve", record=f"{code}:", seconds=20)["verdict"] == "won"


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_deals_are_as_hard_as_is_wished(difficulty: str):
    code = read_code(final("deal", rule="CR1-G", seed=8, difficulty=difficulty)["code"])
    levels = {deal.number: deal.difficulty for deal in winnable_deals("CR1-G")}
    assert (code.rule, levels[code.number]) == ("CR1-G", difficulty)


def test_without_a_list_deals_are_drawn_until_one_can_be_won(monkeypatch: pytest.MonkeyPatch):
    """As for a rule whose list is still to be made; most deals of this one are lost."""
    monkeypatch.setattr(wishes, "winnable_deals", lambda rule: [])
    tried = [
        report["tried"] for report in reports("deal", rule="RU1-C", seed=3) if "tried" in report
    ]
    assert tried == list(range(len(tried)))
    code = final("deal", rule="RU1-C", seed=3)["code"]
    assert final("solve", record=f"{code}:", seconds=20)["verdict"] == "won"


def test_a_way_to_win_is_from_here_or_from_the_deal():
    won = next(each for each in WON if each.code.rule == "RU1-C")
    for record, at in ((won._replace(moves=won.moves[:5]), 5), (won, 0)):
        found = final("show", record=str(record), seconds=20)
        assert (found["verdict"], found["at"]) == ("won", at)
        line = read_moves(found["moves"])
        assert line[:at] == record.moves[:at]
        assert won.code.game.status(replay(won._replace(moves=line))[-1]) is Status.WON


def test_par_begins_with_what_the_player_has_shown():
    """Reports tell each better number once; the answer the last, and whether it is proved."""
    won = next(each for each in WON if each.code.rule.startswith("CR"))
    used = won.moves.count(REDEAL)
    *progress, last = reports("par", record=str(won), seconds=0)
    assert progress == [{"redeals": used}]
    assert last == {"done": True, "redeals": used, "proved": False}
    progress = [each["redeals"] for each in reports("par", record=str(won), seconds=3)]
    assert progress[0] == used and progress == sorted(progress, reverse=True)


def test_par_comes_with_its_way_or_its_proof():
    """A better number with a line that the rules accept; the last, if it is one, with why."""
    record = read_record("CR1-N-AAAAAAA: R R R")
    better = (each for each in reports("par", record=str(record), seconds=60) if "line" in each)
    report = next(better)
    line = read_moves(report["line"])
    assert line.count(REDEAL) == report["redeals"] < 3
    assert record.code.game.won(replay(record._replace(moves=line))[-1])
    code = read_code("CR1-N-AAAAAJV")
    deal = replace(code.game.deal(code.number), redeals=1)
    found = solve(code.game, deal, Budget(nodes=10_000))
    assert isinstance(found, Solved)
    last = final("par", record=str(Record(code, found.line)), seconds=5)
    assert last == {"redeals": 1, "proved": True, "proof": "buried"}


def test_a_way_from_the_deal_comes_with_what_is_proved_of_here():
    """Of the position now, which is lost while the deal is not."""
    found = final("show", record=BURIED, seconds=5)
    assert (found["verdict"], found["at"], found["proof"]) == ("won", 0, "buried")
    found = final("show", record=BURIED, seconds=0)
    assert (found["verdict"], found["proof"]) == ("unknown", "buried")


def test_progress_is_reported():
    progress = list(reports("hint", record="CR1-N-AAAAAAD:", seconds=1))
    assert any("nodes" in report for report in progress)
