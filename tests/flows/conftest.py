"""Prefect's own test server, started once for all flows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
os.environ.setdefault("PREFECT_LOGGING_LEVEL", "WARNING")
# Loops of the server that every few seconds look for what no test has: late, paused or cancelled runs, lost workers.
for loop in ("LATE_RUNS", "PAUSE_EXPIRATIONS", "CANCELLATION_CLEANUP", "FOREMAN", "REPOSSESSOR"):
    os.environ.setdefault(f"PREFECT_SERVER_SERVICES_{loop}_ENABLED", "false")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep all that asks the server in one process, so that it is started once."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("prefect"))


@pytest.fixture(scope="session")
def prefect() -> Iterator[None]:
    """Prefect's own test server, started once."""
    from prefect.testing.utilities import prefect_test_harness

    with prefect_test_harness(server_startup_timeout=180):
        yield
