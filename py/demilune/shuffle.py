"""The shuffle of deal codes, version 1: fixed for ever, and simple enough for any language.

The generator is SplitMix64 (Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators*,
OOPSLA 2014), started with the deal number. A number below n is drawn without bias by throwing away
outputs that are not below the largest multiple of n up to 2**64. The shuffle is Fisher and Yates's
from the last place down (Knuth, TAOCP volume 2, algorithm P).
"""

from __future__ import annotations

from collections.abc import Iterable

from demilune.cards import Card

_MASK = (1 << 64) - 1


class SplitMix64:
    """SplitMix64: a stream of 64-bit numbers from a 64-bit seed.

    >>> generator = SplitMix64(1234567)
    >>> generator.next(), generator.next()
    (6457827717110365317, 3203168211198807973)
    """

    def __init__(self, seed: int) -> None:
        """Start the stream; of `seed` the lowest 64 bits count."""
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next number of the stream, 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return an unbiased number from 0 to n - 1; n is at least 1."""
        limit = (1 << 64) - (1 << 64) % n
        while (drawn := self.next()) >= limit:
            pass
        return drawn % n


def shuffled(cards: Iterable[Card], number: int) -> list[Card]:
    """Return the cards in the order of a deal number, under version 1 of the shuffle.

    >>> from demilune.cards import pack
    >>> " ".join(str(card) for card in shuffled(pack(), 1)[:8])
    '7H 9S 4H 8D 8H 5C JH 6H'
    """
    order = list(cards)
    generator = SplitMix64(number)
    for i in range(len(order) - 1, 0, -1):
        j = generator.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
