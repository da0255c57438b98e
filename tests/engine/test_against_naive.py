"""The engine beside a second reading of the rules (``naive.py``), move by move.

Both play the same games from the same deals, and both judge the same constructed late positions.
At every position they must agree on the cards, the legal moves, the verdict on *every* notation
that can be written down, the status and the score. A slip in either shows here.
"""

from __future__ import annotations

import random
from functools import cache

import naive
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from demilune.cards import Card, card
from demilune.games import GAMES, Game, Move, Position, Status

# Under coverage these would take minutes, and the quick tests reach everything too.
pytestmark = pytest.mark.no_cover

CRESCENT = ["CR1-N", "CR1-F", "CR1-H", "CR1-G"]
RUSSIAN = ["RU1-C", "RU1-R"]
LAST_DEAL = 26**7 - 1

COMMON = settings(
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# Names of places that no table has, or only the other game's.
UNKNOWN = {
    "crescent": ["0", "17", "X", "S", "AS", "100", "-1", "01", "", "1 "],
    "russian": ["0", "8", "X", "SA", "HK", "AS", "-1", "01", "", "1 "],
}

cards = st.integers(0, 2**32 - 1)  # seeds of the random distributions below


# ------------------------------------------------------------------------------------ translation


@cache
def move(source: str, target: str, count: int) -> Move:
    """The engine's move, made once."""
    return Move(source, target, count)


@cache
def read(text: str) -> Move:
    """The engine's reading of a notation."""
    return Move.read(text)


def plain(game: Game, p: Position) -> dict[str, object]:
    """An engine position as plain data."""
    return {
        "tableau": [[str(c) for c in pile] for pile in p.tableau],
        "face_down": list(p.face_down),
        "foundations": {
            name: [str(c) for c in pile]
            for name, pile in zip(game.foundation_names, p.foundations, strict=True)
        },
        "redeals": p.redeals,
        "score": p.score,
    }


def plain_naive(state: naive.State) -> dict[str, object]:
    """A naive state as plain data."""
    return {
        "tableau": state.tableau,
        "face_down": state.face_down,
        "foundations": state.foundations,
        "redeals": state.redeals,
        "score": naive.score(state),
    }


def position(game: Game, state: naive.State) -> Position:
    """A constructed naive state as a position of the engine."""
    seen: set[str] = set()

    def pick(text: str) -> Card:
        deck = 1 if text in seen else 0
        seen.add(text)
        return card(text, deck)

    foundations = tuple(tuple(pick(c) for c in state.foundations[n]) for n in game.foundation_names)
    tableau = tuple(tuple(pick(c) for c in pile) for pile in state.tableau)
    return Position(
        tableau=tableau,
        face_down=tuple(state.face_down),
        foundations=foundations,
        redeals=state.redeals,
        score=state.score,
    )


# ------------------------------------------------------------------------------------- comparison


def agree_on_moves(game: Game, p: Position, state: naive.State) -> list[str]:
    """Same cards, same legal moves, same status; gives the legal moves back."""
    assert plain(game, p) == plain_naive(state)
    listed = [str(m) for m in game.moves(p)]
    legal = naive.legal(state)
    assert len(listed) == len(set(listed)), "a move is listed twice"
    assert set(listed) == set(legal)
    naive_status = "won" if naive.is_won(state) else "playing"
    if state.game == "crescent" and not legal and naive_status != "won":
        naive_status = "stuck"
    assert game.status(p) is Status[naive_status.upper()]
    return legal


def agree_on_verdicts(game: Game, p: Position, state: naive.State) -> None:
    """Same verdict for every notation of this table, legal or not."""
    for text in naive.conceivable(state):
        refusal = game.judge(p, read(text))
        name = None if refusal is None else refusal.name
        assert name == naive.verdict(state, text), text


def agree_on_unknown_places(game: Game, p: Position, state: naive.State) -> None:
    """A place that this table does not have is refused as such, whatever stands beside it."""
    known = naive.place_names(state)
    expected = "GAME_OVER" if naive.is_won(state) else "UNKNOWN_PILE"
    for strange in UNKNOWN[state.game]:
        for other in [*known, *UNKNOWN[state.game]]:
            for count in (1, 2, 21):
                for m in (move(strange, other, count), move(other, strange, count)):
                    refusal = game.judge(p, m)
                    assert refusal is not None and refusal.name == expected, m


def agree_on_targets(game: Game, p: Position, state: naive.State, legal: list[str]) -> None:
    """What the screen may light up for a card is what is legal for it; taps play only that."""
    by_card: dict[tuple[str, int], set[str]] = {}
    for text in legal:
        if text != "R":
            count, source, _ = naive.read(text)
            by_card.setdefault((source, count), set()).add(text)
    for source in naive.place_names(state):
        for count in range(1, len(naive.cards_of(state, source)) + 2):
            expected = by_card.get((source, count), set())
            targets = [str(m) for m in game.targets(p, source, count)]
            assert len(targets) == len(set(targets))
            assert set(targets) == expected, (source, count)


def agree_on_lifts(game: Game, p: Position, state: naive.State) -> None:
    """What can be picked up at all is the same, whether or not there is a place for it."""
    if naive.is_won(state):
        return
    for source in naive.place_names(state):
        if source in naive.CRESCENT_FOUNDATIONS and len(naive.cards_of(state, source)) == 1:
            continue
        assert list(game.movable(p, source)) == naive.liftable(state, source), source


def agree_on_taps(game: Game, p: Position, state: naive.State) -> None:
    """A tap and a double tap play what the seeds say."""
    for source in naive.place_names(state):
        for count in range(1, min(len(naive.cards_of(state, source)), 9) + 1):
            tapped = game.tap(p, source, count)
            target = naive.tap(state, source, count)
            assert tapped == (None if target is None else move(source, target, count))
            if source in naive.foundation_names(state):
                continue
            if state.game == "russian" and tapped is not None:
                continue  # the first of the two taps has sent it away already
            twice = game.double_tap(p, source, count)
            target = naive.double_tap(state, source, count)
            assert twice == (None if target is None else move(source, target, count))


def walk(rule: str, p: Position, state: naive.State, choices: list[int], *, full: bool) -> None:
    """Play the same random moves on both sides and compare after each."""
    game = GAMES[rule]
    for choice in [*choices, None]:
        legal = agree_on_moves(game, p, state)
        agree_on_targets(game, p, state, legal)
        if full:
            agree_on_lifts(game, p, state)
            agree_on_verdicts(game, p, state)
        if not legal or choice is None:
            break
        text = sorted(legal)[choice % len(legal)]
        before = plain(game, p)
        after = game.play(p, read(text))
        assert plain(game, p) == before, "play changed the old position"
        p, state = after, naive.play(state, text)


# ------------------------------------------------------------------------------------------ deals


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
@settings(COMMON, max_examples=60)
@given(number=st.one_of(st.integers(0, LAST_DEAL), st.integers(0, 100), st.just(LAST_DEAL)))
def test_deal(rule: str, number: int) -> None:
    """The shuffle is the published one: written twice from its description, it deals the same."""
    game = GAMES[rule]
    assert plain(game, game.deal(number)) == plain_naive(naive.deal(rule, number))


# ----------------------------------------------------------------------------------- random walks


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
@settings(COMMON, max_examples=10)
@given(number=st.integers(0, LAST_DEAL), choices=st.lists(st.integers(0, 999), max_size=12))
def test_walk_with_every_verdict(rule: str, number: int, choices: list[int]) -> None:
    """Early game: every notation gets the same verdict from both, after every move."""
    walk(rule, GAMES[rule].deal(number), naive.deal(rule, number), choices, full=True)


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
@settings(COMMON, max_examples=2)
@given(
    number=st.integers(0, LAST_DEAL),
    choices=st.lists(st.integers(0, 999), min_size=50, max_size=80),
)
def test_long_walk(rule: str, number: int, choices: list[int]) -> None:
    """Middle game: long random games stay the same on both sides."""
    walk(rule, GAMES[rule].deal(number), naive.deal(rule, number), choices, full=False)


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
def test_won_game(rule: str) -> None:
    """A whole won game is the same on both sides to its last card."""
    number, moves = naive.won_game(rule)
    game, p, state = GAMES[rule], GAMES[rule].deal(number), naive.deal(rule, number)
    for text in moves:
        agree_on_moves(game, p, state)
        p, state = game.play(p, read(text)), naive.play(state, text)
    assert agree_on_moves(game, p, state) == []
    assert game.status(p) is Status.WON
    agree_on_verdicts(game, p, state)
    agree_on_unknown_places(game, p, state)


# --------------------------------------------------------------------------------- late positions


def distribute(
    deck: list[str], chance: random.Random, piles: int, used: int, most: int
) -> list[list[str]]:
    """Lay the cards at random on some of the piles, none higher than allowed."""
    used = max(used, -(-len(deck) // most))
    places = chance.sample(range(piles), used)
    tableau: list[list[str]] = [[] for _ in range(piles)]
    chance.shuffle(deck)
    for c in deck:
        open_places = [i for i in places if len(tableau[i]) < most]
        # Some piles grow faster than others, so that full ones and single cards happen.
        tableau[min(chance.sample(open_places, min(2, len(open_places))))].append(c)
    return tableau


@st.composite
def late_crescent(draw: st.DrawFn, rule: str) -> naive.State:
    """Random foundation heights, the other cards at random on some of the piles."""
    nearly_over = draw(st.booleans())  # few cards, if need be each on a pile of its own
    near = (
        st.integers(11, 13) if nearly_over else st.one_of(st.integers(1, 13), st.integers(10, 13))
    )
    foundations: dict[str, list[str]] = {}
    deck: list[str] = []
    for s in naive.SUITS:
        up = draw(near)
        meet = not nearly_over and up < 13 and draw(st.booleans())  # then transfers are possible
        down = 13 - up if meet else draw(near)
        foundations[s + "A"] = [rank + s for rank in naive.RANKS[:up]]
        foundations[s + "K"] = [rank + s for rank in naive.RANKS[::-1][:down]]
        deck += [rank + s for rank in naive.RANKS[up:]]
        deck += [rank + s for rank in naive.RANKS[::-1][down:]]
    chance = random.Random(draw(cards))
    if nearly_over and draw(st.booleans()):
        tableau = distribute(deck, chance, 16, 16, 1)
    else:
        tableau = distribute(deck, chance, 16, draw(st.integers(1, 16)), 13)
    closed = rule in ("CR1-H", "CR1-G")
    face_down = [chance.randrange(len(p)) if closed and p else 0 for p in tableau]
    return naive.crescent(tableau, foundations, draw(st.integers(0, 4)), closed, face_down)


@st.composite
def late_russian(draw: st.DrawFn, rule: str) -> naive.State:
    """Random foundation heights, the other cards at random on some of the columns."""
    height = st.one_of(st.integers(0, 13), st.integers(10, 13), st.integers(0, 2))
    foundations: dict[str, list[str]] = {}
    deck: list[str] = []
    for s in naive.SUITS:
        up = draw(height)
        foundations[s] = [rank + s for rank in naive.RANKS[:up]]
        deck += [rank + s for rank in naive.RANKS[up:]]
    chance = random.Random(draw(cards))
    tableau = distribute(deck, chance, 7, draw(st.integers(1, 7)), 52)
    face_down = [chance.randrange(min(len(p), 7)) if p else 0 for p in tableau]
    score = draw(st.integers(0, 700))
    return naive.russian(tableau, face_down, foundations, rule == "RU1-R", score)


def late(rule: str) -> st.SearchStrategy[naive.State]:
    """Late positions of one rule."""
    return late_crescent(rule) if rule in CRESCENT else late_russian(rule)


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
@settings(COMMON, max_examples=50)
@given(data=st.data())
def test_late_position_with_every_verdict(rule: str, data: st.DataObject) -> None:
    """Late game: full piles, empty piles, transfers, no redeal left, a won table."""
    state = data.draw(late(rule))
    game = GAMES[rule]
    p = position(game, state)
    legal = agree_on_moves(game, p, state)
    agree_on_verdicts(game, p, state)
    agree_on_targets(game, p, state, legal)
    agree_on_lifts(game, p, state)


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
@settings(COMMON, max_examples=12)
@given(data=st.data(), choices=st.lists(st.integers(0, 999), max_size=10))
def test_late_walk(rule: str, data: st.DataObject, choices: list[int]) -> None:
    """Walks on from late positions: the last moves of a game, and stuck games."""
    state = data.draw(late(rule))
    walk(rule, position(GAMES[rule], state), state, choices, full=False)


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
@settings(COMMON, max_examples=20)
@given(data=st.data())
def test_taps(rule: str, data: st.DataObject) -> None:
    """A tap and two quick taps choose what the seeds say, early and late."""
    number = data.draw(st.integers(0, LAST_DEAL))
    game = GAMES[rule]
    for state in (naive.deal(rule, number), data.draw(late(rule))):
        agree_on_taps(game, position(game, state), state)


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
def test_unknown_places(rule: str) -> None:
    """Places that are not on this table have a refusal of their own, before all but the end."""
    agree_on_unknown_places(GAMES[rule], GAMES[rule].deal(1), naive.deal(rule, 1))


# --------------------------------------------------------- that the generator makes what is needed


@pytest.mark.parametrize("rule", CRESCENT + RUSSIAN)
def test_late_positions_show_every_refusal(rule: str) -> None:
    """The positions above would prove little if some refusal never came up in them."""
    seen: set[str | None] = set()

    @settings(COMMON, max_examples=50)
    @given(state=late(rule))
    def collect(state: naive.State) -> None:
        for text in naive.conceivable(state):
            seen.add(naive.verdict(state, text))
        if "R" in naive.legal(state):
            seen.add("a redeal")

    collect()
    wanted: set[str | None] = {None, "NO_CARD", "OWN_PILE", "NO_REDEAL_LEFT", "ONLY_TOP_CARD"}
    wanted |= {"OTHER_SUIT_FOUNDATION", "NOT_NEXT_ON_FOUNDATION"}
    if rule in CRESCENT:
        wanted |= {"NOT_SAME_SUIT", "NOT_ADJACENT_RANK", "PILE_FULL", "EMPTY_PILE"}
        wanted |= {"BASE_LOCKED", "NO_RETURN", "NOTHING_TO_REDEAL", "a redeal"}
        wanted |= {"FACE_DOWN"} if rule in ("CR1-H", "CR1-G") else set()
    else:
        wanted |= {"NOT_ONE_HIGHER", "ONLY_KING", "FACE_DOWN", "TOO_MANY_CARDS"}
        wanted |= {"SEVERAL_ONTO_FOUNDATION"}
    if rule == "RU1-C":
        wanted |= {"NOT_SAME_SUIT"}
    assert wanted <= seen, wanted - seen
