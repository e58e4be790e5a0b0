"""Settings and the layout of one workspace, read once at a door and passed down. Decides nothing.

Order: defaults, then what noctuary.json says of a knowledge graph, then noctuary.toml, then what a fleet says of the
workspace, then the environment (NOCTUARY_<SECTION>_<KEY>, dots as `_`).
"""

from __future__ import annotations

import codecs
import json
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec.structs import replace

from noctuary import files, layout, toml
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
from noctuary.graph_settings import laid_under, ours
from noctuary.guard import GuardPolicy, check
from noctuary.loader import is_claude_project, loader_of
from noctuary.model import Problem, Value
from noctuary.page import Budget
from noctuary.sources import Where
from noctuary.sources.where import boundless, find

_WANTED = re.compile(r"Expected `([^`]+)`(?: ([<>]=?) ([-\d.]+))?")
_WRONG_KEY = re.compile(r"Invalid enum value (.*) - at `key` in ", re.S)
_CALLED = {
    "float": "a number",
    "int": "a whole number",
    "bool": "true or false",
    "str": "text in quotes",
    "array": "a list",
    "object": "a table",
}
_LARGEST, _MOST_SHOWN, _MOST_UNKNOWN = 4 * toml.LARGEST, 200, 20
"""Bytes that settings may take, and characters of a wrong value or of what a parser says of it that are shown."""
_BOUNDS = {">=": "of at least", ">": "above", "<=": "of at most", "<": "below"}


class SearchSettings(Value, frozen=True):
    """`k` results by default; `rrf_k` of reciprocal rank fusion (10 beat 60 by five points on LoCoMo).

    `log_recalls` keeps which facts a search found, as evidence of use (`noctuary.recalls`), `log_gaps` what was asked
    in vain (`noctuary.gaps`).
    """

    k: int = 8
    rrf_k: int = 10
    follow_edges: bool = True
    max_depth: int = 2
    log_recalls: bool = True
    log_gaps: bool = True


class ServerSettings(Value, frozen=True):
    """What `noctuary serve` offers and allows (docs/mcp.md).

    `tools` are the sets it offers. `review` lets an agent's answer to a question count: `ask` where the human confirms
    it through the client, `always`, or `never`, where no tool answers. `dream` is what the tool of that name may do.
    An answer takes at most `max_bytes` of JSON: 25,000 tokens, which Claude Code allows, of two bytes each.
    """

    tools: tuple[Literal["noctuary", "memory", "reference", "knowledge"], ...] = ("noctuary",)
    review: Literal["ask", "always", "never"] = "ask"
    dream: Literal["plan", "run"] = "plan"
    max_bytes: Annotated[int, msgspec.Meta(ge=2_000, le=10_000_000)] = 50_000


class MemoryToolSettings(Value, frozen=True):
    """The reference memory server's operations (docs/memory-tool.md).

    `file` is a memory.jsonl that is kept in step, "" for none; `unknown_ends` says what becomes of a relation to a name
    nobody knows: the name is made a bare entity, as the seeds and the reference have it, or the call is refused. `page`
    is how many entities a page of the graph holds where a client's answer is capped.
    """

    file: str = ""
    unknown_ends: Literal["stub", "refuse"] = "stub"
    page: Annotated[int, msgspec.Meta(ge=1)] = 200


class KnowledgeSettings(Value, frozen=True):
    """The Knowledge surface (docs/knowledge.md). `types` are entity types of your own beside those it knows;
    `confidence` is by which formula an insight grows surer that several sessions conclude."""

    types: tuple[str, ...] = ()
    confidence: Literal["noctuary", "thoughtbox"] = "noctuary"


class NoteSettings(Value, frozen=True):
    """Notes that describe themselves (docs/notes.md). `types` are accepted beside the sixteen that are known."""

    types: tuple[str, ...] = ()


