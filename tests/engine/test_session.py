"""The session: clock, undo and its policies, counters, restart, saves and what may befall them.

The state machines in test_session_machine.py walk through all of it together; here stands what
each part promises by itself.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from won_games import WON, won

from demilune.clock import Clock
from demilune.deals import DealCode
from demilune.games import GAMES, REDEAL, Move, Refusal, Status, UndoPolicy
from demilune.record import Record, read_record, replay
from demilune.session import UNDO_LIMIT, NewerSaveError, SaveError, Session

fixed = settings(derandomize=True, database=None)

LONG_RUSSIAN = won("RU1-R-AAAAAAI")  # 134 moves
LONG_CRESCENT = won("CR1-N-AAAAAAB")  # redeals after 7 and 127 of 150 moves
FIRST_REDEAL, SECOND_REDEAL = 7, 127


class Time:
    """Seconds in the hands of a test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


def begin(code: DealCode, policy: UndoPolicy | None = None) -> Session:
    """A session whose clock nobody looks at."""
    return Session(code, now=lambda: 0.0, policy=policy)


def played(record: Record, count: int | None = None, policy: UndoPolicy | None = None) -> Session:
    """A session with the first moves of a record, or all of them."""
    session = begin(record.code, policy)
    for move in record.moves[:count]:
        assert session.play(move) is None
    return session


def undo_all(session: Session) -> int:
    """Take back all that can be and return how many moves that were."""
    count = 0
    while session.undo():
        count += 1
    return count


def redo_all(session: Session) -> int:
    """Make again all that can be and return how many moves that were."""
    count = 0
    while session.redo():
        count += 1
    return count


# -------------------------------------------------------------------------------------- a clock


def test_clock_counts_while_it_runs(time: Time) -> None:
    """It stands at first, counts between start and stop, and keeps what it has."""
    clock = Clock(time, 5.0)
    time.wait(10)
    assert (clock.running, clock.seconds) == (False, 5)
    clock.start()
    time.wait(2)
    assert (clock.running, clock.seconds) == (True, 7)
    clock.start()
    time.wait(1)
    assert clock.seconds == 8
    clock.stop()
    time.wait(4)
    clock.stop()
    assert (clock.running, clock.seconds) == (False, 8)
    clock.start()
    time.wait(0.5)
    assert clock.seconds == 8.5
    assert Clock(time).seconds == 0


def test_clock_of_a_source_that_is_set_back(time: Time) -> None:
    """A computer's clock may be set back in the middle of a game: no time is lost."""
    clock = Clock(time, 5.0)
    clock.start()
    time.wait(-500)
    assert clock.seconds == 5
    clock.stop()
    assert clock.seconds == 5


# ---------------------------------------------------------------------------- a session's clock


def test_clock_starts_with_the_first_move(time: Time) -> None:
    """Looking at the cards is free, and a refused move starts nothing."""
    session = Session(DealCode("RU1-C", 1), now=time)
    time.wait(60)
    assert session.play(Move("1", "7")) is Refusal.NOT_SAME_SUIT
    time.wait(60)
    assert (session.seconds, session.started) == (0, False)
    assert session.play(next(session.game.moves(session.position))) is None
    time.wait(3)
    assert (session.seconds, session.started) == (3, True)
    session.undo()
    time.wait(4)
    assert (session.seconds, session.started) == (7, True)


def test_redeal_starts_the_clock(time: Time) -> None:
    """A redeal is no move, but with it the game has begun."""
    session = Session(DealCode("CR1-N", 1), now=time)
    assert session.play(REDEAL) is None
    time.wait(3)
    assert (session.seconds, session.started, session.moves_made) == (3, True, 0)


def test_clock_stands_while_nobody_sees_the_game(time: Time) -> None:
    """`pause` stops it even for moves made meanwhile, `resume` lets it go on; both may repeat."""
    session = Session(LONG_RUSSIAN.code, now=time)
    session.pause()
    assert session.play(LONG_RUSSIAN.moves[0]) is None
    time.wait(5)
    assert session.seconds == 0
    session.resume()
    session.resume()
    time.wait(2)
    session.pause()
    session.pause()
    time.wait(100)
    assert session.seconds == 2
    session.resume()
    time.wait(1)
    assert session.seconds == 3


def test_resume_before_the_first_move(time: Time) -> None:
    """A page that was hidden and is seen again starts no clock by itself."""
    session = Session(DealCode("CR1-N", 1), now=time)
    session.pause()
    session.resume()
    time.wait(9)
    assert session.seconds == 0
    session.play(REDEAL)
    time.wait(1)
    assert session.seconds == 1


