"""Scores a workspace that was dreamt over against its marks, and gathers what has to be read to be judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from benchmarks.real.acts import SAMPLE, Row, pair, questions, replacements, told_of, voices
from benchmarks.real.marks import Mark, Marks, is_sentence
from noctuary.consolidate.promote import passes
from noctuary.consolidate.score import is_own_line
from noctuary.decisions import Signals
from noctuary.embed import default_embedder
from noctuary.guard import guard
from noctuary.index import Index
from noctuary.journal import State, replay
from noctuary.memory import BELIEVED, Memory
from noctuary.model import Fact
from noctuary.page.shelves import outdated
from noctuary.settings import Workspace, open_workspace
from noctuary.workbench.evidence import connect

FOUND_IN = 10


def measured(root: Path, marks: Marks) -> Row:
    """The counts of a workspace, and the texts behind them, as plain values for JSON."""
    space = open_workspace(root)
    state = replay(space.journal)
    facts = [state.facts[key] for key in sorted(state.facts)]
    promoted, counts = _promoted(facts, _passing(space, facts), marks)
    musts, found = _musts(facts, marks, space.index)
    told, behind = voices(facts)
    counts |= found | told | _kept(state, root)
    acts: Row = {
        "replacements": list(replacements(state)),
        "questions": list(questions(state)),
        "outdated": [pair("outdated", old, new) for old, new in outdated(state)],
        "voices": behind[:SAMPLE],
    }
    counts |= {name: len(acts[name]) for name in ("replacements", "questions", "outdated")}
    return {"counts": counts, "promotions": promoted, "musts": musts, **acts}


def _passing(space: Workspace, facts: Iterable[Fact]) -> dict[str, str]:
    """The gate that each candidate passes by what the last night weighed, id → gate: only a cap keeps these out."""
    weighed: dict[str, Signals] = {}
    for path in sorted((space.derived / "nights").glob("*/signals.parquet")):
        table = connect().sql("SELECT * FROM read_parquet($file)", params={"file": str(path)}).to_arrow_table()
        weighed |= {row.pop("id"): msgspec.convert(row, Signals) for row in table.to_pylist()}
    policy = space.settings.promote
    found = {
        fact.id: passes(fact, weighed[fact.id], policy, is_update=False)
        for fact in facts
        if fact.status == "candidate" and fact.id in weighed
    }
    return {key: gate for key, gate in found.items() if gate}


def _promoted(facts: Iterable[Fact], passing: Mapping[str, str], marks: Marks) -> tuple[list[Row], Row]:
    """Every promotion and what only a cap kept out, and how many of those of files read whole are marked, by level."""
    rows: list[Row] = []
    counts: Counter[str] = Counter(dict.fromkeys(("promotions", "promoted", "must", "known", "may", "beside"), 0))
    for fact in facts:
        cited = [(one, at) for one in fact.sources if (at := marks.at(one.ref, one.line)) is not None]
        first, found = cited[0] if cited else (None, [])
        level = found[0].level if found else "no" if cited else "unread"
        is_in = fact.status in BELIEVED and not is_own_line(fact)
        if cited:
            counts["candidates"] += fact.status == "candidate"
            counts["candidates marked"] += fact.status == "candidate" and bool(found)
            counts["passing"] += is_in or fact.id in passing
            counts["passing marked"] += (is_in or fact.id in passing) and bool(found)
        if is_in or fact.id in passing:
            gate = fact.gate if is_in else passing[fact.id]
            rows.append({**told_of(fact), "gate": gate, "score": fact.score, "level": level, "is_in": is_in})
        counts["promotions"] += is_in
        if is_in and cited:
            counts["promoted"] += 1
            counts[level] += 1
            counts["beside"] += sum(not at for _, at in cited)
            counts["sentence"] += any(first is not None and is_sentence(mark, first) for mark in found)
    return sorted(rows, key=lambda row: (row["place"], row["text"])), dict(counts)


def _musts(facts: Iterable[Fact], marks: Marks, index: Path) -> tuple[list[Row], Row]:
    """What became of each must: believed, held by any statement, found by a search for the marker's wording."""
    facts = list(facts)
    believed, held, exact = set[Mark](), set[Mark](), set[Mark]()
    for fact in facts:
        for source in fact.sources:
            for mark in marks.at(source.ref, source.line) or ():
                held.add(mark)
                if fact.status in BELIEVED:
                    believed.add(mark)
                    exact |= {mark} if is_sentence(mark, source) else set()
    musts = [mark for mark in marks.all if mark.level == "must"]
    hits = _found(musts, marks, index)
    rows = [
        {
            "place": f"{mark.path}:{mark.line}", "atom": mark.atom, "kind": mark.kind, "human": mark.is_human,
            "state": "believed" if mark in believed else "held" if mark in held else "lost", "found": found,
        }
        for mark, found in zip(musts, hits, strict=True)
    ]  # fmt: skip
    return rows, {
        "musts": len(musts), "musts believed": sum(mark in believed for mark in musts),
        "musts held": sum(mark in held for mark in musts), "musts found": sum(hits),
        "musts believed, sentence": sum(mark in exact for mark in musts),
        "mays": sum(mark.level == "may" for mark in marks.all), "files read whole": len(marks.files),
    }  # fmt: skip


def _found(musts: list[Mark], marks: Marks, path: Path) -> list[bool]:
    """Whether a search for the marker's wording brings something that cites the line, among the first ten."""
    if not musts or not path.is_file():
        return [False] * len(musts)
    with Index.open(path) as index:
        index.embed(default_embedder())
        memory = Memory(index)
        return [any(_cites(hit.sources, mark, marks) for hit in memory.search(mark.atom, FOUND_IN)) for mark in musts]


def _cites(sources: Iterable[str], mark: Mark, marks: Marks) -> bool:
    places = (source.rpartition(":") for source in sources)
    return any(mark in (marks.at(ref, int(line)) or ()) for ref, _, line in places)


def _kept(state: State, root: Path) -> Row:
    """What is believed in all, and secrets: how many were taken out, how many the guard finds in what was written."""
    believed = [fact for fact in state.facts.values() if fact.status in BELIEVED]
    taken = sum(count for night in state.nights.values() for count in night.redacted.values())
    page = root / "DREAMS.md"
    written = [page.read_text("utf-8")] if page.is_file() else []
    written += [text for fact in state.facts.values() for text in (fact.text, *(one.quote for one in fact.sources))]
    left = sum(sum(guard(text).redacted.values()) for text in written)
    own = sum(map(is_own_line, believed))
    return {"believed": len(believed), "own lines": own, "secrets taken out": taken, "secrets left": left}
