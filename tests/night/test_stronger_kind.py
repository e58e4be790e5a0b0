"""Where the same words are held twice, what survives a night is the rule, whichever was written first."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest

from noctuary.access import Asker
from noctuary.consolidate.kinds import stronger
from noctuary.journal import replay
from noctuary.model import Fact, Kind, Merge, Trust
from noctuary.night import dream
from noctuary.settings import Workspace, open_workspace
from noctuary.undo import undo
from noctuary.writing import NewEntity, NewObservation, Writer

SAID: dict[Kind, str] = {"constraint": "Never deploy on Fridays", "preference": "I prefer tabs over spaces in Go"}


def capture(workspace: Workspace, text: str, about: str, kind: Kind, now: dt.datetime, trust: Trust = "agent") -> None:
    with Writer(workspace, trust=trust) as writer:
        asker = Asker(agent="pilot")
        writer.create([NewEntity(name=about)], asker, now)
        writer.observe([NewObservation(about=about, text=text, kind=kind)], asker, now)


def standing(workspace: Workspace) -> list[Fact]:
    return [one for one in replay(workspace.journal).facts.values() if one.is_believed]


@pytest.mark.parametrize(
    ("kind", "is_first", "subjects", "trusts"),
    list(
        itertools.product(
            SAID, (True, False), (("Go", "Go"), ("project", "deploys"), ("deploys", "project")),
            (("agent", "agent"), ("human", "agent"), ("agent", "human")),
        )
    ),
)  # fmt: skip
def test_of_a_rule_or_wish_and_a_plain_fact_in_its_words_the_rule_or_wish_stays(
    kind: Kind, is_first: bool, subjects: tuple[str, str], trusts: tuple[Trust, Trust], tmp_path: Path,
    now: dt.datetime,
) -> None:  # fmt: skip
    workspace = open_workspace(tmp_path)
    kinds: list[Kind] = [kind, "fact"] if is_first else ["fact", kind]
    for about, one, trust in zip(subjects, kinds, trusts, strict=True):
        capture(workspace, SAID[kind], about, one, now, trust)
    dream(tmp_path, now + dt.timedelta(days=1))
    (kept,) = standing(workspace)
    assert kept.kind == kind
    if subjects[0] != subjects[1]:
        assert kept.trust == max(trusts)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_rule_that_a_file_states_makes_a_captured_fact_of_its_words_one(
    is_first: bool, tmp_path: Path, now: dt.datetime
) -> None:
    workspace = open_workspace(tmp_path)
    for step in (0, 1):
        if is_first == (step == 0):
            (tmp_path / "MEMORY.md").write_text("# deploys\n\n## Rules\n\n- Never deploy on Fridays\n", "utf-8")
            dream(tmp_path, now + dt.timedelta(days=step))
        else:
            capture(workspace, "Never deploy on Fridays", "deploys", "fact", now + dt.timedelta(days=step, hours=1))
    dream(tmp_path, now + dt.timedelta(days=3))
    (kept,) = standing(workspace)
    assert (kept.kind, kept.trust) == ("constraint", "human")


LINE = "Deploys happen on Tuesdays"
SUBJECTS = ("deploys", "project", "releases", "pipeline")
DAY = dt.timedelta(days=1)


def facts_of(root: Path) -> dict[str, Fact]:
    return dict(replay(open_workspace(root).journal).facts)


def merges_of(root: Path) -> list[Merge]:
    found = replay(open_workspace(root).journal).merges.values()
    return sorted((one for one in found if one.of == "fact" and not one.is_undone), key=lambda one: one.id)


def part(root: Path, merge: Merge, now: dt.datetime) -> None:
    undo(open_workspace(root), f"merge:{merge.id[3:]}", now)


def captured(root: Path, kinds: Sequence[Kind], trusts: Sequence[Trust], now: dt.datetime) -> dict[str, Fact]:
    """The same words held of several subjects, as each kind; then nights until they are one. As they stood before."""
    for number, (about, kind, trust) in enumerate(zip(SUBJECTS, kinds, trusts, strict=False)):
        capture(open_workspace(root), LINE, about, kind, now + dt.timedelta(minutes=number), trust)
    before = facts_of(root)
    for number in range(1, len(kinds)):
        dream(root, now + number * DAY)
    assert len(merges_of(root)) == len(kinds) - 1
    return before


def beside_an_own_line(
    root: Path, kinds: Sequence[Kind], now: dt.datetime, trust: Trust = "agent"
) -> dict[str, Fact]:
    """The human's own line, which is kept whatever it is, and the same words captured as each kind, then joined to it
    by a night each. As they stood before."""
    (root / "MEMORY.md").write_text(f"# deploys\n\n- {LINE}\n", "utf-8")
    dream(root, now - DAY)
    for number, kind in enumerate(kinds, 1):
        capture(open_workspace(root), LINE, SUBJECTS[number], kind, now + dt.timedelta(minutes=number), trust)
    before = facts_of(root)
    for number in range(1, len(kinds) + 1):
        dream(root, now + number * DAY)
    assert {before[one.kept].sources[0].ref for one in merges_of(root)} == {"MEMORY.md"}
    assert len(merges_of(root)) == len(kinds)
    return before


@pytest.mark.parametrize("kind", get_args(Kind))
@pytest.mark.parametrize("trust", ["agent", "human"])
def test_an_own_line_parted_from_what_bound_more_is_what_it_was(
    kind: Kind, trust: Trust, tmp_path: Path, now: dt.datetime
) -> None:
    before = beside_an_own_line(tmp_path, [kind], now, trust)
    (merge,) = merges_of(tmp_path)
    joined = facts_of(tmp_path)
    assert joined[merge.kept].kind == stronger(before[merge.kept].kind, kind)
    part(tmp_path, merge, now + 2 * DAY)
    assert facts_of(tmp_path) == before
    dream(tmp_path, now + 3 * DAY)
    assert facts_of(tmp_path) == before
    part(tmp_path, merge, now + 4 * DAY)
    assert facts_of(tmp_path) == joined


@pytest.mark.parametrize("kinds", list(itertools.product(("fact", "event", "constraint"), repeat=2)))
@pytest.mark.parametrize("trusts", [("agent", "agent"), ("human", "agent"), ("agent", "human")])
def test_parting_two_gives_back_each_as_it_was(
    kinds: tuple[Kind, Kind], trusts: tuple[Trust, Trust], tmp_path: Path, now: dt.datetime
) -> None:
    before = captured(tmp_path, kinds, trusts, now)
    (merge,) = merges_of(tmp_path)
    part(tmp_path, merge, now + 2 * DAY)
    assert facts_of(tmp_path) == before


@pytest.mark.parametrize("kinds", list(itertools.product(("fact", "preference", "constraint"), repeat=2)))
@pytest.mark.parametrize("turned", [1, -1])
def test_parting_an_own_line_from_two_leaves_the_one_that_is_left(
    kinds: tuple[Kind, Kind], turned: int, tmp_path: Path, now: dt.datetime
) -> None:
    """Whichever is parted first, what stays joined binds and is trusted as if it alone had been joined."""
    before = beside_an_own_line(tmp_path, kinds, now)
    first, last = merges_of(tmp_path)[::turned]
    own = first.kept
    part(tmp_path, first, now + 3 * DAY)
    left = facts_of(tmp_path)[own]
    assert left.kind == stronger(before[own].kind, before[last.merged].kind)
    assert {one.event for one in left.sources} == {
        one.event for key in (own, last.merged) for one in before[key].sources
    }
    part(tmp_path, last, now + 4 * DAY)
    assert facts_of(tmp_path) == before
