"""The gate: who may see what, and what still counts on a day. The only place that knows; pure.

Asker, visibility and scope decide whether a thing is seen at all (`may_see`), the day whether it is current
(`standing`). `seen` is a whole state as one asker may read it: every page, verb and export reads such a state, and
`index.reader` makes a connection show no more. What nobody named may see is the pages' and the night's own view, so
nothing private is judged, joined, asked about or written anywhere.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from msgspec.structs import asdict, replace

from noctuary.model import Entity, Fact, Night, Review, Status, Value, Visibility, fold

OWN = "default"
EVERY = "*"
_LIST = "{"
"""How a `scope` begins that lists whom something is for, instead of naming a team."""
_STANDS = ("candidate", "active", "contested")


class Asker(Value, frozen=True):
    """Who asks: an agent, a user, members of teams; each by the name they give, "" for none.

    Who gives none reads what is public in the memory that all share, `OWN`'s. `EVERY` reads what any agent made public,
    and no more: nobody is every agent.
    """

    agent: str = ""
    user: str = ""
    teams: tuple[str, ...] = ()


ANYONE = Asker()


class Held(Protocol):
    """What the gate is asked about: `agent_id` holds it, `scope` is the user or team that it is private to."""

    @property
    def agent_id(self) -> str: ...
    @property
    def visibility(self) -> Visibility: ...
    @property
    def scope(self) -> str: ...


def may_see(held: Held, asker: Asker) -> bool:
    """Whether the asker may see it, on whatever path.

    What is public is `OWN`'s for all, another agent's for that agent and for whoever asks across agents. What is
    private to an agent is for that agent, by name; to a user or team for those whom `scope` names, through any agent.
    Where `scope` is a list (`listed`), for the agents and users on it. One that names nobody is its agent's alone.
    """
    if held.visibility == "public":
        return asker.agent == EVERY or held.agent_id in (OWN, asker.agent)
    if held.visibility == "user-private" and held.scope:
        return held.scope == asker.user
    if held.visibility == "team-private" and held.scope.startswith(_LIST):
        agents, users = on_list(held.scope)
        return asker.agent in agents or asker.user in users
    if held.visibility == "team-private" and held.scope:
        return held.scope in asker.teams
    return held.agent_id == asker.agent


def listed(agents: Iterable[str], users: Iterable[str]) -> str:
    """The `scope` of what is for these agents and users alone, each by name; equal for equal lists."""
    named = {"agents": sorted(set(agents)), "users": sorted(set(users))}
    return json.dumps({key: names for key, names in named.items() if names}, ensure_ascii=False, separators=(",", ":"))


@functools.lru_cache(maxsize=1024)
def on_list(scope: str) -> tuple[frozenset[str], frozenset[str]]:
    """(agents, users) that a `scope` lists; none of a team's name, or of a list that cannot be read."""
    try:
        found = json.loads(scope) if scope.startswith(_LIST) else {}
    except (ValueError, RecursionError):
        found = {}
    agents, users = (found.get(key) for key in ("agents", "users"))
    return _names(agents), _names(users)


def _names(found: Any) -> frozenset[str]:
    """Nobody is called nothing, and nobody is every agent."""
    names = (one for one in found if isinstance(one, str)) if isinstance(found, list) else ()
    return frozenset(names) - {"", EVERY}


class Ending(Protocol):
    """What is recorded of how a fact stands and when it ended."""

    @property
    def status(self) -> Status: ...
    @property
    def superseded_by(self) -> str | None: ...
    @property
    def valid_to(self) -> dt.date | None: ...


def standing(fact: Ending, on: dt.date | None) -> Status:
    """A fact's status on a day: what something replaced is superseded, what has ended is archived.

    `valid_to` is the first day on which it holds no more. None asks what is recorded of its end so far.
    """
    if fact.status not in _STANDS:
        return fact.status
    if fact.superseded_by:
        return "superseded"
    return "archived" if on and fact.valid_to and fact.valid_to <= on else fact.status


class _Tables(Protocol):
    """The part of a state that the gate looks at; `journal.State` is one."""

    facts: dict[str, Fact]
    entities: dict[str, Entity]
    edges: dict[str, Any]
    merges: dict[str, Any]
    reviews: dict[str, Review]
    nights: dict[str, Night]


S = TypeVar("S", bound=_Tables)


