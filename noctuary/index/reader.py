"""Makes a connection show what one asker may see: temporary views stand before the tables, so no query can forget.

Of an entity that the asker may not see, but of which they see a fact, the name stands that this fact has for it.
Which rows these are is asked of `access`, once for each audience and each end there is; SQL only leaves them out.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, NamedTuple

import apsw

from noctuary.access import Asker, may_see, standing
from noctuary.index.times import to_date
from noctuary.model import Status, Visibility, entity_id

_SHOWN = "(SELECT id FROM temp.unseen)"
_SHADOWS = {
    "node": (
        f"SELECT * FROM main.node WHERE id NOT IN {_SHOWN} UNION ALL SELECT v.id, 'entity', n.agent_id, n.visibility,"
        " n.scope, n.is_open, n.held, NULL FROM temp.veiled v JOIN main.node n ON n.id = v.fact_id"
    ),
    "source": f"SELECT * FROM main.source WHERE fact_id NOT IN {_SHOWN}",
    "cited": f"SELECT * FROM main.cited WHERE fact_id NOT IN {_SHOWN}",
    "name": f"SELECT * FROM main.name WHERE entity_id NOT IN {_SHOWN} UNION ALL SELECT stub, id, 1 FROM temp.veiled",
    "aspect": f"SELECT * FROM main.aspect WHERE entity_id NOT IN {_SHOWN}",
    "edge": (
        f"SELECT * FROM main.edge WHERE coalesce(src, '') NOT IN {_SHOWN} AND coalesce(dst, '') NOT IN {_SHOWN}"
        f" AND src_ref NOT IN {_SHOWN} AND dst_ref NOT IN {_SHOWN}"
    ),
    "review": (
        f"SELECT * FROM main.review WHERE a NOT IN {_SHOWN} AND coalesce(b, '') NOT IN {_SHOWN}"
        f" AND NOT EXISTS (SELECT 1 FROM json_each(replaces) r WHERE r.value ->> 0 IN {_SHOWN})"
    ),
    "merge": f"SELECT * FROM main.merge WHERE kept NOT IN {_SHOWN} AND merged NOT IN {_SHOWN}",
}


class Audience(NamedTuple):
    """Whom something is for, as the gate asks it."""

    agent_id: str
    visibility: Visibility
    scope: str


class _End(NamedTuple):
    status: Status
    superseded_by: str | None
    valid_to: dt.date | None


def show_to(db: apsw.Connection, asker: Asker, on: dt.date | None) -> None:
    """Let every query that names no schema answer as the asker may see it on a day, until `show_all`."""
    show_all(db)
    _close(db, asker)
    _leave_out(db, asker)
    _end(db, on)
    if db.execute("SELECT 1 FROM temp.unseen UNION ALL SELECT 1 FROM temp.ended LIMIT 1").fetchone():
        for name, query in (*_SHADOWS.items(), ("fact", _facts(db)), ("entity", _entities(db))):
            db.execute(f"CREATE TEMP VIEW {name} AS {query}")
        known = db.execute("SELECT sql FROM main.sqlite_schema WHERE type = 'view' AND name = 'known_edge'").fetchone()
        db.execute(str(known[0]).replace("CREATE VIEW", "CREATE TEMP VIEW", 1))  # type: ignore[index]


def show_all(db: apsw.Connection) -> None:
    """Take every shadow away again."""
    query = "SELECT type, name FROM temp.sqlite_schema WHERE type IN ('view', 'table')"
    for kind, name in db.execute(query).fetchall():
        db.execute(f"DROP {kind} temp.{name}")


def unseen_documents(db: apsw.Connection) -> set[int]:
    """The docids of the facts that are left out, for the full text, before which no view can stand."""
    if not db.execute("SELECT 1 FROM temp.sqlite_schema WHERE name = 'unseen'").fetchone():
        return set()
    return {int(row[0]) for row in db.execute("SELECT docid FROM main.fact WHERE id IN (SELECT id FROM temp.unseen)")}


def _close(db: apsw.Connection, asker: Asker) -> None:
    """Leave out the passages of files that the asker may not see."""
    query = "SELECT DISTINCT agent_id, visibility, scope FROM main.passage_file"
    closed = [one for row in db.execute(query) if not may_see(one := Audience(*row), asker)]
    if not closed:
        return
    db.execute("CREATE TEMP TABLE closed(ref TEXT PRIMARY KEY) WITHOUT ROWID")
    db.executemany(
        "INSERT INTO temp.closed SELECT ref FROM main.passage_file WHERE (agent_id, visibility, scope) = (?, ?, ?)",
        closed,
    )
    for name in ("passage", "passage_file"):
        db.execute(
            f"CREATE TEMP VIEW {name} AS SELECT * FROM main.{name} WHERE ref NOT IN (SELECT ref FROM temp.closed)"
        )


def _leave_out(db: apsw.Connection, asker: Asker) -> None:
    """temp.unseen: facts and entities the asker may not see, and entities that only such facts speak of, unless they
    were made for all. temp.veiled: those entities among them of which the asker sees a fact."""
    db.execute("CREATE TEMP TABLE unseen(id TEXT PRIMARY KEY) WITHOUT ROWID")
    audiences = [Audience(*row) for row in db.execute("SELECT DISTINCT agent_id, visibility, scope FROM main.node")]
    closed = [one for one in audiences if not may_see(one, asker)]
    db.executemany(
        "INSERT INTO temp.unseen SELECT id FROM main.node WHERE (agent_id, visibility, scope) = (?, ?, ?)", closed
    )
    db.execute("CREATE TEMP TABLE veiled(id TEXT PRIMARY KEY, name TEXT, stub TEXT, fact_id TEXT) WITHOUT ROWID")
    if not closed:
        return
    db.execute(
        "INSERT OR IGNORE INTO temp.unseen SELECT DISTINCT f.entity_id FROM temp.unseen u CROSS JOIN main.fact f"
        " ON f.id = u.id WHERE NOT EXISTS (SELECT 1 FROM main.fact g WHERE g.entity_id = f.entity_id"
        " AND g.id NOT IN (SELECT id FROM temp.unseen)) AND NOT EXISTS"
        " (SELECT 1 FROM main.entity e WHERE e.id = f.entity_id AND e.created_us > 0 AND NOT e.is_bare)"
    )
    told = db.execute(
        "SELECT f.entity_id, f.entity_name, f.id, min(NOT n.is_open) FROM temp.unseen u CROSS JOIN main.fact f"
        f" ON f.entity_id = u.id JOIN main.node n ON n.id = f.id WHERE f.id NOT IN {_SHOWN} GROUP BY 1"
    ).fetchall()
    rows = [(key, name, entity_id(str(name)), fact) for key, name, fact, _ in told]
    db.executemany("INSERT INTO temp.veiled VALUES (?, ?, ?, ?)", rows)


def _end(db: apsw.Connection, on: dt.date | None) -> None:
    """temp.ended: what facts are on that day, where it is not what is recorded."""
    db.execute("CREATE TEMP TABLE ended(id TEXT PRIMARY KEY, status TEXT NOT NULL) WITHOUT ROWID")
    rows: list[tuple[Any, ...]] = db.execute(
        "SELECT id, status, superseded_by, valid_to FROM main.fact"
        " WHERE superseded_by IS NOT NULL OR valid_to IS NOT NULL"
    ).fetchall()
    found = [(key, status, standing(_End(status, after, to_date(to)), on)) for key, status, after, to in rows]
    db.executemany("INSERT INTO temp.ended VALUES (?, ?)", [(key, now) for key, was, now in found if now != was])


def _facts(db: apsw.Connection) -> str:
    changed = {
        "status": "coalesce((SELECT e.status FROM temp.ended e WHERE e.id = f.id), f.status)",
        "superseded_by": f"iif(f.superseded_by IN {_SHOWN}, NULL, f.superseded_by)",
    }
    return f"SELECT {_columns(db, 'fact', changed)} FROM main.fact f WHERE f.id NOT IN {_SHOWN}"


def _entities(db: apsw.Connection) -> str:
    names = f"(SELECT o.name FROM main.entity o WHERE o.id IN {_SHOWN})"
    known = f"(SELECT json_group_array(value) FROM json_each(f.known_as) WHERE value NOT IN {names})"
    bare = {"type": "'unknown'", "aliases": "'[]'", "known_as": "'[]'", "is_stub": "1", "is_bare": "0",
            "created_us": "0", "valid_to": "NULL", "superseded_by": "NULL", "held": "n.held",
            "record": "json_object('id', f.id, 'name', f.name, 'agent_id', n.agent_id, 'visibility', n.visibility,"
                      " 'scope', n.scope)"}  # fmt: skip
    return (
        f"SELECT {_columns(db, 'entity', {'known_as': known})} FROM main.entity f WHERE f.id NOT IN {_SHOWN}"
        f" UNION ALL SELECT {_columns(db, 'entity', bare)} FROM temp.veiled f JOIN main.node n ON n.id = f.fact_id"
    )


def _columns(db: apsw.Connection, table: str, changed: dict[str, str]) -> str:
    names = [str(row[1]) for row in db.execute(f"PRAGMA main.table_info({table})")]
    return ", ".join(f"{changed[name]} AS {name}" if name in changed else f"f.{name}" for name in names)
