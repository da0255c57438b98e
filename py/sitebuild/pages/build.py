"""Puts the rules pages together: every page of every language that has some."""

import gettext
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jinja2

from sitebuild import BuildError
from sitebuild.catalogues import Language, languages
from sitebuild.pages import FOLDER, MISSING, NAMES
from sitebuild.pages.blocks import SITE
from sitebuild.pages.diagrams import deck
from sitebuild.pages.source import Source, read_source
from sitebuild.pages.words import speaking
from sitebuild.pages.writer import Written, write_page

TEMPLATE = "page.html"


def build_pages(root: Path, compiled: dict[str, bytes], address: str = "") -> dict[str, bytes]:
    """Return the rules pages, and the page for wrong addresses, by their paths in the site.

    Args:
        root: the checkout.
        compiled: the catalogues by their paths, as `catalogues.compiled` returns them.
        address: the site's own, ending with a slash, if it is known: search engines want links
            between languages to be whole addresses, and the page for wrong addresses leads home.

    Raises:
        BuildError: a page is malformed, or missing in a language that has others.
    """
    spoken = [each for each in languages(root) if _folder(root, each.code).is_dir()]
    files: dict[str, bytes] = {}
    voices = []
    for language in spoken:
        with speaking(language.code, compiled) as texts:
            files |= _pages_in(root, language, spoken, texts, address)
            voices.append((language, texts.gettext))
    # It is shown at any depth, where no relative address leads home. Without the site's own address
    # it is taken to be at the root of its host.
    home = urlsplit(address).path or "/"
    missing = _environment().get_template(MISSING).render(home=home, voices=voices, first=NAMES[0])
    return {**files, MISSING: missing.encode()}


def _pages_in(
    root: Path,
    language: Language,
    spoken: list[Language],
    texts: gettext.NullTranslations,
    address: str,
) -> dict[str, bytes]:
    sources = {name: _source(root, language.code, name) for name in NAMES}
    environment = _environment()
    environment.globals.update(_=texts.gettext, site=SITE, languages=spoken, address=address)
    template = environment.get_template(TEMPLATE)
    files = {}
    for name, source in sources.items():
        written = write_page(root, source, language.code)
        body = written.lead + written.html
        page = template.render(
            name=name,
            language=language,
            source=source,
            sources=sources,
            written=written,
            deck=deck(body),
            replays="data-demilune" in body,
            data=_structured(source, language.code, written),
        )
        files[f"{FOLDER}/{language.code}/{name}.html"] = re.sub(r"\n\s*\n+", "\n", page).encode()
    return files


def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _folder(root: Path, language: str) -> Path:
    return root / "locales" / language / FOLDER


def _source(root: Path, language: str, name: str) -> Source:
    path = _folder(root, language) / f"{name}.md"
    where = path.relative_to(root).as_posix()
    if not path.is_file():
        raise BuildError(f"{where} is missing")
    return read_source(path, where)


def _structured(source: Source, language: str, written: Written) -> dict[str, Any]:
    """Return what the page is, in the vocabulary of schema.org."""
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": source.schema,
        "name": source.title,
        "description": source.description,
        "inLanguage": language,
        "isPartOf": {"@type": "WebSite", "name": "Demilune"},
    }
    if source.schema == "FAQPage":
        data["mainEntity"] = [
            {
                "@type": "Question",
                "name": question,
                "acceptedAnswer": {"@type": "Answer", "text": answer},
            }
            for question, answer in written.answers
        ]
    else:
        data["headline"] = source.title
    return data
