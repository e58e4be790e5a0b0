"""Verbs about logs that their owner deletes: hook, install, uninstall."""

from __future__ import annotations

import difflib
import json
import os
import sys
import tomllib
from pathlib import Path

import click

from noctuary import hook as capture
from noctuary.cli.root import in_workspace, main
from noctuary.cli.scheduling import AT, CLOCKS
from noctuary.errors import AssumptionBroken

_AGENT = click.argument("agent", metavar="AGENT|CLOCK", type=click.Choice(["claude-code", *CLOCKS]))
_PROJECT = click.option("--project", "is_project", is_flag=True, help="WORKSPACE/.claude/settings.json instead.")
_LOCAL = click.option("--local", "is_local", is_flag=True, help="WORKSPACE/.claude/settings.local.json instead.")
_DRY = click.option("--dry-run", is_flag=True, help="Show the diff, change no byte.")


@main.command()
@click.argument("event", type=click.Choice(list(capture.EVENTS)))
@in_workspace
def hook(event: str, root: Path) -> None:
    """Copy the session log that a hook's JSON on stdin names, before its owner deletes it.

    An agent runs this, not you: `noctuary install claude-code`. It fails without breaking the session.
    """
    sys.exit(capture.run(event, str(root)))


@main.command()
@_AGENT
@in_workspace
@_PROJECT
@_LOCAL
@click.option("--sources", "is_adding", is_flag=True, help="Also name the logs in noctuary.toml.")
@click.option("--at", default=AT, show_default=True, metavar="HH:MM", help="When a CLOCK starts the night.")
@click.option("--remove", "is_removing", is_flag=True, help="Take away what the same command had installed.")
@_DRY
def install(
    agent: str,
    root: Path,
    is_project: bool,
    is_local: bool,
    is_adding: bool,
    at: str,
    is_removing: bool,
    dry_run: bool,
) -> None:
    """Let AGENT (claude-code) hand its sessions to this workspace, or CLOCK (systemd, cron) start its nights.

    Without --project or --local, every session of yours is captured, in whatever folder it was held.
    """
    if agent in CLOCKS:
        from noctuary.cli.scheduling import schedule

        schedule(agent, root, at, remove=is_removing, dry_run=dry_run)
    elif is_removing:
        _take_out(root, is_project, is_local, dry_run)
    else:
        _put_in(root, is_project, is_local, is_adding, dry_run)


def _put_in(root: Path, is_project: bool, is_local: bool, is_adding: bool, dry_run: bool) -> None:
    from noctuary.cli import claude_settings as claude
    from noctuary.settings import open_workspace

    scope = _scope(is_project, is_local)
    root = Path(os.path.abspath(root))
    open_workspace(root)
    path = claude.settings_path(root, scope)
    before = _bytes(path)
    settings = claude.parse(before, str(path)) if before is not None else {}
    made = claude.merged(settings, claude.commands(root), root)
    if made == settings:
        click.echo(f"{path} has the hooks already")
    else:
        is_first = not claude.installed(settings, root)
        after = claude.dumped(made, before or b"")
        _change(path, before, after, dry_run, root if scope else None, with_backup=is_first)
    spool = root / capture.SPOOL
    click.echo(
        f"Sessions {'would be' if dry_run else 'are'} captured into {spool} as they end, until a night reads them."
    )
    _name_sources(root, scope, is_adding, dry_run)


@main.command()
@_AGENT
@in_workspace
@_PROJECT
@_LOCAL
@_DRY
def uninstall(agent: str, root: Path, is_project: bool, is_local: bool, dry_run: bool) -> None:
    """Take this workspace's hooks out of AGENT's settings again, or its nights from CLOCK; and nothing else."""
    if agent in CLOCKS:
        from noctuary.cli.scheduling import schedule

        schedule(agent, root, AT, remove=True, dry_run=dry_run)
    else:
        _take_out(root, is_project, is_local, dry_run)


