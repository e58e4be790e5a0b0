"""The verb that brings in other tools' memory: import."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from noctuary.cli.root import as_json, clock, in_workspace, main, show

if TYPE_CHECKING:
    from noctuary.importing import Brought, Imported


@main.command("import")
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@in_workspace
@click.option("--dry-run", is_flag=True, help="Only tell what would be imported; change no byte.")
@click.option(
    "--trust",
    type=click.Choice(["agent", "human"]),
    default="agent",
    show_default=True,
    help="Who wrote the files: a human's word counts for more.",
)
@click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
@as_json
def import_(
    files: tuple[Path, ...],
    root: Path,
    dry_run: bool,
    trust: Literal["agent", "human"],
    now_text: str | None,
    is_json: bool,
) -> None:
    """Bring memory graphs of other tools into the memory: entities, observations, relations.

    Reads the reference memory server's JSONL, Thoughtbox, Neo4j-like and other JSON; recognised by content.
    Importing a file again adds nothing, and the whole import is one batch that `noctuary undo` takes back.

    \b
    Example:
      noctuary import ~/old/memory.jsonl -w ~/agent --dry-run
    """
    from noctuary.importing import bring
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    told = bring(workspace, files, clock(workspace, now_text), trust, dry_run=dry_run)
    if is_json:
        show(told)
    else:
        click.echo("\n".join(line for one in told.files for line in _file(one)))
        click.echo(_summary(told))
    if any(one.account.refused and "copy" not in one.account.skipped for one in told.files):
        click.get_current_context().exit(2)


def _file(one: Brought) -> Iterator[str]:
    account = one.account
    yield account.ref
    if not account.refused:
        yield f"  dialect    {account.dialect}"
    yield f"  lines      {account.lines}: {account.used} used" + "".join(
        f", {n} {r}" for r, n in account.skipped.items()
    )
    if not account.refused:
        same = _counts({"duplicate names merged": one.merged, "other spellings": one.respelled}, "")
        yield f"  entities   {one.entities}" + (f" ({same})" if same else "")
        yield f"  facts      {_counts(one.facts)}"
        if one.ended or one.closed:
            yield f"  among them {_counts({'over already': one.ended, 'not for everybody': one.closed})}"
        yield f"  relations  {_counts(one.relations)}"
    for name, found in (("left out", account.left_out), ("redacted", account.redacted)):
        if found:
            yield f"  {name:<9}  {_counts(found)}"
    for problem in account.problems:
        yield f"  {f'line {problem.line}' if problem.line else 'file':<9}  {problem.message}"


def _counts(found: dict[str, int], nothing: str = "none") -> str:
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in found.items() if number) or nothing


def _summary(told: Imported) -> str:
    if not told.batch:
        return "Nothing new: the journal is as it was."
    counted = (
        (told.facts, "facts", "fact"),
        (told.entities, "entities", "entity"),
        (told.relations, "relations", "relation"),
    )
    what = ", ".join(f"{number} {one if number == 1 else many}" for number, many, one in counted)
    if told.dry_run:
        return f"Would import {what} as {told.batch}."
    return f"Imported {what} as {told.batch}; `noctuary undo {told.batch}` takes it back."
