"""The statistics panel, and the line about them when a game is won."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from demilune.games import GAMES
from demilune.session import Session
from demilune.stats import Entry, Statistics, by_day, statistics
from web import local
from web.catalogue import _, ngettext
from web.chart import DayBar, Fate, GameBar, days_chart, games_chart
from web.dom import Element, find, listen, make, option
from web.log import Log
from web.panels import open_dialog
from web.wording import WORDING

_GAMES, _DAYS = 30, 28
"""How many games and days the charts show."""


class StatisticsPanel:
    """Shows the figures of the finished games of one rule, of a game under all rules, or of all."""

    def __init__(self, log: Log) -> None:
        """Keep the log."""
        self._log = log
        self._choice = find("#statistics-of")
        listen(self._choice, "change", lambda _event: self._show())

    def open(self, rule: str) -> None:
        """Open with the figures of a rule."""
        self._choice.replaceChildren(option("", _("All games")), *_groups())
        self._choice.value = rule
        self._show()
        open_dialog(find("#statistics"))

    def _show(self) -> None:
        chosen = self._choice.value
        games = [entry for entry in self._log.finished() if entry.code.rule.startswith(chosen)]
        find("#statistics-none").hidden = bool(games)
        find("#statistics-figures").hidden = not games
        if games:
            _fill("#figures", _figures(statistics(games)))
            _show_games(games[-_GAMES:])
            _show_days(games)


def standing(session: Session, log: Log) -> str:
    """Return where a game that was won stands among the games of its rule, in a line."""
    if session.assisted:
        return _("Won with help: counted apart")
    games = [entry for entry in log.finished() if entry.code.rule == session.code.rule]
    figures = statistics(games)
    parts = [
        ngettext(
            "{won} of {played} game won", "{won} of {played} games won", figures.played
        ).format(won=local.number(figures.won), played=local.number(figures.played))
    ]
    if figures.streak > 2:
        parts.append(_("{number} in a row").format(number=local.number(figures.streak)))
    this = next((entry for entry in games if entry.id == session.id), None)
    if this and figures.won > 1:
        if this.seconds == figures.best_seconds:
            parts.append(_("best time"))
        if this.moves == figures.best_moves:
            parts.append(_("fewest moves"))
    return " · ".join(parts)


def _groups() -> list[Element]:
    """Return what can be chosen: for each patience all its rules together, and each alone."""
    groups = []
    for prefix, words in WORDING.items():
        group = make("optgroup", label=words.name())
        group.append(option(prefix, _("{game}: all").format(game=words.name())))
        rules = [game for game in GAMES.values() if game.prefix == prefix]
        group.append(*(option(game.rule, words.rule(game.letter)[0]) for game in rules))
        groups.append(group)
    return groups


def _figures(figures: Statistics) -> list[tuple[str, str]]:
    found = [
        (_("Played"), local.number(figures.played)),
        (_("Won"), local.number(figures.won)),
    ]
    if figures.share is not None:
        found.append((_("Share won"), local.share(figures.share)))
    found += [
        (_("Wins in a row"), local.number(figures.streak)),
        (_("Most in a row"), local.number(figures.best_streak)),
    ]
    if figures.best_seconds is not None and figures.mean_seconds is not None:
        found += [
            (_("Best time"), local.duration(figures.best_seconds)),
            (_("Mean time"), local.duration(figures.mean_seconds)),
        ]
    if figures.best_moves is not None and figures.mean_moves is not None:
        found += [
            (_("Fewest moves"), local.number(figures.best_moves)),
            (_("Mean of moves"), local.number(figures.mean_moves)),
        ]
    if figures.best_score is not None:
        found.append((_("Best score"), local.number(figures.best_score)))
    if figures.assisted:
        found.append((_("Won with help"), local.number(figures.assisted)))
    return found


def _fill(selector: str, figures: Iterable[tuple[str, str]]) -> None:
    rows = []
    for name, value in figures:
        row = make("div")
        row.append(make("dt", text=name), make("dd", text=value))
        rows.append(row)
    find(selector).replaceChildren(*rows)


def _show_games(games: list[Entry]) -> None:
    bars = []
    for entry in games:
        kind, result = _fate(entry)
        parts = [local.short_day(entry.day), result, local.duration(entry.seconds)]
        bars.append(GameBar(kind, entry.seconds, ", ".join(parts)))
    won = sum(entry.won and not entry.assisted for entry in games)
    label = ngettext(
        "{won} of the last {number} game won", "{won} of the last {number} games won", len(games)
    ).format(won=local.number(won), number=local.number(len(games)))
    find("#games-chart").innerHTML = games_chart(bars, _GAMES, label)
    find("#games-said").textContent = " · ".join([label, _("height: time played")])


def _fate(entry: Entry) -> tuple[Fate, str]:
    """Return what became of a game, for the chart and in words."""
    if not entry.won:
        return "lost", _("given up")
    return ("assisted", _("won with help")) if entry.assisted else ("won", _("won"))


def _show_days(games: list[Entry]) -> None:
    days, today = by_day(games), local.today()
    bars: list[DayBar] = []
    rows: list[Element] = []
    for day in (today - timedelta(days=i) for i in reversed(range(_DAYS))):
        figures = days.get(day, Statistics())
        # Wins with help are counted apart, but they were played on that day.
        played = figures.played + figures.assisted
        said = _("{day}: {played} played, {won} won").format(
            day=local.short_day(day), played=played, won=figures.won
        )
        bars.append(DayBar(played, figures.won, said))
        if played:
            row = make("tr")
            row.append(
                make("th", text=local.short_day(day), scope="row"),
                make("td", text=local.number(played)),
                make("td", text=local.number(figures.won)),
            )
            rows.insert(0, row)
    total = sum(bar.played for bar in bars)
    label = ngettext(
        "{number} game in the last four weeks", "{number} games in the last four weeks", total
    ).format(number=local.number(total))
    find("#days-chart").innerHTML = days_chart(bars, label)
    find("#days-said").textContent = " · ".join([label, _("filled: won")])
    find("#days-table tbody").replaceChildren(*rows)
    find("#days-table").hidden = not rows
