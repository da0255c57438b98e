"""The log of finished games in the browser's storage: an entry of its own for each game.

No entry is ever rewritten by another game's end, so tabs that finish games at the same time lose
nothing; how entries of the same game become one is for `demilune.stats.merge` to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from demilune.games import GAMES
from demilune.session import Session
from demilune.stats import Entry, EntryError, entry_of, merge
from web.local import milliseconds, today
from web.storage import Storage

_PREFIX = "log."


class Log:
    """Reads and grows the log."""

    def __init__(self, storage: Storage) -> None:
        """Keep what is needed."""
        self._storage = storage
        self._own: list[Entry] = []
        """What this page has added, which counts even where nothing can be stored."""

    def note(self, session: Session) -> None:
        """Note that a game has ended, won or given up; noted again it counts once."""
        self.add([entry_of(session, today(), milliseconds())])

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries, some of which may be there already."""
        added = []
        for entry in entries:
            name = _PREFIX + entry.id
            there = _read(self._storage.read(name))
            (kept,) = merge([entry, there] if there else [entry])
            if kept != there:
                self._storage.write(name, kept.write())
            added.append(kept)
        self._own = merge([*self._own, *added])

    def entries(self) -> list[Entry]:
        """Return all entries, the game that ended first at the beginning."""
        stored = map(_read, self._storage.read_all(_PREFIX).values())
        return merge([*self._own, *filter(None, stored)])

    def finished(self) -> list[Entry]:
        """Return the games that are finished.

        A game that was given up but is still among the saves has been taken up again.
        """
        going_on = self._ids_of_saves()
        return [entry for entry in self.entries() if entry.won or entry.id not in going_on]

    def forget(self) -> None:
        """Forget every game."""
        for id_ in self._storage.read_all(_PREFIX):
            self._storage.remove(_PREFIX + id_)
        self._own = []

    def _ids_of_saves(self) -> set[str]:
        saves = (self._storage.read(f"save.{rule}") for rule in GAMES)
        return {_id_of(save) for save in saves if save}


def _read(text: str | None) -> Entry | None:
    """Return a stored entry; one that is damaged, or a newer version's, stays where it is."""
    try:
        return Entry.read(text) if text is not None else None
    except EntryError:
        return None


def _id_of(save: str) -> str:
    try:
        return str(json.loads(save)["id"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""
