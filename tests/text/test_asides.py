"""An aside about the telling hides no clash; an answer is heard through the words that tell of it."""

from __future__ import annotations

import datetime as dt

import pytest

from noctuary.extraction.reported import reported
from noctuary.model import Statement
from noctuary.stages.without_asides import judge_pair
from noctuary.text.asides import core

DAY = dt.date(2026, 5, 4)
CLASHES = [
    ("the deposit is 900 euros, told the tenants", "the deposit is 1,200 euros"),
    ("according to the vet, the mare is 14 years old", "the mare is 17 years old"),
    ("the lift carries 320 kg, says the plate", "the lift carries 450 kg"),
    ("laut Vermieter, beträgt die Kündigungsfrist drei Monate", "die Kündigungsfrist beträgt sechs Monate"),
    ("el aforo es de 80 personas según el ayuntamiento", "el aforo es de 120 personas"),
    ("Grandma is diabetic according to the clinic's sheet", "Grandma is not diabetic"),
    ("entry is 6 euros, confirmed by the museum", "entry is 9 euros"),
    ("le bail dure 3 ans selon l'agence", "le bail dure 6 ans"),
]
CALM = [
    ("the lift carries 320 kg, says the plate", "the lift was serviced in May"),
    ("el aforo es de 80 personas según el ayuntamiento", "el local tiene 80 sillas"),
    ("coffee is bad for you, says Uncle Bo", "Uncle Bo drinks coffee"),
]
ANSWERS = [
    ("asked Opa: he worked there until 1988, says he is not allowed to drive", "Opa: he is not allowed to drive"),
    ("called the landlord, says the deposit is 900 euros", "the deposit is 900 euros"),
    ("spoke with Mrs. Achterberg: confirmed that the boiler needs a new valve", "the boiler needs a new valve"),
    ("pregunté a la vecina: dice que la llave está detrás del armario", "la llave está detrás del armario"),
    ("demandé à Paul: il dit qu'il ne mange pas de porc", "Paul: il ne mange pas de porc"),
]


@pytest.mark.parametrize(("a", "b"), CLASHES)
def test_a_clash_is_seen_through_the_words_that_tell_who_said_it_and_never_settled(a: str, b: str) -> None:
    found = judge_pair(Statement(text=a, said_on=DAY), Statement(text=b, said_on=DAY + dt.timedelta(days=1)), 0.65)
    assert found.kind == "contradiction"
    assert found.clash >= 0.65


@pytest.mark.parametrize(("a", "b"), CALM)
def test_what_does_not_clash_without_its_aside_is_no_clash(a: str, b: str) -> None:
    found = judge_pair(Statement(text=a, said_on=DAY), Statement(text=b, said_on=DAY + dt.timedelta(days=1)), 0.65)
    assert found.clash < 0.65


@pytest.mark.parametrize("text", ["says Bo", "the bakery opens at 7", "told Kim, twice", "Kim says: the oven is off"])
def test_a_statement_that_would_be_empty_without_it_keeps_its_aside(text: str) -> None:
    assert core(text) == text


@pytest.mark.parametrize(("line", "clause"), ANSWERS)
def test_the_answer_of_somebody_who_was_asked_is_a_statement(line: str, clause: str) -> None:
    assert reported(line) == clause


@pytest.mark.parametrize("line", ["asked Mia to call back", "met Jo, says hi", "the plate says 320 kg per lift"])
def test_a_line_that_tells_of_no_answer_stays_whole(line: str) -> None:
    assert reported(line) == line
