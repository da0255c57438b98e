"""Winnable deals, a way to win as a replay, the move that lost a game, and the sign in the bar."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import expect

from browser.driver import START, Driver
from browser.games import records
from demilune.deals import DEALS, DealCode, read_code
from demilune.games import GAMES, REDEAL, Game, Move, Position, Status
from demilune.record import Record, read_moves, read_record, replay
from demilune.solver import Budget, Lost, Solved, solve
from demilune.solver.par import improved
from demilune.solver.winnable import winnable_deals

pytestmark = pytest.mark.browser

SOLVING = 90_000
"""Milliseconds in which the worker begins and answers on a busy machine."""
OPEN = "CR1-N-AAAAAAQ", "R R R"
"""A position of which 250,000 nodes tell nothing."""
NEVER = (
    "This deal cannot be won, whatever is played. Every way to play on was searched, and none wins."
)


def menu(driver: Driver, command: str) -> None:
    driver.press("menu")
    driver.page.click(f'#menu [data-command="{command}"]')


def verdict(game: Game, position: Position) -> type:
    return type(solve(game, position, Budget(nodes=100_000)))


def spoilt() -> Record:
    """A won game of Russian Solitaire up to a move that loses it, and some moves more."""
    won = records()["RU1-C-AAAAAAS"]
    game = won.code.game
    for count, position in enumerate(replay(won)[:-1]):
        for move in game.moves(position):
            moves = (*won.moves[:count], move)
            after = game.play(position, move)
            if count > 3 and verdict(game, after) is Lost:
                more = next(game.moves(after), None)
                return Record(won.code, (*moves, more) if more else moves)
    raise LookupError("no move loses")


def test_where_a_game_was_lost_and_back_to_there(driver: Driver):
    """The move is named in words too, and the game goes on before it; it counts as help."""
    lost = spoilt()
    game, positions = lost.code.game, replay(lost)
    count = max(i for i, each in enumerate(positions) if verdict(game, each) is Solved)
    driver.deal(str(lost.code), lost.moves)
    menu(driver, "turn")
    notice = driver.page.locator("#notice-text")
    expect(notice).to_contain_text(
        re.compile(
            rf"^Move {count + 1} \(.+ from column \d to [^.]+\) lost the game: before it, it could "
            r"still be won\. Every way to play on was searched, and none wins\.$"
        ),
        timeout=SOLVING,
    )
    with driver.window(360, 640):
        # On a phone there is no room beside so long a text.
        text, button = notice.bounding_box(), driver.page.locator("#notice button").bounding_box()
        assert text and button and button["y"] >= text["y"] + text["height"]
    driver.page.click("#notice button")
    driver.expect_moves(" ".join(map(str, lost.moves[:count])))
    driver.expect_cards(game, positions[count])
    assert driver.save()["assisted"]
    # A hint knows no more of the hidden cards than before.
    driver.page.keyboard.press("h")
    expect(notice).to_contain_text("If the hidden cards were known", timeout=SOLVING)


@pytest.mark.parametrize("key", ["u", "Control+y"])
def test_what_was_said_of_a_position_goes_with_it(driver: Driver, key: str):
    """A notice's button that leads back to a move has nothing to lead to when that is undone."""
    lost = spoilt()
    driver.deal(str(lost.code), lost.moves)
    if key != "u":
        driver.page.keyboard.press("u")
    menu(driver, "turn")
    back = driver.page.locator("#notice button")
    expect(back).to_have_text(re.compile("^(Go back there|Show it)$"), timeout=SOLVING)
    driver.page.keyboard.press(key)
    expect(back).to_be_hidden()


def shown(visitor: Driver, at: int) -> tuple[Move, ...]:
    """The game of the replay that opens, which stands after `at` moves."""
    visitor.page.wait_for_url(re.compile("view=replay"), timeout=SOLVING)
    visitor.page.wait_for_selector("body[data-ready]", timeout=START)
    expect(visitor.page.locator("#step-count")).to_have_text(re.compile(rf"^{at} / \d+$"))
    # Whose line it is, and from where on.
    since = f" from move {at + 1} on" if at else ""
    title = f"A way to win{since}, found by the solver"
    expect(visitor.page.locator("h1:visible")).to_have_text(title)
    code = visitor.bar("code")
    expect(visitor.page).to_have_title(f"{title}, {code} – Demilune")
    return read_moves(visitor.page.evaluate("new URL(location.href).searchParams.get('moves')"))