def seen(state: S, asker: Asker = ANYONE, on: dt.date | None = None) -> S:
    """The state as the asker may read it on a day: what is hidden is in none of its tables, nor named in one.

    `on` None asks of no day: nothing has ended yet.
    """
    told = _not_plain(state)
    gone = _hidden(state, told, asker)
    told = {key: fact for key, fact in told.items() if key not in gone}
    ended = {key: replace(fact, status=now) for key, fact in told.items() if (now := standing(fact, on)) != fact.status}
    if not gone and not ended:
        return state
    facts = {key: fact for key, fact in state.facts.items() if key not in gone} if gone else state.facts
    facts = facts | ended
    if not gone:
        return dataclasses.replace(state, facts=facts, reviews=_still_asked(state.reviews, ended))  # type: ignore[type-var]
    reviews = {key: one for key, one in state.reviews.items() if gone.isdisjoint(_about(one))}
    merges = {key: one for key, one in state.merges.items() if gone.isdisjoint((one.kept, one.merged))}
    named = gone | (state.reviews.keys() - reviews.keys()) | (state.merges.keys() - merges.keys())
    return dataclasses.replace(  # type: ignore[type-var]
        state,
        facts=facts | {key: _without(facts[key], gone) for key in told},
        entities={key: one for key, one in state.entities.items() if key not in gone},
        edges={key: one for key, one in state.edges.items() if gone.isdisjoint((one.src, one.dst))},
        merges=merges,
        reviews=_still_asked(reviews, ended),
        nights={key: _night_without(night, named) for key, night in state.nights.items()},
    )


def hidden(state: _Tables, asker: Asker = ANYONE) -> set[str]:
    """The ids of the facts and entities that the asker may not see."""
    return _hidden(state, _not_plain(state), asker)


def _hidden(state: _Tables, told: Mapping[str, Fact], asker: Asker) -> set[str]:
    facts = {key for key, fact in told.items() if not may_see(fact, asker)}
    entities = {key for key, one in state.entities.items() if not _is_shared(one) and not may_see(one, asker)}
    return facts | entities | (_known_by(state, facts) if facts else set())


def _not_plain(state: _Tables) -> dict[str, Fact]:
    """The facts of which who asks, or the day, makes a difference; nearly none are so. Asked of all, many times."""
    return {
        key: fact
        for key, fact in state.facts.items()
        if fact.visibility != "public" or fact.agent_id != OWN or fact.valid_to is not None or fact.superseded_by
    }


def _known_by(state: _Tables, unseen: set[str]) -> set[str]:
    """The entities that only hidden facts speak of, and nobody made for all: their names would tell of these facts."""
    told = {fold(name) for name in {fact.entity for key, fact in state.facts.items() if key not in unseen}}
    only = {fold(state.facts[key].entity) for key in unseen} - told
    unmade = ((key, one) for key, one in state.entities.items() if not one.created_at or one.is_bare)
    named = {key: one for key, one in unmade if fold(one.name) in only}
    return {key for key, one in named.items() if told.isdisjoint(map(fold, one.aliases))}


def _is_shared(held: Held) -> bool:
    """Whether it is public in the memory that all share: everybody sees it, whoever asks."""
    return held.visibility == "public" and held.agent_id == OWN


def _night_without(night: Night, gone: set[str]) -> Night:
    """A night's record without the ids of what is hidden, or the batches that are named by one."""
    changed: dict[str, Any] = {}
    for name, ids in asdict(night).items():
        if isinstance(ids, tuple) and ids and isinstance(ids[0], str | tuple):
            kept = tuple(one for one in ids if gone.isdisjoint(_named(one) if isinstance(one, str) else one))
            changed |= {name: kept} if kept != ids else {}
    return replace(night, **changed) if changed else night


def _named(one: str) -> tuple[str, str]:
    """An id, and the one inside a batch's name: `decision:b2:ae11…:1` is of `b2:ae11…`."""
    return one, one.partition(":")[2].rpartition(":")[0]


def _without(fact: Fact, gone: set[str]) -> Fact:
    return replace(fact, superseded_by=None) if fact.superseded_by in gone else fact


def _about(review: Review) -> set[str]:
    return {review.a, review.b or "", *(key for key, _ in review.replaces)}


def _still_asked(reviews: Mapping[str, Review], ended: Collection[str]) -> dict[str, Review]:
    """The questions but for open ones about what has ended: nobody needs to answer them."""
    return {
        key: one
        for key, one in reviews.items()
        if one.decision not in (None, "later") or one.closed_because or _about(one).isdisjoint(ended)
    }
