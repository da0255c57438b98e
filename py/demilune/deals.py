"""Deal codes: `CR1-N-AAAAAAB` names a game, its shuffle's version, a rule and a deal number."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from demilune.games import GAMES, Game

LETTERS = 7
DEALS = 26**LETTERS
"""How many deal numbers there are."""

CodePart = Literal["game", "version", "rule", "number"]

# The dashes of Unicode: from the hyphen to the horizontal bar, and the minus sign.
_LINK = re.compile(r"[?&#;]code=([\w%+\-‐-―−]*)", re.IGNORECASE)
_FILLING = re.compile(r"[\s\-‐-―−_]+|%20|%2D|\+", re.IGNORECASE)


class CodeError(ValueError):
    """A text that is no deal code.

    `part` names the first part that cannot be read, `found` is what stood there (shortened), and
    `expected` what could have stood there: the games' letters, the version, the game's rule
    letters, or the number of letters.
    """

    def __init__(self, part: CodePart, found: str, expected: tuple[str, ...]) -> None:
        """Keep what a message needs."""
        self.part: CodePart = part
        self.found = found[:20]
        self.expected = expected
        super().__init__(f"deal code: {part} {self.found!r}, expected {' or '.join(expected)}")


class DealCode(NamedTuple):
    """A deal: the rule as in `GAMES`, and the deal number, 0 to `DEALS` - 1."""

    rule: str
    number: int

    @property
    def game(self) -> Game:
        """The game under its rule."""
        return GAMES[self.rule]

    def __str__(self) -> str:
        """Write the code in its canonical form.

        >>> str(DealCode("CR1-N", 1)), str(DealCode("RU1-R", DEALS - 1))
        ('CR1-N-AAAAAAB', 'RU1-R-ZZZZZZZ')
        """
        number, letters = self.number, ""
        for _ in range(LETTERS):
            number, digit = divmod(number, 26)
            letters = chr(ord("A") + digit) + letters
        return f"{self.rule}-{letters}"


def read_code(text: str) -> DealCode:
    """Read a deal code; case, spaces, missing hyphens and a whole link around it do not matter.

    Raises CodeError, which says what part is wrong and what was expected.

    >>> read_code(" cr1 n aaaaabb ")
    DealCode(rule='CR1-N', number=27)
    >>> read_code("https://example.org/?lang=nl&code=RU1-C-AAAAABB")
    DealCode(rule='RU1-C', number=27)
    >>> read_code("CR1-C-AAAAAAB")
    Traceback (most recent call last):
    demilune.deals.CodeError: deal code: rule 'C', expected N or F or H or G
    """
    link = _LINK.search(text)
    code = _FILLING.sub("", link[1] if link else text).upper()
    prefix, version, letter, letters = code[:2], code[2:3], code[3:4], code[4:]
    games = [game for game in GAMES.values() if game.prefix == prefix]
    if not games:
        prefixes = dict.fromkeys(game.prefix for game in GAMES.values())
        raise CodeError("game", prefix, tuple(prefixes))
    versions = tuple(dict.fromkeys(str(game.version) for game in games))
    if version not in versions:
        raise CodeError("version", version, versions)
    rules = {game.letter: game.rule for game in games if str(game.version) == version}
    if letter not in rules:
        raise CodeError("rule", letter, tuple(rules))
    if not re.fullmatch(f"[A-Z]{{{LETTERS}}}", letters):
        raise CodeError("number", letters, (f"{LETTERS} letters A-Z",))
    number = 0
    for digit in letters:
        number = number * 26 + ord(digit) - ord("A")
    return DealCode(rules[letter], number)
