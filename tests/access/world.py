"""A workspace full of canaries: one fact for each audience and each end, with all that could tell of it."""

from __future__ import annotations

import dataclasses
import datetime as dt
import itertools
from pathlib import Path

from msgspec.structs import replace

from noctuary.access import EVERY, Asker, listed
from noctuary.journal import append, closing, record, replay
from noctuary.model import (
    Edge,
    Entity,
    Fact,
    Merge,
    Night,
    Review,
    Support,
    Value,
    Visibility,
    edge_id,
    entity_id,
    fact_id,
    merge_id,
)
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages.apply import finish

DAY = dt.timedelta(days=1)
YESTERDAY, LONG_AGO = dt.date(2026, 5, 11), dt.date(2026, 1, 2)
ASKERS = {
    "anyone": Asker(),
    "default": Asker(agent="default"),
    "pilot": Asker(agent="pilot"),
    "stranger": Asker(agent="stranger"),
    "every": Asker(agent=EVERY),
    "ada": Asker(user="ada"),
    "bob": Asker(agent="default", user="bob"),
    "blue": Asker(teams=("red", "blue")),
    "green": Asker(agent="pilot", teams=("green",)),
}
# (whose, visibility, scope): who may read it. Written out, not computed: this is the promise.
MAY: dict[tuple[str, Visibility, str], set[str]] = {
    ("default", "public", ""): set(ASKERS),
    ("pilot", "public", ""): {"pilot", "green", "every"},
    ("default", "agent-private", ""): {"default", "bob"},
    ("pilot", "agent-private", ""): {"pilot", "green"},
    ("default", "user-private", "ada"): {"ada"},
    ("default", "user-private", ""): {"default", "bob"},
    ("pilot", "user-private", "ada"): {"ada"},
    ("default", "team-private", "blue"): {"blue"},
    ("default", "team-private", ""): {"default", "bob"},
    ("pilot", "team-private", "green"): {"green"},
    ("pilot", "team-private", listed(("pilot", "keel"), ("ada",))): {"pilot", "green", "ada"},
}
ENDS = ("current", "expired", "replaced", "superseded")


@dataclasses.dataclass(frozen=True)
class Canary:
    """One fact: `probe` is asked for, `secret` stands in its text, entity, quote and source, and must not be seen."""

    fact: Fact
    end: str
    probe: str
    secret: str
    readers: frozenset[str]
    entity: Entity
    around: tuple[Value, ...]

    @property
    def is_current(self) -> bool:
        return self.end == "current"


def canaries(public: Fact) -> list[Canary]:
    """A canary for each audience and end; `public` is a fact that anyone sees, which each is tied to."""
    kinds = itertools.product(MAY.items(), ENDS)
    return [_canary(number, *of, end, public, readers) for number, ((of, readers), end) in enumerate(kinds)]


def _canary(
    number: int, agent: str, visibility: Visibility, scope: str, end: str, public: Fact, readers: set[str]
) -> Canary:
    probe, secret = f"probe{number:02}x", f"secret{number:02}q"
    name = f"{secret.capitalize()} works"
    said = Support(
        ref=f"memory/{secret}.md", line=3, line_end=3, session=f"s-{secret}", role="note", trust="agent",
        at=dt.datetime(2026, 5, 1, tzinfo=dt.UTC), quote=f"{secret} said so", event=f"e-{number}",
    )  # fmt: skip
    text = f"Battery life of {probe}: {60 + number} days, as {secret} has it"
    audience = {"agent_id": agent, "visibility": visibility, "scope": scope}
    fact = Fact(
        id=fact_id(text, name), text=text, entity=name, kind="fact", status="active", confidence=0.8,
        method="single-source", verified_at=dt.datetime(2026, 5, 1, tzinfo=dt.UTC), trust="agent", sources=(said,),
        gate="corroborated", said_on=dt.date(2026, 5, 1), valid_from=LONG_AGO, aspect=f"{secret} side", **audience,
    )  # fmt: skip
    ends = {
        "expired": {"valid_to": YESTERDAY},
        "replaced": {"superseded_by": public.id},
        "superseded": {"status": "superseded", "superseded_by": public.id, "valid_to": YESTERDAY},
    }
    fact = replace(fact, **ends.get(end, {}))
    entity = Entity(id=entity_id(name), name=name, aliases=(f"{secret} & sons",))
    return Canary(fact, end, probe, secret, frozenset(readers), entity, tuple(_around(fact, entity, public, secret)))


def _around(fact: Fact, entity: Entity, public: Fact, secret: str) -> list[Value]:
    """Edges, questions and merges that speak of it."""
    asked = Review(id=f"b2:{secret}", kind="contradiction", a=fact.id, b=public.id, reason=f"{secret} differs")
    return [
        *(Edge(id=edge_id(*ends, rel), src=ends[0], dst=ends[1], rel=rel, reason=f"{secret} ties them")
          for ends, rel in (((public.id, fact.id), "related_to"), ((fact.id, entity.id), "mentions"),
                            ((fact.id, public.id), "contradicts"))),
        asked,
        replace(asked, id=f"b2:{secret}r", kind="reverify", b=None),
        replace(asked, id=f"b2:{secret}p", kind="promotion", a=public.id, b=None, replaces=((fact.id, secret),)),
        replace(asked, id=f"b2:{secret}d", decision="keep_b", words=f"{secret} is wrong"),
        replace(asked, id=f"b2:{secret}n", kind="same_entity", a=entity.id, b=entity_id("Ines")),
        Merge(id=merge_id(fact.id, public.id), of="fact", kept=public.id, merged=fact.id, reason=f"{secret} says it",
              kept_name=public.text, merged_name=fact.text, is_undone=True),
        Merge(id=merge_id(entity.id, "x"), kept=entity_id("Ines"), merged=entity.id, reason=f"{secret} is she",
              kept_name="Ines", merged_name=entity.name, is_undone=True),
    ]  # fmt: skip


def _after(one: Canary, successor: str) -> Canary:
    """The canary, replaced by something that not everybody may see."""
    return dataclasses.replace(one, fact=replace(one.fact, superseded_by=successor))


def populated(root: Path, now: dt.datetime) -> list[Canary]:
    """The workspace after a night, with all canaries in its journal, and a night that names every one of them."""
    dream(root, now - DAY)
    workspace = open_workspace(root)
    state = replay(workspace.journal)
    public = next(fact for _, fact in sorted(state.facts.items()) if fact.status == "active")
    made = canaries(public)
    private = next(one.fact.id for one in made if one.fact.visibility == "agent-private")
    made = [_after(one, private) if one.end == "superseded" else one for one in made]
    ids = tuple(one.fact.id for one in made)
    night = Night(
        id=now.date().isoformat(), begun_at=now, promoted=ids, reinforced=ids, expired=ids, reverified=ids, stale=ids,
        superseded=tuple((key, public.id) for key in ids), known=ids, held=ids, days=("2026-05-11",),
        asked=tuple(f"b2:{one.secret}" for one in made),
        merged=tuple(value.id for one in made for value in one.around if isinstance(value, Merge)),
        decided=tuple(f"decision:b2:{one.secret}d:1" for one in made) + tuple(f"vouched:{key}:1" for key in ids),
    )  # fmt: skip
    values = [value for one in made for value in (one.entity, one.fact, *one.around)]
    at = state.next_instant(now)
    lines = [record(value, at, night.id) for value in (*values, night)]
    append(workspace.journal, [*lines, closing(night.id, at, len(lines))])
    finish(workspace, replay(workspace.journal))
    return made
