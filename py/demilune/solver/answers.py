"""The three answers of a search, and the two kinds of proof that a game is lost."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum

from demilune.games import Move


class Proof(Enum):
    """Why a position cannot be won, whatever is played; the value says it in English."""

    SEARCHED = "every way to play on was searched, and none wins"
    BURIED = "a card is buried so that no play can free it"


@dataclass(frozen=True, slots=True)
class Solved:
    """The position can be won: by these moves, which the game's rules accept one after another."""

    line: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The position cannot be won, and why."""

    proof: Proof
    nodes: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither a win nor a proof was found with this effort; it is no verdict."""

    nodes: int


Answer = Solved | Lost | Unknown

Steps = Generator[int, None, Solved | Lost]
"""A search under way: it yields the nodes so far every few milliseconds and returns its answer.

A search never gives up. Whoever runs it stops when there is enough of it.
"""
