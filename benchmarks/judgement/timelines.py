"""Change over time in real text: TSQA's dated answers, and decision records that name their successor.

No cue says "now" in TSQA: what tells a change is the attribute and the gap alone. In the records the newer
statement says outright what it replaces, as their headers do.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from benchmarks.judgement.baselines import seed_rule
from benchmarks.judgement.figures import Rate, wilson
from benchmarks.judgement.public import is_conflict, named, verdicts
from benchmarks.judgement.sets import BENCH, QUICK, SEED, SHARED, LabelledPair, sample, untokenised
from benchmarks.judgement.table import Cell, Table
from noctuary.decisions import Verdict
from noctuary.model import Statement

EVOLVING = SHARED / "inputs" / "evolving"

# relations.json calls nearly every relation "accumulate" (a matter of its question templates), so what holds one
# value at a time is said here; relations that could be read either way are left out.
SINGLE = {
    "P6": "The head of government of {s} is {v}", "P35": "The head of state of {s} is {v}",
    "P36": "The capital of {s} is {v}", "P115": "The home venue of {s} is {v}",
    "P127": "{s} is owned by {v}", "P137": "The operator of {s} is {v}", "P159": "The headquarters of {s} is in {v}",
    "P169": "The chief executive officer of {s} is {v}", "P286": "The head coach of {s} is {v}",
    "P410": "The military rank of {s} is {v}", "P488": "The chairperson of {s} is {v}",
    "P551": "{s} lives in {v}", "P26": "The spouse of {s} is {v}", "P749": "The parent organization of {s} is {v}",
    "P1037": "The director of {s} is {v}", "P1308": "The holder of the office {s} is {v}",
    "P1448": "The official name of {s} is {v}",
    "P54": "{s} plays for {v}", "P118": "{s} plays in the league {v}", "P6087": "{s} coaches {v}",
    "P264": "The record label of {s} is {v}",
    "P449": "The broadcaster of {s} is {v}", "P98": "The editor of {s} is {v}",
    "P102": "The political party of {s} is {v}", "P108": "{s} works for {v}",
}  # fmt: skip
ACCUMULATING = {
    "P69": "{s} was educated at {v}", "P166": "{s} received the award {v}", "P463": "{s} is a member of {v}",
    "P793": "A significant event of {s} is {v}", "P800": "A notable work of {s} is {v}", 
    "P1344": "{s} took part in {v}",
    "P608": "{s} was exhibited at {v}", "P355": "A subsidiary of {s} is {v}", "P40": "A child of {s} is {v}",
    "P2962": "{s} holds the title {v}", "P1411": "{s} was nominated for {v}", "P47": "{s} shares a border with {v}",
    "P366": "{s} is used for {v}", "P121": "{s} operates {v}", "P175": "A performer of {s} is {v}",
    "P150": "{s} contains {v}", "P1830": "{s} owns {v}", "P710": "{v} took part in {s}", "P106": "{s} worked as {v}",
}  # fmt: skip
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_WHEN = r"(?:([A-Z][a-z]{2})[a-z]*\.? )?(\d{3,4})"
_PERIOD = re.compile(rf"\bfrom {_WHEN} to {_WHEN}|\b(?:in|since|on) {_WHEN}", re.I)


def _day(month: str | None, year: str) -> dt.date:
    return dt.date(int(year), _MONTHS.index(month.lower()) + 1 if month and month.lower() in _MONTHS else 1, 1)


def period(question: str) -> tuple[dt.date, dt.date] | None:
    """Start and end named in a question; a single date is both."""
    m = _PERIOD.search(question)
    if m is None:
        return None
    if m[2]:
        return _day(m[1], m[2]), _day(m[3], m[4])
    return _day(m[5], m[6]), _day(m[5], m[6])


def tsqa() -> list[LabelledPair]:
    """TSQA: two neighbouring periods of one (entity, relation), each with one answer, the answers different.

    A relation that holds one value at a time: the later period supersedes the earlier (both dated by their
    start, no cue, more than 21 days apart). One that accumulates: no conflict. Overlapping periods, empty and
    several answers, and names that contain one another are left out.
    """
    found = []
    for entry in json.loads((BENCH / "tsqa" / "human_annotated_train.json").read_text("utf-8")):
        template = SINGLE.get(entry["type"]) or ACCUMULATING.get(entry["type"])
        if template is None:
            continue
        subject = unquote(entry["link"].removeprefix("/wiki/")).replace("_", " ")
        told = [
            Statement(text=f"{template.format(s=subject, v=value)}.", said_on=start)
            for start, value in _values(entry["questions"])
        ]
        is_single = entry["type"] in SINGLE
        found += [LabelledPair(a, b, is_single, entry["type"], subject) for a, b in itertools.pairwise(told)]
    return found


def _values(questions: list[list[object]]) -> Iterator[tuple[dt.date, str]]:
    """(start, value) of each period that begins after the one before has ended and brings another value."""
    spans = []
    for question, answers in questions:
        values = {untokenised(answer["answer"]) for answer in answers}  # type: ignore[attr-defined]
        when = period(str(question))
        if when and len(values) == 1 and (value := values.pop()):
            spans.append((*when, re.sub(r"(?<=\w) \. (?=\w)", ". ", value).strip(" .")))
    last, before = dt.date.min, ""
    for start, end, value in sorted(spans):
        if start >= last and (not before or not (value.lower() in before.lower() or before.lower() in value.lower())):
            yield start, value
            last, before = max(end, start + dt.timedelta(days=22)), value


def measure_tsqa(is_quick: bool) -> list[Table]:
    """Supersessions found among single-valued relations, and false ones among accumulating ones."""
    pairs = sample(tsqa(), is_quick)
    given = verdicts(pairs)
    rows: list[dict[str, Cell]] = []
    for label, is_true in (("one value at a time", True), ("accumulates", False)):
        some = [(one, v) for one, v in zip(pairs, given, strict=True) if one.is_conflict == is_true]
        rows += _shares({"set": named("tsqa"), "relations": label}, [one for one, _ in some], [v for _, v in some])
    kinds: list[dict[str, Cell]] = []
    for relation in sorted({one.kind for one in pairs}, key=lambda key: (key not in SINGLE, key)):
        some = [(one, v) for one, v in zip(pairs, given, strict=True) if one.kind == relation]
        template = (SINGLE | ACCUMULATING)[relation].format(s="…", v="…")
        label = "supersession" if relation in SINGLE else "compatible"
        said = sum(is_conflict(v) for _, v in some)
        kinds.append(
            {"relation": f"{relation} {template}", "label": label, "pairs": len(some), "called conflict": said}
        )
    return [Table("Dated answers (TSQA): another value later on", rows), Table("TSQA by relation: the judge", kinds)]


def _shares(head: dict[str, Cell], pairs: Sequence[LabelledPair], given: Sequence[Verdict]) -> list[dict[str, Cell]]:
    """Share called a conflict and share called a supersession, by method; the seeds' rule knows conflicts alone."""
    changed = wilson(sum(v.kind == "supersession" for v in given), len(given))
    ours = wilson(sum(map(is_conflict, given)), len(given))
    seeds = wilson(sum(seed_rule(one.a.text, one.b.text) for one in pairs), len(pairs))
    said: dict[str, tuple[Rate, Cell]] = {"judge": (ours, changed), "seeds' rule": (seeds, "–")}
    return [
        {**head, "method": name, "pairs": len(pairs), "called conflict": conflict, "called supersession": change}
        for name, (conflict, change) in said.items()
    ]


