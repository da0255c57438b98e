"""Hints: lit, said, counted as help, and none that leads nowhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from browser.driver import Driver
from browser.games import records
from demilune.deals import read_code
from demilune.games import REDEAL, Move
from demilune.record import Record, read_record, replay, write_moves
from demilune.solver.hints import Sampling
from demilune.solver.wishes import SURE
from web.hand import ONE_PRESS

pytestmark = pytest.mark.browser

SOLVING = 60_000
"""Milliseconds in which the worker begins and answers on a busy machine."""

SUGGESTED = """() => [...document.querySelectorAll(".control[data-suggested]")]
  .map(control => control.dataset.place)"""
FACES = """() => [...document.querySelectorAll(".card[data-suggested=cards] .face")].map(
  face => /suit-([SHDC]) rank-([0-9]+)/.exec(face.getAttribute("class")).slice(1).join(""))"""
AT_ONCE = """() => {
  document.querySelector('.bar [data-command="hint"]').click();
  return document.querySelector("#notice:not([hidden]) #notice-text")?.textContent ?? "";
}"""
"""Asks for a hint by the button, and returns what is said before anything else can happen."""
FORGET = """() => document.querySelectorAll("[data-suggested]")
  .forEach(element => element.removeAttribute("data-suggested"))"""


def foundation(said: str) -> str:
    """The foundation that a hint takes a card from."""
    kind, suit = re.findall(r"from the (ace|king) foundation of (\w)", said)[0]
    return suit.upper() + kind[0].upper()


def hint(driver: Driver) -> tuple[str, str]:
    """Ask for a hint by the key, and return the places that are lit and what is said."""
    driver.page.evaluate(FORGET)
    driver.page.keyboard.press("h")
    expect(driver.page.locator("[data-suggested=place]").first).to_be_visible(timeout=SOLVING)
    return driver.page.evaluate(SUGGESTED), driver.notice()


def test_following_hints_wins_and_is_counted_as_help(driver: Driver):
    """From a deal to the end, by nothing but what hints say; the first counts as help already."""
    code = "CR1-N-AAAAAAB"
    driver.deal(code)
    assert not driver.save()["assisted"]
    record = read_record(f"{code}:")
    game = record.code.game
    for _ in range(300):
        position = replay(record)[-1]
        if game.won(position):
            break
        places, said = hint(driver)
        # Who asks again in the same place waits longer, on a busy machine.
        while not record.moves and "no way to win was found" in said:
            places, said = hint(driver)
        assert "Part of a way to win" in said
        assert driver.said() == said
        assert driver.save()["assisted"]
        if places:
            (target,) = places
            source = re.search(r"from pile (\d+)", said)
            move = Move(source[1] if source else foundation(said), target)
            (lit,) = driver.page.evaluate(FACES)
            card = game.cards(position, move.source)[-1]
            assert lit == f"{card.suit.value}{card.rank}"
        else:
            expect(driver.page.locator('.bar [data-command="redeal"]')).to_have_attribute(
                "data-suggested", "place"
            )
            assert said.startswith(
                "Hint: redeal, which brings the bottom card of every pile to its top. Part"
            )
            move = REDEAL
            if record.moves[-1:] == (REDEAL,):
                driver.wait(ONE_PRESS)
        record = record._replace(moves=(*record.moves, move))
        driver.page.evaluate(
            """([source, target]) => {
              if (source === "R") return document.querySelector('[data-command="redeal"]').click();
              const top = place => [...document.querySelectorAll(
                `.control[data-place="${place}"]`)].at(-1);
              top(source).click();
              top(target).click();
            }""",
            [move.source, move.target],
        )
        assert driver.moves() == str(record).partition(": ")[2]
        assert driver.page.locator("[data-suggested]").count() == 0
    expect(driver.page.locator("#won")).to_be_visible()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("CR1-H-AAAAAAC", r"^Hint: .+ from pile \d+ to .+\. Looks best by the cards"),
        ("RU1-C-AAAAAAS", r"^Hint: .+ from column \d to .+ wins in \d+ of \d+ sample"),
    ],
)
def test_a_closed_game_gets_an_honest_hint(driver: Driver, code: str, words: str):
    """It tells by what it was found, and the button does what the key does."""
    driver.deal(code)
    driver.press("hint")
    expect(driver.page.locator("#notice-text")).to_have_text(re.compile(words), timeout=SOLVING)
    assert len(driver.page.evaluate(SUGGESTED)) == 1


def test_a_plan_is_followed_until_a_card_turns(driver: Driver):
    """What follows is there at once, with the same words; whoever leaves it gets another hint."""
    code = read_code("RU1-R-AAAAACA")
    sampling = Sampling(code.game, code.game.deal(code.number))
    # So many are enough when all are won.
    assert next(samples for samples in sampling if samples == SURE)
    plan, (wins, samples) = sampling.best or ((), (0, 0))
    assert len(plan) == 3 and wins == samples
    driver.deal(str(code))
    hint(driver)
    why = f"wins in {wins} of {samples} samples"
    assert why in driver.notice()
    for i, move in enumerate(plan):
        assert driver.page.evaluate(AT_ONCE).startswith("Hint: ")
        assert why in driver.notice()
        assert driver.page.evaluate(SUGGESTED) == [move.target]
        driver.hurry([move])
        assert driver.moves() == write_moves(plan[: i + 1])
    assert not driver.page.evaluate(AT_ONCE).startswith("Hint: ")
    driver.press("undo")
    assert driver.page.evaluate(AT_ONCE).startswith("Hint: ")
    driver.press("undo")
    other = next(
        move for move in code.game.moves(replay(Record(code, plan[:1]))[-1]) if move != plan[1]
    )
    driver.hurry([other])
    assert not driver.page.evaluate(AT_ONCE).startswith("Hint: ")


def test_a_position_that_is_lost_is_called_lost(driver: Driver):
    """An open position of which the search has proved that no line wins."""
    record = next(each for each in records("stuck").values() if each.code.rule == "CR1-N")
    driver.deal(str(record.code), record.moves[:-1])
    driver.page.keyboard.press("h")
    said = driver.page.locator("#notice-text")
    expect(said).to_contain_text("cannot be won any more", timeout=SOLVING)
    expect(said).to_contain_text("A card lies buried")


SLOW = read_code("CR1-N-AAAAAMB")
"""A deal of which no line is found soon: 250,000 nodes are not enough."""


def test_a_search_is_cancelled_by_its_button_and_by_a_move(driver: Driver):
    """It shows that it looks; what comes too late is not shown."""
    driver.deal(str(SLOW))
    button = driver.page.locator("#notice button")
    driver.page.keyboard.press("h")
    expect(button).to_have_text("Cancel", timeout=SOLVING)
    button.click()
    expect(button).to_be_hidden()
    assert driver.said() == "Cancelled"
    driver.page.keyboard.press("h")
    expect(button).to_have_text("Cancel", timeout=SOLVING)
    move: Move = next(iter(SLOW.game.moves(SLOW.game.deal(SLOW.number))))
    driver.drag(move)
    driver.expect_moves(str(move))
    expect(button).to_be_hidden()
    driver.wait(800)
    assert driver.page.evaluate(SUGGESTED) == []
    assert not driver.save()["assisted"]


def test_a_search_rests_while_cards_are_held_and_goes_on(driver: Driver):
    """A drag that comes to nothing costs no hint."""
    driver.deal(str(SLOW))
    driver.page.keyboard.press("h")
    said = driver.page.locator("#notice-text")
    expect(said).to_contain_text(re.compile(r"\d"), timeout=SOLVING)
    source = driver.control("10")
    with driver.held(source, source.rect.x + 12, source.rect.y + 12):
        expect(driver.page.locator(".card.held")).to_have_count(1)
        driver.wait(300)
        held = said.text_content()
        driver.wait(700)
        assert said.text_content() == held
    expect(said).to_contain_text("Hint:", timeout=SOLVING)
    driver.expect_moves("")


def test_a_search_ends_with_an_undo_too(unkept: Driver):
    """What it told of itself goes with it; here of a solver that takes for ever."""
    unkept.page.route(
        "**/js/worker.mjs",
        lambda route: route.fulfill(body="onmessage = () => {};", content_type="text/javascript"),
    )
    unkept.start_over(query="?code=CR1-N-AAAAAAB")
    unkept.deal("CR1-N-AAAAAAB", "3-DK")
    unkept.page.keyboard.press("h")
    button = unkept.page.locator("#notice button")
    expect(button).to_have_text("Cancel", timeout=SOLVING)
    unkept.page.keyboard.press("u")
    expect(button).to_be_hidden()
    unkept.expect_moves("")


def test_a_solver_that_is_long_in_starting_says_so(unkept: Driver):
    """As long as it does, to eyes and ears; a hint that comes once it runs says nothing of it."""
    held: list[Route] = []
    unkept.page.route("**/js/worker.mjs", lambda route: held.append(route))
    unkept.start_over(query=f"?code={SLOW}")
    unkept.page.keyboard.press("h")
    said = unkept.page.locator("#notice-text")
    expect(said).to_have_text("Looking for a hint … The solver is starting.", timeout=SOLVING)
    assert unkept.said() == "Looking for a hint … The solver is starting."
    held[0].continue_()
    expect(said).to_have_text(
        re.compile(r"^Looking for a hint …( [\d,]+ positions?)?$"), timeout=SOLVING
    )
    unkept.page.keyboard.press("Escape")
    unkept.page.keyboard.press("h")
    expect(said).to_have_text(re.compile(r"^Looking for a hint …( [\d,]+ positions?)?$"))


def test_a_won_game_has_no_hint(driver: Driver):
    record = records()["CR1-N-AAAAAAB"]
    driver.deal(str(record.code), record.moves)
    driver.page.evaluate("document.querySelectorAll('dialog[open]').forEach(it => it.close())")
    driver.press("hint")
    assert driver.notice() == "The game is over"
    driver.deal("CR1-N-AAAAAAB")


def test_without_a_worker_that_is_said(unkept: Driver):
    """A browser that begins no worker still plays, and says why there is no hint."""
    unkept.page.route("**/js/worker.mjs", lambda route: route.abort())
    unkept.start_over(query="?code=CR1-N-AAAAAAB")
    unkept.page.keyboard.press("h")
    expect(unkept.page.locator("#notice-text")).to_contain_text("no hints here", timeout=SOLVING)
    unkept.drag(Move("3", "DK"))
    unkept.expect_moves("3-DK")
