"""What the table of issue 2 promises, sentence by sentence: drag, tap, double tap and keys.

The positions come from won games: each test says what it looks for, and plays on from there.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.driver import WINDOW, Control, Driver, top
from browser.games import Spot, find, records
from demilune.games import GAMES, Game, Move, Position, Refusal
from demilune.record import read_record, replay
from web.hand import ONE_PRESS
from web.wording import wording_of

pytestmark = pytest.mark.browser

BOTH_GAMES = pytest.mark.parametrize("rule", ["CR1-N", "RU1-C"])
BOTH_POINTERS = pytest.mark.parametrize("by", ["mouse", "touch"])


# Looking for positions


def sources(game: Game, position: Position) -> Iterator[tuple[str, int, list[Move]]]:
    """Every group of cards that could be taken from a tableau pile, with its legal moves."""
    for name in game.pile_names:
        for size in game.movable(position, name):
            yield name, size, game.targets(position, name, size)


def to_piles(game: Game, moves: list[Move]) -> list[Move]:
    return [move for move in moves if not game.is_foundation(move.target)]


def to_foundations(game: Game, moves: list[Move]) -> list[Move]:
    return [move for move in moves if game.is_foundation(move.target)]


def reason(spot: Spot, move: Move) -> str:
    """The words for why a move is refused."""
    refusal = spot.game.judge(spot.position, move)
    assert refusal is not None
    return wording_of(spot.game).refusal(refusal)


def deal(driver: Driver, spot: Spot) -> None:
    driver.deal(spot.code, spot.moves)


def expect_after(driver: Driver, spot: Spot, *moves: Move) -> None:
    """Wait until just these moves were made, and the cards lie as they say."""
    driver.expect_moves(" ".join(map(str, spot.moves + moves)))
    position = spot.position
    for move in moves:
        position = spot.game.play(position, move)
    driver.expect_cards(spot.game, position)
    expect(driver.page.locator(".card.held")).to_have_count(0)


def expect_at_home(driver: Driver, control: Control) -> None:
    """Wait until a card lies at its control again."""
    driver.page.wait_for_function(
        """([x, y]) => [...document.querySelectorAll(".card:not(.held)")].some(card => {
          const box = card.getBoundingClientRect();
          return Math.abs(box.x - x) < 2 && Math.abs(box.y - y) < 2;
        })""",
        arg=[control.rect.x, control.rect.y],
    )


# Drag


@BOTH_GAMES
@BOTH_POINTERS
def test_a_drag_lifts_the_group_and_lights_the_legal_places(driver: Driver, rule: str, by):
    """The group follows the pointer; what is lit is what the engine allows."""

    def wanted(game, position):
        for name, size, moves in sources(game, position):
            if (size > 1 and moves) or (not game.layouts[0].fanned and len(moves) > 1):
                yield name, size, moves

    spot, (name, size, moves) = find(rule, wanted)
    deal(driver, spot)
    source = driver.control(name, size)
    with driver.held(source, source.rect.x + 24, source.rect.y + 10, by):
        held = driver.page.locator(".card.held")
        expect(held).to_have_count(size)
        box = held.first.bounding_box()
        assert abs(box["x"] - source.rect.x - 24) < 1.5
        assert abs(box["y"] - source.rect.y - 10) < 1.5
        assert driver.lit() == {move.target for move in moves}
    expect_after(driver, spot)
    assert driver.lit() == set()


def test_without_placement_help_nothing_lights_up(driver: Driver):
    spot, source = find(
        "CR1-N", lambda game, p: (name for name, _, moves in sources(game, p) if len(moves) > 1)
    )
    deal(driver, spot)
    with driver.setting("placement_help", False):
        control = driver.control(source)
        with driver.held(control, control.rect.x + 24, control.rect.y + 10):
            assert driver.lit() == set()
        driver.tap_on(source)
        assert driver.selected()
        assert driver.lit() == set()


@BOTH_POINTERS
@pytest.mark.parametrize(("share", "accepted"), [(0.3, True), (0.05, False)])
def test_a_drop_counts_by_overlap(driver: Driver, by, share: float, accepted: bool):
    """Three tenths of the card over the pile are enough, with the pointer far outside of it."""

    def wanted(game, position):
        # In the horseshoe nothing is near these piles on the side of the middle.
        for _, _, moves in sources(game, position):
            yield from (move for move in moves if move.target in ("2", "3"))

    spot, move = find("CR1-N", wanted)
    deal(driver, spot)
    source, target = driver.control(move.source), top(driver.controls(), move.target)
    x, y, width, height = source.rect
    driver.drop(
        source,
        target.rect.x + (1 - share) * width,
        target.rect.y,
        by,
        grip=(x + 0.9 * width, y + height / 2),
    )
    expect_after(driver, spot, *[move] * accepted)


def test_a_drop_on_a_column_reaches_to_the_edge_of_the_table(driver: Driver):
    """Under the last card of a column a drop is meant for the column."""

    def wanted(game, position):
        for _, _, moves in sources(game, position):
            yield from (m for m in to_piles(game, moves) if len(game.cards(position, m.target)) < 4)

    spot, move = find("RU1-C", wanted)
    deal(driver, spot)
    source, target = driver.control(move.source, move.size), top(driver.controls(), move.target)
    driver.drop(source, target.rect.x + 10, target.rect.y + 1.5 * target.rect.height)
    expect_after(driver, spot, move)


@BOTH_GAMES
@pytest.mark.parametrize("at", ["the first", "the last", "a gap"])
def test_a_drop_among_the_foundations_finds_the_one_that_accepts(driver: Driver, rule: str, at):
    """Anywhere in the foundations' area will do, be it on another suit."""

    def wanted(game, position):
        for _, size, moves in sources(game, position):
            if size == 1 and len(to_foundations(game, moves)) == 1:
                yield to_foundations(game, moves)[0]

    spot, move = find(rule, wanted)
    deal(driver, spot)
    controls = driver.controls()
    names = spot.game.foundation_names
    first, second, last = (top(controls, n).rect for n in (names[0], names[1], names[-1]))
    x, y = {
        "the first": (first.x, first.y),
        "the last": (last.x, last.y),
        "a gap": ((first.x + second.x) / 2, (first.y + second.y) / 2),
    }[at]
    driver.drop(driver.control(move.source), x, y)
    expect_after(driver, spot, move)