def test_clock_stops_at_the_end(time: Time) -> None:
    """Won is won: no time after it, not by `resume` either, but again once a move is undone."""
    record = won("RU1-C-AAAAAAS")
    session = Session(record.code, now=time)
    for move in record.moves:
        assert session.play(move) is None
        time.wait(1)
    assert session.status is Status.WON
    assert session.seconds == len(record.moves) - 1
    session.resume()
    time.wait(50)
    assert session.seconds == len(record.moves) - 1
    assert session.undo()
    time.wait(2)
    assert session.redo()
    time.wait(50)
    assert session.seconds == len(record.moves) + 1


# ------------------------------------------------------------------------------- undo and redo


def test_nothing_to_undo_or_redo() -> None:
    """A fresh game has neither, and saying so changes nothing."""
    session = begin(DealCode("CR1-H", 1))
    before = session.save()
    assert (session.can_undo, session.can_redo) == (False, False)
    assert (session.undo(), session.redo()) == (False, False)
    assert session.save() == before


@pytest.mark.parametrize("rule", list(GAMES))
def test_policy_of_the_rule(rule: str) -> None:
    """Without a setting the rule's own policy holds; a setting goes before it."""
    own = "unlimited" if rule in ("CR1-H", "CR1-G") else "limited"
    assert begin(DealCode(rule, 1)).policy == GAMES[rule].undo_policy == own
    assert begin(DealCode(rule, 1), "limited").policy == "limited"
    assert begin(DealCode(rule, 1), "unlimited").policy == "unlimited"


@pytest.mark.parametrize(
    ("record", "count"), [(LONG_RUSSIAN, None), (LONG_CRESCENT, SECOND_REDEAL)]
)
def test_a_hundred_moves_back(record: Record, count: int | None) -> None:
    """`limited`: the last 100 moves come back, not one more, and all of them go forth again."""
    session = played(record, count, "limited")
    made, end = session.moves, session.position
    assert undo_all(session) == UNDO_LIMIT == 100
    assert session.moves == made[:-100]
    assert not session.can_undo
    assert redo_all(session) == 100
    assert (session.moves, session.position) == (made, end)
    assert undo_all(session) == 100


def test_a_new_move_after_undo_ends_the_redo() -> None:
    """Another way forward forgets the old one; a refused try does not."""
    session = played(LONG_RUSSIAN, 20)
    undone = session.moves[15:]
    for _ in range(5):
        assert session.undo()
    assert session.play(Move("1", "99")) is Refusal.UNKNOWN_PILE
    assert session.can_redo
    other = next(m for m in session.game.moves(session.position) if m != undone[0])
    assert session.play(other) is None
    assert not session.can_redo
    assert session.redo() is False


def test_redeal_clears_the_history() -> None:
    """`limited`: what lies before a redeal does not come back, nor does the redeal."""
    session = played(LONG_CRESCENT, FIRST_REDEAL + 1, "limited")
    assert session.moves[-1] == REDEAL
    assert not session.can_undo
    for move in LONG_CRESCENT.moves[FIRST_REDEAL + 1 : FIRST_REDEAL + 4]:
        session.play(move)
    assert undo_all(session) == 3
    assert session.moves[-1] == REDEAL
    assert len(session.moves) == FIRST_REDEAL + 1


def test_redeal_ends_the_redo() -> None:
    """Under either policy a redeal is a new way forward."""
    for policy in ("limited", "unlimited"):
        session = played(LONG_CRESCENT, 5, policy)
        session.undo()
        assert session.can_redo
        assert session.play(REDEAL) is None
        assert not session.can_redo


def test_unlimited_goes_through_redeals() -> None:
    """`unlimited`: everything comes back, and each redeal is given back."""
    session = played(LONG_CRESCENT, None, "unlimited")
    assert session.position.redeals == 1
    assert session.undoable == len(LONG_CRESCENT.moves)
    assert undo_all(session) == len(LONG_CRESCENT.moves)
    assert session.position == session.game.deal(1)
    assert session.position.redeals == 3
    assert redo_all(session) == len(LONG_CRESCENT.moves)
    assert (session.status, session.position.redeals) == (Status.WON, 1)


