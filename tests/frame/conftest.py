"""A small checkout to build sites from, so that these tests need none of the real game."""

import shutil
from pathlib import Path

import pytest

from sitebuild import ROOT

SMALL = {
    "index.html": """<!doctype html>
<title>Small {{ version }}</title>
<link rel="icon" href="data:,">
<script type="module" src="runtime/pyscript/core.js"></script>
{% for language in languages %}<a lang="{{ language.code }}">{{ language.name }}</a>
{% endfor %}<h1>{{ _("Crescent") }}</h1>
<output></output>
<script type="py" src="py/start.py" config="pyscript.json"></script>
""",
    "css/table.css": "body { color: teal }",
    "py/demilune/__init__.py": "NAME = 'Crescent'\n",
    "py/web/__init__.py": "",
    "py/web/__main__.py": "from web.start import start\n\nstart()\n",
    "py/web/shim.js": "// a line of JavaScript",
    "py/web/start.py": """
from gettext import translation
from importlib.metadata import version

from demilune import NAME
from pyscript import document


def start():
    _ = translation("demilune", "locales", ["fi"]).gettext
    words = [_("Crescent"), _("{count} moves").format(count=3), NAME, version("demilune")]
    document.querySelector("output").textContent = " ".join(words)
""",
    "locales/fi/LC_MESSAGES/demilune.po": """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "Crescent"
msgstr "Puolikuu"

msgid "{count} moves"
msgstr "{count} siirtoa"
""",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this project's frame around a game of a few lines, prepared."""
    root = tmp_path / "checkout"
    for name, text in SMALL.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in ("LICENSE", "package.json", "package-lock.json", "pyproject.toml", "serve.py"):
        shutil.copy(ROOT / name, root)
    shutil.copytree(ROOT / "requirements", root / "requirements")
    shutil.copytree(ROOT / "py" / "sitebuild", root / "py" / "sitebuild")
    (root / ".cache").mkdir()
    for name in (".venv", "node_modules", ".cache/wheels"):
        (root / name).symlink_to(ROOT / name)
    return root
