"""Seed 001's own examples and what it asks of a memory that lasts: word for word where the seed gives words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from noctuary.access import Asker
from noctuary.identifiers import entity_id
from noctuary.journal import replay, verify
from noctuary.knowledge import KnowledgeAPI
from noctuary.memory_tool import TOOLS, MemoryTool, MemoryToolError
from noctuary.undo import undo
from tests.memory_tool.conftest import Open

SAMPLE = """{"type":"entity","name":"React_Hooks","entityType":"concept","observations":["Introduced in React 16.8","Enable state in function components"]}
{"type":"entity","name":"useState","entityType":"hook","observations":["Returns [state, setState] tuple","Lazy initialization with function"]}
{"type":"relation","from":"useState","to":"React_Hooks","relationType":"is_a"}
"""  # noqa: E501
INSIGHT = {
    "name": "Authentication_Insight",
    "entityType": "insight",
    "observations": ["JWT tokens should include refresh mechanism", "Discovered in thought 5 of security analysis"],
}
PROJECT = {
    "name": "ProjectX_Architecture",
    "entityType": "project",
    "observations": ["Uses microservices pattern", "Primary database is PostgreSQL", "Authentication via OAuth2"],
}
TIES = [
    {"from": "OAuth2", "to": "ProjectX_Architecture", "relationType": "authenticates"},
    {"from": "PostgreSQL", "to": "ProjectX_Architecture", "relationType": "stores_data_for"},
]
REFUSING = {"memory_tool": {"unknown_ends": "refuse"}}


def many(count: int) -> list[dict[str, Any]]:
    return [
        {"name": f"n{number:03}", "entityType": "thing", "observations": [f"thing {number} is here"]}
        for number in range(count)
    ]


def test_what_is_concluded_in_one_session_is_there_in_the_next(opened: Open) -> None:
    """MT-002, MT-049, MT-050, MT-058, MT-059: another process, the same memory."""
    first = opened()
    assert first.create_entities([INSIGHT]) == [INSIGHT]
    assert first.create_entities([PROJECT]) == [PROJECT]
    first.close()
    later = opened()
    assert later.search_nodes("postgresql").entities == [PROJECT]
    assert later.read_graph().entities == [INSIGHT, PROJECT]


def test_what_nobody_gave_a_type_is_unknown_and_a_type_on_nobodys_list_is_kept_as_it_is(opened: Open) -> None:
    """SG-006: unknown is what is left; the word that a thing came with stays."""
    tool = opened()
    ship = {"name": "Ark", "entityType": "Space Ship", "observations": ["it floats"]}
    assert tool.create_entities([ship]) == [ship]
    tool.create_relations([{"from": "Ark", "to": "Noah", "relationType": "is_of"}])
    held = {one.name: one for one in replay(tool.writer.workspace.journal).entities.values()}
    assert (held["Ark"].type, held["Ark"].type_raw) == ("space ship", "Space Ship")
    assert held["Noah"].type == "unknown"


def test_relations_may_name_what_nobody_has_described(opened: Open) -> None:
    """MT-051, MT-052: the seed's third example; the ends are hidden until described."""
    tool = opened()
    tool.create_entities([PROJECT])
    assert tool.create_relations(TIES) == TIES
    graph = tool.read_graph()
    assert (graph.entities, graph.relations) == ([PROJECT], TIES)
    assert tool.search_nodes("OAuth2").entities == [PROJECT]
    assert verify(tool.writer.workspace.journal) == []
    described = {"name": "OAuth2", "entityType": "protocol", "observations": ["a standard"]}
    assert tool.create_entities([described]) == [described]
    assert tool.open_nodes(["OAuth2"]).relations == TIES[:1]
    assert tool.create_relations(TIES) == []


def test_what_only_relations_name_takes_no_observation_and_goes_with_its_relations(opened: Open) -> None:
    """MT-052: as if nobody knew it, but that its relations are there to be deleted."""
    tool = opened()
    tool.create_entities([PROJECT])
    tool.create_relations(TIES)
    assert tool.open_nodes(["OAuth2"]).plain() == {"entities": [], "relations": []}
    with pytest.raises(MemoryToolError, match="Entity with name OAuth2 not found"):
        tool.add_observations([{"entityName": "OAuth2", "contents": ["a standard"]}])
    assert tool.delete_entities(["OAuth2"]).message == "Entities deleted successfully"
    assert tool.read_graph().plain() == {"entities": [PROJECT], "relations": TIES[1:]}
    assert tool.delete_relations(TIES[1:]).message == "Relations deleted successfully"
    assert tool.create_relations(TIES) == TIES
    assert verify(tool.writer.workspace.journal) == []


