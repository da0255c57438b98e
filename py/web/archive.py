"""Everything that a player has, as one text: settings, finished games, games that wait. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, NamedTuple

from demilune.games import Status
from demilune.session import NewerSaveError, SaveError, Session
from demilune.stats import Entry, EntryError, merge
from web.settings import Settings

PROGRAM, VERSION = "Demilune", 1

Fault = Literal["no archive", "newer", "settings", "game", "save"]


class ArchiveError(ValueError):
    """A text that is no archive, or a damaged one.

    `fault` says what kind of thing cannot be used, `number` which of them (from 1), and the message
    what was found.
    """

    def __init__(self, fault: Fault, number: int = 0, found: str = "") -> None:
        """Keep what a message needs."""
        self.fault: Fault = fault
        self.number = number
        super().__init__(f"{fault} {number}: {found}")


@dataclass(frozen=True)
class Archive:
    """Settings, the log of finished games, and the saves by their rules."""

    settings: Settings = field(default_factory=Settings)
    log: tuple[Entry, ...] = ()
    saves: Mapping[str, str] = field(default_factory=dict)

    def write(self) -> str:
        """Write the archive as JSON, a game a line."""
        settings = json.dumps(asdict(self.settings))
        games, saves = (
            "[\n" + ",\n".join(texts) + "\n]" if texts else "[]"
            for texts in ([entry.write() for entry in self.log], [*self.saves.values()])
        )
        return (
            f'{{"program": "{PROGRAM}", "version": {VERSION},\n"settings": {settings},\n'
            f'"games": {games},\n"saves": {saves}}}\n'
        )

    @classmethod
    def read(cls, text: str) -> Archive:
        """Read an archive and check all of it; raises ArchiveError.

        >>> Archive.read(Archive().write()) == Archive()
        True
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ArchiveError("no archive", found=str(error)) from error
        if not isinstance(data, dict) or data.get("program") != PROGRAM:
            raise ArchiveError("no archive")
        version = data.get("version")
        if type(version) is not int or version < 1:
            raise ArchiveError("no archive")
        if version > VERSION:
            raise ArchiveError("newer")
        settings, games, saves = (data.get(name) for name in ("settings", "games", "saves"))
        if not isinstance(settings, dict):
            raise ArchiveError("settings")
        if not isinstance(games, list):
            raise ArchiveError("game")
        if not isinstance(saves, list):
            raise ArchiveError("save")
        return cls(Settings.read(json.dumps(settings)), _log(games), _saves(saves))

    def sound(self) -> Archive:
        """Return the archive without the saves that cannot be read, which stay where they are."""
        saves = {rule: save for rule, save in self.saves.items() if _is_sound(save)}
        return Archive(self.settings, self.log, saves)

    def joined(self, other: Archive) -> Joined:
        """Join another archive to this one, so that nothing of this one is lost.

        Of the other come the games that are not here, the settings that are as they were at first
        here, and the saves of rules of which no game goes on here. Of one game saved in both, the
        save with more time played counts. Joining the same archive twice changes nothing.
        """
        log = tuple(merge([*self.log, *other.log]))
        saves, taken, kept = dict(self.saves), [], []
        for rule, save in other.saves.items():
            replaces = _replaces(save, saves.get(rule))
            if replaces:
                saves[rule] = save
                taken.append(rule)
            elif replaces is None:
                kept.append(rule)
        new = len(log) - len(merge(self.log))
        archive = Archive(_joined_settings(self.settings, other.settings), log, saves)
        return Joined(archive, new, tuple(taken), tuple(kept))


class Joined(NamedTuple):
    """What came of joining: the archive, and what is new in it.

    `games` counts the finished games that came; `taken` are the rules whose saves came, `kept`
    those whose saves did not, because another game goes on.
    """

    archive: Archive
    games: int
    taken: tuple[str, ...]
    kept: tuple[str, ...]


def _log(games: list[Any]) -> tuple[Entry, ...]:
    log = []
    for number, game in enumerate(games, 1):
        try:
            log.append(Entry.check(game))
        except EntryError as error:
            raise ArchiveError("game", number, str(error)) from error
    return tuple(merge(log))


def _saves(saves: list[Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, save in enumerate(saves, 1):
        text = json.dumps(save)
        try:
            rule = _session(text).code.rule
        except NewerSaveError as error:
            raise ArchiveError("newer") from error
        except SaveError as error:
            raise ArchiveError("save", number, str(error)) from error
        found[rule] = text
    return found


def _session(save: str) -> Session:
    return Session.restore(save, now=lambda: 0.0)


def _is_sound(save: str) -> bool:
    try:
        _session(save)
    except SaveError:
        return False
    return True


def _replaces(save: str, there: str | None) -> bool | None:
    """Tell whether a save takes the place of the one there; None when both games go on."""
    theirs = _session(save)
    if there is None:
        return True
    try:
        mine = _session(there)
    except SaveError:
        return None  # what cannot be read here is not ours to replace
    if theirs.id and theirs.id == mine.id:
        return theirs.seconds > mine.seconds
    if not theirs.started or theirs.status is Status.WON:
        return False
    return True if not mine.started or mine.status is Status.WON else None


def _joined_settings(ours: Settings, theirs: Settings) -> Settings:
    joined, default = Settings(), Settings()
    for each in fields(Settings):
        mine, other = getattr(ours, each.name), getattr(theirs, each.name)
        if isinstance(mine, dict):
            value = other | mine
        else:
            value = other if mine == getattr(default, each.name) else mine
        setattr(joined, each.name, value)
    return joined
