"""The pages of the browser tests."""

from browser.conftest import _other, _shared, driver, visitor

__all__ = ["_other", "_shared", "driver", "visitor"]
