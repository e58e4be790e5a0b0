"""What is said again in nearly the same words is known by them; what tells anything else is not."""

from __future__ import annotations

import itertools

import pytest

from noctuary.judging.again import is_again
from noctuary.model import Statement

SAME = [
    [
        "New rule: never leave the proofing room door open after 11:00",
        "Rule: the proofing room door must never be left open after 11:00",
        "From now on the proofing room door must not be left open after 11:00",
        "after 11:00 never leave the proofing room door open",
        "we never leave open the door of the proofing room after 11:00",
        "**Rule:** proofing room door: never left open after 11:00",
    ],
    [
        "From now on Lucía at Bar Tano wants her bread sliced",
        "Lucía at Bar Tano wants her bread sliced from now on",
        "Lucía at Bar Tano wants sliced bread",
    ],
    [
        "Decision: we never deliver further than Getafe",
        "Decision: never deliver further than Getafe",
        "no delivering further than Getafe",
    ],
    [
        "Regla: nunca dejar abierta la puerta de la cámara",
        "la puerta de la cámara: nunca dejar abierta",
        "Nueva regla: nunca dejar abierta la puerta de la cámara",
    ],
    ["Neue Regel: die Kammertür nach 11:00 nie offen lassen", "Regel: nach 11:00 nie die Kammertür offen lassen"],
    ["Ana trains Carlos on the oven", "Carlos is trained on the oven by Ana"],
    ["The retry limit of the webhook is 5", "Webhook retry limit: 5"],
]  # fmt: skip
OTHER = [
    ("never leave the proofing room door open after 11:00", "never leave the cold room door open after 11:00"),
    ("never leave the proofing room door open after 11:00", "never leave the proofing room door open after 12:00"),
    ("never leave the proofing room door open after 11:00", "never leave the proofing room door open before 11:00"),
    ("never leave the proofing room door open after 11:00", "leave the proofing room door open after 11:00"),
    ("never leave the proofing room door open after 11:00", "never leave the proofing room door closed after 11:00"),
    ("never leave the proofing room door open", "never leave the proofing room door open if it rains"),
    ("never leave the proofing room door open", "never leave the proofing room window open"),
    ("never lock the shed door", "never paint the shed door"),
    ("Ana pays Carlos on Fridays", "Carlos pays Ana on Fridays"),
    ("send the invoices to Ana", "send the invoices from Ana"),
    ("Lucía at Bar Tano wants her bread sliced", "Lucía at Bar Tano wants her bread whole"),
    ("Webhook retry limit: 5", "Webhook retry limit: 3"),
    ("Rule: no", "New rule: no"),
    ("nunca entregar antes de las 11:00", "nunca entregar después de las 11:00"),
    ("always wear gloves in the kitchen", "always wear gloves in the cellar"),
    ("Payment: 30 days for Bar Tano", "Payment: 30 days for Bar Lino"),
    ("we no longer deliver beyond Getafe", "we deliver beyond Getafe"),
    ("New kayak: painted blue", "New port: painted blue"),
    ("Ana trained Carlos on the oven", "Ana was trained by Carlos on the oven"),
    ("deploys on Friday are fine", "deploys on Friday are not fine"),
]


@pytest.mark.parametrize(("one", "two"), [pair for group in SAME for pair in itertools.permutations(group, 2)])
def test_another_label_the_passive_or_another_order_says_the_same(one: str, two: str) -> None:
    assert is_again(Statement(text=one), Statement(text=two))


@pytest.mark.parametrize(("one", "two"), [pair for one, two in OTHER for pair in ((one, two), (two, one))])
def test_another_thing_value_time_or_denial_does_not(one: str, two: str) -> None:
    assert not is_again(Statement(text=one), Statement(text=two))
