"""Deploying a fleet: each workspace by itself, twice the same is nothing, what is gone goes, others stay."""

from __future__ import annotations

import datetime as dt
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from noctuary.errors import NoctuaryError
from noctuary.fleet import read_fleet

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def put(tmp_path: Path, prefect: None) -> Iterator[Callable[..., list[str]]]:
    """Deploys a fleet of folders below tmp_path and says what became of each; all is removed at the end."""
    from prefect.client.orchestration import get_client

    from flows import deploy

    def fleet(*names: str, file: str = "fleet.toml", more: str = "", notify: str = "") -> list[str]:
        for name in names:
            (tmp_path / name / "memory").mkdir(parents=True, exist_ok=True)
        rows = "".join(f'[[workspace]]\npath = "{name}"\n' for name in names)
        (tmp_path / file).write_text(f'timezone = "Europe/Berlin"\n{more}\n{rows}')
        owner = deploy.owner_of(Namespace(file=tmp_path / file))
        return list(deploy.deploy(read_fleet(tmp_path / file), owner, notify))

    yield fleet
    with get_client(sync_client=True) as client:
        for one in client.read_deployments():
            client.delete_deployment(one.id)
        for one in client.read_automations():
            client.delete_automation(one.id)


def there() -> dict[str, Any]:
    """Every deployment on the server: what tells whether it was touched, by workspace's name and entry point."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        return {
            f"{one.entrypoint.partition(':')[2]} {one.name.rpartition('-')[0]}": (one.id, one.updated)
            for one in client.read_deployments()
        }


def test_a_second_deploying_touches_nothing_and_what_is_gone_goes(put: Callable[..., list[str]]) -> None:
    assert [line for line in put("a", "b") if "no night in time" in line]
    before, watched = there(), watches()
    assert len(watched) == 4
    assert {"deep_sleep a", "deep_sleep b", "review a", "archive b"} <= before.keys()
    assert {line.split()[0] for line in put("a", "b")} == {"kept"}
    assert (there(), watches()) == (before, watched)
    told = put("b")
    assert len(watches()) == 3
    assert [line for line in told if line.split()[0] == "changed" and "reconcile/" not in line] == []
    assert not [name for name in there() if name.endswith(" a")]
    assert {name: one for name, one in there().items() if name.endswith(" b")} == {
        name: one for name, one in before.items() if name.endswith(" b")
    }


@pytest.mark.parametrize("path", ["agent/*", "nowhere"])
def test_nothing_goes_while_a_path_of_the_fleet_names_no_folder(
    tmp_path: Path, put: Callable[..., list[str]], path: str
) -> None:
    put("agents/b", "a")
    before, watched = there(), watches()
    told = put("a", more=f'[[workspace]]\npath = "{path}"\n')
    assert [line for line in told if line.startswith("removed")] == []
    kept = [line for line in told if line.startswith("left    deep-sleep/b-")]
    assert len(kept) == 1
    assert f"'{path}' names no folder" in kept[0]
    assert before.keys() <= there().keys()
    assert watched.keys() <= watches().keys()
    assert str(tmp_path / "agents" / "b") in reconciled()
    assert [line for line in put("a") if line.startswith("removed deep-sleep/b-")]
    assert reconciled() == [str(tmp_path / "a")]


def reconciled() -> list[str]:
    """The workspaces whose index the fleet keeps up to the journal."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        (found,) = [one for one in client.read_deployments() if (one.entrypoint or "").endswith(":reconcile")]
    return list(found.parameters["workspaces"])


