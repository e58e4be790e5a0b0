"""Where a journal stands: a hash of its bytes that costs, when lines are appended, no more than what they add.

The file is hashed in pieces, and its head is the hash of the pieces' hashes: whoever keeps those of the whole pieces
(`Standing`) has the next head by reading the last piece alone. Whether the file was touched since, by git or a hand,
its inode, size and times tell, as git's own index tells it of a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from noctuary import files
from noctuary.journal.branches import tips
from noctuary.journal.heads import HASH, PIECE, head_from, pieces, pieces_in
from noctuary.journal.replay import State
from noctuary.model import Instant, Value


class Standing(Value, frozen=True):
    """A journal of `size` bytes: `pieces` are its pieces' hashes, `latest` its newest record's instant.

    `tips` are the batches that stood last, `stamp` the file's device, inode, size and times when it was read. `boot` is
    the machine's start since which what was made from it is not surely on the disk; "" where it is.
    """

    size: int
    pieces: bytes
    stamp: tuple[int, ...]
    latest: Instant | None = None
    tips: tuple[str, ...] = ()
    boot: str = ""

    @property
    def head(self) -> str:
        """The hash of the whole."""
        return head_from(self.pieces)


def stamp_of(path: Path) -> tuple[int, ...]:
    """What changes when a file is written: () where there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def standing_of(path: Path, state: State) -> Standing | None:
    """Where the journal stands that a state was read from; None where it is another by now."""
    stamp = stamp_of(path)
    found = Standing(
        size=stamp[2] if stamp else 0,
        pieces=pieces_in(path),
        stamp=stamp,
        latest=max((one[0] for one in state.written.values()), default=None),
        tips=tips(state.closed),
    )
    is_same = (found.head if stamp else "") == state.head and stamp_of(path) == stamp
    return found if is_same else None


def boot() -> str:
    """The machine's start, by a name of its own; "" where the system tells none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def is_lost(standing: Standing) -> bool:
    """Whether the machine has stopped since, before what was made from the journal was surely on the disk."""
    return standing.boot not in ("", boot())


def is_at(path: Path, head: str, mark: str) -> bool:
    """Whether what was made of a journal with this head, and the standing packed in `mark`, is of it as it is now."""
    known = unpacked(mark)
    if known and is_lost(known):
        return False
    if known and known.stamp == stamp_of(path):
        return head == known.head
    return head == (head_from(pieces_in(path)) if path.exists() else "")


def tail_of(before: Standing, path: Path, root: Path) -> bytes:
    """The bytes behind a journal's last whole piece."""
    with files.opened(files.within(path, root)) as file:
        file.seek(before.size // PIECE * PIECE)
        return file.read()


def grown(before: Standing, path: Path, added: bytes, latest: Instant, last: Iterable[str]) -> Standing:
    """Where the journal stands once a batch was appended: `added` is all behind its last whole piece of before."""
    whole = before.size // PIECE
    return Standing(
        size=whole * PIECE + len(added),
        pieces=before.pieces[: whole * HASH] + b"".join(pieces(added)),
        stamp=stamp_of(path),
        latest=latest,
        tips=tuple(last),
        boot=boot(),
    )


def packed(standing: Standing) -> str:
    """As text, to be kept beside what was made from the journal."""
    return msgspec.json.encode(standing).decode()


def unpacked(text: str) -> Standing | None:
    """The standing a text holds; None for none."""
    try:
        return msgspec.json.decode(text, type=Standing) if text else None
    except msgspec.MsgspecError:
        return None
