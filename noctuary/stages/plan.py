"""What a night would write, byte for byte: its records, both pages, and the hashes they assume. Changes no page."""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from noctuary import files, gaps
from noctuary.access import hidden
from noctuary.errors import AssumptionBroken
from noctuary.guard import guard
from noctuary.guard.prints import BOTH, prints
from noctuary.journal import State, record
from noctuary.journal.branches import tips
from noctuary.journal.records import sealed
from noctuary.layout import WEAK
from noctuary.model import Night, Value, Watermark
from noctuary.page.questions import is_open
from noctuary.page.ticks import stamped
from noctuary.page.view import MOST_ALMOST
from noctuary.reader import choose
from noctuary.sources import watermark
from noctuary.stages.evictions import at_most
from noctuary.stages.hear import decided_since
from noctuary.stages.pages import (
    MemoryFile,
    as_it_should_be,
    block,
    bytes_of,
    digest,
    dreams_page,
    memory_of,
    with_block,
)
from noctuary.stages.run import Plan, Run, altered
from noctuary.stages.sharing import told

MOST_WITHOUT_ROOM = 200
"""Of what passed a gate and found no room the next nights try as many: three nights' promotions."""
MEMORY, PAGE, JOURNAL = "MEMORY.md", "DREAMS.md", "memory/graph.jsonl"
MOST_PLACES = 3
NOTHING = hashlib.sha256(b"").hexdigest()


def plan(run: Run) -> Run:
    """Everything the night would write, and the hashes it assumes; `plan.json` beside the bench unless dry."""
    workspace, heard = run.workspace, run.heard
    values = _changed_values(run)
    there = memory_of(workspace)
    _refuse_if_edited(run, there)
    # Nothing of what it holds counts where it cannot be read as a whole, and nothing is written into it.
    memory = b"" if there.fault else there.data
    assumes = {
        MEMORY: digest(there.data),
        PAGE: heard.read.get(PAGE, digest(bytes_of(workspace.dreams))),
        JOURNAL: (run.journalled or run.whole).head,
    }
    if not (heard.lines or heard.must_tell or _is_worth_a_night(values, run, there)):
        stands = None if there.fault else as_it_should_be(workspace, run.state, memory)
        diff = "" if stands is None else _diff(memory, stands)
        return dataclasses.replace(run, plan=Plan((), assumes, diff, run.state))
    night, after, made_block = at_most(
        workspace, run.state, memory, _night(run), lambda night: _after(run, [*values, night])
    )
    # A template that cannot be rendered stops the night here, before it writes.
    page = dreams_page(workspace, after, heard.kept, made_block)
    own = dreams_page(workspace, after, None, made_block) if heard.kept.written else page
    body = made_block.body or ""
    night = replace(night, prints=_new_prints(run.state, own, body))
    after.nights[night.id] = night
    spliced = b"" if there.fault else with_block(memory, made_block)
    values = _with_own_watermark(values, run, there, spliced)
    at = run.whole.next_instant(run.now)
    records = [record(value, at, run.night) for value in [*values, night]]
    made = Plan(
        records=(*heard.lines, *sealed(run.night, at, records, tips(run.state.closed)).lines),
        assumes=assumes,
        diff=_diff(memory, spliced),
        state=after,
        body=body,
        page=stamped(page),
        stops=night.stops,
        note=made_block.note,
    )
    if not run.dry_run:
        _keep(run, made)
    return dataclasses.replace(run, plan=made)


def _new_prints(state: State, page: str, body: str) -> tuple[str, ...]:
    """Of the block, its marks, papers and lines of two facts: one fact's own words are its source's, and evidence."""
    papers = "\n".join(line for line in body.splitlines() if not line.startswith("- ") or BOTH in line)
    return tuple(sorted((prints(page) | prints(papers)) - state.prints))


def _refuse_if_edited(run: Run, memory: MemoryFile) -> None:
    """A MEMORY.md that was edited after it was read is read first, by another night."""
    name = _name(run)
    read = next((one for one in run.reports if one.ref == name), None)
    was = None if read is None or read.fault else NOTHING if read.state == "gone" else read.sha256
    heard = run.heard.read.get(MEMORY)
    is_other = not memory.fault and was not in (None, hashlib.sha256(memory.data).hexdigest())
    if is_other or (heard and heard != digest(memory.data)):
        raise AssumptionBroken(name, "changed while the night was under way", "run `noctuary dream` again")


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


def _is_worth_a_night(values: list[Value], run: Run, memory: MemoryFile) -> bool:
    """Whether anything changed but the bytes of MEMORY.md that say nothing new; our block must still stand."""
    name, known = _name(run), run.state.watermarks
    for value in values:
        if not (isinstance(value, Watermark) and value.ref == name):
            return True
        before = known.get(name)
        if value.gone or (value.fault, value.waits_from) != ((before.fault, before.waits_from) if before else ("", 0)):
            return True
    if not values or memory.fault:
        return False
    return with_block(memory.data, block(run.workspace, run.state, memory.data)) != memory.data


def _different(now: Mapping[str, Value], before: Mapping[str, Value]) -> list[Value]:
    return [now[key] for key in altered(now, before) if before.get(key) != now[key]]


