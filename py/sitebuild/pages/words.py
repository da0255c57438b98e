"""Speaking a language while its pages are made: the game's own catalogues and words."""

import gettext
import io
from collections.abc import Iterator
from contextlib import contextmanager

from demilune.cards import card
from demilune.games import Game, Position
from sitebuild.catalogues import DOMAIN, SOURCE_LANGUAGE
from web import catalogue
from web.catalogue import _, ngettext
from web.wording import wording_of
from web.wording.cards import card_name, index

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@contextmanager
def speaking(language: str, compiled: dict[str, bytes]) -> Iterator[gettext.NullTranslations]:
    """Let the words of the game be in a language for a while, and give its texts.

    Args:
        language: a code, of which `compiled` may have no catalogue.
        compiled: the catalogues by their paths, as `catalogues.compiled` returns them.
    """
    content = compiled.get(f"locales/{language}/LC_MESSAGES/{DOMAIN}.mo")
    texts: gettext.NullTranslations = gettext.NullTranslations()
    if content and language != SOURCE_LANGUAGE:
        texts = gettext.GNUTranslations(io.BytesIO(content))
    catalogue.learn(language, texts)
    catalogue.use(language)
    try:
        yield texts
    finally:
        catalogue.use(SOURCE_LANGUAGE)


def short(text: str) -> tuple[str, str]:
    """Return a card such as `KS` as it is printed, `K♠`, and as it is spoken.

    Raises:
        ValueError: the text names no card.
    """
    found = card(text)
    return f"{index(found.rank)}{SIGNS[found.suit]}", card_name(found)


def moment(at: int) -> str:
    """Say when in a game a position stands."""
    if not at:
        return _("The table after the deal")
    return ngettext("The table after {number} move", "The table after {number} moves", at).format(
        number=at
    )


def described(game: Game, position: Position) -> str:
    """Describe a position in words: what lies face up, and how many cards do not."""
    words = wording_of(game)
    fanned = game.layouts[0].fanned
    told = []
    for name in game.places:
        cards, hidden = game.cards(position, name), game.face_down(position, name)
        if not cards or not fanned or game.is_foundation(name):
            told.append(words.choice(game, position, name, 1))
            continue
        begin = words.place(name)
        if hidden:
            begin = ngettext(
                "{place}, {number} card face down", "{place}, {number} cards face down", hidden
            ).format(place=begin, number=hidden)
        told.append(", ".join([begin, *(card_name(each) for each in cards[hidden:])]))
    return ". ".join(told)
