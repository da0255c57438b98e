"""Makes the page speak a language: the texts that stand in it, and all that come."""

from __future__ import annotations

from collections.abc import Sequence

import js

from web import catalogue
from web.catalogue import _, pgettext


def speak(wishes: Sequence[str]) -> str:
    """Speak the first of the wished languages that there is, and return it."""
    language = catalogue.choose(wishes)
    catalogue.use(language)
    root = js.document.documentElement
    root.lang = language
    # i18n: "rtl" for a language that is written from right to left
    root.dir = pgettext("direction of writing", "ltr")
    for element in js.document.querySelectorAll("[data-text]"):
        element.textContent = _(element.dataset.text)
    for element in js.document.querySelectorAll("[data-label]"):
        text = _(element.dataset.label)
        element.setAttribute("aria-label", text)
        element.title = text
    return language