@pytest.mark.parametrize("kind", ["A", "K"])
def test_of_two_foundations_that_accept_the_nearer_one_takes_the_card(driver: Driver, kind: str):
    def wanted(game, position):
        for name, _, moves in sources(game, position):
            if len(to_foundations(game, moves)) == 2:
                yield name, moves[-1].target[0]

    spot, (source, suit) = find("CR1-N", wanted)
    deal(driver, spot)
    # Under the aces stand the kings; between two suits only the row tells which is nearer.
    target = driver.control(suit + kind).rect
    shift = -20 if suit in "DC" else 20
    driver.drop(driver.control(source), target.x + shift, target.y)
    expect_after(driver, spot, Move(source, suit + kind))


@BOTH_GAMES
@pytest.mark.parametrize("explained", [True, False])
def test_a_refused_drop_goes_home_with_the_reason(driver: Driver, rule: str, explained: bool):
    """The reason stands beside the card and is announced, if the rules are interactive."""

    def wanted(game, position):
        for name, size, moves in sources(game, position):
            for target in game.pile_names:
                move = Move(name, target, size)
                if target != name and not moves and game.judge(position, move):
                    yield move

    spot, move = find(rule, wanted)
    deal(driver, spot)
    words = reason(spot, move)
    with driver.setting("interactive_rules", explained):
        source = driver.control(move.source, move.size)
        driver.say_nothing()
        driver.drag(move)
        assert driver.reason() == (words if explained else "")
        assert driver.said() == (words if explained else "")
        expect(driver.page.locator(".card.refused").first).to_be_attached()
    expect_after(driver, spot)
    expect_at_home(driver, source)


# Tap, Crescent


