"""The plan, byte for byte, and the one place where a night changes a workspace.

Order: journal (one write, one fsync) → index (one transaction) → MEMORY.md → DREAMS.md. A death before the
journal changes nothing; one after it is finished by `recover` at the next night's beginning.
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from noctuary.errors import AssumptionBroken
from noctuary.guard import guard
from noctuary.guard.prints import BOTH, prints
from noctuary.journal import KINDS, State, append, mend_tail, record, replay_on
from noctuary.journal.records import closing
from noctuary.model import Night, Value, Watermark
from noctuary.page import replace as replace_file
from noctuary.page import splice
from noctuary.page.edited import Edits
from noctuary.page.ticks import is_ours
from noctuary.settings import Workspace
from noctuary.sources import watermark
from noctuary.sources.spool import clear
from noctuary.stages.hear import decided_since
from noctuary.stages.pages import MARK, block, block_edits, dreams_page, keep_copy, unheard, written
from noctuary.stages.pushed import at_most
from noctuary.stages.run import Plan, Run, begin

HEAD = "head"
MEMORY = "MEMORY.md"
MOST_PLACES = 3
_SHOWN = ("facts", "entities", "edges", "merges", "reviews", "nights")
PAGE, JOURNAL = "DREAMS.md", "memory/graph.jsonl"


def recover(run: Run) -> Run:
    """Finish or take away what an earlier death left, before anything is read. A dry run only looks past it."""
    if run.dry_run:
        return run
    workspace = run.workspace
    problem = mend_tail(workspace.journal, workspace.derived / "torn")
    if problem:
        run = begin(workspace, run.now, tell=run.tell)
    told = [problem.message] if problem else []
    shown = _bytes(workspace.derived / HEAD).decode()
    if shown != run.state.head:
        finish(workspace, run.state)
        if shown:
            told.append("the pages had not been brought up to the journal; they are now")
    return dataclasses.replace(run, recovered="; ".join(told))


def plan(run: Run) -> Run:
    """Everything the night would write, and the hashes it assumes; `plan.json` beside the bench unless dry."""
    workspace, heard = run.workspace, run.heard
    values = _changed_values(run)
    memory = _bytes(workspace.memory)
    _refuse_if_edited(run, memory)
    assumes = {
        MEMORY: _hash(memory),
        PAGE: heard.read.get(PAGE, _hash(_bytes(workspace.dreams))),
        JOURNAL: (run.journalled or run.state).head,
    }
    if not (heard.lines or heard.must_tell or _is_worth_a_night(values, run, memory)):
        return dataclasses.replace(run, plan=Plan((), assumes, "", run.state))
    night, after, (body, overflow) = at_most(
        workspace, run.state, memory, _night(run), lambda night: _after(run, [*values, night])
    )
    # A template that cannot be rendered stops the night here, before it writes.
    page = dreams_page(workspace, after, heard.kept, overflow)
    own = dreams_page(workspace, after, None, overflow) if heard.kept.written else page
    night = replace(night, prints=_new_prints(run.state, own, body))
    after.nights[night.id] = night
    spliced = splice(memory, body)
    values = _with_own_watermark(values, run, spliced)
    at = run.state.next_instant(run.now)
    lines = [record(value, at, run.night) for value in [*values, night]]
    lines.append(closing(run.night, at, len(lines)))
    made = Plan(
        records=(*heard.lines, *lines),
        assumes=assumes,
        diff=_diff(memory, spliced),
        state=after,
        body=body,
        page=(MARK + page).encode(),
        stops=night.stops,
    )
    if not run.dry_run:
        _keep(run, made)
    return dataclasses.replace(run, plan=made)


def _new_prints(state: State, page: str, body: str) -> tuple[str, ...]:
    """Of the block, its marks, papers and lines of two facts: one fact's own words are its source's, and evidence."""
    papers = "\n".join(line for line in body.splitlines() if not line.startswith("- ") or BOTH in line)
    return tuple(sorted((prints(page) | prints(papers)) - state.prints))


def _refuse_if_edited(run: Run, memory: bytes) -> None:
    """A MEMORY.md that was edited after it was read is read first, by another night."""
    name = run.workspace.memory.relative_to(run.workspace.root).as_posix()
    read = next((report.sha256 for report in run.reports if report.ref == name and report.size), None)
    heard = run.heard.read.get(MEMORY)
    if (read and read != hashlib.sha256(memory).hexdigest()) or (heard and heard != _hash(memory)):
        raise AssumptionBroken(name, "changed while the night was under way", "run `noctuary dream` again")


def apply(run: Run) -> Run:
    """Carry the plan out, or refuse when a file it was made from has changed since."""
    made = run.plan
    if made is None or run.dry_run:
        return run
    workspace = run.workspace
    found = {
        MEMORY: _hash(_bytes(workspace.memory)),
        PAGE: _hash(_bytes(workspace.dreams)),
        JOURNAL: _head(workspace.journal),
    }
    if not made.records:
        if run.heard.kept.faults and found == made.assumes:
            _show(workspace, run.state, block(workspace, run.state, _bytes(workspace.memory))[1])
        return run
    for name, digest in made.assumes.items():
        if found[name] != digest:
            raise AssumptionBroken(name, "changed while the night was planned", "run `noctuary dream` again")
    append(workspace.journal, made.records)
    before = run.journalled or run.state
    state = replay_on(before, workspace.journal, made.records)
    is_as_planned = all(getattr(state, name) == getattr(made.state, name) for name in _SHOWN)
    finish(workspace, state, before=before, planned=made if is_as_planned else None)
    clear(workspace.root, run.spooled, run.now)
    return run


def finish(workspace: Workspace, state: State, before: State | None = None, planned: Plan | None = None) -> None:
    """Bring index, MEMORY.md's block and DREAMS.md up to the journal. Safe to repeat at any time.

    `before` is a state the index may still stand at, `planned` holds pages already rendered of this very state: each
    saves work and changes nothing. What a human wrote into a page and nobody has heard yet stays in it: a block that
    was edited is left alone, and so are boxes and words beside questions.
    """
    project(workspace, state, with_vectors=True, before=before)
    memory = _bytes(workspace.memory)
    is_planned = planned is not None and planned.assumes[MEMORY] == _hash(memory)
    body, overflow = (planned.body, ()) if planned and is_planned else block(workspace, state, memory)
    edits = Edits() if is_planned else block_edits(workspace, state, memory)
    if edits is not None and not edits:
        spliced = splice(memory, body)
        if memory and not spliced:
            workspace.memory.unlink()
        elif spliced != memory:
            replace_file(workspace.memory, spliced)
        keep_copy(workspace, spliced)
    if planned and planned.assumes[PAGE] == _hash(_bytes(workspace.dreams)):
        keep_foreign(workspace.dreams)
        replace_file(workspace.dreams, planned.page)
    else:
        _show(workspace, state, overflow if not is_planned else block(workspace, state, memory)[1])
    replace_file(workspace.derived / HEAD, state.head.encode())


def _show(workspace: Workspace, state: State, overflow: Sequence[str]) -> None:
    """Write DREAMS.md as the state makes it, with what a human wrote there unheard; nothing if it is so."""
    page = _bytes(workspace.dreams)
    text = (MARK + dreams_page(workspace, state, unheard(state, written(page)), overflow)).encode()
    if text != page:
        keep_foreign(workspace.dreams)
        replace_file(workspace.dreams, text)


def keep_foreign(page: Path) -> None:
    """Move a DREAMS.md that Noctuary did not write out of the way; nothing of another hand is overwritten."""
    if not page.is_file() or is_ours(page.read_bytes()):
        return
    number = 1
    while (aside := page.with_name(f"DREAMS.kept-{number}.md")).exists():
        number += 1
    page.rename(aside)


def project(workspace: Workspace, state: State, *, with_vectors: bool = False, before: State | None = None) -> None:
    """Project the state into the index, unless the index already stands at this journal.

    An index that stands at `before` is given what changed since alone. Vectors are made only by a night and a
    rebuild: a question by day must not wait for them.
    """
    from noctuary.embed import choose
    from noctuary.index import Index

    workspace.make_derived()
    with Index.open(workspace.index) as index:
        head = index.head()
        if before is not None and head == before.head and head != state.head and index.is_filed():
            index.project(state.since(before), sorted(state.gone_since(before)), state.head)
        elif head != state.head:
            index.project(state.values(), sorted(set(index.ids()) - _ids(state)), state.head)
        if with_vectors:
            index.embed(choose(workspace.settings.embed.model).embedder)


def is_projected(workspace: Workspace) -> bool:
    """Whether the index stands at the journal as it is, without replaying it."""
    from noctuary.index import Index

    if not workspace.index.exists():
        return False
    with Index.open(workspace.index, read_only=True) as index:
        return index.head() == _head(workspace.journal)


def _ids(state: State) -> set[tuple[str, str]]:
    return {(kind, key) for kind in KINDS for key in state.table(kind)}


def _changed_values(run: Run) -> list[Value]:
    changed: list[Value] = []
    for now, before in (
        (run.entities, run.state.entities),
        (run.facts, run.state.facts),
        (run.edges, run.state.edges),
        (run.reviews, run.state.reviews),
        (run.merges, run.state.merges),
    ):
        changed += _different(now, before)
    known = run.state.watermarks
    for report in run.reports:
        mark = watermark(report)
        if known.get(mark.ref) != mark:
            changed.append(mark)
    return changed


def _is_worth_a_night(values: list[Value], run: Run, memory: bytes) -> bool:
    """Whether anything changed but the bytes of MEMORY.md that say nothing new; our block must still stand."""
    name = run.workspace.memory.relative_to(run.workspace.root).as_posix()
    if any(not (isinstance(value, Watermark) and value.ref == name) for value in values):
        return True
    return bool(values) and splice(memory, block(run.workspace, run.state, memory)[0]) != memory


def _different(now: Mapping[str, Value], before: Mapping[str, Value]) -> list[Value]:
    return [now[key] for key in sorted(now) if before.get(key) != now[key]]


def _with_own_watermark(values: list[Value], run: Run, memory: bytes) -> list[Value]:
    """MEMORY.md's watermark as the file will be once our block is written, so the next night finds it unchanged."""
    name = run.workspace.memory.relative_to(run.workspace.root).as_posix()
    report = next((r for r in run.reports if r.ref == name), None)
    dialect = report.dialect if report else "memory"
    lines = len(memory.splitlines())
    mark = Watermark(
        ref=name, sha256=hashlib.sha256(memory).hexdigest(), size=len(memory), lines=lines, dialect=dialect
    )
    others = [value for value in values if not (isinstance(value, Watermark) and value.ref == name)]
    return [*others, mark] if memory and not run.reread_memory else others


