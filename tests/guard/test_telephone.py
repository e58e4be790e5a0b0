"""Telephone numbers as a country writes them at home: behind a word for a telephone, or for reaching somebody."""

from __future__ import annotations

from noctuary.guard import guard
from tests.rows import every

CALLED = [
    "Telefon {}", "Telefon Nachbarin {}", "Festnetz {}", "Handynummer von Oma: {}", "Mobil: {}", "Tel.: {}", "Tel {}",
    "Tom ist erreichbar unter {}", "zu erreichen ist sie unter der {}", "bitte unter {} anrufen", "**Tel. Büro:** {}",
    "Tél. {}", "Tél : {}", "le téléphone de Luc est le {}", "joignable au {}", "portable de Léa : {}",
    "appeler Luc au {}",
    "reach her at {}", "my mobile is {}", "landline of the shop: {}", "call the vet on {}", "| phone | {} |",
    "teléfono de la escuela: {}", "el móvil de Ana es el {}", "llamar al {}", "cellulare di Ugo: {}", "chiama il {}",
    "telemóvel: {}", "celular da Rita {}", "ligar para o {}", "telefoonnummer oma: {}", "bereikbaar op {}",
    "06-nummer: {}",
    "телефон бабушки {}", "nr telefonu: {}", "tlf. {}", "telefonnummer till jouren {}",
]  # fmt: skip
NUMBERS = [
    "0151/23456789", "0176 55512345", "0176-555 12 345", "07851 48213", "(07851) 48213", "07851/482-13", "030 / 901820",
    "06.12.34.56.78", "01 42 68 53 00", "01-42-68-53-00", "020 7946 0000", "07700 900123", "06-12345678", "0471 123456",
    "079 123 45 67", "0151 23456789",
]  # fmt: skip
REACHED = ("erreich", "call the vet", "unter {} an", "joignable", "appeler", "reach", "llamar", "chiama", "ligar",
           "bereikbaar")  # fmt: skip
HARMLESS = [
    "Lotto: 06 12 23 34 45", "les octets 07 10 20 30 45", "version 06.12.34.56.78", "Coordonnées : 06 45 12 33 08",
    "Section 07500 123456", "SKU 07500 123456", "Zaaknummer 06 12345678", "Zählernummer 0160 1234567",
    "Aktenzeichen 0171/4567890", "Inventarnummer 0163-445566", "Artikel 0163 445566", "call the API on 0443 12345",
    "Telefon am 01.02.2024 um 09:30", "Telefon 08.00-12.00 Uhr", "Telefon Mo-Fr 08-12 14-18", "phone 01-02-2024 10",
    "phone build 0.12.34567", "mobile: 2026-05-11 0930", "erreichbar unter 192.168.178.20",
    "erreichbar unter 10.0.0.12/24",
    "erreichbar unter 127.0.0.1:8080", "reach it at 08080", "reachable at port 5432 and 15432",
    "telefon: commit 0123456",
    "Handy kostet 0160,50", "mobile id 0123456", "call at 0900, 1000 and 1100", "joignable au 3e étage, 01 02",
    "01 02 03 04 05 06 07 08 09 10", "06 07 08 09 10", "06.07.08.09.10", "offset 0170 1f2e3d4c", "0x0170 12345678",
    "hex 4e 06 12 34 56 78 9a", "v0151.23456789", "0151-2345-6789-0123-4567", "id 0151 2345678", "ticket #0160 1234567",
    "docs/0151/23456789", "https://example.org/0151/23456789", "ADR 0151: 0152/0153", "2026/0151/23456789",
    "06-12-2026", "0170-01-02", "07:00 123456", "0,0151 23456789", "total 0176 5551", "mobil 06-12 2026 0-5",
]  # fmt: skip


@every("words", CALLED)
def test_behind_a_word_for_a_telephone_a_number_of_the_country_goes(words: str) -> None:
    """Ten digits behind a mere word for reaching somebody, eight behind one for a telephone."""
    is_reached = any(word in words for word in REACHED)
    for number in NUMBERS:
        if is_reached and sum(map(str.isdigit, number)) < 10:
            continue
        for text in (words, f"- Regel: {words}, abends", f"{words}."):
            safe = guard(text.format(number))
            assert (safe.text, safe.redacted) == (text.format("[REDACTED:phone]"), {"phone": 1}), text.format(number)


@every("text", HARMLESS)
def test_what_is_written_as_a_number_and_is_none_stays(text: str) -> None:
    assert guard(text).text == text
