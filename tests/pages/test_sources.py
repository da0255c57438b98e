"""The sources of the rules pages say the same in every language."""

import doctest
import json
import re
import shutil
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from demilune.games import GAMES
from demilune.record import replay
from sitebuild import ROOT, BuildError
from sitebuild.catalogues import compiled
from sitebuild.pages import NAMES, blocks
from sitebuild.pages.build import build_pages
from sitebuild.pages.source import Source, read_source
from sitebuild.pages.surveys import read_surveys
from web.catalogue import LANGUAGES
from web.wording import wording_of

OTHERS = [language for language in LANGUAGES if language != "en"]
EACH = [(language, name) for language in OTHERS for name in NAMES]
ALL = [(language, name) for language in LANGUAGES for name in NAMES]


def source(language: str, name: str) -> Source:
    return read_source(ROOT / "locales" / language / "pages" / f"{name}.md", f"{language}/{name}")


def same_in_all(language: str, name: str, pattern: str) -> None:
    """What a pattern finds stands in a language as often as in English."""
    wanted = re.findall(pattern, source("en", name).body, re.MULTILINE)
    assert sorted(re.findall(pattern, source(language, name).body, re.MULTILINE)) == sorted(wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_exactly_these_pages(language: str) -> None:
    """No page is missing, and none lies there that nobody sees."""
    assert {path.name for path in (ROOT / "locales" / language / "pages").iterdir()} == {
        f"{name}.md" for name in NAMES
    }


@pytest.mark.parametrize(("language", "name"), EACH)
def test_a_page_has_the_same_sections(language: str, name: str) -> None:
    """Headings of the same levels with the same anchors stand in the same order."""
    pattern = r"^(#+) .*?(\{#[\w-]+\})?$"
    wanted = re.findall(pattern, source("en", name).body, re.MULTILINE)
    assert re.findall(pattern, source(language, name).body, re.MULTILINE) == wanted


@pytest.mark.parametrize(("language", "name"), EACH)
def test_a_page_has_the_same_diagrams_and_games(language: str, name: str) -> None:
    """The same record, and the same blocks of the same positions in the same order."""
    english, other = source("en", name), source(language, name)
    assert other.record == english.record
    assert other.schema == english.schema
    pattern = r"^(?:```\w+|(?:at|show|refuse|piles|record): .*)$"
    wanted = re.findall(pattern, english.body, re.MULTILINE)
    assert re.findall(pattern, other.body, re.MULTILINE) == wanted


@pytest.mark.parametrize(("language", "name"), EACH)
def test_a_page_names_the_same_cards_texts_and_addresses(language: str, name: str) -> None:
    """A card, a text of the game, a code or a link that one language has, all have."""
    for pattern in (r"\{(?:10|[\dAJQK])[SHDC].*?\}", r"\{ui:.+?\}", r"\]\((.+?)\)", r"`[^`\n]+`"):
        same_in_all(language, name, pattern)


@pytest.mark.parametrize(("language", "name"), EACH)
def test_a_page_has_the_same_figures(language: str, name: str) -> None:
    """A number that one language has in digits, all have, with the decimal sign of each."""
    same = {
        each: sorted(
            re.findall(r"\d+(?:[.,]\d+)?", re.sub(r"```\w+\n(?:\w+: .*\n)*|\{.*?\}", "", text))
        )
        for each, text in (("en", source("en", name).body), (language, source(language, name).body))
    }
    assert [figure.replace(",", ".") for figure in same[language]] == same["en"]


@pytest.mark.parametrize(("language", "name"), EACH)
def test_a_page_has_as_many_paragraphs_items_and_rows(language: str, name: str) -> None:
    """No paragraph, point or line of a table was left out in translation."""
    for pattern in (r"^\d+\. ", r"^- ", r"^\|", r"\n\n"):
        same_in_all(language, name, pattern)


@pytest.mark.parametrize(("language", "name"), ALL)
def test_every_record_is_played_by_the_rules(language: str, name: str) -> None:
    """The whole games are won; what boards show is legal, and what they refuse is refused."""
    page = source(language, name)
    if page.record:
        positions = replay(page.record)
        assert page.record.code.game.won(positions[-1])


@pytest.mark.parametrize(("language", "name"), ALL)
def test_texts_of_the_game_exist(language: str, name: str) -> None:
    """A button or message that a page quotes is one that the game has: `{ui:…}` finds it."""
    with (ROOT / "locales" / "demilune.pot").open("rb") as file:
        catalogue = read_po(file)
    for context, text in re.findall(
        r"\{ui:(?:([^{}|]+)\|)?([^{}]+)\}", source(language, name).body
    ):
        assert catalogue.get(text, context or None), text


def copy_with(tmp_path: Path, **blocks: str) -> Path:
    """A checkout in which the English pages end with other blocks."""
    shutil.copytree(ROOT / "locales" / "en", tmp_path / "locales" / "en")
    for name, text in blocks.items():
        page = tmp_path / "locales/en/pages" / f"{name}.md"
        page.write_text(page.read_text("utf-8") + text, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "wrong",
    [
        "```board\nat: 0\nshow: 4-8\n```\n",
        "```board\nat: 44\nrefuse: 2-1\n```\n",
        "```board\nat: 151\n```\n",
        "```board\nrecord: CR1-N-AAAAAAB: 4-8\n```\n",
        "```board\nat: 0\nshow: 4-X\n```\n",
        "```piles\nat: 7 8\npiles: 17\n```\n",
        "```python\nprint()\n```\n",
        "## A section without an anchor\n",
    ],
)
def test_what_the_rules_do_not_allow_stops_the_build(tmp_path: Path, wrong: str) -> None:
    """A diagram of an impossible position, or a mistyped block, does not get onto the site."""
    root = copy_with(tmp_path, crescent=f"\n\n{wrong}")
    with pytest.raises(BuildError, match=r"^locales/en/pages/crescent\.md: "):
        build_pages(root, {})


@pytest.mark.parametrize("line", ["record: CR1-N-AAAAAAB: 4-8", "record: XX", "colour: red"])
def test_a_bad_head_is_told(tmp_path: Path, line: str) -> None:
    """The head of a page is checked too."""
    path = tmp_path / "page.md"
    path.write_text(f"title: a\nnav: b\ndescription: c\n{line}\n\n# Page\n", "utf-8")
    with pytest.raises(BuildError, match=r"^here: "):
        read_source(path, "here")


SURVEY = {
    "command": "python -m demilune survey RU1-C --first 0 --deals 10000 --json",
    "task": {"rule": "RU1-C", "redeals": None}, "nodes": {"50 %": 4000}, "seconds": {"50 %": 0.02},
    "deals": 10000, "won": 2500, "lost": 7400, "unknown": 100,
}  # fmt: skip


def cells(page: str, rule: str) -> list[str]:
    row = page[page.index(f"{rule}</code></th>") :]
    found = re.findall(r"<td[^>]*>(.*?)</td>", row[: row.index("</tr>")])
    return [cell.replace("\xa0", " ") for cell in found]


def test_surveys_fill_a_table_in_the_numbers_of_the_language(tmp_path: Path) -> None:
    """Data files become rows: counts, an interval that holds what is not decided, the command."""
    root = copy_with(tmp_path)
    shutil.copytree(ROOT / "locales" / "da", root / "locales" / "da")
    (root / "surveys").mkdir()
    (root / "surveys" / "russian.json").write_text(json.dumps(SURVEY))
    (root / "surveys" / "crescent.json").write_text(
        json.dumps(
            {
                **SURVEY,
                "task": {"rule": "CR1-N", "redeals": 2},
                "won": 10000,
                "lost": 0,
                "unknown": 0,
            }
        )
    )
    files = build_pages(root, compiled(ROOT))
    english = files["pages/en/difficulty.html"].decode()
    assert english.index("CR1-N</code></th>") < english.index("RU1-C</code></th>")
    assert "Crescent, 2 redeals <code>CR1-N" in english
    assert cells(english, "RU1-C")[:4] == ["10,000", "2,500", "7,400", "100"]
    # Of 10,000 deals 2,500 to 2,600 can be won: 24.2 % to 26.9 % with the interval around it.
    assert cells(english, "RU1-C")[4] == "24.2 % – 26.9 %"
    assert "survey RU1-C --first 0" in english
    danish = files["pages/da/difficulty.html"].decode()
    assert cells(danish, "RU1-C") == ["10.000", "2.500", "7.400", "100", "24,2 % – 26,9 %"]


@pytest.mark.parametrize(
    "change",
    [
        {"won": "many"},
        {"task": {"rule": "XX1-N", "redeals": None}},
        {"lost": 9999},
        {"deals": 0},
        {"command": None},
    ],
)
def test_a_bad_survey_stops_the_build(tmp_path: Path, change: dict[str, object]) -> None:
    """A file of figures that do not fit together is named."""
    (tmp_path / "surveys").mkdir()
    data = {name: value for name, value in {**SURVEY, **change}.items() if value is not None}
    (tmp_path / "surveys" / "a.json").write_text(json.dumps(data))
    with pytest.raises(BuildError, match=r"^surveys/a\.json: "):
        read_surveys(tmp_path)


def test_a_build_leaves_the_language_as_it_was() -> None:
    """What is built in one process with it, or tested, speaks English before and after."""
    build_pages(ROOT, compiled(ROOT))
    assert wording_of(GAMES["RU1-C"]).place("3") == "column 3"


def test_the_examples_hold() -> None:
    """What a docstring shows is what happens."""
    done = doctest.testmod(blocks)
    assert done.attempted and not done.failed
