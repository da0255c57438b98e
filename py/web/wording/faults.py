"""What is wrong with a deal code or a record, in words."""

from __future__ import annotations

from demilune.deals import CodeError
from demilune.games import Game
from demilune.record import RecordError
from web.catalogue import _
from web.embed import Line
from web.wording import wording_of


def code_error(error: CodeError) -> str:
    """Say what is wrong with a deal code."""
    expected = " / ".join(error.expected)
    match error.part:
        case "game":
            return _("No game has the letters “{found}”; a code begins with {expected}").format(
                found=error.found, expected=expected
            )
        case "version":
            return _("The shuffle “{found}” is not known; expected is {expected}").format(
                found=error.found, expected=expected
            )
        case "rule":
            return _("This game has no rule “{found}”; choose from {expected}").format(
                found=error.found, expected=expected
            )
        case "number":
            return _("A code ends with seven letters from A to Z, not with “{found}”").format(
                found=error.found
            )


def record_error(error: RecordError, game: Game) -> str:
    """Say which move of a record cannot be read, or is against the rules of its game."""
    if error.refusal is None:
        return _("Move {number}, “{text}”, cannot be read").format(
            number=error.number, text=error.text
        )
    return _("Move {number}, {text}, is not possible: {reason}").format(
        number=error.number, text=error.text, reason=wording_of(game).refusal(error.refusal)
    )


def line_fault(line: Line) -> str:
    """Say what is wrong with a line, or nothing."""
    if isinstance(line.fault, CodeError):
        return code_error(line.fault)
    if line.fault and line.code:
        return record_error(line.fault, line.code.game)
    return ""
