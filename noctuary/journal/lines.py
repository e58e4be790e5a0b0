"""Cuts a journal into lines, whatever ends them; says which batches are closed, and what stands twice in a line.

Parses no value.
"""

from __future__ import annotations

import codecs
import contextlib
import functools
import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from noctuary.journal.records import CLOSED, Unreadable, header

MARKERS = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")
_MOST_SHOWN = 80
TWICE = 'the key "{}" stands twice in one object; the last is read, take the other out'


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


def keys_twice(line: bytes) -> list[str]:
    """The keys that some object of a line of JSON has more than once: readers drop one of the values unseen."""
    twice: list[str] = []
    with contextlib.suppress(ValueError, RecursionError):
        json.loads(line, object_pairs_hook=functools.partial(_add_twice, twice))
    return list(dict.fromkeys(key[:_MOST_SHOWN] for key in twice))


def may_have_twice(line: bytes) -> bool:
    """Whether the outermost object may have a key twice: the quick look. Of a line as we write them it is the answer.

    Written without blanks, an object is as long as its keys and values and their signs; one that is longer holds more.
    """
    try:
        found = _outermost(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return True
    return sum(map(len, found)) + sum(map(len, found.values())) + 4 * len(found) + 1 != len(line)


_outermost = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def _add_twice(twice: list[str], pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        twice += [key for key, number in Counter(key for key, _ in pairs).items() if number > 1]
