"""The words of the page: complete in every language, and the seeds' own where they give them."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from demilune.cards import Card, Suit
from demilune.games import GAMES, Move, Refusal
from sitebuild import ROOT
from sitebuild.catalogues import compiled, po_files, read, texts
from sitebuild.extraction import PYTHON, TEMPLATES, update
from web import catalogue

LANGUAGES = ("nl", "fi", "da")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all that holds texts."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in (*PYTHON, "locales"):
        shutil.copytree(ROOT / name, copy / name)
    for name in TEMPLATES:
        shutil.copy(ROOT / name, copy)
    return copy


def test_every_text_is_translated_into_every_language(checkout: Path) -> None:
    """A text that is new or changed in the sources reaches all languages at once."""
    lacking = [
        str(language) for language in update(checkout) if language.translated < language.total
    ]
    assert not lacking


def test_the_extraction_sees_every_text(checkout: Path) -> None:
    """Babel overlooks a text that stands inside an f-string; it would stay English unnoticed."""
    update(checkout)
    with (checkout / "locales" / "demilune.pot").open("rb") as file:
        catalogue = read_po(file)
    known = {text for message in catalogue if message.id for text in texts(message.id)}
    for path in (path for folder in PYTHON for path in (checkout / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("_", "ngettext", "pgettext"):
                last = node.args[-1 if node.func.id != "ngettext" else 1]
                if isinstance(last, ast.Constant):
                    assert last.value in known, f"{path.name}: {last.value}"


def test_a_language_is_a_folder() -> None:
    """Nothing else names the languages: one more folder is one language more."""
    assert sorted(catalogue.LANGUAGES) == sorted({"en", *po_files(ROOT)})


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_every_field(language: str) -> None:
    """What a sentence is filled with is not lost on the way into another language."""
    catalogue = read(po_files(ROOT)[language], ROOT)
    for message in catalogue:
        if message.id and isinstance(message.id, str):
            for field in ("{found}", "{expected}", "{place}", "{card}", "{reason}", "{suit}"):
                assert (field in message.id) == (field in str(message.string)), message.id


SEED_WORDS = {
    "nl": {
        "This pile is full; choose another place": "Deze stapel is vol; kies een andere bestemming",
        "Must be of the same suit": "Moet dezelfde kleur zijn",
        "Must be one rank higher or lower": "Moet een hogere of lagere rang zijn",
        "Nothing can be placed on an empty pile": "Kan niet op een lege stapel plaatsen",
        "The base of the foundation is locked": "De basis van het fundament is vergrendeld",
        "No redeal left": "Geen herverdeling meer",
        "Placement help": "Plaatsingshulp",
        "Interactive rules": "Interactieve spelregels",
        "Automatic placement": "Automatisch plaatsen",
        "Double click": "Dubbelklikken",
        "Undo": "Ongedaan maken",
    },
    "fi": {
        "This pile is full; choose another place": "Tämä pino on täynnä; valitse toinen kohde",
        "Must be of the same suit": "Täytyy olla samaa maata",
        "Must be one rank higher or lower": "Täytyy olla arvoltaan yhtä suurempi tai pienempi",
        "Nothing can be placed on an empty pile": "Tyhjälle pinolle ei voi asettaa",
        "The base of the foundation is locked": "Perustuksen pohja on lukittu",
        "No redeal left": "Ei uudelleenjakoja",
        "Undo": "Kumoa",
    },
    "da": {"Undo": "Fortryd"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seeds_words_are_used(language: str) -> None:
    """Seeds 000, 001 and 004 give these words; a player of the apps finds them again."""
    catalogue: Catalog = read(po_files(ROOT)[language], ROOT)
    for text, word in SEED_WORDS[language].items():
        message = catalogue.get(text)
        assert message and message.string == word
    redeal = catalogue.get("Redeal ({left})")
    begin = {"nl": "Opnieuw delen", "fi": "Jaa uudelleen", "da": "Bund op"}[language]
    assert redeal and str(redeal.string).startswith(begin)


@pytest.fixture
def speak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """A function that makes the page's words speak a language, from freshly compiled catalogues."""
    import gettext

    from web import catalogue

    for name, content in compiled(ROOT).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)

    def use(language: str) -> None:
        texts = gettext.translation(
            catalogue.DOMAIN, tmp_path / "locales", [language], fallback=language == "en"
        )
        monkeypatch.setattr(catalogue, "_texts", texts)

    yield use


@pytest.mark.parametrize(
    ("language", "letters", "said"),
    [
        ("en", "A J Q K", "ace of spades from pile 10 to pile 14"),
        ("nl", "A B V H", "schoppenaas van stapel 10 naar stapel 14"),
        ("fi", "A J Q K", "pataässä pinosta 10 pinoon 14"),
        ("da", "E Kn D K", "spar es fra bunke 10 til bunke 14"),
    ],
)
def test_cards_and_moves_in_each_language(speak, language: str, letters: str, said: str) -> None:  # type: ignore[no-untyped-def]
    """Index letters are those of the country's cards, and a move is said with its cases right."""
    from web.wording import wording_of
    from web.wording.cards import index

    speak(language)
    assert " ".join(index(rank) for rank in (1, 11, 12, 13)) == letters
    words = wording_of(GAMES["CR1-N"])
    assert words.move(Move("10", "14"), (Card(Suit.SPADES, 1),), None) == said


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@pytest.mark.parametrize("rule", GAMES)
def test_a_game_has_words_for_everything(speak, language: str, rule: str) -> None:  # type: ignore[no-untyped-def]
    """Every place, refusal and rule of every game has words in every language, all filled in."""
    from web.wording import wording_of

    speak(language)
    game = GAMES[rule]
    words = wording_of(game)
    texts = [words.refusal(refusal) for refusal in Refusal]
    texts += [f(name) for f in (words.place, words.source, words.target) for name in game.places]
    texts += [words.name(), words.code(), *words.rule(game.letter), *words.help()]
    texts += [words.redeal(left) for left in range(4)]
    position = game.deal(1)
    texts += [words.choice(game, position, name, 1) for name in game.places]
    assert all(text and "{" not in text for text in texts)
