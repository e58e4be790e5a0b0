"""One dispatch from the actions of seed 000 to the memory: arguments in, JSON-ready values out. Knows no transport."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from noctuary import recalls
from noctuary.access import ANYONE, Asker
from noctuary.errors import NoctuaryError
from noctuary.index import Index
from noctuary.knowledge import asking, extracting, measures, showing
from noctuary.knowledge.actions import ACTIONS
from noctuary.knowledge.export import export
from noctuary.knowledge.registry import KnowledgeError, check, name_of, relation_named, type_named
from noctuary.knowledge.showing import Shown
from noctuary.model import Entity, Fact
from noctuary.settings import Workspace
from noctuary.writing import (
    Allowed,
    NewEntity,
    NewObservation,
    NewRelation,
    Writer,
    WriteRefused,
    Written,
    changing,
    finding,
    making,
)
from noctuary.writing.draft import Draft
from noctuary.writing.finding import uuid_of

MOST = 1_000


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class KnowledgeAPI:
    """The actions over one writer, for one asker. Thread-safe."""

    def __init__(self, writer: Writer, asker: Asker = ANYONE, *, clock: Callable[[], dt.datetime] = _utc_now) -> None:
        self.writer, self.asker, self.clock = writer, asker, clock

    @classmethod
    def open(
        cls, workspace: Workspace, asker: Asker = ANYONE, *, clock: Callable[[], dt.datetime] = _utc_now
    ) -> KnowledgeAPI:
        """The API over a writer of its own."""
        return cls(Writer(workspace), asker, clock=clock)

    def close(self) -> None:
        """Let the index go."""
        self.writer.close()

    def dispatch(self, action: str, /, **args: Any) -> dict[str, Any]:
        """Do one action. Raises KnowledgeError: code, message and hint."""
        known = ACTIONS.get(action)
        if known is None:
            raise KnowledgeError("unknown_action", f"{action!r} is no action", f"use one of {', '.join(ACTIONS)}")
        given = known.checked(args)
        try:
            found: dict[str, Any] = getattr(self, f"_{action}")(**given)
            return found
        except WriteRefused as error:
            raise KnowledgeError(error.code, f"{error.resource}: {error.what}", error.mend) from error
        except KnowledgeError:
            raise
        except NoctuaryError as error:
            raise KnowledgeError(
                "failed", str(error).rpartition(";")[0], str(error).rpartition(";")[2].strip()
            ) from error

    def _create_entity(
        self,
        type: str,
        label: str = "",
        name: str = "",
        properties: dict[str, Any] | None = None,
        observations: list[str] | None = None,
        source_session: str = "",
        visibility: Any = "public",
        team: str = "",
        allowed_agents: Sequence[str] = (),
        allowed_users: Sequence[str] = (),
        valid_from: dt.date | None = None,
        valid_to: dt.date | None = None,
        dry_run: bool = False,
    ) -> dict[str, Any]:
        kind = type_named(type, self.writer.workspace.settings.knowledge.types)
        if not label.strip():
            raise KnowledgeError("missing_label", "label is missing", "give it a title that a human can read")
        warnings = check(kind, properties or {})
        new = NewEntity(
            name=name or name_of(label),
            type=kind,
            label=label,
            properties=properties or {},
            visibility=visibility,
            team=team,
            allowed=Allowed(agents=tuple(allowed_agents), users=tuple(allowed_users)),
            observations=tuple(observations or ()),
            session=source_session,
            valid_from=valid_from,
            valid_to=valid_to,
        )

        def make(draft: Draft) -> tuple[Entity, bool]:
            return making.entity(draft, new if name else self._unlike(draft, new))

        (one, is_new), told = self.writer.call(make, self.asker, self.clock(), dry_run=dry_run)
        if not is_new and observations:
            warnings.append("it exists: its observations were not added, use add_observation")
        answer = {"entityId": one.id, "uuid": uuid_of(one.id), "name": one.name, "type": showing.type_of(one)}
        return answer | {"created": is_new} | _told(told, warnings)

    def _unlike(self, draft: Draft, new: NewEntity) -> NewEntity:
        """The entity under a name of its own: another label that makes the same name has a number behind it."""
        for number in range(1, MOST):
            name = new.name if number == 1 else f"{new.name}-{number}"
            found = [one for one in finding.entities(draft, f"{new.type.lower()}:{name}") if one.name == name]
            if not found or found[0].label == new.label:
                return replace(new, name=name)
        raise KnowledgeError("too_many", f"{MOST} entities are called {new.name!r}", "give this one a name")

    def _add_observation(
        self,
        entity: str,
        content: str,
        source_session: str = "",
        added_by: str = "",
        visibility: Any = None,
        team: str = "",
        allowed_agents: Sequence[str] = (),
        allowed_users: Sequence[str] = (),
        valid_from: dt.date | None = None,
        valid_to: dt.date | None = None,
        dry_run: bool = False,
    ) -> dict[str, Any]:
        new = NewObservation(
            about=entity,
            text=content,
            session=source_session,
            added_by=added_by,
            visibility=visibility,
            team=team,
            allowed=Allowed(agents=tuple(allowed_agents), users=tuple(allowed_users)),
            valid_from=valid_from,
            valid_to=valid_to,
        )
        told = self.writer.observe([new], self.asker, self.clock(), dry_run=dry_run)
        several = "it holds several sentences: one fact an observation can be ended alone"
        warnings = [several] if extracting.is_several(content) else []
        answer = {"observationId": told.ids[0], "uuid": uuid_of(told.ids[0]), "created": told.created[0]}
        return answer | _told(told, warnings)

    def _create_relation(
        self,
        src: str,
        dst: str,
        type: str,
        properties: dict[str, Any] | None = None,
        reason: str = "",
        dry_run: bool = False,
    ) -> dict[str, Any]:
        label = relation_named(type)
        to_type = {"EXTRACTED_FROM": "session", "APPLIED_IN": "task"}.get(label, "unknown")

        def make(draft: Draft) -> tuple[Any, bool]:
            ends = [self._end(draft, src, "unknown"), self._end(draft, dst, to_type)]
            new = NewRelation(src=ends[0], dst=ends[1], type=label, properties=properties or {}, reason=reason)
            return making.relation(draft, new)

        (edge, is_new), told = self.writer.call(make, self.asker, self.clock(), dry_run=dry_run)
        return {"relationId": edge.id, "uuid": uuid_of(edge.id), "type": label, "created": is_new} | _told(told)

    def _end(self, draft: Draft, ref: str, to_type: str) -> str:
        """The id at an end; an agent, a session or a task needs no record before something is related to it."""
        kind, _, plain = ref.partition(":")
        kind = kind.lower() if plain and kind.lower() in ("agent", "session", "task") else ""
        found = finding.entities(draft, ref)
        if len(found) == 1:
            return found[0].id
        if not found and (kind or to_type != "unknown"):
            named = NewEntity(name=plain if kind else ref, type=(kind or to_type).capitalize(), is_bare=True)
            return making.entity(draft, named)[0].id
        return finding.entity(draft, ref, "entity").id

    def _query_semantic(
        self,
        query: str,
        limit: int = 5,
        filters: dict[str, Any] | None = None,
        min_similarity: float = 0.0,
        requesting_agent: str = "",
        visibility_filter: bool = True,
    ) -> dict[str, Any]:
        asker = self.asker
        if requesting_agent and not asker.agent:
            asker = replace(asker, agent=requesting_agent)
        now = self.clock()
        with self._reading(asker, now) as index:
            wanted = min(limit, MOST), filters or {}, min_similarity
            told = asking.semantic(index, asker, now, query, *wanted, self._uses(now))
        self._used(query, ((one["entity"]["id"], one["similarity"]) for one in told["results"]), now)
        return told

    def _query_graph(
        self,
        start_entity: str,
        relation_types: list[str] | None = None,
        return_types: list[str] | None = None,
        direction: str = "both",
    ) -> dict[str, Any]:
        return self._walked(start_entity, relation_types, 1, return_types, direction, "bfs")

    def _traverse(
        self,
        start_entity: str,
        relation_types: list[str] | None = None,
        max_depth: int = 3,
        filter: dict[str, Any] | None = None,
        direction: str = "both",
        order: str = "bfs",
    ) -> dict[str, Any]:
        return self._walked(start_entity, relation_types, max_depth, (filter or {}).get("types"), direction, order)

    def _walked(
        self, ref: str, relations: list[str] | None, depth: int, types: list[str] | None, direction: str, order: str
    ) -> dict[str, Any]:
        now = self.clock()
        with self._reading(self.asker, now) as index:
            start = finding.entity(self._draft(index, now), ref)
            return asking.walk(index, now, start, relations or (), depth, types or (), direction, order)

    def _query_temporal(
        self,
        as_of: dt.date | None = None,
        since: dt.date | None = None,
        until: dt.date | None = None,
        types: list[str] | None = None,
        query: str = "",
        limit: int = 50,
    ) -> dict[str, Any]:
        now = self.clock()
        first, last = (as_of, as_of) if as_of else (since or dt.date.min, until or now.date())
        with self._reading(self.asker, None) as index:
            return asking.temporal(index, now, first, last, types or (), query, min(limit, MOST))

    def _extract_from_session(
        self,
        session_id: str,
        entity_types: list[str] | None = None,
        auto_link: bool = True,
        thoughts: list[str] | None = None,
        dry_run: bool = False,
    ) -> dict[str, Any]:
        found, told = extracting.extract(
            self.writer, self.asker, self.clock(), session_id, entity_types or [], auto_link, thoughts, dry_run
        )
        return found | _told(told)

    def _invalidate_fact(
        self,
        fact: str,
        superseded_by: str = "",
        valid_to: dt.date | None = None,
        reason: str = "",
        dry_run: bool = False,
    ) -> dict[str, Any]:
        told = self.writer.invalidate(
            fact,
            self.asker,
            self.clock(),
            superseded_by=superseded_by,
            valid_to=valid_to,
            reason=reason,
            dry_run=dry_run,
        )
        return {"id": told.ids[0], "superseded_by": superseded_by or None} | _told(told)

    def _merge_entities(self, keep: str, merge: list[str], reason: str = "", dry_run: bool = False) -> dict[str, Any]:
        def make(draft: Draft) -> tuple[str, tuple[str, ...]]:
            return finding.entity(draft, keep).id, changing.join(draft, keep, merge, reason)

        (kept, merges), told = self.writer.call(make, self.asker, self.clock(), dry_run=dry_run)
        return {"kept": kept, "merged": len(merges), "merges": list(merges)} | _told(told)

    def _share(
        self,
        ref: str,
        visibility: Any = "public",
        team: str = "",
        allowed_agents: Sequence[str] = (),
        allowed_users: Sequence[str] = (),
        dry_run: bool = False,
    ) -> dict[str, Any]:
        allowed = Allowed(agents=tuple(allowed_agents), users=tuple(allowed_users))
        told = self.writer.share(
            ref, self.asker, self.clock(), visibility=visibility, team=team, allowed=allowed, dry_run=dry_run
        )
        return {"id": told.ids[0], "visibility": visibility} | _told(told)

    def _export(
        self, format: str, filters: dict[str, Any] | None = None, include_expired: bool = False
    ) -> dict[str, Any]:
        now = self.clock()
        with self._reading(self.asker, now) as index:
            types = (filters or {}).get("types", ())
            return export(Shown(index, now.date()), format, types, expired=include_expired)

    def _stats(self) -> dict[str, Any]:
        now = self.clock()
        with self._reading(self.asker, now) as index:
            return measures.stats(index, now)

    def _prime(self, limit: int = 15) -> dict[str, Any]:
        now = self.clock()
        with self._reading(self.asker, now) as index:
            return asking.prime(index, now, min(limit, MOST), self._uses(now))

    def _get_entity(self, entity: str, include_expired: bool = False) -> dict[str, Any]:
        now = self.clock()
        with self._reading(self.asker, now) as index:
            shown = Shown(index, now.date(), self._uses(now))
            one = finding.entity(self._draft(index, now), entity)
            said: list[Fact] = shown.said([one.id], expired=include_expired).get(one.id, [])
            told = {
                "entity": showing.entity(shown.counted(one)),
                "observations": [showing.observation(fact, shown.on) for fact in said],
                "relations": [showing.relation(edge) for edge in shown.edges([one.id])],
            }
        self._used(one.name, [(one.id, 1.0)], now)
        return told

    def _list_entities(
        self, type: str = "", limit: int = 50, offset: int = 0, include_expired: bool = False, recent: bool = False
    ) -> dict[str, Any]:
        now = self.clock()
        with self._reading(self.asker, now) as index:
            found = Shown(index, now.date(), self._uses(now)).entities(expired=include_expired)
            found = [one for one in found if not type or one.type == type.strip().lower()]
            found = sorted(found, key=_changed_at, reverse=True) if recent else found
            page = found[offset : offset + min(limit, MOST)]
            return {"total": len(found), "entities": [showing.entity(one) for one in page]}

    def _uses(self, now: dt.datetime) -> showing.Uses:
        return recalls.uses(self.writer.workspace.derived, now)

    def _used(self, query: str, found: Iterable[tuple[str, float]], now: dt.datetime) -> None:
        """Count a reading of entities that were asked for; what a walk, a list or an export passes by is not."""
        if self.writer.workspace.settings.search.log_recalls:
            recalls.log(self.writer.workspace.derived, query, found, now, by="knowledge")

    @contextmanager
    def _reading(self, asker: Asker, now: dt.datetime | None) -> Iterator[Index]:
        with self.writer.reading(asker, now) as index:
            yield index

    def _draft(self, index: Index, now: dt.datetime) -> Draft:
        return Draft(self.writer.workspace, index, self.asker, now, self.writer.trust)


def _changed_at(one: Entity) -> float:
    at = one.updated_at or one.created_at
    return at.timestamp() if at else 0.0


def _told(told: Written, warnings: list[str] | None = None) -> dict[str, Any]:
    """What every writing action says besides: how to undo it, what was taken out, what is odd."""
    more: dict[str, Any] = {"undo": f"noctuary undo {told.batch}"} if told.batch else {}
    more |= {"redacted": told.redacted} if told.redacted else {}
    more |= {"warnings": [*told.warnings, *(warnings or ())]} if warnings or told.warnings else {}
    return more | ({"dry_run": True} if told.dry_run else {})
