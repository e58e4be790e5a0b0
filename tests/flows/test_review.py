"""The flow that asks the human: what waits as an artifact, answers by parameter, answers by the UI's form."""

from __future__ import annotations

import datetime as dt
import threading
import time
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from noctuary.journal import replay
from noctuary.night import dream
from noctuary.review import waiting
from noctuary.settings import open_workspace

DAY = dt.timedelta(days=1)
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def dreamt(workspace: Path, now: dt.datetime) -> Path:
    """The small workspace after a night: one contradiction waits."""
    dream(workspace, now)
    return workspace


@pytest.mark.usefixtures("prefect")
def test_without_answers_it_lists_what_waits_and_changes_nothing(dreamt: Path, now: dt.datetime) -> None:
    from prefect.client.orchestration import get_client

    from flows.review import review

    before = (dreamt / "memory" / "graph.jsonl").read_bytes()
    state = review(dreamt, now=now + DAY, return_state=True)
    assert (state.name, state.message) == ("Waiting", "0 answered, 1 waiting for you")
    assert (dreamt / "memory" / "graph.jsonl").read_bytes() == before
    with get_client(sync_client=True) as client:
        found = {artifact.key: str(artifact.data) for artifact in client.read_artifacts()}
    assert "Battery life: 14 days" in found["noctuary-workspace-queue"]
    assert "memory/2026-05-09.md:2" in found["noctuary-workspace-queue"]


@pytest.mark.usefixtures("prefect")
def test_answers_given_as_parameters_are_recorded(dreamt: Path, now: dt.datetime) -> None:
    from flows.review import review

    key = waiting(open_workspace(dreamt))[0].review.id
    state = review(dreamt, answers={key[:11]: "edit Battery life: 18 days"}, now=now + DAY, return_state=True)
    assert (state.name, state.message) == ("Answered", "1 answered, 0 waiting for you")
    facts = replay(open_workspace(dreamt).journal).facts.values()
    assert [fact.text for fact in facts if "Battery" in fact.text and fact.status == "active"] == [
        "Battery life: 18 days"
    ]
    again = review(dreamt, now=now + DAY, return_state=True)
    assert again.name == "NothingToDo"


@pytest.mark.usefixtures("prefect")
def test_an_answer_that_does_not_fit_fails_and_applies_none(dreamt: Path, now: dt.datetime) -> None:
    from flows.review import review

    key = waiting(open_workspace(dreamt))[0].review.id
    state = review(dreamt, answers={key: "accept"}, now=now + DAY, return_state=True)
    assert state.is_failed()
    assert "use one of keep-a" in (state.message or "")
    assert len(waiting(open_workspace(dreamt))) == 1


@pytest.mark.usefixtures("prefect")
def test_a_run_that_asks_pauses_for_the_form_and_carries_it_out(dreamt: Path, now: dt.datetime) -> None:
    from prefect.flow_runs import resume_flow_run

    from flows.review import review

    key = waiting(open_workspace(dreamt))[0].review.id
    told: list[Any] = []
    run = threading.Thread(target=lambda: told.append(review(dreamt, ask=True, patience=60, return_state=True)))
    run.start()
    resume_flow_run(_paused(), run_input={f"q_{key[3:]}": "keep-b"})
    run.join(60)
    assert [(state.name, state.message) for state in told] == [("Answered", "1 answered, 0 waiting for you")]
    assert replay(open_workspace(dreamt).journal).reviews[key].decision == "keep_b"


def _paused() -> UUID:
    """The run that waits, once it does."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        for _ in range(200):
            for run in client.read_flow_runs():
                if run.state and run.state.is_paused():
                    return run.id
            time.sleep(0.2)
    raise AssertionError("no run paused")


def test_every_deployment_names_a_flow_and_parameters_it_takes() -> None:
    import importlib
    import inspect

    import yaml

    deployed = yaml.safe_load((ROOT / "prefect.yaml").read_text())["deployments"]
    assert {one["name"] for one in deployed} >= {"nightly", "ask"}
    for one in deployed:
        path, _, name = one["entrypoint"].partition(":")
        found = getattr(importlib.import_module(path.removesuffix(".py").replace("/", ".")), name)
        assert one["parameters"].keys() <= inspect.signature(found.fn).parameters.keys()


def test_the_form_has_a_choice_a_question_with_the_words_that_fit(dreamt: Path) -> None:
    from noctuary.review import queue
    from tasks.review import form

    schema = form(queue(open_workspace(dreamt)), {}).model_json_schema()
    choices = [field["enum"] for field in schema["properties"].values() if "enum" in field]
    assert choices == [["keep-a", "keep-b", "both", "scoped", "edit", "neither", "later"]]
