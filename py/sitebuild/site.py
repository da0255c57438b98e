"""The site: which files it consists of, and writing them to a folder."""

import hashlib
import io
import zipfile
from functools import partial
from pathlib import Path

import jinja2

from sitebuild import BuildError
from sitebuild.catalogues import compiled, languages, translations
from sitebuild.indexeddb import indexed_db
from sitebuild.pages import MISSING
from sitebuild.runtime import LEFT_OUT, runtime_files
from sitebuild.serviceworker import kept_address, service_worker
from sitebuild.snapshot import memory, packed_wasm, runtime
from sitebuild.stamps import sources
from sitebuild.wheel import engine_wheel, version

MANIFEST = "manifest.sha256"
"""Lists the files of a built site, so that the next build knows which are its own."""

Files = dict[str, bytes]
"""The contents of files by their paths in the site, with `/` on every system."""

JOINED = {
    "css/game.css": [
        *("css/cards.css", "css/themes.css", "css/table.css"),
        *("css/panels.css", "css/menu.css", "css/embed.css"),
    ],
    "css/pages.css": ["css/cards.css", "css/pages.css"],
    "js/head.js": ["js/fetches.js", "js/looks.js", "js/picture.js", "js/hosted.js", "js/begin.js"],
}
"""What a page waits for before it is painted: one file of a kind, and what it is made of. Each file
more would take its time, even from the service worker."""

MODULES = (
    "js/interpreter.mjs",
    "runtime/pyodide/pyodide.",
    "runtime/pyscript/core",
    "runtime/pyscript/error",
)
"""How the names of the modules begin that start Python; `boot.js` comes to each in the end."""


def build(root: Path, folder: Path, address: str = "") -> None:
    """Write the site of the checkout `root` to `folder`; `address` is its own, if it is known.

    Raises:
        BuildError: the checkout is incomplete, or the folder holds something else.
    """
    write(site_files(root, address), folder)


def site_files(root: Path, address: str = "") -> Files:
    """Return everything that the site of the checkout `root` consists of.

    Raises:
        BuildError: a source is missing or malformed.
    """
    web = root / "py" / "web"
    for needed in (root / "index.html", web / "__main__.py"):
        if not needed.is_file():
            raise BuildError(f"{needed.relative_to(root)} is missing")
    wheel = engine_wheel(root)
    catalogues = compiled(root)
    packages = {**_package(root, "web"), **catalogues}
    scripts = {f"js/{path.name}": path.read_bytes() for path in sorted(web.glob("*.*js"))}
    files = {
        **_joined(_copied(root / "css", "css") | scripts),
        **_copied(root / "cards", "cards"),
        **{path.name: path.read_bytes() for path in sorted(root.glob("*.webmanifest"))},
        **_copied(root / "examples", "examples"),
        "LICENSE.txt": (root / "LICENSE").read_bytes(),
        "py/start.py": (web / "__main__.py").read_bytes(),
        "py/web.zip": _zip(packages),
        f"py/{wheel.name}": wheel.read_bytes(),
        **runtime_files(root),
        "runtime/indexeddb.js": indexed_db(root),
        "runtime/memory.bin": memory(root, {**_package(root, "demilune"), **packages}),
        "runtime/wasm.bin": packed_wasm(root),
        **_rules_pages(root, catalogues, address),
        **_winnable(root),
    }
    templates = _templates(root)
    # Pages that embed the game name this one: its address stays.
    if files.pop("js/embed.js", None):
        files["embed.js"] = _render(templates, "py/web/embed.js")
    files["index.html"] = _page(root, templates, files)
    # Many hosts answer 404 for that page itself, and then nothing would be kept.
    kept = {name: content for name, content in files.items() if name != MISSING}
    return {**files, "sw.js": service_worker(root, kept)}


def write(files: Files, folder: Path) -> None:
    """Make `folder` hold exactly these files, touching only what differs.

    Raises:
        BuildError: the folder holds files that no earlier build wrote.
    """
    manifest = folder / MANIFEST
    before = manifest.read_text(encoding="utf-8").splitlines() if manifest.is_file() else None
    if before is None and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BuildError(f"{folder} is not empty and not a built site: choose another folder")
    for name, content in files.items():
        _write_if_changed(folder / name, content)
    for line in before or []:
        name = line.partition("  ")[2]
        if name not in files:
            (folder / name).unlink(missing_ok=True)
    listing = [f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)]
    _write_if_changed(manifest, "".join(listing).encode())


