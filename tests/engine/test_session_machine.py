"""Whole games in every order of play, undo, redo, redeal, restart, save and restore.

A hypothesis state machine for each rule, over both undo policies, walks a session beside a simple
model of it: lists of positions and moves, and the counters as the seeds describe them. After every
step the invariants at the end of ``SessionMachine`` hold.
"""

from __future__ import annotations

import random
from typing import ClassVar

import naive
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from demilune.cards import Card
from demilune.deals import DealCode
from demilune.games import GAMES, Move, Position, Status
from demilune.record import read_record, replay
from demilune.session import Session

# Under coverage these would take minutes, and the quick tests reach everything too.
pytestmark = pytest.mark.no_cover

REDEAL = Move.read("R")
LAST_DEAL = 26**7 - 1
MOST_UNDOABLE = 100

SETTINGS = settings(
    derandomize=True,
    database=None,
    max_examples=12,
    stateful_step_count=30,
    suppress_health_check=list(HealthCheck),
)


def table(p: Position) -> list[Card]:
    """Every card on the table, in a fixed order."""
    return sorted(c for place in (*p.tableau, *p.foundations) for c in place)


class SessionMachine(RuleBasedStateMachine):
    """A session and a model of it."""

    code: ClassVar[str]  # such as "CR1-N"
    counter_goes_down: ClassVar[bool]

    # ------------------------------------------------------------------------------- the start

    @initialize(
        number=st.one_of(st.none(), st.integers(0, LAST_DEAL)),
        policy=st.sampled_from(["limited", "unlimited", None]),
    )
    def new(self, number: int | None, policy: str | None) -> None:
        """Deal: any number, or the one whose winning line is known."""
        known, line = naive.won_game(self.code)
        self.line = line if number is None else []
        self.number = known if number is None else number
        self.game = GAMES[self.code]
        self.time = 1000.0
        self.session = Session(
            DealCode(self.code, self.number),
            now=lambda: self.time,
            policy=policy,  # type: ignore[arg-type]
        )
        self.policy = policy or self.game.undo_policy
        assert self.session.policy == self.policy
        self.deal = self.game.deal(self.number)
        self.cards = table(self.deal)
        self.highest = 0
        self.begin()

    def begin(self) -> None:
        """The model of a game that has just been dealt."""
        self.positions = [self.deal]
        self.moves: list[Move] = []
        self.redo_tail: list[Move] = []
        self.undoable = 0
        self.counter = 0
        self.seconds = 0.0
        self.started = False
        self.hidden = False

    # ------------------------------------------------------------------------------- the model

    def advance(self, move: Move, *, again: bool = False) -> None:
        """The model after a legal move, or after a move made again."""
        self.positions.append(self.game.play(self.positions[-1], move))
        self.moves.append(move)
        self.started = True
        if not again:
            self.redo_tail.clear()
        if move == REDEAL:
            self.undoable = 0 if self.policy == "limited" else self.undoable + 1
        else:
            self.undoable += 1
            if not again or self.counter_goes_down:
                self.counter += 1
        if self.policy == "limited":
            self.undoable = min(self.undoable, MOST_UNDOABLE)

    def play(self, move: Move) -> None:
        """Try a move on the session; the model follows, or nothing has changed."""
        refusal = self.game.judge(self.positions[-1], move)
        if refusal is None:
            assert self.session.play(move) is None
            self.advance(move)
        else:
            before = self.session.save()
            assert self.session.play(move) is refusal
            assert self.session.save() == before, "a refused move changed something"

    # ------------------------------------------------------------------------------- the steps

    @rule(choice=st.integers(0, 999))
    def play_a_move(self, choice: int) -> None:
        """A legal move, or a redeal."""
        moves = list(self.game.moves(self.positions[-1]))
        if moves:
            self.play(moves[choice % len(moves)])

    @rule(seed=st.integers(0, 999), count=st.sampled_from([3, 20, 130]))
    def play_on(self, seed: int, count: int) -> None:
        """Many legal moves without a redeal, so that histories grow over their limit."""
        chance = random.Random(seed)
        for _ in range(count):
            p = self.positions[-1]
            moves = [m for m in self.game.moves(p) if m != REDEAL]
            if not moves:
                break
            # Rather one that can be played back, so that games go on.
            chance.shuffle(moves)
            back = (m for m in moves if self.can_go_back(p, m))
            self.play(next(back, moves[0]))

    def can_go_back(self, p: Position, move: Move) -> bool:
        """Whether the opposite of a move is legal after it."""
        back = Move(move.target, move.source, move.size)
        return self.game.judge(self.game.play(p, move), back) is None

    @rule(data=st.data(), count=st.integers(1, 22))
    def try_anything(self, data: st.DataObject, count: int) -> None:
        """Any notation, most of them illegal."""
        names = [*self.game.pile_names, *self.game.foundation_names, "0", "17", "X"]
        source = data.draw(st.sampled_from(names))
        target = data.draw(st.sampled_from(names))
        self.play(Move(source, target, count))

    @rule()
    def redeal(self) -> None:
        """A redeal, possible or not."""
        self.play(REDEAL)

    @rule(times=st.sampled_from([1, 1, 2, 5, 120]))
    def undo(self, times: int) -> None:
        """Take back: never more than the policy lets."""
        for _ in range(times):
            assert self.session.undo() is (self.undoable > 0)
            if self.undoable == 0:
                break
            self.undoable -= 1
            move = self.moves.pop()
            self.positions.pop()
            self.redo_tail.append(move)
            if self.counter_goes_down and move != REDEAL:
                self.counter -= 1
            assert self.session.moves_made == self.counter

    @rule(times=st.sampled_from([1, 1, 2, 5, 120]))
    def redo(self, times: int) -> None:
        """Make again what was taken back, while there is something."""
        for _ in range(times):
            assert self.session.redo() is bool(self.redo_tail)
            if not self.redo_tail:
                break
            self.advance(self.redo_tail.pop(), again=True)
            assert self.session.moves_made == self.counter

    @rule()
    def restart(self) -> None:
        """The same cards, with everything at its beginning."""
        self.session.restart()
        self.begin()
        self.highest = 0

    @rule()
    def save_and_restore(self) -> None:
        """A restored session is the same session."""
        text = self.session.save()
        restored = Session.restore(text, now=lambda: self.time)
        assert restored.save() == text
        assert restored.seconds == pytest.approx(self.session.seconds, abs=0.001)
        self.session = restored
        if not self.hidden:
            restored.resume()

    @precondition(lambda self: self.line)
    @rule(short=st.integers(0, 3))
    def play_the_won_game(self, short: int) -> None:
        """From the deal to the last moves of a won game, or to the win itself."""
        self.restart()
        for text in self.line[: len(self.line) - short]:
            self.play(Move.read(text))
        if not short:
            assert self.session.status is Status.WON

    @rule(seconds=st.floats(0.1, 100))
    def wait(self, seconds: float) -> None:
        """Time goes by; it counts in a game that has begun, is seen, and is not over."""
        self.time += seconds
        if self.started and not self.hidden and not self.game.won(self.positions[-1]):
            self.seconds += seconds

    @rule()
    def hide(self) -> None:
        """The page is hidden: the clock stops."""
        self.session.pause()
        self.hidden = True

    @rule()
    def show(self) -> None:
        """The page is seen again."""
        self.session.resume()
        self.hidden = False

    # -------------------------------------------------------------------------- the invariants

    @invariant()
    def every_card_is_there_once(self) -> None:
        """The 104 or 52 cards of the deal, the same ones, each once."""
        now = table(self.session.position)
        assert now == self.cards
        assert len(set(now)) == len(now) == {"C": 104, "R": 52}[self.code[0]]
        for pile, down in zip(
            self.session.position.tableau, self.session.position.face_down, strict=True
        ):
            assert 0 <= down <= max(len(pile) - 1, 0)

    @invariant()
    def session_is_as_the_model(self) -> None:
        """Position, history and counters by the policy."""
        assert self.session.position == self.positions[-1]
        assert self.session.undoable == self.undoable
        assert self.session.can_undo == (self.undoable > 0)
        assert self.session.can_redo == bool(self.redo_tail)
        assert self.session.moves_made == self.counter
        assert self.session.seconds == pytest.approx(self.seconds, abs=0.05)
        if self.policy == "limited":
            assert self.session.undoable <= MOST_UNDOABLE

    @invariant()
    def record_replays_to_the_position(self) -> None:
        """The line of text is the game."""
        record = read_record(self.session.record)
        assert list(record.moves) == self.moves
        assert replay(record) == self.positions

    @invariant()
    def undo_and_redo_are_opposites(self) -> None:
        """Undo then redo changes nothing at all, nor does redo then undo."""
        before, position = self.session.save(), self.session.position
        if self.session.undo():
            assert self.session.position == self.positions[-2]
            assert self.session.redo()
        assert (self.session.save(), self.session.position) == (before, position)
        if self.session.redo():
            assert self.session.undo()
        assert (self.session.save(), self.session.position) == (before, position)

    @invariant()
    def what_is_listed_is_accepted_and_nothing_else(self) -> None:
        """Every listed move is legal and keeps the cards; every other notation is refused."""
        p = self.session.position
        listed = set(self.game.moves(p))
        for move in listed:
            assert self.game.judge(p, move) is None
        assert (self.game.judge(p, REDEAL) is None) == (REDEAL in listed)
        names = (*self.game.pile_names, *self.game.foundation_names)
        most = max(len(place) for place in (*p.tableau, *p.foundations))
        chance = random.Random(len(self.moves))
        for _ in range(150):
            move = Move(chance.choice(names), chance.choice(names), chance.randint(1, most + 1))
            if chance.random() < 0.7:
                move = Move(move.source, move.target)
            assert (self.game.judge(p, move) is None) == (move in listed), str(move)
        for move in chance.sample(sorted(listed), min(3, len(listed))):
            assert table(self.game.play(p, move)) == self.cards

    @invariant()
    def russian_counter_never_goes_down(self) -> None:
        """However much is taken back; only a restart sets it back."""
        if not self.counter_goes_down:
            assert self.session.moves_made >= self.highest
            self.highest = self.session.moves_made

    @invariant()
    def status_is_right(self) -> None:
        """Won with every card up; stuck, in Crescent only, with nothing left to play."""
        p = self.session.position
        if sum(map(len, p.foundations)) == len(self.cards):
            expected = Status.WON
        elif self.code.startswith("CR") and not any(True for _ in self.game.moves(p)):
            expected = Status.STUCK
        else:
            expected = Status.PLAYING
        assert self.session.status is expected


