"""The faults that players of card games complain of (DESIGN.md, section 5) do not happen here.

Cards are neither lost nor doubled, whatever hands, fingers and windows do meanwhile: after each
test the page shows exactly the cards of the record, each at its place.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from playwright.sync_api import expect

from browser.driver import WINDOW, Driver, Pointer, top
from browser.games import Spot, find, records, spots
from demilune.games import GAMES, REDEAL, Game, Move, Position, Status
from demilune.record import Record, read_moves, read_record, replay
from web.wording.cards import card_name

pytestmark = pytest.mark.browser

BOTH_GAMES = pytest.mark.parametrize("rule", ["CR1-N", "RU1-C"])


def deal(driver: Driver, spot: Spot) -> None:
    driver.deal(spot.code, spot.moves)


def expect_sound(driver: Driver) -> list[Move]:
    """Wait until the page shows the position of its record, and return the record's moves."""
    record = read_record(driver.record())
    driver.expect_cards(record.code.game, replay(record)[-1])
    expect(driver.page.locator(".card.held")).to_have_count(0)
    driver.page.wait_for_function(
        """() => {
          const at = box => `${Math.round(box.x)} ${Math.round(box.y)}`;
          const boxes = kind => [...document.querySelectorAll(kind)]
            .map(each => at(each.getBoundingClientRect()));
          const controls = new Set(boxes(".control"));
          return boxes("#table .card:has(.face)").every(place => controls.has(place));
        }"""
    )
    return list(record.moves)


def any_move(game: Game, position: Position) -> Iterator[Move]:
    """Moves of a tableau pile that a drag can make; of a group, where there are groups."""
    for move in game.moves(position):
        if move.source in game.pile_names and (move.size > 1) == game.layouts[0].fanned:
            yield move


# Quick clicks


def taps_at_once(game: Game, position: Position) -> Iterator[Move]:
    """Moves by one tap after which a tap on the next card would play, too."""
    for name in game.pile_names:
        move = game.tap(position, name, 1) if game.cards(position, name) else None
        after = move and game.play(position, move)
        if after and game.cards(after, name) and game.tap(after, name, 1):
            yield move


@BOTH_GAMES
@pytest.mark.parametrize("clicks", [3, 10])
def test_quick_clicks_on_a_pile_play_at_most_one_move(driver: Driver, rule: str, clicks: int):
    spot, move = find(rule, taps_at_once)
    deal(driver, spot)
    x, y = driver.control(move.source).pressed
    driver.page.mouse.click(x, y, click_count=clicks)
    assert expect_sound(driver) == [*spot.moves, move]


@BOTH_GAMES
def test_ten_clicks_within_one_task_play_at_most_one_move(driver: Driver, rule: str):
    """Faster than any hand: the events follow each other before the page can draw once."""
    spot, move = find(rule, taps_at_once)
    deal(driver, spot)
    driver.page.evaluate(
        """([x, y]) => {
          for (let i = 0; i < 10; i++)
            for (const kind of ["pointerdown", "pointerup", "click"])
              document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind, {
                pointerId: 1, pointerType: "mouse", isPrimary: true, detail: 1,
                clientX: x, clientY: y, bubbles: true, cancelable: true}));
        }""",
        list(driver.control(move.source).pressed),
    )
    assert expect_sound(driver) == [*spot.moves, move]


def test_a_quick_series_over_several_piles_loses_nothing(driver: Driver):
    """Moves are made while the cards of earlier ones still travel."""
    driver.page.emulate_media(reduced_motion="no-preference")
    record = records()["CR1-N-AAAAAAF"]
    driver.deal(str(record.code))
    for move in record.moves[:20]:
        driver.drag(move)
    for _ in range(6):
        driver.page.keyboard.press("u")
    assert expect_sound(driver) == list(record.moves[:14])
    driver.page.emulate_media(reduced_motion="reduce")


# Drags that do not end as they should