def test_a_game_that_is_not_lost(visitor: Driver):
    """That is said, and the way to win is shown on demand."""
    won = records()["RU1-C-AAAAAAS"]
    visitor.start_over(query=f"?code={won.code}")
    visitor.deal(str(won.code), won.moves[:10])
    menu(visitor, "turn")
    notice = visitor.page.locator("#notice-text")
    expect(notice).to_have_text("The game can still be won from here.", timeout=SOLVING)
    visitor.expect_moves(" ".join(map(str, won.moves[:10])))
    visitor.page.click("#notice button")
    line = shown(visitor, 10)
    assert line[:10] == won.moves[:10]
    assert won.code.game.status(replay(Record(won.code, line))[-1]) is Status.WON


def test_the_way_to_win_of_a_hint_is_shown(visitor: Driver):
    """The very line that hints come from, at once, from further on too: no search finds another."""
    code = read_code("CR1-N-AAAAAAB")
    visitor.start_over(query=f"?code={code}")
    visitor.page.keyboard.press("h")
    notice = visitor.page.locator("#notice-text")
    expect(notice).to_contain_text("Part of a way to win.", timeout=SOLVING)
    menu(visitor, "show")
    line = shown(visitor, 0)
    game = code.game
    visitor.page.go_back()
    visitor.page.wait_for_selector("body[data-ready]", timeout=START)
    visitor.page.keyboard.press("h")
    expect(notice).to_contain_text("Part of a way to win.", timeout=SOLVING)
    assert REDEAL not in line[:3]
    for move in line[:3]:
        visitor.drag(move)
    visitor.page.route("**/js/worker.mjs", lambda route: route.abort())
    menu(visitor, "show")
    assert shown(visitor, 3) == line
    assert game.won(replay(Record(code, line))[-1])
    visitor.page.unroute("**/js/worker.mjs")


def test_a_deal_that_cannot_be_won_is_told_by_both(driver: Driver):
    driver.deal("RU1-C-AAAAAAB")
    for command in ("turn", "show"):
        menu(driver, command)
        notice = driver.page.locator("#notice-text")
        expect(notice).to_have_text(NEVER, timeout=SOLVING)
        driver.page.keyboard.press("Escape")
        driver.deal("RU1-C-AAAAAAB")


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_way_to_win_is_shown_as_a_replay(visitor: Driver, is_lost: bool):
    """From the position now when that can be won, else from the deal; and back to the game."""
    record = spoilt() if is_lost else records()["RU1-C-AAAAAAS"]
    moves = record.moves if is_lost else record.moves[:6]
    visitor.start_over(query=f"?code={record.code}")
    visitor.deal(str(record.code), moves)
    menu(visitor, "show")
    at = 0 if is_lost else len(moves)
    if is_lost:
        # From here there is none, and why; that is said first.
        expect(visitor.page.locator("#notice-text")).to_have_text(
            "The game cannot be won any more. Every way to play on was searched, and none wins. "
            "From the deal there is a way to win.",
            timeout=SOLVING,
        )
        visitor.page.click("#notice button")
    line = shown(visitor, at)
    assert line[:at] == moves[:at]
    assert record.code.game.status(replay(Record(record.code, line))[-1]) is Status.WON
    visitor.page.click("#play-deal a")
    visitor.page.wait_for_selector("body[data-ready]", timeout=START)
    visitor.expect_moves(" ".join(map(str, moves)))
    assert visitor.save()["assisted"]


