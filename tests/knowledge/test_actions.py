"""Seed 000's actions, with its own examples word for word."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from noctuary.access import Asker
from noctuary.index import read
from noctuary.journal import verify
from noctuary.knowledge import ACTIONS, KnowledgeAPI, KnowledgeError
from noctuary.knowledge.asking import access, recency, score
from noctuary.knowledge.extracting import thoughtbox_confidence
from noctuary.knowledge.registry import RELATIONS, THINGS, TYPES, name_of
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.writing import Writer
from noctuary.writing.finding import id_of, uuid_of
from tests.knowledge.conftest import Ask

PATTERN: dict[str, Any] = {
    "name": "orchestrator-worker-pattern",
    "type": "Pattern",
    "label": "Orchestrator-Worker Pattern for Multi-Agent Systems",
    "properties": {
        "situation": "Multi-agent task coordination",
        "actions": [
            "Main agent decomposes task into subtasks",
            "Sub-agents execute tasks in parallel",
            "Main agent synthesizes results",
        ],
        "outcome": "success",
        "success_rate": 0.95,
    },
    "observations": [
        "Optimal for Claude Code collaboration",
        "Main agent must be single coordination point",
        "Prevents context explosion from duplicate state reads",
    ],
    "source_session": "4850e331-6a4a-4185-b4ff-81f3cbc4af0e",
}
INJECTION: dict[str, Any] = {
    "type": "Insight",
    "label": "SQL injection risk in user input handlers",
    "observations": [
        "Use parameterized queries instead of string concatenation",
        "Validate and sanitize all user input",
        "Found in session abc-123 during code review",
    ],
}


def get(kg: KnowledgeAPI, ref: str, **more: Any) -> dict[str, Any]:
    return kg.dispatch("get_entity", entity=ref, **more)


def names(found: dict[str, Any]) -> list[str]:
    return [one["name"] for one in found["nodes"]]


def test_the_seeds_entity_is_kept_as_it_was_given(kg: KnowledgeAPI) -> None:
    """TB-016, TB-020, TB-022, TB-023, TB-024, TB-027, TB-057, TB-058: its UUID leads back to it, as do sessions."""
    made = kg.dispatch("create_entity", **PATTERN)
    assert made["created"]
    assert id_of(made["uuid"]) == made["entityId"] != made["uuid"] == uuid_of(made["entityId"])
    assert made["uuid"].count("-") == 4
    found = get(kg, made["uuid"])
    entity = found["entity"]
    assert (entity["name"], entity["type"], entity["label"]) == (PATTERN["name"], "Pattern", PATTERN["label"])
    assert entity["properties"] == PATTERN["properties"]
    assert (entity["created_by"], entity["visibility"], entity["valid_to"]) == ("architect", "public", None)
    assert entity["valid_from"] == "2026-05-12"
    assert (entity["access_count"], entity["importance_score"], entity["superseded_by"]) == (0, 0.5, None)
    assert [one["content"] for one in found["observations"]] == PATTERN["observations"]
    assert {one["source_session"] for one in found["observations"]} == {PATTERN["source_session"]}
    assert {one["added_by"] for one in found["observations"]} == {"architect"}


def test_one_name_and_type_is_one_entity_and_one_name_of_two_types_is_two(kg: KnowledgeAPI) -> None:
    """TB-017, TB-043, TB-059."""
    first = kg.dispatch("create_entity", **PATTERN)
    again = kg.dispatch("create_entity", **PATTERN)
    assert (again["entityId"], again["created"]) == (first["entityId"], False)
    other = kg.dispatch(
        "create_entity", name=PATTERN["name"], type="Concept", label="The idea", observations=["an idea"]
    )
    assert other["created"]
    assert other["entityId"] != first["entityId"]
    assert [one["content"] for one in get(kg, f"concept:{PATTERN['name']}")["observations"]] == ["an idea"]
    assert len(get(kg, f"pattern:{PATTERN['name']}")["observations"]) == 3
    with pytest.raises(KnowledgeError, match="several are called this") as error:
        get(kg, PATTERN["name"])
    assert error.value.code == "ambiguous"


def test_a_name_is_made_of_the_label_where_none_is_given(kg: KnowledgeAPI) -> None:
    """TB-060, TB-094: the seed's manual extraction; the same label is the same name, another has a number."""
    made = kg.dispatch(
        "create_entity",
        type="Insight",
        label="Main agent must be single coordination point",
        observations=[
            "Sub-agents reading all shared state causes context explosion",
            "Increased context window from 15-20 min to 2+ hours",
            "From Ilyas Ibrahim production experience",
        ],
    )
    assert made["name"] == "main-agent-must-be-single-coordination-point"
    again = kg.dispatch("create_entity", type="Insight", label="Main agent must be single coordination point")
    assert (again["entityId"], again["created"]) == (made["entityId"], False)
    near = kg.dispatch("create_entity", type="Insight", label="Main agent must be single coordination point!")
    assert near["name"] == "main-agent-must-be-single-coordination-point-2"
    assert name_of("Ünïcode — ok") == "unicode-ok"
    assert len(name_of("word " * 40)) <= 60
    assert name_of("記憶") == name_of("記憶") != name_of("記録")


