"""Russian Solitaire, Classic and Soft: the rules of seed 002."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from demilune.cards import ACE, KING, Card, Suit, pack
from demilune.games.game import Fan, Game, Layout, Position, Refusal
from demilune.games.moves import Move
from demilune.shuffle import shuffled

MOST_AT_ONCE = 20
"""A larger group does not move in one go."""
TO_FOUNDATION = 10
"""Points for each card laid on a foundation."""
TURNED = 5
"""Points for each card turned face up."""

_HEIGHTS = (1, 6, 7, 8, 9, 10, 11)
_FANS: Mapping[str, Fan] = {str(1 + i): "down" for i in range(len(_HEIGHTS))}


def _beside() -> Mapping[str, tuple[float, float]]:
    """Seven columns, with the foundations standing at their right."""
    columns = {str(1 + i): (float(i), 0.0) for i in range(len(_HEIGHTS))}
    return columns | {str(suit): (7.25, float(i)) for i, suit in enumerate(Suit)}


def _above() -> Mapping[str, tuple[float, float]]:
    """Seven columns under the foundations, for a window higher than wide."""
    columns = {str(1 + i): (float(i), 1.15) for i in range(len(_HEIGHTS))}
    return columns | {str(suit): (3.0 + i, 0.0) for i, suit in enumerate(Suit)}


@dataclass(frozen=True)
class Russian(Game):
    """Russian Solitaire under one rule letter: columns of one suit, or of any."""

    same_suit: bool = True

    prefix: ClassVar[str] = "RU"
    pile_names: ClassVar[tuple[str, ...]] = tuple(str(n) for n in range(1, len(_HEIGHTS) + 1))
    foundation_names: ClassVar[tuple[str, ...]] = tuple(str(suit) for suit in Suit)
    scored: ClassVar[bool] = True
    undo_takes_back_count: ClassVar[bool] = False
    automatic_placement: ClassVar[bool] = True
    layouts: ClassVar[tuple[Layout, ...]] = (
        Layout("beside", 8.25, 4, _beside(), fans=_FANS),
        Layout("above", 7, 4.5, _above(), gap=0.06, fans=_FANS),
    )

    def deal(self, number: int) -> Position:
        """Deal columns of 1, 6, 7 … 11 cards, of which 0 to 6 lie face down.

        Column 1 gets the first card of the shuffled pack, column 2 the next six, and so on.
        """
        order = iter(shuffled(pack(), number))
        return Position(
            tableau=tuple(tuple(next(order) for _ in range(height)) for height in _HEIGHTS),
            face_down=tuple(range(len(_HEIGHTS))),
            foundations=((),) * len(Suit),
        )

    def _judge_cards(self, position: Position, move: Move) -> Refusal | None:
        source, target, count = move
        cards = self.cards(position, source)
        card, pile = cards[-count], self.cards(position, target)
        to_foundation = self.is_foundation(target)
        if count > len(cards) - self.face_down(position, source):
            return Refusal.FACE_DOWN
        if self.is_foundation(source) and count > 1:
            return Refusal.ONLY_TOP_CARD
        if count > MOST_AT_ONCE:
            return Refusal.TOO_MANY_CARDS
        if to_foundation:
            if count > 1:
                return Refusal.SEVERAL_ONTO_FOUNDATION
            return self._judge_foundation(card, pile, target)
        return self._judge_column(card, pile)

    def _judge_column(self, card: Card, column: tuple[Card, ...]) -> Refusal | None:
        if not column:
            return None if card.rank == KING else Refusal.ONLY_KING
        if self.same_suit and card.suit is not column[-1].suit:
            return Refusal.NOT_SAME_SUIT
        if card.rank + 1 != column[-1].rank:
            return Refusal.NOT_ONE_HIGHER
        return None

    @staticmethod
    def _judge_foundation(card: Card, foundation: tuple[Card, ...], name: str) -> Refusal | None:
        if card.suit != name:
            return Refusal.OTHER_SUIT_FOUNDATION
        if card.rank != len(foundation) + ACE:
            return Refusal.NOT_NEXT_ON_FOUNDATION
        return None

    def _points(self, move: Move, turned: bool) -> int:
        return TO_FOUNDATION * self.is_foundation(move.target) + TURNED * turned

    def movable(self, position: Position, source: str) -> range:
        """Every face-up card of a column can move with what lies on it, up to 20 cards."""
        cards = self.cards(position, source)
        if self.is_foundation(source):
            return range(1, 2 if cards else 1)
        return range(1, min(len(cards) - self.face_down(position, source), MOST_AT_ONCE) + 1)

    def tap(self, position: Position, source: str, count: int) -> Move | None:
        """The last card of a column goes to its foundation if it can."""
        if self.is_foundation(source) or count > 1:
            return None
        moves = self.targets(position, source)
        return next((move for move in moves if self.is_foundation(move.target)), None)

    def tap_again(self, position: Position, source: str, count: int) -> Move | None:
        """A selected group is let go."""
        return None

    def double_tap(self, position: Position, source: str, count: int) -> Move | None:
        """The longest column that accepts, then an empty one for a king.

        A king that has no card under it stays: another empty column would gain nothing.
        """
        columns = [
            move
            for move in self.targets(position, source, count)
            if not self.is_foundation(move.target)
            and (self.cards(position, move.target) or len(self.cards(position, source)) > count)
        ]
        return max(columns, key=lambda m: len(self.cards(position, m.target)), default=None)
