"""How likely an owner finds a line of an agent's notes worth keeping, where it reads as one that lasts.

Learned from what blind readers said of lines that nights had let in (benchmarks/corpus/worth.py): durable and worth it
are two things. What stands four headings deep has mostly lost its subject, a lesson or preference seldom has.
"""

from __future__ import annotations

import math

from noctuary.decisions import Reading
from noctuary.extraction.worth_weights import BIAS, WEIGHTS
from noctuary.model import Candidate
from noctuary.text.readable import is_readable

EVEN = 0.5
"""From here an owner rather keeps a line than not: of lines let in that are below, of workspaces left out, readers call
one in three right, of those above two in three."""
AT_EVEN = 0.9
"""The durability that a line which is kept as likely as not has at most; a single note needs little less
(`promote.min_noted`)."""
LEAST = 0.005
"""Half of what a reader's answer is rounded to: it never says never."""
DEEP, MANY_WORDS = 5, 20
PLACES = 4
_LEVELS = ("must", "may", "no")
_STANCES = ("asserted", "transient", "asked", "supposed", "planned", "reported", "scrap")


def measures(one: Candidate, reading: Reading) -> dict[str, float]:
    """What worth is weighed by: what a reader says, durability by features alone, kind, language, day and headings.

    Of chances a third of the log odds, so that all lie within some [-2, 2].
    """
    chances = zip((*_LEVELS, *_STANCES), (*reading.level, *reading.stance), strict=True)
    above = one.support.under
    return {
        **{name: log_odds(chance) / 3 for name, chance in chances},
        "durability": log_odds(one.confidence) / 3,
        f"kind_{one.kind}": 1.0,
        "readable": float(is_readable(one.text)),
        "dated": float(one.support.at is not None),
        "depth": min(len(above), DEEP) / DEEP,
        "words_above": min(sum(len(words.split()) for words in above), MANY_WORDS) / MANY_WORDS,
    }


def worth(one: Candidate, reading: Reading) -> float:
    """The chance in [0, 1] that its owner finds the line worth keeping; `one.confidence` is its features' durability."""
    odds = BIAS + math.fsum(WEIGHTS.get(name, 0.0) * value for name, value in measures(one, reading).items())
    return round(1.0 / (1.0 + math.exp(-odds)), PLACES)


def at_most(durability: float, worth: float, least: float) -> float:
    """A durability no higher than its worth allows: `AT_EVEN` where it is even, 0 and 1 where none and sure, in straight
    lines between; never below `least` for that alone."""
    slope = AT_EVEN / EVEN if worth < EVEN else (1.0 - AT_EVEN) / (1.0 - EVEN)
    return min(durability, max(least, round(AT_EVEN + slope * (worth - EVEN), PLACES)))


def log_odds(chance: float) -> float:
    """The log odds of a chance, which is neither none nor all."""
    sure = min(max(chance, LEAST), 1.0 - LEAST)
    return math.log(sure / (1.0 - sure))
