"""Codes of locks: figures behind *code*, or behind what leads to them, in a clause that names a lock."""

from __future__ import annotations

from noctuary.guard import guard
from tests.rows import every

LOCKS = [
    "Regel: das Türschloss immer mit Code {} verriegeln", "[ ] Türschloss: Code {} an Nachbarin geben",
    "Lektion: das Schloss am Keller nur mit {} öffnen, sonst klemmt es", "Das Fahrradschloß steht auf {}",
    "Zahlenschloss wieder auf {} stellen", "Vorhängeschloss geht nur mit {} auf", "Haustür bitte mit {} abschließen",
    "Règle: le cadenas du vélo, toujours remettre sur {}", "le cadenas s'ouvre avec {}", "serrure du garage : code {}",
    "antivol réglé sur {}", "fermer le coffre-fort avec {}, toujours",
    "the padlock goes back to {} after use", "always set the bike lock to {}", "lock the shed padlock with {}",
    "combination lock of the suitcase, code {}", "the door lock only closes with {}",
    "el candado del trastero se cierra con {}", "pon el candado siempre en {}", "cerradura del portal, código {}",
    "il lucchetto della bici va rimesso su {}", "chiudi il lucchetto con {}", "serratura: codice {}",
    "hangslot van de schuur altijd op {} zetten", "fietsslot: code {}", "o cadeado fecha com {}",
    "fechadura: código {}",
]  # fmt: skip
HARMLESS = [
    "Set the door lock timeout to 300.", "The door lock firmware is set to 210.",
    "Der Eintritt ins Schloss steht auf 150.",
    "Bike lock: closed, price went from 40 to 120.", "Am Schloss öffnet die Kasse mit 120.",
    "Das Schloss wurde mit 3812 Besuchern geöffnet",
    "Schloss 1871 mit Park eröffnet", "ein Türschloss kostet 120, mit Einbau 250", "Türschloss mit 4 Stiften öffnen",
    "Türschloss am 12.04. auf 2024 datiert, geöffnet", "Fahrradschloss für 1299 Euro gekauft, geht auf Rechnung 44712",
    "Tür auf 2100 mm stellen", "Tür in Raum 1204 abschließen",
    "le cadenas coûte 250 euros", "cadenas réglé en 2019", "ouvrir la serrure de la chambre 412",
    "mettre 250 € de côté",
    "the padlock cost 1500", "padlock changed in 2021, opens fine", "set lock_timeout to 3000",
    "set the lock timeout to 3000",
    "acquire the lock with 5000 retries", "database lock, error code 1205", "lock the file with 0644",
    "row lock set to 512",
    "set the padlock icon to 512 px", "open the door lock settings with 1024 entries",
    "candado de 450 gramos, se cierra bien",
    "pon el candado en la puerta 204", "lucchetto chiuso con 300 viti", "hangslot op kamer 212 gezet",
    "slot 4471 set to 8080",
    "turn the bike lock to 90 degrees", "the padlock goes back to 1998",
]  # fmt: skip


@every("code", ["4471", "290", "38125", "02907718"])
@every("text", LOCKS)
def test_the_code_of_a_lock_goes_and_every_other_word_stays(text: str, code: str) -> None:
    safe = guard(text.format(code))
    assert (safe.text, safe.redacted) == (text.format("[REDACTED:code]"), {"code": 1})


@every("text", HARMLESS)
def test_prices_rooms_years_counts_and_locks_of_programs_stay(text: str) -> None:
    assert guard(text).text == text