@pytest.mark.parametrize("rule", ["RU1-R", "RU1-C", "CR1-N"])
def test_only_deals_that_can_be_won_are_dealt(driver: Driver, rule: str):
    """The wish is remembered; a code that is typed is dealt whatever it is."""
    driver.deal("CR1-N-AAAAAAB")
    driver.press("new")
    driver.page.check(f"#rules input[value={rule}]")
    driver.page.check("#winnable input")
    driver.page.click("#new-game .main")
    code = driver.page.locator("#code")
    expect(code).to_contain_text(f"{rule}-", timeout=SOLVING)
    expect(code).not_to_have_text("CR1-N-AAAAAAB", timeout=SOLVING)
    dealt = read_code(driver.bar("code"))
    assert verdict(dealt.game, dealt.game.deal(dealt.number)) is Solved
    driver.press("new")
    expect(driver.page.locator("#winnable input")).to_be_checked()
    driver.page.keyboard.press("Escape")
    driver.deal("RU1-C-AAAAAAB")
    driver.press("new")
    driver.page.uncheck("#winnable input")
    driver.page.keyboard.press("Escape")


@pytest.mark.parametrize("rule", GAMES)
def test_the_menu_says_of_a_listed_deal_that_it_can_be_won(unkept: Driver, rule: str):
    """However it was reached; of others nothing, and no list is fetched before it is asked for."""
    numbers = [deal.number for deal in winnable_deals(rule)]
    listed = DealCode(rule, Random(rule).choice(numbers))
    other = DealCode(rule, next(n for n in range(DEALS) if n not in numbers))
    page, said = unkept.page, unkept.page.locator("#menu-verified[role=status]")
    unkept.start_over(query=f"?code={listed}")
    assert not any("winnable" in each for each in unkept.requests)
    tops = set()
    for code in (other, listed):
        unkept.deal(str(code))
        with page.expect_response(lambda answer: "winnable" in answer.url) as answer:
            page.keyboard.press("m")
        answer.value.finished()
        expect(page.locator("#menu-code")).to_have_text(str(code))
        expect(said).to_have_text("✓ This deal can be won" if code == listed else "")
        # Nothing moves under a finger when it is said.
        tops.add(page.evaluate("document.querySelector('.menu').getBoundingClientRect().top"))
        if code == other:
            page.keyboard.press("Escape")
            continue
        page.click('#menu [data-command="show"]')
        line = shown(unkept, 0)
        assert code.game.won(replay(Record(code, line))[-1])
    assert len(tops) == 1


def test_without_a_network_the_menu_says_nothing_of_the_deal(unkept: Driver):
    """It opens as ever, with the code."""
    unkept.start_over(query="?code=CR1-N-AAAAAAA")
    unkept.page.route("**/winnable.txt", lambda route: route.abort())
    with unkept.page.expect_event("requestfailed"):
        unkept.page.keyboard.press("m")
    expect(unkept.page.locator("#menu-code")).to_have_text("CR1-N-AAAAAAA")
    expect(unkept.page.locator("#menu-verified")).to_be_empty()
    assert not [fault for fault in unkept.faults if fault.startswith("error")]


def test_the_sign_tells_whether_an_open_game_can_be_won(driver: Driver):
    """It is off at first; of a lost position it says why, of its predecessor after undo too."""
    sign = driver.page.locator("#verdict")
    record = next(each for each in records("stuck").values() if each.code.rule == "CR1-N")
    driver.deal(str(record.code), record.moves[:-1])
    expect(sign).to_be_hidden()
    with driver.settings(still_winnable=True):
        expect(sign).to_have_text("✗ is lost", timeout=SOLVING)
        sign.click()
        assert driver.notice() == (
            "The game cannot be won any more. A card lies buried so that no play can free it."
        )
        won = records()["CR1-N-AAAAAAB"]
        driver.deal(str(won.code), won.moves[:-8])
        expect(sign).to_have_text("✓ can be won", timeout=SOLVING)
        driver.page.keyboard.press("u")
        expect(sign).to_have_text("✓ can be won")
    assert not driver.save()["assisted"]


