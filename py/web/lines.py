"""Ways to win that are known for the game on the table: whoever finds one keeps it here."""

from __future__ import annotations

from dataclasses import replace

from demilune.games import Move, Position
from demilune.record import Record, read_moves, replay
from demilune.session import Session


class Lines:
    """Knows what to play in every position of lines that win, of one game at a time.

    So a line is there at once while the player follows it, comes back to it by taking moves back,
    or meets it again by another way. A line that is kept later goes before those that it crosses;
    so whoever follows them comes to an end.
    """

    def __init__(self) -> None:
        """Know none."""
        self._session: Session | None = None
        self._next: dict[Position, Move] = {}

    def keep(self, session: Session, line: str) -> None:
        """Keep a line that wins from where a session stands, and so from all that came before."""
        self.keep_game(session, (*session.moves, *read_moves(line)))

    def keep_game(self, session: Session, moves: tuple[Move, ...]) -> None:
        """Keep a whole game of a session's deal that wins."""
        self._turn_to(session)
        for position, move in zip(replay(Record(session.code, moves)), moves, strict=False):
            self._next[bare(position)] = move

    def next_move(self, session: Session) -> Move | None:
        """Return the next move of a line that wins from where a session stands."""
        self._turn_to(session)
        return self._next.get(bare(session.position))

    def way(self, session: Session) -> tuple[Move, ...]:
        """Return a line that wins from where a session stands; empty when none is known."""
        return self._way(session, session.position)

    def game(self, session: Session) -> tuple[Move, ...]:
        """Return a whole game of a session's deal that wins; empty when none is known."""
        return self._way(session, session.game.deal(session.code.number))

    def _way(self, session: Session, position: Position) -> tuple[Move, ...]:
        self._turn_to(session)
        moves = []
        while move := self._next.get(bare(position)):
            moves.append(move)
            position = session.game.play(position, move)
        return tuple(moves)

    def _turn_to(self, session: Session) -> None:
        if session is not self._session:
            self._session = session
            self._next.clear()


def bare(position: Position) -> Position:
    """Return a position as the solver sees it: the score is nothing to it."""
    return replace(position, score=0)