def test_the_seeds_relation_is_found_by_type_and_name(kg: KnowledgeAPI) -> None:
    """TB-062, TB-066, TB-105: by `type:name`, the name cut short; asked from the agent's side."""
    made = kg.dispatch("create_entity", **INJECTION)
    tie = {"from": "insight:sql-injection-risk", "to": "agent:security-specialist", "type": "LEARNED_BY"}
    assert kg.dispatch("create_relation", **tie)["created"]
    assert not kg.dispatch("create_relation", **tie)["created"]
    found = kg.dispatch(
        "query_graph",
        start_entity="agent:security-specialist",
        relation_types=["LEARNED_BY"],
        return_types=["Pattern", "Insight"],
    )
    assert names(found)[1:] == [made["name"]]
    relation = found["relations"][0]
    assert (relation["from_id"], relation["type"]) == (made["entityId"], "LEARNED_BY")
    out = kg.dispatch("query_graph", start_entity="agent:security-specialist", direction="out")
    assert names(out) == ["security-specialist"]


def test_every_relation_type_of_the_seed_is_kept_as_written_and_others_are_refused(kg: KnowledgeAPI) -> None:
    """TB-033, TB-034, TB-035: in any case; both ends must be there, and an unknown one is named."""
    for name in ("a-one", "b-two"):
        kg.dispatch("create_entity", name=name, type="Concept", label=name)
    for word in RELATIONS:
        kg.dispatch(
            "create_relation", **{"from": "a-one", "to": "b-two", "type": word.lower(), "properties": {"n": [1]}}
        )
    told = get(kg, "a-one")["relations"]
    assert sorted(one["type"] for one in told) == sorted(RELATIONS)
    assert all(one["properties"] == {"n": [1]} and one["created_by"] == "architect" for one in told)
    with pytest.raises(KnowledgeError, match="no relation type") as error:
        kg.dispatch("create_relation", **{"from": "a-one", "to": "b-two", "type": "KNOWS"})
    assert "MERGED_FROM" in error.value.hint
    with pytest.raises(KnowledgeError, match="ghost"):
        kg.dispatch("create_relation", **{"from": "a-one", "to": "ghost", "type": "DEPENDS_ON"})


def test_an_insight_may_be_extracted_from_a_session_nobody_describes(kg: KnowledgeAPI) -> None:
    """TB-036: the session is named, hidden from lists, and `verify` finds nothing wrong with it."""
    kg.dispatch("create_entity", **INJECTION)
    session = "4850e331-6a4a-4185-b4ff-81f3cbc4af0e"
    kg.dispatch("create_relation", **{"from": "insight:sql-injection-risk", "to": session, "type": "EXTRACTED_FROM"})
    assert verify(kg.writer.workspace.journal) == []
    assert kg.dispatch("list_entities")["total"] == 1
    assert get(kg, f"session:{session}")["relations"][0]["type"] == "EXTRACTED_FROM"


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"type": "Thing", "label": "x"}, "unknown_type"),
        ({"type": "Insight"}, "missing_argument"),
        ({"type": "Insight", "label": " "}, "missing_label"),
        ({"type": "Insight", "label": "x", "properties": {"confidence": 1.5}}, "invalid_properties"),
        ({"type": "Pattern", "label": "x", "properties": {"outcome": "maybe"}}, "invalid_properties"),
        ({"type": "Concept", "label": "x", "properties": {"definition": 3}}, "invalid_properties"),
        ({"type": "Concept", "label": "x", "properties": {"domain": ["auth"]}}, "invalid_properties"),
        ({"type": "Concept", "label": "x", "properties": {"related_concepts": "auth"}}, "invalid_properties"),
        ({"type": "Decision", "label": "x", "properties": {"question": 1}}, "invalid_properties"),
        ({"type": "Decision", "label": "x", "properties": {"options": "red"}}, "invalid_properties"),
        ({"type": "Decision", "label": "x", "properties": {"reversible": "yes"}}, "invalid_properties"),
        ({"type": "Decision", "label": "x", "properties": {"rationale": []}}, "invalid_properties"),
        ({"type": "Agent", "label": "x", "properties": {"role": None}}, "invalid_properties"),
        ({"type": "Agent", "label": "x", "properties": {"tasks_completed": -1}}, "invalid_properties"),
        ({"type": "Agent", "label": "x", "properties": {"avg_quality": "good"}}, "invalid_properties"),
        ({"type": "Agent", "label": "x", "properties": {"learned_patterns": [3]}}, "invalid_properties"),
        ({"type": "Insight", "label": "x", "visibility": "secret"}, "invalid_argument"),
        ({"type": "Insight", "label": "x", "colour": "red"}, "unknown_argument"),
    ],
)
def test_what_cannot_be_an_entity_is_refused_with_code_message_and_hint(
    kg: KnowledgeAPI, args: dict[str, Any], code: str
) -> None:
    """TB-018, TB-019, TB-023, TB-028, TB-029, TB-030, TB-031, TB-032, TB-076."""
    with pytest.raises(KnowledgeError) as error:
        kg.dispatch("create_entity", **args)
    told = error.value.as_dict()["error"]
    assert told["code"] == code
    assert told["message"]
    assert told["hint"]
    assert kg.dispatch("list_entities")["total"] == 0


