"""The results of surveys, as the page on difficulty tells them.

A survey is a file `surveys/*.json`, what `python -m demilune survey … --json` prints: an object of
which `task` (its `rule`, and `redeals`, null for the rule's own number), `deals`, `won`, `lost`
(for certain), `unknown` and `command` (what repeats it) are read.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from demilune.games import GAMES
from demilune.solver.survey import wilson
from sitebuild import BuildError


@dataclass(frozen=True)
class Survey:
    """How many of a row of deals a solver has won, and lost for certain."""

    rule: str
    redeals: int
    deals: int
    won: int
    lost: int
    unknown: int
    command: str

    @property
    def interval(self) -> tuple[float, float]:
        """The share of all deals that can be won, from at least to at most.

        The lower end takes all unknown deals as lost, the upper end as won.
        """
        return wilson(self.won, self.deals)[0], wilson(self.deals - self.lost, self.deals)[1]


def read_surveys(root: Path) -> list[Survey]:
    """Return the surveys of a checkout, game by game, those with most redeals first.

    Raises:
        BuildError: a file is malformed.
    """
    order = list(GAMES)
    surveys = [_read(path) for path in sorted((root / "surveys").glob("*.json"))]
    games = list(dict.fromkeys(type(game) for game in GAMES.values()))

    def place(survey: Survey) -> tuple[int, int, int]:
        game = games.index(type(GAMES[survey.rule]))
        return game, -survey.redeals, order.index(survey.rule)

    return sorted(surveys, key=place)


def _read(path: Path) -> Survey:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        rule, redeals = str(data["task"]["rule"]), data["task"]["redeals"]
        survey = Survey(
            rule=rule,
            redeals=GAMES[rule].redeals if redeals is None else int(redeals),
            deals=int(data["deals"]),
            won=int(data["won"]),
            lost=int(data["lost"]),
            unknown=int(data["unknown"]),
            command=str(data["command"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BuildError(f"surveys/{path.name}: {error!r}") from error
    counts = survey.won, survey.lost, survey.unknown
    if survey.deals < 1 or min(counts) < 0 or sum(counts) != survey.deals:
        raise BuildError(f"surveys/{path.name}: its counts do not fit together")
    return survey
