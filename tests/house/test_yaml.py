"""YAML that anybody may have written: read in work that its size accounts for, refused with one kind of error."""

from __future__ import annotations

import pytest

from noctuary import yaml
from tests.work import GROWTH, calls


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: [", r"at line 1"),
        ("a: b: c", r"at line 1"),
        ("a: *nobody", "alias"),
        ("- " * 30_000, "nested too deep"),
        ("[" * (yaml.DEEPEST + 1), "brackets more than"),
        ("# " + "x" * yaml.LARGEST, "larger than"),
        ("a: !!float ''", None),
        ("a: 2026-13-45", "month"),
        ("? [a, {b: c}]\n: d", "unhashable"),
        ("a: \x00", None),
    ],
)
def test_what_cannot_be_read_is_a_value_error(text: str, why: str | None) -> None:
    with pytest.raises(ValueError, match=why):
        yaml.read(text)


def test_brackets_as_deep_as_any_file_needs_are_read() -> None:
    deep = "[" * yaml.DEEPEST + "]" * yaml.DEEPEST
    found = yaml.read(f"a: {deep}\nb: '{{'\n")
    assert isinstance(found, dict)
    assert str(found["a"]) == deep
    assert found["b"] == "{"


@pytest.mark.parametrize("unit", ["- [" + "[" * 18 + "]" * 19 + "\n", "a: b\n", "- - - - a\n", "- {a: [b, {c: d}]}\n"])
def test_twice_the_text_is_read_with_twice_the_work(unit: str) -> None:
    few, many = (calls(lambda size=size: yaml.read(unit * (size // len(unit)))) for size in (4_000, 8_000))
    assert many < GROWTH * few
