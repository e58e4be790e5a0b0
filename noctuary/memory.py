"""The reading façade: search, related, walk, why. Answers from the index and writes nothing but vectors.

How one answer is made of what was found stands in `answering` and `ranking`.

Whether the index is up to date with the journal is the caller's to see (`head`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from msgspec.structs import replace

from noctuary.access import ANYONE, Asker
from noctuary.answering import Answer, Question, answer, citations, said_at
from noctuary.consolidate.decay import confidence
from noctuary.consolidate.policy import DecayPolicy
from noctuary.embed import Embedder, default_embedder
from noctuary.errors import UnknownId
from noctuary.hits import ALL, SOUGHT, Hit, Wanted
from noctuary.index import Index
from noctuary.index.expand import Trail
from noctuary.index.passages import Place
from noctuary.model import BELIEVED, Edge, Entity, Fact, Merge, Night, Review, Value
from noctuary.ranking import RRF_K, fused

if TYPE_CHECKING:
    from noctuary.index.graph import Direction, Walk

__all__ = ["ALL", "BELIEVED", "RRF_K", "SOUGHT", "Hit", "Memory", "Papers", "Wanted", "fused", "recalled"]

MAX_RESULTS = 8


class Papers(Value, frozen=True):
    """All that is known about one id: fact or entity, its edges, facts at their ends, reviews, nights.

    Of a `question`: its sides, facts as `neighbours`, entities by `names`, and the nights that asked it. `places` are a
    fact's sources as `ref:line` where they stand today, `gone` those whose line was taken out. `known` is what is
    believed of an entity, the latest first.
    """

    fact: Fact | None
    entity: Entity | None
    current: float | None
    edges: tuple[Edge, ...]
    neighbours: tuple[Fact, ...]
    reviews: tuple[Review, ...]
    names: dict[str, str]
    nights: tuple[str, ...]
    merges: tuple[Merge, ...] = ()
    places: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    question: Review | None = None
    known: tuple[Fact, ...] = ()


class Memory:
    """Questions to one open index. A context manager that closes it.

    `asker` is who asks: every answer is what `access` lets them see. With `now` (aware) hits carry today's confidence,
    and what has ended by then is archived.
    """

    def __init__(
        self,
        index: Index,
        *,
        now: dt.datetime | None = None,
        asker: Asker = ANYONE,
        embedder: Embedder | None = None,
        decay: DecayPolicy | None = None,
        rrf_k: int = RRF_K,
    ) -> None:
        self._index = index
        self.now = now
        self.asker = asker
        self.embedder = embedder or default_embedder()
        self.decay = decay or DecayPolicy()
        self.rrf_k = rrf_k

    @classmethod
    def open(cls, path: Path, *, now: dt.datetime | None = None, asker: Asker = ANYONE) -> Memory:
        """Open an existing index to read; NoctuaryError where there is none of this version."""
        return cls(Index.open(path, read_only=True), now=now, asker=asker)

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._index.__exit__(kind, error, trace)

    @property
    def index(self) -> Index:
        """The index, as the asker may see it: there is no other way to it."""
        self._index.show_to(self.asker, self.now.date() if self.now else None)
        return self._index

    def head(self) -> str:
        """Hash of the journal prefix the answers come from."""
        return self.index.head()

    def search(
        self,
        query: str,
        k: int = MAX_RESULTS,
        follow_edges: bool = False,
        max_depth: int = 2,
        include_superseded: bool = False,
        wanted: Wanted = ALL,
    ) -> list[Hit]:
        """The `k` facts and passages that answer a question or a handful of words, best first (see `answer`)."""
        if include_superseded:
            wanted = replace(wanted, superseded=True)
        return list(self.answer(query, k, wanted, max_depth=max_depth if follow_edges else 0).hits)

    def answer(self, query: str, k: int = MAX_RESULTS, wanted: Wanted = ALL, *, max_depth: int = 0) -> Answer:
        """What answers a question, best first, and how well the best of it does.

        Words, vectors and (`max_depth` > 0) edges each give a list; one fusion ranks. What is believed comes before
        what is only read or waits, where both answer alike. Superseded facts are given only when asked for.
        """
        index = self.index
        if not index.read_only and not index.has_vectors(self.embedder):
            index.embed(self.embedder)
            index = self.index
        question = Question(
            query=query, k=max(0, k), wanted=wanted, embedder=self.embedder, rrf_k=self.rrf_k,
            current=self._current, max_depth=max_depth,
        )  # fmt: skip
        return answer(index, question)

    def related(self, fact_id: str, k: int = MAX_RESULTS, max_depth: int = 2) -> list[Hit]:
        """Believed facts connected to this one, best first.

        Each hop scores previous · edge weight · 0.5 and keeps the best twenty; edges are followed in
        both directions and through entities. `contradicts` is not followed: what contradicts a hit
        stands in its `contested_by`.
        """
        start = self.resolve(fact_id)
        trails = self.index.expand({start: Trail(score=1.0)}, max_depth, BELIEVED)
        facts = self.index.facts_by_id([node for node in trails if node != start])
        ranked = sorted(facts.values(), key=lambda fact: (-trails[fact.id].score, -said_at(fact).timestamp(), fact.id))
        places = self.index.places(list(facts))
        return [self._related(fact, trails[fact.id], places) for fact in ranked[:k]]

    def _related(self, fact: Fact, trail: Trail, places: Mapping[tuple[str, str, int], Place]) -> Hit:
        now, gone = citations(fact, places)
        return Hit(
            id=fact.id, text=fact.text, score=round(trail.score, 4), kind=fact.kind, entity=fact.entity,
            status=fact.status, confidence=fact.confidence, aspect=fact.aspect, current=self._current(fact),
            sources=now, gone=gone, via=trail.via or None, days=fact.days, trust=fact.trust, at=said_at(fact),
        )  # fmt: skip

    def walk(self, node_id: str, depth: int = 1, relations: Sequence[str] = (), direction: Direction = "both") -> Walk:
        """The graph within `depth` edges of a fact or entity; `relations` and `direction` limit which are followed.

        UnknownId for a direction that is none.
        """
        if direction not in ("out", "in", "both"):
            raise UnknownId("direction", f"{direction!r} is none", "say out, in or both")
        return self.index.walk(self.resolve(node_id), depth, relations, direction)

    def why(self, node_id: str) -> Papers:
        """The papers of a fact or entity: sources, edges, reviews, and the nights that changed it; or of a question."""
        if question := self._question(node_id):
            return self._asked(question)
        found = self.resolve(node_id)
        fact = self.index.fact(found)
        edges = self.index.edges([found])
        ends = sorted({end for edge in edges for end in (edge.src, edge.dst)} - {found})
        entities = [entity for entity in self.index.entities() if entity.id == found]
        places, gone = citations(fact, self.index.places([found])) if fact else ((), ())
        return Papers(
            fact=fact,
            entity=entities[0] if entities else None,
            current=self._current(fact) if fact else None,
            edges=tuple(edges),
            neighbours=tuple(self.index.facts_by_id(ends).values()),
            reviews=tuple(self.index.reviews(found)),
            names={entity.id: entity.name for entity in self.index.entities() if entity.id in ends},
            nights=tuple(night.id for night in self.index.nights() if found in _touched(night)),
            merges=tuple(merge for merge in self.index.merges(found) if not merge.is_undone),
            places=places,
            gone=gone,
            known=tuple(self.known_of(found)) if entities else (),
        )

    def known_of(self, entity: str) -> list[Fact]:
        """What is believed of an entity, the latest first; by its id or name, as `resolve` takes them."""
        facts = [fact for fact in self.index.facts_about([self.resolve(entity)]) if fact.is_believed]
        return sorted(facts, key=_said, reverse=True)

    def resolve(self, prefix: str) -> str:
        """The one id that is or begins with `prefix` (the `b2:` tag may be left out), or the entity so called.

        An entity may be called by `type:name`, too, where several types have one name.

        A merged entity's id or name leads to what stands for it. UnknownId where there is none, or several.
        """
        found = self.index.find_ids(prefix, 2) if prefix else []
        exact = [node for node in found if node == prefix]
        named = self.index.called(prefix) if prefix and not exact and (not found or len(prefix) < 8) else None
        if named:
            return named
        if exact or len(found) == 1:
            return self._standing((exact or found)[0])
        if asked := self._question(prefix):
            sides = " and ".join(side for side in (asked.a, asked.b) if side)
            raise UnknownId(prefix, f"is a question about {sides}, no fact or entity", "name one of these")
        what = "several records begin with it" if found else "no record has this id, and no name is this"
        raise UnknownId(prefix, what, "give more of it, or find it with `noctuary search`")

    def about(self, name: str) -> Entity:
        """The entity so called, or with this id. UnknownId where there is none, or it is a fact."""
        found = self.resolve(name)
        for entity in self.index.entities():
            if entity.id == found:
                return entity
        raise UnknownId(name, "is a fact and no entity", "name what the fact is about")

    def _question(self, prefix: str) -> Review | None:
        """The one question whose id begins with `prefix`, where no fact or entity is called this."""
        if not prefix or self.index.find_ids(prefix, 1) or self.index.called(prefix):
            return None
        named = [one for one in self.index.reviews() if one.id.startswith(prefix) or one.id[3:].startswith(prefix)]
        return named[0] if len(named) == 1 else None

    def _asked(self, question: Review) -> Papers:
        sides = [side for side in (question.a, question.b, *(key for key, _ in question.replaces)) if side]
        facts = self.index.facts_by_id(sides)
        return Papers(
            fact=None,
            entity=None,
            current=None,
            edges=(),
            neighbours=tuple(facts[side] for side in sides if side in facts),
            reviews=(),
            names={entity.id: entity.name for entity in self.index.entities() if entity.id in sides},
            nights=tuple(night.id for night in self.index.nights() if question.id in night.asked),
            question=question,
        )

    def _standing(self, found: str) -> str:
        return found if self.index.fact(found) else self.index.standing(found)

    def _current(self, fact: Fact) -> float | None:
        if self.now is None:
            return None
        return confidence(fact, self.now, self.index.used_days(), self.decay)


def recalled(hits: Iterable[Hit]) -> list[tuple[str, float]]:
    """(id, score) of the facts a query itself found; what only an edge led to was not asked for."""
    return [(hit.id, hit.score) for hit in hits if hit.via is None and not hit.is_passage]


def _touched(night: Night) -> set[str]:
    """Ids of the facts a night changed."""
    lists = (night.known, night.promoted, night.reinforced, night.expired, night.reverified, night.stale)
    return {found for some in (*lists, *night.superseded) for found in some}


def _said(fact: Fact) -> tuple[dt.date, dt.datetime, str]:
    """Facts by when they were last said."""
    return fact.said_on or fact.verified_at.date(), fact.verified_at, fact.id
