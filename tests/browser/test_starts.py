"""How the page starts: fresh, from an address, from a save, and where it cannot save at all."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from browser.driver import Driver
from browser.games import records
from demilune.games import GAMES
from demilune.record import read_moves, read_record, replay
from demilune.session import Session

pytestmark = pytest.mark.browser

CODE = "CR1-N-AAAAAAF"
OTHER = "CR1-N-AAAAAAB"


def save_of(code: str, moves: int, undone: int = 0, **changes: Any) -> str:
    """The save of a won game after some moves, of which some were taken back."""
    record = records()[code]
    session = Session(record.code, now=lambda: 0.0)
    for move in record.moves[:moves]:
        assert session.play(move) is None
    for _ in range(undone):
        assert session.undo()
    return json.dumps(json.loads(session.save()) | changes)


def record_of(code: str, moves: int) -> str:
    record = records()[code]
    return str(record._replace(moves=record.moves[:moves]))


def storage(save: str, rule: str = "CR1-N") -> dict[str, str]:
    return {"demilune.last": rule, f"demilune.save.{rule}": save}


def seconds(time: str) -> int:
    """A time of the bar, like `12:34`, in seconds."""
    minutes, _, rest = time.rpartition(":")
    return int(minutes) * 60 + int(rest)


# Fresh starts


class Start(NamedTuple):
    """What a fresh start showed."""

    wish: str
    language: str
    code: str
    button: str
    record: str


WISHES = [
    ("en-GB", "en"),
    ("nl-BE", "nl"),
    ("fi-FI", "fi"),
    ("da-DK", "da"),
    ("sv-SE,da,en", "da"),
    ("sv-SE", "en"),
    ("en-GB", "en"),
    ("nl", "nl"),
    ("fi", "fi"),
    ("da", "da"),
]
"""What a browser may wish to read, and what it gets."""


@pytest.fixture(scope="module")
def starts(_other: Driver) -> list[Start]:
    """Ten visits with an empty storage, by browsers of different languages."""
    found = []
    for wish, _ in WISHES:
        _other.wish_for(wish)
        _other.start_over()
        language = _other.page.locator("html").get_attribute("lang") or ""
        button = _other.page.locator('.bar [data-command="new"]').get_attribute("aria-label") or ""
        found.append(Start(wish, language, _other.bar("code"), button, _other.record()))
        assert _other.faults == []
    _other.wish_for("en-GB")
    return found


def test_ten_fresh_starts_give_ten_different_deals(starts: list[Start]):
    """The deal comes from the browser's randomness, which no snapshot can freeze."""
    assert len({start.code for start in starts}) == len(starts)
    assert {start.code[:5] for start in starts} == {"CR1-N"}


def test_the_page_speaks_the_language_of_the_browser(starts: list[Start]):
    """Dutch, Finnish, Danish, English; English for whom speaks none of them."""
    assert [start.language for start in starts] == [language for _, language in WISHES]
    words = {start.language: start.button for start in starts}
    assert words["en"] == "New game"
    assert len(set(words.values())) == len(words), f"not translated: {words}"


def test_a_fresh_start_is_saved(starts: list[Start]):
    """So that a reload shows the same cards."""
    assert [start.record for start in starts] == [f"{start.code}:" for start in starts]


# Addresses


def test_a_code_in_the_address_deals_it(visitor: Driver):
    """The save of its rule stays until the first move, and a reload resumes what was begun."""
    save = save_of(CODE, 5)
    visitor.start_over(storage(save), f"?code={OTHER.replace('-', '').lower()}&lang=fi")
    assert visitor.bar("code") == OTHER
    assert visitor.page.locator("html").get_attribute("lang") == "fi"
    assert visitor.stored()["demilune.save.CR1-N"] == save
    (move,) = read_moves("3-DK")
    visitor.drag(move)
    assert visitor.record() == f"{OTHER}: 3-DK"
    visitor.reload()
    assert visitor.record() == f"{OTHER}: 3-DK"
    assert visitor.bar("moves").startswith("1 ")


