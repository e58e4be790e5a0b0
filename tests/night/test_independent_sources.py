"""Several voices that tell one change are surer together; one voice, heard twice, is not."""

from __future__ import annotations

import datetime as dt

import pytest
from msgspec.structs import replace

from noctuary.decisions import Conflict, Verdict
from noctuary.model import Fact, Support
from noctuary.stages.independent_sources import IndependentSources

NOW = dt.datetime(2026, 5, 4, 9, tzinfo=dt.UTC)
OLD, NOTE, TALK = "b2:old", "b2:note", "b2:talk"


def _fact(key: str, text: str, session: str) -> Fact:
    source = Support(
        ref=f"{session}.md", line=1, line_end=1, session=session, role="user", trust="human", at=NOW,
        origin="interactive", quote=text, event=f"e:{key}",
    )  # fmt: skip
    return Fact(
        id=key, text=text, entity="", kind="fact", status="candidate", confidence=0.6, method="single-source",
        verified_at=NOW, trust="agent", sources=(source,), domain="", half_life_days=90.0,
    )  # fmt: skip


FACTS = {
    OLD: _fact(OLD, "Laundry: Weißmann", "memory"),
    NOTE: _fact(NOTE, "left Weißmann, Klarwerk does the laundry", "note"),
    TALK: _fact(TALK, "laundry goes to Klarwerk, done with Weißmann", "talk"),
}


def _told(score: float) -> Verdict:
    return Verdict(kind="supersession", reason="it says so", score=score)


def test_two_voices_that_tell_one_change_are_surer_than_either() -> None:
    voices = IndependentSources(FACTS, [Conflict(OLD, NOTE, _told(0.7)), Conflict(OLD, TALK, _told(0.6))])
    assert voices.pooled(Conflict(OLD, NOTE, _told(0.7))).score == pytest.approx(0.88)


def test_one_voice_that_says_it_twice_is_as_sure_as_before() -> None:
    twice = FACTS | {TALK: replace(FACTS[TALK], sources=FACTS[NOTE].sources)}
    voices = IndependentSources(twice, [Conflict(OLD, NOTE, _told(0.7)), Conflict(OLD, TALK, _told(0.6))])
    assert voices.pooled(Conflict(OLD, NOTE, _told(0.7))).score == 0.7


def test_voices_that_contradict_each_other_are_not_pooled() -> None:
    clash = Verdict(kind="contradiction", reason="two laundries", score=0.8, clash=0.8)
    voices = IndependentSources(
        FACTS, [Conflict(OLD, NOTE, _told(0.7)), Conflict(OLD, TALK, _told(0.6)), Conflict(NOTE, TALK, clash)]
    )
    assert voices.pooled(Conflict(OLD, NOTE, _told(0.7))).score == 0.7


def test_what_is_less_likely_than_not_to_be_a_change_adds_nothing() -> None:
    voices = IndependentSources(FACTS, [Conflict(OLD, NOTE, _told(0.7)), Conflict(OLD, TALK, _told(0.4))])
    assert voices.pooled(Conflict(OLD, NOTE, _told(0.7))).score == 0.7
