"""Bringing other tools' memory graphs into the journal, as one batch that `undo` takes back. Judges nothing.

What is imported is believed until a night's judge or a human says otherwise; it replaces nothing by itself.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from noctuary.consolidate.decay import half_life
from noctuary.extraction.by_day import withheld_by_day
from noctuary.holding import held
from noctuary.journal import State, replay
from noctuary.journal.calls import is_forgotten
from noctuary.local_time import zone
from noctuary.model import Edge, Entity, Fact, Support, Trust, Value, edge_id, entity_id, fact_ids, fold, tagged
from noctuary.settings import Workspace
from noctuary.sources.graphs import Account, GraphFile, Named, Tie, Told, meant, read_graph
from noctuary.sources.graphs.whose import as_told, described, held_by, named_in_private
from noctuary.sources.where import ref_of, safe_ref
from noctuary.stages.evidence import trust_of, worth
from noctuary.stages.left import IMPORT, SaidBefore, audience, heard
from noctuary.stages.left import told as heard_as
from noctuary.stages.write import write
from noctuary.text.days import day_of

_DELETED = "was deleted here and stays so; `noctuary undo` the call that deleted it to have it back"
_OF_PROPERTY = {"of_property": True}
_TARGETS = {"extracted_from": "session", "applied_in": "task"}
"""What such a relation leads to where no record describes it."""


class Brought(Value, frozen=True, omit_defaults=False):
    """One file's account and what it brought.

    `entities` are its names, `merged` records under a name it had before, `respelled` those that differ from one
    only in case or signs. Facts and relations are new, or
    known: said before in this import, or standing in the journal; a known fact may gain a source (`reinforced`).
    `ended` counts facts that are over by the file's own account, `closed` those that it does not give to everybody.
    """

    account: Account
    entities: int = 0
    merged: int = 0
    respelled: int = 0
    facts: dict[str, int] = msgspec.field(default_factory=lambda: {"new": 0, "known": 0, "reinforced": 0})
    relations: dict[str, int] = msgspec.field(default_factory=lambda: {"new": 0, "known": 0})
    ended: int = 0
    closed: int = 0


class Imported(Value, frozen=True, omit_defaults=False):
    """What an import did, or would do. `batch` is "" where nothing was new; counts are of records written."""

    batch: str
    dry_run: bool
    files: tuple[Brought, ...]
    facts: int = 0
    entities: int = 0
    relations: int = 0


def bring(
    workspace: Workspace, paths: Sequence[Path], now: dt.datetime, trust: Trust = "agent", *, dry_run: bool = False
) -> Imported:
    """Import graph files, all or nothing, as one batch. A file that is no graph is refused and the rest comes in.

    Raises NightBusy where a night holds the workspace. A dry run writes no byte.
    """
    with contextlib.nullcontext() if dry_run else held(workspace):
        state = replay(workspace.journal)
        taking = _Import(workspace, state, now, trust)
        files = taking.files(paths)
        changed = taking.changed()
        batch = _batch(state, files) if changed else ""
        if changed and not dry_run:
            write(workspace, state, changed, now, batch)
    return Imported(
        batch=batch,
        dry_run=dry_run,
        files=tuple(files),
        facts=sum(isinstance(value, Fact) for value in changed),
        entities=sum(isinstance(value, Entity) for value in changed),
        relations=sum(isinstance(value, Edge) for value in changed),
    )


def _batch(state: State, files: Sequence[Brought]) -> str:
    """A name from the files' contents, with a number where a batch has it already."""
    contents = " ".join(sorted(one.account.sha256 for one in files))
    name = IMPORT + hashlib.blake2b(contents.encode(), digest_size=4).hexdigest()
    number = 1
    while (numbered := f"{name}-{number}" if number > 1 else name) in state.touched:
        number += 1
    return numbered


