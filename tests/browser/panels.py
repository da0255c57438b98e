"""The dialogs of the page, each opened as a player opens it where there is a button for it."""

from playwright.sync_api import Page

PANELS = (
    "new-game",
    "won",
    "stuck",
    "ask-redeal",
    "settings",
    "help",
    "menu",
    "daily",
    "statistics",
    "share",
    "data",
    "about",
)

_OPEN = """id => {
  document.querySelector("dialog[open]")?.close();
  const button = document.querySelector(`[data-command="${id === "new-game" ? "new" : id}"]`);
  if (button) button.click();
  else document.getElementById(id).showModal();
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
}"""


def open_panel(page: Page, panel: str) -> None:
    """Open a dialog with all that it can unfold."""
    page.evaluate(_OPEN, panel)


def every_dialog(page: Page) -> list[str]:
    """Return the dialogs that the page has."""
    return page.evaluate("[...document.querySelectorAll('dialog')].map(each => each.id)")