def test_a_code_equal_to_the_save_resumes_it(visitor: Driver):
    visitor.start_over(storage(save_of(CODE, 7, undone=2)), f"?code={CODE}")
    assert visitor.record() == record_of(CODE, 5)
    assert visitor.bar("moves") == "5 moves"
    visitor.page.keyboard.press("Control+y")
    assert visitor.record() == record_of(CODE, 6)


@pytest.mark.parametrize("saved", [True, False])
def test_a_game_in_the_address_resumes_its_save_or_deals(visitor: Driver, saved: bool):
    """Another rule's save is not touched."""
    crescent = save_of(CODE, 5)
    entries = storage(crescent)
    if saved:
        entries["demilune.save.RU1-R"] = save_of("RU1-R-AAAAAAS", 3)
    visitor.start_over(entries, "?game=ru1-r")
    if saved:
        assert visitor.record() == record_of("RU1-R-AAAAAAS", 3)
    else:
        assert visitor.bar("code").startswith("RU1-R-")
    assert visitor.stored()["demilune.save.CR1-N"] == crescent


@pytest.mark.parametrize("query", ["?code=CR1-N-AAB", "?game=XX1-Q"])
def test_an_unreadable_address_deals_anew_with_a_notice(visitor: Driver, query: str):
    """The game that is saved is not lost for it."""
    save = save_of(CODE, 5)
    visitor.start_over(storage(save), query)
    assert visitor.notice()
    assert visitor.bar("code").startswith("CR1-N-")
    assert visitor.bar("code") != CODE
    assert visitor.stored()["demilune.save.CR1-N"] == save


# Saves


def test_a_reload_returns_to_position_history_redo_and_clock(visitor: Driver):
    """Twice, with moves between; the clock goes on where it stood."""
    record = records()[CODE]
    visitor.start_over(storage(save_of(CODE, 7, undone=3, seconds=754.2)))
    assert visitor.record() == record_of(CODE, 4)
    assert 754 <= seconds(visitor.bar("time")) < 800
    visitor.page.keyboard.press("Control+y")
    visitor.page.keyboard.press("u")
    visitor.page.keyboard.press("Control+y")
    assert visitor.record() == record_of(CODE, 5)
    before = seconds(visitor.bar("time"))
    visitor.reload()
    assert visitor.record() == record_of(CODE, 5)
    assert visitor.bar("moves") == "5 moves"
    assert before <= seconds(visitor.bar("time")) < before + 60
    visitor.page.keyboard.press("Control+y")
    visitor.page.keyboard.press("Control+y")
    assert visitor.record() == record_of(CODE, 7)
    expect(visitor.page.locator('.bar [data-command="redo"]')).to_be_disabled()
    for _ in range(7):
        visitor.page.keyboard.press("u")
    assert visitor.record() == record_of(CODE, 0)
    visitor.expect_cards(record.code.game, record.code.game.deal(record.code.number))


@pytest.mark.parametrize(
    "text",
    [
        "{half a sa",
        save_of(CODE, 5, record="CR1-N-AAAAAAF: 8-1 1-2 3-4"),
        save_of(CODE, 5, undoable=6),
    ],
    ids=["no JSON", "an illegal move", "a wrong count"],
)
def test_a_damaged_save_is_set_aside_and_told(visitor: Driver, text: str):
    """The page starts with a new deal, and goes on saving."""
    visitor.start_over(storage(text))
    assert visitor.notice()
    assert visitor.said() == visitor.notice()
    assert visitor.stored()["demilune.damaged.save.CR1-N"] == text
    _play_any(visitor)
    assert visitor.save()["plays"] == 1
    assert visitor.stored()["demilune.damaged.save.CR1-N"] == text


def test_a_newer_save_is_left_as_it_is_and_told(visitor: Driver):
    """Byte for byte, though a game is played meanwhile."""
    text = '{"version": 2,  "record": "CR1-N-AAAAAAF: 8-1", "wind": "north"}'
    visitor.start_over(storage(text))
    assert visitor.notice()
    _play_any(visitor)
    assert visitor.bar("moves") == "1 move"
    visitor.page.keyboard.press("u")
    assert visitor.stored()["demilune.save.CR1-N"] == text


