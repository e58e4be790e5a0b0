"""What the reference server's own suite asks of it, asked of ours; the scenarios are its, the words are ours."""

from __future__ import annotations

from typing import Any

import pytest

from noctuary.memory_tool import MemoryTool, MemoryToolError


def person(name: str, *observations: str) -> dict[str, Any]:
    return {"name": name, "entityType": "person", "observations": list(observations)}


def tie(src: str, dst: str, kind: str = "knows") -> dict[str, str]:
    return {"from": src, "to": dst, "relationType": kind}


def names(tool: MemoryTool) -> list[str]:
    return [one["name"] for one in tool.read_graph().entities]


def test_new_entities_are_given_back_as_they_were_given(tool: MemoryTool) -> None:
    """MT-006, MT-007, MT-008, MT-011: exactly the keys of the reference, in the order given."""
    given = [person("Alice", "works at Acme Corp"), person("Bob", "likes programming")]
    assert tool.create_entities(given) == given
    graph = tool.read_graph()
    assert graph.plain() == {"entities": given, "relations": []}
    assert set(graph.entities[0]) == {"name", "entityType", "observations"}


def test_a_name_that_exists_is_passed_over(tool: MemoryTool) -> None:
    """MT-011: in the graph, and earlier in the same list; capitals tell names apart."""
    tool.create_entities([person("Alice", "works at Acme Corp")])
    assert tool.create_entities([person("Alice", "other"), person("alice"), person("Bob"), person("Bob")]) == [
        person("alice"),
        person("Bob"),
    ]
    assert names(tool) == ["Alice", "alice", "Bob"]
    assert tool.open_nodes(["Alice"]).entities == [person("Alice", "works at Acme Corp")]
    assert tool.create_entities([]) == []


def test_relations_are_made_once_as_they_were_written(tool: MemoryTool) -> None:
    """MT-012, MT-051: two words for one relation are two relations, and each comes back as written."""
    tool.create_entities([person("Alice"), person("Bob")])
    given = [
        tie("Alice", "Bob"),
        tie("Alice", "Bob", "works_with"),
        tie("Bob", "Alice", "contains"),
        tie("Alice", "Bob", "uses"),
        tie("Alice", "Bob", "utilizes"),
        tie("Alice", "Bob", "USES"),
        tie("Alice", "Alice", "self"),
    ]
    assert tool.create_relations(given) == given
    assert tool.create_relations([*given, given[0]]) == []
    assert tool.read_graph().relations == given
    assert tool.create_relations([]) == []


def test_observations_are_added_once_word_for_word(tool: MemoryTool) -> None:
    """MT-013: per entity what was added; what is there already, and what comes twice, is not."""
    tool.create_entities([person("Alice", "works at Acme Corp")])
    added = tool.add_observations(
        [{"entityName": "Alice", "contents": ["likes coffee", "works at Acme Corp", "Likes coffee."]}]
    )
    assert added == [{"entityName": "Alice", "addedObservations": ["likes coffee", "Likes coffee."]}]
    odd = "two\n  lines, and  blanks "
    assert tool.add_observations([{"entityName": "Alice", "contents": [odd, odd]}])[0]["addedObservations"] == [odd]
    assert tool.read_graph().entities == [person("Alice", "works at Acme Corp", "likes coffee", "Likes coffee.", odd)]


def test_observations_of_a_name_nobody_knows_are_an_error_that_names_it(tool: MemoryTool) -> None:
    """MT-014: and nothing of the call is written."""
    tool.create_entities([person("Alice")])
    with pytest.raises(MemoryToolError, match="Entity with name NonExistent not found"):
        tool.add_observations(
            [{"entityName": "Alice", "contents": ["x y"]}, {"entityName": "NonExistent", "contents": ["z"]}]
        )
    assert tool.read_graph().entities == [person("Alice")]


