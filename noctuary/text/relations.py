"""How two English words stand to each other in WordNet: the same, opposites, kinds, siblings.

Reads the shipped extract (`wordnet.tsv`, made by benchmarks/derive_words.py) on first use. It knows words alone,
no sentence; words it has never met stand in no relation.
Source: WordNet 3.0 (Fellbaum 1998).
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

FILES = (
    "adj adj_pert adv tops act animal artifact attribute body cognition communication event feeling food group "
    "location motive object person phenomenon plant possession process quantity relation shape state substance time "
    "v_body v_change v_cognition v_communication v_competition v_consumption v_contact v_creation v_emotion v_motion "
    "v_perception v_possession v_social v_stative v_weather adj_ppl"
).split()
"""Lexicographer files by number: what sort of thing a sense is (verbs have v_ before)."""

_ENDINGS = {
    "n": (("ies", "y"), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("s", "")),
    "v": (("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""), ("s", "")),
    "a": (("est", ""), ("est", "e"), ("er", ""), ("er", "e"), ("iest", "y"), ("ier", "y")),
    "r": (),
}
_KIND_STEPS = 5
_FAR = 99
_RANKS = 2
_DEEP = 5
_ALIKE = 0.6
_PRESENT = ("am", "are")


class Relation(NamedTuple):
    """`name`: same | opposite | kind | siblings | near | ""; `strength` in (0, 1]; `file`: the sort of siblings."""

    name: str
    strength: float = 0.0
    file: str = ""


NONE = Relation("")


class _Table(NamedTuple):
    """The extract, split no further than its lines: words, synsets, wholes of places, antonyms and rank, irregulars."""

    words: dict[str, str]
    synsets: dict[str, str]
    wholes: dict[str, tuple[str, ...]]
    opposites: dict[str, dict[str, int]]
    irregular: dict[str, tuple[str, ...]]


@cache
def _table() -> _Table:
    words: dict[str, str] = {}
    synsets: dict[str, str] = {}
    wholes: dict[str, tuple[str, ...]] = {}
    opposites: dict[str, dict[str, int]] = defaultdict(dict)
    irregular: dict[str, tuple[str, ...]] = {}
    for line in files("noctuary.text").joinpath("wordnet.tsv").read_text("utf-8").splitlines():
        if line[0] == "#":
            continue
        tag, name, rest = line.split("\t", 2)
        if tag == "w":
            words[name] = rest
        elif tag == "s":
            synsets[name] = rest
        elif tag == "p":
            wholes[name] = tuple(rest.split("\t"))
        elif tag == "a":
            other, rank = rest.split("\t")
            opposites[name][other] = opposites[other][name] = int(rank)
        else:
            irregular[name] = (*irregular.get(name, ()), rest)
    return _Table(words, synsets, wholes, dict(opposites), irregular)


@lru_cache(maxsize=65536)
def _senses(word: str) -> tuple[tuple[str, int], ...]:
    """The senses of a word, each with its rank within its part of speech."""
    parts = (part.split(" ") for part in _table().words.get(word, "").split("\t") if part)
    return tuple((key, rank) for _, *keys in parts for rank, key in enumerate(keys))


@lru_cache(maxsize=65536)
def _file(key: str) -> str:
    """The lexicographer file of a sense."""
    return FILES[int(_table().synsets[key].split("\t", 1)[0], 36)]


@lru_cache(maxsize=65536)
def _parents(key: str) -> tuple[str, ...]:
    """What a sense is a kind of; of an adjective, the head it is similar to."""
    return tuple(_table().synsets[key].split("\t")[1:])


@cache
def _adjectives() -> dict[str, tuple[str, ...]]:
    """The words of each sense of an adjective."""
    found: dict[str, list[str]] = defaultdict(list)
    for word, rest in _table().words.items():
        for part in rest.split("\t"):
            if part[0] == "a":
                for key in part.split(" ")[1:]:
                    found[key].append(word)
    return {key: tuple(words) for key, words in found.items()}


@lru_cache(maxsize=65536)
def lemmas(word: str) -> tuple[str, ...]:
    """The known words a small-letter form may stand for, likeliest first: itself, irregular, then regular forms."""
    table = _table()
    found = dict.fromkeys(w for w in (word, *table.irregular.get(word, ())) if w in table.words)
    for endings in _ENDINGS.values():
        for ending, base in endings:
            stem = word.removesuffix(ending)
            if stem != word and len(stem) > 1:
                tries = (stem + base, stem[:-1]) if stem[-1:] == stem[-2:-1] and not base else (stem + base,)
                found.update((w, None) for w in tries if w in table.words)
    return tuple(found)


@lru_cache(maxsize=65536)
def is_known(word: str) -> bool:
    """Whether a word, in any form and case, stands in WordNet: one that does not stands in no relation."""
    return bool(lemmas(word.casefold()))


@lru_cache(maxsize=1 << 12)
def relation(a: str, b: str) -> Relation:
    """How two words (any form, any case) stand to each other; symmetric. A place is a kind of what it lies in."""
    if a > b:
        return relation(b, a)
    found = sense_relation(a, b)
    if found.name or not (pairs := _readings(a, b)):
        return found
    found = max((_looser(one, two) for one, two in pairs), key=_rank)
    is_people = _ORDER[found.name] <= _ORDER["siblings"] and is_demonym(a.casefold()) and is_demonym(b.casefold())
    return Relation("siblings", 1.0, "demonym") if is_people else found


@lru_cache(maxsize=1 << 12)
def sense_relation(a: str, b: str) -> Relation:
    """As `relation`, but only whether two words are the same or opposite: without the tree of kinds, much quicker."""
    if a > b:
        return sense_relation(b, a)
    if not set(lemmas(a.casefold())).isdisjoint(lemmas(b.casefold())):
        return Relation("same", 1.0)
    return max((_closer(one, two) for one, two in _readings(a, b)), key=_rank, default=NONE)


def _readings(a: str, b: str) -> list[tuple[str, str]]:
    """What two forms may stand for, pair by pair."""
    return [(one, two) for one in lemmas(a.casefold())[:3] for two in lemmas(b.casefold())[:3]]


def _rank(found: Relation) -> tuple[int, float, str]:
    return _ORDER[found.name], found.strength, found.file


_ORDER = {"": 0, "near": 1, "siblings": 2, "kind": 3, "same": 4, "opposite": 5}


def _closer(a: str, b: str) -> Relation:
    """Whether two words are antonyms, share a sense, or have senses in opposite clusters."""
    table = _table()
    if b in table.opposites.get(a, ()):
        return Relation("opposite", 1.0 / (1 + table.opposites[a][b]))
    other = dict(_senses(b))
    shared = [rank + other[key] for key, rank in _senses(a) if key in other]
    if shared:
        return Relation("same", 1.0 / (1 + min(shared)))
    rivals = _heads(b)
    indirect = [rank + rival for head, rank in _heads(a) for known, rival in rivals if _are_opposed(head, known)]
    return Relation("opposite", 0.5 / (1 + min(indirect))) if indirect else NONE


def _looser(a: str, b: str) -> Relation:
    """Where two words stand in the tree of kinds, or else whether they are of one cluster of adjectives."""
    found = _in_tree(_senses(a), _senses(b), "attribute" if is_adjective(a) and is_adjective(b) else "demonym")
    heads = [rank + rival for head, rank in _heads(a) for known, rival in _heads(b) if head == known]
    return Relation("near", 1.0 / (1 + min(heads))) if heads and not found.name else found


@lru_cache(maxsize=65536)
def _heads(word: str) -> tuple[tuple[str, int], ...]:
    """The heads of the clusters a word's senses as an adjective stand in, each with its sense's rank."""
    return tuple((head, rank) for key, rank in _senses(word) if (head := _head(key)))


@cache
def _head(key: str) -> str:
    """The head of an adjective's cluster, itself where it is one; "" for other parts of speech."""
    return next(iter(_parents(key)), key) if _file(key).startswith("adj") else ""


