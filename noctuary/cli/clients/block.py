"""A marked block at the end of a text file of somebody else's: put in, renewed, and taken out to the byte."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from noctuary.cli.clients.edit import Edit

MARKDOWN = ("<!-- noctuary:begin (written by `noctuary install`; --remove takes it out) -->", "<!-- noctuary:end -->")
HASH = ("# noctuary:begin (written by `noctuary install`; --remove takes it out)", "# noctuary:end")


def block(path: Path, home: Path | None, lines: str, marks: tuple[str, str]) -> Edit:
    """The edit that keeps these lines between two marks at the end of a file."""
    return Edit(path, home, partial(put, lines, marks), partial(take, marks), is_exact=True)


def put(lines: str, marks: tuple[str, str], data: bytes) -> bytes:
    """With the block: in the place it has, else at the end, before the last line break."""
    end = b"\r\n" if b"\r\n" in data else b"\n"
    made = "\n".join((marks[0], lines.strip("\n"), marks[1])).encode().replace(b"\n", end)
    there = _found(marks, data)
    if there:
        return data[: there.start("block")] + made + data[there.end("block") :]
    if not data:
        return made + b"\n"
    body = data.rstrip(b"\r\n")
    return body + end + end + made + data[len(body) :] if body else data + made


def take(marks: tuple[str, str], data: bytes) -> bytes:
    """Without the block and the blank line before it."""
    there = _found(marks, data)
    if not there:
        return data
    left = data[: there.start()] + data[there.end() :]
    return b"" if there.start() == 0 and left == b"\n" else left


def _found(marks: tuple[str, str], data: bytes) -> re.Match[bytes] | None:
    first, last = (re.escape(mark.encode()) for mark in marks)
    return re.search(rb"((?<=[^\r\n])\r?\n\r?\n)?(?P<block>" + first + rb"\r?\n.*?" + last + rb")", data, re.DOTALL)
