"""The search for a game of Crescent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from demilune.cards import Suit
from demilune.games import REDEAL, Game, Move, Position
from demilune.solver.answers import Lost, Proof, Solved, Steps
from demilune.solver.crescent.beam import FOUNDATION, Beam, Step
from demilune.solver.crescent.beam import REDEAL as REDEAL_STEP
from demilune.solver.crescent.dead_end import is_dead_end
from demilune.solver.crescent.evaluation import Evaluation, features, read_weights
from demilune.solver.crescent.exhaustion import Exhaustion, every_step
from demilune.solver.crescent.table import ALL_CARDS, RANK_OF, SUIT_OF, Pair, Pile, dealt, pairs

FIRST_WIDTH = 2
WIDER = 1.25
"""Each beam is so many times as wide as the one before."""
WIDEST = 10
"""So wide beams get before they begin small again: many small chances win sooner than a few better
ones."""
FEW_CARDS = 20
"""With so few cards left, or without redeals, the search is exhaustive from time to time."""
FIRST_PATIENCE = 250
"""Nodes of the first exhaustive search; each has twice the patience."""
BEAMS_SHARE = 4
"""The beams take so many times the nodes first."""
MOST_KILOBYTES = 80_000
"""When what was worked out takes so much memory, it is forgotten."""
INFINITE = float("inf")
QUICK = False
"""Many positions take seconds."""


def search(game: Game, position: Position, seed: int = 0) -> Steps:
    """Search for a win, or for a proof that there is none."""
    evaluation = Evaluation(read_weights())
    start, redeals = dealt(position), position.redeals
    foundations = tuple(pair.settled for pair in pairs(position))
    random = Random(seed)
    nodes = 0
    patience = FIRST_PATIENCE

    def solved(line: Iterable[Step]) -> Solved:
        return Solved(tuple(written(start, pairs(position), line)), nodes)

    cards = ALL_CARDS - sum(pair.cards for pair in foundations)
    if not cards:
        return solved([])
    if not redeals and is_dead_end([evaluation.piles[pile] for pile in start], foundations):
        return Lost(Proof.BURIED, nodes)
    exhaustible = not redeals or cards <= FEW_CARDS
    width, noise = float(FIRST_WIDTH), None
    while True:
        piles = [evaluation.piles[pile] for pile in start]
        beam = Beam(evaluation, int(width), noise)
        for more in beam.search(piles, evaluation.foundations(foundations), redeals):
            yield nodes + more
        nodes += beam.nodes
        if beam.line is not None:
            return solved(beam.line)
        # When the beam has kept everything, there is little more to see.
        while beam.complete or (exhaustible and nodes > BEAMS_SHARE * patience):
            exhaustion = Exhaustion(evaluation.piles)
            whole = (tuple(piles), foundations, redeals)
            for more in exhaustion.search(whole, INFINITE if beam.complete else patience):
                yield nodes + more
            nodes += exhaustion.nodes
            if exhaustion.line is not None:
                return solved(exhaustion.line)
            if exhaustion.complete:
                return Lost(Proof.SEARCHED, nodes)
            patience *= 2
        yield nodes
        width, noise = width * WIDER, random
        if width > WIDEST:
            width = float(FIRST_WIDTH)
        if evaluation.kilobytes > MOST_KILOBYTES:
            evaluation = Evaluation(evaluation.source)


def ranked(game: Game, position: Position) -> list[Move]:
    """List the moves by what the position after them is worth, as far as its cards lie face up.

    A redeal always looks bad at first, so its worth says nothing: it stands before the moves that
    make the position worse, or last.
    """
    evaluation = Evaluation(read_weights())
    open_piles = [
        pile[hidden:] for pile, hidden in zip(dealt(position), position.face_down, strict=True)
    ]
    foundations = pairs(position)
    piles = [evaluation.piles[pile] for pile in open_piles]
    start = (tuple(piles), tuple(pair.settled for pair in foundations), 0)
    worth: dict[Move, int] = {}
    for step, (after, settled, _) in every_step(evaluation.piles, *start):
        # Where foundations must be transferred first, that is the move.
        move = next(written(open_piles, foundations, [step]))
        worth[move] = max(_worth(evaluation, after, settled), worth.get(move, -(10**9)))
    if game.judge(position, REDEAL) is None:
        worth[REDEAL] = _worth(evaluation, *start[:2])
    return sorted(worth, key=lambda move: -worth[move])


def _worth(evaluation: Evaluation, piles: Iterable[Pile], settled: Iterable[Pair]) -> int:
    found = features([pile.cards for pile in piles], tuple(settled))
    return sum(evaluation.weights[name] for name in found)


def written(
    start: Sequence[bytes], foundations: Sequence[Pair], line: Iterable[Step]
) -> Iterator[Move]:
    """Yield the moves of a line in the notation, with the transfers between foundations."""
    suits = [str(suit) for suit in Suit]
    piles = [bytearray(pile) for pile in start]
    tops = list(foundations)
    for step in line:
        if step == REDEAL_STEP:
            yield REDEAL
            for pile in piles:
                pile += pile[:1]
                del pile[:1]
            continue
        source, target = step
        card = piles[source].pop()
        if target != FOUNDATION:
            yield Move(str(source + 1), str(target + 1))
            piles[target].append(card)
            continue
        suit, rank = SUIT_OF[card], RANK_OF[card]
        ace, king = tops[suit]
        if ace + 1 == king:
            while rank > king:
                yield Move(f"{suits[suit]}K", f"{suits[suit]}A")
                ace, king = ace + 1, king + 1
            while rank < ace:
                yield Move(f"{suits[suit]}A", f"{suits[suit]}K")
                ace, king = ace - 1, king - 1
        if rank == ace + 1:
            yield Move(str(source + 1), f"{suits[suit]}A")
            tops[suit] = Pair(rank, king)
        else:
            yield Move(str(source + 1), f"{suits[suit]}K")
            tops[suit] = Pair(ace, rank)
