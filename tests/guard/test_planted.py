"""Secrets by class, in every notation they are written in: no value is left; what only looks alike stays."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
import re2

from noctuary.guard import gate, guard
from noctuary.sources.where import safe_ref
from tests.guard.planted import NAMES, SECRETS, Planted, harmless, leaks, left, named, planted

SEEDS = (18, 19, 20)


def test_there_are_more_than_sixty_kinds_of_texts_in_eight_classes() -> None:
    assert len(SECRETS) >= 7
    assert sum(map(len, SECRETS.values())) + len(NAMES) >= 300


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("family", SECRETS)
def test_no_value_of_a_class_is_left(family: str, seed: int) -> None:
    """TB-120"""
    found = [one for one in planted(seed) if one.family == family]
    assert found
    assert [one for one in found if left(one, guard(one.text).text)] == []


@pytest.mark.parametrize("family", SECRETS)
def test_none_is_left_in_the_middle_of_a_text_or_in_a_log_within_json(family: str) -> None:
    leaks: list[Planted] = []
    for one in (one for one in planted(21) if one.family == family):
        around = f"We looked at it on Monday.\n\n{one.text}\n\nThen we went home."
        inner = guard(json.dumps({"output": around, "next": "stays"}, ensure_ascii=False)).text
        leaks += [one] if left(one, guard(around).text) or left(one, inner) else []
        assert json.loads(inner)["next"] == "stays"
    assert leaks == []


@pytest.mark.parametrize("seed", SEEDS)
def test_what_only_looks_alike_stays_sign_for_sign(seed: int) -> None:
    """Hashes, UUIDs, checksums, paths to credentials, placeholders, code, and prose about passwords."""
    assert [(text, told) for text in harmless(seed) if (told := guard(text).text) != text] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_pass_finds_nothing_more(seed: int) -> None:
    again = [one.text for one in planted(seed) if guard(guard(one.text).text).redacted]
    assert again == []


@pytest.mark.parametrize("seed", SEEDS)
def test_no_name_of_a_file_gives_a_secret_away(seed: int) -> None:
    assert [one for one in named(seed) if left(one, safe_ref(f"memory/{one.text}"))] == []


@pytest.mark.parametrize("family", SECRETS)
def test_no_planted_value_is_missed_by_its_clue(family: str) -> None:
    """Every finder is asked of every text."""
    for one in (one for one in planted(22) if one.family == family):
        data = one.text.encode()
        fired = set(gate.fired(data))
        asked = [finder for place, finder in enumerate(gate.finders()) if place not in fired]
        assert not any(any(finder.find(one.text, data)) for finder in asked), one


def test_no_pattern_is_made_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of texts of every kind, one after the other."""
    make, made = re2.compile, Counter[str | bytes]()

    def counted(pattern: str | bytes, options: re2.Options | None = None) -> object:
        made[pattern] += 1
        return make(pattern, options)

    monkeypatch.setattr(re2, "compile", counted)
    for one in planted(23)[::3]:
        guard(one.text)
    assert [pattern for pattern, times in made.items() if times > 1] == []


def test_a_value_in_any_file_is_found_among_all_of_them() -> None:
    every = planted(5)
    for one in every[::7]:
        told = {Path("a.md"): "nothing here", Path("b.sqlite"): f"\x00x{one.secrets[0]}y\x00"}
        assert ("b.sqlite", one.text) in leaks(every, told)
    assert leaks(every, {Path("a.md"): "nothing here"}) == []
