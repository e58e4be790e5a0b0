"""The nine operations with the semantics of @modelcontextprotocol/server-memory, over the journal and the index.

Names are met exactly, statements kept word for word; what exists is passed over in silence, a name nobody knows is an
error where the reference makes it one. What is deleted gets a tombstone: no restart, rebuild or import brings it back.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from noctuary.access import ANYONE, Asker
from noctuary.arguments import first_wrong
from noctuary.errors import NoctuaryError
from noctuary.index import records
from noctuary.memory_tool import types
from noctuary.memory_tool.graph import View, relation_of
from noctuary.memory_tool.mirror import Mirror
from noctuary.memory_tool.tools import LONGEST_QUERY, PAGED, PAGES, PREFIX, TOOLS
from noctuary.memory_tool.types import Entity, Graph, Relation, Removed
from noctuary.model import Edge, Fact
from noctuary.model import Entity as Known
from noctuary.settings import Workspace
from noctuary.writing import NewEntity, NewObservation, NewRelation, Writer, WriteRefused, changing, finding, making
from noctuary.writing.draft import Draft

T = TypeVar("T")


class MemoryToolError(NoctuaryError):
    """A call that cannot be carried out; `plain` is what the reference server would say."""

    exit_code = 2

    def __init__(self, plain: str, mend: str) -> None:
        super().__init__("memory", plain, mend)
        self.plain = plain


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class MemoryTool:
    """The operations over one writer, for one asker. Thread-safe.

    `mirror` is a memory.jsonl that is kept in step with the memory, None for none.
    """

    def __init__(
        self,
        writer: Writer,
        asker: Asker = ANYONE,
        *,
        clock: Callable[[], dt.datetime] = _utc_now,
        mirror: Mirror | None = None,
    ) -> None:
        self.writer, self.asker, self.clock, self.mirror = writer, asker, clock, mirror
        self._makes_stubs = writer.workspace.settings.memory_tool.unknown_ends == "stub"

    @classmethod
    def open(
        cls, workspace: Workspace, asker: Asker = ANYONE, *, memory_file_path: str | None = None,
        clock: Callable[[], dt.datetime] = _utc_now,
    ) -> MemoryTool:  # fmt: skip
        """The tool over a writer of its own; what a memory file named by argument, environment or setting holds that
        the memory does not, comes in first."""
        mirror = Mirror.named(workspace, memory_file_path)
        tool = cls(Writer(workspace), asker, clock=clock, mirror=mirror)
        if mirror:
            tool._take_in(mirror)
        return tool

    def close(self) -> None:
        """Let the index go."""
        self.writer.close()

    def create_entities(self, entities: Sequence[Any]) -> list[Entity]:
        """The new ones; a name that exists, here or earlier in the list, is passed over."""
        wanted = _checked(entities, types.ENTITIES, "entities")

        def make(draft: Draft) -> list[Entity]:
            draft.expect((one.name, one.entityType) for one in wanted)
            made: list[Entity] = []
            for one in wanted:
                known = _find(draft, one.name)
                if known and not known.is_bare:
                    continue
                new = NewEntity(
                    name=one.name, type=one.entityType, observations=tuple(one.observations), is_exact=True
                )  # fmt: skip
                before = len(draft.warnings)
                found, _ = making.entity(draft, new)
                texts = [each.text for each in draft.said.get(found.id, ())]
                told: Entity = {
                    "name": found.name, "entityType": found.type_raw or found.type, "observations": texts
                }  # fmt: skip
                made.append(told | _warned(draft, before))
            return made

        return self._write(make)

    def create_relations(self, relations: Sequence[Any]) -> list[Relation]:
        """The new ones. A name nobody knows becomes an end without a type, or is an error (`unknown_ends`)."""
        wanted = _checked(relations, types.RELATIONS, "relations")

        def make(draft: Draft) -> list[Relation]:
            if not self._makes_stubs:
                for one in wanted:
                    _known(draft, one.src)
                    _known(draft, one.to)
            made: list[Relation] = []
            for one in wanted:
                ends = [found.id if (found := _find(draft, end)) else end for end in (one.src, one.to)]
                new = NewRelation(src=ends[0], dst=ends[1], type=one.relationType, stubs=True, is_exact=True)
                if making.relation(draft, new)[1]:
                    made.append({"from": one.src, "to": one.to, "relationType": one.relationType})
            return made

        return self._write(make)

    def add_observations(self, observations: Sequence[Any]) -> list[dict[str, Any]]:
        """Of each entity, what was added: {entityName, addedObservations}; what it has already is passed over."""
        wanted = _checked(observations, types.ADDED, "observations")

        def make(draft: Draft) -> list[dict[str, Any]]:
            made: list[dict[str, Any]] = []
            for one in wanted:
                about = _known(draft, one.entityName)
                about = about if draft.entity(about.id) else making.described(draft, about)
                added: list[str] = []
                before = len(draft.warnings)
                for text in one.contents:
                    said = NewObservation(about=about.id, text=text, is_exact=True)
                    fact, is_new = making.statement(draft, about, said)
                    added += [fact.text] if is_new else []
                made.append({"entityName": one.entityName, "addedObservations": added} | _warned(draft, before))
            return made

        return self._write(make)

    def delete_entities(self, entityNames: Sequence[str]) -> Removed:
        """Entities with all that is said of them and their relations; names nobody knows are passed over.

        A name that only relations know is known: these go.
        """
        names = _checked(entityNames, types.NAMES, "entityNames")

        def forget(draft: Draft) -> list[str]:
            found = {name: one for name in names if (one := _find(draft, name))}
            changing.forget(draft, entities=list({one.id: one for one in found.values()}.values()))
            return [name for name in names if name not in found]

        missing = self._write(forget)
        count = f"Deleted {len(names) - len(missing)} of {len(names)} entities. Not found: {', '.join(missing)}"
        return Removed(success=True, message=count if missing else "Entities deleted successfully")

    def delete_observations(self, deletions: Sequence[Any]) -> Removed:
        """Exact statements of entities; what is not there is passed over."""
        wanted = _checked(deletions, types.DELETIONS, "deletions")

        def forget(draft: Draft) -> tuple[int, list[str]]:
            going: dict[str, Fact] = {}
            missing: list[str] = []
            for one in wanted:
                about = _find(draft, one.entityName)
                if about is None or about.is_bare:
                    missing.append(one.entityName)
                    continue
                told = records.facts_of(draft.index.db, [about.id])
                going |= {
                    fact.id: fact
                    for fact in told
                    if fact.text in one.observations and _is_told(fact) and draft.sees(fact)
                }
            changing.forget(draft, going.values())
            return len(going), missing

        count, missing = self._write(forget)
        asked = sum(len(one.observations) for one in wanted)
        if count == asked:
            return Removed(success=True, message="Observations deleted successfully")
        lost = f" Entities not found: {', '.join(missing)}" if missing else ""
        return Removed(success=True, message=f"Deleted {count} of {asked} observations.{lost}")

    def delete_relations(self, relations: Sequence[Any]) -> Removed:
        """Exact triples; what is not there is passed over."""
        wanted = _checked(relations, types.RELATIONS, "relations")

        def forget(draft: Draft) -> int:
            going: dict[str, Edge] = {}
            for one in wanted:
                ends = [_find(draft, end) for end in (one.src, one.to)]
                if all(ends):
                    ids = (ends[0].id, ends[1].id)  # type: ignore[union-attr]
                    near = records.edges_at(draft.index.db, [ids[0]])
                    going |= {
                        edge.id: edge for edge in near if relation_of(edge, draft.index) == (*ids, one.relationType)
                    }
            changing.forget(draft, edges=going.values())
            return len(going)

        count = self._write(forget)
        told = f"Deleted {count} of {len(wanted)} relations. The rest matched nothing."
        return Removed(success=True, message="Relations deleted successfully" if count == len(wanted) else told)

    def read_graph(self, limit: int | None = None, cursor: str = "", most: int | None = None) -> Graph:
        """The whole graph; or `limit` entities of it, no more than `most` characters, behind a cursor.

        Pages follow one another in the order in which things were made, and hold each relation once.
        """
        return self._read(lambda view: view.page(limit, cursor, most))

    def search_nodes(self, query: str, limit: int | None = None, cursor: str = "", most: int | None = None) -> Graph:
        """Entities whose name, type or a statement holds the query in any case, and the relations that touch them."""
        if len(query) > LONGEST_QUERY:
            raise MemoryToolError(f"the query is longer than {LONGEST_QUERY} characters", "ask with fewer words")
        return self._read(lambda view: view.page(limit, cursor, most, query))

    def open_nodes(self, names: Sequence[str]) -> Graph:
        """The entities of these names, and the relations that touch them."""
        wanted = _checked(names, types.NAMES, "names")
        return self._read(lambda view: view.opened(wanted))

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """What a tool answers as structured content; its name may begin with `memory_`."""
        name = tool.removeprefix(PREFIX)
        if name not in TOOLS:
            raise MemoryToolError(f"Unknown tool: {tool}", f"the tools are {', '.join(TOOLS)}")
        schema = TOOLS[name].input_schema
        takes = schema["properties"] | (PAGES if name in PAGED else {})
        given = {key: value for key, value in arguments.items() if key in takes}
        if missing := next((one for one in schema.get("required", ()) if one not in given), ""):
            raise MemoryToolError(f"Missing argument: {missing}", f"{name} takes {', '.join(sorted(takes))}")
        if told := first_wrong(takes, given):
            raise MemoryToolError(told, "see the tool's schema")
        answer = getattr(self, name)(**given)
        if isinstance(answer, Graph | Removed):
            return answer.plain()
        return {"results" if name == "add_observations" else name.removeprefix("create_"): answer}

    def _write(self, make: Callable[[Draft], T]) -> T:
        try:
            result, told = self.writer.call(make, self.asker, self.clock())
        except WriteRefused as error:
            raise MemoryToolError(f"{error.resource}: {error.what}", error.mend) from error
        if told.batch and self.mirror:
            self._reflect(self.mirror)
        return result

    def _read(self, ask: Callable[[View], Graph]) -> Graph:
        now = self.clock()
        with self.writer.reading(self.asker, now) as index:
            return ask(View(index, now))

    def _reflect(self, mirror: Mirror) -> None:
        """Bring the memory file up to what anyone may see: whoever opens it asks nobody."""
        now = self.clock()
        with self.writer.reading(ANYONE, now) as index:
            mirror.write(View(index, now).page(None, "", None))

    def _take_in(self, mirror: Mirror) -> None:
        """What the memory file holds that was not written here: new entities, statements and relations."""
        found = mirror.unknown()
        if found is None:
            return
        self.create_entities(found.entities)
        there = self._read(lambda view: view.opened([one["name"] for one in found.entities]))
        names = {one["name"] for one in there.entities}
        self.add_observations(
            [
                {"entityName": one["name"], "contents": one["observations"]}
                for one in found.entities
                if one["name"] in names
            ]
        )
        stubs, self._makes_stubs = self._makes_stubs, True
        self.create_relations(found.relations)
        self._makes_stubs = stubs
        self._reflect(mirror)


def _is_told(fact: Fact) -> bool:
    """Whether a graph shows it: what is believed, and what was written by day and waits."""
    return fact.is_believed or (fact.status == "candidate" and fact.created_at is not None)


def _warned(draft: Draft, before: int) -> Any:
    """What is to be told of the statements since so many warnings, if anything: a key that the reference lacks."""
    return {"warnings": draft.warnings[before:]} if len(draft.warnings) > before else {}


def _find(draft: Draft, name: str) -> Known | None:
    """The entity of exactly this name, or of this `type:name` where several have the name."""
    if found := finding.exactly(draft, name):
        return found
    kind, _, plain = name.partition(":")
    ids = records.named(draft.index.db, plain, kind.strip().lower()) if plain else []
    seen = (draft.entity(key) for key in ids)
    return next((one for one in seen if one and draft.sees(one)), None)


def _known(draft: Draft, name: str) -> Known:
    found = _find(draft, name)
    if found is None or found.is_bare:
        raise MemoryToolError(f"Entity with name {name} not found", "create it first, with create_entities")
    return found


def _checked(given: Sequence[Any], kind: Any, name: str) -> Any:
    """Arguments as they should be; unknown keys are let be."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise MemoryToolError(f"{name}: {error}", "see the tool's schema") from None
