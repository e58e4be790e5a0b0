"""Near-duplicates: sure enough to fold without a judge, and never across a value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.consolidate.near import is_near, may_fold


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


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("We like tabs over spaces", "We like spaces over tabs"),
        ("Nora no longer works at the mill", "Nora works at the mill again"),
        ("Always squash commits", "Never squash commits"),
        ("The depot opens at 7", "The depot opens at 9"),
        ("The current version of the kiosk is 9.14.2", "The pool size of the kiosk is 2"),
        ("Cache: Redis 7", "Edda's laptop still has Redis 7 as cache"),
    ],
)
def test_what_denies_turns_reorders_or_is_anothers_never_becomes_evidence(a: str, b: str) -> None:
    """DESIGN 8: no statement becomes evidence for what it denies, whatever the judge calls the two."""
    assert not may_fold(a, b)
    assert not may_fold(b, a)


def test_other_words_for_the_same_may_become_one() -> None:
    assert may_fold("Invoices are archived for ten years", "we keep invoices for 10 years")
