"""The four seeds, sentence by sentence, as far as they speak of the rules and the session.

Each test names its sentences: the seed's number (000 Crescent in Dutch, 001 the same in Finnish,
002 Russian Solitaire in Dutch, 004 Halvmånen in Danish) and a few of its words in «…». What the
seeds say of the screen alone (the horseshoe, what lights up, texts of messages) is tested with the
screen; strategy and history are no behaviour. Positions are built by hand and hold only the cards
that the sentence needs, unless it speaks of whole deals.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable

import naive
import pytest

from demilune.cards import Card, Suit, card
from demilune.deals import DealCode, read_code
from demilune.games import GAMES, Game, Move, Position, Refusal, Status
from demilune.record import read_record, replay
from demilune.session import Session

CRESCENT = ["CR1-N", "CR1-F", "CR1-H", "CR1-G"]
OPEN = ["CR1-N", "CR1-F"]
CLOSED = ["CR1-H", "CR1-G"]
RUSSIAN = ["RU1-C", "RU1-R"]

CR = GAMES["CR1-N"]
RU = GAMES["RU1-C"]
SOFT = GAMES["RU1-R"]

# A game of Crescent that is stuck after three redeals and two moves.
STUCK = "CR1-N-AAAAALR: R R R 13-5 11-9"


# ---------------------------------------------------------------------------------------- helpers


def cards(text: str) -> tuple[Card, ...]:
    """A pile from its text, bottom card first."""
    return tuple(card(word) for word in text.split())


def crescent(piles: dict[int, str], up: dict[str, int] | None = None, redeals: int = 3) -> Position:
    """A position of Crescent: some piles, foundations by height (the base alone unless told)."""
    heights = up or {}
    foundations = []
    for name in CR.foundation_names:
        ranks = naive.RANKS if name[1] == "A" else naive.RANKS[::-1]
        foundations.append(tuple(card(r + name[0]) for r in ranks[: heights.get(name, 1)]))
    return Position(
        tableau=tuple(cards(piles.get(i, "")) for i in range(1, 17)),
        face_down=(0,) * 16,
        foundations=tuple(foundations),
        redeals=redeals,
    )


def russian(
    columns: dict[int, str],
    up: dict[str, int] | None = None,
    face_down: dict[int, int] | None = None,
    score: int = 0,
) -> Position:
    """A position of Russian Solitaire: some columns, foundations by height."""
    heights = up or {}
    return Position(
        tableau=tuple(cards(columns.get(i, "")) for i in range(1, 8)),
        face_down=tuple((face_down or {}).get(i, 0) for i in range(1, 8)),
        foundations=tuple(
            tuple(card(r + s) for r in naive.RANKS[: heights.get(s, 0)]) for s in naive.SUITS
        ),
        score=score,
    )


def judge(game: Game, p: Position, text: str) -> str | None:
    """The name of the refusal, None for a legal move."""
    refusal = game.judge(p, Move.read(text))
    return None if refusal is None else refusal.name


def play(game: Game, p: Position, *texts: str) -> Position:
    """Play legal moves."""
    for text in texts:
        assert judge(game, p, text) is None, text
        p = game.play(p, Move.read(text))
    return p


def pile(p: Position, number: int) -> str:
    """A tableau pile as text."""
    return " ".join(map(str, p.tableau[number - 1]))


def foundation(game: Game, p: Position, name: str) -> str:
    """A foundation as text."""
    return " ".join(map(str, p.foundations[game.foundation_names.index(name)]))


def all_cards(p: Position) -> list[Card]:
    """Every card that lies on the table."""
    return [c for place in (*p.tableau, *p.foundations) for c in place]


class Time:
    """A clock in the hands of the test."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def session(rule: str, number: int = 1, policy: str | None = None) -> Session:
    """A session under its rule's own undo policy, unless another is named."""
    if policy is None:
        return Session(DealCode(rule, number), now=Time())
    return Session(DealCode(rule, number), now=Time(), policy=policy)  # type: ignore[arg-type]


def lively(game: Session, chance: random.Random) -> Move:
    """A random move between tableau piles, if possible one that could be played back."""
    names = game.game.pile_names
    p = game.position
    moves = [m for m in game.game.moves(p) if m.target in names and m.source in names]
    chance.shuffle(moves)
    for move in moves:
        back = Move(move.target, move.source, move.size)
        if game.game.judge(game.game.play(p, move), back) is None:
            return move
    return moves[0]


def wander(game: Session, moves: int, seed: int = 1) -> None:
    """Play so many random moves between tableau piles."""
    chance = random.Random(seed)
    for _ in range(moves):
        assert game.play(lively(game, chance)) is None


def play_all(game: Session, texts: Iterable[str]) -> None:
    """Play legal moves in a session."""
    for text in texts:
        assert game.play(Move.read(text)) is None, text


# ============================================================================= Crescent: the layout


@pytest.mark.parametrize("rule", CRESCENT)
def test_two_packs(rule: str) -> None:
    """Two packs, every card twice.

    000 «104 kaarten, elk in tweevoud»; 001 «104 korttia, joista jokaista on kaksi kappaletta»;
    004 «Der bruges to spil kort, 104 kort», «To spil kort, 104 i alt».
    """
    table = all_cards(GAMES[rule].deal(1))
    assert len(table) == 104
    assert len(set(table)) == 104  # each of them once: the two packs are told apart
    assert Counter(map(str, table)) == {r + s: 2 for r in naive.RANKS for s in naive.SUITS}


@pytest.mark.parametrize("rule", CRESCENT)
def test_packs_are_shuffled(rule: str) -> None:
    """The packs are shuffled together: other numbers, other cards, both packs in every region.

    000 «2 door elkaar gehusselde spellen»; 001 «2 sekoitetulla 52 kortin pakalla».
    """
    game = GAMES[rule]
    deals = {game.deal(number).tableau for number in range(50)}
    assert len(deals) == 50
    first = game.deal(1).tableau
    assert all({c.deck for p in first[i : i + 4] for c in p} == {0, 1} for i in (0, 4, 8, 12))


@pytest.mark.parametrize("rule", CRESCENT)
def test_bases_are_set_apart(rule: str) -> None:
    """An ace and a king of each suit are the bases of eight foundations.

    000 «van elke kleur een Aas en een Heer apart»; 001 «ne ovat 8 perustuksen pohjat»;
    004 «Tag én konge og ét es i hver kulør ud», «Otte af dem er grundkort».
    """
    game = GAMES[rule]
    p = game.deal(1)
    assert [foundation(game, p, name) for name in game.foundation_names] == (
        ["AS", "AH", "AD", "AC", "KS", "KH", "KD", "KC"]
    )


def test_aces_stand_before_kings() -> None:
    """The aces come first, the kings after them, each kind by itself.

    000 «de vier Azen op de eerste rij, de vier Heren eronder»; 001 «neljä ässää ensimmäisellä
    rivillä»; 004 «kongerne for sig og esserne for sig».
    """
    assert CR.foundation_names == ("SA", "HA", "DA", "CA", "SK", "HK", "DK", "CK")


@pytest.mark.parametrize("rule", CRESCENT)
def test_sixteen_piles_of_six(rule: str) -> None:
    """The other 96 cards are 16 piles of 6.

    000 «De overige 96 kaarten vormen 16 stapels van 6 kaarten»; 001 «Muut 96 korttia muodostavat
    16 pinoa»; 004 «De andre 96 kort deles i 16 bunker med seks kort».
    """
    p = GAMES[rule].deal(1)
    assert [len(cards) for cards in p.tableau] == [6] * 16
    assert GAMES[rule].pile_names == tuple(str(i) for i in range(1, 17))


@pytest.mark.parametrize("rule", OPEN)
def test_open_deal(rule: str) -> None:
    """All cards are dealt face up.

    000 «allemaal met de beeldzijde omhoog», «De app deelt alle kaarten open uit»; 001 «kaikki
    kuvapuoli ylöspäin».
    """
    assert GAMES[rule].deal(1).face_down == (0,) * 16


