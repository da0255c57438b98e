"""Tables by choice: every layout, fanned, mirrored and in every size of cards, plays alike."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from browser.driver import START, Driver, Pointer, top
from browser.games import Spot, records, spots
from demilune.games import GAMES, REDEAL
from demilune.record import replay

pytestmark = pytest.mark.browser

NAMES = ["horseshoe", "rows", "arc"]
# Every card that is face up, as it is drawn and as it is pressed: at the same place.
_SOUND = """() => {
  const at = box => `${Math.round(box.x)} ${Math.round(box.y)}`;
  const boxes = kind => [...document.querySelectorAll(kind)]
    .map(each => at(each.getBoundingClientRect()));
  const controls = new Set(boxes(".control"));
  return boxes("#table > .cards > .card:not(.held):has(.face)").every(at => controls.has(at));
}"""
_TRAVELLING = """document.querySelector("#table").getAnimations({subtree: true})
  .filter(each => each.effect.composite === "add" || each.effect.getKeyframes()[0].zIndex).length"""


def rich(rule: str) -> Spot:
    """A position with a dozen legal moves, after a redeal."""
    some = (spot for spot in spots(rule) if REDEAL in spot.moves)
    return next(s for s in some if len(list(s.game.moves(s.position))) in range(11, 15))


def deal(driver: Driver, spot: Spot) -> None:
    driver.deal(spot.code, spot.moves)


@pytest.mark.parametrize("way", ["drag", "pen", "tap", "keys"])
@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_is_accepted_in_every_layout(driver: Driver, name: str, way: str):
    """Each is taken back before the next; half of the ways meet fanned piles, half a mirror."""
    spot = rich("CR1-N")
    deal(driver, spot)
    game, before = spot.game, " ".join(map(str, spot.moves))
    fanned, mirrored = way in ("drag", "keys"), way in ("pen", "keys")
    with driver.settings(layout=name, fan_piles=fanned, left_handed=mirrored):
        assert driver.page.evaluate("document.querySelector('#table').dataset.layout") == name
        driver.expect_cards(game, spot.position, fanned)
        assert [control.key for control in driver.controls() if not control.free] == []
        for move in (m for m in game.moves(spot.position) if m != REDEAL):
            if way == "drag":
                driver.drag(move)
            elif way == "pen":
                driver.drag(move, "pen")
            elif way == "keys":
                driver.type(move)
            else:
                driver.tap(move, game.tap(spot.position, move.source, 1))
            driver.expect_moves(f"{before} {move}".strip())
            driver.page.keyboard.press("u")
            driver.expect_moves(before)
        driver.expect_cards(game, spot.position, fanned)
        driver.page.wait_for_function(_SOUND)


@pytest.mark.parametrize("name", NAMES)
def test_a_redeal_in_fanned_piles_lays_the_lowest_card_uppermost(driver: Driver, name: str):
    """In each pile the cards lie over each other in their order, and undo keeps it so."""
    game = GAMES["CR1-N"]
    driver.deal("CR1-N-AAAAAAB")
    with driver.settings(layout=name, fan_piles=True, undo="unlimited"):
        driver.page.keyboard.press("r")
        position = game.play(game.deal(1), REDEAL)
        driver.expect_cards(game, position, fanned=True)
        driver.page.wait_for_function(_SOUND)
        heights = driver.page.evaluate(
            """() => {
              const cards = [...document.querySelectorAll("#table > .cards > .card")].map(
                card => [card.getBoundingClientRect(), +card.style.zIndex]);
              return [...document.querySelectorAll("#table > .controls > *")].map(group =>
                [...group.children].map(control => {
                  const {x, y} = control.getBoundingClientRect();
                  return cards.find(([box]) => Math.hypot(box.x - x, box.y - y) < 1)?.[1];
                }));
            }"""
        )
        assert len(heights) == 24
        for pile in heights:
            assert all(low < high for low, high in pairwise(pile)), pile


@pytest.mark.parametrize("rule", ["CR1-H", "RU1-C"])
def test_other_games_are_not_fanned_by_the_setting(driver: Driver, rule: str):
    """A closed deal shows its top cards alone, whatever is set; Russian columns are as ever."""
    driver.deal(f"{rule}-AAAAAAB")
    game = GAMES[rule]
    with driver.settings(fan_piles=True, look_into_piles=True):
        driver.expect_cards(game, game.deal(1))


def test_halvmanen_tells_the_redeals_left_under_the_table(driver: Driver):
    """The rule begins in two rows, as its players know it; the line counts down."""
    driver.deal("CR1-H-AAAAAAB")
    line = driver.page.locator("#table .line")
    for text in ("3 redeals left", "2 redeals left", "1 redeal left", "No redeal left"):
        expect(line).to_have_text(text)
        if text != "No redeal left":
            driver.redeal()
    assert driver.page.evaluate("document.querySelector('#table').dataset.layout") == "rows"
    box = line.bounding_box()
    assert box
    assert all(c.rect.y + c.rect.height <= box["y"] for c in driver.controls())
    driver.deal("CR1-N-AAAAAAB")
    expect(line).to_have_count(0)


def test_a_layout_is_remembered_for_its_rule(driver: Driver):
    driver.deal("CR1-N-AAAAAAB")
    layout = "document.querySelector('#table').dataset.layout"
    with driver.settings(layout="arc"):
        driver.deal("CR1-F-AAAAAAB")
        assert driver.page.evaluate(layout) == "horseshoe"
        driver.reload()
        driver.deal("CR1-N-AAAAAAB")
        assert driver.page.evaluate(layout) == "arc"
    assert driver.page.evaluate(layout) == "horseshoe"


def test_smaller_cards_and_a_mirrored_table(driver: Driver):
    driver.deal("RU1-C-AAAAAAB")
    plain = {c.key: c.rect for c in driver.controls()}
    with driver.settings(card_size="small", left_handed=True):
        small = {c.key: c.rect for c in driver.controls()}
        assert set(small) == set(plain)
        assert small["1", 0].width == pytest.approx(0.68 * plain["1", 0].width, abs=1)
        assert small["S", 0].x < small["7", 6 - 2].x < small["1", 0].x
    assert {c.key: c.rect for c in driver.controls()} == plain


@pytest.mark.parametrize("language", ["en", "nl", "fi", "da"])
def test_the_bar_has_words_where_they_fit(visitor: Driver, language: str):
    """On desktops and tablets each button has its word, on phones an icon: all within a row."""
    buttons = """() => [...document.querySelectorAll(".bar .buttons button")]
      .filter(each => each.offsetWidth)
      .map(each => [each, each.querySelector(".text")].map(part => part.getBoundingClientRect()))
      .map(([own, word]) => [own.left, own.right, own.top, word.width])"""
    for code in ("CR1-F-AAAAAAB", "RU1-C-AAAAAAB"):
        visitor.open(f"?lang={language}&code={code}")
        for width, height in ((1280, 720), (1024, 768), (768, 1024), (640, 360), (360, 640)):
            with visitor.window(width, height):
                shown = visitor.page.evaluate(buttons)
                assert {row[2] for row in shown} == {shown[0][2]}, (code, width)
                assert all(row[0] >= 0 and row[1] <= width for row in shown), (code, width)
                with_words = all(row[3] > 15 for row in shown)
                assert with_words == (width > 640), (code, width)


# A window that changes


def within(driver: Driver) -> dict[tuple[str, int], tuple[int, int]]:
    """Where each control stands on the table; the bar may move that as a whole."""
    table = driver.page.locator("#table").bounding_box()
    assert table
    return {
        c.key: (round(c.rect.x - table["x"]), round(c.rect.y - table["y"]))
        for c in driver.controls()
    }


@pytest.mark.parametrize("rule", ["CR1-N", "RU1-C"])
def test_nothing_jumps_while_a_card_is_held(driver: Driver, rule: str):
    """A phone that is turned during a drag shows its other layout once the card is laid down."""
    spot = spots(rule)[0]
    deal(driver, spot)
    move = next(m for m in spot.game.moves(spot.position) if m.source in spot.game.pile_names)
    source = driver.control(move.source, move.size)
    others = within(driver)
    with driver.held(source, source.rect.x + 40, source.rect.y + 30) as (x, y):
        driver.page.set_viewport_size({"width": 420, "height": 800})
        driver.page.wait_for_function("innerWidth === 420")
        driver.page.evaluate("new Promise(requestAnimationFrame)")
        assert within(driver) == others
        expect(driver.page.locator(".card.held")).to_have_count(move.size)
        driver.page.mouse.move(x + 5, y + 5)
        driver.page.keyboard.press("Escape")
    with driver.window(420, 800):
        driver.expect_cards(spot.game, spot.position)
        driver.page.wait_for_function(_SOUND)
        driver.drag(move)
        driver.expect_moves(" ".join(map(str, [*spot.moves, move])))


_FRAME = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
_UNDER = """([x, y]) => {
  const {left, right, top, bottom} = document.querySelector(".card.held").getBoundingClientRect();
  return [(x - left) / (right - left), (y - top) / (bottom - top)];
}"""


@pytest.mark.parametrize("by", ["mouse", "touch"])
@pytest.mark.parametrize("rule", ["CR1-N", "RU1-C"])
@pytest.mark.parametrize(
    ("before", "after"),
    [((1280, 720), (800, 1100)), ((360, 640), (640, 360)), ((640, 360), (360, 640))],
)
def test_the_held_card_stays_under_the_finger_when_the_window_is_turned(
    driver: Driver, rule: str, by: Pointer, before: tuple[int, int], after: tuple[int, int]
):
    """At the same spot of the card, though the bar takes another place; and a drop is a move."""
    spot = spots(rule)[0]
    with driver.window(*before):
        deal(driver, spot)
        move = next(m for m in spot.game.moves(spot.position) if m.source in spot.game.pile_names)
        source = driver.control(move.source, move.size)
        with driver.held(source, source.rect.x + 9, source.rect.y + 7, by) as (x, y):
            spot_of_card = driver.page.evaluate(_UNDER, [x, y])
            driver.page.set_viewport_size({"width": after[0], "height": after[1]})
            driver.page.wait_for_function("width => innerWidth === width", arg=after[0])
            driver.page.evaluate(_FRAME)
            assert driver.page.evaluate(_UNDER, [x, y]) == pytest.approx(spot_of_card, abs=0.03)
            target = top(driver.controls(), move.target).rect
            card = driver.page.locator(".card.held").first.bounding_box()
            assert card
            x, y = x + target.x - card["x"], y + target.y - card["y"]
            driver.move(x, y, by)
            box = driver.page.locator(".card.held").first.bounding_box()
            assert box
            assert abs(box["x"] - target.x) + abs(box["y"] - target.y) < 2
        with driver.window(*after):
            driver.page.wait_for_function(_SOUND)
            driver.expect_moves(" ".join(map(str, [*spot.moves, move])))
            expect(driver.page.locator(".card.held")).to_have_count(0)


@pytest.mark.parametrize("moment", ["deal", "move", "redeal", "undo", "home"])
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_a_window_turned_during_an_animation(driver: Driver, moment: str, by: Pointer):
    """Every card lies at once where its control is, and the one that is tapped is the one meant."""
    record = records()["CR1-N-AAAAAAF"]
    game, moves = record.code.game, record.moves[:3]
    count = {"deal": 0, "undo": 2}.get(moment, 3)
    position = replay(record)[count]
    driver.deal(str(record.code), moves[: count - 1] if moment in ("move", "home") else moves)
    with driver.motion(), driver.slow_motion():
        if moment == "deal":
            driver.press("restart")
        elif moment == "move":
            driver.drag(moves[-1])
        elif moment == "undo":
            driver.page.keyboard.press("u")
        elif moment == "redeal":
            driver.page.keyboard.press("r")
            position = game.play(position, REDEAL)
        else:
            driver.drag(moves[-1])
            card = driver.control("1")
            driver.drop(card, card.rect.x + 160, card.rect.y - 90, by)
        assert driver.page.evaluate(_TRAVELLING) > 0
        with driver.window(420, 800):
            assert driver.page.evaluate(_TRAVELLING) == 0
            assert driver.page.evaluate(_SOUND)
            driver.expect_cards(game, position)
            tapped = next(m for m in game.moves(position) if m != REDEAL)
            before = driver.moves()
            driver.tap(tapped, game.tap(position, tapped.source, 1), by)
            driver.expect_moves(f"{before} {tapped}".strip())
            driver.expect_cards(game, game.play(position, tapped))


# Light


def test_what_lights_a_card_covers_nothing_of_it(driver: Driver):
    """On a phone a ring within a card would lie over its index."""
    spot = rich("CR1-N")
    deal(driver, spot)
    move = next(m for m in spot.game.moves(spot.position) if m.source in spot.game.pile_names)
    rings = """kind => [...document.querySelectorAll(kind)]
      .map(each => getComputedStyle(each).boxShadow)"""
    source = driver.control(move.source, move.size)
    with driver.held(source, source.rect.x + 30, source.rect.y + 30):
        lit = driver.page.evaluate(rings, ".control.lit")
    driver.press("hint")
    driver.page.wait_for_selector(".control[data-suggested]", timeout=START)
    lit += driver.page.evaluate(rings, ".control[data-suggested]")
    assert len(lit) > 1
    assert all("0px 0px 0px" in ring and "inset" not in ring for ring in lit), lit


def test_the_twin_of_a_held_card_is_lit_where_it_is_seen(driver: Driver):
    """Where both are seen; a covered one shows nothing, and so does the setting when it is off."""
    spot, first, second = next(
        (spot, a, b)
        for spot in spots("CR1-N")
        for a in spot.game.pile_names
        for b in spot.game.pile_names
        if a < b
        and (one := spot.game.cards(spot.position, a)[-1:])
        and (two := spot.game.cards(spot.position, b)[-1:])
        and one[0][:2] == two[0][:2]
    )
    deal(driver, spot)
    twin = driver.page.locator(".card.twin")
    source, other = top(driver.controls(), first), top(driver.controls(), second)
    with driver.held(source, source.rect.x + 30, source.rect.y + 30):
        expect(twin).to_have_count(0)
    with driver.settings(light_twin=True):
        with driver.held(source, source.rect.x + 30, source.rect.y + 30):
            box = twin.bounding_box()
            assert box
            assert abs(box["x"] - other.rect.x) + abs(box["y"] - other.rect.y) < 2
        expect(twin).to_have_count(0)
        driver.deal("CR1-N-AAAAAAB")
        driver.walk_to("5")
        driver.page.keyboard.press("Enter")
        seen = [c for c in driver.faces().elements() if c == driver.selected()[0]]
        expect(twin).to_have_count(len(seen) - 1)
