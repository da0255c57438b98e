"""The won games of tests/games/won.txt."""

from pathlib import Path

from demilune.record import Record, read_record

FILE = Path(__file__).resolve().parents[1] / "games" / "won.txt"

WON = [read_record(line) for line in FILE.read_text().splitlines() if not line.startswith("#")]


def won(code: str) -> Record:
    """Return the record of a deal code."""
    return next(record for record in WON if str(record.code) == code)