def _take_out(root: Path, is_project: bool, is_local: bool, dry_run: bool) -> None:
    from noctuary.cli import claude_settings as claude

    scope = _scope(is_project, is_local)
    root = Path(os.path.abspath(root))
    path = claude.settings_path(root, scope)
    before = _bytes(path)
    settings = claude.parse(before, str(path)) if before is not None else {}
    there = claude.installed(settings, root)
    if before is None or not there:
        click.echo(f"{path} has no hooks of {root}")
        return
    kept = _bytes(_backup(path))
    left, home = claude.restored(settings, before, kept, root), root if scope else None
    _change(path, before, left, dry_run, home, with_backup=False)
    if not dry_run:
        from noctuary import files

        files.remove(_backup(path), home or path.parent)


def _scope(is_project: bool, is_local: bool) -> str | None:
    """Whose settings file: the project's, its local one, or None, the user's."""
    if is_project and is_local:
        raise click.UsageError("--project and --local name two files: give one of them")
    return "project" if is_project else "local" if is_local else None


def _name_sources(root: Path, scope: str | None, is_adding: bool, dry_run: bool) -> None:
    """Say which glob names the captured logs, or add it where no other byte of noctuary.toml has to change."""
    from noctuary.cli import claude_settings as claude
    from noctuary.settings import open_workspace
    from noctuary.sources.spool import is_session

    glob = claude.sessions_glob(root, scope)
    probe = Path(glob.replace("**/*.jsonl", "any/any.jsonl" if scope is None else "any.jsonl")).expanduser()
    sources = open_workspace(root).settings.sources
    if is_session(probe, root, sources):
        click.echo("[sources] sessions names their logs: nights read them.")
        return
    path = root / "noctuary.toml"
    line = f"sessions = {json.dumps([*sources.sessions, glob], ensure_ascii=False)}"
    before = _bytes(path)
    after = _appended(before or b"", [*sources.sessions, glob], line) if is_adding else None
    if after is None:
        click.echo(f"[sources] sessions does not name their logs; in {path}, let [sources] say\n{line}")
    else:
        _change(path, before, after, dry_run, root, with_backup=False)


def _appended(data: bytes, globs: list[str], line: str) -> bytes | None:
    """noctuary.toml with the line at its end, alone or under its table; None where that would not mean it."""
    wanted = tomllib.loads(data.decode("utf-8-sig"))
    sources = wanted.setdefault("sources", {})
    if "sessions" in sources:
        return None
    sources["sessions"] = globs
    start = data if not data or data.endswith(b"\n") else data + b"\n"
    for added in (f"\n[sources]\n{line}\n", f"{line}\n"):
        made = start + added.encode() if data else added.lstrip().encode()
        try:
            if tomllib.loads(made.decode("utf-8-sig")) == wanted:
                return made
        except tomllib.TOMLDecodeError:
            continue
    return None


def _change(
    path: Path, before: bytes | None, after: bytes | None, dry_run: bool, root: Path | None, *, with_backup: bool
) -> None:
    """Show a file's change and make it: `before` None makes the file, `after` None takes it away.

    A file of the workspace stays below `root`; the user's own settings (None) are written wherever they lie.
    """
    from noctuary import files

    old, new = ((data or b"").decode("utf-8-sig").splitlines() for data in (before, after))
    for line in difflib.unified_diff(old, new, str(path), str(path), lineterm=""):
        click.echo(line)
    if dry_run:
        return
    if _bytes(path) != before:
        raise AssumptionBroken(str(path), "changed meanwhile", "run the same again")
    if after is None:
        files.remove(path, root or path.parent)
        click.echo(f"removed {path}")
        return
    real = path if root else Path(os.path.realpath(path))
    files.make_folder(real.parent, root or real.parent)
    if with_backup and before is not None:
        _keep(path, before, root)
    files.replace(real, after, root or real.parent, follow=True)
    click.echo(f"wrote {path}" + (f", as it was: {_backup(path)}" if with_backup and before is not None else ""))


def _keep(path: Path, data: bytes, root: Path | None) -> None:
    """One backup beside the file, as private as the file is."""
    from noctuary import files

    backup = _backup(path)
    files.remove(backup, root or path.parent)
    files.create(backup, root or path.parent, data, mode=path.stat().st_mode & 0o777)


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".before-noctuary")


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