def _night(run: Run) -> Night:
    redacted: Counter[str] = Counter()
    places: defaultdict[str, list[str]] = defaultdict(list)
    for report in run.reports:
        redacted.update(report.redacted)
        for kind, lines in report.places.items():
            places[kind] += [f"{report.ref}:{line}" for line in lines]
    new_edges = Counter(edge.rel for key, edge in run.edges.items() if key not in run.state.edges)
    gone = tuple(report.ref for report in run.reports if report.state == "gone")
    changed = [report for report in run.changed_sources if report.state != "gone"]
    counts = {
        "sources": len(changed),
        "lines": sum(report.lines for report in changed),
        "used": sum(report.used for report in changed),
        "statements": run.considered,
        "unasked": run.unasked,
    }
    if run.heard.problems:
        counts["unheard"] = len(run.heard.problems)
    return Night(
        id=run.night,
        begun_at=run.now,
        state="partly" if run.stops else "done",
        days=run.days,
        known=run.known,
        promoted=run.promoted,
        reinforced=run.reinforced,
        superseded=run.superseded,
        asked=run.asked,
        expired=run.expired,
        reverified=run.reverified,
        stale=run.stale,
        merged=tuple(sorted(run.merges.keys() - run.state.merges.keys())),
        edges=dict(sorted(new_edges.items())),
        rejected=dict(sorted(run.rejected.items())),
        counts=counts,
        redacted=dict(sorted(redacted.items())),
        places={kind: tuple(found[:MOST_PLACES]) for kind, found in sorted(places.items())},
        quarantined=run.quarantined,
        gone=gone,
        problems=run.problems,
        stops=run.stops,
        decided=decided_since(run.state),
    )


def _after(run: Run, values: list[Value]) -> State:
    """The state as replay will find it once the values are appended."""
    nights = {value.id: value for value in values if isinstance(value, Night)}
    return dataclasses.replace(
        run.state,
        facts=dict(run.facts),
        entities=dict(run.entities),
        edges=dict(run.edges),
        reviews=dict(run.reviews),
        merges=dict(run.merges),
        nights=run.state.nights | nights,
    )


def _keep(run: Run, made: Plan) -> None:
    run.bench.mkdir(parents=True, exist_ok=True)
    told = {
        "night": run.night,
        "now": run.now,
        "assumes": made.assumes,
        "memory_md": made.diff,
        "records": [msgspec.Raw(line.strip()) for line in made.records],
    }
    replace_file(run.bench / "plan.json", msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")


def _diff(before: bytes, after: bytes) -> str:
    old, new = (data.decode("utf-8", "replace").splitlines(keepends=True) for data in (before, after))
    return guard("".join(difflib.unified_diff(old, new, "MEMORY.md", "MEMORY.md (after)", n=0))).text


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _head(path: Path) -> str:
    return _hash(_bytes(path)) if path.exists() else ""