class _Import:
    """The working copies while files are taken in, one after the other."""

    def __init__(self, workspace: Workspace, state: State, now: dt.datetime, trust: Trust) -> None:
        self.root = Path(os.path.abspath(workspace.root))
        self.decay, self.guard = workspace.settings.decay, workspace.settings.guard
        self.state = state
        self.now = now.astimezone(dt.UTC)
        self.trust = trust
        self.facts = dict(state.facts)
        self.entities = dict(state.entities)
        self.edges = dict(state.edges)
        self.by_name = {fold(one.name): key for key, one in sorted(state.entities.items(), reverse=True)}
        self.by_name |= {fold(one.name): key for key, one in state.entities.items() if key == entity_id(one.name)}
        self.heard: set[str] = set()
        self.before = SaidBefore(state, zone(workspace))

    def files(self, paths: Sequence[Path]) -> list[Brought]:
        """Every file in order; all entities first, since a relation may lead into a later file."""
        read = [self.read(path) for path in paths]
        self.refuse_copies(read)
        named = [_Names(self, file) for file in read]
        return [self.take(names) for names in named]

    def read(self, path: Path) -> GraphFile:
        ref = ref_of(Path(os.path.abspath(path)), self.root)
        return read_graph(path, safe_ref(ref), self.guard)

    def refuse_copies(self, files: list[GraphFile]) -> None:
        first: dict[str, str] = {}
        for file in files:
            if file.kept and file.sha256 in first:
                file.refuse(file.dialect, "copy", f"the same bytes as {first[file.sha256]}; name one of them")
            first.setdefault(file.sha256, file.ref)

    def take(self, names: _Names) -> Brought:
        file = names.file
        facts = {"new": 0, "known": 0, "reinforced": 0}
        relations = {"new": 0, "known": 0}
        for number, told in file.parts(Told):
            if what := self.fact(names, number, told):
                facts[what] += 1
        for number, tie in file.parts(Tie):
            if what := self.edge(names, number, tie):
                relations[what] += 1
        account = file.account()
        return Brought(
            account=account,
            entities=names.count,
            merged=names.merged,
            respelled=names.respelled,
            facts=facts,
            relations=relations,
            ended=sum(told.terms.is_over(self.now.date()) for _, told in file.parts(Told)),
            closed=sum(told.terms.audience != () for _, told in file.parts(Told)),
        )

    def entity(self, named: Named) -> str:
        """The id under which an entity now stands; a known one learns its type and aliases.

        One that is named for all to read is for all to read, whoever else keeps it to themselves.
        """
        key = self.key_of(named)
        self.by_name.setdefault(fold(named.name), key)
        known = self.entities.get(key) or held_by(described(key, named), named.terms)
        if not named.terms.audience:
            known = held_by(known, named.terms)
        kind = named.type if known.type == "unknown" else known.type
        spellings = dict.fromkeys((*known.aliases, named.name, named.alias))
        aliases = tuple(one for one in spellings if one and one != known.name)
        raw = named.type_raw if kind == named.type else known.type_raw
        self.entities[key] = replace(known, type=kind, type_raw=raw, aliases=aliases, is_bare=False)
        return key

    def key_of(self, named: Named) -> str:
        """The id of an entity: that of its name, or one of its own where the name is another type's already."""
        key = self.by_name.get(fold(named.name), entity_id(named.name))
        known = self.entities.get(key)
        if known is None or known.is_bare or "unknown" in (known.type, named.type) or known.type == named.type:
            return key
        return entity_id(named.name, named.type)

    def fact(self, names: _Names, number: int, told: Told) -> str:
        """What became of an observation: new, known or reinforced; "" where it was left out after all."""
        about = names.find(told.about, told.about_type) if told.about else ""
        if told.about and fold(told.about) in names.gone:
            names.file.leave(number, "deleted", _DELETED)
            return ""
        if told.about and not about:
            names.file.leave(number, "dangling", f"no entity is called {told.about!r}; add it or mend the name")
            return ""
        if (begun := told.terms.valid_from) and (end := told.terms.valid_to) and end < begun:
            names.file.leave(number, "dates", f"it would end on {end}, before it begins on {begun}; mend its days")
            return ""
        entity = self.entities[about].name if about else ""
        is_homonym = bool(about) and self.by_name.get(fold(entity)) != about
        key, other = fact_ids(told.text, entity, told.terms.audience, about)
        if (said := self.facts.get(key)) and (said.about or self.by_name.get(fold(entity), "")) != about:
            key = other
        if is_forgotten(self.state, "observation", key):
            names.file.leave(number, "deleted", _DELETED)
            return ""
        known = self.facts.get(key)
        is_over = told.terms.is_over(self.now.date())
        if known and not known.is_alive and not is_over and key not in self.state.facts:
            known = replace(known, status="active", valid_to=told.terms.valid_to)
        if known and is_over:
            names.file.leave(number, "ended")
            return ""
        support = self.support(names.file.ref, key, told)
        if support.event in self.heard:
            return "known"
        self.heard.add(support.event)
        made = self.new(key, told, entity, support)
        made = replace(made, about=about if is_homonym else "", extra=_OF_PROPERTY if told.is_property else {})
        is_agents = self.trust != "human" and not is_over
        if is_agents and (why := self.before.why(made, self.entities.get(about), known)):
            self.keep(why.fact, made, support)
            if why.fact.id == key and why.fact.status == "candidate":
                return "reinforced"
            names.file.leave(number, why.fact.status, heard_as(why))
            return ""
        if known and not known.is_alive:
            names.file.leave(number, known.status)
            return ""
        self.facts[key] = self.with_support(known, support) if known else made
        if is_agents and (known is None or known.status == "candidate") and withheld_by_day(told.text):
            self.facts[key] = replace(self.facts[key], status="candidate")
        has_more = known is not None and len(self.facts[key].sources) > len(known.sources)
        return "new" if known is None else "reinforced" if has_more else "known"

    def keep(self, left: Fact, made: Fact, support: Support) -> None:
        """Let what says again what was left be one more voice for it; for other readers a candidate of its own."""
        if audience(left) == audience(made):
            self.facts[left.id] = replace(self.facts[left.id], sources=heard(self.facts[left.id], support))
        elif made.id not in self.facts:
            self.facts[made.id] = replace(made, status="candidate")

    def support(self, ref: str, key: str, told: Told) -> Support:
        return Support(
            ref=ref,
            line=told.line,
            line_end=told.line_end,
            session=ref,
            role="note",
            trust=self.trust,
            at=told.at,
            quote=told.quote,
            event=tagged("event", "import", ref, key),
        )

    def new(self, key: str, told: Told, entity: str, support: Support) -> Fact:
        bare = Fact(
            id=key,
            text=told.text,
            entity=entity,
            kind=told.kind,
            status="active",
            confidence=0.0,
            method="single-source",
            verified_at=self.now if told.at is None else min(self.now, told.at),
            trust=self.trust,
            sources=(),
            half_life_days=half_life(told.kind, None, self.decay),
        )
        return self.with_support(as_told(held_by(bare, told.terms), told.terms, self.now.date()), support)

    def with_support(self, fact: Fact, support: Support) -> Fact:
        """The fact with one more source, or with that source as it now stands; itself where nothing changes."""
        if support in fact.sources:
            return fact if fact.status != "candidate" else replace(fact, status="active")
        supports = (*(one for one in fact.sources if one.event != support.event), support)
        c0, how = worth(supports, fact.contradicting)
        day = day_of(support, None)
        begun = min(filter(None, (fact.valid_from, day)), default=None)
        return replace(
            fact,
            status="active" if fact.status == "candidate" else fact.status,
            sources=supports,
            confidence=c0,
            method=how,
            trust=trust_of(supports),
            verified_at=max(fact.verified_at, min(self.now, support.at or fact.verified_at)),
            said_on=max(filter(None, (fact.said_on, day)), default=None),
            valid_from=min(begun, fact.valid_to) if begun and fact.valid_to else begun,
        )

    def edge(self, names: _Names, number: int, tie: Tie) -> str:
        """What became of a relation: new or known; "" where it was left out.

        An edge has no end of its own and is seen by all who see what it joins: what is over or private is left out.
        """
        is_private = tie.terms.visibility != "public"
        if is_private or tie.terms.is_over(self.now.date()):
            names.file.leave(number, "private" if is_private else "ended")
            return ""
        rel, is_reversed = meant(tie.label)
        ends = names.end(tie.src), names.end(tie.dst, _TARGETS.get(rel, "unknown"))
        if not all(ends):
            names.file.leave(number, "deleted", _DELETED)
            return ""
        if ends[0] == ends[1]:
            names.file.leave(number, "self_relation", "a relation of something to itself says nothing; delete it")
            return ""
        src, dst = reversed(ends) if is_reversed else ends
        is_known_word = rel != "related_to" or not tie.label
        key = edge_id(src, dst, rel if is_known_word else tie.label.lower())
        if key in self.edges and (self.edges[key].rel_raw or "") != tie.label:
            key = tagged("edge", src, dst, rel, tie.label)
        if is_forgotten(self.state, "relation", key):
            names.file.leave(number, "deleted", _DELETED)
            return ""
        if key in self.edges:
            return "known"
        self.edges[key] = Edge(
            id=key,
            src=src,
            dst=dst,
            rel=rel,
            reason=f"imported relation {tie.label}".strip(),
            weight=tie.weight,
            rel_raw=tie.label or None,
            properties=tie.properties,
        )
        return "new"

    def changed(self) -> list[Value]:
        """Every record that is not what the journal has, in a fixed order."""
        self.entities |= named_in_private(self.entities, self.state.entities, self.facts.values(), self.by_name)
        found: list[Value] = []
        pairs: tuple[tuple[dict[str, Value], dict[str, Value]], ...] = (
            (self.entities, self.state.entities),
            (self.facts, self.state.facts),
            (self.edges, self.state.edges),
        )  # type: ignore[assignment]
        for now, before in pairs:
            found += [now[key] for key in sorted(now) if now[key] != before.get(key)]
        return found


