"""Two languages that nobody speaks, made from the English texts: a long one, and one from right
to left. What does not come from a catalogue, or does not fit, is seen at once."""

from __future__ import annotations

import re

from babel.messages.catalog import Catalog

from sitebuild.catalogues import texts

LONGER = 0.4
"""By how much the texts of the long language are longer than English."""

_ACCENTS = str.maketrans("AEIOUCNSYaeioucnsy", "ÅÉÎÖÜÇÑŠÝåéîöüçñšý")
_HEBREW = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "אבצדעפגהיחכלמנוסקרשתטוצחיזאבצדעפגהיחכלמנוסקרשתטוצחיז",
)


def lengthened(text: str) -> str:
    """Return a text with accents, and words at its end that make it longer.

    >>> lengthened("New game")
    'Ñéw gåmé öüö'
    >>> lengthened("Move {number}")
    'Mövé {number} öüöüö'
    """
    more = max(1, round(len(text) * LONGER))
    # Of words of five letters, so that a sentence can be broken as another can.
    padding = ("öüöüö " * more)[:more].strip()
    return f"{_written(text, _ACCENTS)} {padding}"


def mirrored(text: str) -> str:
    """Return a text in letters that are written from right to left.

    >>> mirrored("Move {number}")
    'מווע {number}'
    """
    return _written(text, _HEBREW)


def _written(text: str, letters: dict[int, int]) -> str:
    parts = re.split(r"(\{\w*\})", text)
    return "".join(part if part[:1] == "{" else part.translate(letters) for part in parts)


def translate(catalogue: Catalog, rtl: bool) -> None:
    """Fill a catalogue with one of the two languages; letters on cards stay as they are."""
    write = mirrored if rtl else lengthened
    for message in catalogue:
        if not message.id:
            continue
        if message.context == "direction of writing":
            message.string = "rtl" if rtl else "ltr"
        elif (message.context or "").startswith("index of"):
            message.string = message.id
        else:
            written = [write(text) for text in texts(message.id)]
            message.string = written[0] if isinstance(message.id, str) else tuple(written)
