"""What a human wrote on DREAMS.md: read whatever an editor made of it, and never more than they wrote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.page.ticks import ANSWER, is_ours, mark, read

ONE, TWO = "b2:0123456789abcdef", "b2:fedcba9876543210"
PAGE = f"""<!-- noctuary:page -->
# Dreams

## Waiting for you (2)

### 1. port: 8080 or 9090? `b2:01234567`

- Why: both speak of a port
- [ ] keep A: "API port: 8080" (MEMORY.md:3, undated) `b2:aaaaaaaa` {mark(ONE, "keep-a")}
- [ ] keep B: "API port: 9090" (memory/2026-05-09.md:1, 2026-05-09) `b2:bbbbbbbb` {mark(ONE, "keep-b")}
- [ ] both hold {mark(ONE, "both")}
- Answer: {mark(ONE, ANSWER)}

### 2. Is the office still in Gdansk? `b2:fedcba98`

- [ ] yes, still true {mark(TWO, "confirm")}
- [ ] no, put it away {mark(TWO, "reject")}
- Answer: {mark(TWO, ANSWER)}
"""


def ticked(page: str) -> dict[str, tuple[str, ...]]:
    return {one.question: one.ticked for one in read(page.encode()).written}


def test_an_untouched_page_says_nothing() -> None:
    page = read(PAGE.encode())
    assert (page.written, page.strays) == ((), ())
    assert is_ours(PAGE.encode())


@pytest.mark.parametrize(
    "edit",
    [
        lambda page: page,
        lambda page: page.replace("\n", "\r\n"),
        lambda page: "\ufeff" + page,
        lambda page: page.replace("[x]", "[X]"),
        lambda page: page.replace("[x]", "[ x ]"),
        lambda page: page.replace("- [", "* ["),
        lambda page: page.replace("- [", "1. ["),
        lambda page: page.replace("- [", "    - ["),
        lambda page: page.replace("- [", "["),
        lambda page: page.replace("### 1.", "### 7.").replace("<!-- noctuary:page -->\n", ""),
        lambda page: page[page.index("### 2") :] + page[: page.index("### 2")],
        lambda page: "\n".join(line for line in page.splitlines() if "[ ]" not in line and "Why" not in line),
        lambda page: page.replace(' (memory/2026-05-09.md:1, 2026-05-09) `b2:bbbbbbbb` ', "\n  "),
        lambda page: page.replace("keep B", "I take B, thanks"),
        lambda page: page.replace("\n", "  \n"),
    ],
)  # fmt: skip
def test_one_tick_is_that_tick_whatever_the_editor(edit) -> None:  # type: ignore[no-untyped-def]
    page = edit(PAGE.replace("- [ ] keep B", "- [x] keep B"))
    assert ticked(page) == {ONE: ("keep-b",)}
    assert is_ours(page.encode())
    assert ticked(page.encode("utf-16").decode("utf-16")) == {ONE: ("keep-b",)}


def test_a_page_saved_as_utf_16_is_read() -> None:
    page = PAGE.replace("- [ ] keep B", "- [x] keep B").encode("utf-16")
    assert [one.ticked for one in read(page).written] == [("keep-b",)]


@pytest.mark.parametrize(
    ("before", "after"),
    [("Answer: <!--", "Answer: both <!--"), ("Answer:", "answer : both"), ("- Answer:", "**Answer:** both")],
)
def test_a_word_beside_a_question_is_read(before: str, after: str) -> None:
    assert [one.said for one in read(PAGE.replace(before, after, 1).encode()).written] == [("both",)]


def test_a_word_after_the_mark_or_on_the_next_line_is_read() -> None:
    tied = mark(TWO, ANSWER)
    assert read(PAGE.replace(tied, f"{tied} no").encode()).written[0].said == ("no",)
    assert read(PAGE.replace(tied, f"{tied}\n  edit: it moved\n  to Sopot").encode()).written[0].said == (
        "edit: it moved to Sopot",
    )


def test_a_sign_that_is_no_tick_is_a_fault_of_its_question() -> None:
    (one,) = read(PAGE.replace("[ ] both", "[-] both").encode()).written
    assert (one.ticked, one.faults) == ((), ("[-] is neither empty nor [x]",))


@pytest.mark.parametrize(
    "edit",
    [
        lambda line: line.replace(ONE, "b2:0123456789abcdee"),
        lambda line: line.replace(" keep-b ", " keep-a "),
        lambda line: line[: line.index("<!--")],
    ],
)
def test_a_box_whose_mark_was_edited_belongs_to_no_question(edit) -> None:  # type: ignore[no-untyped-def]
    lines = PAGE.replace("- [ ] keep B", "- [x] keep B").splitlines()
    page = read("\n".join(edit(line) if "keep B" in line else line for line in lines).encode())
    assert page.written == ()
    assert [stray.line for stray in page.strays] == [10]


def test_a_box_in_a_code_fence_is_an_example() -> None:
    page = PAGE.replace("## Waiting", "```\n- [x] both " + mark(ONE, "both") + "\n```\n## Waiting")
    assert ticked(page) == {}


CHANGES = st.lists(
    st.tuples(
        st.integers(0, len(PAGE)), st.integers(0, 40), st.text(alphabet="\n\r -*[]<>!#`:abAnswer 01", max_size=12)
    ),
    max_size=6,
)


@given(CHANGES)
def test_no_edit_of_the_page_raises_or_ticks_what_was_not_ticked(changes: list[tuple[int, int, str]]) -> None:
    """Random cuts and insertions that hold no tick: nothing is ever ticked, and every word is one somebody wrote."""
    page = PAGE
    for at, cut, text in changes:
        page = page[:at] + text + page[at + cut :]
    assert all(one.ticked == () for one in read(page.encode()).written)


@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    read(data)
    assert is_ours(data) in (True, False)
