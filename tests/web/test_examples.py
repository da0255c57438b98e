"""The examples in the docstrings of those modules of the page that need no browser."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["address", "archive", "catalogue", "hand", "layout", "settings"])
def test_the_examples_hold(name: str) -> None:
    """What a docstring shows is what happens."""
    assert doctest.testmod(importlib.import_module(f"web.{name}")).failed == 0
