"""The interface's language: GNU gettext catalogues, chosen at run time.

`_`, `ngettext` and `pgettext` look a text up in the language that `use` set last, and fall back
to English, which is the language of the sources. Babel finds the texts by these names.
"""

from __future__ import annotations

import gettext as library
from collections.abc import Sequence
from pathlib import Path

DOMAIN = "demilune"

# In the site the catalogues lie beside this package, in a checkout above `py`.
_folders = [folder / "locales" for folder in Path(__file__).parents[1:3]]
_folder = next(filter(Path.is_dir, _folders), _folders[0])
LANGUAGES = ("en", *sorted(path.parent.name for path in _folder.glob("*/LC_MESSAGES")))
"""The languages by their codes: English, the sources' own, and each that has a folder."""

# All are read at once, for a page started from a memory snapshot has no files to read later.
_catalogues = {
    language: library.translation(DOMAIN, _folder, [language], fallback=True)
    for language in LANGUAGES
}
_texts: library.NullTranslations = _catalogues["en"]


def learn(language: str, texts: library.NullTranslations) -> None:
    """Take the texts of a language from elsewhere than the page's own folder, as the build does."""
    _catalogues[language] = texts


def use(language: str) -> None:
    """Speak a language of `LANGUAGES` from now on."""
    global _texts
    _texts = _catalogues[language]


def choose(wishes: Sequence[str]) -> str:
    """Return the first language that we speak among wishes such as `nl-BE`, else English.

    >>> choose(["sv", "da-DK", "en"])
    'da'
    """
    codes = (wish.split("-")[0].lower() for wish in wishes)
    return next((code for code in codes if code in LANGUAGES), "en")


def _(text: str) -> str:
    """Return a text in the chosen language."""
    return _texts.gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the form of a text for a number in the chosen language."""
    return _texts.ngettext(one, many, n)


def pgettext(context: str, text: str) -> str:
    """Return a text that has different translations in different contexts."""
    return _texts.pgettext(context, text)
