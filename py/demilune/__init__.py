"""Demilune's engine: the patiences Crescent and Russian Solitaire.

Pure Python; imports nothing from a browser. `demilune.games.GAMES` holds the rules,
`demilune.session.Session` plays them, `demilune.deals` and `demilune.record` read and write
deal codes and whole games as text.
"""

__version__ = "0.1.0"
