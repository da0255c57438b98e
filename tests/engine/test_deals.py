"""Deal codes as text, and the deals that they name: the promises of DEALS.md."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from demilune.cards import Card, card, pack
from demilune.deals import DEALS, LETTERS, CodeError, DealCode, read_code
from demilune.games import GAMES
from demilune.shuffle import SplitMix64, shuffled

DOCUMENT = (Path(__file__).resolve().parents[2] / "DEALS.md").read_text(encoding="utf-8")

fixed = settings(derandomize=True, database=None)
codes = st.builds(DealCode, st.sampled_from(list(GAMES)), st.integers(0, DEALS - 1))


def vectors(kind: str) -> list[list[str]]:
    """The lines of each block of a kind in DEALS.md."""
    blocks = re.findall(f"```{kind}\n(.*?)\n```", DOCUMENT, re.DOTALL)
    assert blocks, kind
    return [block.splitlines() for block in blocks]


# ------------------------------------------------------------------------------ writing, reading


@pytest.mark.parametrize(
    ("rule", "number", "text"),
    [
        ("CR1-N", 0, "CR1-N-AAAAAAA"),
        ("CR1-F", 1, "CR1-F-AAAAAAB"),
        ("CR1-H", 25, "CR1-H-AAAAAAZ"),
        ("CR1-G", 26, "CR1-G-AAAAABA"),
        ("RU1-C", 27, "RU1-C-AAAAABB"),
        ("RU1-R", 26**6, "RU1-R-BAAAAAA"),
        ("RU1-C", 8_031_810_175, "RU1-C-ZZZZZZZ"),
    ],
)
def test_canonical_code(rule: str, number: int, text: str) -> None:
    """Base 26, the most significant letter first, A = 0; the last deal is 26⁷ - 1."""
    assert str(DealCode(rule, number)) == text
    assert read_code(text) == DealCode(rule, number)
    assert read_code(text).game is GAMES[rule]
    assert (LETTERS, DEALS) == (7, 8_031_810_176)


@pytest.mark.parametrize(
    "text",
    [
        "cr1-n-aaaaabb",
        "Cr1-N-aAaAaBb",
        "CR1NAAAAABB",
        "  CR1-N-AAAAABB\n",
        "CR 1 N AAA AAB B",
        "C-R-1-N-A-A-A-A-A-B-B",
        "CR1--N--AAAAABB-",
        "CR1_N_AAAAABB",
        "CR1\N{NO-BREAK SPACE}N\tAAAAABB",
        *(
            f"CR1{dash}N{dash}AAAAABB"
            for dash in (
                "\N{HYPHEN}",
                "\N{NON-BREAKING HYPHEN}",
                "\N{FIGURE DASH}",
                "\N{EN DASH}",
                "\N{EM DASH}",
                "\N{HORIZONTAL BAR}",
                "\N{MINUS SIGN}",
            )
        ),
        "CR1%2DN%2dAAAAABB",
        "CR1%20N+AAAAABB",
    ],
)
def test_forgiving_reading(text: str) -> None:
    """Case, spaces and every kind of dash do not matter, escaped in a link or not."""
    assert read_code(text) == DealCode("CR1-N", 27)


@pytest.mark.parametrize(
    "link",
    [
        "https://example.org/?code=CR1-N-AAAAABB",
        "https://example.org/play/index.html?lang=fi&code=cr1naaaaabb&embed=1",
        "https://example.org/?code=CR1-N-AAAAABB#table",
        "https://example.org/#code=CR1-N-AAAAABB",
        "https://example.org/?code=CR1%2DN%2DAAAAABB&code=RU1-C-AAAAAAA",
        "HTTPS://EXAMPLE.ORG/?CODE=CR1-N-AAAAABB",
        "?code=CR1-N-AAAAABB",
        "Try this one: https://example.org/?code=CR1-N-AAAAABB and tell me",
        "(https://example.org/?code=CR1-N-AAAAABB).",
        "<https://example.org/?code=CR1-N-AAAAABB>",
        '<iframe src="https://example.org/?lang=da&amp;code=CR1-N-AAAAABB"></iframe>',
    ],
)
def test_pasted_link(link: str) -> None:
    """Of a link the parameter `code` is read, whatever stands around the link."""
    assert read_code(link) == DealCode("CR1-N", 27)


@pytest.mark.parametrize(
    ("text", "part", "found", "expected"),
    [
        ("", "game", "", ("CR", "RU")),
        ("  -- ", "game", "", ("CR", "RU")),
        ("C", "game", "C", ("CR", "RU")),
        ("XX1-N-AAAAAAB", "game", "XX", ("CR", "RU")),
        ("1CR-N-AAAAAAB", "game", "1C", ("CR", "RU")),
        ("https://example.org/", "game", "HT", ("CR", "RU")),
        ("https://example.org/?code=", "game", "", ("CR", "RU")),
        ("https://example.org/?code=QQ1-N-AAAAAAB", "game", "QQ", ("CR", "RU")),
        ("CR", "version", "", ("1",)),
        ("CR2-N-AAAAAAB", "version", "2", ("1",)),
        ("CR-N-AAAAAAB", "version", "N", ("1",)),
        ("CR1", "rule", "", ("N", "F", "H", "G")),
        ("CR1-C-AAAAAAB", "rule", "C", ("N", "F", "H", "G")),
        ("RU1-N-AAAAAAB", "rule", "N", ("C", "R")),
        ("CR1-N", "number", "", ("7 letters A-Z",)),
        ("CR1-N-AAAAAB", "number", "AAAAAB", ("7 letters A-Z",)),
        ("CR1-N-AAAAAAAB", "number", "AAAAAAAB", ("7 letters A-Z",)),
        ("CR1-N-AAAAAA1", "number", "AAAAAA1", ("7 letters A-Z",)),
        ("CR1-N-AAAA?AB", "number", "AAAA?AB", ("7 letters A-Z",)),
        ("CR1-N-AAAAAAB: 10-14", "number", "AAAAAAB:1014", ("7 letters A-Z",)),
        ("CR1-N-" + "A" * 50, "number", "A" * 20, ("7 letters A-Z",)),
        # Several parts wrong: the first is named.
        ("XX2-X-A", "game", "XX", ("CR", "RU")),
        ("RU2-X-A", "version", "2", ("1",)),
        ("RU1-X-A", "rule", "X", ("C", "R")),
    ],
)
def test_error_names_the_part(text: str, part: str, found: str, expected: tuple[str, ...]) -> None:
    """A code that cannot be read says which part is wrong, what stood there, what could have."""
    with pytest.raises(CodeError) as caught:
        read_code(text)
    assert (caught.value.part, caught.value.found, caught.value.expected) == (part, found, expected)
    assert str(caught.value) == f"deal code: {part} {found!r}, expected {' or '.join(expected)}"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("\N{CYRILLIC CAPITAL LETTER ES}R1-N-AAAAAAB", "game"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER C}R1-N-AAAAAAB", "game"),
        ("CR\N{FULLWIDTH DIGIT ONE}-N-AAAAAAB", "version"),
        ("CR\N{SUPERSCRIPT ONE}-N-AAAAAAB", "version"),
        ("CR\N{ARABIC-INDIC DIGIT ONE}-N-AAAAAAB", "version"),
        ("CR1-\N{GREEK CAPITAL LETTER NU}-AAAAAAB", "rule"),
        ("CR1-N-AAAAAA\N{CYRILLIC CAPITAL LETTER VE}", "number"),
        ("CR1-N-AAAAAA\N{LATIN CAPITAL LETTER A WITH DIAERESIS}", "number"),
        ("?code=CR1-N-AAAAAA\N{LATIN SMALL LETTER A WITH DIAERESIS}", "number"),
        ("CR1-N-AAAAAA\N{KELVIN SIGN}", "number"),
    ],
)
def test_look_alikes_are_no_letters(text: str, part: str) -> None:
    """Letters of other alphabets that look the same are not guessed at."""
    with pytest.raises(CodeError) as caught:
        read_code(text)
    assert caught.value.part == part


@fixed
@given(codes)
def test_round_trip(code: DealCode) -> None:
    """Every code reads back as itself, and is written in one length."""
    assert read_code(str(code)) == code
    assert len(str(code)) == 13


@fixed
@given(codes, st.data())
def test_round_trip_of_mangled_codes(code: DealCode, data: st.DataObject) -> None:
    """However the letters are set and whatever is strewn between them, the code stays the same."""
    strewn = st.sampled_from(["", "", "", " ", "-", "–", "%20", "%2d", "+", "\n"])
    mangled = ""
    for letter in str(code).replace("-", ""):
        mangled += data.draw(st.sampled_from([letter, letter.lower()])) + data.draw(strewn)
    assert read_code(mangled) == code


PIECES = ["CR", "ru", "1", "2", "-", "N", "C", "AAAAAAB", "zzzzzzz", "?code=", "&", "%2D", "ß", " "]


@fixed
@example("\ud800")
@example("CR1-N-\ud800AAAAAB")
@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing that a visitor can paste does more than raise CodeError, with a short `found`."""
    try:
        code = read_code(text)
    except CodeError as error:
        assert error.part in ("game", "version", "rule", "number")
        assert error.expected
        assert len(error.found) <= 20
    else:
        assert read_code(str(code)) == code
        assert 0 <= code.number < DEALS


