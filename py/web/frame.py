"""The game in a frame of another page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from demilune.deals import DealCode
from demilune.games import Status
from demilune.session import Session
from web.app import App
from web.chance import random_code
from web.dom import find
from web.embed import Line, Wish
from web.host import Host
from web.log import Log
from web.notices import Notices
from web.sessions import Sessions
from web.settings import Settings
from web.storage import Storage
from web.wording.faults import line_fault

_MOST_FRAMES = 20
"""How many frames' games are kept."""


class FramedSessions(Sessions):
    """Sessions of a frame: they begin as its host wants, and are kept apart from the site's own."""

    def __init__(
        self, wish: Wish, storage: Storage, log: Log, settings: Settings, notices: Notices
    ) -> None:
        """Keep what the host asks for."""
        # Frames of one page with different deals do not share a save.
        self._prefix = f"embed.{wish.line.code or 'any'}."
        super().__init__(storage, log, settings, notices, {}, self._prefix)
        self._storage = storage
        self._rule = wish.rule
        self.line = wish.line

    def first(self) -> Session:
        """Go on with the saved game if it came from the same beginning, else begin anew."""
        line, rule = self.line, self._rule or self.saves.last_rule
        saved = self.saves.read(line.code.rule if line.code else rule)
        opening = line.moves[: line.at]
        if saved and (
            line.code is None
            or (saved.code == line.code and saved.moves[: len(opening)] == opening)
        ):
            return saved
        # Nothing is saved before the first move, nor said of a browser that cannot.
        self.guest = True
        return self.new(line.code or random_code(rule))

    def new(self, code: DealCode) -> Session:
        """Deal a game, and play the host's moves in its own."""
        session = super().new(code)
        if code == self.line.code:
            for move in self.line.moves[: self.line.at]:
                session.play(move)
        return session

    def save(self, session: Session) -> Session | None:
        """Save the session, and forget those of frames that were played long ago."""
        left = super().save(session)
        if not self.guest:
            self._storage.keep_newest("embed.", self._prefix, _MOST_FRAMES)
        return left

    def note_end(self, session: Session) -> None:
        """What is played on other pages is not among the statistics of the site's own games."""


class FramedGame(App):
    """A game that plays in a frame and tells the host of it.

    It has no way to games of other rules, no settings, and saves of its own: whoever plays on a
    page about the game finds their own game of the site as they left it.
    """

    _sessions: FramedSessions

    def __init__(self, wish: Wish, host: Host) -> None:
        """Begin with what the address asks for."""
        self._wish = wish
        self._host = host
        super().__init__()
        host.welcome(self)
        host.fit(self._table.scene)
        if wish.line.fault:
            self._complain(wish.line)

    def load(self, line: Line) -> None:
        """Begin another game, from the position that is asked for."""
        if line.code:
            dialog = find("dialog[open]")
            if dialog:
                dialog.close()
            self._sessions.line = line
            self._switch_to(self._sessions.new(line.code))
            self._tell()
        if line.fault:
            self._notices.show(line_fault(line))

    def goto(self, at: int) -> None:
        """Take moves back or make them again until there are so many, as far as that goes."""
        while len(self._session.moves) > at and self._session.undo():
            pass
        while len(self._session.moves) < at and self._session.redo():
            pass
        self._gestures.cancel()
        self._changed()

    def speak(self, language: str) -> None:
        """Change the language."""
        self._address["lang"] = language
        self._choose_language()
        self._table.relabel()
        self._bar.show(self._session)

    def _forget_address(self, *names: str) -> None:
        """The address is the host's, and in a sandbox it cannot be changed."""

    def _open_sessions(self) -> FramedSessions:
        return FramedSessions(self._wish, self._storage, self._log, self._settings, self._notices)

    def _standing(self) -> str:
        """So there are none to compare it with."""
        return ""

    def _menu_commands(self) -> Mapping[str, Callable[[], object]]:
        """The menu is the site's."""
        return {}

    def _open_new_game(self) -> None:
        """Another game is the host's to offer."""

    def _show_verdict(self) -> None:
        """What it is known by is shown on another page, which is not for the frame."""

    def _keep_picture(self) -> None:
        """The picture at the next start is of the site's own game."""

    def _complain(self, line: Line) -> None:
        text = line_fault(line)
        self._notices.show(text)
        self._host.tell("error", message=text)

    def _changed(self) -> None:
        super()._changed()
        self._tell()

    def _tell(self) -> None:
        session = self._session
        moves, record = session.moves, session.record
        move = str(moves[-1]) if moves else ""
        self._host.tell("move", move=move, record=record, at=len(moves))
        if session.status is not Status.PLAYING:
            self._host.tell(session.status.value, record=record)

    def _lay(self, dealt: bool = False) -> None:
        super()._lay(dealt)
        self._host.fit(self._table.scene)

    def _resized(self) -> None:
        super()._resized()
        self._host.fit(self._table.scene)
