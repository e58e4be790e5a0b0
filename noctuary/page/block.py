"""The managed block of MEMORY.md: finding it, and setting a new one without moving a human byte.

Works on bytes, so line endings, encodings, a BOM or a missing final newline stay what they were.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from typing import Annotated, Literal

import msgspec

from noctuary.hunks import has_hunk
from noctuary.model import Value

_BLOCK = re.compile(
    rb"^<!-- noctuary:begin pad=(?P<pad>\d) sum=(?P<sum>[0-9a-f]{8}) -->[ \t]*\r?\n"
    rb"(?P<body>(?:(?!^<!-- noctuary:begin pad=).)*?)^<!-- noctuary:end -->(?:[ \t]*\r?\n|[ \t]*\Z)?",
    re.DOTALL | re.MULTILINE,
)

_BEGUN = re.compile(rb"^<!-- noctuary:begin pad=\d sum=[0-9a-f]{8} -->", re.MULTILINE)
_FENCE = re.compile(rb"^ {0,3}(?:```|~~~)", re.MULTILINE)
_WIDE = (b"\xff\xfe", b"\xfe\xff")


Limit = Annotated[int, msgspec.Meta(ge=0)]


class Budget(Value, frozen=True):
    """How much of MEMORY.md an agent's loader reads. `provenance` says how a line shows its papers.

    `budget` names a loader (`LOADERS`), `auto` the one whose workspace it is; an own number of lines, bytes or
    characters overrides it, 0 is no limit. `create` tells whether a MEMORY.md is made where there is none: `auto`
    makes none where the workspace keeps its memory in another file.
    """

    provenance: Literal["inline", "comment", "none"] = "comment"
    budget: Literal["auto", "claude-code", "openclaw", "both", "none"] = "auto"
    create: Literal["auto", "always", "never"] = "auto"
    max_lines: Limit | None = None
    max_bytes: Limit | None = None
    max_chars: Limit | None = None

    @property
    def limits(self) -> dict[str, int]:
        """The most lines, bytes and characters the whole file may have; 0 is no limit."""
        own = {"lines": self.max_lines, "bytes": self.max_bytes, "chars": self.max_chars}
        return LOADERS[self.budget] | {name: most for name, most in own.items() if most is not None}


_CLAUDE_CODE = {"lines": 200, "bytes": 25_000, "chars": 0}
"""Claude Code loads the first 200 lines or 25 KB of MEMORY.md (its documentation of memory; claude-code#39811)."""
_OPENCLAW = {"lines": 0, "bytes": 0, "chars": 10_000}
"""OpenClaw's DEFAULT_MEMORY_FILE_MAX_CHARS (memory-budget.ts at 31d8635)."""
LOADERS = {
    "auto": _CLAUDE_CODE,
    "claude-code": _CLAUDE_CODE,
    "openclaw": _OPENCLAW,
    "both": {"lines": 200, "bytes": 25_000, "chars": 10_000},
    "none": {"lines": 0, "bytes": 0, "chars": 0},
}
"""Where nothing tells whose workspace it is, `auto` stays: Claude Code's limits, which leave the file easy to read."""
CALLED = {
    "auto": "where a loader reads {}",
    "claude-code": "where Claude Code loads {}",
    "openclaw": "where OpenClaw loads {}",
    "both": "where Claude Code and OpenClaw both load {}",
    "none": "where your settings allow {}",
}
"""Whose limit it is, in a sentence about a full file."""


def human_part(data: bytes) -> bytes:
    """The bytes of a MEMORY.md without the managed block: exactly what they were before there was one."""
    found = _last(data)
    return data if found is None else data[: _begin(data, found)] + data[found.end() :]


def has_open_block(own: bytes) -> bool:
    """Whether a block of ours that lost its end stands in the human's part; an example in a code fence is none."""
    fences = _fences(own)
    return any(bisect_left(fences, begun.start()) % 2 == 0 for begun in _BEGUN.finditer(own))


def splice(data: bytes, body: str) -> bytes:
    """`data` with the block's body replaced in place, or set at the end; an empty body takes it away.

    A UTF-16 file is left alone: its reader has been told to save it as UTF-8. So is one with git's conflict marks.
    """
    if data.startswith(_WIDE) or has_hunk(data):
        return data
    found = _last(data)
    if found is None:
        before, after = data, b""
    else:
        before, after = data[: _begin(data, found)], data[found.end() :]
    if not body:
        return before + after
    newline = b"\r\n" if before.count(b"\r\n") * 2 > before.count(b"\n") else b"\n"
    pad = 0 if not before else 1 if before.endswith(b"\n") else 2
    inner = f"{body.strip()}\n".encode()
    text = b"<!-- noctuary:begin pad=%d sum=%s -->\n%s<!-- noctuary:end -->\n" % (pad, _sum(inner), inner)
    return before + newline * pad + text.replace(b"\n", newline) + after


class Standing(Value, frozen=True):
    """The block as it stands in a file: its body, the sum of the body once written, and the line it begins after."""

    body: str
    sum: str
    line: int

    @property
    def is_edited(self) -> bool:
        return not is_of(self.body, self.sum)


def standing(data: bytes) -> Standing | None:
    """The managed block of a MEMORY.md, or None where none stands, or git's conflict marks do."""
    found = None if data.startswith(_WIDE) or has_hunk(data) else _last(data)
    if found is None:
        return None
    body = found["body"].decode("utf-8", "replace").replace("\r\n", "\n")
    return Standing(body=body, sum=found["sum"].decode(), line=data[: found.start("body")].count(b"\n"))


def is_of(body: str, sum_: str) -> bool:
    """Whether a body is the one with this sum."""
    return _sum(body.encode()).decode() == sum_


def _last(data: bytes) -> re.Match[bytes] | None:
    """The last block that is ours: as we left it, or edited since but not an example in a code fence."""
    found, fences = None, _fences(data)
    for match in _BLOCK.finditer(data):
        is_open = bisect_left(fences, match.start()) % 2 == 1
        is_fenced = is_open and fences[-1] >= match.end()
        if match["sum"] == _sum(match["body"]) or not is_fenced:
            found = match
    return found


def _fences(data: bytes) -> list[int]:
    """Where the lines begin that open or close a code fence."""
    return [one.start() for one in _FENCE.finditer(data)]


def _sum(body: bytes) -> bytes:
    return hashlib.blake2b(body.replace(b"\r\n", b"\n"), digest_size=4).hexdigest().encode()


def _begin(data: bytes, found: re.Match[bytes]) -> int:
    """Where our bytes begin: `pad` line ends before the mark are ours, if the blank line we left still stands."""
    before = data[: found.start()]
    end = b"\r\n" if found.group().partition(b"\n")[0].endswith(b"\r") else b"\n"
    pad = int(found["pad"])
    stands = before.endswith(end * 2) if pad == 2 else before.endswith((b"\n" + end,)) if pad == 1 else False
    return len(before) - pad * len(end) if stands else len(before)
