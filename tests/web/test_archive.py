"""Everything a player has as one file: checked on the way in, joined so that nothing is lost."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browser.games import records
from demilune.deals import DEALS, DealCode
from demilune.games import GAMES
from demilune.session import Session
from demilune.stats import Entry
from web.archive import Archive, ArchiveError
from web.settings import Settings

fixed = settings(derandomize=True, database=None)

DAY = date(2026, 11, 29)
ENTRY = Entry("a1", DealCode("RU1-C", 18), True, False, 120, 600.5, 625, DAY, DAY, 1000)


def save(code: str = "CR1-N-AAAAAAF", moves: int | None = 5, **changes: Any) -> str:
    """The save of a won game after some moves, or all."""
    record = records()[code]
    session = Session(record.code, now=lambda: 0.0, id="s1")
    for move in record.moves[:moves]:
        assert session.play(move) is None
    return json.dumps(json.loads(session.save()) | changes)


FULL = Archive(
    Settings(sound=True, theme="green", undo={"RU1-C": "unlimited"}),
    (ENTRY, replace(ENTRY, id="a2", won=False, ended=2000)),
    {"CR1-N": save(), "RU1-C": save("RU1-C-AAAAAAS")},
)


def test_what_is_written_is_read() -> None:
    """Settings, finished games and saves, each of them."""
    assert Archive.read(FULL.write()) == FULL
    assert Archive.read(Archive().write()) == Archive()


def changed(**changes: Any) -> str:
    return json.dumps(json.loads(FULL.write()) | changes)


@pytest.mark.parametrize(
    ("text", "fault", "number"),
    [
        ("", "no archive", 0),
        ("{", "no archive", 0),
        ("[" * 100000, "no archive", 0),
        ("[]", "no archive", 0),
        ("{}", "no archive", 0),
        (changed(program="Patience"), "no archive", 0),
        (changed(version=None), "no archive", 0),
        (changed(version=True), "no archive", 0),
        (changed(version=0), "no archive", 0),
        (changed(version=2), "newer", 0),
        (changed(settings=None), "settings", 0),
        (changed(settings=[]), "settings", 0),
        (changed(games=None), "game", 0),
        (changed(games={}), "game", 0),
        (changed(games=[json.loads(ENTRY.write()), {}]), "game", 2),
        (changed(games=[json.loads(ENTRY.write()) | {"moves": -1}]), "game", 1),
        (changed(saves=None), "save", 0),
        (changed(saves=[json.loads(save()), 7]), "save", 2),
        (changed(saves=[json.loads(save(undoable=99))]), "save", 1),
        (changed(saves=[json.loads(save(version=2))]), "newer", 0),
    ],
    ids=lambda value: str(value)[:12],
)
def test_damage_of_each_kind_is_found_and_named(text: str, fault: str, number: int) -> None:
    with pytest.raises(ArchiveError) as caught:
        Archive.read(text)
    assert (caught.value.fault, caught.value.number) == (fault, number)


@fixed
@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_no_archive(text: str) -> None:
    with pytest.raises(ArchiveError):
        Archive.read(text)


@fixed
@given(st.data())
def test_a_damaged_archive_is_refused_or_sound(data: st.DataObject) -> None:
    """Whatever has happened to a file, what is read of it can be written and joined."""
    text = FULL.write()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 9, len(text))))
    text = text[:start] + data.draw(st.text('0123456789{}":,aR-', max_size=6)) + text[end:]
    try:
        archive = Archive.read(text)
    except ArchiveError:
        return
    assert Archive.read(archive.write()) == archive
    assert FULL.joined(archive).archive.log


def test_a_save_that_cannot_be_read_is_not_written() -> None:
    """A newer version's, or a damaged one, would make the whole file one that is refused."""
    archive = Archive(saves={"CR1-N": save(), "CR1-F": save(version=2), "RU1-C": "{half a sa"})
    assert Archive.read(archive.sound().write()) == Archive(saves={"CR1-N": save()})


# Joining


def test_an_empty_browser_gets_everything() -> None:
    joined = Archive().joined(FULL)
    assert joined.archive == FULL
    assert (joined.games, joined.taken, joined.kept) == (2, ("CR1-N", "RU1-C"), ())


def test_joining_twice_changes_nothing() -> None:
    """Nor does joining what is there already."""
    once = Archive().joined(FULL).archive
    again = once.joined(FULL)
    assert again.archive == once
    assert (again.games, again.taken, again.kept) == (0, (), ())
    assert FULL.joined(Archive()).archive == FULL


entries = st.builds(
    Entry,
    id=st.sampled_from("abcd"),
    code=st.builds(DealCode, st.sampled_from(list(GAMES)), st.integers(0, DEALS - 1)),
    won=st.booleans(),
    assisted=st.booleans(),
    moves=st.integers(0, 3),
    seconds=st.floats(0, 10),
    score=st.none(),
    begun=st.dates(),
    day=st.dates(),
    ended=st.integers(0, 3),
)
archives = st.builds(
    Archive,
    st.builds(Settings, sound=st.booleans(), back=st.sampled_from(["moon", "waves"])),
    st.lists(entries, max_size=5).map(tuple),
    st.fixed_dictionaries(
        {},
        optional={
            "CR1-N": st.sampled_from([save(moves=n) for n in (0, 3, None)]),
            "RU1-C": st.sampled_from([save("RU1-C-AAAAAAS", 4), save("RU1-C-AAAAAAS", 9, id="o")]),
        },
    ),
)


@fixed
@given(archives, archives)
def test_nothing_that_is_here_is_lost(ours: Archive, theirs: Archive) -> None:
    """No game, no setting that was made, no game that goes on; the same again changes nothing."""
    joined = ours.joined(theirs).archive
    assert {e.id for e in joined.log} == {e.id for e in (*ours.log, *theirs.log)}
    assert {e.id for e in joined.log if e.won} == {e.id for e in (*ours.log, *theirs.log) if e.won}
    assert joined.settings.sound == (ours.settings.sound or theirs.settings.sound)
    assert set(joined.saves) == {*ours.saves, *theirs.saves}
    assert joined.joined(theirs).archive == joined
    assert Archive.read(joined.write()) == joined


@pytest.mark.parametrize(
    ("ours", "theirs", "comes"),
    [
        (save(moves=0), save(moves=3, id="o"), "taken"),
        (save(moves=None), save(moves=3, id="o"), "taken"),
        (save(moves=3), save(moves=5, seconds=9.0), "taken"),
        (save(moves=3, seconds=9.0), save(moves=5), "no"),
        (save(moves=3), save(moves=0, id="o"), "no"),
        (save(moves=3), save(moves=None, id="o"), "no"),
        (save(moves=3), save(moves=5, id="o"), "kept"),
        (save(moves=3, id=""), save(moves=5, id=""), "kept"),
        ("{a newer one", save(moves=5), "kept"),
    ],
)
def test_which_of_two_saves_stays(ours: str, theirs: str, comes: str) -> None:
    """A game that goes on here is never replaced by another; the same game by its later state."""
    joined = Archive(saves={"CR1-N": ours}).joined(Archive(saves={"CR1-N": theirs}))
    assert joined.archive.saves == {"CR1-N": theirs if comes == "taken" else ours}
    assert joined.taken == (("CR1-N",) if comes == "taken" else ())
    assert joined.kept == (("CR1-N",) if comes == "kept" else ())
