"""In the memory image this stands in for `pyscript`, PyScript's own package in Python.

PyScript writes that package into the file system at every start and imports it, which takes as long
as all of our page, and the page does not need it. Here the import finds this module, and the first
name that is asked of it brings the real package. That needs Python's library: `interpreter.mjs`
fetches it when the page can be played, and then dispatches `demilune-library`.
"""

import importlib
import sys

__path__ = ["/home/pyodide/pyscript"]  # where PyScript writes it


def __getattr__(name: str) -> object:
    """Return what the real package has by a name, which then takes the place of this one."""
    if name.startswith("__"):
        raise AttributeError(name)
    if sys.modules[__name__].__dict__ is globals():
        del sys.modules[__name__]
    return getattr(importlib.import_module(__name__), name)
