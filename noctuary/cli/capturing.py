"""Verbs that make a memory at home in other programs: install, uninstall, and what those run: hook, merge-journal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary import hook as capture
from noctuary.cli.root import as_json, in_workspace, main, show
from noctuary.cli.scheduling import AT, CLOCKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from noctuary.cli.clients.edit import Edit
    from noctuary.cli.clients.known import Ask, Client, Scope

NAMES = ("claude-code", "codex", "cursor", "openclaw", "git", "agents-md")
_WHERE = click.argument("where", metavar="WHERE", type=click.Choice([*NAMES, *CLOCKS]))
_PROJECT = click.option("--project", "is_project", is_flag=True, help="The settings that go with the workspace.")
_LOCAL = click.option("--local", "is_local", is_flag=True, help="Yours alone, for this workspace (claude-code).")
_DRY = click.option("--dry-run", is_flag=True, help="Show the diff, change no byte.")
_YES = click.option("-y", "--yes", is_flag=True, help="Do not ask.")


@main.command()
@click.argument("event", type=click.Choice(list(capture.EVENTS)))
@in_workspace
def hook(event: str, root: Path) -> None:
    """Copy the session log that a hook's JSON on stdin names, before its owner deletes it.

    An agent runs this, not you: `noctuary install claude-code`. It fails without breaking the session.
    """
    sys.exit(capture.run(event, str(root)))


@main.command("merge-journal")
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("ours", type=click.Path(path_type=Path))
@click.argument("theirs", type=click.Path(path_type=Path))
def merge_journal(base: Path, ours: Path, theirs: Path) -> None:
    """Merge two branches' journals into OURS: git runs this, see `noctuary install git`.

    What one side added is kept, what one side took away is gone, an end that a death left unfinished is left out.
    There is no conflict.
    """
    from noctuary import files
    from noctuary.journal.append import sound_length
    from noctuary.journal.merging import merged

    made = merged(*(data[: sound_length(data)] for data in map(files.named, (base, ours, theirs))))
    files.replace(ours.absolute(), made, ours.absolute().parent)


@main.command()
@_WHERE
@in_workspace
@_PROJECT
@_LOCAL
@click.option("--tools", metavar="SETS", help="Which sets of tools the server offers, with commas.")
@click.option("--agent", metavar="NAME", help="As which agent the server asks.")
@click.option("--sources", "is_adding", is_flag=True, help="Also name the client's logs in noctuary.toml.")
@click.option("--at", default=AT, show_default=True, metavar="HH:MM", help="When a clock starts the night.")
@click.option("--remove", "is_removing", is_flag=True, help="Take away what the same command had installed.")
@_DRY
@_YES
@as_json
def install(
    where: str,
    root: Path,
    is_project: bool,
    is_local: bool,
    tools: str | None,
    agent: str | None,
    is_adding: bool,
    at: str,
    is_removing: bool,
    dry_run: bool,
    yes: bool,
    is_json: bool,
) -> None:
    """Make this memory at home WHERE: an agent's settings, git, AGENTS.md, or the clock that starts its nights.

    Shows the diff of every file, asks, and writes: the server and the hooks of claude-code, codex, cursor; the server
    of openclaw; a merge driver and what git ignores; how to read the memory into AGENTS.md or CLAUDE.md (agents-md);
    nights by systemd or cron. --remove takes it back.

    \b
    Example:
      noctuary install claude-code -w ~/agent --dry-run
    """
    from noctuary.cli.clients.logs import named_logs

    if where in CLOCKS:
        from noctuary.cli.scheduling import schedule

        schedule(where, root, at, remove=is_removing, dry_run=dry_run, is_json=is_json)
        return
    options = [word for name, value in (("--tools", tools), ("--agent", agent)) if value for word in (name, value)]
    client, ask = _asked(where, root, is_project, is_local, tuple(options))
    if is_removing:
        _remove(client, ask, dry_run=dry_run, yes=yes, is_json=is_json)
        return
    glob = client.logs(ask)
    is_read = bool(glob) and _is_read(glob, ask.root)
    edits = [*client.edits(ask), *((named_logs(ask.root, glob),) if glob and is_adding and not is_read else ())]
    is_done = _carry(edits, remove=False, dry_run=dry_run, yes=yes, is_json=is_json)
    if not is_json:
        _next(where, client, ask, dry_run)
        if glob and (is_read or (is_adding and is_done)):
            click.echo("[sources] sessions names their logs: nights read them.")
        elif glob and not is_adding:
            mend = f"add this to it in {ask.root / 'noctuary.toml'}, or give --sources"
            click.echo(f"[sources] sessions does not name their logs; {mend}:\n{glob}")


@main.command()
@_WHERE
@in_workspace
@_PROJECT
@_LOCAL
@_DRY
@_YES
@as_json
def uninstall(
    where: str, root: Path, is_project: bool, is_local: bool, dry_run: bool, yes: bool, is_json: bool
) -> None:
    """Take this workspace out of WHERE again, and nothing else: `noctuary install WHERE --remove`."""
    if where in CLOCKS:
        from noctuary.cli.scheduling import schedule

        schedule(where, root, AT, remove=True, dry_run=dry_run, is_json=is_json)
        return
    client, ask = _asked(where, root, is_project, is_local, ())
    _remove(client, ask, dry_run=dry_run, yes=yes, is_json=is_json)


def _asked(where: str, root: Path, is_project: bool, is_local: bool, options: tuple[str, ...]) -> tuple[Client, Ask]:
    """The client and what is asked of it. UsageError for settings that it does not have."""
    from noctuary.cli.clients.known import CLIENTS, Ask
    from noctuary.settings import open_workspace

    if is_project and is_local:
        raise click.UsageError("--project and --local name two files: give one of them")
    scope: Scope = "project" if is_project else "local" if is_local else "user"
    client = CLIENTS[where]
    if scope not in client.scopes:
        raise click.UsageError(f"{where} has no settings of that kind; leave --{scope} out")
    ask = Ask(Path(os.path.abspath(root)), scope, options)
    open_workspace(ask.root)
    return client, ask


def _remove(client: Client, ask: Ask, *, dry_run: bool, yes: bool, is_json: bool) -> None:
    """Take out what installing wrote, the glob of the client's logs among it; say where another hand named them."""
    from noctuary.cli.clients.logs import named_logs
    from noctuary.settings import open_workspace

    glob = client.logs(ask)
    names_logs = bool(glob) and glob in open_workspace(ask.root).settings.sources.sessions
    edits = [*client.edits(ask), *((named_logs(ask.root, glob),) if names_logs else ())]
    _carry(edits, remove=True, dry_run=dry_run, yes=yes, is_json=is_json)
    if names_logs and not dry_run and not is_json and glob in open_workspace(ask.root).settings.sources.sessions:
        click.echo(f"{ask.root / 'noctuary.toml'} names {glob} by another hand: nights go on reading those logs.")


