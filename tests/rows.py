"""Tables that are checked within one test: of pure functions, where a test of its own costs more than a row."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Iterable
from typing import Any

MOST_SIGNS = 200


def every(names: str | tuple[str, ...], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize`, but one test, which tells of each row that fails. Rows share its fixtures."""
    keys = (names,) if isinstance(names, str) else names
    table = [dict(zip(keys, (row,) if isinstance(names, str) else row, strict=True)) for row in rows]

    def of(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def checked(**fixtures: Any) -> None:
            failed = list(itertools.chain.from_iterable(_failed(test, row, fixtures) for row in table))
            assert not failed, f"{len(failed)} of {len(table)} rows:\n" + "\n".join(failed)

        asked = inspect.signature(test)
        left = [one for name, one in asked.parameters.items() if name not in keys]
        checked.__signature__ = asked.replace(parameters=left)  # type: ignore[attr-defined]
        return checked

    return of


def _failed(test: Callable[..., None], row: dict[str, Any], fixtures: dict[str, Any]) -> list[str]:
    try:
        test(**row, **fixtures)
    except Exception as error:
        shown = ", ".join(f"{name}={value!r}"[:MOST_SIGNS] for name, value in row.items())
        return [f"{shown}: {type(error).__name__}: {error}"]
    return []
