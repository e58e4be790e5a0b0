"""Finds which pairs of statements are worth judging: a shared claim slot, or enough shared rare words. Judges none.

Values are masked before words are compared, so a changed number hides nothing. Word weights are the inverse
document frequencies of the statements given. Only words rarer than `POSTING_CAP` propose pairs; a proposed pair
is then measured exactly over all its words. Entries of a log (many claims that differ in their values alone)
are not proposed against each other. Work grows with n · POSTING_CAP, not with n².
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from noctuary.consolidate.judging.claims import Claim, claim, claim_key
from noctuary.model import Statement, Value

POSTING_CAP = 48
JACCARD = 0.16
CONTAINMENT = 0.36
SERIES = 5
_KIN = 0.6


class Terms(Value, frozen=True):
    """What one claim is found by: its words with their share, and each concept or kind with the word it comes from."""

    words: dict[str, float]
    kin: dict[str, str]


def pairs(statements: Sequence[Statement], fresh: AbstractSet[int]) -> list[tuple[int, int]]:
    """Index pairs (i < j), at least one of each in `fresh`, in ascending order."""
    claims = [claim(s) for s in statements]
    terms = [_terms(c) for c in claims]
    postings = _postings(terms)
    weight = {term: math.log(1 + len(claims) / len(found)) for term, found in postings.items()}
    totals = [sum(weight[t] * share for t, share in own.words.items()) for own in terms]
    series = _series(claims)
    found = {(i, j) for i, j in _same_slot(claims, fresh) if not series[i] or series[i] != series[j]}
    for i in sorted(fresh):
        for j in _proposed(terms[i], postings):
            low, high = min(i, j), max(i, j)
            if i == j or (low, high) in found or (j in fresh and j < i) or (series[i] and series[i] == series[j]):
                continue
            shared = _shared(terms[low], terms[high], weight)
            union = totals[i] + totals[j] - shared
            if shared >= JACCARD * union or shared >= CONTAINMENT * min(totals[i], totals[j]):
                found.add((low, high))
    return sorted(found)


def _series(claims: list[Claim]) -> list[str]:
    """For each claim the frame it shares with at least SERIES others, "" where it shares none.

    A frame is all words of a claim but its values: so many fillings are entries of a log, not one slot.
    """
    frames = [" ".join(t.key for t in c.tokens) if c.values else "" for c in claims]
    count = Counter(frames)
    return [frame if frame and count[frame] > SERIES else "" for frame in frames]


def _terms(c: Claim) -> Terms:
    own: dict[str, float] = {}
    kin: dict[str, str] = {}
    for token in c.tokens:
        own[token.key] = max(own.get(token.key, 0.0), 1.0 if token.weight >= 1.0 else 0.4)
        for name in token.concepts:
            kin.setdefault(f"~{name}", token.key)
        for name in token.kinds:
            kin.setdefault(f"~kind {name}", token.key)
    for value in c.values:
        if value.kind in ("path", "flag", "url", "id"):
            own[str(value.norm[0])] = 1.0
    return Terms(words=own, kin=kin)


def _postings(terms: list[Terms]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for i, own in enumerate(terms):
        for term in (*own.words, *own.kin):
            found[term].append(i)
    return found


def _proposed(own: Terms, postings: dict[str, list[int]]) -> list[int]:
    seen: dict[int, None] = {}
    for term in (*own.words, *own.kin):
        if len(postings[term]) <= POSTING_CAP:
            seen.update(dict.fromkeys(postings[term]))
    return list(seen)


def _shared(a: Terms, b: Terms, weight: dict[str, float]) -> float:
    """The weight two claims share: equal words in full, kindred words in part, each word once."""
    equal = a.words.keys() & b.words.keys()
    whole = math.fsum(weight[t] * min(a.words[t], b.words[t]) for t in equal)
    used: set[str] = set(equal)
    part = []
    for name, word in a.kin.items():
        other = b.kin.get(name)
        if other is not None and word not in used and other not in used:
            used.update((word, other))
            part.append(_KIN * min(weight[word] * a.words[word], weight[other] * b.words[other], weight[name]))
    return whole + math.fsum(part)


def _same_slot(claims: list[Claim], fresh: AbstractSet[int]) -> set[tuple[int, int]]:
    slots: dict[str, list[int]] = defaultdict(list)
    for i, one in enumerate(claims):
        if slot := claim_key(one):
            slots[slot].append(i)
    return {
        (i, j)
        for members in slots.values()
        if 1 < len(members) <= POSTING_CAP
        for n, i in enumerate(members)
        for j in members[n + 1 :]
        if i in fresh or j in fresh
    }
