"""What a night would write, byte for byte: its records, both pages, and the hashes they assume. Changes no page."""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from noctuary.errors import AssumptionBroken
from noctuary.guard import guard
from noctuary.guard.prints import BOTH, prints
from noctuary.journal import State, record
from noctuary.journal.records import closing
from noctuary.model import Night, Value, Watermark
from noctuary.page import replace as replace_file
from noctuary.page import splice
from noctuary.sources import watermark
from noctuary.stages.hear import decided_since
from noctuary.stages.pages import MARK, block, bytes_of, digest, dreams_page
from noctuary.stages.pushed import at_most
from noctuary.stages.run import Plan, Run

MEMORY, PAGE, JOURNAL = "MEMORY.md", "DREAMS.md", "memory/graph.jsonl"
MOST_PLACES = 3


def plan(run: Run) -> Run:
    """Everything the night would write, and the hashes it assumes; `plan.json` beside the bench unless dry."""
    workspace, heard = run.workspace, run.heard
    values = _changed_values(run)
    memory = bytes_of(workspace.memory)
    _refuse_if_edited(run, memory)
    assumes = {
        MEMORY: digest(memory),
        PAGE: heard.read.get(PAGE, digest(bytes_of(workspace.dreams))),
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
    if (read and read != hashlib.sha256(memory).hexdigest()) or (heard and heard != digest(memory)):
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
        counts=_counts(run),
        redacted=dict(sorted(redacted.items())),
        places={kind: tuple(found[:MOST_PLACES]) for kind, found in sorted(places.items())},
        quarantined=run.quarantined,
        gone=gone,
        problems=run.problems,
        stops=run.stops,
        decided=decided_since(run.state),
    )


def _counts(run: Run) -> dict[str, int]:
    changed = [report for report in run.changed_sources if report.state != "gone"]
    counts = {
        "sources": len(changed),
        "lines": sum(report.lines for report in changed),
        "used": sum(report.used for report in changed),
        "statements": run.considered,
        "unasked": run.unasked,
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