@BOTH_GAMES
def test_a_second_pointer_during_a_drag_is_ignored(driver: Driver, rule: str):
    """A finger taps and drags other cards while the mouse holds one."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    source = driver.control(move.source, move.size)
    target = top(driver.controls(), move.target).rect
    others = [n for n in spot.game.pile_names if n not in (move.source, move.target)]
    with driver.held(source, target.x, target.y):
        x, y = top(driver.controls(), others[0]).pressed
        driver.page.touchscreen.tap(x, y)
        driver.touch("Start", (x, y))
        driver.touch("Move", (x + 60, y + 40))
        driver.touch("End")
        expect(driver.page.locator(".card.held")).to_have_count(move.size)
    assert expect_sound(driver) == [*spot.moves, move]


def test_a_second_finger_loses_nothing(driver: Driver):
    """The browser may make a pinch of it and take the drag away: then the cards go home."""
    spot, move = find("CR1-N", any_move)
    deal(driver, spot)
    source, target = driver.control(move.source), driver.control(move.target)
    with driver.held(source, target.rect.x, target.rect.y, "touch") as (x, y):
        other = driver.control("9").pressed
        driver.touch("Start", (x, y), other)
        driver.touch("Move", (x, y), (other[0] + 1, other[1] + 1))
    assert expect_sound(driver) in ([*spot.moves], [*spot.moves, move])
    # And the next drag works.
    deal(driver, spot)
    driver.drag(move, "touch")
    driver.expect_moves(" ".join(map(str, [*spot.moves, move])))


@BOTH_GAMES
def test_a_cancelled_touch_sends_the_cards_home(driver: Driver, rule: str):
    spot, move = find(rule, any_move)
    deal(driver, spot)
    source = driver.control(move.source, move.size)
    target = top(driver.controls(), move.target).rect
    x, y = source.pressed
    driver.touch("Start", (x, y))
    driver.touch("Move", (x + target.x - source.rect.x, y + target.y - source.rect.y))
    expect(driver.page.locator(".card.held")).to_have_count(move.size)
    driver.touch("Cancel")
    assert expect_sound(driver) == [*spot.moves]
    driver.drag(move, "touch")
    driver.expect_moves(" ".join(map(str, [*spot.moves, move])))


@BOTH_GAMES
def test_a_drag_out_of_the_window_and_back(driver: Driver, rule: str):
    """Outside the cards follow still; let go there, they go home."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    source = driver.control(move.source, move.size)
    target = top(driver.controls(), move.target).rect
    mouse = driver.page.mouse
    with driver.held(source, target.x, target.y) as (x, y):
        mouse.move(-80, -60)
        mouse.move(WINDOW["width"] + 90, WINDOW["height"] + 50)
        expect(driver.page.locator(".card.held")).to_have_count(move.size)
        mouse.move(x, y)
    assert expect_sound(driver) == [*spot.moves, move]
    driver.page.keyboard.press("u")
    with driver.held(source, target.x, target.y):
        mouse.move(-400, -300)
    assert expect_sound(driver) == [*spot.moves]


@BOTH_GAMES
@pytest.mark.parametrize("key", ["u", "Control+z", "Escape", "n"])
def test_a_key_during_a_drag_sends_the_cards_home_first(driver: Driver, rule: str, key: str):
    """Undo takes the last move back, and the drag comes to nothing."""
    spot = next(s for s in spots(rule) if s.moves and any(any_move(s.game, s.position)))
    move = next(any_move(spot.game, spot.position))
    deal(driver, spot)
    target = top(driver.controls(), move.target).rect
    with driver.held(driver.control(move.source, move.size), target.x, target.y):
        driver.page.keyboard.press(key)
        expect(driver.page.locator(".card.held")).to_have_count(0)
    if key == "n":
        driver.page.keyboard.press("Escape")
    left = spot.moves[:-1] if key in ("u", "Control+z") else spot.moves
    assert expect_sound(driver) == [*left]


@BOTH_GAMES
def test_a_drop_on_the_own_pile_does_nothing(driver: Driver, rule: str):
    """It is no refusal either: nobody needs to be told."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    source = driver.control(move.source, move.size)
    driver.drop(source, source.rect.x + 9, source.rect.y + 4)
    assert expect_sound(driver) == [*spot.moves]
    assert driver.reason() == ""
    assert driver.selected() == []


@pytest.mark.parametrize("legal", [True, False])
def test_a_drop_on_the_gap_between_two_piles(driver: Driver, legal: bool):
    """Where one of the two accepts, that one is meant; else the card goes home."""

    def wanted(game, position):
        for name in ("1", "2", "3", "14", "15", "16"):
            targets = {move.target for move in game.targets(position, name)}
            for left, right in (("6", "7"), ("7", "8"), ("10", "11"), ("11", "12")):
                accepting = targets & {left, right}
                if len(accepting) == legal and game.cards(position, name):
                    yield name, left, right, accepting

    spot, (name, left, right, accepting) = find("CR1-N", wanted)
    deal(driver, spot)
    a, b = driver.control(left).rect, driver.control(right).rect
    driver.drop(driver.control(name), (a.x + b.x) / 2, a.y)
    assert expect_sound(driver) == [*spot.moves, *(Move(name, n) for n in accepting)]


@BOTH_GAMES
def test_a_window_that_changes_its_size_during_a_drag(driver: Driver, rule: str):
    """Into the other layout and back: the cards lie where the new layout has them."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    target = top(driver.controls(), move.target).rect
    with driver.held(driver.control(move.source, move.size), target.x, target.y):
        driver.page.set_viewport_size({"width": 420, "height": 800})
        driver.page.mouse.move(200, 300)
        driver.page.set_viewport_size({"width": WINDOW["width"], "height": WINDOW["height"]})
        driver.page.set_viewport_size({"width": 420, "height": 800})
    with driver.window(420, 800):
        assert expect_sound(driver) in ([*spot.moves], [*spot.moves, move])
        deal(driver, spot)
        driver.drag(move)
        assert expect_sound(driver) == [*spot.moves, move]
    assert expect_sound(driver) == [*spot.moves, move]


