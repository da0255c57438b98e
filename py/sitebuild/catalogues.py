"""The catalogues of translated texts: finding, checking and compiling them."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from sitebuild import BuildError

DOMAIN = "demilune"
SOURCE_LANGUAGE = "en"


@dataclass(frozen=True)
class Language:
    """A language that the game can speak: its code and its own name for itself."""

    code: str
    name: str


def po_files(root: Path) -> dict[str, Path]:
    """Return where each language folder in `locales/` has its catalogue, by the language's code.

    English has none: the texts are written in it.
    """
    return {
        folder.name: folder / "LC_MESSAGES" / f"{DOMAIN}.po"
        for folder in sorted((root / "locales").glob("*/"))
        if folder.is_dir() and folder.name[0].isalpha() and folder.name != SOURCE_LANGUAGE
    }


def languages(root: Path) -> list[Language]:
    """Return English, in which the texts are written, and every language with a catalogue.

    Raises:
        BuildError: a folder in `locales/` is not named after a language.
    """
    translated = (code for code, path in po_files(root).items() if path.is_file())
    return [Language(code, _own_name(code)) for code in sorted({SOURCE_LANGUAGE, *translated})]


def compiled(root: Path) -> dict[str, bytes]:
    """Return every catalogue in gettext's binary form, by its path in the checkout, as `.mo`.

    Raises:
        BuildError: a catalogue is malformed, or a translation would fail when it is used.
    """
    return {
        path.relative_to(root).with_suffix(".mo").as_posix(): _binary(read(path, root))
        for path in po_files(root).values()
        if path.is_file()
    }


def translations(root: Path, text: str) -> dict[str, str]:
    """Return a text in every language, for what is shown before the page can look it up itself.

    Raises:
        BuildError: a catalogue is malformed.
    """
    spoken = {SOURCE_LANGUAGE: text}
    for code, path in po_files(root).items():
        if path.is_file():
            message = read(path, root).get(text)
            spoken[code] = str(message.string) if message and message.string else text
    return spoken


def read(path: Path, root: Path) -> Catalog:
    """Return the catalogue in a `.po` file of the checkout `root`, checked.

    Raises:
        BuildError: it is malformed, or a translation would fail when it is used.
    """
    where = path.relative_to(root).as_posix()
    try:
        catalogue = read_po(io.BytesIO(path.read_bytes()), domain=DOMAIN, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        if isinstance(error, PoFileError) and error.lineno is not None:
            where += f":{error.lineno + 1}"
        # Babel counts lines from 0 when it adds them to its words.
        raise BuildError(f"{where}: {re.sub(r' on [0-9]+$', '', str(error))}") from error
    for message, problem in _problems(catalogue):
        raise BuildError(f"{where}:{message.lineno}: {problem}")
    return catalogue


def texts(value: str | Sequence[str] | None) -> list[str]:
    """Return the texts of a message's id or translation: one, or one for each plural form."""
    return [value or ""] if value is None or isinstance(value, str) else list(value)


def _own_name(code: str) -> str:
    try:
        name = Locale.parse(code).get_display_name(code) or code
    except (ValueError, UnknownLocaleError) as error:
        raise BuildError(f"locales/{code} is not named after a language") from error
    return name[:1].upper() + name[1:]


def _problems(catalogue: Catalog) -> Iterator[tuple[Message, str]]:
    for message, errors in catalogue.check():
        yield message, str(errors[0])
    for message in catalogue:
        if not message.id or message.fuzzy:
            continue
        try:
            known = set().union(*map(_fields, texts(message.id)))
        except ValueError:  # a text with lone braces is none that format() sees
            continue
        for text in texts(message.string):
            try:
                unknown = _fields(text) - known
            except ValueError as error:
                yield message, f"{error} in “{text}”"
                continue
            if unknown:
                yield message, f"unknown {{{unknown.pop()}}} in “{text}”"


def _fields(text: str) -> set[str]:
    """Return the names of the `{fields}` of a text.

    Raises:
        ValueError: its braces do not match.
    """
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _binary(catalogue: Catalog) -> bytes:
    # A fixed time, so that the same texts make the same bytes: Babel would put in the present one.
    catalogue.creation_date = catalogue.revision_date = datetime(1980, 1, 1, tzinfo=UTC)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()
