"""Crescent (*Halvmånen*, *Demi-lune*): the rules of seeds 000, 001 and 004."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import ClassVar

from demilune.cards import ACE, KING, Card, Suit, pack
from demilune.games.game import Fan, Game, Layout, Position, Refusal, Status
from demilune.games.moves import REDEAL, Move
from demilune.shuffle import shuffled

MOST_CARDS = 13
"""A tableau pile takes no further card at this height."""

_PILES = 16
_HEIGHT = 6

Places = dict[str, tuple[float, float]]


def _horseshoe(beside: float = 0, aces: float = 1.4) -> Places:
    """Piles up the left, over the top, down the right; foundations in the middle.

    `beside` is the room left free at both sides for fanned piles, `aces` the row of those.
    """
    gap = 0.05 if beside else 0.0
    places: Places = {}
    for i in range(4):
        places[str(1 + i)] = (beside, 3 - i)
        places[str(13 + i)] = (beside + 9 + 2 * gap, i)
    for i in range(8):
        places[str(5 + i)] = (beside + gap + 1 + i, 0)
    return places | _foundations(beside + gap + 3, aces)


def _tall_horseshoe() -> Places:
    """Four piles up the left, eight over the top, four down the right, for a narrow table."""
    places = _foundations(2, 2)
    for i in range(8):
        places[str(5 + i)] = (i, 0)
    for i in range(4):
        places[str(1 + i)] = (0, 4 - i)
        places[str(13 + i)] = (7, 1 + i)
    return places


def _rows(upper: float, lower: float, in_one_row: bool = False) -> Places:
    """Two rows of eight under the foundations, which stand in two rows of four or in one."""
    places = _foundations(0, 0, aside=4) if in_one_row else _foundations(2, 0)
    for i in range(8):
        places[str(1 + i)] = (i, upper)
        places[str(9 + i)] = (i, lower)
    return places


def _arc(half: float, height: float, aces: float, beside: float = 0) -> Layout:
    """The half moon: the piles stand on half an ellipse, the foundations within.

    The ellipse of the piles' corners is `2 * half` wide and `height` high. From its top outwards
    each pile stands beside the one before, or, where the curve is too steep for that, below it;
    `half` and `height` are such that the eighth comes near the curve's end. `beside` is the room at
    both sides for fanned piles.
    """
    x, y = 0.5, _curve(0.5, half, height)
    corners = [(x, y)]
    while len(corners) < _PILES / 2:
        next_y = _curve(x + 1, half, height)
        if next_y - y <= 1:
            x, y = x + 1, next_y
        else:
            y += 1
            x = half * sqrt(1 - (1 - y / height) ** 2)
        corners.append((x, y))
    middle, top = beside + x, corners[0][1]
    places = _foundations(middle - 1.5, aces)
    for i, (x, y) in enumerate(corners):
        places[str(8 - i)] = (middle - x, y - top)
        places[str(9 + i)] = (middle + x, y - top)
    fans = _fans(4) if beside else {}
    return Layout("arc", 2 * middle + 1, y - top + 1, places, 0.05, fans, automatic=False)


def _curve(x: float, half: float, height: float) -> float:
    """Return how far below its top an ellipse is at `x` from its middle; beyond its end, far."""
    return height * (1 - sqrt(1 - (x / half) ** 2)) if x <= half else inf


def _foundations(x: float, y: float, aside: float = 0) -> Places:
    """Aces from spades to clubs; the kings under them, or `aside` of them by so many places."""
    return {
        f"{suit}{kind}": (x + i + (aside if kind == "K" else 0), y + (kind == "K" and not aside))
        for kind in "AK"
        for i, suit in enumerate(Suit)
    }


def _fans(sideways: int) -> Mapping[str, Fan]:
    """Piles fanned: so many at either end of the crescent outwards, the others downwards."""
    fans: dict[str, Fan] = {}
    for n in range(1, _PILES + 1):
        outwards = n <= sideways, n > _PILES - sideways
        fans[str(n)] = "left" if outwards[0] else "right" if outwards[1] else "down"
    return fans


@dataclass(frozen=True)
class Crescent(Game):
    """Crescent under one rule letter: how many redeals, and whether dealt closed."""

    redeals: int = 3

    prefix: ClassVar[str] = "CR"
    pile_names: ClassVar[tuple[str, ...]] = tuple(str(n) for n in range(1, _PILES + 1))
    foundation_names: ClassVar[tuple[str, ...]] = tuple(s + kind for kind in "AK" for s in Suit)
    undo_takes_back_count: ClassVar[bool] = True
    layouts: ClassVar[tuple[Layout, ...]] = (
        Layout("horseshoe", 10, 4, _horseshoe()),
        Layout("horseshoe", 8, 5, _tall_horseshoe(), gap=0.05, automatic=False),
        Layout("rows", 8, 4.75, _rows(2.5, 3.75), gap=0.05),
        Layout("rows", 8, 3.2, _rows(1.2, 2.2, True), gap=0.05, automatic=False),
        _arc(6.54, 3.7, 2.4),
        _arc(3.6, 6.7, 4.1),
        Layout("horseshoe", 12.6, 4.1, _horseshoe(1.25, 2.1), fans=_fans(4)),
        Layout("rows", 8, 7, _rows(2.2, 4.6), gap=0.05, fans=_fans(0)),
        Layout("rows", 8, 5.3, _rows(1.15, 3.2, True), 0.05, _fans(0), automatic=False),
        _arc(6.04, 4.5, 3.2, 1.25),
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

    def finish(self, position: Position) -> list[Move]:
        """A card that ace and king foundation both take tries the ace's first, then the king's.

        There may be a way where neither choice alone leads up; it is not looked for, since the
        player is asked only when nothing is left to decide.
        """
        aces_first, kings_first = self.foundation_names, self.foundation_names[::-1]
        return self._all_go_up(position, aces_first) or self._all_go_up(position, kings_first)

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
