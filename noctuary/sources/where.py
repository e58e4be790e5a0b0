"""Finds the files of a workspace that are sources, in sorted order. Opens none of them.

Globs are relative to the root, or absolute, or start with `~` for logs kept elsewhere; `**` spans folders.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from noctuary.files import expanded, is_below
from noctuary.guard import guard
from noctuary.model import Trust, Value


class Where(Value, frozen=True):
    """Which files of a workspace are sources. `exclude` wins over all, then memory, notes, sessions.

    With `watch` a running server reads them as they change (`noctuary.watching`).
    """

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
        "memory/**/tmp/**",
        "memory/**/*backups/**", "memory/**/*Backups/**",
        "memory/**/*backup?2*/**",
        ".git/**", "**/.git/**",
        "**/node_modules/**",
        "**/.venv/**",
        "**/__pycache__/**",
    )  # fmt: skip
    note_trust: Trust = "agent"
    watch: bool = False


_LOOKED_AT = [f"**/*.{kind}" for kind in ("jsonl", "jsonl.*", "json", "ndjson", "md", "markdown", "txt", "log")]
_OF_LOGS = {"sessions", "session", "transcripts", "chats", "conversations", "history", "logs"}
_BARRED = ("**/.git/**", "**/node_modules/**", "**/.venv/**", "**/__pycache__/**", "**/.noctuary/**")
_OUTSIDE = "is a link that leads out, to {}, and was not read; name that place in [sources] or put the file here"
_NOWHERE = "is a link to nothing ({}) and was not read; mend the link, remove it or exclude it"
_MISSPELT = "is not spelt {} and was not read; rename it, or name it as it is in [sources] memory"
_NO_FILE = "is {} and was not read; remove it or exclude it"
_KINDS = ((stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
_HOME = "~/"
_BREAK = re.compile("[\r\n\x80-\x9f\u2028\u2029]")
"""What moves a terminal's cursor or a page's line, and the guard leaves in."""
_MADE = re.compile(
    r"(?=[^-_. ]*\d)[^-_. ]+(?:[-_. ](?=[^-_. ]*\d)[^-_. ]+)*"
    r"|[A-Z][A-Za-z]*[-_](?!(?:19|20)\d\d(?!\d))\d{3,}(?![A-Za-z\d])"
)
"""The words of a name, one after the other, that hold a digit; or one with a capital and the number after it."""


class Found(Value, frozen=True):
    """One source file: its citation, where it lies, and which list named it: memory, notes, sessions.

    `text` is what may be a note or a log that was written as one.

    Of a log that is not `is_named`, only a catch-all glob (`**/*.jsonl`) knows: it may be a data set. `path` has no
    link in it, `is_linked` says that it was met by one. With a `fault` it may not be read, and the fault says why.
    A guarded copy stands for `size` bytes of the original, whose hash is `sha256` ("": it is no copy).
    """

    ref: str
    path: str
    kind: str
    is_named: bool = True
    is_linked: bool = False
    fault: str = ""
    size: int = 0
    sha256: str = ""


def find(root: Path, where: Where) -> list[Found]:
    """Every source file, sorted by ref; the first list that names a file decides its kind.

    What is reached by a link and under its own name, too, is met there alone. What may not be read has a `fault`.
    """
    found: dict[str, Found] = {}
    lists = {name: _bases(root, getattr(where, name)) for name in ("memory", "notes", "sessions")}
    places = _Places(root, [pair for bases in lists.values() for pair in bases.items()], where.exclude)
    for kind, bases in lists.items():
        for base, globs in bases.items():
            for met in _walk(base, globs, root, places):
                ref = safe_ref(ref_of(met.path, root))
                is_named = kind != "sessions" or _is_named(met.path.relative_to(base).as_posix(), globs)
                found.setdefault(ref, _found(met, ref, kind, is_named))
    for one in _misspelt(root, where):
        found.setdefault(one.ref, one)
    return _once(found)


def _misspelt(root: Path, where: Where) -> Iterator[Found]:
    """Files of the root that the name of a memory file names but for its case: another file to most systems."""
    here = sorted(os.scandir(root), key=lambda one: one.name) if root.is_dir() else []
    for name in where.memory:
        wanted = root / name
        for entry in here:
            is_alike = entry.name != name and entry.name.casefold() == name.casefold()
            if is_alike and entry.is_file() and not (wanted.exists() and os.path.samefile(entry, wanted)):
                ref = safe_ref(ref_of(Path(entry.path), root))
                yield Found(ref=ref, path=entry.path, kind="memory", fault=_MISSPELT.format(name))


def _found(met: _Met, ref: str, kind: str, is_named: bool = True) -> Found:
    return Found(ref=ref, path=met.real, kind=kind, is_named=is_named, is_linked=met.is_linked, fault=met.fault)


def _once(found: Mapping[str, Found]) -> list[Found]:
    """By ref, each file once: under its own name, else under the first link's."""
    own = {one.path for one in found.values() if not one.is_linked}
    kept = []
    for _, one in sorted(found.items()):
        if one.fault or not one.is_linked or one.path not in own:
            kept.append(one)
            own |= {one.path} if one.is_linked and not one.fault else set()
    return kept


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
    named = ((name, glob, pattern(_whole(root, glob))) for name, glob in own)
    return [f"{name}: {glob}" for name, glob, known in named if not any(known.match(path) for path in paths)]


