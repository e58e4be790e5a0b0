"""What Prefect's event feed tells of assets."""

from __future__ import annotations

import time


def told_assets(wanted: set[str]) -> tuple[list[str], set[str]]:
    """The assets told of under the keys of those wanted, and the nights that wrote them, once there are as many.

    Events come by a queue.
    """
    from prefect.client.orchestration import get_client

    above = {key.rpartition("/")[0] for key in wanted}
    with get_client(sync_client=True) as client:
        for _ in range(60):
            asked = {"filter": {"event": {"prefix": ["prefect.asset.materialization."]}}, "limit": 50}
            events = client.request("POST", "/events/filter", json=asked).json()["events"]
            found = [one for one in events if one["resource"]["prefect.resource.id"].rpartition("/")[0] in above]
            if len(found) >= len(wanted):
                break
            time.sleep(0.5)
    return sorted(one["resource"]["prefect.resource.id"] for one in found), {one["payload"]["night"] for one in found}
