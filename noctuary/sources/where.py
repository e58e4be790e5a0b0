"""Finds the files of a workspace that are sources, in sorted order. Opens none of them.

Globs are relative to the root, or absolute, or start with `~` for logs kept elsewhere; `**` spans folders.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from noctuary.guard import guard
from noctuary.model import Trust, Value


class Where(Value, frozen=True):
    """Which files of a workspace are sources. `exclude` wins over all, then memory, notes, sessions."""

    memory: tuple[str, ...] = ("MEMORY.md", "memory/MEMORY.md", "memory/00_long_term.md")
    notes: tuple[str, ...] = ("memory/**/*.md",)
    sessions: tuple[str, ...] = (
        "**/*.jsonl",
        "**/*.jsonl.reset.*",
        "**/.specstory/history/**/*.md",
        "**/.aider.chat.history.md",
        "**/conversations*.json",
    )
    exclude: tuple[str, ...] = (
        ".noctuary/**",
        "DREAMS.md",
        "memory/DREAMS.md",
        "memory/graph.jsonl",
        "memory/graph-archive.jsonl",
        "memory/.dreams/**",
        "memory/dreaming/**",
        ".git/**",
        "**/.git/**",
        "**/node_modules/**",
        "**/.venv/**",
        "**/__pycache__/**",
    )
    note_trust: Trust = "agent"


_LOOKED_AT = [f"**/*.{kind}" for kind in ("jsonl", "jsonl.*", "json", "ndjson", "md", "markdown", "txt", "log")]
_OF_LOGS = {"sessions", "session", "transcripts", "chats", "conversations", "history", "logs"}
_BARRED = ("**/.git/**", "**/node_modules/**", "**/.venv/**", "**/__pycache__/**", "**/.noctuary/**")
_BREAK = re.compile("[\r\n\x80-\x9f\u2028\u2029]")
"""What moves a terminal's cursor or a page's line, and the guard leaves in."""
_MADE = re.compile(r"(?=[^-_. ]*\d)[^-_. ]+(?:[-_. ](?=[^-_. ]*\d)[^-_. ]+)*")
"""The words of a name, one after the other, that hold a digit."""


class Found(Value, frozen=True):
    """One source file: its citation, where it lies, and which list named it: memory, notes, sessions.

    `text` is what may be a note or a log that was written as one.

    Of a log that is not `is_named`, only a catch-all glob (`**/*.jsonl`) knows: it may be a data set.
    """

    ref: str
    path: str
    kind: str
    is_named: bool = True


def find(root: Path, where: Where) -> list[Found]:
    """Every source file, sorted by ref; the first list that names a file decides its kind."""
    found: dict[str, Found] = {}
    for kind, patterns in (("memory", where.memory), ("notes", where.notes), ("sessions", where.sessions)):
        for base, globs in _bases(root, patterns).items():
            for path in _walk(base, globs, root, where.exclude):
                ref = safe_ref(ref_of(path, root))
                is_named = kind != "sessions" or _is_named(path.relative_to(base).as_posix(), globs)
                found.setdefault(ref, Found(ref=ref, path=str(path), kind=kind, is_named=is_named))
    return [found[ref] for ref in sorted(found)]


def _is_named(path: str, globs: list[str]) -> bool:
    """Whether a log stands where logs stand, or was not only met by a glob that takes in everything."""
    folders = {part.lower().lstrip(".") for part in path.split("/")[:-1]}
    return bool(folders & _OF_LOGS) or any(not glob.startswith("**/*.") and pattern(glob).match(path) for glob in globs)


def unmatched(root: Path, where: Where, refs: Iterable[str]) -> list[str]:
    """Which globs of the human's own name none of these sources, as `list: glob`; a default may well match nothing."""
    own = [
        (name, glob)
        for name in ("memory", "notes", "sessions")
        for glob in getattr(where, name)
        if glob not in getattr(Where(), name)
    ]
    paths = [path_of(ref, root).as_posix() for ref in refs] if own else []
    named = ((name, glob, pattern((root / Path(glob).expanduser()).as_posix())) for name, glob in own)
    return [f"{name}: {glob}" for name, glob, known in named if not any(known.match(path) for path in paths)]


def listed(paths: Sequence[Path]) -> list[Found]:
    """Files named one by one, and what may be text below named folders, each once; what is no log is read as a note."""
    found: dict[str, Found] = {}
    for path in paths:
        below = _walk(path, _LOOKED_AT, path, _BARRED) if os.path.isdir(path) else iter([path])
        for file in sorted(below):
            found.setdefault(str(file), Found(ref=safe_ref(file.as_posix()), path=str(file), kind=_kind(file)))
    return list(found.values())


def _kind(path: Path) -> str:
    if path.name in ("MEMORY.md", "00_long_term.md"):
        return "memory"
    return "text" if path.suffix in (".md", ".markdown", ".txt") else "sessions"