@BOTH_POINTERS
@pytest.mark.parametrize("kind", ["pile", "foundation"])
def test_crescent_a_tapped_card_with_one_place_goes_there(driver: Driver, by, kind: str):
    def wanted(game, position):
        for _, _, moves in sources(game, position):
            if len(moves) == 1 and game.is_foundation(moves[0].target) == (kind == "foundation"):
                yield moves[0]

    spot, move = find("CR1-N", wanted)
    deal(driver, spot)
    driver.tap_on(move.source, by=by)
    expect_after(driver, spot, move)


@BOTH_POINTERS
def test_crescent_a_tapped_card_with_several_places_is_selected_then_placed(driver: Driver, by):
    """The places light up; a wrong one is refused with its reason, and the selection stays."""
    spot, (source, moves) = find(
        "CR1-N",
        lambda game, p: ((name, moves) for name, _, moves in sources(game, p) if len(moves) > 1),
    )
    deal(driver, spot)
    driver.tap_on(source, by=by)
    expect(driver.page.locator(".card.selected")).to_have_count(1)
    card = spot.game.cards(spot.position, source)[-1]
    assert driver.selected() == [f"{card.suit}{card.rank}"]
    targets = {move.target for move in moves}
    assert driver.lit() == targets
    wrong = next(n for n in spot.game.places if n not in targets and n != source)
    driver.tap_on(wrong, by=by)
    driver.page.wait_for_function("!document.querySelector('#reason').hidden")
    assert driver.reason() == reason(spot, Move(source, wrong))
    assert driver.selected() == [f"{card.suit}{card.rank}"]
    assert driver.lit() == targets
    driver.tap_on(moves[-1].target, by=by)
    expect_after(driver, spot, moves[-1])
    assert driver.selected() == []
    assert driver.reason() == ""


def test_crescent_the_selected_card_tapped_again_goes_to_a_foundation(driver: Driver):
    def wanted(game, position):
        for _, _, moves in sources(game, position):
            if len(moves) > 1 and len(to_foundations(game, moves)) == 1:
                yield to_foundations(game, moves)[0]

    spot, move = find("CR1-N", wanted)
    deal(driver, spot)
    driver.tap_on(move.source)
    expect_after(driver, spot)
    driver.tap_on(move.source)
    expect_after(driver, spot, move)


def test_crescent_else_the_selected_card_tapped_again_is_let_go(driver: Driver):
    def wanted(game, position):
        for name, _, moves in sources(game, position):
            if len(moves) > 1 and not to_foundations(game, moves):
                yield name

    spot, source = find("CR1-N", wanted)
    deal(driver, spot)
    driver.tap_on(source)
    assert driver.selected()
    driver.tap_on(source)
    assert driver.selected() == []
    assert driver.lit() == set()
    expect_after(driver, spot)


def test_crescent_the_top_of_a_foundation_is_selected_by_a_tap(driver: Driver):
    """It then goes to the other foundation of its suit; a base stays and says why."""

    def wanted(game, position):
        for name in game.foundation_names:
            yield from game.targets(position, name)

    spot, move = find("CR1-N", wanted)
    deal(driver, spot)
    driver.tap_on(move.source)
    assert driver.selected()
    assert driver.lit() == {move.target}
    expect_after(driver, spot)
    driver.tap_on(move.target)
    expect_after(driver, spot, move)
    driver.deal("CR1-N-AAAAAAB")
    driver.tap_on("SA")
    assert driver.selected() == []
    assert driver.reason() == wording_of(spot.game).refusal(Refusal.BASE_LOCKED)


# Double tap, Crescent


def doubles(game: Game, position: Position) -> Iterator[tuple[str, list[Move], list[Move]]]:
    """Cards with several places: their moves to piles and to foundations."""
    for name, _, moves in sources(game, position):
        if len(moves) > 1:
            yield name, to_piles(game, moves), to_foundations(game, moves)


@BOTH_POINTERS
def test_crescent_a_double_tap_prefers_a_foundation(driver: Driver, by):
    spot, move = find(
        "CR1-N",
        lambda game, p: (fs[0] for _, piles, fs in doubles(game, p) if piles and len(fs) == 1),
    )
    deal(driver, spot)
    driver.double_tap(move.source, by=by)
    expect_after(driver, spot, move)


