"""A belief whose own value or name a later note calls former, and gives another for, is asked about or replaced."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from noctuary.journal import State, replay
from noctuary.night import dream
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from tests.conftest import as_shipped

FORMER = [
    ("We ferry guests with the Albatros", "Sold the Albatros, we ferry guests with the Petrel now"),
    ("Weather reports are pinned in Slack", "Weather reports moved from Slack to Discord"),
    ("The logbook is kept in Evernote", "Migrated the whole logbook from Evernote to Obsidian"),
    ("Crane inspections: Bureau Veritas", "We switched from Bureau Veritas to Lloyd's for the crane inspections"),
    ("Gate computer: Debian 11", "we moved the gate computer from Debian 11 to Debian 12 last week"),
    ("Local gauge port: 4000", "the local port of the gauge is now 4100, no longer 4000, 4000 clashed with the radio"),
]
IN_OTHER_LANGUAGES = [
    ("Die Miete beträgt 980 EUR", "Die Miete beträgt ab Dezember 1040 EUR statt 980 EUR"),
    ("El amarre cuesta 900 EUR", "El amarre sube a 950 EUR en lugar de 900 EUR"),
    ("La riunione del porto è alle 9:30", "La riunione del porto è alle 10:00, non più alle 9:30"),
    ("O servidor roda na porta 8080", "O servidor agora roda na porta 9090 em vez de 8080"),
    ("De vergadering is om 9:30", "De vergadering is om 10:00 in plaats van 9:30"),
    ("La criée ouvre à 6h30", "La criée ouvre désormais à 7h00 au lieu de 6h30"),
]
OF_OTHERS = [
    ("We ferry guests with the Albatros", "Mara wrote a song about the Albatros, the Petrel gets one too"),
    ("Weather reports are pinned in Slack", "The book club moved from Slack to Discord"),
    ("The crane runs on hydraulics", "The winch was rebuilt from hydraulics to electric"),
    ("Local gauge port: 4000", "the radio port went from 5000 to 5100"),
    ("Die Miete beträgt 980 EUR", "Der Strom kostet jetzt 110 EUR statt 95 EUR"),
    ("El amarre cuesta 900 EUR", "El amarre de Luis cuesta 900 EUR, el seguro 950 EUR"),
    ("Anna verdient 4000 EUR", "Ben verdient jetzt 4200 EUR statt 4000 EUR"),
    ("De vergadering is om 9:30", "De veerboot gaat om 10:00 in plaats van 9:30"),
]


def dreamt(root: Path, now: dt.datetime, own: str, note: str) -> State:
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(f"# Memory\n\n- {own}\n")
    (root / "memory" / "2026-05-10.md").write_text(f"# 2026-05-10\n\n- {note}\n")
    with as_shipped():
        dream(root, now)
    return replay(open_workspace(root).journal)


@pytest.mark.parametrize(("own", "note"), FORMER + IN_OTHER_LANGUAGES)
def test_a_line_of_memory_that_a_note_calls_former_is_not_passed_over(
    tmp_path: Path, now: dt.datetime, own: str, note: str
) -> None:
    """KG-021, KG-023: whatever else the two lines share, the line does not stay as if nothing had been said."""
    state = dreamt(tmp_path / "w", now, own, note)
    replaced = [fact.text for fact in state.facts.values() if fact.status == "superseded"]
    asked = [one.a.text for one in waiting(open_workspace(tmp_path / "w")) if one.b]
    assert [own] in (replaced, asked)


@pytest.mark.parametrize(("own", "note"), OF_OTHERS)
def test_what_left_something_else_is_not_asked_about(tmp_path: Path, now: dt.datetime, own: str, note: str) -> None:
    state = dreamt(tmp_path / "w", now, own, note)
    assert not waiting(open_workspace(tmp_path / "w"))
    assert not [fact for fact in state.facts.values() if fact.status == "superseded"]
