"""The statements of a repository at one commit, cut as a night cuts them. Reads git objects, writes a scratch folder.

A clone lies in the folder as `owner/name`, `owner+name` or either with `/repo` below it, bare or not.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import importlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from noctuary.extraction import atoms
from noctuary.judging.statements import of_candidate
from noctuary.model import Candidate, Event, Statement
from noctuary.sources import Where, read, read_paths

room: Any = importlib.import_module("noctuary.extraction.extract")
ROOT = Path(__file__).parent.parent.parent
_MEMORY = re.compile(
    r"(?:^|/)(?:memory|memories|diary|journal|lessons|knowledge|notes?)/.*\.md$|(?:^|/)(?:MEMORY|USER|TOOLS|IDENTITY|HEARTBEAT)\.md$",
    re.IGNORECASE,
)
_NO_MEMORY = re.compile(r"node_modules/|(?:^|/)(?:skills?|plugins?|extensions|docs|vendor|\.agents|\.noctuary)/")
_MEMORY_FILES = Where().memory


class Piece(NamedTuple):
    """One statement where it stands: what a marker reads, and what its reference is made of."""

    path: str
    line: int
    role: str
    context: tuple[str, ...]
    text: str

    @property
    def sha(self) -> str:
        """Twelve hex digits over its words."""
        return sha_of(self.text)


class Kept(NamedTuple):
    """A statement that a night would weigh against others, and where it stands."""

    path: str
    line: int
    statement: Statement

    @property
    def sha(self) -> str:
        """Twelve hex digits over its words."""
        return sha_of(self.statement.text)


def sha_of(text: str) -> str:
    """Twelve hex digits over a statement's words."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def clone(folder: Path, name: str) -> Path | None:
    """The git directory or checkout of `owner/name` in a folder of clones."""
    for spelt in (name, name.replace("/", "+")):
        for place in (folder / spelt / "repo", folder / spelt):
            if (place / "HEAD").exists() or (place / ".git").exists():
                return place
    return None


def clones(folder: Path) -> list[tuple[str, Path]]:
    """(owner/name, git directory or checkout) of every clone in a folder, by name."""
    below = sorted(place for place in folder.iterdir() if place.is_dir())
    names = {place.name.replace("+", "/") for place in below if "+" in place.name}
    names |= {f"{owner.name}/{place.name}" for owner in below if "+" not in owner.name for place in owner.iterdir()}
    found = ((name, clone(folder, name)) for name in sorted(names))
    return [(name, place) for name, place in found if place]


def files(clone: Path, commit: str) -> list[str]:
    """The paths at a commit that hold an agent's memory."""
    told = git(clone, "ls-tree", "-r", "--name-only", "-z", commit).decode("utf-8", "replace").split("\0")
    return [path for path in told if _MEMORY.search(path) and not _NO_MEMORY.search(path)]


def at(clone: Path, commit: str) -> str:
    """The commit where the clone has it, else the one it stands at: snapshots keep the newest alone."""
    known = subprocess.run(["git", "-C", str(clone), "cat-file", "-e", f"{commit}^{{commit}}"], capture_output=True)
    return "HEAD" if known.returncode else commit


def below(clone: Path, commit: str, ref: str) -> list[str]:
    """The paths at a commit that are `ref`, or end so below a folder: a workspace may lie anywhere; nearest first."""
    told = git(clone, "ls-tree", "-r", "--name-only", "-z", commit).decode("utf-8", "replace").split("\0")
    return sorted((one for one in told if one == ref or one.endswith(f"/{ref}")), key=lambda one: (len(one), one))


def content(clone: Path, commit: str, path: str) -> str:
    """A file's text at a commit."""
    return git(clone, "show", f"{commit}:{path}").decode("utf-8", "replace")


def head(clone: Path) -> str:
    """The commit a clone stands at."""
    return git(clone, "rev-parse", "HEAD").decode().strip()


def said(folder: Path, repository: str, commit: str, paths: Sequence[str]) -> list[Event]:
    """What the files of one source of the corpus say; nothing where its clone is not in the folder.

    The source "inputs" is the logs of NOCTUARY_SHARED.
    """
    if repository == "inputs":
        return logged(Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared")) / "inputs", paths)
    there = clone(folder, repository)
    return events(there, commit, paths) if there else []


def events(clone: Path, commit: str, paths: Sequence[str]) -> list[Event]:
    """What the files at these paths say, in order, as a night reads it: guarded, and with who speaks."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch).resolve()
        for path in paths:
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(git(clone, "show", f"{commit}:{path}"))
        globs = tuple(path.replace("[", "[[]") for path in paths if path not in _MEMORY_FILES)
        where = Where(notes=globs, sessions=(), exclude=())
        return [one for one in read(root, {}, where) if isinstance(one, Event)]


def logged(inputs: Path, paths: Sequence[str]) -> list[Event]:
    """What a human or an agent says in logs below a folder, cited by their path below it."""
    said = []
    for path in paths:
        for one in read_paths([inputs / path]) if (inputs / path).exists() else ():
            if isinstance(one, Event) and one.role in ("user", "assistant"):
                said.append(replace(one, ref=path))
    return said


def pieces(said: Sequence[Event]) -> Iterator[Piece]:
    """Every statement that extraction looks at, kept or not, but for code."""
    for event in said:
        if event.role == "tool":
            continue
        for piece in atoms.pieces(event.text, prose=event.role != "memory" or len(event.text) > 400):
            if not piece.code and any(map(str.isalpha, piece.text)):
                context = (*event.context, *piece.context)
                yield Piece(event.ref, event.line + piece.first, event.role, context, piece.text)


def kept(said: Sequence[Event], zone: dt.tzinfo = dt.UTC) -> list[Kept]:
    """Every statement that a night keeps as a candidate, each wording once a line."""
    found = {}
    for event in said:
        for one in room.extract(event, zone):
            if isinstance(one, Candidate):
                whole = Kept(one.support.ref, one.support.line, of_candidate(one, zone))
                found[whole.path, whole.line, whole.sha] = whole
    return list(found.values())


def weighable(said: Sequence[Event], zone: dt.tzinfo = dt.UTC) -> list[Kept]:
    """Every statement that a night weighs, however little: those that other weights once kept are among them."""
    held = room.THRESHOLD, room.NEAR_MISS, room.MAX_CANDIDATES
    room.THRESHOLD, room.NEAR_MISS, room.MAX_CANDIDATES = -1.0, -1.0, sys.maxsize
    try:
        return kept(said, zone)
    finally:
        room.THRESHOLD, room.NEAR_MISS, room.MAX_CANDIDATES = held


def git(clone: Path, *words: str) -> bytes:
    """What a git command prints of a clone; raises CalledProcessError."""
    return subprocess.run(["git", "-C", str(clone), *words], check=True, capture_output=True).stdout
