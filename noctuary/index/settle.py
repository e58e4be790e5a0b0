"""Derives from all rows what no single record says: stubs, owners, aspects, edge ends, full text. Takes no values.

Plain SQL over whole tables, a function of the rows alone: running it twice changes nothing.
"""

from __future__ import annotations

import apsw

_RESOLVED_ENTITY = (
    "coalesce((SELECT entity_id FROM name WHERE name.stub = fact.stub ORDER BY rank, entity_id LIMIT 1), fact.stub)"
)


def _resolved_end(ref: str) -> str:
    return (
        f"coalesce((SELECT id FROM node WHERE id = {ref}),"
        " (SELECT e.id FROM entity_twin t JOIN entity e USING (name, type)"
        f" WHERE t.id = {ref} AND NOT is_stub),"
        f" (SELECT entity_id FROM name WHERE stub = {ref} ORDER BY rank, entity_id LIMIT 1))"
    )


def _link_ends(end: str) -> str:
    found = _resolved_end(f"{end}_ref")
    return f"UPDATE edge SET {end} = {found} WHERE {end} IS NOT {found}"


_STATEMENTS = (
    # a name that facts use and nobody describes gets a stub
    "INSERT INTO node (id, kind) SELECT DISTINCT stub, 'entity' FROM fact"
    " WHERE stub NOT IN (SELECT stub FROM name) ON CONFLICT DO NOTHING",
    "INSERT INTO entity (id, name, is_stub) SELECT stub, min(entity_name), 1 FROM fact"
    " WHERE stub NOT IN (SELECT stub FROM name) GROUP BY stub ON CONFLICT DO NOTHING",
    f"UPDATE fact SET entity_id = {_RESOLVED_ENTITY} WHERE entity_id <> {_RESOLVED_ENTITY}",
    "UPDATE fact SET aspect_id = NULL WHERE aspect_id IS NOT NULL AND aspect_id IS NOT entity_id || '/' || aspect_key",
    # a stub nobody names goes; the others are spelled as their facts spell them
    "DELETE FROM entity WHERE is_stub AND id NOT IN (SELECT entity_id FROM fact)",
    "UPDATE entity SET type = 'unknown',"
    " name = (SELECT min(entity_name) FROM fact WHERE fact.entity_id = entity.id) WHERE is_stub",
    # aspects are what facts speak of
    "INSERT INTO aspect (id, entity_id, name, canonical_name)"
    " SELECT entity_id || '/' || aspect_key, entity_id, min(aspect_name), aspect_key FROM fact"
    " WHERE aspect_key IS NOT NULL GROUP BY 1, 2, 4"
    " ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
    "UPDATE fact SET aspect_id = entity_id || '/' || aspect_key WHERE aspect_id IS NOT entity_id || '/' || aspect_key",
    "DELETE FROM aspect WHERE id NOT IN (SELECT aspect_id FROM fact WHERE aspect_id IS NOT NULL)",
    _link_ends("src"),
    _link_ends("dst"),
    # full text says what fact_words says
    "DELETE FROM observations_fts WHERE rowid NOT IN (SELECT docid FROM fact)",
    "DELETE FROM observations_fts WHERE rowid IN (SELECT w.docid FROM fact_words w"
    " JOIN observations_fts o ON o.rowid = w.docid WHERE (o.content, o.entity, o.aspect, o.quotes)"
    " <> (w.content, w.entity, w.aspect, w.quotes))",
    "INSERT INTO observations_fts (rowid, content, entity, aspect, quotes, unspaced)"
    " SELECT docid, content, entity, aspect, quotes, unspaced(content || ' ' || entity || ' ' || quotes)"
    " FROM fact_words WHERE docid NOT IN (SELECT rowid FROM observations_fts)",
)


def settle(db: apsw.Connection) -> None:
    """Make every derived row and column agree with the records; within the caller's transaction."""
    for statement in _STATEMENTS:
        db.execute(statement)
