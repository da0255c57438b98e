"""What the hand of a player meets: cards that cannot be taken up, and where taps send them."""

from __future__ import annotations

import pytest
from won_games import won

from demilune.cards import Card, card, pack
from demilune.games import GAMES, Game, Move, Position, Refusal
from demilune.games.game import OF_THE_SOURCE
from demilune.record import replay

CRESCENT, CLOSED = GAMES["CR1-N"], GAMES["CR1-H"]
RUSSIAN, SOFT = GAMES["RU1-C"], GAMES["RU1-R"]


def cards(text: str) -> tuple[Card, ...]:
    """A pile from its text, bottom card first."""
    return tuple(card(word) for word in text.split())


def table(game: Game, down: int = 0, **piles: str) -> Position:
    """A position with some piles (`_1="KS QS"`) and foundations (`SA="AS 2S"`).

    Of every pile that is tall enough, the lowest `down` cards lie face down.
    """
    bases = {name: name[::-1] if game.prefix == "CR" else "" for name in game.foundation_names}
    foundations = bases | {name: text for name, text in piles.items() if name[0] != "_"}
    tableau = tuple(cards(piles.get(f"_{name}", "")) for name in game.pile_names)
    return Position(
        tableau=tableau,
        face_down=tuple(down if len(pile) > down else 0 for pile in tableau),
        foundations=tuple(map(cards, foundations.values())),
        redeals=game.redeals,
    )


def text(move: Move | None) -> str | None:
    """A move as text."""
    return str(move) if move else None


# ------------------------------------------------------------------------------------ taking up


@pytest.mark.parametrize(
    ("source", "size", "refusal"),
    [
        ("1", 1, None),
        ("2", 1, None),
        ("SA", 1, None),
        ("1", 2, Refusal.FACE_DOWN),
        ("2", 2, Refusal.ONLY_TOP_CARD),
        ("1", 4, Refusal.NO_CARD),
        ("3", 1, Refusal.NO_CARD),
        ("SK", 1, Refusal.BASE_LOCKED),
        ("17", 1, Refusal.UNKNOWN_PILE),
    ],
)
def test_taking_up_in_crescent(source: str, size: int, refusal: Refusal | None) -> None:
    """What the card itself forbids is said when it is taken up, not where it is laid."""
    position = table(CRESCENT, 2, _1="9S 8S 7S", _2="2H 3H", SA="AS 2S")
    assert CRESCENT.judge_lift(position, source, size) is refusal


@pytest.mark.parametrize(
    ("source", "size", "refusal"),
    [
        ("1", 1, None),
        ("1", 20, None),
        ("1", 21, Refusal.TOO_MANY_CARDS),
        ("1", 23, Refusal.FACE_DOWN),
        ("1", 24, Refusal.NO_CARD),
        ("2", 1, None),
        ("S", 1, None),
        ("S", 2, Refusal.ONLY_TOP_CARD),
        ("H", 1, Refusal.NO_CARD),
    ],
)
def test_taking_up_in_russian(source: str, size: int, refusal: Refusal | None) -> None:
    """A group may be taken up wherever it could go, if it is face up and not too large."""
    tall = " ".join(map(str, pack()[13:36]))
    position = table(RUSSIAN, 1, _1=tall, _2="5C", S="AS 2S")
    assert RUSSIAN.judge_lift(position, source, size) is refusal


def test_nothing_is_taken_up_after_the_end() -> None:
    """The game is over for every card of a won game."""
    record = won("RU1-C-AAAAAAS")
    end = replay(record)[-1]
    assert {RUSSIAN.judge_lift(end, place, 1) for place in RUSSIAN.places} == {Refusal.GAME_OVER}


@pytest.mark.parametrize("code", ["CR1-H-AAAAAAG", "RU1-C-AAAAAAS", "RU1-R-AAAAAAI"])
def test_taking_up_agrees_with_the_rules(code: str) -> None:
    """What cannot be taken up has the same reason everywhere; all else depends on the target."""
    record = won(code)
    game = record.code.game
    for position in replay(record)[::7]:
        for source in game.places:
            for size in range(1, len(game.cards(position, source)) + 2):
                lift = game.judge_lift(position, source, size)
                others = [Move(source, target, size) for target in game.places if target != source]
                verdicts = {game.judge(position, move) for move in others}
                if lift:
                    assert verdicts == {lift}
                    assert lift in OF_THE_SOURCE
                else:
                    assert verdicts - OF_THE_SOURCE


