"""The rules pages: Markdown under `locales/<language>/pages/` becomes static pages that play.

`source.py` reads a file, `writer.py` turns its Markdown into HTML, `blocks.py` draws what stands in
it as a fenced block (boards, piles, replays, surveys, cards), `diagrams.py` and `contact.py` draw
with the deck, and `build.py` puts the pages together with the template `page.html`; with
`404.html` it makes the page for addresses where nothing is.
"""

NAMES = (
    "crescent",
    "halvmanen",
    "russian",
    "crescent-examples",
    "russian-examples",
    "strategy",
    "difficulty",
    "faq",
    "deck",
)
"""The pages of every language, in the order in which they are listed."""

FOLDER = "pages"
"""Where they lie: in the folder of a language among the sources, and in the site."""

MISSING = "404.html"
"""The page for addresses where nothing is, under the name that static hosts know it by."""
