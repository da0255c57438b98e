"""Draws positions: cards, the marks of places, and the controls that stand for them.

Cards are pictures only. Over them lies a layer of transparent buttons, the controls, one for each
card that can be chosen: they carry the names for a screen reader, the focus, and what is lit. A
card that lies face down has a back and nothing else, here and in the page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from demilune.cards import Card
from demilune.games import REDEAL, Game, Move, Position
from web.controls import Controls
from web.deck import Deck
from web.dom import Element, Timer, find, make, move_to
from web.faces import fitting_index, is_compact, largest_index
from web.hand import Choice
from web.layout import Rect, Scene, View, best_scene
from web.look import Look
from web.motion import Motion
from web.settings import Settings
from web.wording import wording_of

_SIZES = {"largest": 1.0, "medium": 0.84, "small": 0.68}
_DEALING = 320.0
"""Milliseconds within which all cards of a deal set out."""
_ONE_BY_ONE = 14.0
"""Milliseconds between two piles of a redeal."""
_REASON_STAYS = 4000.0

Back = tuple[str, int]
"""A face-down card: its place and its index from the bottom."""
Key = Card | Back

_NO_INDEX = 0.0, False
"""The size of an index that is not fitted yet, and whether its sign is under it."""


class _Shown:
    """A card on the table: its element, and where it lies."""

    def __init__(self, element: Element, rect: Rect, place: str) -> None:
        self.element = element
        self.rect = rect
        self.place = place
        self.index = _NO_INDEX
        self.height = 0

    def fit_index(self, size: float, squeezed: bool, sideways: bool) -> None:
        """Make the index as small as what is seen of the card; sideways, put the sign under it."""
        if self.index != (size, sideways):
            if self.index[1] != sideways:
                self.element.classList.toggle("sideways", sideways)
            self.index = size, sideways
            self.element.classList.toggle("squeezed", squeezed)
            # On the index itself: a property of the card would have the whole face styled anew.
            scale = f"scale({size:.3f})" if squeezed else ""
            self.element.querySelector(".face > .index").style.transform = scale


class Table:
    """The table of one game; `draw` shows a position by changing what differs."""

    def __init__(self, game: Game, position: Position, deck: Deck, settings: Settings) -> None:
        """Show nothing yet; `lay` sets a game out. Changed settings are seen after `resize`."""
        self._deck = deck
        self._settings = settings
        self.motion = Motion(lambda: settings.animation)
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
        self._carried = 0.0, 0.0
        self._compact = False
        self.corner = 0.0, 0.0
        """Where the table begins in the window."""
        self._outgrown = False
        self._line: Element | None = None
        self._refused: list[Element] = []
        self._suggested: list[Element] = []
        self._look = Look(self.root, deck)
        self._dealing = False

    # Setting out

    def lay(self, game: Game, position: Position, dealt: bool = False) -> None:
        """Set out a game from nothing: at once, or `dealt` a card at a time."""
        self.game, self.position = game, position
        for layer in (self._card_layer, self._place_layer):
            layer.replaceChildren()
            layer.style.transform = ""
        for things in (self._shown, self._leaving, self._counts, self._heaps):
            things.clear()
        self._marked.clear()
        self._held.clear()
        self._refused.clear()
        self._unsuggest()
        self._peeked = None
        self._height = 0
        self.hide_reason()
        for name in game.places:
            self._make_place(name)
        self._line = make("p", "line") if game.tells_redeals else None
        if self._line:
            self._place_layer.append(self._line)
        self.controls.lay(game.places)
        self.resize()
        if dealt:
            self._deal()

    def _deal(self) -> None:
        """Let every card come from the foot of the table."""
        scene, motion = self.scene, self.motion
        x, y = (scene.width - scene.card_width) / 2, scene.height + 30
        step = _DEALING / len(self._shown)
        for i, shown in enumerate(self._shown.values()):
            motion.glide(shown.element, x - shown.rect.x, y - shown.rect.y, round(i * step))
        motion.appear(self._place_layer)
        self._dealing = motion.on

    def hurry(self) -> None:
        """Have all cards of a deal lie in their places now."""
        if self._dealing:
            self._dealing = False
            self.motion.settle(self._card_layer)

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
        """Fit the table to its element's size and to the settings, everything in its place at once.

        While cards are held nothing jumps: the table waits until they are laid down, and if it has
        another place in the window, they stay under the pointer.
        """
        (left, top), box = self.corner, self.root.getBoundingClientRect()
        self.corner = box.x, box.y
        self._outgrown = bool(self._held)
        if self._outgrown:
            dx, dy = self._carried
            self.carry(dx + left - box.x, dy + top - box.y)
            return
        self.stop_looking()
        self.motion.settle(self._card_layer)
        self._sweep()
        width, height = max(self.root.clientWidth, 1), max(self.root.clientHeight, 1)
        self.scene = best_scene(self.game, width, height, self._view())
        if is_compact(self.scene.card_width) != self._compact:
            self._compact = not self._compact
            self._paint()
        style = self.root.style
        style.setProperty("--card-width", f"{self.scene.card_width:.2f}px")
        style.setProperty("--card-height", f"{self.scene.card_height:.2f}px")
        self.root.dataset.layout = self.scene.layout.name
        for name, rect in self.scene.places.items():
            move_to(self._heaps[name], rect)
            move_to(self._counts[name], rect.moved(0, rect.height))
        if self._line:
            move_to(self._line, Rect(0, self.scene.height - self.scene.line, width, height))
        self._draw(self.game.places, still=True)

    def _view(self) -> View:
        settings = self._settings
        return View(
            settings.layout_name(self.game.rule),
            settings.fan_piles and not self.game.closed,
            settings.left_handed,
            _SIZES[settings.card_size],
        )

    # Drawing

    def draw(self, position: Position) -> None:
        """Show a position: cards that changed their place travel there."""
        self.stop_looking()
        self._unsuggest()
        old, self.position = self.position, position
        game = self.game
        names = [
            name
            for name in game.places
            if game.cards(old, name) is not game.cards(position, name)
            or game.face_down(old, name) != game.face_down(position, name)
        ]
        self._draw(names)
        if self.motion.on:
            self._turn_piles(old, names)

    def relabel(self) -> None:
        """Show everything anew in another language or with another deck."""
        self._deck.forget()
        self.controls.forget_names()
        self._paint()
        self._draw(self.game.places)

    def _paint(self) -> None:
        """Draw the pictures of all cards anew."""
        for key, shown in self._shown.items():
            shown.element.innerHTML = self._picture(key)
            shown.index = _NO_INDEX

    def _turn_piles(self, old: Position, names: Collection[str]) -> None:
        """Turn cards up; show bottom cards come to the top of their piles, or go back under."""
        for i, name in enumerate(names):
            before, after = self.game.cards(old, name), self.game.cards(self.position, name)
            down = self.game.face_down(old, name) - self.game.face_down(self.position, name)
            if down > 0 and len(after) < len(before):
                self.motion.turn(self._shown[after[-1]].element)
            if len(before) != len(after) or len(after) < 2 or self.scene.fan(name):
                continue
            if after[-1] == before[0]:
                self.motion.surface(self._shown[after[-1]].element, i * _ONE_BY_ONE)
            elif after[0] == before[-1] and (leaving := self._leaving.get(before[-1])):
                self._raise([leaving])
                self.motion.sink(leaving.element, i * _ONE_BY_ONE)
        self._sweep_later()

    def _draw(self, names: Collection[str], still: bool = False) -> None:
        """Draw some places anew, `still` without motion."""
        wanted: dict[Key, tuple[Rect, str]] = {}
        for name in names:
            for key, rect in self._pictures(name):
                wanted[key] = rect, name
        touched = set(names)
        for key in [k for k, s in self._shown.items() if s.place in touched and k not in wanted]:
            self._take_away(key)
        rising, pile, over = [], "", 0
        for key, (rect, name) in wanted.items():
            pile, over = name, over if pile == name else 0
            shown = self._shown.get(key) or self._back_again(key)
            if shown is None:
                shown = self._put(key, rect, name)
            rises = shown.place != name or shown.height < over
            if shown.rect != rect or shown.place != name:
                if not still:
                    self._glide(shown, rect)
                shown.rect, shown.place = rect, name
                move_to(shown.element, rect)
            if rises:
                rising.append(shown)
            over = self._height + 1 if rises else shown.height
        self._raise(rising)
        for name in names:
            self._draw_place(name)
        if self._line:
            text = wording_of(self.game).redeals_left(self.position.redeals)
            self._line.textContent = text
        self._sweep_later()

    def _glide(self, shown: _Shown, to: Rect) -> None:
        """Let a card travel to a rectangle from where it is seen, be it in the player's hand."""
        dx, dy = shown.rect.x - to.x, shown.rect.y - to.y
        if shown in self._held:
            self._held.remove(shown)
            shown.element.classList.remove("held")
            shown.element.style.translate = ""
            dx, dy = dx + self._carried[0], dy + self._carried[1]
        self.motion.glide(shown.element, dx, dy)

    def _sweep_later(self) -> None:
        if self._leaving:
            self._sweeper.set(self.motion.left + 40)

    def _pictures(self, name: str) -> Iterator[tuple[Key, Rect]]:
        """Yield the cards of a place that are seen, from the bottom up."""
        cards = self.game.cards(self.position, name)
        hidden = self.game.face_down(self.position, name)
        rects = self.scene.cards(self.position, name)
        first = 0 if self.scene.fan(name) else max(len(cards) - 1, 0)
        for i in range(first, len(cards)):
            yield ((name, i) if i < hidden else cards[i]), rects[i]

    def _put(self, key: Key, rect: Rect, place: str) -> _Shown:
        element = make("div", "card")
        element.innerHTML = self._picture(key)
        move_to(element, rect)
        self._shown[key] = shown = _Shown(element, rect, place)
        self._raise([shown])
        self._card_layer.append(element)
        return shown

    def _picture(self, key: Key) -> str:
        if isinstance(key, Card):
            return self._deck.face(key, self.scene.card_width)
        return self._deck.back()

    def _raise(self, cards: list[_Shown]) -> None:
        """Lay cards over all others, the last one uppermost."""
        for shown in cards:
            self._height += 1
            shown.height = self._height
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
            self.motion.drop(shown.element)
            self._shown[key] = shown
        return shown

    def _sweep(self) -> None:
        for shown in self._leaving.values():
            shown.element.remove()
        self._leaving.clear()

    # Places

    def _fit_indices(self, name: str, strips: list[Rect]) -> None:
        """Make the indices of a pile as small as what is seen of its cards."""
        hidden = self.game.face_down(self.position, name)
        cards = self.game.cards(self.position, name)
        sideways = self.scene.fan(name) in ("left", "right")
        largest = largest_index(self.scene.card_width, self._settings.large_index)
        for i, card in enumerate(cards[hidden:], hidden):
            shown = self._shown.get(card)
            if shown and i == len(cards) - 1:
                shown.fit_index(largest, False, False)
            elif shown:
                seen = strips[i].width if sideways else strips[i].height
                size = fitting_index(seen, self.scene.card_width, sideways, largest)
                shown.fit_index(size, size < largest, sideways)

    def peek(self, choice: Choice | None) -> None:
        """Show a card of a squeezed pile whole while it is pressed; None covers it again."""
        if self._peeked:
            self._peeked.element.classList.remove("peeked")
        self._peeked = None
        if choice and (top := self._top(choice)) and top[0].index[0] < 1:
            self._peeked = top[0]
            top[0].element.classList.add("peeked")

    def _draw_place(self, name: str) -> None:
        cards = self.game.cards(self.position, name)
        hidden = self.game.face_down(self.position, name)
        fanned = self.scene.fan(name) is not None
        rects = self.scene.strips(self.position, name) or [self.scene.places[name]]
        self._fit_indices(name, rects)
        heap = self._heaps[name]
        under = 0 if fanned else max(len(cards) - 1, 0)
        heap.style.setProperty("--under", str(under))
        heap.classList.toggle("heap", under > 0)
        heap.classList.toggle("closed", under > 0 and hidden > 0)
        if not self.game.is_foundation(name):
            self._counts[name].textContent = str(len(cards)) if cards and not fanned else ""
        seen = rects[hidden:] if fanned else rects[-1:]
        self.controls.draw(self.game, self.position, name, seen)

    # Marks, lifting, reasons

    def mark(self, selected: Choice | None, lit: Collection[str]) -> None:
        """Show what is selected, and light the places where it may go."""
        for element in self._marked:
            element.classList.remove("selected", "lit", "twin")
        self._marked.clear()
        if selected:
            for shown in self._top(selected):
                shown.element.classList.add("selected")
                self._marked.append(shown.element)
            if self._settings.light_twin:
                self._mark_twins(selected)
        for name in lit:
            for element in (self.controls.uppermost(name), self._heaps[name]):
                element.classList.add("lit")
                self._marked.append(element)

    def _mark_twins(self, selected: Choice) -> None:
        """Light the other cards of the same rank and suit, where they are seen."""
        for card in self._cards(selected):
            twin = self._shown.get(card._replace(deck=1 - card.deck))
            if twin:
                twin.element.classList.add("twin")
                self._marked.append(twin.element)

    def suggest(self, move: Move) -> None:
        """Light a move, its cards and then its place, until another position is drawn."""
        self._unsuggest()
        if move == REDEAL:
            lit = [(find('.bar [data-command="redeal"]'), "place")]
        else:
            cards = self._top(Choice(move.source, move.size))
            lit = [(shown.element, "cards") for shown in cards]
            target = self.controls.uppermost(move.target), self._heaps[move.target]
            lit += [(element, "place") for element in target]
        for element, part in lit:
            element.dataset.suggested = part
            self._suggested.append(element)

    def _unsuggest(self) -> None:
        for element in self._suggested:
            element.removeAttribute("data-suggested")
        self._suggested.clear()

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
        self._carried = dx, dy
        for shown in self._held:
            shown.element.style.translate = f"{dx}px {dy}px"

    def lay_down(self) -> None:
        """Let the cards that are lifted still travel home."""
        for shown in [*self._held]:
            self._glide(shown, shown.rect)
        if self._outgrown:
            self.resize()

    def _top(self, choice: Choice) -> list[_Shown]:
        return [self._shown[card] for card in self._cards(choice) if card in self._shown]

    def _cards(self, choice: Choice) -> tuple[Card, ...]:
        return self.game.cards(self.position, choice.place)[-choice.size :]

    def refuse(self, choice: Choice, reason: str) -> None:
        """Shake cards, and say beside them why they do not go; without words only shake."""
        self.hide_reason()
        for shown in self._top(choice):
            shown.element.classList.add("refused")
            self._refused.append(shown.element)
            self.motion.shake(shown.element)
        self._reason_timer.set(_REASON_STAYS)
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

    def hide_reason(self) -> None:
        """Take the reason away."""
        self._reason_timer.stop()
        self._reason.hidden = True
        for element in self._refused:
            element.classList.remove("refused")
        self._refused.clear()

    def look(self, name: str) -> None:
        """Show all cards of a pile over the table."""
        cards = self.game.cards(self.position, name)
        self._look.open(cards, self.scene.places[name], self.scene)

    def stop_looking(self) -> bool:
        """Take away what `look` shows; tell whether there was anything."""
        return self._look.close()