@pytest.mark.parametrize("rule", CLOSED)
def test_closed_deal(rule: str) -> None:
    """Only the top card of each pile is face up: 80 are face down.

    004 «Kun det øverste kort i hver bunke vender billedsiden op», «80 kort ligger med bagsiden op
    fra start»; 000 «alleen de bovenste kaart van elke stapel ligt bij de start open»; 001 «alussa
    vain kunkin pinon päällimmäinen kortti käännetään».
    """
    p = GAMES[rule].deal(1)
    assert p.face_down == (5,) * 16
    assert sum(p.face_down) == 80


@pytest.mark.parametrize("rule", CRESCENT)
def test_cards_beneath_appear(rule: str) -> None:
    """The card beneath is the new top when the top is played.

    000 «de kaarten eronder komen tevoorschijn wanneer je de bovenste speelt»; 001 «alla olevat
    kortit paljastuvat».
    """
    game = GAMES[rule]
    p = game.deal(1)
    move = next(game.moves(p))
    source = int(move.source) - 1
    after = game.play(p, move)
    assert after.tableau[source] == p.tableau[source][:-1]


# ============================================================================== Crescent: the moves


def test_one_card_at_a_time() -> None:
    """Two cards never move together, even in sequence.

    000 «Je verplaatst slechts één kaart tegelijk»; 001 «Siirretään vain yksi kortti kerrallaan»;
    004 «ét kort ad gangen».
    """
    p = crescent({1: "7H 8H", 2: "9H", 3: "6H"}, up={"HA": 6})
    assert judge(CR, p, "1-2") is None
    for text in ("1x2-2", "1x2-3", "1x2-HA", "1x2-HK"):
        assert judge(CR, p, text) == "ONLY_TOP_CARD"


def test_only_the_top_card() -> None:
    """The card that moves is the top one; those beneath do not take part.

    000 «alleen de bovenste kaart van een stapel»; 001 «vain pinon päällimmäinen kortti»;
    004 «Kun det øverste kort i hver bunke må flyttes».
    """
    p = crescent({1: "8H 2C", 2: "9H"})
    assert judge(CR, p, "1-2") == "NOT_SAME_SUIT"  # the 8 of hearts would fit, but lies beneath
    after = play(CR, crescent({1: "2C 8H", 2: "5D 9H"}), "1-2")
    assert (pile(after, 1), pile(after, 2)) == ("2C", "5D 9H 8H")


@pytest.mark.parametrize("rule", CRESCENT)
def test_same_suit_adjacent_rank(rule: str) -> None:
    """One higher or one lower of the same suit.

    000 «de harten 8 op de harten 9 of op de harten 7»; 001 «hertta 8 hertta 9:n tai hertta 7:n
    päälle»; 004 «samme kulør og er én højere eller én lavere», «En hjerter 7 kan få både hjerter 6
    og hjerter 8 på sig», «På bunkerne må du lægge et kort i samme kulør».
    """
    game = GAMES[rule]
    p = crescent({1: "8H", 2: "9H", 3: "7H", 4: "6H", 5: "10H", 6: "8H", 7: "9D", 8: "7S"})
    assert judge(game, p, "1-2") is None
    assert judge(game, p, "1-3") is None
    assert judge(game, p, "4-3") is None
    assert judge(game, p, "1-4") == "NOT_ADJACENT_RANK"
    assert judge(game, p, "1-5") == "NOT_ADJACENT_RANK"
    assert judge(game, p, "1-6") == "NOT_ADJACENT_RANK"
    assert judge(game, p, "1-7") == "NOT_SAME_SUIT"
    assert judge(game, p, "1-8") == "NOT_SAME_SUIT"


def test_both_ways_on_one_pile() -> None:
    """A pile may be built up and down in turn.

    004 «Du må bygge begge veje på samme bunke», «Brug begge retninger»; 000 «opbouwen per kleur in
    beide richtingen»; 001 «rakentaminen maittain molempiin suuntiin».
    """
    p = crescent({1: "7H", 2: "2C 8H", 3: "2C 7H", 4: "2C 6H"})
    assert pile(play(CR, p, "2-1", "3-1", "4-1"), 1) == "7H 8H 7H 6H"


def test_ace_and_king_are_neighbours() -> None:
    """The ranks run round on the tableau: ace on king, king on ace, of one suit.

    000 «De rangen lopen rond: de Aas gaat op de Heer», «overgang van Heer naar Aas»; 001 «Arvot
    kiertävät ympyrää»; 004 «en konge må lægges på et es og et es på en konge», «konge og es hænger
    sammen».
    """
    p = crescent({1: "2D AS", 2: "2D KS", 3: "KH", 4: "QS", 5: "2S"})
    assert judge(CR, p, "1-2") is None
    assert judge(CR, p, "2-1") is None
    assert judge(CR, p, "1-3") == "NOT_SAME_SUIT"
    assert judge(CR, p, "1-5") is None
    assert judge(CR, p, "2-4") is None
    assert judge(CR, p, "1-4") == "NOT_ADJACENT_RANK"
    assert judge(CR, p, "2-5") == "NOT_ADJACENT_RANK"


@pytest.mark.parametrize("rule", CRESCENT)
def test_thirteen_cards_at_most(rule: str) -> None:
    """A pile takes a 13th card and refuses the 14th.

    000 «Een stapel bevat maximaal 13 kaarten», «Deze stapel is vol»; 001 «Pinossa on enintään 13
    korttia».
    """
    game = GAMES[rule]
    twelve = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC 9H"
    p = crescent({1: "8H", 2: twelve, 3: "8H", 4: "QD"})
    assert judge(game, p, "1-2") is None
    p = play(game, p, "1-2")
    assert len(p.tableau[1]) == 13
    p = crescent({1: "2D 7H", 2: twelve + " 8H", 3: "QD"})
    assert judge(game, p, "1-2") == "PILE_FULL"
    assert judge(game, p, "3-2") == "PILE_FULL"  # fullness is named before suit and rank
    assert judge(game, p, "2-1") is None  # and a full pile gives as any other


def test_example_of_the_ace_on_the_king() -> None:
    """The example: move 10 puts the ace of spades of pile 10 on the king of pile 14.

    000 «gaat de A♠ van stapel 10 op de H♠ van stapel 14»; 001 «pinon 10 A♠ asetetaan pinon 14».
    """
    p = play(CR, crescent({10: "7C AS", 14: "3D KS"}), "10-14")
    assert (pile(p, 10), pile(p, 14)) == ("7C", "3D KS AS")


def test_a_refusal_has_its_reason() -> None:
    """A move that does not follow the rule is refused with the reason, and changes nothing.

    000 «Moet dezelfde kleur zijn», «Moet een hogere of lagere rang zijn»; 001 «Täytyy olla samaa
    maata», «Täytyy olla arvoltaan yhtä suurempi tai pienempi».
    """
    p = crescent({1: "8H", 2: "9D", 3: "JH"})
    assert CR.judge(p, Move.read("1-2")) is Refusal.NOT_SAME_SUIT
    assert CR.judge(p, Move.read("1-3")) is Refusal.NOT_ADJACENT_RANK
    game = session("CR1-N")
    before = (game.position, game.record, game.moves_made, game.undoable)
    refused = next(
        m
        for a in game.game.pile_names
        for b in game.game.pile_names
        if game.game.judge(game.position, m := Move(a, b)) is Refusal.NOT_SAME_SUIT
    )
    assert game.play(refused) is Refusal.NOT_SAME_SUIT
    assert (game.position, game.record, game.moves_made, game.undoable) == before


# ========================================================================= Crescent: the empty pile