def test_where_cards_lie_hidden_the_sign_offers_to_peek(driver: Driver):
    """Pressed, it says what it does, and knows all cards of this game, but of no other."""
    sign, notice = driver.page.locator("#verdict"), driver.page.locator("#notice-text")
    won = records()["RU1-C-AAAAAAS"]
    with driver.settings(still_winnable=True):
        driver.deal(str(won.code), won.moves[:4])
        expect(sign).to_have_text("? peek")
        expect(sign).to_have_attribute("title", re.compile("all cards.* counts as help"))
        assert not driver.save()["assisted"]
        sign.click()
        expect(notice).to_contain_text("sees all cards of this game")
        assert driver.save()["assisted"]
        for key in ("", "u", "u"):
            if key:
                driver.page.keyboard.press(key)
            expect(sign).to_have_text("✓ can be won", timeout=SOLVING)
        # What the solver has seen is not for hints: these know no more than the player.
        driver.page.keyboard.press("h")
        expect(notice).to_contain_text("If the hidden cards were known", timeout=SOLVING)
        driver.deal("RU1-C-AAAAAAB")
        expect(sign).to_have_text("? peek")
        assert not driver.save()["assisted"]
        sign.click()
        expect(sign).to_have_text("✗ is lost", timeout=SOLVING)
        sign.click()
        expect(notice).to_have_text(NEVER)
        game = won.code.game
        driver.drag(next(iter(game.moves(game.deal(1)))))
        expect(sign).to_have_text("✗ is lost")


@pytest.mark.parametrize("code", ["RU1-C-AAAAAAS", "CR1-N-AAAAAAB"])
def test_the_sign_leads_to_the_line_by_which_it_knows(visitor: Driver, code: str):
    """Of a game in which the player has peeked, and of one that lies open."""
    won = records()[code]
    settings = '{"still_winnable": true}'
    visitor.start_over({"demilune.settings": settings}, query=f"?code={code}")
    visitor.deal(code, won.moves[:6])
    sign = visitor.page.locator("#verdict")
    if won.code.rule == "RU1-C":
        sign.click()
    expect(sign).to_have_text("✓ can be won", timeout=SOLVING)
    sign.click()
    line = shown(visitor, 6)
    assert line[:6] == won.moves[:6]
    assert won.code.game.status(replay(Record(won.code, line))[-1]) is Status.WON
    visitor.page.click("#play-deal a")
    visitor.page.wait_for_selector("body[data-ready]", timeout=START)
    assert visitor.save()["assisted"]


def test_what_is_not_known_yet_is_called_so(driver: Driver):
    """The sign tells how much was searched so far; that it has found nothing is no verdict."""
    with driver.settings(still_winnable=True):
        driver.deal(*OPEN)
        expect(driver.page.locator("#verdict")).to_have_text("… not known yet")
        driver.page.wait_for_function(
            """() => {
              document.querySelector("#verdict").click();
              return /so far over [1-9]/.test(document.querySelector("#notice-text").textContent);
            }""",
            polling=100,
            timeout=SOLVING,
        )
        assert re.fullmatch(
            r"The search goes on, so far over [\d,]+ positions?\. "
            r"It has found no way to win, and no proof that there is none\.",
            driver.notice(),
        )
        expect(driver.page.locator("#verdict")).to_have_text("… not known yet")


def test_a_search_in_vain_says_how_long_it_was(unkept: Driver):
    """In place of the solver one that finds nothing, at once: half a minute is long for a test."""
    unkept.page.route(
        "**/js/worker.mjs",
        lambda route: route.fulfill(
            body="""onmessage = ({ data }) => {
              if (typeof data !== "string" || !data) return;
              const { id } = JSON.parse(data);
              postMessage(JSON.stringify({ id, done: true, verdict: "unknown", nodes: 5000 }));
            };""",
            content_type="text/javascript",
        ),
    )
    unkept.start_over({"demilune.settings": '{"still_winnable": true}'}, query=f"?code={OPEN[0]}")
    unkept.page.wait_for_function(
        """() => {
          document.querySelector("#verdict").click();
          return /took/.test(document.querySelector("#notice-text").textContent);
        }""",
        polling=100,
        timeout=SOLVING,
    )
    assert unkept.notice().startswith("The search took 30 seconds, over 5,000 positions.")


@pytest.mark.parametrize("code", ["RU1-C-AAAAAAS", "CR1-N-AAAAAAB"])
def test_the_sign_breaks_no_row_of_buttons(driver: Driver, code: str):
    """On a phone that lies on its side the facts make room, and the sign is large enough to hit."""
    driver.deal(code)
    with driver.settings(still_winnable=True), driver.window(640, 360):
        sign = driver.page.locator("#verdict").bounding_box()
        tops = driver.page.evaluate(
            """() => [...document.querySelectorAll(".buttons button")]
              .filter(button => button.checkVisibility())
              .map(button => button.getBoundingClientRect().top)"""
        )
    assert sign and sign["width"] >= 24 and sign["height"] >= 24
    assert len(tops) > 4 and len(set(tops)) == 1


