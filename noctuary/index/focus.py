"""What a few words are about: the entities they name, what hangs together with these, and what is believed of both.

Found by names and edges alone, whatever words or vectors would find. Decides nothing and ranks no text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import apsw

from noctuary.index.read import standing
from noctuary.index.stopwords import STOP_WORDS
from noctuary.model import Relation, Value, entity_id, fold

NAMED = 5
"""Entities that are taken up, the first that are named."""
ASPECTS, ATTRIBUTES, BESIDE, LEAST = 10, 20, 30, 0.3
"""Signet's numbers: aspects an entity, facts an aspect, entities beside it, the least weight of an edge to one."""
STRUCTURE: tuple[Relation, ...] = (
    *("depends_on", "uses", "used_by", "owned_by", "blocks", "informs", "part_of", "caused_by", "builds_on"),
)
"""What says how things hang together. So does a relation in somebody's own words (`related_to` with `rel_raw`); what a
night finds to be alike, `mentions` and links only say that two things meet."""
_LONGEST, _MOST_WORDS = 6, 200
_APART = re.compile(r"[\s,;()\[\]{}\"“”„«»]+")
_JOINTS = re.compile(r"[-_/.]+")


class Focus(Value, frozen=True):
    """Ids of the entities and their names, the sides of them by weight, ids of facts in the order they are told in.

    `facts` are the entities' own, the weightiest side first and of each what was said latest; `beside` those of what
    is one edge away, the strongest first.
    """

    entities: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


# An aspect's weight is that of the view `entity_aspects` (a test compares): reckoned for what is asked about alone.
OWN = """
WITH mine AS MATERIALIZED (
    SELECT id, entity_id, aspect_id, last_at FROM fact WHERE entity_id IN (SELECT value FROM json_each(:entities))
    AND status IN (SELECT value FROM json_each(:statuses))),
  sided AS (SELECT f.id, f.aspect_id FROM fact f WHERE f.aspect_id IN (SELECT aspect_id FROM mine)),
  linked AS (SELECT aspect_id, count(*) AS number FROM (
      SELECT s.aspect_id FROM sided s JOIN edge e ON e.src = s.id
      UNION ALL SELECT s.aspect_id FROM sided s JOIN edge e ON e.dst = s.id) GROUP BY 1),
  confirmed AS (SELECT aspect_id, sum(sessions - 1) AS number FROM (
      SELECT s.aspect_id, count(DISTINCT o.session) AS sessions FROM sided s JOIN source o ON o.fact_id = s.id
      GROUP BY s.id) GROUP BY 1),
  weighed AS (SELECT a.id, a.name, 0.5 + 0.3 * coalesce(l.number, 0) / (coalesce(l.number, 0) + 3.0)
      + 0.2 * coalesce(c.number, 0) / (coalesce(c.number, 0) + 3.0) AS weight
    FROM aspect a LEFT JOIN linked l ON l.aspect_id = a.id LEFT JOIN confirmed c ON c.aspect_id = a.id
    WHERE a.id IN (SELECT aspect_id FROM mine)),
  placed AS (SELECT m.*, w.name, coalesce(w.weight, 0.5) AS weight,
      row_number() OVER (PARTITION BY m.entity_id, m.aspect_id ORDER BY m.last_at DESC, m.id) AS place,
      dense_rank() OVER (PARTITION BY m.entity_id ORDER BY coalesce(w.weight, 0.5) DESC, m.aspect_id) AS side
    FROM mine m LEFT JOIN weighed w ON w.id = m.aspect_id)
SELECT entity_id, id, name, weight FROM placed WHERE place <= :attributes AND side <= :aspects
ORDER BY weight DESC, aspect_id IS NULL, aspect_id, last_at DESC, id
"""
_TOLD = "(rel IN (SELECT value FROM json_each(:relations)) OR (rel = 'related_to' AND rel_raw IS NOT NULL))"
_BESIDE = """
WITH own(id) AS (SELECT value FROM json_each(:entities)),
  held(id) AS (SELECT id FROM own UNION SELECT f.id FROM fact f WHERE f.entity_id IN own
    AND f.status IN (SELECT value FROM json_each(:statuses))),
  met(id, weight) AS (
    SELECT dst, weight FROM edge WHERE src IN held AND {told} UNION ALL
    SELECT src, weight FROM edge WHERE dst IN held AND {told})
SELECT coalesce(f.entity_id, e.id) AS end, max(m.weight) AS strength
FROM met m LEFT JOIN fact f ON f.id = m.id LEFT JOIN entity e ON e.id = m.id
WHERE m.weight >= :least AND coalesce(f.entity_id, e.id) IS NOT NULL AND coalesce(f.entity_id, e.id) NOT IN own
GROUP BY end ORDER BY strength DESC, end LIMIT :most
""".replace("{told}", _TOLD)