def test_undo_turns_cards_down_again() -> None:
    """Undo restores faces too: of a closed deal here, and the score of a Russian game."""
    closed = played(won("CR1-H-AAAAAAG"), 20)
    assert sum(closed.position.face_down) < 80
    undo_all(closed)
    assert closed.position.face_down == (5,) * 16
    russian = played(won("RU1-C-AAAAAAS"), 40)
    assert russian.position.score > 0
    undo_all(russian)
    assert (russian.position.score, russian.position.face_down) == (0, (0, 1, 2, 3, 4, 5, 6))


# ------------------------------------------------------------------------------------- counters


def test_counter_of_crescent() -> None:
    """It goes down with undo and up with redo; a redeal does not count."""
    session = played(LONG_CRESCENT, 12)
    assert session.moves_made == 11
    session.undo()
    session.undo()
    assert session.moves_made == 9
    session.redo()
    assert session.moves_made == 10
    assert played(LONG_CRESCENT).moves_made == 148


def test_counter_of_russian() -> None:
    """It counts what was played: undo takes nothing off and redo adds nothing."""
    session = played(LONG_RUSSIAN, 12)
    session.undo()
    session.undo()
    assert session.moves_made == 12
    session.redo()
    assert session.moves_made == 12
    session.play(next(session.game.moves(session.position)))
    assert session.moves_made == 13


def test_refused_move_changes_nothing() -> None:
    """Not the counters, not the history, not the record."""
    session = played(LONG_RUSSIAN, 12)
    session.undo()
    before = session.save()
    assert session.play(Move("1", "1")) is Refusal.OWN_PILE
    assert session.play(REDEAL) is Refusal.NO_REDEAL_LEFT
    assert session.save() == before


def test_record_and_targets() -> None:
    """The record holds the moves to the position now; targets are the legal moves of a place."""
    session = played(LONG_RUSSIAN, 12)
    session.undo()
    assert session.record == str(Record(LONG_RUSSIAN.code, LONG_RUSSIAN.moves[:11]))
    for source in session.game.places:
        listed = [m for m in session.game.moves(session.position) if m.source == source]
        sizes = range(1, 21)
        assert [m for size in sizes for m in session.targets(source, size)] == listed
        assert session.targets(source) == [m for m in listed if m.size == 1]


def test_restart(time: Time) -> None:
    """The same cards, and everything else as in a game that was never begun."""
    fresh = Session(LONG_CRESCENT.code, now=time, policy="unlimited").save()
    session = Session(LONG_CRESCENT.code, now=time, policy="unlimited")
    for move in LONG_CRESCENT.moves:
        session.play(move)
        time.wait(1)
    session.undo()
    session.pause()
    session.restart()
    assert session.save() == fresh
    assert session.position == session.game.deal(1)
    assert (session.status, session.started) == (Status.PLAYING, False)
    session.play(REDEAL)
    time.wait(2)
    assert session.seconds == 2


# ----------------------------------------------------------------------------- save and restore


def save_of(**changes: Any) -> str:
    """The save of a game in progress, with some fields changed (`None` drops one)."""
    fields = {**json.loads(GOOD_SAVE), **changes}
    return json.dumps({name: value for name, value in fields.items() if value is not None})


def _good_save() -> str:
    session = played(LONG_RUSSIAN, 12)
    session.undo()
    session.undo()
    session.id, session.begun, session.assisted = "k3", "2026-11-29", True
    session.peeked = True
    return session.save()


GOOD_SAVE = _good_save()


def test_what_is_in_a_save() -> None:
    """Code, record, redo tail, undoable moves, policy, counter, clock, and what a log needs."""
    first_ten = " ".join(map(str, LONG_RUSSIAN.moves[:10]))
    assert json.loads(GOOD_SAVE) == {
        "version": 1,
        "record": f"RU1-R-AAAAAAI: {first_ten}",
        "redo": " ".join(map(str, LONG_RUSSIAN.moves[10:12])),
        "undoable": 10,
        "policy": "limited",
        "plays": 12,
        "seconds": 0.0,
        "id": "k3",
        "begun": "2026-11-29",
        "assisted": True,
        "peeked": True,
    }


def around(session: Session) -> tuple[str, str, bool, bool]:
    """What a session knows of its game besides the moves."""
    return session.id, session.begun, session.assisted, session.peeked


def test_a_save_may_lack_what_a_log_needs() -> None:
    """The save of a version that kept no log, or no peek, is as good."""
    fields = json.loads(GOOD_SAVE)
    for name in ("id", "begun", "assisted", "peeked"):
        del fields[name]
    session = Session.restore(json.dumps(fields), now=lambda: 0.0)
    assert around(session) == ("", "", False, False)


