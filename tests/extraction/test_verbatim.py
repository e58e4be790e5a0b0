"""What is kept of a text is the text's own: every fact is a label and pieces of the lines it cites, days beside it."""

from __future__ import annotations

import datetime as dt
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctuary.extraction.extract import extract
from noctuary.extraction.rendering import rendered
from noctuary.extraction.when import days, resolve
from noctuary.model import Candidate, Event
from noctuary.sources import Where, read
from noctuary.text.days import beside, dated
from tests.rows import every

SHARED = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parents[3] / "shared"))
SAID_ON = dt.datetime(2026, 4, 10, 9, tzinfo=dt.UTC)
JOINT = re.compile(r"(?:: |, | `|`| )")
_BULLET = re.compile(r"^\s*(?:[-*+•·‣]\s+|\d{1,3}[.)]\s+|>\s?)+")


def is_composed(text: str, sources: tuple[str, ...], most: int) -> bool:
    """Whether a text is at most that many pieces of its sources, each as long as it can be, put together by a joint."""
    for _ in range(most):
        size = next((n for n in range(len(text), 0, -1) if any(text[:n] in source for source in sources)), 0)
        while size < len(text) and size and not JOINT.match(text, size):
            size -= 1
        if not size:
            return False
        if size == len(text):
            return True
        text = text[JOINT.match(text, size).end() :]  # type: ignore[union-attr]
    return not text


def sources_of(found: Candidate, event: Event) -> tuple[str, ...]:
    """The rendered lines that a candidate cites, together, each for itself and as code, and what they stand under."""
    lines = event.text.splitlines()
    place = found.support.line - event.line
    cited = lines[place : place + found.support.line_end - found.support.line + 1] if len(lines) > 1 else lines
    told = [rendered(_BULLET.sub("", line)) for line in cited]
    above = [rendered(line.strip("# ")) for line in lines if line.lstrip().startswith(("#", "|"))]
    codes = [f"`{line.strip()}`" for line in cited]
    whole = (" ".join(told), rendered(" ".join(cited)))
    return (*whole, *told, *codes, *above, *event.context, *map(rendered, event.context))


def is_verbatim(found: Candidate, event: Event) -> bool:
    """A row of a table has a piece a cell and its column; all else is a piece, or a label and a piece, and its code."""
    is_row = "|" in found.support.quote
    return is_composed(found.text.rstrip("…"), sources_of(found, event), 40 if is_row else 3)


def event(text: str, role: str = "note", at: dt.datetime | None = SAID_ON) -> Event:
    return Event(
        id="b2:e",
        ref="memory/2026-04-10.md",
        line=1,
        line_end=1 + text.count("\n"),
        at=at,
        role=role,
        trust="human",
        text=text,
        session="s",
    )


def kept(said: Event) -> list[Candidate]:
    found = [one.candidate if not isinstance(one, Candidate) else one for one in extract(said)]
    return [one for one in found if one is not None]


@pytest.mark.parametrize(
    "text",
    [
        "`**/*.secret`",
        "`__init__`",
        "`a * b * c`",
        "`[x](y)`",
        "`<!-- kept -->`",
        "``a ` b``",
        "__init__",
        "**/*.secret and **/*.key",
        "2*3*4",
        "*.py and *.js",
        "snake_case_name",
        "src/**/x/**/y",
        "\\*not italic\\*",
        "&amp; and &lt;",
        "a__b__c",
        "(2.5 weeks ago)",
    ],
)
def test_what_is_no_emphasis_is_left_as_it_is_written(text: str) -> None:
    assert rendered(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Note:** x", "Note: x"),
        ("**Use `**/*.py` now**", "Use `**/*.py` now"),
        ("*a* b", "a b"),
        ("__a b__ c", "a b c"),
        ("[x](http://y) z", "x z"),
        ("a <!-- b --> c", "a c"),
        ("这是**重点**内容", "这是重点内容"),
        ("**a** and **b**", "a and b"),
    ],
)
def test_marks_around_words_are_left_out(text: str, shown: str) -> None:
    assert rendered(text) == shown


MARKS = st.lists(
    st.sampled_from([*"ab `*_[]()<>-!/.\\|&;用é1", "**", "__", "``", "<!--", "-->", "](", "`x`"]), max_size=30
)


