"""The flow `reconcile`: every five minutes it brings each index up to its journal. Decides nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.logging import get_run_logger
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
