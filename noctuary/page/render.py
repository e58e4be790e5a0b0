"""Values into text through Jinja: the workspace's own template first, then ours. Decides nothing.

Templates are found in `<workspace>/templates`, then in the wheel, then in a checkout.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import noctuary
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.errors import TemplateBroken
from noctuary.model import Fact, Quarantined, Review, Support, fold
from noctuary.page.block import Budget
from noctuary.page.view import Believed, dreams, first_source, outdated, shelves, within

if TYPE_CHECKING:
    import jinja2

_UUID = re.compile(r"([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_BEGINNING = r"\1…"
LIMIT = 300
PACKAGE = Path(noctuary.__file__).parent


def render_dreams(state: Believed, root: Path, decay: DecayPolicy, conflicts: ConflictPolicy) -> str:
    """DREAMS.md for the state: what waits on top, then last night, confidence, earlier nights."""
    return _render(root, "DREAMS.md.j2", dreams(state, decay, conflicts))


def render_block(state: Believed, root: Path, budget: Budget, human: bytes) -> tuple[str, tuple[str, ...]]:
    """(body of the managed block, ids that fell out of the budget). An empty body: nothing to say."""
    found = shelves(state)
    learned = [fact for _, facts in found for fact in facts]
    replaced = outdated(state)
    if not learned and not replaced:
        return "", ()
    form = budget.provenance
    fixed = 6 + 2 * len(found) + len(replaced)
    kept = within(budget, human, learned, lambda f: memory_line(f, form), lambda f: _least(f, form), fixed)
    shown = [(name, [kept[f.id] for f in facts if f.id in kept]) for name, facts in found]
    given = {
        "shelves": [(n, members) for n, members in shown if members],
        "outdated": replaced,
        "papers": budget.provenance != "none",
    }
    return _render(root, "MEMORY_block.md.j2", given), tuple(fact.id for fact in learned if fact.id not in kept)


def memory_line(fact: Fact, provenance: str) -> str:
    """One fact as one bullet with its papers: a comment, the seed's inline form (KG-036), or none."""
    source = first_source(fact)
    text = one_line(fact.text)
    if not fact.gate and fact.entity and fold(fact.entity) not in fold(fact.text):
        text = one_line(f"{fact.entity}: {fact.text}")
    if provenance == "none":
        return f"- {text}"
    if provenance == "comment":
        return f"- {text} <!-- {fact.id} {fact.verified_at:%Y-%m-%d} {cite(source)} -->"
    life = "evergreen" if fact.half_life_days is None else f"{fact.half_life_days:.0f}d"
    refs = ", ".join(sorted({cite(s) for s in fact.sources}))
    return (
        f"- {text}\n"
        f"  *(verified: {fact.verified_at:%Y-%m-%d}, confidence: {fact.confidence:.2f}, decay: {life})*\n"
        f"  *(sources: {refs})*\n"
        f"  *(method: {fact.method})*"
    )


def _least(fact: Fact, provenance: str) -> int:
    """How many characters `memory_line` has at least; counted without making it."""
    length = len(" ".join(fact.text.split()))
    text = length if length <= LIMIT else 1
    return 2 + text + (len(fact.id) + len(" <!-- 1-01-01  -->") if provenance == "comment" else 0)


def cite(source: Support | Quarantined) -> str:
    """`ref:line` for a reader's eye: of a long id in a file's name, the beginning stands for the whole."""
    place = f":{source.line}" if source.line else ""
    return f"{_UUID.sub(_BEGINNING, source.ref)}{place}"


def one_line(text: str, limit: int = LIMIT) -> str:
    """Text safe for one Markdown line: white space folded, comment marks and fences defused, cut with an ellipsis."""
    text = " ".join(text.split())
    text = text.replace("<!--", "<! --").replace("-->", "-- >").replace("```", "ˋˋˋ")
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def _render(root: Path, name: str, given: dict[str, Any]) -> str:
    import jinja2

    try:
        return _environment(root).get_template(name).render(given)
    except (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        line = f":{error.lineno}" if isinstance(error, jinja2.TemplateSyntaxError) else ""
        raise TemplateBroken(f"templates/{name}{line}", str(error), "mend it, or delete your own copy") from None


def _environment(root: Path) -> jinja2.Environment:
    import jinja2
    import jinja2.sandbox

    folders = [root / "templates", PACKAGE / "templates", PACKAGE.parent / "templates"]
    environment = jinja2.sandbox.SandboxedEnvironment(
        loader=jinja2.FileSystemLoader(folders),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        autoescape=False,
    )
    environment.filters |= {
        "cite": cite,
        "day": lambda at: at.isoformat() if isinstance(at, dt.date) else "undated",
        "gate": lambda name: name.replace("_", " "),
        "headline": headline,
        "one_line": one_line,
        "plural": _plural,
        "short_path": lambda place: _UUID.sub(_BEGINNING, place),
        "short": lambda key: key[:11],
        "source": _source,
        "stamp": lambda at: f"{at:%Y-%m-%d %H:%M}",
    }
    return environment


def headline(review: Review) -> str:
    """A question in one line: what it is about and, where both sides name one, the two values."""
    slot = one_line(review.slot, 80) or "Which one holds"
    values = [one_line(value, 60) for value in (review.a_value, review.b_value)]
    told = all(value and value not in ("yes", "no") for value in values) and values[0] != values[1]
    return f"{slot}: {values[0]} or {values[1]}?" if told else f"{slot}?"


def _source(fact: Fact) -> str:
    source = first_source(fact)
    others = len({(s.ref, s.line) for s in fact.sources}) - 1
    return cite(source) + (f" and {others} more" if others else "")


def _plural(count: int | Sequence[object], word: str, many: str = "") -> str:
    number = count if isinstance(count, int) else len(count)
    return f"{number} {word if number == 1 else many or word + 's'}"
