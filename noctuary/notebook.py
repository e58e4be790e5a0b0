"""The notes of a workspace as one book: each by id, title or place, whom it links to, who links to it, what is wrong.

Made from the files each time it is asked for; keeps nothing, writes nothing.
"""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PurePosixPath

from noctuary import files
from noctuary.errors import NoctuaryError, UnknownId
from noctuary.model import Problem, Value, fold
from noctuary.settings import Workspace
from noctuary.sources import notes
from noctuary.sources.notes import Link, Note, Origin
from noctuary.sources.pages import FAULTS, LARGEST_PAGE, unreadable
from noctuary.sources.where import find, path_of


class Entry(Value, frozen=True, omit_defaults=False):
    """A note and where it stands in the book: the titles of others, and of whom nobody has written (`unwritten`)."""

    note: Note
    parent: str = ""
    children: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    unwritten: tuple[str, ...] = ()
    linked_from: tuple[str, ...] = ()


class Notebook:
    """Every note of a workspace, by ref."""

    def __init__(self, found: Sequence[Note], unread: Sequence[Problem] = ()) -> None:
        self.notes = tuple(sorted(found, key=lambda note: note.ref))
        self._unread = tuple(unread)

    @cached_property
    def _names(self) -> Mapping[str, tuple[Note, ...]]:
        """The notes by id, title, ref and the file's name without its ending, folded; each name's notes once."""
        found: dict[str, dict[str, Note]] = {}
        for note in self.notes:
            place = PurePosixPath(note.ref)
            for name in (note.id, note.title, note.ref, place.stem, place.with_suffix("").as_posix()):
                if name:
                    found.setdefault(fold(name), {})[note.ref] = note
        return {name: tuple(named.values()) for name, named in found.items()}

    def named(self, name: str) -> Sequence[Note]:
        """The notes with this id; else of this title; else of this place or file name."""
        found = self._names.get(fold(name), ())
        for key in ("id", "title"):
            if exact := [note for note in found if fold(str(getattr(note, key))) == fold(name)]:
                return exact
        return found

    def get(self, name: str) -> Entry:
        """The one note so called. UnknownId where there is none, or several, with their places."""
        found = self.named(name)
        if not found:
            raise UnknownId(name, "no note has this id, title or place", "list them with `noctuary notes`")
        if len(found) > 1:
            places = ", ".join(note.ref for note in found)
            raise UnknownId(name, f"{len(found)} notes are called so", f"give the id or place of one: {places}")
        return self.entry(found[0])

    def at(self, ref: str) -> Entry | None:
        """The note at this place."""
        note = next((one for one in self._names.get(fold(ref), ()) if one.ref == ref), None)
        return self.entry(note) if note else None

    def entry(self, note: Note) -> Entry:
        """A note with its parent, its children, and its links both ways."""
        led = [(link, self._one(link.target)) for link in note.links]
        parent = self._one(note.parent) if note.parent else None
        return Entry(
            note=note,
            parent=parent.title if parent else "",
            children=tuple(one.title for one in self.notes if one.parent and self._one(one.parent) is note),
            links=tuple(dict.fromkeys(one.title for _, one in led if one)),
            unwritten=tuple(dict.fromkeys(link.target for link, one in led if one is None)),
            linked_from=tuple(one.title for one in self._linking.get(note.ref, ())),
        )

    @cached_property
    def _linking(self) -> Mapping[str, tuple[Note, ...]]:
        """Who links to each note, by its ref."""
        found: dict[str, dict[str, Note]] = {}
        for note in self.notes:
            for link in note.links:
                if (one := self._one(link.target)) and one is not note:
                    found.setdefault(one.ref, {})[note.ref] = note
        return {ref: tuple(sorted(named.values(), key=lambda one: one.ref)) for ref, named in found.items()}

    def _one(self, name: str) -> Note | None:
        """What a link or a parent leads to; of several so called the first by place."""
        return next(iter(self.named(name)), None)

    def chosen(self, tags: Iterable[str] = (), types: Iterable[str] = ()) -> list[Note]:
        """The notes that carry all these tags and one of these types, by title."""
        wanted, kinds = {fold(tag.lstrip("#")) for tag in tags}, {fold(kind) for kind in types}
        found = (
            note
            for note in self.notes
            if wanted <= {fold(tag) for tag in note.tags} and (not kinds or fold(note.type) in kinds)
        )
        return sorted(found, key=lambda note: (fold(note.title), note.ref))

    def problems(self, changed: Callable[[Origin], str] = lambda origin: "") -> list[Problem]:
        """What is wrong with the notes, by place. `changed` says what became of what a note is from, "" for nothing."""
        found = [*self._unread]
        for note in self.notes:
            found += note.problems
            found += self._alone(note)
            told = ((one.place, changed(one)) for one in note.sources if one.checksum)
            found += [Problem(path=note.ref, message=f"its source {place} {said}") for place, said in told if said]
        return sorted(found, key=lambda one: (one.path, one.line, one.message))

    def _alone(self, note: Note) -> Iterator[Problem]:
        """What is wrong with a note beside the others: a parent that is not there, a name that is given twice."""
        if note.parent and self._one(note.parent) is None:
            yield Problem(path=note.ref, message=f"its parent {note.parent!r} is no note; write it, or name another")
        for key, mend in _ONCE.items() if note.is_held else ():
            same = self._held.get((key, fold(str(getattr(note, key)))), [])
            others = ", ".join(ref for ref in same if ref != note.ref)
            if others:
                yield Problem(path=note.ref, message=f"has the {key} of {others}; {mend}")

    @cached_property
    def _held(self) -> Mapping[tuple[str, str], list[str]]:
        """The places of the notes that keep to the fields, by field and what stands there."""
        found: dict[tuple[str, str], list[str]] = {}
        for note in self.notes:
            for key in _ONCE if note.is_held else ():
                if value := fold(str(getattr(note, key))):
                    found.setdefault((key, value), []).append(note.ref)
        return found