@pytest.mark.parametrize("rule", CRESCENT)
def test_empty_pile_stays_empty(rule: str) -> None:
    """Nothing goes on an emptied pile, not even a king, nor does a redeal fill it.

    000 «Een leeggemaakte stapel blijft leeg tot het einde», «Kan niet op een lege stapel
    plaatsen», «een lege stapel wordt nooit aangevuld»; 001 «Tyhjälle pinolle ei voi asettaa»,
    «tyhjää pinoa ei täytetä koskaan»; 004 «En tom bunke fyldes ikke», «En tom bunke bliver tom
    resten af spillet».
    """
    game = GAMES[rule]
    p = play(game, crescent({1: "8H", 2: "9H", 3: "KS", 4: "2D AC"}), "1-2")
    assert pile(p, 1) == ""
    for source in ("2", "3", "4"):
        assert judge(game, p, f"{source}-1") == "EMPTY_PILE"
    assert pile(play(game, p, "R"), 1) == ""


def test_emptied_pile_takes_a_place_away() -> None:
    """Each emptied pile is one target fewer.

    000 «Elke leeggemaakte stapel haalt dus een plek weg»; 001 «vie siis yhden paikan».
    """
    p = crescent({1: "8H", 2: "7H", 3: "9H"})
    assert [str(m) for m in CR.targets(p, "1", 1)] == ["1-2", "1-3"]
    p = play(CR, p, "2-1")
    assert [str(m) for m in CR.targets(p, "1", 1)] == []
    assert [str(m) for m in CR.targets(p, "3", 1)] == []


# ======================================================================== Crescent: the foundations


@pytest.mark.parametrize("suit", naive.SUITS)
def test_ace_foundations_go_up(suit: str) -> None:
    """Ace, 2, 3 … king in the suit of the ace.

    000 «De vier fundamenten van de Aas lopen op»; 001 «Ässän neljä perustusta nousevat»;
    004 «hver esbunke opad fra es til konge», «én højere på en esbunke».
    """
    other = naive.SUITS[naive.SUITS.index(suit) - 1]
    for height in range(1, 13):
        p = crescent({1: naive.RANKS[height] + suit}, up={suit + "A": height})
        assert judge(CR, p, f"1-{suit}A") is None
        for rank in naive.RANKS:
            if rank != naive.RANKS[height]:
                p = crescent({1: rank + suit}, up={suit + "A": height})
                assert judge(CR, p, f"1-{suit}A") == "NOT_NEXT_ON_FOUNDATION"
        p = crescent({1: naive.RANKS[height] + other}, up={suit + "A": height})
        assert judge(CR, p, f"1-{suit}A") == "OTHER_SUIT_FOUNDATION"


@pytest.mark.parametrize("suit", naive.SUITS)
def test_king_foundations_go_down(suit: str) -> None:
    """King, queen, jack … ace in the suit of the king.

    000 «De vier fundamenten van de Heer lopen af»; 001 «Kuninkaan neljä perustusta laskevat»;
    004 «Hver kongebunke bygges nedad i samme kulør fra konge til es», «én lavere på en kongebunke».
    """
    other = naive.SUITS[naive.SUITS.index(suit) - 1]
    down = naive.RANKS[::-1]
    for height in range(1, 13):
        p = crescent({1: down[height] + suit}, up={suit + "K": height})
        assert judge(CR, p, f"1-{suit}K") is None
        for rank in naive.RANKS:
            if rank != down[height]:
                p = crescent({1: rank + suit}, up={suit + "K": height})
                assert judge(CR, p, f"1-{suit}K") == "NOT_NEXT_ON_FOUNDATION"
        p = crescent({1: down[height] + other}, up={suit + "K": height})
        assert judge(CR, p, f"1-{suit}K") == "OTHER_SUIT_FOUNDATION"


def test_foundations_do_not_run_round() -> None:
    """Nothing goes on an ascending king or on a descending ace.

    000 «er kan niets op een oplopende Heer en niets op een aflopende Aas»; 001 «mikään kortti ei
    mene nousevan kuninkaan eikä laskevan ässän päälle».
    """
    for rank in naive.RANKS:
        p = crescent({1: rank + "S"}, up={"SA": 13, "SK": 13})
        assert judge(CR, p, "1-SA") == "NOT_NEXT_ON_FOUNDATION"
        assert judge(CR, p, "1-SK") == "NOT_NEXT_ON_FOUNDATION"
    # Nor does an ace start below: no king on the ace's base, no ace on the king's.
    p = crescent({1: "KS", 2: "AS"})
    assert judge(CR, p, "1-SA") == "NOT_NEXT_ON_FOUNDATION"
    assert judge(CR, p, "2-SK") == "NOT_NEXT_ON_FOUNDATION"


def test_nothing_returns_to_a_pile() -> None:
    """No card goes from a foundation back to a pile, fitting or not.

    000 «Een kaart gaat nooit van een fundament terug naar een stapel»; 001 «Kortti ei koskaan palaa
    perustukselta pinoon».
    """
    p = crescent({1: "6S", 2: "9D"}, up={"SA": 5, "SK": 7})
    for text in ("SA-1", "SA-2", "SA-3", "SK-1", "SK-2"):
        assert judge(CR, p, text) == "NO_RETURN"


def test_transfer_between_foundations() -> None:
    """A top passes to the other foundation of its suit when it fits, either way.

    000 «Ze kan wel van het ene fundament naar het andere van dezelfde kleur gaan»; 001 «Se voi
    siirtyä perustukselta toiselle saman maan perustukselle»; 004 «må du flytte det øverste kort
    fra den ene til den anden».
    """
    p = crescent({1: "2C"}, up={"SA": 6, "SK": 7, "HA": 6, "HK": 6, "DA": 6})
    assert judge(CR, p, "SA-SK") is None  # 6 on 7
    assert judge(CR, p, "SK-SA") is None  # 7 on 6
    assert judge(CR, p, "HA-HK") == "NOT_NEXT_ON_FOUNDATION"  # 6 on 8
    assert judge(CR, p, "SA-HA") == "OTHER_SUIT_FOUNDATION"
    assert judge(CR, p, "DA-SK") == "OTHER_SUIT_FOUNDATION"
    after = play(CR, p, "SA-SK")
    assert foundation(CR, after, "SA").split()[-1] == "5S"
    assert foundation(CR, after, "SK").split()[-2:] == ["7S", "6S"]
    assert judge(CR, after, "SK-SA") is None  # and back


def test_transfer_opens_and_takes_a_place() -> None:
    """A transfer can free a card's place and take another's.

    004 «Det kan åbne for et kort», «det kan også tage pladsen fra et andet».
    """
    p = crescent({1: "6S", 2: "7S"}, up={"SA": 6, "SK": 7})
    assert (judge(CR, p, "1-SA"), judge(CR, p, "2-SA")) == ("NOT_NEXT_ON_FOUNDATION", None)
    p = play(CR, p, "SA-SK")
    assert (judge(CR, p, "1-SA"), judge(CR, p, "2-SA")) == (None, "NOT_NEXT_ON_FOUNDATION")


def test_base_never_moves() -> None:
    """The ace or king laid out at the start is locked, even where it would fit.

    000 «De basis van het fundament is vergrendeld»; 001 «Perustuksen pohja on lukittu»;
    004 «Grundkortet selv flyttes aldrig».
    """
    p = crescent({1: "2S", 2: "QH"}, up={"SK": 12, "HA": 12})
    for text in ("SA-SK", "SA-1", "HK-HA", "HK-2", "SA-HA", "DA-DK"):
        assert judge(CR, p, text) == "BASE_LOCKED"
    assert judge(CR, p, "SKx12-SA") == "BASE_LOCKED"


def test_each_card_has_two_foundations() -> None:
    """A card belongs on either foundation of its suit.

    004 «Hvert kort hører til to mulige grundbunker», «Et hjerter 6 kan både gå på esbunken efter
    hjerter 5 og på kongebunken efter hjerter 7», «hvis det følger i samme kulør».
    """
    p = crescent({1: "6H"}, up={"HA": 5, "HK": 7})
    assert [str(m) for m in CR.targets(p, "1", 1)] == ["1-HA", "1-HK"]


# ============================================================================= Crescent: the redeal


