"""Adding to the journal: one buffer, one fsync; and taking away the torn tail of a death. Never rewrites."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from noctuary import files
from noctuary.journal.lines import closed_in
from noctuary.journal.records import Unreadable, header, is_whole
from noctuary.model import Problem


def append(path: Path, lines: Iterable[bytes], root: Path | None = None) -> None:
    """Append whole lines in one write and make them durable before returning; all of them or, where it fails, none.

    The journal lies below `root`, by default its own folder: through a link that leads out of it nothing is written.
    """
    root = root or path.parent
    files.make_folder(path.parent, root)
    files.append(path, b"".join(lines), root)


def mend_tail(path: Path, aside: Path, root: Path | None = None) -> Problem | None:
    """Cut off what a death left unfinished: a half line, or records of a batch that was never closed.

    The bytes are kept under `aside`, named by their hash, before anything is cut, and the problem says so. A finished
    journal, a missing one and one whose open records stand before other people's lines are left alone; so is a last
    line that is whole JSON, or that no record of ours begins like.
    """
    if not path.exists():
        return None
    data = path.read_bytes()
    keep = sound_length(data)
    if keep == len(data):
        return None
    torn = data[keep:]
    name = f"{hashlib.blake2b(torn, digest_size=6).hexdigest()}.jsonl"
    files.make_folder(aside, root or aside.parent)
    files.replace(aside / name, torn, root or aside.parent)
    files.cut(path, keep, root or path.parent)
    what = f"{len(torn)} bytes of an unfinished write were set aside in .noctuary/torn/{name}"
    return Problem(path=path.name, message=f"{what}; nothing in them had counted yet")


def sound_length(data: bytes) -> int:
    """How much of a journal stands before the torn end that a death left."""
    closed = closed_in(data)
    end = len(data)
    for line in _from_the_end(data):
        is_half = end == len(data) and _is_half(line)
        if not is_half and not _is_open(line, closed):
            break
        end -= len(line)
    return end


def _from_the_end(data: bytes) -> Iterator[bytes]:
    """The lines, the last one first: of a long journal few are looked at."""
    end = len(data)
    while end:
        start = data.rfind(b"\n", 0, end - 1) + 1
        yield from reversed(data[start:end].splitlines(keepends=True))
        end = start


def _is_half(line: bytes) -> bool:
    """Whether a last line is the beginning of a record of ours, or the zeros a file system left in place of one."""
    bare = line.removeprefix(codecs.BOM_UTF8)
    is_ended = bare.endswith((b"\n", b"\r"))
    return not is_ended and (bare.startswith((b"{", b"\0")) or not bare) and not is_whole(bare)


def _is_open(line: bytes, closed: Collection[str]) -> bool:
    try:
        head = header(line.removeprefix(codecs.BOM_UTF8))
    except Unreadable:
        return False
    return head.night is not None and head.night not in closed
