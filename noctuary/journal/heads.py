"""The head of a journal: the hash of the hashes of its pieces, so that a longer one is known by its new pieces."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

PIECE = 1 << 18
HASH = 16


def head_of(data: bytes | memoryview) -> str:
    """The head of a journal with these bytes."""
    return head_from(b"".join(pieces(data)))


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
