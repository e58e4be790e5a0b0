"""The files a night wrote, as Prefect's assets: one event a file in the server's feed.

The open server keeps no catalogue of assets, it shows the events; automations may wait for them.
"""

from __future__ import annotations

from typing import Any

from prefect.assets import Asset, AssetProperties, add_asset_metadata, materialize
from prefect.cache_policies import NO_CACHE

from noctuary.inert import visible
from noctuary.night import Outcome
from noctuary.settings import Workspace
from tasks.saying import TAG, key_of

JOURNAL, DREAMS, MEMORY = "journal", "DREAMS.md", "MEMORY.md"


def written(workspace: Workspace, night: Outcome) -> None:
    """Tell the server which files a night wrote: the journal and DREAMS.md, and MEMORY.md where its block changed."""
    if night.state not in ("done", "partly"):
        return
    assets = [asset(workspace, name) for name in (JOURNAL, DREAMS, *([MEMORY] if night.diff else []))]
    counts = {"night": night.night, "promoted": night.promoted, "superseded": night.superseded, "asked": night.asked}
    _tell.with_options(assets=assets)(assets, counts | {"records": night.records})


def asset(workspace: Workspace, name: str) -> Asset:
    """A file of a workspace as an asset; its key is no other folder's, whatever signs the path has."""
    path = {JOURNAL: workspace.journal, DREAMS: workspace.dreams, MEMORY: workspace.memory}[name]
    told = AssetProperties(name=visible(f"{name} of {workspace.root.name}"), description=visible(str(path)))
    return Asset(key=f"{TAG}://{key_of(workspace.root)}/{name}", properties=told)


@materialize(f"{TAG}://any", by=TAG, name="assets", tags=[TAG], cache_policy=NO_CACHE, persist_result=False)
def _tell(assets: list[Asset], counts: dict[str, Any]) -> None:
    """Emit an event an asset, with what the night did in counts."""
    for one in assets:
        add_asset_metadata(one, counts)
