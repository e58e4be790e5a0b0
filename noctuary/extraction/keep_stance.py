"""The gates for what a speaker says without standing for it: supposed, undecided, passed on, an open task.

Judges the stance only; what a statement holds is for `keep_gates` and `durable`.
"""

from __future__ import annotations

import re

from noctuary.text.patterns import folded, of_table

_ERROR_QUOTED = folded(
    r"""
\bit says\b|\bexit code \d|\bfailed with\b|\bError: |ModuleNotFound|No module named
""",
)
_EXPLAINED = folded(r"\b(?:so|because|since|whenever|always|must|never)\b")
_HARD: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (gate, of_table(f"stance.{table}"))
    for gate, table in (
        ("done", "done"), ("hypothetical", "example"), ("undecided", "undecided"), ("transient", "figure"),
        ("request", "write"), ("hypothetical", "unreal"), ("request", "fetch"), ("question", "asked"),
        ("incomplete", "because"), ("transient", "this_time"), ("quoted", "hearsay"),
    )
)  # fmt: skip
_ADOPTED = folded(
    r"""
\bthat'?s (?:our|the|my|now)\b|\bour (?:rule|policy)\b|\bso (?:we|i) (?:must|have to|need to|will|do|
can't|cannot)\b
""",
)


def of_stance(text: str) -> str | None:
    """The gate that stops what its speaker does not stand for, or None."""
    text = text.lower()
    if _ADOPTED.search(text):
        return None
    if _ERROR_QUOTED.search(text) and not _EXPLAINED.search(text):
        return "stack_trace"
    return next((gate for gate, pattern in _HARD if pattern.search(text)), None)