@lru_cache(maxsize=65536)
def _rivals(head: str) -> frozenset[str]:
    """The heads of the clusters opposed to a cluster."""
    table = _table()
    opposites = {other for word in _adjectives().get(head, ()) for other in table.opposites.get(word, ())}
    return frozenset(key for other in opposites for key, _ in _senses(other) if _head(key) == key)


def _are_opposed(one: str, two: str) -> bool:
    return one != two and (two in _rivals(one) or one in _rivals(two))


def _in_tree(mine: tuple[tuple[str, int], ...], other: tuple[tuple[str, int], ...], first: str) -> Relation:
    """Above, below or beside each other in the tree of kinds, by their commoner senses; siblings of file `first` before
    others (of words that describe, what they describe: "white" and "brown" are colours before they are people).

    Siblings are measured by Wu & Palmer (1994): how deep the nearest common kind lies beside the two themselves.
    """
    found = [NONE]
    for key, rank in mine:
        for known, rival in other:
            if rank + rival > _RANKS or _reach(key).isdisjoint(_reach(known)):
                continue
            weight = 1.0 / (1 + rank + rival)
            if _is_below(key, known) or _is_below(known, key):
                found.append(Relation("kind", weight))
                continue
            up = _deep(key)
            shared = max((up[kind] for kind in up.keys() & _deep(known).keys()), default=0)
            alike = 2.0 * shared / (_depth(key) + _depth(known))
            if alike >= _ALIKE:
                found.append(Relation("siblings", round(weight**0.5 * alike, 4), _sort(key, known)))
    return max(found, key=lambda r: (_ORDER[r.name], r.file == first, r.strength, r.file))


def _is_below(key: str, known: str) -> bool:
    """Whether a sense is a near kind of another, or a place that lies in it."""
    return _above(key).get(known, _FAR) <= _KIND_STEPS or known in _around(key)


@lru_cache(maxsize=65536)
def _around(key: str) -> frozenset[str]:
    """The places a place lies in, however far."""
    wholes = _table().wholes.get(key, ())
    return frozenset(wholes).union(*(_around(one) for one in wholes))


