import gettext
import io
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

from sitebuild import BuildError
from sitebuild.catalogues import compiled, languages
from sitebuild.extraction import update

PO = "locales/fi/LC_MESSAGES/demilune.po"
HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def test_a_compiled_catalogue_translates(checkout: Path):
    (content,) = compiled(checkout).values()
    assert gettext.GNUTranslations(io.BytesIO(content)).gettext("Crescent") == "Puolikuu"


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ('msgid "a"\nnonsense "b"\n', "demilune.po:7: Unknown or misformatted keyword"),
        ('msgid "{n} cards"\nmsgstr "{m} korttia"\n', "unknown {m}"),
        ('msgid "{n} cards"\nmsgstr "{n korttia"\n', "expected '}'"),
        (
            'msgid "one"\nmsgid_plural "{n}"\nmsgstr[0] "yksi {x}"\nmsgstr[1] "{n}"\n',
            "unknown {x}",
        ),
        ('#, python-format\nmsgid "%s cards"\nmsgstr "%d %d korttia"\n', "placeholders"),
    ],
)
def test_a_bad_catalogue_fails_clearly(checkout: Path, entry: str, problem: str):
    (checkout / PO).write_text(HEADER + entry)
    with pytest.raises(BuildError) as caught:
        compiled(checkout)
    text = str(caught.value)
    assert text.startswith(PO + ":")
    assert problem in text
    assert "\n" not in text


def test_bytes_that_are_no_text_fail_clearly(checkout: Path):
    (checkout / PO).write_bytes(HEADER.encode() + b'msgid "a"\nmsgstr "\xff"\n')
    with pytest.raises(BuildError, match=r"^locales/fi/LC_MESSAGES/demilune\.po"):
        compiled(checkout)


def test_a_text_with_lone_braces_is_no_template(checkout: Path):
    (checkout / PO).write_text(HEADER + 'msgid "press {"\nmsgstr "paina {"\n')
    assert compiled(checkout)


def test_languages_name_themselves(checkout: Path):
    for code in ("nl", "pt_BR"):
        po = checkout / "locales" / code / "LC_MESSAGES/demilune.po"
        po.parent.mkdir(parents=True)
        po.write_text(HEADER)
    names = {language.code: language.name for language in languages(checkout)}
    assert names == {
        "en": "English",
        "fi": "Suomi",
        "nl": "Nederlands",
        "pt_BR": "Português (Brasil)",
    }


def test_update_extracts_keeps_translations_and_counts(checkout: Path):
    (checkout / "locales/da").mkdir()
    (checkout / "py/web/more.py").write_text(
        "_('A new text')\nngettext('{n} card', '{n} cards', 2)\n"
    )
    # The rules pages' own texts, which the copy of `sitebuild` has, are as little translated.
    others = len(texts_in(checkout / "py/sitebuild/pages"))
    counts = {each.code: (each.translated, each.total - others) for each in update(checkout)}
    assert counts == {"da": (0, 4), "fi": (2, 4)}
    template = (checkout / "locales/demilune.pot").read_text()
    assert '#: index.html py/web/start.py\nmsgid "Crescent"' in template
    assert 'msgid "A new text"' in template
    assert 'msgstr "Puolikuu"' in (checkout / PO).read_text()
    assert (checkout / "locales/da/LC_MESSAGES/demilune.po").is_file()


def texts_in(folder: Path) -> set[str]:
    found = extract_from_dir(folder, [("**.py", "python"), ("**.html", "jinja2")])
    return {str(text) for _, _, text, _, _ in found}


def test_a_second_update_changes_nothing(checkout: Path):
    update(checkout)
    files = [checkout / PO, checkout / "locales/demilune.pot"]
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in files]
    update(checkout)
    assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in files] == before


def test_a_folder_that_is_no_language_is_named(checkout: Path):
    po = checkout / "locales/klingonese/LC_MESSAGES/demilune.po"
    po.parent.mkdir(parents=True)
    po.write_text(HEADER)
    with pytest.raises(BuildError, match=r"^locales/klingonese is not named after a language$"):
        languages(checkout)


def test_a_compiled_catalogue_does_not_tell_when_it_was_compiled(checkout: Path):
    """The same texts make the same bytes, whatever the time: a site is not new every minute."""
    (content,) = compiled(checkout).values()
    dates = re.findall(rb"Date: *(\d{4})", content)
    assert set(dates) == {b"1980"}
