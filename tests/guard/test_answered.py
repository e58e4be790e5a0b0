"""Answers to security questions, and tokens in brackets, in eight languages; and what gives nothing away."""

from __future__ import annotations

import pytest

from noctuary.guard import guard

TOLD = [
    ("Security question at the insurer, first car: answer Borgward", "Borgward"),
    ("Security question: favourite dish, answer: goulash", "goulash"),
    ("Geheimfrage im Portal: erste Strasse, Antwort lautet: Lindenweg", "Lindenweg"),
    ("Pregunta de seguridad del correo, primer colegio: contesté Almendrales", "Almendrales"),
    ("Question secrète du portail, premier chien : j'ai mis Filou", "Filou"),
    ("Pergunta de segurança do portal, primeira rua: respondi Laranjeiras", "Laranjeiras"),
    ("Domanda di sicurezza, prima scuola: ho risposto Giacosa", "Giacosa"),
    ("Beveiligingsvraag van de bank, oude straat, antwoord is Kerkepad", "Kerkepad"),
    ("Контрольный вопрос в почте, первый учитель, ответ Веретенников", "Веретенников"),
    ("The workshop's token (wk_4Tq9ZbN2xL0vRm7) is for the map", "wk_4Tq9ZbN2xL0vRm7"),
    ("Kartenschlüssel (wk_4Tq9ZbN2xL0vRm7) nicht verlieren", "wk_4Tq9ZbN2xL0vRm7"),
    ("Токен карты (wk_4Tq9ZbN2xL0vRm7) на год", "wk_4Tq9ZbN2xL0vRm7"),
]


@pytest.mark.parametrize(("text", "secret"), TOLD, ids=[text[:14] for text, _ in TOLD])
def test_an_answer_and_a_token_in_brackets_are_taken(text: str, secret: str) -> None:
    assert secret not in guard(text).text


@pytest.mark.parametrize(
    "text",
    [
        "Security question at the insurer: nobody knows the answer",
        "Security question: the answer is stored in the vault",
        "Sicherheitsfrage: wer kennt die Antwort?",
        "Token of the commit (9f2c1e7ab04d5c66)",
        "La llave (M10x1.25) está en el cajón",
        "The key (see docs/keys.md#rotation-2026) is rotated",
    ],
)
def test_what_only_speaks_of_one_stays(text: str) -> None:
    assert guard(text).text == text
