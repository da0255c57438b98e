"""A move and its notation: `10-14`, `10-SA`, `3x5-6`, `R`."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_PATTERN = re.compile(
    r"([0-9]{1,3}|[A-Z]{1,3})(?:X([1-9][0-9]{0,2}))?[-–>→]([0-9]{1,3}|[A-Z]{1,3})"
)


class NotationError(ValueError):
    """A text that is no move in the notation; `text` is what was found."""

    def __init__(self, text: str) -> None:
        """Keep the text, cut to what a message can show."""
        self.text = text[:40]
        super().__init__(f"not a move: {self.text!r}")


class Move(NamedTuple):
    """`size` cards from the pile named `source` to the one named `target`, or `REDEAL`.

    Names are the notation's: `1` to `16`, `SA`, `S`. Whether such a pile exists is for a game's
    rules to say.
    """

    source: str
    target: str
    size: int = 1

    def __str__(self) -> str:
        """Write the move as in a record; a size of one is left out.

        >>> str(Move("3", "6", 5)), str(Move("10", "SA")), str(REDEAL)
        ('3x5-6', '10-SA', 'R')
        """
        return _written(self)

    @classmethod
    def read(cls, text: str) -> Move:
        """Read one move; arrows for the hyphen and lower case are taken too.

        Raises NotationError when the text is not of the notation's form.

        >>> Move.read("3X5→6")
        Move(source='3', target='6', size=5)
        """
        upper = text.strip().upper()
        if upper == "R":
            return REDEAL
        match = _PATTERN.fullmatch(upper)
        if match is None:
            raise NotationError(text)
        source, size, target = match.groups()
        return cls(source, target, int(size or 1))


REDEAL = Move("R", "")


@cache
def _written(move: Move) -> str:
    # Records are written at every move of a game, and there are few different moves.
    if move == REDEAL:
        return "R"
    size = f"x{move.size}" if move.size != 1 else ""
    return f"{move.source}{size}-{move.target}"