def test_what_a_log_needs_is_not_taken_back(time: Time) -> None:
    """Undo, redo and save leave it; the same cards dealt again begin a game without help."""
    session = Session(LONG_RUSSIAN.code, now=time, id="k3")
    session.play(LONG_RUSSIAN.moves[0])
    session.begun, session.assisted, session.peeked = "2026-11-29", True, True
    session.undo()
    session.redo()
    session = Session.restore(session.save(), now=time)
    assert around(session) == ("k3", "2026-11-29", True, True)
    session.restart()
    assert around(session) == ("k3", "", False, False)


@pytest.mark.parametrize("record", WON, ids=lambda record: str(record.code))
@pytest.mark.parametrize("policy", ["limited", "unlimited"])
def test_restored_session_goes_on(record: Record, policy: UndoPolicy, time: Time) -> None:
    """Saved and restored anywhere in a game, a session is the same one, with undo and redo."""
    for count, undone in ((0, 0), (1, 1), (40, 3), (120, 60), (len(record.moves), 0)):
        session = Session(record.code, now=time, policy=policy)
        for move in record.moves[:count]:
            session.play(move)
            time.wait(1.5)
        for _ in range(undone):
            session.undo()
        restored = Session.restore(session.save(), now=time)
        assert restored.save() == session.save()
        for name in ("position", "moves", "moves_made", "status", "undoable", "can_redo", "policy"):
            assert getattr(restored, name) == getattr(session, name), name
        assert redo_all(restored) == redo_all(session)
        assert restored.position == session.position
        assert undo_all(restored) == undo_all(session)
        assert restored.position == session.position


def test_clock_of_a_restored_session(time: Time) -> None:
    """The clock has its time and stands until `resume`, even when moves are made."""
    session = Session(LONG_RUSSIAN.code, now=time)
    session.play(LONG_RUSSIAN.moves[0])
    time.wait(12.3456)
    text = session.save()
    assert json.loads(text)["seconds"] == 12.346
    time.now = 5.0  # another run of the program, another fixed point
    restored = Session.restore(text, now=time)
    time.wait(100)
    restored.play(LONG_RUSSIAN.moves[1])
    time.wait(100)
    assert restored.seconds == 12.346
    restored.resume()
    time.wait(1)
    assert restored.seconds == pytest.approx(13.346)
    over = Session.restore(played(LONG_RUSSIAN).save(), now=time)
    over.resume()
    time.wait(1)
    assert over.seconds == 0


NO_SAVE = [
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "7",
    "NaN",
    "{}",
    '{"version": 1',
    '{"version": %s}' % ("9" * 5000),
    "[" * 100_000,
]


@pytest.mark.parametrize("text", NO_SAVE, ids=lambda text: text[:9])
def test_text_of_no_save(text: str) -> None:
    """Whatever else the storage holds is no save."""
    with pytest.raises(SaveError) as caught:
        Session.restore(text, now=lambda: 0.0)
    assert type(caught.value) is SaveError


