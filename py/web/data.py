"""The panel of the player's data: everything to a file and back, deleting, and the way back."""

from __future__ import annotations

from collections.abc import Callable

import js
from pyodide.ffi import to_js

from demilune.games import GAMES
from web import local
from web.archive import Archive, ArchiveError, Joined
from web.catalogue import _, ngettext
from web.dom import find, listen, make, to_object
from web.log import Log
from web.panels import open_dialog
from web.settings import Settings
from web.storage import Storage
from web.wording import wording_of

_DELETED = "deleted"
"""The name under which what was deleted is kept, for the way back."""
_LARGEST = 20_000_000
"""Bytes of a file that is read; a player's whole life of games needs a tenth of them."""


class DataPanel:
    """Saves everything to a file, joins a file to what is here, deletes, and brings back."""

    def __init__(self, storage: Storage, log: Log, changed: Callable[[], None]) -> None:
        """Keep what is needed; `changed` is called when settings and saves are others."""
        self._storage = storage
        self._log = log
        self._changed = changed
        self._file = find("#data-file")
        self._said = find("#data-said")
        self._address = ""
        listen(find("#data-export"), "click", lambda _event: self._export())
        listen(find("#data-import"), "click", lambda _event: self._file.click())
        listen(self._file, "change", lambda _event: self._import())
        listen(find("#data-delete-games"), "click", lambda _event: self._delete(games_only=True))
        listen(find("#data-delete"), "click", lambda _event: self._delete(games_only=False))
        listen(find("#data-bring-back"), "click", lambda _event: self._bring_back())
        listen(find("#data-delete-really"), "click", lambda _event: self._delete_really())

    def open(self) -> None:
        """Open the panel."""
        self._say("")
        self._show_way_back()
        open_dialog(find("#data"))

    # All that there is

    def _collect(self) -> Archive:
        settings = Settings.read(self._storage.read("settings") or "")
        saves = {}
        for rule in GAMES:
            text = self._storage.read(f"save.{rule}")
            if text is not None:
                saves[rule] = text
        return Archive(settings, tuple(self._log.entries()), saves)

    def _join(self, other: Archive) -> Joined:
        joined = self._collect().joined(other)
        self._log.add(joined.archive.log)
        self._storage.write("settings", joined.archive.settings.write())
        for rule in joined.taken:
            self._storage.write(f"save.{rule}", joined.archive.saves[rule])
        self._changed()
        return joined

    # To a file and back

    def _export(self) -> None:
        archive = self._collect().sound()
        blob = js.Blob.new(to_js([archive.write()]), to_object({"type": "application/json"}))
        js.URL.revokeObjectURL(self._address)
        self._address = js.URL.createObjectURL(blob)
        make("a", href=self._address, download=f"demilune-{local.today()}.json").click()
        games = len(archive.log)
        self._say(
            ngettext(
                "Saved: settings, {number} finished game, the games that wait",
                "Saved: settings, {number} finished games, the games that wait",
                games,
            ).format(number=local.number(games))
        )

    def _import(self) -> None:
        file = self._file.files.item(0)
        if not file:
            return
        if file.size > _LARGEST:
            self._say(_fault(ArchiveError("no archive")), wrong=True)
        else:
            file.text().then(self._take, lambda _error: self._unreadable())
        self._file.value = ""  # so that the same file can be chosen again

    def _take(self, text: str) -> None:
        try:
            joined = self._join(Archive.read(text))
        except ArchiveError as error:
            self._say(_fault(error), wrong=True)
            return
        self._say(_report(joined))

    def _unreadable(self) -> None:
        self._say(_("The file cannot be read."), wrong=True)

    # Deleting, and the way back

    def _delete(self, games_only: bool) -> None:
        """Delete the log, or everything, and keep it where it can be had back from."""
        archive = self._collect().sound()
        saves = archive.saves
        if games_only:
            archive = Archive(log=archive.log)
        kept = self._kept()
        if kept:
            archive = archive.joined(kept).archive
        if not self._storage.write(_DELETED, archive.write(), needed=False):
            self._say(_("There is no room to keep a way back. Save to a file first."), wrong=True)
            return
        self._log.forget()
        if not games_only:
            self._storage.remove("settings")
            for rule in saves:
                self._storage.remove(f"save.{rule}")
            self._changed()
        self._say(_("Deleted"))
        self._show_way_back()

    def _bring_back(self) -> None:
        kept = self._kept()
        if kept:
            self._say(_report(self._join(kept)))
            self._storage.remove(_DELETED)
            self._show_way_back()

    def _delete_really(self) -> None:
        what = _contents(self._kept() or Archive())
        self._storage.remove(_DELETED)
        text = _("Deleted for good: {what}") if what else _("Deleted for good")
        self._say(text.format(what=what))
        self._show_way_back()

    def _kept(self) -> Archive | None:
        text = self._storage.read(_DELETED)
        try:
            return Archive.read(text) if text else None
        except ArchiveError:
            return None

    def _show_way_back(self) -> None:
        """Offer the way back while there is one; with it goes a button that had the focus."""
        way_back = find("#data-way-back")
        had_focus = way_back.matches(":focus-within")
        way_back.hidden = self._kept() is None
        if had_focus and way_back.hidden:
            find("#data .answers .main").focus()

    def _say(self, text: str, wrong: bool = False) -> None:
        self._said.textContent = text
        self._said.classList.toggle("error", wrong)


def _contents(archive: Archive) -> str:
    """Say what there is in an archive: nothing of settings that are as at first."""
    games, saves = len(archive.log), len(archive.saves)
    parts = [] if archive.settings == Settings() else [_("settings")]
    if games:
        text = ngettext("{number} finished game", "{number} finished games", games)
        parts.append(text.format(number=local.number(games)))
    if saves:
        text = ngettext("{number} saved game", "{number} saved games", saves)
        parts.append(text.format(number=local.number(saves)))
    return ", ".join(parts)


def _report(joined: Joined) -> str:
    """Say what came of joining."""
    games = len(joined.archive.log) and joined.games
    parts = [
        ngettext(
            "{number} finished game was new", "{number} finished games were new", games
        ).format(number=local.number(games))
    ]
    for rules, text in (
        (joined.taken, _("Saved games taken: {games}")),
        (joined.kept, _("Kept here, for another game goes on: {games}")),
    ):
        names = (wording_of(GAMES[rule]).rule(rule[-1])[0] for rule in rules)
        if rules:
            parts.append(text.format(games=", ".join(names)))
    return ". ".join(parts)


def _fault(error: ArchiveError) -> str:
    """Say what is wrong with a file."""
    number = local.number(error.number)
    return {
        "no archive": _("This is no file with Demilune’s data. Nothing was changed."),
        "newer": _("The file is of a newer version of Demilune. Nothing was changed."),
        "settings": _("The settings in the file are damaged. Nothing was changed."),
        "game": _("Game {number} in the file is damaged. Nothing was changed.").format(
            number=number
        ),
        "save": _("Saved game {number} in the file is damaged. Nothing was changed.").format(
            number=number
        ),
    }[error.fault]