@pytest.mark.parametrize("rule", CRESCENT)
def test_redeal_brings_the_bottom_up(rule: str) -> None:
    """In every pile of two or more the bottom card goes on top, the order else stays.

    000 «pakt in elke stapel van twee of meer kaarten de onderste kaart en legt die bovenop», «de
    volgorde van de andere kaarten verandert niet»; 001 «muiden korttien järjestys ei muutu»;
    004 «flytte det nederste kort i hver bunke op øverst», «uden at ændre rækkefølgen ellers», «Det
    nederste kort i hver bunke flyttes op øverst, uden at resten ændres».
    """
    game = GAMES[rule]
    p = game.deal(1)
    after = play(game, p, "R")
    for before, now in zip(p.tableau, after.tableau, strict=True):
        assert now == (*before[1:], before[0])
    assert after.foundations == p.foundations
    p = play(game, crescent({1: "2H", 2: "3C 4D", 4: "5S 6S 7S"}), "R")
    assert [pile(p, i) for i in (1, 2, 3, 4)] == ["2H", "4D 3C", "", "6S 7S 5S"]


def test_example_of_the_redeal() -> None:
    """The example of pile 1 in the won game.

    000 «gaat stapel 1 van 2♥ 9♣ B♦ B♦ (van onder naar boven) naar 9♣ B♦ B♦ 2♥»; 001 «pohjimmainen
    2♥ on nyt päällä».
    """
    assert pile(play(CR, crescent({1: "2H 9C JD JD"}), "R"), 1) == "9C JD JD 2H"


@pytest.mark.parametrize("rule", ["CR1-N", "CR1-H"])
def test_three_redeals(rule: str) -> None:
    """Three redeals a game; the number left is known; then there is none left.

    000 «Je hebt recht op 3 keer opnieuw delen per spel», «toont dan “Geen herverdeling meer”»,
    «drie herverdelingen»; 001 «Uudelleenjakoja saa 3 peliä kohti», «Ei uudelleenjakoja», «kolme
    uudelleenjakoa»; 004 «Tre gange i løbet af spillet», «Det må du gøre tre gange i et spil»,
    «tallet under bordet viser, hvor mange gange du har tilbage».
    """
    game = session(rule)
    left = [game.position.redeals]
    for _ in range(3):
        assert game.play(Move.read("R")) is None
        left.append(game.position.redeals)
    assert left == [3, 2, 1, 0]
    assert game.play(Move.read("R")) is Refusal.NO_REDEAL_LEFT


@pytest.mark.parametrize("rule", ["CR1-F", "CR1-G"])
def test_crescent_four(rule: str) -> None:
    """Crescent Four allows a fourth redeal, no fifth.

    000 «Crescent Four (een vierde herverdeling is toegestaan)»; 001 «neljäs uudelleenjako
    sallitaan».
    """
    game = session(rule)
    play_all(game, ["R"] * 4)
    assert game.play(Move.read("R")) is Refusal.NO_REDEAL_LEFT


def test_redeal_needs_a_pile_of_two() -> None:
    """With no pile of two or more cards there is nothing to redeal, and none is used up.

    000 «in elke stapel van twee of meer kaarten»; 001 «jokaisesta vähintään kahden kortin pinosta».
    """
    p = crescent({1: "2H", 5: "9C"})
    assert judge(CR, p, "R") == "NOTHING_TO_REDEAL"
    assert "R" not in map(str, CR.moves(p))
    assert judge(CR, crescent({1: "2H", 5: "9C 4D"}), "R") is None


@pytest.mark.parametrize("policy", ["limited", "unlimited"])
def test_redeal_is_no_move(policy: str) -> None:
    """The move counter does not count a redeal.

    000 «Opnieuw delen telt niet als zet»; 001 «Uudelleenjako ei lasketa siirroksi».
    """
    game = session("CR1-N", policy=policy)
    wander(game, 3)
    play_all(game, ["R"])
    assert game.moves_made == 3
    wander(game, 1)
    assert game.moves_made == 4


def test_redeal_clears_the_history() -> None:
    """Moves before a redeal cannot be taken back; the history starts again from nothing.

    000 «de zetten die ervoor zijn gespeeld kun je niet meer ongedaan maken», «Na een herverdeling
    begint de geschiedenis opnieuw bij nul»; 001 «eikä sitä edeltäviä siirtoja voi enää kumota»,
    «Uudelleenjaon jälkeen historia alkaa tyhjästä».
    """
    game = session("CR1-N")
    wander(game, 5)
    assert game.undoable == 5
    play_all(game, ["R"])
    assert (game.undoable, game.can_undo, game.undo()) == (0, False, False)
    after = game.position
    wander(game, 2)
    assert [game.undo(), game.undo(), game.undo()] == [True, True, False]
    assert game.position == after
    assert game.moves_made == 5


def test_redeal_ends_the_redo() -> None:
    """What was taken back before a redeal cannot be made again after it.

    000 «Na een herverdeling begint de geschiedenis opnieuw bij nul».
    """
    game = session("CR1-N")
    wander(game, 3)
    game.undo()
    assert game.can_redo
    play_all(game, ["R"])
    assert (game.can_redo, game.redo()) == (False, False)


# ================================================================================ Crescent: the end


@pytest.mark.parametrize("rule", CRESCENT)
def test_won_with_all_cards_up(rule: str) -> None:
    """Won with 13 cards on each of the 8 foundations: all 104.

    000 «op elk van de 8 fundamenten 13 kaarten»; 001 «kaikilla 8 perustuksella on kullakin 13
    korttia»; 004 «Når alle otte bunker har 13 kort, er kabalen gået op», «Alle 104 kort skal op på
    de otte grundbunker».
    """
    game = GAMES[rule]
    full = dict.fromkeys(CR.foundation_names, 13)
    assert game.status(crescent({}, up=full)) is Status.WON
    for name in CR.foundation_names:
        last = ("K" if name[1] == "A" else "A") + name[0]
        p = crescent({7: last}, up={**full, name: 12})
        assert game.status(p) is Status.PLAYING
        p = play(game, p, f"7-{name}")
        assert game.status(p) is Status.WON
        assert len(all_cards(p)) == 104


@pytest.mark.parametrize("rule", CRESCENT)
def test_a_whole_won_game(rule: str) -> None:
    """A game from deal to win; when it is over, nothing more can be played.

    000 «Het spel is gewonnen»; 001 «Peli on voitettu».
    """
    number, moves = naive.won_game(rule)
    game = session(rule, number)
    for text in moves:
        assert game.status is Status.PLAYING
        assert game.play(Move.read(text)) is None
    assert game.status is Status.WON
    assert game.moves_made == len(moves) - moves.count("R")
    assert game.play(Move.read("R")) is Refusal.GAME_OVER
    assert game.play(Move.read("SA-SK")) is Refusal.GAME_OVER


@pytest.mark.parametrize("rule", CRESCENT)
def test_stuck_without_move_and_redeal(rule: str) -> None:
    """Stuck when no move and no redeal is left, and only then.

    000 «Het is vast als er geen zet meer mogelijk is en er geen keer opnieuw delen meer over is»;
    001 «Se on jumissa, kun siirtoja ei ole mahdollista tehdä».
    """
    game = GAMES[rule]
    piles = {1: "8H 2C", 2: "9D", 3: "5S"}
    up = {"CA": 2}
    assert game.status(crescent(piles, up, redeals=0)) is Status.STUCK
    assert game.status(crescent(piles, up, redeals=1)) is Status.PLAYING
    assert game.status(crescent(piles, redeals=0)) is Status.PLAYING  # the 2 fits on its ace
    assert game.status(crescent({**piles, 4: "8D"}, up, redeals=0)) is Status.PLAYING
    # A transfer between foundations is a move.
    p = crescent(piles, {**up, "HA": 6, "HK": 7}, redeals=0)
    assert [str(m) for m in game.moves(p)] == ["HA-HK", "HK-HA"]
    assert game.status(p) is Status.PLAYING


def test_stuck_with_redeals_that_do_nothing() -> None:
    """A redeal that has nothing to bring up does not save the game.

    000 «er geen keer opnieuw delen meer over is»; here none is possible.
    """
    assert CR.status(crescent({1: "8H", 2: "9D", 3: "5S"}, redeals=3)) is Status.STUCK
    assert CR.status(crescent({1: "8H 4C", 2: "9D", 3: "5S"}, redeals=3)) is Status.PLAYING


