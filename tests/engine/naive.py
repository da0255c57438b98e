"""A second, deliberately naive reading of the rules of both games.

This file is a measuring rod, not a program: it shares no code with ``py/demilune`` and was written
from the four seeds and the list of refusals alone, without a look at the engine. Cards are strings
("AS", "10H"), piles are lists from the bottom card up, and whatever is legal is found by trying
every notation that one could write down. Please keep it slow and obvious.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from pathlib import Path

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = ["S", "H", "D", "C"]

CRESCENT_FOUNDATIONS = ["SA", "HA", "DA", "CA", "SK", "HK", "DK", "CK"]
CRESCENT_PILES = [
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "11",
    "12",
    "13",
    "14",
    "15",
    "16",
]
CRESCENT_PLACES = CRESCENT_PILES + CRESCENT_FOUNDATIONS

RUSSIAN_FOUNDATIONS = ["S", "H", "D", "C"]
RUSSIAN_COLUMNS = [str(i) for i in range(1, 8)]
RUSSIAN_PLACES = RUSSIAN_COLUMNS + RUSSIAN_FOUNDATIONS


def suit(card: str) -> str:
    """The suit of a card: the last letter of its text."""
    return card[-1]


def number(card: str) -> int:
    """The rank of a card as a number: ace 1, jack 11, queen 12, king 13."""
    return RANKS.index(card[:-1]) + 1


# ---------------------------------------------------------------------------------- the shuffle


def deal_cards(deck: list[str], number: int) -> list[str]:
    """SplitMix64 from the deal number, unbiased draws, Fisher-Yates from the last place down."""
    state = number
    cards = list(deck)
    i = len(cards) - 1
    while i >= 1:
        below = i + 1
        while True:
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = state
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
            z = z ^ (z >> 31)
            if z < 2**64 - (2**64 % below):
                break
        j = z % below
        cards[i], cards[j] = cards[j], cards[i]
        i = i - 1
    return cards


def crescent_deck() -> list[str]:
    """The 96 cards beside the bases, in their order before the shuffle."""
    deck = []
    for s in SUITS:
        for rank in RANKS:
            if rank != "A" and rank != "K":
                deck.append(rank + s)
    for s in SUITS:
        for rank in RANKS:
            deck.append(rank + s)
    return deck


def russian_deck() -> list[str]:
    """The 52 cards in their order before the shuffle."""
    deck = []
    for s in SUITS:
        for rank in RANKS:
            deck.append(rank + s)
    return deck


# ------------------------------------------------------------------------------------ the states


@dataclass
class State:
    """One position of either game, as plain lists."""

    game: str  # "crescent" or "russian"
    tableau: list[list[str]]
    face_down: list[int]  # how many of each pile, counted from its bottom
    foundations: dict[str, list[str]]
    redeals: int = 0  # redeals left (Crescent)
    soft: bool = False  # the Soft rule (Russian)
    score: int = 0  # (Russian; Crescent has no score)


def crescent(
    tableau: list[list[str]],
    foundations: dict[str, list[str]],
    redeals: int,
    closed: bool,
    face_down: list[int] | None = None,
) -> State:
    """A position of Crescent. Closed: only the top cards are face up, unless told otherwise."""
    if face_down is None:
        face_down = []
        for pile in tableau:
            if closed and len(pile) > 1:
                face_down.append(len(pile) - 1)
            else:
                face_down.append(0)
    return State(
        "crescent",
        copy.deepcopy(tableau),
        list(face_down),
        copy.deepcopy(foundations),
        redeals=redeals,
    )


def russian(
    tableau: list[list[str]],
    face_down: list[int],
    foundations: dict[str, list[str]],
    soft: bool,
    score: int = 0,
) -> State:
    """A position of Russian Solitaire."""
    return State(
        "russian",
        copy.deepcopy(tableau),
        list(face_down),
        copy.deepcopy(foundations),
        soft=soft,
        score=score,
    )


def deal(rule: str, number: int) -> State:
    """The deal of that number under a rule such as "CR1-N"."""
    if rule.startswith("CR1"):
        cards = deal_cards(crescent_deck(), number)
        tableau = []
        for _ in range(16):
            tableau.append(cards[:6])
            cards = cards[6:]
        foundations = {}
        for s in SUITS:
            foundations[s + "A"] = ["A" + s]
            foundations[s + "K"] = ["K" + s]
        redeals = {"CR1-N": 3, "CR1-F": 4, "CR1-H": 3, "CR1-G": 4}[rule]
        return crescent(tableau, foundations, redeals, rule in ("CR1-H", "CR1-G"))
    cards = deal_cards(russian_deck(), number)
    tableau = []
    for height in [1, 6, 7, 8, 9, 10, 11]:
        tableau.append(cards[:height])
        cards = cards[height:]
    nothing: dict[str, list[str]] = {"S": [], "H": [], "D": [], "C": []}
    return russian(tableau, [0, 1, 2, 3, 4, 5, 6], nothing, {"RU1-C": False, "RU1-R": True}[rule])


# ----------------------------------------------------------------------------------- the verdict


def foundation_names(state: State) -> list[str]:
    """The names of this game's foundations."""
    return CRESCENT_FOUNDATIONS if state.game == "crescent" else RUSSIAN_FOUNDATIONS


