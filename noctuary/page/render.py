"""Values into text through Jinja: the workspace's own template first, then ours. Decides nothing.

Whatever a template shows is made inert (`noctuary.inert`) but what is Markdown already, so no line can forget it.

Templates are found in `<workspace>/templates`, then in the wheel, then in a checkout.
"""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import noctuary
from noctuary.access import seen
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.errors import TemplateBroken
from noctuary.inert import Markdown, code, comment
from noctuary.model import Fact
from noctuary.page import lines, words
from noctuary.page.believed import Believed
from noctuary.page.block import Budget, splice
from noctuary.page.lines import cite as cite
from noctuary.page.lines import headline as headline
from noctuary.page.lines import least, memory_line
from noctuary.page.links import Links
from noctuary.page.questions import Fitting, disputed, unsaid
from noctuary.page.shelves import (
    Room,
    learned,
    outdated,
    ranked,
    room_beside,
    shelves,
    spent_on,
    stays,
    together,
    within,
)
from noctuary.page.ticks import Kept
from noctuary.page.view import dreams
from noctuary.text.days import dayed

if TYPE_CHECKING:
    import jinja2

MOST_DISPUTED = 10
PACKAGE = Path(noctuary.__file__).parent
OWN_TEMPLATES = (PACKAGE / "templates", PACKAGE.parent / "templates")


def render_dreams(
    state: Believed,
    root: Path,
    decay: DecayPolicy,
    conflicts: ConflictPolicy,
    fitting: Fitting,
    kept: Kept | None = None,
    overflow: Sequence[str] = (),
    note: str = "",
) -> str:
    """DREAMS.md for the state: what waits on top, then last night, confidence, earlier nights.

    `fitting` tells the words that answer a question, `kept` what was written beside one and is not heard yet,
    `overflow` the ids of facts that MEMORY.md has no room for, `note` why it takes nothing at all. The page is for
    everybody: it shows what anyone may see.
    """
    state = _of_anyone(state)
    return _render(root, "DREAMS.md.j2", dreams(state, decay, conflicts, fitting, kept, overflow) | {"note": note})


def render_block(
    state: Believed, root: Path, budget: Budget, human: bytes, decay: DecayPolicy | None = None
) -> tuple[str, tuple[str, ...]]:
    """(body of the managed block, ids that fell out of the budget, most useful first). Empty: no word, or no room.

    Facts come first: what is in question and what is out of date is written only where every fact has found room.
    The block is for everybody, too.
    """
    state = _of_anyone(state)
    found = learned(state)
    given: dict[str, Any] = {name: [] for name in ("shelves", "outdated", "disputed", "unsaid")}
    given["papers"] = budget.provenance != "none"
    given["stays"] = stays(state, [old for old, _ in outdated(state)])
    form = budget.provenance
    bare = splice(human, _render(root, "MEMORY_block.md.j2", given))
    room = room_beside(bare, budget.limits)
    order = ranked(state, found, decay or DecayPolicy())
    kept, room = within(room, order, lambda f: memory_line(f, form), lambda f: least(f, form))
    out = tuple(fact.id for fact in order if fact.id not in kept)
    if not out:
        room = _with_notes(state, root, given, room)
    if not kept and not given["outdated"] and not given["unsaid"]:
        return "", out
    chosen = [fact for fact in found if fact.id in kept]
    names = {one.name for one in state.entities.values()} & {fact.entity for fact in chosen}
    for name, facts in shelves(chosen):
        groups, room = together(facts, names, room)
        if written := _written(groups, kept):
            given["shelves"].append((name, written))
    return _render(root, "MEMORY_block.md.j2", given), out


