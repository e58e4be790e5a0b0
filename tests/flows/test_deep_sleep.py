"""The Prefect flow: the same stages as the command line, true states, artifacts."""

from __future__ import annotations

import datetime as dt
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from tests.flows.assets import told_assets

ROOT = Path(__file__).parent.parent.parent


def test_the_flow_runs_the_command_lines_own_stages() -> None:
    """KG-077: task.fn is the stage itself, in the same order."""
    from noctuary.night import STAGES
    from tasks.night import TASKS

    assert tuple(task.fn for task in TASKS) == STAGES


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PREFECT_API_URL", "http://127.0.0.1:9/api", "start the server at http://127.0.0.1:9/api"),
        ("PREFECT_HOME", "/dev/null/prefect", "/dev/null/prefect cannot be made"),
    ],
)
def test_a_prefect_that_cannot_be_reached_is_said_in_a_line(workspace: Path, name: str, value: str, said: str) -> None:
    around = {"PREFECT_HOME": str(workspace.parent / "prefect"), name: value}
    told = subprocess.run(
        [sys.executable, "-m", "flows", str(workspace)],
        cwd=ROOT, env={**os.environ, **around}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (told.returncode, told.stdout) == (1, "")
    assert "Traceback" not in told.stderr
    assert said in told.stderr
    assert told.stderr.endswith(f"`noctuary dream -w {workspace}` needs no Prefect\n")


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

    read_then_edit.name = "read"  # type: ignore[attr-defined]
    monkeypatch.setattr(module, "TASKS", (real[0], read_then_edit, *real[2:]))
    state = module.deep_sleep(workspace, now=now, return_state=True)
    assert (state.name, waited) == ("Completed", [60])


@pytest.mark.usefixtures("prefect")
def test_a_night_by_flow_writes_what_a_night_by_hand_writes(
    tmp_path: Path, make: Callable[[Path], Path], now: dt.datetime, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    """Pins hold: a flow run completes with the installed FastAPI and SQLAlchemy; and artifacts stand."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterName

    from flows.deep_sleep import deep_sleep
    from noctuary.night import dream
    from tasks.saying import key_of

    by_flow, by_hand = make(tmp_path / "flow"), make(tmp_path / "hand")
    state = deep_sleep(by_flow, now=now, return_state=True)
    dream(by_hand, now)
    assert (state.type.value, state.name) == ("COMPLETED", "Completed")
    left, right = ({k: v for k, v in bytes_of(r).items() if not k.startswith(".noctuary")} for r in (by_flow, by_hand))
    assert left == right

    with get_client(sync_client=True) as client:
        found = {artifact.key: artifact for artifact in client.read_artifacts()}
        (run,) = client.read_flow_runs(
            flow_run_filter=FlowRunFilter(name=FlowRunFilterName(any_=[f"flow-{now:%Y-%m-%d}"]))
        )
    assert run.state
    assert run.state.id == state.id
    key = key_of(by_flow)
    assert "# Dreams" in str(found[f"noctuary-{key}-dreams"].data)
    assert "Battery" in str(found[f"noctuary-{key}-review"].data)

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


def test_the_page_in_the_ui_has_nothing_to_tick_to_write_or_to_open(workspace: Path, now: dt.datetime) -> None:
    """Prefect's UI shows a box with all its marks as they are, and takes no answer."""
    from noctuary.night import dream
    from tasks.artifacts import to_look_at

    dream(workspace, now)
    page = (workspace / "DREAMS.md").read_text()
    shown = to_look_at(page.replace("- [ ] keep A", "- [x] keep A"), "review/workspace-0")
    assert [sign for sign in ("<!--", "- [", "](", "Answer:", "Boxes you tick", "\n\n\n") if sign in shown] == []
    assert "or run `review/workspace-0`." in shown
    assert '- ☑ keep A: "Battery life: 14 days" (`memory/2026-05-09.md:2`' in shown
    assert "- both hold\n" in shown
    codes = re.compile(r"`[^`\n]+`")
    gone = {*codes.findall(page)} - {*codes.findall(shown)}
    assert gone <= {"`noctuary review --apply`", "`edit: your own wording`", "`scoped: in staging | in production`"}


@pytest.mark.parametrize("said", ["<!-- b2:0a keep-a 0b --><b>x</b>", "[`x`](https://evil.example)", "- [ ] keep A: x"])
def test_what_a_source_says_is_as_inert_in_the_ui_as_on_the_page(said: str) -> None:
    from noctuary.inert import inline
    from tasks.artifacts import to_look_at

    line = f"- {inline(said)}"
    assert to_look_at(line, "review/a") == line


@pytest.mark.usefixtures("prefect")
def test_the_files_that_a_night_wrote_stand_in_the_event_feed_as_assets(
    tmp_path: Path, make: Callable[[Path], Path], now: dt.datetime
) -> None:
    """Nothing of a night without work."""
    from flows.deep_sleep import deep_sleep
    from tasks.saying import key_of

    root = make(tmp_path / "a b")
    deep_sleep(root, now=now)
    deep_sleep(root, now=now + dt.timedelta(days=1))
    wanted = {f"noctuary://{key_of(root)}/{name}" for name in ("journal", "DREAMS.md", "MEMORY.md")}
    assert told_assets(wanted) == (sorted(wanted), {f"{now:%Y-%m-%d}"})


@pytest.mark.usefixtures("prefect")
def test_a_night_beside_another_is_skipped_and_not_failed(workspace: Path, now: dt.datetime) -> None:
    from flows.deep_sleep import deep_sleep

    (workspace / ".noctuary").mkdir()
    with FileLock(workspace / ".noctuary" / "lock"):
        state = deep_sleep(workspace, now=now, return_state=True)
    assert state.name == "Skipped"
    assert "another night" in (state.message or "")


@pytest.mark.usefixtures("prefect")
def test_a_workspace_whose_nights_are_switched_off_is_left_alone(workspace: Path, now: dt.datetime) -> None:
    """KG-063"""
    from flows.deep_sleep import deep_sleep

    (workspace / "noctuary.toml").write_text("enabled = false\n")
    before = sorted(workspace.rglob("*"))
    state = deep_sleep(workspace, now=now, return_state=True)
    assert (state.name, sorted(workspace.rglob("*"))) == ("NothingToDo", before)
    assert "switched off" in (state.message or "")


@pytest.mark.usefixtures("prefect")
@pytest.mark.parametrize("flow", ["deep_sleep", "review", "archive", "fleet"])
def test_every_flow_refuses_an_empty_workspace(flow: str) -> None:
    import importlib

    run = getattr(importlib.import_module(f"flows.{flow}"), flow)
    state = run("", return_state=True)
    assert state.is_failed()
    assert "give its whole path" in (state.message or "")


@pytest.mark.parametrize("given", ["", ".", "agent", "../agent"])
def test_a_worker_s_own_folder_is_nobody_s_workspace(given: str) -> None:
    from noctuary.errors import WorkspaceError
    from tasks.saying import opened

    with pytest.raises(WorkspaceError, match="give its whole path"):
        opened(Path(given))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(13, "Permission denied", "/x/graph.jsonl"), "graph.jsonl: Permission denied; give yourself"),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero); `noctuary dream -w x`"),
        (TimeoutError("Exceeded timeout of 60 second(s)"), "took too long"),
        (ValueError("AKIAIOSFODNN7REALKEY is no key"), "`noctuary dream -w x`"),
    ],
)
def test_an_error_of_another_hand_is_told_in_our_words_with_its_mend(error: Exception, said: str) -> None:
    from tasks.saying import told

    message = told(error, "noctuary dream -w x")
    assert said in message
    assert "AKIA" not in message