class Record(NamedTuple):
    """One decision record: its short name, title, and the day it was written."""

    name: str
    title: str
    on: dt.date


def _header(text: str, field: str) -> str:
    m = re.search(rf"^{field}:\s*(.+)$", text, re.M)
    return m[1].strip() if m else ""


def _pep(path: Path) -> Record:
    text = path.read_text("utf-8", "replace")
    on = dt.datetime.strptime(_header(text, "Created")[:11], "%d-%b-%Y").date()
    return Record(f"PEP {int(_header(text, 'PEP'))}", _header(text, "Title"), on)


def peps() -> list[tuple[Record, Record]]:
    """(older, newer) of the 47 superseded PEPs, as their headers name them."""
    rows = (EVOLVING / "peps_supersede_gold.jsonl").read_text("utf-8").splitlines()
    files = [(json.loads(row)["older"], json.loads(row)["newer"]) for row in rows]
    return [(_pep(EVOLVING / "peps" / older), _pep(EVOLVING / "peps" / newer)) for older, newer in files]


_LINK = re.compile(r"Superseded by \[[^\]]*\]\(([^)]+)\)")


def adrs() -> tuple[list[Record], list[tuple[Record, Record]]]:
    """All decision records, and (older, newer) where the older's status says by which it is superseded, whole."""
    every: dict[str, Record] = {}
    links: list[tuple[str, str]] = []
    for path in sorted(EVOLVING.glob("adr-*/**/[0-9]*.md")):
        text = path.read_text("utf-8", "replace")
        title = re.search(r"^# (\d+)[.:]? (.+?)\s*$", text, re.M) or re.search(r"^# ()(.+?)\s*$", text, re.M)
        on = re.search(r"^Date: (\d{4}-\d{2}-\d{2})", text, re.M)
        if title and on:
            number = int(path.name.split("-")[0])
            every[path.as_posix()] = Record(f"ADR {number}", title[2], dt.date.fromisoformat(on[1]))
            links += [(path.as_posix(), (path.parent / m).as_posix()) for m in _LINK.findall(text)]
    return list(every.values()), [(every[a], every[b]) for a, b in links if a in every and b in every]


