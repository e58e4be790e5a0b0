"""What speaks for two names being one thing: spelling, aliases, abbreviations, slips, first names. Joins nothing.

Every gatherer blocks by a key and compares within blocks, so that work grows with the number of names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from rapidfuzz.distance import OSA

from noctuary.consolidate.naming import (
    RUN_ON,
    SPELT,
    Form,
    abbreviates,
    deletions,
    digits,
    forms,
    is_path,
    is_run_on,
    spelt,
    words,
)
from noctuary.consolidate.sayings import Names, Pair, said_same
from noctuary.model import Fact, Value, fold
from noctuary.text.patterns import of_table

SLIP_LETTERS = 6
OFTEN = 4
RARELY = 2
_MOST_ALIKE = 12
_PERSONAL = of_table("link.person", any_case=True)


class Thing(Value, frozen=True):
    """An entity as identity sees it: how it is written, and in how many facts and edges it was."""

    id: str
    name: str
    type: str = "unknown"
    uses: int = 0
    aliases: tuple[str, ...] = ()


class Evidence(Value, frozen=True):
    """Why two ids (a < b) are one thing. `is_plain`: spelling or a statement says so, whatever facts clash."""

    a: str
    b: str
    score: float
    why: str
    is_plain: bool = False
    is_said: bool = False


class Spoken:
    """What facts say of each name, in their order. They are grouped when first asked for, a spelling is folded once."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._facts = facts

    def of(self, name: str) -> Sequence[Fact]:
        """The facts of a name, however it is spelt."""
        return self._by_name.get(fold(name), ())

    @cached_property
    def _by_name(self) -> dict[str, list[Fact]]:
        spelt_as: dict[str, list[Fact]] = {}
        found: dict[str, list[Fact]] = {}
        for fact in self._facts:
            own = spelt_as.get(fact.entity)
            if own is None:
                own = spelt_as[fact.entity] = found.setdefault(fold(fact.entity), [])
            own.append(fact)
        return found


def evidence(known: Mapping[str, Thing], names: Names, texts: Iterable[str], spoken: Spoken) -> list[Evidence]:
    """The best evidence for each pair of ids, in the order of the pairs; `texts` are what may name an alias."""
    best: dict[Pair, Evidence] = {}
    for one in [
        *_said(known, names, texts),
        *_spelt(known),
        *_abbreviated(known),
        *_slips(known),
        *_persons(known, spoken),
    ]:
        before = best.get((one.a, one.b))
        if before is None or (one.is_said, one.score, one.why) > (before.is_said, before.score, before.why):
            best[(one.a, one.b)] = one
    return [best[pair] for pair in sorted(best)]


def _evidence(a: str, b: str, score: float, why: str, *, is_plain: bool = False, is_said: bool = False) -> Evidence:
    a, b = sorted((a, b))
    return Evidence(a=a, b=b, score=score, why=why, is_plain=is_plain, is_said=is_said)


def _said(known: Mapping[str, Thing], names: Names, texts: Iterable[str]) -> Iterator[Evidence]:
    """An alias a statement gives; a short name said to stand for two things is doubtful for both."""
    pairs = said_same(names, texts)
    meant: dict[str, set[str]] = defaultdict(set)
    for a, b in pairs:
        short, full = sorted((a, b), key=lambda key: (len(spelt(known[key].name)), key))
        if abbreviates(known[short].name, known[full].name):
            meant[short].add(spelt(known[full].name))
    for (a, b), text in sorted(pairs.items()):
        is_clear = len(meant[a]) < 2 and len(meant[b]) < 2
        yield _evidence(a, b, 0.96 if is_clear else 0.6, f"it was said: “{text}”", is_plain=True, is_said=True)
    for key, thing in known.items():
        for alias in thing.aliases:
            for other in names.called(alias):
                if other != key:
                    yield _evidence(
                        key, other, 0.92, "its own record lists the other name", is_plain=True, is_said=True
                    )


def _spelt(known: Mapping[str, Thing]) -> Iterator[Evidence]:
    """Names that share a form. In a crowd of more than a few, each is held against the most used one."""
    blocks: dict[str, list[tuple[Thing, Form]]] = defaultdict(list)
    for thing in known.values():
        for form in forms(thing.name, thing.type):
            blocks[form.key].append((thing, form))
    for _, members in sorted(blocks.items()):
        members.sort(key=lambda one: rank(one[0]))
        firsts = members if len(members) <= _MOST_ALIKE else members[:1]
        for at, (thing, form) in enumerate(firsts):
            for other, its in members[at + 1 :]:
                if thing.id != other.id and (one := _alike(thing, form, other, its)):
                    yield one


