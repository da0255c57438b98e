"""The faces and backs of the cards as SVG text.

Pure Python: the page calls it in Pyodide, the build calls it for diagrams. The drawings themselves
are the symbols of ``cards/suits.svg``, ``cards/courts.svg`` and ``cards/backs.svg``, which the
build puts into the page once; a face places them by rule. Colours are custom properties of
``css/cards.css``.

A face is ``full``, or ``compact`` for narrow cards: letter and sign only. Measures are in units of
the card, which is 250 wide and 350 high.
"""

from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 250, 350
TURN = f"rotate(180 {WIDTH // 2} {HEIGHT // 2})"
SUITS = "SHDC"
LARGE_INDEX, LARGE_COMPACT_INDEX = 1.45, 1.22
"""How much larger the index is in large print, as in the style sheet."""
BACKS = ("moon", "lattice", "waves", "stars")


class Glyph(NamedTuple):
    """A character of the index: strokes in a box `width` wide and 100 high, baseline at 100."""

    width: float
    stems: str
    """The strong strokes."""
    slabs: str = ""
    """The serifs and crossbars, less strong."""


# The deck has its own alphabet, so that an index looks the same on every machine. It holds what the
# index letters of the shipped languages need; any other letter is set as text.
GLYPHS = {
    "0": Glyph(62, "M31 8A23 42 0 1 1 31 92A23 42 0 1 1 31 8Z"),
    "1": Glyph(46, "M26 1V99", "M25 4C22 13 15 19 5 21M5 94.5H47"),
    "2": Glyph(
        60, "M8 33C8 17 17 8 30 8C43 8 52 17 52 30C52 41 46 49 37 59L13 87M5 92H56", "M56 99V76"
    ),
    "3": Glyph(60, "M6 8H50L26 41C43 39 52 51 52 66C52 82 42 92 28 92C16 92 9 86 6 76"),
    "4": Glyph(68, "M48 1V99M47 5L10 68H66", "M34 94.5H63"),
    "5": Glyph(
        60, "M51 8H15L12 47C17 41 23 39 29 39C44 39 52 50 52 65C52 82 42 92 28 92C16 92 9 86 6 77"
    ),
    "6": Glyph(62, "M47 7C23 18 8 38 8 65A23 27 0 1 0 54 65A23 27 0 0 0 9 58"),
    "7": Glyph(58, "M5 8H50C36 34 25 62 23 99", "M6.5 8V27"),
    "8": Glyph(
        62, "M31 8A19 20 0 1 1 31 48A19 20 0 1 1 31 8ZM31 48A23 22 0 1 1 31 92A23 22 0 1 1 31 48Z"
    ),
    "9": Glyph(62, "M15 93C39 82 54 62 54 35A23 27 0 1 0 8 35A23 27 0 0 0 53 42"),
    "A": Glyph(80, "M12 95L40 3L68 95", "M21 68H59M1 94.5H25M55 94.5H79"),
    "B": Glyph(
        70,
        "M17 1V99M10 8H38A20 20 0 0 1 38 48H17M38 48H40A22 22 0 0 1 40 92H10",
        "M2 5.5H20M2 94.5H20",
    ),
    "D": Glyph(76, "M17 1V99M10 8H32C55 8 67 24 67 50C67 76 55 92 32 92H10", "M2 5.5H20M2 94.5H20"),
    "E": Glyph(66, "M17 1V99", "M2 5.5H58V27M17 49H44M44 37V61M2 94.5H60V72"),
    "H": Glyph(84, "M18 1V99M66 1V99", "M18 50H66M2 5.5H34M50 5.5H82M2 94.5H34M50 94.5H82"),
    "J": Glyph(56, "M38 4V70C38 86 31 92 22 92C12 92 8 86 8 74", "M20 5.5H54"),
    "K": Glyph(84, "M18 1V99M67 6L22 61M36 44L68 94", "M2 5.5H34M2 94.5H34M52 5.5H82M53 94.5H84"),
    "Q": Glyph(76, "M37 8A29 42 0 1 1 37 92A29 42 0 1 1 37 8Z", "M36 66C54 68 54 96 75 93"),
    "R": Glyph(
        80, "M17 1V99M10 8H38A21 21 0 0 1 38 50H17M40 50L62 94", "M2 5.5H20M2 94.5H33M47 94.5H79"
    ),
    "V": Glyph(80, "M12 5L40 97L68 5", "M1 5.5H25M55 5.5H79"),
    "n": Glyph(
        66,
        "M16 37V99M16 64C18 51 25 44 34 44C46 44 50 52 50 62V99",
        "M3 42H18M3 94.5H28M38 94.5H64",
    ),
}
TRACKING = 10
WIDEST = 114
"""Wider letters than this, such as Danish *Kn*, are set narrower."""