class Settings(Value, frozen=True):
    """Everything noctuary.toml may say.

    `timezone` is an IANA name; "" takes the machine's own. Where `enabled` is false no night does anything.
    """

    timezone: str = ""
    enabled: bool = True
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
    server: ServerSettings = ServerSettings()
    memory_tool: MemoryToolSettings = MemoryToolSettings()
    knowledge: KnowledgeSettings = KnowledgeSettings()
    notes: NoteSettings = NoteSettings()


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
    def memory_elsewhere(self) -> str:
        """The file this workspace keeps its memory in where MEMORY.md does not exist and is not to be made; else "".

        "elsewhere" where a setting says so and no such file is known.
        """
        create = self.settings.memory_md.create
        if create == "always" or os.path.lexists(self.memory):
            return ""
        return kept_in(self.root, self.settings.sources) or ("elsewhere" if create == "never" else "")

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
        files.make_folder(self.derived, self.root)
        files.create(self.derived / ".gitignore", self.root, b"*\n")

    def bench(self, night: str) -> Path:
        return self.derived / "nights" / night


def kept_in(root: Path, sources: Where) -> str:
    """The file that holds a workspace's long-term memory under another name than MEMORY.md; "" where none does.

    One that `sources.memory` names, or the CLAUDE.md of a folder that is Claude Code's alone.
    """
    named = (found.ref for found in find(root, replace(sources, notes=(), sessions=())) if found.kind == "memory")
    if other := next((ref for ref in sorted(named) if Path(ref).name != "MEMORY.md"), ""):
        return other
    return "CLAUDE.md" if loader_of(root) == "claude-code" and is_claude_project(root) else ""


def open_workspace(
    root: Path | str, environ: Mapping[str, str] = os.environ, overrides: Mapping[str, Any] | None = None
) -> Workspace:
    """The workspace at `root` with its settings. Unknown keys become problems, wrong types an error.

    `overrides` is a table as noctuary.toml has it, laid over that file: a key with dots is in the table it names.
    """
    root = Path(root)
    if not root.is_dir():
        raise WorkspaceError(str(root), "is not a folder", "name one with -w, or run `noctuary init`")
    layout.check(root)
    found, unheard = ours(laid_under(_json(root / "noctuary.json"), _toml(root / "noctuary.toml")))
    problems = _ignored(unheard)
    found = laid_under(found, toml.nested(overrides or {}))
    _overlay(found, environ)
    _preset(found)
    problems += _ignored(_unknown(found, Settings))
    settings = _converted(found)
    check_zone("timezone", settings.timezone)
    _check_globs(root, settings.sources)
    _check_weights(settings.promote)
    check(settings.guard)
    if settings.memory_md.budget == "auto" and (whose := loader_of(root)) != "unknown":
        settings = replace(settings, memory_md=replace(settings.memory_md, budget=whose))
    return Workspace(root=root, settings=settings, problems=tuple(problems))


def check_overrides(said: Mapping[str, Any]) -> None:
    """SettingsError for a table of settings that holds a key nobody knows, or a value that does not fit."""
    for key in _unknown(said, Settings):
        raise SettingsError(key, "is no setting", _meant(key))
    check_zone("timezone", _converted(said).timezone)


def _converted(found: Mapping[str, Any]) -> Settings:
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        name, wrong = _misfit(str(error), found)
        raise SettingsError(name, wrong, "mend it in noctuary.toml or the environment; see docs/settings.md") from None


