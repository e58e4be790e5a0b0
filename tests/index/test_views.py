"""The seeds' own tables, as views: names, columns, meaning."""

from __future__ import annotations

import datetime as dt

import apsw
import pytest
from msgspec.structs import replace

from noctuary.model import Edge, Entity, edge_id, entity_id

APRIL = dt.datetime(2026, 4, 1, tzinfo=dt.UTC)
MAY = dt.datetime(2026, 5, 1, tzinfo=dt.UTC)
DAY = dt.datetime(2026, 4, 2, 9, 30, tzinfo=dt.UTC)
SEED_COLUMNS = {
    "entities": "id name type label properties created_at updated_at created_by visibility valid_from valid_to"
    " superseded_by access_count last_accessed_at importance_score agent_id",
    "relations": "id from_id to_id type properties created_at created_by",
    "observations": "id entity_id content source_session added_by added_at valid_from valid_to superseded_by",
    "entity_aspects": "id entity_id agent_id name canonical_name weight created_at updated_at",
    "entity_attributes": "id aspect_id agent_id memory_id kind content normalized_content confidence importance"
    " status superseded_by created_at updated_at",
    "entity_dependencies": "id source_entity_id target_entity_id agent_id aspect_id dependency_type strength"
    " created_at updated_at",
    "task_meta": "entity_id agent_id status expires_at retention_until completed_at updated_at",
    "knowledge_edges": "from_chunk to_chunk relation weight created_at",
    "knowledge_confidence": "chunk_key initial_confidence verified_at half_life_days sources validation_method"
    " last_revalidated domain",
}


def _entity(name: str) -> Entity:
    return Entity(id=entity_id(name, "tool"), name=name, type="tool")


def _depends(src: Entity, dst: Entity, rel: str) -> Edge:
    return Edge(id=edge_id(src.id, dst.id, rel), src=src.id, dst=dst.id, rel=rel, reason="said so")


@pytest.mark.parametrize("name", sorted(SEED_COLUMNS))
def test_a_seeds_table_has_the_seeds_columns(index, name):
    """TB-042 TB-045 TB-046 SG-007 SG-008 SG-010 SG-014 SG-020 SG-024 KG-002 KG-009"""
    found = [row[1] for row in index.db.execute(f"PRAGMA table_info({name})")]
    assert found == SEED_COLUMNS[name].split()
    assert index.db.execute(f"SELECT * FROM {name}").fetchall() == []


def test_defaults_of_an_entity_are_the_seeds(index):
    """TB-042"""
    index.project([_entity("Argo")], [], "h")
    row = index.db.execute("SELECT visibility, access_count, importance_score, agent_id FROM entities").fetchone()
    assert row == ("public", 0, 0.5, "default")


def test_two_entities_of_one_name_and_type_cannot_be_stored(index):
    """TB-043"""
    index.project([_entity("Argo")], [], "h")
    index.db.execute("INSERT INTO node (id, kind) VALUES ('other', 'entity')")
    with pytest.raises(apsw.ConstraintError, match="UNIQUE"):
        index.db.execute("INSERT INTO entity (id, name, type) VALUES ('other', 'Argo', 'tool')")


