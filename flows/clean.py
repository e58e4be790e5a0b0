"""The flow `clean`: deletes old runs of these flows and their artifacts from the server. Touches no workspace."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

from prefect import flow
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.filters import (
    ArtifactCollectionFilter,
    ArtifactCollectionFilterFlowRunId,
    ArtifactFilter,
    ArtifactFilterFlowRunId,
    FlowFilter,
    FlowFilterName,
    FlowRunFilter,
    FlowRunFilterEndTime,
    FlowRunFilterTags,
)
from prefect.client.schemas.objects import State
from prefect.exceptions import ObjectNotFound
from prefect.logging import get_run_logger
from prefect.runtime import flow_run
from prefect.states import Completed, Failed

from tasks.saying import TAG, failed

DAYS, QUIET_DAYS = 30, 1
PAGE = 200


@flow(name="clean", flow_run_name="clean", persist_result=False, log_prints=False)
def clean(
    days: int = DAYS, quiet_days: int = QUIET_DAYS, dry_run: bool = False, now: dt.datetime | None = None
) -> State[Any]:
    """Delete runs of these flows that ended long ago, and what they showed. What still waits or runs is left.

    The newest artifact of each key stays, however old: a workspace that has slept long still shows its page.

    Args:
        days: Runs that ended longer ago than this many days are deleted.
        quiet_days: The same for runs of `reconcile`, of which there are 288 a day.
        dry_run: Count, and delete nothing.
        now: The clock. Leave it out for the one on the wall.
    """
    if min(days, quiet_days) < 1:
        return Failed(message="days: is less than one; give at least 1, so that last night stays to be seen")
    try:
        with get_client(sync_client=True) as client:
            at = now or dt.datetime.now(dt.UTC)
            found = [*_ended(client, at, days), *_ended(client, at, quiet_days, "reconcile")]
            runs = sorted(set(found) - {_own()}, key=str)
            shown = 0 if dry_run else _delete(client, runs)
    except Exception as error:
        return failed(error, "prefect flow-run ls")
    said = f"{len(runs)} runs {'would be' if dry_run else 'were'} deleted, and {shown} artifacts of theirs"
    get_run_logger().info(said)
    return Completed(name="Planned" if dry_run else "Completed" if runs else "NothingToDo", message=said)


def _own() -> UUID | None:
    return UUID(flow_run.id) if flow_run.id else None


def _ended(client: SyncPrefectClient, at: dt.datetime, days: int, flow_name: str = "") -> Iterator[UUID]:
    """Runs with our tag that ended before; those that have not ended have no such time."""
    before = at - dt.timedelta(days=days)
    only = FlowRunFilter(tags=FlowRunFilterTags(all_=[TAG]), end_time=FlowRunFilterEndTime(before_=before))
    of = FlowFilter(name=FlowFilterName(any_=[flow_name])) if flow_name else None
    for run in _paged(client.read_flow_runs, flow_filter=of, flow_run_filter=only):
        yield run.id


def _delete(client: SyncPrefectClient, runs: list[UUID]) -> int:
    """Delete runs and their artifacts but the newest of a key; how many artifacts that were."""
    shown = 0
    for start in range(0, len(runs), PAGE):
        some = runs[start : start + PAGE]
        of = ArtifactFilterFlowRunId(any_=some)
        there = list(_paged(client.read_artifacts, artifact_filter=ArtifactFilter(flow_run_id=of)))
        newest_of = ArtifactCollectionFilter(flow_run_id=ArtifactCollectionFilterFlowRunId(any_=some))
        newest = {one.latest_id for one in _paged(client.read_latest_artifacts, artifact_filter=newest_of)}
        for one in there:
            if one.id not in newest:
                client.delete_artifact(one.id)
                shown += 1
        for run in some:
            try:
                client.delete_flow_run(run)
            except ObjectNotFound:
                continue
    return shown


def _paged(read: Callable[..., Sequence[Any]], **given: Any) -> Iterator[Any]:
    """Everything that a reading finds, page by page."""
    offset = 0
    while found := read(**given, limit=PAGE, offset=offset):
        yield from found
        offset += PAGE
