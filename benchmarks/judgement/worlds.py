"""Small whole stores with planted conflicts, nothing learned from them: what a night would say, ask and apply there.

Each pair a night would judge is judged; what is not listed beside a store counts as holding together.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable

from benchmarks.judgement.figures import wilson
from benchmarks.judgement.public import is_conflict
from benchmarks.judgement.stores import acts, is_asked, is_folded, is_retired
from benchmarks.judgement.table import Cell, Table
from benchmarks.material import CONFLICTS, World, stores
from noctuary.decisions import Verdict
from noctuary.judging.actionable import is_plain, is_plain_change
from noctuary.judging.judge import judge
from noctuary.model import Statement

Does = Callable[[Verdict, Statement, Statement], bool]
TOLD: dict[str, Does] = {
    "judge": lambda v, a, b: is_conflict(v),
    "asked": lambda v, a, b: is_asked(v) and is_plain(v, a, b),
    "applied": lambda v, a, b: is_retired(v) and is_plain_change(a, b),
    "asked or applied": acts,
}
SAME: dict[str, Does] = {"judge, duplicate": lambda v, a, b: v.kind == "duplicate", "folded": is_folded}
GROUPS = {
    "held, mistakes read": lambda world: not world.is_unread,
    "unread": lambda world: world.is_unread and not _is_log(world),
    "observation logs, unread": lambda world: world.is_unread and _is_log(world),
}
LOG = 60


def measure(is_quick: bool) -> list[Table]:
    """The groups of held stores, a row a method."""
    held = [world for world in stores() if world.is_held and world.planted]
    shown = [row for name, belongs in GROUPS.items() for row in _rows(name, [w for w in held if belongs(w)])]
    note = "False flags of `asked or applied` are what a person would be bothered with for nothing, or lose."
    return [Table("Small stores with planted conflicts, nothing learned from them", shown, note)]


def _is_log(world: World) -> bool:
    """Whether it is a long record of conversations, in which hardly anything conflicts."""
    return len(world.said) > LOG


def _rows(name: str, worlds: list[World]) -> list[dict[str, Cell]]:
    facts = sum(len(world.said) for world in worlds)
    planted = Counter(label for world in worlds for label in world.planted.values())
    said, right = Counter[str](), Counter[str]()
    for world in worlds:
        for pair in world.found():
            a, b = sorted((world.said[i] for i in pair), key=lambda one: one.said_on or dt.date.min)
            verdict = judge(a, b)
            for method, does in (TOLD | SAME).items():
                if does(verdict, a, b):
                    wanted = CONFLICTS if method in TOLD else ("duplicate",)
                    said[method] += 1
                    right[method] += world.planted.get(pair) in wanted
    return [
        {"stores": f"{len(worlds)} {name}", "method": method, "facts": facts, "said": said[method],
         "P": wilson(right[method], said[method]),
         "R": wilson(right[method], sum(planted[k] for k in (CONFLICTS if method in TOLD else ("duplicate",)))),
         "false per 1,000 facts": round(1000 * (said[method] - right[method]) / max(1, facts), 1)}
        for method in (*TOLD, *SAME)
    ]  # fmt: skip