WHAT_TYPES_SAY: dict[str, dict[str, Any]] = {
    "Concept": {"definition": "who you are, proved", "domain": "authentication", "related_concepts": ["abc-123"]},
    "Decision": {
        "question": "Which database?",
        "options": ["PostgreSQL", "SQLite"],
        "chosen": "SQLite",
        "rationale": "one file, no server",
        "decided_by": "architect",
        "reversible": True,
    },
    "Agent": {
        "role": "reviewer",
        "specialization": "security",
        "tasks_completed": 7,
        "avg_quality": 0.83,
        "learned_patterns": ["def-456"],
    },
}


@pytest.mark.parametrize("kind", WHAT_TYPES_SAY)
def test_what_a_type_says_of_itself_comes_back_as_it_was_given(kg: KnowledgeAPI, kind: str) -> None:
    """TB-030, TB-031, TB-032."""
    made = kg.dispatch("create_entity", type=kind, label="x", properties=WHAT_TYPES_SAY[kind])
    assert "warnings" not in made
    assert get(kg, made["entityId"])["entity"]["properties"] == WHAT_TYPES_SAY[kind]


def test_a_choice_that_was_no_option_is_kept_with_a_warning(kg: KnowledgeAPI) -> None:
    """TB-031."""
    odd = WHAT_TYPES_SAY["Decision"] | {"chosen": "MongoDB"}
    made = kg.dispatch("create_entity", type="Decision", label="x", properties=odd)
    assert made["warnings"] == ["chosen 'MongoDB' is none of the options"]


def test_an_unknown_action_names_those_there_are(kg: KnowledgeAPI) -> None:
    """TB-057, TB-076."""
    with pytest.raises(KnowledgeError) as error:
        kg.dispatch("create")
    wanted = (
        "create_entity add_observation create_relation query_semantic query_graph query_temporal traverse "
        "extract_from_session invalidate_fact merge_entities export stats"
    ).split()
    assert all(one in error.value.hint for one in wanted)
    assert all(one in ACTIONS for one in wanted)


def test_an_observation_ends_alone_and_is_still_there_for_who_asks(kg: KnowledgeAPI) -> None:
    """TB-037, TB-039, TB-061, TB-071, TB-099, TB-100: replaced by a relation, a date and a pointer."""
    kg.dispatch("create_entity", name="deployment", type="Concept", label="Deployment")
    old = kg.dispatch(
        "add_observation",
        entity="concept:deployment",
        content="Use Docker for deployment",
        valid_from="2025-01-01",
        added_by="ops",
    )["observationId"]
    new = kg.dispatch(
        "add_observation", entity_id="deployment", content="Use Kubernetes for deployment", valid_from="2025-06-01"
    )["observationId"]
    kg.dispatch("add_observation", entity="deployment", content="Deploys happen on Tuesdays")
    kg.dispatch("invalidate_fact", fact=old, superseded_by=new)
    told = [one["content"] for one in get(kg, "deployment")["observations"]]
    assert told == ["Use Kubernetes for deployment", "Deploys happen on Tuesdays"]
    every = {one["content"]: one for one in get(kg, "deployment", include_expired=True)["observations"]}
    docker = every["Use Docker for deployment"]
    assert (docker["valid_to"], docker["superseded_by"], docker["added_by"]) == ("2025-06-01", new, "ops")
    with kg.writer.reading(kg.asker) as index:
        assert [(one.src, one.dst) for one in index.edges([old]) if one.rel == "supersedes"] == [(new, old)]
    with pytest.raises(KnowledgeError, match="nobody"):
        kg.dispatch("add_observation", entity="nobody", content="x y")


def test_an_entity_of_the_past_is_found_as_of_its_time_alone(kg: KnowledgeAPI) -> None:
    """TB-021, TB-025, TB-067, TB-099, TB-100: the seed's Docker and Kubernetes."""
    docker = kg.dispatch("create_entity", type="Insight", label="Use Docker for deployment", valid_from="2025-01-01")
    kube = kg.dispatch("create_entity", type="Insight", label="Use Kubernetes for deployment", valid_from="2025-06-01")
    kg.dispatch("invalidate_fact", fact=docker["entityId"], superseded_by=kube["entityId"])

    def held(**when: str) -> list[str]:
        return [one["entity"]["label"] for one in kg.dispatch("query_temporal", **when)["results"]]

    assert held(as_of="2025-03-01") == ["Use Docker for deployment"]
    assert held(as_of="2025-07-01") == ["Use Kubernetes for deployment"]
    assert held(since="2025-05-01", until="2025-07-01") == [
        "Use Docker for deployment",
        "Use Kubernetes for deployment",
    ]
    assert [one["label"] for one in kg.dispatch("list_entities")["entities"]] == ["Use Kubernetes for deployment"]
    old = get(kg, docker["entityId"], include_expired=True)["entity"]
    assert (old["valid_to"], old["superseded_by"]) == ("2025-06-01", kube["entityId"])
    assert old["updated_at"] > old["created_at"]


