"""The controls: a transparent button over each card that can be chosen.

They carry the accessible names and the keyboard's focus, and are what a pointer hits. One of them
is the tab stop, where the keyboard comes in; arrows move it. Only what differs is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from demilune.games import Game, Position
from web.dom import Element, find, make, move_to, size_to
from web.hand import Choice
from web.layout import Rect
from web.wording import wording_of


class Control(NamedTuple):
    """A control by its place and its level: the first of a place is 0, the uppermost the last."""

    place: str
    level: int


class _Button:
    """A button, and what was written to it last."""

    def __init__(self) -> None:
        self.element = make("button", "control", type="button", tabindex="-1")
        self.rect: Rect | None = None
        self.said: object = None


class Controls:
    """The layer of controls over a table."""

    def __init__(self) -> None:
        """Find the layer; `lay` gives it places."""
        self._layer = find("#table .controls")
        self._groups: dict[str, Element] = {}
        self._group_names: dict[str, str] = {}
        self._buttons: dict[str, list[_Button]] = {}
        self._spare: list[_Button] = []
        self._tab_stop: Control | None = None

    def lay(self, names: Iterable[str]) -> None:
        """Begin anew with these places, none of which has a control yet."""
        self._layer.replaceChildren()
        self._groups = {name: make("div") for name in names}
        self._group_names = dict.fromkeys(self._groups, "")
        self._buttons = {name: [] for name in self._groups}
        self._tab_stop = None
        self._layer.append(*self._groups.values())

    def draw(self, game: Game, position: Position, name: str, rects: list[Rect]) -> None:
        """Lay a control of a place over each rectangle, the uppermost last."""
        lost_focus = self._set_number(name, len(rects))
        cards = game.cards(position, name)
        words = wording_of(game)
        for level, (button, rect) in enumerate(zip(self._buttons[name], rects, strict=True)):
            if button.rect != rect:
                move_to(button.element, rect)
                size_to(button.element, rect, button.rect)
                button.rect = rect
            size = len(rects) - level
            # Of a covered card the name stays the same, so a long column costs nothing.
            counts = (len(cards), game.face_down(position, name)) if size == 1 else None
            says = cards[-size] if cards else None, counts, words.place
            if button.said != says:
                button.said = says
                label = words.choice(game, position, name, size)
                button.element.setAttribute("aria-label", label)
        self._name_group(name, words.place(name) if len(rects) > 1 else "")
        if lost_focus:
            self.focus(Control(name, len(rects) - 1))
        elif self._tab_stop is None:
            self._set_tab_stop(Control(name, len(rects) - 1))

    def _name_group(self, name: str, said: str) -> None:
        """Make the controls of a place a group of a name, or none: one alone needs none."""
        if self._group_names[name] == said:
            return
        self._group_names[name] = said
        for attribute, value in (("role", "group"), ("aria-label", said)):
            if said:
                self._groups[name].setAttribute(attribute, value)
            else:
                self._groups[name].removeAttribute(attribute)

    def forget_names(self) -> None:
        """Write all names anew when they are drawn next: the language has changed."""
        for buttons in self._buttons.values():
            for button in buttons:
                button.said = None

    def _set_number(self, name: str, count: int) -> bool:
        """Give a place so many controls; tell whether the focused one is gone."""
        buttons, lost_focus = self._buttons[name], False
        top = Control(name, len(buttons) - 1)
        while len(buttons) > count:
            # The uppermost stays: it may have the focus, and to focus another costs a layout.
            button = buttons.pop(-2)
            if self._tab_stop == Control(name, len(buttons) - 1):
                lost_focus = bool(button.element.matches(":focus"))
                button.element.tabIndex = -1
                self._tab_stop = None
            button.element.classList.remove("lit")
            button.element.remove()
            self._spare.append(button)
        if top.level >= count:
            buttons[-1].element.dataset.level = str(count - 1)
            if self._tab_stop == top:
                self._tab_stop = Control(name, count - 1)
        while len(buttons) < count:
            button = self._spare.pop() if self._spare else _Button()
            button.said = None
            button.element.dataset.place = name
            button.element.dataset.level = str(len(buttons))
            self._groups[name].append(button.element)
            buttons.append(button)
        return lost_focus

    def rects(self) -> dict[Control, Rect]:
        """Return where each control lies."""
        return {
            Control(name, level): button.rect
            for name, buttons in self._buttons.items()
            for level, button in enumerate(buttons)
            if button.rect
        }

    def at(self, element: Element) -> Control | None:
        """Return the control that an element of the page is or lies in."""
        button = element.closest(".control")
        return Control(button.dataset.place, int(button.dataset.level)) if button else None

    def choice(self, control: Control) -> Choice:
        """Return the cards that a control stands for: its own and all that lie on it."""
        return Choice(control.place, len(self._buttons[control.place]) - control.level)

    def uppermost(self, name: str) -> Element:
        """Return the button of the top card of a place."""
        return self._buttons[name][-1].element

    @property
    def tab_stop(self) -> Control | None:
        """The control where the keyboard comes in, which has the focus if any has."""
        return self._tab_stop

    def focus(self, control: Control) -> None:
        """Move the keyboard's focus to a control."""
        self._set_tab_stop(control)
        self._element(control).focus()

    def enter(self) -> None:
        """Move the keyboard's focus to the tab stop."""
        if self._tab_stop:
            self._element(self._tab_stop).focus()

    def note_focus(self, control: Control) -> None:
        """Remember that a control got the focus by other means."""
        self._set_tab_stop(control)

    def _set_tab_stop(self, control: Control) -> None:
        if control == self._tab_stop:
            return
        if self._tab_stop:
            self._element(self._tab_stop).tabIndex = -1
        self._tab_stop = control
        self._element(control).tabIndex = 0

    def _element(self, control: Control) -> Element:
        return self._buttons[control.place][control.level].element
