"""`python -m demilune`: what each command prints, its exit status, and its manners."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from won_games import WON, won

import demilune
from demilune import __main__ as command_line
from demilune.deals import read_code
from demilune.games import GAMES
from demilune.record import Record, replay

COMMANDS = ["deal", "moves", "replay", "perft", "play", "solve"]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process: exit status, output, errors."""

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            status = command_line.main(arguments)
        except SystemExit as exit_:  # argparse's way
            assert isinstance(exit_.code, int)
            status = exit_.code
        output, errors = capsys.readouterr()
        return status, output, errors

    return run


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command as a user does."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(demilune.__file__).resolve().parents[1]),
        "PYTHONIOENCODING": "utf-8:strict",
    }
    environment.pop("PYTHONUNBUFFERED", None)
    return subprocess.run(
        [sys.executable, "-m", "demilune", *arguments],
        env=environment,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=60,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


CLOSED_TABLE = """\
SA:  AS
HA:  AH
DA:  AD
CA:  AC
SK:  KS
HK:  KH
DK:  KD
CK:  KC
 1:  --  --  --  --  --  JD
 2:  --  --  --  --  --  AD
 3:  --  --  --  --  --  QD
 4:  --  --  --  --  --  4H
 5:  --  --  --  --  --  2H
 6:  --  --  --  --  --  5C
 7:  --  --  --  --  --  JD
 8:  --  --  --  --  --  4C
 9:  --  --  --  --  --  3D
10:  --  --  --  --  -- 10S
11:  --  --  --  --  --  3C
12:  --  --  --  --  --  7H
13:  --  --  --  --  --  AS
14:  --  --  --  --  --  KS
15:  --  --  --  --  --  2S
16:  --  --  --  --  --  9H
redeals left: 4
"""

RUSSIAN_TABLE = """\
 S:
 H:
 D:
 C:
 1:  7H
 2:  --  4H  8D  8H  5C  JH
 3:  --  --  JS  5H  KH  3S  2H
 4:  --  --  --  4D  2S  AH  6C  KS
 5:  --  --  --  -- 10H  8C  QS  4C  6S
 6:  --  --  --  --  --  6D  QC  QD  QH  9H
 7:  --  --  --  --  --  -- 10S  3D  2C  9D  7C
"""


# ----------------------------------------------------------------------------------------- deal


@pytest.mark.parametrize(
    ("code", "table"), [("CR1-G-AAAAAAB", CLOSED_TABLE), ("ru1caaaaaab", RUSSIAN_TABLE)]
)
def test_deal(run: Run, code: str, table: str) -> None:
    """The table: foundations, then piles from the bottom up, with cards face down as `--`."""
    assert run("deal", code) == (0, table, "")


def test_deal_open(run: Run) -> None:
    """An open deal shows every card."""
    _, output, _ = run("deal", "CR1-N-AAAAAAB")
    assert "--" not in output
    assert " 1:  8D  6H 10H  6D  9H  JD\n" in output
    assert output.endswith("\nredeals left: 3\n")


@pytest.mark.parametrize("rule", list(GAMES))
def test_deal_as_json(run: Run, rule: str) -> None:
    """One object: tableau, face_down, foundations; cards face down are named too."""
    code = f"{rule}-AAAAAAB"
    status, output, errors = run("deal", code, "--json")
    assert (status, errors) == (0, "")
    assert output.count("\n") == 1
    table = json.loads(output)
    position = GAMES[rule].deal(1)
    assert table == {
        "tableau": [[str(card) for card in pile] for pile in position.tableau],
        "face_down": list(position.face_down),
        "foundations": {
            name: [str(card) for card in GAMES[rule].cards(position, name)]
            for name in GAMES[rule].foundation_names
        },
    }


def test_json_of_both_games(run: Run) -> None:
    """The example of the issue: bases are in the foundations, a Russian one is empty."""
    crescent = json.loads(run("deal", "--json", "CR1-H-AAAAAAB")[1])
    assert crescent["foundations"]["SA"] == ["AS"]
    assert crescent["foundations"]["CK"] == ["KC"]
    assert crescent["tableau"][0] == ["8D", "6H", "10H", "6D", "9H", "JD"]
    assert crescent["face_down"] == [5] * 16
    russian = json.loads(run("deal", "--json", "RU1-R-AAAAAAB")[1])
    assert russian["foundations"] == {"S": [], "H": [], "D": [], "C": []}
    assert russian["tableau"][1] == ["9S", "4H", "8D", "8H", "5C", "JH"]
    assert russian["face_down"] == [0, 1, 2, 3, 4, 5, 6]


# ---------------------------------------------------------------------------------------- moves


def test_moves(run: Run) -> None:
    """The legal moves, one a line, in notation."""
    status, output, errors = run("moves", "RU1-C-AAAAAAB")
    position = GAMES["RU1-C"].deal(1)
    assert (status, errors) == (0, "")
    assert output.split() == [str(move) for move in GAMES["RU1-C"].moves(position)]
    assert len(output.splitlines()) == 5


def test_moves_list_the_redeal(run: Run) -> None:
    """A possible redeal is listed as `R`, an impossible one is not."""
    assert run("moves", "CR1-N-AAAAAAB")[1].splitlines()[-1] == "R"
    assert "R" in run("moves", "CR1-N-AAAAAAB", "R", "R")[1].splitlines()
    assert "R" not in run("moves", "CR1-N-AAAAAAB", "R", "R", "R")[1].splitlines()
    assert "R" in run("moves", "CR1-F-AAAAAAB", "R", "R", "R")[1].splitlines()


def test_moves_after_moves(run: Run) -> None:
    """Moves given are played first; after a win none is left."""
    record = won("RU1-C-AAAAAAS")
    code, *moves = str(record).replace(":", "").split()
    for count in (1, 30, len(moves)):
        status, output, _ = run("moves", code, *moves[:count])
        position = replay(Record(record.code, record.moves[:count]))[-1]
        assert status == 0
        assert output.split() == [str(move) for move in record.code.game.moves(position)]
    assert output == ""


def test_moves_after_a_refused_move(run: Run) -> None:
    """Exit 1 and its reason."""
    status, output, errors = run("moves", "CR1-N-AAAAAAB", "3-DK", "1-2")
    assert (status, output) == (1, "")
    assert errors == "move 2, 1-2: the rank must be one higher or one lower\n"


# --------------------------------------------------------------------------------------- replay


@pytest.mark.parametrize("record", WON, ids=lambda record: str(record.code))
def test_replay(run: Run, record: Record) -> None:
    """The final table, status, moves, and the score where there is one."""
    status, output, errors = run("replay", str(record))
    assert (status, errors) == (0, "")
    game, end = record.code.game, replay(record)[-1]
    lines = output.splitlines()
    assert "\n".join(lines) == output.strip("\n")
    at = lines.index("status: won")
    assert lines[:at] == command_line.table(game, end).splitlines()
    moves = sum(str(move) != "R" for move in record.moves)
    expected = [f"moves: {moves}"] + ([f"score: {end.score}"] if game.scored else [])
    assert lines[at + 1 :] == expected


@pytest.mark.parametrize(
    ("record", "status"),
    [
        ("CR1-N-AAAAAAB:", "playing"),
        ("CR1-N-AAAAALR: R R R 13-5 11-9", "stuck"),
        ("RU1-C-AAAAAAB", "playing"),
    ],
)
def test_replay_of_an_unfinished_game(run: Run, record: str, status: str) -> None:
    """Any record is played, finished or not."""
    code, output, _ = run("replay", record)
    assert code == 0
    assert f"\nstatus: {status}\nmoves: " in output


def test_replay_from_stdin(run: Run) -> None:
    """`-` reads the record there, over several lines if need be."""
    text = str(won("RU1-R-AAAAAAS"))
    expected = run("replay", text)
    assert run("replay", "-", stdin=text.replace(" ", "\n") + "\n") == expected


def test_replay_of_a_refused_move(run: Run) -> None:
    """Exit 1 and the reason at the first move that is refused."""
    status, output, errors = run("replay", "CR1-N-AAAAAAB: 3>dk R R R R 1-1")
    assert (status, output) == (1, "")
    assert errors == "move 5, R: no redeal is left\n"


# ---------------------------------------------------------------------------------------- perft


@pytest.mark.parametrize(
    ("code", "depth", "count"),
    [("CR1-N-AAAAAAB", 0, 1), ("CR1-N-AAAAAAB", 2, 220), ("RU1-C-AAAAAAB", 3, 86)],
)
def test_perft(run: Run, code: str, depth: int, count: int) -> None:
    """One number, as test_perft.py has it."""
    assert run("perft", code, str(depth)) == (0, f"{count}\n", "")


@pytest.mark.parametrize("depth", ["-1", "x", "", "1.5", "101", "9" * 5000])
def test_perft_of_a_bad_depth(run: Run, depth: str) -> None:
    """A depth is a whole number that one could wait for."""
    status, output, errors = run("perft", "CR1-N-AAAAAAB", "--", depth)
    assert (status, output) == (2, "")
    assert f"argument DEPTH: {depth[:20]!r} is no length from 0 to 100" in errors


def test_perft_of_the_deepest(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """100 is still a depth."""
    monkeypatch.setattr(command_line, "perft", lambda game, position, depth: depth)
    assert run("perft", "CR1-N-AAAAAAB", "100") == (0, "100\n", "")


# ----------------------------------------------------------------------------------------- play


def test_play_a_whole_game(run: Run) -> None:
    """Moves from stdin, many on a line or one; at the end `won` and the record."""
    record = won("RU1-C-AAAAAAS")
    code, *moves = str(record).split()
    stdin = " ".join(moves[:50]) + "\n" + "\n".join(moves[50:]) + "\nS-1\n"
    status, output, errors = run("play", code.rstrip(":"), stdin=stdin)
    assert (status, errors) == (0, "")
    assert output.startswith("RU1-C-AAAAAAS: moves as in a record")
    assert output.endswith(f"won\n{record}\n")


def answers(run: Run, code: str, *lines: str) -> list[str]:
    """What `play` says to each line, and the record at the end."""
    status, output, errors = run("play", code, stdin="\n".join(lines))
    assert (status, errors) == (0, "")
    return output.split("> ")[1:]


def test_play_says_why(run: Run) -> None:
    """A refused move gets its reason, a word that is none is named; the game goes on."""
    said = answers(run, "CR1-N-AAAAAAB", "1-2", "hello", "", "3-dk", "quit")
    assert said[0] == "the rank must be one higher or one lower\n"
    assert said[1] == "not a move: 'hello'\n"
    assert said[2] == ""
    assert said[3].startswith("SA:  AS\n")
    assert "DK:  KD  QD\n" in said[3]
    assert said[4] == "CR1-N-AAAAAAB: 3-DK\n"


def test_play_with_undo(run: Run) -> None:
    """`undo` and `redo` as in the session, with a word when there is nothing."""
    said = answers(run, "RU1-C-AAAAAAB", "undo", "redo", "4x2-7 undo", "redo", "undo", "q")
    assert said[:2] == ["nothing to undo\n", "nothing to redo\n"]
    assert said[2] == said[3] + RUSSIAN_TABLE
    assert "2C  9D  7C  6C  KS\n" in said[3]
    assert said[4:] == [RUSSIAN_TABLE, "RU1-C-AAAAAAB:\n"]


def test_play_lists_moves(run: Run) -> None:
    """`moves` lists what `moves` lists."""
    said = answers(run, "CR1-N-AAAAAAB", "moves", "quit")
    assert said[0].split() == run("moves", "CR1-N-AAAAAAB")[1].split()


def test_play_says_stuck(run: Run) -> None:
    """A stuck game is said to be, and can be undone."""
    said = answers(run, "CR1-N-AAAAALR", "R R R", "13-5", "11-9", "undo")
    assert said[2].endswith("redeals left: 0\nstuck: no move is left\n")
    assert said[3].endswith("redeals left: 0\n")
    assert said[4] == "\nCR1-N-AAAAALR: R R R 13-5\n"


# ---------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "deal code: game '', expected CR or RU\n"),
        ("XX1-N-AAAAAAB", "deal code: game 'XX', expected CR or RU\n"),
        ("CR2-N-AAAAAAB", "deal code: version '2', expected 1\n"),
        ("RU1-N-AAAAAAB", "deal code: rule 'N', expected C or R\n"),
        ("RU1-C-AAAAAA", "deal code: number 'AAAAAA', expected 7 letters A-Z\n"),
    ],
)
def test_bad_code(run: Run, command: str, code: str, message: str) -> None:
    """Exit 2, and one line that says what is wrong and what was expected."""
    more = ["1"] if command == "perft" else []
    assert run(command, code, *more) == (2, "", message)