def chain(kg: KnowledgeAPI, count: int) -> list[str]:
    for number in range(count):
        kg.dispatch("create_entity", name=f"n{number}", type="Concept" if number % 2 else "Pattern", label=f"n{number}")
    for number in range(count - 1):
        kg.dispatch("create_relation", **{"from": f"n{number}", "to": f"n{number + 1}", "type": "BUILDS_ON"})
    return [f"n{number}" for number in range(count)]


def test_a_walk_goes_as_far_as_it_is_told_each_way_and_meets_a_ring_once(kg: KnowledgeAPI) -> None:
    """TB-068, TB-069: nodes at the depth are in, each relation once, breadth or depth first."""
    chain(kg, 5)
    kg.dispatch("create_relation", **{"from": "n4", "to": "n0", "type": "RELATES_TO"})
    kg.dispatch("create_relation", **{"from": "n0", "to": "n2", "type": "DEPENDS_ON"})

    def walked(**more: Any) -> list[str]:
        return names(kg.dispatch("traverse", start_entity="n0", **more))

    assert walked(relation_types=["BUILDS_ON"], max_depth=2) == ["n0", "n1", "n2"]
    assert walked(max_depth=1, direction="out") == ["n0", "n1", "n2"]
    assert walked(max_depth=1, direction="in") == ["n0", "n4"]
    assert walked(max_depth=0) == ["n0"]
    assert sorted(walked()) == ["n0", "n1", "n2", "n3", "n4"]
    assert walked(order="dfs", relation_types=["BUILDS_ON", "DEPENDS_ON"], direction="out")[:3] == ["n0", "n1", "n2"]
    assert walked(filter={"types": ["Concept"]}, relation_types=["BUILDS_ON"]) == ["n0", "n1", "n3"]
    found = kg.dispatch("traverse", start_entity="n0")
    assert len({one["id"] for one in found["relations"]}) == len(found["relations"]) == 6


def test_merged_entities_are_one_and_an_undo_makes_them_two(kg: KnowledgeAPI) -> None:
    """TB-072, TB-073: observations and relations of both, no loop between them, no relation twice, MERGED_FROM told."""
    from noctuary.undo import undo

    for name in ("postgres", "postgresql", "shop"):
        kg.dispatch("create_entity", name=name, type="Concept", label=name, observations=[f"{name} is known"])
    for src, dst, kind in (
        ("postgres", "postgresql", "RELATES_TO"),
        ("shop", "postgres", "DEPENDS_ON"),
        ("shop", "postgresql", "DEPENDS_ON"),
    ):
        kg.dispatch("create_relation", **{"from": src, "to": dst, "type": kind})
    made = kg.dispatch("merge_entities", keep="postgresql", merge=["concept:postgres"], reason="one database")
    found = get(kg, "postgres")
    assert found["entity"]["name"] == "postgresql"
    assert [one["content"] for one in found["observations"]] == ["postgres is known", "postgresql is known"]
    assert [one["type"] for one in found["relations"]] == ["DEPENDS_ON"]
    assert names(kg.dispatch("traverse", start_entity="shop")) == ["shop", "postgresql"]
    with kg.writer.reading(kg.asker) as index:
        kinds = [row[0] for row in index.db.execute("SELECT type FROM relations WHERE type = 'MERGED_FROM'")]
    assert kinds == ["MERGED_FROM"]
    undo(kg.writer.workspace, made["undo"].removeprefix("noctuary undo "), kg.clock())
    assert len(get(kg, "concept:postgres")["observations"]) == 1
    assert kg.dispatch("list_entities")["total"] == 3


