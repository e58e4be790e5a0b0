"""The verb that makes a folder a workspace: init."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary.cli.root import as_json, gathered, main, show

if TYPE_CHECKING:
    from noctuary.cli.clients.present import Present

SETTINGS = """# Settings, as they are in force; `noctuary help settings` tells each. Any line may be left out.
timezone = {timezone}  # an IANA name, such as "Europe/Berlin", that nights are dated in; "" is the machine's own

[sources]  # globs below this folder, or elsewhere
notes = {notes}
note_trust = {note_trust}  # who writes the notes: "agent" or "human"
sessions = {sessions}

[promote]
mode = {mode}  # "propose" asks before anything but your own MEMORY.md is believed
min_sources = {min_sources}  # independent voices for what nobody stressed

[contradictions]
auto_resolve = {auto_resolve}  # false asks about every contradiction

[memory_md]
provenance = {provenance}  # how a line shows its papers: "inline", "comment" or "none"
create = {create}  # whether a MEMORY.md is made where there is none: "auto", "always" or "never"
"""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
@click.option(
    "--memory-md/--no-memory-md",
    "create",
    default=None,
    help="Whether a night may make a MEMORY.md here; default: asked, `auto` without a terminal.",
)
@click.option("-y", "--yes", is_flag=True, help="Ask nothing: read what belongs to this folder alone.")
@click.option("--all", "is_all", is_flag=True, help="Ask nothing: read all that is found, of other folders too.")
@as_json
def init(folder: Path, create: bool | None, yes: bool, is_all: bool, is_json: bool) -> None:
    """Make FOLDER a workspace: a noctuary.toml to edit, and a .noctuary/ that git ignores.

    Looks for what Claude Code, Codex, OpenClaw and Obsidian keep, says what it found, and asks whether nights read it.
    Where there is no MEMORY.md yet it asks whether one may be made. Without a terminal nothing is asked and nothing of
    other programs is read, unless --yes or --all say so. A noctuary.toml that is there is never changed.
    """
    from noctuary.cli.clients.present import present

    with gathered(is_json) as said:
        found = present(folder.absolute())
        toml = folder / "noctuary.toml"
        is_new = not os.path.lexists(toml)
        chosen = _chosen(found, yes=yes, is_all=is_all, asks=is_new and not is_json) if is_new else []
        made = _made(folder, create if not (yes or is_all) or create is not None else None, chosen, yes or is_all)
        _tell(folder, found, chosen, is_new)
    if is_json:
        rows = [{**one._asdict(), "is_read": one in chosen} for one in found]
        show({"folder": str(folder), "wrote": made, "found": rows, "said": said})


def is_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _chosen(found: Sequence[Present], *, yes: bool, is_all: bool, asks: bool) -> list[Present]:
    """What of it nights are to read, by the human's word."""
    if yes or is_all or not (asks and is_terminal()):
        return [one for one in found if is_all or (yes and one.is_own)]
    chosen = []
    for one in found:
        click.echo(f"Found {one.told()}")
        if click.confirm("  May nights read it?", default=one.is_own):
            chosen.append(one)
    return chosen


def _made(folder: Path, create: bool | None, chosen: Sequence[Present], is_quiet: bool) -> list[str]:
    """Make what is missing; the paths of what was made."""
    from noctuary import files

    files.make_folder(folder, folder)
    files.make_folder(folder / "memory", folder)
    files.make_folder(folder / files.DERIVED, folder)
    toml, ignored = folder / "noctuary.toml", folder / files.DERIVED / ".gitignore"
    settings = "" if os.path.lexists(toml) else _settings(chosen, _asked_to_create(folder, create, is_quiet))
    wrote = []
    for path, text in ((toml, settings), (ignored, "*\n")):
        is_new = not os.path.lexists(path)
        if is_new:
            files.replace(path, text.encode(), folder)
            wrote.append(str(path))
        click.echo(f"{'wrote' if is_new else 'kept '} {path}")
    return wrote


def _settings(chosen: Sequence[Present], create: str) -> str:
    """The text of a noctuary.toml that says what is in force."""
    from noctuary.settings import Settings

    now = Settings()
    lists = {kind: [*getattr(now.sources, kind), *(one.glob for one in chosen if one.kind == kind)]
             for kind in ("notes", "sessions")}  # fmt: skip
    values: dict[str, Any] = {
        "timezone": now.timezone,
        "note_trust": now.sources.note_trust,
        "mode": now.promote.mode,
        "min_sources": now.promote.min_sources,
        "auto_resolve": now.contradictions.auto_resolve,
        "provenance": now.memory_md.provenance,
        "create": create,
    }
    told = {name: json.dumps(value, ensure_ascii=False) for name, value in values.items()}
    return SETTINGS.format(**told, **{kind: _listed(globs) for kind, globs in lists.items()})


def _listed(globs: Sequence[str]) -> str:
    """A list as TOML, a line each where there are several."""
    quoted = [json.dumps(glob, ensure_ascii=False) for glob in dict.fromkeys(globs)]
    return f"[{quoted[0]}]" if len(quoted) == 1 else "[\n" + "".join(f"  {one},\n" for one in quoted) + "]"


def _asked_to_create(folder: Path, create: bool | None, is_quiet: bool) -> str:
    """Whether a MEMORY.md is made, by the human's word where there is one."""
    from noctuary.settings import Workspace, kept_in

    workspace = Workspace(root=folder)
    if create is None and not is_quiet and not os.path.lexists(workspace.memory) and is_terminal():
        place = kept_in(folder, workspace.settings.sources)
        where = f"{place} seems to hold this workspace's memory. " if place else ""
        create = click.confirm(f"There is no MEMORY.md. {where}May a night make one for what it learns?", not place)
    return "auto" if create is None else "always" if create else "never"


def _tell(folder: Path, found: Sequence[Present], chosen: Sequence[Present], is_new: bool) -> None:
    """What nights will read, what else is there, and what to do next."""
    from noctuary.settings import open_workspace
    from noctuary.sources.below import workspaces_below
    from noctuary.sources.where import find

    for one in chosen:
        click.echo(f"Nights read {one.told()}")
    left = [one for one in found if one not in chosen]
    if left and is_new and not is_terminal():
        for one in left:
            click.echo(f"Found {one.told()}")
        click.echo("Nights do not read that: name it in [sources], or run init with --yes or --all.")
    if not find(folder, open_workspace(folder).settings.sources):
        toml = folder / "noctuary.toml"
        click.echo(f"Nothing to read yet: add MEMORY.md or memory/YYYY-MM-DD.md, or name your logs in {toml}")
        for name in workspaces_below(folder):
            click.echo(f"{name} below looks like a workspace; to make it one: noctuary init {folder / name}")
    click.echo(f"Next: noctuary dream -w {folder} --dry-run")