# ------------------------------------------------------------------------------------- the deals


@pytest.mark.parametrize("line", vectors("outputs")[0], ids=lambda line: line.split(":")[0])
def test_generator(line: str) -> None:
    """SplitMix64 as published."""
    seed, outputs = line.split(":")
    generator = SplitMix64(int(seed))
    assert [generator.next() for _ in outputs.split()] == [int(word) for word in outputs.split()]


@pytest.mark.parametrize("line", vectors("draws")[0], ids=lambda line: line.split(":")[0])
def test_unbiased_draw(line: str) -> None:
    """Outputs from the largest multiple of n on are thrown away, and not one more."""
    seed, outputs, drawn = re.split(r":|->", line)
    generator, same = SplitMix64(int(seed)), SplitMix64(int(seed))
    assert [generator.next() for _ in outputs.split()] == [int(word) for word in outputs.split()]
    assert same.below(96) == int(drawn)
    assert same.next() == generator.next(), "below() took another number of outputs"


@pytest.mark.parametrize("n", [1, 2, 64])
def test_draw_below_a_power_of_two(n: int) -> None:
    """Nothing is thrown away then, not even the greatest output; below 1 there is only 0."""
    greatest = int(vectors("draws")[0][0].split(":")[0])
    assert SplitMix64(greatest).below(n) == n - 1