@BOTH_GAMES
@pytest.mark.parametrize("opened", ["help", "settings", "new"])
def test_a_drop_on_a_dialog_that_opened_meanwhile(driver: Driver, rule: str, opened: str):
    """The cards are home before the dialog is there, wherever the pointer lets go."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    target = top(driver.controls(), move.target).rect
    dialog = driver.page.locator("#new-game" if opened == "new" else f"#{opened}")
    with driver.held(driver.control(move.source, move.size), target.x, target.y):
        driver.page.evaluate(
            "command => document.querySelector(`.bar [data-command=${command}]`).click()", opened
        )
        expect(dialog).to_be_visible()
        expect(driver.page.locator(".card.held")).to_have_count(0)
    driver.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert expect_sound(driver) == [*spot.moves]
    driver.drag(move)
    assert expect_sound(driver) == [*spot.moves, move]


@BOTH_GAMES
def test_the_other_mouse_button_during_a_drag(driver: Driver, rule: str):
    """It neither drops the cards nor opens anything."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    target = top(driver.controls(), move.target).rect
    with driver.held(driver.control(move.source, move.size), target.x, target.y) as (x, y):
        driver.page.mouse.down(button="right")
        driver.page.mouse.move(x + 2, y + 2)
        driver.page.mouse.up(button="right")
        driver.page.mouse.move(x, y)
        expect(driver.page.locator(".card.held")).to_have_count(move.size)
    assert expect_sound(driver) == [*spot.moves, move]


@BOTH_GAMES
def test_a_card_is_taken_up_during_undo(driver: Driver, rule: str):
    """While it travels back it can be dragged again at once, from where it will lie."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    with driver.motion():
        for _ in range(3):
            driver.drag(move)
            driver.page.keyboard.press("u")
            driver.drag(move)
            driver.expect_moves(" ".join(map(str, [*spot.moves, move])))
            driver.page.keyboard.press("u")
        driver.page.wait_for_function(
            "document.querySelector('#table').getAnimations({subtree: true}).length === 0"
        )
    assert expect_sound(driver) == [*spot.moves]


# What the browser would do with a press of its own accord


@BOTH_GAMES
@pytest.mark.parametrize("by", ["touch", "pen"])
def test_a_drag_on_a_page_that_can_scroll(driver: Driver, rule: str, by: Pointer):
    """The page stays where it is, and the card follows the finger to the end."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    driver.page.evaluate(
        """() => {
          for (const each of [document.documentElement, document.body])
            each.style.overflow = "auto";
          const long = document.createElement("div");
          long.id = "long";
          long.style.height = "3000px";
          document.documentElement.append(long);
        }"""
    )
    assert driver.page.evaluate("document.documentElement.scrollHeight > innerHeight + 1000")
    driver.drag(move, by)
    driver.expect_moves(" ".join(map(str, [*spot.moves, move])))
    assert driver.page.evaluate("[scrollX, scrollY]") == [0, 0]
    driver.page.evaluate(
        """() => {
          document.querySelector("#long").remove();
          for (const each of [document.documentElement, document.body])
            each.style.overflow = "";
        }"""
    )
    assert expect_sound(driver) == [*spot.moves, move]


