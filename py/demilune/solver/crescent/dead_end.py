"""The proof that a position of Crescent without redeals is lost."""

from __future__ import annotations

from collections.abc import Sequence

from demilune.solver.crescent.table import NEXT_DOWN, NEXT_UP, NUMBERS, RANK_OF, SUIT_OF, Pair, Pile


def is_dead_end(piles: Sequence[Pile], pairs: Sequence[Pair]) -> bool:
    """Tell whether some card can never leave the pile it lies in; without redeals that is lost.

    Let every card that was ever bare, the top of its pile, count as bare from then on, be it gone
    up or elsewhere. A bare card can leave when

    - a neighbour in its suit is bare, to carry it (ranks go round); or
    - its foundations can reach it with bare cards, other than itself: past each other, over all
      ranks between; apart, from either side, or over all ranks between the two, when they meet and
      take any card.

    Then the card under it becomes bare. When that goes no further before the piles are empty, the
    position is lost. For take a winning line, and in it each card's first move away from where it
    lies here, in their order. What carries it then, and what has gone up before it, was bare
    before, by its own first move or without one; and all that lay on it has moved before. So by
    induction the rules above find every card of every pile.
    """
    bare = [0] * NUMBERS
    for pile in piles:
        bare[pile.top] += 1
    stuck = [pile for pile in piles if pile.top]
    before: list[Pile] = []
    while stuck != before:
        before, stuck = stuck, []
        for pile in before:
            while pile.top and _can_leave(pile.top, bare, pairs):
                pile = pile.rest
                bare[pile.top] += 1
            if pile.top:
                stuck.append(pile)
    return bool(stuck)


def _can_leave(card: int, bare: list[int], pairs: Sequence[Pair]) -> bool:
    """Tell whether a bare card can leave its pile by the rules above."""
    if bare[NEXT_UP[card]] or bare[NEXT_DOWN[card]]:
        return True
    # Its neighbours are not bare: a foundation reaches it only if they need not go up first.
    ace, king = pairs[SUIT_OF[card]]
    rank = RANK_OF[card]
    if ace + 1 == king or rank in (ace + 1, king - 1):
        return True
    if ace >= king:
        return False
    # Apart, and not next: it must wait for the two to meet.
    suit = card - rank
    return all(bare[suit + between] > (between == rank) for between in range(ace + 1, king))
