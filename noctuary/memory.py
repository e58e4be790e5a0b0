"""The reading façade: search, related, walk, why. Answers from the index and writes nothing but vectors.

Whether the index is up to date with the journal is the caller's to see (`head`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal

from noctuary.access import ANYONE, Asker
from noctuary.consolidate.decay import confidence
from noctuary.consolidate.policy import DecayPolicy
from noctuary.embed import Embedder, default_embedder
from noctuary.errors import UnknownId
from noctuary.index import Index
from noctuary.index.expand import Trail, citations
from noctuary.model import Edge, Entity, Fact, Merge, Night, Review, Value

if TYPE_CHECKING:
    from noctuary.index.graph import Direction, Walk

Mode = Literal["fts", "hybrid", "like"]

RRF_K = 10
MAX_RESULTS = 8
CANDIDATE_DISCOUNT = 0.5
MIN_COSINE = 0.25
SURE = 0.75
BELIEVED = ("active", "contested")
PAST = ("superseded", "archived")


class Hit(Value, frozen=True, omit_defaults=False):
    """A fact that answers. `score` in [0, 1]; `confidence` is c0, `current` today's (None without a clock).

    `sources` are `ref:line`. `via` says how a fact that does not match itself was reached: relation and
    citation, one step per hop. `contested_by` are the ids of standing facts that contradict it.
    `mode` is how the query was answered: fts, hybrid (with vectors) or like (plain substrings). `days` are the words
    of the text that name a day by when they were said, and that day.
    """

    id: str
    text: str
    score: float
    kind: str
    entity: str
    status: str
    confidence: float
    aspect: str | None = None
    current: float | None = None
    sources: tuple[str, ...] = ()
    via: str | None = None
    contested_by: tuple[str, ...] = ()
    mode: Mode = "fts"
    days: tuple[tuple[str, dt.date], ...] = ()


class Papers(Value, frozen=True):
    """All that is known about one id: fact or entity, its edges, facts at their ends, reviews, nights."""

    fact: Fact | None
    entity: Entity | None
    current: float | None
    edges: tuple[Edge, ...]
    neighbours: tuple[Fact, ...]
    reviews: tuple[Review, ...]
    names: dict[str, str]
    nights: tuple[str, ...]
    merges: tuple[Merge, ...] = ()


class Memory:
    """Questions to one open index. A context manager that closes it.

    `asker` is who asks: every answer is what `access` lets them see. With `now` (aware) hits carry today's confidence,
    and what has ended by then is archived. Vectors are used only when words find fewer facts than asked for and none
    that holds most of the question: loading the embedder costs more than all the rest.
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
    ) -> list[Hit]:
        """The `k` facts that answer a question or a handful of words, best first.

        Candidates count half their score, and are marked by their status: one comes before what is believed only
        where it answers twice as well. Superseded facts are given only when asked for. `follow_edges` adds what is
        connected to the best three (see `related`). Ties go to the newer source, then the smaller id.
        """
        k = max(0, k)
        statuses = BELIEVED + (PAST if include_superseded else ())
        mode, ranked = self._ranked(query, k, statuses)
        trails = {match_id: Trail(score=score) for match_id, score in ranked}
        if follow_edges:
            trails = self.index.expand(trails, max_depth, statuses)
        hits = self._hits(trails, mode)[:k] + self._candidates(query, k, mode)
        return sorted(hits, key=lambda hit: -hit.score)[:k]

    def related(self, fact_id: str, k: int = MAX_RESULTS, max_depth: int = 2) -> list[Hit]:
        """Believed facts connected to this one, best first.

        Each hop scores previous · edge weight · 0.5 and keeps the best twenty; edges are followed in
        both directions and through entities. `contradicts` is not followed: what contradicts a hit
        stands in its `contested_by`.
        """
        start = self.resolve(fact_id)
        trails = self.index.expand({start: Trail(score=1.0)}, max_depth, BELIEVED)
        return self._hits({node: trail for node, trail in trails.items() if node != start}, "fts")[:k]

    def walk(
        self, node_id: str, depth: int = 1, relations: Sequence[str] = (), direction: Direction = "both"
    ) -> Walk:
        """The graph within `depth` edges of a fact or entity; `relations` and `direction` limit which are followed."""
        return self.index.walk(self.resolve(node_id), depth, relations, direction)

    def why(self, node_id: str) -> Papers:
        """The papers of a fact or entity: sources, edges, reviews, and the nights that changed it."""
        found = self.resolve(node_id)
        fact = self.index.fact(found)
        edges = self.index.edges([found])
        ends = sorted({end for edge in edges for end in (edge.src, edge.dst)} - {found})
        entities = [entity for entity in self.index.entities() if entity.id == found]
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
        )

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
        what = "several records begin with it" if found else "no record has this id, and no name is this"
        raise UnknownId(prefix, what, "give more of it, or find it with `noctuary search`")

    def _standing(self, found: str) -> str:
        return found if self.index.fact(found) else self.index.standing(found)

    def _ranked(self, query: str, k: int, statuses: Sequence[str]) -> tuple[Mode, list[tuple[str, float]]]:
        words = [(m.id, m.score) for m in self.index.match(query, k, statuses)]
        if len(words) >= k or (words[0:1] and words[0][1] >= SURE):
            return "fts", words
        near = self._near(query, k, statuses)
        if near:
            return "hybrid", fused(words, near, self.rrf_k)[:k]
        if words:
            return "fts", words
        like = self.index.match_like(query, k, statuses)
        return "like" if like else "fts", [(m.id, m.score) for m in like]

    def _near(self, query: str, k: int, statuses: Sequence[str]) -> list[tuple[str, float]]:
        if not query.strip() or not self.index.has_facts():
            return []
        if not self.index.has_vectors(self.embedder):
            if self.index.read_only:
                return []
            self.index.embed(self.embedder)
        found = self.index.nearest(self.embedder, query, k, statuses)
        return [(m.id, m.score) for m in found if m.score >= MIN_COSINE]

    def _candidates(self, query: str, k: int, mode: Mode) -> list[Hit]:
        found = self.index.match(query, k, ("candidate",))
        return self._hits({m.id: Trail(score=m.score * CANDIDATE_DISCOUNT) for m in found}, mode)

    def _hits(self, trails: dict[str, Trail], mode: Mode) -> list[Hit]:
        """Hits for the facts among `trails`, best first."""
        facts = self.index.facts_by_id(list(trails))
        ranked = sorted(facts.values(), key=lambda fact: (-trails[fact.id].score, -_recency(fact), fact.id))
        opponents = self._opponents(facts)
        return [self._hit(fact, trails[fact.id], opponents.get(fact.id, ()), mode) for fact in ranked]

    def _hit(self, fact: Fact, trail: Trail, contested_by: tuple[str, ...], mode: Mode) -> Hit:
        return Hit(
            id=fact.id, text=fact.text, score=round(trail.score, 4), kind=fact.kind, entity=fact.entity,
            status=fact.status, confidence=fact.confidence, aspect=fact.aspect, current=self._current(fact),
            sources=citations(fact), via=trail.via or None, contested_by=contested_by, mode=mode,
            days=fact.days,
        )  # fmt: skip

    def _opponents(self, facts: dict[str, Fact]) -> dict[str, tuple[str, ...]]:
        edges = [e for e in self.index.edges(sorted(facts)) if e.rel == "contradicts"] if facts else []
        ends = sorted({end for e in edges for end in (e.src, e.dst)})
        standing = {fact.id for fact in self.index.facts_by_id(ends).values() if fact.status in BELIEVED}
        pairs = sorted({pair for e in edges for pair in ((e.src, e.dst), (e.dst, e.src))})
        found: dict[str, tuple[str, ...]] = {}
        for one, other in pairs:
            if one in facts and other in standing:
                found[one] = (*found.get(one, ()), other)
        return found

    def _current(self, fact: Fact) -> float | None:
        if self.now is None:
            return None
        return confidence(fact, self.now, self.index.used_days(), self.decay)


