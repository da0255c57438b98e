"""Each view in a frame of another site: what it shows, tells, hears and leaves alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from embed.conftest import START, Host

pytestmark = pytest.mark.browser

WIDTHS = (320, 600, 1000)
DEAL = "CR1-N-AAAAAAB"
RECORD = "3-DK 5-HA 7-DK 7-HA 15-SA"
OWN = {"demilune.last": "RU1-C"}
WRONG: list[Any] = [
    None,
    "goto",
    [],
    {"type": "goto", "at": 1},
    {"source": "another", "v": 1, "type": "goto", "at": 1},
    {"source": "demilune", "v": 2, "type": "goto", "at": 1},
    {"source": "demilune", "v": 1, "type": "goto", "at": "x"},
    {"source": "demilune", "v": 1, "type": "load", "code": 7},
    {"source": "demilune", "v": 1, "type": "theme", "theme": "pink"},
    {"source": "demilune", "v": 1, "type": "lang", "lang": "tlh"},
    {"source": "demilune", "v": 1, "type": "nothing"},
]


def check_heights(host: Host) -> None:
    """At each width the height settles at once, and the frame is then filled without scrolling."""
    for width in WIDTHS:
        host.forget()
        host.page.evaluate(
            "width => document.querySelector('iframe').style.width = width", f"{width}px"
        )
        host.settle()
        told = [message["height"] for message in host.heard("size")]
        assert len(told) <= 3, f"{width} px: {told}"
        sizes = host.frame.evaluate(
            """() => {
              const page = document.documentElement;
              const { scrollHeight, clientHeight, scrollWidth, clientWidth } = page;
              return [scrollHeight - clientHeight, scrollWidth - clientWidth, innerHeight];
            }"""
        )
        assert sizes[:2] == [0, 0]
        assert sizes[2] == host.page.evaluate("document.querySelector('iframe').clientHeight")
        # A still frame says nothing more, whatever the host does with its height.
        host.forget()
        host.page.evaluate("document.querySelector('iframe').style.height = '333px'")
        host.settle()
        assert host.heard() == []


def check_wrong_shapes(host: Host, at: int) -> None:
    """They change nothing and get no answer, nor does what another window sends."""
    host.forget()
    for message in WRONG:
        host.post(message)
    host.frame.evaluate("postMessage({ source: 'demilune', v: 1, type: 'goto', at: 1 }, '*')")
    host.settle()
    assert host.heard() == []
    assert host.goto(at)["at"] == at


def swipe(host: Host, x: float, y: float) -> None:
    """Drag a finger upwards over the host page."""
    cdp = host.page.context.new_cdp_session(host.page)
    points = [[{"x": x, "y": y - step}] for step in range(0, 220, 20)]
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[0]})
    for point in points[1:]:
        cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": point})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    host.settle()


# A game


@pytest.fixture(scope="module")
def play(host: Host) -> Host:
    host.show(f"code={DEAL}&moves=3-DK", 1000)
    return host


def test_a_game_is_played_and_told(play: Host):
    assert play.text("#code") == DEAL
    assert play.text("#moves") == "1 move"
    play.forget()
    play.tap("5", "HA")
    told = play.wait("move")
    assert told == {
        "source": "demilune",
        "v": 1,
        "type": "move",
        "move": "5-HA",
        "record": f"{DEAL}: 3-DK 5-HA",
        "at": 2,
    }
    for command in ("new", "settings", "help"):
        expect(play.frame.locator(f'.bar [data-command="{command}"]')).to_be_hidden()
    for command in ("restart", "undo", "redo", "redeal"):
        expect(play.frame.locator(f'.bar [data-command="{command}"]')).to_be_visible()


def test_restart_goes_back_to_where_the_frame_began(play: Host):
    play.frame.locator('.bar [data-command="restart"]').click()
    assert play.text("#moves") == "1 move"


def test_goto_takes_moves_back_and_makes_them_again(play: Host):
    play.tap("5", "HA")
    assert play.goto(0)["record"] == f"{DEAL}:"
    assert play.goto(2)["record"] == f"{DEAL}: 3-DK 5-HA"
    assert play.goto(99)["at"] == 2


def test_a_lost_game_is_told(play: Host):
    """The frame loads another game, of which one move is left."""
    play.forget()
    play.ask("load", code="CR1-N-AAAADHK", moves=["R", "R", "R"])
    assert play.wait("move")["at"] == 3
    play.tap("3")
    assert play.wait("stuck")["record"] == "CR1-N-AAAADHK: R R R 3-DA"
    play.frame.locator("#stuck-undo").click()


def test_a_game_hears_theme_and_language_and_ignores_the_rest(play: Host):
    play.ask("theme", theme="paper")
    play.ask("lang", lang="nl")
    expect(play.frame.locator("html[data-theme=paper][lang=nl]")).to_have_count(1)
    play.ask("lang", lang="en")
    check_wrong_shapes(play, 3)


def test_an_unreadable_code_leaves_the_game_and_is_told(play: Host):
    before = play.text("#code")
    play.forget()
    play.ask("load", code="CR1-N-AB")
    assert "seven letters" in play.wait("error")["message"]
    assert "seven letters" in play.text("#notice-text")
    assert play.text("#code") == before


def test_keys_and_drags_of_a_game_do_not_scroll_the_host(play: Host):
    play.ask("load", code=DEAL)
    play.settle()
    play.frame.locator("#table").click(position={"x": 500, "y": 150})
    for key in ("ArrowDown", "ArrowDown", "PageDown", "End", "Space"):
        play.page.keyboard.press(key)
    play.frame.locator('.bar [data-command="restart"]').focus()
    for key in ("ArrowDown", "PageDown"):
        play.page.keyboard.press(key)
    play.settle()
    assert play.scrolled() == 0
    card = play.frame.locator('.control[data-place="1"]').last.bounding_box()
    assert card
    swipe(play, card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    assert play.scrolled() == 0
    swipe(play, 200, 500)
    play.page.wait_for_function("scrollY > 20")
    # The swipe's momentum must not carry the frame out of sight.
    play.page.evaluate("document.documentElement.style.overflow = 'hidden'; scrollTo(0, 0)")


def test_the_height_of_a_game_settles(play: Host):
    check_heights(play)


# A replay


@pytest.fixture(scope="module")
def replay(host: Host) -> Host:
    host.show(f"code={DEAL}&moves={RECORD.replace(' ', '_')}&view=replay&at=1&theme=green")
    return host


def test_a_replay_shows_the_move_in_notation_and_in_words(replay: Host):
    assert replay.text("#step-move") == "3-DK"
    assert replay.text("#step-text").startswith("queen of diamonds")
    assert "king foundation" in replay.text("#step-text")
    assert replay.text("#step-count") == "1 / 5"
    expect(replay.frame.locator("#step-line")).to_have_attribute("aria-live", "polite")
    expect(replay.frame.locator("html")).to_have_attribute("data-theme", "green")
    expect(replay.frame.locator(".bar")).to_be_hidden()
    expect(replay.frame.locator(".control").first).to_be_hidden()


def test_a_replay_is_stepped_by_its_buttons_and_slider(replay: Host):
    def press(name: str) -> str:
        replay.frame.locator(f'#replay [data-command="{name}"]').click(force=True)
        return replay.text("#step-count")

    assert [
        press(name) for name in ("forward", "forward", "back", "last", "forward", "first", "back")
    ] == [f"{at} / 5" for at in (2, 3, 2, 5, 5, 0, 0)]
    assert replay.text("#step-text") == DEAL
    replay.frame.locator("#step").fill("4")
    assert replay.text("#step-move") == "7-HA"
    assert replay.heard("move")[-1]["record"] == f"{DEAL}: 3-DK 5-HA 7-DK 7-HA"


def test_a_replay_plays_by_itself_and_stops_at_the_end(replay: Host):
    replay.goto(3)
    button = replay.frame.locator('#replay [data-command="play"]')
    button.click()
    assert button.get_attribute("aria-label") == "Pause"
    assert replay.text("#step-count") == "4 / 5"
    expect(replay.frame.locator("#step-count")).to_have_text("5 / 5", timeout=10_000)
    expect(button).to_have_attribute("aria-label", "Play")


def test_keys_step_a_replay_and_do_not_scroll_the_host(replay: Host):
    replay.goto(2)
    replay.frame.locator("#table").click(position={"x": 20, "y": 20})
    keys = {
        "ArrowRight": 3,
        "ArrowLeft": 2,
        "End": 5,
        "Home": 0,
        "ArrowUp": 1,
        "ArrowDown": 0,
        "PageUp": 5,
        "PageDown": 0,
    }
    for key, at in keys.items():
        replay.page.keyboard.press(key)
        assert replay.text("#step-count") == f"{at} / 5", key
    replay.page.keyboard.press("Space")
    assert replay.text("#step-count") == "1 / 5"
    replay.page.keyboard.press("Space")
    replay.frame.locator("#step").focus()
    replay.page.keyboard.press("End")
    replay.page.keyboard.press("ArrowDown")
    assert replay.text("#step-count") == "4 / 5"
    replay.settle()
    assert replay.scrolled() == 0


def test_a_replay_ignores_other_shapes(replay: Host):
    check_wrong_shapes(replay, 3)


def test_a_replay_loads_another_line_and_tells_what_is_wrong_with_it(replay: Host):
    replay.forget()
    replay.ask("load", code="RU1-C-AAAAAAS: 1-H 6-D 1-H", at=9)
    assert replay.wait("error")["message"].startswith("Move 3, 1-H, is not possible")
    assert replay.heard("move")[-1]["record"] == "RU1-C-AAAAAAS: 1-H 6-D"
    expect(replay.frame.locator("#fault")).to_have_text(replay.heard("error")[-1]["message"])
    replay.ask("load", code=DEAL, moves=RECORD)
    expect(replay.frame.locator("#fault")).to_be_hidden()


def test_the_height_of_a_replay_settles(replay: Host):
    check_heights(replay)


# A board


@pytest.fixture(scope="module")
def board(host: Host) -> Host:
    """Opened by the message that asks for another view, from a frame with an unreadable code."""
    host.show("code=CR1-N-AB&view=replay")
    assert "seven letters" in host.wait("error")["message"]
    assert "seven letters" in host.text("#fault")
    host.forget()
    host.ask("load", code="RU1-C-AAAAAAS", moves="1-H 6-D 2-D", at=2, view="board")
    assert host.wait("ready", START)["view"] == "board"
    return host


def test_a_board_is_still(board: Host):
    for locator in (".bar", "#replay", ".control >> nth=0"):
        expect(board.frame.locator(locator)).to_be_hidden()
    focusable = "button:visible, a:visible, input:visible, [tabindex]:visible"
    assert board.frame.locator(focusable).count() == 0
    described = board.frame.locator("#table ul.unseen li").all_text_contents()
    assert any("ace of hearts" in line for line in described)
    assert len(described) == 11
    assert board.goto(0)["record"] == "RU1-C-AAAAAAS:"


def test_the_height_of_a_board_settles(board: Host):
    check_heights(board)


# Several frames of one host


def test_frames_of_different_deals_have_saves_of_their_own(browser: Browser, site_url: str):
    """Of one rule on one page: neither takes the other's game, and each is resumed."""
    context = browser.new_context(viewport={"width": 900, "height": 1100}, reduced_motion="reduce")
    context.set_default_timeout(START)
    page = context.new_page()
    page.goto(f"{site_url}cards/icon.svg")
    old = [f"embed.CR1-N-{letter * 7}." for letter in "CDEFGHIJKLMNOPQRSTUV"]
    page.evaluate(
        """([old, groups]) => {
          for (const group of old) localStorage[`demilune.${group}save.CR1-N`] = "{}";
          localStorage["demilune.embed.groups"] = groups;
        }""",
        [old, f"save. {' '.join(old)}"],
    )
    deals = {DEAL: ("3", "DK"), "CR1-N-AAAAAAF": ("8", "1")}
    frames = "".join(
        f'<iframe id="{code}" style="width: 880px; height: 520px" src="/?embed=1&code={code}">'
        "</iframe>"
        for code in deals
    )
    page.route("**/host.html", lambda route: route.fulfill(body=f"<body>{frames}"))
    for count in ("0 moves", "1 move"):
        page.goto(f"{site_url}host.html")
        for code, taps in deals.items():
            frame = page.frame_locator(f"[id='{code}']")
            expect(frame.locator("#moves")).to_have_text(count, timeout=START)
            if count == "0 moves":
                for place in taps:
                    frame.locator(f'.control[data-place="{place}"]').last.click()
                expect(frame.locator("#moves")).to_have_text("1 move")
        for code in deals:
            expect(page.frame_locator(f"[id='{code}']").locator("#notice")).to_be_hidden()
    names = page.evaluate("Object.keys(localStorage).sort()")
    saves = [name for name in names if ".save." in name]
    assert len(saves) == 20, "those played longest ago are forgotten"
    assert all(f"demilune.embed.{code}.save.CR1-N" in saves for code in deals)
    assert f"demilune.{old[-1]}save.CR1-N" in saves
    assert f"demilune.{old[0]}save.CR1-N" not in saves
    context.close()


