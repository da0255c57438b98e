"""The player's date, and dates, numbers and times as the player's language writes them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import js
from pyodide.ffi import to_js

from web.dom import to_object

_MONDAY = date(2024, 1, 1)


def today() -> date:
    """Return the player's date."""
    now = js.Date.new()
    return date(now.getFullYear(), now.getMonth() + 1, now.getDate())


def milliseconds() -> int:
    """Return the time now, in milliseconds since 1970 (UTC)."""
    return int(js.Date.now())


def number(value: float) -> str:
    """Write a number, to the nearest whole: *1,234*."""
    return _number(value, maximumFractionDigits=0)


def share(value: float) -> str:
    """Write a share of 0 to 1 as a percentage: *58%*."""
    return _number(value, style="percent", maximumFractionDigits=0)


def size(count: float) -> str:
    """Write a number of bytes: *35 kB*, *1.2 MB*."""
    if count < 1e6:
        return _number(count / 1e3, style="unit", unit="kilobyte", maximumFractionDigits=0)
    return _number(count / 1e6, style="unit", unit="megabyte", maximumFractionDigits=1)


def duration(seconds: float) -> str:
    """Write a time of play: *1h 5m*, *12m 5s*."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    parts = {"hour": hours, "minute": minute, "second": 0 if hours else second}
    shown = {unit: n for unit, n in parts.items() if n} or {"second": 0}
    texts = [_number(n, style="unit", unit=unit, unitDisplay="narrow") for unit, n in shown.items()]
    narrow = to_object({"type": "unit", "style": "narrow"})
    return str(js.Intl.ListFormat.new(_locale(), narrow).format(to_js(texts)))


def long_day(day: date) -> str:
    """Write a date in full: *Sunday 29 November 2026*."""
    return _date(day, dateStyle="full")


def short_day(day: date) -> str:
    """Write a date of this year in short: *29 Nov*."""
    return _date(day, day="numeric", month="short")


def month(day: date) -> str:
    """Write the month of a date: *November 2026*."""
    return _date(day, month="long", year="numeric")


def weekdays() -> list[tuple[str, str]]:
    """Return the days of the week, short and in full, the first day of the week first."""
    days = [_MONDAY + timedelta(days=first_weekday() + i) for i in range(7)]
    return [(_date(day, weekday="short"), _date(day, weekday="long")) for day in days]


def first_weekday() -> int:
    """Return the first day of the week where the player lives: 0 for Monday to 6 for Sunday."""
    locale = js.Intl.Locale.new(_locale())
    if hasattr(locale, "getWeekInfo"):
        return int(locale.getWeekInfo().firstDay) - 1
    return 0


def _locale() -> str:
    """Return the page's language, in the form of the country that the browser names for it."""
    language = str(js.document.documentElement.lang)
    wishes = map(str, js.navigator.languages)
    return next((wish for wish in wishes if wish.split("-")[0] == language), language)


def _number(value: float, **options: Any) -> str:
    return str(js.Intl.NumberFormat.new(_locale(), to_object(options)).format(value))


def _date(moment: date, **options: Any) -> str:
    midnight = js.Date.new(moment.year, moment.month - 1, moment.day)
    return str(js.Intl.DateTimeFormat.new(_locale(), to_object(options)).format(midnight))
