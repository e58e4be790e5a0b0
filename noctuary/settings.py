"""Settings and the layout of one workspace, read once at a door and passed down. Decides nothing.

Order: defaults, then noctuary.toml, then the environment (NOCTUARY_<SECTION>_<KEY>, dots as `_`).
"""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from noctuary.advice import AdvicePolicy
from noctuary.consolidate.policy import (
    OPENCLAW,
    PRESETS,
    SIGNALS,
    ArchivePolicy,
    CapPolicy,
    ConflictPolicy,
    DecayPolicy,
    HarmPolicy,
    PromotePolicy,
    RealityPolicy,
)
from noctuary.embed import EmbedSettings
from noctuary.errors import SettingsError, WorkspaceError
from noctuary.guard import GuardPolicy, check
from noctuary.model import Problem, Value
from noctuary.page import Budget
from noctuary.sources import Where

_WANTED = re.compile(r"Expected `([^`]+)`(?: ([<>]=?) ([-\d.]+))?")
_CALLED = {
    "float": "a number",
    "int": "a whole number",
    "bool": "true or false",
    "str": "text in quotes",
    "array": "a list",
    "object": "a table",
}
_BOUNDS = {">=": "of at least", ">": "above", "<=": "of at most", "<": "below"}


class SearchSettings(Value, frozen=True):
    """`k` results by default; `rrf_k` of reciprocal rank fusion (10 beat 60 by five points on LoCoMo).

    `log_recalls` keeps which facts a search found, as evidence of use (`noctuary.recalls`).
    """

    k: int = 8
    rrf_k: int = 10
    follow_edges: bool = True
    max_depth: int = 2
    log_recalls: bool = True


class Settings(Value, frozen=True):
    """Everything noctuary.toml may say. `timezone` is an IANA name; "" takes the machine's own."""

    timezone: str = ""
    sources: Where = Where()
    guard: GuardPolicy = GuardPolicy()
    promote: PromotePolicy = PromotePolicy()
    decay: DecayPolicy = DecayPolicy()
    reality: RealityPolicy = RealityPolicy()
    contradictions: ConflictPolicy = ConflictPolicy()
    caps: CapPolicy = CapPolicy()
    harm: HarmPolicy = HarmPolicy()
    archive: ArchivePolicy = ArchivePolicy()
    memory_md: Budget = Budget()
    search: SearchSettings = SearchSettings()
    embed: EmbedSettings = EmbedSettings()
    judge: AdvicePolicy = AdvicePolicy()


class Workspace(Value, frozen=True):
    """One folder of memory and where everything in it stands."""

    root: Path
    settings: Settings = Settings()
    problems: tuple[Problem, ...] = ()

    @property
    def memory(self) -> Path:
        """MEMORY.md, at the root or, where only that exists, under memory/."""
        below = self.root / "memory" / "MEMORY.md"
        at_root = self.root / "MEMORY.md"
        return below if below.is_file() and not at_root.is_file() else at_root

    @property
    def dreams(self) -> Path:
        return self.root / "DREAMS.md"

    @property
    def journal(self) -> Path:
        return self.root / "memory" / "graph.jsonl"

    @property
    def derived(self) -> Path:
        return self.root / ".noctuary"

    @property
    def index(self) -> Path:
        return self.derived / "index.sqlite"

    @property
    def lock(self) -> Path:
        return self.derived / "lock"

    def make_derived(self) -> None:
        """Make .noctuary/ with the mark by which git leaves it alone."""
        self.derived.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError), (self.derived / ".gitignore").open("xb") as mark:
            mark.write(b"*\n")

    def bench(self, night: str) -> Path:
        return self.derived / "nights" / night


def open_workspace(root: Path, environ: Mapping[str, str] = os.environ) -> Workspace:
    """The workspace at `root` with its settings. Unknown keys become problems, wrong types an error."""
    if not root.is_dir():
        raise WorkspaceError(str(root), "is not a folder", "name one with -w, or run `noctuary init`")
    path = root / "noctuary.toml"
    found, problems = _toml(path)
    _overlay(found, environ)
    _preset(found)
    problems += [
        Problem(path="noctuary.toml", message=f"unknown setting {key!r} is ignored; {_meant(key)}")
        for key in _unknown(found, Settings)
    ]
    try:
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        name, wrong = _misfit(str(error), found)
        raise SettingsError(name, wrong, "mend it in noctuary.toml or the environment; see docs/settings.md") from None
    _check_zone(settings.timezone)
    _check_weights(settings.promote)
    check(settings.guard)
    return Workspace(root=root, settings=settings, problems=tuple(problems))


