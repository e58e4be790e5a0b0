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


@pytest.mark.parametrize(
    "text",
    ["灯塔管理员记得我上次说的频率", "它记得所有潮汐", "我記得有給你鑰匙", "他也记得闸门的号码", "我就记得灯塔在北边"],
)
def test_what_is_told_of_somebodys_memory_stresses_nothing(text: str) -> None:
    assert STRESS.isdisjoint(cues(features(text, "user")))


@pytest.mark.parametrize(
    "text",
    ["记得每周五检查灯塔", "以后要记得先关闸门", "好的，記得用中文寫日誌", "下次记得先关闸门", "千万记得关灯"],
)
def test_what_one_is_told_to_remember_is_stressed(text: str) -> None:
    assert "remember" in cues(features(text, "user"))
