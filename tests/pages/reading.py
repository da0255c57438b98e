"""Reads the built pages as a browser, a search engine or a link checker would: their elements."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple


class Element(NamedTuple):
    """A start tag."""

    tag: str
    attributes: dict[str, str]

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")


class Page(HTMLParser):
    """One page: its elements in order, and the text of those that a test looks into."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))
        if tag in ("title", "script", "h1", "h2", "p", "td", "li"):
            self._open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            self._open.remove(tag)

    def handle_data(self, data: str) -> None:
        for tag in set(self._open):
            self.texts[tag][-1] += data

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]

    @property
    def ids(self) -> list[str]:
        return [element.get("id") for element in self.elements if element.get("id")]

    @property
    def addresses(self) -> list[str]:
        """All that the page points at or fetches, but for parts of its own drawings."""
        return [
            element.get(name)
            for element in self.elements
            if element.tag != "use"
            for name in ("href", "src")
            if element.get(name)
        ]