def test_crescent_a_double_tap_prefers_the_ace_foundation(driver: Driver):
    spot, moves = find(
        "CR1-N", lambda game, p: (fs for _, _, fs in doubles(game, p) if len(fs) == 2)
    )
    deal(driver, spot)
    (to_ace,) = (move for move in moves if move.target.endswith("A"))
    driver.double_tap(to_ace.source)
    expect_after(driver, spot, to_ace)


@pytest.mark.parametrize("equal", [False, True])
def test_crescent_a_double_tap_takes_the_tallest_pile(driver: Driver, equal: bool):
    """Of equally tall ones the pile of the lowest number."""

    def wanted(game, position):
        def tall(move):
            return len(game.cards(position, move.target))

        for _, piles, foundations in doubles(game, position):
            highest = max(map(tall, piles), default=0)
            best = [move for move in piles if tall(move) == highest]
            lower = min(piles, key=lambda move: int(move.target), default=None)
            if not foundations and (len(best) > 1 if equal else lower not in best):
                yield best[0]

    spot, move = find("CR1-N", wanted)
    deal(driver, spot)
    driver.double_tap(move.source)
    expect_after(driver, spot, move)


@BOTH_GAMES
@BOTH_POINTERS
def test_the_second_tap_never_acts_on_the_card_that_the_first_uncovered(
    driver: Driver, rule: str, by
):
    """Even where the uncovered card would go somewhere by a tap, or by a third and fourth one."""

    def wanted(game, position):
        for name, size, _ in sources(game, position):
            move = game.tap(position, name, size)
            after = move and game.play(position, move)
            if after and game.cards(after, name) and game.tap(after, name, 1):
                yield move

    spot, move = find(rule, wanted)
    deal(driver, spot)
    driver.double_tap(move.source, by=by)
    expect_after(driver, spot, move)
    # Later it is a tap like any other.
    driver.tap_on(move.source, by=by)
    after = spot.game.play(spot.position, move)
    expect_after(driver, spot, move, spot.game.tap(after, move.source, 1))


# Tap, Russian


@BOTH_POINTERS
def test_russian_the_last_card_of_a_column_goes_to_its_foundation(driver: Driver, by):
    spot, move = find(
        "RU1-C",
        lambda game, p: (
            m for _, _, moves in sources(game, p) for m in to_foundations(game, moves)
        ),
    )
    deal(driver, spot)
    driver.tap_on(move.source, by=by)
    expect_after(driver, spot, move)


@BOTH_POINTERS
def test_russian_any_other_card_is_selected_with_what_lies_on_it(driver: Driver, by):
    spot, move = find(
        "RU1-C",
        lambda game, p: (m for _, size, moves in sources(game, p) for m in moves if size > 2),
    )
    deal(driver, spot)
    driver.tap_on(move.source, move.size, by)
    expect(driver.page.locator(".card.selected")).to_have_count(move.size)
    assert driver.lit() == {m.target for m in spot.game.targets(spot.position, *move[::2])}
    expect_after(driver, spot)
    driver.tap_on(move.target, by=by)
    expect_after(driver, spot, move)


def test_russian_a_last_card_that_cannot_leave_is_selected(driver: Driver):
    spot, source = find(
        "RU1-C",
        lambda game, p: (n for n, size, ms in sources(game, p) if size == 1 and not ms),
    )
    deal(driver, spot)
    driver.tap_on(source)
    assert len(driver.selected()) == 1
    driver.tap_on(source)
    assert driver.selected() == []


@BOTH_POINTERS
def test_russian_two_quick_taps_take_the_longest_column(driver: Driver, by):
    def wanted(game, position):
        for _, size, moves in sources(game, position):
            piles = to_piles(game, moves)
            longest = max(piles, key=lambda m: len(game.cards(position, m.target)), default=None)
            if size > 1 and len(piles) > 1 and longest != piles[0]:
                yield longest

    spot, move = find("RU1-R", wanted)
    deal(driver, spot)
    driver.double_tap(move.source, move.size, by)
    expect_after(driver, spot, move)