def test_without_a_bar_a_redeal_has_its_button(host: Host):
    """Under the table, where a game has redeals, and nothing else of the bar is there."""
    host.show(f"code={DEAL}&bar=0", 480)
    redeal = host.frame.locator('.bar [data-command="redeal"]')
    expect(redeal).to_be_visible()
    shown = host.frame.locator(".bar button:visible, .facts:visible")
    expect(shown).to_have_count(1)
    told = host.wait("size")["height"]
    box, table = redeal.bounding_box(), host.frame.locator("#table").bounding_box()
    assert box and table
    assert table["y"] + table["height"] <= box["y"]
    assert box["y"] + box["height"] <= told
    host.forget()
    redeal.click()
    assert host.wait("move")["record"] == f"{DEAL}: R"
    host.show("code=RU1-C-AAAAAAS&bar=0", 480)
    expect(host.frame.locator(".bar")).to_be_hidden()


# A sandbox


def test_a_sandboxed_frame_plays_and_says_once_that_it_cannot_save(host: Host):
    host.show(f"code={DEAL}", 1000, sandbox="allow-scripts")
    assert host.frame.evaluate("self.origin") == "null"
    expect(host.frame.locator("#notice")).to_be_hidden()
    host.forget()
    host.tap("3", "DK")
    assert host.wait("move")["record"] == f"{DEAL}: 3-DK"
    expect(host.frame.locator("#notice-text")).to_contain_text("does not let the game be saved")
    host.tap("5", "HA")
    expect(host.frame.locator("#moves")).to_have_text("2 moves")
    expect(host.frame.locator("#notice")).to_be_hidden()
    host.frame.locator('.bar [data-command="restart"]').click()
    expect(host.frame.locator("#moves")).to_have_text("0 moves")