def focus(db: apsw.Connection, words: str, statuses: Sequence[str]) -> Focus:
    """What the words are about: a prompt, a project, the name of a folder. Nothing where they name nothing."""
    entities = named(db, words)
    if not entities:
        return Focus()
    given = {"entities": json.dumps(entities), "statuses": json.dumps(list(statuses)),
             "relations": json.dumps(STRUCTURE), "least": LEAST, "most": BESIDE}  # fmt: skip
    beside = [str(row[0]) for row in db.execute(_BESIDE, given)]
    own = _facts(db, entities, statuses)
    return Focus(
        entities=tuple(entities),
        names=tuple(_name(db, entity) for entity in entities),
        aspects=tuple(dict.fromkeys(aspect for _, aspect in own if aspect)),
        facts=tuple(key for key, _ in own),
        beside=tuple(key for key, _ in _facts(db, beside, statuses)),
    )


def named(db: apsw.Connection, words: str) -> list[str]:
    """Ids of the entities that the words name, in the order of the words; of two names the longer one counts."""
    plain = [word for word in _APART.split(words.strip())[:_MOST_WORDS] if word]
    found: list[str] = []
    at = 0
    while at < len(plain) and len(found) < NAMED:
        taken = next(((key, size) for size, key in _longest(db, plain, at)), None)
        if taken and taken[0] not in found:
            found.append(taken[0])
        at += taken[1] if taken else 1
    return found


def _longest(db: apsw.Connection, words: Sequence[str], at: int) -> Iterator[tuple[int, str]]:
    """(words, id) of the entities whose names begin at a word, the longest name first."""
    for size in range(min(_LONGEST, len(words) - at), 0, -1):
        name = " ".join(words[at : at + size])
        for spelt in dict.fromkeys((name, _JOINTS.sub(" ", name).strip())):
            if spelt and fold(spelt) not in STOP_WORDS and (key := _entity(db, spelt)):
                yield size, key


def _entity(db: apsw.Connection, name: str) -> str | None:
    """The entity so called, by any of its names, that somebody speaks of."""
    row = db.execute(
        "SELECT id FROM (SELECT entity_id AS id, rank FROM name WHERE stub = ?1 UNION ALL SELECT ?1, 9)"
        " WHERE id IN (SELECT id FROM entity) ORDER BY rank, id LIMIT 1",
        (entity_id(name),),
    ).fetchone()
    return standing(db, str(row[0])) if row else None


def _facts(db: apsw.Connection, entities: Sequence[str], statuses: Sequence[str]) -> list[tuple[str, str]]:
    """(id, aspect) of what is said of each entity within the bounds, entity by entity."""
    given = {"entities": json.dumps(list(entities)), "statuses": json.dumps(list(statuses)),
             "aspects": ASPECTS, "attributes": ATTRIBUTES}  # fmt: skip
    rows = db.execute(OWN, given).fetchall()
    place = {entity: n for n, entity in enumerate(entities)}
    return [(str(key), str(aspect or "")) for _, key, aspect, _ in sorted(rows, key=lambda row: place[str(row[0])])]


def _name(db: apsw.Connection, entity: str) -> str:
    row = db.execute("SELECT name FROM entity WHERE id = ?", (entity,)).fetchone()
    return str(row[0]) if row else ""
