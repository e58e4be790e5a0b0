"""One somebody, two jobs: a slot that is told by two verbs."""

from __future__ import annotations

import pytest

from noctuary.judging.jobs import are_jobs


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Mara works as a florist", "Mara is now an undertaker"),
        ("Jonas Weil has been employed as a clerk", "jonas weil became head of the archive"),
        ("Our cook serves as the fire warden", "Our cook took over as fire warden for both floors"),
        ("Tilda was hired as a nurse", "Tilda works as a midwife"),
    ],
)
def test_two_jobs_of_one_are_one_slot(older: str, newer: str) -> None:
    assert are_jobs(older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Mara works as a florist", "Moira is now an undertaker"),
        ("Mara works as a florist", "Mara is now a grandmother"),
        ("Mara is now a florist", "Mara became ill"),
        ("Mara works as a florist", "Mara is now living in Bergen, as her sister did"),
        ("Mara works as a florist and sings", "Mara is now an undertaker"),
        ("works as a florist", "Mara is now an undertaker"),
    ],
)
def test_other_people_kin_and_whole_tales_are_none(older: str, newer: str) -> None:
    assert not are_jobs(older, newer)


def test_a_long_line_is_not_read() -> None:
    assert not are_jobs("Mara works as a florist " * 9000, "Mara is now an undertaker")
