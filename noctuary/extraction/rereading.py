"""What a reader makes of agents' notes, added to what their features say of them. Cuts nothing, invents nothing.

Features see marks and shapes, a reader words: on notes that neither has learned from both together rank what is kept
better than either alone (docs/corpus.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from noctuary.decisions import Line, Reader, Reading, Rejection
from noctuary.extraction.extract import THRESHOLD
from noctuary.extraction.keep_gates import REASONS
from noctuary.model import Candidate

KEPT = 0.28
"""The share of real statements that markers keep (docs/corpus.md): a reader that says no more than this says nothing."""
LEAST = 0.005
"""Half of what a reader's answer is rounded to: it never says never."""
WEIGHED = "not_durable"
PLACES = 4
"""Decimal places of a durability."""


def reread(
    items: Sequence[Candidate | Rejection], reader: Reader, before: str = ""
) -> list[Candidate | Rejection]:
    """The statements of an event in order; those of notes as durable as features and reader make them together.

    `before` is the statement that stands before them in their file. What was weighed and falls short of the threshold becomes a rejection that keeps its candidate, and the reverse.
    """
    found = list(items)
    asked = list(_asked(found, before))
    said = reader.lines_of([line for _, line in asked])
    for (number, _), reading in zip(asked, said, strict=True):
        found[number] = _weighed(found[number], reading)
    return found


def together(durability: float, reading: Reading) -> float:
    """Both as one chance in [0, 1], each with half the say: the mean of the log odds.

    Of the reader the more doubtful counts, whether a line is kept or whether it asserts something that stands, against
    the share that is kept of all; so .5 is the average line for both.
    """
    read = min(1.0 - reading.level[-1], reading.stance[0])
    odds = (_log_odds(durability) + _log_odds(read) - _log_odds(KEPT)) / 2.0
    return round(1.0 / (1.0 + math.exp(-odds)), PLACES)


def _asked(found: Sequence[Candidate | Rejection], before: str) -> Iterator[tuple[int, Line]]:
    for number, item in enumerate(found):
        one = item if isinstance(item, Candidate) else item.candidate
        if one is not None and one.support.role == "note":
            yield number, Line(one.text, one.support.role, one.support.ref, one.support.under, before)
        before = item.text


def _weighed(item: Candidate | Rejection, reading: Reading) -> Candidate | Rejection:
    one = item if isinstance(item, Candidate) else item.candidate
    if one is None:
        return item
    sure = together(one.confidence, reading)
    weighed = replace(one, confidence=sure)
    if sure >= THRESHOLD:
        return weighed
    gate = item.gate if isinstance(item, Rejection) else WEIGHED
    text = item.text
    return Rejection(
        text=text, gate=gate, reason=REASONS[gate], support=item.support, candidate=weighed, score=sure
    )  # fmt: skip


def _log_odds(chance: float) -> float:
    sure = min(max(chance, LEAST), 1.0 - LEAST)
    return math.log(sure / (1.0 - sure))