def ref_of(path: Path, root: Path) -> str:
    """POSIX path relative to the root; `~/…` under home; else absolute."""
    for base, prefix in ((root, ""), (Path.home(), "~/")):
        if path.is_relative_to(base):
            return prefix + path.relative_to(base).as_posix()
    return path.as_posix()


def safe_ref(ref: str) -> str:
    """A ref that may be stored: of a name that holds a secret, the mark and six signs that tell it from its like."""
    safe = "/".join(_safe_part(part) for part in ref.encode(errors="replace").decode().split("/"))
    if safe == ref:
        return ref
    sign = hashlib.blake2b(ref.encode(errors="surrogateescape"), digest_size=3).hexdigest()
    return f"{safe} ({sign})"


def _safe_part(name: str) -> str:
    """One part of a path; a secret may begin wherever a word of the name does, and end before the suffix."""
    name = _BREAK.sub(" ", guard(name).text)
    stem, suffix = os.path.splitext(name)
    if "@" in stem and (found := guard(stem)).redacted:
        name = found.text + suffix
    for word in re.finditer(r"[-_. ](?=[A-Za-z0-9])", name):
        if (found := guard(name[word.end() :])).redacted:
            return name[: word.end()] + found.text
        if (made := _MADE.match(name, word.end())) and (kind := _announced(name[: word.start()], made[0])):
            return f"{name[: word.end()]}[REDACTED:{kind}]{_safe_part(name[made.end() :])}"
    return name


def _announced(before: str, value: str) -> str:
    """As what the words of a name give away the value that follows them: "password", "code" or nothing."""
    words = re.sub(r"[-_.]", " ", before)
    found = guard(f"{words} {value}").redacted.keys() - guard(words).redacted.keys()
    return next(iter(sorted(found & {"password", "code"})), "")


def path_of(ref: str, root: Path) -> Path:
    """Where a ref lies on this machine: the inverse of `ref_of`."""
    return root / Path(ref).expanduser()


def is_gone(path: Path) -> bool:
    """Whether nothing is there; of what lies in a folder that may not be entered nobody knows."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


@lru_cache(maxsize=512)
def pattern(glob: str) -> re.Pattern[str]:
    """A glob as a regular expression over POSIX paths: `*` and `?` stay in a folder, `**/` spans folders."""
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", glob)
    words = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(words.get(part, re.escape(part)) for part in parts) + r"\Z", re.DOTALL)


def _bases(root: Path, globs: tuple[str, ...]) -> dict[Path, list[str]]:
    bases: dict[Path, list[str]] = {}
    for glob in globs:
        if glob.startswith(("/", "~")):
            whole = Path(glob).expanduser().as_posix()
            fixed = re.split(r"[*?]", whole, maxsplit=1)[0]
            base = Path(whole).parent if fixed == whole else Path(fixed[: fixed.rfind("/")] or "/")
            bases.setdefault(base, []).append(Path(whole).relative_to(base).as_posix())
        else:
            bases.setdefault(root, []).append(glob)
    return bases


def _walk(base: Path, globs: list[str], root: Path, exclude: tuple[str, ...]) -> Iterator[Path]:
    wanted = [pattern(glob) for glob in globs]
    barred = [pattern(glob) for glob in exclude]
    visited: set[tuple[int, int]] = set()
    waiting = [base]
    while waiting:
        folder = waiting.pop()
        entries = _entries(folder, visited)
        if entries is None:
            yield folder
        for entry in entries or ():
            path = folder / entry.name
            ref = ref_of(path, root)
            if _is_folder(entry):
                if not _is_barred(ref + "/", barred):
                    waiting.append(path)
            elif any(want.match(path.relative_to(base).as_posix()) for want in wanted) and not (
                _is_barred(ref, barred) or _is_alias(entry, base)
            ):
                yield path


def _is_barred(ref: str, barred: list[re.Pattern[str]]) -> bool:
    bare = ref.removeprefix("~").lstrip("/")
    return any(bar.match(ref) or bar.match(bare) for bar in barred)


def _entries(folder: Path, visited: set[tuple[int, int]]) -> list[os.DirEntry[str]] | None:
    """What a folder holds, once; None for one that is there and closed to us: it is handed on, so that it is told."""
    try:
        status = folder.stat()
        if (status.st_dev, status.st_ino) in visited:
            return []
        visited.add((status.st_dev, status.st_ino))
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except PermissionError:
        return None
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_alias(entry: os.DirEntry[str], base: Path) -> bool:
    """A link to a file that is walked under its own name, a broken link, or a device."""
    if not entry.is_symlink():
        return not entry.is_file()
    target = Path(os.path.realpath(entry.path))
    is_walked = target.suffix == Path(entry.name).suffix == ".jsonl" and target.is_relative_to(base.resolve())
    return not target.is_file() or is_walked