def test_two_fingers_still_zoom_and_two_taps_do_not(driver: Driver):
    """Also where they meet cards: who sees badly may enlarge the page."""
    spot = spots("CR1-N")[0]
    deal(driver, spot)
    driver.double_tap("16", by="touch")
    assert driver.page.evaluate("visualViewport.scale") == 1
    deal(driver, spot)
    # Chromium zooms by two fingers on phones alone, so what the page asks for is looked at.
    actions = driver.page.evaluate(
        """() => [...new Set([...document.querySelectorAll("#table, #table *")].map(
          each => getComputedStyle(each).touchAction))]"""
    )
    assert set(actions) == {"auto", "pinch-zoom"}
    viewport = driver.page.get_attribute('meta[name="viewport"]', "content") or ""
    assert "scalable" not in viewport
    assert "maximum" not in viewport
    assert expect_sound(driver) == [*spot.moves]


@BOTH_GAMES
def test_a_drag_selects_no_text_and_drags_no_picture(driver: Driver, rule: str):
    """Nor does a double click on a card, or a drag over the cloth."""
    spot, move = find(rule, any_move)
    deal(driver, spot)
    driver.page.evaluate(
        """() => {
          window.dragged = 0;
          addEventListener("dragstart", () => { dragged++; }, {once: true});
        }"""
    )
    driver.drag(move)
    table = driver.page.locator("#table").bounding_box()
    assert table
    mouse = driver.page.mouse
    x, y = table["x"] + table["width"] / 2, table["y"] + table["height"] - 8
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 300, y - 250, steps=4)
    mouse.move(20, 10, steps=4)
    mouse.up()
    mouse.dblclick(*top(driver.controls(), spot.game.foundation_names[0]).rect.centre)
    assert driver.page.evaluate("getSelection().toString()") == ""
    assert driver.page.evaluate("dragged") == 0
    expect_sound(driver)


@BOTH_GAMES
def test_no_context_menu_opens_over_a_card(driver: Driver, rule: str):
    """A long press or the other mouse button is neither a menu nor a move."""
    driver.deal(f"{rule}-AAAAAAB")
    driver.page.evaluate(
        """() => addEventListener("contextmenu", event => {
          window.menu = event.defaultPrevented;
        }, {once: true})"""
    )
    x, y = top(driver.controls(), "5").pressed
    driver.page.mouse.click(x, y, button="right")
    driver.page.wait_for_function("window.menu !== undefined")
    assert driver.page.evaluate("window.menu") is True
    assert driver.selected() == []
    assert expect_sound(driver) == []


# What the engine allows, every way of playing accepts


@cache
def rich(rule: str) -> Spot:
    """The position of a rule with most legal moves, and of most kinds, none of which ends the game.

    Some leave a foundation, and in Russian Solitaire some are not what a tap on the card plays.
    """

    def richness(spot: Spot) -> tuple[bool, bool, int]:
        moves = moved(spot)
        others = (move for move in moves if by_tap(spot, move) not in (None, move))
        backwards = (move for move in moves if spot.game.is_foundation(move.source))
        return any(others), any(backwards), len(moves)

    def goes_on(spot: Spot) -> bool:
        game, position = spot.game, spot.position
        after = (game.play(position, move) for move in moved(spot))
        return all(game.status(each) is Status.PLAYING for each in after)

    return next(filter(goes_on, sorted(spots(rule), key=richness, reverse=True)))


def moved(spot: Spot) -> list[Move]:
    """The legal moves of a position, the redeal excepted."""
    return [move for move in spot.game.moves(spot.position) if move != REDEAL]


def by_tap(spot: Spot, move: Move) -> Move | None:
    """What a tap on the cards of a move plays by itself."""
    return spot.game.tap(spot.position, move.source, move.size)


def each_taken_back(driver: Driver, spot: Spot) -> Iterator[Move]:
    """Give each move of a position to be played, see that it was, and take it back."""
    deal(driver, spot)
    before = " ".join(map(str, spot.moves))
    for move in moved(spot):
        yield move
        driver.expect_moves(f"{before} {move}".strip())
        driver.page.keyboard.press("u")
        driver.expect_moves(before)
    expect_sound(driver)


@pytest.mark.parametrize("way", ["drag", "pen", "touch", "keys"])
@pytest.mark.parametrize("rule", GAMES)
def test_every_legal_move_is_accepted(driver: Driver, rule: str, way: str):
    """By drags of every kind of pointer and by keyboard."""
    for move in each_taken_back(driver, rich(rule)):
        if way == "keys":
            driver.type(move)
        else:
            driver.drag(move, {"pen": "pen", "touch": "touch"}.get(way, "mouse"))


