"""The Prefect flow: the same stages as the command line, true states, artifacts."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).parent.parent.parent


def test_the_flow_runs_the_command_lines_own_stages() -> None:
    """KG-077: task.fn is the stage itself, in the same order."""
    from noctuary.night import STAGES
    from tasks.night import TASKS

    assert tuple(task.fn for task in TASKS) == STAGES


def test_only_looking_is_retried_by_itself() -> None:
    from tasks.night import TASKS

    assert {task.name for task in TASKS if task.retries} == {"read", "extract"}


@pytest.mark.usefixtures("prefect")
def test_a_file_that_changed_meanwhile_is_tried_again_from_the_beginning(
    workspace: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows import deep_sleep as module

    def edit(seconds: float) -> None:
        waited.append(seconds)
        memory.write_text(before)

    memory = workspace / "MEMORY.md"
    before = memory.read_text()
    waited: list[float] = []
    monkeypatch.setattr(module, "time", type("Clock", (), {"sleep": staticmethod(edit)}))
    real = module.TASKS

    def read_then_edit(run: object) -> object:
        run = real[1](run)
        if not waited:
            memory.write_text(before + "- one more line\n")
        return run

    monkeypatch.setattr(module, "TASKS", (real[0], read_then_edit, *real[2:]))
    state = module.deep_sleep(workspace, now=now, return_state=True)
    assert (state.name, waited) == ("Completed", [60])


@pytest.mark.usefixtures("prefect")
def test_a_night_by_flow_writes_what_a_night_by_hand_writes(
    tmp_path: Path, make: Callable[[Path], Path], now: dt.datetime, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    """Pins hold: a flow run completes with the installed FastAPI and SQLAlchemy; and artifacts stand."""
    from prefect.client.orchestration import get_client

    from flows.deep_sleep import deep_sleep
    from noctuary.night import dream

    by_flow, by_hand = make(tmp_path / "flow"), make(tmp_path / "hand")
    state = deep_sleep(by_flow, now=now, return_state=True)
    dream(by_hand, now)
    assert (state.type.value, state.name) == ("COMPLETED", "Completed")
    left, right = ({k: v for k, v in bytes_of(r).items() if not k.startswith(".noctuary")} for r in (by_flow, by_hand))
    assert left == right

    with get_client(sync_client=True) as client:
        found = {artifact.key: artifact for artifact in client.read_artifacts()}
    assert "# Dreams" in str(found["noctuary-flow-dreams"].data)
    assert "Battery" in str(found["noctuary-flow-review"].data)

    again = deep_sleep(by_flow, now=now + dt.timedelta(days=1), return_state=True)
    assert again.name == "NothingToDo"


def test_the_table_of_what_waits_has_facts_and_names(workspace: Path, now: dt.datetime) -> None:
    from noctuary.night import dream
    from noctuary.settings import open_workspace
    from tasks.artifacts import waiting_rows

    said = ("behind the proxy", "kept by Ines", "backed up at night", "shows the tide", "restarted by hand")
    lines = ["## Dashboards", *(f"- Grafana: {words}" for words in said)]
    (workspace / "MEMORY.md").write_text((workspace / "MEMORY.md").read_text() + "\n".join(lines) + "\n")
    (workspace / "memory/2026-05-11.md").write_text("- Rule: Grafanna: never open port 3000 to the net\n")
    dream(workspace, now)
    rows = waiting_rows(open_workspace(workspace))
    assert {row["kind"] for row in rows} >= {"contradiction", "same_entity"}
    assert {"Grafana", "Grafanna"} in [{row["a"], row["b"]} for row in rows]
    assert all(row["id"] and row["why"] for row in rows)


@pytest.mark.usefixtures("prefect")
def test_a_night_beside_another_is_skipped_and_not_failed(workspace: Path, now: dt.datetime) -> None:
    from flows.deep_sleep import deep_sleep

    (workspace / ".noctuary").mkdir()
    with FileLock(workspace / ".noctuary" / "lock"):
        state = deep_sleep(workspace, now=now, return_state=True)
    assert state.name == "Skipped"
    assert "another night" in (state.message or "")


@pytest.mark.usefixtures("prefect")
def test_a_night_that_cannot_be_says_why_in_its_state(tmp_path: Path) -> None:
    from flows.deep_sleep import deep_sleep

    state = deep_sleep(tmp_path / "nowhere", return_state=True)
    assert state.is_failed()
    assert "noctuary init" in (state.message or "")


def test_the_deployment_is_nightly_at_three_and_one_at_a_time() -> None:
    """KG-075: an explicit zone, a cron of three in the morning."""
    text = (ROOT / "prefect.yaml").read_text()
    assert 'cron: "0 3 * * *"' in text
    assert re.search(r'timezone: "\{\{ \$NOCTUARY_TIMEZONE \}\}"', text)
    assert re.search(r"limit: 1\s+collision_strategy: CANCEL_NEW", text)
