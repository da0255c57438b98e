"""A game's clock. Time comes in from outside, so that tests own it."""

from __future__ import annotations

from collections.abc import Callable

TimeSource = Callable[[], float]
"""Returns seconds from any fixed point."""


class Clock:
    """Counts the seconds in which it runs."""

    def __init__(self, now: TimeSource, seconds: float = 0.0) -> None:
        """Stand at a number of seconds, stopped."""
        self._now = now
        self._seconds = seconds
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether time is counted now."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """The seconds counted so far; a source that is set back takes none away."""
        running = 0.0 if self._since is None else max(self._now() - self._since, 0.0)
        return self._seconds + running

    def start(self) -> None:
        """Count from now on; no effect when it runs already."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Stop counting; no effect when it stands."""
        self._seconds = self.seconds
        self._since = None
