"""Lists of deals that can be won, each verified by a line.

A list is a file of `deals/`: the rules it is for, the command that made it, then a line a deal with
its number and the nodes in which `solve` finds the line again. Rules that deal the same cards in
different ways share one. Difficulty is the effort of the search: a third of each list is easy,
medium and hard.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Literal, NamedTuple

from demilune.solver.search import Budget

Difficulty = Literal["easy", "medium", "hard"]
LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")


class WinnableDeal(NamedTuple):
    """A deal that can be won, and the nodes in which a search with seed 0 finds its line."""

    number: int
    nodes: int
    difficulty: Difficulty

    @property
    def budget(self) -> Budget:
        """The budget in which the line is found again."""
        return Budget(nodes=self.nodes + 1)


def winnable_deals(rule: str) -> list[WinnableDeal]:
    """Return the list for a rule such as `CR1-H`, ordered by deal numbers; empty if there is none.

    >>> len(winnable_deals("CR1-H")) >= 2000
    True
    """
    for file in sorted(files("demilune.solver").joinpath("deals").iterdir(), key=lambda f: f.name):
        rules, deals = read_list(file.read_text(encoding="ascii"))
        if rule in rules:
            return deals
    return []


def read_list(text: str) -> tuple[Sequence[str], list[WinnableDeal]]:
    r"""Return the rules of a list and its deals.

    >>> read_list("# rules: CR1-N CR1-H\n4 900\n7 100\n9 500\n")[1][0]
    WinnableDeal(number=4, nodes=900, difficulty='hard')
    """
    lines = text.splitlines()
    rules = lines[0].partition(":")[2].split()
    rows = [tuple(map(int, line.split())) for line in lines if not line.startswith("#")]
    by_effort = sorted(rows, key=lambda row: (row[1], row[0]))
    level = {row: LEVELS[len(LEVELS) * i // len(rows)] for i, row in enumerate(by_effort)}
    return rules, [WinnableDeal(row[0], row[1], level[row]) for row in rows]


def write_list(rules: Iterable[str], found: Iterable[tuple[int, int]], command: str) -> str:
    """Write a list: numbers and nodes of deals that were won, and the command that found them."""
    rows = "".join(f"{number} {nodes}\n" for number, nodes in sorted(found))
    return f"# rules: {' '.join(rules)}\n# {command}\n{rows}"
