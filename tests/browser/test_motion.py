"""Motion and sound: there where they are wanted, never in the way, and nothing is lost by them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.driver import Driver, visible_faces
from browser.games import records
from demilune.record import replay

pytestmark = pytest.mark.browser

CODE = "CR1-N-AAAAAAF"
MOVES = records()[CODE].moves

# How many pixels the cards that can be pressed are drawn away from where they are pressed.
_AWAY = """() => {
  const cards = [...document.querySelectorAll("#table > .cards > .card:has(.face)")];
  const boxes = [...document.querySelectorAll(".control")].map(c => c.getBoundingClientRect());
  return Math.max(...cards.map(card => {
    const box = card.getBoundingClientRect();
    return Math.min(...boxes.map(at => Math.hypot(at.x - box.x, at.y - box.y)));
  }));
}"""
_RUNNING = """document.querySelector("#table").getAnimations({subtree: true})
  .filter(each => !(each instanceof CSSTransition)).length"""
# Renders a sound of the page to samples, as loud as a loudspeaker would get it.
_RENDER = """async sort => {
  const {whenDefined} = await import("./runtime/pyscript/core.js");
  const {interpreter} = await whenDefined("py");
  const rate = 44100, context = new OfflineAudioContext(1, 2 * rate, rate);
  context.resume = () => {};
  const real = window.AudioContext;
  window.AudioContext = function () { return context; };
  interpreter.runPython(`from web.sound import Sound; Sound(lambda: True).play("${sort}")`);
  window.AudioContext = real;
  const heard = [...(await context.startRendering()).getChannelData(0)];
  const peak = Math.max(...heard.map(Math.abs));
  const last = heard.findLastIndex(each => Math.abs(each) > peak / 100);
  const crossings = heard.slice(1, last).filter((each, i) => (each < 0) !== (heard[i] < 0)).length;
  const jump = Math.max(...heard.slice(1).map((each, i) => Math.abs(each - heard[i])));
  return {peak, jump, seconds: last / rate, pitch: crossings / 2 / (last / rate)};
}"""
# Counts all animations from a page's start on.
_COUNT = """() => {
  window.animated = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...all) { animated++; return animate.apply(this, all); };
}"""
# Takes a move back and makes it again within one task, and tells how far its card jumped by that.
_JUMPS = """async () => {
  const rest = () => new Promise(resolve => setTimeout(resolve, 60));
  const press = command => document.querySelector(`.bar [data-command="${command}"]`).click();
  const moving = () => [...document.querySelectorAll("#table > .cards > .card")]
    .filter(card => card.getAnimations().some(each => each.composite === "add" ||
      each.effect.composite === "add"));
  const jumps = [];
  press("undo");
  for (const command of ["redo", "undo", "redo"]) {
    await rest();
    const [card] = moving();
    const before = card.getBoundingClientRect();
    press(command);
    const after = card.getBoundingClientRect();
    jumps.push(Math.hypot(after.x - before.x, after.y - before.y));
  }
  return jumps;
}"""


def test_carrying_cards_styles_nothing_but_these_cards(driver: Driver, browser: Browser):
    """Each card has some forty parts: were these styled too, a drag would stutter."""
    code = "RU1-C-AAAAACH"
    moves = records()[code].moves
    count, move = max(enumerate(moves), key=lambda each: each[1].size)
    driver.deal(code, moves[:count])
    source = driver.control(move.source, move.size)
    with driver.held(source, source.rect.x + 9, source.rect.y + 9) as (x, y):
        driver.carry(x, y, 5)
        browser.start_tracing(page=driver.page, categories=["devtools.timeline"])
        driver.carry(x, y, 20)
        trace = json.loads(browser.stop_tracing())
    styled = [
        event["args"]["elementCount"]
        for event in trace["traceEvents"]
        if event["name"] == "UpdateLayoutTree" and "elementCount" in event.get("args", {})
    ]
    assert len(styled) >= 10
    assert move.size <= sorted(styled)[len(styled) // 2] < 2 * move.size


@pytest.fixture
def moving(driver: Driver) -> Iterator[Driver]:
    """A page on a device that wants motion."""
    driver.deal(CODE)
    with driver.motion():
        yield driver


def still(page: Page) -> None:
    """Wait until nothing moves."""
    page.wait_for_function(f"() => {_RUNNING} === 0")


def test_a_move_travels_and_a_new_one_begins_where_the_card_is_seen(moving: Driver):
    """To and fro while it is under way: the card never jumps."""
    moving.drag(MOVES[0])
    still(moving.page)
    jumps = moving.page.evaluate(_JUMPS)
    assert max(jumps) < 3, jumps
    still(moving.page)
    assert moving.page.evaluate(_AWAY) < 1
    moving.expect_moves(str(MOVES[0]))


def test_a_card_that_is_put_back_travels_home_from_the_hand(moving: Driver):
    """It is seen where it was let go, and then at home."""
    source = moving.control(MOVES[0].source)
    with moving.slow_motion():
        with moving.held(source, source.rect.x + 200, source.rect.y + 90):
            pass
        assert moving.page.evaluate(_AWAY) > 20
    still(moving.page)
    assert moving.page.evaluate(_AWAY) < 1


@pytest.mark.parametrize("command", ["new", "restart"])
def test_a_new_deal_is_dealt_and_a_press_ends_that(moving: Driver, command: str):
    """The cards come from the foot of the table; the press plays at once, too."""
    if command == "new":
        moving.deal("CR1-N-AAAAAAB")
    moving.deal(CODE)
    with moving.slow_motion():
        moving.press("restart")
        assert moving.page.evaluate(_AWAY) > 100
    moving.drag(MOVES[0])
    moving.expect_moves(str(MOVES[0]))
    still(moving.page)
    assert moving.page.evaluate(_AWAY) < 1


def test_a_game_that_is_restored_is_not_dealt(visitor: Driver):
    """It lies there as it was left; a first visitor's cards are dealt."""
    visitor.page.add_init_script(f"({_COUNT})()")
    with visitor.motion():
        visitor.start_over()
        assert visitor.page.evaluate("animated") > 20
        visitor.deal(CODE, MOVES[:2])
        visitor.reload()
        assert visitor.page.evaluate("animated") == 0