def test_every_export_is_whole_in_its_own_format(kg: KnowledgeAPI) -> None:
    """TB-074, TB-141: nodes with their validity, a filter that filters."""
    import xml.etree.ElementTree as tree

    chain(kg, 3)
    kg.dispatch(
        "create_entity", type="Insight", label='quote " and \\ back', valid_from="2025-01-01", valid_to="2030-01-01"
    )
    dot = kg.dispatch("export", format="graphviz")["content"]
    assert dot.startswith("digraph")
    assert 'valid="2025-01-01..2030-01-01"' in dot
    assert '\\"' in dot
    d3 = kg.dispatch("export", format="d3", filters={"types": ["Pattern"]})
    assert (d3["nodes"], len(d3["content"]["nodes"]), d3["content"]["links"]) == (2, 2, [])
    cytoscape = kg.dispatch("export", format="cytoscape")["content"]["elements"]
    assert (len(cytoscape["nodes"]), len(cytoscape["edges"])) == (4, 2)
    assert len(tree.fromstring(kg.dispatch("export", format="graphml")["content"])[-1]) == 6
    cypher = kg.dispatch("export", format="cypher")["content"].splitlines()
    assert sum(line.startswith("MERGE") for line in cypher) == 4
    assert sum("BUILDS_ON" in line for line in cypher) == 2
    with pytest.raises(KnowledgeError, match="no format"):
        kg.dispatch("export", format="pdf")


def test_the_figures_of_a_graph_are_right(kg: KnowledgeAPI) -> None:
    """TB-131, TB-075, TB-124, TB-125, TB-126, TB-127, TB-128: counts, density, clustering, growth, quality."""
    chain(kg, 3)
    kg.dispatch("create_relation", **{"from": "n2", "to": "n0", "type": "RELATES_TO"})
    for session in ("s1", "s2"):
        kg.dispatch(
            "create_entity", type="Insight", name="i1", label="i1", source_session="s1", observations=["one thing"]
        )
        kg.dispatch("add_observation", entity="i1", content="one thing", source_session=session)
    kg.dispatch("create_entity", type="Insight", name="i2", label="i2", properties={"confidence": 0.5})
    told = kg.dispatch("stats")
    assert told["entity_counts"] == {"Concept": 1, "Insight": 2, "Pattern": 2}
    assert told["relation_counts"] == {"BUILDS_ON": 2, "RELATES_TO": 1}
    assert (told["total_observations"], told["avg_observations_per_entity"]) == (1, 0.2)
    assert (told["graph_density"], told["components"], told["largest_component_size"]) == (0.15, 3, 3)
    assert told["avg_clustering_coefficient"] == 0.6
    assert told["knowledge_growth_rate"] == {"entities_per_week": 5.0, "observations_per_week": 1.0}
    assert told["quality_indicators"] == {"avg_confidence": 0.5, "validation_rate": 0.5, "conflict_rate": 0.0}


def test_the_ranking_is_the_seeds() -> None:
    """TB-082, TB-083, TB-084, TB-085: an unknown source quality is 0.5."""
    assert (recency(0), recency(30), access(0), access(10**9)) == (1, 0.5, 0, 1)
    assert score(1.0, 0, 0) == pytest.approx(0.5 + 0.2 + 0.075)
    assert score(0.92, 30, 9, 1.0) == pytest.approx(0.46 + 0.1 + 0.15 * 0.2302585 + 0.15)


def test_a_use_case_code_review(ask: Ask) -> None:
    """TB-001, TB-002, TB-004, TB-063, TB-064, TB-143: another agent finds it weeks later, and nothing private."""
    security = ask(Asker(agent="security-agent"))
    made = security.dispatch("create_entity", **INJECTION, source_session="session-1")
    for name in ("input-validation", "database-security"):
        security.dispatch("create_entity", name=name, type="Concept", label=name.replace("-", " "))
        security.dispatch(
            "create_relation", **{"from": made["entityId"], "to": f"concept:{name}", "type": "RELATES_TO"}
        )
    security.dispatch(
        "create_entity",
        type="Insight",
        label="my queries are slow in database A",
        observations=["database queries of mine"],
        visibility="agent-private",
    )
    later = dt.datetime(2026, 6, 2, 9, tzinfo=dt.UTC)
    reviewer = ask(Asker(agent="review-agent"), lambda: later)
    found = reviewer.dispatch(
        "query_semantic",
        query="security best practices for database queries",
        limit=5,
        filters={"types": ["Pattern", "Insight"], "max_age_days": 90},
    )
    assert [one["entity"]["id"] for one in found["results"]] == [made["entityId"]]
    best = found["results"][0]
    assert set(best) >= {"entity", "similarity", "observations", "related", "source_sessions"}
    assert best["source_sessions"] == ["session-1"]
    assert {one["name"] for one in best["related"]} == {"input-validation", "database-security"}
    young = {"types": ["Insight"], "max_age_days": 7}
    assert reviewer.dispatch("query_semantic", query="database queries", filters=young)["results"] == []
    sure = {"min_confidence": 0.99}
    assert reviewer.dispatch("query_semantic", query="database queries", filters=sure)["results"] == []


def test_what_is_less_like_the_question_than_was_asked_for_is_left_out(kg: KnowledgeAPI) -> None:
    """TB-065: at the bound it is in, above it is not."""
    kg.dispatch("create_entity", **INJECTION)
    kg.dispatch("create_entity", type="Insight", label="Tides", observations=["The input of the gauge is the tide"])

    def found(least: float) -> dict[str, float]:
        told = kg.dispatch("query_semantic", query="sanitize all user input", min_similarity=least)["results"]
        return {one["entity"]["label"]: one["similarity"] for one in told}

    every = found(0)
    assert len(every) == 2
    for least in every.values():
        assert found(least) == {name: value for name, value in every.items() if value >= least}
    assert found(max(every.values()) + 0.001) == {}