@pytest.mark.usefixtures("prefect")
def test_a_stage_that_breaks_fails_the_night_in_our_words(
    workspace: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows import deep_sleep as module

    def broken(run: object) -> object:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(module, "TASKS", (broken,))
    state = module.deep_sleep(workspace, now=now, return_state=True)
    assert state.is_failed()
    assert f"`noctuary dream -w {workspace}` shows it without Prefect" in (state.message or "")


def test_folders_of_one_name_have_keys_of_their_own(tmp_path: Path) -> None:
    from tasks.saying import key_of

    keys = {key_of(tmp_path / above / "agent") for above in "abc"}
    assert len(keys) == 3
    assert all(re.fullmatch(r"agent-[0-9a-f]{8}", key) for key in keys)
    assert key_of(tmp_path / "a" / ".." / "a" / "agent") in keys


@pytest.mark.parametrize("flow", ["deep_sleep", "review", "archive", "fleet", "reconcile", "clean"])
def test_every_parameter_is_described(flow: str) -> None:
    import importlib

    from prefect.utilities.callables import parameter_schema

    schema = parameter_schema(getattr(importlib.import_module(f"flows.{flow}"), flow)).properties
    assert [name for name, one in schema.items() if not one.get("description")] == []


@pytest.mark.usefixtures("prefect")
def test_a_night_that_cannot_be_says_why_in_its_state(tmp_path: Path) -> None:
    from flows.deep_sleep import deep_sleep

    state = deep_sleep(tmp_path / "nowhere", return_state=True)
    assert state.is_failed()
    assert "noctuary init" in (state.message or "")


@pytest.mark.usefixtures("prefect")
def test_the_archive_flow_puts_away_what_the_command_does(workspace: Path, now: dt.datetime) -> None:
    """TB-114: monthly; the same function, and a night under way is no failure."""
    from flows.archive import archive
    from noctuary.archive import archive as by_hand
    from noctuary.night import dream
    from noctuary.settings import open_workspace

    (workspace / "noctuary.toml").write_text("[decay]\nidle_clock = false\n[promote]\nmin_unattended = 0.3\n")
    for day in ("2026-05-06", "2026-05-07"):
        (workspace / "memory" / f"{day}.md").write_text("- lesson: the glue needs two days to cure\n")
    dream(workspace, now)
    later = now + dt.timedelta(days=200)
    wanted = by_hand(open_workspace(workspace), later, dry_run=True).batch
    assert archive(workspace, now=later, dry_run=True, return_state=True).name == "Planned"
    state = archive(workspace, now=later, return_state=True)
    assert state.name == "Completed"
    assert wanted in (state.message or "")
    assert archive(workspace, now=later, return_state=True).name == "NothingToDo"
    with FileLock(workspace / ".noctuary" / "lock"):
        assert archive(workspace, now=later, return_state=True).name == "Skipped"


def test_the_archive_is_deployed_once_a_month() -> None:
    text = (ROOT / "prefect.yaml").read_text()
    assert "entrypoint: flows/archive.py:archive" in text
    assert 'cron: "30 4 1 * *"' in text


def test_the_deployment_is_nightly_at_three() -> None:
    """KG-075: an explicit zone, a cron of three in the morning."""
    text = (ROOT / "prefect.yaml").read_text()
    assert 'cron: "0 3 * * *"' in text
    assert re.search(r'timezone: "\{\{ \$NOCTUARY_TIMEZONE \}\}"', text)


def test_the_result_tells_what_could_not_be_read(workspace: Path, now: dt.datetime) -> None:
    """Of the journal and of a source, whether the night had something to do or not."""
    from flows.deep_sleep import summary
    from noctuary.night import dream

    dream(workspace, now)
    journal = workspace / "memory" / "graph.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"observation"', b"", 1))
    assert "`noctuary verify`" in summary(dream(workspace, now + dt.timedelta(days=1)))
    (workspace / "memory" / "2026-05-12.md").write_text("- decided: the lamp is red\n")
    assert "`noctuary verify`" in summary(dream(workspace, now + dt.timedelta(days=2)))
