"""The flow that asks the human: what waits as an artifact, answers by parameter, answers by the UI's form."""

from __future__ import annotations

import contextlib
import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from noctuary.journal import replay
from noctuary.night import dream
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace

if TYPE_CHECKING:
    from prefect.client.schemas.objects import State

DAY = dt.timedelta(days=1)
ROOT = Path(__file__).parent.parent.parent


@pytest.mark.usefixtures("prefect")
def test_without_answers_it_lists_what_waits_and_changes_nothing(dreamt: Path, now: dt.datetime) -> None:
    from prefect.client.orchestration import get_client

    from flows.review import review
    from tasks.saying import key_of

    before = (dreamt / "memory" / "graph.jsonl").read_bytes()
    state = review(dreamt, now=now + DAY, return_state=True)
    assert (state.name, state.message) == ("Waiting", "0 answered, 1 waiting for you")
    assert (dreamt / "memory" / "graph.jsonl").read_bytes() == before
    with get_client(sync_client=True) as client:
        found = {artifact.key: str(artifact.data) for artifact in client.read_artifacts()}
    told = found[f"noctuary-{key_of(dreamt)}-queue"]
    assert "Battery life: 14 days" in told
    assert "memory/2026-05-09.md:2" in told


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
@pytest.mark.parametrize(
    ("key", "said", "why"),
    [("{id}", "accept", "use one of keep-a"), ("{id}", "edit", "edit"), ("b2:0000", "keep-a", "no question has")],
)
def test_an_answer_that_does_not_fit_fails_and_says_why(
    dreamt: Path, now: dt.datetime, key: str, said: str, why: str
) -> None:
    from flows.review import review

    waits = waiting(open_workspace(dreamt))[0].review.id
    state = review(dreamt, answers={key.format(id=waits): said}, now=now + DAY, return_state=True)
    assert state.is_failed()
    assert why in (state.message or "")
    assert len(waiting(open_workspace(dreamt))) == 1


@pytest.mark.usefixtures("prefect")
def test_a_slip_among_the_answers_loses_no_other(dreamt: Path, now: dt.datetime) -> None:
    from flows.review import review

    (key,) = [one.review.id for one in waiting(open_workspace(dreamt))]
    state = review(dreamt, answers={"b2:0000": "keep-a", key: "keep-b"}, now=now + DAY, return_state=True)
    assert state.is_failed()
    assert "1 answered, 0 waiting for you; not heard: b2:0000" in (state.message or "")
    assert replay(open_workspace(dreamt).journal).reviews[key].decision == "keep_b"


@pytest.mark.usefixtures("prefect")
def test_a_run_without_a_deployment_asks_nobody_and_says_what_to_do(dreamt: Path) -> None:
    from flows.review import review

    state = review(dreamt, ask=True, return_state=True)
    assert state.is_failed()
    assert "make deploy" in (state.message or "")


@pytest.mark.usefixtures("prefect")
def test_a_form_holds_no_process_and_only_a_slip_is_asked_again(dreamt: Path, now: dt.datetime) -> None:
    """The run ends at each form; a slip comes back alone, with the reason; what was heard stands."""
    from prefect.client.orchestration import get_client
    from prefect.exceptions import Pause
    from prefect.flow_engine import run_flow
    from prefect.flow_runs import resume_flow_run
    from prefect.states import Pending

    from flows.review import review

    twice(dreamt, now)
    first, second = [one.review.id for one in waiting(open_workspace(dreamt))]
    with get_client(sync_client=True) as client:
        there = client.create_deployment(client.create_flow(review), "ask-test")
        run = client.create_flow_run_from_deployment(there, parameters={"workspace": str(dreamt), "ask": True}).id

        def lives() -> State[Any]:
            client.set_flow_run_state(run, Pending())
            again = client.read_flow_run(run)
            with contextlib.suppress(Pause):
                run_flow(review, again, again.parameters, return_type="state")
            state = client.read_flow_run(run).state
            assert state
            return state

        def form() -> str:
            keys = client.read_flow_run(run).state.state_details.run_input_keyset
            return str(client.read_flow_run_input(run, keys["schema"]))

        assert lives().name == "Suspended"
        assert first[3:] in form()
        resume_flow_run(run, run_input={f"q_{first[3:]}": "edit", f"q_{second[3:]}": "keep-b"})
        assert lives().name == "Suspended"
        assert replay(open_workspace(dreamt).journal).reviews[second].decision == "keep_b"
        again = form()
        assert (first[3:] in again, second[3:] in again) == (True, False)
        assert "Not heard yet" in again
        resume_flow_run(run, run_input={f"q_{first[3:]}": "keep-a"})
        state = lives()
    assert (state.name, state.message) == ("Answered", "1 answered, 0 waiting for you")
    assert replay(open_workspace(dreamt).journal).reviews[first].decision == "keep_a"


def twice(root: Path, now: dt.datetime) -> None:
    """Let a second question wait."""
    (root / "memory" / "2026-05-11.md").write_text("- Display width: 200 mm\n")
    (root / "memory" / "2026-05-12.md").write_text("- Display width: 240 mm\n")
    dream(root, now + DAY)


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
    from noctuary.review_queue import queue
    from tasks.review import form

    schema = form(queue(open_workspace(dreamt)), {}).model_json_schema()
    (beside,) = [field["description"] for field in schema["properties"].values() if "enum" in field]
    a, b, why = beside.split("\n\n")
    assert a.startswith("**A** Battery life: 14 days (memory/2026-05-09.md:2")
    assert b.startswith("**B** Battery life: ")
    assert why.startswith("Why: ")
    choices = [field["enum"] for field in schema["properties"].values() if "enum" in field]
    assert choices == [["keep-a", "keep-b", "both", "scoped", "edit", "neither", "later"]]
