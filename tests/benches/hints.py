"""Hints, followed from a deal to the end by a player who does nothing else.

Here in CPython, by the same function that the page's worker runs, with the page's seconds for a
hint. Deals are drawn by chance, the same each time. Takes hours: Russian Solitaire is sampled anew
for every move. `tests/bench.py hints:RU1-C` is one rule alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median

from benches import Figure
from demilune.deals import DEALS
from demilune.games import GAMES
from solver.following import Followed, follow

GAMES_OF_EACH = 100
"""Deals of each rule."""
SECONDS = 5.0
"""What the page gives a hint (`web/hints.py`)."""


def figures(*rules: str) -> Iterator[Figure]:
    """Follow hints in deals of every rule, or of some."""
    for rule in rules or GAMES:
        random = Random(rule)
        numbers = [random.randrange(DEALS) for _ in range(GAMES_OF_EACH)]
        yield from of_rule(rule, [follow(rule, number, SECONDS) for number in numbers])


def of_rule(rule: str, played: list[Followed]) -> Iterator[Figure]:
    """Say how many were won, and how soon the hints came."""
    won = 100 * sum(game.won for game in played) / len(played)
    yield Figure(f"{rule}: won by hints alone", won, "%", "for comparison", True)
    lines = [game for game in played if game.first_line is not None]
    if lines:
        share = 100 * sum(game.first_line == 0 for game in played) / len(played)
        yield Figure(f"{rule}: a line from the deal", share, "%", "for comparison", True)
        kept = 100 * sum(game.won for game in lines) / len(lines)
        yield Figure(f"{rule}: of those with a line, won", kept, "%", "100 %", kept == 100)
    seconds = [each for game in played for each in game.seconds]
    yield Figure(f"{rule}: a hint, median", median(seconds), "s", "for comparison", True)
    most = max(seconds)
    goal = SECONDS + 1
    yield Figure(f"{rule}: a hint, at most", most, "s", f"at most {goal:g} s", most <= goal)
