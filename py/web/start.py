"""Starts the page: the game, or what an embedding page asks for in the address."""

from __future__ import annotations

import js

from web.address import parameters
from web.app import App
from web.embed import read_wish
from web.frame import FramedGame
from web.host import Host
from web.replay import Replay


def start() -> object:
    """Start the page."""
    address = parameters(js.location.search)
    embedded = address.get("embed") == "1"
    if not embedded and address.get("view") != "replay":
        return App()
    wish = read_wish(address)
    root = js.document.documentElement.dataset
    root.embed = wish.view
    root.bar = "1" if wish.bar or not embedded else "0"
    if wish.theme:
        root.theme = wish.theme
    host = Host(wish.view)
    return FramedGame(wish, host) if wish.view == "play" else Replay(wish, host)
