"""Notes and logs that look like talk, written to cost more than their size: twice the text, twice the work."""

from __future__ import annotations

import string
from collections.abc import Callable
from itertools import product

import pytest

from noctuary.sources import conversations, front_matter
from noctuary.sources.tally import _stored
from tests.work import GROWTH, calls

ENDINGS = ["".join(one) for one in product(string.ascii_lowercase, repeat=3)]
TALK: dict[str, Callable[[int], str]] = {
    "names": lambda n: "".join(f"User: X{ENDINGS[i]}\n" for i in range(n)),
    "fences that never close": lambda n: "User: a\n" + "```a\n" * n,
    "fences of two sizes": lambda n: "User: a\n" + "````a\n```\n" * (n // 2),
    "a heading over each question": lambda n: "# pier\nUser: where is the clock?\nAssistant: it is here.\n" * (n // 3),
    "headings ever deeper": lambda n: "".join(f"{'#' * (1 + i % 6)} 3 May\nUser: hi {i}\n" for i in range(n // 2)),
}


@pytest.mark.parametrize("name", TALK)
def test_twice_the_talk_is_read_with_twice_the_work(name: str) -> None:
    few, many = (
        calls(lambda n=n: conversations.read(TALK[name](n).splitlines(), "talk", None, "agent", "")) for n in (300, 600)
    )
    assert many < GROWTH * few


def test_a_session_is_known_by_a_hash_where_its_id_is_longer_than_any() -> None:
    long = "a-" * 20_000
    assert calls(lambda: _stored(long)) < 50
    assert _stored(long) == _stored(long) != _stored(long + "b")
    assert len(_stored(long)) < 40
    assert _stored("3f9c-heron") == "3f9c-heron"


@pytest.mark.parametrize("claims", ["facts: &l\n  - the pier is blue\nrules: *l", "facts: [&a the pier is blue, *a]"])
def test_front_matter_that_repeats_itself_by_aliases_is_no_claim(claims: str) -> None:
    """By aliases 16 kB held tens of thousands of sentences, each of which was guarded."""
    found = front_matter.read(["---", *claims.splitlines(), "title: clocks", "---"])
    assert found.claims == ()
    assert found.title == "clocks"
    assert "alias" in found.problems[0][1]


def test_an_asterisk_in_words_is_no_alias() -> None:
    found = front_matter.read(["---", "facts:", "  - 'the *pier* is blue'", "title: a * b", "---"])
    assert [one.text for one in found.claims] == ["the *pier* is blue"]
