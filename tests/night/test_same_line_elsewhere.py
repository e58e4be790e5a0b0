"""Equal lines of MEMORY.md under headings that name different things: a fact each, whatever is done to the file."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.journal import replay
from noctuary.journal.verify import verify
from noctuary.night import dream
from noctuary.page.lines import headed
from noctuary.settings import open_workspace

DAY = dt.timedelta(days=1)
LINES = ("Test command: make test", "Port: 8080", "Never force push", "Deploys on Tuesdays", "Language: Go 1.22")
TITLE, ONE, TWO = "# Memory\n", "## ledgerd\n", "## gateway\n"


def section(heading: str, lines: tuple[str, ...] = LINES) -> str:
    return "\n" + heading + "".join(f"- {line}\n" for line in lines)


def written(root: Path, text: str, now: dt.datetime) -> None:
    """The human's part of MEMORY.md is this text from now on; then a night."""
    page = root / "MEMORY.md"
    block = page.read_text().partition("<!-- noctuary:begin")
    page.write_text(text + ("\n" + block[1] + block[2] if block[1] else ""))
    dream(root, now)


def believed(root: Path) -> dict[str, str]:
    """What is believed, as it is shown away from its file, by id."""
    facts = replay(open_workspace(root).journal).facts
    return {key: headed(fact) for key, fact in facts.items() if fact.is_believed}


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    (tmp_path / "MEMORY.md").write_text("")
    return tmp_path


@pytest.fixture
def root(empty: Path, now: dt.datetime) -> Path:
    written(empty, TITLE + section(ONE) + section(TWO), now)
    return empty


def test_each_is_a_fact_of_its_own_heading(root: Path) -> None:
    told = sorted(believed(root).values())
    assert told == sorted(f"{name}: {line}" for name in ("ledgerd", "gateway") for line in LINES)
    assert verify(open_workspace(root).journal) == []


def test_facts_are_asked_for_by_the_heading_they_stand_under(root: Path) -> None:
    asked = ["facts", "-w", str(root), "--about", "Gateway"]
    told = CliRunner().invoke(main, asked).stdout.splitlines()
    assert sorted(line.split("  ")[-1] for line in told) == sorted(f"gateway: {line}" for line in LINES)
    rows = msgspec.json.decode(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    assert {row["heading"] or row["text"].partition(":")[0] for row in rows} == {"gateway"}


@pytest.mark.parametrize(
    "text",
    [
        TITLE + section(TWO) + section(ONE),
        TITLE + section("## atlas\n", ("Stack: Vue",)) + section(TWO) + section(ONE),
        TITLE + section(ONE, LINES[::-1]) + section(TWO),
    ],
    ids=["sections exchanged", "one before both", "lines turned"],
)
def test_where_the_lines_stand_makes_no_fact_another(text: str, root: Path, now: dt.datetime) -> None:
    before = believed(root)
    written(root, text, now + DAY)
    after = believed(root)
    assert {key: after.get(key) for key in before} == before


@pytest.mark.parametrize(("left", "gone"), [(ONE, "gateway"), (TWO, "ledgerd")])
def test_the_line_that_is_taken_out_goes_and_the_other_stays(
    left: str, gone: str, root: Path, now: dt.datetime
) -> None:
    before = believed(root)
    written(root, TITLE + section(left), now + DAY)
    assert believed(root) == {key: text for key, text in before.items() if not text.startswith(gone)}
    written(root, TITLE + section(ONE) + section(TWO), now + 2 * DAY)
    assert believed(root) == before
    assert verify(open_workspace(root).journal) == []


def test_a_line_that_moves_to_another_heading_is_the_fact_it_was(empty: Path, now: dt.datetime) -> None:
    line = LINES[:1]
    written(empty, TITLE + section(ONE, line), now)
    [before] = believed(empty)
    written(empty, TITLE + section(TWO, line), now + DAY)
    assert list(believed(empty)) == [before]


def test_under_headings_that_name_nothing_it_is_one_fact(empty: Path, now: dt.datetime) -> None:
    line = ("We deploy on Tuesdays",)
    written(empty, TITLE + section("## Notes\n", line) + section("## Rules\n", line), now)
    assert list(believed(empty).values()) == list(line)
