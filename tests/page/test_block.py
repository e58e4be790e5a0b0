"""MEMORY.md's managed block: human bytes never move, whatever the file looks like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.page import human_part, splice
from noctuary.page.block import standing

PIECES = st.sampled_from(
    [b"# Title\n", b"- a line\r\n", b"\n", b"\r\n", b"```\ncode\n```\n", b"| a | b |\n|---|---|\n", b"text",
     "日本語 – naïve\n".encode(), b"\xff\xfe broken\n", b"\xef\xbb\xbf", b"---\nfront: matter\n---\n",
     b"<!-- a note -->\n", b"<!-- noctuary: not a mark -->\n", b"   \n", b"\t- nested\n"]
)  # fmt: skip
FILES = st.lists(PIECES, max_size=12).map(b"".join)
BODIES = st.lists(st.sampled_from(["- one", "- two é", "", "### Head", "- x <!-- b2:0 -->"]), max_size=6).map("\n".join)


@given(FILES, st.lists(BODIES, min_size=1, max_size=4))
def test_human_bytes_stay_what_they_were_through_any_number_of_nights(human: bytes, bodies: list[str]) -> None:
    """KG-056, KG-069: hand-written bytes are identical after any sequence of blocks."""
    data = human
    for body in bodies:
        data = splice(data, body)
        assert human_part(data) == human
    assert splice(data, "") == human


@given(FILES, FILES.filter(lambda b: not b.startswith(b"\n")), BODIES.filter(str.strip), BODIES)
def test_text_added_after_the_block_stays_after_it(before: bytes, after: bytes, body: str, next_body: str) -> None:
    data = splice(before, body) + after
    assert human_part(data) == before + after
    assert human_part(splice(data, next_body)) == before + after


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_the_block_speaks_the_files_own_line_endings(end: bytes) -> None:
    data = splice(b"# A" + end + b"- b" + end, "- c\n- d")
    assert data.count(b"\n") == data.count(end)


def test_the_same_body_twice_is_the_same_file() -> None:
    once = splice(b"# A\n", "- c")
    assert splice(once, "- c") == once


def test_a_deleted_end_mark_costs_no_human_word() -> None:
    data = splice(b"# A\n", "- c").replace(b"<!-- noctuary:end -->\n", b"my own words\n")
    again = splice(splice(data, "- d"), "- e")
    assert b"my own words\n" in again
    assert again.startswith(data)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_moving_the_block_without_its_blank_line_costs_no_line_end(end: bytes) -> None:
    block = splice(b"# A" + end, "- c").removeprefix(b"# A" + end + end)
    moved = b"one" + end + block + b"two" + end
    assert human_part(moved) == b"one" + end + b"two" + end
    assert splice(moved, "") == b"one" + end + b"two" + end


def test_an_example_of_a_block_in_a_code_fence_is_human_text() -> None:
    human = b"# How it looks\n```\n<!-- noctuary:begin pad=1 sum=00000000 -->\nmy example\n<!-- noctuary:end -->\n```\n"
    data = splice(splice(human, "- c"), "- d")
    assert human_part(data) == human


def test_a_utf_16_file_is_left_alone() -> None:
    data = "# Memory\n".encode("utf-16")
    assert splice(data, "- c") == data


@given(
    FILES.filter(lambda b: b"```" not in b and not b.startswith(b"\xff\xfe")),
    FILES.filter(lambda b: not b.startswith(b"\n")),
    BODIES.filter(str.strip),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 20), PIECES), max_size=5),
    BODIES,
)
def test_no_edit_inside_the_block_costs_a_byte_outside(
    before: bytes, after: bytes, body: str, edits: list[tuple[float, int, bytes]], next_body: str
) -> None:
    """KG-056, KG-069: whatever a human does between the marks, what stands around them stays."""
    data = splice(before, body)
    begin = data.index(b"\n", data.rindex(b"<!-- noctuary:begin")) + 1
    end = data.rindex(b"<!-- noctuary:end")
    inner = data[begin:end]
    for at, cut, piece in edits:
        if not piece.endswith(b"\n") or b"```" in piece:
            continue
        lines = inner.splitlines(keepends=True)
        place = int(at * len(lines))
        inner = b"".join([*lines[:place], piece, *lines[place + cut :]])
    edited = data[:begin] + inner + data[end:] + after
    assert human_part(edited) == before + after
    assert human_part(splice(edited, next_body)) == before + after
    found = standing(edited)
    assert found is not None
    assert found.is_edited == (inner.replace(b"\r\n", b"\n") != data[begin:end].replace(b"\r\n", b"\n"))
