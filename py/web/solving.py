"""The solver as the page sees it: a wish goes to a worker, reports come back.

There is one search at a time: a new wish ends the one before. The worker is begun at the first
wish, and ended when there was none for a while, which gives its memory back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import js
from pyodide.ffi import create_proxy

from web.dom import Element, Timer

Report = Mapping[str, Any]
"""What `demilune.solver.wishes` reports; of a solver that cannot run only `failed`, and why, and of
one that has begun only `started`."""

_IDLE = 120_000.0
"""Milliseconds without a wish after which the worker is ended."""


class Solver:
    """Answers wishes, away from the page."""

    def __init__(self) -> None:
        """Begin nothing yet."""
        self._worker: Element | None = None
        self._started = False
        self._wish = 0
        self._told: Callable[[Report], None] | None = None
        self._idle = Timer(self._end)
        self._listener = create_proxy(self._report)

    @property
    def busy(self) -> bool:
        """Whether there is a wish that is not answered yet."""
        return self._told is not None

    @property
    def starting(self) -> bool:
        """Whether the worker was begun, and cannot search yet."""
        return self._worker is not None and not self._started

    def warm_up(self) -> None:
        """Begin the worker, for a wish will come soon."""
        if self._worker is None:
            self._worker = js.demiluneSolver(self._listener)
        self._idle.set(_IDLE)

    def ask(self, told: Callable[[Report], None], want: str, **needs: object) -> None:
        """Ask what `demilune.solver.wishes` describes; `told` gets the reports, the answer last."""
        self.warm_up()
        self._idle.stop()
        self._wish += 1
        self._told = told
        self._send(json.dumps({"id": self._wish, "want": want, **needs}))

    def stop(self, told: Callable[[Report], None] | None = None) -> None:
        """Answer the wish no longer, if there is one; only if it is that of `told`, where given."""
        if self._told and told in (None, self._told):
            self._told = None
            self._send("")
            self._idle.set(_IDLE)

    def rest(self, resting: bool) -> None:
        """Let the search rest, while cards are held say, or go on."""
        if self._told:
            self._send(resting)

    def _send(self, message: str | bool) -> None:
        if self._worker:
            self._worker.send(message)

    def _report(self, text: str) -> None:
        report, told = json.loads(text), self._told
        if "failed" in report:
            self._end()
        elif "started" in report:
            self._started = True
        elif report["id"] != self._wish:
            return
        if "failed" in report or "done" in report:
            self._told = None
            self._idle.set(_IDLE)
        if told:
            told(report)

    def _end(self) -> None:
        self._idle.stop()
        if self._worker:
            self._worker.end()
            self._worker = None
            self._started = False