def _toml(path: Path) -> dict[str, Any]:
    data = _held(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(path.name, f"is no UTF-8 ({error})", "save it as UTF-8") from None
    return _parsed(path.name, text, "mend the line it names")


def _json(path: Path) -> dict[str, Any]:
    """The settings of a file in the words of the knowledge-graph proposal."""
    if not os.path.lexists(path):
        return {}
    try:
        return msgspec.json.decode(_held(path).removeprefix(codecs.BOM_UTF8), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(path.name, str(error)[:_MOST_SHOWN], "mend it, or write noctuary.toml instead") from None


def _held(path: Path) -> bytes:
    """The bytes of a file of settings; none where there is no such file."""
    if not os.path.lexists(path):
        return b""
    if not path.is_file():
        raise SettingsError(path.name, f"is {layout.kind(path)}", "move it away; settings stand in a file of that name")
    if path.stat().st_size > _LARGEST:
        raise SettingsError(path.name, f"is larger than {_LARGEST} bytes", "shorten it; see docs/settings.md")
    return path.read_bytes()


def _parsed(name: str, text: str, mend: str) -> dict[str, Any]:
    """The table a TOML text holds; SettingsError where it holds none, or too much."""
    try:
        return toml.read(text)
    except toml.Refused as error:
        raise SettingsError(name, str(error), "no setting needs as much; write it shorter") from None
    except ValueError as error:
        raise SettingsError(name, str(error)[:_MOST_SHOWN], mend) from None


@lru_cache  # msgspec works the types out anew whenever it is asked
def _types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _overlay(found: dict[str, Any], environ: Mapping[str, str]) -> None:
    for section, kind in _types(Settings).items():
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
    return _parsed(name, f"value = {value}", "write it as TOML would")["value"]


def _unknown(found: Mapping[str, Any], kind: Any, prefix: str = "") -> list[str]:
    unknown, fields = list[str](), _types(kind)
    for key, value in found.items():
        if key not in fields:
            unknown.append(prefix + key)
        elif isinstance(value, dict) and hasattr(fields[key], "__struct_fields__"):
            unknown += _unknown(value, fields[key], f"{prefix}{key}.")
    return unknown


def _ignored(unknown: list[str]) -> list[Problem]:
    """What is told of settings that nobody knows: of the first each, of the others how many."""
    told = [f"unknown setting {key[:_MOST_SHOWN]!r} is ignored; {_meant(key)}" for key in unknown[:_MOST_UNKNOWN]]
    if more := len(unknown) - len(told):
        told.append(f"{more} more unknown settings are ignored; see docs/settings.md")
    return [Problem(path="noctuary.toml", message=one) for one in told]


def _meant(key: str) -> str:
    """What a setting that nobody knows may have meant."""
    known = [*Settings.__struct_fields__]
    for section, kind in _types(Settings).items():
        known += [f"{section}.{name}" for name in getattr(kind, "__struct_fields__", ())]
    import difflib

    near = difflib.get_close_matches(key, known, 1, 0.8)
    return f"did you mean {near[0]!r}?" if near else "see docs/settings.md"


def _misfit(message: str, found: Mapping[str, Any]) -> tuple[str, str]:
    """The setting's name and what is wrong with its value, out of what msgspec says of it."""
    said, _, place = message.rpartition("`$.")
    name, inside, _ = place.rstrip("`").partition("[")
    if other := _WRONG_KEY.fullmatch(said):
        return name, f"there is no key {other[1]}"
    value: Any = found
    kind: Any = Settings
    for key in name.split("."):
        value = value[key]
        kind = _types(kind)[key]
    if not (expected := _WANTED.match(said)):
        return name, f"{_shown(value)} is none of {', '.join(map(str, get_args(kind)))}"
    wanted, bound, limit = expected.groups()
    what = " or ".join(_CALLED.get(one, one) for one in wanted.split(" | ") if one != "null")
    what += f" {_BOUNDS[bound]} {float(limit):g}" if bound else ""
    return name, f"{'holds what' if inside else _shown(value)} is not {what}"


def _shown(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def _preset(found: dict[str, Any]) -> None:
    """Lay the defaults of the named policy under what is said of promotion."""
    promote = found.get("promote")
    if isinstance(promote, dict) and (preset := PRESETS.get(str(promote.get("policy", "noctuary")))):
        found["promote"] = preset | promote


def _check_weights(promote: PromotePolicy) -> None:
    signals = tuple(OPENCLAW) if promote.policy == "openclaw" else SIGNALS
    mend = f"the signals are {', '.join(signals)}"
    if unknown := sorted(promote.weights.keys() - set(signals)):
        raise SettingsError("promote.weights", f"there is no signal {unknown[0]!r}", mend)
    if promote.min_score > 0 and not any(weight > 0 for weight in promote.weights.values()):
        raise SettingsError("promote.weights", "none is above 0: every score would be 0, and nothing be let in", mend)


def _check_globs(root: Path, sources: Where) -> None:
    for name in ("memory", "notes", "sessions", "exclude"):
        if any("\0" in glob for glob in getattr(sources, name)):
            raise SettingsError(f"sources.{name}", "holds a glob with a NUL, which no path has", "take it out")
    for name, glob in boundless(root, sources):
        mend = "let it begin below the workspace, or with a folder of its own, such as ~/.claude/projects/**/*.jsonl"
        raise SettingsError(f"sources.{name}", f"holds {_shown(glob)}, which walks all of the disk or of a home", mend)


def check_zone(where: str, name: str) -> None:
    """SettingsError, naming the place, for a name that is no time zone's; "" is the machine's own zone."""
    try:
        if name:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        what = f"no such time zone {_shown(name)}"
        raise SettingsError(where, what, "use an IANA name such as Europe/Berlin") from None
