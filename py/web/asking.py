"""A question to the solver for which the player waits: that is shown, and can be ended."""

from __future__ import annotations

from collections.abc import Callable

from web.catalogue import _, ngettext
from web.dom import Timer
from web.local import number
from web.notices import Notices
from web.solving import Report, Solver

_SOON = 300.0
"""Milliseconds after which the player is told that it takes a while."""


class Asker:
    """Asks one question at a time; a new one ends the one before."""

    def __init__(self, notices: Notices, solver: Solver) -> None:
        """Keep where it is shown, and who answers."""
        self._notices = notices
        self._solver = solver
        self._asking = False
        self._text = ""
        self._soon = Timer(self._tell_progress)

    def ask(
        self, text: str, answered: Callable[[Report], None], want: str, **needs: object
    ) -> None:
        """Ask what `demilune.solver.wishes` describes; `text` says what is waited for."""
        self._asking = True
        self._text = text
        self._soon.set(_SOON)
        self._solver.ask(lambda report: self._told(report, answered), want, **needs)

    def warm_up(self) -> None:
        """Begin the solver, for a question will come soon."""
        self._solver.warm_up()

    def stop(self) -> None:
        """The answer is of no use any more, for the game has gone on."""
        if self._asking:
            self._solver.stop()
            self._rest()

    def _cancel(self) -> None:
        self.stop()
        self._notices.announce(_("Cancelled"))

    def _rest(self) -> None:
        self._asking = False
        self._soon.stop()
        self._notices.withdraw(self._cancel)

    def _told(self, report: Report, answered: Callable[[Report], None]) -> None:
        if "failed" in report:
            self._rest()
            self._notices.show(_("The solver does not start in this browser: no hints here."))
        elif "done" in report:
            self._rest()
            answered(report)
        elif "started" in report:
            self._notices.update(self._text, self._cancel)
        else:
            self._notices.update(f"{self._text} {effort(report)}", self._cancel)

    def _tell_progress(self) -> None:
        text = self._text
        if self._solver.starting:
            text += " " + _("The solver is starting.")
        self._notices.show(text, _("Cancel"), self._cancel)


def effort(report: Report) -> str:
    """Return in words how much was searched so far, where that says something."""
    if "nodes" in report:
        count = report["nodes"]
        text = ngettext("{number} position", "{number} positions", count)
    elif "tried" in report:
        count = report["tried"]
        text = ngettext("{number} deal", "{number} deals", count)
    else:
        count = report["samples"]
        text = ngettext("{number} sample", "{number} samples", count)
    return text.format(number=number(count))
