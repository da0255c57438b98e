"""The menu, and the panels behind it that are not about the game on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from demilune.deals import DealCode
from demilune.session import Session
from web.about import AboutPanel
from web.daily import DailyPanel
from web.data import DataPanel
from web.dom import find
from web.log import Log
from web.panels import open_dialog
from web.share import SharePanel
from web.statistics import StatisticsPanel
from web.storage import Storage
from web.verified import VerifiedDeal

KEYS: Mapping[str, str] = {"m": "menu", "d": "daily", "s": "statistics"}
"""Keys and the commands that they give."""


class Menu:
    """Offers the daily deal, statistics, sharing, the player's data, and what the program is.

    `commands` has what its buttons do.
    """

    def __init__(
        self,
        storage: Storage,
        log: Log,
        session: Callable[[], Session],
        play: Callable[[DealCode], None],
        costs: Callable[[DealCode], Session | None],
        goes_on: Callable[[str], Session | None],
        changed: Callable[[], None],
    ) -> None:
        """Make the panels.

        `session` returns the game on the table, `play` begins or resumes that of a code,
        `costs` returns the game that is given up for that and `goes_on` that of a rule which was
        begun, and `changed` is called when settings and saves have become others.
        """
        statistics, share = StatisticsPanel(log), SharePanel()
        daily = DailyPanel(log, play, costs, goes_on)
        data, about = DataPanel(storage, log, changed), AboutPanel(storage)
        verified = VerifiedDeal()

        def open_menu() -> None:
            verified.show(session().code)
            open_dialog(find("#menu"))

        self.commands: Mapping[str, Callable[[], object]] = {
            "menu": open_menu,
            "statistics": lambda: statistics.open(session().code.rule),
            "daily": lambda: daily.open(session().game.prefix),
            "share": lambda: share.open(session()),
            "data": data.open,
            "about": about.open,
        }
