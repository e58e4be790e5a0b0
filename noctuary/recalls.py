"""What was asked for: which facts a search found, kept in .noctuary/recalls.jsonl as evidence of use.

A line has no words of the query: a hash of 32 bits, which tells two queries apart and from which nobody learns what was
asked. A night reads it; its own questions are never written here. Losing the file loses nothing that is believed.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec

from noctuary import files
from noctuary.errors import NoctuaryError
from noctuary.model import Value, fold

NAME = "recalls.jsonl"
OLDER = "recalls.1.jsonl"
MOST_BYTES = 1_000_000
MOST_FOUND = 5


class Recall(Value, frozen=True):
    """One fact, or entity, found by one query: `score` in [0, 1] is how well, `query` the hash, `by` who was asked."""

    at: dt.datetime
    query: str
    fact: str
    score: float
    by: str = "search"


class _Line(Value, frozen=True):
    at: Annotated[dt.datetime, msgspec.Meta(tz=True)]
    query: str
    facts: tuple[tuple[str, float], ...]
    by: str = "search"
    v: int = 1


def log(folder: Path, query: str, found: Iterable[tuple[str, float]], at: dt.datetime, by: str = "search") -> None:
    """Add what a query found, as (fact id, score in [0, 1]), to the log in `folder`: at most five, the best and those
    at least half as good.

    One write of one line: a death leaves at most a torn line, which is read over. At a megabyte the log becomes the
    older one, whose predecessor goes. A folder that cannot be written to loses the line, never the search.
    """
    ranked = sorted(found, key=lambda one: (-one[1], one[0]))[:MOST_FOUND]
    best = tuple((key, round(score, 4)) for key, score in ranked if score >= ranked[0][1] / 2)
    if not best:
        return
    line = msgspec.json.encode(_Line(at=at.astimezone(dt.UTC), query=print_of(query), facts=best, by=by)) + b"\n"
    path = folder / NAME
    with contextlib.suppress(OSError, NoctuaryError):
        if path.exists() and path.stat().st_size + len(line) > MOST_BYTES:
            files.move(path, folder / OLDER, folder.parent)
        files.append(path, line, folder.parent, mode=0o600, durable=False)


def uses(folder: Path, until: dt.datetime) -> dict[str, tuple[int, dt.datetime]]:
    """How often each fact or entity was asked for up to a time, and when last, as far back as the log goes."""
    files_now = tuple((name, _stamp(folder / name)) for name in (OLDER, NAME))
    found: dict[str, tuple[int, dt.datetime]] = {}
    for one in _all(folder, files_now):
        if one.at <= until:
            count, last = found.get(one.fact, (0, one.at))
            found[one.fact] = count + 1, max(last, one.at)
    return found


def _stamp(path: Path) -> tuple[int, int, int]:
    with contextlib.suppress(OSError):
        found = path.stat()
        return found.st_ino, found.st_size, found.st_mtime_ns
    return 0, 0, 0


@functools.lru_cache(maxsize=4)
def _all(folder: Path, files_now: tuple[tuple[str, tuple[int, int, int]], ...]) -> tuple[Recall, ...]:
    """Every recall in the files as they stand now."""
    return tuple(recall for name, _ in files_now for recall in _recalls(folder / name))


def print_of(query: str) -> str:
    """32 bits of BLAKE2b over the query's folded words, each once, in no order: the same words are one query."""
    words = " ".join(sorted(set(fold(query).split())))
    return hashlib.blake2b(words.encode(errors="replace"), digest_size=4).hexdigest()


def read(folder: Path, until: dt.datetime, since: dt.datetime | None = None) -> list[Recall]:
    """Every recall written after `since` and up to `until`, in order of time. A line that is none is read over."""
    found = [recall for name in (OLDER, NAME) for recall in _recalls(folder / name)]
    kept = [one for one in found if one.at <= until and (since is None or one.at > since)]
    return sorted(kept, key=lambda one: (one.at, one.query, one.fact))


def _recalls(path: Path) -> Iterator[Recall]:
    data = path.read_bytes() if path.is_file() else b""
    for line in data.splitlines():
        with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            one = _decoder.decode(line)
            for key, score in one.facts:
                yield Recall(at=one.at, query=one.query, fact=key, score=score, by=one.by)


_decoder = msgspec.json.Decoder(_Line)
