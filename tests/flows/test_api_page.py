"""The flows that docs/api.md promises are flows, with the parameters it shows."""

from __future__ import annotations

import importlib

import pytest

from benchmarks.api import PAGE, definition, names


@pytest.mark.parametrize("name", [one for one in names(PAGE.read_text("utf-8")) if one.startswith("flows.")])
def test_a_flow_that_is_promised_is_one(name: str) -> None:
    from prefect import Flow

    module, _, last = name.rpartition(".")
    flow = getattr(importlib.import_module(module), last)
    assert isinstance(flow, Flow)
    assert list(flow.parameters.properties) == [one.arg for one in definition(name).args.args]
