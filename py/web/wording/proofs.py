"""Why a position cannot be won, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.catalogue import _


def because(report: Mapping[str, Any]) -> str:
    """Return a sentence that says what the `proof` of the solver's report is."""
    return {
        "searched": _("Every way to play on was searched, and none wins."),
        "buried": _("A card lies buried so that no play can free it."),
    }[report["proof"]]
