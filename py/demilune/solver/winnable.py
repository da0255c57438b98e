"""Lists of deals that can be won, each verified by a line.

A list is a file of `deals/`: the rules it is for, the command that made it, then a line a deal with
its number and the nodes in which the line is found again, under the first of the rules. Rules that
deal the same cards share a list where a line under the first wins under all: closed or open.
Difficulty is the effort of the search: a third of each list is easy, medium and hard.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Literal, NamedTuple

from demilune.games import GAMES, Game, Position
from demilune.solver.search import Budget

Difficulty = Literal["easy", "medium", "hard"]
LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")


class WinnableDeal(NamedTuple):
    """A deal that can be won, and in how many nodes a line for it is found under `rule`."""

    number: int
    nodes: int
    difficulty: Difficulty
    rule: str

    def search(self) -> tuple[Game, Position, Budget]:
        """Return what `solve` needs to find the line again.

        >>> from demilune.solver import solve
        >>> solve(*winnable_deals("RU1-R")[0].search()).line[0]
        Move(source='7', target='4', size=5)
        """
        game = GAMES[self.rule]
        return game, game.deal(self.number), Budget(nodes=self.nodes + 1)


def winnable_deals(rule: str) -> list[WinnableDeal]:
    """Return the list for a rule such as `CR1-H`, ordered by deal numbers; empty if there is none.

    >>> winnable_deals("RU1-R")[0]
    WinnableDeal(number=0, nodes=51, difficulty='medium', rule='RU1-R')
    """
    for file in sorted(files("demilune.solver").joinpath("deals").iterdir(), key=lambda f: f.name):
        rules, deals = read_list(file.read_text(encoding="ascii"))
        if rule in rules:
            return deals
    return []


def read_list(text: str) -> tuple[list[str], list[WinnableDeal]]:
    r"""Return the rules of a list and its deals.

    >>> read_list("# rules: CR1-N CR1-H\n4 900\n7 100\n9 500\n")[1][0]
    WinnableDeal(number=4, nodes=900, difficulty='hard', rule='CR1-N')
    """
    lines = text.splitlines()
    rules = lines[0].partition(":")[2].split()
    rows = [line.split() for line in lines if not line.startswith("#")]
    nodes = {int(number): int(effort) for number, effort in rows}
    by_effort = sorted(nodes, key=lambda number: (nodes[number], number))
    level = {number: LEVELS[len(LEVELS) * i // len(nodes)] for i, number in enumerate(by_effort)}
    return rules, [
        WinnableDeal(number, nodes[number], level[number], rules[0]) for number in sorted(nodes)
    ]


def write_list(rules: str, found: Iterable[tuple[int, int]], command: str) -> str:
    """Write a list: numbers and nodes of deals that were won, and the command that found them."""
    rows = "".join(f"{number} {nodes}\n" for number, nodes in sorted(found))
    return f"# rules: {rules}\n# {command}\n{rows}"
