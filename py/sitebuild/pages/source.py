"""Reading the source of a page: a few lines `name: value`, an empty line, and Markdown."""

import re
from dataclasses import dataclass
from pathlib import Path

from demilune.deals import CodeError
from demilune.record import Record, RecordError, read_record, replay
from sitebuild import BuildError

_FIELDS = ("title", "nav", "description", "record", "schema")
_LINE = re.compile(r"([a-z]+): *(.*)")


@dataclass(frozen=True)
class Source:
    """A page as it is written.

    `nav` is its short name in lists, `record` the game that its diagrams show unless they name
    another, `schema` the type of its structured data.
    """

    where: str
    title: str
    nav: str
    description: str
    body: str
    record: Record | None
    schema: str


def read_source(path: Path, where: str) -> Source:
    """Read a page.

    Args:
        path: the file.
        where: what to call it in errors.

    Raises:
        BuildError: a line of its head is missing or unknown, or its record is against the rules.
    """
    head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    fields = {"record": "", "schema": "Article"}
    for line in head.splitlines():
        found = _LINE.fullmatch(line)
        if not found or found[1] not in _FIELDS:
            raise BuildError(f"{where}: “{line[:40]}” is no line of a page's head")
        fields[found[1]] = found[2]
    missing = [name for name in _FIELDS if name not in fields]
    if missing:
        raise BuildError(f"{where}: the head of the page lacks {', '.join(missing)}")
    record = checked(fields.pop("record"), where)
    return Source(where=where, body=body, record=record, **fields)


def checked(text: str, where: str) -> Record | None:
    """Read a record that the rules allow to its end; an empty text is none.

    Raises:
        BuildError: it cannot be read or played.
    """
    if not text:
        return None
    try:
        record = read_record(text)
        replay(record)
    except (CodeError, RecordError) as error:
        raise BuildError(f"{where}: {error}") from error
    return record