def kings(game: Game, position: Position) -> Iterator[Move]:
    """Kings that lie on other cards and could go to an empty column."""
    for name, size, moves in sources(game, position):
        for move in to_piles(game, moves):
            if size < len(game.cards(position, name)) and not game.cards(position, move.target):
                yield move


def test_russian_two_quick_taps_take_a_king_to_an_empty_column(driver: Driver):
    spot, move = find("RU1-C", kings)
    deal(driver, spot)
    driver.double_tap(move.source, move.size)
    expect_after(driver, spot, move)


@pytest.mark.parametrize("rule", ["CR1-N", "RU1-R"])
def test_without_double_click_the_second_tap_only_lets_go(driver: Driver, rule: str):
    def wanted(game, position):
        for name, size, moves in sources(game, position):
            if len(moves) > 1 and not to_foundations(game, moves):
                yield name, size

    spot, source = find(rule, wanted)
    deal(driver, spot)
    with driver.setting("double_click", False):
        driver.double_tap(*source)
        expect(driver.page.locator(".card.selected")).to_have_count(0)
        expect_after(driver, spot)


@pytest.mark.parametrize("on", [True, False])
def test_russian_automatic_placement_chooses_the_column(driver: Driver, on: bool):
    """A drop anywhere over the table will do; by default the card goes home."""
    spot, move = find(
        "RU1-C",
        lambda game, p: (
            m for _, s, moves in sources(game, p) for m in to_piles(game, moves) if s > 1
        ),
    )
    deal(driver, spot)
    with driver.setting("automatic_placement", on):
        source = driver.control(move.source, move.size)
        driver.drop(source, source.rect.x + 8, source.rect.y + 12)
        expect_after(driver, spot, *[move] * on)


# Keyboard


@pytest.mark.parametrize(
    ("code", "walk"),
    [
        ("CR1-N-AAAAAAB", "1 up 2 up 3 up 4 right 5 right 6 down SA down SK left 2 left 2"),
        ("CR1-N-AAAAAAB", "12 right 13 down 14 left CA left DA up 9 right 10"),
        ("CR1-N-AAAAAAB", "16 left CK left DK left HK left SK left 2 down 1 right SK"),
    ],
)
def test_arrows_walk_as_the_eye_does(driver: Driver, code: str, walk: str):
    """Over the horseshoe from place to place, and no step leads over the edge."""
    driver.deal(code)
    first, *steps = walk.split()
    driver.walk_to(first)
    for direction, place in zip(steps[::2], steps[1::2], strict=True):
        driver.page.keyboard.press(f"Arrow{direction.capitalize()}")
        assert driver.focused() == (place, 0)


def test_arrows_walk_over_the_cards_of_a_column(driver: Driver):
    """Up and down from card to card, left and right to the columns beside."""
    driver.deal("RU1-C-AAAAAAB")
    driver.walk_to("4")
    walked = [driver.focused()]
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown"):
        driver.page.keyboard.press(key)
        walked.append(driver.focused())
    assert walked == [("4", 4), ("4", 3), ("4", 2), ("4", 1), ("4", 0), ("4", 1)]
    driver.page.keyboard.press("ArrowRight")
    assert driver.focused()[0] == "5"
    driver.page.keyboard.press("ArrowLeft")
    assert driver.focused()[0] == "4"


def test_arrows_reach_every_card_after_a_change_of_games(driver: Driver):
    """What the game before had on the table is nowhere in the way."""
    driver.deal("RU1-C-AAAAAAB")
    driver.walk_to("7")
    driver.deal("CR1-N-AAAAAAB")
    for place in GAMES["CR1-N"].places:
        driver.walk_to(place)


@pytest.mark.parametrize("key", ["Enter", "Space"])
@BOTH_GAMES
def test_enter_and_space_select_and_place(driver: Driver, rule: str, key: str):
    """A key on a card only selects it, however few places there are; Esc lets it go."""
    spot, move = find(
        rule, lambda game, p: (ms[0] for _, _, ms in sources(game, p) if len(ms) == 1)
    )
    deal(driver, spot)
    keyboard = driver.page.keyboard
    driver.walk_to(move.source, move.size)
    keyboard.press(key)
    assert len(driver.selected()) == move.size
    assert driver.lit() == {move.target}
    keyboard.press("Escape")
    assert driver.selected() == []
    assert driver.lit() == set()
    keyboard.press(key)
    driver.walk_to(move.target)
    expect_after(driver, spot)
    keyboard.press(key)
    expect_after(driver, spot, move)
    assert driver.focused() is not None


