"""The dialogs: new game, won, stuck, help."""

from __future__ import annotations

from collections.abc import Callable

import js
from pyodide.ffi import create_once_callable

from demilune.deals import DealCode
from demilune.games import GAMES, Game
from demilune.record import Record
from demilune.session import Session
from web.bar import time_text
from web.catalogue import _, ngettext
from web.dom import Element, find, listen, make
from web.embed import read_line
from web.lines import Lines
from web.miniature import miniature
from web.par import Par
from web.settings import Settings
from web.solving import Solver
from web.wording import wording_of
from web.wording.faults import line_fault

_DOUBLE_CLICK = 500
"""Milliseconds within which a second click belongs to the first."""


class NewGamePanel:
    """Asks for a rule and a deal: a random one, or that of a code; shows a game that is pasted."""

    def __init__(
        self,
        deal: Callable[[DealCode | str], None],
        saved: Callable[[str], Session | None],
        resume: Callable[[Session], None],
        show: Callable[[Record], None],
    ) -> None:
        """Keep what to do with the answer.

        `deal` takes a deal code, or a rule of which any deal will do; `saved` returns the game of a
        rule that waits to be played on, and `resume` takes that; `show` takes a whole game.
        """
        self._deal = deal
        self._saved = saved
        self._resume = resume
        self._show = show
        self._waiting: Session | None = None
        self._continue = find("#continue")
        self._dialog = find("#new-game")
        self._rules = find("#rules")
        self._field = find("#code-field")
        self._error = find("#code-error")
        listen(find("#new-game form"), "submit", self._submit)
        listen(self._field, "input", lambda _event: self._complain(""))
        listen(self._rules, "change", lambda event: self._offer(event.target.value))
        listen(self._continue, "click", lambda _event: self._go_on())

    def open(self, game: Game) -> None:
        """Open with a rule preselected."""
        self._rules.replaceChildren(*(self._choice(each, each is game) for each in GAMES.values()))
        self._field.value = ""
        self._complain("")
        self._offer(game.rule)
        open_dialog(self._dialog)

    @staticmethod
    def _choice(game: Game, checked: bool) -> Element:
        name, line = wording_of(game).rule(game.letter)
        label = make("label", "rule")
        button = make("input", type="radio", name="rule", value=game.rule)
        button.checked = checked
        button.toggleAttribute("data-first", checked)
        title, text, picture = make("strong"), make("span"), make("i")
        title.textContent, text.textContent = name, line
        picture.innerHTML = miniature(game.rule)
        label.append(button, picture, title, text)
        return label

    def _offer(self, rule: str) -> None:
        """Offer to go on with the game of a rule that waits for it."""
        self._waiting = self._saved(rule)
        self._continue.hidden = self._waiting is None
        if self._waiting:
            moves = self._waiting.moves_made
            text = ngettext("Go on after {number} move", "Go on after {number} moves", moves)
            # One begun by redeals, or all taken back, has no moves to count.
            text = text if moves else _("Go on with the game")
            self._continue.textContent = text.format(number=moves)

    def _go_on(self) -> None:
        self._dialog.close()
        if self._waiting:
            self._resume(self._waiting)

    def _submit(self, event: Element) -> None:
        event.preventDefault()
        text = self._field.value.strip()
        if not text:
            self._answer(find("#rules input:checked").value)
            return
        line = read_line(text, "", "", "replay")
        if line.fault:
            self._complain(line_fault(line))
            self._field.focus()
        elif line.moves and line.code:
            self._dialog.close()
            self._show(Record(line.code, line.moves))
        elif line.code:
            self._answer(line.code)

    def _answer(self, answer: DealCode | str) -> None:
        self._dialog.close()
        self._deal(answer)

    def _complain(self, text: str) -> None:
        self._error.textContent = text
        self._field.setAttribute("aria-invalid", "true" if text else "false")


def open_dialog(dialog: Element) -> None:
    """Open a dialog, with the focus on what it says is first.

    The attribute `autofocus` would do that too, but browsers complain of it in frames. A press
    beside it closes it, but not the second one of a double click that has opened it.
    """
    closed_by = dialog.getAttribute("closedby")
    if closed_by == "any":
        dialog.setAttribute("closedby", "closerequest")
        set_back = create_once_callable(lambda: dialog.setAttribute("closedby", closed_by))
        js.setTimeout(set_back, _DOUBLE_CLICK)
    dialog.showModal()
    first = dialog.querySelector("[data-first]")
    if first:
        first.focus()


class EndPanels:
    """Says that a game is won or stuck, and offers what can be done then."""

    def __init__(self, solver: Solver, lines: Lines) -> None:
        """Find the two dialogs; the solver is asked for the par of a won game."""
        self._won, self._stuck = find("#won"), find("#stuck")
        self._par = Par(solver, lines)

    def open_won(self, session: Session, standing: str) -> None:
        """Show the time, moves, score and code of a won game, and where it stands among others."""
        find("#won-standing").textContent = standing
        moves = session.moves_made
        facts = [
            (_("Time"), time_text(session.seconds)),
            (_("Moves"), str(moves)),
            (wording_of(session.game).code(), str(session.code)),
        ]
        if session.game.scored:
            facts.insert(2, (_("Score"), str(session.position.score)))
        rows = []
        for name, value in facts:
            term, description = make("dt"), make("dd")
            term.textContent, description.textContent = name, value
            rows += [term, description]
        if session.game.redeals:
            rows += _stars(1 + session.position.redeals, 1 + session.game.redeals)
            rows += self._par.begin(session)
        find("#won dl").replaceChildren(*rows)
        open_dialog(self._won)

    def ask_redeal(self, session: Session) -> None:
        """Ask whether a redeal is meant."""
        words = wording_of(session.game)
        find("#ask-redeal-text").textContent = words.redeals_left(session.position.redeals)
        open_dialog(find("#ask-redeal"))

    def open_stuck(self, session: Session) -> None:
        """Show that no move and no redeal is left."""
        moves = session.moves_made
        find("#stuck-text").textContent = ngettext(
            "No move and no redeal is left after {number} move.",
            "No move and no redeal is left after {number} moves.",
            moves,
        ).format(number=moves)
        find("#stuck-undo").disabled = not session.can_undo
        open_dialog(self._stuck)


def _stars(number: int, most: int) -> list[Element]:
    """Return the row of a won game's stars: one for the win, and one for each redeal left over."""
    term, stars = make("dt"), make("dd", role="img")
    term.textContent = _("Stars")
    stars.textContent = "★" * number + "☆" * (most - number)
    label = ngettext("{number} of {most} stars", "{number} of {most} stars", number)
    stars.setAttribute("aria-label", label.format(number=number, most=most))
    return [term, stars]


class HelpPanel:
    """Shows the rules in short and the ways to play, as the settings have them."""

    def __init__(self, settings: Settings) -> None:
        """Find the dialog."""
        self._settings = settings
        self._dialog = find("#help")

    def open(self, game: Game) -> None:
        """Open with the rules of a game."""
        words = wording_of(game)
        find("#help-title").textContent = words.name()
        sentences = []
        for text in words.help():
            item = make("li")
            item.textContent = text
            sentences.append(item)
        find("#help-rules").replaceChildren(*sentences)
        find("#help-direct").hidden = self._settings.taps(game.rule) != "direct"
        find("#help-double").hidden = not self._settings.double_click
        language = js.document.documentElement.lang
        find("#help-page").href = f"pages/{language}/{words.page(game.letter)}.html"
        open_dialog(self._dialog)