@lru_cache(maxsize=65536)
def is_below(a: str, b: str) -> bool:
    """Whether one word names a kind of what the other names ("dog", "animal"), or a place in it, by commoner senses."""
    return any(
        rank + rival <= _RANKS and _is_below(key, known)
        for one in lemmas(a)[:3] for two in lemmas(b)[:3] for key, rank in _senses(one) for known, rival in _senses(two)
    )  # fmt: skip


@lru_cache(maxsize=65536)
def _reach(key: str) -> frozenset[str]:
    """All that a sense must share some of with another to be a kind of it, lie in it, or be its sibling."""
    near = (kind for kind, steps in _above(key).items() if steps <= _KIND_STEPS)
    return frozenset((key, *near, *_around(key), *_deep(key)))


@lru_cache(maxsize=65536)
def _deep(key: str) -> dict[str, int]:
    """The kinds a sense is of that stand deep enough in the tree to make siblings, each with its depth."""
    return {kind: depth for kind in _above(key) if (depth := _depth(kind)) >= _DEEP}


@lru_cache(maxsize=65536)
def _depth(key: str) -> int:
    """How far a sense stands below the top of the tree, the top itself being 1."""
    return 1 + max(_above(key).values(), default=0)


def _sort(a: str, b: str) -> str:
    """The lexicographer file of two siblings; "demonym" for two inhabitants of places."""
    people = {known for known, rank in _senses("inhabitant") if rank == 0}
    return "demonym" if people & _above(a).keys() & _above(b).keys() else _file(a)


@lru_cache(maxsize=65536)
def _above(key: str) -> dict[str, int]:
    """All that a sense is a kind of, with the steps up to it."""
    found: dict[str, int] = {}
    last, step = [key], 0
    while last:
        step += 1
        last = sorted({parent for one in last for parent in _parents(one)} - found.keys())
        found.update(dict.fromkeys(last, step))
    return found


@lru_cache(maxsize=65536)
def is_being(word: str) -> bool:
    """Whether a word is a noun whose commonest sense is a person or an animal, or a form of one ("men")."""
    firsts = [[key for key, rank in _senses(w) if rank == 0] for w in lemmas(word)[:2]]
    is_describing = any(_file(key).startswith("ad") for keys in firsts[:1] for key in keys)
    return not is_describing and any(_file(key) in ("person", "animal") for keys in firsts for key in keys)


@lru_cache(maxsize=65536)
def is_demonym(word: str) -> bool:
    """Whether a word says of what country or people something is ("German", "Thai"): an inhabitant, or a language."""
    anchors = {key for name in ("inhabitant", "natural_language") for key, rank in _senses(name) if rank == 0}
    found = [key for w in lemmas(word) for key, _ in _senses(w)]
    return any(not anchors.isdisjoint(_above(key)) for key in found) and (
        any(_file(key) == "adj_pert" for key in found) or "_" in word
    )


@lru_cache(maxsize=65536)
def is_doing(word: str) -> bool:
    """Whether a small-letter form is a form of a verb that tells what is or was done ("running", "sold")."""
    bases = [base for base in lemmas(word) if base != word]
    is_doing_now = word.endswith("ing") and any(_file(k).startswith("v_") for base in bases for k, _ in _senses(base))
    return is_doing_now or is_past(word)


@lru_cache(maxsize=65536)
def is_adjective(word: str) -> bool:
    """Whether a word has a sense as an adjective."""
    return any(_file(key).startswith("adj") for w in lemmas(word)[:2] for key, _ in _senses(w))


@lru_cache(maxsize=65536)
def is_noun(word: str) -> bool:
    """Whether a word has a sense as a noun."""
    return any(not _file(key).startswith(("v_", "ad")) for w in lemmas(word)[:2] for key, _ in _senses(w))


@lru_cache(maxsize=65536)
def is_thing(word: str) -> bool:
    """Whether a word is a noun that commonly means a thing one can touch ("building"), whatever else it may be."""
    return any(rank == 0 and _file(key) in ("artifact", "object") for key, rank in _senses(word))


@lru_cache(maxsize=1 << 12)
def is_compound(first: str, second: str) -> bool:
    """Whether two words in a row are one noun ("living", "rooms")."""
    words = _table().words
    return any(f"{first}_{base}" in words for base in (second, *lemmas(second)))


@lru_cache(maxsize=65536)
def is_past(word: str) -> bool:
    """Whether a small-letter form is a past tense or participle of a verb, and no present form ("is", "sitting")."""
    if word in _PRESENT or (word != "was" and word.endswith(("ing", "s"))):
        return False
    bases = [base for base in lemmas(word) if base != word and any(_file(k).startswith("v_") for k, _ in _senses(base))]
    return bool(bases) and (word.endswith("ed") or word in _table().irregular)


@lru_cache(maxsize=65536)
def verb_file(word: str) -> str:
    """What sort of doing a form of a verb names ("change", "motion" …) by its commonest sense; "" for no verb."""
    files = (_file(key) for base in lemmas(word) for key, _ in _senses(base))
    return next((file.removeprefix("v_") for file in files if file.startswith("v_")), "")
