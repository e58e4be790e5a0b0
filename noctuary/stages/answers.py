"""What a human's answer to a question means: the records that follow from it.

Takes states and returns records; writes nothing. `review` and whatever else hears an answer carry it out.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from noctuary.access import seen
from noctuary.consolidate.merges import canonical
from noctuary.consolidate.replies import OPEN, fitting
from noctuary.consolidate.validity import over_by_words
from noctuary.errors import UndoRefused, UnknownId
from noctuary.journal import Deleted, State
from noctuary.model import BELIEVED, Edge, Fact, Merge, Relation, Review, Value, edge_id, fact_id, merge_id
from noctuary.page.questions import AGED
from noctuary.stages.by_hand import left_standing, likest, vouched, worded
from noctuary.stages.coming_back import coming_back
from noctuary.stages.disputes import close_moot, contested
from noctuary.stages.settled import decision
from noctuary.stages.uncontested import at_odds, left_open
from noctuary.text.days import ended


def answered(review: Review, word: str, now: dt.datetime, text: str = "") -> Review:
    """The question with its answer. `text` is what the human wrote beside the word, guarded by whoever heard it.

    `edit` needs the wording, `scoped` the two scopes as "scope of A | scope of B"; with any other word it is a note.
    Raises UndoRefused where another answer stands, UnknownId where the question is closed, the word does not fit it
    or its text is missing.
    """
    if review.decision not in OPEN:
        decided = review.decision.replace("_", "-")
        raise UndoRefused(review.id, f"was decided already: {decided}", f"`noctuary undo {review.id[:11]}`")
    if review.closed_because:
        raise UnknownId(review.id, f"is closed: {review.closed_because}", "`noctuary review list` shows what is open")
    if word not in fitting(review):
        raise UnknownId(review.id, f"{word} does not fit this question", f"use one of {', '.join(fitting(review))}")
    words = " ".join(text.split())
    if word == "edit" and not words:
        raise UnknownId(review.id, "edit needs your own wording", f'`noctuary review edit {review.id[:11]} "…"`')
    if word == "scoped":
        scopes(words, review.id)
    decision = word.replace("-", "_")
    return replace(review, decision=decision, decided_by="human", decided_at=now, words=words)


def scopes(words: str, key: str = "scoped") -> tuple[str, str]:
    """The scopes of A and B in "in staging | in production". Raises UnknownId, about the question `key`, for others."""
    first, mark, second = (part.strip(" ()[]") for part in words.partition("|"))
    if not mark or not first or not second or first.casefold() == second.casefold():
        raise UnknownId(key, "scoped needs the scope of each side", 'such as "in staging | in production"')
    return first, second


def batch_of(state: State, key: str) -> str:
    """The name under which the records of the next decision on a question count together, and are undone."""
    return f"decision:{key}:{sum(batch.startswith(f'decision:{key}:') for batch in state.touched) + 1}"


def follows(state: State, decided: Review, now: dt.datetime) -> list[Value]:
    """The records a decision makes: the facts it moves, its edges or merge, itself, what it makes moot.

    Of an answered contradiction that is also the Decision it is remembered as.
    """
    if decided.kind == "same_entity":
        return _named_alike(state, decided)
    kept = decision(decided, state.facts.get(decided.a), state.facts.get(decided.b or ""), now)
    return [*_consequences(state, decided, now), *([kept] if kept else ())]


def word_given(state: State, fact: Fact, now: dt.datetime) -> list[Value]:
    """The records by which a fact stands on the human's own word: itself, and the questions that this makes moot."""
    told = vouched(fact, now)
    reviews = close_moot(state.facts | {told.id: told}, state.reviews)
    return [told, *(reviews[key] for key in sorted(reviews) if reviews[key] != state.reviews[key])]


def vouch_batch(state: State, key: str) -> str:
    """The name under which the records of the next word given for a fact count together, and are undone."""
    return f"vouched:{key}:{sum(batch.startswith(f'vouched:{key}:') for batch in state.touched) + 1}"


