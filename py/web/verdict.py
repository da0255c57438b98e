"""Still winnable? A quiet sign in the bar: yes, no, or not known yet; pressed, it says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from demilune.games import Move, Status
from demilune.session import Session
from web.asking import effort
from web.catalogue import _, ngettext
from web.dom import Timer, find
from web.lines import Lines
from web.notices import Notices
from web.settings import Settings
from web.solution import Solutions, numbered
from web.solving import Report, Solver
from web.wording.proofs import because

SECONDS = 30
"""How long a position is searched; after that it stays unknown."""
_REST = 250.0
"""Milliseconds of rest after a move before it is searched, or before the solver is asked again that
is at work for something else."""

State = Literal["", "hidden", "won", "lost", "unknown"]
"""What the sign says of a position; nothing where it is not wanted, or the game is won."""


class Verdict:
    """Shows the sign, and has the solver search what is not known, when it is free.

    Where cards lie face down it would tell what the player cannot see. There it offers to peek:
    from then on all cards of this game are known to it, which counts as help.
    """

    def __init__(
        self,
        settings: Settings,
        notices: Notices,
        solver: Solver,
        lines: Lines,
        solutions: Solutions,
        assist: Callable[[], None],
    ) -> None:
        """Keep who knows lines already, who searches, and who shows what was found.

        `assist` is told when the player peeks.
        """
        self._settings = settings
        self._notices = notices
        self._solver = solver
        self._lines = lines
        self._solutions = solutions
        self._assist = assist
        self._sign = find("#verdict")
        self._timer = Timer(self._ask)
        self._session: Session | None = None
        self._forget()

    def _forget(self) -> None:
        self._lost: tuple[Move, ...] | None = None
        """The moves of a game that is lost after the last of them, and `_proof` is the report."""
        self._proof: Report = {}
        self._in_vain: tuple[Move, ...] | None = None
        self._searched: Report = {}
        """What was last told of the search in the position now, as long as that is unknown."""
        self._state: State = ""
        self._answer: State = ""
        """The answer that was said last, be it of an earlier position."""

    def show(self, session: Session) -> None:
        """Show the sign for where a session stands now."""
        if session is not self._session:
            self._session = session
            self._forget()
        self._timer.stop()
        self._state = self._judge(session)
        if self._state == "unknown" and session.moves != self._in_vain:
            self._searched = {}
            self._timer.set(_REST)
        self._sign.textContent = {
            "": "",
            "hidden": _("? peek"),
            "won": _("✓ can be won"),
            "lost": _("✗ is lost"),
            "unknown": _("… not known yet"),
        }[self._state]
        self._sign.title = {
            "hidden": _("Have the solver look at all cards and tell; counts as help"),
            "won": _("Show me a way to win"),
        }.get(self._state, _("Say why"))
        self._sign.hidden = not self._state
        self._announce(session)

    def _announce(self, session: Session) -> None:
        """Say an answer when it is another than the last one, not at each move."""
        if self._state not in ("won", "lost") or self._state == self._answer:
            return
        self._answer = self._state
        is_won = self._state == "won"
        text = _("The game can still be won from here.") if is_won else self._since(session)
        self._notices.announce_also(text)

    def _judge(self, session: Session) -> State:
        position, moves = session.position, session.moves
        if not self._settings.still_winnable or session.status is Status.WON:
            return ""
        if any(position.face_down) and not session.peeked:
            return "hidden"
        if self._lines.next_move(session):
            return "won"
        # After a lost position there are only such.
        if self._lost is not None and moves[: len(self._lost)] == self._lost:
            return "lost"
        return "unknown"

    def press(self) -> None:
        """The sign was pressed: peek, or show what it is known by."""
        session = self._session
        if session is None:
            return
        match self._state:
            case "hidden":
                session.peeked = True
                self._assist()
                self._notices.show(
                    _(
                        "The solver now sees all cards of this game, those face down too, and the "
                        "sign tells what it finds. A win will count as won with help."
                    )
                )
                self.show(session)
            case "won":
                self._solutions.show(session)
            case "lost":
                self._notices.show(f"{self._since(session)} {because(self._proof)}")
            case "unknown":
                self._notices.show(self._effort(session))

    def _since(self, session: Session) -> str:
        """Say since when the game is lost, as far as that is known."""
        count = len(self._lost or ())
        if not count:
            return _("This deal cannot be won, whatever is played.")
        if count == len(session.moves):
            return _("The game cannot be won any more.")
        return _("Since move {move} the game cannot be won any more.").format(
            move=numbered(session, count)
        )

    def _effort(self, session: Session) -> str:
        """Say what was searched while nothing is known."""
        if "nodes" not in self._searched:
            return _("The solver has not come to this position yet.")
        if session.moves != self._in_vain:
            text = _("The search goes on, so far over {positions}.")
        else:
            text = ngettext(
                "The search took {number} second, over {positions}.",
                "The search took {number} seconds, over {positions}.",
                SECONDS,
            )
        nothing = _("It has found no way to win, and no proof that there is none.")
        return f"{text} {nothing}".format(number=SECONDS, positions=effort(self._searched))

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
        self._timer.set(SECONDS * 1000.0)

    def _told(self, session: Session, moves: tuple[Move, ...], report: Report) -> None:
        if session is not self._session or session.moves != moves:
            return
        self._searched = report
        match report.get("verdict"):
            case "won":
                self._lines.keep(session, report["line"])
            case "lost":
                self._lost, self._proof = moves, report
            case "unknown":
                self._in_vain = moves
            case _other:
                return
        self.show(session)