@settings(max_examples=300, deadline=None)
@given(MARKS)
def test_rendering_only_leaves_out_signs_and_never_a_letter_outside_links_and_comments(parts: list[str]) -> None:
    text = "".join(parts)
    shown = rendered(text)
    left = iter(text)
    assert all(letter in left for letter in shown if not letter.isspace())
    if "](" not in text and "<!--" not in text:
        assert re.sub(r"\W|_", "", shown) == re.sub(r"\W|_", "", text)
    for code in re.findall(r"(?<!`)`([^`]+)`(?!`)", text) if text.count("`") == 2 else ():
        assert " ".join(f"`{code}`".split()) in shown


WORDS = (
    "yesterday",
    "next Friday",
    "in two weeks",
    "3 days ago",
    "gestern",
    "nächsten Montag",
    "hace dos semanas",
    "через две недели",
    "demain",
    "昨天",
    "下周三",
    "October 3",
    "3. Mai",
    "on 03/05",
)


@every("words", WORDS)
@every(
    "lead", ["remember: the lease starts {}", "From now on, since {}, `{}.md` holds the log", "the port is 7070 ({})"]
)
def test_days_are_named_beside_the_text_and_never_in_it(words: str, lead: str) -> None:
    text = lead.format(words, words)
    for found in kept(event(text, "user")):
        assert found.text in text
        assert all(word in found.text for word, _ in found.days)
        assert all(f"{word}: {day}" in beside(found) for word, day in found.days)
        assert dated(found) == resolve(found.text, SAID_ON) or found.text.count(words) > 1


@pytest.mark.parametrize("words", WORDS)
def test_an_undated_text_names_no_day(words: str) -> None:
    text = f"remember: the lease starts {words}"
    assert days(text, None) == ()
    assert all(not found.days for found in kept(event(text, "user", None)))


@pytest.mark.parametrize(
    ("text", "said", "day"),
    [
        ("starting October 3 we deploy daily", dt.date(2026, 4, 10), dt.date(2026, 10, 3)),
        ("since October 3 we deploy daily", dt.date(2026, 4, 10), dt.date(2025, 10, 3)),
        ("the fair is October 3", dt.date(2026, 4, 10), None),
        ("the fair is October 3", dt.date(2026, 9, 10), dt.date(2026, 10, 3)),
        ("closed (2.5 weeks ago)", dt.date(2026, 4, 10), None),
        ("ab 3. Oktober beginnt die Frist", dt.date(2026, 4, 10), dt.date(2026, 10, 3)),
    ],
)
def test_a_day_that_may_be_of_either_year_is_none(text: str, said: dt.date, day: dt.date | None) -> None:
    assert [found for _, found in days(text, said)] == ([day] if day else [])


STATED = st.lists(
    st.sampled_from(
        [
            "remember: ",
            "the port is `**/*.py`",
            "From now on",
            "**Rule:** ",
            "never deploy on Friday",
            ". ",
            ", ",
            "\n- ",
            "\n",
            "`__init__`",
            "since yesterday",
            "| a | b |\n|---|---|\n| host | pine |\n",
            "we use Postgres 14",
            ": ",
            "(2.5 weeks ago)",
            "## Ops\n",
            "```\nmake it\n```\n",
        ]
    ),
    min_size=1,
    max_size=9,
)


@settings(max_examples=300, deadline=None)
@given(STATED, st.sampled_from(["user", "note", "memory", "assistant"]))
def test_every_fact_of_any_text_is_a_label_and_pieces_of_its_lines(parts: list[str], role: str) -> None:
    said = event("".join(parts), role)
    assert [found.text for found in kept(said) if not is_verbatim(found, said)] == []


LONG = ("sophie", "mini-agent-kuro", "autonomous-agent-stack", "gavin-governance")
WORKSPACES = [
    pytest.param(path, marks=pytest.mark.slow if path.name in LONG else (), id=path.name)
    for path in (sorted((SHARED / "inputs" / "workspaces").glob("*")) if SHARED.is_dir() else ())
]


@pytest.mark.skipif(not WORKSPACES, reason="needs the real inputs: set NOCTUARY_SHARED")
@pytest.mark.parametrize("root", WORKSPACES)
def test_every_fact_of_the_real_workspaces_is_a_label_and_pieces_of_its_lines(root: Path) -> None:
    """Of every note one statement in forty, all turns and all of the memory file."""
    events = (one for one in read(root, {}, Where()) if isinstance(one, Event))
    some = (one for one in events if one.role != "note" or int(one.id[3:], 16) % 40 == 0)
    assert [(said.ref, one.text) for said in some for one in kept(said) if not is_verbatim(one, said)] == []