def _consequences(state: State, decided: Review, now: dt.datetime) -> list[Value]:
    facts = dict(state.facts)
    act = _ACTS.get(decided.decision or "")
    edges = act(facts, decided, now) if act else []
    edges += _let_in(state, facts, now)
    reviews = state.reviews | {decided.id: decided}
    gone = [key for key, fact in facts.items() if fact.status == "archived" and _was_alive(state, key)]
    back = coming_back(gone, facts, reviews, state.edges, is_over=decided.kind in AGED)
    facts |= back.facts
    edges += back.ended
    asked = reviews | back.asked
    reviews = close_moot(facts, asked)
    public = seen(dataclasses.replace(state, facts=facts)).facts
    chosen = {edge.src for edge in edges if isinstance(edge, Edge) and edge.rel == "supersedes"} & public.keys()
    anew = left_open(public, asked, reviews, reviews, chosen)
    reviews |= anew
    edges += at_odds(anew).values()
    facts = contested(facts, reviews)
    changed: list[Value] = [facts[key] for key in sorted(facts) if facts[key] != state.facts.get(key)]
    changed += [edge for edge in edges if not isinstance(edge, Deleted) or edge.id in state.edges]
    changed += [reviews[key] for key in sorted(reviews) if reviews[key] != state.reviews.get(key)]
    return changed


def _was_alive(state: State, key: str) -> bool:
    return key in state.facts and state.facts[key].is_alive


Facts = dict[str, Fact]
Edges = list[Edge | Deleted]


def _keep(facts: Facts, decided: Review, now: dt.datetime) -> Edges:
    a, b = facts[decided.a], facts[decided.b or ""]
    kept, left = (a, b) if decided.decision == "keep_a" else (b, a)
    facts[left.id] = _retired(left, kept, now)
    facts[kept.id] = replace(_believed(kept), last_revalidated=now)
    edges: Edges = [_edge("supersedes", kept, left, "the human decided so")]
    for rest in left_standing(left, kept):
        known = facts.get(rest.id)
        if known is None or known.status == "candidate":
            facts[rest.id] = replace(rest, sources=(*known.sources, *rest.sources)) if known else rest
            edges.append(_edge("related_to", rest, left, "the rest of that line, which the answer does not speak of"))
    return edges


def _both(facts: Facts, decided: Review, now: dt.datetime) -> Edges:
    a, b = facts[decided.a], facts[decided.b or ""]
    facts[a.id], facts[b.id] = _believed(a), _believed(b)
    return [*_at_peace(a, b), _edge("related_to", a, b, "both hold; the human decided so")]


def _scoped(facts: Facts, decided: Review, now: dt.datetime) -> Edges:
    sides = facts[decided.a], facts[decided.b or ""]
    named = scopes(decided.words, decided.id)
    made = []
    edges: Edges = _at_peace(*sides)
    for side, scope in zip(sides, named, strict=True):
        own = _own(facts, (side,), f"{side.text.rstrip(' .;')} ({scope})", now)
        edges += _replaced(facts, side, own, now, f"the human gave it a scope: {scope}")
        made.append(own)
    reason = f"both hold, each in its scope: {named[0]} | {named[1]}"
    return [*edges, _edge("related_to", made[0], made[1], reason)]


def _edit(facts: Facts, decided: Review, now: dt.datetime) -> Edges:
    sides = tuple(facts[key] for key in (decided.a, decided.b or "") if key in facts)
    own = _own(facts, sides, decided.words, now)
    edges: Edges = _at_peace(*sides) if len(sides) > 1 else []
    for side in sides:
        edges += _replaced(facts, side, own, now, "the human said it in their own words")
    return edges


def _reject(facts: Facts, decided: Review, now: dt.datetime) -> Edges:
    sides = [facts[key] for key in (decided.a, decided.b or "") if key in facts]
    for side in sides:
        facts[side.id] = replace(side, status="archived", archived_because="", valid_to=ended(side, now.date()))
    return []


def _confirm(facts: Facts, decided: Review, now: dt.datetime) -> Edges:
    facts[decided.a] = replace(facts[decided.a], last_revalidated=now)
    return []


