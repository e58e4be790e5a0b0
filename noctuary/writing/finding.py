"""What a reference leads to: an id, a UUID, `type:name`, or a name. Finds nothing the asker may not see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from noctuary.index import records
from noctuary.model import Edge, Entity, Fact, fold
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
    if len(own := _own(found)) == 1:
        return own[0]
    if found:
        kinds = [f"{one.type}:{one.name}" for one in found]
        is_told = len(set(kinds)) == len(kinds)
        several = kinds if is_told else [f"{one.id} ({one.visibility})" for one in found]
        mend = "name one of them with its type" if is_told else "name one of them by its id"
        raise WriteRefused("ambiguous", ref, f"several are called this: {', '.join(several)}", mend)
    raise WriteRefused("unknown", ref, f"no {what} is called this", "create it first, or find it with a search")


def entities(draft: Draft, ref: str) -> list[Entity]:
    """The entities a reference may mean: those of the first way of reading it that leads to any."""
    kind, _, plain = ref.partition(":")
    kind = kind.strip().lower()
    ways: list[tuple[str, Iterable[str]]] = [("", [id_of(ref)]), *((ref, ids) for ids in _named(draft, ref))]
    if plain:
        ways += [(plain, ids) for ids in _named(draft, plain, kind)]
        ways += [(plain, records.beginning(draft.index.db, slug(plain), kind))]
    for name, ids in ways:
        if found := _seen(draft, ids, name):
            return found
    return []


def _own(found: list[Entity]) -> list[Entity]:
    """Of several that have one name and type, those that are not for all: who may see these wrote them, or was told."""
    is_one = len({(fold(one.name), one.type) for one in found}) == 1
    private = [one for one in found if one.visibility != "public"] if is_one else []
    return private or found


def exactly(draft: Draft, name: str) -> Entity | None:
    """The entity of exactly this name, the first that was made where there are several."""
    staged = [one for one in draft.named(name) if one.name == name]
    return next(iter(_seen(draft, draft.ids_named(name), name) or staged), None)


def _named(draft: Draft, name: str, kind: str = "") -> Iterator[list[str]]:
    """Ids by exact name, then by folded name or alias; what the call has made itself first."""
    made = [one for one in draft.named(name) if not kind or one.type == kind]
    yield [one.id for one in made if one.name == name] + draft.ids_named(name, kind)
    yield [one.id for one in made] + draft.ids_called(name, kind)


def _seen(draft: Draft, ids: Iterable[str], name: str = "") -> list[Entity]:
    """The entities of these ids that the asker may see, each as what stands for it; `name` led to them."""
    found: dict[str, Entity] = {}
    for key in ids:
        key = draft.index.standing(key)
        one = draft.entity(key)
        one = one if one and draft.sees(one) else _named_by_facts(draft, key, name)
        if one:
            found.setdefault(one.id, one)
    return list(found.values())


def _named_by_facts(draft: Draft, key: str, name: str) -> Entity | None:
    """An entity of which the asker sees facts alone: nobody has described it, or not for them."""
    told = [one for one in records.facts_of(draft.index.db, [key]) if draft.sees(one)]
    told = [one for one in told if not name or fold(one.entity) == fold(name)]
    if not told:
        return None
    one = min(told, key=lambda fact: fact.visibility != "public")
    return Entity(id=key, name=one.entity, agent_id=one.agent_id, visibility=one.visibility, scope=one.scope)


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
