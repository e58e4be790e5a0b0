"""A question as plain lines: what is asked, both sides with their sources, why, and what each answer does."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from noctuary.model import Fact, Review
from noctuary.page.lines import besides, headed
from noctuary.page.render import cite, headline
from noctuary.page.view import Likeness, Question
from noctuary.text.days import day_of

MOST_SOURCES = 3


def asked(item: Question | Likeness) -> str:
    """The question itself, on one line."""
    if isinstance(item, Likeness):
        return f"Are “{item.a.name}” and “{item.b.name}” the same?"
    if item.review.kind == "promotion":
        return "Should this be believed?"
    return headline(item.review) if item.b else "Is this still true?"


def sides(item: Question | Likeness, zone: dt.tzinfo | None) -> Iterator[tuple[str, str, list[str]]]:
    """(label, text, source lines) of each side, with days of the zone; a name's text is a fact it was used in."""
    if isinstance(item, Likeness):
        for label, entity, fact in zip("AB", (item.a, item.b), item.examples, strict=True):
            yield label, f"{entity.name} ({entity.type})", [f"“{headed(fact)}”", *_sources(fact, zone)] if fact else []
        return
    for label, fact in (("A" if item.b else "", item.a), ("B", item.b)):
        if fact:
            yield label, headed(fact), _sources(fact, zone)


def reasons(item: Question | Likeness, facts: dict[str, Fact]) -> Iterator[str]:
    """Why it is asked, what an acceptance would replace, and what becomes of what a side says besides."""
    yield f"Why: {item.review.reason}"
    for key, reason in item.review.replaces:
        if key in facts:
            yield f"It would replace: “{headed(facts[key])}” ({cite(facts[key].sources[0])}): {reason}"
    yield from besides(item) if isinstance(item, Question) else ()


def decided(review: Review) -> str:
    """What was decided, in the word of the answer and the human's own."""
    word = (review.decision or "").replace("_", "-")
    return f"{word}: {review.words}" if review.words else word


def _sources(fact: Fact, zone: dt.tzinfo | None) -> list[str]:
    lines = []
    for one in fact.sources[:MOST_SOURCES]:
        day = day_of(one, zone) or "undated"
        quote = " ".join(one.quote.split())
        said = f" “{quote[:160]}{'…' if len(quote) > 160 else ''}”" if quote else ""
        lines.append(f"{cite(one)}, {day}, {one.role}{said}")
    more = len(fact.sources) - MOST_SOURCES
    return [*lines, f"and {more} more"] if more > 0 else lines
