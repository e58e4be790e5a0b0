"""What a project's own files say of versions, ports and environment, read from their text. Opens no file.

Knows pyproject.toml, package.json, Cargo.toml and go.mod, and compose files. A text that cannot be parsed says nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from noctuary import toml, yaml

VERSIONS = ("pyproject.toml", "package.json", "Cargo.toml", "go.mod")
COMPOSE = ("docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml")
_REQUIREMENT = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*([^;]*)")
_GO = re.compile(r"^[ \t]*(?:require[ \t]+)?(\S+)[ \t]+v?(\d[\w.+-]*)", re.MULTILINE)
_PORT = re.compile(r"[0-9]{1,5}")
_MAJOR = re.compile(r"/v\d+$")
_TEXTS_KEPT = 16


@lru_cache(maxsize=_TEXTS_KEPT)
def versions(name: str, text: str) -> dict[str, str]:
    """What a manifest asks for: lower-case name → version as written there (`^18.2.0`, `>=3.11`, `1.22`)."""
    try:
        pairs = list(_READERS[name](text))
    except (ValueError, RecursionError):
        return {}
    return {key.lower(): spec.strip() for key, spec in pairs if isinstance(spec, str) and spec.strip()}


def ports(text: str) -> dict[str, frozenset[int]]:
    """The ports of each service of a compose file, published or inside."""
    return {name: frozenset(_ports(one.get("ports"))) for name, one in _services(text).items()}


def environment(text: str) -> dict[str, str]:
    """The variables of all services of a compose file; one that two services set differently is left out."""
    found: dict[str, set[str]] = {}
    for one in _services(text).values():
        for key, value in _variables(one.get("environment")):
            found.setdefault(key, set()).add(value)
    return {key: min(values) for key, values in found.items() if len(values) == 1}


def _pyproject(text: str) -> Iterator[tuple[str, Any]]:
    found = toml.read(text)
    project = _table(found.get("project"))
    yield "python", project.get("requires-python")
    lists = [project.get("dependencies"), *_table(project.get("optional-dependencies")).values()]
    for listed in [*lists, *_table(found.get("dependency-groups")).values()]:
        for line in listed if isinstance(listed, list) else ():
            if isinstance(line, str) and (hit := _REQUIREMENT.match(line.strip())):
                yield hit[1], hit[2]
    yield from _tabled(_table(_table(found.get("tool")).get("poetry")).get("dependencies"))


def _package(text: str) -> Iterator[tuple[str, Any]]:
    found = _table(json.loads(text))
    for section in ("dependencies", "devDependencies", "peerDependencies", "engines"):
        yield from _table(found.get(section)).items()


def _cargo(text: str) -> Iterator[tuple[str, Any]]:
    found = toml.read(text)
    yield "rust", _table(found.get("package")).get("rust-version")
    for section in ("dependencies", "dev-dependencies", "build-dependencies"):
        yield from _tabled(found.get(section))


def _go(text: str) -> Iterator[tuple[str, Any]]:
    for hit in _GO.finditer(text):
        yield _MAJOR.sub("", hit[1]).rpartition("/")[2], f"=={hit[2]}"


_READERS = {"pyproject.toml": _pyproject, "package.json": _package, "Cargo.toml": _cargo, "go.mod": _go}


def _tabled(section: Any) -> Iterator[tuple[str, Any]]:
    """Names with a version of their own, or in a table's `version`."""
    for name, spec in _table(section).items():
        yield name, spec.get("version") if isinstance(spec, dict) else spec


@lru_cache(maxsize=_TEXTS_KEPT)
def _services(text: str) -> dict[str, dict[str, Any]]:
    try:
        found = _table(_table(yaml.read(text)).get("services"))
    except ValueError:
        return {}
    return {str(name): one for name, one in found.items() if isinstance(one, dict)}


def _ports(listed: Any) -> Iterator[int]:
    for one in listed if isinstance(listed, list) else ():
        parts = (
            [one.get("published"), one.get("target")]
            if isinstance(one, dict)
            else _text(one).partition("/")[0].split(":")
        )
        yield from (int(part) for part in map(_text, parts) if _PORT.fullmatch(part))


def _variables(section: Any) -> Iterator[tuple[str, str]]:
    if isinstance(section, dict):
        yield from ((_text(key), _text(value)) for key, value in section.items() if value is not None)
    for line in section if isinstance(section, list) else ():
        key, sign, value = _text(line).partition("=")
        if sign:
            yield key, value


def _text(value: Any) -> str:
    """A value as it would be written; "" for a number of more digits than Python writes out."""
    try:
        return str(value)
    except ValueError:
        return ""


def _table(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}
