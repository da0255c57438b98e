"""Draws positions: cards, the marks of places, and the controls that stand for them.

Cards are pictures only. Over them lies a layer of transparent buttons, the controls, one for each
card that can be chosen: they carry the names for a screen reader, the focus, and what is lit. A
card that lies face down has a back and nothing else, here and in the page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from demilune.cards import Card
from demilune.games import Game, Position
from web.controls import Controls
from web.deck import Deck
from web.dom import Element, Timer, find, make, move_to, settle
from web.faces import fitting_index
from web.hand import Choice
from web.layout import Rect, Scene, best_scene

TRAVEL = 200.0
"""Milliseconds that a card is under way, as in the style sheet."""
_REASON_STAYS = 4000.0

Back = tuple[str, int]
"""A face-down card: its place and its index from the bottom."""
Key = Card | Back


class _Shown:
    """A card on the table: its element, and where it lies."""

    def __init__(self, element: Element, rect: Rect, place: str) -> None:
        self.element = element
        self.rect = rect
        self.place = place
        self.index_size = 1.0


class Table:
    """The table of one game; `draw` shows a position by changing what differs."""

    def __init__(self, game: Game, position: Position, deck: Deck) -> None:
        """Show nothing yet; `lay` sets a game out."""
        self._deck = deck
        self.root = find("#table")
        self._card_layer = find("#table .cards")
        self._place_layer = find("#table .places")
        self.controls = Controls()
        self._reason = find("#reason")
        self._sweeper = Timer(self._sweep)
        self._reason_timer = Timer(self.hide_reason)
        self.game, self.position = game, position
        self.scene: Scene
        self._shown: dict[Key, _Shown] = {}
        self._leaving: dict[Key, _Shown] = {}
        self._counts: dict[str, Element] = {}
        self._heaps: dict[str, Element] = {}
        self._held: list[_Shown] = []
        self._peeked: _Shown | None = None
        self._marked: list[Element] = []
        self._height = 0

    # Setting out

    def lay(self, game: Game, position: Position) -> None:
        """Set out a game from nothing, without motion."""
        self.game, self.position = game, position
        for layer in (self._card_layer, self._place_layer):
            layer.replaceChildren()
            layer.style.transform = ""
        for things in (self._shown, self._leaving, self._counts, self._heaps):
            things.clear()
        self._marked.clear()
        self._held.clear()
        self._peeked = None
        self._height = 0
        self.hide_reason()
        for name in game.places:
            self._make_place(name)
        self.controls.lay(game.places)
        self.resize()

    def _make_place(self, name: str) -> None:
        foundation = self.game.is_foundation(name)
        place = make("div", "place foundation" if foundation else "place")
        if foundation:
            place.innerHTML = f'<svg viewBox="0 0 100 100"><use href="#suit-{name[0]}"/></svg>'
        self._place_layer.append(place)
        self._heaps[name] = place
        count = make("span", "count")
        self._place_layer.append(count)
        self._counts[name] = count

    def resize(self) -> None:
        """Fit the table to its element's size and draw everything in its place, at once."""
        self.scene = best_scene(
            self.game, max(self.root.clientWidth, 1), max(self.root.clientHeight, 1)
        )
        style = self.root.style
        style.setProperty("--card-width", f"{self.scene.card_width:.2f}px")
        style.setProperty("--card-height", f"{self.scene.card_height:.2f}px")
        self.root.dataset.layout = self.scene.layout.name
        travelling = bool(self._shown)  # cards that are new appear where they lie
        self._card_layer.classList.add("still")
        for name, rect in self.scene.places.items():
            move_to(self._heaps[name], rect)
            move_to(self._counts[name], rect.moved(0, rect.height))
        self._draw(self.game.places)
        if travelling:
            settle(self._card_layer)
        self._card_layer.classList.remove("still")

    # Drawing

    def draw(self, position: Position) -> None:
        """Show a position: cards that changed their place travel there."""
        old, self.position = self.position, position
        game = self.game
        self._draw(
            [
                name
                for name in game.places
                if game.cards(old, name) is not game.cards(position, name)
                or game.face_down(old, name) != game.face_down(position, name)
            ]
        )

    def relabel(self) -> None:
        """Show everything anew in another language or with another deck."""
        self._deck.forget()
        self.controls.forget_names()
        for key, shown in self._shown.items():
            shown.element.innerHTML = self._picture(key)
        self._draw(self.game.places)

    def _draw(self, names: Collection[str]) -> None:
        """Draw some places anew."""
        wanted: dict[Key, tuple[Rect, str]] = {}
        for name in names:
            for key, rect in self._pictures(name):
                wanted[key] = rect, name
        touched = set(names)
        for key in [k for k, s in self._shown.items() if s.place in touched and k not in wanted]:
            self._take_away(key)
        travelling = []
        for key, (rect, name) in wanted.items():
            shown = self._shown.get(key) or self._back_again(key)
            if shown is None:
                self._put(key, rect, name)
            elif shown.rect != rect or shown.place != name:
                if shown.place != name:
                    travelling.append(shown)
                shown.rect, shown.place = rect, name
                move_to(shown.element, rect)
        self._raise(travelling)
        for name in names:
            self._draw_place(name)
        if self._leaving:
            self._sweeper.set(TRAVEL + 60)

    def _pictures(self, name: str) -> Iterator[tuple[Key, Rect]]:
        """Yield the cards of a place that are seen, from the bottom up."""
        cards = self.game.cards(self.position, name)
        hidden = self.game.face_down(self.position, name)
        rects = self.scene.cards(self.position, name)
        first = 0 if self._fanned(name) else max(len(cards) - 1, 0)
        for i in range(first, len(cards)):
            yield ((name, i) if i < hidden else cards[i]), rects[i]

    def _fanned(self, name: str) -> bool:
        return self.scene.layout.fanned and not self.game.is_foundation(name)

    def _put(self, key: Key, rect: Rect, place: str) -> None:
        element = make("div", "card")
        element.innerHTML = self._picture(key)
        move_to(element, rect)
        self._shown[key] = shown = _Shown(element, rect, place)
        self._raise([shown])
        self._card_layer.append(element)

    def _picture(self, key: Key) -> str:
        return self._deck.face(key) if isinstance(key, Card) else self._deck.back()

    def _raise(self, cards: list[_Shown]) -> None:
        """Lay cards over all others, the last one uppermost."""
        for shown in cards:
            self._height += 1
            shown.element.style.zIndex = str(self._height)

    def _take_away(self, key: Key) -> None:
        """Remove a card that is no longer seen.

        One that was covered stays until the card that covers it has arrived; one that now lies
        face down goes at once.
        """
        shown = self._shown.pop(key)
        cards = self.game.cards(self.position, shown.place)
        hidden = self.game.face_down(self.position, shown.place)
        if key in cards[hidden:]:
            self._leaving[key] = shown
        else:
            shown.element.remove()

    def _back_again(self, key: Key) -> _Shown | None:
        shown = self._leaving.pop(key, None)
        if shown:
            self._shown[key] = shown
        return shown

    def _sweep(self) -> None:
        for shown in self._leaving.values():
            shown.element.remove()
        self._leaving.clear()

    # Places

    def _fit_indices(self, name: str, rects: list[Rect]) -> None:
        """Make the indices of a fanned pile as small as what is seen of its cards."""
        hidden = self.game.face_down(self.position, name)
        cards = self.game.cards(self.position, name)
        for i in range(hidden, len(cards)):
            shown = self._shown[cards[i]]
            fits = fitting_index(rects[i].height, self.scene.card_width)
            if shown.index_size != fits:
                shown.index_size = fits
                shown.element.classList.toggle("squeezed", fits < 1)
                shown.element.style.setProperty("--index-size", f"{fits:.3f}")

    def peek(self, choice: Choice | None) -> None:
        """Show a card of a squeezed pile whole while it is pressed; None covers it again."""
        if self._peeked:
            self._peeked.element.classList.remove("peeked")
        self._peeked = None
        if choice and (top := self._top(choice)) and top[0].index_size < 1:
            self._peeked = top[0]
            top[0].element.classList.add("peeked")

    def _draw_place(self, name: str) -> None:
        cards = self.game.cards(self.position, name)
        hidden = self.game.face_down(self.position, name)
        fanned = self._fanned(name)
        rects = self.scene.strips(self.position, name) or [self.scene.places[name]]
        if fanned:
            self._fit_indices(name, rects)
        else:
            heap = self._heaps[name]
            heap.style.setProperty("--under", str(max(len(cards) - 1, 0)))
            heap.classList.toggle("heap", len(cards) > 1)
            heap.classList.toggle("closed", hidden > 0)
            if not self.game.is_foundation(name):
                self._counts[name].textContent = str(len(cards)) if cards else ""
        seen = rects[hidden:] if fanned else rects[-1:]
        self.controls.draw(self.game, self.position, name, seen)

    # Marks, lifting, reasons

    def mark(self, selected: Choice | None, lit: Collection[str]) -> None:
        """Show what is selected, and light the places where it may go."""
        for element in self._marked:
            element.classList.remove("selected", "lit")
        self._marked.clear()
        if selected:
            for shown in self._top(selected):
                shown.element.classList.add("selected")
                self._marked.append(shown.element)
        for name in lit:
            for element in (self.controls.uppermost(name), self._heaps[name]):
                element.classList.add("lit")
                self._marked.append(element)

    def lift(self, choice: Choice) -> Rect:
        """Take cards up, so that `carry` moves them; return where the lowest of them lay."""
        self.peek(None)
        self._held = self._top(choice)
        self._raise(self._held)
        self.carry(0, 0)
        for shown in self._held:
            shown.element.classList.add("held")
        return self._held[0].rect

    def carry(self, dx: float, dy: float) -> None:
        """Move the lifted cards to a distance from where they lay, in CSS pixels."""
        self._card_layer.style.setProperty("--carry", f"{dx}px {dy}px")

    def lay_down(self) -> None:
        """Let the lifted cards travel to where they belong."""
        for shown in self._held:
            shown.element.classList.remove("held")
        self._held = []

    def _top(self, choice: Choice) -> list[_Shown]:
        cards = self.game.cards(self.position, choice.place)[-choice.size :]
        return [self._shown[card] for card in cards if card in self._shown]

    def refuse(self, choice: Choice, reason: str) -> None:
        """Shake cards, and say beside them why they do not go; without words only shake."""
        for shown in self._top(choice):
            classes = shown.element.classList
            classes.remove("refused")
            settle(shown.element)
            classes.add("refused")
        if not reason:
            return
        rects = self.scene.strips(self.position, choice.place)
        place = rects[-min(choice.size, len(rects))] if rects else self.scene.places[choice.place]
        self._reason.textContent = reason
        self._reason.hidden = False
        half = self._reason.offsetWidth / 2 + 4
        x = min(max(place.centre[0], half), max(self.scene.width - half, half))
        height = self._reason.offsetHeight
        in_lower_half = place.y > self.scene.height / 2
        y = place.y - height - 6 if in_lower_half else place.y + self.scene.card_height + 6
        y = min(max(y, 4), self.scene.height - height - 4)
        self._reason.style.transform = f"translate({x - half + 4}px, {y}px)"
        self._reason_timer.set(_REASON_STAYS)

    def hide_reason(self) -> None:
        """Take the reason away."""
        self._reason_timer.stop()
        self._reason.hidden = True
