"""Verbs about many workspaces: fleet list, deploy, dream. The last two start what `flows` has: it knows Prefect."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary.cli.root import as_json, main, show
from noctuary.errors import NoctuaryError, SettingsError, WorkspaceError

if TYPE_CHECKING:
    from noctuary.fleet import Fleet

_FILE = click.argument("file", type=click.Path(path_type=Path), default=Path("fleet.toml"))
_CHECKOUT = Path(__file__).resolve().parent.parent.parent


@main.group()
def fleet() -> None:
    """Many workspaces, named in one fleet.toml: their nights, settings and zones."""


@fleet.command("list")
@_FILE
@as_json
@click.pass_context
def list_(ctx: click.Context, file: Path, is_json: bool) -> None:
    """Say which workspaces FILE names, when each dreams, and when it last did."""
    from noctuary.fleet import read_fleet, why_unmet

    found = read_fleet(file)
    told = _members(found)
    if is_json:
        show({"file": str(found.file), "members": told, "unmet": found.unmet})
    else:
        for one in told:
            said = f"last good night {one['last_good']:%Y-%m-%d %H:%M}" if one["last_good"] else "no night yet"
            said += "; its nights are switched off" if one["enabled"] is False else ""
            when = f"{one['cron']} {one['timezone'] or 'its own zone'}"
            click.echo(f"{one['path']}\n    {when}; {one['problem'] or said}")
        for path in found.globs_unmet:
            click.echo(f"{path}\n    {why_unmet(path)}")
    if found.unmet or any(one["problem"] for one in told):
        ctx.exit(SettingsError.exit_code)


def _members(found: Fleet) -> list[dict[str, Any]]:
    """Each member as it is told, with how its workspace stands."""
    import msgspec

    from noctuary.heartbeat import last_good
    from noctuary.settings import open_workspace

    told: list[dict[str, Any]] = []
    for member in found.members:
        stands: dict[str, Any] = {"last_good": None, "enabled": None, "problem": None}
        try:
            if not member.path.is_dir():
                raise WorkspaceError(str(member.path), "is not a folder", "mend its path in the fleet's file")
            workspace = open_workspace(member.path, overrides=member.settings)
            stands |= {"last_good": last_good(workspace), "enabled": workspace.settings.enabled}
        except NoctuaryError as error:
            stands["problem"] = str(error)
        told.append(msgspec.structs.asdict(member) | {"path": str(member.path)} | stands)
    return told


@fleet.command()
@_FILE
@click.option("--notify", metavar="TYPE/NAME", help="A notification block that is told of trouble.")
@as_json
def deploy(file: Path, notify: str | None, is_json: bool) -> None:
    """Give each workspace of FILE deployments of its own on the Prefect server at PREFECT_API_URL.

    What stands as it should is left alone, what FILE no longer names is removed, nobody else's is touched. While a path
    of FILE names no folder, nothing is removed.
    """
    _run("flows.deploy", str(file), *(("--notify", notify) if notify else ()), is_json=is_json)


@fleet.command("dream")
@_FILE
@click.option("--how", type=click.Choice(["processes", "sequential", "dask"]), default="processes", show_default=True,
              help="Processes of this machine, one after the other, or a Dask cluster.")  # fmt: skip
@click.option("--workers", type=int, help="Nights at once; default: one a core.")
@click.option("--address", metavar="URL", help="The scheduler of a Dask cluster.")
@click.option("--now", "now_text", metavar="ISO", help="The nights' clock; default: now.")
@as_json
def dream_all(
    file: Path, how: str, workers: int | None, address: str | None, now_text: str | None, is_json: bool
) -> None:
    """Dream over every workspace of FILE now, through the Prefect flow `fleet`."""
    from noctuary.fleet import read_fleet

    given = {"--how": how, "--workers": workers, "--address": address, "--now": now_text}
    words = [word for name, value in given.items() if value is not None for word in (name, str(value))]
    _run("flows", str(read_fleet(file).file), *words, is_json=is_json)


def _run(module: str, *words: str, is_json: bool) -> None:
    """A command of the checkout's own, in a process of its own: the library never imports Prefect."""
    if not (_CHECKOUT / "flows" / "deploy.py").is_file():
        mend = "clone the repository and run it there; or let cron run `noctuary dream` for each"
        raise WorkspaceError("flows", "are no part of the wheel: they run from a checkout", mend)
    where = [str(Path(words[0]).absolute()), *words[1:]]
    command = [sys.executable, "-m", module, *where]
    done = subprocess.run(command, cwd=_CHECKOUT, check=False, stdout=subprocess.PIPE if is_json else None, text=True)
    if is_json:
        show({"file": where[0], "exit_code": done.returncode, "said": done.stdout.splitlines()})
    sys.exit(done.returncode)
