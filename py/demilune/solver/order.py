"""The order of a line's moves: cards that can go up do so before a redeal, not after it.

A search that has found a win does not care whether a card goes up now or when the redeal has been
made. A player does: a redeal is what is made when there is nothing else to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from demilune.games import REDEAL, Game, Move, Position


def upwards_first(
    game: Game, position: Position, line: Sequence[Move]
) -> Iterator[tuple[Move, ...]]:
    """Bring moves to the foundations forward over redeals, where the line still wins.

    Args:
        game: the rules.
        position: where the line begins.
        line: moves that win.

    Yields:
        the line so far, after some milliseconds of work; it always wins. The last is the result.

    >>> from demilune.deals import read_code
    >>> from demilune.solver import Budget, solve
    >>> code = read_code("CR1-N-AAAAAHS")
    >>> deal = code.game.deal(code.number)
    >>> line = solve(code.game, deal, Budget(nodes=6_000)).line
    >>> print(*line[:3], "…")
    R 6-SA 6-HK …
    >>> *_, better = upwards_first(code.game, deal, line)
    >>> print(*better[:3], "…")
    6-HK R 6-SA …
    """
    played: list[Move] = []
    rest = tuple(line)
    yield rest
    while rest:
        if rest[0] == REDEAL:
            rest = _brought_forward(game, position, rest)
            yield (*played, *rest)
        played.append(rest[0])
        position = game.play(position, rest[0])
        rest = rest[1:]


def _brought_forward(game: Game, position: Position, rest: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return a line with a card going up at once that goes up later in it, or the line as it is."""
    for move in game.moves(position):
        if not _goes_up(game, move):
            continue
        card = game.cards(position, move.source)[-1]
        after = position
        for i, later in enumerate(rest):
            if _goes_up(game, later) and game.cards(after, later.source)[-1] == card:
                moved = (move, *rest[:i], *rest[i + 1 :])
                if _wins(game, position, moved):
                    return moved
            after = game.play(after, later)
    return rest


def _goes_up(game: Game, move: Move) -> bool:
    """Tell whether a card goes from a pile to a foundation."""
    if move == REDEAL:
        return False
    return game.is_foundation(move.target) and not game.is_foundation(move.source)


def _wins(game: Game, position: Position, line: Sequence[Move]) -> bool:
    for move in line:
        if game.judge(position, move) is not None:
            return False
        position = game.play(position, move)
    return game.won(position)
