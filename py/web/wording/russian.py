"""The words of Russian Solitaire."""

from __future__ import annotations

from demilune.cards import Suit
from demilune.games import Refusal
from web.catalogue import _, pgettext
from web.wording.cards import suit_name
from web.wording.wording import Wording


class RussianWording(Wording):
    """Russian Solitaire's words: *kaartsoort*, *kolom* and *basisstapel* in Dutch."""

    def name(self) -> str:
        """Return the name of the patience."""
        return _("Russian Solitaire")

    def rule(self, letter: str) -> tuple[str, str]:
        """Return the name of a rule and a line that says what it is."""
        return {
            "C": (_("Russian Classic"), _("Columns are built in one suit")),
            "R": (_("Russian Soft"), _("Columns are built in any suits")),
        }[letter]

    def place(self, name: str) -> str:
        """Return the name of a column or foundation."""
        if name.isdigit():
            return _("column {number}").format(number=name)
        return pgettext("Russian Solitaire", "foundation of {suit}").format(suit=_suit(name))

    def source(self, name: str) -> str:
        """Return where a card comes from."""
        if name.isdigit():
            return _("from column {number}").format(number=name)
        return pgettext("Russian Solitaire", "from the foundation of {suit}").format(
            suit=_suit(name)
        )

    def target(self, name: str) -> str:
        """Return where a card goes."""
        if name.isdigit():
            return _("to column {number}").format(number=name)
        return pgettext("Russian Solitaire", "to the foundation of {suit}").format(suit=_suit(name))

    def code(self) -> str:
        """Return the word for a deal code."""
        return pgettext("Russian Solitaire", "Deal code")

    def refusal(self, refusal: Refusal) -> str:
        """Return the reason for a refusal in words."""
        own = {
            Refusal.UNKNOWN_PILE: _("There is no such column"),
            Refusal.ONLY_TOP_CARD: _("Only the top card of a foundation can be taken back"),
            Refusal.NOT_SAME_SUIT: pgettext("Russian Solitaire", "Must be of the same suit"),
            Refusal.OTHER_SUIT_FOUNDATION: pgettext(
                "Russian Solitaire", "This foundation is of another suit"
            ),
            Refusal.NOT_NEXT_ON_FOUNDATION: pgettext(
                "Russian Solitaire", "Does not continue this foundation"
            ),
            Refusal.SEVERAL_ONTO_FOUNDATION: pgettext(
                "Russian Solitaire", "A foundation takes one card at a time"
            ),
        }
        return own.get(refusal) or super().refusal(refusal)

    def layout(self, name: str) -> str:
        """Return the name of a layout."""
        return {
            "beside": _("Foundations beside the columns"),
            "above": _("Foundations above the columns"),
        }[name]

    def page(self, letter: str) -> str:
        """Return the name of the rules page on a rule."""
        return "russian"

    def help(self) -> list[str]:
        """Return the rules in a few sentences."""
        return [
            _("Bring all cards to the four foundations, each suit from the ace to the king."),
            _(
                "Any face-up card moves with all that lies on it, at most 20 cards, onto the "
                "last card of a column that is exactly one rank higher: of the same suit in "
                "Classic, of any suit in Soft."
            ),
            _(
                "An empty column takes only a king. A card that comes free turns face up. The "
                "top of a foundation may be taken back."
            ),
            _(
                "A card on a foundation scores 10, a turned card 5; a game without taking back "
                "ends with 625."
            ),
        ]


def _suit(name: str) -> str:
    """Return the name of the suit of a foundation."""
    return suit_name(Suit(name))
