"""The words of Crescent."""

from __future__ import annotations

from demilune.cards import Suit
from web.catalogue import _, pgettext
from web.wording.cards import suit_name
from web.wording.wording import Wording


class CrescentWording(Wording):
    """Crescent's words: suits are *kleur* in Dutch, piles *stapel*, foundations *fundament*."""

    def name(self) -> str:
        """Return the name of the patience."""
        return _("Crescent")

    def rule(self, letter: str) -> tuple[str, str]:
        """Return the name of a rule and a line that says what it is."""
        return {
            "N": (_("Crescent"), _("Three redeals, all cards dealt face up")),
            "F": (_("Crescent Four"), _("A fourth redeal, all cards dealt face up")),
            "H": (_("Halvmånen"), _("Three redeals, only the top cards face up")),
            "G": (_("Halvmånen Four"), _("A fourth redeal, only the top cards face up")),
        }[letter]

    def place(self, name: str) -> str:
        """Return the name of a pile or foundation."""
        return {
            "A": _("ace foundation of {suit}"),
            "K": _("king foundation of {suit}"),
        }.get(name[-1], _("pile {number}")).format(**_parts(name))

    def source(self, name: str) -> str:
        """Return where a card comes from."""
        return {
            "A": _("from the ace foundation of {suit}"),
            "K": _("from the king foundation of {suit}"),
        }.get(name[-1], _("from pile {number}")).format(**_parts(name))

    def target(self, name: str) -> str:
        """Return where a card goes."""
        return {
            "A": _("to the ace foundation of {suit}"),
            "K": _("to the king foundation of {suit}"),
        }.get(name[-1], _("to pile {number}")).format(**_parts(name))

    def code(self) -> str:
        """Return the word for a deal code."""
        return pgettext("Crescent", "Deal code")

    def layout(self, name: str) -> str:
        """Return the name of a layout."""
        return {
            "horseshoe": _("Horseshoe"),
            "rows": _("Two rows of eight"),
            "arc": _("Half moon"),
        }[name]

    def page(self, letter: str) -> str:
        """Return the name of the rules page on a rule."""
        return "halvmanen" if letter in "HG" else "crescent"

    def help(self) -> list[str]:
        """Return the rules in a few sentences."""
        return [
            _(
                "Bring all cards to the eight foundations: up from the aces and down from the "
                "kings, each in its suit."
            ),
            _(
                "Only the top card of a pile moves, onto a card of its suit one rank higher or "
                "lower; ace and king are neighbours. A pile holds at most 13 cards, and an "
                "empty one stays empty."
            ),
            _(
                "The top card of a foundation may go to the other foundation of its suit when "
                "it fits there. Nothing returns to a pile."
            ),
            _("A redeal brings the bottom card of every pile to its top."),
        ]


def _parts(name: str) -> dict[str, str]:
    """Return what the name of a place is made of: its number, or its suit."""
    return {"number": name} if name.isdigit() else {"suit": suit_name(Suit(name[0]))}
