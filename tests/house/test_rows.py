"""A table within one test fails as its rows would: each that fails is told, and none hides another."""

from __future__ import annotations

import inspect

import pytest

from tests.rows import every


def test_each_row_that_fails_is_told_with_its_error() -> None:
    @every(("a", "b"), [(1, 1), (1, 2), (0, 0), (3, 4)])
    def test(a: int, b: int) -> None:
        assert 1 / a
        assert a == b

    with pytest.raises(AssertionError) as told:
        test()
    first, *rows = [line for line in str(told.value).splitlines() if line[:2] in ("3 ", "a=")]
    assert first.startswith("3 of 4 rows:")
    assert [row.partition(": ")[0] for row in rows] == ["a=1, b=2", "a=0, b=0", "a=3, b=4"]
    assert "ZeroDivisionError" in rows[1]


def test_tables_multiply_and_fixtures_go_to_every_row(now: object) -> None:
    seen: list[tuple[str, int, object]] = []

    @every("word", ["x", "y"])
    @every("number", [1, 2])
    def test(word: str, number: int, now: object) -> None:
        seen.append((word, number, now))

    assert list(inspect.signature(test).parameters) == ["now"]
    test(now=now)
    assert seen == [("x", 1, now), ("x", 2, now), ("y", 1, now), ("y", 2, now)]


def test_a_row_that_does_not_fit_the_names_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        every(("a", "b"), [(1,)])
