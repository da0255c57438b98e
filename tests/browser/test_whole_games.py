"""A whole deal of each kind is won through the real page: by drag, by taps, by keys alone."""

from collections.abc import Callable

import pytest

from browser.driver import Driver
from browser.games import records
from demilune.games import Game, Move, Position
from demilune.record import replay

pytestmark = pytest.mark.browser

Way = Callable[[Driver, Game, Position, Move], None]


def by_mouse(driver: Driver, _game: Game, _position: Position, move: Move) -> None:
    driver.drag(move)


def by_touch(driver: Driver, _game: Game, _position: Position, move: Move) -> None:
    driver.drag(move, "touch")


def by_taps(driver: Driver, game: Game, position: Position, move: Move) -> None:
    # Which taps play the move is the game's to say; that they do is what is tested.
    driver.tap(move, _by_itself(game, position, move))


def by_touching(driver: Driver, game: Game, position: Position, move: Move) -> None:
    driver.tap(move, _by_itself(game, position, move), "touch")


def by_keys(driver: Driver, _game: Game, _position: Position, move: Move) -> None:
    driver.type(move)


def _by_itself(game: Game, position: Position, move: Move) -> Move | None:
    return game.tap(position, move.source, move.size) if move.source in game.places else None


@pytest.mark.parametrize(
    ("code", "way"),
    [
        ("CR1-N-AAAAAAF", by_mouse),
        ("RU1-C-AAAAAAS", by_mouse),
        ("CR1-H-AAAAAAG", by_touch),
        ("RU1-R-AAAAAAS", by_touch),
        ("CR1-F-AAAAAAA", by_touching),
        ("RU1-C-AAAAACH", by_taps),
        ("CR1-G-AAAAAAD", by_keys),
    ],
)
def test_a_whole_game_is_won(driver: Driver, code: str, way: Way):
    """Every move arrives as it was made; the panel tells time, moves, score and code at the end."""
    record = records()[code]
    game, positions = record.code.game, replay(record)
    driver.deal(code)
    for count, move in enumerate(record.moves):
        way(driver, game, positions[count], move)
        driver.expect_moves(" ".join(map(str, record.moves[: count + 1])))
    driver.expect_cards(game, positions[-1])
    assert driver.record() == str(record)
    moves = sum(str(move) != "R" for move in record.moves)
    panel = driver.won_panel()
    assert panel.pop("Time") == driver.bar("time")
    wanted = {"Moves": str(moves), "Deal code": code}
    if game.redeals:
        left = positions[-1].redeals
        wanted["Stars"] = "★" * (1 + left) + "☆" * (game.redeals - left)
        assert int(panel.pop("Redeals needed").split()[0]) <= game.redeals - left
    if game.scored:
        # No card was taken back: 52 times 10 and 21 times 5.
        wanted["Score"] = "625"
        assert driver.bar("score") == "625 points"
    assert panel == wanted
    assert driver.bar("moves") == f"{moves} moves"
    assert driver.bar("code") == code
