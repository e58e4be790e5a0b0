"""Settings as the knowledge-graph proposal writes them (seed 004), in our words. Reads no file, checks no value.

`{"memory": {"knowledgeGraph": {"enabled": false, "confidenceDecay": {"defaultHalfLifeDays": 90}}}}`, as JSON or TOML.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

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
SIMILARITY = "contradictionDetection.similarityThreshold"
_USUAL = 0.5


def ours(found: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A table of settings with what `memory.knowledgeGraph` says laid under ours, and what of it is not heard.

    A graph that is described and not enabled is off, as the proposal has it. The table itself is taken out.
    """
    outer = found.get(OUTER)
    if not isinstance(outer, Mapping) or not isinstance(graph := outer.get(INNER), Mapping):
        return found, []
    told: dict[str, Any] = {"enabled": False}
    unheard = []
    for key, value in _flat(graph):
        if key in _PLACES:
            _lay(told, _PLACES[key], value)
        elif key in _SWITCHES:
            if value is False:
                _lay(told, *_SWITCHES[key])
        elif key != SIMILARITY:
            unheard.append(f"unknown setting '{OUTER}.{INNER}.{key}' is ignored; see docs/settings.md")
        elif value != _USUAL:
            unheard.append(f"'{OUTER}.{INNER}.{key}' is ignored: pairs are found by rare words, see docs/judgement.md")
    rest = {key: value for key, value in outer.items() if key != INNER}
    mine = {key: value for key, value in found.items() if key != OUTER} | ({OUTER: rest} if rest else {})
    return laid_under(told, mine), unheard


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    flat: list[tuple[str, Any]] = []
    for key, value in table.items():
        is_section = isinstance(value, Mapping) and f"{prefix}{key}" not in _PLACES
        flat += _flat(value, f"{prefix}{key}.") if is_section else [(f"{prefix}{key}", value)]
    return flat


def _lay(told: dict[str, Any], place: str, value: Any) -> None:
    section, _, key = place.rpartition(".")
    (told.setdefault(section, {}) if section else told)[key] = value


def laid_under(told: Mapping[str, Any], mine: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of `mine`, and of `told` those that `mine` does not name."""
    laid = dict(mine)
    for key, value in told.items():
        own = laid.get(key)
        laid[key] = {**value, **own} if isinstance(value, dict) and isinstance(own, dict) else laid.get(key, value)
    return laid