def test_seed_is_taken_modulo_2_to_the_64() -> None:
    """A seed has 64 bits."""
    assert SplitMix64(2**64 + 5).next() == SplitMix64(5).next()


@pytest.mark.parametrize("lines", vectors("deal"), ids=lambda lines: lines[0])
def test_whole_deals(lines: list[str]) -> None:
    """The deals of DEALS.md, card by card, under every rule of their game."""
    code = read_code(lines[0])
    piles = [[card(word) for word in line.split(":")[1].split()] for line in lines[1:]]
    for game in GAMES.values():
        if game.prefix == code.game.prefix:
            dealt = game.deal(code.number).tableau
            assert [[c._replace(deck=0) for c in pile] for pile in dealt] == piles


@pytest.mark.parametrize("line", vectors("sha256")[0], ids=lambda line: line[:3])
def test_a_thousand_deals(line: str) -> None:
    """The sum over the deals 0 to 999: the shuffle of version 1 never changes."""
    start, expected = line.split(": ")
    game = next(game for rule, game in GAMES.items() if rule.startswith(start))
    digest = hashlib.sha256()
    for number in range(1000):
        cards = (str(c) for pile in game.deal(number).tableau for c in pile)
        digest.update((" ".join(cards) + "\n").encode("ascii"))
    assert digest.hexdigest() == expected


@fixed
@given(st.integers(0, DEALS - 1))
def test_deal_keeps_the_cards(number: int) -> None:
    """Every deal of every rule has each card of its packs once."""
    for game in GAMES.values():
        position = game.deal(number)
        dealt = [c for pile in position.tableau + position.foundations for c in pile]
        packs = pack(0) + pack(1) if game.prefix == "CR" else pack(0)
        assert sorted(dealt) == sorted(packs)


def test_shuffle_leaves_its_argument_alone() -> None:
    """A shuffle is a new list; one card, or none, is no trouble."""
    cards = pack()
    assert shuffled(cards, 3) != cards == pack()
    assert shuffled(cards[:1], 3) == cards[:1]
    assert shuffled([], 3) == []


# ------------------------------------------------------------------------------------- the cards


def test_card_text() -> None:
    """Cards are read as they are written, each of a pack; the deck is not in the text."""
    assert [card(str(c)) for c in pack()] == pack()
    assert [str(c) for c in pack(1)] == [str(c) for c in pack(0)]
    assert " ".join(map(str, pack()[:13])) == "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert "".join(c.suit for c in pack()[::13]) == "SHDC"
    assert card("10H", 1) == Card(card("10H").suit, 10, 1) != card("10H")


@pytest.mark.parametrize("text", ["", "S", "1S", "11S", "0S", "AX", "as", "A S", "10", "SA", "AS "])
def test_text_of_no_card(text: str) -> None:
    """Anything else is no card."""
    with pytest.raises(ValueError, match=r"."):
        card(text)