def test_what_is_asked_often_has_an_index(index):
    """TB-044 SG-012 SG-019 SG-023"""
    names = {row[0] for row in index.db.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")}
    assert names >= {
        "entity_type", "node_visibility", "node_agent", "fact_valid", "fact_aspect", "fact_status", "edge_src",
        "edge_dst", "source_session", "idx_task_meta_agent", "idx_task_meta_status", "idx_task_meta_retention",
    }  # fmt: skip


def test_an_observation_shows_what_was_said_where_by_whom_and_for_how_long(index, fact, support):
    """TB-037"""
    said = fact(
        "The lock opens at 06:30", entity="lock", status="superseded", superseded_by="b2:next",
        valid_from=dt.date(2026, 4, 1), valid_to=dt.date(2026, 5, 1), sources=(support(3, session="s-7", at=DAY),),
    )  # fmt: skip
    index.project([said], [], "h")
    at, begun, ended = (int(moment.timestamp() * 1000) for moment in (DAY, APRIL, MAY))
    assert index.db.execute("SELECT * FROM observations").fetchall() == [
        (said.id, entity_id("lock"), "The lock opens at 06:30", "s-7", "default", at, begun, ended, "b2:next")
    ]


def test_an_entity_is_dated_by_its_first_and_last_source_and_has_no_end(index, fact, support):
    """TB-021, TB-024: created and valid since it was first spoken of; updated when something new is said."""
    dated = "SELECT created_at, updated_at, valid_from, valid_to FROM entities"
    first, last = (int(moment.timestamp() * 1000) for moment in (APRIL, MAY))
    index.project([_entity("Argo"), fact("Argo is pinned", entity="Argo", sources=(support(at=APRIL),))], [], "h1")
    assert index.db.execute(dated).fetchall() == [(first, first, first, None)]
    index.project([fact("Argo is free", entity="Argo", sources=(support(at=MAY),))], [], "h2")
    assert index.db.execute(dated).fetchall() == [(first, last, first, None)]


def test_a_dependency_that_is_recorded_again_stands_once(index):
    """SG-042: also under ids of other tools; free words, which all are `related_to`, stay apart."""
    argo, flux = _entity("Argo"), _entity("Flux")
    again = [replace(_depends(argo, flux, "depends_on"), id=key) for key in ("r1", "r2")]
    free = [replace(_depends(argo, flux, "related_to"), id=word, rel_raw=word) for word in ("admires", "awaits")]
    for head in ("h1", "h2"):
        index.project([argo, flux, _depends(argo, flux, "depends_on"), *again, *free], [], head)
    assert index.db.execute("SELECT count(*) FROM entity_dependencies").fetchone()[0] == 1
    assert sorted(edge.rel_raw or edge.rel for edge in index.edges()) == ["admires", "awaits", "depends_on"]


def test_deleting_an_entity_row_takes_its_facts_and_relations_along(index, fact, edge):
    """TB-045 TB-046"""
    one, two = fact("Argo is pinned", entity="Argo"), fact("Flux is not used", entity="Flux")
    index.project([one, two, edge(one.id, two.id)], [], "h")
    assert index.db.execute("SELECT count(*) FROM relations").fetchone()[0] == 1
    index.db.execute("DELETE FROM entity WHERE name = 'Argo'")
    assert index.db.execute("SELECT content FROM observations").fetchall() == [("Flux is not used",)]
    assert index.db.execute("SELECT count(*) FROM relations").fetchone()[0] == 0
    assert index.db.execute("SELECT count(*) FROM node").fetchone()[0] == 2


def test_a_fact_without_an_aspect_keeps_its_entity_and_constraints_are_rows(index, fact):
    """SG-015 SG-016 SG-017 SG-018 SG-045"""
    index.project(
        [fact("Never lock the gate", kind="constraint"), fact("It is blue", status="contested"),
         fact("It was red", status="archived"), fact("Maybe green", status="candidate")], [], "h",
    )  # fmt: skip
    rows = index.db.execute(
        "SELECT content, kind, status, aspect_id FROM entity_attributes ORDER BY content"
    ).fetchall()
    assert rows == [
        ("It is blue", "attribute", "active", None),
        ("It was red", "attribute", "superseded", None),
        ("Never lock the gate", "constraint", "active", None),
    ]


def test_spellings_of_one_aspect_are_one_row(index, fact):
    """SG-011"""
    index.project([fact("It is blue", aspect="Look"), fact("It is tall", aspect="look")], [], "h")
    assert index.db.execute("SELECT name, canonical_name FROM entity_aspects").fetchall() == [("Look", "look")]


def test_an_aspect_weighs_by_its_connections_not_by_how_many_facts_it_has(index, fact, edge):
    """SG-013"""
    many = [fact(f"Colour number {n}", aspect="Look") for n in range(30)]
    linked, other = fact("It lifts 12 t", aspect="Load"), fact("The quay bears 20 t", entity="quay")
    index.project([*many, linked, other, edge(linked.id, other.id)], [], "h")
    weights = dict(index.db.execute("SELECT name, weight FROM entity_aspects").fetchall())
    assert weights["Load"] > weights["Look"] == 0.5


def test_dependencies_are_edges_between_entities_in_the_seeds_words(index, fact, edge):
    """SG-020 SG-021 SG-022"""
    argo, flux, redis = _entity("Argo"), _entity("Flux"), _entity("Redis")
    one = fact("Argo is pinned", entity="Argo")
    edges = [_depends(argo, redis, "depends_on"), _depends(redis, flux, "used_by"), edge(one.id, argo.id, "uses"),
             edge(argo.id, flux.id, "related_to")]  # fmt: skip
    index.project([argo, flux, redis, one, *edges], [], "h")
    rows = index.db.execute(
        "SELECT source_entity_id, target_entity_id, dependency_type FROM entity_dependencies ORDER BY 3"
    ).fetchall()
    assert rows == [(argo.id, redis.id, "requires"), (flux.id, redis.id, "uses")]


def test_knowledge_edges_join_places_in_files(index, fact, edge):
    """KG-002 KG-003"""
    one, two = fact("The crane lifts 12 t", line=3), fact("The quay bears 20 t", line=7)
    index.project([one, two, edge(one.id, two.id, "caused_by", weight=0.7)], [], "h")
    rows = index.db.execute("SELECT from_chunk, to_chunk, relation, weight FROM knowledge_edges").fetchall()
    assert rows == [("memory/2026-05-03.md:3:3", "memory/2026-05-03.md:7:7", "caused_by", 0.7)]


def test_an_edge_survives_a_fact_that_moves_to_another_line(index, fact, edge):
    """KG-006, TK-046: the place is cited with its lines; what the edge hangs on is the content's hash."""
    one, two = fact("The crane lifts 12 t", line=3), fact("The quay bears 20 t", line=7)
    index.project([one, two, edge(one.id, two.id)], [], "h1")
    index.project([fact("The crane lifts 12 t", line=40)], [], "h2")
    found = index.db.execute("SELECT from_chunk FROM knowledge_edges").fetchall()
    assert found == [("memory/2026-05-03.md:40:40",)]


def test_knowledge_confidence_gives_the_papers_of_a_place(index, fact):
    """KG-009"""
    index.project([fact("The crane lifts 12 t", line=3, domain="api", half_life_days=60.0)], [], "h")
    row = index.db.execute(
        "SELECT chunk_key, initial_confidence, half_life_days, sources, validation_method, domain"
        " FROM knowledge_confidence"
    ).fetchone()
    assert row == ("memory/2026-05-03.md:3:3", 0.8, 60.0, '["memory/2026-05-03.md:3"]', "single-source", "api")


def test_a_task_has_one_of_five_states(index):
    """SG-024 SG-025"""
    task = Entity(id=entity_id("paint the crane", "task"), name="paint the crane", type="task")
    index.project([task], [], "h")
    insert = "INSERT INTO task_meta (entity_id, status, updated_at) VALUES (?, ?, 0)"
    with pytest.raises(apsw.ConstraintError):
        index.db.execute(insert, (task.id, "someday"))
    index.db.execute(insert, (task.id, "open"))
    index.project([task], [], "h2")
    assert index.db.execute("SELECT status FROM task_meta").fetchall() == [("open",)]
