"""Relative dates, counted from when the words were said."""

from __future__ import annotations

import datetime as dt

import pytest

from noctuary.consolidate.extraction.when import resolve

THURSDAY = dt.datetime(2026, 5, 7, 9, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("since yesterday", "since 2026-05-06"),
        ("from next Monday", "from 2026-05-11"),
        ("last Friday", "2026-05-01"),
        ("in two weeks", "2026-05-21"),
        ("the lease ends at the end of next month", "the lease ends 2026-06-30"),
        ("since last week", "since 2026-04-27"),
        ("ab morgen", "ab 2026-05-08"),
        ("vor drei Tagen", "2026-05-04"),
        ("desde hoy", "desde 2026-05-07"),
        ("hace dos semanas", "2026-04-23"),
        ("lundi prochain", "2026-05-11"),
    ],
)
def test_a_relative_date_becomes_the_day_it_meant(text: str, resolved: str) -> None:
    assert resolve(text, THURSDAY) == resolved


@pytest.mark.parametrize(
    "text", ["every Monday", "on 5 June", "am Morgen", "das Lager hier", "`tomorrow`", "por la mañana"]
)
def test_words_that_name_no_single_day_stay(text: str) -> None:
    assert resolve(text, THURSDAY) == text


def test_without_an_instant_nothing_is_resolved() -> None:
    assert resolve("since yesterday", None) == "since yesterday"
