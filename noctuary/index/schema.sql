-- The index: one SQLite file under .noctuary/, an opinion about the journal. Delete it and it is rebuilt.
-- Tables are singular and ours; the plural names at the end are views with the columns their readers know.
-- Times are INTEGER milliseconds since 1970 UTC; a date is its midnight UTC. Lists are JSON arrays.
-- References are checked at the commit: records come in any order.

-- schema_version, head (hash of the journal prefix projected), standing (where the journal stood then), embedder (whose
-- vectors these are), parser (whose traits these are), knn (present while `vector_knn` holds what
-- `vector` holds), passages (by which rules these were cut).
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Everything an edge can touch.
CREATE TABLE node(
  id         TEXT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK(kind IN ('entity', 'fact')),
  agent_id   TEXT NOT NULL DEFAULT 'default',
  visibility TEXT NOT NULL DEFAULT 'public',
  scope      TEXT NOT NULL DEFAULT '',         -- the user, team or list it is private to
  is_open    INTEGER NOT NULL DEFAULT 1,       -- whether anyone may see it: `access` said so when it was projected
  held       TEXT NOT NULL DEFAULT '',         -- whom it is for, where not for all: the three above as one
  same_as    TEXT                              -- what it was merged into, NULL where it stands for itself
) WITHOUT ROWID;
CREATE INDEX node_agent ON node(agent_id, kind);
CREATE INDEX node_same ON node(same_as) WHERE same_as IS NOT NULL;
CREATE INDEX node_visibility ON node(visibility, agent_id, scope);

