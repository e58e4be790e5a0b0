"""A fact before a request and a wish after one are kept; the request and the question are not."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from noctuary.decisions import Rejection
from noctuary.extraction.extract import extract
from noctuary.model import Candidate, Event

FACTS = ("we moved the stand-up to 9:15", "our staging db is on pine:5433 now", "the release branch is called `main`")
REQUESTS = (
    ", could you redo the invite?",
    ", can you update the page?",
    ". Could you redo the invite?",
    ", so please update the docs",
    ", would you change the config?",
    " - can you tell the others?",
    "; please rerun the job",
)
FOREIGN = (
    ("Die Sitzung ist jetzt immer um 9:15", ", kannst du die Einladung ändern?"),
    ("La reunión es ahora a las 9:15", ", ¿puedes cambiar la invitación?"),
    ("我们的站会改到9点15分了", "，能不能更新一下邀请？"),
)
ASKED = (
    "what port does the api use",
    "where is the log kept",
    "could you redo the invite",
    "if it rains, could you move it?",
    "is the port 7070, or did we move it?",
    "why is the build red again",
    "can you look at the header",
)


def said(text: str) -> list[Candidate | Rejection]:
    at = dt.datetime(2026, 5, 7, 9, tzinfo=dt.UTC)
    return extract(
        Event(id="b2:e", ref="s.jsonl", line=1, line_end=1, at=at, role="user", trust="human", text=text, session="s")
    )


def kept(text: str) -> list[str]:
    return [one.text for one in said(text) if isinstance(one, Candidate)]


@pytest.mark.parametrize(("fact", "request_"), [*itertools.product(FACTS, REQUESTS), *FOREIGN])
def test_a_request_with_a_fact_in_it_keeps_the_fact_and_no_more(fact: str, request_: str) -> None:
    assert kept(fact + request_) == [fact]


@pytest.mark.parametrize(
    "asked", ["could you fix the header", "can you rename the page", "please tidy the list, could you"]
)
@pytest.mark.parametrize("wish", ["from now on never use tabs", "always run the tests before you push"])
def test_a_standing_wish_inside_a_request_is_a_wish(asked: str, wish: str) -> None:
    assert wish in kept(f"{asked} and {wish}?")


@pytest.mark.parametrize(
    "text", ["can you always answer in German?", "can you please always run the tests before pushing?"]
)
def test_a_wish_put_as_a_question_is_kept_whole(text: str) -> None:
    assert kept(text) == [text]


@pytest.mark.parametrize("text", ASKED)
@pytest.mark.parametrize("end", ["", "?"])
def test_a_question_or_request_alone_is_nothing_to_keep_in_whatever_case(text: str, end: str) -> None:
    assert kept(text.rstrip("?") + end) == []


def test_a_ban_after_please_stays_with_what_it_is_about() -> None:
    assert kept("the host is pg-stg.internal.example, please don't lose it again")[0].startswith("the host is pg-stg")
