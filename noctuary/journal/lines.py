"""Cuts a journal into lines, whatever ends them, and says which batches are closed. Parses no value."""

from __future__ import annotations

import codecs
import contextlib
import io
from collections.abc import Iterator

from noctuary.journal.records import CLOSED, Unreadable, header

MARKERS = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")


def lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(number, line) of every line that is not blank, as an editor counts them: LF, CRLF or CR, a BOM left out."""
    whole = (line for part in io.BytesIO(data.removeprefix(codecs.BOM_UTF8)) for line in part.splitlines())
    return ((number, line) for number, line in enumerate(whole, 1) if line.strip())


def closed_in(data: bytes) -> set[str]:
    """The batches a journal says are closed. A closing mark names itself in plain letters, so few lines are parsed."""
    mark = CLOSED.encode()
    found: set[str] = set()
    at = data.find(mark)
    while at >= 0:
        end = (data.find(b"\n", at) + 1 or len(data) + 1) - 1
        for _, line in lines(data[data.rfind(b"\n", 0, at) + 1 : end]):
            with contextlib.suppress(Unreadable):
                envelope = header(line)
                if envelope.type == CLOSED:
                    found.add(envelope.id)
        at = data.find(mark, end)
    return found
