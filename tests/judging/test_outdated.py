"""How likely a line is outdated is weighed by what is measured, and by nothing else."""

from __future__ import annotations

import datetime as dt

import pytest

from noctuary.decisions import Chances
from noctuary.judging.outdated import chance, measures
from noctuary.judging.outdated_weights import WEIGHTS
from noctuary.model import Statement

LINE = Statement(text="Nightly export: crontab on merlin, 02:20")
SAID = ("the export on merlin starts at 04:10", "Merlin is slow today", "export of the photos took 3 hours")
EVEN = Chances(0.2, 0.2, 0.1, 0.1, 0.2, 0.2)


def said(text: str) -> Statement:
    return Statement(text=text, said_on=dt.date(2026, 5, 11))


def test_every_weight_is_of_a_measure() -> None:
    assert set(measures(LINE, said(SAID[0]), 0.5, EVEN)) >= WEIGHTS.keys()


def test_another_value_of_the_same_is_likelier_than_another_event_of_it() -> None:
    told = [chance(LINE, said(text), 0.7, EVEN) for text in SAID]
    assert told[0] > max(told[1:])


@pytest.mark.parametrize("unsure", [0.0, 0.4])
def test_what_surely_lasts_outdates_more_than_what_does_not(unsure: float) -> None:
    assert chance(LINE, said(SAID[0]), 0.9, EVEN) > chance(LINE, said(SAID[0]), unsure, EVEN)
