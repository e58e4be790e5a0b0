"""`noctuary review --apply`: says what was heard in the pages, and what was not understood."""

from __future__ import annotations

import datetime as dt

import click

from noctuary.cli.root import instant, plural, show
from noctuary.settings import Workspace


def hear(workspace: Workspace, now_text: str | None, is_json: bool) -> None:
    """Carry out what stands in DREAMS.md and in MEMORY.md's block."""
    from noctuary.inbox import apply

    heard = apply(workspace, instant(now_text) or dt.datetime.now(dt.UTC))
    if is_json:
        show({"heard": heard.told, "problems": heard.problems})
        return
    for line in heard.told:
        click.echo(f"You decided: {line}")
    for one in heard.problems:
        click.echo(f"Not understood: {one.path}:{one.line} {one.message}")
    if heard.told:
        click.echo(f"{plural(len(heard.told), 'decision')} written down; DREAMS.md tells how to undo each.")
    elif not heard.problems:
        click.echo("Nothing was answered; nothing changed.")
