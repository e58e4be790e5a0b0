"""What other tools' records say of their own end and of their readers holds here, too, whatever the dialect."""

from __future__ import annotations

import datetime as dt
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from noctuary.access import Asker, seen
from noctuary.consolidate.terms import Terms, terms
from noctuary.importing import bring
from noctuary.journal import replay, verify
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages.apply import finish

NOW = dt.datetime(2026, 5, 12, 9, 0, tzinfo=dt.UTC)
OVER: list[dict[str, Any]] = [
    {"valid_to": "2026-05-11"},
    {"validTo": "2026-05-01T10:00:00Z"},
    {"valid_until": 1_700_000_000},
    {"invalid_at": 1_700_000_000_000},
    {"expired_at": "2026-01-01"},
    {"superseded_by": "obs-9"},
    {"supersededBy": "obs-9"},
    {"status": "superseded"},
    {"status": "Archived"},
    {"deleted_at": "2026-02-02T00:00:00Z"},
    {"is_deleted": True},
    {"isLatest": False},
]
STANDS: list[dict[str, Any]] = [
    {},
    {"valid_to": "2027-01-01"},
    {"valid_to": None},
    {"valid_to": "soon"},
    {"superseded_by": None},
    {"superseded_by": ""},
    {"status": "active"},
    {"is_deleted": False},
    {"isLatest": True},
]
CLOSED: list[tuple[dict[str, Any], Asker]] = [
    ({"visibility": "agent-private", "created_by": "pilot"}, Asker(agent="pilot")),
    ({"visibility": "private", "agent_id": "pilot"}, Asker(agent="pilot")),
    ({"visibility": "for-my-eyes-only", "agent_id": "pilot"}, Asker(agent="pilot")),
    ({"isPrivate": True, "agentId": "agent:pilot"}, Asker(agent="pilot")),
    ({"visibility": "user-private", "created_by": "user:ada"}, Asker(user="ada")),
    ({"visibility": "user-private", "user_id": "ada"}, Asker(user="ada")),
    ({"visibility": "team-private", "team_id": "blue"}, Asker(teams=("blue",))),
    ({"visibility": "team-private", "allowed_agents": ["keel", "pilot"]}, Asker(agent="pilot")),
    ({"visibility": "team-private", "allowed_agents": ["keel"], "created_by": "pilot"}, Asker(agent="pilot")),
    ({"visibility": "team-private", "allowedUsers": ["ada"]}, Asker(user="ada")),
    ({"agent_id": "pilot"}, Asker(agent="pilot")),
]


def graph(dialect: str, text: str, more: dict[str, Any]) -> list[dict[str, Any]]:
    """One observation in a dialect, with what it says of itself where that dialect has it."""
    if dialect == "memory_server":
        return [{"type": "entity", "name": "Quay", "entityType": "place", "observations": [{"text": text, **more}]}]
    if dialect == "entity":
        return [{"type": "entity", "name": "Quay", "entityType": "place", "observations": [text], **more}]
    if dialect == "thoughtbox":
        return [{"type": "entity", "id": "e1", "name": "Quay", "entityType": "Concept", "label": "Quay",
                 "properties": {"description": text}, **more}]  # fmt: skip
    return [{"type": "note", "content": text, "subject": "Quay", **more}]


DIALECTS = ("memory_server", "entity", "thoughtbox", "notes")


def brought(workspace: Path, records: list[dict[str, Any]]) -> dict[str, Fact]:
    """The facts after an import, by their words."""
    path = workspace.parent / "graph.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    bring(open_workspace(workspace), [path], NOW)
    journal = open_workspace(workspace).journal
    assert verify(journal) == []
    return {fact.text: fact for fact in replay(journal).facts.values()}


def test_what_is_over_by_its_own_account_does_not_come_back_as_current(workspace: Path) -> None:
    records, over, stands = [], set(), set()
    for dialect, (number, more) in itertools.product(DIALECTS, enumerate(OVER + STANDS)):
        text = f"The {dialect} quay has {number} cranes on its north side"
        (over if number < len(OVER) else stands).add(text)
        records += [{**one, "name": f"{one['name']} {number} {dialect}"} if "name" in one else one
                    for one in graph(dialect, text, more)]  # fmt: skip
    facts = brought(workspace, records)
    assert {facts[text].status for text in over} <= {"archived", "superseded"}
    assert {facts[text].status for text in stands} == {"active"}
    dream(workspace, NOW + dt.timedelta(days=1))
    block = (workspace / "MEMORY.md").read_text()
    assert not [text for text in over if text in block]
    assert [text for text in stands if text in block]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_would_end_before_it_begins_is_left_out_and_told(workspace: Path, dialect: str) -> None:
    more = {"valid_from": "2026-05-01", "valid_to": "2026-04-01"}
    path = workspace.parent / "graph.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in graph(dialect, "The quay has a crane", more)))
    done = bring(open_workspace(workspace), [path], NOW)
    assert "The quay has a crane" not in {one.text for one in replay(open_workspace(workspace).journal).facts.values()}
    assert "before it begins" in str(done)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("number", range(len(CLOSED)))
