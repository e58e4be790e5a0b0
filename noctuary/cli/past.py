"""Verbs about what was: undo, diff, was, archive."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click

from noctuary.access import Asker
from noctuary.cli.root import as_json, as_reader, clock, day_of, in_workspace, instant, main, show


@main.command()
@click.argument("what", metavar="[NIGHT|ID]", required=False)
@in_workspace
@click.option("--since", metavar="DATE", help="Everything since this day's first minute, or this instant.")
@click.option("--dry-run", is_flag=True, help="Say what would be taken back, newest first; change no byte.")
@click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
@as_reader
@as_json
def undo(
    what: str | None,
    root: Path,
    asker: Asker,
    since: str | None,
    dry_run: bool,
    now_text: str | None,
    is_json: bool,
) -> None:
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
    now = clock(workspace, now_text)
    if since is not None:
        told = undo_since(workspace, beginning(since, root), now, dry_run=dry_run, asker=asker)
    else:
        told = take_back(workspace, what or "", now, dry_run=dry_run, asker=asker)
    if is_json:
        show({"done": not dry_run, "said": told})
        return
    for line in told:
        click.echo(line)


def beginning(text: str, root: Path) -> dt.datetime:
    """An instant, or the first minute of a day in the workspace's zone."""
    from noctuary.local_time import zone
    from noctuary.settings import open_workspace

    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        return clock(open_workspace(root), text)
    return dt.datetime.combine(day, dt.time(), zone(open_workspace(root)))


@main.command()
@click.argument("first", metavar="[NIGHT|DATE|last]", default="last")
@click.argument("second", metavar="[NIGHT|DATE|last]", default="")
@in_workspace
@as_reader
@as_json
def diff(first: str, second: str, root: Path, asker: Asker, is_json: bool) -> None:
    """What changed between two nights or days; of one alone, since the night before it.

    A day means its end. With no argument: what the last night changed.
    """
    from noctuary.cli.differences import tell
    from noctuary.history import compare
    from noctuary.settings import open_workspace

    found = compare(open_workspace(root), first, second, asker)
    if is_json:
        show(found)
        return
    for line in tell(found):
        click.echo(line)


@main.command()
@click.argument("words", metavar="WORDS|ID")
@in_workspace
@click.option("--valid-at", "day_text", metavar="DATE", required=True, help="The day asked about, such as 2026-10-01.")
@click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
@as_reader
@as_json
def was(words: str, root: Path, asker: Asker, day_text: str, now_text: str | None, is_json: bool) -> None:
    """Was it true on a day? Answers yes, no or unknown, with the papers of the fact that says so.

    What nobody dated is unknown for the time before it was first seen, never yes.
    """
    from noctuary.access import seen
    from noctuary.history import was as was_it
    from noctuary.hits import Wanted
    from noctuary.journal import replay
    from noctuary.local_time import zone
    from noctuary.opening import open_memory
    from noctuary.papers import tell
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    day, now = day_of(day_text), clock(workspace, now_text)
    with open_memory(workspace, asker) as memory:
        hits = memory.search(words, 20, wanted=Wanted(kinds=("facts",), superseded=True))
        state = seen(replay(workspace.journal), asker)
        named = [key for key in state.facts if len(words) > 6 and key.startswith(words)]
        asked = named[0] if len(named) == 1 else words
        found = was_it(state, asked, [state.facts[key] for key in named or [hit.id for hit in hits]], day, now.date())
        papers = memory.why(found.fact.id) if found.fact else None
    if is_json:
        show(found)
        return
    click.echo(f"{found.answer}: {found.because}")
    for line in tell(papers, zone(workspace)) if papers else ():
        click.echo(f"  {line}")


@main.command()
@in_workspace
@click.option("--dry-run", is_flag=True, help="Say what would be put away, and why; change no byte.")
@click.option("--restore", "ids", metavar="ID", multiple=True, help="Believe a put-away fact again (may be repeated).")
@click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
@as_json
def archive(root: Path, dry_run: bool, ids: tuple[str, ...], now_text: str | None, is_json: bool) -> None:
    """Put away what nobody confirmed or asked for in a long time; meant for once a month.

    Never what you said or wrote, a rule, an identity or what is contested. Nothing is deleted: `search --all` still
    finds it, saying it again brings it back, and so does --restore.
    """
    from noctuary.archive import archive as put_away
    from noctuary.archive import restore
    from noctuary.page.lines import headed
    from noctuary.settings import open_workspace

    if ids and dry_run:
        raise click.UsageError("--restore has no dry run: `noctuary undo` takes it back")
    workspace = open_workspace(root)
    if ids:
        at = clock(workspace, now_text)
        said = [line for key in ids for line in restore(workspace, key, at)]
        show({"restored": ids, "said": said}) if is_json else click.echo("\n".join(said))
        return
    found = put_away(workspace, instant(now_text), dry_run=dry_run)
    if is_json:
        show(found)
        return
    for one in found.put_away:
        click.echo(f"{one.fact.id[:11]}  {headed(one.fact)}\n             {one.because}")
    if not found.put_away:
        click.echo("Nothing to put away: what is old is yours, a rule, in question, connected or in use.")
        return
    does = "Would put away" if dry_run else "Put away"
    left = f" {found.left} more wait for another time: `archive.share` is met." if found.left else ""
    click.echo(f"{does} {len(found.put_away)} as {found.batch}; `noctuary undo {found.batch}` takes it back.{left}")
