"""Which facts and entities belong together, and why. Proposes edges; every one carries its reason.

`related_to` comes from neighbours and refinements; the other relations only from words that say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from noctuary.model import Edge, Entity, Fact, Relation, edge_id, entity_id, fold
from noctuary.text.languages import words
from noctuary.text.patterns import of_table
from noctuary.text.stops import ends

RELATED_AT_LEAST = 0.4
RELATED_AT_MOST = 3
_CODE = re.compile(r"`([^`\n]{2,80})`")
_WIKI = re.compile(r"\[\[([^\[\]|#^\n]{1,80})(?:[#^][^\[\]|\n]*)?(?:\|[^\[\]\n]*)?\]\]")
_FILE = re.compile(r"^[\w./~-]*\w\.[A-Za-z]{1,8}$|^[\w.~-]*/[\w./~-]+$")
_END = re.compile(r"[.;!?]\s")
_DATED = re.compile(r"\s*(?:\d{4}-\d{2}|\d{1,2}[:.]\d{2})")
_CAUSE = of_table("link.cause", any_case=True)
_USES = of_table("link.uses", any_case=True)
_NEEDS = of_table("link.needs", any_case=True)
_PART = of_table("link.part", any_case=True)
_SPOKEN: tuple[tuple[Relation, re.Pattern[str], str], ...] = (
    ("caused_by", _CAUSE, "names it as the cause"),
    ("depends_on", _NEEDS, "says that it needs it"),
    ("uses", _USES, "says that it uses it"),
    ("part_of", _PART, "says that it is part of it"),
)
_COMMON = frozenset(words("words.common"))


def entities(facts: Iterable[Fact], known: Mapping[str, Entity]) -> dict[str, Entity]:
    """Entities that facts are about or cite in code spans, which are not yet known; by id."""
    found: dict[str, Entity] = {}
    for fact in facts:
        for name, kind in _named(fact):
            key = entity_id(name, kind)
            if key not in known and key not in found:
                found[key] = Entity(id=key, name=name, type=kind)
    return found


def spoken(
    facts: Iterable[Fact], known: Mapping[str, Entity], same: Mapping[str, str] | None = None
) -> Iterator[Edge]:
    """Edges that a fact's own words state: causes, uses, needs, parts; and what it mentions, cites or `[[links to]]`.

    `same` leads merged ids to what stands for them: by whatever name, a fact does not mention what it is about.
    """
    lexicon = _Lexicon(known.values())
    same = same or {}
    for fact in facts:
        own = {same.get(key, key) for key in (entity_id(fact.entity), entity_id(fact.entity, "file"))}
        linked = lexicon.linked_in(fact.text)
        for entity, start in (lexicon.found_in(fact.text) | linked).values():
            if fold(entity.name) == fold(fact.entity) or same.get(entity.id, entity.id) in own:
                continue
            rel, why = _relation_at(fact.text, start)
            if _FILE.match(entity.name):
                rel, why = "used_by", "cites this file"
            elif rel == "mentions" and entity.id in linked:
                rel, why = "links_to", "links to it"
            yield _edge(fact.id, entity.id, rel, f"{why}: {_around(fact.text, start)}")


def composed(known: Iterable[Entity]) -> Iterator[Edge]:
    """`part_of` between entities where one's name begins with the whole of the other's ("tidebook API")."""
    by_name = {fold(entity.name): entity for entity in known if fold(entity.name)}
    for name, entity in sorted(by_name.items()):
        words = name.split()
        for cut in range(len(words) - 1, 0, -1):
            whole = by_name.get(" ".join(words[:cut]))
            if whole:
                yield _edge(entity.id, whole.id, "part_of", f"{entity.name!r} names a part of {whole.name!r}")
                break


def related(
    facts: Sequence[Fact], neighbours: Mapping[str, Sequence[tuple[str, float]]], texts: Mapping[str, str]
) -> Iterator[Edge]:
    """`related_to` to the nearest neighbours: at most three, at least 0.4 alike (seed row KG-047)."""
    for fact in facts:
        near = [(key, weight) for key, weight in neighbours.get(fact.id, ()) if weight >= RELATED_AT_LEAST]
        for key, weight in near[:RELATED_AT_MOST]:
            shared = _shared(fact.text, texts[key])
            if shared:
                first, second = sorted((fact.id, key))
                yield _edge(first, second, "related_to", f"both speak of {shared}", round(weight, 4))


def refines(finer: Fact, coarser: Fact, reason: str, weight: float) -> Edge:
    """`related_to` from the statement that adds detail to the one it is about."""
    return _edge(finer.id, coarser.id, "related_to", f"adds detail: {reason}", round(weight, 4))


class _Lexicon:
    """Entity names by their first word, so that a text is scanned once whatever their number."""

    def __init__(self, known: Iterable[Entity]) -> None:
        self._by_first: dict[str, list[tuple[list[str], Entity]]] = {}
        self._by_name: dict[str, Entity] = {}
        for entity in sorted(known, key=lambda e: (-len(e.name), e.id)):
            words = fold(entity.name).split()
            self._by_name.setdefault(" ".join(words), entity)
            if words and len("".join(words)) >= 3 and not set(words) <= _COMMON:
                self._by_first.setdefault(words[0], []).append((words, entity))

    def linked_in(self, text: str) -> dict[str, tuple[Entity, int]]:
        """The entities that wiki links name, and where, by id."""
        found = ((self._by_name.get(fold(name)), start) for name, start in _wiki(text))
        return {entity.id: (entity, start) for entity, start in found if entity}

    def found_in(self, text: str) -> dict[str, tuple[Entity, int]]:
        """The entities whose names stand in a text, and where, by id in its order."""
        spans = [(m.start(), fold(m.group())) for m in re.finditer(r"[^\s`(),;:\"]+", text)]
        words = [word for _, word in spans]
        found: dict[str, tuple[Entity, int]] = {}
        for position, word in enumerate(words):
            for name, entity in self._by_first.get(word, ()):
                if words[position : position + len(name)] == name:
                    found.setdefault(entity.id, (entity, spans[position][0]))
                    break
        return {key: found[key] for key in sorted(found)}


def is_name(text: str) -> bool:
    """Whether a subject can name an entity: a few words, one of them a real one (or k8s, db1); no date, no number."""
    words = fold(text).split()
    if _DATED.match(text):
        return False
    return 0 < len(words) <= 6 and len(text) <= 60 and any(_is_wordlike(w) for w in words)


def _is_wordlike(word: str) -> bool:
    parts = re.split(r"[-_]", word)
    return any(len(part) > 2 and part[0].isalpha() and part.isalnum() for part in parts) and "" not in parts


def _named(fact: Fact) -> Iterator[tuple[str, str]]:
    if is_name(fact.entity):
        yield fact.entity, "unknown"
    for name in _CODE.findall(fact.text):
        if _FILE.match(name):
            yield name, "file"
    for name, _ in _wiki(fact.text):
        if is_name(name):
            yield name, "unknown"


def _wiki(text: str) -> list[tuple[str, int]]:
    """(name, place) of each wiki link, its heading and alias left out; in code there is none."""
    prose = _CODE.sub(lambda code: " " * len(code.group()), text)
    return [(name, link.start(1)) for link in _WIKI.finditer(prose) if (name := link.group(1).strip())]


def _relation_at(text: str, start: int) -> tuple[Relation, str]:
    for rel, pattern, why in _SPOKEN:
        cue = None
        for match in pattern.finditer(text, 0, start):
            cue = match
        if cue and next(ends(_END, text[:start], cue.end()), None) is None:
            return rel, why
    return "mentions", "mentions it"


def _around(text: str, start: int) -> str:
    piece = " ".join(text[max(0, start - 40) : start + 40].split())
    return f"“{piece}”"


def _shared(left: str, right: str) -> str:
    words = [w for w in dict.fromkeys(fold(left).split()) if w not in _COMMON and len(w) > 2]
    both = [word for word in words if word in set(fold(right).split())]
    return ", ".join(both[:3])


def _edge(src: str, dst: str, rel: Relation, reason: str, weight: float = 1.0) -> Edge:
    return Edge(id=edge_id(src, dst, rel), src=src, dst=dst, rel=rel, reason=reason, weight=weight)
