"""Build time only: turns a checkout into a static site that any host can serve."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout that this package lies in."""


class BuildError(Exception):
    """Something outside the code is wrong; the text says what, in one line, to whoever builds."""
