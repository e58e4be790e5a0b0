"""Questions made from facts: their words without their values."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from noctuary.consolidate.recall import Question, is_answered, made, masked, standing
from noctuary.model import Fact

Make = Callable[..., Fact]


def test_values_are_left_out_of_a_question(fact: Make) -> None:
    assert masked(fact("API port: 8080", entity="API port")) == "API port"
    assert masked(fact("Backups go at 02:30 to the NAS", entity="Backups")) == "Backups go at to the NAS"
    assert masked(fact("the tide gauge hangs low", entity="Corran")) == "Corran the tide gauge hangs low"


def test_only_strong_believed_facts_that_say_enough_make_one(fact: Make) -> None:
    strong, weak = fact("the quay gauge is wooden"), fact("the crane is yellow", trust="agent", confidence=0.6)
    bare, past = fact("port: 8080", entity="port"), fact("the winch squeaks loudly", status="superseded")
    assert [one.expect for one in made([strong, weak, bare, past], (), 40)] == [strong.id]
    assert made([strong], (), 0) == []


def test_what_tonight_retires_is_asked_first_then_rules(fact: Make) -> None:
    plain, rule = fact("the quay gauge is wooden"), fact("never launch below the mark", kind="constraint")
    assert [one.expect for one in made([plain, rule], (), 2)] == [rule.id, plain.id]
    assert [one.expect for one in made([plain, rule], {plain.id}, 1)] == [plain.id]


def test_a_successor_answers_for_what_it_replaced_however_long_the_chain(fact: Make) -> None:
    new = fact("fee is 30")
    mid = replace(fact("fee is 20"), status="superseded", superseded_by=new.id)
    old = replace(fact("fee is 10"), status="superseded", superseded_by=mid.id)
    facts = {one.id: one for one in (old, mid, new)}
    assert standing(old.id, facts) == new.id
    assert is_answered(Question(ask="fee", expect=old.id), [new.id], facts)
    assert not is_answered(Question(ask="fee", expect=old.id), [mid.id], facts)
    assert is_answered(Question(ask="fee", expect="30", is_users=True), [new.id], facts)