@pytest.mark.parametrize("code", ["RU1-C-AAAAAAS", "CR1-N-AAAAAAB"])
def test_the_table_stays_where_it_is_whatever_the_sign_says(driver: Driver, code: str):
    """On a phone that lies on its side the facts take two lines without a higher bar."""
    tops = """() => ["", "?", "✓ can be won", "… not known yet"].map((words) => {
      document.querySelector("#verdict").hidden = !words;
      document.querySelector("#verdict").textContent = words;
      return document.querySelector("#table").getBoundingClientRect().top;
    })"""
    driver.deal(code)
    with driver.settings(still_winnable=True), driver.window(640, 360):
        assert len(set(driver.page.evaluate(tops))) == 1


def test_the_sign_needs_no_colour(driver: Driver):
    """Each answer has a shape and words; in forced colours they are seen as any text is."""
    sign = driver.page.locator("#verdict")
    stuck = next(each for each in records("stuck").values() if each.code.rule == "CR1-N")
    won = records()["CR1-N-AAAAAAB"]
    looks = []
    driver.page.emulate_media(forced_colors="active")
    try:
        with driver.settings(still_winnable=True):
            for record, text in ((stuck, "✗ is lost"), (won, "✓ can be won")):
                driver.deal(str(record.code), record.moves[:-1])
                expect(sign).to_have_text(text, timeout=SOLVING)
                looks.append(
                    sign.evaluate(
                        """it => [getComputedStyle(it).color,
                          getComputedStyle(document.querySelector('[data-command="new"]')).color]"""
                    )
                )
    finally:
        driver.page.emulate_media(forced_colors="none")
    assert looks[0] == looks[1]
    assert len(set(looks[0])) == 1


def test_stars_for_redeals_left_over(driver: Driver):
    """One for the win, and one for each redeal that was not needed."""
    for record in list(records().values())[:8]:
        if record.code.game.redeals:
            driver.deal(str(record.code), record.moves[:-1])
            driver.drag(record.moves[-1])
            used = record.moves.count(REDEAL)
            stars = driver.page.locator("#won dd[role=img]")
            expect(stars).to_be_visible(timeout=30_000)
            game = record.code.game
            left, most = 1 + game.redeals - used, 1 + game.redeals
            expect(stars).to_have_text("★" * left + "☆" * used)
            expect(stars).to_have_attribute("aria-label", f"{left} of {most} stars")
            driver.deal("RU1-C-AAAAAAB")
            return
    raise AssertionError("no won game with redeals")


def test_after_a_win_a_way_to_win_is_shown_from_the_deal(visitor: Driver):
    """The solver's own, as a replay; the win was the player's and stays so."""
    won = records()["RU1-C-AAAAAAS"]
    visitor.start_over(query=f"?code={won.code}")
    visitor.deal(str(won.code), won.moves[:-1])
    visitor.drag(won.moves[-1])
    visitor.page.click('#won [data-command="show"]', timeout=30_000)
    line = shown(visitor, 0)
    assert won.code.game.status(replay(Record(won.code, line))[-1]) is Status.WON
    (entry,) = [text for name, text in visitor.stored().items() if ".log." in name]
    assert json.loads(entry)["won"]
    assert not json.loads(entry)["assisted"]


def test_the_par_of_a_won_game_gets_better(visitor: Driver):
    """At once what the player has shown; then what the solver finds, and that is shown if wanted.

    While the dialog is open.
    """
    for record in records().values():
        game, used = record.code.game, record.moves.count(REDEAL)
        if not used:
            continue
        *_, par = improved(game, replay(record)[0], used, Budget(nodes=16_000))
        if par.redeals < used:
            break
    else:
        raise AssertionError("no won game that could have been won with fewer redeals")
    visitor.start_over(query=f"?code={record.code}")
    visitor.deal(str(record.code), record.moves[:-1])
    visitor.drag(record.moves[-1])
    row = visitor.page.locator("#won dd.par")
    expect(row).to_have_text(f"{used} or fewer", timeout=30_000)
    fewer = "|".join(map(str, range(used)))
    expect(row).to_have_text(re.compile(rf"^({fewer})( or fewer)?$"), timeout=SOLVING)
    said = int((row.text_content() or "").split()[0])
    visitor.page.click('#won [data-command="show"]')
    line = shown(visitor, 0)
    assert line.count(REDEAL) <= said
    assert game.won(replay(Record(record.code, line))[-1])


