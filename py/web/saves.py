"""Saved games: one a rule. None is lost, neither a damaged one nor a newer version's."""

from __future__ import annotations

from collections.abc import Callable

from demilune.clock import TimeSource
from demilune.games import GAMES
from demilune.session import NewerSaveError, SaveError, Session
from web.catalogue import _
from web.storage import Storage

_DEFAULT_RULE = "CR1-N"


class Saves:
    """Reads and writes the saves in the browser's storage; what goes wrong is told to `tell`."""

    def __init__(self, storage: Storage, now: TimeSource, tell: Callable[[str], None]) -> None:
        """Keep what is needed."""
        self._storage = storage
        self._now = now
        self._tell = tell
        self._untouchable: set[str] = set()

    @property
    def last_rule(self) -> str:
        """The rule that was played last."""
        rule = self._storage.read("last")
        return rule if rule and rule in GAMES else _DEFAULT_RULE

    def read(self, rule: str) -> Session | None:
        """Return the saved session of a rule, or None when there is none that can be played."""
        name = f"save.{rule}"
        text = self._storage.read(name)
        if text is None:
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
        return session

    def write(self, session: Session) -> None:
        """Save a session, if the save of its rule is ours to change."""
        rule = session.code.rule
        if rule not in self._untouchable:
            self._storage.write("last", rule)
            self._storage.write(f"save.{rule}", session.save())
