"""Verbs about what was: undo, diff, was, archive."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click

from noctuary.cli.root import in_workspace, instant, main


@main.command()
@click.argument("what", metavar="[NIGHT|ID]", required=False)
@in_workspace
@click.option("--since", metavar="DATE", help="Everything since this day's first minute, or this instant.")
@click.option("--dry-run", is_flag=True, help="Say what would be taken back, newest first; change no byte.")
@click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
def undo(what: str | None, root: Path, since: str | None, dry_run: bool, now_text: str | None) -> None:
    """Take back a night, an import, an archive, a decision, a fact, or everything --since a day.

    Of a fact: a superseded one is believed again, a promoted one withdrawn. Refuses, naming them, where later records
    stand on it. Nothing is removed from the journal, and an undo can be undone: `noctuary undo undo:NIGHT`.
    """
    from noctuary.settings import open_workspace
    from noctuary.undo import undo as take_back
    from noctuary.undo import undo_since

    if (what is None) == (since is None):
        raise click.UsageError("name a night or an id, or give --since DATE: one of them")
    workspace = open_workspace(root)
    now = instant(now_text) or dt.datetime.now(dt.UTC)
    if since is not None:
        told = undo_since(workspace, beginning(since, root), now, dry_run=dry_run)
    else:
        told = take_back(workspace, what or "", now, dry_run=dry_run)
    for line in told:
        click.echo(line)


def beginning(text: str, root: Path) -> dt.datetime:
    """An instant, or the first minute of a day in the workspace's zone."""
    from noctuary.night import zone
    from noctuary.settings import open_workspace

    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        return instant(text) or dt.datetime.now(dt.UTC)
    return dt.datetime.combine(day, dt.time(), zone(open_workspace(root)))
