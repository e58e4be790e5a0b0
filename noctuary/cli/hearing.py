"""`noctuary review --apply`: says what was heard in the pages, and what was not understood."""

from __future__ import annotations

import click

from noctuary.cli.root import clock, plural, show
from noctuary.settings import Workspace


def hear(workspace: Workspace, now_text: str | None, is_json: bool) -> None:
    """Carry out what stands in DREAMS.md and in MEMORY.md's block."""
    from noctuary.inbox import apply

    heard = apply(workspace, clock(workspace, now_text))
    if is_json:
        show({"heard": heard.told, "ids": heard.keys, "problems": heard.problems})
        return
    for line, key in zip(heard.told, heard.keys, strict=True):
        click.echo(f"You decided: {line}\n  Undo: noctuary undo {key[:11]}")
    for one in heard.problems:
        click.echo(f"Not understood: {one.path}:{one.line} {one.message}")
    if heard.told:
        click.echo(f"{plural(len(heard.told), 'decision')} written down.")
    elif not heard.problems:
        click.echo("Nothing was answered; nothing changed.")