def test_stuck_offers_the_last_move_back() -> None:
    """A stuck game lets the last move be taken back.

    000 «biedt aan de laatste zet ongedaan te maken of een nieuw spel te starten»; 001 «ehdottaa
    viimeisen siirron kumoamista».
    """
    record = read_record(STUCK)
    game = Session(record.code, now=Time())
    for move in record.moves:
        assert game.status is Status.PLAYING
        assert game.play(move) is None
    assert game.status is Status.STUCK
    assert list(game.game.moves(game.position)) == []
    assert game.undo()
    assert game.status is Status.PLAYING
    assert game.redo()
    assert game.status is Status.STUCK


# ====================================================================== Crescent: what the app adds


def test_tap_with_one_place() -> None:
    """A tap plays the top card when exactly one place accepts it, else it selects.

    000 «als maar één plek de bovenste kaart accepteert, gaat de kaart daarheen»; 001 «jos vain yksi
    paikka hyväksyy pinon päällimmäisen kortin».
    """
    p = crescent({1: "8H", 2: "9H"})
    assert str(CR.tap(p, "1", 1)) == "1-2"
    assert str(CR.tap(crescent({1: "2H"}), "1", 1)) == "1-HA"
    assert CR.tap(crescent({1: "8H", 2: "9H", 3: "7H"}), "1", 1) is None  # two places
    assert CR.tap(crescent({1: "2H", 2: "3H"}), "1", 1) is None  # a pile and a foundation
    assert CR.tap(crescent({1: "8H", 2: "9D"}), "1", 1) is None  # no place


def test_double_tap() -> None:
    """Two taps: a foundation first, then the tallest pile that accepts.

    000 «Dubbeltikken en slepen werken ook»; 001 «Myös kaksoisnapautus ja vetäminen toimivat»;
    the order of places is the project's.
    """
    p = crescent({1: "6H", 2: "2C 7H", 3: "2C 2C 5H", 4: "2C 2C 7H"}, up={"HA": 5, "HK": 7})
    assert str(CR.double_tap(p, "1", 1)) == "1-HA"
    p = crescent({1: "6H", 2: "2C 7H", 3: "2C 2C 5H", 4: "2C 2C 7H"}, up={"HK": 7})
    assert str(CR.double_tap(p, "1", 1)) == "1-HK"
    p = crescent({1: "6H", 2: "2C 7H", 3: "2C 2C 5H", 4: "2C 2C 7H"})
    assert str(CR.double_tap(p, "1", 1)) == "1-3"
    assert CR.double_tap(crescent({1: "6H", 2: "2C"}), "1", 1) is None


def test_select_then_place() -> None:
    """The places of a chosen card are its legal moves; chosen again it goes to a foundation.

    004 «De steder, hvor det må ligge, lyser op», «Trykker du på det valgte kort igen, sendes det
    op på en grundbunke, hvis det kan»; 000 «anders wordt de stapel geselecteerd en tik je op de
    bestemming»; 001 «muuten pino valitaan ja napautetaan kohdetta».
    """
    p = crescent({1: "2H", 2: "3H", 3: "AH", 4: "8C"})
    assert [str(m) for m in CR.targets(p, "1", 1)] == ["1-2", "1-3", "1-HA"]
    assert str(CR.tap_again(p, "1", 1)) == "1-HA"
    assert CR.tap_again(p, "4", 1) is None
    assert CR.tap_again(crescent({1: "8H", 2: "9H"}), "1", 1) is None


def test_release_on_the_foundations() -> None:
    """Among the foundations, those of the card's suit that accept it are its targets.

    000 «gaat naar het fundament van zijn kleur dat de kaart accepteert»; 001 «siirtyy sen maan
    perustukselle, joka sen hyväksyy».
    """

    def accepting(p: Position) -> list[str]:
        return [m.target for m in CR.targets(p, "1", 1) if m.target in CR.foundation_names]

    assert accepting(crescent({1: "2H"})) == ["HA"]
    assert accepting(crescent({1: "QH"})) == ["HK"]
    assert accepting(crescent({1: "6H"}, up={"HA": 5, "HK": 7})) == ["HA", "HK"]
    assert accepting(crescent({1: "8H"})) == []


def test_undo_of_a_hundred_moves() -> None:
    """The last 100 moves can be taken back, and the counter goes down with each.

    000 «tot de laatste 100 zetten; de zettenteller gaat weer omlaag»; 001 «enintään 100 viimeistä
    siirtoa; siirtolaskuri pienenee».
    """
    game = session("CR1-N")
    wander(game, 20)
    at_20 = game.position
    wander(game, 100)
    assert (game.moves_made, game.undoable) == (120, 100)
    for left in range(99, -1, -1):
        assert game.undo()
        assert game.moves_made == 20 + left
    assert (game.undo(), game.moves_made) == (False, 20)
    assert game.position == at_20


def test_redo_counts_up_again() -> None:
    """What was taken back can be made again, and counts again.

    000 «de zettenteller gaat weer omlaag»: and up, by the project's rule.
    """
    game = session("CR1-N")
    wander(game, 4)
    end = game.position
    for _ in range(3):
        game.undo()
    assert game.moves_made == 1
    while game.redo():
        pass
    assert (game.moves_made, game.position) == (4, end)


@pytest.mark.parametrize("rule", CLOSED)
def test_undo_as_often_as_one_likes(rule: str) -> None:
    """The Danish site takes back any number of moves: through redeals too, giving them back.

    004 «Fortryd tager træk tilbage, så mange gange du vil».
    """
    game = session(rule)
    assert game.policy == "unlimited"
    start = game.position
    wander(game, 70, seed=2)
    play_all(game, ["R"])
    wander(game, 60, seed=3)
    play_all(game, ["R"])
    assert (game.undoable, game.moves_made) == (132, 130)
    for _ in range(132):
        assert game.undo()
    assert not game.undo()
    assert game.position == start
    assert game.position.redeals == GAMES[rule].redeals
    assert game.moves_made == 0


def test_policies_by_rule() -> None:
    """N and F take back 100, H and G as the Danish site does, Russian Solitaire 100.

    000 «tot de laatste 100 zetten»; 002 «de laatste 100 zetten»; 004 «så mange gange du vil».
    """
    policies = {rule: session(rule).policy for rule in GAMES}
    assert policies == {
        "CR1-N": "limited",
        "CR1-F": "limited",
        "CR1-H": "unlimited",
        "CR1-G": "unlimited",
        "RU1-C": "limited",
        "RU1-R": "limited",
    }


def test_deal_code_of_crescent() -> None:
    """A code deals the same cards again.

    000 «elke deal heeft een code (bijvoorbeeld CR1-N-AAAAAAB)»; 001 «jolla sama jako saadaan
    täsmälleen samanlaisena uudelleen».
    """
    code = read_code("CR1-N-AAAAAAB")
    assert (code.rule, code.number, str(code)) == ("CR1-N", 1, "CR1-N-AAAAAAB")
    assert code.game.deal(code.number) == code.game.deal(code.number) == CR.deal(1)
    game = session("CR1-N")
    start = game.position
    wander(game, 9)
    game.restart()
    assert game.position == start


def test_no_score_in_crescent() -> None:
    """Time and moves are counted, a score is not.

    000 «Geen score: de app telt de tijd en het aantal zetten»; 001 «Pisteitä ei ole».
    """
    number, moves = naive.won_game("CR1-N")
    time = Time()
    game = Session(DealCode("CR1-N", number), now=time)
    assert not game.game.scored
    time.now = 50.0
    assert game.seconds == 0  # the clock waits for the first move
    play_all(game, moves[:1])
    time.now = 60.0
    assert (game.seconds, game.moves_made) == (10, 1)
    play_all(game, moves[1:])
    time.now = 90.0
    assert game.seconds == 10  # and stops at the end
    assert game.position.score == 0


