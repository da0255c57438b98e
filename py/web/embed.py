"""What an embedding page asks for, in the address of the frame and in messages to it. Pure.

All of it comes from outside. Nothing here raises: what cannot be read becomes a fault that is told
in words, and the part of a record that is legal still holds. EMBEDDING.md describes the forms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args

from demilune.deals import CodeError, DealCode, read_code
from demilune.games import Move, NotationError, Position
from demilune.record import Record, RecordError
from web.catalogue import LANGUAGES
from web.settings import Theme

SOURCE, VERSION = "demilune", 1
"""What every message says of itself, in both directions."""

View = Literal["play", "replay", "board"]
Fault = CodeError | RecordError

DEFAULT_RULE = "CR1-N"
MOST_MOVES = 5000
"""Moves that are read of a record; no game of ours needs a tenth of them."""

_BETWEEN_MOVES = re.compile(r"[\s+_,]+")


class Line(NamedTuple):
    """A deal and the legal part of the moves that were asked for.

    `positions` has one more than `moves`: the deal comes first. `at` is the position to show.
    Without a code there is none; `fault` then tells whether one was asked for.
    """

    code: DealCode | None = None
    moves: tuple[Move, ...] = ()
    positions: tuple[Position, ...] = ()
    at: int = 0
    fault: Fault | None = None

    def record(self, at: int) -> str:
        """Return the record of the game up to a position."""
        return str(Record(self.code, self.moves[:at])) if self.code else ""


class Wish(NamedTuple):
    """What the address of a frame asks for; what is empty was not asked for.

    `solved` says that the line is the solver's from `at` on, which holds if it wins.
    """

    view: View
    rule: str
    line: Line
    language: str
    theme: Theme | None
    bar: bool
    solved: bool


class Load(NamedTuple):
    """The message that shows another game; without a view the one that is shown stays."""

    code: str
    moves: str
    at: str
    view: View | None


class Goto(NamedTuple):
    """The message that shows another position of the game."""

    at: int


class SetTheme(NamedTuple):
    """The message that changes the colours."""

    theme: Theme


class Speak(NamedTuple):
    """The message that changes the language."""

    language: str


Message = Load | Goto | SetTheme | Speak


def read_wish(address: Mapping[str, str]) -> Wish:
    """Read the parameters of an address.

    >>> wish = read_wish({"code": "CR1-N-AAAAAAB", "moves": "3-DK+5-HA", "view": "board"})
    >>> wish.view, wish.rule, [str(move) for move in wish.line.moves], wish.line.at
    ('board', 'CR1-N', ['3-DK', '5-HA'], 2)
    """
    view = _view(address.get("view")) or "play"
    code, moves = address.get("code", ""), address.get("moves", "")
    line = read_line(code, moves, address.get("at", ""), view) if code or moves else Line()
    rule, fault = _rule(address.get("game", ""))
    return Wish(
        view,
        line.code.rule if line.code else rule,
        line._replace(fault=line.fault or fault),
        address.get("lang", ""),
        _theme(address.get("theme")),
        address.get("bar", "1" if view == "play" else "0") != "0",
        address.get("by") == "solver",
    )


def read_line(code: str, moves: str, at: str, view: View) -> Line:
    """Read a deal code, or a whole record, and follow the moves as far as they are legal.

    Args:
        code: a deal code, or a record with a colon.
        moves: moves with spaces, `+`, `_` or commas between, after those of `code`.
        at: the number of moves before the position to show; what is out of range is drawn to the
            nearest, what is no number is as if missing.
        view: decides where a line is shown without `at`: a replay begins at the deal, others are
            at their end.
    """
    head, _, tail = code.partition(":")
    if tail.startswith("//"):  # a pasted link
        head, tail = code, ""
    try:
        deal = read_code(head)
    except CodeError as error:
        return Line(fault=error)
    line = _follow(deal, [word for word in _BETWEEN_MOVES.split(f"{tail} {moves}") if word])
    last = len(line.moves)
    wanted = _number(at)
    if wanted is None:
        wanted = 0 if view == "replay" else last
    return line._replace(at=min(wanted, last))


def _follow(code: DealCode, words: list[str]) -> Line:
    game = code.game
    positions = [game.deal(code.number)]
    moves: list[Move] = []
    fault = None
    for number, word in enumerate(words, 1):
        try:
            move = Move.read(word)
        except NotationError:
            fault = RecordError(number, word, None)
            break
        refusal = game.judge(positions[-1], move)
        if refusal or number > MOST_MOVES:
            fault = RecordError(number, word, refusal)
            break
        positions.append(game.play(positions[-1], move))
        moves.append(move)
    return Line(code, tuple(moves), tuple(positions), fault=fault)


def read_message(text: str) -> Message | None:
    """Read a message from the embedding page as JSON; None when it is none of ours.

    >>> read_message('{"source": "demilune", "v": 1, "type": "goto", "at": 3}')
    Goto(at=3)
    >>> read_message('{"source": "another", "v": 1, "type": "goto", "at": 3}')
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("source") != SOURCE:
        return None
    if type(data.get("v")) is not int or data["v"] != VERSION:
        return None
    match data.get("type"):
        case "load":
            return _load(data)
        case "goto":
            at = _number(data.get("at"))
            return None if at is None else Goto(at)
        case "theme":
            theme = _theme(data.get("theme"))
            return SetTheme(theme) if theme else None
        case "lang":
            language = data.get("lang")
            return Speak(language) if isinstance(language, str) and _spoken(language) else None
        case _:
            return None


def _load(data: Mapping[str, Any]) -> Load | None:
    code, moves, at, view = (data.get(name) for name in ("code", "moves", "at", "view"))
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        moves = " ".join(moves)
    if moves is None:
        moves = ""
    if not isinstance(code, str) or not isinstance(moves, str) or (view and not _view(view)):
        return None
    number = _number(at)
    return Load(code, moves, "" if number is None else str(number), _view(view))


def _rule(text: str) -> tuple[str, CodeError | None]:
    """Read the beginning of a deal code, like `RU1-C`, as forgivingly as the whole."""
    if not text:
        return "", None
    try:
        return read_code(f"{text}-AAAAAAA").rule, None
    except CodeError as error:
        return "", error


def _number(value: object) -> int | None:
    """Return a number of moves, written as digits or sent as a number, or None."""
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,9}", value):
        return max(int(value), 0)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 10**9:
        return max(int(value), 0)
    return None


def _view(value: object) -> View | None:
    return next((view for view in get_args(View) if view == value), None)


def _theme(value: object) -> Theme | None:
    return next((theme for theme in get_args(Theme) if theme == value), None)


def _spoken(language: str) -> bool:
    return language.split("-")[0].lower() in LANGUAGES
