"""The one way an installer changes files: it shows every diff, asks, looks again, and writes each file whole."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from noctuary.cli.clients.edit import Edit, restored
from noctuary.errors import AssumptionBroken, SettingsError


class Change(NamedTuple):
    """A file as it is and as it is going to be; None of one that is not there."""

    edit: Edit
    before: bytes | None
    after: bytes | None

    @property
    def path(self) -> Path:
        return self.edit.path

    @property
    def is_none(self) -> bool:
        return self.before == self.after

    def told(self) -> dict[str, Any]:
        """For a program."""
        what = "none" if self.is_none else "remove" if self.after is None else "change" if self.before else "make"
        return {"path": str(self.path), "change": what, "diff": "\n".join(self.diff())}

    def diff(self) -> list[str]:
        return difference(self.path, self.before, self.after)


def difference(path: Path, before: bytes | None, after: bytes | None) -> list[str]:
    """The unified diff of a file, a line each."""
    old, new = ((data or b"").decode("utf-8-sig", "replace").splitlines() for data in (before, after))
    return list(difflib.unified_diff(old, new, str(path), str(path), lineterm=""))


def planned(edits: Sequence[Edit], *, remove: bool) -> list[Change]:
    """What each edit would change."""
    found = []
    for edit in edits:
        before = _bytes(edit.path)
        if not remove:
            after: bytes | None = edit.put(before or b"")
        else:
            after = None if before is None else restored(edit, before, _bytes(backup(edit.path)))
            after = before if before is not None and edit.take(before) == before else after
        found.append(Change(edit, before, after))
    return found


def carry_out(changes: Sequence[Change], *, dry_run: bool, yes: bool, remove: bool, quiet: bool = False) -> bool:
    """Show the changes, ask, and make them; whether they were made. SettingsError where nobody can be asked."""
    from noctuary.cli.terminal import show_diff

    due = [change for change in changes if not change.is_none]
    for change in () if quiet else changes:
        if change.is_none:
            click.echo(f"{change.path} " + ("holds nothing of this workspace" if remove else "has it already"))
        show_diff(change.diff())
    if dry_run or not due:
        return False
    if not yes and not _agreed(len(due)):
        click.echo("Nothing was changed.")
        return False
    for change in due:
        if _bytes(change.path) != change.before:
            raise AssumptionBroken(str(change.path), "changed meanwhile", "run the same again")
    for change in due:
        told = _write(change, remove)
        if not quiet:
            click.echo(told)
    return True


def backup(path: Path) -> Path:
    """Where a file is kept as it was before we first changed it."""
    return path.with_name(path.name + ".before-noctuary")


def _agreed(count: int) -> bool:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SettingsError("install", "nobody is there to be asked", "run the same again with --yes, or --dry-run")
    return click.confirm(f"Change {'this file' if count == 1 else f'these {count} files'}?", default=True)


def _write(change: Change, remove: bool) -> str:
    """Make the change; what was done, in words."""
    from noctuary import files

    path, home = change.path, change.edit.home
    aside = backup(path)
    if change.after is None:
        files.remove(path, home or path.parent)
        files.remove(aside, home or path.parent)
        return f"removed {path}"
    real = Path(os.path.realpath(path)) if home is None else path
    files.make_folder(real.parent, home or real.parent)
    is_kept = not remove and change.before is not None and not aside.exists()
    is_kept = is_kept and not (change.edit.is_exact and change.before)
    if is_kept:
        files.create(aside, home or path.parent, change.before or b"", mode=path.stat().st_mode & 0o777)
    files.replace(real, change.after, home or real.parent, follow=True)
    if remove and (b"noctuary" not in change.after.lower() or change.after == _bytes(aside)):
        files.remove(aside, home or path.parent)
    return f"wrote {path}" + (f", as it was: {aside}" if is_kept else "")


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