def test_what_is_for_those_on_a_list_is_for_them_and_its_writer_alone(ask: Ask) -> None:
    """TB-118: from its making on, and where a private thing is shared with some."""
    made = ask(Asker(agent="pilot")).dispatch(
        "create_entity", type="Concept", name="route", label="Route", observations=["by the north channel"],
        visibility="team-private", allowed_agents=["keel"], allowed_users=["ada"],
    )  # fmt: skip
    for asker in (Asker(agent="pilot"), Asker(agent="keel"), Asker(user="ada")):
        found = get(ask(asker), made["entityId"])
        assert (found["entity"]["allowed_agents"], found["entity"]["allowed_users"]) == (["keel", "pilot"], ["ada"])
        assert found["observations"][0]["content"] == "by the north channel"
        added = ask(asker).dispatch("add_observation", entity="route", content=f"{asker.agent}{asker.user} was here")
        assert added["created"]
    for asker in (Asker(), Asker(agent="ada"), Asker(user="keel"), Asker(agent="*"), Asker(teams=("keel", "pilot"))):
        assert ask(asker).dispatch("list_entities")["total"] == 0
        assert ask(asker).dispatch("query_semantic", query="north channel")["results"] == []
    mine = ask(Asker(user="ada")).dispatch(
        "create_entity", type="Concept", name="berth", label="Berth", visibility="user-private"
    )
    ask(Asker(user="ada")).dispatch("share", ref=mine["entityId"], visibility="team-private", allowed_agents=["keel"])
    assert get(ask(Asker(agent="keel")), "berth")["entity"]["allowed_users"] == ["ada"]
    with pytest.raises(KnowledgeError):
        get(ask(Asker(agent="pilot")), "berth")


@pytest.mark.parametrize(
    ("asker", "args"),
    [
        (Asker(agent="pilot"), {"visibility": "public", "allowed_agents": ["keel"]}),
        (
            Asker(agent="pilot", teams=("blue",)),
            {"visibility": "team-private", "team": "blue", "allowed_users": ["ada"]},
        ),
        (Asker(), {"visibility": "team-private", "allowed_agents": ["keel"]}),
        (Asker(agent="*"), {"visibility": "team-private", "allowed_agents": ["keel"]}),
        (Asker(agent="pilot"), {"visibility": "team-private", "allowed_agents": ["sk-ant-api03-" + "aB3" * 31]}),
        (Asker(agent="pilot"), {"visibility": "team-private", "team": '{"agents":["keel"]}'}),
    ],
)
def test_a_list_beside_another_audience_or_of_nobody_is_refused(ask: Ask, asker: Asker, args: dict[str, Any]) -> None:
    """TB-118"""
    with pytest.raises(KnowledgeError) as error:
        ask(asker).dispatch("create_entity", type="Concept", label="x", **args)
    assert error.value.code in ("invalid", "private")


def test_reading_an_entity_counts_and_passing_it_by_does_not(ask: Ask, tmp_path: Path) -> None:
    """TB-026, TB-084: read twice is 2; what a walk, a list, figures or an export meets stays as it is."""
    kg = ask(Asker(agent="architect"))
    made = kg.dispatch("create_entity", **INJECTION)
    kg.dispatch("create_entity", type="Concept", label="Inputs", observations=["Inputs come from users"])
    kg.dispatch("create_relation", **{"from": made["entityId"], "to": "inputs", "type": "RELATES_TO"})

    def counts(api: KnowledgeAPI) -> dict[str, tuple[int, bool]]:
        listed = api.dispatch("list_entities")["entities"]
        return {one["name"]: (one["access_count"], bool(one["last_accessed_at"])) for one in listed}

    for _ in range(2):
        get(kg, made["entityId"])
    for action in ("stats", "prime", "list_entities"):
        kg.dispatch(action)
    kg.dispatch("traverse", start_entity="inputs")
    kg.dispatch("export", format="d3")
    assert counts(kg) == {made["name"]: (2, True), "inputs": (0, False)}
    before = kg.dispatch("query_semantic", query="parameterized queries")["results"]
    assert [one["entity"]["access_count"] for one in before] == [2]
    assert counts(ask(Asker(agent="another"))) == {made["name"]: (3, True), "inputs": (0, False)}
    kg.writer.workspace.index.unlink()
    assert counts(kg)[made["name"]] == (3, True)
    quiet = open_workspace(tmp_path, environ={}, overrides={"search": {"log_recalls": False}})
    with Writer(quiet) as writer:
        get(KnowledgeAPI(writer), made["entityId"])
    assert counts(kg)[made["name"]] == (3, True)


