"""How likely a later statement says that a line of the memory file no longer holds, in whatever words it is told.

Learned from whole nights over written workspaces, in which it is known what changed, and over seventy real ones, in
which next to nothing does (`python -m benchmarks.outdated`): what a reader says of the two is one measure beside what
they share and differ in.
"""

from __future__ import annotations

import math

from noctuary.decisions import Chances
from noctuary.judging.entails import are_of_two_things
from noctuary.judging.outdated_weights import BIAS, WEIGHTS
from noctuary.judging.slots import Slot, measured, slot
from noctuary.model import Statement

LEAST = 0.005
"""Half of what a reader's answer is rounded to: it never says never."""
MANY = 4
PLACES = 4
_CUES = ("correction", "no_longer", "switched", "ended", "became", "now", "since", "as_from", "instead", "only", "also")
_BARE, _HEARD = "number", "heard_{}"


def chance(line: Statement, said: Statement, durability: float, heard: Chances) -> float:
    """The chance in [0, 1] that the line no longer holds after what was `said`, `durability` sure to last, given what a
    reader `heard` of the two."""
    told = measures(line, said, durability, heard)
    odds = BIAS + math.fsum(WEIGHTS.get(name, 0.0) * value for name, value in told.items())
    return round(1.0 / (1.0 + math.exp(-odds)), PLACES)


def measures(line: Statement, said: Statement, durability: float, heard: Chances) -> dict[str, float]:
    """What the chance is weighed by: what a reader hears, as a third of the log odds, so that all lie in some [-2, 2],
    what stands in both or in one alone, and whether headings tell them apart."""
    told = {_HEARD.format(name): _third_of_odds(value) for name, value in heard._asdict().items()}
    apart = {"apart": float(are_of_two_things(line, said))}
    return {**_seen(slot(line, said), durability), **apart, **told}


def _third_of_odds(share: float) -> float:
    sure = min(max(share, LEAST), 1.0 - LEAST)
    return math.log(sure / (1.0 - sure)) / 3


def _seen(met: Slot, durability: float) -> dict[str, float]:
    """Words, values of one type that differ, cues of a change."""
    differing = measured(met)
    return {
        "shared_words": min(met.shared, MANY) / MANY,
        "of_shorter": met.of_shorter,
        "of_longer": met.of_longer,
        "label": float(met.is_labelled),
        "value": float(bool(differing)),
        "typed_value": float(any(one.kind != _BARE for one, _ in differing)),
        "only_value": float(bool(differing) and len(met.one.values) == len(met.two.values) == 1),
        "values": float(bool(met.one.values) and bool(met.two.values)),
        "same_value": float(bool(met.met.equal)),
        "durability": durability,
        **{f"cue_{name}": float(name in met.two.cues) for name in _CUES},
    }
