"""What every patience shares: positions, verdicts, and the protocol that a game fills in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import ClassVar, Literal

from demilune.cards import KING, Card
from demilune.games.moves import REDEAL, Move

UndoPolicy = Literal["limited", "unlimited"]
TapStyle = Literal["direct", "select"]
"""Whether a tap plays a card that has just one place to go, or always selects it first."""
Fan = Literal["down", "left", "right"]
"""Which way the cards of a fanned pile overlap: its covered cards lie above, or at one side."""


class Refusal(Enum):
    """Why a move is refused; where several reasons apply, the first in this order is given.

    The value says it in English, for the command line; the page has its words from the catalogue.
    """

    GAME_OVER = "the game is over"
    UNKNOWN_PILE = "there is no such pile"
    NO_CARD = "there is no card there"
    OWN_PILE = "the card lies there already"
    BASE_LOCKED = "the base of the foundation is locked"
    NO_RETURN = "nothing returns from a foundation to a pile"
    FACE_DOWN = "the card lies face down"
    ONLY_TOP_CARD = "only the top card moves"
    TOO_MANY_CARDS = "at most 20 cards move at once"
    SEVERAL_ONTO_FOUNDATION = "a foundation takes one card at a time"
    EMPTY_PILE = "an empty pile takes no card"
    ONLY_KING = "an empty column takes only a king"
    PILE_FULL = "the pile is full"
    NOT_SAME_SUIT = "the suit must be the same"
    OTHER_SUIT_FOUNDATION = "the foundation is of another suit"
    NOT_ADJACENT_RANK = "the rank must be one higher or one lower"
    NOT_ONE_HIGHER = "the card below must be exactly one rank higher"
    NOT_NEXT_ON_FOUNDATION = "the card does not continue this foundation"
    NO_REDEAL_LEFT = "no redeal is left"
    NOTHING_TO_REDEAL = "no pile has two cards, so there is nothing to redeal"
    CLOSED_DEAL = "in a closed deal no pile is looked into"


OF_THE_SOURCE = frozenset(
    {
        Refusal.GAME_OVER,
        Refusal.UNKNOWN_PILE,
        Refusal.NO_CARD,
        Refusal.BASE_LOCKED,
        Refusal.FACE_DOWN,
        Refusal.ONLY_TOP_CARD,
        Refusal.TOO_MANY_CARDS,
    }
)
"""The refusals that hold wherever the cards would go."""


class Status(Enum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class Position:
    """All that undo restores: the cards and what belongs to them.

    Piles are tuples of cards from the bottom up, in the order of the game's `pile_names` and
    `foundation_names`. `face_down` counts the cards of each tableau pile that lie face down: they
    are always the lowest ones. `redeals` are those left.
    """

    tableau: tuple[tuple[Card, ...], ...]
    face_down: tuple[int, ...]
    foundations: tuple[tuple[Card, ...], ...]
    redeals: int = 0
    score: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the places of a game stand on a table.

    A place is `(x, y)`, its left upper corner in units of a card's width and height with the gap
    to the next; `width` and `height` are the whole table's, in the same units. `gap` is the least
    gap between neighbours in a row, in widths of a card.

    Of a pile in `fans` every card is seen: `down` the cards overlap downwards from the place,
    `right` to the right from it, and `left` the top card lies on the place and the others stick
    out at its left. They have the room up to the next place or the table's edge. Of any other pile
    only the top card is seen. A layout that is not `automatic` is shown only where it is asked for
    by its name, which several layouts may share: the shape of the window decides among them.
    """

    name: str
    width: float
    height: float
    places: Mapping[str, tuple[float, float]]
    gap: float = 0.1
    fans: Mapping[str, Fan] = field(default_factory=dict)
    automatic: bool = True

    @property
    def fanned(self) -> bool:
        """Whether the tableau piles are fanned."""
        return bool(self.fans)


