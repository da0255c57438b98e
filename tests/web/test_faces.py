"""The deck: what a face shows, and that the three sheets hold what the faces ask for."""

import doctest
import gzip
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from web import faces
from web.layout import STRIP

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
LETTERS = ["A", "E", "J", "B", "Kn", "Q", "V", "D", "K", "H", *map(str, range(2, 11))]

ALL = [(suit, rank) for suit in "SHDC" for rank in range(1, 14)]
SHEETS = {
    name: (ROOT / "cards" / f"{name}.svg").read_text("utf-8")
    for name in ("suits", "courts", "backs")
}


def parts(markup: str, name: str) -> list[ET.Element]:
    return [element for element in ET.fromstring(markup).iter("g") if element.get("class") == name]


def uses(element: ET.Element) -> list[ET.Element]:
    return list(element.iter("use"))


def centre(use: ET.Element) -> tuple[float, float]:
    return (
        round(float(use.get("x", 0)) + float(use.get("width", 0)) / 2, 1),
        round(float(use.get("y", 0)) + float(use.get("height", 0)) / 2, 1),
    )


@pytest.mark.parametrize("rank", range(2, 11))
def test_a_number_card_has_as_many_pips_as_its_rank(rank: int) -> None:
    (picture,) = parts(faces.face("C", rank, str(rank)), "picture")
    assert [use.get("href") for use in uses(picture)] == ["#suit-C"] * rank


@pytest.mark.parametrize("rank", range(2, 11))
def test_pips_are_point_symmetric_but_for_the_odd_one_of_the_seven(rank: int) -> None:
    (picture,) = parts(faces.face("S", rank, str(rank)), "picture")
    standing = Counter(map(centre, uses(picture)))
    alone = [(x, y) for x, y in standing if (250 - x, round(350 - y, 1)) not in standing]
    assert len(alone) == (rank == 7)
    assert set(standing.values()) == {1}


@pytest.mark.parametrize("rank", range(2, 11))
def test_exactly_the_pips_below_the_middle_are_turned(rank: int) -> None:
    (picture,) = parts(faces.face("H", rank, str(rank)), "picture")
    for use in uses(picture):
        assert ("rotate(180" in use.get("transform", "")) == (centre(use)[1] > 175)


@pytest.mark.parametrize("rank", range(2, 11))
def test_pips_touch_neither_each_other_nor_the_index_nor_the_edge(rank: int) -> None:
    (picture,) = parts(faces.face("D", rank, str(rank)), "picture")
    size = float(uses(picture)[0].get("width", 0))
    places = [centre(use) for use in uses(picture)]
    for x, y in places:
        assert x - size / 2 >= 30 and y - size / 2 >= 65
    for number, (x, y) in enumerate(places):
        for u, v in places[:number]:
            assert max(abs(x - u), abs(y - v)) >= size


@pytest.mark.parametrize(
    ("suit", "rank"), [(suit, rank) for suit in "SHDC" for rank in (11, 12, 13)]
)
def test_a_court_card_is_its_half_twice_about_the_middle(suit: str, rank: int) -> None:
    (picture,) = parts(faces.face(suit, rank, "K"), "picture")
    halves = [use for use in uses(picture) if use.get("href") == f"#court-{suit}{rank}"]
    assert len(halves) == 2
    turned = [
        group for group in picture.iter("g") if group.get("transform") == "rotate(180 125 175)"
    ]
    assert [use.get("href") for group in turned for use in uses(group)] == [f"#court-{suit}{rank}"]


@pytest.mark.parametrize("letter", LETTERS)
def test_the_index_is_one_line_in_the_strip_that_an_overlapped_column_shows(letter: str) -> None:
    for compact, narrowest in ((False, 64), (True, 42)):
        index = parts(faces.face("S", 11, letter, compact), "index")[0]
        (sign,) = uses(index)
        top, height = float(sign.get("y", 0)), float(sign.get("height", 0))
        right = float(sign.get("x", 0)) + height
        assert (top + height) * narrowest / 250 <= 15, (
            "a strip of 16 CSS px, one of them the next card's edge"
        )
        assert right <= (236 if compact else 126), (
            "within the corner of the court frame, within the card"
        )
        assert not list(index.iter("text")), (
            "the deck's own alphabet has every letter of the shipped languages"
        )