def _with_own_watermark(values: list[Value], run: Run, before: MemoryFile, memory: bytes) -> list[Value]:
    """MEMORY.md's watermark as the file will be once our block is written, so the next night finds it unchanged.

    Where more lines have gone than a night may retire, no memory file counts as read.
    """
    if run.reread_memory:
        return [value for value in values if not (isinstance(value, Watermark) and value.dialect == "memory")]
    if before.fault or not (before.data or memory):
        return values
    name = _name(run)
    report = next((r for r in run.reports if r.ref == name), None)
    dialect = report.dialect if report else "memory"
    lines = len(memory.splitlines())
    mark = Watermark(
        ref=name,
        sha256=hashlib.sha256(memory).hexdigest(),
        size=len(memory),
        lines=lines,
        dialect=dialect,
        gone=not memory,
        waits_from=report.mark.waits_from if report and report.mark else 0,
    )
    others = [value for value in values if not (isinstance(value, Watermark) and value.ref == name)]
    return [*others, mark]


def _name(run: Run) -> str:
    return run.workspace.memory.relative_to(run.workspace.root).as_posix()


def _night(run: Run) -> Night:
    stops = (*run.stops, *told(run.reports))
    redacted: Counter[str] = Counter()
    places: defaultdict[str, list[str]] = defaultdict(list)
    for report in run.reports:
        redacted.update(report.redacted)
        for kind, lines in report.places.items():
            places[kind] += [f"{report.ref}:{line}" for line in lines]
    new_edges = Counter(edge.rel for key, edge in run.edges.items() if key not in run.state.edges)
    gone = tuple(report.ref for report in run.reports if report.state == "gone")
    reader = choose(run.workspace.settings.judge.model).reader
    return Night(
        id=run.night,
        begun_at=run.now,
        state="partly" if stops else "done",
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
        counts=_counts(run),
        redacted=dict(sorted(redacted.items())),
        places={kind: tuple(found[:MOST_PLACES]) for kind, found in sorted(places.items())},
        quarantined=run.quarantined,
        gone=gone,
        problems=run.problems,
        stops=stops,
        decided=decided_since(run.state),
        almost=_almost(run),
        gaps=_gaps(run),
        reader=reader.name if reader else "",
    )


def _gaps(run: Run) -> tuple[tuple[str, int], ...]:
    """What was asked since the night before and has no answer: the most frequent; what is private as one, unnamed."""
    last = run.state.last_night()
    found = gaps.read(run.workspace.derived, run.now, last.begun_at if last else None)
    named = [(one.words, one.times) for one in found if one.words][: gaps.MOST_TOLD]
    return (*named, *(("", one.times) for one in found if not one.words))


def _almost(run: Run) -> tuple[tuple[str, str], ...]:
    """What was nearly let in and still waits, nearest first; not what a question asks about.

    All that found no room, for the next night tries it again; of the rest what the page shows.
    """
    asked = {side for one in run.reviews.values() if is_open(one) for side in (one.a, one.b)}
    waits = ((key, gate) for key, gate in run.almost if key in run.facts and run.facts[key].status == "candidate")
    told = enumerate(pair for pair in waits if pair[0] not in asked)
    return tuple(pair for number, pair in told if number < MOST_ALMOST or pair[1] == "cap")[:MOST_WITHOUT_ROOM]


def _counts(run: Run) -> dict[str, int]:
    changed = [one for one in run.changed_sources if one.state != "gone" and not one.fault]
    counts = {
        "sources": len(changed),
        "lines": sum(report.lines for report in changed),
        "used": sum(report.used for report in changed),
        "statements": run.considered,
        "unasked": len(run.weak),
    }
    more = {"unheard": len(run.heard.problems), "stale_unasked": run.stale_unasked}
    return counts | {name: count for name, count in more.items() if count}


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
        watermarks=run.state.watermarks | {value.ref: value for value in values if isinstance(value, Watermark)},
    )


def _keep(run: Run, made: Plan) -> None:
    files.make_folder(run.bench, run.workspace.root)
    gone = hidden(run.whole)
    kept = {
        "night": run.night,
        "now": run.now,
        "assumes": made.assumes,
        "memory_md": made.diff,
        "records": [msgspec.Raw(line.strip()) for line in made.records if gone.isdisjoint(_ids_of(line))],
    }
    plan = msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n"
    files.replace(run.bench / "plan.json", plan, run.workspace.root)
    weak = b"".join(msgspec.json.encode(one) + b"\n" for one in run.weak)
    files.replace(run.bench / WEAK, weak, run.workspace.root)


def _ids_of(line: bytes) -> set[str]:
    """What a record is, and what it is about."""
    found = msgspec.json.decode(line, type=dict[str, Any])
    return {str(found.get(name)) for name in ("id", "src", "dst", "a", "b", "kept", "merged")}


def _diff(before: bytes, after: bytes) -> str:
    old, new = (data.decode("utf-8", "replace").splitlines(keepends=True) for data in (before, after))
    return guard("".join(difflib.unified_diff(old, new, "MEMORY.md", "MEMORY.md (after)", n=0))).text