def test_the_par_of_a_won_game_comes_with_its_proof(visitor: Driver):
    """A deal that needs its redeal: without it a card lies buried, and that is said."""
    code = read_code("CR1-N-AAAAAJV")
    deal = replace(code.game.deal(code.number), redeals=1)
    found = solve(code.game, deal, Budget(nodes=10_000))
    assert isinstance(found, Solved)
    visitor.start_over(query=f"?code={code}")
    visitor.deal(str(code), found.line[:-1])
    visitor.drag(found.line[-1])
    expect(visitor.page.locator("#won dd.par")).to_have_text(
        "1. With fewer: A card lies buried so that no play can free it.", timeout=SOLVING
    )


def test_the_panels_of_a_stuck_game_offer_both(driver: Driver):
    record = next(each for each in records("stuck").values() if each.code.rule == "CR1-N")
    driver.deal(str(record.code), record.moves[:-1])
    driver.drag(record.moves[-1])
    expect(driver.page.locator("#stuck")).to_be_visible()
    driver.page.click('#stuck [data-command="turn"]')
    notice = driver.page.locator("#notice-text")
    expect(notice).to_contain_text(re.compile("Before move|lost the game"), timeout=SOLVING)
    assert read_record(driver.record()).moves == record.moves


_HEAR = """() => {
  window.heard = [];
  new MutationObserver(() => heard.push(document.querySelector("#live-also").textContent.trim()))
    .observe(document.querySelector("#live-also"), {childList: true});
}"""


def test_the_sign_says_its_answer_when_it_changes(driver: Driver):
    """Once, politely and beside what the move did; not at each move, nor while it is unknown."""
    lost = spoilt()
    game, positions = lost.code.game, replay(lost)
    count = max(i for i, each in enumerate(positions) if verdict(game, each) is Solved)
    sign, page = driver.page.locator("#verdict"), driver.page
    expect(page.locator("#live-also[aria-live=polite]")).to_have_count(1)
    with driver.settings(still_winnable=True):
        driver.deal(str(lost.code))
        page.evaluate(_HEAR)
        sign.click()
        for move in (None, *lost.moves[:count]):
            if move:
                driver.hurry([move])
            expect(sign).to_have_text("✓ can be won", timeout=SOLVING)
        assert page.evaluate("heard") == ["The game can still be won from here."]
        driver.drag(lost.moves[count])
        expect(sign).to_have_text("✗ is lost", timeout=SOLVING)
        assert page.evaluate("heard.splice(0)")[1:] == ["The game cannot be won any more."]
        assert "column" in driver.said()
        page.keyboard.press("u")
        expect(sign).to_have_text("✓ can be won")
        page.keyboard.press("Control+y")
        expect(sign).to_have_text("✗ is lost")
        assert page.evaluate("heard") == [
            "The game can still be won from here.",
            "The game cannot be won any more.",
        ]
        assert driver.said() == "Move made again"


def test_who_has_peeked_is_not_asked_again(visitor: Driver):
    """The game keeps it, over a reload and another game; the same cards dealt anew do not."""
    sign = visitor.page.locator("#verdict")
    won = records()["RU1-C-AAAAAAS"]
    visitor.start_over({"demilune.settings": '{"still_winnable": true}'}, f"?code={won.code}")
    visitor.deal(str(won.code), won.moves[:3])
    sign.click()
    expect(sign).to_have_text("✓ can be won", timeout=SOLVING)
    visitor.reload()
    assert "peek" not in (sign.text_content() or "")
    expect(sign).to_have_text("✓ can be won", timeout=SOLVING)
    visitor.press("restart")
    expect(sign).to_have_text("? peek")
    visitor.page.locator("#notice button").click()
    expect(sign).to_have_text("✓ can be won", timeout=SOLVING)
