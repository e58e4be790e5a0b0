"""What the reader is shown: word pieces in BERT's counting, cut to length, with the gap and the headings in words."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from noctuary.decisions import Line
from noctuary.model import Statement
from noctuary.reader import encoding
from noctuary.reader.encoding import BEGIN, END, UNKNOWN, gap, line, numbers, pair

DAY = dt.date(2026, 5, 4)
WHOLE = 2 * (encoding.HEADING + 1 + encoding.TEXT) + encoding.TEXT + 3


def test_pieces_have_the_numbers_of_bert_base_uncased() -> None:
    assert numbers("Hello, world", 8) == (7592, 1010, 2088)
    assert numbers("embeddings", 8) == (7861, 8270, 4667, 2015)


def test_a_pair_tells_how_much_later_the_newer_one_was_said() -> None:
    older, newer = Statement(text="a", said_on=DAY), Statement(text="b", said_on=DAY + dt.timedelta(9))
    said = numbers("9 days later:", 8)
    ids, second = pair(older, newer)
    assert ids[second : second + len(said)] == said
    assert ids[0] == BEGIN
    assert ids[second - 1] == END == ids[-1]
    assert gap(DAY, DAY) == "same day"
    assert gap(None, DAY) == "undated"


def test_a_statement_stands_under_its_last_heading() -> None:
    bare = pair(Statement(text="port: 80"), Statement(text="port: 90"))
    under = pair(Statement(text="port: 80", context=("Servers", "Billing")), Statement(text="port: 90"))
    assert under.ids[1 : 1 + 2] == (*numbers("Billing", 8), *numbers("|", 1))
    assert len(under.ids) == len(bare.ids) + 2


def test_a_line_is_read_with_role_file_headings_and_the_line_before() -> None:
    read = line(Line("It moved to 8443", "note", "memory/2026-05-04.md", ("Servers",), "The API port was 8080"))
    place = (*numbers("note daily: Servers", 24), *numbers("/", 1), *numbers("The API port was 8080", 16))
    assert read.ids[1 : read.second - 1] == place
    assert read.ids[read.second : -1] == numbers("It moved to 8443", 56)


@given(st.text(max_size=400), st.text(max_size=400), st.text(max_size=80))
def test_whatever_it_is_shown_is_short_and_of_known_numbers(a: str, b: str, heading: str) -> None:
    read = pair(Statement(text=a, context=(heading,)), Statement(text=b, context=(heading,)))
    assert len(read.ids) <= WHOLE
    assert 0 < read.second < len(read.ids)
    assert all(one in (UNKNOWN, BEGIN, END) or 999 <= one < 30522 for one in read.ids)