def test_same_cards_under_every_rule() -> None:
    """To the player, an open deal of which only tops are shown is the same as the book's.

    000 «wat voor de speler op hetzelfde neerkomt», «gesloten uitdeling»; 001 «mikä pelaajalle on
    sama asia»: the same number gives the same cards and the same moves under every rule letter.
    """
    deals = [GAMES[rule].deal(2026) for rule in CRESCENT]
    assert len({p.tableau for p in deals}) == 1
    moves = {tuple(map(str, GAMES[rule].moves(GAMES[rule].deal(2026)))) for rule in CRESCENT}
    assert len(moves) == 1


@pytest.mark.parametrize("rule", CLOSED)
def test_uncovered_card_turns(rule: str) -> None:
    """When a card moves, the one beneath turns face up, and stays so.

    004 «Når et kort flyttes, vendes kortet nedenunder»; 000 «de andere worden omgedraaid zodra ze
    vrijkomen»; 001 «muut käännetään, kun ne paljastuvat».
    """
    game = session(rule)
    seen_turned = False
    chance = random.Random(4)
    for _ in range(60):
        before = game.position
        move = lively(game, chance)
        assert game.play(move) is None
        source = int(move.source) - 1
        height = len(before.tableau[source]) - 1
        was_down = before.face_down[source]
        now_down = game.position.face_down[source]
        assert now_down == min(was_down, max(height - 1, 0))
        seen_turned |= now_down < was_down
        others = [i for i in range(16) if i != source]
        assert all(game.position.face_down[i] == before.face_down[i] for i in others)
        game.undo()  # turns down again what the move uncovered
        assert game.position == before
        game.redo()
    assert seen_turned


@pytest.mark.parametrize("rule", CLOSED)
def test_redeal_turns_the_card_it_brings_up(rule: str) -> None:
    """The card from the bottom lies face up on top; the old top stays face up.

    004 «Det giver nye kort at arbejde med», «Vend de skjulte kort».
    """
    game = GAMES[rule]
    p = play(game, game.deal(1), "R")
    assert p.face_down == (4,) * 16
    p = play(game, p, "R", "R")
    assert p.face_down == (2,) * 16


# ==================================================================== Russian Solitaire: the layout


@pytest.mark.parametrize("rule", RUSSIAN)
def test_russian_deal(rule: str) -> None:
    """52 cards in columns of 1, 6, 7, 8, 9, 10 and 11, the lowest 0 to 6 of them face down.

    002 «volledig verdeeld over 7 kolommen van 1, 6, 7, 8, 9, 10 en 11 kaarten», «De eerste kolom
    heeft slechts één kaart, die open ligt», «met daarbovenop telkens 5 open kaarten», «In totaal:
    21 gedekte en 31 open kaarten».
    """
    p = GAMES[rule].deal(27)
    heights = [len(column) for column in p.tableau]
    assert heights == [1, 6, 7, 8, 9, 10, 11]
    assert p.face_down == (0, 1, 2, 3, 4, 5, 6)
    assert [h - d for h, d in zip(heights, p.face_down, strict=True)] == [1, 5, 5, 5, 5, 5, 5]
    assert (sum(p.face_down), 52 - sum(p.face_down)) == (21, 31)


@pytest.mark.parametrize("rule", RUSSIAN)
def test_russian_pack(rule: str) -> None:
    """One pack without jokers, shuffled.

    002 «Een spel van 52 kaarten, zonder jokers, wordt geschud».
    """
    game = GAMES[rule]
    expected = Counter(r + s for r in naive.RANKS for s in naive.SUITS)
    assert Counter(map(str, all_cards(game.deal(27)))) == expected
    assert len({game.deal(number).tableau for number in range(50)}) == 50


def test_nothing_beside_the_columns() -> None:
    """No stock, no waste, empty foundations: all cards lie in the columns, and nothing is dealt.

    002 «Er is geen trekstapel en geen aflegstapel», «De 4 basisstapels zijn leeg».
    """
    p = RU.deal(27)
    assert sum(map(len, p.tableau)) == 52
    assert p.foundations == ((), (), (), ())
    assert judge(RU, p, "R") == "NO_REDEAL_LEFT"


# ===================================================================== Russian Solitaire: the moves


def test_same_suit_one_higher() -> None:
    """Onto the last card of a column of the same suit, exactly one higher.

    002 «Harten 7 mag op harten 8, nooit op ruiten 8 of op een zwarte 8», «precies één rang hoger»,
    «Dezelfde kleur».
    """
    p = russian({1: "7H", 2: "8H", 3: "8D", 4: "8S", 5: "8C", 6: "9H", 7: "6H"})
    assert judge(RU, p, "1-2") is None
    assert [judge(RU, p, f"1-{c}") for c in "345"] == ["NOT_SAME_SUIT"] * 3
    assert judge(RU, p, "1-6") == "NOT_ONE_HIGHER"
    assert judge(RU, p, "1-7") == "NOT_ONE_HIGHER"  # one lower is no place
    assert judge(RU, p, "2-1") == "NOT_ONE_HIGHER"


def test_the_last_card_lies_open() -> None:
    """The card that takes another is face up: no column ever ends with a face-down card.

    002 «mag op de laatste kaart van een kolom worden gelegd als die open ligt».
    """
    game = session("RU1-R", policy="unlimited")
    wander(game, 60)
    for p in replay(read_record(game.record)):
        for column, down in zip(p.tableau, p.face_down, strict=True):
            assert down < len(column) or not column


def test_group_need_not_be_in_sequence() -> None:
    """A face-up card moves with all that lies on it; only the lowest must fit.

    002 «Je neemt een willekeurige open kaart uit een kolom, met alle kaarten erbovenop», «of ze nu
    op volgorde liggen of niet», «Alleen de onderste kaart van de groep moet op de doelkolom
    passen», «Een groep, ook als die niet op volgorde ligt».
    """
    p = russian({1: "2D 9S KC 7H 3C QD", 2: "8H", 3: "10S"})
    assert judge(RU, p, "1x3-2") is None
    assert judge(RU, p, "1x5-3") is None
    assert judge(RU, p, "1x4-2") == "NOT_SAME_SUIT"
    after = play(RU, p, "1x5-3")
    assert (pile(after, 1), pile(after, 3)) == ("2D", "10S 9S KC 7H 3C QD")


def test_example_of_the_group() -> None:
    """The example: five cards move together, in their order.

    002 «de groep 3♣, 7♦, A♠, 4♠, 10♥».
    """
    p = russian({2: "5D 3C 7D AS 4S 10H", 6: "KH 4C"}, face_down={2: 1})
    after = play(RU, p, "2x5-6")
    assert pile(after, 6) == "KH 4C 3C 7D AS 4S 10H"
    assert (pile(after, 2), after.face_down[1], after.score) == ("5D", 0, 5)


def test_face_down_card_does_not_move() -> None:
    """Only face-up cards can be taken.

    002 «een willekeurige open kaart».
    """
    p = russian({1: "7H QD 2C", 2: "8H", 3: "KD"}, face_down={1: 1})
    assert judge(RU, p, "1x3-2") == "FACE_DOWN"
    assert judge(RU, p, "1x2-3") is None


def test_uncovered_card_turns_by_itself() -> None:
    """A discovered card turns at once and can be played.

    002 «Een ontdekte verborgen kaart draait vanzelf om en kan dan worden gespeeld».
    """
    p = russian({1: "9C 4S 7H", 2: "8H", 3: "5S"}, face_down={1: 2})
    after = play(RU, p, "1-2")
    assert after.face_down[0] == 1
    assert judge(RU, after, "1-3") is None


@pytest.mark.parametrize("rule", RUSSIAN)
def test_ace_is_lowest(rule: str) -> None:
    """The ranks run from ace to king and not round.

    002 «De rang loopt van aas (de laagste) tot heer».
    """
    game = GAMES[rule]
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    for lower, higher in itertools.pairwise(ranks):
        p = russian({1: f"{lower}S", 2: f"{higher}S"})
        assert judge(game, p, "1-2") is None
        assert judge(game, p, "2-1") == "NOT_ONE_HIGHER"
    p = russian({1: "KS", 2: "AS"})
    assert judge(game, p, "1-2") == "NOT_ONE_HIGHER"
    assert judge(game, p, "2-1") == "NOT_ONE_HIGHER"


