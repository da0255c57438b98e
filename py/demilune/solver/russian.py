"""Russian Solitaire: depth-first search over exact positions.

**A node** is a position after all safe moves to the foundations. Each that was met is kept whole,
not as a hash: when a search ends without a win, every way to play on was seen.

**Columns are interchangeable** apart from their cards. A position is, for each card, the card that
it lies on; so a group of any size moves by changing one entry. A king goes only to the first empty
column, and not from the floor of another: that would change nothing.

**Safe moves** are played at once. A card that may go up does so

- in Classic always. Only the next lower card of its suit could lie on it, and that one is up
  already, with all below it; nothing needs a place there. For the same reason it never returns.
  Leaving, it only uncovers what is below and makes groups smaller: whatever line wins without this
  move wins after it, less the line's own moves of that card alone.
- in Soft when all four foundations hold the rank below. All cards that could lie on it are up then.
  They could be taken back, but only to carry cards that are up as well.

**Taking back** is tried in Soft: the top card of a foundation to a column, a king to an empty one.
Not an ace, since nothing lies on an ace.

**Restarts**, in Soft: a search that does not find its way soon begins again with noise in its
preferences, and now and then with more patience. The way to a win is mostly found at once or not
at all, so the tries are short.

`buried` proves without a search that some games of Soft are lost.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from random import Random

from demilune.cards import KING, Card, Suit
from demilune.games import Game, Move, Position
from demilune.games.russian import MOST_AT_ONCE, Russian
from demilune.solver.answers import Lost, Proof, Solved, Steps

CARDS = 52
"""Cards are numbers: spades from 0, hearts from 13, diamonds from 26, clubs from 39."""
FLOOR = 52
"""What the lowest card of a column lies on."""
UP = 53
"""What a card on a foundation lies on."""
HIDDEN = 64
"""Added to what a card lies on while that card lies face down."""

COLUMNS = range(7)
FOUNDATION = 7
"""Stands for the card's foundation where a column could stand."""

