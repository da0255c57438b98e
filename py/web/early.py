"""What was tapped on the picture of the last position, before Python ran (see `picture.js`)."""

from __future__ import annotations

from collections.abc import Callable

import js

from web.hand import Choice


def catch_up(
    record: str,
    command: Callable[[str], None],
    tap: Callable[[Choice, float], None],
    choose: Callable[[Choice], None],
) -> None:
    """Do what was tapped, once and in order.

    Commands go to `command` by name, taps on the table with their time to `tap`, and presses
    without a pointer to `choose`: these only if the picture showed the game of the `record`.
    """
    early = js.demiluneEarly
    fits = early.record == record
    for button in js.document.querySelectorAll(".bar .early"):
        button.classList.remove("early")
    for event in early.events.splice(0):
        name = getattr(event, "command", None)
        if name:
            command(name)
        elif fits:
            choice = Choice(event.place, int(event.size))
            if event.pointed:
                tap(choice, event.at)
            else:
                choose(choice)
