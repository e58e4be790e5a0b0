"""Reads fleet.toml: which workspaces dream, when, and with which settings of their own. Runs nothing.

    cron = "0 3 * * *"                # every line at the top is a default of all
    timezone = "Europe/Berlin"

    [[workspace]]
    path = "~/agents/*"               # a glob takes each folder in which something may be read
    tags = ["home"]
    settings.promote.mode = "propose"
"""

from __future__ import annotations

import glob
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from noctuary import files
from noctuary.errors import SettingsError
from noctuary.model import Value
from noctuary.settings import check_overrides, check_zone

NIGHTLY = "0 3 * * *"
NAME = "fleet.toml"
_MEND = "mend it in fleet.toml; see docs/prefect.md"
_SIGNS = ("noctuary.toml", "MEMORY.md", "memory")
"""What tells a folder that a glob names for a workspace."""
_ANY_SIGN = "a noctuary.toml, a MEMORY.md or a memory/"
_DAYS = {day: number for number, day in enumerate("sun mon tue wed thu fri sat".split())}
_MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_FIELDS: tuple[tuple[str, int, int, Mapping[str, int]], ...] = (
    ("minute", 0, 59, {}),
    ("hour", 0, 23, {}),
    ("day", 1, 31, {}),
    ("month", 1, 12, _MONTHS),
    ("weekday", 0, 7, _DAYS),
)
_PART = re.compile(r"(\*|[0-9a-z]+(?:-[0-9a-z]+)?)(?:/([1-9]\d*))?")


class Said(Value, frozen=True, forbid_unknown_fields=True):
    """One `[[workspace]]` as it stands in the file; what is None is taken from the top of it."""

    path: str
    cron: str | None = None
    timezone: str | None = None
    tags: tuple[str, ...] = ()
    ask: bool | None = None
    settings: dict[str, Any] = msgspec.field(default_factory=dict)


class File(Value, frozen=True, forbid_unknown_fields=True):
    """The file: defaults of all, and the workspaces. `together`: one run for all, instead of one for each."""

    workspace: tuple[Said, ...] = ()
    cron: str = NIGHTLY
    timezone: str = ""
    tags: tuple[str, ...] = ()
    ask: bool = False
    together: bool = False
    settings: dict[str, Any] = msgspec.field(default_factory=dict)


class Member(Value, frozen=True):
    """One workspace of a fleet. `timezone` "" is the machine's own; `ask` lets a night put a form when something waits.

    `settings` is a table as noctuary.toml has it, laid over that file.
    """

    path: Path
    cron: str = NIGHTLY
    timezone: str = ""
    tags: tuple[str, ...] = ()
    ask: bool = False
    settings: dict[str, Any] = msgspec.field(default_factory=dict)


class Fleet(Value, frozen=True):
    """The workspaces of one file, by path, and the defaults it begins with.

    `unmet` are the paths, as they stand in the file, that name no folder which is there; a glob among them has no
    member. What they meant is not known, so nothing that was deployed can be said to be gone.
    """

    file: Path
    members: tuple[Member, ...]
    unmet: tuple[str, ...] = ()
    cron: str = NIGHTLY
    timezone: str = ""
    together: bool = False

    @property
    def globs_unmet(self) -> tuple[str, ...]:
        return tuple(path for path in self.unmet if glob.has_magic(path))


def read_fleet(file: Path) -> Fleet:
    """The fleet in a file (or in the fleet.toml of a folder). Raises SettingsError for whatever is wrong in it.

    A folder named twice is one member, by what is said first. A folder without a glob need not exist yet: its nights
    fail, and say so.
    """
    file = Path(os.path.abspath(files.expanded(file)))
    file = file / NAME if file.is_dir() else file
    said = _parsed(file)
    members: dict[Path, Member] = {}
    unmet: list[str] = []
    for one in said.workspace:
        _check(one)
        found = list(_folders(one.path, file.parent))
        for path in found:
            members.setdefault(path, _member(said, one, path))
        if not any(path.is_dir() for path in found):
            unmet.append(one.path)
    if not members:
        what = "names no workspace" if not said.workspace else "names no folder that is there"
        raise SettingsError(str(file), what, "add [[workspace]] with a path")
    _check_when(str(file), said.cron, said.timezone)
    return Fleet(
        file=file,
        members=tuple(members[path] for path in sorted(members)),
        unmet=tuple(dict.fromkeys(unmet)),
        cron=said.cron,
        timezone=said.timezone,
        together=said.together,
    )