@pytest.mark.parametrize(("style", "by"), [("direct", "touch"), ("select", "mouse")])
@pytest.mark.parametrize("rule", GAMES)
def test_every_legal_move_is_made_by_taps(driver: Driver, rule: str, style: str, by: Pointer):
    """Nothing has to be dragged, whatever a tap is set to mean.

    A card that a tap sends to its foundation is pressed long to go elsewhere.
    """
    spot = rich(rule)
    driver.deal(spot.code)
    with driver.settings(tap_style=style):
        for move in each_taken_back(driver, spot):
            driver.tap(move, by_tap(spot, move) if style == "direct" else None, by)


@pytest.mark.parametrize("by", ["mouse", "touch", "pen"])
def test_a_long_press_selects_what_a_tap_would_play(driver: Driver, by: Pointer):
    """Where piles are looked into, too: a column has nothing to look into."""
    spot = rich("RU1-C")
    move = next(m for m in moved(spot) if by_tap(spot, m) not in (None, m))
    for look in (False, True):
        deal(driver, spot)
        with driver.settings(look_into_piles=look):
            driver.tap_on(move.source, by=by, long=True)
            assert len(driver.selected()) == 1
            assert move.target in driver.lit()
            driver.tap_on(move.source, by=by, long=True)
            assert driver.selected() == []
            assert expect_sound(driver) == [*spot.moves]


# Secrets


@pytest.mark.parametrize("code", ["CR1-H-AAAAAAG", "RU1-C-AAAAAAS"])
def test_face_down_cards_are_nowhere_in_the_page(driver: Driver, code: str):
    """Neither faces nor names; and what a move turned up, undo hides again at once."""
    record = records()[code]
    driver.deal(code)
    # Asked for everything that shows more, a closed deal shows no more.
    with driver.settings(look_into_piles=True, fan_piles=True, light_twin=True), driver.motion():
        _play_in_secret(driver, record)


def _play_in_secret(driver: Driver, record: Record) -> None:
    """Play a game, with presses that look into piles, and seek for what must not be there."""
    game, positions = record.code.game, replay(record)
    for name in game.pile_names[:3]:
        driver.page.mouse.click(*top(driver.controls(), name).pressed, button="right")
    _expect_no_secret(driver, game, positions[0])
    driver.page.keyboard.press("Escape")
    for count, move in enumerate(islice(record.moves, 25), 1):
        driver.drag(move)
        driver.expect_cards(game, positions[count])
        _expect_no_secret(driver, game, positions[count])
    for count in range(24, 12, -1):
        driver.page.keyboard.press("u")
        driver.expect_cards(game, positions[count])
        _expect_no_secret(driver, game, positions[count])


def _expect_no_secret(driver: Driver, game: Game, position: Position) -> None:
    """Look for every card that lies face down and whose double does not lie face up."""
    hidden, known = set(), set()
    for name in game.places:
        cards, down = game.cards(position, name), game.face_down(position, name)
        hidden.update(card[:2] for card in cards[:down])
        known.update(card[:2] for card in cards[down:])
    # What was announced is no secret, and neither is the record from which a save is restored.
    driver.say_nothing()
    html = driver.page.evaluate(
        """() => {
          const page = document.documentElement.cloneNode(true);
          for (const dialog of page.querySelectorAll("dialog")) dialog.remove();
          return page.outerHTML;
        }"""
    )
    pack = {card[:2]: card for pile in position.tableau for card in pile}
    for card in hidden - known:
        suit, rank = card
        assert not re.search(rf"suit-{suit} rank-{rank}\b", html)
        assert not re.search(rf"\b{card_name(pack[card])}\b", html)


# The page keeps to itself


def test_nothing_is_asked_of_anybody_else(driver: Driver, site_url: str):
    """From the start of the page through games of both kinds, with every dialog opened."""
    for code, moves in [("CR1-N-AAAAAAB", "3-DK R"), ("RU1-C-AAAAAAS", "1-H 6-D")]:
        driver.deal(code)
        for move in read_moves(moves):
            driver.drag(move)
        for command in ("new", "settings", "help"):
            driver.press(command)
            driver.page.keyboard.press("Escape")
    asked = [a for a in driver.requests if not a.startswith(("data:", "blob:", "about:"))]
    assert len(asked) > 10
    assert [address for address in asked if not address.startswith(site_url)] == []


@BOTH_GAMES
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (640, 360), (360, 640)])
def test_nothing_lies_over_the_cards(driver: Driver, rule: str, width: int, height: int):
    """Every card can be pressed, also while a notice is shown."""
    spot = next(spot for spot in spots(rule) if len(spot.moves) == 12)
    with driver.window(width, height):
        deal(driver, spot)
        driver.press("restart")
        assert driver.notice()
        assert [control.key for control in driver.controls() if not control.free] == []