def pile_names(state: State) -> list[str]:
    """The names of this game's tableau piles."""
    return CRESCENT_PILES if state.game == "crescent" else RUSSIAN_COLUMNS


def place_names(state: State) -> list[str]:
    """The names of both."""
    return CRESCENT_PLACES if state.game == "crescent" else RUSSIAN_PLACES


def read(text: str) -> tuple[int, str, str]:
    """Count, source and target of a notation such as "3x5-6" (five cards from 3) or "10-SA"."""
    source, target = text.split("-")
    count = 1
    if "x" in source:
        source, digits = source.split("x")
        count = int(digits)
    return count, source, target


def cards_of(state: State, name: str) -> list[str]:
    """The pile or foundation of that name."""
    if name in foundation_names(state):
        return state.foundations[name]
    return state.tableau[int(name) - 1]


def is_won(state: State) -> bool:
    """All cards lie on the foundations."""
    return all(len(state.foundations[name]) == 13 for name in foundation_names(state))


def verdict(state: State, text: str) -> str | None:
    """None if the move is legal, else the name of the first refusal that applies."""
    if is_won(state):
        return "GAME_OVER"
    if text == "R":
        return redeal_verdict(state)
    count, source, target = read(text)
    if source not in place_names(state) or target not in place_names(state):
        return "UNKNOWN_PILE"
    if count > len(cards_of(state, source)):
        return "NO_CARD"
    if source == target:
        return "OWN_PILE"
    if state.game == "crescent":
        return crescent_verdict(state, count, source, target)
    return russian_verdict(state, count, source, target)


def redeal_verdict(state: State) -> str | None:
    """May the bottom cards come up now?"""
    if state.redeals == 0:  # always so in Russian Solitaire
        return "NO_REDEAL_LEFT"
    for pile in state.tableau:
        if len(pile) >= 2:
            return None
    return "NOTHING_TO_REDEAL"


def crescent_verdict(state: State, count: int, source: str, target: str) -> str | None:
    """Crescent: the source has that many cards and is not the target."""
    from_foundation = source in CRESCENT_FOUNDATIONS
    to_foundation = target in CRESCENT_FOUNDATIONS
    pile = cards_of(state, source)
    onto = cards_of(state, target)
    if from_foundation and count == len(pile):
        return "BASE_LOCKED"
    if from_foundation and not to_foundation:
        return "NO_RETURN"
    if not from_foundation and len(pile) - count < state.face_down[int(source) - 1]:
        return "FACE_DOWN"
    if count > 1:
        return "ONLY_TOP_CARD"
    card = pile[-1]
    if to_foundation:
        if suit(card) != target[0]:
            return "OTHER_SUIT_FOUNDATION"
        # No wrap: a full foundation has an ace or a king on top, and nothing is 14 or 0.
        if target[1] == "A" and number(card) != number(onto[-1]) + 1:
            return "NOT_NEXT_ON_FOUNDATION"
        if target[1] == "K" and number(card) != number(onto[-1]) - 1:
            return "NOT_NEXT_ON_FOUNDATION"
        return None
    if len(onto) == 0:
        return "EMPTY_PILE"
    if len(onto) >= 13:
        return "PILE_FULL"
    if suit(card) != suit(onto[-1]):
        return "NOT_SAME_SUIT"
    pair = {number(card), number(onto[-1])}
    if pair == {1, 13}:
        return None
    if abs(number(card) - number(onto[-1])) != 1:
        return "NOT_ADJACENT_RANK"
    return None


def russian_verdict(state: State, count: int, source: str, target: str) -> str | None:
    """Russian Solitaire: the source has that many cards and is not the target."""
    from_foundation = source in RUSSIAN_FOUNDATIONS
    to_foundation = target in RUSSIAN_FOUNDATIONS
    pile = cards_of(state, source)
    onto = cards_of(state, target)
    if from_foundation:
        if count > 1:
            return "ONLY_TOP_CARD"
    else:
        up = len(pile) - state.face_down[int(source) - 1]
        if count > up:
            return "FACE_DOWN"
        if count > 20:
            return "TOO_MANY_CARDS"
    if to_foundation:
        if count > 1:
            return "SEVERAL_ONTO_FOUNDATION"
        card = pile[-1]
        if suit(card) != target:
            return "OTHER_SUIT_FOUNDATION"
        if number(card) != len(onto) + 1:
            return "NOT_NEXT_ON_FOUNDATION"
        return None
    lowest = pile[len(pile) - count]
    if len(onto) == 0:
        if number(lowest) != 13:
            return "ONLY_KING"
        return None
    if not state.soft and suit(lowest) != suit(onto[-1]):
        return "NOT_SAME_SUIT"
    if number(onto[-1]) != number(lowest) + 1:
        return "NOT_ONE_HIGHER"
    return None


# ------------------------------------------------------------------------------- playing a move


