"""How `diff` is told in plain lines. Compares nothing itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noctuary.consolidate.difference import Change, Decision, Tie
    from noctuary.history import Compared

_LISTS = (
    ("believed", "Came to be believed"),
    ("superseded", "Superseded"),
    ("reworded", "Reworded"),
    ("rejected", "Rejected by you"),
    ("withdrawn", "Withdrawn"),
    ("archived", "Put away by the archive"),
    ("moved", "Confidence moved"),
    ("contested", "Came into dispute"),
    ("settled", "Out of dispute"),
)
_WIDTH = 160


def tell(found: Compared) -> Iterator[str]:
    """The difference, a line a change, under a line for each kind of it."""
    changes = found.changes
    yield f"From {found.before.name} to {found.after.name}:"
    told = False
    for name, title in _LISTS:
        members: Sequence[Change] = getattr(changes, name)
        if members:
            told = True
            yield f"{title} ({len(members)})"
            yield from (_change(one) for one in members)
    for name, title in (("decided", "Decided"), ("asked", "Asked"), ("closed", "Questions closed")):
        questions: Sequence[Decision] = getattr(changes, name)
        if questions:
            told = True
            yield f"{title} ({len(questions)})"
            yield from (_decision(one) for one in questions)
    for sign, edges in (("+", changes.edges_added), ("-", changes.edges_gone)):
        if edges:
            told = True
            yield f"Edges {sign}{len(edges)} ({_counted(edges)})"
    if changes.candidates:
        yield f"Candidates {changes.candidates:+d}"
    elif not told:
        yield "Nothing changed."


def _change(one: Change) -> str:
    after = f" → {_cut(one.after)}" if one.after_id else f" ({one.after})" if one.after else ""
    return f"  {one.id[:11]}  {_cut(one.text)}{after}"


def _decision(one: Decision) -> str:
    sides = f"“{_cut(one.a, 80)}”" + (f" / “{_cut(one.b, 80)}”" if one.b else "")
    return f"  {one.id[:11]}  {one.what.replace('_', '-') if len(one.what) < 12 else _cut(one.what)}: {sides}"


def _counted(edges: Sequence[Tie]) -> str:
    counts = Counter(edge.rel for edge in edges)
    return ", ".join(f"{count} {rel}" for rel, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _cut(text: str, width: int = _WIDTH) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"
