"""Crescent: many small, noisy beams, steered by a fitted evaluation, and an exhaustive search.

table.py       positions: piles, foundations, and what every foundation accepts
evaluation.py  what a position is worth, feature by feature
dead_end.py    the proof that a position without redeals is lost
beam.py        one beam search
exhaustion.py  the search that leaves nothing out
solver.py      these together
fitting.py     fits the weights of the evaluation
"""

from demilune.solver.crescent.solver import QUICK, ranked, search

__all__ = ["QUICK", "ranked", "search"]
