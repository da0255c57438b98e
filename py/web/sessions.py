"""How the sessions of the page begin, which game gives way to which, and how they are kept."""

from __future__ import annotations

import time
from collections.abc import Mapping

from demilune.deals import DealCode
from demilune.games import Status
from demilune.session import Session
from web.address import read_game
from web.chance import new_id, random_code
from web.embed import read_line
from web.local import today
from web.log import Log
from web.notices import Notices
from web.saves import Saves
from web.settings import Settings
from web.storage import Storage
from web.wording.faults import code_error, line_fault


class Sessions:
    """Begins sessions, saves them, and notes their ends in the log.

    A game that came by a link must not cost the visitor the one that is saved: it is a guest,
    which is not kept until its first move.
    """

    def __init__(
        self,
        storage: Storage,
        log: Log,
        settings: Settings,
        notices: Notices,
        address: Mapping[str, str],
        prefix: str = "",
    ) -> None:
        """Keep what is needed.

        `address` has the parameters of the page's own, and `prefix` keeps the saves apart from
        those of other pages.
        """
        self.saves = Saves(storage, time.monotonic, notices.show, prefix)
        self._log = log
        self._settings = settings
        self._notices = notices
        self._address = address
        self.guest = False
        self._linked = ""

    def first(self) -> Session:
        """Return the session that the address asks for, else the one played last."""
        wish = read_game(self._address, today())
        rule = wish.rule or self.saves.last_rule
        if not (wish.code or wish.fault):
            return self.saves.read(rule) or self.new(random_code(rule))
        self.guest = True
        if wish.fault:
            self._notices.show(code_error(wish.fault))
        code = wish.code or random_code(rule)
        line = read_line(str(code), self._address.get("moves", ""), "", "play")
        if line.fault:
            self._notices.show(line_fault(line))
        saved = self.saves.read(code.rule)
        if saved and saved.code == code and saved.moves[: len(line.moves)] == line.moves:
            self.guest = False
            return saved
        session = self.new(code)
        for move in line.moves:
            session.play(move)
        self._linked = session.record
        return session

    def new(self, code: DealCode) -> Session:
        """Deal a game."""
        policy = self._settings.undo_policy(code.rule)
        return Session(code, time.monotonic, policy, new_id())

    def waiting(self, rule: str, played: Session) -> Session | None:
        """Return the game of another rule than the one played that can be played on."""
        if rule == played.code.rule:
            return None
        return _going_on(self.saves.read(rule))

    def begun(self, code: DealCode, played: Session) -> Session | None:
        """Return the game of a code, if it is the one played or a saved one, and is not won."""
        there = played if played.code == code else self.saves.read(code.rule)
        return there if there and there.code == code and there.status is not Status.WON else None

    def left_for(self, rule: str, played: Session) -> Session | None:
        """Return the game of a rule that goes on, and is given up when another takes its place."""
        played_here = not self.guest and not self.saves.changed_elsewhere(rule)
        is_left = played.code.rule == rule and played.started and played_here
        return _going_on(played if is_left else self.saves.read(rule))

    def costs(self, code: DealCode, played: Session) -> Session | None:
        """Return the game that is given up for the deal of a code, if that was not begun yet."""
        return None if self.begun(code, played) else self.left_for(code.rule, played)

    def take_up(self, session: Session) -> None:
        """A session is on the table now, because the player wants it there: its save is ours."""
        self.guest = False
        self.saves.take(session.code.rule)

    def give_up(self, session: Session) -> None:
        """A game has given way to another: it has ended, but can be had back for a while."""
        self.note_end(session)
        self.saves.leave(session)

    def given_up_for(self, session: Session) -> Session | None:
        """Return the game that can still be had back instead of one that has not begun."""
        return None if session.started or self.guest else self.saves.left(session.code.rule)

    def save(self, session: Session) -> Session | None:
        """Save the session played, and return the game that it thereby replaces, if it does."""
        left = None
        if self.guest:
            if not session.started or session.record == self._linked:
                return None
            left = self.saves.read(session.code.rule)
            self.guest = False
        if session.status is Status.WON:
            # Also when it is found won at a start: the page may have been closed on the last card.
            self.note_end(session)
        self.saves.write(session)
        return _going_on(left)

    def note_end(self, session: Session) -> None:
        """Note in the log that a game has ended, won or given up."""
        self._log.note(session)


def _going_on(session: Session | None) -> Session | None:
    """Return a session that was begun and is not won, else None."""
    return session if session and session.started and session.status is not Status.WON else None
