"""A note's line in MEMORY.md stands under the heading it needs; what a human makes of it is theirs alone."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.extraction.headings import heading
from noctuary.journal import replay
from noctuary.knowledge import KnowledgeAPI
from noctuary.model import Fact, Support
from noctuary.night import dream
from noctuary.settings import open_workspace
from noctuary.stages.by_hand import vouched

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
NOTE = """# 2026-05-10

## Message bus

- Rule: only the broker on heron may write

## Key decisions

- Rule: the van takes diesel, never petrol

## Tide gauge

**Alarm:**

- Rule: never silence it by night
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Club\n\n- the boathouse is painted green\n")
    (tmp_path / "memory" / "2026-05-10.md").write_text(NOTE)
    dream(tmp_path, NIGHT)
    return tmp_path


def line(root: Path, words: str) -> str:
    return next(one for one in (root / "MEMORY.md").read_text().splitlines() if words in one)


def believed(root: Path) -> dict[str, Fact]:
    return {one.text: one for one in replay(open_workspace(root).journal).facts.values() if one.is_believed}


def test_a_line_that_does_not_name_its_subject_stands_under_its_heading(root: Path) -> None:
    assert line(root, "broker").startswith("- Message bus: only the broker on heron may write")
    assert line(root, "diesel").startswith("- the van takes diesel, never petrol")
    assert "Message bus: only the broker" in (root / "DREAMS.md").read_text()
    assert "only the broker on heron may write" in believed(root)
    assert line(root, "silence").startswith("- Tide gauge › Alarm: never silence it by night")


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ("only the broker on heron", "Message bus: only the broker on swift may write"),
        ("Message bus: only the broker on heron", "only the broker on swift may write"),
    ],
    ids=["left standing", "taken away"],
)
def test_a_reworded_line_stands_as_it_was_saved(root: Path, was: str, is_now: str) -> None:
    page = root / "MEMORY.md"
    page.write_text(page.read_text().replace(was, "only the broker on swift"))
    dream(root, NIGHT + dt.timedelta(days=1))
    now = believed(root)
    assert is_now in now
    assert "only the broker on heron may write" not in now
    assert line(root, "swift").startswith(f"- {is_now}")


def test_a_line_that_was_vouched_for_keeps_its_heading(root: Path) -> None:
    fact = believed(root)["only the broker on heron may write"]
    assert heading(vouched(fact, NIGHT)) == heading(fact) == "Message bus"


def test_the_second_night_leaves_the_page_as_it_is(root: Path) -> None:
    before = (root / "MEMORY.md").read_bytes()
    dream(root, NIGHT + dt.timedelta(days=1))
    assert (root / "MEMORY.md").read_bytes() == before


AWAY = """# Depot

- everything is booked in euros

## Billing

- Port: 8080

## Cache

### Disk

- Port: 9090
"""


@pytest.fixture
def ports(tmp_path: Path) -> Path:
    (tmp_path / "MEMORY.md").write_text(AWAY)
    dream(tmp_path, NIGHT)
    return tmp_path


def test_who_reads_an_own_line_outside_its_file_is_shown_its_heading(ports: Path) -> None:
    def told(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "-w", str(ports)])
        assert done.exit_code == 0, done.output
        return done.output

    for verb in (("search", "port"), ("facts",), ("context",)):
        said = told(*verb)
        assert "Billing: Port: 8080" in said, verb
        assert "Cache › Disk: Port: 9090" in said, verb
        assert "Depot ›" not in said, verb
    (hit, *_) = json.loads(told("search", "billing port", "--json"))["results"]
    assert (hit["text"], hit["heading"]) == ("Port: 8080", "Billing")


def test_a_title_and_the_files_own_name_are_no_heading_of_its_lines() -> None:
    def under(*titles: str) -> str:
        at = Support(ref="MEMORY.md", line=3, line_end=3, session="", role="memory", trust="human", under=titles)
        fact = Fact(id="b2:0", text="Port: 1", sources=(at,), kind="fact", status="active", entity="", method="manual",
                    confidence=1.0, trust="human", verified_at=NIGHT)  # fmt: skip
        assert not heading(fact)
        return heading(fact, is_away=True)

    assert under("Memory") == under("MEMORY.md") == ""
    assert under("Depot", "Billing") == under("Billing") == "Billing"


@pytest.mark.parametrize(
    "title", ["Notes", "Notizen", "Gespräch", "Journal", "Appunti", "Notities", "Diário", "笔记", "2026-11-02 (férié)"]
)
def test_what_a_page_is_names_no_subject_of_its_lines(title: str) -> None:
    at = Support(ref="memory/a.md", line=3, line_end=3, session="", role="note", trust="agent", under=("Day", title))
    told = "Lesson: a restart needs a pause"
    fact = Fact(id="b2:0", text=told, sources=(at,), kind="lesson", status="active", entity="", method="manual",
                confidence=1.0, trust="agent", verified_at=NIGHT)  # fmt: skip
    assert heading(fact) == ""


@pytest.mark.parametrize(
    ("about", "text", "shown"),
    [
        ("Ana", "Signs the contracts", "Ana: Signs the contracts"),
        ("Ana", "ana signs the contracts", "ana signs the contracts"),
        ("Jonas Weber", "Likes tea", "Jonas Weber: Likes tea"),
    ],
)
def test_what_was_written_of_somebody_is_told_with_the_name_that_its_words_leave_out(
    about: str, text: str, shown: str, tmp_path: Path
) -> None:
    """As its line in MEMORY.md has it."""
    with KnowledgeAPI.open(open_workspace(tmp_path), clock=lambda: NIGHT).writer as writer:
        KnowledgeAPI(writer, clock=lambda: NIGHT).dispatch(
            "create_entity", type="person", name=about, label=about, observations=[text]
        )
    for verb in (("search", text), ("facts",), ("context",), ("context", "--about", about)):
        done = CliRunner().invoke(main, [*verb, "-w", str(tmp_path)])
        assert f"{shown} " in done.output.replace("\n", " "), (verb, done.output)
        assert f"{about}: {about}" not in done.output
