"""What a human wrote on DREAMS.md: read whatever an editor made of it, and never more than they wrote."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.inert import uncommented
from noctuary.page.rows import ANSWER, differing, mark
from noctuary.page.ticks import BETWEEN, CHANGED, Page, is_ours, read, stamped

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


COPY = stamped(PAGE.removeprefix("<!-- noctuary:page -->\n"))


def against_copy(edit: Callable[[str], str]) -> Page:
    """What is read of the edited page where the page as it was written is known."""
    page = edit(COPY.decode())
    assert page.encode() != COPY
    assert is_ours(page.encode(), COPY)
    return read(page.encode(), COPY)


def in_row(words: str, before: str, after: str) -> Callable[[str], str]:
    """An edit of the one row that holds these words."""
    return lambda page: "\n".join(
        line.replace(before, after, 1) if words in line else line for line in page.split("\n")
    )


def test_a_page_as_it_was_written_says_nothing() -> None:
    assert read(COPY, COPY) == Page()


@pytest.mark.parametrize(
    "edit",
    [
        in_row("keep B", "- [ ]", "- [ ] x"),
        in_row("keep B", "- [ ]", "- x [ ]"),
        in_row("keep B", "- [ ]", "x [ ]"),
        in_row("keep B", "- [ ] ", "- [ ]x "),
        in_row("keep B", "[ ]", "[x"),
        in_row("keep B", "[ ]", "(x)"),
        in_row("keep B", "[ ]", "X"),
        in_row("keep B", "- [ ]", "- ✓"),
        in_row("keep B", " <!--", " x <!--"),
        in_row("keep B", " -->", " --> ✔"),
        in_row("keep B", "[ ]", "[x]"),
        in_row("keep B", "[ ] keep B", "[x] **keep B**"),
        lambda page: in_row("keep B", "[ ]", "[x]")(page).replace('"', "”").replace("memory/", "memory/\n    "),
        lambda page: uncommented(in_row("keep B", "[ ]", "[x]")(page)),
        lambda page: uncommented(in_row("keep B", "[ ]", "[ ] x")(page)).replace("\n", "\r\n"),
    ],
)
def test_a_tick_beside_its_box_is_one_where_nothing_else_was_changed(edit: Callable[[str], str]) -> None:
    page = against_copy(edit)
    assert [(one.question, one.ticked, one.said, one.faults) for one in page.written] == [(ONE, ("keep-b",), (), ())]
    assert page.strays == ()


@pytest.mark.parametrize(("word", "question"), [("both hold", ONE), ("yes, still true", TWO), ("no, put it away", TWO)])
def test_a_box_that_lost_its_comment_is_known_by_its_words(word: str, question: str) -> None:
    (one,) = against_copy(lambda page: uncommented(in_row(word, "[ ]", "[x]")(page))).written
    assert (one.question, len(one.ticked)) == (question, 1)


def test_an_answer_that_lost_its_comment_is_of_the_question_it_stands_under() -> None:
    page = against_copy(lambda page: uncommented(page).replace("Answer: ", "Answer: no "))
    assert [(one.question, one.said) for one in page.written] == [(ONE, ("no",)), (TWO, ("no",))]


@pytest.mark.parametrize("box", ["[ ]", "[x]"])
@pytest.mark.parametrize(
    "edit",
    [
        in_row("keep B", "9090", "9091"),
        in_row("keep B", "keep B", "keep neither"),
        in_row("keep B", " <!--", " but only in staging <!--"),
        in_row("keep B", "- ", "- not "),
    ],
)
def test_a_box_whose_words_were_changed_is_told_and_not_taken(edit: Callable[[str], str], box: str) -> None:
    (one,) = against_copy(lambda page: edit(in_row("keep B", "[ ]", box)(page))).written
    assert (one.question, one.ticked, one.faults) == (ONE, (), (CHANGED,))
    assert [said.partition(": ")[0] for said in one.said] == ["written at keep-b"]


@pytest.mark.parametrize(
    "edit",
    [
        lambda page: page.replace("\n- [ ] keep A", "\nIt is 9091 since Monday\n\n- [ ] keep A"),
        lambda page: page.replace("- Answer:", "- It is 9091 since Monday\n- Answer:", 1),
        lambda page: page.replace("both speak of a port", "both speak of a port. It is 9091 since Monday"),
        lambda page: page.replace("\n### 2.", "\n> It is 9091 since Monday\n\n### 2."),
        lambda page: uncommented(page.replace("\n### 2.", "\nkeep B: It is 9091 since Monday\n\n### 2.")),
    ],
)
def test_what_is_written_between_the_rows_of_a_question_is_told_and_no_answer(edit: Callable[[str], str]) -> None:
    (one,) = against_copy(edit).written
    assert (one.question, one.ticked, one.faults) == (ONE, (), (BETWEEN,))
    assert [said.partition(": ")[0] for said in one.said] == ["written between"]
    assert "It is 9091 since Monday" in one.said[0]


def test_words_outside_the_questions_say_nothing() -> None:
    page = against_copy(lambda page: page.replace("## Waiting", "Coffee is out.\n\n## Waiting") + "\n## Mine\n\nx\n")
    assert page == Page()


def test_of_a_page_of_another_day_a_box_counts_that_says_what_today_s_does() -> None:
    """An editor that held last week's page saves it over today's: other words may be edited, or old ones."""
    today = stamped(COPY.decode().partition("\n")[2].replace("9090", "7070").replace("Why: both", "Why: they"))
    assert [one.faults for one in read(in_row("keep B", "[ ]", "[x]")(COPY.decode()).encode(), today).written] == [
        (CHANGED,)
    ]
    page = read(in_row("keep A", "[ ]", "[x]")(COPY.decode()).encode(), today)
    assert [(one.question, one.ticked, one.faults) for one in page.written] == [(ONE, ("keep-a",), ())]


@pytest.mark.parametrize(
    "edit",
    [
        lambda page: page.replace("\n- [ ] keep B", "\nx\n- [ ] keep B"),
        lambda page: page.replace("\n- [ ] both", "\n✅\n- [ ] both"),
        lambda page: page.replace("Why: both speak of a port", "It is 9091 since Monday"),
        lambda page: page.replace("both speak", "both, It is 9091 since Monday, speak"),
        lambda page: page.replace(f"- Answer: {mark(ONE, ANSWER)}", f"- Answer: {mark(ONE, ANSWER)}\n\n- both hold"),
        lambda page: page.replace("\n### 2.", "\n#### My answer\n\nIt is 9091 since Monday\n\n### 2."),
        lambda page: page.replace("\n### 2.", "\n---\n\nkeep A\n\n### 2."),
        lambda page: page.replace("\n### 2.", "\n```\nmake port\n```\n\n### 2."),
        lambda page: page.replace("\n### 2.", "\n```\nmake port\n\n### 2."),
    ],
)
def test_nothing_that_is_written_at_a_question_is_lost_or_guessed(edit: Callable[[str], str]) -> None:
    (one,) = against_copy(edit).written
    assert (one.question, one.ticked, one.faults) == (ONE, (), (BETWEEN,))
    assert all(said.startswith("written between: ") for said in one.said)


@pytest.mark.parametrize("edit", [in_row("keep B", '[ ] keep B: "API port: 9090"', '[x] ~~keep B: "API port: 9090"~~')])
def test_a_tick_of_what_is_struck_out_is_told_and_not_taken(edit: Callable[[str], str]) -> None:
    (one,) = against_copy(edit).written
    assert (one.ticked, one.faults) == ((), (CHANGED,))


def test_a_tick_as_telephones_type_it_is_one() -> None:
    assert ticked(in_row("keep B", "[ ]", "[✔\ufe0f]")(PAGE)) == {ONE: ("keep-b",)}


def test_long_repetitive_words_are_not_compared() -> None:
    assert differing("port 6 " * 4000, "port 5 " * 4000).startswith('"port 5 port 5')


def test_a_text_of_another_hand_is_no_page_for_a_copy() -> None:
    assert not is_ours(b"# Dreams\n\nI dreamt of a whale.\n", COPY)
    assert not is_ours(b"", COPY)


CHANGES = st.lists(
    st.tuples(
        st.integers(0, len(PAGE)), st.integers(0, 40), st.text(alphabet="\n\r -*[]<>!#`:abAnswer 01", max_size=12)
    ),
    max_size=6,
)


@given(CHANGES)
def test_no_edit_of_the_page_raises_or_ticks_what_was_not_ticked(changes: list[tuple[int, int, str]]) -> None:
    """Random cuts and insertions that hold no tick: nothing is ever ticked, and every word is one somebody wrote."""
    page = COPY.decode()
    for at, cut, text in changes:
        page = page[:at] + text + page[at + cut :]
    for copy in (b"", COPY):
        assert all(one.ticked == () for one in read(page.encode(), copy).written)


@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    read(data)
    read(data, COPY)
    read(COPY, data)
    assert is_ours(data) in (True, False)
