"""What a statement says was so till now, in the eight languages whose tables hold the words for it."""

from __future__ import annotations

import pytest

from noctuary.text.cues import cues, old_spans
from noctuary.text.readable import is_readable

FORMER = [
    ("Orders close at 16:00 (was 15:00)", "15:00"),
    ("Das Lager schließt um 16:00 statt 15:00", "15:00"),
    ("El almacén cierra a las 16:00 en vez de 15:00", "15:00"),
    ("Le dépôt ferme à 16:00 (avant : 15:00)", "15:00"),
    ("O depósito fecha às 16:00, antes era 15:00", "15:00"),
    ("Il deposito chiude alle 16:00 anziché 15:00", "15:00"),
    ("Het magazijn sluit om 16:00 in plaats van 15:00", "15:00"),
    ("Склад закрывается в 16:00, раньше было 15:00", "15:00"),
    ("La cuota ha pasado de 20 a 25 euros", "20"),
    ("La quota est passée de 20 à 25 euros", "20"),
    ("A taxa passou de 20 para 25 euros", "20"),
    ("La quota è passata da 20 a 25 euro", "20"),
    ("De bijdrage is verhoogd van 20 naar 25 euro", "20"),
    ("Взнос повысили с 20 на 25 евро", "20"),
]


@pytest.mark.parametrize(("text", "former"), FORMER, ids=[text[:12] for text, _ in FORMER])
def test_what_was_so_is_told_from_what_is(text: str, former: str) -> None:
    assert any(former.startswith(text[a:b].strip()) for a, b in old_spans(text))


@pytest.mark.parametrize(
    "text",
    [
        "The desk is open, before 9 by the side door",
        "La oficina abre de 9 a 18",
        "O escritório abre de 9 a 18",
        "Le bureau est ouvert de 9 à 18 h",
        "Il negozio è aperto dalle 9 alle 18",
        "The fare, including tax, was 400 euros",
        "Der Preis, inklusive Steuer, war 400 Euro",
        "We moved the van keys to the drawer",
        "We moved the talk by Leonardo da Silva to Friday",
    ],
)
def test_a_span_or_a_plain_past_is_no_former_value(text: str) -> None:
    assert not old_spans(text)


@pytest.mark.parametrize(
    "text",
    [
        "O clube agora treina às sextas", "O clube não treina mais às quintas", "Il club ora si allena il venerdì",
        "Il club non si allena più il giovedì", "De club traint voortaan op vrijdag", "De club traint niet langer",
        "Клуб теперь тренируется по пятницам", "Клуб больше не тренируется",
    ],
)  # fmt: skip
def test_a_change_is_heard_in_its_own_language(text: str) -> None:
    assert cues(text) & {"now", "no_longer"}


@pytest.mark.parametrize(
    "text",
    ["Un'ora di corsa", "Non costa più di 20 euro", "Não custa mais de 20 euros", "Ora is our vet", "The nu shell"],
)
def test_an_hour_a_bound_and_a_name_are_no_change(text: str) -> None:
    assert not cues(text) & {"now", "no_longer"}


@pytest.mark.parametrize(
    "text", ["Change requests go through Jira", "The change window is Tuesday", "The bascule bridge"]
)
def test_an_english_noun_is_no_french_verb(text: str) -> None:
    assert "switched" not in cues(text)


@pytest.mark.parametrize(
    "text", ["Dan uses vim", "Deploy via op CLI", "Garage door code", "Ana met Tom", "AI model updates"]
)
def test_english_stays_english(text: str) -> None:
    assert is_readable(text)
