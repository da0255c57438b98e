"""The panel that shares a deal or a game, and the addresses that it makes."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import js
from pyodide.ffi import JsException

from demilune.session import Session
from web.catalogue import _
from web.dom import Element, find, listen, to_object
from web.panels import open_dialog


class SharePanel:
    """Offers a link to the deal, a link to the game as a replay, and the game as text.

    By the browser's own way to share where it has one, else by the clipboard; and where that is
    forbidden, as a text that can be selected and copied by hand.
    """

    def __init__(self) -> None:
        """Listen to the panel."""
        self._dialog = find("#share")
        self._text = find("#share-text")
        self._done = find("#share-done")
        self._link = ""
        listen(find("#share-what"), "change", lambda _event: self._choose())
        listen(find("#share-copy"), "click", lambda _event: self._copy())
        listen(find("#share-send"), "click", lambda _event: self._send())
        listen(self._text, "focus", lambda _event: self._text.select())

    def open(self, session: Session) -> None:
        """Open for the game that is played now."""
        self._texts = {
            "deal": deal_link(str(session.code)),
            "replay": replay_link(str(session.code), session.record),
            "record": session.record,
        }
        find("#share-what input[value=deal]").checked = True
        for name in ("replay", "record"):
            find(f"#share-what input[value={name}]").disabled = not session.moves
        find("#share-send").hidden = not hasattr(js.navigator, "share")
        self._choose()
        open_dialog(self._dialog)

    def _choose(self) -> None:
        self._tell("")
        self._text.value = self._texts[self._what]

    @property
    def _what(self) -> str:
        return str(find("#share-what input:checked").value)

    def _send(self) -> None:
        name = "text" if self._what == "record" else "url"
        shared = {"title": "Demilune", name: self._text.value}
        self._try(
            lambda: js.navigator.share(to_object(shared)),
            _("Shared"),
        )

    def _copy(self) -> None:
        self._try(lambda: js.navigator.clipboard.writeText(self._text.value), _("Copied"))

    def _try(self, way: Callable[[], Element], done: str) -> None:
        """Share in a way of the browser's; where it fails, leave the text to be copied by hand."""
        try:
            way().then(lambda _done: self._tell(done), self._failed)
        except (JsException, AttributeError):
            self._fall_back()

    def _failed(self, error: Element) -> None:
        # Who closes the browser's own panel has changed their mind.
        if getattr(error, "name", "") != "AbortError":
            self._fall_back()

    def _fall_back(self) -> None:
        self._text.focus()
        self._text.select()
        self._tell(_("This browser does not let the page copy. The text is selected: copy it."))

    def _tell(self, text: str) -> None:
        self._done.textContent = text


def deal_link(code: str) -> str:
    """Return the address of this page that deals a code."""
    return _here({"code": code})


def replay_link(code: str, record: str, **more: str) -> str:
    """Return the address of this page that shows a whole game, with `more` parameters."""
    moves = record.partition(":")[2].strip()
    return _here({"view": "replay", "code": code, "moves": moves, **more})


def _here(query: dict[str, str]) -> str:
    url = js.URL.new(js.location.href)
    url.hash = ""
    url.search = urlencode(query)
    return str(url.href)