@dataclass(frozen=True)
class Game(ABC):
    """The rules of one patience under one rule letter.

    A game is immutable and knows no player: it deals positions, judges moves and plays them. What
    a session or a screen must know of it (layouts, whether there is a score) is data here.
    """

    letter: str
    undo_policy: UndoPolicy = "limited"
    redeals: int = 0
    tap_style: TapStyle = "direct"
    layout: str = ""
    """The layout that the rule is shown in, by name; empty: the one with the largest cards."""
    tells_redeals: bool = False
    """Whether the redeals left stand in a line under the table."""
    closed: bool = False
    """Whether the deal is closed: cards were dealt face down, and no pile is looked into."""

    prefix: ClassVar[str]
    version: ClassVar[int] = 1
    pile_names: ClassVar[tuple[str, ...]]
    foundation_names: ClassVar[tuple[str, ...]]
    scored: ClassVar[bool] = False
    """Whether the game has a score."""
    undo_takes_back_count: ClassVar[bool]
    """Whether an undone move also leaves the move counter."""
    automatic_placement: ClassVar[bool] = False
    """Whether a dropped card may be left to choose its pile (a setting)."""
    layouts: ClassVar[tuple[Layout, ...]]
    """The game's tables; of those that suit a window equally well the first is taken."""

    @property
    def rule(self) -> str:
        """The beginning of the deal codes of this game and rule, such as `CR1-N`."""
        return f"{self.prefix}{self.version}-{self.letter}"

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Every place by name: tableau piles at 0, 1 …, foundations at -1, -2 … (as -1 - index)."""
        piles = {name: i for i, name in enumerate(self.pile_names)}
        return piles | {name: -1 - i for i, name in enumerate(self.foundation_names)}

    def is_foundation(self, name: str) -> bool:
        """Tell whether a place of this game is a foundation."""
        return self.places[name] < 0

    def cards(self, position: Position, name: str) -> tuple[Card, ...]:
        """Return the cards of a place from the bottom up; raises KeyError for an unknown one."""
        place = self.places[name]
        return position.tableau[place] if place >= 0 else position.foundations[-1 - place]

    def face_down(self, position: Position, name: str) -> int:
        """Return how many of the lowest cards of a place lie face down."""
        place = self.places[name]
        return position.face_down[place] if place >= 0 else 0

    @abstractmethod
    def deal(self, number: int) -> Position:
        """Deal the cards of a deal number, 0 to 26**7 - 1."""

    def judge(self, position: Position, move: Move) -> Refusal | None:
        """Return why a move is refused, or None when it is legal.

        This is the only place where a game's rules are decided: what is accepted, what is lit as a
        possible target and what is explained all come from it.
        """
        if self.won(position):
            return Refusal.GAME_OVER
        if move == REDEAL:
            return self._judge_redeal(position)
        source, target, count = move
        if source not in self.places or target not in self.places:
            return Refusal.UNKNOWN_PILE
        if not 1 <= count <= len(self.cards(position, source)):
            return Refusal.NO_CARD
        if source == target:
            return Refusal.OWN_PILE
        return self._judge_cards(position, move)

    @abstractmethod
    def _judge_cards(self, position: Position, move: Move) -> Refusal | None:
        """Judge a move between two different places of which the first has enough cards."""

    def _judge_redeal(self, position: Position) -> Refusal | None:
        """Judge a redeal; a game that knows none has none left."""
        return Refusal.NO_REDEAL_LEFT

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move; an illegal one must not come here."""
        source, target, count = move
        tableau, foundations = list(position.tableau), list(position.foundations)
        face_down = list(position.face_down)
        i = self.places[source]
        turned = False
        if i >= 0:
            pile = tableau[i]
            cards, tableau[i] = pile[-count:], pile[:-count]
            turned = 0 < face_down[i] == len(tableau[i])
            face_down[i] -= turned
        else:
            pile = foundations[-1 - i]
            cards, foundations[-1 - i] = pile[-count:], pile[:-count]
        i = self.places[target]
        if i >= 0:
            tableau[i] += cards
        else:
            foundations[-1 - i] += cards
        return replace(
            position,
            tableau=tuple(tableau),
            face_down=tuple(face_down),
            foundations=tuple(foundations),
            score=position.score + self._points(move, turned),
        )

    def _points(self, move: Move, turned: bool) -> int:
        """Return what a move scores, in a game that has a score."""
        return 0

    def won(self, position: Position) -> bool:
        """Tell whether every foundation is complete, from ace to king."""
        return all(len(foundation) == KING for foundation in position.foundations)

    def status(self, position: Position) -> Status:
        """Tell whether the game is won, stuck, or goes on."""
        return Status.WON if self.won(position) else Status.PLAYING

    def judge_lift(self, position: Position, source: str, size: int) -> Refusal | None:
        """Return why the top `size` cards of a place cannot be taken up at all, or None."""
        elsewhere = next(place for place in self.places if place != source)
        refusal = self.judge(position, Move(source, elsewhere, size))
        return refusal if refusal in OF_THE_SOURCE else None

    def judge_look(self, position: Position, name: str) -> Refusal | None:
        """Return why a player may not look at all cards of a place, or None."""
        if self.closed:
            return Refusal.CLOSED_DEAL
        if self.face_down(position, name):
            return Refusal.FACE_DOWN
        return None if self.cards(position, name) else Refusal.NO_CARD

    def finish(self, position: Position) -> list[Move]:
        """Return moves onto the foundations that win the game, if nothing else is left to do.

        That is: no card lies face down, and the cards go up one after the other as they lie. Each
        goes to the first foundation that takes it.
        """
        return self._all_go_up(position, self.foundation_names)

    def _all_go_up(self, position: Position, foundations: Sequence[str]) -> list[Move]:
        """Return such moves, with an order in which the foundations are asked; else none."""
        moves: list[Move] = []
        if any(position.face_down):
            return moves
        while not self.won(position):
            legal = (
                move
                for name in self.pile_names
                for move in (Move(name, foundation) for foundation in foundations)
                if self.judge(position, move) is None
            )
            move = next(legal, None)
            if move is None:
                return []
            moves.append(move)
            position = self.play(position, move)
        return moves

    def movable(self, position: Position, source: str) -> range:
        """Return the counts of cards that could leave a place together, were there a target."""
        return range(1, 2 if self.cards(position, source) else 1)

    def targets(self, position: Position, source: str, count: int = 1) -> list[Move]:
        """Return the legal moves of the top `count` cards of a place."""
        moves = (Move(source, target, count) for target in self.places)
        return [move for move in moves if self.judge(position, move) is None]

    def moves(self, position: Position) -> Iterator[Move]:
        """Yield every legal move, the redeal last."""
        for source in self.places:
            for count in self.movable(position, source):
                yield from self.targets(position, source, count)
        if self.judge(position, REDEAL) is None:
            yield REDEAL

    @abstractmethod
    def tap(self, position: Position, source: str, count: int) -> Move | None:
        """Return the move that one tap on a card plays at once, or None when it selects it."""

    @abstractmethod
    def tap_again(self, position: Position, source: str, count: int) -> Move | None:
        """Return the move of a tap on what is selected already, or None when it is let go."""

    @abstractmethod
    def double_tap(self, position: Position, source: str, count: int) -> Move | None:
        """Return the move that two quick taps on a card play, or None."""


def perft(game: Game, position: Position, depth: int) -> int:
    """Count the sequences of legal moves of a length; a redeal counts as a move here.

    Positions that meet again are not merged, and a won position has no moves. The figure finds
    any slip in the rules, as in chess programming, where the name is from.
    """
    if not depth:
        return 1
    if depth == 1:
        return sum(1 for _ in game.moves(position))
    return sum(perft(game, game.play(position, move), depth - 1) for move in game.moves(position))
