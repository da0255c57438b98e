"""What stands in a page as a fenced block: boards, piles, replays, surveys, cards.

A block begins with lines `name: value`; what follows is its caption, in Markdown. In a caption
`{move}` is the move that is shown, in words, and `{reason}` why it is refused.
"""

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from babel.numbers import format_decimal, format_percent

from demilune.games import GAMES, Move, NotationError, Position
from demilune.record import Record, replay, write_moves
from sitebuild import BuildError
from sitebuild.pages.contact import contact
from sitebuild.pages.diagrams import Arrow, board, piles
from sitebuild.pages.source import Source, checked
from sitebuild.pages.surveys import Survey, read_surveys
from sitebuild.pages.words import described, moment
from web.catalogue import _, ngettext, pgettext
from web.wording import wording_of
from web.wording.cards import card_name

SITE = "../../"
"""The way from a page to the root of the site."""

_LINE = re.compile(r"(at|show|refuse|piles|record|title|faces|backs|variant|widths): *(.*)")


class Context(NamedTuple):
    """The page that a block stands in."""

    root: Path
    source: Source
    language: str
    inline: Callable[[str], str]
    """Turns a line of Markdown into HTML."""


def block(context: Context, kind: str, text: str) -> str:
    """Return a block as HTML.

    Raises:
        BuildError: there is no such kind, or it asks for what the rules do not allow.
    """
    where = context.source.where
    draw = _KINDS.get(kind)
    if not draw:
        raise BuildError(f"{where}: there is no block “{kind}”")
    fields: dict[str, str] = {}
    lines = text.strip().splitlines()
    while lines and (found := _LINE.fullmatch(lines[0])):
        fields[found[1]] = found[2]
        del lines[0]
    try:
        return draw(context, fields, " ".join(lines))
    except (NotationError, ValueError, IndexError, KeyError) as error:
        raise BuildError(f"{where}: a block “{kind}” asks for {fields}: {error!r}") from error


def play_address(language: str, code: str = "", moves: str = "") -> str:
    """Return the address of the game: as it is, with any deal of a rule, or a deal after moves.

    >>> play_address("nl")
    '../../index.html?lang=nl'
    >>> play_address("nl", "RU1-C")
    '../../index.html?game=RU1-C&lang=nl'
    >>> play_address("nl", "CR1-N-AAAAAAB", "3-DK 5-HA")
    '../../index.html?code=CR1-N-AAAAAAB&moves=3-DK+5-HA&lang=nl'
    """
    wish = f"{'game' if code in GAMES else 'code'}={code}&" if code else ""
    line = f"moves={quote(moves).replace('%20', '+')}&" if moves else ""
    return f"{SITE}index.html?{wish}{line}lang={language}"


def _record(context: Context, fields: dict[str, str]) -> Record:
    record = checked(fields.get("record", ""), context.source.where) or context.source.record
    if not record:
        raise BuildError(f"{context.source.where}: a block needs a record")
    return record


def _board(context: Context, fields: dict[str, str], caption: str) -> str:
    record = _record(context, fields)
    positions = replay(record)
    at = int(fields.get("at", len(record.moves)))
    game, position = record.code.game, positions[at]
    label = f"{moment(at)}. {described(game, position)}."
    arrow = None
    if "show" in fields or "refuse" in fields:
        move = Move.read(fields.get("show") or fields["refuse"])
        refusal = game.judge(position, move)
        if (refusal is None) == ("refuse" in fields):
            verdict = refusal.value if refusal else "it is legal"
            raise BuildError(f"{context.source.where}: {move} after {at} moves: {verdict}")
        words = wording_of(game)
        said = words.move(move, game.cards(position, move.source)[-move.size :], None)
        reason = words.refusal(refusal) if refusal else ""
        caption = caption.replace("{move}", said).replace("{reason}", reason)
        label += f" {said}{': ' + reason if reason else ''}."
        caption = caption[:1].upper() + caption[1:]
        arrow = Arrow(move, refusal is not None)
    drawing = board(game, position, label, arrow)
    return _figure(context, drawing, caption, record._replace(moves=record.moves[:at]))


