"""What a night did that no mark can judge: sources folded or lent, replacements, questions, with both sides to read."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from benchmarks.real.verdicts import key, side
from noctuary.consolidate.score import independent, is_own_line
from noctuary.journal import State
from noctuary.memory import BELIEVED
from noctuary.model import Entity, Fact, Review, Support, fold

SAMPLE = 20
_ALIVE = (*BELIEVED, "candidate")
Row = dict[str, Any]


def voices(facts: Iterable[Fact]) -> tuple[Row, list[Row]]:
    """How many sources stand behind a statement in other words than its own, and which, lowest hash first.

    Folded and lent ones count as another voice; cited ones only stand there: of the same note or day, or behind a line
    of the human's own, which needs no voice.
    """
    counts = Counter({"folded": 0, "lent": 0, "cited": 0})
    rows: list[Row] = []
    for fact in facts:
        if fact.status not in _ALIVE:
            continue
        own = _own(fact)
        others = [one for one in fact.sources if one != own]
        heard = [] if is_own_line(fact) else independent([own, *others])
        for one in others:
            if fold(one.quote) in (fold(own.quote), fold(fact.text)):
                continue
            how = "lent" if one.is_lent else "folded" if one in heard else "cited"
            counts[how] += 1
            sides = (own.ref, own.quote or fact.text), (one.ref, one.quote)
            rows.append({"key": key("voice", *sides), "how": how, "a": told_of(fact, own), "b": _quoted(one)})
    by_key = {row["key"]: row for row in rows}
    return dict(counts), [by_key[one] for one in sorted(by_key)]


def sampled(run: Mapping[str, Mapping[str, Any]]) -> list[Row]:
    """As many voices of each workspace as of any other, those of lowest hash: no large one speaks for all."""
    ranked = {act["key"]: (rank, act) for one in run.values() for rank, act in enumerate(one["voices"])}
    chosen = sorted(ranked.items(), key=lambda item: (item[1][0], item[0]))[:SAMPLE]
    return [act for _, (_, act) in sorted(chosen)]


def _own(fact: Fact) -> Support:
    """The source that a fact's words were cut from: the first that holds them, else the one that shares most."""
    words = set(fold(fact.text).split())
    unlent = [one for one in fact.sources if not one.is_lent] or list(fact.sources)
    return max(unlent, key=lambda one: (fold(fact.text) in fold(one.quote), len(words & set(fold(one.quote).split()))))


def replacements(state: State) -> Iterator[Row]:
    edges = {(edge.src, edge.dst): edge for edge in state.edges.values() if edge.rel == "supersedes"}
    pairs = {pair for night in state.nights.values() for pair in night.superseded}
    for older, newer in sorted(pairs):
        if older in state.facts and newer in state.facts:
            edge = edges.get((newer, older))
            told = pair("replacement", state.facts[older], state.facts[newer])
            yield told | ({"why": edge.reason, "sure": edge.weight} if edge else {})


def questions(state: State) -> Iterator[Row]:
    for _, review in sorted(state.reviews.items()):
        if review.a in state.facts and (review.b is None or review.b in state.facts):
            other = state.facts[review.b] if review.b else None
            told = pair("question", state.facts[review.a], other)
        else:
            told = _of_names(review, state)
        told["key"] = key("question", (review.kind, ""), *map(tuple, told.pop("sides")))
        yield told | {"kind": review.kind, "why": review.reason, "sure": review.score, "slot": review.slot}


def _of_names(review: Review, state: State) -> Row:
    def named(key: str | None) -> str:
        entity: Entity | None = state.entities.get(key or "")
        return f"{entity.type} {entity.name}" if entity else str(key)

    sides = [(named(one), "") for one in (review.a, review.b)]
    a, b = ({"text": name, "place": "", "said_on": "", "status": ""} for name, _ in sides)
    return {"a": a, "b": b, "sides": sides}


def pair(what: str, a: Fact, b: Fact | None) -> Row:
    sides = [side(one) for one in (a, b) if one]
    told: Row = {"key": key(what, *sides), "a": told_of(a), "b": told_of(b) if b else None}
    return told | ({"sides": sides} if what == "question" else {})


def told_of(fact: Fact, source: Support | None = None) -> Row:
    source = source or fact.sources[0]
    return {
        "id": fact.id, "text": fact.text, "kind": fact.kind, "status": fact.status, "trust": fact.trust,
        "entity": fact.entity, "said_on": _day(fact.said_on), "own": is_own_line(fact),
        "place": f"{source.ref}:{source.line}", "quote": source.quote, "sources": len(fact.sources),
    }  # fmt: skip


def _quoted(source: Support) -> Row:
    at = _day(source.at.date() if source.at else None)
    return {"text": source.quote, "place": f"{source.ref}:{source.line}", "said_on": at, "status": source.role}


def _day(day: dt.date | None) -> str:
    return day.isoformat() if day else "undated"