def boundless(root: Path, where: Where) -> Iterator[tuple[str, str]]:
    """(list, glob) of each glob that spans folders from the home on, or from one above it: such a walk has no end."""
    home = Path(os.path.realpath(expanded("~")))
    for name in ("memory", "notes", "sessions"):
        for glob in getattr(where, name):
            (base,) = _bases(root, (glob,))
            real = Path(os.path.realpath(base))
            if "**" in glob and base != root and (home.is_relative_to(real) or real == Path("/")):
                yield name, glob


def listed(paths: Sequence[Path]) -> list[Found]:
    """Files named one by one, and what may be text below named folders, each once; what is no log is read as a note."""
    found: dict[str, Found] = {}
    for path in paths:
        below = _walk(path, _LOOKED_AT, path, _Places(path, [], _BARRED)) if os.path.isdir(path) else [_named(path)]
        for met in sorted(below, key=lambda one: one.path):
            found.setdefault(str(met.path), _found(met, safe_ref(met.path.as_posix()), _kind(met.path)))
    return list(found.values())


def _named(path: Path) -> _Met:
    """A file that somebody named: wherever it leads."""
    return _Met(path=path, real=os.path.realpath(path))


def _kind(path: Path) -> str:
    if path.name in ("MEMORY.md", "00_long_term.md"):
        return "memory"
    return "text" if path.suffix in (".md", ".markdown", ".txt") else "sessions"


def ref_of(path: Path, root: Path) -> str:
    """POSIX path relative to the root; `~/…` under home; else absolute. The root's own folder `~` is `./~`."""
    if path.is_relative_to(root):
        ref = path.relative_to(root).as_posix()
        return f"./{ref}" if ref.startswith(_HOME) else ref
    if path.is_relative_to(base := expanded("~")):
        return _HOME + path.relative_to(base).as_posix()
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
    """As what the words of a name give away the value that follows them: "password", "code", "secret" or nothing."""
    words = re.sub(r"[-_.]", " ", before)
    found = guard(f"{words} {value}").redacted.keys() - guard(words).redacted.keys()
    if found & {"password", "code"}:
        return min(found & {"password", "code"})
    field = re.sub(r"[-. ]", "_", before)
    return "secret" if "secret" in guard(f"{field}={value}").redacted else ""


def path_of(ref: str, root: Path) -> Path:
    """Where a ref lies on this machine: the inverse of `ref_of`."""
    return root / (expanded(ref) if ref.startswith(_HOME) else ref)


def is_gone(path: Path) -> bool:
    """Whether nothing is there, not even a broken link; of what lies in a folder that is closed nobody knows."""
    try:
        path.lstat()
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


def _whole(root: Path, glob: str) -> str:
    """A glob from the root of the disk on, which one slash begins: two are another root to pathlib."""
    return re.sub(r"\A/+", "/", (root / expanded(glob)).as_posix())


def _bases(root: Path, globs: tuple[str, ...]) -> dict[Path, list[str]]:
    bases: dict[Path, list[str]] = {}
    for glob in globs:
        if glob.startswith(("/", "~")):
            whole = _whole(root, glob)
            fixed = re.split(r"[*?]", whole, maxsplit=1)[0]
            base = Path(whole).parent if fixed == whole else Path(fixed[: fixed.rfind("/")] or "/")
            bases.setdefault(base, []).append(Path(whole).relative_to(base).as_posix())
        else:
            bases.setdefault(root, []).append(glob)
    return bases


class _Met(Value, frozen=True):
    """A file that a glob names: its path as met, the `real` one without a link, and why it may not be read."""

    path: Path
    real: str
    is_linked: bool = False
    fault: str = ""


