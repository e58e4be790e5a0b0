"""Each named signal by its own formula, over independent evidence alone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctuary.consolidate.concrete import COMMON, concepts, novelties, specificity
from noctuary.consolidate.policy import SIGNALS, PromotePolicy
from noctuary.consolidate.promote import passes
from noctuary.decisions import Signals
from noctuary.model import Fact, Support
from noctuary.recalls import Recall
from noctuary.workbench import Standing, kept_signals, signals

NOW = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
Say = Callable[..., Support]
Make = Callable[..., Fact]


def note(say: Say, day: int, **more: object) -> Support:
    """An agent's note of a day in May 2026."""
    name = f"memory/2026-05-{day:02}.md"
    given = {"ref": name, "session": name, "role": "note", "trust": "agent", "quote": f"words of {name}"}
    return say(at=dt.datetime(2026, 5, day, 12, tzinfo=dt.UTC), **(given | more))


def recall(fact: str, query: str, day: int, score: float = 0.8, hour: int = 9) -> Recall:
    return Recall(at=dt.datetime(2026, 5, day, hour, tzinfo=dt.UTC), query=query, fact=fact, score=score)


def of(supports: list[Support], *asked: Recall, **standing: float) -> Signals:
    stands = {"f": Standing(**standing)}  # type: ignore[arg-type]
    return signals({"f": supports}, NOW, recalls=asked, standing=stands)["f"]


def test_a_fuller_statement_lends_its_voice_but_not_its_durability(support: Say) -> None:
    """How lasting the words of "licence: free" are is not told by the sentence that also holds them."""
    own, fuller = note(support, 4, durability=0.4), note(support, 6, durability=0.9, is_lent=True)
    found = of([own, fuller])
    assert (found.sessions, found.durability) == (2, 0.4)


def test_voices_on_three_days_over_a_week(support: Say) -> None:
    """TB-110's independence, seed 004's consolidation: 0.55 ln 3 / ln 5 + 0.45 · 7/7."""
    found = of([note(support, 4), note(support, 6), note(support, 11)])
    assert (found.sessions, found.days, found.span, found.used_days) == (3, 3, 7, 3)
    assert found.recurrence == found.spread == 0.75
    assert found.consolidation == pytest.approx(0.8254, abs=1e-4)
    assert found.recency == pytest.approx(0.5 ** (1 / 14), abs=1e-4)
    assert (found.authority, found.explicitness, found.idle) == (0.6, 0.0, 1)


@pytest.mark.parametrize(
    "again",
    [
        {"line": 9, "quote": "said otherwise in the same note"},
        {"session": "copy/a.md", "ref": "copy/a.md", "quote": "words of memory/2026-05-04.md"},
        {"session": "cron", "ref": "cron.jsonl", "origin": "scheduled", "quote": "c"},
        {"session": "sub", "ref": "sub.jsonl", "origin": "subagent", "quote": "s"},
        {"session": "own", "ref": "own.md", "origin": "own", "quote": "o"},
        {"session": "tool", "ref": "t.jsonl", "role": "tool", "trust": "tool", "quote": "t"},
        {"session": "web", "ref": "w.jsonl", "role": "tool", "trust": "untrusted", "quote": "w"},
    ],
)  # fmt: skip
def test_no_statement_is_promoted_on_repeats_of_one_voice(support: Say, fact: Make, again: dict[str, object]) -> None:
    """F3, F4, KG-055: a repeat in one session, a copied note, a cron run, a sub-agent, our own output, a tool, the web.

    However often it comes, no signal of evidence grows and no gate opens.
    """
    first = note(support, 4, durability=0.8)
    repeats = [note(support, 4, durability=0.8, **{"line": number, **again}) for number in range(2, 32)]
    alone, repeated = of([first]), of([first, *repeats])
    for name in ("recurrence", "spread", "consolidation", "sessions", "days", "breadth", "explicitness"):
        assert getattr(repeated, name) == getattr(alone, name), name
    candidate = fact("the tank holds 40 litres", trust="agent", status="candidate", sources=(first, *repeats))
    assert passes(candidate, repeated, PromotePolicy(), is_update=False) is None


