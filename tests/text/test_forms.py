"""What form a text has, and what its language makes of a word: neither is a conflict's business."""

from __future__ import annotations

import pytest

from noctuary.model import Statement
from noctuary.text.claims import claim
from noctuary.text.forms import instances, is_placed, says_unchanged


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No runtime, hook, CI gate, schema, release note, consumer repo, or validator behaviour changed", True),
        ("nothing in the harbour plan was changed", True),
        ("slots are 60 minutes, no longer 90 as before the plan changed", False),
        ("no, it changed to 5", False),
        ("no boats out. The plan changed", False),
    ],
)
def test_a_report_that_nothing_changed_may_list_at_length_what_did_not(text: str, expected: bool) -> None:
    assert says_unchanged(text) is expected


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "text", ["no " + "-" * 200, "no" + " -'-'" * 60, "keine " + "a/-" * 100, "no " + "word " * 300]
)
def test_a_ruled_line_after_no_is_read_to_its_end(text: str) -> None:
    """Backtracking over such a line would take years."""
    assert not says_unchanged(text)


def test_hashes_and_catalogue_numbers_name_one_instance() -> None:
    digest = "22e00475cc06d59c44f55beb3a623f43c347ac39f1342e62bce5cfcd5593a63c"
    assert instances(f"Capsule: `sha256:{digest}`") == {digest}
    assert instances("the guide is 978-3-16-148410-0") == {"978-3-16-148410-0"}
    assert not instances("the regatta is on 2026-05-03 at pier 4")


def test_a_field_tells_of_what_only_where_it_stands() -> None:
    assert is_placed("Status: green")
    assert is_placed("Title: the long mole")
    assert not is_placed("Boat supplier: Harkin")


def test_portuguese_no_is_a_place_and_denies_nothing() -> None:
    assert claim(Statement(text="a revisão foi provada no fluxo real")).polarity == 1
    assert claim(Statement(text="a revisão não foi provada em fluxo real")).polarity == -1
    assert claim(Statement(text="el barco no sale los lunes")).polarity == -1