def test_where_the_setting_says_so_a_relation_to_a_name_nobody_knows_is_refused(opened: Open) -> None:
    """MT-052: and nothing of the call is written."""
    tool = opened(overrides=REFUSING)
    tool.create_entities([PROJECT, INSIGHT])
    known = {"from": "Authentication_Insight", "to": "ProjectX_Architecture", "relationType": "informs"}
    for ends in (("OAuth3", "ProjectX_Architecture"), ("ProjectX_Architecture", "OAuth3")):
        unknown = {"from": ends[0], "to": ends[1], "relationType": "replaces"}
        with pytest.raises(MemoryToolError, match="Entity with name OAuth3 not found") as error:
            tool.create_relations([known, unknown])
        assert error.value.plain == "Entity with name OAuth3 not found"
    assert tool.read_graph().relations == []


def test_the_seeds_file_is_read_and_kept_in_step(opened: Open, tmp_path: Path) -> None:
    """MT-003, MT-010, MT-041, MT-042, MT-044, MT-046: argument before environment before setting; folders are made."""
    path = tmp_path / "deep" / "er" / "memory.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(SAMPLE.replace('"type":"relation"', '"unknown":{"a":1},"type":"relation"') + "garbage\n")
    tool = opened(memory_file_path=str(path))
    assert [one["name"] for one in tool.read_graph().entities] == ["React_Hooks", "useState"]
    assert path.read_text() == SAMPLE
    tool.create_entities([INSIGHT])
    lines = path.read_text().splitlines(keepends=True)
    assert json.loads(lines[2]) == {"type": "entity", **INSIGHT}
    assert all(line.endswith("\n") for line in lines)
    fresh = tmp_path / "not" / "there" / "yet.jsonl"
    other = opened(memory_file_path=str(fresh))
    other.create_entities([PROJECT])
    assert "ProjectX_Architecture" in fresh.read_text()


