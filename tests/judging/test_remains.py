"""What of a statement stays when another takes the place of what it says of one thing."""

from __future__ import annotations

import re

import pytest

from noctuary.judging.remains import remains
from noctuary.model import Statement


@pytest.mark.parametrize(
    ("older", "newer", "left"),
    [
        ("We ship on Thursdays, and invoices go out by post.", "We ship on Mondays now", ("invoices go out by post.",)),
        ("The cellar pump runs at 04:10; the roof tank is emptied in May.", "The cellar pump runs at 06:30 now",
         ("the roof tank is emptied in May.",)),
        ("Olga keeps the ledger, but Piet signs every cheque; stamps lie in drawer two", "Olga keeps no ledger now",
         ("Piet signs every cheque", "stamps lie in drawer two")),
        ("The berth is 900 euros, and the deposit is 900 euros.", "The berth is 950 euros now, no longer 900 euros",
         ("the deposit is 900 euros.",)),
        ("Tom drives the blue van, and Tom drives the school bus.", "Tom drives the red van now, no longer the blue",
         ("Tom drives the school bus.",)),
        ("The choir sings on Fridays at 19:00", "The choir sings on Saturdays now", ()),
        ("We ship on Thursdays, and never on a holiday", "We ship on Mondays now, also on a holiday", ()),
        ("We print on linen, silk and felt", "We print on cotton instead of linen", ("silk and felt",)),
        ("We ship on Thursdays, and invoices go out by post.", "The bakery is shut in July",
         ("We ship on Thursdays", "invoices go out by post.")),
        ("My tea is green, and hot", "My tea is black now", ("hot",)),
        ("Мы отправляем по четвергам; счета уходят почтой", "Мы теперь отправляем по понедельникам",
         ("счета уходят почтой",)),
        ("Ines works Tue–Thu, Vera works Fri–Sat", "Ines works Wed–Fri now, no longer Tue–Thu",
         ("Vera works Fri–Sat",)),
        ("The ferry leaves Mondays and returns Fridays", "The ferry leaves Tuesdays now and returns Saturdays", ()),
        ("Pressure: ramipril 5 mg, mornings", "ramipril 10 mg instead of 5, every morning", ()),
        ("Ben is allergic to mussels, Ben is allergic to bleach", "Ben is not allergic to mussels",
         ("Ben is allergic to bleach",)),
        ("Open Tue–Sat 7:30–14:00; Sun 8:00–12:00", "Open Tue–Sat 8:00–14:30 now", ("Sun 8:00–12:00",)),
        ("The gauge listens on 8080, 9090", "The gauge listens on 8081 instead of 8080", ("9090",)),
        ("The port is 9090, no longer 8080", "The port is 9191 now", ()),
        ("Tide tables: Dr. Klein, Mole 4", "Tide tables: Dr. Weber now", ("Mole 4",)),
        ("The fee is 40 euros, told the club", "The fee is 45 euros now", ()),
        ("Dumps start at 3:40; restores are tried on Mondays", "the backup goes off at 5:15, no longer 3:40",
         ("restores are tried on Mondays",)),
        ("Omar moors the boat [berth 9; key at Rui's]", "Omar no longer moors the boat", ("berth 9; key at Rui's",)),
    ],
)  # fmt: skip
def test_what_the_newer_one_does_not_speak_of_is_left(older: str, newer: str, left: tuple[str, ...]) -> None:
    assert remains(Statement(text=older), Statement(text=newer)) == left
    assert all(clause in older for clause in left)


SAID = [
    ("Omar rows on Mondays", "Omar no longer rows on Mondays, now it is Tuesdays"),
    ("Begoña does the accounts on Thursdays", "Begoña does the accounts on Fridays now"),
    ("The crane is oiled at 7:00", "The crane is oiled at 8:00 now, no longer at 7:00"),
    ("Lars guía los paseos los lunes", "Lars ya no guía los paseos los lunes"),
]
BESIDES = [
    ". She is allergic to latex, buy nitrile gloves", "; the pen is in the top drawer", ", and he is diabetic",
    " and he is diabetic", ", allergic to bleach", " – coeliac, no samples", " — coeliac", " (never more than 10 kg)",
    ", who is diabetic", " but never at sea", " since the stroke", "! Ring Petra first", ". Es alérgica al látex",
    " [asthma]",
]  # fmt: skip


@pytest.mark.parametrize("besides", BESIDES)
@pytest.mark.parametrize(("older", "newer"), SAID)
def test_whatever_else_a_line_says_is_left(older: str, newer: str, besides: str) -> None:
    """Behind any sign or word that parts it off; else a note would retire it unasked with what has changed."""
    assert remains(Statement(text=older), Statement(text=newer)) == ()
    left = " ".join(remains(Statement(text=older + besides), Statement(text=newer)))
    assert max(re.findall(r"\w+", besides), key=len) in left
    assert older not in left
