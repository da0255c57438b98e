"""Positions on winning lines of the shipped lists, drawn by hypothesis."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import strategies as st

from demilune.games import GAMES, Position
from demilune.solver import Solved, solve
from demilune.solver.winnable import WinnableDeal, winnable_deals


@cache
def deals_of(rule: str) -> list[WinnableDeal]:
    """The deals of a rule's list; of Crescent some whose lines are found in a moment."""
    deals = winnable_deals(rule)
    if GAMES[rule].redeals:
        return sorted(deals, key=lambda deal: deal.nodes)[:25]
    return deals


@cache
def line_of(deal: WinnableDeal) -> list[Position]:
    """The positions of a game that wins, from the deal to the one before the last move."""
    game, position, _ = deal.search()
    answer = solve(*deal.search())
    assert isinstance(answer, Solved)
    positions = []
    for move in answer.line:
        positions.append(position)
        position = game.play(position, move)
    assert game.won(position)
    return positions


@st.composite
def on_winning_lines(draw: Any, *rules: str) -> tuple[str, Position]:
    """A rule, and a position of it that is won: a deal of its list after some of its line.

    Of a game with redeals it is one from which the line needs no more of them, so none is left.
    """
    rule = draw(st.sampled_from(rules))
    positions = line_of(draw(st.sampled_from(deals_of(rule))))
    last = positions[-1].redeals
    positions = [position for position in positions if position.redeals == last]
    position = draw(st.sampled_from(positions))
    return rule, replace(position, redeals=0)
