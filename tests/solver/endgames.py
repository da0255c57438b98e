"""Random positions late in a game, small enough to try everything."""

from __future__ import annotations

from random import Random

import raw


def late_crescent(random: Random, most: int, redeals: int) -> raw.Crescent:
    """Up to so many cards on some of the 16 piles, which need not come from a real game."""
    while True:
        aces, kings, cards = [], [], []
        for suit in range(4):
            ace = random.choice([13, 13, 12, 11, 10, random.randint(1, 13)])
            king = random.choice([1, 1, 2, 3, 4, random.randint(1, 13)])
            if random.random() < 0.15:
                ace = random.randint(1, 12)
                king = ace + 1
            aces.append(ace)
            kings.append(king)
            cards += [(suit, rank) for rank in range(ace + 1, 14)]
            cards += [(suit, rank) for rank in range(1, king)]
        if len(cards) <= most:
            break
    piles = scattered(random, cards, 16, random.randint(2, 6))
    return raw.Crescent(piles, tuple(aces), tuple(kings), redeals)


def late_russian(random: Random, most: int, soft: bool) -> raw.Russian:
    """Up to so many cards on some of the seven columns."""
    while True:
        heights = tuple(random.choice([13, 12, 11, random.randint(5, 13)]) for _ in range(4))
        if sum(heights) >= 52 - most:
            break
    cards = [(suit, rank) for suit in range(4) for rank in range(heights[suit] + 1, 14)]
    piles = scattered(random, cards, 7, random.randint(2, 7))
    hidden = tuple(random.randrange(len(pile)) if pile else 0 for pile in piles)
    return raw.Russian(piles, hidden, heights, soft)


def scattered(
    random: Random, cards: list[tuple[int, int]], piles: int, used: int
) -> tuple[raw.Pile, ...]:
    """The cards in any order on some of the piles, none higher than 13."""
    random.shuffle(cards)
    places = random.sample(range(piles), used)
    tableau: list[list[tuple[int, int]]] = [[] for _ in range(piles)]
    for card in cards:
        open_places = [i for i in places if len(tableau[i]) < 13] or list(range(piles))
        tableau[random.choice(open_places)].append(card)
    return tuple(map(tuple, tableau))


def buried_russian(random: Random, soft: bool) -> raw.Russian:
    """Most cards face down, so that little can be done; foundations anywhere."""
    heights = tuple(random.randint(0, 2 if soft else random.choice([3, 13])) for _ in range(4))
    cards = [(suit, rank) for suit in range(4) for rank in range(heights[suit] + 1, 14)]
    random.shuffle(cards)
    cuts = sorted(random.randint(0, len(cards)) for _ in range(6))
    piles = tuple(
        tuple(cards[low:high]) for low, high in zip([0, *cuts], [*cuts, len(cards)], strict=True)
    )
    face_up = [1, 1, 1, 2] if soft else [1, 1, 2, 3]
    hidden = tuple(max(len(pile) - random.choice(face_up), 0) for pile in piles)
    return raw.Russian(piles, hidden, heights, soft)
