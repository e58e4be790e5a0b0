"""Which statements stand side by side by design: items of one list, rows of tables. Judges nothing else.

Two bullets of one list were written to be true together; two rows of a table speak of two things. They are
not held against each other unless they carry the same label.
"""

from __future__ import annotations

import re

from noctuary.model import Fact, Support, fold

_CELLS = re.compile(r";\s+(?=[^\s;:][^;:]{0,40}:\s)")
_WRITTEN = ("memory", "note")


def are_siblings(a: Fact, b: Fact) -> bool:
    """Whether the two stand in the same file, or are rows of a table, without sharing a label."""
    if is_row(a.text) or is_row(b.text):
        return _cells(a.text)[0] != _cells(b.text)[0] or not _differ_in_one(a.text, b.text)
    return _same_page(a, b) and label(a.text) != label(b.text)


def is_row(text: str) -> bool:
    """Whether a text is a table row as the reader renders one: three or more `header: cell` pairs."""
    return len(_cells(text)) > 2


def label(text: str) -> str:
    """What stands before the first colon, folded; the text itself where there is none."""
    return fold(head(text) or text)


def head(text: str) -> str:
    """What stands before the first colon, as it is written; "" where there is none."""
    found, colon, _ = text.partition(": ")
    return found if colon else ""


def _cells(text: str) -> list[str]:
    return [fold(cell) for cell in _CELLS.split(text)]


def _differ_in_one(a: str, b: str) -> bool:
    """Whether two rows differ in one cell, and both have that cell: the same header, another value."""
    one, two = (dict(_cell(cell) for cell in _CELLS.split(text)) for text in (a, b))
    return one.keys() == two.keys() and sum(one[header] != two[header] for header in one) == 1


def _cell(cell: str) -> tuple[str, str]:
    header, _, value = cell.partition(": ")
    return fold(header), fold(value)


def _same_page(a: Fact, b: Fact) -> bool:
    return bool({_page(s) for s in a.sources} & {_page(s) for s in b.sources} - {None})


def _page(source: Support) -> str | None:
    return source.ref if source.role in _WRITTEN else None
