"""What a human asks in a script that parts no words stresses nothing, whatever mark stands in it; a statement does."""

from __future__ import annotations

import pytest

from noctuary.extraction.durable import cues, features

STRESS = {"remember", "rule", "from_now", "decision", "correction"}


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("记住：端口是8080", "remember"), ("最终目标你别忘了，我想要的是功能性训练", "remember"),
        ("我们决定采用这个方案", "decision"), ("今後は必ずテストを書く", "from_now"),
    ],
)  # fmt: skip
def test_what_is_stated_keeps_its_mark(text: str, mark: str) -> None:
    assert mark in cues(features(text, "user"))


@pytest.mark.parametrize("text", ["以后都按这个方案进行搜索吗？", "记得我昨天说的端口吗", "今後はテストを書きますか？"])
def test_what_is_asked_stresses_nothing(text: str) -> None:
    assert STRESS.isdisjoint(cues(features(text, "user")))
