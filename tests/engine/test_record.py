"""Moves and records as text: what is written, what is read, and what an error says."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from won_games import WON, won

from demilune.deals import CodeError, DealCode
from demilune.games import GAMES, REDEAL, Move, NotationError, Refusal
from demilune.record import Record, RecordError, read_moves, read_record, replay, write_moves

fixed = settings(derandomize=True, database=None)

NAMES = sorted({name for game in GAMES.values() for name in game.places} | {"0", "17", "X"})
moves = st.just(REDEAL) | st.builds(
    Move, st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 999)
)
codes = st.builds(DealCode, st.sampled_from(list(GAMES)), st.integers(0, 26**7 - 1))


# ------------------------------------------------------------------------------------- one move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move("10", "14"), "10-14"),
        (Move("10", "SA"), "10-SA"),
        (Move("SA", "SK"), "SA-SK"),
        (REDEAL, "R"),
        (Move("3", "6", 5), "3x5-6"),
        (Move("3", "6", 20), "3x20-6"),
        (Move("4", "S"), "4-S"),
        (Move("S", "4"), "S-4"),
    ],
)
def test_notation(move: Move, text: str) -> None:
    """The notation of every kind of move, written and read."""
    assert str(move) == text
    assert Move.read(text) == move


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("10>14", "10-14"),
        ("10→14", "10-14"),
        ("10–14", "10-14"),
        ("10-sa", "10-SA"),
        ("sa>sk", "SA-SK"),
        ("r", "R"),
        ("3X5-6", "3x5-6"),
        ("3x5→s", "3x5-S"),
        ("3x1-6", "3-6"),
        ("  4-s\n", "4-S"),
    ],
)
def test_forgiving_notation(text: str, canonical: str) -> None:
    """Arrows for the hyphen, lower case, a count of one and space around are read."""
    assert str(Move.read(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "10",
        "10-",
        "-14",
        "10--14",
        "10 14",
        "10-14-3",
        "1014",
        "RR",
        "R-",
        "x5-6",
        "3x-6",
        "3x0-6",
        "3x05-6",
        "3x1000-6",
        "3x5x5-6",
        "3-6x5",
        "1000-1",
        "ABCD-1",
        "S1-2",
        "1-2-",
        "10=14",
        "١-٢",
        "10-14;",
    ],
)
def test_text_of_no_move(text: str) -> None:
    """Anything else is no move, and the error keeps it."""
    with pytest.raises(NotationError) as caught:
        Move.read(text)
    assert caught.value.text == text
    assert str(caught.value) == f"not a move: {text!r}"


def test_long_text_of_no_move() -> None:
    """An error shows no more than the beginning of a long text."""
    with pytest.raises(NotationError) as caught:
        Move.read("1-" + "9" * 1000)
    assert caught.value.text == "1-" + "9" * 38


@fixed
@given(moves)
def test_move_round_trip(move: Move) -> None:
    """Every move is read as it is written."""
    assert Move.read(str(move)) == move


@fixed
@example("\ud800-1")
@given(st.text(alphabet="0123456789SHDCAKRrx-–>→ ß²١\n", max_size=12) | st.text())
def test_any_text_is_a_move_or_not(text: str) -> None:
    """Whatever is typed is a move that can be written, or a NotationError."""
    try:
        move = Move.read(text)
    except NotationError:
        return
    assert Move.read(str(move)) == move
    assert move.size >= 1


# ------------------------------------------------------------------------------------- a record


@pytest.mark.parametrize(
    "text",
    [
        "CR1-N-AAAAAAB: 10-14 3-SA R 5-9",
        "cr1naaaaaab:10>14 3→sa r 5-9",
        "  CR1-N-AAAAAAB  :\n10-14\t3-SA\n\nR   5-9\n",
        "https#?code=CR1-N-AAAAAAB: 10-14 3-SA R 5-9",
    ],
)
def test_read_record(text: str) -> None:
    """The example of the notation, also as people paste it."""
    record = read_record(text)
    assert record.code == DealCode("CR1-N", 1)
    assert record.moves == (Move("10", "14"), Move("3", "SA"), REDEAL, Move("5", "9"))
    assert str(record) == "CR1-N-AAAAAAB: 10-14 3-SA R 5-9"
    assert write_moves(record.moves) == "10-14 3-SA R 5-9"


@pytest.mark.parametrize("text", ["RU1-C-AAAAAAB:", "RU1-C-AAAAAAB", " ru1caaaaaab :  "])
def test_record_without_moves(text: str) -> None:
    """A deal nobody has played on is a record too; the colon may be missing then."""
    record = read_record(text)
    assert record == Record(DealCode("RU1-C", 1), ())
    assert str(record) == "RU1-C-AAAAAAB:"


@fixed
@given(st.builds(Record, codes, st.lists(moves, max_size=30).map(tuple)))
def test_record_round_trip(record: Record) -> None:
    """Every record is read as it is written, on one line."""
    assert read_record(str(record)) == record
    assert "\n" not in str(record)


# ----------------------------------------------------------------------------------- the errors


def test_error_of_the_code() -> None:
    """A record with a bad code raises the code's own error, before the moves are looked at."""
    with pytest.raises(CodeError) as caught:
        read_record("CR1-X-AAAAAAB: nonsense")
    assert caught.value.part == "rule"