@pytest.mark.parametrize("sandbox", ["", "allow-scripts"])
def test_a_frame_gives_hints(host: Host, sandbox: str):
    """The solver's worker begins in a sandbox too, which is a stranger to the site's files."""
    host.show("code=CR1-H-AAAAAAB", 1000, sandbox=sandbox)
    host.frame.locator('.bar [data-command="hint"]').click()
    said = host.frame.locator("#notice-text")
    expect(said).to_contain_text("Looks best by the cards", timeout=START)
    lit = host.frame.locator(".control[data-suggested]").get_attribute("data-place")
    host.forget()
    host.tap("3", "DK")
    assert lit == "DK"
    assert host.wait("move")["record"] == "CR1-H-AAAAAAB: 3-DK"


# embed.js, and the page that shows it


@pytest.fixture
def example(browser: Browser, site_url: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 900, "height": 420}, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{site_url}cards/icon.svg")  # the site's storage, without a page that runs
    page.evaluate("own => Object.assign(localStorage, own)", OWN)
    yield page
    assert errors == []
    context.close()


def test_the_example_shows_a_game_a_board_and_a_replay(example: Page, site_url: str):
    """Nothing of Python is fetched before a frame is wanted; the visitor's own game stays."""
    asked: list[str] = []
    refused: list[str] = []
    example.on("request", lambda request: asked.append(request.url))
    example.on(
        "console",
        lambda message: refused.append(message.text) if "Security Policy" in message.text else None,
    )
    example.goto(f"{site_url}examples/embed.html")
    for name in ("play", "board", "replay"):
        expect(example.locator(f"#{name} button")).to_have_count(1)
        assert example.locator(f"#{name} img").evaluate("image => image.decode().then(() => true)")
    assert example.locator("iframe").count() == 0
    assert not [address for address in asked if "/runtime/" in address or "index.html" in address]

    example.locator("#play button").click()
    game = example.frame_locator("#play iframe")
    expect(game.locator("body[data-ready]")).to_be_attached(timeout=START)
    assert example.locator("#play iframe").get_attribute("title") == "Russian Solitaire to play"
    assert example.evaluate("document.activeElement.tagName") == "IFRAME"
    for place in ("1", "H"):
        game.locator(f'.control[data-place="{place}"]').last.click()
    expect(example.locator("#log")).to_contain_text('"record":"RU1-C-AAAAAAS: 1-H"')
    stored = example.evaluate("({...localStorage})")
    assert stored.pop("demilune.last") == OWN["demilune.last"]
    assert all(name.startswith("demilune.embed.") for name in stored)

    example.locator("#board").scroll_into_view_if_needed()
    board = example.frame_locator("#board iframe")
    expect(board.locator("html[data-embed=board] body[data-ready]")).to_be_attached(timeout=START)
    expect(board.locator("#table li", has_text="column 7, 7 of diamonds")).to_have_count(1)

    example.locator("#replay button").click()
    replay = example.frame_locator("#replay iframe")
    expect(replay.locator("html[data-embed=replay] body[data-ready]")).to_be_attached(timeout=START)
    example.get_by_role("button", name="To move 56").click()
    expect(replay.locator("#step-count")).to_have_text("56 / 113")
    for name in ("play", "board", "replay"):
        told, shown = example.evaluate(
            """name => [
              [...document.querySelectorAll("#log li")].map(({ textContent }) => textContent)
                .filter((text) => text.startsWith(`${name}: {"type":"size"`))
                .map((text) => JSON.parse(text.slice(name.length + 2)).height),
              document.querySelector(`#${name} iframe`).clientHeight,
            ]""",
            name,
        )
        assert told[-1] == shown
        assert len(told) <= 3
    assert refused == []


def test_before_the_frame_there_is_the_hosts_own_picture(example: Page, site_url: str):
    """In the host's words and with the host's title, on a page that has no game of its own."""
    html = """<!doctype html><html lang="da"><script src="embed.js"></script>
      <div data-demilune="CR1-N-AAAAAAB" data-view="board" data-start="click"
           data-picture="cards/icon-192.png" data-title="En stilling"></div>"""
    example.route(
        f"{site_url}host.html", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    example.goto(f"{site_url}host.html")
    picture = example.locator("[data-demilune] img")
    assert picture.get_attribute("src") == "cards/icon-192.png"
    assert picture.evaluate("image => image.decode().then(() => true)")
    assert example.locator("iframe").count() == 0
    example.get_by_role("button", name="Vis bordet").click()
    expect(example.locator("iframe")).to_have_attribute("title", "En stilling")
    expect(picture).to_have_count(0)
