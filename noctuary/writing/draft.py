"""One call while it is made: what is there, what it has put so far, and the door each text passes. Writes nothing."""

from __future__ import annotations

import datetime as dt
import functools
import math
from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

from noctuary.access import OWN, Asker, listed, may_see, on_list
from noctuary.extraction.keep_gates import is_hostile
from noctuary.guard import GuardPolicy, guard
from noctuary.identifiers import entity_id
from noctuary.index import Index, records
from noctuary.journal import Deleted, State, replay
from noctuary.journal.records import identity
from noctuary.model import MOST_EXACT, Edge, Entity, Fact, Trust, Value, Visibility, fold
from noctuary.settings import Workspace
from noctuary.sources import own
from noctuary.stages.gone import Gone
from noctuary.writing.requests import NOBODY, Allowed, WriteRefused

LONGEST = 20_000
"""Characters of one statement: more is a document, for a note under memory/, which the night reads."""
_LONGEST_NAME = 500
_DEEPEST = 32
_TICK = dt.timedelta(microseconds=1)
T = TypeVar("T", Fact, Entity, Edge)


class Draft:
    """The records one call makes, over an index that stands at the journal. Every one has an instant of its own."""

    def __init__(self, workspace: Workspace, index: Index, asker: Asker, at: dt.datetime, trust: Trust) -> None:
        self.workspace, self.index, self.asker, self.at, self.trust = workspace, index, asker, at, trust
        self.redacted: Counter[str] = Counter()
        self.warnings: list[str] = []
        self.values: dict[tuple[str, str], Value] = {}
        self.names: dict[str, list[Entity]] = {}
        self.said: dict[str, list[Fact]] = {}
        self._clean = {""}
        self._unnamed: set[str] = set()
        self._unused: set[str] = set()
        self._count = 0
        self.looked_at = 0

    @functools.cached_property
    def state(self) -> State:
        """The journal as it stood before the call, whoever may see it: read where what was left is met."""
        return replay(self.workspace.journal)

    @functools.cached_property
    def gone(self) -> Gone:
        """What was put away or replaced before the call, and candidates that a question was asked about."""
        return Gone(records.not_believed(self.index.db))

    @property
    def today(self) -> dt.date:
        """The day of the call, UTC."""
        return self.at.date()

    def tick(self) -> dt.datetime:
        """The instant of the next thing that is made: the order in which a call names things is kept."""
        self._count += 1
        return self.at + (self._count - 1) * _TICK

    @property
    def last(self) -> dt.datetime:
        """The last instant that was given away."""
        return self.at + max(0, self._count - 1) * _TICK

    def put(self, value: Fact | Entity | Edge | Value) -> None:
        """Let a record be written."""
        self.values[identity(value)] = value
        if isinstance(value, Entity):
            self.names.setdefault(fold(value.name), []).append(value)
        elif isinstance(value, Fact):
            self.said.setdefault(value.about, []).append(value)

    def drop(self, kind: str, key: str) -> None:
        """Let a record be taken away for good; one that this call made is not made."""
        before = self.values.pop((kind, key), None)
        if before is None or self._stored(kind, key) is not None:
            self.values[kind, key] = Deleted(type=kind, id=key)

    def fact(self, key: str) -> Fact | None:
        """The fact of this id, as the call has left it; whoever may see it."""
        return self._now("observation", key, Fact)

    def entity(self, key: str) -> Entity | None:
        """The entity of this id that a record describes."""
        return self._now("entity", key, Entity)

    def edge(self, key: str) -> Edge | None:
        """The edge of this id, its ends as recorded."""
        return self._now("relation", key, Edge)

    def named(self, name: str) -> list[Entity]:
        """The entities that the call has put so far whose name folds to this one."""
        return self.names.get(fold(name), [])

    def expect(self, named: Iterable[tuple[str, str]]) -> None:
        """Look up at once which of many names, and of their ids with a type, are nothing's yet."""
        pairs = list(named)
        self._unnamed = records.unnamed(self.index.db, {name for name, _ in pairs})
        ids = {entity_id(name, kind.strip().lower()) for name, kind in pairs if name in self._unnamed}
        self._unused = records.unused(self.index.db, ids)

    def ids_named(self, name: str, kind: str = "") -> list[str]:
        """Ids of the entities there are of exactly this name, oldest first."""
        return [] if name in self._unnamed else records.named(self.index.db, name, kind)

    def ids_called(self, name: str, kind: str = "") -> list[str]:
        """Ids of the entities there are with a name or alias that folds to this one, oldest first."""
        return [] if name in self._unnamed else records.called(self.index.db, name, kind)

    def _now(self, kind: str, key: str, of: type[T]) -> T | None:
        found = self.values.get((kind, key)) or self._stored(kind, key)
        return found if isinstance(found, of) else None

    def _stored(self, kind: str, key: str) -> Value | None:
        return None if kind == "entity" and key in self._unused else self.index.record(kind, key)

    def sees(self, value: Fact | Entity) -> bool:
        """Whether the asker may see it; not an entity that nobody made for all and only facts hidden from them name."""
        if not may_see(value, self.asker):
            return False
        if isinstance(value, Entity) and value.created_at and not value.is_bare:
            return True
        told = records.audiences_of(self.index.db, value.id) if isinstance(value, Entity) else []
        return not told or any(may_see(one, self.asker) for one in told)

    def text(self, text: str, what: str) -> str:
        """A statement that may be stored: secrets and hidden signs out. Refuses orders to an assistant and our own."""
        if len(text) > LONGEST:
            long = f"is {len(text)} characters long, and {LONGEST} are the most"
            raise WriteRefused("invalid", what, long, "keep it as a note under memory/, which the night reads")
        kept, ours = own.without_own(text)
        if ours:
            mend = "tell in your own words what is new"
            raise WriteRefused("invalid", what, "was written by a dreaming tool and is no evidence", mend)
        safe = self.safe(kept)
        if not safe.strip():
            raise WriteRefused("invalid", what, "is empty", "give it at least one word")
        if is_hostile(safe):
            mend = "state what is so, not what is to be done with the assistant"
            raise WriteRefused("hostile", what, "gives orders to an assistant", mend)
        return safe

    def name(self, name: str, what: str, *, is_exact: bool = False) -> str:
        """A name that may be stored; on one line, unless each blank counts."""
        if len(name) > _LONGEST_NAME:
            raise WriteRefused("invalid", what, f"is longer than {_LONGEST_NAME} characters", "give it a short name")
        before = self.redacted.total()
        safe = self.safe(name if is_exact else " ".join(name.split()))
        if self.redacted.total() > before:
            raise WriteRefused("invalid", what, "holds a secret or personal data", "take it out")
        if not safe.strip():
            raise WriteRefused("invalid", what, "is empty", "give it a name")
        return safe

    def safe(self, text: str) -> str:
        """A text with what the guard finds taken out and counted."""
        if text in self._clean:
            return text
        found = guard(text, self._policy)
        if found.redacted:
            self.redacted.update(found.redacted)
        elif found.text == text:
            self._clean.add(text)
        return found.text

    def properties(self, value: Any, depth: int = 0) -> Any:
        """Properties with every text in them guarded; JSON values alone."""
        if depth > _DEEPEST:
            raise WriteRefused("invalid", "properties", f"are nested deeper than {_DEEPEST}", "make them flatter")
        if isinstance(value, str):
            return self.safe(value)
        if isinstance(value, dict):
            return {self.safe(str(key)): self.properties(one, depth + 1) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.properties(one, depth + 1) for one in value]
        if isinstance(value, int) and abs(value) > MOST_EXACT:
            return str(value)
        if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
            return value
        raise WriteRefused("invalid", "properties", f"hold a {type(value).__name__}", "give JSON values alone")

    @property
    def _policy(self) -> GuardPolicy:
        return self.workspace.settings.guard

    def audience(self, visibility: Visibility, team: str = "", allowed: Allowed = NOBODY) -> dict[str, Any]:
        """Whose it is that the asker writes: `agent_id`, `visibility`, `scope`. What is private needs a name.

        `allowed` are those that something team-private is for where no team is named; the asker is among them. For
        `team` the scope of something that the asker may see does as well.
        """
        asker = self.asker
        if (allowed.agents or allowed.users) and (visibility != "team-private" or team):
            mend = "let them read what is team-private and of no team"
            raise WriteRefused("invalid", visibility, "lists agents or users beside another audience", mend)
        if visibility == "public":
            # The default itself: a record leaves out what is its default, not what only equals it.
            return {"agent_id": OWN, "visibility": "public", "scope": ""}
        if visibility == "agent-private" and asker.agent and asker.agent != "*":
            return {"agent_id": asker.agent, "visibility": visibility, "scope": ""}
        if visibility == "user-private" and asker.user:
            return {"agent_id": asker.agent or OWN, "visibility": visibility, "scope": asker.user}
        if visibility == "team-private" and (scope := self._listed(team, allowed)):
            return {"agent_id": asker.agent or OWN, "visibility": visibility, "scope": scope}
        teams = asker.teams if visibility == "team-private" else ()
        if team in teams or (not team and len(teams) == 1):
            return {"agent_id": asker.agent or OWN, "visibility": visibility, "scope": team or teams[0]}
        who = {"agent-private": "--agent NAME", "user-private": "--user NAME"}.get(visibility, "--team NAME")
        raise WriteRefused("private", visibility, "needs to know whose it is", f"say who you are with {who}")

    def _listed(self, team: str, allowed: Allowed) -> str:
        """The scope of a list of agents and users, the asker among them; "" where it is a team's."""
        asker = self.asker
        named = allowed.agents or allowed.users
        if not named:
            agents, users = on_list(team)
            return team if asker.agent in agents or asker.user in users else ""
        if not (asker.agent.strip("*") or asker.user):
            mend = "say who you are with --agent NAME or --user NAME"
            raise WriteRefused("private", "a list", "needs to know whose it is", mend)
        return listed(
            [self.name(one, "an agent's name", is_exact=True) for one in (*allowed.agents, asker.agent) if one],
            [self.name(one, "a user's name", is_exact=True) for one in (*allowed.users, asker.user) if one],
        )
