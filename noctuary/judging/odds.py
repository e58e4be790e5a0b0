"""How likely a pair is each verdict by its measures, and from which chance it is called a conflict.

The weights are those of `weights`; which rules overrule them is `judge`'s business.
"""

from __future__ import annotations

import math

from noctuary.decisions import Chances, VerdictKind
from noctuary.judging.align import Alignment
from noctuary.judging.exchanges import measured
from noctuary.judging.features import turn
from noctuary.judging.network import log_odds
from noctuary.judging.weights import CONFLICT_AT, TURN
from noctuary.text.claims import Claim

REST: tuple[VerdictKind, ...] = ("duplicate", "refinement", "compatible", "unrelated")
COLUMNS = ("conflict", *REST)
UNDATED_AT = 0.9
TOLD_AT = 0.7
CLOSE_AT = 0.42
BEINGS_AT = 0.6
CLOSE_ODDS = 0.45
UNDATED_ODDS = 0.25
CLASH_OPEN, SAME_OPEN = 0.05, 0.05
LEAST = 0.005
"""Half of what a reader's answer is rounded to: it never says never."""
MOST = 1.01
"""The most that a reader's two conflicts make together, each being rounded."""
_NEVER = 2.0
UNLIKELY_AT = 0.7
TORN_AT = 0.4
_SETTLED = frozenset(("barred", "restated"))
_TELLING = frozenset(("correction", "no_longer", "switched", "amount", "ended", "moved_time", "now"))


def chances(found: dict[str, float]) -> dict[str, float]:
    """The model's probability of each of `COLUMNS`, summing to 1."""
    raw = log_odds(found)
    top = max(raw)
    grown = [math.exp(value - top) for value in raw]
    return {kind: value / sum(grown) for kind, value in zip(COLUMNS, grown, strict=True)}


def clashing(chance: float, a: Claim, b: Claim, found: dict[str, float]) -> float:
    """The chance of a conflict; for undated texts that run mostly alike, the mean of both models' words."""
    return chance if _is_ordered(a, b) or "edit" not in found else (chance + found["edit"]) / 2.0


def threshold(a: Claim, b: Claim, found: dict[str, float], ruled: str) -> float:
    """The chance from which a pair is called a conflict; out of reach where nothing clashes in undated ones.

    What is unlikely takes a high one, and both days.

    Two undated texts about some person or animal may speak of two, or of two moments: that takes a higher chance.
    """
    if ruled:
        return UNLIKELY_AT if ruled == "unlikely" and a.said_on and b.said_on else _NEVER
    if _is_ordered(a, b):
        return CONFLICT_AT if a.said_on and b.said_on else TOLD_AT
    if "edit_close" in found:
        return BEINGS_AT if measured(a.text, b.text).is_of_beings else CLOSE_AT
    return UNDATED_AT if "clash" in found else _NEVER


def is_torn(chance: dict[str, float], a: Claim, b: Claim, ruled: str) -> bool:
    """Whether two dated statements clash or else say the same, the first being likelier: then they clash."""
    if ruled or not (a.said_on and b.said_on):
        return False
    least = max(chance["refinement"], chance["compatible"], chance["unrelated"])
    return chance["conflict"] > max(TORN_AT, chance["duplicate"]) and chance["duplicate"] > least


def undated(chance: float, a: Claim, b: Claim, found: dict[str, float]) -> float:
    """The chance among undated statements: there, far fewer of the pairs that share words conflict than were labelled."""
    if _is_ordered(a, b):
        return chance
    odds = chance * (CLOSE_ODDS if "edit_close" in found else UNDATED_ODDS)
    return odds / (odds + 1.0 - chance)


def is_open(chance: dict[str, float], ruled: str) -> bool:
    """Whether the measures leave it open that two statements clash, or that they say the same."""
    may_clash = ruled not in _SETTLED and chance["conflict"] >= CLASH_OPEN
    return may_clash or chance["duplicate"] + chance["refinement"] >= SAME_OPEN


def together(chance: dict[str, float], heard: Chances) -> dict[str, float]:
    """The measures' chances and a reader's, each with half the say: their geometric mean, made to sum to 1."""
    clash = heard.conflict
    said = dict(zip(COLUMNS, (clash, heard.duplicate, heard.refinement, heard.compatible, heard.unrelated), strict=True))
    grown = {kind: math.sqrt(chance[kind] * max(said[kind], LEAST)) for kind in COLUMNS}
    return {kind: value / sum(grown.values()) for kind, value in grown.items()}


def at_most(chance: dict[str, float]) -> float:
    """The most that a conflict's chance can be, by the measures alone or together with any reader."""
    clash = math.sqrt(chance["conflict"] * MOST)
    rest = sum(math.sqrt(value * LEAST) for kind, value in chance.items() if kind != "conflict")
    return max(chance["conflict"], clash / (clash + rest)) if clash else 0.0


def told(a: Claim, b: Claim, met: Alignment, heard: Chances | None = None) -> float:
    """The chance that a conflict is a change, not a clash; of what was heard from a reader half the log odds."""
    weight = sum(TURN.get(name, 0.0) * value for name, value in turn(a, b, met).items())
    if heard:
        weight = (weight + math.log(max(heard.supersession, LEAST) / max(heard.contradiction, LEAST))) / 2.0
    return 1.0 / (1.0 + math.exp(-weight))


def raised(chance: dict[str, float], least: float) -> dict[str, float]:
    """The chances where the newer side says outright that the older value is out and another is in."""
    return spread(chance, least + (1.0 - least) * chance["conflict"])


def spread(chance: dict[str, float], share: float) -> dict[str, float]:
    """The chances with that of a conflict set to `share`, and the rest of it spread over the others as they stand."""
    rest = (1.0 - share) / max(1e-9, 1.0 - chance["conflict"])
    return {kind: share if kind == "conflict" else value * rest for kind, value in chance.items()}


def tells_change(c: Claim) -> bool:
    """Whether a claim says that something is no longer as it was."""
    return not _TELLING.isdisjoint(c.cues)


def _is_ordered(a: Claim, b: Claim) -> bool:
    """Whether both days are known, or the newer one tells of a change itself."""
    return bool(a.said_on and b.said_on) or tells_change(b)
