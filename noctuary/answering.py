"""One question to one index: what words, vectors and edges find becomes one answer. Reads only; opens nothing.

Facts and passages are ranked together. A fact stands above the passage it was cut from, and carries it; what says the
same is one hit; what was replaced comes below its successor and says so; what is not believed is marked.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from noctuary import ranking
from noctuary.embed import Embedder
from noctuary.extraction.headings import subject
from noctuary.hits import PAST, Carried, Hit, Mode, Wanted
from noctuary.index import Index
from noctuary.index.expand import Trail
from noctuary.index.passages import Place
from noctuary.index.search import plain, terms
from noctuary.model import Fact, Value, fold
from noctuary.passages import Passage
from noctuary.ranking import Part

MIN_COSINE = 0.25
DEPTH, FILTERED = 60, 8
"""How much of each list is looked at, and how many times that where a filter leaves much of it out."""
KEPT = 30
"""Of the joined list so many are weighed further, or four times what is asked for: what bends a score moves no other
up so far.
"""
ROWS = 3
HEAD = 10
"""How far down an answer the later of two statements is looked for."""


@dataclasses.dataclass(frozen=True)
class Question:
    """A question and how it is to be answered. `current` gives what a fact is worth today, None without a clock."""

    query: str
    k: int
    wanted: Wanted
    embedder: Embedder
    rrf_k: int
    current: Callable[[Fact], float | None]
    max_depth: int = 0


class Answer(Value, frozen=True):
    """The hits, best first, and how much of the question the best of them holds, in [0, 1]."""

    hits: tuple[Hit, ...]
    strength: float = 0.0


def answer(index: Index, question: Question) -> Answer:
    """At most k hits. Ties go to the newer source, then to the smaller id."""
    found = _Found(index, question)
    if not found.trails:
        return Answer(hits=())
    hits = _settled(found, _joined(found))
    return Answer(hits=tuple(hits[: question.k]), strength=found.strength)


class _Found:
    """What the lists found, as values: facts and passages by id, each one's trail, and its part in each list."""

    def __init__(self, index: Index, question: Question) -> None:
        self.index, self.question = index, question
        self.mode: Mode = "fts"
        wanted = question.wanted
        depth = max(DEPTH, 4 * question.k) * (FILTERED if wanted.is_narrow else 1)
        words, near = self._words(depth), self._near(depth)
        if not words and not near:
            words = [(one.id, one.score) for one in index.match_like(question.query, depth, wanted.statuses)]
            self.mode = "like" if words else "fts"
        self.lists = {"words": dict(words), "vectors": dict(near)}
        self.ranks = {name: {key: rank for rank, (key, _) in enumerate(one, 1)}
                      for name, one in (("words", words), ("vectors", near))}  # fmt: skip
        if near:
            self.mode = "hybrid"
        order = ranking.fused(words, near, question.rrf_k) if near else words
        self.strength = max((score for one in self.lists.values() for score in one.values()), default=0.0)
        ids = [key for key, _ in order[: depth if wanted.is_narrow else max(KEPT, 4 * question.k)]]
        self.facts = self._fitting(index.facts_by_id(ids))
        self.passages = {key: one for key, one in index.passages(ids).items() if self._fits(one)}
        self.trails = {key: Trail(score=score) for key, score in order if key in self.facts or key in self.passages}
        if question.max_depth:
            self._follow()

    def _words(self, depth: int) -> list[tuple[str, float]]:
        wanted = self.question.wanted
        found = self.index.lexical(self.question.query, wanted.statuses, wanted.passages, depth)
        return [(one.id, one.score) for one in found]

    def _near(self, depth: int) -> list[tuple[str, float]]:
        wanted, query = self.question.wanted, self.question.query
        if not query.strip():
            return []
        found = self.index.near(self.question.embedder, query, wanted.statuses, wanted.passages, depth)
        return [(one.id, one.score) for one in found if one.score >= MIN_COSINE]

    def _fitting(self, facts: Mapping[str, Fact]) -> dict[str, Fact]:
        wanted = self.question.wanted
        if not wanted.is_narrow:
            return dict(facts)
        about = self.index.entities_of(list(facts)) if wanted.entities or wanted.types else {}
        return {key: fact for key, fact in facts.items() if self._is_wanted(fact, *about.get(key, ("", "")))}

    def _is_wanted(self, fact: Fact, entity: str, kind: str) -> bool:
        wanted = self.question.wanted
        if (wanted.entities and entity not in wanted.entities) or (wanted.types and kind not in wanted.types):
            return False
        worth = self.question.current(fact)
        is_sure = (fact.confidence if worth is None else worth) >= wanted.min_confidence
        return is_sure and _is_within(said_at(fact), wanted)

    def _fits(self, passage: Passage) -> bool:
        wanted = self.question.wanted
        if wanted.names:
            words = f" {fold(passage.heading)} {fold(passage.text)} "
            if not any(f" {fold(name)} " in words for name in wanted.names):
                return False
        return _is_within(passage.at, wanted)

    def _follow(self) -> None:
        """Add what edges lead to from the best facts; what was found itself stays as it was found."""
        statuses = [one for one in self.question.wanted.statuses if one != "candidate"]
        direct = {key: trail for key, trail in self.trails.items() if key in self.facts}
        reached = self.index.expand(direct, self.question.max_depth, statuses) if statuses else {}
        new = {key: trail for key, trail in reached.items() if key not in self.trails}
        facts = self._fitting(self.index.facts_by_id(list(new)))
        self.facts |= facts
        self.trails |= {key: new[key] for key in facts}
        listed = sorted(facts, key=lambda key: (-new[key].score, key))
        self.lists["edges"] = {key: new[key].score for key in listed}
        self.ranks["edges"] = {key: rank for rank, key in enumerate(listed, 1)}


