"""What an address asks for: untrusted, and answered with a game or with a fault."""

from datetime import date

import pytest

from demilune.daily import daily
from demilune.deals import DealCode
from web.address import Wish, parameters, read_game

DAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("query", "wish"),
    [
        ("", Wish()),
        ("?lang=fi", Wish()),
        ("?daily=", Wish()),
        ("?game=ru1-r", Wish(rule="RU1-R")),
        ("?code=cr1naaaaaab", Wish(DealCode("CR1-N", 1))),
        ("?daily=cr", Wish(daily("CR", DAY))),
        ("?daily=RU&lang=nl", Wish(daily("RU", DAY))),
        ("?daily=RU&code=CR1-N-AAAAAAB", Wish(DealCode("CR1-N", 1))),
        ("?code=CR1-N-AAAAAAB&code=CR1-N-AAAAAAC", Wish(DealCode("CR1-N", 1))),
    ],
)
def test_what_an_address_asks_for(query: str, wish: Wish) -> None:
    assert read_game(parameters(query), DAY) == wish


@pytest.mark.parametrize("query", ["?daily=XX", "?daily=2026-11-28", "?code=%ff", "?game=chess"])
def test_what_cannot_be_read_is_a_fault(query: str) -> None:
    """Never another game, nor an error."""
    wish = read_game(parameters(query), DAY)
    assert wish.fault
    assert (wish.code, wish.rule) == (None, "")
