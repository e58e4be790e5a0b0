"""Taking back a night, import, decision, merge or fact, or all since a day. Adds records; never removes a line."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Collection, Iterator

from msgspec.structs import replace

from noctuary.access import ANYONE, Asker, seen
from noctuary.errors import UndoRefused, UnknownId
from noctuary.holding import held
from noctuary.journal import Deleted, State, replay
from noctuary.journal.batches import SINCE, UNDO, absent, is_undo, since_name, undo_name, undone_by, within
from noctuary.journal.branches import each_named
from noctuary.journal.calls import BY_DAY
from noctuary.journal.records import label
from noctuary.journal.replay import earlier
from noctuary.local_time import local, zone
from noctuary.model import Fact, Merge, Review, Value
from noctuary.page.edited import Edits
from noctuary.settings import Workspace
from noctuary.stages.pages import block_edits, memory_of
from noctuary.stages.parting import parted
from noctuary.stages.taking_back import withdrawn
from noctuary.stages.unsaid import taken_out
from noctuary.stages.write import preview, write
from noctuary.text.days import beside

_OF_ONE = ("decision", "vouched", "undone", "parted", "restored")
_NAMED = ("import:", "archive:", "learned:", BY_DAY, SINCE)


def undo(
    workspace: Workspace, what: str, now: dt.datetime, *, dry_run: bool = False, asker: Asker = ANYONE
) -> list[str]:
    """Undo the night, import, archive, undo, decision, merge or fact called `what`; returns what changed, in words.

    A batch is undone as a whole: facts, edges, questions and watermarks are what they were; the sources of a night are
    read again next time. An undo is undone the same way. Raises UndoRefused where later records stand on it, or where
    MEMORY.md's block was edited since it was written. A dry run tells what it would do and changes no byte. What the
    asker may not see has no name here, and is taken back with its batch alone.
    """
    now = local(workspace, now)
    with _held(workspace, dry_run):
        state = replay(workspace.journal)
        if batch := _batch_named(state, what):
            return _taken_back(workspace, state, {batch}, what, now, dry_run, asker)
        if merge := _merge_named(seen(state, asker), what):
            before = earlier(workspace.journal, "observation", merge.kept, absent(state.batches))
            changed, told = parted(state, merge, zone(workspace), before)
            again = f"merge:{merge.id[3:11]}"
            return _one(workspace, state, changed, told, f"parted:{merge.id}", again, now, dry_run)
        fact = state.facts[_fact_named(seen(state, asker), what).id]
        former = [one for one in state.facts.values() if one.status == "superseded"]
        near = [one for one in former if fact.id in (one.id, one.superseded_by)]
        changed, told = withdrawn(state, fact, now, taken_out(workspace, seen(state), near))
        return _one(workspace, state, changed, told, f"undone:{fact.id}", fact.id[:11], now, dry_run)


def undo_since(
    workspace: Workspace, since: dt.datetime, now: dt.datetime, *, dry_run: bool = False, asker: Asker = ANYONE
) -> list[str]:
    """Undo all that was written since an instant: nights, decisions, imports, archives, undos, newest first.

    All of it or none: raises UndoRefused where a record of no batch (a hand's, another tool's) stands on it, or where
    MEMORY.md's block was edited since it was written.
    """
    since, now = local(workspace, since), local(workspace, now)
    with _held(workspace, dry_run):
        state = replay(workspace.journal)
        return _taken_back(workspace, state, within(state.batches, since), since, now, dry_run, asker)


@contextlib.contextmanager
def _held(workspace: Workspace, dry_run: bool) -> Iterator[None]:
    with contextlib.nullcontext() if dry_run else held(workspace):
        yield


def _taken_back(
    workspace: Workspace,
    state: State,
    batches: set[str],
    what: str | dt.datetime,
    now: dt.datetime,
    dry_run: bool,
    asker: Asker,
) -> list[str]:
    is_since = isinstance(what, dt.datetime)
    who = f"everything since {what:%Y-%m-%d %H:%M}" if is_since else str(what)
    changed = _restored(workspace, state, batches, who) if batches else []
    if not changed:
        raise UndoRefused(who, "nothing that still counts was written", "nothing is left to do")
    _refuse_if_edited(workspace, state)
    count = _records(len(changed))
    if dry_run:
        after = replay(workspace.journal, without=_absent_then(state, batches))
        newest = sorted(batches - absent(state.batches), key=lambda one: (_begun(state, one), one), reverse=True)
        shown = seen(state, asker)
        told = [f"Would take back, newest first: {count}.", *(f"  {_told(shown, one)}" for one in newest)]
        return [*told, *preview(workspace, after).splitlines()]
    one = min(batches)
    name = since_name(state.batches, what) if isinstance(what, dt.datetime) else undo_name(state.batches, one)
    write(workspace, state, changed, now, name)
    is_was = "is what it was" if len(changed) == 1 else "are what they were"
    again = name if is_since else undone_by(one) if is_undo(one) else f"{UNDO}{what}"
    others = [value for value in changed if isinstance(value, Review) and one not in state.batches and value.decision]
    still = [f"{_answer(value)}, answered on another branch, holds now" for value in others]
    return [f"{who}: {count} {is_was} before", *still, f"To take that back: noctuary undo {again}"]


def _one(
    workspace: Workspace,
    state: State,
    changed: list[Value],
    told: list[str],
    of: str,
    again: str,
    now: dt.datetime,
    dry_run: bool,
) -> list[str]:
    """One fact's or merge's records, as a batch of its own."""
    _refuse_if_edited(workspace, state)
    if dry_run:
        return [f"Would be so: {line}" for line in told]
    number = sum(batch.startswith(f"{of}:") for batch in state.touched) + 1
    write(workspace, state, changed, now, f"{of}:{number}")
    return [*told, f"To take that back: noctuary undo {again}"]


def _refuse_if_edited(workspace: Workspace, state: State) -> None:
    """Raises UndoRefused where the block says what nobody has heard yet; what a formatter did to it says nothing."""
    memory = memory_of(workspace)
    edits = Edits() if memory.fault else block_edits(workspace, state, memory.data)
    if edits is None or edits:
        name = workspace.memory.relative_to(workspace.root).as_posix()
        what = "Noctuary's block was edited by hand since it was written, and an undo writes it anew"
        raise UndoRefused(name, what, "run `noctuary dream` so that the edit is heard, or put the lines back")


def _batch_named(state: State, what: str) -> str | None:
    """The batch called `what`, or the last one on the question, fact or merge whose id begins with it."""
    if what in state.nights:
        return what
    gone = absent(state.batches)
    if is_undo(what):
        return _undo_named(state, undone_by(what), gone)
    name = what if what in state.batches else what.rpartition("@")[0]
    if name in state.batches and name.startswith(tuple(f"{word}:" for word in _OF_ONE)) and (
        what == name or what in each_named(state, name)
    ):
        return what
    begun = [batch for batch in state.batches if what.startswith(_NAMED) and batch.startswith(what)]
    alive = [batch for batch in begun if batch not in gone] or begun
    if what in begun or len(alive) == 1:
        return what if what in begun else alive[0]
    called = _merge_named(state, what)
    found = [called.id] if called else sorted({key for key in (*state.reviews, *state.facts) if key.startswith(what)})
    names = tuple(f"{word}:{found[0]}:" for word in _OF_ONE) if len(found) == 1 else ()
    decided = [batch for batch in state.batches if names and batch.startswith(names) and batch not in gone]
    each = [one for batch in decided for one in each_named(state, batch) if one not in gone]
    return max(each, key=lambda one: (_begun(state, one), one), default=None)


def _begun(state: State, batch: str) -> dt.datetime:
    """When a batch was written, be it called by its name alone or with its instant."""
    if batch in state.batches:
        return state.batches[batch]
    return next(one.at for one in state.closed.values() if label(one.name, one.at) == batch)


def _plain(state: State, batch: str) -> str:
    return batch if batch in state.batches else batch.rpartition("@")[0]


def _undo_named(state: State, target: str, gone: set[str]) -> str:
    """The undo of `target` (a batch, or what a question's or fact's id begins with) that still takes it back."""
    live = [one for one in gone if is_undo(one) and undone_by(one) in gone]
    named = [one for one in live if undone_by(one) == target]
    named = named or [one for one in live if undone_by(one).startswith(target) or _about(one).startswith(target)]
    if not named:
        raise UnknownId(f"{UNDO}{target}", "no undo that still holds is called this", "nothing is left to do")
    return max(named, key=lambda one: (state.batches[one], one))


def _about(undo_batch: str) -> str:
    """The id in the name of what an undo takes back: `undo:decision:b2:ae11…:1` is about `b2:ae11…:1`."""
    return undone_by(undo_batch).partition(":")[2]


def _merge_named(state: State, what: str) -> Merge | None:
    """The one merge called `merge:` and the beginning of its id, or by its id."""
    is_named = what.startswith("merge:")
    wanted = what.removeprefix("merge:")
    wanted = wanted if wanted.startswith("b2:") else f"b2:{wanted}" if is_named else wanted
    found = [merge for key, merge in sorted(state.merges.items()) if wanted and key.startswith(wanted)]
    if is_named and len(found) != 1:
        wrong = f"{len(found)} merges begin with this" if found else "no merge is called this"
        raise UnknownId(what, wrong, "DREAMS.md and `noctuary why ID` name merges")
    return found[0] if len(found) == 1 else None


def _fact_named(state: State, what: str) -> Fact:
    found = [fact for key, fact in sorted(state.facts.items()) if key.startswith(what)]
    if not found:
        _refuse_question(state, what)
    if len(found) != 1:
        unknown = "no night, import, decision or fact is called this"
        wrong = f"{len(found)} facts begin with this" if found else unknown
        raise UnknownId(what, wrong, "`noctuary status` lists nights, `noctuary facts` facts")
    return found[0]


def _refuse_question(state: State, what: str) -> None:
    """Raises UndoRefused where a question is called this, of which no decision stands."""
    named = [review for key, review in sorted(state.reviews.items()) if what and key.startswith(what)]
    if len(named) == 1:
        (one,) = named
        is_closed = f"is a question that is closed, {one.closed_because}" if one.closed_because else ""
        why = is_closed or "is an open question: there is no decision on it to take back"
        raise UndoRefused(one.id, why, "nothing is left to do" if is_closed else "`noctuary review` answers it")


def _absent_then(state: State, batches: Collection[str]) -> set[str]:
    """What does not count once `batches` are taken back: they, and what else was taken back; not what they took."""
    return absent(state.batches, beside=batches) | set(batches)


def _restored(workspace: Workspace, state: State, batches: set[str], who: str) -> list[Value]:
    """Every record of the batches as it was before, as if they and all undone ones had never been.

    Of a source that a later night read, too, that is how far it was read before them: the next one reads all again.
    """
    gone = absent(state.batches)
    first = min(batches)
    if len(batches) == 1 and first in gone and not is_undo(first) and not first.startswith(SINCE):
        raise UndoRefused(who, "is undone already", f"`noctuary undo {UNDO}{first}` brings it back")
    lived = replay(workspace.journal, without=gone)
    before = replay(workspace.journal, without=_absent_then(state, batches))
    own = {("night", one) for one in batches}
    theirs = sorted({key for one in batches for key in state.touched[_plain(state, one)]} - own)
    then = replay(workspace.journal, min(_begun(state, one) for one in batches), _absent_then(state, batches))
    wanted = {key: (then if key[0] == "source" else before).value(*key) for key in theirs}
    _refuse_if_built_upon(state, lived, batches, wanted, who)
    changed = [wanted[key] or Deleted(type=key[0], id=key[1]) for key in theirs if wanted[key] != state.value(*key)]
    nights = [state.nights[one] for one in sorted(batches) if one in state.nights]
    return [*changed, *(replace(night, undone=True, days=()) for night in nights if not night.undone)]


def _refuse_if_built_upon(
    state: State, lived: State, batches: set[str], wanted: dict[tuple[str, str], Value | None], who: str
) -> None:
    """Raises UndoRefused where something else was written since that would no longer fit; names it."""
    begun = min(_begun(state, one) for one in batches)
    later = [
        key
        for key in wanted
        if (stamp := lived.written.get(key)) and key[0] != "source" and stamp[2] not in batches and stamp[0] > begun
    ]
    going = {key[1] for key, value in wanted.items() if value is None}
    hung = (key for key, edge in lived.edges.items() if key not in going and going & {edge.src, edge.dst})
    later += [("relation", key) for key in hung]
    if later:
        by = sorted({lived.written[key][2] or "a record of no batch" for key in later})
        ids = ", ".join(key for _, key in later[:5]) + (" …" if len(later) > 5 else "")
        mend = f"undo that first, or all since then: `noctuary undo --since {begun.isoformat()}`"
        raise UndoRefused(who, f"was built upon since, by {', '.join(by[:5])} ({ids})", mend)


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count} records"


def _answer(review: Review) -> str:
    return (review.decision or "").replace("_", "-")


def _told(state: State, batch: str) -> str:
    """A batch in a few words: its name, when it was written, how much it holds."""
    when = f"{_begun(state, batch):%Y-%m-%d %H:%M}"
    touched = state.touched[_plain(state, batch)]
    if night := state.nights.get(batch):
        counted = ((night.promoted, "promoted"), (night.superseded, "superseded"), (night.asked, "asked"))
        what = ", ".join(f"{len(ids)} {word}" for ids, word in counted if ids) or "nothing new"
        return f"night {batch}, {when}: {what}"
    kind, _, key = _plain(state, batch).partition(":")
    facts = [state.facts[one] for _, one in sorted(touched) if one in state.facts]
    count = _records(len(touched))
    about = f": “{facts[0].text[:80]}”{beside(facts[0])}" if len(facts) == 1 else ""
    review = state.reviews.get(key.rpartition(":")[0])
    answer = f" ({_answer(review)})" if kind == "decision" and review and review.decision else ""
    return f"{batch}, {when}: {count}{answer}{about}"