def test_the_environment_names_the_file(opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MT-009, MT-045: THOUGHTBOX_MEMORY_PATH; else .thoughtbox/memory.jsonl of the project, where it is there."""
    usual = tmp_path / ".thoughtbox" / "memory.jsonl"
    usual.parent.mkdir()
    usual.write_text(SAMPLE)
    tool = opened()
    assert tool.mirror is not None
    assert tool.mirror.path == usual
    assert len(tool.read_graph().entities) == 2
    monkeypatch.setenv("THOUGHTBOX_MEMORY_PATH", str(tmp_path / "mine.jsonl"))
    named = opened()
    assert named.mirror is not None
    assert named.mirror.path == tmp_path / "mine.jsonl"


def test_what_was_deleted_comes_back_by_undo_alone(opened: Open, tmp_path: Path) -> None:
    """MT-023, MT-024: not by a restart, a rebuild, or the file of a client that still has it."""
    path = tmp_path / "memory.jsonl"
    path.write_text(SAMPLE)
    tool = opened(memory_file_path=str(path))
    tool.delete_entities(["useState"])
    tool.delete_observations([{"entityName": "React_Hooks", "observations": ["Introduced in React 16.8"]}])
    left = [{"name": "React_Hooks", "entityType": "concept", "observations": ["Enable state in function components"]}]
    tool.close()
    tool.writer.workspace.index.unlink()
    path.write_text(SAMPLE)
    again = opened(memory_file_path=str(path))
    assert (again.read_graph().entities, again.read_graph().relations) == (left, [])
    history = tool.writer.workspace.journal.read_text()
    assert "Introduced in React 16.8" in history
    assert '"op":"tombstone"' in history
    state = replay(tool.writer.workspace.journal)
    gone = [name for name, keys in state.touched.items() if ("entity", entity_id("useState", "hook")) in keys]
    undo(tool.writer.workspace, max(gone, key=state.batches.__getitem__), again.clock())
    assert [one["name"] for one in again.read_graph().entities] == ["React_Hooks", "useState"]


def test_a_large_graph_is_read_page_by_page_and_each_thing_once(tool: MemoryTool) -> None:
    """MT-038: by number and by characters."""
    tool.create_entities(many(25))
    ties = [{"from": f"n{number:03}", "to": f"n{number + 7:03}", "relationType": "leads_to"} for number in range(18)]
    tool.create_relations(ties)
    for more in ({"limit": 10}, {"most": 900}):
        names: list[str] = []
        told: list[dict[str, str]] = []
        cursor = ""
        for _ in range(30):
            page = tool.read_graph(cursor=cursor, **more)
            names += [one["name"] for one in page.entities]
            told += page.relations
            cursor = page.next_cursor
            if not cursor:
                break
        assert names == [one["name"] for one in many(25)]
        assert sorted(told, key=lambda one: one["from"]) == ties
    assert tool.read_graph().next_cursor == ""


def test_both_surfaces_show_one_memory(tool: MemoryTool) -> None:
    """MT-060, MT-061: what one writes the other reads; of two types of one name the later tells its type."""
    kg = KnowledgeAPI(tool.writer, Asker(agent="a"), clock=tool.clock)
    tool.create_entities([{"name": "Redis", "entityType": "Store", "observations": ["is fast"]}])
    assert kg.dispatch("get_entity", entity="store:Redis")["observations"][0]["content"] == "is fast"
    kg.dispatch("create_entity", type="Concept", name="Redis", label="The idea of Redis", observations=["is a cache"])
    kg.dispatch("create_relation", **{"from": "concept:Redis", "to": "store:Redis", "type": "RELATES_TO"})
    assert [one["name"] for one in tool.read_graph().entities] == ["Redis", "Concept:Redis"]
    assert tool.read_graph().relations == [{"from": "Concept:Redis", "to": "Redis", "relationType": "RELATES_TO"}]
    assert tool.open_nodes(["Concept:Redis"]).entities[0]["observations"] == ["is a cache"]
    tool.add_observations([{"entityName": "Redis", "contents": ["is small"]}])
    assert [one["content"] for one in kg.dispatch("get_entity", entity="store:Redis")["observations"]] == [
        "is fast",
        "is small",
    ]


def test_what_is_private_to_one_agent_is_in_no_others_graph(opened: Open) -> None:
    kg = KnowledgeAPI(opened().writer, Asker(agent="a"))
    kg.dispatch(
        "create_entity", type="Concept", name="Plan", label="Plan", observations=["go west"], visibility="agent-private"
    )
    assert opened(Asker(agent="b")).read_graph().entities == []
    assert [one["name"] for one in opened(Asker(agent="a")).read_graph().entities] == ["Plan"]
    assert opened(Asker(agent="b")).delete_entities(["Plan"]).message.startswith("Deleted 0 of 1")


def test_tools_are_called_by_their_names_with_or_without_the_prefix(tool: MemoryTool) -> None:
    """MT-034, MT-035, MT-037: the answers are the reference's structured content; an unknown tool is an error."""
    assert tool.call("memory_create_entities", {"entities": [INSIGHT]}) == {"entities": [INSIGHT]}
    assert tool.call("create_relations", {"relations": []}) == {"relations": []}
    added = tool.call("add_observations", {"observations": [{"entityName": INSIGHT["name"], "contents": ["x y"]}]})
    assert added == {"results": [{"entityName": INSIGHT["name"], "addedObservations": ["x y"]}]}
    assert set(tool.call("memory_read_graph", {})) == {"entities", "relations"}
    assert tool.call("memory_delete_entities", {"entityNames": []})["success"] is True
    for name, arguments, word in (
        ("memory_forget", {}, "Unknown tool"),
        ("open_nodes", {}, "Missing argument"),
        ("create_entities", {"entities": [{"name": 1}]}, "entities"),
    ):
        with pytest.raises(MemoryToolError, match=word):
            tool.call(name, arguments)


def test_the_nine_tools_have_the_seeds_schemas() -> None:
    """MT-025, MT-026, MT-027, MT-028, MT-029, MT-030, MT-031, MT-032, MT-033, MT-034, MT-036:
    what each takes, what it needs, what it does to the memory.
    """
    takes = {
        "create_entities": "entities",
        "create_relations": "relations",
        "add_observations": "observations",
        "delete_entities": "entityNames",
        "delete_observations": "deletions",
        "delete_relations": "relations",
        "read_graph": "",
        "search_nodes": "query",
        "open_nodes": "names",
    }
    assert {name: " ".join(tool.input_schema["properties"]) for name, tool in TOOLS.items()} == takes
    entity = TOOLS["create_entities"].input_schema["properties"]["entities"]["items"]
    assert entity["required"] == ["name", "entityType", "observations"]
    relation = TOOLS["create_relations"].input_schema["properties"]["relations"]["items"]
    assert relation["required"] == ["from", "to", "relationType"]
    assert "active voice" in relation["properties"]["relationType"]["description"]
    added = TOOLS["add_observations"].input_schema["properties"]["observations"]["items"]
    assert added["required"] == ["entityName", "contents"]
    deleted = TOOLS["delete_observations"].input_schema["properties"]["deletions"]["items"]
    assert deleted["required"] == ["entityName", "observations"]
    hints = {name: (tool.read_only, tool.destructive, tool.idempotent) for name, tool in TOOLS.items()}
    assert {hints[name] for name in takes if name.startswith(("read", "search", "open"))} == {(True, False, True)}
    assert {hints[name] for name in takes if name.startswith("delete")} == {(False, True, True)}
    assert {hints[name] for name in takes if name.startswith(("create", "add"))} == {(False, False, False)}
