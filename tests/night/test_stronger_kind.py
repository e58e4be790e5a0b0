"""Where the same words are held twice, what survives a night is the rule, whichever was written first."""

from __future__ import annotations

import datetime as dt
import itertools
from pathlib import Path

import pytest

from noctuary.access import Asker
from noctuary.journal import replay
from noctuary.model import Fact, Kind, Trust
from noctuary.night import dream
from noctuary.settings import Workspace, open_workspace
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
