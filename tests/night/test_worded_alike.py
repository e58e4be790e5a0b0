"""Opposites that are said to the letter are asked about, wherever they stand; lists and day's reports are not."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from noctuary.journal import replay
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from tests.conftest import as_shipped

PAIRS = [
    ("Always lock the boathouse.", "Never lock the boathouse, the oars are elsewhere."),
    ("Sails are washed.", "Sails are not washed."),
    ("Prefer cotton rope.", "Avoid cotton rope, it rots."),
]


def asked(root: Path, now: dt.datetime, **files: str) -> list[set[str]]:
    (root / "memory").mkdir(parents=True)
    for name, text in files.items():
        place = root / "MEMORY.md" if name == "own" else root / "memory" / f"2026-05-{name.removeprefix('note'):0>2}.md"
        place.write_text(text)
    with as_shipped():
        dream(root, now)
    return [{one.a.text, one.b.text} for one in waiting(open_workspace(root)) if one.b]


def told(root: Path) -> set[str]:
    """The two sides of the only question, without their full stops."""
    [question] = waiting(open_workspace(root))
    assert question.b
    return {question.a.text.rstrip("."), question.b.text.rstrip(".")}


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_a_note_that_denies_a_line_of_memory_is_asked_about(
    tmp_path: Path, now: dt.datetime, one: str, two: str
) -> None:
    """KG-022: contradiction by negation."""
    root = tmp_path / "w"
    [pair] = asked(root, now, own=f"# Memory\n\n- {one}\n", note10=f"# 2026-05-10\n\n- {two}\n")
    assert {text.rstrip(".") for text in pair} == {one.rstrip("."), two.rstrip(".")}
    assert "### 1." in (root / "DREAMS.md").read_text()
    decide(open_workspace(root), waiting(open_workspace(root))[0].review.id, "keep-a", now)
    with as_shipped():
        dream(root, now + dt.timedelta(days=1))
    assert not waiting(open_workspace(root))


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_two_lines_of_one_memory_that_deny_each_other_are_asked_about(
    tmp_path: Path, now: dt.datetime, one: str, two: str
) -> None:
    """Side by side or apart: what a person wrote on two days into one file is what a night is for."""
    assert asked(tmp_path / "beside", now, own=f"# Memory\n\n- {one}\n- {two}\n") == [{one, two}]
    apart = f"# Memory\n\n- {one}\n- The quay is of oak.\n- The crane lifts two tons.\n- {two}\n"
    assert asked(tmp_path / "apart", now, own=apart) == [{one, two}]


def test_two_notes_of_two_days_are_asked_about(tmp_path: Path, now: dt.datetime) -> None:
    notes = {"note3": "- decided: we use the north quay\n", "note10": "- decided: we do not use the north quay\n"}
    assert len(asked(tmp_path / "w", now, **notes)) == 1


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The crane test is at 9:15 on Mondays.", "The crane test is at 9:45 on Mondays."),
        ("The harbour master is Mara Quist.", "The harbour master is Tom Quist."),
    ],
)
def test_what_is_believed_and_later_said_of_another_value_is_asked_about(
    tmp_path: Path, now: dt.datetime, one: str, two: str
) -> None:
    root = tmp_path / "w"
    assert asked(root, now - dt.timedelta(days=5), note3=f"- remember: {one}\n") == []
    (root / "memory" / "2026-05-10.md").write_text(f"- {two}\n")
    with as_shipped():
        dream(root, now)
    assert told(root) == {one.rstrip("."), two.rstrip(".")}


@pytest.mark.parametrize(
    ("own", "note"),
    [
        ("Crane hours: Tue–Sat 7:30–14:00", "Crane hours now Tue–Sat 8:00–14:30"),
        ("Crane hours: Tue–Sat 7:30–14:00", "Crane hours: Tue–Sat 8:00–14:30"),
        ("The crane test is at 9:15 in the yard.", "The crane test is at 9:45 in the yard as of today"),
        ("The crane test is at 9:15 in the yard.", "From now on, the crane test is at 9:45 in the yard"),
        ("La prueba de la grúa es a las 9:15", "La prueba de la grúa es ahora a las 9:45"),
        ("Die Kranprobe am Kai ist um 9:15", "Die Kranprobe am Kai ist ab sofort um 9:45"),
    ],
)
def test_what_says_that_it_is_so_now_is_not_passed_over(
    tmp_path: Path, now: dt.datetime, own: str, note: str
) -> None:
    root = tmp_path / "w"
    asked(root, now, own=f"# Memory\n\n- {own}\n- The dock has a bench.\n", note10=f"# 2026-05-10\n\n- {note}\n")
    facts = replay(open_workspace(root).journal).facts.values()
    replaced = [fact.text for fact in facts if fact.status == "superseded"]
    assert replaced == [own.rstrip(".")] or told(root) == {own.rstrip("."), note}


def test_two_headings_of_one_file_tell_apart(tmp_path: Path, now: dt.datetime) -> None:
    own = "# Alice\n\n- Eats mussels at dinner.\n\n# Bob\n\n- Does not eat mussels at dinner.\n"
    assert asked(tmp_path / "w", now, own=own) == []


def test_rows_two_places_and_what_is_told_twice_are_not(tmp_path: Path, now: dt.datetime) -> None:
    own = (
        "# Memory\n\n## North quay\n- Sails are washed.\n\n## South quay\n- Sails are not washed.\n\n"
        "| Gauge | State |\n|---|---|\n| hot | on |\n| cold | on |\n"
    )
    assert asked(tmp_path / "w", now, own=own) == []
    assert len(replay(open_workspace(tmp_path / "w").journal).facts) >= 3


@pytest.mark.parametrize(
    ("own", "typed"),
    [
        ("Coffee: Filter", "Coffee: Espresso"),
        ("Gauge port: 3000", "Gauge port: 3030"),
        ("The harbour master is Mara Quist.", "The harbour master is Tom Quist."),
    ],
)
def test_what_is_typed_into_the_block_is_held_against_the_lines_above_it(
    tmp_path: Path, now: dt.datetime, own: str, typed: str
) -> None:
    """docs/review.md: where a line of your own contradicts something, you are asked."""
    root = tmp_path / "w"
    assert not asked(root, now, own=f"# Memory\n\n## Team\n- {own}\n", note9="- remember: the van takes diesel\n")
    before, end, after = (root / "MEMORY.md").read_text().partition("<!-- noctuary:end")
    (root / "MEMORY.md").write_text(f"{before}- {typed}\n{end}{after}")
    with as_shipped():
        dream(root, now + dt.timedelta(days=1))
    assert told(root) == {own.rstrip("."), typed.rstrip(".")}
