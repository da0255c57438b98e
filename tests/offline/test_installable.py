"""What a phone or a desktop needs to install the game."""

import json
import re
import struct
from datetime import date
from urllib.parse import urlsplit

import pytest

from demilune.daily import daily
from offline.hosting import Host
from offline.visiting import kept
from sitebuild import ROOT
from web.address import parameters, read_game

MANIFEST = json.loads((ROOT / "manifest.webmanifest").read_text(encoding="utf-8"))


def test_icons_have_the_sizes_that_the_manifest_tells():
    sizes = {}
    for icon in MANIFEST["icons"]:
        content = (ROOT / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        sizes.setdefault(icon.get("purpose", "any"), set()).add(icon["sizes"])
    assert sizes == {"any": {"any", "192x192", "512x512"}, "maskable": {"512x512"}}


def test_colours_are_those_of_the_table():
    css = (ROOT / "css/themes.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"--([\w-]+): (#\w+);", css[: css.index("}")]))
    assert MANIFEST["theme_color"] == colours["bar"]
    assert MANIFEST["background_color"] == colours["cloth"]
    assert f'name="theme-color" content="{colours["bar"]}"' in (ROOT / "index.html").read_text()


def test_shortcuts_lead_to_both_games_and_the_daily_deal():
    queries = [parameters(urlsplit(each["url"]).query) for each in MANIFEST["shortcuts"]]
    wishes = [read_game(query, date(2026, 11, 29)) for query in queries]
    assert [wish.rule for wish in wishes] == ["CR1-N", "RU1-C", ""]
    assert wishes[2].code == daily("CR", date(2026, 11, 29))


@pytest.mark.browser
def test_chromium_would_install_it(host: Host, visitor):
    page = visitor().visit()
    kept(page)
    cdp = page.context.new_cdp_session(page)
    found = cdp.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{host.url}manifest.webmanifest"
    # A private window, which this is, installs nothing.
    faults = [
        each["errorId"] for each in cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]
    ]
    assert set(faults) <= {"in-incognito"}
