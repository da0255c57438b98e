"""Draws the list of daily deals, `py/demilune/daily.txt`: a command for before a release.

Every deal of it can be won: it is of the list of winnable deals of its rule, and none comes twice.
The same command draws the same list from the same deals. A list that players have seen is never
drawn again: its order is fixed, and more days are added at its end.
"""

from pathlib import Path

from demilune.daily import DAILY_RULES, FIRST
from demilune.deals import DealCode
from demilune.shuffle import SplitMix64
from demilune.solver.winnable import winnable_deals
from sitebuild import BuildError

DAYS = 1461
"""Four years."""

_HEAD = f"""\
# The daily deals: a line a day from {FIRST} on, with the code of each game, drawn by
# `python3 serve.py daily`. THE ORDER IS FIXED: once a version with this list is out, no line is
# changed, moved or taken out, for every player has the same deal on the same day. New lines go to
# the end.
"""


def candidates(rule: str) -> list[DealCode]:
    """Return the deals of a rule that can be won, in an order drawn by chance of our own."""
    numbers = [deal.number for deal in winnable_deals(rule)]
    chance = SplitMix64(int.from_bytes(rule.encode(), "big"))
    return [DealCode(rule, numbers.pop(chance.below(len(numbers)))) for _ in range(len(numbers))]


def listing(days: int = DAYS) -> str:
    """Return the list of the deals of so many days.

    Raises:
        BuildError: not so many deals are known that can be won.
    """
    rules = sorted(DAILY_RULES.values())
    deals = {rule: candidates(rule)[:days] for rule in rules}
    for rule, found in deals.items():
        if len(found) < days:
            raise BuildError(f"{len(found)} winnable deals of {rule} are listed, {days} are needed")
    lines = (" ".join(map(str, codes)) for codes in zip(*deals.values(), strict=True))
    return _HEAD + "".join(f"{line}\n" for line in lines)


def draw(root: Path) -> None:
    """Write the list into the checkout `root`."""
    path = root / "py" / "demilune" / "daily.txt"
    path.write_text(listing(), encoding="utf-8", newline="\n")