@pytest.mark.parametrize("rule", RUSSIAN)
def test_empty_column_takes_a_king(rule: str) -> None:
    """An empty column takes only a king, alone or with the cards on it.

    002 «Een lege kolom accepteert alleen een heer, alleen of met de kaarten erbovenop», «Geen
    enkele andere groep mag ernaartoe, ook niet om een gedekte kaart vrij te leggen».
    """
    game = GAMES[rule]
    p = russian({1: "2C KH 5S 9D", 2: "3C QS 4D", 3: "KS"}, face_down={2: 1})
    assert judge(game, p, "1x3-4") is None
    assert judge(game, p, "3-4") is None
    for text in ("1-4", "1x2-4", "1x4-4", "2-4", "2x2-4"):
        assert judge(game, p, text) == "ONLY_KING"
    after = play(game, p, "1x3-4")
    assert (pile(after, 1), pile(after, 4)) == ("2C", "KH 5S 9D")


# =================================================== Russian Solitaire: the foundations and the end


@pytest.mark.parametrize("rule", RUSSIAN)
def test_russian_foundations(rule: str) -> None:
    """One suit each, from ace to king.

    002 «Op elke basisstapel komt slechts één kaartsoort», «eerst de aas, dan de 2, de 3 enzovoort
    tot de heer».
    """
    game = GAMES[rule]
    for s in naive.SUITS:
        for height, rank in enumerate(naive.RANKS):
            p = russian({1: rank + s}, up={s: height})
            assert judge(game, p, f"1-{s}") is None
            for other in naive.SUITS:
                if other != s:
                    assert judge(game, p, f"1-{other}") == "OTHER_SUIT_FOUNDATION"
            for wrong in range(14):
                if wrong != height and wrong < 13:
                    p = russian({1: rank + s}, up={s: wrong})
                    assert judge(game, p, f"1-{s}") == "NOT_NEXT_ON_FOUNDATION"


def test_one_card_at_a_time_from_the_end() -> None:
    """One card at a time, from the end of a column.

    002 «één kaart tegelijk, genomen van het uiteinde van een kolom».
    """
    p = russian({1: "4D 2S AS", 2: "3S 8C"}, up={"S": 0})
    assert judge(RU, p, "1x2-S") == "SEVERAL_ONTO_FOUNDATION"
    p = play(RU, p, "1-S", "1-S")
    assert foundation(RU, p, "S") == "AS 2S"
    assert judge(RU, p, "2-S") == "OTHER_SUIT_FOUNDATION"  # the 3 is not at the end
    assert judge(RU, p, "2x2-S") == "SEVERAL_ONTO_FOUNDATION"


def test_fixed_places_of_the_suits() -> None:
    """Each suit has its own place, in this order; a card finds the right one.

    002 «een vaste plek (schoppen, harten, ruiten, klaveren)», «wanneer je een kaart sleept, vindt
    de app zelf de juiste basisstapel».
    """
    assert RU.foundation_names == ("S", "H", "D", "C")
    for s in Suit:
        p = russian({1: f"A{s}"})
        assert [m.target for m in RU.targets(p, "1", 1)] == [str(s.value)]


@pytest.mark.parametrize("rule", RUSSIAN)
def test_russian_won(rule: str) -> None:
    """Won when all 52 cards are up; nothing can be played then.

    002 «De partij is gewonnen wanneer alle 52 kaarten op de basisstapels liggen».
    """
    game = GAMES[rule]
    for s in naive.SUITS:
        p = russian({3: "K" + s}, up={**dict.fromkeys(naive.SUITS, 13), s: 12})
        assert game.status(p) is Status.PLAYING
        p = play(game, p, f"3-{s}")
        assert game.status(p) is Status.WON
        assert judge(game, p, f"{s}-1") == "GAME_OVER"
        assert list(game.moves(p)) == []


@pytest.mark.parametrize("rule", RUSSIAN)
def test_never_declared_lost(rule: str) -> None:
    """A position without any move goes on being played; undo and a new game remain.

    002 «De app verklaart een partij niet verloren», «maak je zetten ongedaan of begin je een nieuwe
    partij».
    """
    game = GAMES[rule]
    p = russian({i + 1: f"{r}S" for i, r in enumerate(("3", "5", "7", "9", "J", "K"))})
    p = russian({1: "3S", 2: "5H", 3: "7S", 4: "9H", 5: "JS", 6: "KH", 7: "KS"})
    assert list(game.moves(p)) == []
    assert game.status(p) is Status.PLAYING


# ================================================================= Russian Solitaire: the Soft rule


def test_soft_takes_any_suit() -> None:
    """Under the Soft rule a card goes on any card exactly one higher.

    002 «een kaart mag op elke kaart die precies één rang hoger is, ongeacht de kaartsoort»,
    «telt de kaartsoort in de kolommen niet meer mee».
    """
    p = russian({1: "2C 7H KC", 2: "8H", 3: "8D", 4: "8S", 5: "8C", 6: "9H", 7: "6D"})
    assert [judge(SOFT, p, f"1x2-{c}") for c in "2345"] == [None] * 4
    assert judge(SOFT, p, "1x2-6") == "NOT_ONE_HIGHER"
    assert judge(SOFT, p, "1x2-7") == "NOT_ONE_HIGHER"


def test_soft_changes_nothing_else() -> None:
    """Deal, groups, empty column, foundations and score are the same.

    002 «De verdeling, de groepen, de lege kolom, de basisstapels en de puntentelling blijven
    hetzelfde».
    """
    assert SOFT.deal(27) == RU.deal(27)
    p = russian({1: "4S 7H 3C", 2: "8H", 3: "AD", 4: "2H"}, face_down={1: 1})
    assert judge(SOFT, p, "3-5") == judge(RU, p, "3-5") == "ONLY_KING"
    assert judge(SOFT, p, "3-S") == judge(RU, p, "3-S") == "OTHER_SUIT_FOUNDATION"
    assert judge(SOFT, p, "4-H") == judge(RU, p, "4-H") == "NOT_NEXT_ON_FOUNDATION"
    assert judge(SOFT, p, "1x3-2") == judge(RU, p, "1x3-2") == "FACE_DOWN"
    assert play(SOFT, p, "1x2-2", "3-D") == play(RU, p, "1x2-2", "3-D")
    assert play(SOFT, p, "1x2-2", "3-D").score == 15


def test_code_keeps_the_rule() -> None:
    """The code holds the rule: the same deal is C under Classic, R under Soft.

    002 «dezelfde kaartverdeling wordt met een C aangeduid bij Klassiek en met een R bij Soepel»,
    «De partijcode bewaart de spelregel».
    """
    classic, soft = read_code("RU1-C-AAAAABB"), read_code("RU1-R-AAAAABB")
    assert (classic.number, soft.number) == (27, 27)
    assert classic.game.deal(27).tableau == soft.game.deal(27).tableau
    p = russian({1: "7H", 2: "8D"})
    assert judge(classic.game, p, "1-2") == "NOT_SAME_SUIT"
    assert judge(soft.game, p, "1-2") is None


def test_deal_code_of_russian() -> None:
    """A code deals exactly the same cards, with the rule.

    002 «elke kaartverdeling heeft een code (bijvoorbeeld RU1-C-AAAAABB)», «inclusief de spelregel».
    """
    code = read_code("RU1-C-AAAAABB")
    assert (str(code), code.rule) == ("RU1-C-AAAAABB", "RU1-C")
    game = Session(code, now=Time())
    start = game.position
    wander(game, 3)
    game.restart()
    assert game.position == start == RU.deal(27)
    assert game.record.startswith("RU1-C-AAAAABB")


# ============================================================= Russian Solitaire: what the app adds