def test_a_redeal_shows_the_bottom_cards_come_up(moving: Driver):
    """First under their piles, then on top; undo in an unlimited game sends them back."""
    with moving.settings(undo="unlimited"):
        moving.deal(CODE)
        still(moving.page)
        moving.press("redeal")
        # While it comes from under its pile, the card that lay on top is still seen.
        assert len(moving.faces()) > 0
        assert sum(moving.faces().values()) == 16 + 24
        lowest = moving.page.evaluate(
            """() => document.querySelector("#table").getAnimations({subtree: true})
              .filter(each => each.effect.getKeyframes()[0].zIndex === "0").length"""
        )
        assert lowest == 16
        still(moving.page)
        moving.expect_cards(records()[CODE].code.game, _redealt())
        moving.press("undo")
        assert sum(moving.faces().values()) == 16 + 24
        still(moving.page)
        moving.expect_cards(records()[CODE].code.game, replay(records()[CODE])[0])
        assert moving.page.evaluate(_AWAY) < 1


def _redealt():
    from demilune.games import REDEAL

    game = records()[CODE].code.game
    return game.play(replay(records()[CODE])[0], REDEAL)


def test_a_refused_card_shakes(moving: Driver):
    x, y = moving.control("SA").pressed
    still(moving.page)
    moving.page.mouse.click(x, y)
    assert moving.page.evaluate(_RUNNING) > 0
    assert moving.reason()


@pytest.mark.parametrize("off", ["device", "setting"])
def test_without_motion_nothing_moves(driver: Driver, off: str):
    """Deal, move, redeal, refusal and a won game: all at once."""

    def play() -> None:
        driver.deal(CODE, MOVES[:-1])
        driver.press("restart")
        for move in MOVES[:3]:
            driver.drag(move)
            assert driver.page.evaluate(_AWAY) < 1
        driver.press("redeal")
        driver.tap_on("SK")
        assert driver.page.evaluate(_RUNNING) == 0
        driver.deal(CODE, MOVES[:-1])
        driver.drag(MOVES[-1])
        expect(driver.page.locator("#won")).to_be_visible()
        expect(driver.page.locator(".celebration")).to_have_count(0)

    if off == "device":
        play()
    else:
        driver.deal(CODE)
        with driver.settings(animation=False), driver.motion():
            play()
    driver.deal(CODE)