def test_a_use_case_patterns_with_their_rates_best_first(kg: KnowledgeAPI) -> None:
    """TB-104, TB-144, TB-145: what a newcomer is told; failures stand apart; bounded."""
    for name, rate, outcome in (
        ("distributed-research", 0.85, "success"),
        ("parallel-specialists", 0.9, "success"),
        ("big-bang", 0.1, "failure"),
    ):
        kg.dispatch(
            "create_entity",
            name=name,
            type="Pattern",
            label=name.replace("-", " "),
            properties={"success_rate": rate, "outcome": outcome},
            observations=["an effective collaboration pattern"],
        )
    for name in ("confusion-matrix", "precision-recall-tradeoff"):
        kg.dispatch("create_entity", name=name, type="Concept", label=name, properties={"definition": "of classifiers"})
    kg.dispatch(
        "create_relation", **{"from": "precision-recall-tradeoff", "to": "confusion-matrix", "type": "DEPENDS_ON"}
    )
    told = kg.dispatch("prime", limit=2)
    assert [(one["ref"], one["success_rate"]) for one in told["patterns"]] == [
        ("pattern:parallel-specialists", 0.9),
        ("pattern:distributed-research", 0.85),
    ]
    assert [one["ref"] for one in told["failures"]] == ["pattern:big-bang"]
    assert {one["ref"] for one in told["concepts"]} == {"concept:confusion-matrix", "concept:precision-recall-tradeoff"}
    found = kg.dispatch("query_semantic", query="effective collaboration patterns", limit=10)
    assert {one["entity"]["properties"]["success_rate"] for one in found["results"]} == {0.85, 0.9, 0.1}


THOUGHTS = [
    "S1|H|maybe the cache is cold",
    "S2|P|S1|warm the cache: read the keys; then write them",
    "S3|P|S1|restart the host",
    "S4|E|S2|warming worked, latency fell by half",
    "S5|E|S3|the restart failed",
    "S6|C|S2-S4|Warm the cache before a deploy. It halves latency.",
    "S7|X|S1-S6|Cold caches: measure, then warm, then deploy",
    "no mark at all",
]


def test_a_session_leaves_its_conclusions_syntheses_and_what_worked(kg: KnowledgeAPI) -> None:
    """TB-070, TB-091, TB-092, TB-093, TB-094, TB-095, TB-096: counts are exact, a second time makes nothing."""
    kg.dispatch("create_entity", name="cold-caches", type="Concept", label="cold caches")
    told = kg.dispatch("extract_from_session", session_id="s-9", entity_types=["Insight", "Pattern"], thoughts=THOUGHTS)
    assert (told["created"], told["skipped"]) == (3, 0)
    insight = get(kg, "insight:warm-the-cache-before-a-deploy")
    assert insight["entity"]["label"] == "Warm the cache before a deploy."
    assert insight["entity"]["properties"]["confidence"] == 0.8
    assert insight["entity"]["properties"]["evidence_sessions"] == ["s-9"]
    assert [one["type"] for one in insight["relations"]] == ["EXTRACTED_FROM"]
    kinds = [one["type"] for one in told["entities"]]
    assert sorted(kinds) == ["Insight", "Pattern", "Pattern"]
    synthesis = next(one["name"] for one in told["entities"] if one["name"].startswith("cold-caches"))
    pattern = get(kg, f"pattern:{synthesis}")
    assert pattern["entity"]["properties"] == {"situation": "Cold caches", "actions": ["measure", "warm", "deploy"]}
    ties = {one["type"]: one for one in pattern["relations"]}
    assert "cold caches" in ties["RELATES_TO"]["reason"]
    plan = next(one for one in told["entities"] if one["name"].startswith("warm-the-cache-read"))
    assert get(kg, plan["id"])["entity"]["properties"]["outcome"] == "success"
    again = kg.dispatch("extract_from_session", session_id="s-9", thoughts=THOUGHTS)
    assert (again["created"], again["skipped"], "undo" in again) == (0, 3, False)
    other = kg.dispatch("extract_from_session", session_id="s-10", thoughts=THOUGHTS[5:6])
    assert other["created"] == 0
    assert get(kg, "insight:warm-the-cache-before-a-deploy")["entity"]["properties"]["confidence"] > 0.8


def test_thoughtboxs_formula_is_had_by_setting(tmp_path: Path) -> None:
    """TB-111: 0.5 of one session, 0.6505 of two, 1 of ten and, literally 1.5, of a hundred."""
    found = [round(thoughtbox_confidence(n, 0), 4) for n in (0, 1, 2, 10, 100)]
    assert found == [0, 0.5, 0.6505, 1, 1]
    assert thoughtbox_confidence(1, 1) == pytest.approx(0.5 * (1 + 0.30103) / 2)
    told = {}
    for formula in ("noctuary", "thoughtbox"):
        (tmp_path / formula).mkdir()
        workspace = open_workspace(tmp_path / formula, environ={}, overrides={"knowledge": {"confidence": formula}})
        with Writer(workspace) as writer:
            kg = KnowledgeAPI(writer)
            for session in ("s-1", "s-2"):
                kg.dispatch("extract_from_session", session_id=session, thoughts=THOUGHTS[5:6])
            told[formula] = get(kg, "insight:warm-the-cache-before-a-deploy")["entity"]["properties"]["confidence"]
    assert told == {"noctuary": 0.9, "thoughtbox": 0.6505}