Form = tuple[str, str]
FORMS = {
    "header": ("{old.name}: {old.title}.", "{new.name}: {new.title}. Replaces {old.name}."),
    "note": ("We follow {old.name} ({old.title}).", "{old.name} is superseded by {new.name} ({new.title})."),
    "successor": ("{old.name} ({old.title}) is accepted.", "{new.name} ({new.title}) supersedes {old.name}."),
}


def _stated(old: Record, told: tuple[Record, Record], form: Form, is_linked: bool) -> LabelledPair:
    """`old`'s statement against what the newer of `told` says of its own predecessor."""
    a, b = form[0].format(old=old), form[1].format(old=told[0], new=told[1])
    later = max(told[1].on, old.on + dt.timedelta(days=1))
    return LabelledPair(Statement(text=a, said_on=old.on), Statement(text=b, said_on=later), is_linked, "", old.name)


def measure_evolving(is_quick: bool) -> list[Table]:
    """Linked and unlinked pairs of PEPs and of architecture decisions, stated in three ways."""
    records, replaced = adrs()
    linked = peps()
    sources = {"PEPs": ([old for old, _ in linked], linked), "decision records": (records, replaced)}
    rows: list[dict[str, Cell]] = []
    for source, (olds, links) in sources.items():
        for name, form in FORMS.items():
            true = [_stated(old, (old, new), form, True) for old, new in links]
            others = [(old, told) for told in links for old in olds if old.name not in (told[0].name, told[1].name)]
            drawn = random.Random(SEED).sample(others, min(len(others), QUICK if is_quick else 4 * QUICK))
            rest = [_stated(old, told, form, False) for old, told in drawn]
            for label, pairs in (("names its predecessor", true), ("names another", rest)):
                head: dict[str, Cell] = {"records": source, "stated as": name, "newer record": label}
                rows += _shares(head, pairs, verdicts(pairs))
    return [Table("Decision records (PEPs, ADRs): the newer names what it replaces", rows)]