def test_a_path_that_names_no_folder_ends_the_deploying_with_its_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from flows import deploy

    (tmp_path / "a" / "memory").mkdir(parents=True)
    file = tmp_path / "fleet.toml"
    file.write_text('[[workspace]]\npath = "a"\n[[workspace]]\npath = "agent/*"\n')
    monkeypatch.setattr(deploy, "deploy", lambda *_, **__: ["kept    deep-sleep/a"])
    monkeypatch.setattr(deploy, "get_current_settings", lambda: Namespace(api=Namespace(url="http://127.0.0.1")))
    assert deploy.main([str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == "kept    deep-sleep/a\n"
    assert "'agent/*' names no folder" in told.err
    assert "; " in told.err


def watches() -> dict[str, Any]:
    """When each automation on the server was last changed."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        return {one.name: getattr(one, "updated", one.id) for one in client.read_automations()}


def test_the_automations_know_every_name_that_a_run_of_ours_ends_by() -> None:
    """A run that ended `NothingToDo` is not dead for want of an event `Completed`."""
    import ast

    from flows.watch import ENDED, watches

    named = set()
    for path in (ROOT / "flows").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Completed", "Failed"):
                named |= {part.value for key in node.keywords if key.arg == "name" for part in ast.walk(key.value)
                          if isinstance(part, ast.Constant) and isinstance(part.value, str)}  # fmt: skip
    from flows.deep_sleep import NAMES

    dead = next(watches({}, 30))
    assert {name for name in named if name[0].isupper()} | set(NAMES.values()) <= set(ENDED)
    assert {f"prefect.flow-run.{name}" for name in ENDED} <= dead.trigger.expect
    assert dead.trigger.within.total_seconds() > 2 * 30


def test_each_good_night_starts_the_time_anew_in_which_the_next_has_to_come() -> None:
    """An event that is waited for alone ends a window, and the next begins only when that one would have ended."""
    from flows.watch import GOOD, watches

    *_, missed = watches({"deep-sleep/a": ("id", "0 3 * * *")}, 30)
    assert missed.trigger.after == missed.trigger.expect == {f"prefect.flow-run.{name}" for name in GOOD}
    assert missed.trigger.for_each == set()
    assert missed.trigger.within == dt.timedelta(hours=26)


def test_a_run_that_is_dead_is_told_of_once_and_only_where_it_crashed() -> None:
    """The server may take a run that ended well for dead; changing its state then fails, and is nobody's news."""
    from uuid import uuid4

    from flows.watch import watches

    dead, bad, *_ = watches({}, 30, uuid4())
    assert [action.type for action in dead.actions] == ["change-flow-run-state"]
    assert [action.type for action in bad.actions] == ["send-notification"]
    assert "prefect.flow-run.Crashed" in bad.trigger.expect


@pytest.mark.parametrize(
    ("cron", "hours"), [("0 3 * * *", 26), ("30 2 * * 1-5", 74), ("0 3 * * 0", 170), ("0 */6 * * *", 8)]
)
def test_a_night_is_missed_two_hours_after_it_should_have_been(cron: str, hours: int) -> None:
    from flows.watch import distance

    assert distance(cron) == dt.timedelta(hours=hours)


def test_a_block_that_is_not_there_is_said_before_anything_is_deployed(put: Callable[..., list[str]]) -> None:
    with pytest.raises(NoctuaryError, match="there is no block 'slack-webhook/mine'"):
        put("a", notify="slack-webhook/mine")
    assert there() == {}


def test_another_fleet_is_left_alone_and_never_overwritten(put: Callable[..., list[str]]) -> None:
    put("a", file="one.toml")
    before = there()
    put("b", file="two.toml")
    assert {name: there()[name] for name in before} == before
    with pytest.raises(NoctuaryError, match="is deployed by fleet:one-toml"):
        put("a", "b", file="two.toml")
    assert {name: there()[name] for name in before} == before


def test_a_change_keeps_what_the_human_paused(put: Callable[..., list[str]]) -> None:
    from prefect.client.orchestration import get_client

    put("a")
    with get_client(sync_client=True) as client:
        client.pause_deployment(there()["deep_sleep a"][0])
        told = put("a", more='cron = "30 2 * * *"')
        assert [line.split()[0] for line in told if "deep-sleep/" in line] == ["changed"]
        found = client.read_deployment(there()["deep_sleep a"][0])
    assert found.paused
    assert [(one.schedule.cron, one.schedule.timezone) for one in found.schedules] == [("30 2 * * *", "Europe/Berlin")]


def test_no_deployment_has_a_limit_that_a_power_cut_could_leave_taken(put: Callable[..., list[str]]) -> None:
    from prefect.client.orchestration import get_client

    put("a")
    with get_client(sync_client=True) as client:
        assert [one.name for one in client.read_deployments() if one.global_concurrency_limit] == []
    assert "concurrency_limit" not in (ROOT / "prefect.yaml").read_text()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([], "NOCTUARY_WORKSPACE: is empty"),
        (["--workspace", "", "--timezone", ""], "NOCTUARY_WORKSPACE: is empty"),
        (["--workspace", "  ", "--timezone", "Europe/Berlin"], "NOCTUARY_WORKSPACE: is empty"),
        (["--workspace", "{root}", "--timezone", ""], "NOCTUARY_TIMEZONE: is empty"),
        (["--workspace", "{root}", "--timezone", "Berlin"], "no such time zone"),
        (["--workspace", "{root}/nowhere", "--timezone", "Europe/Berlin"], "is not a folder"),
        (["--workspace", str(ROOT), "--timezone", "Europe/Berlin"], "is the checkout"),
        (["{root}/none.toml"], "is not there"),
    ],
)
def test_deploying_without_a_folder_or_a_zone_fails_with_a_sentence(
    tmp_path: Path, prefect: None, capsys: pytest.CaptureFixture[str], given: list[str], says: str
) -> None:
    from flows.deploy import main

    assert main([one.format(root=tmp_path) for one in given]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert told.out == ""


@pytest.mark.parametrize("cron", ["0 3 * * *", "30 2 * * *", "0 2 * * *"])
@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Europe/Berlin", "2026-10-25"), ("Europe/Berlin", "2027-03-28"),
        ("Pacific/Auckland", "2026-09-27"), ("Pacific/Auckland", "2027-04-04"),
    ],
)  # fmt: skip
def test_a_night_on_which_the_clocks_change_comes_once(cron: str, zone: str, day: str) -> None:
    import asyncio
    from zoneinfo import ZoneInfo

    from prefect.server.schemas.schedules import CronSchedule

    from flows.deploy import _cron

    wanted = _cron(cron, zone, "nightly").schedule
    of_server = CronSchedule(cron=wanted.cron, timezone=wanted.timezone)
    change = dt.date.fromisoformat(day)
    noon = dt.datetime.combine(change - dt.timedelta(days=2), dt.time(12), ZoneInfo(zone))
    fires = asyncio.run(of_server.get_dates(4, start=noon.astimezone(dt.UTC)))
    days = [one.astimezone(ZoneInfo(zone)).date() for one in fires]
    assert days == [change + dt.timedelta(days=step) for step in (-1, 0, 1, 2)]


