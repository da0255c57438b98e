"""Still winnable? A quiet sign in the bar for open games: yes, no, or not known yet."""

from __future__ import annotations

from demilune.games import Move, Status
from demilune.session import Session
from web.catalogue import _
from web.dom import Timer, find
from web.hints import Hints
from web.settings import Settings
from web.solving import Report, Solver

SECONDS = 30.0
"""How long a position is searched; after that it stays unknown."""
_REST = 250.0
"""Milliseconds of rest after a move before it is searched, or before the solver is asked again that
is at work for something else."""


class Verdict:
    """Shows the sign, and has the solver search what is not known, when it is free."""

    def __init__(self, settings: Settings, solver: Solver, hints: Hints) -> None:
        """Keep who knows lines already, and who searches."""
        self._settings = settings
        self._solver = solver
        self._hints = hints
        self._sign = find("#verdict")
        self._timer = Timer(self._ask)
        self._session: Session | None = None
        self._winnable: tuple[Move, ...] | None = None
        self._lost: tuple[Move, ...] | None = None
        self._in_vain: tuple[Move, ...] | None = None

    def show(self, session: Session) -> None:
        """Show the sign for where a session stands now."""
        if session is not self._session:
            self._session = session
            self._winnable = self._lost = self._in_vain = None
        self._timer.stop()
        self._sign.textContent = self._text(session)

    def _text(self, session: Session) -> str:
        position, moves = session.position, session.moves
        closed = session.game.closed or any(position.face_down)
        if not self._settings.still_winnable or closed or session.status is Status.WON:
            return ""
        # Before a position that can be won there are only such; after a lost one only lost ones.
        if self._hints.next_move(session) or _begins(self._winnable, moves):
            return _("✓ can be won")
        if self._lost is not None and _begins(moves, self._lost):
            return _("✗ is lost")
        if moves != self._in_vain:
            self._timer.set(_REST)
        return _("… not known yet")

    def _ask(self) -> None:
        session = self._session
        if session is None or self._solver.busy:
            self._timer.set(_REST)
            return
        moves = session.moves
        self._solver.ask(
            lambda report: self._told(session, moves, report),
            "solve",
            record=session.record,
            seconds=SECONDS,
        )
        # Where another question ends this one, it is asked again.
        self._timer.set(SECONDS * 1000)

    def _told(self, session: Session, moves: tuple[Move, ...], report: Report) -> None:
        if session is not self._session or session.moves != moves:
            return
        match report.get("verdict"):
            case "won":
                self._winnable = moves
                self._hints.keep(session, report["line"])
            case "lost":
                self._lost = moves
            case "unknown":
                self._in_vain = moves
            case _other:
                return
        self.show(session)


def _begins(moves: tuple[Move, ...] | None, opening: tuple[Move, ...]) -> bool:
    """Tell whether a line begins with others."""
    return moves is not None and moves[: len(opening)] == opening