def test_nothing_goes_up_by_itself() -> None:
    """No card goes to a foundation unasked, and the game is not played out.

    002 «geen enkele kaart gaat vanzelf naar de basisstapels en de partij wordt niet vanzelf
    uitgespeeld».
    """
    p = russian({1: "2S", 2: "3S AS", 3: "KD 7H", 4: "8H"})
    after = play(RU, p, "3-4")
    assert after.foundations == p.foundations
    number, moves = naive.won_game("RU1-C")
    game = session("RU1-C", number)
    for count, text in enumerate(moves, 1):
        play_all(game, [text])
        assert game.moves_made == count
        up = sum(map(len, game.position.foundations))
        assert up == sum(t.split("-")[1] in naive.SUITS for t in moves[:count])


def test_tap_on_the_last_card() -> None:
    """A tap sends the last card of a column to its foundation if it can go.

    002 «Door op de laatste kaart van een kolom te tikken, stuur je die naar haar basisstapel als
    dat mogelijk is».
    """
    p = russian({1: "5D 3S", 2: "4S", 3: "AH 9C"}, up={"S": 2})
    assert str(RU.tap(p, "1", 1)) == "1-S"
    assert RU.tap(p, "1", 2) is None
    assert RU.tap(p, "2", 1) is None
    assert RU.tap(p, "3", 2) is None  # the ace is not the last card


def test_two_taps_look_for_a_column() -> None:
    """Two quick taps: the longest column first, then an empty one for a king.

    002 «eerst de langste kolom, daarna een lege kolom voor een heer», «een plek op het tableau
    gezocht voor de kaart en de kaarten erbovenop».
    """
    p = russian({1: "5D 7H 2C", 2: "8H", 3: "JC 3D 8D", 4: "JD 8S"})
    assert str(SOFT.double_tap(p, "1", 2)) == "1x2-3"
    assert str(RU.double_tap(p, "1", 2)) == "1x2-2"
    p = russian({1: "5D KH 2C", 2: "8H", 4: "9S"})
    assert str(RU.double_tap(p, "1", 2)) == "1x2-3"
    assert RU.double_tap(p, "2", 1) is None


def test_automatic_placement() -> None:
    """Russian Solitaire offers to choose the column when cards are let go, Crescent does not.

    002 «kiest de doelkolom bij het loslaten».
    """
    offers = [rule for rule in GAMES if GAMES[rule].automatic_placement]
    assert offers == RUSSIAN


@pytest.mark.parametrize("rule", RUSSIAN)
def test_twenty_cards_at_most(rule: str) -> None:
    """A group of 20 moves, one of 21 does not.

    002 «Groepen van maximaal 20 kaarten», «de app weigert een grotere groep in één keer te
    verplaatsen».
    """
    game = GAMES[rule]
    rest = " ".join(["2C", "4C", "6C", "8C", "10C"] * 4)
    p = russian({1: "KS QH " + rest, 2: "KH"})
    assert judge(game, p, "1x21-2") == "TOO_MANY_CARDS"
    p = russian({1: "KS QH " + rest[: rest.rindex(" ")], 2: "KH"})
    assert judge(game, p, "1x20-2") is None
    # Also into an empty column, and before it is said that only one card goes to a foundation.
    p = russian({1: "KH " + rest})
    assert judge(game, p, "1x21-2") == "TOO_MANY_CARDS"
    assert judge(game, p, "1x21-H") == "TOO_MANY_CARDS"


def test_taking_back_from_a_foundation() -> None:
    """The top of a foundation returns to a fitting column without loss; 10 points again after.

    002 «de bovenste kaart van een basisstapel kan worden teruggenomen», «zonder punten te
    verliezen», «levert opnieuw 10 punten op».
    """
    p = russian({1: "5S", 2: "5H", 3: "4S"}, up={"S": 4}, score=40)
    assert judge(RU, p, "S-2") == "NOT_SAME_SUIT"
    assert judge(RU, p, "S-3") == "NOT_ONE_HIGHER"
    assert judge(RU, p, "S-4") == "ONLY_KING"
    assert judge(RU, p, "Sx2-1") == "ONLY_TOP_CARD"
    back = play(RU, p, "S-1")
    assert (foundation(RU, back, "S"), pile(back, 1)) == ("AS 2S 3S", "5S 4S")
    assert back.score == 40
    assert play(RU, back, "1-S").score == 50
    assert judge(SOFT, p, "S-2") is None
    king = russian({}, up={"S": 13})
    assert judge(RU, king, "S-1") is None


def test_no_card_between_foundations() -> None:
    """A foundation's card has no other foundation to go to.

    002 «Op elke basisstapel komt slechts één kaartsoort».
    """
    p = russian({}, up={"S": 1, "H": 2})
    assert judge(RU, p, "H-S") == "OTHER_SUIT_FOUNDATION"
    assert judge(RU, p, "D-S") == "NO_CARD"


def test_russian_undo() -> None:
    """Undo restores cards, faces and score, but the move counter does not run back.

    002 «ongedaan maken herstelt de kaarten, welke ervan open of gedekt liggen en de score, maar de
    zettenteller loopt niet terug».
    """
    number, moves = naive.won_game("RU1-C")
    game = session("RU1-C", number)
    positions = [game.position]
    for text in moves[:60]:
        play_all(game, [text])
        positions.append(game.position)
    assert len({p.score for p in positions}) > 10
    for earlier in positions[-2::-1]:
        assert game.undo()
        assert game.position == earlier
        assert game.moves_made == 60
    assert not game.undo()
    while game.redo():
        assert game.moves_made == 60  # to make it again is no new move either
    assert game.position == positions[-1]


def test_russian_undo_of_a_hundred() -> None:
    """The last 100 moves can be taken back.

    002 «Ongedaan maken: de laatste 100 zetten».
    """
    game = session("RU1-R")
    wander(game, 15)
    at_15 = game.position
    wander(game, 100)
    assert game.undoable == 100
    assert sum(game.undo() for _ in range(150)) == 100
    assert game.position == at_15
    assert game.moves_made == 115


# ===================================================================== Russian Solitaire: the score


def test_points() -> None:
    """10 for a card to a foundation, 5 for a card turned, starting from nothing.

    002 «De score begint bij 0», «52 × 10 voor de kaarten op de basisstapels, plus 21 × 5 voor de
    omgedraaide kaarten».
    """
    assert RU.scored
    assert RU.deal(27).score == 0
    p = russian({1: "9D AS", 2: "9C 7H", 3: "8H", 4: "2H 6H"}, face_down={1: 1, 2: 1})
    assert play(RU, p, "1-S").score == 15  # to the foundation, and a card turned
    assert play(RU, p, "2-3").score == 5  # a card turned
    assert play(RU, p, "2-3", "4-3").score == 5  # nothing turned


@pytest.mark.parametrize("rule", RUSSIAN)
def test_won_game_has_625_points(rule: str) -> None:
    """A game won without taking back from the foundations always ends with 625 points.

    002 «eindigt altijd met 625 punten».
    """
    number, moves = naive.won_game(rule)
    game = session(rule, number)
    play_all(game, moves)
    assert (game.status, game.position.score) == (Status.WON, 625)


@pytest.mark.parametrize("rule", RUSSIAN)
def test_score_is_never_negative(rule: str) -> None:
    """The score never falls under 0, nor falls at all in play.

    002 «daalt nooit onder 0».
    """
    game = session(rule)
    chance = random.Random(7)
    for _ in range(150):
        before = game.position.score
        legal = list(game.game.moves(game.position))
        if not legal:
            break
        assert game.play(chance.choice(legal)) is None
        assert game.position.score >= before >= 0


def test_bar_of_russian() -> None:
    """The session knows time, moves and code.

    002 «De spelbalk toont ook de tijd, het aantal zetten en de partijcode».
    """
    number, moves = naive.won_game("RU1-C")
    time = Time()
    game = Session(DealCode("RU1-C", number), now=time)
    time.now = 5.0
    play_all(game, moves[:2])
    time.now = 65.0
    assert (game.seconds, game.moves_made, str(game.code)) == (60, 2, "RU1-C-AAAAAAS")
