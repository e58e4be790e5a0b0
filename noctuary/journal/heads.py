"""The head of a journal: the hash of the hashes of its pieces, so that a longer one is known by its new pieces."""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path

PIECE = 1 << 18
HASH = 16


def head_of(data: bytes | memoryview) -> str:
    """The head of a journal with these bytes."""
    return head_from(b"".join(pieces(data)))


def pieces_in(path: Path) -> bytes:
    """The hashes of a journal's pieces, read one after the other; none where there is no file."""
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return b"".join(itertools.chain.from_iterable(map(pieces, iter(functools.partial(file.read, PIECE), b""))))


def heads_of(data: bytes | memoryview, old: int) -> tuple[str, str]:
    """The heads of a journal's first `old` bytes and of all: each piece is hashed once, but the one that was cut."""
    view = memoryview(data)
    before = b"".join(pieces(view[:old]))
    whole = old // PIECE
    return head_from(before), head_from(before[: whole * HASH] + b"".join(pieces(view[whole * PIECE :])))


def pieces(data: bytes | memoryview) -> Iterator[bytes]:
    """The hash of each piece, the last of which may be shorter."""
    view = memoryview(data)
    for at in range(0, len(view), PIECE):
        yield hashlib.blake2b(view[at : at + PIECE], digest_size=HASH).digest()


def head_from(hashes: bytes) -> str:
    """The head of a journal whose pieces have these hashes."""
    return hashlib.blake2b(hashes, digest_size=HASH).hexdigest()
