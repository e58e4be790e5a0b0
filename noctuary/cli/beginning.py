"""The verb that a session begins with: context."""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary.cli.root import as_json, as_reader, in_workspace, main, show

if TYPE_CHECKING:
    from noctuary.access import Asker
    from noctuary.context import Context

_CLIENTS = ("claude-code", "codex", "cursor")
_MOST_TOLD = 1024 * 1024
_PATIENCE = 1.0


@main.command()
@in_workspace
@click.option("--budget", type=click.IntRange(min=0), metavar="TOKENS", help="About how long it may be; default: 2000.")
@click.option("--about", metavar="WORDS", help="What is worked on: what is said of the things it names comes first.")
@click.option("--hook", "client", type=click.Choice(_CLIENTS), help="As this client's hook: JSON in and out.")
@as_reader
@as_json
def context(root: Path, asker: Asker, budget: int | None, about: str | None, client: str | None, is_json: bool) -> None:
    """What an agent has to know before it begins.

    Rules and preferences, always whole; then what fits the budget: decisions, what else is known, what is in question,
    what changed last night. `noctuary install` lets Claude Code, Codex and Cursor begin each session with it.
    """
    if client:
        _hook(root, asker, budget, about, client)
        return
    made = _context(root, asker, budget, about or "")
    if is_json:
        show(made)
        return
    from noctuary.context import text

    known = "1 fact is" if made.left == 1 else f"{made.left} facts are"
    if made.left:
        nothing = f"{known} believed, but nothing of it fits so few tokens; give --budget more.\n"
    elif made.night:
        last = f"the last night was {made.night}"
        nothing = f"Nothing is believed at present; {last}. `noctuary facts` lists what is known.\n"
    else:
        nothing = "Nothing is believed yet: `noctuary dream` makes the first night.\n"
    click.echo(text(made) or nothing, nl=False)


def _hook(root: Path, asker: Asker, budget: int | None, about: str | None, client: str) -> None:
    """The context as a client's hook answers; whatever is wrong goes to stderr, for no session may break by it."""
    from noctuary.context import text

    try:
        said = text(_context(root, asker, budget, about or _worked_on(root)))
    except Exception as error:
        click.echo(f"noctuary context: {error}", err=True)
        said = ""
    if client == "cursor":
        answer: dict[str, Any] = {"additional_context": said}
    else:
        answer = {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": said}}
    show(answer)


def _context(root: Path, asker: Asker, budget: int | None, about: str) -> Context:
    from noctuary.context import BUDGET, context

    with _index(root, asker) as index:
        return context(index, BUDGET if budget is None else budget, about)


def _index(root: Path, asker: Asker) -> Any:
    """The index as the asker may see it today, straight where it stands at the journal."""
    import datetime as dt

    from noctuary import files
    from noctuary.errors import NoctuaryError
    from noctuary.index import Index
    from noctuary.journal.heads import head_of

    with contextlib.suppress(OSError, NoctuaryError):  # what is wrong is mended below, or told with its mend
        index = Index.open(root / files.DERIVED / "index.sqlite", read_only=True)
        journal = files.read(root / "memory" / "graph.jsonl", root)
        if index.head() == head_of(journal):
            index.show_to(asker, dt.datetime.now(dt.UTC).date())
            return index
        index.close()
    from noctuary.opening import open_memory
    from noctuary.settings import open_workspace

    return open_memory(open_workspace(root), asker).index


def _worked_on(root: Path) -> str:
    """The name of the folder that a session is held in, out of the hook's JSON; "" within the workspace."""
    try:
        if sys.stdin.isatty() or not select.select([sys.stdin], [], [], _PATIENCE)[0]:
            return ""
        told = json.loads(os.read(sys.stdin.fileno(), _MOST_TOLD))
    except (ValueError, RecursionError, OSError):
        return ""
    roots = told.get("workspace_roots") if isinstance(told, dict) else None
    folder = (
        told.get("cwd") or (roots[0] if isinstance(roots, list) and roots else "") if isinstance(told, dict) else ""
    )
    if not isinstance(folder, str) or not os.path.isabs(folder):
        return ""
    real, top = os.path.realpath(folder), os.path.realpath(root)
    return "" if real == top or real.startswith(top + os.sep) else os.path.basename(real)
