"""Which entity names are names of one thing. Gathers evidence, weighs it, joins by it; reads and writes no record.

Sure evidence joins, doubtful evidence is a question, and weak evidence is none. What stands against a pair (other
numbers, other types, one statement that holds both, facts that clash, a human's word) stops it whatever speaks for
it. A pair is joined by its own evidence: no chain of doubts adds up to a join. Work grows with the number of names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from noctuary.consolidate.likeness import Evidence, Spoken, Thing, evidence, rank
from noctuary.consolidate.sayings import Names, Pair, naming, said_apart, together
from noctuary.judging import judge
from noctuary.model import Fact, Statement, Value
from noctuary.text.days import dated

SURE = 0.8
STRONG = 0.9
DOUBTFUL = 0.5
_CLASH = 0.62
_MOST_JUDGED = 8


class Found(Value, frozen=True):
    """Pairs to join, as (kept, merged, evidence), and pairs to ask about, surest first."""

    joined: tuple[tuple[str, str, Evidence], ...] = ()
    doubts: tuple[Evidence, ...] = ()


def identities(
    things: Iterable[Thing],
    facts: Sequence[Fact],
    joined: Mapping[str, str] | None = None,
    apart: AbstractSet[Pair] = frozenset(),
) -> Found:
    """What is newly the same among `things`, given what `facts` say of them.

    `joined` leads ids that were merged before to the one that stands for them; `apart` (a < b) are pairs a human
    has told apart. The order of `things` and `facts` does not matter.
    """
    known = {thing.id: thing for thing in sorted(things, key=lambda one: one.id)}
    facts = sorted(facts, key=lambda fact: fact.id)
    names = Names({key: thing.name for key, thing in known.items()})
    told = naming([fact.text for fact in facts if fact.is_believed and fact.trust in ("human", "agent")])
    spoken = Spoken(facts)
    found = evidence(known, names, told, spoken)
    involved = {side for one in found for side in (one.a, one.b)}
    in_one, pages = together({key: known[key].name for key in sorted(involved)}, facts)
    against = apart | said_apart(names, told)
    said = {(one.a, one.b) for one in found if one.is_said}
    strong = {(one.a, one.b) for one in found if one.score >= STRONG}
    in_one -= said
    none: set[str] = set()

    def is_blocked(a: str, b: str) -> bool:
        pair = (a, b) if a < b else (b, a)
        if pair in against or pair in in_one or _types_clash(known[a], known[b]):
            return True
        return pair not in strong and not pages.get(a, none).isdisjoint(pages.get(b, none))

    same = {key: root for key, root in (joined or {}).items() if key in known and root in known}
    parted = [one for one in found if same.get(one.a, one.a) != same.get(one.b, one.b)]
    standing = [one for one in parted if not is_blocked(one.a, one.b) and not _clash(known, spoken, one)]
    return _united(known, standing, dict(joined or {}), is_blocked)


def _types_clash(a: Thing, b: Thing) -> bool:
    return a.type != b.type and "unknown" not in (a.type, b.type)


def _clash(known: Mapping[str, Thing], spoken: Spoken, one: Evidence) -> bool:
    """Whether a fact of one contradicts a fact of the other once both carry one name. Spellings are beyond that."""
    if one.is_plain:
        return False
    a, b = known[one.a].name, known[one.b].name
    theirs = [_renamed(fact, b, a) for fact in spoken.of(b)[:_MOST_JUDGED]]
    for fact in spoken.of(a)[:_MOST_JUDGED]:
        for other in theirs:
            verdict = judge(_renamed(fact, a, a), other)
            if verdict.is_conflict and verdict.score >= _CLASH:
                return True
    return False


def _renamed(fact: Fact, before: str, name: str) -> Statement:
    text = re.sub(rf"(?<!\w){re.escape(before)}(?!\w)", lambda _: name, dated(fact), flags=re.IGNORECASE)
    return Statement(text=text, said_on=fact.said_on, kind=fact.kind, subject=name)


def _united(
    known: Mapping[str, Thing],
    found: Sequence[Evidence],
    before: dict[str, str],
    is_blocked: Callable[[str, str], bool],
) -> Found:
    groups = {key: [key] for key in known}
    for key, root in sorted(before.items()):
        if key in known and root in known:
            groups[root] = groups[key] = sorted({*groups[root], *groups[key]})
            for member in groups[root]:
                groups[member] = groups[root]
    why: dict[str, list[Evidence]] = defaultdict(list)
    for one in sorted(found, key=lambda one: (-one.score, one.a, one.b)):
        left, right = groups[one.a], groups[one.b]
        if left is right or one.score < SURE or any(is_blocked(a, b) for a in left for b in right):
            continue
        whole = sorted((*left, *right))
        for member in whole:
            groups[member] = whole
        why[one.a].append(one)
        why[one.b].append(one)
    return Found(joined=tuple(_joins(known, groups, before, why, found)), doubts=_doubts(groups, found, is_blocked))


def _joins(
    known: Mapping[str, Thing],
    groups: Mapping[str, list[str]],
    before: Mapping[str, str],
    why: Mapping[str, list[Evidence]],
    found: Sequence[Evidence],
) -> Iterator[tuple[str, str, Evidence]]:
    direct = {(one.a, one.b): one for one in found if one.score >= SURE}
    stood = set(before.values())
    for root, group in sorted(groups.items()):
        if group[0] != root or len(group) == 1:
            continue
        heads = [key for key in group if key not in before]
        kept = min(heads, key=lambda key: (key not in stood, rank(known[key])))
        for head in sorted(set(heads) - {kept}):
            members = [key for key in group if before.get(key, key) == head]
            reasons = [one for key in members for one in why.get(key, ())]
            straight = direct.get((min(kept, head), max(kept, head)))
            yield kept, head, straight or max(reasons, key=lambda one: (one.score, one.a, one.b))


def _doubts(
    groups: Mapping[str, list[str]], found: Sequence[Evidence], is_blocked: Callable[[str, str], bool]
) -> tuple[Evidence, ...]:
    """One question for each two groups, the surest; none about what stands apart already."""
    best: dict[Pair, Evidence] = {}
    for one in sorted(found, key=lambda one: (-one.score, one.a, one.b)):
        left, right = groups[one.a], groups[one.b]
        ends = (min(left[0], right[0]), max(left[0], right[0]))
        is_open = left is not right and DOUBTFUL <= one.score < SURE
        if is_open and ends not in best and not any(is_blocked(a, b) for a in left for b in right):
            best[ends] = one
    return tuple(best.values())