@BOTH_GAMES
def test_f_sends_a_card_to_its_foundation(driver: Driver, rule: str):
    """The one under the focus, or the selected one; if it cannot, the reason is said."""
    spot, move = find(
        rule,
        lambda game, p: (
            m for _, _, moves in sources(game, p) for m in to_foundations(game, moves)
        ),
    )
    deal(driver, spot)
    driver.walk_to(move.source)
    driver.page.keyboard.press("f")
    expect_after(driver, spot, move)
    assert driver.focused() is not None
    spot, source = find(
        rule, lambda game, p: (n for n, _, ms in sources(game, p) if not to_foundations(game, ms))
    )
    deal(driver, spot)
    driver.walk_to(source)
    driver.page.keyboard.press("f")
    expect_after(driver, spot)
    assert driver.reason()


@BOTH_GAMES
def test_keys_undo_and_redo(driver: Driver, rule: str):
    """`U` and Ctrl+Z take a move back, Ctrl+Y and Ctrl+Shift+Z make it again."""
    code, record = next((c, r) for c, r in records().items() if r.code.rule == rule)
    moves, positions = record.moves[:2], replay(record)
    driver.deal(code, moves)
    driver.walk_to("1")
    for key, count in [
        ("u", 1),
        ("Control+z", 0),
        ("u", 0),  # nothing is left to take back
        ("Control+y", 1),
        ("Control+Shift+z", 2),
        ("Control+y", 2),
    ]:
        driver.page.keyboard.press(key)
        driver.expect_moves(" ".join(map(str, moves[:count])))
        driver.expect_cards(record.code.game, positions[count])
        assert driver.focused() is not None


def test_r_redeals_until_none_is_left(driver: Driver):
    """The button tells how many are left, then that none is, and can no longer be pressed."""
    driver.deal("CR1-N-AAAAAAB")
    driver.walk_to("10")
    button = driver.page.locator('.bar [data-command="redeal"]')
    words = wording_of(GAMES["CR1-N"])
    for left in (3, 2, 1, 0):
        expect(button).to_have_accessible_name(words.redeal(left))
        expect(button).to_be_enabled(enabled=left > 0)
        driver.redeal(by_key=True)
        assert driver.focused() is not None
    driver.expect_moves("R R R")
    assert wording_of(GAMES["CR1-N"]).refusal(Refusal.NO_REDEAL_LEFT) in driver.said()
    assert driver.bar("moves") == "0 moves"


def test_russian_has_no_redeal_and_crescent_no_score(driver: Driver):
    driver.deal("RU1-C-AAAAAAB")
    expect(driver.page.locator('.bar [data-command="redeal"]')).to_be_hidden()
    assert driver.bar("score") == "0 points"
    driver.deal("CR1-N-AAAAAAB")
    expect(driver.page.locator('.bar [data-command="redeal"]')).to_be_visible()
    assert driver.bar("score") == ""


def test_n_and_question_mark_open_dialogs_that_give_the_focus_back(driver: Driver):
    driver.deal("CR1-N-AAAAAAB")
    driver.walk_to("10")
    for key, dialog in [("n", "#new-game"), ("?", "#help")]:
        driver.page.keyboard.press(key)
        expect(driver.page.locator(dialog)).to_be_visible()
        # While a dialog is open, the table's keys rest.
        driver.page.keyboard.press("u")
        driver.page.keyboard.press("Escape")
        expect(driver.page.locator(dialog)).to_be_hidden()
        assert driver.focused() == ("10", 0)
    driver.expect_moves("")


