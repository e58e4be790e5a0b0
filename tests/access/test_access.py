"""The gate itself: who may see what, and what is current on a day."""

from __future__ import annotations

import datetime as dt

import pytest

from noctuary.access import Asker, listed, may_see, seen, standing
from noctuary.journal import State
from noctuary.model import Entity, Visibility, entity_id
from tests.access.world import ASKERS, MAY
from tests.rows import every

TODAY = dt.date(2026, 5, 12)


@every("asker", ASKERS)
@every("of", MAY)
def test_who_may_see_what_is_as_it_is_written_down(of: tuple[str, Visibility, str], asker: str, fact) -> None:
    """TB-117, SG-009, TK-073"""
    agent, visibility, scope = of
    held = fact("oak", agent_id=agent, visibility=visibility, scope=scope)
    assert may_see(held, ASKERS[asker]) == (asker in MAY[of])


def test_a_name_that_is_not_given_is_nobodys(fact) -> None:
    """An empty name in the record or of the asker opens nothing, and every agent's reader is no agent."""
    for visibility in ("agent-private", "user-private", "team-private"):
        for agent in ("default", "*", "pilot"):
            assert not may_see(fact("oak", visibility=visibility, agent_id=agent), Asker())
            if agent != "*":
                assert not may_see(fact("oak", visibility=visibility, agent_id=agent), Asker(agent="*"))


def test_a_list_opens_to_those_it_names_and_to_no_team_of_its_name(fact) -> None:
    """TB-118: by agent or by user; what cannot be read as a list opens to nobody."""
    scope = listed(("pilot", "*", ""), ("ada", ""))
    assert scope == listed(("", "pilot", "*", "pilot"), ("", "ada"))
    held = fact("oak", agent_id="keel", visibility="team-private", scope=scope)
    for asker in (Asker(agent="pilot"), Asker(user="ada"), Asker(agent="keel", user="ada")):
        assert may_see(held, asker)
    for asker in (Asker(), Asker(agent="*"), Asker(agent="ada"), Asker(user="pilot"), Asker(teams=(scope, "pilot"))):
        assert not may_see(held, asker)
    for odd in ("{", "{}", '{"agents":"pilot"}', '{"agents":[["pilot"]]}', '{"agents":{"pilot":1}}', "{" * 5000):
        broken = fact("oak", agent_id="pilot", visibility="team-private", scope=odd)
        assert not may_see(broken, Asker(agent="pilot", teams=(odd,)))


@pytest.mark.parametrize("status", ["candidate", "active", "contested"])
def test_what_has_ended_or_was_replaced_does_not_stand(status: str, fact) -> None:
    day = dt.timedelta(days=1)
    for valid_to, stands in ((None, True), (TODAY + day, True), (TODAY, False), (TODAY - day, False)):
        one = fact("oak", status=status, valid_to=valid_to)
        assert standing(one, TODAY) == (status if stands else "archived")
        assert standing(one, None) == status
    assert standing(fact("oak", status=status, superseded_by="b2:x"), None) == "superseded"


@pytest.mark.parametrize("status", ["superseded", "archived", "deleted"])
def test_what_does_not_stand_stays_what_it_is(status: str, fact) -> None:
    assert standing(fact("oak", status=status, valid_to=TODAY, superseded_by="b2:x"), TODAY) == status


def test_an_entity_is_told_of_as_far_as_what_speaks_of_it(fact) -> None:
    """TK-076: the name that only a hidden fact uses is hidden; one that others use, or nobody, is not."""
    names = ("Oak", "Elm", "Ash", "Fir")
    entities = {entity_id(name): Entity(id=entity_id(name), name=name) for name in names}
    fir = entity_id("Fir")
    entities[fir] = Entity(id=fir, name="Fir", visibility="agent-private")
    hidden = {"visibility": "agent-private", "agent_id": "pilot"}
    facts = [fact("a", entity="Oak", **hidden), fact("b", entity="Elm", **hidden), fact("c", entity="Elm")]
    state = State(facts={one.id: one for one in facts}, entities=entities)
    assert {one.name for one in seen(state).entities.values()} == {"Elm", "Ash"}
    assert {one.name for one in seen(state, Asker(agent="pilot")).entities.values()} == {"Oak", "Elm", "Ash"}


def test_nothing_hidden_and_nothing_ended_is_the_very_state(fact) -> None:
    one = fact("oak")
    state = State(facts={one.id: one})
    assert seen(state, on=TODAY) is state
