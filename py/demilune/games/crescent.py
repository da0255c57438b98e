"""Crescent (*Halvmånen*, *Demi-lune*): the rules of seeds 000, 001 and 004."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from demilune.cards import ACE, KING, Card, Suit, pack
from demilune.games.game import Game, Layout, Position, Refusal, Status
from demilune.games.moves import REDEAL, Move
from demilune.shuffle import shuffled

MOST_CARDS = 13
"""A tableau pile takes no further card at this height."""

_PILES = 16
_HEIGHT = 6


def _horseshoe() -> Mapping[str, tuple[float, float]]:
    """Piles up the left, over the top, down the right; foundations in the middle."""
    places: dict[str, tuple[float, float]] = {}
    for i in range(4):
        places[str(1 + i)] = (0, 3 - i)
        places[str(13 + i)] = (9, i)
    for i in range(8):
        places[str(5 + i)] = (1 + i, 0)
    for i, suit in enumerate(Suit):
        places[f"{suit}A"] = (3 + i, 1.4)
        places[f"{suit}K"] = (3 + i, 2.4)
    return places


def _rows() -> Mapping[str, tuple[float, float]]:
    """Two rows of eight under the foundations, for a window higher than wide."""
    places: dict[str, tuple[float, float]] = {}
    for i, suit in enumerate(Suit):
        places[f"{suit}A"] = (2 + i, 0)
        places[f"{suit}K"] = (2 + i, 1)
    for i in range(8):
        places[str(1 + i)] = (i, 2.5)
        places[str(9 + i)] = (i, 3.75)
    return places


@dataclass(frozen=True)
class Crescent(Game):
    """Crescent under one rule letter: how many redeals, and whether dealt closed."""

    redeals: int = 3
    closed: bool = False

    prefix: ClassVar[str] = "CR"
    pile_names: ClassVar[tuple[str, ...]] = tuple(str(n) for n in range(1, _PILES + 1))
    foundation_names: ClassVar[tuple[str, ...]] = tuple(s + kind for kind in "AK" for s in Suit)
    undo_takes_back_count: ClassVar[bool] = True
    layouts: ClassVar[tuple[Layout, ...]] = (
        Layout("horseshoe", 10, 4, _horseshoe()),
        Layout("rows", 8, 4.75, _rows(), gap=0.05),
    )

    def deal(self, number: int) -> Position:
        """Deal 16 piles of six from two packs without the bases; pile 1 gets the first six cards.

        The bases are the aces and kings of the first pack, which is shuffled in without them, from
        spades to clubs, before the second.
        """
        bases = [card for card in pack(0) if card.rank in (ACE, KING)]
        rest = [card for card in pack(0) if card.rank not in (ACE, KING)] + pack(1)
        order = shuffled(rest, number)
        aces = tuple((card,) for card in bases if card.rank == ACE)
        kings = tuple((card,) for card in bases if card.rank == KING)
        return Position(
            tableau=tuple(tuple(order[i * _HEIGHT : (i + 1) * _HEIGHT]) for i in range(_PILES)),
            face_down=(_HEIGHT - 1 if self.closed else 0,) * _PILES,
            foundations=aces + kings,
            redeals=self.redeals,
        )

    def _judge_cards(self, position: Position, move: Move) -> Refusal | None:
        source, target, count = move
        cards = self.cards(position, source)
        card, pile = cards[-1], self.cards(position, target)
        to_foundation = self.is_foundation(target)
        if self.is_foundation(source):
            if count == len(cards):
                return Refusal.BASE_LOCKED
            if not to_foundation:
                return Refusal.NO_RETURN
        elif count > len(cards) - self.face_down(position, source):
            return Refusal.FACE_DOWN
        if count > 1:
            return Refusal.ONLY_TOP_CARD
        return self._judge_foundation(card, pile) if to_foundation else self._judge_pile(card, pile)

    @staticmethod
    def _judge_pile(card: Card, pile: tuple[Card, ...]) -> Refusal | None:
        if not pile:
            return Refusal.EMPTY_PILE
        if len(pile) >= MOST_CARDS:
            return Refusal.PILE_FULL
        if card.suit is not pile[-1].suit:
            return Refusal.NOT_SAME_SUIT
        # Ranks go round: between ace and king the difference is 12.
        if abs(card.rank - pile[-1].rank) not in (1, KING - ACE):
            return Refusal.NOT_ADJACENT_RANK
        return None

    @staticmethod
    def _judge_foundation(card: Card, foundation: tuple[Card, ...]) -> Refusal | None:
        base, top = foundation[0], foundation[-1]
        if card.suit is not base.suit:
            return Refusal.OTHER_SUIT_FOUNDATION
        if card.rank != top.rank + (1 if base.rank == ACE else -1):
            return Refusal.NOT_NEXT_ON_FOUNDATION
        return None

    def _judge_redeal(self, position: Position) -> Refusal | None:
        if not position.redeals:
            return Refusal.NO_REDEAL_LEFT
        if all(len(pile) < 2 for pile in position.tableau):
            return Refusal.NOTHING_TO_REDEAL
        return None

    def play(self, position: Position, move: Move) -> Position:
        """Play a move, or bring the bottom card of every pile to its top, face up."""
        if move != REDEAL:
            return super().play(position, move)
        return replace(
            position,
            tableau=tuple(pile[1:] + pile[:1] for pile in position.tableau),
            face_down=tuple(max(hidden - 1, 0) for hidden in position.face_down),
            redeals=position.redeals - 1,
        )

    def status(self, position: Position) -> Status:
        """Tell how the game stands; stuck is a game with neither a move nor a redeal."""
        if self.won(position):
            return Status.WON
        return Status.STUCK if next(self.moves(position), None) is None else Status.PLAYING

    def tap(self, position: Position, source: str, count: int) -> Move | None:
        """A pile's top card goes where it can when there is just one such place (seed 000)."""
        if self.is_foundation(source):
            return None
        moves = self.targets(position, source, count)
        return moves[0] if len(moves) == 1 else None

    def tap_again(self, position: Position, source: str, count: int) -> Move | None:
        """The selected card of a pile goes to a foundation if it can (seed 004)."""
        if self.is_foundation(source):
            return None
        return self._to_foundation(self.targets(position, source, count))

    def double_tap(self, position: Position, source: str, count: int) -> Move | None:
        """A foundation first, the ace foundation if both accept, else the tallest pile."""
        if self.is_foundation(source):
            return None
        moves = self.targets(position, source, count)
        tallest = max(moves, key=lambda m: len(self.cards(position, m.target)), default=None)
        return self._to_foundation(moves) or tallest

    def _to_foundation(self, moves: list[Move]) -> Move | None:
        return next((move for move in moves if self.is_foundation(move.target)), None)