def test_counts_that_could_move() -> None:
    """From one card up: the top card in Crescent, the face-up ones up to 20 in Russian."""
    crescent = table(CLOSED, 2, _1="9S 8S 7S", _2="2H")
    assert list(CLOSED.movable(crescent, "1")) == [1]
    assert list(CLOSED.movable(crescent, "2")) == [1]
    assert list(CLOSED.movable(crescent, "3")) == []
    assert list(CLOSED.movable(crescent, "SA")) == [1]
    tall = " ".join(map(str, pack()[13:36]))
    russian = table(RUSSIAN, 2, _1=tall, _2="9C 3D 5C", _3="9D 8D 7D 6D", S="AS 2S")
    assert list(RUSSIAN.movable(russian, "1")) == list(range(1, 21))
    assert list(RUSSIAN.movable(russian, "2")) == [1]
    assert list(RUSSIAN.movable(russian, "3")) == [1, 2]
    assert list(RUSSIAN.movable(russian, "4")) == []
    assert list(RUSSIAN.movable(russian, "S")) == [1]
    assert list(RUSSIAN.movable(russian, "H")) == []


# ----------------------------------------------------------------------------------------- taps


def test_tap_in_crescent() -> None:
    """One place that accepts: the card goes there. None or several: it is selected."""
    position = table(CRESCENT, _1="2S", _2="9H", _3="10H", _4="8H", _5="5C", SA="AS")
    assert text(CRESCENT.tap(position, "1", 1)) == "1-SA"
    assert text(CRESCENT.tap(position, "3", 1)) == "3-2"
    assert CRESCENT.tap(position, "2", 1) is None
    assert CRESCENT.tap(position, "5", 1) is None


def test_tap_on_covered_cards_in_crescent() -> None:
    """Two cards never move together, so no tap plays them."""
    position = table(CRESCENT, _1="9H 2S", _2="3S")
    for hand in (CRESCENT.tap_again, CRESCENT.double_tap, CRESCENT.tap):
        assert hand(position, "1", 2) is None
    assert text(CRESCENT.tap(table(CRESCENT, _1="9H 2C"), "1", 1)) == "1-CA"
    assert CRESCENT.tap(table(CRESCENT, _1="9H 2C"), "1", 2) is None


def test_second_tap_in_crescent() -> None:
    """The selected card goes to a foundation if it can, and is let go otherwise."""
    position = table(CRESCENT, _1="2S", _2="3S", _3="9H", _4="10H")
    assert text(CRESCENT.tap_again(position, "1", 1)) == "1-SA"
    assert CRESCENT.tap_again(position, "3", 1) is None


def test_double_tap_in_crescent() -> None:
    """A foundation first, the ace foundation before the other; then the tallest pile."""
    both = table(CRESCENT, _1="2S", _2="3S", SK=" ".join(f"{r}S" for r in "KQJ") + " 10S 9S")
    assert text(CRESCENT.double_tap(both, "1", 1)) == "1-SA"
    meeting = table(
        CRESCENT,
        _1="8S",
        SA="AS 2S 3S 4S 5S 6S 7S",
        SK="KS QS JS 10S 9S",
    )
    assert text(CRESCENT.double_tap(meeting, "1", 1)) == "1-SA"
    piles = table(CRESCENT, _1="9H", _2="10H", _3="2C 8H", _4="3C 10H", _5="5D")
    assert text(CRESCENT.double_tap(piles, "1", 1)) == "1-3"
    assert CRESCENT.double_tap(piles, "5", 1) is None


def test_foundation_is_only_selected_in_crescent() -> None:
    """A transfer is never made by a tap alone, however often it is tapped."""
    position = table(CRESCENT, SA="AS 2S 3S 4S", SK="KS QS JS 10S 9S 8S 7S 6S 5S")
    assert text(CRESCENT.targets(position, "SA")[0]) == "SA-SK"
    for hand in (CRESCENT.tap, CRESCENT.tap_again, CRESCENT.double_tap):
        assert hand(position, "SA", 1) is None


def test_tap_in_russian() -> None:
    """The last card of a column goes to its foundation if it can; nothing else goes by itself."""
    position = table(RUSSIAN, _1="9H AS", _2="KD 3S", _3="4S", S="")
    assert text(RUSSIAN.tap(position, "1", 1)) == "1-S"
    assert RUSSIAN.tap(position, "1", 2) is None
    assert RUSSIAN.tap(position, "2", 1) is None
    taken = table(RUSSIAN, _1="3S", S="AS 2S")
    assert text(RUSSIAN.targets(taken, "S")[0]) == "S-1"
    assert RUSSIAN.tap(taken, "S", 1) is None


def test_second_tap_in_russian() -> None:
    """A selected group is let go, even if its last card could go up."""
    assert RUSSIAN.tap_again(table(RUSSIAN, _1="9H AS"), "1", 1) is None


