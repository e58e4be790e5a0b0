"""Adding to the journal: one buffer, one fsync; and taking away the torn tail of a death. Never rewrites."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from noctuary.journal.records import CLOSED, Envelope
from noctuary.model import Problem

_envelope = msgspec.json.Decoder(Envelope)


def append(path: Path, lines: Iterable[bytes]) -> None:
    """Append whole lines in one write and make them durable before returning."""
    buffer = b"".join(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    with path.open("ab") as file:
        if file.tell() and not _ends_in_newline(path):
            buffer = b"\n" + buffer
        file.write(buffer)
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        _sync_folder(path.parent)


def mend_tail(path: Path, aside: Path) -> Problem | None:
    """Cut off what a death left unfinished: a half line, or records of a night that was never closed.

    The bytes are kept under `aside`, named by their hash, and the problem says so. A finished journal,
    a missing one and one whose open records stand before other people's lines are left alone.
    """
    if not path.exists():
        return None
    data = path.read_bytes()
    keep = _sound_length(data)
    if keep == len(data):
        return None
    torn = data[keep:]
    aside.mkdir(parents=True, exist_ok=True)
    name = f"{hashlib.blake2b(torn, digest_size=6).hexdigest()}.jsonl"
    (aside / name).write_bytes(torn)
    with path.open("r+b") as file:
        file.truncate(keep)
        os.fsync(file.fileno())
    return Problem(
        path=path.name, message=f"{len(torn)} bytes of an unfinished write were set aside in .noctuary/torn/{name}"
    )


def _sound_length(data: bytes) -> int:
    closed = {e.id for e in map(_header, data.splitlines()) if e and e.type == CLOSED}
    end = len(data)
    while end:
        start = data.rfind(b"\n", 0, end - 1) + 1
        line = data[start:end]
        head = _header(line)
        is_half = end == len(data) and head is None and not line.endswith(b"\n")
        is_open = head is not None and head.night is not None and head.night not in closed
        if not (is_half or is_open):
            break
        end = start
    return end


def _header(line: bytes) -> Envelope | None:
    try:
        return _envelope.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _ends_in_newline(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