@pytest.mark.parametrize(
    "arguments", [("moves", "CR1-N-AAAAAAB", "hello"), ("replay", "CR1-N-AAAAAAB: hello")]
)
def test_bad_notation(run: Run, arguments: tuple[str, ...]) -> None:
    """Exit 2: this is no refused move, it is no move."""
    assert run(*arguments) == (2, "", "move 1, hello: not a move in the notation\n")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("shuffle",),
        ("deal",),
        ("deal", "CR1-N-AAAAAAB", "more"),
        ("deal", "CR1-N-AAAAAAB", "--yaml"),
        ("perft", "CR1-N-AAAAAAB"),
        ("replay",),
        ("play",),
    ],
)
def test_bad_arguments(run: Run, arguments: tuple[str, ...]) -> None:
    """Exit 2 and the usage on stderr."""
    status, output, errors = run(*arguments)
    assert (status, output) == (2, "")
    assert errors.startswith("usage: demilune")


def test_help(run: Run) -> None:
    """The commands, each with a word on what it does."""
    status, output, errors = run("--help")
    assert (status, errors) == (0, "")
    for command in COMMANDS:
        assert f"\n    {command} " in output


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(run: Run, command: str) -> None:
    """What a command does and takes."""
    status, output, errors = run(command, "--help")
    assert (status, errors) == (0, "")
    assert output.startswith(f"usage: demilune {command} ")
    assert ("RECORD" if command == "replay" else "CODE") in output


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C leaves quietly, with the status that shells give it."""

    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "perft", interrupt)
    assert run("perft", "CR1-N-AAAAAAB", "9") == (130, "", "")


# -------------------------------------------------------------------------- as real processes


def test_process_deals() -> None:
    """The command as it is typed."""
    done = process("deal", "RU1-C-AAAAAAB")
    assert (done.returncode, done.stdout, done.stderr) == (0, RUSSIAN_TABLE, "")


def test_process_replays_stdin() -> None:
    """A record through a pipe, and a refused move's exit status."""
    text = str(won("CR1-F-AAAAAAA"))
    done = process("replay", "-", input=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("status: won\nmoves: 109\n")
    done = process("replay", "-", input=f"{text} 1-2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "move 114, 1-2: the game is over\n"


def test_process_plays() -> None:
    """A player at a terminal who leaves with Ctrl+D."""
    done = process("play", "CR1-N-AAAAAAB", input="3-DK\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\nCR1-N-AAAAAAB: 3-DK\n")


def test_process_with_bad_input() -> None:
    """Exit 2 and no traceback."""
    done = process("deal", "CR1-N")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "deal code: number '', expected 7 letters A-Z\n"


@pytest.mark.parametrize("arguments", [("replay", "-"), ("play", "CR1-N-AAAAAAB")])
def test_process_with_bytes_that_are_no_text(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """A binary file on stdin is bad input like another."""
    file = tmp_path / "binary"
    file.write_bytes(b"CR1-N-AAAAAAB: \xff\xfe")
    with file.open() as stdin:
        done = process(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert "can't decode" in done.stderr
    assert "Traceback" not in done.stderr


def test_process_whose_reader_has_gone() -> None:
    """`demilune … | head -1` ends without a complaint."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = process("deal", "CR1-N-AAAAAAB", stdout=writer)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_main_takes_the_arguments_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the installed command `demilune` calls it."""
    monkeypatch.setattr(sys, "argv", ["demilune", "perft", "RU1-C-AAAAAAB", "1"])
    assert command_line.main() == 0
    assert capsys.readouterr().out == "5\n"


def test_printed_record_can_be_replayed(run: Run) -> None:
    """What `play` prints at the end is a record."""
    said = answers(run, "CR1-N-AAAAAAB", "3-DK 5-HA", "quit")
    assert run("replay", said[-1])[0] == 0
    assert read_code(said[-1].split(":")[0]).number == 1
