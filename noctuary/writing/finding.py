"""What a reference leads to: an id, a UUID, `type:name`, or a name. Finds nothing the asker may not see."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from noctuary.index import records
from noctuary.model import Edge, Entity, Fact
from noctuary.writing.draft import Draft
from noctuary.writing.requests import WriteRefused

_UUID = re.compile(r"6e6f6374-7561-800([0-9a-f])-8([0-9a-f]{3})-([0-9a-f]{12})", re.I)
_TAGGED = re.compile(r"b2:([0-9a-f])([0-9a-f]{3})([0-9a-f]{12})")
_BEGUN = re.compile(r"b2:[0-9a-f]{6,15}")
_SLUG = re.compile(r"[^\w]+")


def uuid_of(key: str) -> str:
    """An id of ours as a UUID (version 8, RFC 9562), which leads back to it; any other id as it is."""
    found = _TAGGED.fullmatch(key)
    return f"6e6f6374-7561-800{found[1]}-8{found[2]}-{found[3]}" if found else key


def id_of(uuid: str) -> str:
    """The id a UUID of ours stands for; anything else as it is."""
    found = _UUID.fullmatch(uuid)
    return f"b2:{found[1]}{found[2]}{found[3]}".lower() if found else uuid


def entity(draft: Draft, ref: str, what: str = "entity") -> Entity:
    """The one entity that a reference leads to, merges followed. Raises WriteRefused for none or several."""
    found = entities(draft, ref)
    if len(found) == 1:
        return found[0]
    if found:
        kinds = ", ".join(f"{one.type}:{one.name}" for one in found)
        raise WriteRefused("ambiguous", ref, f"several are called this: {kinds}", "name one of them with its type")
    raise WriteRefused("unknown", ref, f"no {what} is called this", "create it first, or find it with a search")


def entities(draft: Draft, ref: str) -> list[Entity]:
    """The entities a reference may mean: those of the first way of reading it that leads to any."""
    kind, _, plain = ref.partition(":")
    kind = kind.strip().lower()
    ways: list[Iterable[str]] = [[id_of(ref)], _named(draft, ref)]
    if plain:
        ways += [_named(draft, plain, kind), records.beginning(draft.index.db, slug(plain), kind)]
    for way in ways:
        if found := _seen(draft, way):
            return found
    return []


def exactly(draft: Draft, name: str) -> Entity | None:
    """The entity of exactly this name, the first that was made where there are several."""
    staged = [one for one in draft.named(name) if one.name == name]
    return next(iter(_seen(draft, draft.ids_named(name)) or staged), None)


def _named(draft: Draft, name: str, kind: str = "") -> list[str]:
    """Ids by exact name, else by folded name or alias; what the call has made itself first."""
    made = [one for one in draft.named(name) if not kind or one.type == kind]
    exact = [one.id for one in made if one.name == name] + draft.ids_named(name, kind)
    if exact:
        return exact
    return [one.id for one in made] + draft.ids_called(name, kind)


def _seen(draft: Draft, ids: Iterable[str]) -> list[Entity]:
    """The entities of these ids that the asker may see, each as what stands for it."""
    found: dict[str, Entity] = {}
    for key in ids:
        key = draft.index.standing(key)
        one = draft.entity(key) or _stub(draft, key)
        if one and draft.sees(one):
            found.setdefault(one.id, one)
    return list(found.values())


def _stub(draft: Draft, key: str) -> Entity | None:
    """An entity that facts name and nobody has described."""
    name = draft.index.stub(key)
    is_told = bool(name) and any(draft.sees(one) for one in records.facts_of(draft.index.db, [key]))
    return Entity(id=key, name=name) if is_told else None


def fact(draft: Draft, ref: str) -> Fact | None:
    """The fact of this id or UUID, or whose id alone begins so ("b2:669e12"), if the asker may see it.

    Raises WriteRefused where several that the asker may see begin so.
    """
    keys = records.ids_begun(draft.index.db, ref) if _BEGUN.fullmatch(ref) else iter([id_of(ref)])
    found = list(islice((one for one in map(draft.fact, keys) if one and draft.sees(one)), 2))
    if len(found) > 1:
        told = ", ".join(one.id for one in found)
        raise WriteRefused("ambiguous", ref, f"the ids of several facts begin so: {told}", "write more of it")
    return found[0] if found else None


def edge(draft: Draft, ref: str) -> Edge | None:
    """The edge of this id or UUID, if the asker may see what it joins."""
    found = draft.edge(id_of(ref))
    return found if found and is_seen(draft, found) else None


def is_seen(draft: Draft, edge: Edge) -> bool:
    """Whether the asker may see what an edge joins."""
    ends = [draft.fact(end) or draft.entity(end) for end in (edge.src, edge.dst)]
    return all(one is None or draft.sees(one) for one in ends)


def slug(text: str) -> str:
    """Small letters and digits with hyphens between, as names are made of labels."""
    return _SLUG.sub("-", text.strip().lower()).strip("-_")
