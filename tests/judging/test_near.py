"""Near-duplicates: sure enough to fold without a judge, and never across a value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.judging.near import is_near


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Root cause of the leak was the missing gasket", "the root cause of the leak was the missing gasket"),
        ("the office printer is on the third floor", "Office printer is on the third floor."),
        ("we recieve the parcels at the side door", "we receive the parcels at the side door"),
        ("`make seed` fills the local database", "make seed fills the local database!"),
    ],
)
def test_filler_case_and_slips_make_no_difference(a: str, b: str) -> None:
    assert is_near(a, b)
    assert is_near(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("the boiler is set to 60 degrees", "the boiler is set to 65 degrees"),
        ("the gate opens for residents", "the gate does not open for residents"),
        ("the parcel goes to Martina", "the parcel goes to Marina"),
        ("Dan keeps the spare key", "Dad keeps the spare key"),
        ("backups run on db1 every night", "backups run on db2 every night"),
        ("the favourite colour is purple", "the favourite colour is cyan"),
        ("never deploy on Fridays", "deploy on Fridays"),
        ("the lamp is left of the door", "the lamp is right of the door"),
        ("export is allowed for admins", "import is allowed for admins"),
    ],
)
def test_a_value_a_name_or_a_not_always_does(a: str, b: str) -> None:
    """F27: look-alikes stay two."""
    assert not is_near(a, b)
    assert not is_near(b, a)


@given(st.text(max_size=60), st.text(max_size=60))
def test_it_is_symmetric_and_true_of_itself(a: str, b: str) -> None:
    assert is_near(a, a)
    assert is_near(a, b) == is_near(b, a)
