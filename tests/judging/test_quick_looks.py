"""What saves work on long stores finds what the long way finds: quick looks, keys asked for, values reckoned once."""

from __future__ import annotations

import datetime as dt
import random
import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.consolidate import sayings
from noctuary.consolidate.decay import confidence, confidences
from noctuary.consolidate.policy import DecayPolicy
from noctuary.judging.fields import keys, learn
from noctuary.model import Fact, Support, fold
from noctuary.text.quick_look import may_hold

Make = Callable[..., Fact]
FIRST = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
PIECES = (
    *"i.e. ie a.k.a. aka k.a. also known as called named written short for stands an abbreviation of alias".split(),
    *"acronym nickname synonym other another name formerly previously was renamed to the same thing as".split(),
    *"nicknamed auch bekannt genannt kurz für steht d.h. d. h. früher dasselbe wie abreviatura de lo mismo".split(),
    *"que dit dite not be confused with isn't service different from unlike no relation nicht zu".split(),
    *"verwechseln mit anders es distinto ≠ != foo Bar , ( ) .".split(),
)


def test_no_cue_hides_from_the_quick_look() -> None:
    dice = random.Random(2)
    met = 0
    for _ in range(20_000):
        text = " ".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 7)))
        text = text.upper() if dice.random() < 0.3 else text
        for pattern, hints in ((sayings._SAME, sayings._HINTS), (sayings._NOT_SAME, sayings._APART_HINTS)):
            is_met = pattern.search(text) is not None
            met += is_met
            assert not is_met or may_hold([text], hints), text
    assert met > 500


def test_what_a_quick_look_leaves_out_says_nothing_of_two_names() -> None:
    dice = random.Random(4)
    names = sayings.Names({"a": "foo", "b": "Bar", "c": "PostgreSQL", "d": "pg"})
    named, between = (
        ("foo", "Bar", "(pg)", "PostgreSQL", "pg"),
        (*PIECES, "also known as", "the same thing as", "=", "—"),
    )
    texts = [
        " ".join((dice.choice(named), *dice.choices(between, k=dice.randrange(3)), dice.choice(named)))
        for _ in range(20_000)
    ]
    kept = set(sayings.naming(texts))
    said = [text for text in texts if sayings.said_same(names, [text]) or sayings.said_apart(names, [text])]
    assert len(said) > 100
    assert len(kept) < len(set(texts))
    assert kept.issuperset(said)


@given(st.lists(st.text(alphabet="aBcé\n (", max_size=6), max_size=8), st.sets(st.sampled_from(("a", "bc", "b", "("))))
def test_many_texts_searched_at_once_are_those_searched_one_by_one(texts: list[str], signs: set[str]) -> None:
    one_by_one = [n for n, text in enumerate(texts) if not text.isascii() or any(s in text.lower() for s in signs)]
    assert may_hold(texts, signs) == one_by_one


@given(st.text(alphabet="aB_1 .:/,-~'\"é`ﬁ(\n", max_size=16))
def test_folding_plain_words_at_once_is_folding_them(text: str) -> None:
    long = unicodedata.normalize("NFKC", text).casefold()
    long = re.sub(r"[`*\"“”„«»]", "", long)
    long = re.sub(r"(?<![\w])[^\w%€$£°+\-/~.]+|[^\w%€$£°+\-/~.]+(?![\w])|\s+", " ", long)
    assert fold(text) == " ".join(long.split()).strip(" .,;:!?-")


@pytest.fixture
def line(make_fact: Make, make_support: Callable[..., Support]) -> Callable[[random.Random, int], Fact]:
    """A line of a log of eight days, of a memory file, or of nothing in particular."""
    labels = ("Next step", "commit_hash", "Tests passed", "**Mood**", "`size`", "Größe", "Reviewer", "ﬁle name")

    def made(dice: random.Random, number: int) -> Fact:
        day, role = dice.randrange(1, 9), dice.choice(("note", "note", "memory", "user"))
        label, value = dice.choice(labels), dice.randrange(6)
        text = dice.choice(
            (
                f"{label}: part {value}",
                f"{label}: {value}",
                f"the gate of wing {value} is red",
                f"{label} = now {value}",
            )
        )
        at = FIRST + dt.timedelta(days=day) if dice.random() < 0.9 else None
        source = make_support(role=role, ref=f"{role}{day}.md", session=str(day), at=at, quote=text, line=number)
        return make_fact(text, sources=(source,), status="candidate")

    return made


def test_fields_learnt_for_a_few_keys_are_those_of_all(line: Callable[[random.Random, int], Fact]) -> None:
    dice = random.Random(3)
    found = 0
    for _ in range(60):
        facts = [line(dice, number) for number in range(dice.randrange(1, 60))]
        among = frozenset(key for fact in dice.sample(facts, min(3, len(facts))) for key in keys(fact.text))
        few = learn(facts, among)
        assert few == learn(facts) & among
        found += len(few)
    assert found


@pytest.mark.parametrize("idle_clock", [True, False])
def test_what_was_confirmed_together_is_worth_the_same(make_fact: Make, idle_clock: bool) -> None:
    dice = random.Random(4)
    policy, now = DecayPolicy(idle_clock=idle_clock), FIRST + dt.timedelta(days=300)
    days = [(FIRST + dt.timedelta(days=day)).date() for day in range(0, 300, 3)]
    zones = (dt.UTC, dt.timezone(dt.timedelta(hours=-11)))
    facts = [
        make_fact(
            dice.choice(("the case is oak", "the lease ends on 2026-12-01", "moved on 2026-06-01")),
            verified_at=(FIRST + dt.timedelta(days=dice.randrange(3))).astimezone(dice.choice(zones)),
            last_revalidated=dice.choice((None, FIRST + dt.timedelta(days=90))),
            confidence=dice.choice((0.6, 0.9)),
            half_life_days=dice.choice((None, 60.0, 90.0)),
        )
        for _ in range(200)
    ]
    told = list(confidences(facts, now, days, policy))
    assert told == [(fact, confidence(fact, now, days, policy)) for fact in facts]
