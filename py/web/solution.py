"""Show me, and where did I lose it: what the solver knows of the game that was played."""

from __future__ import annotations

from collections.abc import Callable

import js

from demilune.games import Move
from demilune.record import Record, read_moves
from demilune.session import Session
from web.asking import Asker
from web.catalogue import _
from web.hints import Hints
from web.notices import Notices
from web.share import replay_link
from web.solving import Report
from web.wording.proofs import because

SECONDS = 30.0
"""How long a line is looked for in one position to be shown."""
_SECONDS_A_MOVE = 8.0
"""And in each position that is asked after in a game that was lost: there are six or seven."""


class Solutions:
    """Answers what a player asks who has given up, is stuck, or has won.

    `assist` is told that help was given, and `go_to` takes the game back to a number of moves.
    """

    def __init__(
        self,
        notices: Notices,
        asker: Asker,
        hints: Hints,
        assist: Callable[[], None],
        go_to: Callable[[int], None],
    ) -> None:
        """Keep who answers and where it is said."""
        self._notices = notices
        self._asker = asker
        self._hints = hints
        self._assist = assist
        self._go_to = go_to

    def show(self, session: Session) -> None:
        """Show a way to win as a replay: from the position now, else from the deal."""
        self._asker.ask(
            _("Looking for a way to win …"),
            lambda report: self._show(session, report),
            "show",
            record=session.record,
            seconds=SECONDS,
        )

    def replay(self, session: Session, moves: tuple[Move, ...], at: int) -> None:
        """Show a whole game of the session's deal that wins, from after `at` moves on."""
        self._assist()
        link = replay_link(str(session.code), str(Record(session.code, moves)))
        js.location.assign(f"{link}&at={at}")

    def _show(self, session: Session, report: Report) -> None:
        match report["verdict"]:
            case "won":
                self.replay(session, read_moves(report["moves"]), report["at"])
            case "lost":
                self._notices.show(_never(report))
            case "unknown":
                self._notices.show(_("No way to win was found in the time; there may be one."))

    def turning_point(self, session: Session) -> None:
        """Find the last move after which the game could still be won, and offer to go there."""
        self._asker.ask(
            _("Looking for the move that lost the game …"),
            lambda report: self._tell(session, report),
            "turn",
            record=session.record,
            seconds=_SECONDS_A_MOVE,
        )

    def _tell(self, session: Session, report: Report) -> None:
        self._assist()
        made, last, lost = len(session.moves), report.get("winnable"), report.get("lost")
        if lost == 0:
            self._notices.show(_never(report))
        elif last is None:
            self._notices.show(_("No way to win was found in the time; there may be one."))
        elif last == made:
            self._hints.keep(session, report["line"])
            self._notices.show(_("The game can still be won from here."))
        else:
            if lost == last + 1:
                text = _("Move {move} lost the game: before it, it could still be won.")
            elif lost is None:
                text = _("Before move {move} the game could be won. Of later ones it is not known.")
            else:
                text = _(
                    "Before move {move} the game could be won; from move {lost} on it was lost. "
                    "Between them it is not known."
                )
            if lost is not None:
                text += f" {because(report)}"
            self._notices.show(
                text.format(move=last + 1, lost=lost),
                _("Go back there"),
                lambda: self._play_on(session, last, report["line"]),
            )

    def _play_on(self, session: Session, count: int, line: str) -> None:
        self._go_to(count)
        self._hints.keep(session, line)


def _never(report: Report) -> str:
    return f"{_('This deal cannot be won, whatever is played.')} {because(report)}"