def _piles(context: Context, fields: dict[str, str], caption: str) -> str:
    record = _record(context, fields)
    game = record.code.game
    positions = replay(record)
    moments = [int(at) for at in fields["at"].split()]
    name = fields["piles"]
    rows = [game.cards(positions[at], name) for at in moments]
    label = ". ".join(
        f"{moment(at)}: {wording_of(game).place(name)}, {', '.join(map(card_name, cards))}"
        for at, cards in zip(moments, rows, strict=True)
    )
    start = record._replace(moves=record.moves[: moments[0]])
    return _figure(context, piles(rows, f"{label}."), caption, start)


def _figure(context: Context, drawing: str, caption: str, start: Record) -> str:
    address = play_address(context.language, str(start.code), write_moves(start.moves))
    words, when = escape(_("Play on from here")), escape(moment(len(start.moves)))
    return (
        f'<figure class="cloth">{drawing}<figcaption><p>{context.inline(caption)}</p>'
        f'<p class="go"><a href="{escape(address)}">{words}'
        f'<span class="unseen">: {when}</span></a></p></figcaption></figure>\n'
    )


def _replay(context: Context, fields: dict[str, str], caption: str) -> str:
    """A frame that `embed.js` opens; without scripts it stays the picture of the deal."""
    record = _record(context, fields)
    game = record.code.game
    position: Position = replay(record)[0]
    drawing = board(game, position, f"{moment(0)}. {described(game, position)}.", None)
    moves = write_moves(record.moves)
    summary = escape(_("The record of this game"))
    return (
        f'<figure class="cloth replay"><div data-demilune="{record.code}" data-view="replay" '
        f'data-lang="{context.language}" data-title="{escape(fields["title"])}" '
        f'data-moves="{moves}">{drawing}</div>'
        f"<figcaption><p>{context.inline(caption)}</p></figcaption></figure>\n"
        f'<details class="record"><summary>{summary}</summary>'
        f"<p><code>{record.code}: {moves}</code></p></details>\n"
    )


def _surveys(context: Context, fields: dict[str, str], caption: str) -> str:
    """The table of the surveys, or the caption where there are none."""
    surveys = read_surveys(context.root)
    if not surveys:
        return f"<p>{context.inline(caption)}</p>\n"
    heads = [
        _("Rule"),
        _("Deals"),
        pgettext("of deals", "Won"),
        pgettext("of deals", "Lost"),
        _("Not decided"),
        _("Can be won"),
    ]
    row = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(_survey_row(context.language, survey, heads[1:]) for survey in surveys)
    commands = "".join(f"<li><code>{escape(survey.command)}</code></li>" for survey in surveys)
    note = _("“Can be won” is a confidence interval. These commands repeat the surveys:")
    return (
        f'<table class="figures"><thead><tr>{row}</tr></thead><tbody>{body}</tbody></table>\n'
        f"<p>{escape(note)}</p>\n<ul>{commands}</ul>\n"
    )


def _survey_row(language: str, survey: Survey, heads: list[str]) -> str:
    """A row; its cells know their heads, for windows too narrow for a table."""
    game = GAMES[survey.rule]
    name = wording_of(game).rule(game.letter)[0]
    if game.redeals:
        name = ngettext(
            "{rule}, {number} redeal", "{rule}, {number} redeals", survey.redeals
        ).format(rule=name, number=survey.redeals)
    counts = (survey.deals, survey.won, survey.lost, survey.unknown)
    # No line ends between a number and its sign.
    percent = "0.0\u00a0%"
    low, high = (format_percent(share, percent, locale=language) for share in survey.interval)
    figures = [*(format_decimal(count, locale=language) for count in counts), f"{low} – {high}"]
    cells = "".join(
        f'<td data-head="{escape(head)}">{escape(figure)}</td>'
        for head, figure in zip(heads, figures, strict=True)
    )
    return f'<tr><th scope="row">{escape(name)} <code>{survey.rule}</code></th>{cells}</tr>'


def _cards(context: Context, fields: dict[str, str], caption: str) -> str:
    """Cards of the deck, whole: a part of the contact sheet."""
    return (
        f'<figure class="cloth">{contact(fields)}'
        f"<figcaption><p>{context.inline(caption)}</p></figcaption></figure>\n"
    )


_KINDS: dict[str, Callable[[Context, dict[str, str], str], str]] = {
    "board": _board,
    "cards": _cards,
    "piles": _piles,
    "replay": _replay,
    "surveys": _surveys,
}
