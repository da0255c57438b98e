"""Hints: the next move of a line that wins, or the best that can be said of what is seen."""

from __future__ import annotations

from collections.abc import Callable

from demilune.games import REDEAL, Move, Position, Refusal, Status
from demilune.record import read_moves
from demilune.session import Session
from web.asking import Asker
from web.catalogue import _, ngettext
from web.lines import Lines, bare
from web.notices import Notices
from web.solving import Report
from web.table import Table
from web.wording import wording_of
from web.wording.proofs import because

SECONDS = 5.0
"""How long a line is looked for before the hint is the move that looks best; for who asks again in
the same position, twice as long each time."""


class Hints:
    """Shows a suggestion on the table and says it.

    One from a line that is known is there at once, or from a plan. Of a game with hidden cards a
    hint is to know no more than the player, whatever the solver has found there.
    """

    def __init__(
        self,
        table: Table,
        notices: Notices,
        asker: Asker,
        lines: Lines,
        shown: Callable[[], None],
    ) -> None:
        """Keep where hints are shown and who finds them; `shown` is told that one was shown."""
        self._table = table
        self._notices = notices
        self._asker = asker
        self._lines = lines
        self._shown = shown
        self._session: Session | None = None
        self._planned: dict[Position, tuple[Move, str]] = {}
        self._in_vain: Position | None = None
        self._seconds = SECONDS

    def give(self, session: Session) -> None:
        """Give a hint for where a session stands, at once or when it is found."""
        if session.status is Status.WON:
            self._notices.show(wording_of(session.game).refusal(Refusal.GAME_OVER))
            return
        move = None if any(session.position.face_down) else self._lines.next_move(session)
        if move:
            self._suggest(session, move, _("Part of a way to win."))
            return
        if planned := self._next_of_plan(session):
            self._suggest(session, *planned)
            return
        again = session.position == self._in_vain
        self._in_vain = None
        self._seconds = self._seconds * 2 if again else SECONDS
        self._asker.ask(
            _("Looking for a hint …"),
            lambda report: self._show(session, report),
            "hint",
            record=session.record,
            seconds=self._seconds,
        )

    def _show(self, session: Session, report: Report) -> None:
        text = report.get("move")
        if not text:
            parts = [_("There is no move that leads anywhere new.")]
            if "proof" in report:
                parts += [_("The game cannot be won any more."), because(report)]
            self._notices.show(" ".join(parts))
            return
        match report["by"]:
            case "line":
                self._lines.keep(session, report["line"])
                why = _("Part of a way to win.")
            case "samples":
                samples = report["samples"]
                why = ngettext(
                    "If the hidden cards were known: wins in {wins} of {number} sample.",
                    "If the hidden cards were known: wins in {wins} of {number} samples.",
                    samples,
                ).format(wins=report["wins"], number=samples)
                self._keep_plan(session, report.get("plan", ""), why)
            case "looks" if "proof" in report:
                why = _("The game cannot be won any more; this move looks best.")
                why += f" {because(report)}"
            case "looks" if any(session.position.face_down):
                why = _("Looks best by the cards that are seen.")
            case "looks":
                why = _("Looks best; no way to win was found in the time.")
                self._in_vain = session.position
        self._suggest(session, Move.read(text), why)

    def _keep_plan(self, session: Session, plan: str, why: str) -> None:
        """Keep moves up to the one that turns a card: until then nothing new is seen."""
        position = session.position
        for move in read_moves(plan):
            self._planned[bare(position)] = move, why
            position = session.game.play(position, move)

    def _next_of_plan(self, session: Session) -> tuple[Move, str] | None:
        """Return what a plan of this game has for where it stands, and why."""
        if session is not self._session:
            self._session = session
            self._planned.clear()
        return self._planned.get(bare(session.position))

    def _suggest(self, session: Session, move: Move, why: str) -> None:
        """Light a move on the table, and say it."""
        words, position = wording_of(session.game), session.position
        if move == REDEAL:
            what = words.redealing()
        else:
            cards = session.game.cards(position, move.source)[-move.size :]
            what = words.move(move, cards, None)
        self._table.suggest(move)
        # i18n: {move} is “7 of hearts from pile 3 to pile 5”, {why} a sentence
        self._notices.show(_("Hint: {move}. {why}").format(move=what, why=why))
        self._shown()