def _accept(facts: Facts, decided: Review, now: dt.datetime) -> Edges:
    fact = facts[decided.a]
    facts[fact.id] = replace(fact, status="active", archived_because="", valid_to=over_by_words(fact))
    return []


def _let_in(state: State, facts: Facts, now: dt.datetime) -> Edges:
    """What proposed candidates bring with them once an answer lets them in: their gate, and what they supersede."""
    edges: Edges = []
    for review in (one for _, one in sorted(state.reviews.items()) if one.kind == "promotion" and one.decision in OPEN):
        fact, before = facts.get(review.a), state.facts.get(review.a)
        if review.closed_because or not fact or not before or (before.status, fact.status) != ("candidate", "active"):
            continue
        facts[fact.id] = fact = replace(fact, gate=review.gate)
        for key, reason in review.replaces:
            if key in facts and facts[key].is_alive and facts[key] == state.facts[key]:
                facts[key] = _retired(facts[key], fact, now)
                edges.append(_edge("supersedes", fact, facts[key], reason))
    return edges


_ACTS: dict[str, Callable[[Facts, Review, dt.datetime], Edges]] = {
    "keep_a": _keep,
    "keep_b": _keep,
    "both": _both,
    "scoped": _scoped,
    "edit": _edit,
    "neither": _reject,
    "reject": _reject,
    "confirm": _confirm,
    "accept": _accept,
}


def _believed(fact: Fact) -> Fact:
    gate = fact.gate or ("chosen" if fact.status == "candidate" else "")
    over = over_by_words(fact)
    return replace(fact, status="active", archived_because="", gate=gate, superseded_by=None, valid_to=over)


def _retired(fact: Fact, kept: Fact, now: dt.datetime) -> Fact:
    day = ended(fact, now.date())
    return replace(fact, status="superseded", archived_because="", superseded_by=kept.id, valid_to=day)


def _own(facts: Facts, sides: tuple[Fact, ...], text: str, now: dt.datetime) -> Fact:
    """The human's own wording among `facts`; the same words as a side's, but for signs, are that side."""
    key = fact_id(text, likest(sides, text).entity)
    facts[key] = worded(sides, text, now, facts.get(key))
    return facts[key]


def _replaced(facts: Facts, side: Fact, own: Fact, now: dt.datetime, reason: str) -> Edges:
    """What was believed is superseded by the human's wording; a candidate is put away for it."""
    if side.id == own.id:
        return []
    gone = _retired(side, own, now)
    facts[side.id] = gone if side.status in (*BELIEVED, "superseded") else replace(gone, status="archived")
    return [_edge("supersedes", own, side, reason)]


def _at_peace(a: Fact, b: Fact) -> Edges:
    """The edges that set two against each other, taken away; those that never stood are for the caller to leave out."""
    ends = ((a.id, b.id, "contradicts"), (a.id, b.id, "supersedes"), (b.id, a.id, "supersedes"))
    return [Deleted(type="relation", id=edge_id(*one)) for one in ends]


def _edge(rel: Relation, src: Fact, dst: Fact, reason: str) -> Edge:
    return Edge(id=edge_id(src.id, dst.id, rel), src=src.id, dst=dst.id, rel=rel, reason=reason)


def _named_alike(state: State, decided: Review) -> list[Value]:
    """The decision, and where the two are one the merge it makes: the one more facts are about is kept."""
    if decided.decision != "same" or not decided.b:
        return [decided]
    same = canonical(state.merges.values())
    sides = [state.entities[same.get(side, side)] for side in (decided.a, decided.b)]
    if sides[0].id == sides[1].id:
        return [decided]
    uses = Counter(fact.entity for fact in state.facts.values())
    kept, merged = sorted(sides, key=lambda one: (-uses[one.name], -len(one.name), one.name, one.id))
    merge = Merge(
        id=merge_id(kept.id, merged.id),
        kept=kept.id,
        merged=merged.id,
        reason="you said so",
        kept_name=kept.name,
        merged_name=merged.name,
    )
    return [decided, merge]