# Storage


FULL = """Storage.prototype.setItem = () => {
  throw new DOMException("no room", "QuotaExceededError");
};"""
FORBIDDEN = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); }
});"""


@pytest.fixture
def spoiled(_other: Driver, site_url: str) -> Iterator[Callable[[str], Driver]]:
    """Opens a page in which a script has run first."""
    pages = []

    def opened(script: str) -> Driver:
        page = _other.page.context.new_page()
        pages.append(page)
        page.add_init_script(script)
        driver = Driver(page, site_url)
        driver.open(f"?code={OTHER}")
        return driver

    yield opened
    for page in pages:
        page.close()


@pytest.mark.parametrize("script", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_a_storage_that_fails_is_told_once_and_the_game_goes_on(
    spoiled: Callable[[str], Driver], script: str
):
    """At the latest with the first move; never again after it."""
    driver = spoiled(script)
    first, second = read_moves("3-DK 5-HA")
    told = driver.notice()
    driver.drag(first)
    expect(driver.page.locator("#moves")).to_have_text("1 move")
    assert bool(told) != bool(driver.notice())
    driver.drag(second)
    expect(driver.page.locator("#moves")).to_have_text("2 moves")
    assert driver.notice() == ""
    driver.page.keyboard.press("u")
    expect(driver.page.locator("#moves")).to_have_text("1 move")
    assert driver.notice() == ""
    assert driver.faults == []


def _play_any(driver: Driver) -> None:
    """Play the first legal move of the deal that is shown."""
    code = read_record(driver.bar("code")).code
    driver.drag(next(GAMES[code.rule].moves(code.game.deal(code.number))))


LINE = "8-1 8-HK 16-12"


def test_moves_in_the_address_are_made(visitor: Driver):
    """A link to a position; it costs nobody a saved game, and comes back by the first undo."""
    query = f"?code={CODE}&moves={LINE.replace(' ', '+')}"
    save = save_of(CODE, 30)
    visitor.start_over(storage(save), query)
    # The saved game began in this way, so it goes on.
    assert visitor.record() == record_of(CODE, 30)
    other = save_of(OTHER, 3)
    visitor.start_over(storage(other), query)
    game = read_record(CODE).code.game
    visitor.expect_cards(game, replay(read_record(f"{CODE}: {LINE}"))[-1])
    assert visitor.stored()["demilune.save.CR1-N"] == other
    assert visitor.notice() == ""
    visitor.press("undo")
    visitor.expect_moves("8-1 8-HK")
    visitor.page.click("#notice button")
    assert visitor.record() == record_of(OTHER, 3)


def test_a_link_to_a_position_is_not_the_game_that_restart_leaves(visitor: Driver):
    """Restart, too, offers the way back to the saved game, which the link has not replaced."""
    visitor.start_over(storage(save_of(OTHER, 3)), f"?code={CODE}&moves={LINE.replace(' ', '+')}")
    visitor.press("restart")
    visitor.page.click("#notice button")
    assert visitor.record() == record_of(OTHER, 3)


@pytest.mark.parametrize(
    ("moves", "told"), [("8-1 99-1", "Move 2, "), ("8-1 3-4", "Move 2, "), ("zzz", "Move 1, ")]
)
def test_moves_that_cannot_be_made_are_told_and_those_before_hold(
    visitor: Driver, moves: str, told: str
):
    """What comes in an address is checked like any other input."""
    other = save_of(OTHER, 3)
    visitor.start_over(storage(other), f"?code={CODE}&moves={moves.replace(' ', '+')}")
    assert visitor.notice().startswith(told)
    legal = "8-1" if "8-1" in moves else ""
    visitor.expect_cards(read_record(CODE).code.game, replay(read_record(f"{CODE}: {legal}"))[-1])
    assert visitor.stored()["demilune.save.CR1-N"] == other


def test_a_saved_game_that_is_resumed_by_its_link_is_not_offered_back(visitor: Driver):
    """There is nothing to go back to: it is the same game."""
    visitor.start_over(storage(save_of(CODE, 7)), f"?code={CODE}")
    assert visitor.notice() == ""