def test_double_tap_in_russian() -> None:
    """The longest column that accepts, of equals the first; never a foundation."""
    position = table(SOFT, _1="2C", _2="3H", _3="KC 3S", _4="QC 3D", C="AC")
    assert text(SOFT.double_tap(position, "1", 1)) == "1-3"
    assert SOFT.double_tap(position, "2", 1) is None
    back = table(SOFT, _1="9C 3H", _2="3D", C="AC 2C")
    assert text(SOFT.double_tap(back, "C", 1)) == "C-1"


def test_double_tap_on_a_king() -> None:
    """A king goes to the first empty column, unless it leaves another empty one behind."""
    position = table(RUSSIAN, _1="9C KH 2D", _2="KS", _3="5D")
    assert text(RUSSIAN.double_tap(position, "1", 2)) == "1x2-4"
    assert RUSSIAN.double_tap(position, "2", 1) is None
    up = table(RUSSIAN, _1="9C", H=" ".join(map(str, pack()[13:26])))
    assert text(RUSSIAN.double_tap(up, "H", 1)) == "H-2"


# ---------------------------------------------------------------------------- looking, finishing


def test_looking_into_piles() -> None:
    """A pile dealt open is looked into; a closed deal keeps all its piles to itself."""
    open_deal, closed_deal = CRESCENT.deal(1), CLOSED.deal(1)
    for name in CRESCENT.pile_names:
        assert CRESCENT.judge_look(open_deal, name) is None
        assert CLOSED.judge_look(closed_deal, name) is Refusal.CLOSED_DEAL
    up = table(CLOSED, _1="AS 2S")
    assert CLOSED.judge_look(up, "1") is Refusal.CLOSED_DEAL
    assert CRESCENT.judge_look(table(CRESCENT, _1="AS 2S"), "2") is Refusal.NO_CARD
    russian = RUSSIAN.deal(1)
    assert RUSSIAN.judge_look(russian, "1") is None
    assert RUSSIAN.judge_look(russian, "2") is Refusal.FACE_DOWN


def ordered(suit: str, *ranks: str) -> str:
    """Cards of a suit as text."""
    return " ".join(rank + suit for rank in ranks)


UP = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def test_finishing_in_russian() -> None:
    """Every column in the order of its suit, the highest card lowest: all goes up by itself."""
    piles = {f"_{i + 1}": ordered(suit, *UP[:1:-1]) for i, suit in enumerate("SHDC")}
    bases = {suit: ordered(suit, "A", "2") for suit in "SHDC"}
    position = table(RUSSIAN, **piles, **bases)
    moves = RUSSIAN.finish(position)
    assert len(moves) == 44
    for move in moves:
        assert RUSSIAN.judge(position, move) is None
        assert RUSSIAN.is_foundation(move.target)
        position = RUSSIAN.play(position, move)
    assert RUSSIAN.won(position)
    assert RUSSIAN.finish(position) == []


def test_nothing_is_finished_while_something_is_left_to_do() -> None:
    """A card under a higher one, or one that lies face down, is the player's to play."""
    bases = {suit: ordered(suit, *UP) for suit in "HDC"}
    wrong = table(RUSSIAN, _1=ordered("S", "Q", "K"), S=ordered("S", *UP[:11]), **bases)
    assert RUSSIAN.finish(wrong) == []
    right = table(RUSSIAN, _1=ordered("S", "K", "Q"), S=ordered("S", *UP[:11]), **bases)
    assert [str(move) for move in RUSSIAN.finish(right)] == ["1-S", "1-S"]
    down = table(RUSSIAN, 1, _1=ordered("S", "K", "Q"), S=ordered("S", *UP[:11]), **bases)
    assert RUSSIAN.finish(down) == []
    for game in GAMES.values():
        assert game.finish(game.deal(1)) == []


def test_finishing_in_crescent_tries_the_ace_foundations_and_then_the_kings() -> None:
    """Where ace and king foundation both take a card, one of them may be the wrong one."""
    up, down = UP, UP[::-1]
    others = [name for name in CRESCENT.foundation_names if name[0] != "S"]
    full = {name: ordered(name[0], *(up if name[1] == "A" else down)) for name in others}
    low, high = ordered("S", *up[:5]), ordered("S", *down[:7])
    rest_up, rest_down = high, low
    kings_first = table(CRESCENT, _1=f"{rest_up} 6S {rest_down} 6S", SA=low, SK=high, **full)
    moves = CRESCENT.finish(kings_first)
    assert str(moves[0]) == "1-SK"
    assert len(moves) == 14
    aces_first = table(CRESCENT, _1=f"{rest_down} 6S {rest_up} 6S", SA=low, SK=high, **full)
    moves = CRESCENT.finish(aces_first)
    assert str(moves[0]) == "1-SA"
    assert len(moves) == 14
    neither = table(CRESCENT, _1=f"6S {rest_up} {rest_down} 6S", SA=low, SK=high, **full)
    assert CRESCENT.finish(neither) == []
