"""Draws the site's PNG icons from cards/icon.svg, with Chromium: `.venv/bin/python tests/icons.py`.

To be run by hand when the drawing changes; the icons are kept in the repository. Those of phones
have square corners, which the phone cuts to its own shape.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

import chromium

CARDS = Path(__file__).resolve().parents[1] / "cards"
ROUND = {"icon-192.png": 192, "icon-512.png": 512}
SQUARE = {"icon-180.png": 180, "icon-maskable-512.png": 512}


def main() -> None:
    """Draw them all."""
    drawing = (CARDS / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.ARGUMENTS
        )
        for icons, svg in ((ROUND, drawing), (SQUARE, drawing.replace(' rx="14"', ""))):
            for name, size in icons.items():
                page = browser.new_page(viewport={"width": size, "height": size})
                page.set_content(
                    f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}"
                )
                page.screenshot(path=CARDS / name, omit_background=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
