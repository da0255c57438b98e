"""The rules once more, on bare tuples, and a search that tries everything.

The solver is held against it. It knows no dominance, no dead ends, no better moves: only that the
order of piles does not matter. Cards are (suit 0-3, rank 1-13).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from demilune.cards import Card, Suit
from demilune.games import Position

SUITS = list(Suit)
Pile = tuple[tuple[int, int], ...]


class Crescent(NamedTuple):
    """A position of Crescent: ranks on the ace and king foundations by suits."""

    piles: tuple[Pile, ...]
    aces: tuple[int, ...]
    kings: tuple[int, ...]
    redeals: int

    @classmethod
    def of(cls, position: Position) -> Crescent:
        tops = [foundation[-1].rank for foundation in position.foundations]
        return cls(piles_of(position), tuple(tops[:4]), tuple(tops[4:]), position.redeals)

    def position(self) -> Position:
        """The same as a position of the engine."""
        up = [[(s, r) for r in range(1, self.aces[s] + 1)] for s in range(4)]
        down = [[(s, r) for r in range(13, self.kings[s] - 1, -1)] for s in range(4)]
        return position_of(self.piles, (0,) * len(self.piles), up + down, self.redeals)

    def won(self) -> bool:
        return self.aces == (13,) * 4 and self.kings == (1,) * 4

    def key(self) -> Hashable:
        return (tuple(sorted(self.piles)), self.aces, self.kings, self.redeals)

    def moves(self) -> Iterator[tuple[str, Crescent]]:
        if self.won():
            return
        for i, pile in enumerate(self.piles):
            if not pile:
                continue
            suit, rank = pile[-1]
            shorter = put(self.piles, i, pile[:-1])
            for j, onto in enumerate(self.piles):
                open_pile = i != j and onto and len(onto) < 13 and onto[-1][0] == suit
                if open_pile and abs(onto[-1][1] - rank) in (1, 12):
                    after = put(shorter, j, (*onto, pile[-1]))
                    yield f"{i + 1}-{j + 1}", self._replace(piles=after)
            if rank == self.aces[suit] + 1:
                after = self._replace(piles=shorter, aces=put(self.aces, suit, rank))
                yield f"{i + 1}-{SUITS[suit]}A", after
            if rank == self.kings[suit] - 1:
                after = self._replace(piles=shorter, kings=put(self.kings, suit, rank))
                yield f"{i + 1}-{SUITS[suit]}K", after
        for suit in range(4):
            ace, king = self.aces[suit], self.kings[suit]
            if ace + 1 == king:
                for step, text, base in ((-1, "A-{}K", ace > 1), (1, "K-{}A", king < 13)):
                    if base:
                        after = self._replace(
                            aces=put(self.aces, suit, ace + step),
                            kings=put(self.kings, suit, king + step),
                        )
                        yield f"{SUITS[suit]}{text.format(SUITS[suit])}", after
        if self.redeals and any(len(pile) > 1 for pile in self.piles):
            turned = tuple(pile[1:] + pile[:1] for pile in self.piles)
            yield "R", self._replace(piles=turned, redeals=self.redeals - 1)


class Russian(NamedTuple):
    """A position of Russian Solitaire: how many cards lie face down, and heights of foundations."""

    piles: tuple[Pile, ...]
    hidden: tuple[int, ...]
    heights: tuple[int, ...]
    soft: bool

    @classmethod
    def of(cls, position: Position, soft: bool) -> Russian:
        heights = tuple(len(foundation) for foundation in position.foundations)
        return cls(piles_of(position), position.face_down, heights, soft)

    def position(self) -> Position:
        """The same as a position of the engine."""
        up = [[(s, r) for r in range(1, self.heights[s] + 1)] for s in range(4)]
        return position_of(self.piles, self.hidden, up, 0)

    def won(self) -> bool:
        return sum(self.heights) == 52

    def key(self) -> Hashable:
        return (tuple(sorted(zip(self.piles, self.hidden, strict=True))), self.heights)

    def moves(self) -> Iterator[tuple[str, Russian]]:
        """All moves, those up to a foundation last: `winnable` begins with the last."""
        if self.won():
            return
        for suit, rank in enumerate(self.heights):
            for j, onto in enumerate(self.piles):
                if rank and self._fits(suit, rank, onto):
                    after = self._replace(
                        piles=put(self.piles, j, (*onto, (suit, rank))),
                        heights=put(self.heights, suit, rank - 1),
                    )
                    yield f"{SUITS[suit]}-{j + 1}", after
        for i, pile in enumerate(self.piles):
            for size in range(min(len(pile) - self.hidden[i], 20), 0, -1):
                rest, group = pile[:-size], pile[-size:]
                for j, onto in enumerate(self.piles):
                    if i != j and self._fits(*group[0], onto):
                        shorter = self._shorter(i, rest)
                        after = shorter._replace(piles=put(shorter.piles, j, onto + group))
                        yield f"{i + 1}x{size}-{j + 1}" if size > 1 else f"{i + 1}-{j + 1}", after
        for i, pile in enumerate(self.piles):
            if pile and pile[-1][1] == self.heights[pile[-1][0]] + 1:
                suit, rank = pile[-1]
                shorter = self._shorter(i, pile[:-1])
                after = shorter._replace(heights=put(self.heights, suit, rank))
                yield f"{i + 1}-{SUITS[suit]}", after

    def _shorter(self, i: int, rest: Pile) -> Russian:
        """With these cards left in a column; one that was face down turns at its end."""
        hidden = self.hidden
        if rest and hidden[i] == len(rest):
            hidden = put(hidden, i, len(rest) - 1)
        return self._replace(piles=put(self.piles, i, rest), hidden=hidden)

    def _fits(self, suit: int, rank: int, onto: Pile) -> bool:
        if not onto:
            return rank == 13
        return onto[-1][1] == rank + 1 and (self.soft or onto[-1][0] == suit)


def put(items: tuple[Any, ...], i: int, item: Any) -> tuple[Any, ...]:
    """The same items but one."""
    return (*items[:i], item, *items[i + 1 :])


def piles_of(position: Position) -> tuple[Pile, ...]:
    return tuple(
        tuple((SUITS.index(card.suit), card.rank) for card in pile) for pile in position.tableau
    )


def position_of(
    piles: tuple[Pile, ...], face_down: tuple[int, ...], foundations: Any, redeals: int
) -> Position:
    seen: set[tuple[int, int]] = set()

    def card(plain: tuple[int, int]) -> Card:
        deck = int(plain in seen)
        seen.add(plain)
        return Card(SUITS[plain[0]], plain[1], deck)

    up = tuple(tuple(card(c) for c in foundation) for foundation in foundations)
    tableau = tuple(tuple(card(c) for c in pile) for pile in piles)
    return Position(tableau=tableau, face_down=face_down, foundations=up, redeals=redeals)


def winnable(start: Crescent | Russian, most: int) -> bool | None:
    """Whether a position can be won; None when that takes more than so many positions."""
    seen = {start.key()}
    todo: list[Any] = [start]
    while todo:
        state = todo.pop()
        if state.won():
            return True
        for _, after in state.moves():
            key = after.key()
            if key not in seen:
                if len(seen) >= most:
                    return None
                seen.add(key)
                todo.append(after)
    return False