def _write_if_changed(path: Path, content: bytes) -> None:
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    # Whoever is being served meanwhile gets the old file or the new one, never a half.
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


def _copied(source: Path, target: str) -> Files:
    return {
        f"{target}/{path.relative_to(source).as_posix()}": path.read_bytes()
        for path in sources(source)
    }


def _joined(files: Files) -> Files:
    """Return these files, those that belong together in one."""
    wholes = {
        whole: b"\n".join(files[part] for part in parts if part in files)
        for whole, parts in JOINED.items()
    }
    parts = {part for parts in JOINED.values() for part in parts}
    others = {name: content for name, content in files.items() if name not in parts}
    return others | {whole: content for whole, content in wholes.items() if content}


def _package(root: Path, name: str) -> Files:
    """Return the sources of a package and its data, by their paths from where it is imported."""
    folder = root / "py" / name
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sources(folder)
        if path.suffix in (".py", ".txt")
    }


def _templates(root: Path) -> jinja2.Environment:
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(root),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        keep_trailing_newline=True,
    )
    # The page holds its texts in English and sets the player's language itself.
    templates.globals["_"] = str
    templates.globals["translations"] = partial(translations, root)
    return templates


def _page(root: Path, templates: jinja2.Environment, files: Files) -> bytes:
    (wheel,) = (name for name in files if name.startswith("py/") and name.endswith(".whl"))
    # For `fetches.js`, `begin.js` and `boot.js`: which image fits, how much there is to fetch,
    # where the service worker keeps it, which modules come, and PyScript's configuration.
    packed = {name: files[f"runtime/{name}.bin"] for name in ("memory", "wasm")}
    start = {
        "runtime": runtime(root),
        "bytes": {name: len(content) for name, content in packed.items()},
        "kept": {
            name: kept_address(f"runtime/{name}.bin", content) for name, content in packed.items()
        },
        "modules": [name for name in files if name.startswith(MODULES) and name.endswith("js")],
        "pyscript": {
            "always": {
                "interpreter": "./js/interpreter.mjs",
                "plugins": [f"!{name}" for name in LEFT_OUT],
            },
            "plain": {"packages": [f"./{wheel}"], "files": {"./py/web.zip": "./*"}},
        },
    }
    return _render(
        templates,
        "index.html",
        version=version(root),
        languages=languages(root),
        start=start,
        tables=_tables,
        listed=" ".join(rules for rules, _numbers in _lists(root)),
    )


def _render(templates: jinja2.Environment, name: str, **values: object) -> bytes:
    try:
        return templates.get_template(name).render(values).encode()
    except jinja2.TemplateSyntaxError as error:
        raise BuildError(f"{error.name}:{error.lineno}: {error.message}") from error
    except jinja2.TemplateNotFound as error:
        raise BuildError(f"{name} includes {error.name}, which is missing") from error
    except jinja2.TemplateError as error:
        raise BuildError(f"{name}: {error}") from error


def _tables() -> dict[str, str]:
    # Imported when a page asks for it: it is drawn by the game itself.
    from sitebuild.tables import empty_tables

    return empty_tables()


def _lists(root: Path) -> list[tuple[str, str]]:
    """Return each list of deals that can be won: the rules that it is for, and the numbers."""
    found = []
    for path in sorted((root / "py" / "demilune" / "solver" / "deals").glob("*.txt")):
        head, *lines = path.read_text(encoding="ascii").splitlines()
        numbers = (line.split()[0] for line in lines if not line.startswith("#"))
        found.append((head.partition(":")[2].strip(), " ".join(numbers)))
    return found


def _winnable(root: Path) -> Files:
    """Return the lists for the page, which looks a deal up without the solver."""
    text = "".join(f"{rules}: {numbers}\n" for rules, numbers in _lists(root))
    return {"winnable.txt": text.encode()} if text else {}


def _rules_pages(root: Path, catalogues: Files, address: str) -> Files:
    if not any((root / "locales").glob("*/pages")):
        return {}
    # Imported where there are pages: the game itself draws them.
    from sitebuild.pages.build import build_pages

    return build_pages(root, catalogues, address)


def _zip(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            # A fixed time, so that the same sources make the same bytes.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return out.getvalue()