def lettering(letter: str, x: float, y: float, height: float) -> tuple[str, float]:
    """Set the text of an index, its top left corner at (`x`, `y`); return markup and width.

    >>> markup, width = lettering("10", 0, 0, 50)
    >>> markup.count("<path"), width
    (3, 57.0)
    >>> lettering("<", 0, 0, 50)[0][-11:]
    '&lt;</text>'
    """
    if not letter or any(character not in GLYPHS for character in letter):
        width = height * 0.72 * max(1, min(2, len(letter)))
        markup = (
            f'<text class="letters" x="{x:g}" y="{y + height:g}" font-size="{height * 1.38:.3g}" '
            f'textLength="{width:g}" lengthAdjust="spacingAndGlyphs">{escape(letter)}</text>'
        )
        return markup, width
    strokes, offset = [], 0.0
    for character in letter:
        glyph = GLYPHS[character]
        place = f' transform="translate({offset:g})"' if offset else ""
        strokes.append(f'<path{place} d="{glyph.stems}"/>')
        if glyph.slabs:
            strokes.append(f'<path class="slab"{place} d="{glyph.slabs}"/>')
        offset += glyph.width + TRACKING
    width = offset - TRACKING
    scale = height / 100
    across = scale * min(1, WIDEST / width)
    place = f"translate({x:g} {y:g}) scale({across:.4g} {scale:g})"
    return f'<g class="letters" transform="{place}">{"".join(strokes)}</g>', width * across


