"""What of a statement stays when another takes the place of what it says of one thing."""

from __future__ import annotations

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
        ("We print on linen, silk and felt", "We print on cotton instead of linen", ()),
        ("We ship on Thursdays, and invoices go out by post.", "The bakery is shut in July", ()),
        ("My tea is green, and hot", "My tea is black now", ()),
        ("Мы отправляем по четвергам; счета уходят почтой", "Мы теперь отправляем по понедельникам", ()),
    ],
)  # fmt: skip
def test_what_the_newer_one_does_not_speak_of_is_left(older: str, newer: str, left: tuple[str, ...]) -> None:
    assert remains(Statement(text=older), Statement(text=newer)) == left
    assert all(clause in older for clause in left)
