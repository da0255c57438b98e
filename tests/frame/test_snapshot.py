"""The memory image: what is packed comes out again, and a heap that grows is an error."""

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitebuild import ROOT, BuildError
from sitebuild.snapshot import PAGE, Image, pack, take

PAGES = st.lists(
    st.tuples(
        *[st.sampled_from([bytes(PAGE), b"\1" * PAGE, b"a" + bytes(PAGE - 1), b"\xff" * PAGE])] * 2
    ),
    max_size=9,
)


@given(PAGES, st.binary(max_size=40))
def test_what_is_packed_comes_out_again(pages: list[tuple[bytes, bytes]], own: bytes) -> None:
    """Put over a fresh memory it is the image; what is not put there is checked by its sum."""
    image, fresh = (b"".join(each) for each in zip(*pages, strict=True)) if pages else (b"", b"")
    packed = pack(Image(own, image, fresh), "r")
    size = struct.unpack("<I", packed[:4])[0]
    head, content = json.loads(packed[4 : 4 + size]), packed[4 + size :]
    assert content[: head["own"]] == own
    content = content[head["own"] :]
    memory = bytearray(fresh)
    assert len(memory) == head["length"]
    words = [
        word
        for start, n in head["kept"]
        for (word,) in struct.iter_unpack("<I", fresh[start : start + n])
    ]
    assert sum(words) % 2**32 == head["sum"]
    for start, length in head["runs"]:
        memory[start : start + length], content = content[:length], content[length:]
    assert memory == image
    assert not content
    changed = [n for _, n in head["runs"] + head["kept"]]
    assert sum(changed) == PAGE * sum(any(a) or a != b for a, b in pages)


def test_a_heap_that_outgrows_its_first_size_is_an_error() -> None:
    """Such an image could not be restored: the build says so, not the visitor's browser."""
    hungry = {"web/__init__.py": b"", "web/start.py": b"held = bytearray(25_000_000)\n"}
    with pytest.raises(BuildError, match="outgrown"):
        take(ROOT, hungry)
