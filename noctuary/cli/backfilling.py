"""The verb backfill: nights for days that have passed."""

from __future__ import annotations

from pathlib import Path

import click

from noctuary.cli.root import as_json, day_of, in_workspace, main, plural, show


@main.command()
@in_workspace
@click.option("--from", "first_text", metavar="DATE", help="The first day; default: the first that has anything.")
@click.option("--to", "last_text", metavar="DATE", help="The last day, included; default: yesterday.")
@click.option("--dry-run", is_flag=True, help="Say which nights would be dreamt, change no byte.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong.")
@as_json
def backfill(
    root: Path, first_text: str | None, last_text: str | None, dry_run: bool, quiet: bool, is_json: bool
) -> None:
    """Dream day by day over history that is there already, as if a night had passed after each day.

    Cut off, it goes on where it stopped when run again. Days before a night that has passed are left as they are.
    """
    from noctuary.backfill import ahead, instant
    from noctuary.backfill import backfill as nights
    from noctuary.cli.progress import watched
    from noctuary.local_time import local, zone
    from noctuary.settings import open_workspace

    first = day_of(first_text) if first_text else None
    last = day_of(last_text) if last_text else None
    if first and last and first > last:
        raise click.UsageError("--from lies after --to")
    if dry_run:
        workspace = open_workspace(root)
        found = ahead(workspace, first, last, local(workspace, None))
        for day in found.days:
            click.echo(f"{instant(day, zone(workspace)):%Y-%m-%d}: would dream over {day}")
        click.echo(f"{plural(len(found.days), 'night')} ahead, {len(found.passed)} passed already.")
        return
    count = promoted = 0
    with watched(is_quiet=quiet or is_json) as tell:
        for day, told in nights(root, first, last, tell=tell):
            count, promoted = count + 1, promoted + told.promoted
            if is_json:
                show({"day": day, "outcome": told})
            elif not quiet:
                click.echo(f"{told.night}: {told.state}, {told.promoted} promoted, {told.waiting} waiting for you")
    if not (quiet or is_json):
        click.echo(f"{plural(count, 'night')} dreamt, {promoted} promoted.")
