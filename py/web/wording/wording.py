"""What every patience says in the same words, and what each says in its own."""

from __future__ import annotations

from abc import ABC, abstractmethod

from demilune.cards import Card
from demilune.games import REDEAL, Game, Move, Position, Refusal
from web.catalogue import _, ngettext
from web.wording.cards import card_name


class Wording(ABC):
    """The words of one patience, in the language chosen now."""

    @abstractmethod
    def name(self) -> str:
        """Return the name of the patience."""

    @abstractmethod
    def rule(self, letter: str) -> tuple[str, str]:
        """Return the name of a rule and a line that says what it is."""

    @abstractmethod
    def place(self, name: str) -> str:
        """Return the name of a place: *pile 10*, *ace foundation of spades*."""

    @abstractmethod
    def source(self, name: str) -> str:
        """Return where a card comes from: *from pile 10*."""

    @abstractmethod
    def target(self, name: str) -> str:
        """Return where a card goes: *to pile 14*."""

    @abstractmethod
    def code(self) -> str:
        """Return the word for a deal code."""

    @abstractmethod
    def layout(self, name: str) -> str:
        """Return the name of a layout."""

    @abstractmethod
    def page(self, letter: str) -> str:
        """Return the name of the rules page on a rule, the same in every language."""

    @abstractmethod
    def help(self) -> list[str]:
        """Return the rules in a few sentences."""

    def redeal(self, left: int) -> str:
        """Return the label of the redeal button."""
        return _("Redeal ({left})").format(left=left) if left else _("No redeal left")

    def redealing(self) -> str:
        """Return what a redeal is, as a move that is suggested."""
        return _("redeal, which brings the bottom card of every pile to its top")

    def redeals_left(self, left: int) -> str:
        """Return the line under the table of a game that tells its redeals there."""
        if not left:
            return _("No redeal left")
        return ngettext("{number} redeal left", "{number} redeals left", left).format(number=left)

    def pile(self, game: Game, position: Position, place: str) -> str:
        """Return all cards of a pile that is looked into."""
        cards = ", ".join(map(card_name, game.cards(position, place)))
        return _("{place}, from the bottom: {cards}").format(place=self.place(place), cards=cards)

    def refusal(self, refusal: Refusal) -> str:
        """Return the reason for a refusal in words."""
        return {
            Refusal.GAME_OVER: _("The game is over"),
            Refusal.UNKNOWN_PILE: _("There is no such pile"),
            Refusal.NO_CARD: _("There is no card here"),
            Refusal.OWN_PILE: _("The card lies here already"),
            Refusal.BASE_LOCKED: _("The base of the foundation is locked"),
            Refusal.NO_RETURN: _("Nothing returns from a foundation to a pile"),
            Refusal.FACE_DOWN: _("The card lies face down"),
            Refusal.ONLY_TOP_CARD: _("Only the top card can be moved"),
            Refusal.TOO_MANY_CARDS: _("At most 20 cards can be moved at once"),
            Refusal.SEVERAL_ONTO_FOUNDATION: _("A foundation takes one card at a time"),
            Refusal.EMPTY_PILE: _("Nothing can be placed on an empty pile"),
            Refusal.ONLY_KING: _("An empty column takes only a king"),
            Refusal.PILE_FULL: _("This pile is full; choose another place"),
            Refusal.NOT_SAME_SUIT: _("Must be of the same suit"),
            Refusal.OTHER_SUIT_FOUNDATION: _("This foundation is of another suit"),
            Refusal.NOT_ADJACENT_RANK: _("Must be one rank higher or lower"),
            Refusal.NOT_ONE_HIGHER: _("Must go on a card exactly one rank higher"),
            Refusal.NOT_NEXT_ON_FOUNDATION: _("Does not continue this foundation"),
            Refusal.NO_REDEAL_LEFT: _("No redeal left"),
            Refusal.NOTHING_TO_REDEAL: _("No pile has two cards: there is nothing to redeal"),
            Refusal.CLOSED_DEAL: _("In a closed deal no pile is looked into"),
        }[refusal]

    def choice(self, game: Game, position: Position, place: str, size: int) -> str:
        """Return the name of a card in its place, as a control is called.

        *pile 10, ace of spades, 5 cards, 3 face down*; of a covered card *column 3, 7 of hearts*.
        """
        cards, hidden = game.cards(position, place), game.face_down(position, place)
        if not cards:
            return _("{place}, empty").format(place=self.place(place))
        if size > len(cards) - hidden:
            return _("{place}, face down").format(place=self.place(place))
        text = (
            _("{place}, {card}")
            if size > 1
            else ngettext(
                "{place}, {card}, {number} card", "{place}, {card}, {number} cards", len(cards)
            )
        )
        name = text.format(place=self.place(place), card=card_name(cards[-size]), number=len(cards))
        if size > 1 or not hidden:
            return name
        return _("{cards}, {number} face down").format(cards=name, number=hidden)

    def selection(self, game: Game, position: Position, place: str, size: int) -> str:
        """Return the name of cards that are taken up together.

        *pile 10, ace of spades, 5 cards*; of a group *column 3, 7 of hearts, and 2 cards on it*.
        """
        if size == 1:
            return self.choice(game, position, place, size)
        return ngettext(
            "{place}, {card}, and {number} card on it",
            "{place}, {card}, and {number} cards on it",
            size - 1,
        ).format(
            place=self.place(place),
            card=card_name(game.cards(position, place)[-size]),
            number=size - 1,
        )

    def step(self, game: Game, before: Position, move: Move, after: Position) -> str:
        """Return what a move or a redeal did."""
        if move == REDEAL:
            return ngettext(
                "Redealt, {number} redeal left", "Redealt, {number} redeals left", after.redeals
            ).format(number=after.redeals)
        source = move.source
        turned = game.face_down(before, source) > game.face_down(after, source)
        return self.move(
            move,
            game.cards(before, source)[-move.size :],
            game.cards(after, source)[-1] if turned else None,
        )

    def move(self, move: Move, cards: tuple[Card, ...], turned: Card | None) -> str:
        """Return what a move did: the cards that moved, and the one that it turned up."""
        more = len(cards) - 1
        text = (
            ngettext(
                "{card} and {number} more {source} {target}",
                "{card} and {number} more {source} {target}",
                more,
            )
            if more
            # i18n: {source} and {target} are “from pile 10” and “to pile 14”
            else _("{card} {source} {target}")
        ).format(
            card=card_name(cards[0]),
            number=more,
            source=self.source(move.source),
            target=self.target(move.target),
        )
        if turned:
            text += ". " + _("{card} turned up").format(card=card_name(turned))
        return text
