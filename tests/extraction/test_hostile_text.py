"""Texts written to cost more than their size: twice the text may cost twice the work and no more. Counts calls."""

from __future__ import annotations

import pytest

from benchmarks.hostile_texts import TEXTS
from noctuary.decisions import Rejection
from noctuary.extraction import atoms, ears, keep_gates
from noctuary.extraction.extract import extract
from noctuary.judging.judge import judge
from noctuary.model import Event, Statement
from noctuary.text.claims import LONGEST, claim
from tests.rows import every
from tests.work import GROWTH, calls

SIZE = 4_000
ONCE = 4_000
"""Calls that a text causes however long it is: the patterns a statement is asked for, some hundreds, a few times."""


def event(text: str, role: str = "user") -> Event:
    return Event(id="e", ref="n.md", line=1, line_end=1, at=None, role=role, trust="human", text=text, session="s")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TEXTS)
def test_twice_the_text_is_cut_and_judged_with_twice_the_work(name: str) -> None:
    small, large = (event("the clock is blue " + TEXTS[name](size)[:size]) for size in (SIZE, 2 * SIZE))
    extract(small)
    few, many = calls(lambda: heard_anew(small)), calls(lambda: heard_anew(large))
    assert many <= GROWTH * few + ONCE


def heard_anew(one: Event) -> None:
    """Extract as if no line had been weighed before."""
    ears._weight.cache_clear()
    extract(one)


@every("name", TEXTS)
def test_no_pattern_is_asked_about_more_than_a_sentence_and_its_heading(name: str) -> None:
    text = TEXTS[name](20_000)
    for piece in atoms.pieces(text, prose=True):
        assert len(piece.text) <= atoms.MAX_SENTENCE
        assert all(len(title) <= atoms.MAX_HEADING for title in piece.context)


@pytest.mark.parametrize("name", ["letters", "single letters", "words that never come twice", "digits and blanks"])
def test_a_text_that_is_no_one_statement_is_told_apart_from_none(name: str) -> None:
    text = TEXTS[name](20_000)
    a, b = Statement(text=f"the clock is {text}"), Statement(text=f"the clock is now {text[::-1]}")
    assert judge(a, b).kind == "unrelated"
    assert str(LONGEST) in judge(a, b).reason
    assert claim(a).text == a.text


@pytest.mark.parametrize("name", TEXTS)
def test_the_longest_statement_is_judged_in_bounded_work(name: str) -> None:
    text = " ".join(TEXTS[name](LONGEST)[: LONGEST - 40].split())
    a, b = Statement(text=f"the clock is {text}"), Statement(text=f"the clock is now {text[::-1]}")
    assert calls(lambda: judge(a, b)) < 2_500_000


@pytest.mark.parametrize(
    "name", ["open brackets", "square", "pipes", "underscores", "letters", "digits and blanks", "no", "tags closed"]
)
def test_a_long_line_of_signs_or_of_one_word_states_nothing(name: str) -> None:
    [found] = extract(event("decided: the clock is " + TEXTS[name](500)[:500]))
    assert isinstance(found, Rejection)
    assert found.gate == ("told_secret" if name == "digits and blanks" else "incomplete")


@pytest.mark.parametrize(
    "text",
    [
        "the gate opens at 7:00, 9:30, 11:15, 13:45, 16:10, 18:20 and 21:05 from Monday to Friday, and at 8:00, 10:30, "
        "12:00, 14:45 and 17:30 on Saturdays, Sundays and holidays, unless the harbour master says otherwise",
        "never run `find / -name '*.log' -exec rm {} \\;` or `rm -rf /var/log/*` or `dd if=/dev/zero of=/dev/sda` or "
        "`mkfs.ext4 /dev/sda1` or `:(){ :|:& };:` on the production hosts db-1, db-2 and db-3, and tell everybody so",
        "潮の時計は" + "港の桟橋に立っていて、毎朝六時に鐘を鳴らし、夕方には灯台の明かりと一緒に消える。" * 5,
    ],
)
def test_a_long_sentence_is_no_noise(text: str) -> None:
    assert len(text) > keep_gates.LONG
    assert not keep_gates.is_noise(text)


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        ("Ask at 3 p.m. on Sunday. It is open.", ["Ask at 3 p.m. on Sunday.", "It is open."]),
        ("It costs 5 (incl. tax. and more). Pay.", ["It costs 5 (incl. tax. and more).", "Pay."]),
        ('He said "no. never." Then he left.', ['He said "no. never."', "Then he left."]),
        ("Use `a. b` now. Or never.", ["Use `a. b` now.", "Or never."]),
        ("See e.g. the pier, z.B. hier. Done.", ["See e.g. the pier, z.B. hier.", "Done."]),
        ("Wait... what? Yes!", ["Wait...", "what?", "Yes!"]),
        ("A ban on '.' is wrong. Check the root.", ["A ban on '.' is wrong.", "Check the root."]),
        ("Say ‘stop!’ before you lift. Then lift.", ["Say ‘stop!’ before you lift.", "Then lift."]),
        ("The key [unused.] stays out. Fine.", ["The key [unused.] stays out.", "Fine."]),
        ("thanks :) use tabs", ["thanks :)", "use tabs"]),
        ("don't do that. use tabs", ["don't do that.", "use tabs"]),
    ],
)
def test_a_line_is_cut_where_its_sentences_end(line: str, sentences: list[str]) -> None:
    assert [piece.text for piece in atoms.pieces(line, prose=True)] == sentences


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("> - 1. the clock", "the clock"),
        ("a <!-- b --> c <!-- d", "a c <!-- d"),
        ("see [the clock](http://a.example/b), [x [y](z)", "see the clock, [x y"),
        ("**bold** and __quite strong__ and *it*", "bold and quite strong and it"),
    ],
)
def test_marks_are_taken_off(raw: str, clean: str) -> None:
    assert atoms.clean(raw) == clean


@pytest.mark.parametrize(("line", "title"), [("# a #", "a"), ("## a # #", "a #"), ("#  ", ""), ("### b", "b")])
def test_a_heading_is_what_stands_between_its_marks(line: str, title: str) -> None:
    assert atoms.pieces(f"{line}\ntext of it", prose=True)[-1].context == (title,)
