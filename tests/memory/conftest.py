"""The clock of the asking room's tests: the night its facts were seen."""

from __future__ import annotations

import datetime as dt

import pytest


@pytest.fixture(scope="session")
def now() -> dt.datetime:
    """Three in the morning of 4 May 2026, UTC."""
    return dt.datetime(2026, 5, 4, 3, 0, tzinfo=dt.UTC)
