"""The deal's par: with how few redeals a game that was won could be won, as far as is known."""

from __future__ import annotations

from demilune.session import Session
from web.catalogue import _
from web.dom import Element, find, listen, make
from web.solving import Report, Solver

SECONDS = 10.0
"""How long a way with a redeal less is looked for; each that is found asks for one more."""


class Par:
    """A row in the dialog of a won game, which the solver betters while the dialog is open."""

    def __init__(self, solver: Solver) -> None:
        """Keep who searches; when the dialog is closed, nobody waits for it any more."""
        self._solver = solver
        self._value: Element | None = None
        listen(find("#won"), "close", lambda _event: solver.stop(self._show))

    def begin(self, session: Session) -> list[Element]:
        """Return the row of a won game, and look for a way with fewer redeals."""
        term, self._value = make("dt"), make("dd", "par")
        # i18n: how many redeals a deal needs, at the end of a won game
        term.textContent = _("Redeals needed")
        used = session.game.redeals - session.position.redeals
        self._show({"redeals": used, "proved": not used})
        if used:
            self._solver.ask(self._show, "par", record=session.record, seconds=SECONDS)
        return [term, self._value]

    def _show(self, report: Report) -> None:
        if self._value and "redeals" in report:
            redeals = report["redeals"]
            # i18n: {number} of redeals
            text = "{number}" if report.get("proved") else _("{number} or fewer")
            self._value.textContent = text.format(number=redeals)
