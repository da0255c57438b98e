"""The solver: can this be won, and how?

`solve` answers for any position of any rule: `Solved` with a line, `Lost` with a proof, or
`Unknown` with the effort. `Search` does the same step by step. A game's solver is a module here and
a line in `search.SOLVERS`. Nothing of this is imported until somebody asks.
"""

from demilune.solver.answers import Answer, Lost, Proof, Solved, Unknown
from demilune.solver.search import Budget, Search, solve

__all__ = ["Answer", "Budget", "Lost", "Proof", "Search", "Solved", "Unknown", "solve"]
