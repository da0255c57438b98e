"""A whole game as one line of text: `CR1-N-AAAAAAB: 10-14 3-SA R 5-9`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from demilune.deals import DealCode, read_code
from demilune.games import Move, NotationError, Position, Refusal


class RecordError(ValueError):
    """A record with a move that cannot be read or played.

    `number` counts the moves from 1, `text` is the move's (shortened), and `refusal` the game's
    reason, or None when the text is no move at all. `position` is the one before that move.
    """

    def __init__(
        self, number: int, text: str, refusal: Refusal | None, position: Position | None = None
    ) -> None:
        """Keep what a message needs."""
        self.number = number
        self.text = text[:40]
        self.refusal = refusal
        self.position = position
        reason = refusal.value if refusal else "not a move in the notation"
        super().__init__(f"move {number}, {self.text}: {reason}")


class Record(NamedTuple):
    """A deal and the moves played on it."""

    code: DealCode
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        """Write the record.

        >>> str(Record(read_code("CR1-N-AAAAAAB"), (Move("10", "14"), Move("3", "SA"))))
        'CR1-N-AAAAAAB: 10-14 3-SA'
        """
        return f"{self.code}: {write_moves(self.moves)}".rstrip()


def write_moves(moves: Iterable[Move]) -> str:
    """Write moves with a space between each."""
    return " ".join(map(str, moves))


def read_moves(text: str) -> tuple[Move, ...]:
    """Read moves with white space between each.

    Raises RecordError with the number of the first that is no move.

    >>> [str(move) for move in read_moves("10>14 3→sa r")]
    ['10-14', '3-SA', 'R']
    """
    moves = []
    for number, word in enumerate(text.split(), 1):
        try:
            moves.append(Move.read(word))
        except NotationError as error:
            raise RecordError(number, word, None) from error
    return tuple(moves)


def read_record(text: str) -> Record:
    """Read a record; the moves may be missing, and so may the colon then.

    Raises CodeError for the deal code and RecordError for the moves. Whether the moves are legal
    is for `replay` to find.

    >>> read_record("cr1naaaaaab: 10>14").moves
    (Move(source='10', target='14', size=1),)
    """
    code, _, moves = text.partition(":")
    return Record(read_code(code), read_moves(moves))


def replay(record: Record) -> list[Position]:
    """Play a record and return its positions, the deal first: one more than it has moves.

    Raises RecordError at the first move that the rules refuse.
    """
    game = record.code.game
    positions = [game.deal(record.code.number)]
    for number, move in enumerate(record.moves, 1):
        refusal = game.judge(positions[-1], move)
        if refusal:
            raise RecordError(number, str(move), refusal, positions[-1])
        positions.append(game.play(positions[-1], move))
    return positions
