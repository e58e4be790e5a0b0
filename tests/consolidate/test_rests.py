"""What of a human's line stays believed when an answer keeps what changes its other half."""

from __future__ import annotations

import datetime as dt

import pytest
from msgspec.structs import replace

from noctuary.consolidate.rests import lost, rests
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, fact_id


def fact(text: str, trust: str = "human") -> Fact:
    return Fact(
        id=fact_id(text, ""), text=text, entity="", kind="fact", status="active", confidence=0.9, method="manual",
        verified_at=dt.datetime(2026, 5, 4, tzinfo=dt.UTC), trust=trust, sources=(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "newer", "left"),
    [
        ("We ship by rail, and bills are sent on Thursdays.", "Bills are sent on Mondays now", ("We ship by rail",)),
        ("The pump runs at 04:10; tanks are full in May.", "The pump runs at 06:30 now", ("tanks are full in May.",)),
        ("Rosa Lind is my aunt. Works nights at the mill, never ring before 14:00",
         "Rosa no longer works nights; ring after 15:30", ("Rosa Lind is my aunt.",)),
    ],
)  # fmt: skip
def test_what_stands_for_itself_stays_to_the_letter(line: str, newer: str, left: tuple[str, ...]) -> None:
    assert rests(fact(line), fact(newer)) == left
    assert lost(fact(line), fact(newer)) == ()


@pytest.mark.parametrize(
    ("gone", "besides", "newer"),
    [
        ("The pump runs at 04:10", ", and its logs are kept in drawer nine.", "The pump runs at 06:30 now"),
        ("Ben is allergic to mussels", ", and to oysters from Brittany.", "Ben is not allergic to mussels."),
        ("Ferries leave on Fridays", ", but only after Mara signs.", "Ferries leave on Mondays now, not Fridays."),
        ("Ina rows Tue–Thu", ". She is allergic to latex, buy nitrile gloves", "Ina no longer rows Tue–Thu"),
        ("Sofía bakes Mon–Wed", "; her epipen is in the top drawer", "Sofía bakes Thu–Sat now"),
        ("Pili opens the shop at 7:00", " and she is diabetic", "Pili opens the shop at 7:30 now"),
        ("Raúl cleans on Mondays", ", allergic to bleach", "Raúl no longer cleans on Mondays, now it is Tuesdays"),
        ("Ina keeps the books on Thursdays", " – coeliac, no samples", "Ina keeps the books on Mondays now"),
        ("Dani drives on Fridays", " (never let him lift more than 10 kg)", "Dani drives on Saturdays now"),
        ("Leo eats at 14:00", "; if he faints, the pen is in his bag", "Leo eats at 13:30 now, no longer 14:00"),
        ("Olga keeps the ledger", ", but Piet signs every cheque", "Olga keeps no ledger now"),
        ("Lars guía los paseos los lunes", ". Es alérgico al látex", "Lars ya no guía los paseos los lunes"),
        ("Open Tue–Sat 7:30–14:00", "; Sun 8:00–12:00", "Open Tue–Sat 8:00–14:30 now"),
    ],
)  # fmt: skip
def test_what_tells_of_whom_only_in_its_line_stays_there(gone: str, besides: str, newer: str) -> None:
    """The whole line stays, and says what of it is no longer so; a second answer leaves it as it is."""
    (stays,) = rests(fact(gone + besides), fact(newer))
    assert stays == f"(no longer so: {gone}){besides}"
    assert lost(fact(gone + besides), fact(newer)) == ()
    assert rests(fact(stays), fact(newer)) == ()
    assert gone not in of_fact(fact(stays)).text
    assert besides in of_fact(fact(stays)).text


@pytest.mark.parametrize(
    ("line", "newer", "goes"),
    [
        ("When the alarm is on, and the gate is shut, ring the guard Paulo.", "The alarm is not on any more.",
         "the gate is shut, ring the guard Paulo."),
        ("Ring the rigger (Rui, day shift; mostly he is at berth nine) when ropes tear", "Ropes never tear",
         "Ring the rigger (Rui, day shift; mostly he is at berth nine)"),
        ("Ina works Mon, Tue and Wed", "Ina works Thu and Fri now", "Wed"),
        ("Contacts: Lucía, Tomás", "The contacts are Petra now", "Tomás"),
    ],
)  # fmt: skip
def test_what_cannot_stay_is_told(line: str, newer: str, goes: str) -> None:
    """What hangs on what has gone, and what a list that may have been replaced as a whole says besides."""
    assert rests(fact(line), fact(newer)) == ()
    assert lost(fact(line), fact(newer)) == (goes,)


def test_of_an_agents_statement_nothing_stays_and_what_goes_is_told() -> None:
    line, newer = "We ship by rail, and bills are sent on Thursdays.", fact("Bills are sent on Mondays now")
    assert rests(fact(line, "agent"), newer) == ()
    assert lost(fact(line, "agent"), newer) == ("We ship by rail",)


def test_a_line_that_tells_one_thing_leaves_nothing() -> None:
    one = fact("The pump runs at 04:10")
    newer = replace(one, text="The pump runs at 06:30 now")
    assert rests(one, newer) == lost(one, newer) == ()