def test_a_night_starts_one_form_when_something_waits_and_none_is_open(
    tmp_path: Path, make: Callable[[Path], Path], now: dt.datetime, put: Callable[..., list[str]]
) -> None:
    from prefect.client.orchestration import get_client

    from flows.deep_sleep import deep_sleep
    from tasks.review import start_form

    root = make(tmp_path / "a")
    assert "`make deploy` makes it" in start_form(root)
    put("a", more="ask = true")
    with get_client(sync_client=True) as client:
        there = {one.entrypoint.partition(":")[2]: one for one in client.read_deployments()}
        assert there["deep_sleep"].parameters == {"workspace": str(root), "ask": True}

        def asked() -> int:
            return sum(run.deployment_id == there["review"].id for run in client.read_flow_runs())

        deep_sleep(root, now=now, ask=True, dry_run=True)
        assert asked() == 0
        deep_sleep(root, now=now, ask=True)
        assert asked() == 1
        assert "open already" in start_form(root)
        assert asked() == 1


def test_a_fleet_in_one_run_has_one_schedule_for_all(put: Callable[..., list[str]]) -> None:
    told = put("a", "b", more="together = true")
    assert [line for line in told if "deep-sleep/" in line and "* * *" in line] == []
    assert [line for line in told if "fleet/" in line and "0 3 * * * Europe/Berlin" in line]
    assert [line for line in told if "no night in time" in line and "fleet/" in line]
    assert [line for line in put("a", "b") if "no night in time" in line and "deep-sleep/" in line]
    put("a", "b", more="together = true")
    assert [name for name in watches() if "deep-sleep/" in name] == []


def test_what_an_older_version_deployed_is_left_and_named(put: Callable[..., list[str]]) -> None:
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        client.create_deployment(client.create_flow_from_name("deep-sleep"), "nightly", tags=["noctuary"])
    assert [line for line in put("a") if line.startswith("left    deep-sleep/nightly: an older version")]
