"""The verb that tries other settings: what-if."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import click

from noctuary.cli.root import as_json, in_workspace, main, plural, show

HEADS = {
    "in": "Would be believed",
    "out": "Would not have been believed",
    "asked": "Would be asked",
    "not asked": "Would not be asked",
    "retired": "Would be retired without asking",
    "kept": "Would be kept as they are",
    "stale": "Would be stale",
    "not stale": "Would not be stale",
    "shown": "Would stand in MEMORY.md",
    "not shown": "Would not stand in MEMORY.md",
}


@main.command("what-if")
@click.argument("pairs", nargs=-1, required=True, metavar="KEY=VALUE...")
@in_workspace
@as_json
def what_if(pairs: tuple[str, ...], root: Path, is_json: bool) -> None:
    """Try other settings over the stored evidence: which facts would be in, out, or asked. Changes nothing.

    KEY is a setting as docs/settings.md names it, such as promote.min_score=0.6; for [promote] the section may be
    left out. A list or table is written as TOML writes it.
    """
    from noctuary.settings import open_workspace
    from noctuary.whatif import what_if as try_out

    workspace = open_workspace(root)
    named = dict(_named(pair) for pair in pairs)
    given = {f"NOCTUARY_{key.replace('.', '_').upper()}": value for key, value in named.items()}
    tried = open_workspace(root, {**os.environ, **given}).settings
    found = try_out(workspace, tried)
    if is_json:
        show({"tried": named, "changes": found})
        return
    for key, value in named.items():
        click.echo(f"{key}: {_now(workspace.settings, key)} → {value}")
    for side, group in itertools.groupby(found, lambda one: one.side):
        changes = list(group)
        click.echo(f"\n{HEADS[side]} ({len(changes)})")
        for one in changes:
            click.echo(f"  {one.text}\n      {one.id}  {one.why}")
    click.echo(f"\n{plural(len(found), 'change')}; nothing was written." if found else "\nNothing would change.")


def _named(pair: str) -> tuple[str, str]:
    """A setting's whole name and the value to try."""
    from msgspec.structs import fields

    from noctuary.settings import Settings

    key, mark, value = (part.strip() for part in pair.partition("="))
    sections = {one.name: getattr(one.type, "__struct_fields__", ()) for one in fields(Settings)}
    section, _, name = key.rpartition(".") if "." in key else ("promote", "", key)
    if not mark or not value:
        raise click.BadParameter(f"{pair!r} is no KEY=VALUE, such as promote.min_score=0.6")
    if name not in sections.get(section, ()):
        raise click.BadParameter(f"there is no setting {key!r}; docs/settings.md lists them")
    return f"{section}.{name}", value


def _now(settings: object, key: str) -> object:
    section, _, name = key.partition(".")
    return getattr(getattr(settings, section), name)
