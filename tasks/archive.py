"""The monthly archive as a Prefect task; the library's own function, so flow and command line cannot drift apart."""

from __future__ import annotations

from prefect import task
from prefect.cache_policies import NO_CACHE

from noctuary.archive import archive

put_away = task(
    archive,
    name="archive",
    tags=["noctuary"],
    timeout_seconds=15 * 60,
    cache_policy=NO_CACHE,
    persist_result=False,
)