def _is_within(at: dt.datetime | None, wanted: Wanted) -> bool:
    if not (wanted.since or wanted.until):
        return True
    return at is not None and (wanted.since or dt.date.min) <= at.date() <= (wanted.until or dt.date.max)


def said_at(fact: Fact) -> dt.datetime:
    """When a fact was last said."""
    return max((source.at for source in fact.sources if source.at), default=fact.verified_at)


def _joined(found: _Found) -> list[Hit]:
    """Every fact and passage as a hit, bent, best first; a passage goes into the best fact that was cut from it."""
    cut = found.index.facts_cut_from(found.passages.values()) if found.facts else {}
    latest = max((at for at in (*map(said_at, found.facts.values()), *(p.at for p in found.passages.values())) if at),
                 default=None)  # fmt: skip
    hits = {key: _fact_hit(found, fact, latest) for key, fact in found.facts.items()}
    for key, passage in found.passages.items():
        hit = _passage_hit(found, passage, latest)
        carriers = [hits[one] for one in cut.get(key, ()) if one in hits and hits[one].via is None]
        if not carriers:
            hits[key] = hit
            continue
        best = max(carriers, key=lambda one: (one.score, one.id))
        joined = Part(name="passage", value=hit.score)
        lifted = max(best.score, hit.score)
        hits[best.id] = replace(best, score=lifted, passage=carried(passage), parts=(*best.parts, joined))
    return sorted(hits.values(), key=lambda hit: (-hit.score, -(hit.at.timestamp() if hit.at else 0.0), hit.id))


def _parts(found: _Found, key: str) -> tuple[Part, ...]:
    return tuple(
        Part(name=name, value=scores[key], rank=found.ranks[name][key])
        for name, scores in found.lists.items()
        if key in scores
    )


def _bent(score: float, parts: Iterable[Part]) -> float:
    for part in parts:
        score *= part.value
    return round(score, 4)


def _fact_hit(found: _Found, fact: Fact, latest: dt.datetime | None) -> Hit:
    trail, current, at = found.trails[fact.id], found.question.current(fact), said_at(fact)
    worth = 1.0 if current is None or not fact.confidence else current / fact.confidence
    is_believed = fact.is_believed
    # What an edge led to has its trail's score: bending it once more would tell less of the edge.
    bends = ranking.bends(fact.trust, is_believed, worth, at, latest) if not trail.via else ()
    return Hit(
        id=fact.id, text=fact.text, score=_bent(trail.score, bends), kind=fact.kind, entity=fact.entity,
        status=fact.status, confidence=fact.confidence, aspect=fact.aspect, current=current, via=trail.via or None,
        mode=found.mode, days=fact.days, believed=is_believed, trust=fact.trust, at=at,
        heading=subject(fact, is_away=True),
        superseded_by=fact.superseded_by, parts=(*_parts(found, fact.id), *bends),
    )  # fmt: skip


