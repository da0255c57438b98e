"""The command line: `python -m demilune deal|moves|replay|perft|play|solve|survey|fit`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence

from demilune.cards import Card
from demilune.deals import CodeError, read_code
from demilune.games import Game, Move, NotationError, Position, Status, perft
from demilune.record import Record, RecordError, read_moves, read_record, replay
from demilune.session import Session
from demilune.solver.commands import add_fit, add_solve, add_survey, run_fit, run_solve, run_survey

REFUSED, BAD_INPUT, INTERRUPTED = 1, 2, 130

DEEPEST = 100
"""The greatest length that `perft` takes; none that ends in a lifetime comes near it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    0 is well done, 1 a refused move, 2 bad input; of `solve` 0 is won, 3 lost and 4 unknown.
    """
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        status = command(options)
        sys.stdout.flush()
        return status
    except RecordError as error:
        print(error, file=sys.stderr)
        return REFUSED if error.refusal else BAD_INPUT
    except (CodeError, UnicodeDecodeError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (`head`, say) has seen enough; leave nothing for the exit to flush.
        sys.stdout = None
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="demilune", description="Crescent and Russian Solitaire on the command line."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(
        name: str, command: Callable[[argparse.Namespace], int], text: str
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=command)
        return sub

    def add_code(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("code", metavar="CODE", help="a deal code, such as CR1-N-AAAAAAB")

    deal = add("deal", _deal, "Print the table of a deal.")
    add_code(deal)
    deal.add_argument("--json", action="store_true", help="as one JSON object")
    moves = add("moves", _moves, "Print the legal moves after some moves, one a line.")
    add_code(moves)
    moves.add_argument("moves", metavar="MOVE", nargs="*", help="moves played first")
    replay_ = add("replay", _replay, "Play a record and print how it ends.")
    replay_.add_argument("record", metavar="RECORD", help="a record, or - to read it from stdin")
    perft_ = add("perft", _perft, "Count the legal sequences of moves of a length.")
    add_code(perft_)
    perft_.add_argument("depth", metavar="DEPTH", type=_depth, help=f"the length, 0 to {DEEPEST}")
    play = add("play", _play, "Play a deal in the terminal.")
    add_code(play)
    solve = add("solve", run_solve, "Tell whether a deal can be won, and how.")
    add_code(solve)
    add_solve(solve)
    add_survey(add("survey", run_survey, "Tell how many deals of a rule can be won."))
    add_fit(add("fit", run_fit, "Fit the weights of Crescent's evaluation to won games."))
    return parser


def _depth(text: str) -> int:
    if not text.isdecimal() or len(text) > len(str(DEEPEST)) or int(text) > DEEPEST:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no length from 0 to {DEEPEST}")
    return int(text)


def _deal(options: argparse.Namespace) -> int:
    code = read_code(options.code)
    position = code.game.deal(code.number)
    print(_as_json(code.game, position) if options.json else table(code.game, position))
    return 0


def _moves(options: argparse.Namespace) -> int:
    record = Record(read_code(options.code), read_moves(" ".join(options.moves)))
    for move in record.code.game.moves(replay(record)[-1]):
        print(move)
    return 0


def _replay(options: argparse.Namespace) -> int:
    text = sys.stdin.read() if options.record == "-" else options.record
    record = read_record(text)
    session = Session(record.code, now=lambda: 0.0, policy="unlimited")
    for number, move in enumerate(record.moves, 1):
        refusal = session.play(move)
        if refusal:
            raise RecordError(number, str(move), refusal)
    print(table(session.game, session.position))
    print(f"status: {session.status.value}")
    print(f"moves: {session.moves_made}")
    if session.game.scored:
        print(f"score: {session.position.score}")
    return 0


def _perft(options: argparse.Namespace) -> int:
    code = read_code(options.code)
    print(perft(code.game, code.game.deal(code.number), options.depth))
    return 0


def _play(options: argparse.Namespace) -> int:
    code = read_code(options.code)
    session = Session(code, now=time.monotonic)
    print(f"{code}: moves as in a record (10-14, 10-SA, 3x5-6, R), undo, redo, moves, quit")
    print(table(session.game, session.position))
    while session.status is not Status.WON:
        try:
            words = input("> ").split()
        except EOFError:
            print()
            break
        if words in (["quit"], ["q"]):
            break
        for word in words:
            print(_answer(session, word))
    if session.status is Status.WON:
        print("won")
    print(session.record)
    return 0


def _answer(session: Session, word: str) -> str:
    """Carry out one word of a player in the terminal and return what it says."""
    if word == "moves":
        return " ".join(map(str, session.game.moves(session.position)))
    if word in ("undo", "redo"):
        if not (session.undo() if word == "undo" else session.redo()):
            return f"nothing to {word}"
    else:
        try:
            refusal = session.play(Move.read(word))
        except NotationError as error:
            return str(error)
        if refusal:
            return refusal.value
    stuck = "\nstuck: no move is left" if session.status is Status.STUCK else ""
    return table(session.game, session.position) + stuck


def table(game: Game, position: Position) -> str:
    """Write a position as text: a line a pile from the bottom up, cards face down as `--`."""
    lines = []
    for name in (*game.foundation_names, *game.pile_names):
        hidden = game.face_down(position, name)
        cards = [_text(card, i < hidden) for i, card in enumerate(game.cards(position, name))]
        lines.append(f"{name:>2}: {' '.join(cards)}".rstrip())
    if game.redeals:
        lines.append(f"redeals left: {position.redeals}")
    return "\n".join(lines)


def _text(card: Card, hidden: bool) -> str:
    return " --" if hidden else f"{card!s:>3}"


def _as_json(game: Game, position: Position) -> str:
    return json.dumps(
        {
            "tableau": [[str(card) for card in pile] for pile in position.tableau],
            "face_down": position.face_down,
            "foundations": {
                name: [str(card) for card in game.cards(position, name)]
                for name in game.foundation_names
            },
        }
    )


if __name__ == "__main__":
    sys.exit(main())
