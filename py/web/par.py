"""The deal's par: with how few redeals a game that was won could be won, as far as is known."""

from __future__ import annotations

from demilune.record import read_moves
from demilune.session import Session
from web.catalogue import _
from web.dom import Element, find, listen, make
from web.lines import Lines
from web.solving import Report, Solver
from web.wording.proofs import because

SECONDS = 10.0
"""How long a way with a redeal less is looked for; each that is found asks for one more."""


class Par:
    """A row in the dialog of a won game, which the solver betters while the dialog is open."""

    def __init__(self, solver: Solver, lines: Lines) -> None:
        """Keep who searches; when the dialog is closed, nobody waits for it any more."""
        self._solver = solver
        self._lines = lines
        self._session: Session | None = None
        self._value: Element | None = None
        listen(find("#won"), "close", lambda _event: solver.stop(self._show))

    def begin(self, session: Session) -> list[Element]:
        """Return the row of a won game, and look for a way with fewer redeals."""
        self._session = session
        term, self._value = make("dt"), make("dd", "par")
        # i18n: how many redeals a deal needs, at the end of a won game
        term.textContent = _("Redeals needed")
        used = session.game.redeals - session.position.redeals
        self._show({"redeals": used, "proved": not used})
        if used:
            self._solver.ask(self._show, "par", record=session.record, seconds=SECONDS)
        return [term, self._value]

    def _show(self, report: Report) -> None:
        """Show a number of redeals, with its proof if there is one; keep the way, to be shown."""
        if not self._value or not self._session or "redeals" not in report:
            return
        if "line" in report:
            self._lines.keep_game(self._session, read_moves(report["line"]))
        # i18n: {number} of redeals
        text = "{number}" if report.get("proved") else _("{number} or fewer")
        if "proof" in report:
            # i18n: {proof} is a sentence
            text = _("{number}. With fewer: {proof}")
        self._value.textContent = text.format(
            number=report["redeals"], proof=because(report) if "proof" in report else ""
        )