def sign(suit: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """A suit sign of `size`, its centre at (`x`, `y`), upside down if `turned`.

    >>> sign("H", 125, 175, 50)
    '<use href="#suit-H" x="100" y="150" width="50" height="50"/>'
    """
    corner = f'x="{x - size / 2:g}" y="{y - size / 2:g}"'
    turn = f' transform="rotate(180 {x:g} {y:g})"' if turned else ""
    return f'<use href="#suit-{suit}" {corner} width="{size:g}" height="{size:g}"{turn}/>'


def pips(rank: int) -> list[tuple[float, float]]:
    """Where the pips of a number card stand: across from -1 to 1, down from 0 to 1.

    >>> pips(5)
    [(-1, 0.0), (-1, 1.0), (1, 0.0), (1, 1.0), (0, 0.5)]
    >>> [len(pips(rank)) for rank in range(2, 11)]
    [2, 3, 4, 5, 6, 7, 8, 9, 10]
    """
    rows = 0 if rank < 4 else 2 if rank < 6 else 3 if rank < 9 else 4
    sides = [(side, row / (rows - 1)) for side in (-1, 1) for row in range(rows)]
    if rank in (2, 3):
        return [(0, step / (rank - 1)) for step in range(rank)]
    gap = 0.5 / (rows - 1)  # from a row halfway to the next
    middle = {4: [], 5: [0.5], 6: [], 7: [gap], 8: [gap, 1 - gap], 9: [0.5], 10: [gap, 1 - gap]}
    return [*sides, *((0, y) for y in middle[rank])]


def index(suit: str, letter: str, x: float, y: float, height: float, gap: float) -> str:
    """Rank and suit on one line, from (`x`, `y`), with figures `height` high.

    >>> index("S", "A", 0, 0, 50, 5)[-61:]
    '<use href="#suit-S" x="45" y="0" width="50" height="50"/></g>'
    """
    letters, width = lettering(letter, x, y, height)
    suit_sign = sign(suit, x + width + gap + height / 2, y + height / 2, height)
    return f'<g class="index">{letters}{suit_sign}</g>'


def _picture(suit: str, rank: int) -> str:
    """What stands between the indices: the ace's large sign, the pips or the court figure."""
    if rank > 10:
        half = f'<use href="#court-{suit}{rank}" width="{WIDTH}" height="{HEIGHT}"/>'
        return f'{half}<g transform="{TURN}">{half}</g><use href="#court-frame"/>'
    if rank == 1:
        return f'<use href="#ace-{suit}" x="17" y="67" width="216" height="216"/>'
    # Their upper edge is where a covered card ends: its strip shows the index, and no tips of pips.
    size = 60 if rank < 3 else 52 if rank < 9 else 42
    top, across = 82 + size / 2, 62
    down = HEIGHT - 2 * top
    return "".join(
        sign(suit, WIDTH / 2 + across * x, round(top + down * y, 2), size, turned=y > 0.5)
        for x, y in pips(rank)
    )


def _card(classes: str, content: str) -> str:
    return (
        f'<svg class="{classes}" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" '
        f'focusable="false"><rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>{content}</svg>'
    )


def is_compact(width: float) -> bool:
    """Tell whether a card so many CSS pixels wide has a compact face.

    >>> is_compact(63.9), is_compact(64)
    (True, False)
    """
    return width < 64


def face(suit: str, rank: int, letter: str, compact: bool = False) -> str:
    """The face of a card as a complete ``<svg>``.

    `suit` is one of S, H, D, C and `rank` 1 to 13; `letter` is what the index shows, in the
    language of the page.

    >>> face("H", 12, "V")[:64]
    '<svg class="face full suit-H rank-12 court" viewBox="0 0 250 350'
    >>> face("H", 14, "X")
    Traceback (most recent call last):
    ValueError: no such card: 'H' 14
    """
    if len(suit) != 1 or suit not in SUITS or not 1 <= rank <= 13:
        raise ValueError(f"no such card: {suit!r} {rank!r}")
    kind = f"suit-{suit} rank-{rank}{' court' if rank > 10 else ''}"
    if compact:
        content = index(suit, letter, 14, 10, 76, 14) + sign(suit, 125, 231, 176)
        return _card(f"face compact {kind}", content)
    corner = index(suit, letter, 14, 13, 44, 7)
    return _card(
        f"face full {kind}",
        f'<g class="picture">{_picture(suit, rank)}</g>{corner}<g transform="{TURN}">{corner}</g>',
    )


def largest_index(width: float, large_print: bool) -> float:
    """Return how large the index of a card is that lies free, by the card's width in CSS pixels.

    >>> largest_index(100, large_print=True), largest_index(42, large_print=True)
    (1.45, 1.22)
    """
    if not large_print:
        return 1.0
    return LARGE_COMPACT_INDEX if is_compact(width) else LARGE_INDEX


def fitting_index(
    strip: float, width: float, sideways: bool = False, largest: float = 1.0
) -> float:
    """Return how large an index may be, `largest` at most, to be seen in a strip of a covered card.

    `strip` is the height of what is seen, or its width when it is seen `sideways`, where the style
    sheet puts the sign under the letter; `width` is that of the card, all in CSS pixels.

    >>> fitting_index(30, 100), fitting_index(9, 50), fitting_index(14, 100, sideways=True)
    (1.0, 0.5, 0.5)
    """
    full, compact = (66, 104) if sideways else (57, 86)
    needed = compact if is_compact(width) else full
    return min(largest, (strip * WIDTH / width - 2) / needed)


def back(name: str = "moon") -> str:
    """The back of a card as a complete ``<svg>``; `name` is one of `BACKS`.

    >>> back()[:50]
    '<svg class="back back-moon" viewBox="0 0 250 350" '
    """
    if name not in BACKS:
        raise ValueError(f"no such back: {name!r}")
    return _card(
        f"back back-{name}", f'<use href="#back-{name}" width="{WIDTH}" height="{HEIGHT}"/>'
    )
