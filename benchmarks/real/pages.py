"""Everything a night did over real workspaces, as Markdown to read and to judge: boxes to tick, right or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from benchmarks.real.tables import ACTS, Run
from benchmarks.real.verdicts import Key

_WIDTH = 400
_HEAD = """# What the nights did

Tick right or wrong, then `python -m benchmarks.real --judged THIS_FILE`: the verdicts are kept by reference, without
a word of the workspaces. A replacement is right where the newer statement takes the older one's place; a question,
where it is worth a minute of the owner's; a line called out of date, where it is; a voice, where it says the statement.
"""


def page(run: Run, known: dict[Key, str], sample: list[dict[str, Any]]) -> str:
    """The whole page."""
    return (
        "\n".join(
            [_HEAD, *_voices(sample, known), *(line for name, one in run.items() for line in _of(name, one, known))]
        )
        + "\n"
    )


def _of(name: str, one: dict[str, Any], known: dict[Key, str]) -> Iterator[str]:
    yield f"\n## {name}"
    for what, title in ACTS:
        if one[title]:
            yield f"\n### {title.capitalize()} ({len(one[title])})\n"
        for act in one[title]:
            yield from _act(what, act, known)
    for title, is_in in (("Promotions", True), ("What only a cap kept out", False)):
        rows = [row for row in one["promotions"] if row["is_in"] == is_in]
        wrong = [row for row in rows if row["level"] == "no"]
        unread = [row for row in rows if row["level"] == "unread"]
        right = [row for row in rows if row["level"] not in ("no", "unread")]
        yield from _listed(f"{title}: nobody marked it ({len(wrong)})", map(_promotion, wrong))
        yield from _listed(f"{title}: marked ({len(right)})", map(_promotion, right))
        if is_in:
            yield from _listed(f"{title}: from files nobody read for this ({len(unread)})", map(_promotion, unread))
    lost = [row for row in one["musts"] if row["state"] != "believed"]
    yield from _listed(f"Musts that are not believed ({len(lost)} of {len(one['musts'])})", map(_must, lost))


def _voices(sample: list[dict[str, Any]], known: dict[Key, str]) -> Iterator[str]:
    yield f"## Folds and lent voices, a sample of {len(sample)}\n"
    for act in sample:
        yield from _act("voice", act, known)


def _act(what: str, act: dict[str, Any], known: dict[Key, str]) -> Iterator[str]:
    """Both sides, the reason, and the two boxes."""
    kind = act.get("kind") or act.get("how") or what
    yield f"- **{kind}**" + (f" {act['sure']:.2f}" if act.get("sure") else "") + f": {act.get('why', '')}"
    for mark, side in (("a", act["a"]), ("b", act["b"])):
        if side:
            own = ", the human's own line" if side.get("own") else ""
            yield f"  - {mark}: “{_cut(side['text'])}” `{side['place']}` {side['said_on']}, {side['status']}{own}"
    said = known.get((what, act["key"]))
    for word in ("right", "wrong"):
        yield f"  - [{'x' if said == word else ' '}] {word} `{what} {act['key']}`"


def _listed(title: str, rows: Iterable[str]) -> Iterator[str]:
    rows = list(rows)
    if rows:
        yield f"\n### {title}\n"
        yield from rows


def _promotion(row: dict[str, Any]) -> str:
    told = f"{row['level']}, {row['kind']}, {row['gate']}, {row['trust']}, {row['score']:.2f}, {row['said_on']}"
    return f"- “{_cut(row['text'])}” `{row['place']}` ({told}, {row['sources']} sources)"


def _must(row: dict[str, Any]) -> str:
    found = ", found by search" if row["found"] else ""
    return f"- {row['atom']} `{row['place']}` ({row['state']}{found}, {row['kind']}{', human' if row['human'] else ''})"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
