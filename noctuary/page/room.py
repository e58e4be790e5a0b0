"""What is said where MEMORY.md takes nothing: it is full, kept elsewhere, the journal is damaged. Sentences alone."""

from __future__ import annotations

from collections.abc import Sequence

from noctuary.model import Problem
from noctuary.page.block import CALLED, Budget, has_open_block
from noctuary.page.lines import plural
from noctuary.page.shelves import cost

_OPEN = (
    "An earlier block of ours in it has lost its end and counts as your text: put back the line "
    "`<!-- noctuary:end -->` below it or delete it, shorten your text"
)
_UNITS = {"lines": "lines", "bytes": "bytes", "chars": "characters"}


def told_full(memory: bytes, budget: Budget, name: str, out: int) -> str:
    """That the human's own part fills the budget, by which measure, and what can be done."""
    spent = cost(memory.decode("utf-8", "replace")) | {"bytes": len(memory)}
    limits = {what: most for what, most in budget.limits.items() if most}
    what = max(limits, key=lambda one: spent[one] / limits[one])
    own = {"lines": budget.max_lines, "bytes": budget.max_bytes, "chars": budget.max_chars}[what]
    whose = CALLED["none" if own is not None else budget.budget]
    return (
        f"Your {name} fills the budget, so nothing of Noctuary's stands in it: it has {spent[what]:,} {_UNITS[what]} "
        f"{whose.format(f'{limits[what]:,}')}. {plural(out, 'fact')} found no room: `noctuary facts --no-room` lists "
        f"{'it' if out == 1 else 'them'}, `noctuary search` finds {'it' if out == 1 else 'them'}. "
        f"{_OPEN if has_open_block(memory) else 'Shorten your text'}, or set other limits under `[memory_md]`."
    )


def told_elsewhere(place: str, believed: int) -> str:
    """That no MEMORY.md is made, because memory is kept in `place`, and where facts are found."""
    kept = "elsewhere" if place == "elsewhere" else f"in `{place}`"
    return (
        f"This workspace keeps its memory {kept}, so no MEMORY.md was made: `noctuary search` finds the "
        f"{plural(believed, 'fact')} believed, `noctuary facts` lists them. "
        'To have a MEMORY.md, set `create = "always"` under `[memory_md]`.'
    )


def told_damaged(damage: Sequence[Problem], name: str) -> str:
    """That the journal has lost something, where, and that the block therefore keeps what stands in it."""
    place = f"{damage[0].path}:{damage[0].line}"
    more = f", and in {plural(len(damage) - 1, 'more place')}" if len(damage) > 1 else ""
    return (
        f"The journal is damaged at {place}{more}, and what is lost there may be what the block in {name} tells: it is "
        "left as it stands. `noctuary verify` tells each place with its mend."
    )