def test_an_entity_goes_with_all_that_touches_it(tool: MemoryTool) -> None:
    """MT-015, MT-016: the cascade; a name nobody knows is silent, and told in the message."""
    tool.create_entities([person("Alice", "a fact"), person("Bob"), person("Charlie")])
    tool.create_relations([tie("Alice", "Bob"), tie("Bob", "Charlie")])
    assert tool.delete_entities(["Bob"]).message == "Entities deleted successfully"
    assert names(tool) == ["Alice", "Charlie"]
    assert tool.read_graph().relations == []
    gone = tool.delete_entities(["Alice", "NonExistent"])
    assert gone.plain() == {"success": True, "message": "Deleted 1 of 2 entities. Not found: NonExistent"}
    assert names(tool) == ["Charlie"]


def test_only_exact_statements_and_triples_are_deleted(tool: MemoryTool) -> None:
    """MT-017, MT-018: what is absent is silent."""
    tool.create_entities([person("Alice", "works at Acme Corp", "likes coffee"), person("Bob")])
    tool.create_relations([tie("Alice", "Bob"), tie("Alice", "Bob", "works_with")])
    assert tool.delete_observations([{"entityName": "Alice", "observations": ["likes coffee"]}]).message == (
        "Observations deleted successfully"
    )
    half = tool.delete_observations(
        [{"entityName": "Alice", "observations": ["Works at Acme Corp"]}, {"entityName": "No", "observations": ["x"]}]
    )
    assert half.message == "Deleted 0 of 2 observations. Entities not found: No"
    assert tool.delete_relations([tie("Alice", "Bob")]).message == "Relations deleted successfully"
    assert tool.delete_relations([tie("Bob", "Alice", "works_with")]).message == (
        "Deleted 0 of 1 relations. The rest matched nothing."
    )
    graph = tool.read_graph()
    assert (graph.entities[0], graph.relations) == (
        person("Alice", "works at Acme Corp"),
        [tie("Alice", "Bob", "works_with")],
    )


def test_a_search_meets_name_type_and_statements_in_any_case(tool: MemoryTool) -> None:
    """MT-020, MT-021: and gives every relation that touches what it found."""
    tool.create_entities(
        [
            person("Alice", "works at Acme Corp", "likes programming"),
            person("Bob", "works at TechCo"),
            {"name": "Acme Corp", "entityType": "company", "observations": ["tech company"]},
            {"name": "Ödön", "entityType": "person", "observations": []},
        ]
    )
    ties = [tie("Alice", "Acme Corp", "works_at"), tie("Bob", "Acme Corp", "competitor")]
    tool.create_relations(ties)
    found = {
        word: [one["name"] for one in tool.search_nodes(word).entities]
        for word in ("ALICE", "company", "programming", "Acme", "öDÖN", "NonExistent", "%")
    }
    assert found == {
        "ALICE": ["Alice"],
        "company": ["Acme Corp"],
        "programming": ["Alice"],
        "Acme": ["Alice", "Acme Corp"],
        "öDÖN": ["Ödön"],
        "NonExistent": [],
        "%": [],
    }
    assert tool.search_nodes("Acme").relations == ties
    assert tool.search_nodes("Alice").relations == ties[:1]
    assert tool.search_nodes("NonExistent").relations == []


def test_opened_nodes_come_with_the_relations_that_touch_them(tool: MemoryTool) -> None:
    """MT-022: unknown names are skipped, no name gives no graph."""
    tool.create_entities([person("Alice"), person("Bob"), person("Charlie")])
    tool.create_relations([tie("Alice", "Bob"), tie("Bob", "Charlie")])
    assert tool.open_nodes(["Alice"]).relations == [tie("Alice", "Bob")]
    assert tool.open_nodes(["Charlie"]).relations == [tie("Bob", "Charlie")]
    assert [one["name"] for one in tool.open_nodes(["Bob", "Alice", "No"]).entities] == ["Alice", "Bob"]
    assert tool.open_nodes([]).plain() == {"entities": [], "relations": []}


def test_a_memory_that_holds_nothing_is_an_empty_graph(tool: MemoryTool) -> None:
    """MT-019."""
    assert tool.read_graph().plain() == {"entities": [], "relations": []}
    assert tool.search_nodes("x").plain() == {"entities": [], "relations": []}
