"""Show me, and where did I lose it: what the solver knows of the game that was played."""

from __future__ import annotations

from collections.abc import Callable

import js

from demilune.games import REDEAL, Move, Status
from demilune.record import Record, read_moves, replay
from demilune.session import Session
from web.asking import Asker
from web.catalogue import _
from web.lines import Lines
from web.notices import Notices
from web.share import replay_link
from web.solving import Report
from web.wording import wording_of
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
        lines: Lines,
        assist: Callable[[], None],
        go_to: Callable[[int], None],
    ) -> None:
        """Keep who answers, where it is said, and the lines that are known."""
        self._notices = notices
        self._asker = asker
        self._lines = lines
        self._assist = assist
        self._go_to = go_to

    def show(self, session: Session) -> None:
        """Show a way to win as a replay: from the position now, else from the deal."""
        way = self._lines.way(session)
        if way:
            self._replay(session, (*session.moves, *way), len(session.moves))
            return
        game = self._lines.game(session)
        if game and session.status is Status.WON:
            self._replay(session, game, 0)
            return
        self._asker.ask(
            _("Looking for a way to win …"),
            lambda report: self._show(session, report),
            "show",
            record=session.record,
            seconds=SECONDS,
        )

    def _replay(self, session: Session, moves: tuple[Move, ...], at: int) -> None:
        """Show a whole game of the session's deal that wins, from after `at` moves on."""
        self._assist()
        record = str(Record(session.code, moves))
        js.location.assign(replay_link(str(session.code), record, at=str(at), by="solver"))

    def _show(self, session: Session, report: Report) -> None:
        here = ""
        if "proof" in report:
            self._assist()
            here = " ".join([_("The game cannot be won any more."), because(report)])
        match report["verdict"]:
            case "won":
                moves, at = read_moves(report["moves"]), report["at"]
                self._lines.keep_game(session, moves)
                if at == len(session.moves) or session.status is Status.WON:
                    self._replay(session, moves, at)
                    return
                here = here or _("From here no way to win was found in the time.")
                self._notices.show(
                    " ".join([here, _("From the deal there is a way to win.")]),
                    _("Show it"),
                    lambda: self._replay(session, moves, at),
                )
            case "lost":
                self._notices.show(_never(report))
            case "unknown" if here:
                deal = _("From the deal no way to win was found in the time.")
                self._notices.show(" ".join([here, deal]))
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
        if last is not None:
            line = read_moves(report["line"])
            self._lines.keep_game(session, (*session.moves[:last], *line))
        if lost == 0:
            self._notices.show(_never(report))
        elif last is None:
            self._notices.show(_("No way to win was found in the time; there may be one."))
        elif last == made:
            self._notices.show(
                _("The game can still be won from here."), _("Show it"), lambda: self.show(session)
            )
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
                text.format(
                    move=numbered(session, last + 1), lost=lost and numbered(session, lost)
                ),
                _("Go back there"),
                lambda: self._go_to(last),
            )


def numbered(session: Session, number: int) -> str:
    """Return the number of a move that was made, and the move in words.

    The number alone would say little: redeals have one too, though the bar does not count them.
    """
    game, words, move = session.game, wording_of(session.game), session.moves[number - 1]
    before, after = replay(Record(session.code, session.moves[:number]))[-2:]
    if move == REDEAL:
        what = words.step(game, before, move, after)
    else:
        what = words.move(move, game.cards(before, move.source)[-move.size :], None)
    # i18n: of a move, {number} and what it was: “12 (7 of hearts from pile 3 to pile 5)”
    return _("{number} ({move})").format(number=number, move=what)


def _never(report: Report) -> str:
    return " ".join([_("This deal cannot be won, whatever is played."), because(report)])