def _passage_hit(found: _Found, passage: Passage, latest: dt.datetime | None) -> Hit:
    bends = ranking.bends(passage.trust, False, 1.0, passage.at, latest)
    places, excerpt = best_lines(passage, found.question.query)
    return Hit(
        id=passage.id, text=passage.text, score=_bent(found.trails[passage.id].score, bends), kind=passage.kind,
        entity="", status="passage", confidence=0.0, mode=found.mode, believed=False, trust=passage.trust,
        at=passage.at, heading=passage.heading, sources=places, excerpt=excerpt,
        parts=(*_parts(found, passage.id), *bends),
    )  # fmt: skip


def carried(passage: Passage) -> Carried:
    """A passage as a fact carries it."""
    return Carried(
        id=passage.id, ref=passage.ref, line=passage.line, line_end=passage.line_end, text=passage.text,
        heading=passage.heading,
    )  # fmt: skip


@lru_cache(maxsize=64)
def asked(query: str) -> tuple[str, ...]:
    """The words of a question that tell what it is about."""
    return tuple(plain(term.word) for term in terms(query))


def best_lines(passage: Passage, query: str) -> tuple[tuple[str, ...], str]:
    """`ref:line` of the rows that hold most words of a question, the best first, and their words in their order.

    Where the passage is of one line, or none of its rows holds any, that is the passage.
    """
    if len(set(passage.rows)) == 1:
        return (f"{passage.ref}:{passage.line}",), ""
    texts = passage.text.split("\n")
    points = [len(ranking.held(asked(query), row)) for row in texts]
    order = sorted(range(len(texts)), key=lambda n: (-points[n], n))[:ROWS]
    best = [n for n in order if points[n] * 2 > max(points)]
    if not best:
        return (f"{passage.ref}:{passage.line}",), ""
    lines = dict.fromkeys(passage.rows[n] for n in best)
    return tuple(f"{passage.ref}:{line}" for line in lines), "\n".join(texts[n] for n in sorted(best))


def _settled(found: _Found, hits: list[Hit]) -> list[Hit]:
    """The hits in the order they are read in, as many as may be asked for, with what stands beside each."""
    few = hits[: max(3 * found.question.k, found.question.k + 10)]
    stated = {hit.id: _stated(hit, found.question.query) for hit in few}
    known = {hit.id: hit for hit in few}
    head = max(found.question.k, HEAD)
    order = ranking.newest_first([hit.id for hit in few[:head]], stated) + [hit.id for hit in few[head:]]
    once = _once([known[key] for key in order], {key: one.words for key, one in stated.items()})
    return _told(found, _below_successors(found, once)[: found.question.k])


def _stated(hit: Hit, query: str) -> ranking.Stated:
    said = hit.excerpt or hit.text
    held = ranking.held(asked(query), f"{hit.heading} {hit.entity} {said}")
    return ranking.Stated(
        words=ranking.words_of(said), held=held, score=hit.score, at=hit.at.timestamp() if hit.at else 0.0
    )


def _once(hits: Sequence[Hit], words: Mapping[str, frozenset[str]]) -> list[Hit]:
    """Of hits that say the same in nearly the same words the first, a fact before a passage; it names the others."""
    kept: list[Hit] = []
    for hit in hits:
        same = next((n for n, one in enumerate(kept) if _says_same(one, hit, words)), None)
        if same is None:
            kept.append(hit)
        elif kept[same].is_passage and not hit.is_passage:
            kept[same] = replace(hit, score=max(hit.score, kept[same].score), also=(*kept[same].sources, *hit.also))
        else:
            kept[same] = replace(kept[same], also=(*kept[same].also, *hit.sources))
    return kept


def _says_same(one: Hit, other: Hit, words: Mapping[str, frozenset[str]]) -> bool:
    """Two facts are two statements, however alike: what a night kept apart is not joined here."""
    if not (one.is_passage or other.is_passage):
        return False
    sizes = len(words[one.id]), len(words[other.id])
    if min(sizes) < ranking.SAME * max(sizes):
        return False
    return ranking.likeness(words[one.id], words[other.id]) >= ranking.SAME


def _below_successors(found: _Found, hits: list[Hit]) -> list[Hit]:
    """Each hit that was replaced right below what replaced it; a passage all of whose facts were, likewise.

    What replaced it is added where the lists did not find it.
    """
    passages = [found.passages[hit.id] for hit in hits if hit.is_passage]
    cut = found.index.facts_cut_from(passages) if passages else {}
    told = found.index.facts_by_id(sorted({key for ids in cut.values() for key in ids} - found.facts.keys()))
    facts = found.facts | told
    placed: list[Hit] = []
    for hit in hits:
        after = _replaced_by(found, hit, cut, facts)
        placed.append(replace(hit, superseded_by=after) if after else hit)
    for hit in [one for one in placed if one.superseded_by]:
        at, newer = placed.index(hit), _place_of(placed, hit.superseded_by)
        if newer is None and (one := found.index.fact(str(hit.superseded_by))) and one.is_believed:
            found.trails[one.id] = Trail(score=hit.score)
            placed.insert(at, replace(_fact_hit(found, one, None), score=hit.score))
        elif newer is not None and newer > at:
            placed.insert(newer, placed.pop(at))
    return placed