def _carry(edits: Sequence[Edit], *, remove: bool, dry_run: bool, yes: bool, is_json: bool) -> bool:
    from noctuary.cli.clients.carry import carry_out, planned

    changes = planned(edits, remove=remove)
    is_done = carry_out(changes, dry_run=dry_run, yes=yes, remove=remove, quiet=is_json)
    if is_json:
        told: dict[str, Any] = {"done": is_done, "files": [change.told() for change in changes]}
        show(told)
    return is_done


def _next(where: str, client: Client, ask: Ask, dry_run: bool) -> None:
    """What is so from now on, and what the human does next."""
    from importlib.util import find_spec

    if where == "claude-code":
        spool = ask.root / capture.SPOOL
        does = "would be" if dry_run else "are"
        click.echo(f"Sessions {does} captured into {spool} as they end, until a night reads them.")
    if client.has_server and find_spec("mcp") is None:
        click.echo("The server needs the MCP SDK: pip install 'noctuary[mcp]'")
    if client.next and not dry_run:
        click.echo(client.next)


def _is_read(glob: str, root: Path) -> bool:
    """Whether what the glob names is read already, by itself or by a wider one."""
    from noctuary import files
    from noctuary.settings import open_workspace
    from noctuary.sources.spool import is_session

    sources = open_workspace(root).settings.sources
    probe = Path(files.expanded(glob.replace("**/*.jsonl", "any/any.jsonl").replace("*", "any")))
    return glob in sources.sessions or is_session(probe, root, sources)
