"""The verb about notes: `notes`, which lists them, shows one, and says what is wrong with them. Changes no file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noctuary.cli.root import as_json, in_workspace, main, plural, show

if TYPE_CHECKING:
    from noctuary.notebook import Entry, Note, Notebook
    from noctuary.settings import Workspace

_WRONG = 2
"""Exit code where a note is wrong, as for a setting or an id."""


@main.command()
@click.argument("name", required=False)
@in_workspace
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only notes with this tag (may be repeated).")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only notes of this type (may be repeated).")
@click.option("--check", "is_check", is_flag=True, help="Only what is wrong with them; exit code 2 if anything is.")
@as_json
def notes(
    name: str | None, root: Path, tags: tuple[str, ...], types: tuple[str, ...], is_check: bool, is_json: bool
) -> None:
    """List the notes that describe themselves, or show NAME: an id, a title or a place.

    \b
    noctuary notes --tag tides        every note with this tag
    noctuary notes "Tide clock"       one note, whole, with its links both ways
    noctuary notes --check            missing fields, wrong dates, ids given twice
    """
    from noctuary.notebook import open_notebook
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    book = open_notebook(workspace)
    if is_check:
        _check(workspace, book, is_json)
    elif name is not None:
        entry = book.get(name)
        show(entry) if is_json else click.echo("\n".join(_whole(entry)))
    else:
        found = book.chosen(tags, types)
        show([_row(note) for note in found]) if is_json else _list(found)


def _check(workspace: Workspace, book: Notebook, is_json: bool) -> None:
    from noctuary.notebook import what_changed

    problems = book.problems(lambda origin: what_changed(workspace, origin))
    held = sum(note.is_held for note in book.notes)
    if is_json:
        show({"notes": len(book.notes), "held": held, "problems": problems})
    else:
        for one in problems:
            click.echo(f"{one.path}{f':{one.line}' if one.line else ''}: {one.message}")
        said = plural(len(problems), "problem") if problems else "nothing is wrong"
        click.echo(f"{plural(len(book.notes), 'note')}, {held} of them with the fields of a note: {said}.")
    if problems:
        click.get_current_context().exit(_WRONG)


def _row(note: Note) -> dict[str, object]:
    keys = ("title", "id", "type", "ref", "trust_score", "tags", "parent", "about")
    return {key: getattr(note, key) for key in keys}


def _list(found: Sequence[Note]) -> None:
    if not found:
        click.echo("No note is so. `[sources] notes` in noctuary.toml says where notes are.")
    width = min(40, max((len(note.title) for note in found), default=0))
    for note in found:
        trust = f"trust {note.trust_score}" if note.trust_score else ""
        marks = "  ".join(filter(None, (note.type, trust, " ".join(f"#{tag}" for tag in note.tags))))
        click.echo(f"{note.title:<{width}}  {note.ref}{f'  {marks}' if marks else ''}")


def _whole(entry: Entry) -> Iterator[str]:
    note = entry.note
    yield f"{note.title}{f' ({note.type})' if note.type else ''}  {note.ref}"
    for name, said in _fields(entry):
        if said:
            yield f"  {name:<12} {said}"
    if note.text:
        yield ""
        yield note.text


def _fields(entry: Entry) -> Iterator[tuple[str, str]]:
    note = entry.note
    yield "id", note.id
    yield "written", _by(note.created_at, note.created_by) + (f", version {note.version}" if note.version else "")
    yield "trust", f"{note.trust_score} of 10" if note.trust_score else ""
    yield "validated", _by(note.last_validated_at, note.last_validated_by)
    yield "parent", entry.parent or (f"{note.parent} (not written)" if note.parent else "")
    yield "children", ", ".join(entry.children)
    yield "tags", " ".join(f"#{tag}" for tag in note.tags)
    unwritten = [f"{target} (not written)" for target in entry.unwritten]
    yield "links to", ", ".join((*entry.links, *unwritten))
    yield "linked from", ", ".join(entry.linked_from)
    yield "from", ", ".join(one.place for one in note.sources)
    yield "files", ", ".join(note.files)
    for one in note.comments:
        yield "comment", f"{one.text} ({_by(one.at, one.by)})"


def _by(at: object, by: object) -> str:
    from noctuary.sources.notes import Author

    assert isinstance(by, Author)
    who = f"{by.ghost}{f' ({by.model})' if by.model else ''}" if by.ghost else ""
    return " by ".join(filter(None, (str(at)[:10] if at else "", who)))
