"""What a reader makes of agents' notes and of a human's talk, added to what their features say. Cuts and invents nothing.

Features see marks and shapes, a reader words: on notes and talk that neither has learned from both together rank what
is kept better than either alone (docs/corpus.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from noctuary.decisions import Line, Reader, Reading, Rejection
from noctuary.extraction.extract import NEAR_MISS, THRESHOLD
from noctuary.extraction.keep_gates import REASONS
from noctuary.extraction.talk_weights import READ
from noctuary.extraction.worth import at_most, log_odds, worth
from noctuary.model import Candidate

KEPT = 0.28
"""The share of real statements that markers keep (docs/corpus.md): a reader that says no more than this says nothing."""
TALK = "session.jsonl"
"""What a reader is told a human's words stand in, whatever the log is called."""
WEIGHED = "not_durable"
PLACES = 4
"""Decimal places of a durability."""


class Cut(NamedTuple):
    """What was cut from an event, in order, and the statement that stands before it in its file, if any."""

    items: Sequence[Candidate | Rejection]
    before: str = ""


def reread(items: Sequence[Candidate | Rejection], reader: Reader, before: str = "") -> list[Candidate | Rejection]:
    """`reread_all` of one event."""
    return reread_all([Cut(items, before)], reader)[0]


def reread_all(cuts: Sequence[Cut], reader: Reader) -> list[list[Candidate | Rejection]]:
    """The statements of each event in order; of notes and talk as durable as features and reader make them together.

    What was weighed and falls short of the threshold becomes a rejection that keeps its candidate where it is a near
    miss, and the reverse. The reader is asked once for all.
    """
    found = [list(one.items) for one in cuts]
    asked = [(items, *place) for one, items in zip(cuts, found, strict=True) for place in _asked(items, one.before)]
    said = reader.lines_of([line for *_, line in asked])
    for (items, number, _), reading in zip(asked, said, strict=True):
        items[number] = _weighed(items[number], reading)
    return found


def together(durability: float, reading: Reading) -> float:
    """Both as one chance in [0, 1], each with half the say: the mean of the log odds.

    Of the reader the more doubtful counts, whether a line is kept or whether it asserts something that stands, against
    the share that is kept of all; so .5 is the average line for both.
    """
    read = min(1.0 - reading.level[-1], reading.stance[0])
    odds = (log_odds(durability) + log_odds(read) - log_odds(KEPT)) / 2.0
    return round(1.0 / (1.0 + math.exp(-odds)), PLACES)


def _asked(found: Sequence[Candidate | Rejection], before: str) -> Iterator[tuple[int, Line]]:
    """The statements of notes and talk where they stand. Of talk neither the log's name nor the turn before counts."""
    said = ""
    for number, item in enumerate(found):
        one = item if isinstance(item, Candidate) else item.candidate
        if one is not None and one.support.role == "note":
            yield number, Line(one.text, "note", one.support.ref, one.support.under, before)
        elif one is not None and one.support.role == "user":
            yield number, Line(one.text, "user", TALK, (), said)
        before = said = item.text


def _weighed(item: Candidate | Rejection, reading: Reading) -> Candidate | Rejection:
    one = item if isinstance(item, Candidate) else item.candidate
    if one is None:
        return item
    is_talk = one.support.role == "user"
    sure = of_talk(one.confidence, reading) if is_talk else together(one.confidence, reading)
    if one.support.role == "note" and one.support.trust == "agent":
        sure = at_most(sure, worth(one, reading), min(sure, THRESHOLD))
    weighed = replace(one, confidence=sure)
    if sure >= THRESHOLD:
        return weighed
    gate = item.gate if isinstance(item, Rejection) else WEIGHED
    near = None if is_talk and sure < NEAR_MISS else weighed
    return Rejection(
        text=item.text, gate=gate, reason=REASONS[gate], support=item.support, candidate=near, score=sure
    )  # fmt: skip


def of_talk(durability: float, reading: Reading) -> float:
    """The chance in [0, 1] that a human's sentence lasts: its features' half, moved by what the reader says.

    Learned from the sentences of real talk together (benchmarks/corpus/talk.py); .5 is a sentence that is kept as often
    as any.
    """
    heard = map(log_odds, (*reading.level, *reading.stance))
    said = math.fsum(weight * odds for weight, odds in zip(READ, heard, strict=True))
    odds = log_odds(durability) + said
    return round(1.0 / (1.0 + math.exp(-odds)), PLACES)
