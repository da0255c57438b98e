"""Extracting the texts from the sources, and bringing the catalogues up to date with them."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.pofile import write_po

from sitebuild.catalogues import DOMAIN, po_files, read, texts

TEMPLATES = (
    "index.html",
    "py/sitebuild/pages/page.html",
    "py/sitebuild/pages/404.html",
    "py/web/embed.js",
)
PYTHON = ("py/demilune", "py/web", "py/sitebuild/pages")
NOTE = "i18n:"
"""Starts a comment in the sources that is meant for the translators."""

Extracted = tuple[str, int, str | tuple[str, ...], list[str], str | None]
"""Where a text stands (file and line), the text or its plural forms, comments and context."""


@dataclass(frozen=True)
class Completeness:
    """How many texts of a catalogue are translated."""

    code: str
    translated: int
    total: int

    def __str__(self) -> str:
        share = 100 * self.translated // self.total if self.total else 100
        return f"{self.code:8}{share:4d} %   {self.translated} of {self.total}"


def update(root: Path) -> list[Completeness]:
    """Extract the texts to `locales/demilune.pot` and bring every catalogue up to date.

    A language is begun by making its folder in `locales/`.

    Raises:
        BuildError: a catalogue cannot be read.
    """
    template = _template(root)
    _write(template, root / "locales" / f"{DOMAIN}.pot")
    result = []
    for code, path in po_files(root).items():
        catalogue = read(path, root) if path.is_file() else _empty(code)
        catalogue.update(template, no_fuzzy_matching=True)
        _write(catalogue, path)
        messages = [message for message in catalogue if message.id]
        done = sum(_is_translated(message) for message in messages)
        result.append(Completeness(code, done, len(messages)))
    return result


def _template(root: Path) -> Catalog:
    template = _empty()
    for source, line, text, comments, context in _extracted(root):
        template.add(text, locations=[(source, line)], auto_comments=comments, context=context)
    return template


def _extracted(root: Path) -> Iterator[Extracted]:
    for template in TEMPLATES:
        if (root / template).is_file():
            for line, text, comments, context in extract_from_file("jinja2", root / template):
                yield template, line, text, comments, context
    for folder in PYTHON:
        for name, line, text, comments, context in extract_from_dir(
            root / folder, [("**.py", "python")], comment_tags=[NOTE]
        ):
            yield f"{folder}/{Path(name).as_posix()}", line, text, comments, context


def _empty(code: str | None = None) -> Catalog:
    return Catalog(
        code,
        DOMAIN,
        "# Demilune's texts. Distributed under the licence of the project.",
        project="Demilune",
        version="1",
        copyright_holder="The Demilune authors",
        msgid_bugs_address="none",
        last_translator="The Demilune authors",
        language_team="none",
        fuzzy=False,
    )


def _is_translated(message: Message) -> bool:
    return not message.fuzzy and all(texts(message.string))


def _write(catalogue: Catalog, path: Path) -> None:
    out = io.BytesIO()
    # Without line numbers a catalogue changes only when a text does.
    write_po(out, catalogue, width=100, include_lineno=False, sort_by_file=True)
    new = out.getvalue()
    if path.is_file() and _undated(path.read_bytes()) == _undated(new):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(new)


def _undated(content: bytes) -> list[bytes]:
    return [line for line in content.splitlines() if b"-Date: " not in line]
