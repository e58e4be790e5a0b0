"""Derives from all rows what no single record says: stubs, owners, aspects, edge ends, full text. Takes no values.

SQL over whole tables, a function of the rows alone: running it twice changes nothing.
"""

from __future__ import annotations

import json

import apsw

from noctuary.consolidate.merges import canonical
from noctuary.model import Merge

_IN_ORDER = "ORDER BY n.held <> '', rank, entity_id LIMIT 1"
NAMED = (
    "(SELECT entity_id FROM name JOIN node n ON n.id = entity_id WHERE name.stub = {0}.stub"
    f" AND n.held IN ('', (SELECT own.held FROM node own WHERE own.id = {{0}}.id)) {_IN_ORDER})"
)
"""What a fact's name leads to: to what is not for all, only where the fact is for the same readers; `{0}` is a fact."""
# A name leads to what is described by it, an id to its record, or to what that is shown as.
_RESOLVED_ENTITY = (
    f"coalesce({NAMED.format('fact')},"
    " (SELECT e.id FROM entity_twin t JOIN entity e USING (name, type, held) WHERE t.id = fact.stub AND NOT e.is_stub),"
    " fact.stub)"
)


def _resolved_end(ref: str) -> str:
    return (
        f"coalesce((SELECT id FROM node WHERE id = {ref}),"
        " (SELECT e.id FROM entity_twin t JOIN entity e USING (name, type, held)"
        f" WHERE t.id = {ref} AND NOT is_stub),"
        f" (SELECT entity_id FROM name JOIN node n ON n.id = entity_id WHERE stub = {ref} {_IN_ORDER}))"
    )


def _through_merges(end: str) -> str:
    return (
        f"UPDATE edge SET {end} = (SELECT same_as FROM node WHERE node.id = edge.{end})"
        f" WHERE {end} IN (SELECT id FROM node WHERE same_as IS NOT NULL)"
    )


def _link_ends(end: str) -> str:
    found = _resolved_end(f"{end}_ref")
    return f"UPDATE edge SET {end} = {found} WHERE {end} IS NOT {found}"


# The same statements, one at a time: `around` runs them over a few rows, each with a condition more.
OWNERS = (
    f"UPDATE fact SET entity_id = {_RESOLVED_ENTITY} WHERE entity_id <> {_RESOLVED_ENTITY}",
    # what was merged is read as what stands for it
    "UPDATE fact SET entity_id = (SELECT same_as FROM node WHERE node.id = entity_id)"
    " WHERE entity_id IN (SELECT id FROM node WHERE same_as IS NOT NULL)",
    "UPDATE fact SET aspect_id = NULL WHERE aspect_id IS NOT NULL AND aspect_id IS NOT entity_id || '/' || aspect_key",
)
SPELLED = (
    "UPDATE entity SET type = 'unknown',"
    " name = (SELECT min(entity_name) FROM fact WHERE fact.entity_id = entity.id) WHERE is_stub"
)
ASPECTS = (
    "INSERT INTO aspect (id, entity_id, name, canonical_name)"
    " SELECT entity_id || '/' || aspect_key, entity_id, min(aspect_name), aspect_key FROM fact"
    " WHERE aspect_key IS NOT NULL GROUP BY 1, 2, 4"
    " ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name"
)
ASPECT_OF = (
    "UPDATE fact SET aspect_id = entity_id || '/' || aspect_key WHERE aspect_id IS NOT entity_id || '/' || aspect_key"
)
ENDS = (_link_ends("src"), _link_ends("dst"), _through_merges("src"), _through_merges("dst"))
KNOWN_AS = (
    "UPDATE entity SET known_as = (SELECT json_group_array(name) FROM"
    " (SELECT m.name FROM node n JOIN entity m USING (id)"
    " WHERE n.same_as = entity.id ORDER BY m.name, m.id))"
    " WHERE (known_as <> '[]' OR id IN (SELECT same_as FROM node WHERE same_as IS NOT NULL))"
)

_STATEMENTS = (
    # a name that facts use and nobody describes gets a stub
    "INSERT INTO node (id, kind) SELECT DISTINCT stub, 'entity' FROM fact"
    f" WHERE {NAMED.format('fact')} IS NULL ON CONFLICT DO NOTHING",
    "INSERT INTO entity (id, name, is_stub) SELECT stub, min(entity_name), 1 FROM fact"
    f" WHERE {NAMED.format('fact')} IS NULL GROUP BY stub ON CONFLICT DO NOTHING",
    *OWNERS,
    # a stub nobody names goes; the others are spelled as their facts spell them
    "DELETE FROM entity WHERE is_stub AND id NOT IN (SELECT entity_id FROM fact)",
    SPELLED,
    # aspects are what facts speak of
    ASPECTS,
    ASPECT_OF,
    "DELETE FROM aspect WHERE id NOT IN (SELECT aspect_id FROM fact WHERE aspect_id IS NOT NULL)",
    *ENDS,
    KNOWN_AS,
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
    merged(db)
    for statement in _STATEMENTS:
        db.execute(statement)


def merged(db: apsw.Connection) -> set[str]:
    """Set node.same_as as the merges that stand say it; the ids it changed for, what they led to and lead to now.

    A side no record describes leads nowhere.
    """
    known = (
        "coalesce((SELECT n.id FROM node n LEFT JOIN entity e USING (id) WHERE n.id = {0} AND e.is_stub IS NOT 1),"
        " (SELECT e.id FROM entity_twin t JOIN entity e USING (name, type, held) WHERE t.id = {0} AND NOT is_stub))"
    )
    rows = db.execute(
        f"SELECT id, {known.format('kept')}, {known.format('merged')} FROM merge WHERE NOT is_undone"
    ).fetchall()
    found = [(str(key), str(kept), str(merged)) for key, kept, merged in rows if kept and merged]
    merges = [Merge(id=key, kept=kept, merged=merged, reason="") for key, kept, merged in found]
    joined = canonical(one for one in merges if one.kept != one.merged)
    before = {str(key): str(to) for key, to in db.execute("SELECT id, same_as FROM node WHERE same_as IS NOT NULL")}
    if before == joined:
        return set()
    wanted = json.dumps(joined)
    db.execute(
        "UPDATE node SET same_as = (SELECT value FROM json_each(?1) WHERE key = node.id)"
        " WHERE same_as IS NOT NULL OR id IN (SELECT key FROM json_each(?1))",
        (wanted,),
    )
    changed = {key for key in before.keys() | joined.keys() if before.get(key) != joined.get(key)}
    return changed | {to for key in changed for to in (before.get(key), joined.get(key)) if to}
