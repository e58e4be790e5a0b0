"""Values into text through Jinja: the workspace's own template first, then ours. Decides nothing.

Templates are found in `<workspace>/templates`, then in the wheel, then in a checkout.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import noctuary
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.errors import TemplateBroken
from noctuary.model import Fact
from noctuary.page import lines
from noctuary.page.believed import Believed
from noctuary.page.block import Budget, splice
from noctuary.page.lines import cite as cite
from noctuary.page.lines import headline as headline
from noctuary.page.lines import least, memory_line
from noctuary.page.questions import Fitting, disputed
from noctuary.page.shelves import outdated, ranked, room_beside, shelves, together, within
from noctuary.page.ticks import Kept
from noctuary.page.view import dreams

if TYPE_CHECKING:
    import jinja2

MOST_DISPUTED = 10
PACKAGE = Path(noctuary.__file__).parent


def render_dreams(
    state: Believed,
    root: Path,
    decay: DecayPolicy,
    conflicts: ConflictPolicy,
    fitting: Fitting,
    kept: Kept | None = None,
    overflow: Sequence[str] = (),
) -> str:
    """DREAMS.md for the state: what waits on top, then last night, confidence, earlier nights.

    `fitting` tells the words that answer a question, `kept` what was written beside one and is not heard yet,
    `overflow` the ids of facts that MEMORY.md has no room for.
    """
    return _render(root, "DREAMS.md.j2", dreams(state, decay, conflicts, fitting, kept, overflow))


def render_block(
    state: Believed, root: Path, budget: Budget, human: bytes, decay: DecayPolicy | None = None
) -> tuple[str, tuple[str, ...]]:
    """(body of the managed block, ids that fell out of the budget, most useful first). Empty: nothing to say."""
    found = shelves(state)
    learned = [fact for _, facts in found for fact in facts]
    given: dict[str, Any] = {
        "shelves": [],
        "outdated": outdated(state),
        "disputed": disputed(state)[:MOST_DISPUTED],
        "papers": budget.provenance != "none",
    }
    if not learned and not given["outdated"]:
        return "", ()
    room = room_beside(splice(human, _render(root, "MEMORY_block.md.j2", given)), budget.limits)
    form = budget.provenance
    order = ranked(state, learned, decay or DecayPolicy())
    shelf_of = {fact.id: name for name, facts in found for fact in facts}
    kept, room = within(room, order, shelf_of, lambda f: memory_line(f, form), lambda f: least(f, form))
    names = {one.name for one in state.entities.values()} & {fact.entity for fact in learned if fact.id in kept}
    for name, facts in found:
        groups, room = together([fact for fact in facts if fact.id in kept], names, room)
        if written := _written(groups, kept):
            given["shelves"].append((name, written))
    return _render(root, "MEMORY_block.md.j2", given), tuple(fact.id for fact in order if fact.id not in kept)


def _written(groups: list[tuple[str, list[Fact]]], kept: dict[str, str]) -> list[str]:
    """A shelf's lines, each subject's under its name in bold."""
    made: list[str] = []
    for lead, members in groups:
        if lead and members:
            made += [*([""] if made else []), f"**{lines.one_line(lead, 80)}**", ""]
        made += [kept[fact.id] for fact in members]
    return made


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
        "cite": lines.cite,
        "day": lambda at: at.isoformat() if isinstance(at, dt.date) else "undated",
        "gate": lambda name: name.replace("_", " "),
        "headline": lines.headline,
        "listed": lines.listed,
        "one_line": lines.one_line,
        "plural": _plural,
        "reason": lines.reason,
        "short_path": lines.short_path,
        "short": lambda key: key[:11],
        "source": lines.source,
        "stamp": lambda at: f"{at:%Y-%m-%d %H:%M}",
        "still": lines.still,
    }
    return environment


def _plural(count: int | Sequence[object], word: str, many: str = "") -> str:
    return lines.plural(count if isinstance(count, int) else len(count), word, many)
