"""Reading through merges: which id stands for which, and all names of a thing. Finds no merge, changes no record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from noctuary.model import Entity, Merge, fold


def canonical(merges: Iterable[Merge]) -> dict[str, str]:
    """Every merged id → the id that stands for it, however merges chain, cross or came from two branches."""
    parent: dict[str, str] = {}
    pointed: set[str] = set()
    for merge in sorted(merges, key=lambda one: one.id):
        if merge.is_undone:
            continue
        pointed.add(merge.merged)
        kept, merged = _root(parent, merge.kept), _root(parent, merge.merged)
        if kept != merged:
            parent[merged] = kept
    members: dict[str, list[str]] = defaultdict(list)
    for key in sorted({*parent, *parent.values()}):
        members[_root(parent, key)].append(key)
    found: dict[str, str] = {}
    for group in members.values():
        stands = min([key for key in group if key not in pointed] or group)
        found |= {key: stands for key in group if key != stands}
    return found


def names_of(name: str, entities: Iterable[Entity], same: Mapping[str, str]) -> frozenset[str]:
    """All names, folded, of what is called `name`: its own, its aliases', and those of what was merged with it."""
    everything = list(entities)
    wanted = fold(name)
    roots = {same.get(e.id, e.id) for e in everything if wanted in {fold(e.name), *map(fold, e.aliases)}}
    alike = [e for e in everything if same.get(e.id, e.id) in roots]
    return frozenset({wanted, *(fold(spelling) for e in alike for spelling in (e.name, *e.aliases))})


def _root(parent: Mapping[str, str], key: str) -> str:
    while key in parent:
        key = parent[key]
    return key