_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ONCE = {"id": "give each one of its own", "title": "tell them apart, as in `Rust (programming language)`"}


def open_notebook(workspace: Workspace) -> Notebook:
    """The notes of a workspace: what `sources.notes` names, read through the guard."""
    settings = workspace.settings
    found: list[Note] = []
    unread: list[Problem] = []
    for one in find(workspace.root, settings.sources):
        if one.kind != "notes":
            continue
        if one.fault:
            unread.append(Problem(path=one.ref, message=one.fault))
            continue
        try:
            with files.opened(one.path) as file:
                data = file.read(LARGEST_PAGE + 1)
        except OSError as error:
            said = f"cannot be read ({error.strerror}); check its permissions or exclude it"
            unread.append(Problem(path=one.ref, message=said))
            continue
        if reason := unreadable(data, one.kind):
            unread.append(Problem(path=one.ref, message=FAULTS[reason]))
            continue
        text = data.decode("utf-16" if data.startswith(_WIDE) else "utf-8", "replace").removeprefix("\ufeff")
        found.append(notes.read(one.ref, text, settings.notes.types, settings.guard))
    return Notebook(found, unread)


def what_changed(workspace: Workspace, origin: Origin) -> str:
    """What became of a file that a note is from, by its checksum; "" where it is the same, or cannot be told here."""
    told = notes.SUM.fullmatch(origin.checksum)
    if not told or "://" in origin.place:
        return ""
    try:
        data = files.read(path_of(origin.place, workspace.root), workspace.root)
    except FileNotFoundError:
        return "is gone; look for where it went"
    except (OSError, RuntimeError, ValueError, NoctuaryError):
        return ""
    same = hashlib.new(told[1], data).hexdigest().startswith(told[2].lower())
    return "" if same else "has changed since; read it again and set its checksum anew"


__all__ = ["Entry", "Link", "Note", "Notebook", "open_notebook", "what_changed"]
