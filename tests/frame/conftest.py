"""A small checkout to build sites from, so that these tests need none of the real game."""

import shutil
from pathlib import Path

import pytest

from sitebuild import ROOT

SMALL = {
    "index.html": """<!doctype html>
<title>Small {{ version }}</title>
<link rel="icon" href="css/none.svg">
<script id="start-data" type="application/json">{{ start | tojson }}</script>
<progress id="progress"></progress>
<script src="js/head.js"></script>
<script type="module" src="js/boot.js"></script>
{% for language in languages %}<a lang="{{ language.code }}">{{ language.name }}</a>
{% endfor %}<h1>{{ _("Crescent") }}</h1>
<output></output>
""",
    "css/none.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "css/table.css": "body { color: teal }",
    "py/demilune/__init__.py": "NAME = 'Crescent'\n",
    "py/web/__init__.py": "",
    "py/web/__main__.py": "from web.start import start\n\nstart()\n",
    "py/web/shim.js": "// a line of JavaScript",
    "py/web/start.py": """
from gettext import translation
from pathlib import Path

import js

from demilune import NAME

folder = Path(__file__).parents[1] / "locales"
_ = translation("demilune", folder, ["fi"], fallback=True).gettext


def start():
    words = [_("Crescent"), _("{count} moves").format(count=3), NAME]
    js.document.querySelector("output").textContent = " ".join(words)
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


@pytest.fixture(scope="session")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the small game's slow products are kept between these tests."""
    folder = tmp_path_factory.mktemp("shelves")
    for name in ("memory", "wasm"):
        (folder / name).mkdir()
    return folder


@pytest.fixture
def checkout(tmp_path: Path, shelves: Path) -> Path:
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
    for name in ("boot.js", "fetches.js", "interpreter.mjs"):
        shutil.copy(ROOT / "py" / "web" / name, root / "py" / "web")
    (root / ".cache").mkdir()
    for name in (".venv", "node_modules", ".cache/wheels"):
        (root / name).symlink_to(ROOT / name)
    for folder in shelves.iterdir():
        (root / ".cache" / folder.name).symlink_to(folder)
    return root
