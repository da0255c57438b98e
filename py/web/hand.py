"""What the player has chosen on the table, and what taps and drops mean. Knows no browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from demilune.games import Move, Refusal
from demilune.session import Session
from web.layout import Rect, Scene
from web.settings import Settings

DOUBLE_TAP = 300.0
"""Milliseconds within which a second tap on a place belongs to the first."""
ONE_PRESS = 600.0
"""Milliseconds within which a redeal after a redeal is a slip: nobody has seen the cards yet."""
LEAST_OVERLAP = 0.2
"""Share of a dropped card that must lie over a place for the place to be meant."""

Answer = Move | Refusal | None
"""A legal move to play, a reason to show, or neither."""


class Choice(NamedTuple):
    """The top `size` cards of a place."""

    place: str
    size: int


class _Tap(NamedTuple):
    choice: Choice
    at: float
    played: bool


class Hand:
    """The player's hand: a selection, and the meaning of taps, keys and drops.

    It asks the session's game and the settings, and answers with a move, a reason or nothing.
    """

    def __init__(self, session: Session, settings: Settings) -> None:
        """Begin with nothing selected."""
        self.session = session
        self.settings = settings
        self.selected: Choice | None = None
        self._last: _Tap | None = None

    def let_go(self) -> None:
        """Drop the selection."""
        self.selected = None

    def tap(self, choice: Choice, at: float) -> Answer:
        """Answer a tap at a time in milliseconds.

        Taps that follow quickly on one that played a move mean nothing: they were meant for the
        card that has gone.
        """
        last = self._last
        quick = (
            last is not None
            and at - last.at < DOUBLE_TAP
            and (last.choice == choice or (last.played and last.choice.place == choice.place))
        )
        if last and quick and last.played:
            self._last = last._replace(at=at)
            return None
        if quick and self.settings.double_click:
            self.selected = None
            game, position = self.session.game, self.session.position
            answer: Answer = game.judge_lift(position, *choice) or game.double_tap(
                position, *choice
            )
        else:
            direct = self.settings.taps(self.session.code.rule) == "direct"
            answer = self._choose(choice, direct)
        self._last = _Tap(choice, at, isinstance(answer, Move))
        return answer

    def choose(self, choice: Choice) -> Answer:
        """Answer a key or a long press on a card or place: it selects, then places.

        Nothing goes by itself, so every move can be made, also where a tap would make another.
        """
        return self._choose(choice, direct=False)

    def _choose(self, choice: Choice, direct: bool) -> Answer:
        game, position = self.session.game, self.session.position
        selected = self.selected
        if selected == choice:
            self.selected = None
            return game.tap_again(position, *choice)
        if selected and selected.place != choice.place:
            move = Move(selected.place, choice.place, selected.size)
            refusal = game.judge(position, move)
            if refusal is None:
                self.selected = None
            return refusal or move
        refusal = game.judge_lift(position, *choice)
        if refusal:
            return refusal
        move_at_once = game.tap(position, *choice) if direct else None
        if move_at_once is None:
            self.selected = choice
        return move_at_once

    def to_foundation(self, choice: Choice) -> Answer:
        """Answer the wish to send a card to a foundation: what is selected, else `choice`."""
        source = self.selected or choice
        return self._onto_foundations(source, None)

    def drop(self, choice: Choice, card: Rect, scene: Scene) -> Answer:
        """Answer a drop: `card` is where the lowest of the dropped cards lies on the table.

        The place with the largest overlap is meant; one that accepts counts twice. Anywhere
        among the foundations the one that accepts is meant, the nearer of two.
        """
        game, position = self.session.game, self.session.position
        if scene.foundation_area().overlap(card) > card.width * card.height / 2:
            return self._onto_foundations(choice, (card, scene))
        legal = {move.target: move for move in self.session.targets(*choice)}
        least = LEAST_OVERLAP * card.width * card.height
        overlaps = {
            name: scene.area(name).overlap(card) * (2 if name in legal else 1)
            for name in game.places
            if name != choice.place
        }
        meant = max(overlaps, key=overlaps.__getitem__)
        if overlaps[meant] < least:
            meant = ""
        if meant in legal:
            return legal[meant]
        if self.settings.automatic_placement and game.automatic_placement:
            move = game.double_tap(position, *choice)
            if move:
                return move
        return game.judge(position, Move(choice.place, meant, choice.size)) if meant else None

    def _onto_foundations(self, choice: Choice, dropped: tuple[Rect, Scene] | None) -> Answer:
        """Return the move to a foundation, the one nearest to a drop, or the best reason."""
        game, position = self.session.game, self.session.position
        verdicts: Mapping[Move, Refusal | None] = {
            move: game.judge(position, move)
            for move in (Move(choice.place, name, choice.size) for name in game.foundation_names)
            if move.target != choice.place
        }
        legal = [move for move, refusal in verdicts.items() if refusal is None]
        if legal and dropped:
            card, scene = dropped
            return min(legal, key=lambda move: _distance(scene.places[move.target], card))
        if legal:
            return legal[0]
        # Refusals stand in the order of judging: the last is of the foundation that came nearest
        # to accepting.
        order = list(Refusal)
        return max((r for r in verdicts.values() if r), key=order.index)


def _distance(a: Rect, b: Rect) -> float:
    """Return the square of the distance between the middles of two rectangles."""
    return sum((p - q) ** 2 for p, q in zip(a.centre, b.centre, strict=True))
