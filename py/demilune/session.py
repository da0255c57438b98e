"""A game being played: history, undo and redo, counters, clock, save and restore."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, cast

from demilune.clock import Clock, TimeSource
from demilune.deals import CodeError, DealCode
from demilune.games import REDEAL, Game, Move, Position, Refusal, Status, UndoPolicy
from demilune.record import Record, RecordError, read_moves, read_record, replay, write_moves

SAVE_VERSION = 1
UNDO_LIMIT = 100
"""Moves that can be taken back under the policy `limited`."""


class SaveError(ValueError):
    """A save that is damaged or forged; the message says what was found."""


class NewerSaveError(SaveError):
    """A save that a newer version of the program has written; it must be left as it is."""


class Session:
    """One game from its deal on.

    The policy `limited` takes back up to `UNDO_LIMIT` moves, and a redeal clears that history;
    `unlimited` takes back everything, redeals too. The history itself always reaches back to the
    deal, for the record.

    What a log of finished games needs to know of a game is kept and saved, and nothing takes it
    back: `id` tells the game from all others, `begun` is the player's date at its first move (as
    `2026-11-29`), and `assisted` tells whether the solver has helped. The first two are
    empty until they are set from outside. `peeked` tells whether the player has asked for what
    only the cards that lie face down can tell, and is kept like those.

    >>> session = Session(DealCode("CR1-N", 1), now=lambda: 0.0)
    >>> session.play(Move.read("R")), session.position.redeals, session.can_undo
    (None, 2, False)
    """

    def __init__(
        self, code: DealCode, now: TimeSource, policy: UndoPolicy | None = None, id: str = ""
    ) -> None:
        """Deal a game; without a policy the rule's own is taken."""
        self.code = code
        self.id = id
        self.policy: UndoPolicy = policy or self.game.undo_policy
        self._now = now
        self.restart()

    @property
    def game(self) -> Game:
        """The rules that are played."""
        return self.code.game

    def restart(self) -> None:
        """Deal the same cards again, with everything but the `id` at its beginning."""
        self.begun = ""
        self.assisted = False
        self.peeked = False
        self._positions = [self.game.deal(self.code.number)]
        self._moves: list[Move] = []
        self._redo: list[Move] = []
        self.undoable = 0
        self._plays = 0
        self._clock = Clock(self._now)
        self._paused = False
        self.status = self.game.status(self.position)

    # What there is to see

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move from the deal to the position now, redeals too."""
        return tuple(self._moves)

    @property
    def record(self) -> str:
        """The game as text, from the deal to the position now."""
        return str(Record(self.code, self.moves))

    @property
    def moves_made(self) -> int:
        """The move counter; a redeal is not a move."""
        if self.game.undo_takes_back_count:
            return len(self._moves) - self._moves.count(REDEAL)
        return self._plays

    @property
    def seconds(self) -> float:
        """The time played, in seconds."""
        return self._clock.seconds

    @property
    def started(self) -> bool:
        """Whether a move or a redeal was made, taken back or not."""
        return bool(self._moves or self._redo)

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return self.undoable > 0

    @property
    def can_redo(self) -> bool:
        """Whether a move that was taken back can be made again."""
        return bool(self._redo)

    def targets(self, source: str, count: int = 1) -> list[Move]:
        """Return the legal moves of the top `count` cards of a place; none when there are none."""
        return self.game.targets(self.position, source, count)

    # What can be done

    def play(self, move: Move) -> Refusal | None:
        """Play a move, or return why it is refused; a refused one changes nothing."""
        refusal = self.game.judge(self.position, move)
        if refusal is None:
            self._redo.clear()
            self._plays += move != REDEAL
            self._advance(move)
        return refusal

    def undo(self) -> bool:
        """Take the last move back, if the policy lets it; tell whether it did."""
        if not self.can_undo:
            return False
        self._positions.pop()
        self._redo.append(self._moves.pop())
        self.undoable -= 1
        self.status = Status.PLAYING  # The move that was taken back can be made.
        self._set_clock()
        return True

    def redo(self) -> bool:
        """Make the move again that was taken back last; tell whether there was one."""
        if not self._redo:
            return False
        self._advance(self._redo.pop())
        return True

    def go_back_to(self, count: int) -> None:
        """Go back to the position after `count` moves, whatever the policy; nothing can be redone.

        For help that was asked for: the game goes on from where it could still be won. Raises
        ValueError when so many moves were not made.

        >>> session = Session(DealCode("CR1-N", 1), now=lambda: 0.0)
        >>> session.play(Move.read("R")), session.go_back_to(0), session.record
        (None, None, 'CR1-N-AAAAAAB:')
        """
        if not 0 <= count <= len(self._moves):
            raise ValueError(f"{count} of {len(self._moves)} moves")
        del self._positions[count + 1 :]
        del self._moves[count:]
        self._redo.clear()
        self.undoable = count
        if self.policy == "limited":
            since = self._moves[::-1].index(REDEAL) if REDEAL in self._moves else count
            self.undoable = min(since, UNDO_LIMIT)
        if not count:
            # A game without moves has no counters.
            self._plays = 0
            self._clock = Clock(self._now)
        self.status = self.game.status(self.position)
        self._set_clock()

    def pause(self) -> None:
        """Stop the clock while nobody sees the game."""
        self._paused = True
        self._clock.stop()

    def resume(self) -> None:
        """Let the clock go on after a pause, if the game had begun and is not over."""
        self._paused = False
        self._set_clock()

    def _advance(self, move: Move) -> None:
        self._positions.append(self.game.play(self.position, move))
        self._moves.append(move)
        self.undoable += 1
        if self.policy == "limited":
            self.undoable = 0 if move == REDEAL else min(self.undoable, UNDO_LIMIT)
        self.status = self.game.status(self.position)
        self._set_clock()

    def _set_clock(self) -> None:
        if self.started and self.status is not Status.WON and not self._paused:
            self._clock.start()
        else:
            self._clock.stop()

    # Saves

    def save(self) -> str:
        """Write the session as text (JSON) that `restore` reads."""
        return json.dumps(
            {
                "version": SAVE_VERSION,
                "record": self.record,
                "redo": write_moves(reversed(self._redo)),
                "undoable": self.undoable,
                "policy": self.policy,
                "plays": self._plays,
                "seconds": round(self.seconds, 3),
                "id": self.id,
                "begun": self.begun,
                "assisted": self.assisted,
                "peeked": self.peeked,
            }
        )

    @classmethod
    def restore(cls, text: str, now: TimeSource) -> Session:
        """Read a save and replay it; the clock stands until `resume`.

        Raises SaveError when anything in it does not fit, NewerSaveError for a newer version's.
        """
        save = _read_save(text)
        try:
            record = read_record(save["record"])
            redo = read_moves(save["redo"])
            positions = replay(record)
            replay(Record(record.code, record.moves + redo))
        except (CodeError, RecordError) as error:
            raise SaveError(str(error)) from error
        session = cls(record.code, now, save["policy"], save["id"])
        session.begun = save["begun"]
        session.assisted = save["assisted"]
        session.peeked = save["peeked"]
        session._positions = positions
        session._moves = list(record.moves)
        session._redo = list(reversed(redo))
        session.undoable = save["undoable"]
        session._plays = save["plays"]
        session._clock = Clock(now, save["seconds"])
        session._paused = True
        session.status = session.game.status(session.position)
        session._check_counters()
        return session

    def _check_counters(self) -> None:
        """Raise SaveError when the counters of a save could not come from its moves."""
        moves, redo, limited = self._moves, self._redo, self.policy == "limited"
        made = len(moves) + len(redo) - (moves + redo).count(REDEAL)
        if self._plays < made:
            raise SaveError("fewer moves counted than were made")
        if not self.started and (self._plays or self.seconds):
            raise SaveError("moves or seconds counted in a game that has not begun")
        if limited and (REDEAL in redo or self.undoable + len(redo) > UNDO_LIMIT):
            raise SaveError("more moves to take back than the policy lets")
        since_redeal = moves[::-1].index(REDEAL) if limited and REDEAL in moves else len(moves)
        lost = since_redeal - self.undoable
        if lost < 0:
            raise SaveError("more moves to take back than were made")
        # Only playing on with a full history loses the oldest moves, one for each move played.
        if lost > 0 and not (limited and self._plays >= UNDO_LIMIT + lost):
            raise SaveError("fewer moves to take back than were made")


def _read_save(text: str) -> dict[str, Any]:
    """Return the fields of a save, each of its type; raises SaveError."""
    try:
        save = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError("not JSON") from error
    if not isinstance(save, dict):
        raise SaveError("no save of this program")
    version = save.get("version")
    if not _is_count(version) or not version:
        raise SaveError("no save of this program")
    if version > SAVE_VERSION:
        raise NewerSaveError(f"version {version}")
    save = _DEFAULTS | save
    for name, fits in _FIELDS.items():
        if not fits(save.get(name)):
            raise SaveError(f"{name} is missing or wrong")
    return save


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _is_seconds(value: object) -> bool:
    return type(value) in (int, float) and 0 <= cast(float, value) <= _MOST


def _is_policy(value: object) -> bool:
    return value in ("limited", "unlimited")


def is_id(value: object) -> bool:
    """Tell whether a value can be the `id` of a session: small letters and digits, at most 40."""
    return isinstance(value, str) and re.fullmatch(r"[0-9a-z]{1,40}", value) is not None


def is_day(value: object) -> bool:
    """Tell whether a value is a date as it is written in saves, such as `2026-11-29`."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


_MOST = 10**9
"""Moves or seconds that no honest save reaches."""

_FIELDS: Mapping[str, Callable[[object], bool]] = {
    "record": _is_text,
    "redo": _is_text,
    "undoable": _is_count,
    "policy": _is_policy,
    "plays": _is_count,
    "seconds": _is_seconds,
    "id": lambda value: value == "" or is_id(value),
    "begun": lambda value: value == "" or is_day(value),
    "assisted": lambda value: isinstance(value, bool),
    "peeked": lambda value: isinstance(value, bool),
}

_DEFAULTS: dict[str, Any] = {"id": "", "begun": "", "assisted": False, "peeked": False}
"""Fields that a save may lack."""