class _Places:
    """What a reading may reach: below its root, and outside it what a glob of its own names."""

    def __init__(self, root: Path, bases: Sequence[tuple[Path, list[str]]], exclude: Sequence[str]) -> None:
        self.root = os.path.realpath(root)
        self._barred = [pattern(glob) for glob in exclude]
        self._named = [
            (os.path.realpath(base), [pattern(glob) for glob in globs]) for base, globs in bases if base != root
        ]

    def is_named(self, real: str) -> bool:
        """Whether a glob names this place, so that it is met there."""
        return any(
            is_below(real, base) and any(want.match(os.path.relpath(real, base)) for want in wanted)
            for base, wanted in self._named
        )

    def is_barred(self, met: _Met, ref: str, is_folder: bool) -> bool:
        """Whether what was met is excluded, as it was met or, below the root, under its own name."""
        end = "/" if is_folder else ""
        if _is_barred(ref + end, self._barred):
            return True
        is_inside = met.is_linked and is_below(met.real, self.root)
        return is_inside and _is_barred(os.path.relpath(met.real, self.root) + end, self._barred)


def _walk(base: Path, globs: list[str], root: Path, places: _Places) -> Iterator[_Met]:
    """What the globs name below a folder: first under its own name, then what links within the root lead to."""
    wanted = [pattern(glob) for glob in globs]
    depth = None if any("**" in glob for glob in globs) else max(glob.count("/") for glob in globs)
    top = os.path.realpath(base)
    waiting, linked = [_Met(path=base, real=top)], list[_Met]()
    visited: set[tuple[int, int, bool]] = set()
    while waiting or linked:
        folder = waiting.pop() if waiting else linked.pop(0)
        entries = _entries(folder, visited)
        if entries is None:
            yield folder
        for entry in entries or ():
            met = _met(entry, folder, (top, places.root))
            name, is_folder = met.path.relative_to(base).as_posix(), _is_folder(entry)
            is_ring = entry.is_symlink() and is_below(folder.real, met.real)
            if is_ring or places.is_barred(met, ref_of(met.path, root), is_folder):
                continue
            if is_folder and not met.fault:
                if depth is None or name.count("/") < depth:
                    (linked if entry.is_symlink() else waiting).append(met)
            elif (_may_name(globs, name) if is_folder else any(want.match(name) for want in wanted)) and not (
                met.fault and places.is_named(met.real)
            ):
                yield met


def _met(entry: os.DirEntry[str], folder: _Met, tops: tuple[str, ...]) -> _Met:
    """An entry of a folder, and why it may not be read: what it is, or that it leads out of all `tops`."""
    is_link = entry.is_symlink()
    leads = os.path.realpath(entry.path) if is_link else os.path.join(folder.real, entry.name)
    return _Met(
        path=folder.path / entry.name,
        real=leads,
        is_linked=folder.is_linked or is_link,
        fault=_fault(leads, any(is_below(leads, top) for top in tops), entry),
    )


def _fault(leads: str, is_inside: bool, entry: os.DirEntry[str]) -> str:
    try:
        mode = os.stat(leads, follow_symlinks=False).st_mode
    except OSError:
        mode = stat.S_IFLNK
    if stat.S_ISLNK(mode):
        return _NOWHERE.format(safe_ref(os.readlink(entry.path))) if entry.is_symlink() else ""
    if not is_inside:
        return _OUTSIDE.format(safe_ref(leads))
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return ""
    return _NO_FILE.format(next((name for is_kind, name in _KINDS if is_kind(mode)), "a device"))


def _may_name(globs: Sequence[str], name: str) -> bool:
    """Whether a glob could name something below a folder of this name."""
    for glob in globs:
        parts = glob.split("/")
        ends = ["/".join("x" if part == "**" else re.sub("[*?]+", "x", part) for part in parts[at:])
                for at in range(len(parts))]  # fmt: skip
        if any(pattern(glob).match(f"{name}/{end}") for end in ends):
            return True
    return False


def _is_barred(ref: str, barred: list[re.Pattern[str]]) -> bool:
    bare = ref.removeprefix("~").lstrip("/")
    return any(bar.match(ref) or bar.match(bare) for bar in barred)


def _entries(folder: _Met, visited: set[tuple[int, int, bool]]) -> list[os.DirEntry[str]] | None:
    """What a folder holds, once; None for one that is there and closed to us: it is handed on, so that it is told."""
    try:
        status = os.stat(folder.real)
        if (status.st_dev, status.st_ino, folder.is_linked) in visited:
            return []
        visited.add((status.st_dev, status.st_ino, folder.is_linked))
        with os.scandir(folder.real) as entries:
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