def _with_notes(state: Believed, root: Path, given: dict[str, Any], room: Room) -> Room:
    """Put what is out of date and what is in question into `given`, as much as the facts left room for."""
    notes: dict[str, Sequence[object]] = {
        "outdated": outdated(state),
        "disputed": disputed(state)[:MOST_DISPUTED],
        "unsaid": unsaid(state)[:MOST_DISPUTED],
    }
    for name, found in notes.items():
        before = _render(root, "MEMORY_block.md.j2", given)
        for count in _counts(len(found)):
            given[name] = found[:count]
            spent = spent_on(before, _render(root, "MEMORY_block.md.j2", given))
            if all(spent[what] <= left for what, left in room.items()):
                room = {what: left - spent[what] for what, left in room.items()}
                break
    return room


def _counts(most: int) -> Iterator[int]:
    """How many of `most` are tried: all, then half as many, down to none."""
    yield most
    while most:
        most //= 2
        yield most


def _of_anyone(state: Believed) -> Believed:
    """The state as anyone may see it on the day of the last night: a page shows the same until the next one."""
    last = state.last_night()
    return seen(state, on=last.begun_at.date() if last else None)


def _written(groups: list[tuple[str, list[Fact]]], kept: dict[str, str]) -> list[str]:
    """A shelf's lines, each subject's under its name in bold."""
    made: list[str] = []
    for lead, members in groups:
        if lead and members:
            made += [*([""] if made else []), lines.lead(lead), ""]
        made += [kept[fact.id] for fact in members]
    return made


def _render(root: Path, name: str, given: dict[str, Any]) -> str:
    import jinja2

    try:
        return _environment(root).get_template(name).render(given)
    except (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        line = f":{error.lineno}" if isinstance(error, jinja2.TemplateSyntaxError) else ""
        raise TemplateBroken(f"templates/{name}{line}", str(error), "mend it, or delete your own copy") from None


@functools.cache
def _compiled() -> jinja2.BytecodeCache:
    """The code of our own templates, kept while the process lives: a night renders a template eight times and more.

    It is found by file and bytes, so an edited template is compiled anew. A workspace's own template is never kept:
    Jinja works out at once what is constant in it, and a link to a file may be that.
    """
    import jinja2

    codes: dict[tuple[str, str], Any] = {}

    class Compiled(jinja2.BytecodeCache):
        def get_cache_key(self, name: str, filename: str | None = None) -> str:
            return filename or ""

        def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
            bucket.code = codes.get((bucket.key, bucket.checksum))

        def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
            if Path(bucket.key).parent in OWN_TEMPLATES:
                codes[bucket.key, bucket.checksum] = bucket.code

    return Compiled()


def _environment(root: Path) -> jinja2.Environment:
    import jinja2
    import jinja2.sandbox

    environment = jinja2.sandbox.SandboxedEnvironment(
        loader=jinja2.FileSystemLoader([root / "templates", *OWN_TEMPLATES]),
        bytecode_cache=_compiled(),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        finalize=lambda value: value if hasattr(value, "__html__") else Markdown.escape(value),
    )
    links = Links(root)
    environment.filters |= {
        "cite": links.cited,
        "code": lambda text: code(str(text)),
        "comment": comment,
        "day": lambda at: at.isoformat() if isinstance(at, dt.date) else "undated",
        "dayed": dayed,
        "headed": lines.headed,
        "gate": lambda name: name.replace("_", " "),
        "headline": lines.headline,
        "kept": lines.kept,
        "kept_out": words.kept_out,
        "kind": words.kind,
        "last_day": lambda fact: (fact.valid_to - dt.timedelta(days=1)).isoformat(),
        "let_in": words.let_in,
        "listed": lines.listed,
        "one_line": lines.one_line,
        "plural": _plural,
        "reason": lines.reason,
        "named": links.named,
        "place": links.place,
        "short_path": lines.short_path,
        "short": lambda key: key[:11],
        "source": lambda fact: lines.source(fact, links.cited),
        "stamp": lambda at: f"{at:%Y-%m-%d %H:%M}",
        "still": lines.still,
    }
    return environment


def _plural(count: int | Sequence[object], word: str, many: str = "") -> str:
    return lines.plural(count if isinstance(count, int) else len(count), word, many)