def test_what_is_not_for_everybody_stays_with_those_it_is_for(workspace: Path, dialect: str, number: int) -> None:
    """TB-023, TB-117"""
    more, reader = CLOSED[number]
    text = "The night code of the quay is a rowing boat"
    brought(workspace, graph(dialect, text, more))
    state = replay(open_workspace(workspace).journal)
    assert text not in {fact.text for fact in seen(state).facts.values()}
    assert "Quay" not in {one.name for one in seen(state).entities.values()}
    assert text in {fact.text for fact in seen(state, reader).facts.values()}
    for page in ("MEMORY.md", "DREAMS.md"):
        path = workspace / page
        assert not path.exists() or text not in path.read_text()


def test_a_private_and_a_public_telling_of_one_statement_are_two_facts(workspace: Path) -> None:
    """No private source stands among the papers of what is public, in either order."""
    text = "The quay closes at dusk"
    public, private = graph("notes", text, {}), graph("notes", text, {"visibility": "private", "agent_id": "pilot"})
    for records in (public, private, [*private, *public]):
        brought(workspace, [{**one, "n": str(len(records))} for one in records])
    facts = [fact for fact in replay(open_workspace(workspace).journal).facts.values() if fact.text == text]
    assert sorted(fact.visibility for fact in facts) == ["agent-private", "public"]


def test_an_entity_that_is_named_for_all_is_for_all(workspace: Path) -> None:
    private = {"type": "entity", "name": "Quay", "entityType": "place", "observations": [], "visibility": "private"}
    brought(workspace, [private])
    assert "Quay" not in {one.name for one in seen(replay(open_workspace(workspace).journal)).entities.values()}
    brought(workspace, [{"type": "entity", "name": "Quay", "entityType": "place", "observations": ["is wet all year"]}])
    assert "Quay" in {one.name for one in seen(replay(open_workspace(workspace).journal)).entities.values()}


def test_lines_of_other_tools_in_the_journal_keep_their_end_and_their_readers(workspace: Path) -> None:
    dream(workspace, NOW)
    said = {"type": "entity", "entityType": "Place", "created_at": "2026-01-02T03:04:05Z"}
    lines = [
        {**said, "name": "Dock", "observations": ["is dry"], "validTo": "2026-02-01"},
        {**said, "name": "Mole", "observations": ["is long"], "superseded_by": "x"},
        {**said, "name": "Pier", "observations": ["is haunted"], "visibility": "agent-private", "created_by": "pilot"},
        {**said, "name": "Ramp", "observations": ["is steep"]},
    ]
    space = open_workspace(workspace)
    with space.journal.open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    state = replay(space.journal)
    finish(space, state)
    told = {fact.text: fact.status for fact in seen(state, on=NOW.date()).facts.values()}
    assert {text: told.get(text) for text in ("is dry", "is long", "is haunted", "is steep")} == {
        "is dry": "archived", "is long": "superseded", "is haunted": None, "is steep": "active",
    }  # fmt: skip
    assert "haunted" not in (workspace / "DREAMS.md").read_text() + (workspace / "MEMORY.md").read_text()


def test_a_property_of_the_thing_is_no_word_about_the_record() -> None:
    assert terms({"visibility": "public", "status": "open", "state": "solid"}) == Terms()
    assert terms({}, Terms(visibility="agent-private", agent_id="pilot")).agent_id == "pilot"


def test_the_day_that_a_file_made_an_entity_opens_nothing_private_that_is_told_of_it(tmp_path: Path) -> None:
    """Its name would tell that somebody said something of it."""
    told = {"content": "Earns 90k", "visibility": "agent-private", "agent_id": "alice"}
    record = {"type": "entity", "name": "Zeus", "entityType": "person", "created_at": "2026-01-02T00:00:00Z"}
    (tmp_path / "g.jsonl").write_text(json.dumps(record | {"observations": [told]}) + "\n")
    workspace = open_workspace(tmp_path)
    bring(workspace, [tmp_path / "g.jsonl"], NOW)
    state = replay(workspace.journal)
    assert "Zeus" not in repr(seen(state))
    assert "Zeus" in repr(seen(state, Asker("alice")))
