"""The sample workspace, through one night, against what its README says a good night makes of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.stories import measured
from tests.conftest import as_shipped

DATA = Path(__file__).parent.parent.parent / "data"


@pytest.fixture(scope="module")
def counted() -> Counter[str]:
    """Hits and wanted (` of`) by what is expected."""
    with as_shipped():
        return measured(DATA)


@pytest.mark.parametrize("name", ["kept out", "secrets out", "second night quiet"])
def test_what_must_never_happen_never_does(counted: Counter[str], name: str) -> None:
    """KG-024, KG-053, TB-120: junk, injections and secrets stay out; the second night is quiet."""
    assert counted[name] == counted[f"{name} of"] > 0


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("must be believed", 0.85),
        ("must not be believed", 0.8),
        ("contradictions asked", 0.7),
        ("answers in top 5", 0.8),
    ],
)
def test_most_of_what_was_planted_is_found(counted: Counter[str], name: str, least: float) -> None:
    """KG-001: a floor that was measured, so that a change which loses ground is noticed."""
    assert counted[name] / counted[f"{name} of"] >= least