SUIT = [card // KING for card in range(CARDS)]
RANK = [card % KING for card in range(CARDS)]
"""Counted from 0 for the ace."""
KING_RANK = KING - 1

# What is tried first: points of a move. They were found by trial, for the fewest nodes.
TO_FOUNDATION = 35
TO_FOUNDATION_TURNING = 120
"""... and the card below is turned face up."""
TURNING = 85
ONTO_ANOTHER = 30
LEAVING_FLOOR = 25
"""An empty column is won, which only a king can use."""
KING_TO_EMPTY = 40
SAME_SUIT = -15
"""Added for a place of the card's own suit."""
GROUP = 4
"""A point less for so many cards in the group."""
SIDEWAYS = 0
"""From a card that fits to another that fits, of another suit."""
BREAKING = -20
"""... and away from the card's own suit."""
TAKING_BACK = -25

FIRST_PATIENCE = 90
"""Nodes of the first tries, where tries are restarted: a line has hardly ever more."""
TRIES = 32
"""So many tries with the same patience."""
NOISE = 90
"""Points by which preferences are disturbed at the most."""

REPORT = 64
"""Nodes between two reports."""
QUICK = True
"""Most positions are decided in milliseconds."""

Played = tuple[int, int, int]
"""A card, with what lies on it, from a column to a column; `FOUNDATION` may stand for either."""
Choice = tuple[int, int, int, int]
"""The points of a move, and the move as in `Played`."""


def number(card: Card) -> int:
    """Return the number of a card, 0 to 51."""
    return list(Suit).index(card.suit) * KING + card.rank - 1


class Table:
    """A position: what each card lies on, each column's last card, each foundation's height."""

    __slots__ = ("below", "ends", "foundations")

    def __init__(self, below: bytearray, ends: list[int], foundations: list[int]) -> None:
        """Keep the three; `below` has an entry for the floor too, so that it can be looked up."""
        self.below = below
        self.ends = ends
        self.foundations = foundations

    @classmethod
    def of(cls, position: Position) -> Table:
        """Read a position of the engine."""
        below = bytearray([UP] * CARDS + [0])
        ends = []
        for column, hidden in zip(position.tableau, position.face_down, strict=True):
            under = FLOOR
            for height, card in enumerate(map(number, column)):
                below[card] = under + HIDDEN * (height < hidden)
                under = card
            ends.append(under)
        return cls(below, ends, [len(foundation) for foundation in position.foundations])

    def copy(self) -> Table:
        """Return the same position, to be changed."""
        return Table(self.below[:], self.ends[:], self.foundations[:])

    def columns(self) -> list[list[int]]:
        """Return the cards of each column from the bottom up."""
        columns = []
        for card in self.ends:
            column = []
            while card != FLOOR:
                column.append(card)
                card = self.below[card] % HIDDEN
            columns.append(column[::-1])
        return columns

    def won(self) -> bool:
        """Tell whether all cards are up."""
        return sum(self.foundations) == CARDS

    def play(self, card: int, source: int, target: int) -> None:
        """Move a card with what lies on it; a card that is left at the end turns face up."""
        below, ends = self.below, self.ends
        if source == FOUNDATION:
            self.foundations[SUIT[card]] -= 1
            below[card] = ends[target]
            ends[target] = card
            return
        under = below[card]
        if target == FOUNDATION:
            self.foundations[SUIT[card]] += 1
            below[card] = UP
        else:
            below[card] = ends[target]
            ends[target] = ends[source]
        ends[source] = under
        if below[under] >= HIDDEN:
            below[under] -= HIDDEN

    def play_safe(self, same_suit: bool) -> list[Played]:
        """Play all safe moves and return them."""
        played: list[Played] = []
        ends, foundations = self.ends, self.foundations
        again = True
        while again:
            again = False
            lowest = min(foundations)
            for column in COLUMNS:
                card = ends[column]
                if (
                    card != FLOOR
                    and foundations[SUIT[card]] == RANK[card]
                    and (same_suit or lowest >= RANK[card])
                ):
                    self.play(card, column, FOUNDATION)
                    played.append((card, column, FOUNDATION))
                    again = True
        return played

    def choices(self, same_suit: bool) -> list[Choice]:
        """List all moves that a search must try, with their points."""
        choices: list[Choice] = []
        below, ends, foundations = self.below, self.ends, self.foundations
        column_ending_in = [-1] * (CARDS + 1)
        for column in COLUMNS:
            column_ending_in[ends[column]] = column
        empty = ends.index(FLOOR) if column_ending_in[FLOOR] >= 0 else -1
        for source in COLUMNS:
            card = ends[source]
            if card == FLOOR:
                continue
            if foundations[SUIT[card]] == RANK[card]:
                turns = below[below[card]] >= HIDDEN
                points = TO_FOUNDATION_TURNING if turns else TO_FOUNDATION
                choices.append((points, card, source, FOUNDATION))
            for size in range(1, MOST_AT_ONCE + 1):
                under = below[card]
                if under >= HIDDEN:
                    break
                rank = RANK[card]
                if rank == KING_RANK:
                    if empty >= 0 and under != FLOOR:
                        points = TURNING if below[under] >= HIDDEN else KING_TO_EMPTY
                        choices.append((points, card, source, empty))
                else:
                    target = column_ending_in[card + 1]
                    if target >= 0 and target != source:
                        points = SAME_SUIT - size // GROUP
                        if under == FLOOR:
                            points += LEAVING_FLOOR
                        else:
                            points += TURNING if below[under] >= HIDDEN else ONTO_ANOTHER
                        choices.append((points, card, source, target))
                    if not same_suit:
                        for place in OTHER_PLACES[card]:
                            target = column_ending_in[place]
                            if target < 0 or target == source:
                                continue
                            if under == FLOOR:
                                points = LEAVING_FLOOR - size // GROUP
                            elif below[under] >= HIDDEN:
                                points = TURNING - size // GROUP
                            elif RANK[under] != rank + 1:
                                points = ONTO_ANOTHER - size // GROUP
                            else:
                                points = BREAKING if under == card + 1 else SIDEWAYS
                            choices.append((points, card, source, target))
                if under == FLOOR:
                    break
                card = under
        if not same_suit:
            self._choices_from_foundations(choices, column_ending_in, empty)
        return choices

    def _choices_from_foundations(
        self, choices: list[Choice], column_ending_in: list[int], empty: int
    ) -> None:
        for suit, height in enumerate(self.foundations):
            card = suit * KING + height - 1
            if height == KING:
                if empty >= 0:
                    choices.append((TAKING_BACK, card, FOUNDATION, empty))
            elif height > 1:
                for place in (card + 1, *OTHER_PLACES[card]):
                    target = column_ending_in[place]
                    if target >= 0:
                        choices.append((TAKING_BACK, card, FOUNDATION, target))


OTHER_PLACES = [
    tuple((card + 1 + KING * turn) % CARDS for turn in (1, 2, 3)) if RANK[card] < KING_RANK else ()
    for card in range(CARDS)
]
"""The cards of other suits on which a card may lie in Soft."""


class Try:
    """One depth-first search: until it wins, has seen everything, or has lost its patience.

    `line` is the win, or None; `complete` tells whether the patience lasted; `nodes` counts.
    """

    def __init__(self, same_suit: bool, noise: int = 0, random: Random | None = None) -> None:
        """Search with points disturbed by random numbers below `noise`."""
        self.same_suit = same_suit
        self.noise = noise
        self.random = random or Random(0)
        self.line: list[Played] | None = None
        self.complete = False
        self.nodes = 0

    def search(self, start: Table, patience: float = float("inf")) -> Generator[int, None, None]:
        """Search for a win from a position; yields the nodes so far now and then."""
        same_suit = self.same_suit
        table = start.copy()
        line = table.play_safe(same_suit)
        if table.won():
            self.line = line
            return
        seen = {bytes(table.below)}
        # The positions on the way here: what is left to try in each, and the line's length there.
        way = [(table, self._ordered(table), len(line))]
        self.nodes = 1
        while way:
            table, choices, length = way[-1]
            del line[length:]
            if not choices:
                way.pop()
                continue
            _, card, source, target = choices.pop()
            after = table.copy()
            after.play(card, source, target)
            line.append((card, source, target))
            line += after.play_safe(same_suit)
            key = bytes(after.below)
            if key in seen:
                continue
            if after.won():
                self.line = line
                return
            seen.add(key)
            self.nodes += 1
            if self.nodes >= patience:
                return
            if not self.nodes % REPORT:
                yield self.nodes
            way.append((after, self._ordered(after), len(line)))
        self.complete = True

    def _ordered(self, table: Table) -> list[Choice]:
        """Return the choices, the best last."""
        choices = table.choices(self.same_suit)
        if self.noise:
            below = self.random.random
            noise = self.noise
            choices = [
                (points + int(below() * noise), card, source, target)
                for points, card, source, target in choices
            ]
        choices.sort()
        return choices


def search(game: Game, position: Position, seed: int = 0) -> Steps:
    """Search for a win, or for a proof that there is none."""
    assert isinstance(game, Russian)
    start = Table.of(position)
    if not game.same_suit and buried(start):
        return Lost(Proof.BURIED, 0)
    nodes = tries = 0
    random = Random(seed)
    patience = float("inf") if game.same_suit else FIRST_PATIENCE
    while True:
        attempt = Try(game.same_suit, NOISE if tries else 0, random)
        for more in attempt.search(start, patience):
            yield nodes + more
        nodes += attempt.nodes
        if attempt.line is not None:
            return Solved(tuple(written(start, attempt.line)), nodes)
        if attempt.complete:
            return Lost(Proof.SEARCHED, nodes)
        yield nodes
        tries += 1
        if tries % TRIES == 0:
            patience *= 2


def ranked(game: Game, position: Position) -> list[Move]:
    """List the moves that a search would try, in its order of preference."""
    assert isinstance(game, Russian)
    table = Table.of(position)
    choices = sorted(table.choices(game.same_suit), key=lambda choice: -choice[0])
    return [move for _, *step in choices for move in written(table, [(step[0], step[1], step[2])])]


def written(start: Table, line: Iterable[Played]) -> Iterable[Move]:
    """Yield the moves of a line in the notation, from the position where it begins."""
    suits = [str(suit) for suit in Suit]
    table = start.copy()
    for card, source, target in line:
        size = 1
        if source != FOUNDATION:
            top = table.ends[source]
            while top != card:
                top = table.below[top]
                size += 1
        names = [
            suits[SUIT[card]] if place == FOUNDATION else str(place + 1)
            for place in (source, target)
        ]
        yield Move(names[0], names[1], size)
        table.play(card, source, target)


def buried(table: Table) -> bool:
    """Prove a position of Soft lost: tell whether some card can never get to its foundation.

    Suppose that whatever can move once can do so at any time, as often as it likes, and stays where
    it was as well. Of a card say it is *loose* when it can ever leave what it lies on, by itself or
    as the lowest of a group, and *bare* when it can ever be the last of its column: it is so now,
    it is on a foundation, or the card on it is loose. A card is loose when

    - all lower cards of its suit are bare, and it is too: it might go up; or
    - it is a king that lies on something, it can be face up (it is, or it is bare), and some column
      is empty, or its lowest card is loose; or
    - it can be face up and a card of the next rank is bare, which would carry it. If that card lies
      above it in its own column, then something between the two must be loose, for it cannot carry
      a group that it is part of.

    By induction over a winning line: each card that leaves what it lay on in this position is loose
    by these rules, because what its move needs has left before it. So when the rules, used until
    nothing changes, leave a card that cannot go up, then no line wins.
    """
    columns = table.columns()
    place = {
        card: (column, height)
        for column, cards in enumerate(columns)
        for height, card in enumerate(cards)
    }
    loose: set[int] = set()

    def bare(card: int) -> bool:
        if card not in place:
            return True  # It is up.
        column, height = place[card]
        return height + 1 == len(columns[column]) or columns[column][height + 1] in loose

    def goes_up(card: int) -> bool:
        return all(bare(lower) for lower in range(card - RANK[card], card + 1))

    def carried(card: int) -> bool:
        column, height = place[card]
        if RANK[card] == KING_RANK:
            return height > 0 and any(not cards or cards[0] in loose for cards in columns)
        for carrier in (card + 1, *OTHER_PLACES[card]):
            if bare(carrier):
                where, above = place.get(carrier, (-1, 0))
                between = columns[column][height + 1 : above + 1]
                if where != column or above < height or not loose.isdisjoint(between):
                    return True
        return False

    def face_up(card: int) -> bool:
        return table.below[card] < HIDDEN or bare(card)

    before = -1
    while len(loose) != before:
        before = len(loose)
        for card in place:
            if card not in loose and (goes_up(card) or (face_up(card) and carried(card))):
                loose.add(card)
    return not all(goes_up(card) for card in place)
