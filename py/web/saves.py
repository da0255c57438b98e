"""Saved games: one a rule. None is lost, neither a damaged one nor a newer version's."""

from __future__ import annotations

from collections.abc import Callable

from demilune.clock import TimeSource
from demilune.deals import DealCode
from demilune.games import GAMES
from demilune.session import NewerSaveError, SaveError, Session
from web.catalogue import _
from web.chance import new_id
from web.storage import Storage

_DEFAULT_RULE = "CR1-N"


class Saves:
    """Reads and writes the saves in the browser's storage; what goes wrong is told to `tell`.

    Saves whose names begin with another `prefix` are kept apart.
    """

    def __init__(
        self, storage: Storage, now: TimeSource, tell: Callable[[str], None], prefix: str = ""
    ) -> None:
        """Keep what is needed."""
        self._prefix = prefix
        self._storage = storage
        self._now = now
        self._tell = tell
        self._untouchable: set[str] = set()
        self._known: dict[str, str] = {}

    @property
    def last_rule(self) -> str:
        """The rule that was played last."""
        rule = self._storage.read(f"{self._prefix}last")
        return rule if rule and rule in GAMES else _DEFAULT_RULE

    def read(self, rule: str) -> Session | None:
        """Return the saved session of a rule, or None when there is none that can be played."""
        name = f"{self._prefix}save.{rule}"
        text = self._storage.read(name)
        if text is None or rule in self._untouchable:
            return None
        try:
            session = Session.restore(text, self._now)
        except NewerSaveError:
            self._untouchable.add(rule)
            self._tell(_("Your game was saved by a newer version. It is kept as it is."))
            return None
        except SaveError:
            session = None
        if session is None or session.code.rule != rule:
            self._storage.set_aside(name)
            self._tell(_("Your saved game is damaged. It was set aside, and a new one dealt."))
            return None
        session.id = session.id or new_id()
        return session

    def has_begun(self, code: DealCode) -> bool:
        """Tell whether the game of a deal is the one that is saved for its rule, and was begun."""
        text = self._storage.read(f"{self._prefix}save.{code.rule}")
        try:
            session = Session.restore(text, self._now) if text is not None else None
        except SaveError:
            return False
        return session is not None and session.code == code and session.started

    def take(self, rule: str) -> None:
        """Make the save of a rule this page's to change, though another tab has written it."""
        text = self._storage.read(f"{self._prefix}save.{rule}")
        if text is not None:
            self._known[rule] = text

    def leave(self, session: Session) -> None:
        """Keep the game that has given way to another of its rule, until that begins."""
        self._storage.write(self._left(session.code.rule), session.save(), needed=False)

    def left(self, rule: str) -> Session | None:
        """Return the game of a rule that was left, if there is one that can be played on."""
        text = self._storage.read(self._left(rule))
        try:
            return Session.restore(text, self._now) if text is not None else None
        except SaveError:
            return None

    def forget_left(self, rule: str) -> None:
        """Forget the game that was left: the one in its place has begun."""
        self._storage.remove(self._left(rule))

    def _left(self, rule: str) -> str:
        return f"{self._prefix}left.{rule}"

    def changed_elsewhere(self, rule: str) -> bool:
        """Tell whether another tab has written the save of a rule since this page last did."""
        text = self._storage.read(f"{self._prefix}save.{rule}")
        return text is not None and text != self._known.get(rule, text)

    def write(self, session: Session) -> None:
        """Save a session, if the save of its rule is ours to change."""
        rule = session.code.rule
        if rule in self._untouchable or self.changed_elsewhere(rule):
            return
        text = session.save()
        self._storage.write(f"{self._prefix}last", rule)
        if self._storage.write(f"{self._prefix}save.{rule}", text):
            self._known[rule] = text