def test_an_always_counts_in_a_humans_own_words_and_not_in_a_story_told_in_a_note(support: Say) -> None:
    human = {"role": "user", "trust": "human", "session": "s", "ref": "s.jsonl"}
    assert of([note(support, 4, cues=("always",), **human)]).explicitness == 1
    assert of([note(support, 4, cues=("never",))]).explicitness == 0
    assert of([note(support, 4, cues=("decision",))]).explicitness == 1
    assert of([note(support, 4, cues=("decision",), role="assistant")]).explicitness == 0


def test_different_queries_widen_and_one_loop_of_an_agent_does_not(support: Say) -> None:
    """A loop of one query counts once a day, a loop of made-up queries three times; other facts' recalls not at all."""
    said = [note(support, 4)]
    loop = [recall("f", "q", 10, hour=hour) for hour in range(24)]
    many = [recall("f", f"q{number:03}", 10) for number in range(500)]
    assert of(said).breadth == of(said, recall("g", "q", 10)).breadth == 0
    assert (of(said, *loop).recalls, of(said, *loop).queries, of(said, *loop).breadth) == (1, 1, 0.5)
    assert (of(said, *many).recalls, of(said, *many).queries, of(said, *many).breadth) == (3, 3, 0.875)
    both = of(said, recall("f", "q", 9, 0.4), recall("f", "r", 11, 0.8))
    assert (both.recalls, both.queries, both.relevance, both.used_days, both.span) == (2, 2, pytest.approx(0.6), 3, 7)


def test_use_is_not_evidence(support: Say, fact: Make) -> None:
    """Asked for by thirty queries, one agent's note stays one voice: no gate of ours opens, no evidence is newer."""
    said = [note(support, 4, durability=0.95)]
    used = of(said, *(recall("f", f"q{day}", day) for day in range(1, 12)))
    assert used.sessions == 1
    assert (used.recency, used.recurrence, used.consolidation) == (of(said).recency, 0, 0)
    assert passes(fact("the tank holds 40 litres", trust="agent"), used, PromotePolicy(), is_update=False) is None


def test_what_is_concrete() -> None:
    plain, named = "it was a nice walk", "Ines set the API port of `tide-clock` to 9090"
    assert specificity(plain) < 0.1 < 0.6 < specificity(named)
    assert specificity("the walk took 40 minutes") == pytest.approx(0.25 + 0.2 * 4 / 12)
    assert concepts(plain) == 0
    assert concepts(named) >= 3


def test_what_is_new_beside_what_is_believed() -> None:
    believed = {"a": "the API port is 8080", "b": "Ines designs the case"}
    said = {
        "x": "the API port is 8080",
        "a": "the API port is 8080",
        "y": "the API port is 9090",
        "z": "lunch with Kim",
    }
    assert novelties(said, believed) == pytest.approx({"x": 0, "a": 1, "y": 1 - 2 / 4, "z": 1})


def test_a_word_that_everything_believed_has_tells_nothing() -> None:
    believed = {f"f{number}": f"harbour thing{number}" for number in range(COMMON + 1)}
    assert novelties({"x": "harbour lights"}, believed) == {"x": 1}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 28), st.integers(1, 11)), max_size=12), st.integers(0, 40))
def test_every_signal_is_a_share(days: list[tuple[int, int]], asked: int) -> None:
    said = [
        Support(ref=f"{n}.md", line=1, line_end=1, session=f"{n}.md", role="note", trust="agent", quote=f"{n}",
                durability=0.5, at=dt.datetime(2026, month, day, tzinfo=dt.UTC))
        for n, (day, month) in enumerate(days)
    ]  # fmt: skip
    found = signals({"f": said}, NOW, recalls=[recall("f", str(n), 1 + n % 11) for n in range(asked)])
    for one in found.values():
        assert all(0 <= getattr(one, name) <= 1 for name in SIGNALS)


def test_the_newest_night_that_weighed_a_statement_is_found(support: Say, tmp_path: Path) -> None:
    """KG-079: the tenth night of a date is newer than its second."""
    for night, days in (("2026-05-11", 1), ("2026-05-12-2", 2), ("2026-05-12-10", 3)):
        signals({"f": [note(support, day) for day in range(1, days + 1)]}, NOW, tmp_path / night)
    assert kept_signals(tmp_path, "f") == ("2026-05-12-10", of([note(support, day) for day in (1, 2, 3)]))
    assert kept_signals(tmp_path, "unknown") is None
