"""Prints tables as Markdown and as JSON. Measures nothing."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from benchmarks.judgement.figures import Figures, Rate

Cell = str | int | float | Rate


class Table(NamedTuple):
    """One table: a title, rows of equal keys in column order, a note that is printed below."""

    title: str
    rows: list[dict[str, Cell]]
    note: str = ""


def figure_cells(found: Figures) -> dict[str, Cell]:
    """The columns every conflict table shares."""
    return {
        "pairs": found.pairs, "true": found.conflicts, "said": found.said,
        "precision": found.precision, "recall": found.recall, "F1": found.f1,
    }  # fmt: skip


def show(cell: Cell) -> str:
    """One cell: rates as .86 (.84–.88), counts with thousands, what cannot be computed as –."""
    if isinstance(cell, Rate):
        if math.isnan(cell.value):
            return "–"
        bounds = "" if math.isnan(cell.low) else f" ({_share(cell.low)}–{_share(cell.high)})"
        return _share(cell.value) + bounds
    if isinstance(cell, float):
        return "–" if math.isnan(cell) else f"{cell:.1f}" if abs(cell) >= 1 else _share(cell)
    return f"{cell:,}" if isinstance(cell, int) else cell


def _share(value: float) -> str:
    return f"{value:.2f}".removeprefix("0") if value < 0.995 else "1.00"


def markdown(table: Table) -> str:
    """The table with columns padded so that it reads in a terminal, too."""
    names = list(table.rows[0]) if table.rows else ["nothing to measure"]
    shown = [names, *([show(row[name]) for name in names] for row in table.rows)]
    widths = [max(len(row[k]) for row in shown) for k in range(len(names))]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in shown]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    note = f"\n{table.note}\n" if table.note else ""
    return f"### {table.title}\n\n" + "\n".join(lines) + "\n" + note


def plain(cell: Cell) -> Any:
    """A cell for JSON: NaN becomes null, a rate an object."""
    if isinstance(cell, Rate):
        return {name: plain(value) for name, value in cell._asdict().items()}
    return None if isinstance(cell, float) and math.isnan(cell) else cell


def as_json(tables: list[Table]) -> list[dict[str, Any]]:
    """All tables with unrounded figures."""
    return [
        {"title": t.title, "note": t.note, "rows": [{k: plain(v) for k, v in row.items()} for row in t.rows]}
        for t in tables
    ]