def _alike(thing: Thing, form: Form, other: Thing, its: Form) -> Evidence | None:
    if form.dropped and its.dropped and form.dropped != its.dropped:
        return None
    weaker = min(form, its, key=lambda one: (one.score, one.why))
    is_plain = weaker.why == SPELT
    is_split = is_plain and is_run_on(thing.name, other.name)
    score, why = (0.65, RUN_ON) if is_split else (weaker.score, weaker.why)
    return _evidence(thing.id, other.id, score, why, is_plain=is_plain)


def _abbreviated(known: Mapping[str, Thing]) -> Iterator[Evidence]:
    """Numeronyms (k8s) speak for themselves, initials nobody explained are worth a question; both if one thing fits."""
    full: dict[str, list[Thing]] = defaultdict(list)
    for thing in known.values():
        parts = words(thing.name)
        if is_path(thing.name, thing.type) or not parts:
            continue
        if len(parts) == 1 and len(parts[0]) > 4:
            full[f"{parts[0][0]}{len(parts[0]) - 2}{parts[0][-1]}"].append(thing)
        elif 3 <= len(parts) <= 7:
            full["".join(part[0] for part in parts)].append(thing)
    for short in known.values():
        meant = full.get(spelt(short.name), ())
        if len({spelt(one.name) for one in meant}) != 1:
            continue
        is_counted = any(c.isdigit() for c in short.name)
        for one in meant:
            why = abbreviates(short.name, one.name)
            if one.id != short.id and why and (is_counted or short.name.isupper()):
                yield _evidence(short.id, one.id, 0.9 if is_counted else 0.6, why)


def _slips(known: Mapping[str, Thing]) -> Iterator[Evidence]:
    near: dict[str, list[Thing]] = defaultdict(list)
    for thing in known.values():
        key = spelt(thing.name)
        is_counted = thing.uses <= RARELY or thing.uses >= OFTEN
        if is_counted and len(key) >= SLIP_LETTERS and not digits(key) and not is_path(thing.name, thing.type):
            for left in deletions(key):
                near[left].append(thing)
    seen: set[Pair] = set()
    for members in near.values():
        for at, one in enumerate(members):
            for other in members[at + 1 :]:
                pair = (min(one.id, other.id), max(one.id, other.id))
                if pair not in seen and one.id != other.id and _is_slip(one, other):
                    rare = min(one, other, key=lambda thing: (thing.uses, thing.name))
                    yield _evidence(*pair, 0.7, f"{rare.name!r} looks like a slip of the pen")
                seen.add(pair)


def _is_slip(one: Thing, other: Thing) -> bool:
    """One letter too many, too few or out of turn inside one long word; never its first or last, never another one."""
    rare, common = sorted((one.uses, other.uses))
    if rare > RARELY or common < OFTEN:
        return False
    left, right = words(one.name), words(other.name)
    if len(left) != len(right):
        return False
    differing = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    if len(differing) != 1 or spelt(one.name) == spelt(other.name):
        return False
    a, b = differing[0]
    is_long = min(len(a), len(b)) >= SLIP_LETTERS - 1 and max(len(a), len(b)) >= SLIP_LETTERS
    is_inside = a[0] == b[0] and a[-1] == b[-1]
    is_turned = len(a) != len(b) or sorted(a) == sorted(b)
    return is_long and is_inside and is_turned and OSA.distance(a, b, score_cutoff=1) == 1


def _persons(known: Mapping[str, Thing], spoken: Spoken) -> Iterator[Evidence]:
    """ "Alice" is "Alice Baker" where no other full name begins with Alice, and both are spoken of as persons are."""
    full: dict[str, list[Thing]] = defaultdict(list)
    for thing in known.values():
        parts = thing.name.split()
        if 2 <= len(parts) <= 3 and all(_is_proper(part) for part in parts):
            full[spelt(parts[0])].append(thing)
    for thing in known.values():
        meant = full.get(spelt(thing.name), ()) if _is_proper(thing.name) else ()
        if len({spelt(one.name) for one in meant}) == 1 and all(_is_person(one, spoken) for one in (thing, *meant)):
            for one in meant:
                yield _evidence(thing.id, one.id, 0.85, f"no other full name here begins with {thing.name!r}")


def _is_proper(word: str) -> bool:
    return word[:1].isupper() and len(word) > 2 and re.sub(r"[-'’.]", "", word).isalpha() and not word.isupper()


def _is_person(thing: Thing, spoken: Spoken) -> bool:
    if thing.type != "unknown":
        return thing.type == "person"
    return any(fact.kind == "identity" or _PERSONAL.search(fact.text) for fact in spoken.of(thing.name))


def rank(thing: Thing) -> tuple[int, int, str, str]:
    """The most used name first, then the longest, then by the alphabet."""
    return -thing.uses, -len(thing.name), thing.name, thing.id