def test_vectors_wait_for_the_night(kg: KnowledgeAPI) -> None:
    """TB-081: no call makes one; the figures tell how many wait."""
    kg.dispatch("create_entity", **PATTERN)
    with kg.writer.reading(kg.asker) as index:
        assert index.db.execute("SELECT count(*) FROM vector").fetchone() == (0,)
    assert kg.dispatch("stats")["embeddings_pending"] == 3
    dream(kg.writer.workspace.root, kg.clock())
    assert kg.dispatch("stats")["embeddings_pending"] == 0


@pytest.mark.parametrize(
    ("thought", "label"),
    [
        ("S6|C|S2-S4|Warm it. It halves latency.", "Warm it."),
        ("S6|C|Use v1.2 of the API. It is stable", "Use v1.2 of the API."),
        ("S6|C|S1|no end to it", "no end to it"),
        ("S6|C|S1|" + "word " * 60, ("word " * 60)[:119].strip() + " …"),
    ],
)
def test_a_label_is_the_first_sentence_without_its_mark_and_no_longer_than_a_line(
    kg: KnowledgeAPI, thought: str, label: str
) -> None:
    """TB-095."""
    told = kg.dispatch("extract_from_session", session_id="s-1", thoughts=[thought])
    assert get(kg, told["entities"][0]["id"])["entity"]["label"] == label


def test_all_of_it_is_in_the_journal_and_a_rebuild_is_the_same(kg: KnowledgeAPI) -> None:
    """TB-003, TB-006, TB-007, TB-054, TB-128: nothing of the journal's bytes ever changes."""
    from noctuary.index import Index
    from noctuary.journal import replay

    journal = kg.writer.workspace.journal
    kg.dispatch("create_entity", **PATTERN)
    before = journal.read_bytes()
    kg.dispatch("create_entity", **INJECTION)
    kg.dispatch("create_relation", **{"from": PATTERN["name"], "to": "insight:sql-injection-risk", "type": "BUILDS_ON"})
    kg.dispatch("invalidate_fact", fact="insight:sql-injection-risk")
    assert journal.read_bytes().startswith(before)
    assert all(json.loads(line) for line in journal.read_text().splitlines())
    assert journal.read_bytes().endswith(b"\n")
    state = replay(journal)
    with Index.open(":memory:") as fresh, kg.writer.reading(Asker(agent="*")) as index:
        fresh.project(state.values(), [], state.head)
        index.show_all()
        assert read.contents(fresh.db) == read.contents(index.db)


def test_types_are_the_seeds_five_and_the_things_that_structure_knows() -> None:
    assert TYPES == ("Insight", "Concept", "Pattern", "Decision", "Agent")
    assert {*THINGS, "concept"} == {"person", "project", "system", "tool", "concept", "skill", "task", "unknown"}


@pytest.mark.parametrize("kind", [*THINGS, "Concept"])
def test_a_thing_of_any_type_that_structure_knows_can_be_made_and_is_met_in_any_case(
    kg: KnowledgeAPI, kind: str
) -> None:
    """SG-006: eight, `unknown` among them."""
    made = kg.dispatch("create_entity", type=kind.upper(), label="Mill", observations=["it grinds"])
    again = kg.dispatch("create_entity", type=kind.lower(), label="Mill")
    assert (made["created"], again["created"], again["entityId"]) == (True, False, made["entityId"])
    assert get(kg, made["entityId"])["entity"]["type"] == kind


@pytest.mark.parametrize("end", ["2026-04-01", "2026-05-01"])
@pytest.mark.parametrize("action", ["create_entity", "bare", "add_observation"])
def test_what_would_hold_on_no_day_is_refused_on_every_way_to_write_it(action: str, end: str, kg: KnowledgeAPI) -> None:
    kg.dispatch("create_entity", type="person", name="Ana", label="Ana")
    told: dict[str, Any] = {
        "create_entity": {"type": "person", "label": "Bob", "observations": ["Sings"]},
        "bare": {"type": "person", "label": "Bob"},
        "add_observation": {"entity": "Ana", "content": "Sings"},
    }[action]
    with pytest.raises(KnowledgeError, match="would hold on no day") as refused:
        kg.dispatch(action.replace("bare", "create_entity"), **told, valid_from="2026-05-01", valid_to=end)
    assert refused.value.code == "invalid"
    assert "valid_to" in refused.value.hint
    assert kg.dispatch("list_entities")["total"] == 1
    assert kg.dispatch("get_entity", entity="Ana", include_expired=True)["observations"] == []
