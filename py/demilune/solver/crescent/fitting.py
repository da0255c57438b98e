"""Fits the weights of the evaluation to games that the solver wins.

A won search gives examples for free: at each level of the beam that won, the position on the way
to the win, and others with as many redeals left that the beam kept as well. The weights shall tell
them apart. The model is the logistic one for pairs (Bradley and Terry, 1952): the odds that of two
positions the first is on the way are exp(value(first) - value(second)). What is maximised is the
likelihood of all pairs, less a small penalty on large weights, by stochastic gradient ascent with a
rate of its own for every feature (AdaGrad: Duchi, Hazan and Singer, 2011).

Fitting again with weights that were fitted finds harder examples, since the beam then keeps better
wrong positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import exp, log, sqrt
from random import Random

from demilune.games import Position
from demilune.solver.crescent.beam import Beam, State
from demilune.solver.crescent.evaluation import FEATURES, Evaluation, Weights, features
from demilune.solver.crescent.table import dealt, pairs

Difference = dict[str, int]
"""How often the position on the way has each feature, less how often the other has it."""

WIDTHS = (3, 6, 12, 24)
"""The beams that are tried on a deal."""
OTHERS = 2
"""Wrong positions that are taken from a level."""
RATE = 0.1
PENALTY = 1e-4
"""The weight of half the sum of squares of all weights, for each pair."""


def examples(position: Position, weights: Weights, random: Random) -> Iterator[Difference]:
    """Yield differences between right and wrong positions of a search, or nothing without a win."""
    evaluation = Evaluation(weights)
    for width in WIDTHS:
        piles = [evaluation.piles[pile] for pile in dealt(position)]
        beam = Beam(evaluation, width, random)
        levels: list[list[State]] = []
        for _ in beam.search(piles, evaluation.foundations(pairs(position)), position.redeals):
            levels.append(beam.level)
        if beam.last is None:
            continue
        # The first state is nobody's choice.
        for right, level in zip(beam.last.way[1:], levels, strict=False):
            wrong = [
                state for state in level if state is not right and state.redeals == right.redeals
            ]
            for other in random.sample(wrong, min(OTHERS, len(wrong))):
                yield difference(right, other)
        return


def difference(right: State, wrong: State) -> Difference:
    """Return by how much two positions differ in each feature."""
    count: Counter[str] = Counter()
    for state, sign in ((right, 1), (wrong, -1)):
        for name in features([pile.cards for pile in state.piles], state.foundations.pairs):
            count[name] += sign
    return {name: n for name, n in count.items() if n}


def fit(
    differences: Sequence[Difference], weights: Weights, rounds: int, random: Random
) -> Iterator[tuple[dict[str, float], float]]:
    """Yield the weights after each round through all pairs, and the mean loss in that round.

    The loss of a pair is the negative logarithm of the probability that it is told apart rightly;
    guessing has 0.693.
    """
    weights = {name: weights.get(name, 0.0) for name in FEATURES}
    steepness = dict.fromkeys(FEATURES, 1.0)
    order = list(differences)
    for _ in range(rounds):
        random.shuffle(order)
        loss = 0.0
        for pair in order:
            margin = sum(weights[name] * n for name, n in pair.items())
            margin = max(-30.0, min(30.0, margin))
            wrong = 1 / (1 + exp(margin))
            loss -= log(1 - wrong)
            for name, n in pair.items():
                slope = wrong * n - PENALTY * weights[name]
                steepness[name] += slope * slope
                weights[name] += RATE * slope / sqrt(steepness[name])
        yield dict(weights), loss / max(len(order), 1)


def told_apart(differences: Iterable[Difference], weights: Weights) -> float:
    """Return the share of pairs of which the right position is worth more; a tie is half."""
    scores = []
    for pair in differences:
        margin = sum(weights.get(name, 0.0) * n for name, n in pair.items())
        scores.append(1.0 if margin > 0 else 0.5 if margin == 0 else 0.0)
    return sum(scores) / max(len(scores), 1)