class _Names:
    """What one file calls its entities: by name, by key, in any spelling that folds to the same."""

    def __init__(self, taking: _Import, file: GraphFile) -> None:
        self.taking = taking
        self.file = file
        self.merged = self.respelled = 0
        self.types: dict[str, dict[str, Named]] = {}
        self.keys: dict[str, str] = {}
        self.gone: set[str] = set()
        for number, named in file.parts(Named):
            self.add(named)
            if fold(named.name) in self.gone:
                file.leave(number, "deleted", _DELETED)

    def add(self, named: Named) -> None:
        first = self._same(named)
        if first is not named:
            self.merged += named.name in self.keys
            self.respelled += named.name not in self.keys
        if is_forgotten(self.taking.state, "entity", self.taking.key_of(named)):
            self.gone |= {fold(end) for end in (named.name, *named.keys)}
            return
        key = self.taking.entity(named)
        for end in (named.name, *named.keys):
            self.keys.setdefault(end, key)
        self.keys[f"{named.type}:{named.name}"] = key

    def _same(self, named: Named) -> Named:
        """The first record of this name and type in the file; one without a type is of any."""
        kinds = self.types.setdefault(fold(named.name), {})
        other = "unknown" if named.type != "unknown" else next(iter(kinds), "unknown")
        return kinds.get(other) or kinds.setdefault(named.type, named)

    @property
    def count(self) -> int:
        """How many entities the file names."""
        return sum(map(len, self.types.values()))

    def find(self, end: str, kind: str = "") -> str:
        """The id of the entity an end leads to, of this type where several have the name; "" for none."""
        if fold(end) in self.gone:
            return ""
        return self.keys.get(f"{kind}:{end}") or self.keys.get(end) or self.taking.by_name.get(fold(end), "")

    def end(self, end: str, kind: str = "unknown") -> str:
        """The id at a relation's end; one that nobody describes is named from now on. "" for one that was deleted."""
        if found := self.find(end):
            return found
        if fold(end) in self.gone or is_forgotten(self.taking.state, "entity", entity_id(end)):
            return ""
        named = Named(name=end, type=kind)
        key = self.taking.by_name.setdefault(fold(end), entity_id(end))
        self.taking.entities[key] = replace(described(key, named), is_bare=True)
        return key
