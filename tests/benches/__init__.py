"""The measured promises of the project, a module for each part; `tests/bench.py` runs them.

A part has a function `figures() -> Iterator[Figure]`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured number and whether it reaches its goal.

    Attributes:
        name: what was measured.
        value: the number.
        unit: its unit.
        goal: the promise in words, like "at most 2 s".
        ok: whether the promise is kept.
    """

    name: str
    value: float
    unit: str
    goal: str
    ok: bool

    def __str__(self) -> str:
        verdict = "ok" if self.ok else "short"
        return f"{verdict:6}{self.name:48} {self.value:>12,.4g} {self.unit:8} goal: {self.goal}"
