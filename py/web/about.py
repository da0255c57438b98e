"""The panel about the program: version, licence, credits, storage used."""

from __future__ import annotations

import js

from web import local
from web.dom import Element, find
from web.panels import open_dialog
from web.storage import Storage


class AboutPanel:
    """Tells what the program is, and how much room it takes."""

    def __init__(self, storage: Storage) -> None:
        """Keep the storage."""
        self._storage = storage

    def open(self) -> None:
        """Open, and ask the browser how much is stored."""
        own = sum(len(name) + len(text) for name, text in self._storage.read_all("").items())
        find("#about-own").textContent = local.size(own)
        find("#about-storage").textContent = "–"
        if hasattr(js.navigator, "storage") and hasattr(js.navigator.storage, "estimate"):
            js.navigator.storage.estimate().then(self._estimated, lambda _error: None)
        open_dialog(find("#about"))

    @staticmethod
    def _estimated(estimate: Element) -> None:
        find("#about-storage").textContent = local.size(estimate.usage)