def test_the_focus_outlives_the_button_that_had_it(driver: Driver):
    """A pressed button that can be pressed no more hands the focus on to the table."""
    driver.deal("CR1-N-AAAAAAB", "3-DK")
    page = driver.page

    def press(command: str) -> str:
        page.focus(f'.bar [data-command="{command}"]')
        page.keyboard.press("Enter")
        return page.evaluate(
            "document.activeElement.dataset.command ?? document.activeElement.dataset.place ?? ''"
        )

    assert press("undo") in GAMES["CR1-N"].places
    assert press("redo") in GAMES["CR1-N"].places
    for _ in range(2):
        assert press("redeal") == "redeal"
        driver.wait(ONE_PRESS)
    assert press("redeal") in GAMES["CR1-N"].places
    driver.expect_moves("3-DK R R R")


def test_the_focus_outlives_the_card_that_had_it(driver: Driver):
    """A group leaves, the controls of its cards with it; undo brings them back."""
    spot, move = find(
        "RU1-C",
        lambda game, p: (m for _, size, moves in sources(game, p) for m in moves if size > 2),
    )
    deal(driver, spot)
    driver.walk_to(move.source, move.size)
    driver.drag(move)
    expect_after(driver, spot, move)
    assert driver.focused() is not None
    driver.walk_to(move.target)
    driver.page.keyboard.press("u")
    expect_after(driver, spot)
    assert driver.focused() is not None


# The ends


def test_a_stuck_game_offers_undo_restart_and_new_game(driver: Driver):
    """And it is not called stuck before the last move and the last redeal are gone."""
    record = records("stuck")["CR1-N-AAAABLX"]
    panel = driver.page.locator("#stuck")
    *moves, last = record.moves
    driver.deal(str(record.code), moves)
    expect(panel).to_be_hidden()
    driver.drag(last)
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("6 moves")
    panel.get_by_role("button", name="Undo the last move").click()
    expect(panel).to_be_hidden()
    driver.expect_moves(" ".join(map(str, moves)))
    driver.drag(last)
    panel.get_by_role("button", name="Restart").click()
    expect(panel).to_be_hidden()
    driver.expect_moves("")
    assert driver.bar("code") == str(record.code)
    driver.deal(str(record.code), moves)
    driver.drag(last)
    panel.get_by_role("button", name="New game").click()
    expect(panel).to_be_hidden()
    expect(driver.page.locator("#new-game")).to_be_visible()
    driver.page.keyboard.press("Escape")


def test_a_stuck_closed_game_lets_redeals_be_taken_back(driver: Driver):
    """*Halvmånen* begins with unlimited undo."""
    record = records("stuck")["CR1-H-AAAADHK"]
    *moves, last = record.moves
    driver.deal(str(record.code), moves)
    driver.drag(last)
    driver.page.locator("#stuck").get_by_role("button", name="Undo the last move").click()
    for count in (2, 1, 0):
        driver.press("undo")
        driver.expect_moves(" ".join(["R"] * count))
        driver.expect_cards(record.code.game, replay(record)[count])


# The dialog for a new game


def open_dialog(driver: Driver):
    driver.press("new")
    dialog = driver.page.locator("#new-game")
    expect(dialog).to_be_visible()
    return dialog


def test_the_dialog_deals_each_of_the_six_rules_at_random(driver: Driver):
    driver.deal("CR1-N-AAAAAAB")
    codes = set()
    for rule in GAMES:
        for _ in range(2):
            dialog = open_dialog(driver)
            choices = dialog.locator("input[type=radio]")
            values = [each.get_attribute("value") for each in choices.all()]
            assert values == list(GAMES)
            dialog.locator(f"input[value={rule}]").check()
            dialog.locator(".main").click()
            expect(dialog).to_be_hidden()
            assert driver.bar("code").startswith(rule)
            driver.expect_cards(GAMES[rule], GAMES[rule].deal(_number(driver.bar("code"))))
            codes.add(driver.bar("code"))
    assert len(codes) == 2 * len(GAMES)