def why_unmet(path: str) -> str:
    """What is wrong with a path that names no folder which is there."""
    return f"names no folder with {_ANY_SIGN}" if glob.has_magic(path) else "names no folder that is there"


def key_of(root: Path) -> str:
    """A name that is no other folder's: its own in small letters, and a hash of the whole path."""
    whole = Path(files.expanded(root)).resolve()
    name = re.sub(r"[^a-z0-9]+", "-", whole.name.casefold()).strip("-") or "workspace"
    return f"{name}-{blake2b(str(whole).encode(errors='surrogateescape'), digest_size=4).hexdigest()}"


def _member(said: File, one: Said, path: Path) -> Member:
    settings = _laid_over(said.settings, one.settings)
    cron = said.cron if one.cron is None else one.cron
    zone = said.timezone if one.timezone is None else one.timezone
    _check_when(one.path, cron, zone)
    try:
        check_overrides(settings)
    except SettingsError as error:
        what, _, mend = str(error).removeprefix(f"{error.resource}: ").partition("; ")
        raise SettingsError(f"{one.path}: settings.{error.resource}", what, mend) from None
    return Member(
        path=path,
        cron=cron,
        timezone=zone,
        tags=tuple(dict.fromkeys((*said.tags, *one.tags))),
        ask=said.ask if one.ask is None else one.ask,
        settings=settings,
    )


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables of settings, section by section."""
    made = dict(below)
    for name, said in above.items():
        both = isinstance(said, dict) and isinstance(made.get(name), dict)
        made[name] = {**made[name], **said} if both else said
    return made


def _parsed(file: Path) -> File:
    try:
        found = tomllib.loads(files.named(file).decode("utf-8-sig"))
        return msgspec.convert(found, File)
    except FileNotFoundError:
        raise SettingsError(str(file), "is not there", "write one; docs/prefect.md shows how") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(str(file), f"is no TOML ({error})", "mend the line it names") from None
    except msgspec.ValidationError as error:
        raise SettingsError(str(file), str(error).replace("`", "'"), _MEND) from None


def _check(one: Said) -> None:
    if not one.path.strip():
        raise SettingsError("fleet.toml", "holds a workspace whose path is empty", "name the folder, or a glob of them")


def _folders(path: str, above: Path) -> Iterator[Path]:
    """The folders that a path of the file names: itself, or what a glob meets that looks like a workspace."""
    whole = os.path.normpath(above / files.expanded(path))
    if not glob.has_magic(path):
        yield Path(whole)
        return
    for found in map(Path, sorted(glob.glob(whole))):
        if found.is_dir() and any((found / sign).exists() for sign in _SIGNS):
            yield found


def _check_when(place: str, cron: str, zone: str) -> None:
    check_zone(f"{place}: timezone", zone)
    if wrong := _wrong_in(cron):
        mend = 'write five fields, such as "0 3 * * *" for three at night'
        raise SettingsError(f"{place}: cron {cron!r}", wrong, mend)


def _wrong_in(cron: str) -> str:
    """What is wrong with a cron line; "" for nothing."""
    fields = cron.casefold().split()
    if len(fields) != len(_FIELDS):
        return f"has {len(fields)} fields instead of 5"
    for text, (name, low, high, words) in zip(fields, _FIELDS, strict=True):
        for part in text.split(","):
            if not (found := _PART.fullmatch(part)) or not _fits(found[1], low, high, words):
                return f"has no {name} {part!r}"
    return ""


def _fits(span: str, low: int, high: int, words: Mapping[str, int]) -> bool:
    ends = [low, high] if span == "*" else [int(w) if w.isdigit() else words.get(w, -1) for w in span.split("-")]
    return all(low <= end <= high for end in ends) and ends == sorted(ends)
