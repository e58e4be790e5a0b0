"""Settings as the knowledge-graph proposal writes them (seed 004), in our words. Reads no file.

`{"memory": {"knowledgeGraph": {"enabled": false, "confidenceDecay": {"defaultHalfLifeDays": 90}}}}`, as JSON or TOML.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from noctuary.errors import SettingsError
from noctuary.model import Kind

OUTER, INNER = "memory", "knowledgeGraph"
NEVER = 1.0
"""A sureness that no conflict is above: none is acted on."""
_PLACES = {
    "enabled": "enabled",
    "followEdges": "search.follow_edges",
    "maxEdgeDepth": "search.max_depth",
    "confidenceDecay.defaultHalfLifeDays": "decay.half_life_days",
    "confidenceDecay.revalidationThreshold": "decay.stale",
    "confidenceDecay.domainOverrides": "decay.domains",
    "contradictionDetection.autoResolve": "contradictions.auto_resolve",
}
_SWITCHES: dict[str, tuple[str, Any]] = {
    "confidenceDecay.enabled": ("decay.evergreen", list(get_args(Kind))),
    "contradictionDetection.enabled": ("contradictions.ask_score", NEVER),
}
"""What is laid down where one of these is false."""
USUAL_SIMILARITY = ("contradictionDetection.similarityThreshold", 0.5)
"""It has no counterpart here, as pairs are found by rare words: heard where it says what the proposal says."""


def ours(found: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A table of settings with what `memory.knowledgeGraph` says laid under ours, and what of it is not heard.

    A graph that is described and not enabled is off, as the proposal has it; a section that is only a switch is one.
    The table itself is taken out. SettingsError for a switch that is neither true nor false.
    """
    outer = found.get(OUTER)
    if not isinstance(outer, Mapping) or not isinstance(graph := outer.get(INNER), Mapping | bool):
        return found, []
    told: dict[str, Any] = {"enabled": False}
    unheard = []
    for key, value in _flat({"enabled": graph} if isinstance(graph, bool) else graph):
        if key in _PLACES:
            _lay(told, _PLACES[key], _switch(key, value) if key == "enabled" else value)
        elif key in _SWITCHES:
            if not _switch(key, value):
                _lay(told, *_SWITCHES[key])
        elif (key, value) != USUAL_SIMILARITY:
            unheard.append(f"{OUTER}.{INNER}.{key}")
    rest = {key: value for key, value in outer.items() if key != INNER}
    mine = {key: value for key, value in found.items() if key != OUTER} | ({OUTER: rest} if rest else {})
    return laid_under(told, mine), unheard


def _switch(key: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise SettingsError(f"{OUTER}.{INNER}.{key}", "is neither true nor false", "write true or false, without quotes")


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    flat: list[tuple[str, Any]] = []
    for key, value in table.items():
        is_section = isinstance(value, Mapping) and f"{prefix}{key}" not in _PLACES
        name = f"{prefix}{key}.enabled" if isinstance(value, bool) and f"{prefix}{key}.enabled" in _SWITCHES else ""
        flat += _flat(value, f"{prefix}{key}.") if is_section else [(name or f"{prefix}{key}", value)]
    return flat


def _lay(told: dict[str, Any], place: str, value: Any) -> None:
    section, _, key = place.rpartition(".")
    (told.setdefault(section, {}) if section else told)[key] = value


def laid_under(told: Mapping[str, Any], mine: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of `mine`, and of `told` those that `mine` does not name."""
    laid = dict(mine)
    for key, value in told.items():
        own = laid.get(key)
        both = isinstance(value, Mapping) and isinstance(own, Mapping)
        laid[key] = laid_under(value, own) if both else laid.get(key, value)  # type: ignore[arg-type]
    return laid
