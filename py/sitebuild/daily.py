"""Draws the list of daily deals, `py/demilune/daily.txt`: a command for before a release.

The same command always draws the same list. A list that players have seen is never drawn again: its
order is fixed, and more days are added at its end.
"""

from collections.abc import Iterator
from pathlib import Path

from demilune.daily import DAILY_RULES, FIRST
from demilune.deals import DEALS, DealCode
from demilune.shuffle import SplitMix64

DAYS = 1461
"""Four years."""

_HEAD = f"""\
# The daily deals: a line a day from {FIRST} on, with the code of each game, drawn by
# `python3 serve.py daily`. THE ORDER IS FIXED: once a version with this list is out, no line is
# changed, moved or taken out, for every player has the same deal on the same day. New lines go to
# the end.
"""


def candidates(rule: str) -> Iterator[DealCode]:
    """Yield deals of a rule in an order fixed for ever, none twice."""
    drawn: set[int] = set()
    numbers = SplitMix64(int.from_bytes(rule.encode(), "big"))
    while True:
        number = numbers.below(DEALS)
        if number not in drawn:
            drawn.add(number)
            yield DealCode(rule, number)


def listing(days: int = DAYS) -> str:
    """Return the list of the deals of so many days."""
    streams = [candidates(rule) for rule in sorted(DAILY_RULES.values())]
    lines = (" ".join(str(next(stream)) for stream in streams) for _ in range(days))
    return _HEAD + "".join(f"{line}\n" for line in lines)


def draw(root: Path) -> None:
    """Write the list into the checkout `root`."""
    path = root / "py" / "demilune" / "daily.txt"
    path.write_text(listing(), encoding="utf-8", newline="\n")
