"""What one memory costs and finds, over statements or over LoCoMo's conversations."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.peers.peer import Peer, Record, size
from benchmarks.peers.questions import drawn, found, within
from benchmarks.search.locomo import SHARED, asked, written

K = 10
WARM = 10
"""Searches before the measured ones; the first makes what is made late, and counts as building."""
CONVERSATIONS = SHARED / "bench" / "locomo" / "locomo_1_4.json"


def costs(peer: Peer, folder: Path, records: int) -> dict[str, Any]:
    """Build, size, memory, times and recall over so many statements; `folder` is the peer's own."""
    told = drawn(records)
    texts = [(name, one) for name, questions in told.questions.items() for one in questions]
    before = peer.used().cpu
    begun = time.perf_counter()
    peer.fill(told.records)
    peer.search(texts[0][1].text, K)
    built = peer.used().cpu
    took = time.perf_counter() - begun
    for _, one in texts[:: max(1, len(texts) // WARM)]:
        peer.search(one.text, K)
    warm = peer.used().cpu
    times: list[float] = []
    recalls: dict[str, list[bool]] = {name: [] for name in told.questions}
    for name, one in texts:
        start = time.perf_counter()
        hits = peer.search(one.text, K)
        times.append(1000 * (time.perf_counter() - start))
        recalls[name].append(found(one.answers, hits) > 0)
    now = peer.used()
    times.sort()
    return {
        "records": len(told.records), "refused": peer.refused, "build": built - before, "took": took,
        "disk": size(folder), "memory": now.memory, "p50": times[len(times) // 2],
        "p95": times[len(times) * 95 // 100], "cpu": 1000 * (now.cpu - warm) / len(texts),
        **{name: mean(hit) for name, hit in recalls.items()},
    }  # fmt: skip


def conversation(peer: Peer, folder: Path, number: int, *, as_notes: bool) -> dict[str, Any]:
    """How much of the evidence is among the first ten hits, and in their first BUDGET characters, a row a question."""
    one = json.loads(CONVERSATIONS.read_bytes())[number]
    source = folder.parent / f"{folder.name}-source"
    source.mkdir()
    turns = written(one["conversation"], source)
    if as_notes:
        peer.fill_notes(source / "memory")
    else:
        peer.fill([Record(f"note {n:06}", turn.text) for n, turn in enumerate(turns)])
    shutil.rmtree(source)
    said = {turn.key: turn.text for turn in turns}
    rows = []
    for question in asked(one, set(said)):
        hits = peer.search(question.text, K)
        wanted = [said[key] for key in sorted(question.evidence)]
        rows.append((_share(wanted, hits), _share(wanted, within(hits)), sum(map(len, hits))))
    return {"rows": rows, "refused": peer.refused, "turns": len(turns)}


def _share(wanted: Sequence[str], hits: Sequence[str]) -> float:
    return found(wanted, hits) / len(wanted)