def play(state: State, text: str) -> State:
    """The position after a legal move; the old one is left as it was."""
    if verdict(state, text) is not None:
        raise ValueError(f"{text}: {verdict(state, text)}")
    new = copy.deepcopy(state)
    if text == "R":
        new.redeals = new.redeals - 1
        for i in range(len(new.tableau)):
            pile = new.tableau[i]
            if len(pile) >= 2:
                bottom = pile.pop(0)
                pile.append(bottom)
                # The bottom card was face down if any was, and lies face up now.
                if new.face_down[i] > 0:
                    new.face_down[i] = new.face_down[i] - 1
        return new
    count, source, target = read(text)
    pile = cards_of(new, source)
    group = pile[len(pile) - count :]
    del pile[len(pile) - count :]
    cards_of(new, target).extend(group)
    turned = 0
    for i in range(len(new.tableau)):
        height = len(new.tableau[i])
        if height > 0 and new.face_down[i] == height:
            new.face_down[i] = height - 1
            turned = turned + 1
    if new.game == "russian":
        if target in RUSSIAN_FOUNDATIONS:
            new.score = new.score + 10
        new.score = new.score + 5 * turned
    return new


def conceivable(state: State) -> list[str]:
    """Every notation that names existing places, with every count up to one card too many."""
    texts = ["R"]
    names = place_names(state)
    for source in names:
        for count in range(1, len(cards_of(state, source)) + 2):
            for target in names:
                if count == 1:
                    texts.append(f"{source}-{target}")
                else:
                    texts.append(f"{source}x{count}-{target}")
    return texts


def legal(state: State) -> list[str]:
    """All legal moves, found by trying everything."""
    moves = []
    for text in conceivable(state):
        if verdict(state, text) is None:
            moves.append(text)
    return moves


def status(state: State) -> str:
    """ "playing", "won" or "stuck"; Russian Solitaire is never declared lost."""
    if is_won(state):
        return "won"
    if state.game == "crescent" and legal(state) == []:
        return "stuck"
    return "playing"


def score(state: State) -> int:
    """The score; always 0 in Crescent, which has none."""
    return state.score


def perft(state: State, depth: int) -> int:
    """How many legal move sequences of that length there are (a won position has none)."""
    if depth == 0:
        return 1
    total = 0
    for text in legal(state):
        total = total + perft(play(state, text), depth - 1)
    return total


# ---------------------------------------------------------------------------- taps of a player


def accepting(state: State, source: str, count: int) -> list[str]:
    """The places that take so many cards of that source."""
    found = []
    for target in place_names(state):
        if verdict(state, f"{source}x{count}-{target}") is None:
            found.append(target)
    return found


CANNOT_BE_LIFTED = ["NO_CARD", "BASE_LOCKED", "FACE_DOWN", "ONLY_TOP_CARD", "TOO_MANY_CARDS"]


def liftable(state: State, source: str) -> list[int]:
    """How many cards of a source could leave it, were there a place for them."""
    counts = []
    for count in range(1, len(cards_of(state, source)) + 1):
        refusals = []
        for target in foundation_names(state):
            if target != source:
                refusals.append(verdict(state, f"{source}x{count}-{target}"))
        if not any(refusal in CANNOT_BE_LIFTED for refusal in refusals):
            counts.append(count)
    return counts


def tap(state: State, source: str, count: int) -> str | None:
    """Where a single tap sends the card at once; None when it only selects."""
    if source in foundation_names(state):
        return None
    targets = accepting(state, source, count)
    if state.game == "crescent":
        # Seed 000: if only one place accepts the top card, it goes there.
        return targets[0] if len(targets) == 1 else None
    # Seed 002: a tap on the last card of a column sends it to its foundation if that can be.
    for target in targets:
        if target in RUSSIAN_FOUNDATIONS:
            return target
    return None


def double_tap(state: State, source: str, count: int) -> str | None:
    """Where two quick taps send the cards: the issue's order, of equals the first in number."""
    targets = accepting(state, source, count)
    if state.game == "crescent":
        for target in CRESCENT_FOUNDATIONS:  # the ace foundations come first
            if target in targets:
                return target
    chosen = None
    tallest = -1
    for target in pile_names(state):  # an empty column (for a king) is the shortest of all
        if len(cards_of(state, target)) == 0 and count == len(cards_of(state, source)):
            continue  # a king that lies at the bottom of a column has such a place already
        if target in targets and len(cards_of(state, target)) > tallest:
            tallest = len(cards_of(state, target))
            chosen = target
    return chosen


# ------------------------------------------------------------------------------------ won games


def won_game(rule: str) -> tuple[int, list[str]]:
    """Deal number and moves of the first won game of that rule in tests/games/won.txt."""
    games = Path(__file__).resolve().parents[1] / "games" / "won.txt"
    for line in games.read_text().splitlines():
        if line.startswith(rule):
            code, moves = line.split(":")
            deal_number = 0
            for letter in code.split("-")[2]:
                deal_number = deal_number * 26 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter)
            return deal_number, moves.split()
    raise ValueError(f"no won game of {rule}")
