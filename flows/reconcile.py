"""The flow `reconcile`: every five minutes it brings each index up to its journal. Decides nothing."""

from __future__ import annotations

import contextlib
import datetime as dt
from pathlib import Path
from typing import Any
from uuid import UUID

from prefect import flow
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import (
    DeploymentFilter,
    DeploymentFilterId,
    FlowRunFilter,
    FlowRunFilterExpectedStartTime,
    FlowRunFilterState,
    FlowRunFilterStateType,
)
from prefect.client.schemas.objects import State, StateType
from prefect.exceptions import ObjectNotFound
from prefect.logging import get_run_logger
from prefect.runtime import deployment
from prefect.states import Completed, Failed

from noctuary.errors import NightBusy, SettingsError
from noctuary.reconcile import reconcile as bring_up
from tasks.saying import failed, opened, told


@flow(name="reconcile", flow_run_name="reconcile", persist_result=False, log_prints=False)
def reconcile(workspaces: list[Path]) -> State[Any]:
    """Bring the index of each workspace up to its journal. A workspace in which a night runs is left to that night.

    Args:
        workspaces: The folders to look at, their whole paths, such as ["/home/me/agent"].
    """
    if not workspaces:
        return failed(SettingsError("workspaces", "names no folder", "give the whole path of one"), "noctuary rebuild")
    try:
        _overtake()
    except Exception as error:
        get_run_logger().warning("late runs could not be taken away (%s)", type(error).__name__)
    brought, busy, broken = 0, 0, []
    for root in workspaces:
        try:
            if bring_up(opened(root)):
                brought += 1
                get_run_logger().info("%s: the index was brought up to the journal", root)
        except NightBusy:
            busy += 1
        except Exception as error:
            broken.append(f"{root.name}: {told(error, f'noctuary rebuild -w {root}')}")
    said = f"{len(workspaces)} looked at, {brought} brought up to date, {busy} left to a night"
    if broken:
        return Failed(message=f"{said}, {len(broken)} failed. {'; '.join(broken)}")
    return Completed(name="Completed" if brought else "NothingToDo", message=said)


def _overtake() -> None:
    """Delete the runs of this deployment that are late, for this one does their work.

    A machine that slept for eight hours wakes to a hundred of them, and each is a process.
    """
    if not deployment.id:
        return
    of = DeploymentFilter(id=DeploymentFilterId(any_=[UUID(deployment.id)]))
    late = FlowRunFilter(
        state=FlowRunFilterState(type=FlowRunFilterStateType(any_=[StateType.SCHEDULED])),
        expected_start_time=FlowRunFilterExpectedStartTime(before_=dt.datetime.now(dt.UTC)),
    )
    with get_client(sync_client=True) as client:
        found = client.read_flow_runs(deployment_filter=of, flow_run_filter=late)
        for run in found:
            with contextlib.suppress(ObjectNotFound):
                client.delete_flow_run(run.id)
    if found:
        get_run_logger().info("%s late runs of this deployment were taken away: this one does their work", len(found))
