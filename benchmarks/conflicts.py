"""How many plain conflicts a night puts to its owner: `python -m benchmarks.conflicts`.

`held_conflicts.tsv`: two writers who had seen neither code nor data (English; German, Spanish, French, Portuguese,
Italian) made up lines of a MEMORY.md, and to each what contradicts it plainly or, to as many, what only looks so.
Nobody who builds this has read them: say sums alone. Each pair is a workspace of its own and one night: the line in
MEMORY.md and the rest in a day's note, or both in MEMORY.md. Counted is what is asked or replaced.

Then what the reader alone hears of them, the later one under nothing and under its day; and what
`judging.worded_alike` makes of the labelled pairs, those that are learned from and the held ones: a conflict
is a contradiction or a supersession.
"""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from sklearn.metrics import average_precision_score

from benchmarks.asks import rows as read
from benchmarks.judgement.table import Cell, Table, markdown
from noctuary.decisions import CONFLICTS
from noctuary.judging.worded_alike import are_opposites, gives_another
from noctuary.model import Statement
from noctuary.night import dream
from noctuary.reader import choose
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace

HERE = Path(__file__).with_name("held_conflicts.tsv")
NIGHT = dt.datetime(2026, 5, 11, 3, tzinfo=dt.UTC)
DAY, HEARD = dt.date(2026, 5, 10), 0.8
WAYS = ("a line and a note", "two lines")
Pair = dict[str, str]
NAMES = {are_opposites: "denied or exchanged", gives_another: "another value"}


def is_met(pair: Pair, way: str) -> bool:
    """Whether a night over these two asks about them, or replaces the line."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        (root / "memory").mkdir()
        lines = [pair["line"]] if way == WAYS[0] else [pair["line"], pair["said"]]
        (root / "MEMORY.md").write_text("# Memory\n\n" + "".join(f"- {line}\n" for line in lines), "utf-8")
        if way == WAYS[0]:
            (root / "memory" / "2026-05-10.md").write_text(f"# 2026-05-10\n\n- {pair['said']}\n", "utf-8")
        told = dream(root, NIGHT)
        return bool(told.superseded or any(one.b for one in waiting(open_workspace(root))))


def table(pairs: list[Pair]) -> list[dict[str, Cell]]:
    """By writer and way: of the conflicts and of what only looks so, how many are met."""
    jobs = [(pair, way) for way in WAYS for pair in pairs]
    with ProcessPoolExecutor(max_workers=2) as pool:
        found = dict(zip(range(len(jobs)), pool.map(is_met, *zip(*jobs, strict=True)), strict=True))

    def share(of: Iterable[int]) -> str:
        numbers = list(of)
        return f"{sum(found[number] for number in numbers)} of {len(numbers)}"

    return [
        {
            "writer": writer,
            "where": way,
            **{
                what: share(
                    n
                    for n, (pair, its) in enumerate(jobs)
                    if (pair["writer"], its, pair["label"]) == (writer, way, label)
                )
                for what, label in (("conflicts", "conflict"), ("what only looks so", "both"))
            },
        }
        for writer in dict.fromkeys(pair["writer"] for pair in pairs)
        for way in WAYS
    ]


def heard(pairs: list[Pair]) -> list[dict[str, Cell]]:
    """How well the reader alone tells the conflicts, and how many of either it hears from `HEARD` on."""
    reader = choose().reader
    assert reader is not None
    is_conflict = [pair["label"] == "conflict" for pair in pairs]
    rows: list[dict[str, Cell]] = []
    for title, under in (("nothing", ()), ("its day", (f"{DAY}",))):
        said = [Statement(text=pair["said"], context=under, said_on=DAY) for pair in pairs]
        lines = [Statement(text=pair["line"], context=("Memory",)) for pair in pairs]
        chances = [one.conflict for one in reader.chances_of(list(zip(lines, said, strict=True)))]
        surely = [so for so, chance in zip(is_conflict, chances, strict=True) if chance >= HEARD]
        rows.append(
            {
                "the later one under": title,
                "average precision": f"{average_precision_score(is_conflict, chances):.2f}",
                f"conflicts from {HEARD} on": f"{sum(surely)} of {sum(is_conflict)}",
                "what only looks so": f"{len(surely) - sum(surely)} of {len(pairs) - sum(is_conflict)}",
            }
        )
    return rows


def labelled() -> list[dict[str, Cell]]:
    """Of the labelled pairs that are worded alike how many are conflicts."""
    ours, held = sorted((HERE.parent / "pairs").glob("*.tsv")), sorted(HERE.parent.glob("held_*.tsv"))
    found: list[dict[str, Cell]] = []
    for title, files in (("learned from", ours), ("held", held)):
        rows = [row for file in files for row in read(file) if {"label", "a", "b"} <= row.keys()]
        told = [(Statement(text=row["a"]), Statement(text=row["b"]), row["label"] in CONFLICTS) for row in rows]
        met = {rule: [is_so for a, b, is_so in told if rule(a, b)] for rule in (are_opposites, gives_another)}
        shares = {NAMES[rule]: f"{sum(some)} of {len(some)}" for rule, some in met.items()}
        found.append({"pairs": title, "of": len(rows), **shares})
    return found


if __name__ == "__main__":
    print(markdown(Table("Worded alike: of the labelled pairs, conflicts", labelled())))
    print(markdown(Table("Plain conflicts, heard by the reader alone", heard(read(HERE)))))
    print(markdown(Table("Plain conflicts, asked or replaced by a night", table(read(HERE)))))