def _toml(path: Path) -> tuple[dict[str, Any], list[Problem]]:
    if not path.is_file():
        return {}, []
    try:
        return tomllib.loads(path.read_text("utf-8-sig")), []
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError("noctuary.toml", str(error), "mend the line it names") from None


def _overlay(found: dict[str, Any], environ: Mapping[str, str]) -> None:
    for section in Settings.__struct_fields__:
        kind = msgspec.structs.fields(Settings)[Settings.__struct_fields__.index(section)].type
        keys = getattr(kind, "__struct_fields__", ())
        if not keys and (value := environ.get(f"NOCTUARY_{section.upper()}")):
            found[section] = value
        for key in keys:
            value = environ.get(f"NOCTUARY_{section.upper()}_{key.upper()}")
            if value and isinstance(found.setdefault(section, {}), dict):
                found[section][key] = _listed(f"NOCTUARY_{section.upper()}_{key.upper()}", value)


def _listed(name: str, value: str) -> Any:
    """An environment value; one that begins like a TOML list or table is read as one."""
    if value[0] not in "[{":
        return value
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(name, str(error), "write it as TOML would") from None


def _unknown(found: Mapping[str, Any], kind: Any, prefix: str = "") -> list[str]:
    unknown: list[str] = []
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for key, value in found.items():
        if key not in fields:
            unknown.append(prefix + key)
        elif isinstance(value, dict) and hasattr(fields[key], "__struct_fields__"):
            unknown += _unknown(value, fields[key], f"{prefix}{key}.")
    return unknown


def _meant(key: str) -> str:
    """What a setting that nobody knows may have meant."""
    known = [*Settings.__struct_fields__]
    for section in msgspec.structs.fields(Settings):
        known += [f"{section.name}.{name}" for name in getattr(section.type, "__struct_fields__", ())]
    near = difflib.get_close_matches(key, known, 1, 0.8)
    return f"did you mean {near[0]!r}?" if near else "see docs/settings.md"


def _misfit(message: str, found: Mapping[str, Any]) -> tuple[str, str]:
    """The setting's name and what is wrong with its value, out of what msgspec says of it."""
    said, _, place = message.rpartition(" - at `$.")
    name, inside, _ = place.rstrip("`").partition("[")
    value: Any = found
    kind: Any = Settings
    for key in name.split("."):
        value = value[key]
        kind = msgspec.structs.fields(kind)[kind.__struct_fields__.index(key)].type
    if not (expected := _WANTED.match(said)):
        return name, f"{json.dumps(value)} is none of {', '.join(map(str, get_args(kind)))}"
    wanted, bound, limit = expected.groups()
    what = " or ".join(_CALLED.get(one, one) for one in wanted.split(" | ") if one != "null")
    what += f" {_BOUNDS[bound]} {float(limit):g}" if bound else ""
    return name, f"{'holds what' if inside else json.dumps(value, default=str)} is not {what}"


def _preset(found: dict[str, Any]) -> None:
    """Lay the defaults of the named policy under what is said of promotion."""
    promote = found.get("promote")
    if isinstance(promote, dict) and (preset := PRESETS.get(str(promote.get("policy", "noctuary")))):
        found["promote"] = preset | promote


def _check_weights(promote: PromotePolicy) -> None:
    signals = tuple(OPENCLAW) if promote.policy == "openclaw" else SIGNALS
    unknown = sorted(promote.weights.keys() - set(signals))
    if unknown:
        raise SettingsError(
            "promote.weights", f"there is no signal {unknown[0]!r}", f"the signals are {', '.join(signals)}"
        )


def _check_zone(name: str) -> None:
    try:
        if name:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise SettingsError(
            "noctuary.toml", f"no such time zone {name!r}", "use an IANA name such as Europe/Berlin"
        ) from None
