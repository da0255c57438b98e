"""The memory image: what is packed comes out again, and a heap that grows is an error."""

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitebuild import ROOT, BuildError
from sitebuild.snapshot import PAGE, pack, take

PAGES = st.lists(st.sampled_from([bytes(PAGE), b"\1" * PAGE, b"a" + bytes(PAGE - 1)]), max_size=9)


@given(PAGES, st.binary(max_size=40))
def test_what_is_packed_comes_out_again(pages: list[bytes], rest: bytes) -> None:
    """Pages that do not travel are all zero, and every other byte is in its place."""
    image = b"".join(pages) + rest
    packed = pack(image, "r")
    size = struct.unpack("<I", packed[:4])[0]
    head, content = json.loads(packed[4 : 4 + size]), packed[4 + size :]
    unpacked = bytearray(head["length"])
    for start, length in head["runs"]:
        unpacked[start : start + length], content = content[:length], content[length:]
    assert unpacked == image
    assert not content


def test_a_heap_that_outgrows_its_first_size_is_an_error() -> None:
    """Such an image could not be restored: the build says so, not the visitor's browser."""
    hungry = {"web/__init__.py": b"", "web/start.py": b"held = bytearray(25_000_000)\n"}
    with pytest.raises(BuildError, match="outgrown"):
        take(ROOT, hungry)
