"""Two statements agree where nothing in them differs, and never where their words belong together otherwise."""

from __future__ import annotations

import pytest

from noctuary.consolidate.agreement import agree
from noctuary.consolidate.near import may_fold
from noctuary.model import Statement

SAME = [
    ("The eggs come from Hof Petersen, thirty a week", "our egg supplier is Petersen"),
    ("Physio for Nora is on Tuesdays and Fridays at 16:00", "tue + fri 16:00 physio, Nora"),
    ("staging deploys go through Buildkite", "we deploy staging with Buildkite"),
    ("Los pedidos salen los martes y jueves a las 12:00", "pedidos: martes y jueves 12:00"),
    ("Leonor takes the shop keys home on Saturdays", "the shop keys go home with Leonor on Saturdays"),
    ("the choir rehearses in St. Brannock's hall, Thursdays 19:30", "rehearsal: St. Brannock's, Thursdays 19:30"),
    ("les livraisons passent par Chronolac, quai 3", "Chronolac livre au quai 3"),
    ("Dr. Valdés treats the horses", "the horses' vet is Dr. Valdés"),
]
OTHER = [
    ("The eggs come from Hof Petersen", "The eggs no longer come from Hof Petersen"),
    ("The eggs come from Hof Petersen", "Petersen delivered the eggs late again"),
    ("staging deploys go through Buildkite", "prod deploys go through Buildkite"),
    ("Physio for Nora is on Tuesdays at 16:00", "Physio for Nora is on Tuesdays at 17:00"),
    ("Leonor takes the shop keys home", "Leonor lost the shop keys"),
    ("crates weigh at most 18 kg", "crates weigh at most 20 kg"),
    ("Dr. Valdés treats the horses", "Dr. Valdés sold two horses"),
    ("Los pedidos salen los martes", "Los pedidos no salen los martes"),
    ("Marek repairs the oven", "Marek wants a new oven"),
]
CROSSED = [
    ("rollator outside, cane inside", "cane outside, rollator inside"),
    ("Ines owes Karl 30 euros", "Karl owes Ines 30 euros"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_what_two_say_in_words_of_their_own_agrees_whoever_said_it_first(a: str, b: str) -> None:
    assert agree(Statement(text=a), Statement(text=b))
    assert agree(Statement(text=b), Statement(text=a))


@pytest.mark.parametrize(("a", "b"), [*OTHER, *CROSSED])
def test_what_differs_in_a_value_a_scope_or_a_predicate_does_not_agree(a: str, b: str) -> None:
    assert not agree(Statement(text=a), Statement(text=b))


@pytest.mark.parametrize(("a", "b"), CROSSED)
def test_the_same_words_put_together_otherwise_never_become_one_fact(a: str, b: str) -> None:
    assert not may_fold(a, b)


def test_a_list_in_another_order_is_not_crossed() -> None:
    assert may_fold("hobbies: knitting, sailing, chess", "hobbies: chess, knitting, sailing")
