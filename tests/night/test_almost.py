"""What was nearly let in stands on the page with a box; a tick lets it in by the door that every other tick takes."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.decisions import Signals
from noctuary.inbox import apply
from noctuary.journal import State, replay
from noctuary.model import Fact
from noctuary.night import bed, dream
from noctuary.settings import open_workspace
from noctuary.stages.weigh import _Gates

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
NEXT = NIGHT + dt.timedelta(days=1)
NOTES = [
    "the pump house key hangs behind the blue door",
    "the north gate code changes on the first of each month",
    "invoices over 500 euro need a second signature",
    "the harbour office answers the phone until noon",
    "the spare rudder is stored in shed 4",
    "the club van takes diesel, never petrol",
    "slipway lights are controlled by the panel in shed 2",
    "the radio channel of the safety boat is 72",
]
HEADING = "### Almost promoted"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace whose night lets in two statements and has to turn the rest away."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Club\n\n- the boathouse is painted green\n")
    (tmp_path / "memory" / "2026-05-10.md").write_text("".join(f"- remember: {note}\n" for note in NOTES))
    (tmp_path / "noctuary.toml").write_text("[promote]\nmax_unattended = 2\nmin_noted = 0.7\n")
    dream(tmp_path, NIGHT)
    return tmp_path


def state_of(root: Path) -> State:
    return replay(open_workspace(root).journal)


def boxes(root: Path) -> list[str]:
    page = (root / "DREAMS.md").read_text()
    if HEADING not in page:
        return []
    return [line for line in page.split(HEADING)[1].split("\n#")[0].splitlines() if line.startswith("- [")]


def tick(root: Path, number: int = 0) -> Fact:
    """Tick one of the boxes; returns the candidate it stands for."""
    line = boxes(root)[number]
    page = (root / "DREAMS.md").read_text()
    (root / "DREAMS.md").write_text(page.replace(line, line.replace("[ ]", "[x]", 1)))
    key = line.split("<!-- ")[1].split()[0]
    return state_of(root).facts[key]


def undo(root: Path, key: str) -> None:
    done = CliRunner().invoke(main, ["undo", key, "-w", str(root)], catch_exceptions=False)
    assert done.exit_code == 0, done.output


def test_what_was_nearly_let_in_is_listed_with_plain_words_and_is_no_belief(root: Path) -> None:
    found = boxes(root)
    assert 1 <= len(found) <= 5
    assert all("good enough, but too many for one night" in line for line in found)
    keys = [line.split("<!-- ")[1].split()[0] for line in found]
    assert {state_of(root).facts[key].status for key in keys} == {"candidate"}


@pytest.mark.parametrize("door", ["night", "apply"])
def test_a_tick_lets_it_in_with_a_batch_of_its_own_that_undo_takes_back(root: Path, door: str) -> None:
    fact = tick(root)
    told = dream(root, NEXT).heard if door == "night" else apply(open_workspace(root), NEXT).told
    state = state_of(root)
    assert state.facts[fact.id].status == "active"
    assert (state.facts[fact.id].gate, state.facts[fact.id].trust) == ("vouched", "human")
    assert any(fact.text in line for line in told)
    assert any(batch.startswith(f"vouched:{fact.id}:") for batch in state.batches)
    assert fact.text in (root / "MEMORY.md").read_text()
    assert not any(fact.id in line for line in boxes(root))
    if door == "night":
        assert "### You decided (1)" in (root / "DREAMS.md").read_text()
    undo(root, fact.id)
    assert state_of(root).facts[fact.id].status == "candidate"
    assert fact.text not in (root / "MEMORY.md").read_text()


def test_a_tick_stays_while_other_things_are_decided(root: Path) -> None:
    fact = tick(root)
    other = next(one for one in state_of(root).facts.values() if one.status == "active" and one.gate != "memory")
    undo(root, other.id)
    (line,) = [line for line in boxes(root) if fact.id in line]
    assert line.startswith("- [x]")
    dream(root, NEXT)
    assert state_of(root).facts[fact.id].status == "active"


def test_a_tick_for_what_is_believed_already_says_nothing(root: Path) -> None:
    fact = tick(root)
    before = (root / "DREAMS.md").read_bytes()
    apply(open_workspace(root), NEXT)
    (root / "DREAMS.md").write_bytes(before)
    told = apply(open_workspace(root), NEXT)
    assert (told.told, told.problems) == ((), ())
    assert state_of(root).facts[fact.id].status == "active"


def test_a_tick_for_what_was_put_away_is_told_and_lets_nothing_in(root: Path) -> None:
    fact = tick(root)
    before = (root / "DREAMS.md").read_bytes()
    undo(root, fact.id)
    (root / "DREAMS.md").write_bytes(before)
    told = dream(root, NEXT)
    assert state_of(root).facts[fact.id].status == "archived"
    assert any("archived" in line for line in told.unheard)


def test_a_box_that_has_only_lost_its_comment_is_known_by_its_words(root: Path) -> None:
    fact = tick(root)
    page = (root / "DREAMS.md").read_text()
    (line,) = [line for line in boxes(root) if fact.id in line]
    (root / "DREAMS.md").write_text(page.replace(line, line.partition("<!--")[0]))
    dream(root, NEXT)
    assert state_of(root).facts[fact.id].gate == "vouched"


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace("promote", "accept"),
        lambda line: line.replace("<!-- b2:", "<!-- b2:0"),
        lambda line: line.replace("[x]", "[maybe]"),
        lambda line: line.partition("<!--")[0].replace('"', '"not ', 1),
    ],
)
def test_what_is_not_exactly_that_box_lets_nothing_in(root: Path, change: object) -> None:
    fact = tick(root)
    (line,) = [line for line in boxes(root) if fact.id in line]
    page = (root / "DREAMS.md").read_text()
    (root / "DREAMS.md").write_text(page.replace(line, change(line)))  # type: ignore[operator]
    dream(root, NEXT)
    assert "vouched" not in {one.gate for one in state_of(root).facts.values()}


def test_of_scores_that_are_the_same_to_a_tenth_the_most_durable_gets_the_room(
    root: Path, fact: Callable[..., Fact]
) -> None:
    """Ids against durability: were scores alone to decide, or ids, another would come first."""
    with bed(open_workspace(root), NEXT) as run:
        made = (fact(f"note {n}", score=score) for n, score in enumerate((0.44, 0.41, 0.36)))
        notes = sorted(made, key=lambda one: one.id)
        sure = {one.id: durability for one, durability in zip(notes, (0.91, 0.93, 0.97), strict=True)}
        signals = {key: Signals(durability=value) for key, value in sure.items()}
        gates = _Gates(dataclasses.replace(run, facts={one.id: one for one in notes}, signals=signals))
        assert [sure[one.id] for one in sorted(notes, key=gates.order)] == [0.97, 0.93, 0.91]
