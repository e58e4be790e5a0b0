"""Secrets as people hand them on, in eight languages; and what looks like it and gives nothing away."""

from __future__ import annotations

import pytest

from noctuary.guard import guard

TOLD = [
    ("4471# opens nothing else: it is the code for the cellar door".replace("opens nothing else: it ", ""), "4471#"),
    ("918204 – das ist der Code für die Kellertür", "918204"),
    ("K2291 : c'est le digicode de la porte", "K2291"),
    ("551092 é o código do cofre", "551092"),
    ("77B20 è il codice del cancello", "77B20"),
    ("883142 is de toegangscode van de schuurdeur", "883142"),
    ("39В4410 — это код домофона", "39В4410"),
    ("Um die Alarmanlage zu entschärfen, tippe 60718", "60718"),
    ("Per disinserire l'allarme digita 60718", "60718"),
    ("Чтобы снять дом с сигнализации, набери 60718", "60718"),
    ("Security question at the insurer, first car: answer Borgward", "Borgward"),
    ("Pregunta de seguridad del correo, primer colegio: contesté Almendrales", "Almendrales"),
    ("Beveiligingsvraag van de bank, oude straat, antwoord is Kerkepad", "Kerkepad"),
    ("Контрольный вопрос в почте, первый учитель, ответ Веретенников", "Веретенников"),
    ("Wifi key in the barn: otter lamp gravel nine", "otter lamp gravel nine"),
    ("Clé wifi du chalet : loutre lampe gravier neuf", "loutre lampe gravier neuf"),
    ("Ключ от вайфая в сарае: выдра лампа гравий девять", "выдра лампа гравий девять"),
    ("Log in to the rota as petra with Heron_73q", "Heron_73q"),
    ("Accedi al gestionale come petra con Airone_73q", "Airone_73q"),
    ("Recovery code of the cloud drive: 77QX-M0ZL-4W2P", "77QX-M0ZL-4W2P"),
    ("Codice di recupero della posta: 77QX-M0ZL-4W2P", "77QX-M0ZL-4W2P"),
    ("Herstelcode van de cloud: 4410 9928", "4410"),
    ("Jeton de l'atelier, clé (wk_4Tq9ZbN2xL0vRm7) pour la carte", "wk_4Tq9ZbN2xL0vRm7"),
    ("Mudei a senha do blog para \"Garça.Azul.19\" ontem", "Garça.Azul.19"),
    ("La combinaison du cadenas est 8-2-7-1", "8-2-7-1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "secret"), TOLD, ids=[text[:14] for text, _ in TOLD])
def test_a_secret_handed_on_in_a_sentence_is_taken(text: str, secret: str) -> None:
    assert secret not in guard(text).text


@pytest.mark.parametrize(
    "text",
    [
        "4471 is the error code of the door sensor",
        "28013 es el código postal de la casa",
        "2025 was the year the alarm was installed",
        "Der Alarm geht mit 1000 Hz los",
        "Security question at the insurer: nobody knows the answer",
        "Wifi key: ask at the desk",
        "La clé wifi : demander à la réception",
        "Log in to the rota as petra with the card",
        "Recovery codes: printed, in the blue folder",
        "Token of the commit (9f2c1e7ab04d5c66)",
        "Changed the password policy to \"strict\"",
        "комната 4410 — это код товара на складе",
        "GPIO17 is the pin for the door sensor",
        "4711 is the PIN number of the connector",
        "8080 is the port; the gate code lives in the repo",
        "7016 is the color code for the front door",
        "LH1234 is the flight, enter at gate 22",
        "30115 ist die PLZ, der Code für das Haus ist im Safe",
        "Password rules: upper lower digit symbol",
        "Contraseña: mínimo ocho caracteres letras",
        "clave wifi: detrás router mesa salón",
        "La combinación 4-4-2 es la preferida",
        "Combination therapy 5-10-20 mg",
        "El alarma se activa con 1500 ppm",
        "La llave (M10x1.25) está en el cajón",
        'We changed the password page title to "Willkommen"',
        "Log in to staging as admin with python3",
        "Backup codes are valid until: JUNE 2025",
    ],
)  # fmt: skip
def test_what_only_speaks_of_one_stays(text: str) -> None:
    assert guard(text).text == text
