"""What is drawn by chance: deals, and the names by which games are told apart.

By the browser's randomness: Python's own would be frozen in the memory snapshot, and every visitor
would get the same.
"""

from __future__ import annotations

import js

from demilune.deals import DEALS, DealCode


def random_code(rule: str) -> DealCode:
    """Return any deal of a rule."""
    return DealCode(rule, random_bits() % DEALS)


def new_id() -> str:
    """Return an id for a session, which no other has."""
    return f"{random_bits():016x}"


def random_bits() -> int:
    """Return a number from 0 to 2**64 - 1."""
    high, low = js.crypto.getRandomValues(js.Uint32Array.new(2)).to_py()
    return int(high) << 32 | int(low)
