"""The built pages: links, languages, what search engines read, and the rules of HTML."""

import json
import re
import subprocess
from pathlib import Path, PurePosixPath
from urllib.parse import parse_qs, urlsplit

import pytest

from demilune.deals import read_code
from demilune.games import GAMES
from demilune.record import read_moves, read_record, replay
from pages.reading import Page
from sitebuild import ROOT
from sitebuild.catalogues import compiled
from sitebuild.pages import MISSING, NAMES
from sitebuild.pages.build import build_pages
from sitebuild.prepare import node
from sitebuild.site import Files
from web.catalogue import LANGUAGES

PATHS = [f"pages/{language}/{name}.html" for language in LANGUAGES for name in NAMES]


def resolved(path: str, address: str) -> tuple[str, str, str]:
    """The file of the site that an address on a page leads to, its query and its anchor."""
    parts = urlsplit(address)
    assert not parts.scheme and not parts.netloc, address
    file = PurePosixPath(path)
    if parts.path:
        file = file.parent
        for step in parts.path.split("/"):
            file = file.parent if step == ".." else file / step
    return str(file), parts.query, parts.fragment


def test_there_is_every_page_in_every_language(pages: dict[str, Page]) -> None:
    """The site has these pages and no others."""
    assert sorted(pages) == sorted(PATHS)


@pytest.mark.parametrize("path", PATHS)
def test_every_address_leads_somewhere(site: Files, pages: dict[str, Page], path: str) -> None:
    """Files are there, relative, and so are the anchors in them."""
    for address in pages[path].addresses:
        file, _, anchor = resolved(path, address)
        assert file in site, address
        if anchor:
            assert anchor in pages[file].ids, address


@pytest.mark.parametrize("path", PATHS)
def test_every_link_into_the_game_can_be_played(pages: dict[str, Page], path: str) -> None:
    """The codes are codes, the moves legal, and the game speaks the language of the page."""
    language = path.split("/")[1]
    seen = 0
    for address in pages[path].addresses:
        file, query, _ = resolved(path, address)
        if file != "index.html":
            continue
        wish = {name: texts[0] for name, texts in parse_qs(query).items()}
        assert wish.pop("lang") == language
        if "game" in wish:
            assert wish.pop("game") in GAMES
        elif "code" in wish:
            code = read_code(wish.pop("code"))
            replay(read_record(f"{code}: {wish.pop('moves', '')}"))
        assert not wish
        seen += 1
    assert seen >= 2


@pytest.mark.parametrize("path", PATHS)
def test_every_replay_shows_a_won_game(pages: dict[str, Page], path: str) -> None:
    """What `embed.js` is told is a record to the end; an examples page has one."""
    frames = [element for element in pages[path].all("div") if element.get("data-demilune")]
    assert len(frames) == (1 if "-examples" in path or "halvmanen" in path else 0)
    for frame in frames:
        code = read_code(frame.get("data-demilune"))
        record = read_record(str(code))._replace(moves=read_moves(frame.get("data-moves")))
        assert code.game.won(replay(record)[-1])
        assert frame.get("data-lang") == path.split("/")[1]
        assert frame.get("data-title")


def test_the_languages_of_a_page_name_each_other(pages: dict[str, Page]) -> None:
    """`hreflang` is complete and reciprocal."""
    for path, page in pages.items():
        name = PurePosixPath(path).name
        links = {
            link.get("hreflang"): resolved(path, link.get("href"))[0]
            for link in page.all("a")
            if link.get("hreflang")
        }
        assert list(links) == sorted(LANGUAGES)
        assert links == {code: f"pages/{code}/{name}" for code in LANGUAGES}
        (html,) = page.all("html")
        assert links[html.get("lang")] == path


def test_search_engines_get_whole_addresses_where_the_site_knows_its_own() -> None:
    site = "https://host.example/games/demilune/"
    files = build_pages(ROOT, compiled(ROOT), site)
    assert sorted(files) == sorted([*PATHS, MISSING])
    for path in PATHS:
        page, name = Page(files[path]), PurePosixPath(path).name
        heads = {
            link.get("hreflang"): link.get("href")
            for link in page.all("link")
            if link.get("rel") in ("alternate", "canonical")
        }
        assert heads.pop("") == site + path
        assert heads.pop("x-default") == f"{site}pages/en/{name}"
        assert heads == {code: f"{site}pages/{code}/{name}" for code in LANGUAGES}


