"""What changed between two states of belief, sorted by what it means to a reader. Reads no journal and no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from noctuary.model import Edge, Fact, Review, Value


class Change(Value, frozen=True, omit_defaults=False):
    """One fact that is not what it was, its text as readers are shown it. `after` is what it became: its successor's id
    and text, or two bands."""

    id: str
    text: str
    after_id: str = ""
    after: str = ""


class Decision(Value, frozen=True, omit_defaults=False):
    """A question that was answered, asked or closed: its id, kind and both texts; `what` is the answer or reason."""

    id: str
    kind: str
    what: str
    a: str
    b: str = ""


class Tie(Value, frozen=True, omit_defaults=False):
    """An edge that came or went, its ends as texts or names."""

    id: str
    src: str
    rel: str
    dst: str


class Difference(Value, frozen=True, omit_defaults=False):
    """Everything that changed, each list by id; a fact stands in one list, or also in `moved`.

    `believed` came in; `superseded` were replaced and `reworded` replaced by nearly the same words; `withdrawn` lost
    their source or were taken back, `rejected` by the human, `archived` put away unused; `moved` crossed a band of
    confidence; `contested` came into dispute, `settled` out of it; `candidates` is how many more wait (or fewer).
    """

    believed: tuple[Change, ...] = ()
    superseded: tuple[Change, ...] = ()
    reworded: tuple[Change, ...] = ()
    withdrawn: tuple[Change, ...] = ()
    rejected: tuple[Change, ...] = ()
    archived: tuple[Change, ...] = ()
    moved: tuple[Change, ...] = ()
    contested: tuple[Change, ...] = ()
    settled: tuple[Change, ...] = ()
    decided: tuple[Decision, ...] = ()
    asked: tuple[Decision, ...] = ()
    closed: tuple[Decision, ...] = ()
    edges_added: tuple[Tie, ...] = ()
    edges_gone: tuple[Tie, ...] = ()
    candidates: int = 0


def difference_of_facts(
    before: Mapping[str, Fact],
    after: Mapping[str, Fact],
    reviews: Mapping[str, Review],
    bands: Callable[[Fact], str],
    name: Callable[[str], str],
) -> dict[str, list[Change]]:
    """The lists of `Difference` about facts. `bands` tells "fresh → ageing" of a fact believed on both sides, or "";
    `name` a fact's text by its id."""
    rejected = {one.a for one in reviews.values() if one.decision == "reject"}
    found: dict[str, list[Change]] = {}
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        for which, change in _changes(old, new, after, rejected, bands, name):
            found.setdefault(which, []).append(change)
    return found


def _changes(
    old: Fact | None,
    new: Fact | None,
    after: Mapping[str, Fact],
    rejected: set[str],
    bands: Callable[[Fact], str],
    name: Callable[[str], str],
) -> list[tuple[str, Change]]:
    was, is_now = _is_believed(old), _is_believed(new)
    if new and is_now and not was:
        return [("believed", Change(id=new.id, text=name(new.id)))]
    if old and was and not is_now:
        return [_gone(old, new, after, rejected, name)]
    if not (old and new and was):
        return []
    told = [("moved", Change(id=new.id, text=name(new.id), after=crossed))] if (crossed := bands(new)) else []
    if old.status != new.status:
        told.append(("contested" if new.status == "contested" else "settled", Change(id=new.id, text=name(new.id))))
    return told


def _gone(
    old: Fact, new: Fact | None, after: Mapping[str, Fact], rejected: set[str], name: Callable[[str], str]
) -> tuple[str, Change]:
    follower = after.get(new.superseded_by or "") if new else None
    if follower:
        from noctuary.judging.near import is_near

        which = "reworded" if is_near(old.text, follower.text) else "superseded"
        return which, Change(id=old.id, text=name(old.id), after_id=follower.id, after=name(follower.id))
    why = new.archived_because if new else "taken back"
    which = "archived" if why and new else "rejected" if old.id in rejected else "withdrawn"
    return which, Change(id=old.id, text=name(old.id), after=why)


def difference_of_reviews(
    before: Mapping[str, Review], after: Mapping[str, Review], name: Callable[[str], str]
) -> dict[str, list[Decision]]:
    """The lists of `Difference` about questions: decided, asked, closed. `name` tells an end's text by its id."""
    found: dict[str, list[Decision]] = {"decided": [], "asked": [], "closed": []}
    for key in sorted(after):
        old, new = before.get(key), after[key]
        sides = {"a": name(new.a), "b": name(new.b) if new.b else ""}
        if new.decision and (old is None or old.decision != new.decision):
            found["decided"].append(Decision(id=key, kind=new.kind, what=new.decision, **sides))
        elif new.closed_because and not (old and old.closed_because):
            found["closed"].append(Decision(id=key, kind=new.kind, what=new.closed_because, **sides))
        elif old is None:
            found["asked"].append(Decision(id=key, kind=new.kind, what=new.reason, **sides))
    return found


def ties(edges: Mapping[str, Edge], known: Mapping[str, Edge], name: Callable[[str], str]) -> tuple[Tie, ...]:
    """The edges that `known` does not have, by id."""
    return tuple(
        Tie(id=key, src=name(edges[key].src), rel=edges[key].rel, dst=name(edges[key].dst))
        for key in sorted(edges.keys() - known.keys())
    )


def _is_believed(fact: Fact | None) -> bool:
    return fact is not None and fact.is_believed