@pytest.mark.parametrize(
    ("text", "number", "shown"),
    [
        ("CR1-N-AAAAAAB: nonsense", 1, "nonsense"),
        ("CR1-N-AAAAAAB: 3-SA R 5=9 more", 3, "5=9"),
        ("CR1-N-AAAAAAB: R R: 1-2", 2, "R:"),
        ("CR1-N-AAAAAAB: " + "y" * 100, 1, "y" * 40),
    ],
)
def test_error_of_the_notation(text: str, number: int, shown: str) -> None:
    """What is no move is named by its number and its text, and there is no refusal."""
    with pytest.raises(RecordError) as caught:
        read_record(text)
    error = caught.value
    assert (error.number, error.text, error.refusal, error.position) == (number, shown, None, None)
    assert str(error) == f"move {number}, {shown}: not a move in the notation"


@pytest.mark.parametrize(
    ("text", "number", "shown", "refusal"),
    [
        ("CR1-N-AAAAAAB: 1-17", 1, "1-17", Refusal.UNKNOWN_PILE),
        ("CR1-N-AAAAAAB: 3-DK 5-HA 5>1", 3, "5-1", Refusal.NOT_SAME_SUIT),
        ("CR1-N-AAAAAAB: R R R R", 4, "R", Refusal.NO_REDEAL_LEFT),
        ("RU1-C-AAAAAAB: 3x5-1", 1, "3x5-1", Refusal.NOT_SAME_SUIT),
        ("RU1-C-AAAAAAB: 7x6-1", 1, "7x6-1", Refusal.FACE_DOWN),
        ("RU1-C-AAAAAAB: r", 1, "R", Refusal.NO_REDEAL_LEFT),
    ],
)
def test_error_of_the_rules(text: str, number: int, shown: str, refusal: Refusal) -> None:
    """A refused move is named by number, canonical text and reason, with the position before it."""
    record = read_record(text)
    with pytest.raises(RecordError) as caught:
        replay(record)
    error = caught.value
    assert (error.number, error.text, error.refusal) == (number, shown, refusal)
    assert error.position == replay(Record(record.code, record.moves[: number - 1]))[-1]
    assert str(error) == f"move {number}, {shown}: {refusal.value}"


def test_errors_are_value_errors() -> None:
    """Who does not care which part is bad catches ValueError."""
    assert all(issubclass(e, ValueError) for e in (CodeError, NotationError, RecordError))


def test_refusals_tell_themselves_apart() -> None:
    """Each reason has a text of its own."""
    assert len({refusal.value for refusal in Refusal}) == len(Refusal) == 21


def test_a_won_game_is_over() -> None:
    """No move comes after the last one."""
    record = won("RU1-C-AAAAAAS")
    with pytest.raises(RecordError) as caught:
        replay(Record(record.code, (*record.moves, Move("S", "1"))))
    assert (caught.value.refusal, caught.value.number) == (Refusal.GAME_OVER, 75)


PIECES = ["CR1-N-AAAAAAB", "ru1caaaaaab", ":", " ", "R", "3-DK", "7-C", "3x5-6", "-", "?", "é"]


@fixed
@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_a_record_or_not(text: str) -> None:
    """Any text is a record that replays, or one of the two errors says what is wrong with it."""
    try:
        record = read_record(text)
        positions = replay(record)
    except RecordError as error:
        assert error.number >= 1
        assert error.text
        return
    except CodeError:
        return
    assert len(positions) == len(record.moves) + 1
    assert read_record(str(record)) == record


@fixed
@given(st.sampled_from(WON), st.lists(moves, min_size=1, max_size=5), st.integers(0, 160))
def test_strange_moves_in_a_game(game: Record, strange: list[Move], place: int) -> None:
    """Moves strewn into a game: each error tells the truth about the position that it names."""
    record = Record(game.code, (*game.moves[:place], *strange, *game.moves[place:]))
    try:
        assert len(replay(record)) == len(record.moves) + 1
    except RecordError as error:
        move = record.moves[error.number - 1]
        assert error.text == str(move)
        assert error.position is not None
        assert error.refusal is game.code.game.judge(error.position, move) is not None


def test_moves_alone() -> None:
    """Moves can be read without a code, and none at all."""
    assert read_moves(" ") == ()
    assert read_moves("R 1-2") == (REDEAL, Move("1", "2"))
    assert write_moves([]) == ""
