"""What each night of a journal had before it: the batches its branch held. Tells merged branches apart, reads no file.

Every closing line names the batches that stood last when it was written (`after`): one, or after a merge one a branch.
So the batches form a graph, and two facts were before one night together only if both lead to it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Mapping

from noctuary.journal.batches import absent
from noctuary.journal.records import label
from noctuary.journal.replay import Closed, State

DECISION = "decision:"


@dataclasses.dataclass(frozen=True)
class Compared:
    """Which facts were before the nights that no other night follows: one set of ids a branch, the latest first."""

    nights: tuple[frozenset[str], ...]
    put: frozenset[str]

    @property
    def unjudged(self) -> frozenset[str]:
        """Facts of some batch that the latest night did not have: other branches', imported or stated since."""
        return self.put - self.nights[0] if self.nights else self.put

    def together(self, one: str, other: str) -> bool:
        """Whether one night had both."""
        return any(one in seen and other in seen for seen in self.nights)


def compared(state: State) -> Compared:
    """What the nights of a state have had before them; one that was taken back has had nothing.

    Nor had a later night what it put: that was judged before, and the verdicts are gone. Where two branches wrote
    batches of one name at one instant, nobody can tell whose a record is: none of them counts as had by either.
    """
    shared = Counter((one.name, one.at) for one in state.closed.values())
    seen: list[frozenset[str]] = []
    covered: set[str] = set()
    gone = absent(state.batches)
    for night in _nights(state, gone):
        if night not in covered:
            before = _before(night, state.closed)
            covered |= before
            batches = {(one.name, one.at) for key in before if (one := state.closed.get(key)) and one.name not in gone}
            own = state.closed[night]
            told = (state.puts.get(key, ()) for key in batches if shared[key] == 1 or key != (own.name, own.at))
            seen.append(frozenset().union(*told))
    put = frozenset().union(*state.puts.values())
    return Compared(nights=tuple(seen), put=put & state.facts.keys())


def each_named(state: State, name: str) -> list[str]:
    """What a batch is called where it is left out of a replay; where branches wrote several of one name, each of them
    with its instant, the oldest first."""
    at = sorted({one.at for one in state.closed.values() if one.name == name})
    return [name] if len(at) < 2 else [label(name, one) for one in at]


def decided_apart(state: State) -> dict[str, tuple[str, ...]]:
    """Questions that several branches answered, with the batches that did, the oldest first; no night had them all.

    What was taken back is no answer.
    """
    gone = absent(state.batches)
    found: dict[str, dict[str, str]] = {}
    for key, one in sorted(state.closed.items(), key=lambda item: (item[1].at, item[0])):
        is_alive = not {one.name, label(one.name, one.at)} & gone
        if one.name.startswith(DECISION) and is_alive:
            found.setdefault(one.name.removeprefix(DECISION).rpartition(":")[0], {})[key] = one.name
    several = {question: batches for question, batches in found.items() if len(batches) > 1}
    if not several:
        return {}
    had = [_before(night, state.closed) for night in _nights(state, gone)]
    told: dict[str, tuple[str, ...]] = {}
    for question, batches in several.items():
        apart = [key for key in batches if any(_are_apart(key, other, state.closed) for other in batches)]
        if apart and not any(before.issuperset(apart) for before in had):
            told[question] = tuple(label(batches[key], state.closed[key].at) for key in apart)
    return told


def _are_apart(one: str, other: str, closed: Mapping[str, Closed]) -> bool:
    return one not in _before(other, closed) and other not in _before(one, closed)


def tips(closed: Mapping[str, Closed]) -> tuple[str, ...]:
    """The batches that no other one follows, in the order they stand in."""
    named = {before for one in closed.values() for before in one.after}
    return tuple(one for one in closed if one not in named)


def _nights(state: State, gone: Collection[str]) -> list[str]:
    """The closed nights that were not taken back, the latest first: none stands before one that follows it."""
    alive = {key for key, night in state.nights.items() if not night.undone and key not in gone}
    found = [key for key, one in state.closed.items() if one.name in alive]
    return sorted(found, key=lambda key: (state.closed[key].at, key), reverse=True)


def _before(night: str, closed: Mapping[str, Closed]) -> set[str]:
    found, waiting = {night}, [night]
    while waiting:
        one = closed.get(waiting.pop())
        ahead = [before for before in (one.after if one else ()) if before not in found]
        found.update(ahead)
        waiting += ahead
    return found
