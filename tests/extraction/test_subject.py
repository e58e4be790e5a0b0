"""What a statement is about: a name, not the small word that its sentence begins with."""

from __future__ import annotations

import pytest

from noctuary.extraction.statement_kind import subject_of


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("From now on the kiln cools overnight", "Pottery"),
        ("Le four refroidit la nuit", "Pottery"),
        ("Don Draper left", "Don Draper"),
        ("IT closes at five", "IT"),
        ("De oven staat bij Hoekstra", "Hoekstra"),
    ],
)
def test_a_small_word_at_the_start_is_no_name(text: str, subject: str) -> None:
    assert subject_of(text, ("Pottery",)) == subject