@pytest.mark.parametrize("by", ["key", "press", "nobody"])
def test_a_won_game_is_celebrated_until_somebody_goes_on(moving: Driver, by: str):
    """The panel comes afterwards; nothing waits for the show."""
    moving.deal(CODE, MOVES[:-1])
    moving.drag(MOVES[-1])
    show = moving.page.locator(".celebration")
    expect(show).to_have_count(1)
    assert moving.save()["record"].endswith(str(MOVES[-1]))
    if by == "key":
        moving.page.keyboard.press("Shift")
    elif by == "press":
        moving.page.mouse.click(640, 700)
    expect(moving.page.locator("#won")).to_be_visible()
    expect(show).to_have_count(0)
    still(moving.page)
    game = records()[CODE].code.game
    assert moving.faces() == visible_faces(game, replay(records()[CODE])[-1])
    moving.deal(CODE)


def test_another_game_ends_the_celebration(moving: Driver):
    """Without a panel about a game that is not there any more."""
    moving.deal(CODE, MOVES[:-1])
    moving.drag(MOVES[-1])
    moving.deal("RU1-C-AAAAAAB")
    expect(moving.page.locator(".celebration")).to_have_count(0)
    moving.wait(2600)
    expect(moving.page.locator("#won")).to_be_hidden()


# Sound

_LISTEN = """() => {
  if (window.heard) return heard.length = 0;
  window.heard = [];
  window.contexts = 0;
  const Real = AudioContext;
  window.AudioContext = class extends Real {
    constructor(...all) { super(...all); contexts++; window.context = this; }
    createOscillator() { heard.push("tone"); return super.createOscillator(); }
    createBufferSource() { heard.push("brush"); return super.createBufferSource(); }
  };
}"""


def heard(page: Page) -> list[str]:
    """What was sounded since this was asked last."""
    return page.evaluate("heard.splice(0)")


def test_there_is_no_sound_unless_it_is_wanted(visitor: Driver):
    """Nor an audio context; with the setting it begins with the first sound."""
    visitor.page.add_init_script(f"({_LISTEN})()")
    visitor.start_over()
    visitor.deal(CODE)
    visitor.drag(MOVES[0])
    assert visitor.page.evaluate("contexts") == 0
    with visitor.settings(sound=True):
        assert visitor.page.evaluate("contexts") == 0
        source = visitor.control(MOVES[1].source)
        with visitor.held(source, source.rect.x + 30, source.rect.y + 30):
            assert heard(visitor.page) == ["brush"]
            assert visitor.page.evaluate("contexts") == 1
            assert visitor.page.evaluate("context.state") in ("running", "suspended")
        visitor.drag(MOVES[1])
        assert "brush" in heard(visitor.page)
        visitor.tap_on("SK")
        assert heard(visitor.page) == ["tone", "tone"]
        visitor.deal(CODE, MOVES[:-1])
        heard(visitor.page)
        visitor.drag(MOVES[-1])
        assert heard(visitor.page) == ["brush", *["tone"] * 4]
        visitor.page.keyboard.press("Escape")
        visitor.page.wait_for_function("context.state === 'running'")
        assert visitor.page.evaluate("contexts") == 1
    heard(visitor.page)
    visitor.deal(CODE, MOVES[:1])
    visitor.drag(MOVES[1])
    assert heard(visitor.page) == []


def test_a_browser_without_audio_plays_on(visitor: Driver):
    visitor.page.add_init_script("delete window.AudioContext")
    visitor.start_over()
    visitor.deal(CODE)
    with visitor.settings(sound=True):
        visitor.drag(MOVES[0])
        visitor.expect_moves(str(MOVES[0]))


def test_sounds_are_soft_short_and_told_apart(driver: Driver):
    """Far from clipping, without a click, over soon, and each of a length or pitch of its own."""
    sorts = ("lift", "place", "foundation", "refuse", "win")
    heard = {sort: driver.page.evaluate(_RENDER, sort) for sort in sorts}
    for sort, sound in heard.items():
        assert 0.03 < sound["peak"] < 0.25, sort
        assert sound["jump"] < 0.1, sort
        assert sound["seconds"] < (0.1 if sort in ("lift", "place") else 1.2), sort
    for one, other in combinations(heard.values(), 2):
        longer = max(one["seconds"], other["seconds"]) / min(one["seconds"], other["seconds"])
        higher = max(one["pitch"], other["pitch"]) / min(one["pitch"], other["pitch"])
        assert longer > 1.5 or higher > 1.5
