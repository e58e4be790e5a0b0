"""The values every room speaks of. Frozen, with no behaviour beyond their own ids; no file, clock or database."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

import msgspec

from noctuary.identifiers import edge_id, entity_id, entity_ids, fact_id, fact_ids, fold, merge_id, tagged  # noqa: F401

Trust = Literal["human", "agent", "tool", "untrusted"]
Role = Literal["user", "assistant", "tool", "note", "memory"]
Origin = Literal["interactive", "scheduled", "subagent", "own"]
Kind = Literal["fact", "preference", "decision", "constraint", "identity", "correction", "lesson", "event"]
Status = Literal["candidate", "active", "contested", "superseded", "archived", "deleted"]
Method = Literal["manual", "multi-source", "code-crossref", "session-conclusion", "web-confirm", "single-source"]
Visibility = Literal["public", "agent-private", "user-private", "team-private"]
Relation = Literal[
    "related_to", "supersedes", "contradicts", "depends_on", "uses", "used_by",
    "owned_by", "blocks", "informs", "part_of", "caused_by", "builds_on",
    "extracted_from", "applied_in", "learned_by", "merged_from", "mentions", "links_to",
]  # fmt: skip

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Instant = Annotated[dt.datetime, msgspec.Meta(tz=True)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""What every reader of JSON and every database holds exactly."""
MOST_EXACT = 2**53 - 1
"""The largest number of which that is so; a larger one in another tool's record is kept as text."""
Days = Annotated[float, msgspec.Meta(gt=0)]
Weight = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
"""Sums of weights stay numbers."""

BELIEVED: tuple[Status, ...] = ("active", "contested")
ALIVE: tuple[Status, ...] = (*BELIEVED, "candidate")