def _number(code: str) -> int:
    return read_record(code).code.number


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("CR1-N-AAAAAAB", "CR1-N-AAAAAAB"),
        ("  cr1 h aaaaabb ", "CR1-H-AAAAABB"),
        ("ru1cAAAAABB", "RU1-C-AAAAABB"),
        ("https://example.org/moon/?lang=nl&code=RU1-R-ZZZZZZZ", "RU1-R-ZZZZZZZ"),
    ],
)
def test_the_dialog_takes_a_code_typed_or_pasted(driver: Driver, text: str, code: str):
    """However it is written, and whatever rule is chosen above it."""
    driver.deal("CR1-G-AAAAAAA")
    dialog = open_dialog(driver)
    dialog.locator("#code-field").click()
    if "/" in text:
        driver.page.keyboard.insert_text(text)
    else:
        driver.page.keyboard.type(text)
    driver.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert driver.bar("code") == code
    assert driver.record() == f"{code}:"


@pytest.mark.parametrize(
    "text",
    [
        "XX1-N-AAAAAAB",
        "CR2-N-AAAAAAB",
        "CR1-C-AAAAAAB",
        "CR1-N-AAB",
        "?",
        "CR1-N-AAAAAAB: 3-DK spades",
        "CR1-N-AAAAAAB: 3-DK 3-DK",
    ],
)
def test_a_bad_code_keeps_the_dialog_open_with_the_error_beside_the_field(
    driver: Driver, text: str
):
    """The game under the dialog is not touched; a corrected code deals."""
    driver.deal("CR1-N-AAAAAAB", "3-DK")
    dialog = open_dialog(driver)
    field, error = dialog.locator("#code-field"), dialog.locator("#code-error")
    field.fill(text)
    driver.page.keyboard.press("Enter")
    expect(error).not_to_be_empty()
    expect(dialog).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert field.get_attribute("aria-describedby") == "code-error"
    driver.expect_moves("3-DK")
    field.fill("CR1-N-AAAAAAC")
    expect(error).to_be_empty()
    driver.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert driver.bar("code") == "CR1-N-AAAAAAC"


def test_a_cancelled_dialog_changes_nothing(driver: Driver):
    driver.deal("CR1-N-AAAAAAB", "3-DK")
    dialog = open_dialog(driver)
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    driver.expect_moves("3-DK")
    assert driver.notice() == ""


@pytest.mark.parametrize("command", ["new", "restart"])
def test_a_started_game_that_was_left_can_be_taken_back(driver: Driver, command: str):
    """The notice brings it back with its history and what can be made again."""
    driver.deal("CR1-N-AAAAAAB", "3-DK 5-HA 7-DK")
    driver.page.keyboard.press("u")
    driver.press(command)
    if command == "new":
        driver.page.locator("#new-game .main").click()
    driver.expect_moves("")
    button = driver.page.locator("#notice button")
    expect(button).to_be_visible()
    button.click()
    expect(button).to_be_hidden()
    assert driver.record() == "CR1-N-AAAAAAB: 3-DK 5-HA"
    driver.page.keyboard.press("Control+y")
    driver.expect_moves("3-DK 5-HA 7-DK")
    for _ in range(3):
        driver.page.keyboard.press("u")
    driver.expect_moves("")


def test_a_notice_is_in_nobodys_way(driver: Driver):
    """Whatever of the table a notice covers can be hit through it; its button can be pressed."""
    driver.deal("CR1-N-AAAAAAB", "3-DK 5-HA")
    driver.page.set_viewport_size({"width": 360, "height": 640})
    driver.press("restart")
    expect(driver.page.locator("#notice button")).to_be_visible()
    hit = """() => {
      const boxes = ["#notice-text", "#notice button"].map(
        name => document.querySelector(name).getBoundingClientRect());
      return boxes.map(({x, y, width, height}) => {
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        return there.closest("#notice, #table").id;
      });
    }"""
    assert driver.page.evaluate(hit) == ["table", "notice"]
    driver.page.set_viewport_size({"width": WINDOW["width"], "height": WINDOW["height"]})


def test_restart_deals_the_same_cards(driver: Driver):
    record = records()["RU1-C-AAAAAAS"]
    driver.deal(str(record.code), record.moves[:8])
    driver.press("restart")
    driver.expect_moves("")
    driver.expect_cards(record.code.game, replay(record)[0])
    assert driver.bar("score") == "0 points"
    assert driver.bar("moves") == "0 moves"
