"""The address of a frame and the messages to it, without a browser: anything may come."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from demilune.deals import CodeError
from demilune.record import RecordError
from web.embed import (
    MOST_MOVES,
    Goto,
    Load,
    SetTheme,
    Speak,
    read_line,
    read_message,
    read_wish,
)
from web.wording.faults import line_fault

CODE = "CR1-N-AAAAAAB"
MOVES = ["3-DK", "5-HA", "7-DK"]


def wish(**address: str):
    return read_wish(address)


@pytest.mark.parametrize("between", [" ", "+", "_", ",", ", ", "\n"])
def test_moves_may_stand_apart_in_several_ways(between: str):
    line = wish(code=CODE, moves=between.join(MOVES)).line
    assert [str(move) for move in line.moves] == MOVES
    assert line.fault is None


def test_a_whole_record_is_taken_as_code():
    line = wish(code=f"{CODE}: 3-DK 5-HA", moves="7-DK").line
    assert line.record(3) == f"{CODE}: 3-DK 5-HA 7-DK"


def test_a_pasted_link_is_taken_as_code():
    assert str(wish(code=f"https://example.org/?lang=nl&code={CODE}").line.code) == CODE


@pytest.mark.parametrize(
    ("view", "at", "shown"),
    [
        ("play", "", 3),
        ("board", "", 3),
        ("replay", "", 0),
        ("board", "2", 2),
        ("replay", "2", 2),
        ("board", "99", 3),
        ("board", "-4", 0),
        ("board", "two", 3),
        ("replay", "9" * 5000, 0),
    ],
)
def test_the_position_is_cut(view: str, at: str, shown: int):
    """Out of range is drawn to the nearest; what is no number is as if missing."""
    assert wish(code=CODE, moves=" ".join(MOVES), view=view, at=at).line.at == shown


def test_what_is_unknown_keeps_its_default():
    unknown = wish(view="cinema", theme="pink", lang="tlh", bar="2")
    assert (unknown.view, unknown.theme, unknown.bar, unknown.rule) == ("play", None, True, "")


def test_the_bar_is_shown_in_play_unless_it_is_hidden():
    bars = [wish(view=view, bar=bar).bar for view in ("play", "board") for bar in ("0", "1")]
    assert bars == [False, True, False, True]
    assert [wish(view=view).bar for view in ("play", "replay", "board")] == [True, False, False]


@pytest.mark.parametrize("game", ["RU1-R", "ru1r"])
def test_a_game_is_named_by_the_beginning_of_its_codes(game: str):
    assert wish(game=game).rule == "RU1-R"


@pytest.mark.parametrize(
    ("moves", "legal", "words"),
    [
        ("3-DK 5-SA 7-DK", 1, "Move 2, 5-SA, is not possible: This foundation is of another suit"),
        ("3-DK hello", 1, "Move 2, “hello”, cannot be read"),
        ("99-1", 0, "Move 1, 99-1, is not possible: There is no such pile"),
    ],
)
def test_the_legal_part_of_a_record_holds(moves: str, legal: int, words: str):
    line = wish(code=CODE, moves=moves, view="board").line
    assert len(line.moves) == line.at == legal
    assert line_fault(line) == words


@pytest.mark.parametrize("address", [{"code": "CR1-N-AB"}, {"game": "chess"}, {"moves": "3-DK"}])
def test_an_unreadable_code_is_told(address: dict[str, str]):
    line = read_wish(address).line
    assert isinstance(line.fault, CodeError)
    assert line_fault(line)
    assert line.positions == ()


def test_a_record_without_end_is_cut():
    """Else an address could keep the frame busy for ever."""
    # A column's ace goes up and comes back as often as one likes.
    line = read_line("RU1-R-AAAAAAS", "1-H " + "H-1 1-H " * MOST_MOVES, "", "board")
    assert len(line.moves) <= MOST_MOVES
    assert isinstance(line.fault, RecordError)


anything = st.text(max_size=60)
near = st.one_of(
    anything,
    st.sampled_from(
        [CODE, f"{CODE}:3-DK", "RU1-C", "replay", "board", "night", "0", "1", "-1", "R"]
    ),
    st.lists(st.sampled_from(["3-DK", "5x2-1", "R", "R", "S-1", "x", "5-HA"])).map(" ".join),
)
NAMES = ["game", "code", "lang", "moves", "at", "view", "theme", "bar", "other"]


@given(st.dictionaries(st.sampled_from(NAMES), near))
def test_no_address_raises(address: dict[str, str]):
    """Whatever is wrong has words; whatever is legal can be shown."""
    found = read_wish(address)
    line = found.line
    assert (line_fault(line) == "") == (line.fault is None)
    if line.code:
        assert 0 <= line.at <= len(line.moves) == len(line.positions) - 1
        assert line.code.rule == found.rule


def message(kind: object, **fields: object) -> str:
    return json.dumps({"source": "demilune", "v": 1, "type": kind, **fields})


def test_messages_are_read():
    assert read_message(message("goto", at=3)) == Goto(3)
    assert read_message(message("goto", at=-1)) == Goto(0)
    assert read_message(message("theme", theme="paper")) == SetTheme("paper")
    assert read_message(message("lang", lang="nl-BE")) == Speak("nl-BE")
    assert read_message(message("load", code=CODE)) == Load(CODE, "", "", None)
    loaded = read_message(message("load", code=CODE, moves=MOVES, at=2, view="board"))
    assert loaded == Load(CODE, "3-DK 5-HA 7-DK", "2", "board")


WRONG = [
    "",
    "null",
    "[]",
    "7",
    '"goto"',
    json.dumps({"v": 1, "type": "goto", "at": 3}),
    json.dumps({"source": "another", "v": 1, "type": "goto", "at": 3}),
    json.dumps({"source": "demilune", "type": "goto", "at": 3}),
    json.dumps({"source": "demilune", "v": 2, "type": "goto", "at": 3}),
    json.dumps({"source": "demilune", "v": True, "type": "goto", "at": 3}),
    message("goto"),
    message("goto", at="x"),
    message("goto", at=True),
    message("goto", at=None),
    message("goto", at=[1]),
    message("theme", theme="pink"),
    message("theme", theme=["paper"]),
    message("lang", lang="tlh"),
    message("lang", lang=1),
    message("load"),
    message("load", code=7),
    message("load", code=CODE, moves=7),
    message("load", code=CODE, moves=["3-DK", 7]),
    message("load", code=CODE, view="cinema"),
    message("move", move="3-DK"),
    message(["goto"]),
    message(None),
]
"""Messages of other shapes."""


@pytest.mark.parametrize("text", WRONG)
def test_messages_of_other_shapes_are_ignored(text: str):
    assert read_message(text) is None


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    st.sampled_from(["load", "goto", "theme", "lang", "size"]),
    st.dictionaries(st.sampled_from(["code", "moves", "at", "view", "theme", "lang"]), json_values),
)
def test_no_message_raises(kind: str, fields: dict[str, object]):
    found = read_message(message(kind, **fields))
    if isinstance(found, Load):
        read_line(found.code, found.moves, found.at, "replay")


@given(st.text() | st.just("[" * 100_000))
def test_what_is_no_json_is_no_message(text: str):
    read_message(text)