def test_a_strip_of_a_column_shows_no_tips_of_pips() -> None:
    """What is seen of a covered number card is its index, and paper."""
    for suit, rank in ALL:
        (picture,) = parts(faces.face(suit, rank, "A"), "picture")
        for use in uses(picture) if 1 < rank <= 10 else []:
            assert float(use.get("y", 0)) > STRIP * faces.HEIGHT - 1


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("width", [36, 63.9, 64])
def test_an_index_in_large_print_stays_on_its_card(letter: str, width: float) -> None:
    """It grows from its left edge at 14, however much of the card is seen."""
    index = parts(faces.face("S", 10, letter, faces.is_compact(width)), "index")[0]
    (sign,) = uses(index)
    right = float(sign.get("x", 0)) + float(sign.get("width", 0))
    largest = faces.largest_index(width, large_print=True)
    for strip in (8, 16, 24, 40, 80):
        size = faces.fitting_index(strip, width, largest=largest)
        assert 14 + (right - 14) * size <= 250 - 8


def test_the_style_sheet_has_the_sizes_of_large_print() -> None:
    style = (ROOT / "css" / "cards.css").read_text("utf-8")
    for group, size in (("full", faces.LARGE_INDEX), ("compact", faces.LARGE_COMPACT_INDEX)):
        rule = re.search(rf"\.large-index \.{group} \.index {{(.*?)}}", style, re.DOTALL)
        assert rule and f"scale({size})" in rule[1]


def test_corner_indices_are_the_same_and_one_is_turned() -> None:
    markup = faces.face("H", 10, "10")
    upright, turned = map(ET.tostring, parts(markup, "index"))
    assert upright == turned
    assert ET.fromstring(markup)[-1].get("transform") == "rotate(180 125 175)"


@pytest.mark.parametrize("letter", ["<", '"&', "<script>", "Ж", ""])
def test_unknown_letters_are_set_as_escaped_text(letter: str) -> None:
    for compact, times in ((False, 2), (True, 1)):
        markup = faces.face("S", 13, letter, compact)
        texts = [element.text or "" for element in ET.fromstring(markup).iter("text")]
        assert texts == [letter] * times


def test_nonsense_is_refused() -> None:
    for suit, rank in (("X", 1), ("", 1), ("SH", 1), ("S", 0), ("S", 14)):
        with pytest.raises(ValueError):
            faces.face(suit, rank, "A")
    with pytest.raises(ValueError):
        faces.back("harlequin")


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(faces).failed == 0


def test_faces_differ() -> None:
    markups = {faces.face(*card, "A", compact) for card in ALL for compact in (False, True)}
    assert len(markups) == 2 * 52


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_well_formed_and_self_contained(name: str) -> None:
    sheet = SHEETS[name]
    root = ET.fromstring(sheet)
    assert root.tag == SVG + "svg"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "defs", "symbol", "g", "use", "path", "circle", "rect", "clipPath",
    }  # fmt: skip
    for element in root.iter():
        for attribute, value in element.attrib.items():
            assert not attribute.lower().startswith("on")
            assert attribute != "href" or value.startswith("#")
            assert "url(" not in value or value.startswith("url(#")
    assert "display" not in root.get("style", ""), (
        "a clip path in an undisplayed sheet does not work"
    )


def test_ids_are_unique_and_every_reference_is_met() -> None:
    text = "".join(SHEETS.values())
    names = re.findall(r'\bid="([^"]+)"', text)
    assert [name for name, count in Counter(names).items() if count > 1] == []
    deck = (
        text
        + "".join(faces.face(suit, rank, "A") for suit, rank in ALL)
        + "".join(map(faces.back, faces.BACKS))
    )
    wanted = set(re.findall(r'href="#([^"]+)"', deck)) | set(re.findall(r"url\(#([^)]+)\)", deck))
    assert wanted - set(names) == set()
    assert set(names) - wanted == set(), "a part that no card uses"


def test_colours_of_the_drawings_are_defined_in_the_style_sheet() -> None:
    style = (ROOT / "css" / "cards.css").read_text("utf-8")
    used = set(re.findall(r"var\((--[\w-]+)\)", "".join(SHEETS.values()) + style))
    assert used - set(re.findall(r"(--[\w-]+):", style)) == set()


@pytest.mark.parametrize("name", ["moon", "lattice", "waves", "stars"])
def test_backs_are_complete(name: str) -> None:
    assert name in faces.BACKS
    assert f'href="#back-{name}"' in faces.back(name)


def test_the_deck_is_small() -> None:
    faces_text = "".join(faces.face(suit, rank, "10") for suit, rank in ALL)
    size = len(gzip.compress("".join([*SHEETS.values(), faces_text]).encode()))
    assert size < 60_000
