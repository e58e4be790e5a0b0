"""What was asked and found nothing, or only weakly, kept in .noctuary/gaps.jsonl until a night tells of it.

Unlike a recall it keeps the words, guarded, for nobody could fill a gap that has none; they stay on this machine but
for the page. Of who asks by a name only the number is kept. Losing the file loses nothing that is believed.
"""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from noctuary import files
from noctuary.errors import NoctuaryError
from noctuary.model import Value, fold

NAME = "gaps.jsonl"
MOST_BYTES = 200_000
MOST_TOLD = 5
MOST_KEPT = 100
LONGEST = 200
WEAK, PARTLY, FEW = 0.3, 0.5, 2
"""Seed row KG-073: a best hit below WEAK, or at most FEW hits below PARTLY, is a gap."""

Why = Literal["no_results", "low_confidence", "partial_match"]


class Gap(Value, frozen=True):
    """A question that the memory has no answer to: its words ("" where they are private), how often, and why."""

    words: str
    times: int
    why: Why


class _Line(Value, frozen=True):
    at: Annotated[dt.datetime, msgspec.Meta(tz=True)]
    words: str
    why: Why
    v: int = 1


def why_gap(hits: int, strength: float) -> Why | None:
    """Why an answer of so many hits is a gap, where the best holds `strength` of the question; None if it is none."""
    if not hits:
        return "no_results"
    if strength < WEAK:
        return "low_confidence"
    return "partial_match" if hits <= FEW and strength < PARTLY else None


def log(folder: Path, words: str, why: Why, at: dt.datetime) -> None:
    """Add a gap to the log in `folder`; `words` must have passed the guard.

    One write of one line. At MOST_BYTES nothing more is added until a night has told of what is there. A folder that
    cannot be written to loses the line, never the search.
    """
    line = (
        msgspec.json.encode(_Line(at=at.astimezone(dt.UTC), words=" ".join(words.split())[:LONGEST], why=why)) + b"\n"
    )
    path = folder / NAME
    with contextlib.suppress(OSError, NoctuaryError):
        if not path.exists() or path.stat().st_size + len(line) <= MOST_BYTES:
            files.append(path, line, folder.parent, mode=0o600, durable=False)


def read(folder: Path, until: dt.datetime, since: dt.datetime | None = None) -> list[Gap]:
    """The gaps met after `since` and up to `until`, at most MOST_KEPT: the most frequent first, then by their words.

    The same words in any case and spacing are one question. A line that is none is read over.
    """
    met: dict[str, list[_Line]] = {}
    for line in _lines(folder / NAME):
        if line.at <= until and (since is None or line.at > since):
            met.setdefault(fold(line.words), []).append(line)
    found = [Gap(words=lines[-1].words, times=len(lines), why=lines[-1].why) for lines in met.values()]
    return sorted(found, key=lambda gap: (-gap.times, gap.words))[:MOST_KEPT]


def _lines(path: Path) -> Iterable[_Line]:
    data = path.read_bytes() if path.is_file() else b""
    for line in data.splitlines():
        with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            yield _decoder.decode(line)


_decoder = msgspec.json.Decoder(_Line)