@pytest.mark.parametrize(
    ("address", "home"),
    [("", "/"), ("https://host.example/", "/"), ("https://host.example/games/d/", "/games/d/")],
)
def test_the_page_for_wrong_addresses_leads_home_from_any_depth(
    site: Files, address: str, home: str
) -> None:
    """In every language, to the game and to the rules, by paths that begin at the host's root."""
    page = Page(build_pages(ROOT, compiled(ROOT), address)[MISSING])
    assert all(each.startswith(home) for each in page.addresses)
    assert {urlsplit(each.removeprefix(home)).path for each in page.addresses} <= site.keys()
    for language in LANGUAGES:
        assert f"{home}index.html?lang={language}" in page.addresses
        assert f"{home}pages/{language}/crescent.html" in page.addresses
    assert {section.get("lang") for section in page.all("section")} == set(LANGUAGES)
    assert len(set(page.texts["h2"])) == len(LANGUAGES)
    assert not page.all("script")
    assert not page.all("style")
    assert not any(element.get("style") for element in page.elements)


def test_the_service_worker_does_not_ask_for_the_page_for_wrong_addresses(site: Files) -> None:
    """Hosts that answer 404 for it would keep the whole site from being kept."""
    assert MISSING in site
    assert b'"index.html"' in site["sw.js"].replace(b"'", b'"')
    assert MISSING.encode() not in site["sw.js"]


def test_titles_and_descriptions_tell_the_pages_apart(pages: dict[str, Page]) -> None:
    """Each has its own, of a length that search engines show."""
    titles = [page.texts["title"][0] for page in pages.values()]
    descriptions = [
        next(meta.get("content") for meta in page.all("meta") if meta.get("name") == "description")
        for page in pages.values()
    ]
    assert len(set(titles)) == len(set(descriptions)) == len(pages)
    assert all(len(title) <= 70 for title in titles), [each for each in titles if len(each) > 70]
    assert all(50 <= len(each) <= 200 for each in descriptions)


def test_structured_data_says_what_the_pages_say(pages: dict[str, Page]) -> None:
    """Every question of the page of questions is there with its answer, every page by its name."""
    for path, page in pages.items():
        data = json.loads(page.texts["script"][0])
        assert data["@context"] == "https://schema.org"
        assert data["inLanguage"] == path.split("/")[1]
        assert page.texts["title"][0].startswith(data["name"])
        if path.endswith("faq.html"):
            assert [each["name"] for each in data["mainEntity"]] == page.texts["h2"]
            answers = [each["acceptedAnswer"]["text"] for each in data["mainEntity"]]
            assert all(len(answer) > 40 and "{" not in answer for answer in answers)


def test_nothing_is_left_unfilled(site: Files, pages: dict[str, Page]) -> None:
    """No brace of a template or of a card that could not be read is seen by a reader."""
    for path in pages:
        text = re.sub(r"<script.*?</script>", "", site[path].decode(), flags=re.DOTALL)
        assert "{" not in text, path


def test_the_policy_of_the_site_allows_the_pages(pages: dict[str, Page]) -> None:
    """No style or script stands in a page, but for data; see `sitebuild.server`."""
    for page in pages.values():
        assert not any(element.get("style") for element in page.elements)
        assert not page.all("style")
        for script in page.all("script"):
            assert script.get("src") or script.get("type") == "application/ld+json"
        assert not [
            name for element in page.elements for name in element.attributes if name[:2] == "on"
        ]


def test_the_pages_are_valid_html(site: Files, pages: dict[str, Page], tmp_path: Path) -> None:
    """As html-validate judges them, with its recommended rules."""
    for path in (*pages, MISSING):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(site[path])
    done = subprocess.run(
        [
            node()[0],
            ROOT / "node_modules/html-validate/bin/html-validate.mjs",
            "--config",
            Path(__file__).with_name("htmlvalidate.json"),
            "--formatter",
            "text",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[:3000]
