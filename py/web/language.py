"""Makes the page speak a language: the texts that stand in it, and all that come."""

from __future__ import annotations

from collections.abc import Sequence

import js

from web import catalogue
from web.catalogue import _, pgettext

_spoken = "en"
"""The language of the texts in the page, which is written in English."""


def speak(wishes: Sequence[str]) -> str:
    """Speak the first of the wished languages that there is, and return it."""
    global _spoken
    language = catalogue.choose(wishes)
    catalogue.use(language)
    root = js.document.documentElement
    # i18n: "rtl" for a language that is written from right to left
    direction = pgettext("direction of writing", "ltr")
    if (root.lang, root.dir) != (language, direction):
        root.lang, root.dir = language, direction
    # The bar may come from the picture of an earlier visit.
    part = ".bar" if language == _spoken else "body"
    _spoken = language
    for element in js.document.querySelectorAll(f"{part} [data-text]"):
        element.textContent = _(element.dataset.text)
    for element in js.document.querySelectorAll(f"{part} [data-label]"):
        text = _(element.dataset.label)
        element.setAttribute("aria-label", text)
        element.title = text
    return language
