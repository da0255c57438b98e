"""The panel of the daily deal: a month's calendar of what was played and won."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from demilune.daily import DAILY_RULES, FIRST, Day, daily, days, streaks
from demilune.deals import DealCode
from demilune.session import Session
from demilune.stats import Entry
from web import local
from web.catalogue import _, ngettext
from web.dom import Element, find, listen, make
from web.log import Log
from web.panels import open_dialog
from web.wording import WORDING, wording_of

_STEPS = {"ArrowLeft": -1, "ArrowRight": 1, "ArrowUp": -7, "ArrowDown": 7}


class DailyPanel:
    """Shows a month of one game's daily deals, of which those up to today can be played."""

    def __init__(
        self,
        log: Log,
        play: Callable[[DealCode], None],
        costs: Callable[[DealCode], Session | None],
        goes_on: Callable[[str], Session | None],
    ) -> None:
        """Keep the log, what to do with the deal that is chosen, and which game gives way to it.

        `goes_on` returns the game of a rule that was begun, on the table or among the saves.
        """
        self._log = log
        self._play = play
        self._costs = costs
        self._goes_on = goes_on
        self._dialog = find("#daily")
        self._today = self._month = FIRST
        self._entries: list[Entry] = []
        listen(find("#daily-games"), "change", lambda _event: self._show())
        listen(find("#month-before"), "click", lambda _event: self._turn(-1))
        listen(find("#month-after"), "click", lambda _event: self._turn(1))
        listen(find("#days"), "click", self._pressed)
        listen(find("#days"), "keydown", self._key)
        listen(find("#daily-today"), "click", lambda _event: self._begin(self._today))

    def open(self, game: str) -> None:
        """Open with the month of today, for a game by the letters of its codes."""
        self._today = max(local.today(), FIRST)
        self._month = self._today.replace(day=1)
        self._entries = self._log.finished()
        find("#daily-games").replaceChildren(*(_choice(each, each == game) for each in WORDING))
        self._show()
        open_dialog(self._dialog)

    @property
    def _game(self) -> str:
        return str(find("#daily-games input:checked").value)

    def _turn(self, step: int) -> None:
        """Show the month before or after, if it has deals that can be played."""
        if find("#month-before" if step < 0 else "#month-after").ariaDisabled == "true":
            return
        months = self._month.year * 12 + self._month.month - 1 + step
        self._month = date(months // 12, months % 12 + 1, 1)
        self._show()

    def _show(self) -> None:
        first, today = self._month, self._today
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        find("#month").textContent = local.month(first)
        _enable("#month-before", first > FIRST)
        _enable("#month-after", last < today)
        names = [make("th", scope="col", abbr=full, text=short) for short, full in local.weekdays()]
        find("#days thead tr").replaceChildren(*names)
        fates = days(self._game, self._entries, first, last)
        offset = (first.weekday() - local.first_weekday()) % 7
        game = self._goes_on(DAILY_RULES[self._game])
        begun = {day for day in (*fates, today) if game and game.code == daily(self._game, day)}
        cells = [make("td") for _ in range(offset)]
        cells += [self._cell(day, fate, day in begun) for day, fate in fates.items()]
        rows = []
        for i in range(0, len(cells), 7):
            row = make("tr")
            row.append(*cells[i : i + 7])
            rows.append(row)
        find("#days tbody").replaceChildren(*rows)
        stop = find("#days [aria-current]") or find("#days button:last-of-type")
        stop.tabIndex = 0
        find("#daily-today").textContent = (
            _("Go on with today’s deal") if today in begun else _("Play today’s deal")
        )
        self._show_streaks()
        self._show_costs()

    def _show_streaks(self) -> None:
        now, most = streaks(self._game, self._entries, self._today)
        texts = [
            ngettext("{number} day in a row", "{number} days in a row", now).format(
                number=local.number(now)
            ),
            _("Most: {number}").format(number=local.number(most)),
        ]
        find("#daily-streak").textContent = " · ".join(texts) if most else ""

    def _show_costs(self) -> None:
        """Tell of the game that would be given up for a deal of the calendar."""
        left = self._costs(daily(self._game, self._today))
        find("#daily-costs").textContent = _cost(left) if left else ""

    def _cell(self, day: date, fate: Day, begun: bool) -> Element:
        cell = make("td")
        if FIRST <= day <= self._today:
            marks = _marks(fate, begun)
            button = make("button", " ".join(["day", *marks]), str(day.day), type="button")
            button.tabIndex = -1
            button.dataset.day = day.isoformat()
            button.title = ", ".join(marks.values())
            name = ", ".join([local.long_day(day), *marks.values()])
            button.setAttribute("aria-label", name)
            if day == self._today:
                button.setAttribute("aria-current", "date")
            cell.append(button)
        else:
            cell.append(make("span", "day", str(day.day)))
        return cell

    def _pressed(self, event: Element) -> None:
        button = event.target.closest("button")
        if button:
            self._begin(date.fromisoformat(button.dataset.day))

    def _begin(self, day: date) -> None:
        code = daily(self._game, day)
        self._dialog.close()
        self._play(code)

    def _key(self, event: Element) -> None:
        """Move over the days by arrows; they are one stop of the tab key."""
        step = _STEPS.get(event.key)
        button = event.target.closest("button")
        if step is None or not button:
            return
        event.preventDefault()
        day = date.fromisoformat(button.dataset.day) + timedelta(days=step)
        there = find(f'#days [data-day="{day.isoformat()}"]')
        if there:
            button.tabIndex = -1
            there.tabIndex = 0
            there.focus()


def _cost(left: Session) -> str:
    """Say that a game gives way; one begun by redeals, or all taken back, has no moves to count."""
    moves = left.moves_made
    text = ngettext(
        "Your game of {rule} ({number} move) gives way; a button brings it back.",
        "Your game of {rule} ({number} moves) gives way; a button brings it back.",
        moves,
    )
    if not moves:
        text = _("Your game of {rule} gives way; a button brings it back.")
    rule = wording_of(left.game).rule(left.game.letter)[0]
    return text.format(rule=rule, number=local.number(moves))


def _marks(fate: Day, begun: bool) -> dict[str, str]:
    """Return the classes of a day in the calendar, and what each means."""
    marks = {}
    if fate.on_its_day:
        marks["won"] = _("won on its day")
    elif fate.won:
        marks["later"] = _("won later")
    elif fate.played:
        marks["played"] = _("played, not won")
    if begun:
        marks["begun"] = _("begun, goes on")
    return marks


def _choice(game: str, checked: bool) -> Element:
    """Return a game to choose, a radio button with its name."""
    label = make("label")
    button = make("input", type="radio", name="daily", value=game)
    button.checked = checked
    rule = WORDING[game].rule(DAILY_RULES[game][-1])[0]
    label.append(button, make("span", text=rule))
    return label


def _enable(selector: str, enabled: bool) -> None:
    """Show whether a button does anything; it keeps the focus."""
    find(selector).setAttribute("aria-disabled", "false" if enabled else "true")