def _replaced_by(found: _Found, hit: Hit, cut: Mapping[str, Sequence[str]], facts: Mapping[str, Fact]) -> str | None:
    """What replaced a fact; of a passage, what replaced all that was cut from the lines that answer."""
    if not hit.is_passage:
        return hit.superseded_by if hit.status in PAST else None
    held = [facts[key] for key in cut.get(hit.id, ()) if key in facts]
    places = found.index.places([one.id for one in held]) if held else {}
    held = [one for one in held if set(citations(one, places)[0]) & set(hit.sources)]
    replaced = [one.superseded_by for one in held if one.status in PAST and one.superseded_by]
    return replaced[-1] if replaced and len(replaced) == len(held) else None


def _place_of(hits: Sequence[Hit], key: str | None) -> int | None:
    return next((n for n, hit in enumerate(hits) if hit.id == key), None)


def _told(found: _Found, hits: list[Hit]) -> list[Hit]:
    """The hits with their citations as they stand, the passages they carry, and the other side of what is contested."""
    ids = [hit.id for hit in hits if not hit.is_passage]
    facts = found.facts | found.index.facts_by_id([key for key in ids if key not in found.facts])
    places = found.index.places(ids)
    opponents = _opponents(found.index, ids)
    said = found.index.facts_by_id(sorted({key for keys in opponents.values() for key in keys}))
    cited = {key: citations(facts[key], places) for key in ids}
    homes = _passages_of(found.index, {hit.id: cited[hit.id][0] for hit in hits if not (hit.is_passage or hit.passage)})
    return [hit if hit.is_passage else _beside(hit, *cited[hit.id], opponents, said, homes) for hit in hits]


def _beside(
    hit: Hit,
    now: tuple[str, ...],
    gone: tuple[str, ...],
    opponents: Mapping[str, tuple[str, ...]],
    said: Mapping[str, Fact],
    homes: Mapping[str, Carried],
) -> Hit:
    against = opponents.get(hit.id, ())
    return replace(
        hit,
        sources=now,
        gone=gone,
        contested_by=against,
        other_side=tuple(said[key].text for key in against if key in said),
        passage=hit.passage or homes.get(hit.id),
    )


def citations(fact: Fact, places: Mapping[tuple[str, str, int], Place]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A fact's sources as `ref:line` where they stand today, each once; and those whose line is gone."""
    now: dict[str, None] = {}
    gone: dict[str, None] = {}
    for source in fact.sources:
        place = places.get((fact.id, source.ref, source.line))
        if place is None:
            now[f"{source.ref}:{source.line}"] = None
        elif place.is_gone:
            gone[f"{source.ref}:{source.line}"] = None
        else:
            now[f"{place.ref}:{place.line}"] = None
    return tuple(now), tuple(gone)


def _passages_of(index: Index, cited: Mapping[str, Sequence[str]]) -> dict[str, Carried]:
    """The passage that holds the first cited line of each fact that is in one."""
    keys: dict[str, str] = {}
    for fact_id, places in cited.items():
        for place in places:
            ref, _, line = place.rpartition(":")
            if key := index.passage_at(ref, int(line)):
                keys[fact_id] = key
                break
    passages = index.passages(sorted(set(keys.values()))) if keys else {}
    return {fact_id: carried(passages[key]) for fact_id, key in keys.items() if key in passages}


def _opponents(index: Index, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    edges = [edge for edge in index.edges(sorted(ids)) if edge.rel == "contradicts"] if ids else []
    ends = sorted({end for edge in edges for end in (edge.src, edge.dst)})
    standing = {fact.id for fact in index.facts_by_id(ends).values() if fact.is_believed} if ends else set()
    pairs = sorted({pair for edge in edges for pair in ((edge.src, edge.dst), (edge.dst, edge.src))})
    found: dict[str, tuple[str, ...]] = {}
    for one, other in pairs:
        if one in ids and other in standing:
            found[one] = (*found.get(one, ()), other)
    return found