MORE = 10**9 + 1
WRONG: dict[str, list[Any]] = {
    "version": [None, 0, -1, 1.0, "1", True, [], {}, MORE],
    "record": [
        None,
        7,
        [],
        "",
        "XX1-R-AAAAAAI: 1-2",
        "RU2-R-AAAAAAI: 1-2",
        "RU1-N-AAAAAAI: 1-2",
        "RU1-R-AAAAAA: 1-2",
        "RU1-R-AAAAAAI: nonsense",
        "RU1-R-AAAAAAI: 1-1",
        "RU1-R-AAAAAAI",
        f"RU1-R-AAAAAAJ: {' '.join(map(str, LONG_RUSSIAN.moves[:10]))}",
    ],
    "redo": [None, 7, [], ["1-2"], "nonsense", "1-1", "R"],
    "undoable": [None, -1, 11, 10.0, "10", True, [], MORE],
    "policy": [None, "", "Limited", "none", 1, True, [], ["limited"], {}],
    "plays": [None, -1, 11, 0, 12.0, "12", True, [], MORE],
    "seconds": [None, -0.001, -1, "1", True, [], MORE, float("nan"), float("inf")],
    "id": ["A", "a b", "a" * 41, "../x", 7, [], True],
    "begun": ["today", "20261129", "2026-02-30", "2026-11-29 ", 7, [], True],
    "assisted": ["", 0, 1, "true", []],
    "peeked": ["", 0, 1, "true", []],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_damage_to_each_field(name: str, value: Any) -> None:
    """A field that is missing, of another type, or impossible is found, and named if it can be."""
    with pytest.raises(SaveError) as caught:
        Session.restore(save_of(**{name: value}), now=lambda: 0.0)
    assert type(caught.value) is SaveError
    assert str(caught.value)


@pytest.mark.parametrize("version", [2, 3, 10**9])
@pytest.mark.parametrize("changes", [{}, {"record": 7, "redo": None, "policy": "other"}])
def test_save_of_a_newer_version(version: int, changes: dict[str, Any]) -> None:
    """It is told apart from a damaged one, whatever its fields have become."""
    with pytest.raises(NewerSaveError, match=f"version {version}"):
        Session.restore(save_of(version=version, **changes), now=lambda: 0.0)
    assert issubclass(NewerSaveError, SaveError)


def test_unknown_fields_do_no_harm() -> None:
    """A field more is passed over."""
    assert Session.restore(save_of(more="x"), now=lambda: 0.0).save() == GOOD_SAVE


def after(record: Record, count: int, undone: int, policy: UndoPolicy) -> dict[str, Any]:
    """The fields of the save after some moves, of which the last ones are taken back."""
    session = played(record, count, policy)
    for _ in range(undone):
        session.undo()
    fields: dict[str, Any] = json.loads(session.save())
    return fields


@pytest.mark.parametrize(
    ("fields", "forged", "message"),
    [
        # A move counted less than were made, or anything counted in a game not begun.
        (after(LONG_RUSSIAN, 12, 2, "limited"), {"plays": 11}, "fewer moves counted"),
        (after(LONG_CRESCENT, 12, 2, "limited"), {"plays": 10}, "fewer moves counted"),
        (after(LONG_RUSSIAN, 0, 0, "limited"), {"plays": 1}, "not begun"),
        (after(LONG_RUSSIAN, 0, 0, "limited"), {"seconds": 0.001}, "not begun"),
        # More to take back than there is, than the redeal left, than the limit.
        (after(LONG_RUSSIAN, 12, 2, "limited"), {"undoable": 11}, "more moves to take back"),
        (after(LONG_RUSSIAN, 12, 2, "unlimited"), {"undoable": 11}, "more moves to take back"),
        (after(LONG_CRESCENT, 12, 0, "limited"), {"undoable": 5}, "more moves to take back"),
        (after(LONG_CRESCENT, 12, 2, "limited"), {"undoable": 3}, "more moves to take back"),
        (after(LONG_RUSSIAN, 134, 0, "limited"), {"undoable": 101}, "than the policy lets"),
        (after(LONG_RUSSIAN, 134, 50, "limited"), {"undoable": 51}, "than the policy lets"),
        (after(LONG_RUSSIAN, 134, 0, "unlimited"), {"policy": "limited"}, "than the policy lets"),
        # A redeal that could come back although the policy forbids it.
        (after(LONG_CRESCENT, 8, 1, "unlimited"), {"policy": "limited"}, "than the policy lets"),
        # Less to take back than there must be.
        (after(LONG_RUSSIAN, 12, 2, "unlimited"), {"undoable": 9}, "fewer moves to take back"),
        (after(LONG_RUSSIAN, 12, 2, "limited"), {"undoable": 9}, "fewer moves to take back"),
        (after(LONG_RUSSIAN, 100, 0, "limited"), {"undoable": 99}, "fewer moves to take back"),
        (after(LONG_RUSSIAN, 134, 0, "limited"), {"undoable": 99}, "fewer moves to take back"),
        (after(LONG_CRESCENT, 12, 0, "limited"), {"undoable": 3}, "fewer moves to take back"),
        (after(LONG_CRESCENT, 12, 0, "limited"), {"policy": "unlimited"}, "fewer moves to take"),
    ],
)
def test_forged_counters(fields: dict[str, Any], forged: dict[str, Any], message: str) -> None:
    """A counter that could not come from the moves is found; the true save is taken."""
    true = json.dumps(fields)
    assert Session.restore(true, now=lambda: 0.0).save() == true
    with pytest.raises(SaveError, match=message):
        Session.restore(json.dumps(fields | forged), now=lambda: 0.0)


# ------------------------------------------------------------------------------ random corruption

SAVES = [
    GOOD_SAVE,
    begin(DealCode("CR1-G", 3)).save(),
    *(
        json.dumps(after(record, count, undone, policy))
        for record, count, undone, policy in (
            (LONG_CRESCENT, 12, 2, "limited"),
            (LONG_CRESCENT, 12, 9, "unlimited"),
            (LONG_RUSSIAN, 134, 50, "limited"),
            (won("RU1-C-AAAAAAS"), 74, 0, "limited"),
        )
    ),
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
near_numbers = st.integers(-2, 150)
move_texts = st.lists(st.sampled_from(["R", "1-2", "3-DK", "S-1", "7-S", "?"]), max_size=4).map(
    " ".join
)


def restored_or_none(text: str) -> Session | None:
    """Restore a save; the only thing that may go wrong is a SaveError."""
    try:
        return Session.restore(text, now=lambda: 0.0)
    except SaveError:
        return None


def check_consistent(session: Session) -> None:
    """A session that came out of a damaged save is a possible one all the same."""
    assert session.position == replay(read_record(session.record))[-1]
    assert session.status is session.game.status(session.position)
    assert 0 <= session.seconds <= 10**9
    assert session.moves_made >= 0
    text = session.save()
    assert Session.restore(text, now=lambda: 0.0).save() == text
    redone = redo_all(session)
    far = session.position
    undone = undo_all(session)
    assert undone >= redone
    if session.policy == "limited":
        assert undone <= UNDO_LIMIT
        assert REDEAL not in session._redo
    else:
        assert not session.moves
    for _ in range(undone):
        assert session.redo()
    assert session.position == far == replay(read_record(session.record))[-1]


@fixed
@given(st.sampled_from(SAVES), st.data())
def test_corrupted_text_of_a_save(save: str, data: st.DataObject) -> None:
    """Some characters of a save are lost, doubled or changed."""
    start = data.draw(st.integers(0, len(save)))
    end = min(len(save), start + data.draw(st.integers(0, 8)))
    text = save[:start] + data.draw(st.text('0123456789{}":,R-x S\ud800', max_size=6)) + save[end:]
    assume(text != save)
    session = restored_or_none(text)
    if session:
        check_consistent(session)


@fixed
@given(
    st.sampled_from(SAVES),
    st.sampled_from(list(json.loads(GOOD_SAVE))),
    json_values | near_numbers | move_texts | st.sampled_from(["limited", "unlimited"]),
)
def test_corrupted_field_of_a_save(save: str, name: str, value: Any) -> None:
    """A field of a save holds something else."""
    session = restored_or_none(json.dumps(json.loads(save) | {name: value}))
    if session:
        check_consistent(session)


@fixed
@given(
    st.sampled_from(SAVES),
    st.fixed_dictionaries(
        {},
        optional={
            "redo": move_texts,
            "undoable": near_numbers,
            "policy": st.sampled_from(["limited", "unlimited"]),
            "plays": near_numbers,
            "seconds": st.floats(0, 10),
        },
    ),
)
def test_forged_save(save: str, changes: dict[str, Any]) -> None:
    """Several fields of a save hold other values of the right kind."""
    session = restored_or_none(json.dumps(json.loads(save) | changes))
    if session:
        check_consistent(session)


@fixed
@given(st.text() | json_values.map(json.dumps))
def test_any_text_as_a_save(text: str) -> None:
    """Whatever lies in the storage, restoring it raises SaveError or nothing."""
    assert restored_or_none(text) is None


@pytest.mark.parametrize("policy", ["limited", "unlimited"])
@pytest.mark.parametrize("record", [LONG_CRESCENT, *WON[:4]])
def test_going_back_whatever_the_policy(record: Record, policy: UndoPolicy) -> None:
    """To any number of moves, over redeals too; what comes of it can be saved and played on."""
    for count in {0, 1, len(record.moves) // 2, len(record.moves) - 1, len(record.moves)}:
        time = Time()
        session = Session(record.code, now=time, policy=policy)
        for move in record.moves:
            session.play(move)
            time.wait(1)
        session.assisted = True
        session.go_back_to(count)
        assert session.moves == record.moves[:count]
        assert session.position == replay(record)[count]
        assert session.assisted and not session.can_redo
        restored = Session.restore(session.save(), time)
        assert restored.moves == session.moves
        assert restored.undoable == session.undoable
        for move in record.moves[count:]:
            assert session.play(move) is None
        assert session.position == replay(record)[-1]


@pytest.mark.parametrize("count", [-1, 11])
def test_nobody_goes_back_to_moves_that_were_not_made(count: int) -> None:
    session = played(LONG_CRESCENT, 10)
    with pytest.raises(ValueError, match="of 10 moves"):
        session.go_back_to(count)
    assert len(session.moves) == 10