-- What facts are about. A stub (is_stub = 1) stands in for a name that facts use and no record describes.
CREATE TABLE entity(
  id      TEXT PRIMARY KEY REFERENCES node(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  name    TEXT NOT NULL,
  type    TEXT NOT NULL DEFAULT 'unknown',
  aliases TEXT NOT NULL DEFAULT '[]',
  known_as TEXT NOT NULL DEFAULT '[]',         -- the names of what was merged into it
  is_stub INTEGER NOT NULL DEFAULT 0,
  is_bare INTEGER NOT NULL DEFAULT 0,          -- only named, as a relation's end
  created_us INTEGER NOT NULL DEFAULT 0,       -- microseconds since 1970 UTC: the order in which things were made
  valid_to INTEGER,
  superseded_by TEXT,
  held    TEXT NOT NULL DEFAULT '',            -- as its node's
  record  TEXT NOT NULL DEFAULT '{}'           -- the whole record as JSON: its type's properties, label, maker, dates
) WITHOUT ROWID;
CREATE UNIQUE INDEX entity_name_type ON entity(name, type, held) WHERE is_stub = 0;
CREATE INDEX entity_type ON entity(type);
CREATE INDEX entity_name ON entity(name);
CREATE INDEX entity_made ON entity(created_us, id);
CREATE TRIGGER entity_gone AFTER DELETE ON entity BEGIN DELETE FROM node WHERE id = old.id; END;

-- A second record with the name, type and readers of an entity: the smaller id is shown, both ids resolve.
CREATE TABLE entity_twin(
  id      TEXT PRIMARY KEY,
  name    TEXT NOT NULL,
  type    TEXT NOT NULL,
  held    TEXT NOT NULL,                       -- whom it is for, where not for all
  record  TEXT NOT NULL                        -- the whole record as JSON
) WITHOUT ROWID;
CREATE INDEX entity_twin_name ON entity_twin(name, type, held);

-- Spellings of described entities. `stub` is the id the spelling has while its type is unknown.
-- rank: 0 its name, 1 its name with type unknown, 2 an alias; what is for all wins, then the lowest rank, then id. To
-- what is not for all a name leads only those facts that are for the same readers.
CREATE TABLE name(
  stub      TEXT NOT NULL,
  entity_id TEXT NOT NULL REFERENCES entity(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  rank      INTEGER NOT NULL,
  PRIMARY KEY(stub, rank, entity_id)
) WITHOUT ROWID;
CREATE INDEX name_entity ON name(entity_id);

-- A side of an entity that facts speak of; exists while a fact names it.
CREATE TABLE aspect(
  id             TEXT PRIMARY KEY,
  entity_id      TEXT NOT NULL REFERENCES entity(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  name           TEXT NOT NULL,
  canonical_name TEXT NOT NULL,
  UNIQUE(entity_id, canonical_name)
) WITHOUT ROWID;

-- One row per atomic statement: observation, attribute, constraint, promoted bullet.
CREATE TABLE fact(
  docid            INTEGER PRIMARY KEY AUTOINCREMENT,
  id               TEXT NOT NULL UNIQUE REFERENCES node(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  entity_id        TEXT NOT NULL REFERENCES entity(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  entity_name      TEXT NOT NULL,
  stub             TEXT NOT NULL,
  aspect_id        TEXT REFERENCES aspect(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  aspect_name      TEXT,
  aspect_key       TEXT,
  kind             TEXT NOT NULL CHECK(kind IN
    ('fact', 'preference', 'decision', 'constraint', 'identity', 'correction', 'lesson', 'event')),
  status           TEXT NOT NULL CHECK(status IN
    ('candidate', 'active', 'contested', 'superseded', 'archived', 'deleted')),
  text             TEXT NOT NULL,
  normalized       TEXT NOT NULL,
  confidence       REAL NOT NULL,              -- c0 at verified_at; today's worth is decay(c0, age, half_life)
  method           TEXT NOT NULL,
  verified_at      INTEGER NOT NULL,
  last_revalidated INTEGER,
  half_life_days   REAL,                       -- NULL: evergreen
  domain           TEXT,
  trust            TEXT NOT NULL CHECK(trust IN ('human', 'agent', 'tool', 'untrusted')),
  valid_from       INTEGER,
  valid_to         INTEGER,
  said_on          INTEGER,
  superseded_by    TEXT,
  contradicting    INTEGER NOT NULL DEFAULT 0,
  score            REAL NOT NULL DEFAULT 0,
  gate             TEXT NOT NULL DEFAULT '',          -- what let it in: memory, corroborated, stressed …
  archived_because TEXT NOT NULL DEFAULT '',          -- why the monthly archive put it away
  days             TEXT NOT NULL DEFAULT '[]',        -- [words, day] of each day the text names by when it was said
  about            TEXT NOT NULL DEFAULT '',          -- the entity it was written to, where it was written to one
  created_by       TEXT NOT NULL DEFAULT '',
  created_us       INTEGER NOT NULL DEFAULT 0,        -- microseconds since 1970 UTC; 0: by a night
  extra            TEXT NOT NULL DEFAULT '{}',
  exact            TEXT NOT NULL DEFAULT '',          -- the record as JSON where an instant is finer than a millisecond
  first_at         INTEGER NOT NULL,           -- oldest and newest dated source, else verified_at
  last_at          INTEGER NOT NULL
);
CREATE INDEX fact_entity ON fact(entity_id, aspect_id, kind);
CREATE INDEX fact_stub ON fact(stub);
CREATE INDEX fact_aspect ON fact(aspect_id);
CREATE INDEX fact_status ON fact(status, kind);
CREATE INDEX fact_valid ON fact(valid_from, valid_to);
CREATE INDEX fact_ending ON fact(status, valid_to) WHERE superseded_by IS NOT NULL OR valid_to IS NOT NULL;
CREATE TRIGGER fact_gone AFTER DELETE ON fact BEGIN
  DELETE FROM node WHERE id = old.id; DELETE FROM near WHERE number = 2 * old.docid; END;

-- A fact's papers, in the order the record gives them.
CREATE TABLE source(
  fact_id    TEXT NOT NULL REFERENCES fact(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  ord        INTEGER NOT NULL,
  ref        TEXT NOT NULL,
  line_start INTEGER NOT NULL,
  line_end   INTEGER NOT NULL,
  session    TEXT NOT NULL,
  role       TEXT NOT NULL,
  trust      TEXT NOT NULL,
  origin     TEXT NOT NULL,
  at         INTEGER,
  quote      TEXT NOT NULL,
  event      TEXT NOT NULL,
  zone       TEXT NOT NULL,
  cues       TEXT NOT NULL,
  durability REAL NOT NULL,
  under      TEXT NOT NULL,
  is_lent    INTEGER NOT NULL,
  PRIMARY KEY(fact_id, ord)
) WITHOUT ROWID;
CREATE INDEX source_session ON source(session);
CREATE INDEX source_place ON source(ref, line_start);

-- Where a cited line stands in its file today, kept only where that is not what the record says.
-- state: moved (to ref and lines), or gone (the line was taken out, or its file was).
CREATE TABLE cited(
  fact_id    TEXT NOT NULL REFERENCES fact(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  was_ref    TEXT NOT NULL,
  was_line   INTEGER NOT NULL,
  ref        TEXT NOT NULL,
  line_start INTEGER NOT NULL,
  line_end   INTEGER NOT NULL,
  state      TEXT NOT NULL CHECK(state IN ('moved', 'gone')),
  PRIMARY KEY(fact_id, was_ref, was_line)
) WITHOUT ROWID;
CREATE INDEX cited_was ON cited(was_ref);
CREATE INDEX cited_place ON cited(ref, line_start);

-- The one edge table. src_ref/dst_ref are the ends as recorded; src/dst the nodes they lead to,
-- NULL while an end is unknown: such an edge is kept, and shows as soon as its end appears.
CREATE TABLE edge(
  id      TEXT PRIMARY KEY,
  src_ref TEXT NOT NULL,
  dst_ref TEXT NOT NULL,
  src     TEXT REFERENCES node(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  dst     TEXT REFERENCES node(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  rel     TEXT NOT NULL,
  rel_raw TEXT,
  reason  TEXT NOT NULL,
  weight  REAL NOT NULL,
  properties TEXT NOT NULL DEFAULT '{}',
  created_by TEXT NOT NULL DEFAULT '',
  created_us INTEGER NOT NULL DEFAULT 0,
  extra      TEXT NOT NULL DEFAULT '{}'
) WITHOUT ROWID;
CREATE INDEX edge_src ON edge(src, rel);
CREATE INDEX edge_dst ON edge(dst, rel);
CREATE INDEX edge_src_ref ON edge(src_ref);
CREATE INDEX edge_dst_ref ON edge(dst_ref);

CREATE TABLE review(
  id             TEXT PRIMARY KEY,
  kind           TEXT NOT NULL,
  a              TEXT NOT NULL,
  b              TEXT,
  reason         TEXT NOT NULL,
  slot           TEXT NOT NULL,
  a_value        TEXT NOT NULL,
  b_value        TEXT NOT NULL,
  score          REAL NOT NULL,
  decision       TEXT,
  decided_by     TEXT,
  decided_at     INTEGER,
  closed_because TEXT,
  words          TEXT NOT NULL,
  gate           TEXT NOT NULL,
  replaces       TEXT NOT NULL       -- JSON: what a promotion would supersede, as [id, reason]
) WITHOUT ROWID;
CREATE INDEX review_a ON review(a);
CREATE INDEX review_b ON review(b);

-- Two names of one thing, two facts that say the same: `merged` is read as `kept` (node.same_as), neither is rewritten.
CREATE TABLE merge(
  id            TEXT PRIMARY KEY,
  "of"          TEXT NOT NULL CHECK("of" IN ('entity', 'fact')),
  kept          TEXT NOT NULL,
  merged        TEXT NOT NULL,
  kept_name     TEXT NOT NULL,
  merged_name   TEXT NOT NULL,
  reason        TEXT NOT NULL,
  score         REAL NOT NULL,
  events        TEXT NOT NULL,
  status_before TEXT,
  is_undone     INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX merge_kept ON merge(kept);
CREATE INDEX merge_merged ON merge(merged);

-- `record` is the whole night as JSON: it is read back as one value, never searched by its parts.
CREATE TABLE night(
  id       TEXT PRIMARY KEY,
  begun_at INTEGER NOT NULL,
  state    TEXT NOT NULL,
  undone   INTEGER NOT NULL,
  record   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE watermark(
  ref     TEXT PRIMARY KEY,
  sha256  TEXT NOT NULL,
  size    INTEGER NOT NULL,
  lines   INTEGER NOT NULL,
  dialect TEXT NOT NULL,
  gone    INTEGER NOT NULL
) WITHOUT ROWID;

-- The truth about vectors of facts: float32, L2-normalised, made by meta.embedder. `vector_knn` (sqlite-vec,
-- only where the extension loads) is built from it and never read without it.
-- An ordinary table: without rowid, rows of a kilobyte lie in the tree's inner pages, and it takes three times the room.
CREATE TABLE vector(
  fact_id TEXT PRIMARY KEY REFERENCES fact(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  vec     BLOB NOT NULL
);

-- Files whose passages are here, as far as each was read; `sha256` is of the first `size` bytes. Who may see them is
-- told by the file. `stamp` is the file's change time and size: while it is the same, the file is not opened.
CREATE TABLE passage_file(
  ref        TEXT PRIMARY KEY,
  sha256     TEXT NOT NULL,
  size       INTEGER NOT NULL,
  lines      INTEGER NOT NULL,
  dialect    TEXT NOT NULL,
  stamp      TEXT NOT NULL,
  agent_id   TEXT NOT NULL DEFAULT 'default',
  visibility TEXT NOT NULL DEFAULT 'public',
  scope      TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

-- Whatever was read and passed the guard, in pieces: a section, a turn. Made from the files, never from the journal.
CREATE TABLE passage(
  docid      INTEGER PRIMARY KEY AUTOINCREMENT,
  id         TEXT NOT NULL UNIQUE,
  ref        TEXT NOT NULL REFERENCES passage_file(ref) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  line_start INTEGER NOT NULL,
  line_end   INTEGER NOT NULL,
  kind       TEXT NOT NULL CHECK(kind IN ('notes', 'diary', 'sessions', 'references')),
  heading    TEXT NOT NULL,                    -- what it stands under, outermost first
  lead       TEXT NOT NULL,                    -- of a turn, a little of what it answers
  text       TEXT NOT NULL,
  rows       TEXT NOT NULL,                    -- JSON: the line of the file on which each row of `text` begins
  hash       TEXT NOT NULL,                    -- of heading, lead and text: what its vector is kept by
  role       TEXT NOT NULL,
  trust      TEXT NOT NULL CHECK(trust IN ('human', 'agent', 'tool', 'untrusted')),
  session    TEXT NOT NULL,
  at         INTEGER
);
CREATE INDEX passage_place ON passage(ref, line_start);
CREATE INDEX passage_hash ON passage(hash);

-- Vectors of all that can be found, eight bits a number, by 2 · docid of a fact and 2 · docid + 1 of a passage.
CREATE TABLE near(number INTEGER PRIMARY KEY, vec BLOB NOT NULL);
CREATE TRIGGER vector_gone AFTER DELETE ON vector BEGIN
  DELETE FROM near WHERE number = (SELECT 2 * docid FROM fact WHERE id = old.fact_id); END;
CREATE TRIGGER passage_gone AFTER DELETE ON passage BEGIN
  DELETE FROM near WHERE number = 2 * old.docid + 1;
  DELETE FROM passage_words WHERE rowid = old.docid; END;

-- What the judge finds pairs by (filing.py): the traits of each fact that is held against new ones, and its terms,
-- each as 8 bytes of its hash. Derived from the facts by the parser `meta.parser` names; what was written by day has
-- none until a night.
CREATE TABLE trait(
  docid  INTEGER PRIMARY KEY REFERENCES fact(docid) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  traits BLOB NOT NULL
);
CREATE TABLE posting(
  term  INTEGER NOT NULL,
  docid INTEGER NOT NULL,
  PRIMARY KEY(term, docid)
) WITHOUT ROWID;

-- A hash of each value as it was projected last, by the name of its type: what has not changed is not written again.
CREATE TABLE shown(
  type   TEXT NOT NULL,
  id     TEXT NOT NULL,
  digest BLOB NOT NULL,
  PRIMARY KEY(type, id)
) WITHOUT ROWID;

-- Lifecycle of tasks (entities of type task): status and retention clocks, apart from decay.
CREATE TABLE task_meta(
  entity_id       TEXT PRIMARY KEY REFERENCES entity(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  agent_id        TEXT NOT NULL DEFAULT 'default',
  status          TEXT NOT NULL CHECK(status IN ('open', 'in_progress', 'blocked', 'done', 'cancelled')),
  expires_at      INTEGER,
  retention_until INTEGER,
  completed_at    INTEGER,
  updated_at      INTEGER NOT NULL
);
CREATE INDEX idx_task_meta_agent ON task_meta(agent_id);
CREATE INDEX idx_task_meta_status ON task_meta(status);
CREATE INDEX idx_task_meta_retention ON task_meta(retention_until);

-- Full text, self-contained (rowid = fact.docid) and kept equal to fact_words by the projection.
-- `unspaced` holds the character pairs of scripts written without spaces.
CREATE VIRTUAL TABLE observations_fts USING fts5(
  content, entity, aspect, quotes, unspaced, tokenize = 'porter unicode61 remove_diacritics 2');

CREATE VIRTUAL TABLE observations_vocab USING fts5vocab(observations_fts, row);

-- Full text of the passages (rowid = passage.docid); the words themselves stand in `passage`.
CREATE VIRTUAL TABLE passage_words USING fts5(
  text, lead, heading, unspaced, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE passage_vocab USING fts5vocab(passage_words, row);

-- What the full text of a fact should be.
CREATE VIEW fact_words AS
  SELECT f.docid, f.text || coalesce((SELECT ' ' || group_concat(value ->> 1, ' ') FROM json_each(f.days)), '') AS content,
    e.name || coalesce((SELECT ' ' || group_concat(value, ' ') FROM json_each(e.aliases)), '')
      || coalesce((SELECT ' ' || group_concat(value, ' ') FROM json_each(e.known_as)), '')
      || iif(e.name = f.entity_name, '', ' ' || f.entity_name) AS entity,
    coalesce(f.aspect_name, '') AS aspect,
    coalesce((SELECT group_concat(quote, char(10)) FROM
      (SELECT DISTINCT quote FROM source s WHERE s.fact_id = f.id AND quote NOT IN ('', f.text)
       ORDER BY quote)), '') AS quotes
  FROM fact f JOIN entity e ON e.id = f.entity_id;

-- Days on which the workspace was used: the ticks of the idle clock.
CREATE VIEW used_day AS
  SELECT DISTINCT j.value AS day FROM night, json_each(night.record, '$.days') j;

-- Edges both of whose ends are known, dated by the younger end. Of two of one relation between the same ends, recorded
-- under two ids or made one by a merge, the first counts; `related_to` has words of its own for each as recorded.
CREATE VIEW known_edge AS
  SELECT e.*, iif(e.created_us > 0, e.created_us / 1000,
    coalesce((SELECT max(f.first_at) FROM fact f WHERE f.id IN (e.src, e.dst)), 0)) AS created_at
  FROM edge e WHERE e.src IS NOT NULL AND e.dst IS NOT NULL AND e.src <> e.dst
    AND NOT EXISTS (SELECT 1 FROM edge o WHERE o.src = e.src AND o.rel = e.rel AND o.dst = e.dst AND o.id < e.id
      AND (e.rel <> 'related_to'
        OR e.src <> e.src_ref OR e.dst <> e.dst_ref OR o.src <> o.src_ref OR o.dst <> o.dst_ref));

-- Where a fact was first found, as path:startLine:endLine.
CREATE VIEW fact_chunk AS
  SELECT fact_id, ref || ':' || line_start || ':' || line_end AS chunk_key
  FROM source s WHERE ord = 0;

-- What anyone may see, for those who read the views below: `access` decides what is open, and that what has been
-- replaced or has ended is not believed. An entity that only other facts speak of is not told of either.
CREATE VIEW open_fact AS
  SELECT f.id, f.entity_id, f.aspect_id, f.kind, f.status, f.text, f.normalized, f.confidence, f.score, f.method,
    f.verified_at, f.last_revalidated, f.half_life_days, f.domain, f.valid_from, f.valid_to, f.said_on, f.first_at,
    f.last_at, f.created_by, f.created_us, n.agent_id, n.same_as,
    iif(f.superseded_by IN (SELECT id FROM node WHERE NOT is_open), NULL, f.superseded_by) AS superseded_by,
    CASE
      WHEN f.status NOT IN ('candidate', 'active', 'contested') THEN f.status
      WHEN f.superseded_by IS NOT NULL THEN 'superseded'
      WHEN f.valid_to <= 1000 * unixepoch('now') THEN 'archived'
      ELSE f.status END AS standing
  FROM fact f JOIN node n ON n.id = f.id WHERE n.is_open;

CREATE VIEW open_entity AS
  SELECT e.*, n.agent_id, n.visibility, n.same_as FROM entity e JOIN node n ON n.id = e.id
  WHERE n.is_open AND (EXISTS (SELECT 1 FROM fact f JOIN node m ON m.id = f.id WHERE f.entity_id = e.id AND m.is_open)
    OR NOT EXISTS (SELECT 1 FROM fact f WHERE f.entity_id = e.id));

CREATE VIEW open_edge AS
  SELECT e.* FROM known_edge e
  WHERE (e.src IN (SELECT id FROM open_fact) OR e.src IN (SELECT id FROM open_entity))
    AND (e.dst IN (SELECT id FROM open_fact) OR e.dst IN (SELECT id FROM open_entity));

CREATE VIEW entities AS
  SELECT e.id, e.name, e.type, coalesce(nullif(e.record ->> 'label', ''), e.name) AS label,
    json_patch(coalesce(e.record -> 'properties', '{}'), json_object('aliases', (SELECT json_group_array(value) FROM
      (SELECT value FROM json_each(e.aliases) UNION ALL SELECT value FROM json_each(e.known_as))), 'stub', json(iif(e.is_stub, 'true', 'false')))) AS properties,
    iif(e.created_us > 0, e.created_us / 1000, e.first_at) AS created_at,
    coalesce(1000 * unixepoch(e.record ->> 'updated_at', 'subsec'), e.last_at) AS updated_at,
    e.record ->> 'created_by' AS created_by, e.visibility,
    coalesce(1000 * unixepoch(e.record ->> 'valid_from'), iif(e.created_us > 0, e.created_us / 1000, e.first_at)) AS valid_from,
    e.valid_to, e.superseded_by, coalesce(e.record ->> 'access_count', 0) AS access_count,
    1000 * unixepoch(e.record ->> 'last_accessed_at', 'subsec') AS last_accessed_at,
    coalesce(e.record ->> 'importance', 0.5) AS importance_score, e.agent_id
  FROM (SELECT o.*,
      coalesce((SELECT min(first_at) FROM open_fact f WHERE f.entity_id = o.id), 0) AS first_at,
      coalesce((SELECT max(last_at) FROM open_fact f WHERE f.entity_id = o.id), 0) AS last_at
    FROM open_entity o WHERE o.same_as IS NULL) e;

CREATE VIEW observations AS
  SELECT f.id, f.entity_id, f.text AS content,
    (SELECT session FROM source s WHERE s.fact_id = f.id ORDER BY ord LIMIT 1) AS source_session,
    coalesce(nullif(f.created_by, ''), f.agent_id) AS added_by,
    iif(f.created_us > 0, f.created_us / 1000, f.first_at) AS added_at,
    coalesce(f.valid_from, f.said_on, f.first_at) AS valid_from, f.valid_to, f.superseded_by
  FROM open_fact f WHERE f.status <> 'deleted';

CREATE VIEW relations AS
  SELECT id, src AS from_id, dst AS to_id, upper(rel) AS type,
    json_patch(json_object('reason', reason, 'weight', weight, 'as_written', rel_raw), properties) AS properties,
    created_at, nullif(created_by, '') AS created_by
  FROM open_edge
  UNION ALL
  SELECT id, kept, merged, 'MERGED_FROM', json_object('reason', reason, 'weight', score, 'as_written', NULL), 0, NULL
  FROM merge WHERE NOT is_undone AND NOT EXISTS (SELECT 1 FROM node n WHERE n.id IN (kept, merged) AND NOT n.is_open);

-- weight: half for being there, the rest for how connected its facts are and how often other
-- sessions confirmed them. The number of facts does not enter.
CREATE VIEW entity_aspects AS
  SELECT a.id, a.entity_id, e.agent_id, a.name, a.canonical_name,
    0.5 + 0.3 * linked / (linked + 3.0) + 0.2 * confirmed / (confirmed + 3.0) AS weight,
    created_at, updated_at
  FROM aspect a JOIN open_entity e ON e.id = a.entity_id JOIN (
    SELECT f.aspect_id, min(f.first_at) AS created_at, max(f.last_at) AS updated_at,
      (SELECT count(*) FROM open_edge e, open_fact g WHERE g.aspect_id = f.aspect_id AND g.id IN (e.src, e.dst))
        AS linked,
      sum((SELECT count(DISTINCT session) - 1 FROM source s WHERE s.fact_id = f.id)) AS confirmed
    FROM open_fact f WHERE f.aspect_id IS NOT NULL GROUP BY f.aspect_id) t ON t.aspect_id = a.id;

CREATE VIEW entity_attributes AS
  SELECT f.id, f.aspect_id, f.agent_id, f.id AS memory_id,
    iif(f.kind = 'constraint', 'constraint', 'attribute') AS kind,
    f.text AS content, f.normalized AS normalized_content, f.confidence, f.score AS importance,
    CASE f.standing WHEN 'contested' THEN 'active' WHEN 'archived' THEN 'superseded' ELSE f.standing END AS status,
    coalesce(f.superseded_by, f.same_as) AS superseded_by, f.first_at AS created_at, f.last_at AS updated_at
  FROM open_fact f WHERE f.status <> 'candidate';

CREATE VIEW entity_dependencies AS
  SELECT e.id,
    iif(e.rel = 'used_by', e.dst, e.src) AS source_entity_id,
    iif(e.rel = 'used_by', e.src, e.dst) AS target_entity_id,
    n.agent_id, NULL AS aspect_id,
    CASE e.rel WHEN 'depends_on' THEN 'requires' WHEN 'used_by' THEN 'uses' ELSE e.rel END AS dependency_type,
    e.weight AS strength, e.created_at, e.created_at AS updated_at
  FROM open_edge e JOIN node n ON n.id = e.src JOIN node m ON m.id = e.dst
  WHERE n.kind = 'entity' AND m.kind = 'entity'
    AND e.rel IN ('uses', 'used_by', 'depends_on', 'owned_by', 'blocks', 'informs');

CREATE VIEW knowledge_edges AS
  SELECT x.chunk_key AS from_chunk, y.chunk_key AS to_chunk, e.rel AS relation,
    max(e.weight) AS weight, min(e.created_at) AS created_at
  FROM open_edge e JOIN fact_chunk x ON x.fact_id = e.src JOIN fact_chunk y ON y.fact_id = e.dst
  GROUP BY 1, 2, 3;

CREATE VIEW knowledge_confidence AS
  SELECT x.chunk_key, f.confidence AS initial_confidence, f.verified_at, f.half_life_days,
    (SELECT json_group_array(cited) FROM
      (SELECT ref || ':' || line_start AS cited FROM source s WHERE s.fact_id = f.id ORDER BY ord)) AS sources,
    f.method AS validation_method, f.last_revalidated, f.domain
  FROM open_fact f JOIN fact_chunk x ON x.fact_id = f.id;