INVARIANTS = [
    "every_card_is_there_once",
    "session_is_as_the_model",
    "record_replays_to_the_position",
    "undo_and_redo_are_opposites",
    "what_is_listed_is_accepted_and_nothing_else",
    "russian_counter_never_goes_down",
    "status_is_right",
]


def machine(rule_code: str) -> type[SessionMachine]:
    """Crescent's counter goes down on undo and up on redo; Russian Solitaire's never goes down."""

    class Machine(SessionMachine):
        code = rule_code
        counter_goes_down = rule_code.startswith("CR")

    return Machine


@pytest.mark.parametrize("code", list(GAMES))
def test_random_sessions(code: str) -> None:
    """The machine's steps in whatever order hypothesis chooses."""
    run_state_machine_as_test(machine(code), settings=SETTINGS)


@pytest.mark.parametrize("policy", ["limited", "unlimited"])
@pytest.mark.parametrize("code", list(GAMES))
def test_one_long_session(code: str, policy: str) -> None:
    """The same steps in one order that surely meets the limit of undo, redeals and the win."""
    m = machine(code)()
    m.new(None, policy)

    def step(name: str, *arguments: int) -> None:
        getattr(m, name)(*arguments)
        for check in INVARIANTS:
            getattr(m, check)()

    for seed in range(20):  # a seed with which the game goes on so long
        step("restart")
        step("play_on", seed, 130)
        if m.counter == 130:
            break
    assert m.undoable == {"limited": 100, "unlimited": 130}[policy]
    step("save_and_restore")
    step("wait", 10)
    step("undo", 30)
    step("save_and_restore")
    step("redo", 20)
    step("undo", 200)
    step("redo", 200)
    step("undo", 2)
    step("redeal")  # refused in Russian Solitaire
    step("undo", 1)
    step("redo", 1)
    step("play_on", 2, 3)
    step("redeal")
    step("undo", 10)
    step("save_and_restore")
    step("hide")
    step("wait", 10)
    step("restart")
    step("show")
    step("wait", 10)
    for short in (3, 2, 1, 0):
        step("play_the_won_game", short)
        step("wait", 10)
    assert m.session.status is Status.WON
    step("save_and_restore")
    step("undo", 1)
    step("wait", 10)
    step("redo", 1)
    step("wait", 10)
    step("undo", 200)
    step("redo", 200)
    assert m.session.status is Status.WON