def recalled(hits: Iterable[Hit]) -> list[tuple[str, float]]:
    """(id, score) of what a query itself found, undiscounted; what only an edge led to was not asked for."""
    direct = [hit for hit in hits if hit.via is None]
    return [(hit.id, hit.score / (CANDIDATE_DISCOUNT if hit.status == "candidate" else 1.0)) for hit in direct]


def fused(
    words: Sequence[tuple[str, float]], near: Sequence[tuple[str, float]], k: int = RRF_K
) -> list[tuple[str, float]]:
    """Two rankings of (id, score in [0, 1]) as one, by reciprocal ranks 1/(k + rank), rank from 1.

    The score is the mean of the normalised rank sum and the better of the two scores, in [0, 1].
    """
    ranks: dict[str, float] = {}
    evidence: dict[str, float] = {}
    for ranking in (words, near):
        for rank, (match_id, score) in enumerate(ranking, 1):
            ranks[match_id] = ranks.get(match_id, 0.0) + 1 / (k + rank)
            evidence[match_id] = max(evidence.get(match_id, 0.0), score)
    most = 2 / (k + 1)
    scores = [(found, round((ranks[found] / most + min(1.0, evidence[found])) / 2, 4)) for found in ranks]
    return sorted(scores, key=lambda pair: (-pair[1], pair[0]))


def _touched(night: Night) -> set[str]:
    """Ids of the facts a night changed."""
    lists = (night.known, night.promoted, night.reinforced, night.expired, night.reverified, night.stale)
    return {found for some in (*lists, *night.superseded) for found in some}


def _recency(fact: Fact) -> float:
    return max((s.at for s in fact.sources if s.at), default=fact.verified_at).timestamp()
