"""Verbs of two words: which of them say what one word says, and where they are none."""

from __future__ import annotations

import datetime as dt

import pytest

from noctuary.judging.judge import judge
from noctuary.model import Statement
from noctuary.text.claims import claim
from noctuary.text.phrasal import phrasal


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("the council turned the plans down", "reject"),
        ("Ravi gave up the cello", "quit"),
        ("we put the release off until June", "postpone"),
        ("she handed `billing` over to Ines", "transfer"),
        ("the retry was rolled back", "revert"),
        ("the lease ran out in March", "expire"),
        ("every push sets off a build", "trigger"),
        ("the ferry sets off at six", "depart"),
        ("he took off his boots", "remove"),
    ],
)
def test_a_verb_of_two_words_is_read_as_the_one_that_says_the_same(text: str, meant: str) -> None:
    assert [one.meant for one in phrasal(text)] == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "the office ran out of paper",
        "put it on the shelf",
        "walks the dog up the hill",
        "go up the stairs",
        "took the day off",
        "she takes off Mondays",
        "turned the boiler down",
        "turned down to 18 °C",
        "turn " + "_a" * 20_000,
    ],
)
def test_a_word_of_place_behind_a_verb_changes_no_meaning(text: str) -> None:
    assert not phrasal(text)


def test_the_words_are_told_as_they_were_said() -> None:
    found = claim(Statement(text="Ravi gave the cello up", said_on=dt.date(2026, 4, 1)))
    verb = next(token for token in found.tokens if token.verb)
    assert (verb.text, verb.said) == ("quit", "gave up")


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Ravi gave up smoking", "Ravi quit smoking", True),
        ("The council turned the plans down", "The council rejected the plans", True),
        ("Ravi did not give up smoking", "Ravi quit smoking", False),
        ("They put off 3 launches", "They postponed 4 launches", False),
    ],
)
def test_one_word_or_two_say_the_same(a: str, b: str, same: bool) -> None:
    one, two = (Statement(text=text, said_on=day) for text, day in ((a, dt.date(2026, 4, 1)), (b, dt.date(2026, 6, 1))))
    assert (judge(one, two).kind == "duplicate") == same
