"""Small charts of finished games, as SVG text. Pure; colours and sizes are the style sheet's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Literal, NamedTuple

WIDTH, HEIGHT = 300.0, 64.0
_LEAST = 8.0
"""The height of the lowest bar."""


Fate = Literal["won", "assisted", "lost"]
"""What became of a game; *assisted* is won with help."""


class GameBar(NamedTuple):
    """A game: how it ended, how high it stands beside the others, and what is said of it."""

    kind: Fate
    value: float
    title: str


class DayBar(NamedTuple):
    """A day: games played, games won of them, and what is said of it."""

    played: int
    won: int
    title: str


def games_chart(games: Sequence[GameBar], places: int, label: str) -> str:
    """Draw games as bars from the left, one that was not won as a mark on the ground.

    `places` is the number of bars for which there is room; `label` says the whole in words.
    """
    most = max((game.value for game in games if game.kind != "lost"), default=0) or 1
    step = WIDTH / places
    bars = []
    for i, (kind, value, title) in enumerate(games):
        height = _LEAST / 2 if kind == "lost" else _LEAST + value / most * (HEIGHT - _LEAST)
        bars.append(_bar(kind, i * step, height, step, title))
    return _svg(label, bars)


def days_chart(days: Sequence[DayBar], label: str) -> str:
    """Draw days as bars of the games played, filled as far as they were won."""
    most = max((day.played for day in days), default=0) or 1
    step = WIDTH / len(days)
    bars = []
    for i, (played, won, title) in enumerate(days):
        if played:
            bars.append(_bar("played", i * step, played / most * HEIGHT, step, title))
        if won:
            bars.append(_bar("won", i * step, won / most * HEIGHT, step, title))
    return _svg(label, bars)


def _bar(kind: str, x: float, height: float, step: float, title: str) -> str:
    text = f"<title>{escape(title)}</title>"
    return (
        f'<rect class="{kind}" x="{x + step * 0.15:.1f}" y="{HEIGHT - height:.1f}"'
        f' width="{step * 0.7:.1f}" height="{height:.1f}" rx="1.2">{text}</rect>'
    )


def _svg(label: str, bars: Iterable[str]) -> str:
    ground = f'<path class="ground" d="M0 {HEIGHT + 1}H{WIDTH}"/>'
    return (
        f'<svg class="chart" role="img" aria-label="{escape(label)}"'
        f' viewBox="0 0 {WIDTH:.0f} {HEIGHT + 2:.0f}">{"".join(bars)}{ground}</svg>'
    )
