"""From the Markdown of a page to HTML: CommonMark with tables, and a little more.

- A heading ends with its anchor, `## The deal {#deal}`: the same in every language.
- `{KS}` is a card, printed with the language's letters and spoken by its name; `{2H 9C}` are two.
- `{ui:Undo}` is a text of the game in its language, `{ui:Russian Solitaire|Deal code}` one with
  a context.
- `play:RU1-C`, `play:CR1-N-AAAAAAB` or `play:` alone as the address of a link open the game.
- Fenced blocks are those of `blocks.py`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from sitebuild import BuildError
from sitebuild.pages.blocks import Context, block, play_address
from sitebuild.pages.source import Source
from sitebuild.pages.words import short
from web.catalogue import _, pgettext

_ANCHOR = re.compile(r" *\{#([a-z0-9-]+)\}$")
_CARDS = re.compile(r"\{((?:10|[2-9AJQK])[SHDC](?: (?:10|[2-9AJQK])[SHDC])*)\}")
_UI = re.compile(r"\{ui:(?:([^{}|]+)\|)?([^{}]+)\}")


@dataclass
class Written:
    """A page's body as HTML, and what of it stands elsewhere too.

    `lead` is what stands before the first section, `html` the rest. `contents` are the anchors and
    texts of its sections, `answers` the texts of the sections themselves, without markup.
    """

    lead: str
    html: str
    contents: list[tuple[str, str]] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)


def write_page(root: Path, source: Source, language: str) -> Written:
    """Turn a page into HTML, in the language that is spoken now.

    Raises:
        BuildError: a heading has no anchor, or a block cannot be drawn.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    context = Context(root, source, language, lambda line: str(markdown.renderInline(line)))

    def text(self: RendererHTML, tokens: Sequence[Token], i: int, *_more: Any) -> str:
        content = _UI.sub(lambda found: ui(found[2], found[1]), tokens[i].content)
        return _CARDS.sub(lambda found: _cards(found[1]), escape(content, quote=False))

    def fence(self: RendererHTML, tokens: Sequence[Token], i: int, *_more: Any) -> str:
        return block(context, tokens[i].info.strip(), tokens[i].content)

    def link(self: RendererHTML, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
        address = str(tokens[i].attrGet("href"))
        if address.startswith("play:"):
            tokens[i].attrSet("href", play_address(language, address.removeprefix("play:")))
        return self.renderToken(tokens, i, options, env)

    markdown.add_render_rule("text", text)
    markdown.add_render_rule("fence", fence)
    markdown.add_render_rule("link_open", link)

    def rendered(tokens: Sequence[Token]) -> str:
        return str(markdown.renderer.render(tokens, markdown.options, {}))

    tokens = markdown.parse(source.body)
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open"]
    for i in starts:
        _set_anchor(source, tokens[i], tokens[i + 1])
    sections = [i for i in starts if tokens[i].tag == "h2"]
    page = Written(rendered(tokens[: sections[0]]), rendered(tokens[sections[0] :]))
    for i, end in zip(sections, [*sections[1:], len(tokens)], strict=True):
        title = rendered(tokens[i + 1 : i + 2])
        page.contents.append((str(tokens[i].attrGet("id")), title))
        page.answers.append((_plain(title), _plain(rendered(tokens[i + 3 : end]))))
    return page


def ui(text: str, context: str | None) -> str:
    """Return a text of the game in the language that is spoken now."""
    return pgettext(context, text) if context else _(text)


def _set_anchor(source: Source, heading: Token, inline: Token) -> None:
    found = _ANCHOR.search(inline.content)
    if not found:
        if heading.tag != "h1":
            raise BuildError(f"{source.where}: the heading “{inline.content}” has no anchor")
        return
    heading.attrSet("id", found[1])
    last = (inline.children or [])[-1]
    last.content = _ANCHOR.sub("", last.content)


def _cards(names: str) -> str:
    printed = []
    for name in names.split():
        sign, spoken = short(name)
        colour = "red" if name[-1] in "HD" else "black"
        printed.append(
            f'<span class="name {colour}"><span aria-hidden="true">{sign}</span>'
            f'<span class="unseen">{escape(spoken)}</span></span>'
        )
    return " ".join(printed)


def _plain(html: str) -> str:
    """Return the text of HTML; of a card what is printed."""
    html = re.sub(r'<span class="unseen">[^<]*</span>', "", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
