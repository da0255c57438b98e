"""A record to look at: a still board, or a replay that steps through it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import js
from pyodide.ffi import create_proxy

from demilune.deals import DealCode
from demilune.games import GAMES, Game, Position
from web.catalogue import _
from web.chance import random_code
from web.deck import Deck
from web.dom import Element, Timer, find, listen, make
from web.embed import DEFAULT_RULE, Line, Wish, read_line
from web.host import Host, embedded
from web.language import speak
from web.saves import Saves
from web.settings import Settings
from web.share import deal_link
from web.storage import Storage
from web.table import Table
from web.wording import wording_of
from web.wording.faults import line_fault

STEP = 1100.0
"""Milliseconds from move to move while the replay plays by itself."""
_PAGE = 10


class Replay:
    """Shows positions of a line; in the view `board` one, with nothing to press."""

    def __init__(self, wish: Wish, host: Host) -> None:
        """Show what the address asks for."""
        self._host = host
        self._steps = wish.view == "replay"
        storage = Storage(lambda: None)
        self._settings = Settings.read(storage.read("settings") or "")
        self._saves = Saves(storage, time.monotonic, lambda _fault: None)
        self._rule = wish.rule or DEFAULT_RULE
        self._solved_from = wish.line.at if wish.solved else None
        self._playing = False
        self._timer = Timer(self._next)
        self._slider = find("#step")
        self._description = make("ul", "unseen")
        self._describe_language(wish.language)
        self._set(wish.line)
        self._table = Table(self._game, self._position, Deck(self._settings), self._settings)
        self._table.root.append(self._description)
        self._commands: Mapping[str, Callable[[], object]] = {
            "first": lambda: self._go(0),
            "back": lambda: self._go(self._line.at - 1),
            "play": self._toggle,
            "forward": lambda: self._go(self._line.at + 1),
            "last": lambda: self._go(len(self._line.moves)),
        }
        self._keys: Mapping[str, Callable[[], object]] = {
            "Home": self._commands["first"],
            "ArrowLeft": self._commands["back"],
            "ArrowDown": self._commands["back"],
            " ": self._toggle,
            "ArrowRight": self._commands["forward"],
            "ArrowUp": self._commands["forward"],
            "End": self._commands["last"],
            "PageUp": lambda: self._go(self._line.at + _PAGE),
            "PageDown": lambda: self._go(self._line.at - _PAGE),
        }
        self._lay()
        if self._steps:
            listen(find("#replay"), "click", self._pressed)
            listen(self._slider, "input", lambda _event: self._go(int(self._slider.value)))
            listen(js.document, "keydown", self._key)
        resized = create_proxy(lambda *_args: self._resized())
        js.ResizeObserver.new(resized).observe(self._table.root)
        find("body").dataset.ready = "true"
        js.window.dispatchEvent(js.Event.new("demilune-ready"))
        host.welcome(self)
        host.fit(self._table.scene)
        if self._line.fault:
            host.tell("error", message=line_fault(self._line))

    @property
    def _game(self) -> Game:
        return GAMES[self._rule]

    @property
    def _position(self) -> Position:
        return self._line.positions[self._line.at]

    # What the host wants

    def load(self, line: Line) -> None:
        """Show another game; of one that cannot be read only the fault."""
        self._pause()
        if line.code is None:
            line = self._line._replace(fault=line.fault)
        self._set(line)
        self._lay()
        self._tell()

    def goto(self, at: int) -> None:
        """Show the position after so many moves."""
        self._go(at)

    def speak(self, language: str) -> None:
        """Change the language."""
        self._describe_language(language)
        self._table.relabel()
        self._name_play()
        self._say()
        if self._line.code and not embedded():
            self._link(self._line.code)
            self._entitle(self._line.code)

    def _describe_language(self, wish: str) -> None:
        speak([wish, self._settings.language, *js.navigator.languages])

    # What is shown

    def _set(self, line: Line) -> None:
        """Take a line; where none was asked for, any deal, and places alone for a faulty one."""
        if line.code:
            self._rule = line.code.rule
        elif line.fault is None:
            line = read_line(str(random_code(self._rule)), "", "", "replay")
        if not line.positions:
            line = line._replace(positions=(_empty(self._game),))
        self._line = line

    def _lay(self) -> None:
        line = self._line
        self._table.lay(self._game, self._position)
        find("#game").textContent = wording_of(self._game).rule(self._game.letter)[0]
        find("#code").textContent = str(line.code or "")
        if line.code and not embedded():
            self._link(line.code)
            self._entitle(line.code)
        self._slider.max = str(len(line.moves))
        fault = find("#fault")
        fault.textContent = line_fault(line) if line.fault else ""
        fault.hidden = line.fault is None
        find("#replay").hidden = not self._steps and line.fault is None
        self._name_play()
        self._say()
        self._host.fit(self._table.scene)

    def _link(self, code: DealCode) -> None:
        """Lead to the game of the deal: to the player's own, if it goes on."""
        begun = self._saves.has_begun(code)
        find("#play-deal a").href = deal_link(str(code))
        find("#play-deal a").textContent = _("Back to the game") if begun else _("Play this deal")
        find("#play-deal").hidden = False

    def _entitle(self, code: DealCode) -> None:
        """Say whose game it is, and whether it wins, which is not taken on trust."""
        wins, since = self._game.won(self._line.positions[-1]), self._solved_from
        if wins and since is not None and since < len(self._line.moves):
            text = (
                _("A way to win from move {number} on, found by the solver")
                if since
                else _("A way to win, found by the solver")
            ).format(number=since + 1)
        else:
            text = _("A won game, move by move") if wins else _("A game, move by move")
        find("#title").textContent = text
        find("#title").hidden = not self._line.moves
        js.document.title = f"{text}, {code} – Demilune"

    def _go(self, at: int) -> None:
        """Show another position; whoever asks for one stops the replay."""
        self._pause()
        self._show(at)

    def _show(self, at: int) -> None:
        at = min(max(at, 0), len(self._line.moves))
        if at != self._line.at:
            self._line = self._line._replace(at=at)
            self._table.draw(self._position)
            self._say()
        self._tell()

    def _say(self) -> None:
        """Tell in text where the replay is, and what lies on the table."""
        line, game = self._line, self._game
        words, at = wording_of(game), line.at
        move = str(line.moves[at - 1]) if at else ""
        text = str(line.code or "")
        if at:
            text = words.step(game, line.positions[at - 1], line.moves[at - 1], self._position)
        find("#step-move").textContent = move or words.rule(game.letter)[0]
        find("#step-text").textContent = text
        find("#step-count").textContent = f"{at} / {len(line.moves)}"
        find("#moves").textContent = f"{at} / {len(line.moves)}" if line.moves else ""
        self._slider.value = str(at)
        self._slider.setAttribute(
            "aria-valuetext",
            _("Move {number} of {total}").format(number=at, total=len(line.moves)),
        )
        for name, there in (("first", at > 0), ("back", at > 0), ("forward", self._more)):
            _enable(name, there)
        _enable("last", self._more)
        items = []
        for place in game.places:
            item = make("li")
            item.textContent = words.choice(game, self._position, place, 1)
            items.append(item)
        self._description.replaceChildren(*items)

    @property
    def _more(self) -> bool:
        return self._line.at < len(self._line.moves)

    def _tell(self) -> None:
        line = self._line
        move = str(line.moves[line.at - 1]) if line.at else ""
        self._host.tell("move", move=move, record=line.record(line.at), at=line.at)

    # Playing by itself

    def _toggle(self) -> None:
        if self._playing:
            self._pause()
            return
        if not self._line.moves:
            return
        self._playing = True
        self._name_play()
        self._show(self._line.at + 1 if self._more else 0)
        self._timer.set(STEP)

    def _next(self) -> None:
        self._show(self._line.at + 1)
        if self._more:
            self._timer.set(STEP)
        else:
            self._pause()

    def _pause(self) -> None:
        self._timer.stop()
        self._playing = False
        self._name_play()

    def _name_play(self) -> None:
        button = find('#replay [data-command="play"]')
        text = _("Pause") if self._playing else _("Play")
        button.title = text
        button.setAttribute("aria-label", text)
        button.querySelector("use").setAttribute(
            "href", "#icon-pause" if self._playing else "#icon-play"
        )
        # A reader that reads every move aloud would never catch up.
        find("#step-line").setAttribute("aria-live", "off" if self._playing else "polite")

    # What is pressed

    def _pressed(self, event: Element) -> None:
        button = event.target.closest("[data-command]")
        if button:
            self._commands[button.dataset.command]()

    def _key(self, event: Element) -> None:
        if event.ctrlKey or event.altKey or event.metaKey:
            return
        if event.key == " " and event.target.matches("button"):
            return
        command = self._keys.get(event.key)
        if command:
            event.preventDefault()
            command()

    def _resized(self) -> None:
        self._table.resize()
        self._host.fit(self._table.scene)


def _enable(name: str, enabled: bool) -> None:
    """Show whether a button does anything; it keeps the focus, which the keys need."""
    find(f'#replay [data-command="{name}"]').setAttribute(
        "aria-disabled", "false" if enabled else "true"
    )


def _empty(game: Game) -> Position:
    piles, foundations = len(game.pile_names), len(game.foundation_names)
    return Position(((),) * piles, (0,) * piles, ((),) * foundations)
