"""Values into text through Jinja: the workspace's own template first, then ours. Decides nothing.

Templates are found in `<workspace>/templates`, then in the wheel, then in a checkout.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import noctuary
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.model import Fact
from noctuary.page.block import Budget
from noctuary.page.view import Believed, dreams, first_source, outdated, shelves, within

if TYPE_CHECKING:
    import jinja2

PACKAGE = Path(noctuary.__file__).parent


def render_dreams(state: Believed, root: Path, decay: DecayPolicy, conflicts: ConflictPolicy) -> str:
    """DREAMS.md for the state: what waits on top, then last night, confidence, earlier nights."""
    return _environment(root).get_template("DREAMS.md.j2").render(dreams(state, decay, conflicts))


def render_block(state: Believed, root: Path, budget: Budget, human: bytes) -> tuple[str, tuple[str, ...]]:
    """(body of the managed block, ids that fell out of the budget). An empty body: nothing to say."""
    template = _environment(root).get_template("MEMORY_block.md.j2")
    found = shelves(state)
    lines = {fact.id: memory_line(fact, budget.provenance) for _, facts in found for fact in facts}
    replaced = outdated(state)
    if not lines and not replaced:
        return "", ()
    kept = within(budget, human, lines, fixed=6 + 2 * len(found) + len(replaced))
    shown = [(name, [lines[f.id] for f in facts if f.id in kept]) for name, facts in found]
    body = template.render(shelves=[(n, members) for n, members in shown if members], outdated=replaced)
    return body, tuple(key for key in lines if key not in kept)


def memory_line(fact: Fact, provenance: str) -> str:
    """One fact as one bullet with its papers: a comment, the seed's inline form (KG-036), or none."""
    source = first_source(fact)
    text = one_line(fact.text)
    if provenance == "none":
        return f"- {text}"
    if provenance == "comment":
        return f"- {text} <!-- {fact.id} {fact.verified_at:%Y-%m-%d} {source.ref}:{source.line} -->"
    life = "evergreen" if fact.half_life_days is None else f"{fact.half_life_days:.0f}d"
    refs = ", ".join(sorted({f"{s.ref}:{s.line}" for s in fact.sources}))
    return (
        f"- {text}\n"
        f"  *(verified: {fact.verified_at:%Y-%m-%d}, confidence: {fact.confidence:.2f}, decay: {life})*\n"
        f"  *(sources: {refs})*\n"
        f"  *(method: {fact.method})*"
    )


def one_line(text: str, limit: int = 300) -> str:
    """Text safe for one Markdown line: white space folded, comment marks and fences defused, cut with an ellipsis."""
    text = " ".join(text.split())
    text = text.replace("<!--", "<! --").replace("-->", "-- >").replace("```", "ˋˋˋ")
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _environment(root: Path) -> jinja2.Environment:
    import jinja2

    folders = [root / "templates", PACKAGE / "templates", PACKAGE.parent / "templates"]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        autoescape=False,
    )
    environment.filters |= {"one_line": one_line, "source": _source, "plural": _plural, "gate": _gate}
    environment.filters["short"] = lambda key: key[:11]
    environment.filters["stamp"] = lambda at: f"{at:%Y-%m-%d %H:%M}"
    environment.filters["day"] = lambda at: at.isoformat() if isinstance(at, dt.date) else "undated"
    return environment


def _source(fact: Fact) -> str:
    source = first_source(fact)
    others = len({(s.ref, s.line) for s in fact.sources}) - 1
    return f"{source.ref}:{source.line}" + (f" and {others} more" if others else "")


def _plural(count: int | Sequence[object], word: str, many: str = "") -> str:
    number = count if isinstance(count, int) else len(count)
    return f"{number} {word if number == 1 else many or word + 's'}"


def _gate(name: str) -> str:
    return re.sub(r"_", " ", name)