TRUST_ORDER: tuple[Trust, ...] = ("untrusted", "tool", "agent", "human")


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Base of every value: immutable, compared by content, encoded without its defaults.

    `gc=False`: what is frozen holds no cycle, and a store of 100,000 is not walked again at every collection.
    """


class Problem(Value, frozen=True):
    """Bad input, as a value with a place. `line` is 1-based; 0 means the whole file."""

    path: str
    message: str
    line: Count = 0


class Event(Value, frozen=True):
    """One thing somebody said, already redacted and stamped with the trust it deserves.

    `ref` is the citation of the source: a POSIX path relative to the workspace, or one that starts with `~/` or `/` for
    logs kept elsewhere. `line` and `line_end` are 1-based and inclusive. `at` is an aware instant, or None where the
    source gives none (an undated MEMORY.md line), `zone` the clock of the place where the words were said, as `+HH:MM`;
    "" where the source does not tell. `session` is the unit of independence: a conversation's id, or the note's own
    path. `context` holds what the words stand under: headings, then label lines, outermost first. `folder` is the name
    of the folder that an agent's session began to work in, as far as its log tells.
    """

    id: str
    ref: str
    line: int
    line_end: int
    at: dt.datetime | None
    role: Role
    trust: Trust
    text: str
    session: str
    context: tuple[str, ...] = ()
    origin: Origin = "interactive"
    zone: str = ""
    folder: str = ""


class FileReport(Value, frozen=True):
    """What became of one source file: lines == used + sum(skipped.values()), always.

    `state` is new | appended | changed | unchanged | gone. `lines` counts what was read this time (all lines, or the
    appended ones), `total_lines` what the file holds, `records` the entries a log's format has in them. `sha256` is of
    the bytes [0, size). `redacted` counts findings of the guard by kind, `places` gives the first lines they stand on,
    `hidden` among them are stripped invisible characters. `first_at`/`last_at` bound the instants. What a file with a
    `fault` lacks says nothing. `mark` is what to remember of it where a later night goes on with it.
    """

    ref: str
    dialect: str
    state: str
    sha256: str
    size: int
    lines: int = 0
    total_lines: int = 0
    records: int = 0
    used: int = 0
    skipped: dict[str, int] = {}
    human_turns: int = 0
    assistant_texts: int = 0
    redacted: dict[str, int] = {}
    places: dict[str, tuple[int, ...]] = {}
    problems: tuple[Problem, ...] = ()
    first_at: dt.datetime | None = None
    last_at: dt.datetime | None = None
    fault: str = ""
    mark: Watermark | None = None


class Watermark(Value, frozen=True):
    """How far a source was read, journalled: the first `size` bytes and `lines` lines, whose hash is `sha256`.

    `fault` is what was wrong with it since. With `waits_from` nights began with these bytes; what is below waits.
    """

    ref: str
    sha256: str
    size: Count
    lines: Count
    dialect: str
    gone: bool = False
    fault: str = ""
    waits_from: Count = 0


class Support(Value, frozen=True):
    """One piece of evidence: who said it, where, when, in which words.

    `durability` in [0, 1] is how sure extraction was that the words state a lasting truth; `cues` are the marks of
    emphasis found in them. `event` is the id of the event it was cut from, `zone` its zone. `under` holds the headings
    and labels it stands under, outermost first: part of what it says. `is_lent`: it said a fuller statement, which says
    all of this one; it adds evidence, never trust or dates.
    """

    ref: str
    line: Count
    line_end: Count
    session: str
    role: Role
    trust: Trust
    at: Instant | None = None
    origin: Origin = "interactive"
    quote: str = ""
    event: str = ""
    zone: str = ""
    cues: tuple[str, ...] = ()
    durability: Weight = 0.0
    under: tuple[str, ...] = ()
    is_lent: bool = False


class Candidate(Value, frozen=True):
    """An atomic statement cut out of an event, not yet known to deserve lasting.

    Every word of `text` stands in `support.quote` or in the event's context.
    `subject` names the entity it speaks of, "" where none could be told. `days` are words of `text` that name a day by
    when they were said, and that day. `cues` are the marks found: remember, rule, decision, correction, update …
    `confidence` in [0, 1] is how sure the extractor is that the line states a durable truth.
    """

    text: str
    kind: Kind
    subject: str
    support: Support
    confidence: float
    cues: tuple[str, ...] = ()
    domain: str | None = None
    days: tuple[tuple[str, dt.date], ...] = ()


class Fact(Value, frozen=True):
    """One atomic statement that is or was believed, whatever a seed calls it.

    `confidence` is c0 at `verified_at`; what it is worth today is `decay.confidence(fact, clock)`.
    `half_life_days` None means evergreen. `valid_from`/`valid_to` are the world's time. `gate` names
    what let it in (`consolidate.promote.REASONS`), "" for a candidate. `days`: as a candidate's. `archived_because` is
    why the monthly archive put it away, "" for what a human, a night or an undo archived. `scope` is the user or team
    it is private to, or lists them. `about` is the id of its entity where it was written to one: a name may be several.
    `created_at` is when it was written by day, one instant for each; `extra` what another tool's record says besides.
    """

    id: str
    text: str
    entity: str
    kind: Kind
    status: Status
    confidence: Share
    method: Method
    verified_at: Instant
    trust: Trust
    sources: tuple[Support, ...]
    aspect: str | None = None
    domain: str | None = None
    half_life_days: Days | None = 90.0
    last_revalidated: Instant | None = None
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    said_on: dt.date | None = None
    superseded_by: str | None = None
    contradicting: Count = 0
    score: float = 0.0
    gate: str = ""
    archived_because: str = ""
    days: tuple[tuple[str, dt.date], ...] = ()
    agent_id: str = "default"
    visibility: Visibility = "public"
    scope: str = ""
    about: str = ""
    created_by: str = ""
    created_at: Instant | None = None
    extra: dict[str, Any] = {}

    @property
    def is_believed(self) -> bool:
        """Whether it is held true: nothing has replaced it, and it waits for nobody."""
        return self.status in BELIEVED

    @property
    def is_alive(self) -> bool:
        """Whether it is believed, or waits to be."""
        return self.status in ALIVE


class Entity(Value, frozen=True, rename={"type": "entity_type"}):
    """What facts are about. `id` is from type and name; `aliases` are other spellings seen.

    In JSON the type is called `entity_type`: in the journal, `type` is the record's own. `type` is in small letters,
    `type_raw` as it was written where that differs. `properties` are what its type says (`knowledge.registry`), `label`
    its title. `importance`, `access_count` and `last_accessed_at` are another tool's own figures: ours are reckoned.
    `is_bare`: only named, as a relation's end. `extra` is what another tool's record says besides.
    """

    id: str
    name: str
    type: str = "unknown"
    aliases: tuple[str, ...] = ()
    agent_id: str = "default"
    visibility: Visibility = "public"
    scope: str = ""
    type_raw: str = ""
    label: str = ""
    properties: dict[str, Any] = {}
    created_by: str = ""
    created_at: Instant | None = None
    updated_at: Instant | None = None
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    superseded_by: str | None = None
    importance: Share | None = None
    access_count: Count = 0
    last_accessed_at: Instant | None = None
    is_bare: bool = False
    extra: dict[str, Any] = {}


class Edge(Value, frozen=True):
    """A directed, typed connection between two facts or entities, always with its reason.

    `rel_raw` is its type as it was written; where that reads the other way round (`contains`), the ends are turned.
    """

    id: str
    src: str
    dst: str
    rel: Relation
    reason: str
    weight: Weight = 1.0
    rel_raw: str | None = None
    properties: dict[str, Any] = {}
    created_by: str = ""
    created_at: Instant | None = None
    extra: dict[str, Any] = {}


class Merge(Value, frozen=True):
    """Two names of one thing, or two facts that say the same: what is recorded of `merged` is read as `kept`'s.

    `of` is entity | fact. Neither record is rewritten for it; where facts are joined, `kept` gains the evidence of
    the other, and `events` are the events it had not cited before. `score` in [0, 1] is how sure the reason is.
    `is_undone` is the human's word that the two are not the same: no later night joins them again.
    """

    id: str
    kept: str
    merged: str
    reason: str
    of: Literal["entity", "fact"] = "entity"
    kept_name: str = ""
    merged_name: str = ""
    score: Weight = 1.0
    events: tuple[str, ...] = ()
    status_before: Status | None = None
    is_undone: bool = False


class Review(Value, frozen=True):
    """A question only the human can decide. `id` is keyed by both sides' contents.

    `kind` is contradiction | regression | reverify | changed_source | promotion, whose sides are facts, or
    same_entity, whose sides are entities. `decision` is None while open; then a word of `stages.answers.fitting`,
    with `_` for `-`. `words` is what the human wrote beside it: a wording, two scopes, or a note.
    Of a promotion, `gate` names what the candidate passed (`consolidate.promote.REASONS`) and `replaces` are the
    (id, reason) of what it would supersede.
    """

    id: str
    kind: str
    a: str
    reason: str
    b: str | None = None
    slot: str = ""
    a_value: str = ""
    b_value: str = ""
    score: Weight = 0.0
    decision: str | None = None
    decided_by: str | None = None
    decided_at: Instant | None = None
    closed_because: str | None = None
    words: str = ""
    gate: str = ""
    replaces: tuple[tuple[str, str], ...] = ()


class Learned(Value, frozen=True):
    """What the human's own decisions taught: the promotion score's `weights` by signal, and its threshold.

    `decisions` is how many it was learned from. There is one, `id` "learned"; its tombstone brings back ours.
    """

    id: str
    weights: dict[str, Weight]
    min_score: Weight
    decisions: Count


class Statement(Value, frozen=True):
    """What the judge reads of a fact or candidate: its words, when they were written, what they stand under."""

    text: str
    said_on: dt.date | None = None
    kind: Kind = "fact"
    subject: str = ""
    context: tuple[str, ...] = ()


class Quarantined(Value, frozen=True):
    """Text from outside that speaks like an instruction: where it stands, and the words around it."""

    ref: str
    line: Count
    trust: Trust
    words: str


class Night(Value, frozen=True):
    """What one night did, as the page tells it later. Ids only: the journal holds the values.

    `state` is done | partly (a cap stopped it). `begun_at` keeps the offset of the clock it was given. `superseded`
    holds (older, newer) ids. `days` are the dates on which the workspace was first used: the ticks of the idle clock.
    `places` are the first `ref:line` of what was redacted, by kind, `gone` the sources no longer there. `prints` are
    fingerprints of lines it was the first to write, `merged` the ids of its merges. `decided` are the human's batches
    since the last night (`decision:…`, `vouched:…`, `undone:…`), `held` what a cap keeps in MEMORY.md's block, `almost`
    (id, gate) of what was nearly let in, `gaps` (words, times) of what was asked in vain. `reader` names what read
    beside the measures, if anything did. `overflow`: old nights alone.
    """

    id: str
    begun_at: Instant
    state: str = "done"
    days: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    promoted: tuple[str, ...] = ()
    reinforced: tuple[str, ...] = ()
    superseded: tuple[tuple[str, str], ...] = ()
    asked: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    reverified: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    overflow: tuple[str, ...] = ()
    edges: dict[str, Count] = {}
    rejected: dict[str, Count] = {}
    counts: dict[str, Count] = {}
    redacted: dict[str, Count] = {}
    places: dict[str, tuple[str, ...]] = {}
    quarantined: tuple[Quarantined, ...] = ()
    gone: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    stops: tuple[str, ...] = ()
    prints: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    almost: tuple[tuple[str, str], ...] = ()
    gaps: tuple[tuple[str, Count], ...] = ()
    reader: str = ""
    undone: bool = False
