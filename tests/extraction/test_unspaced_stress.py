"""What a human stresses in a script that parts no words: the mark opens the sentence, and it asks nothing."""

from __future__ import annotations

import pytest

from noctuary.extraction.durable import cues, features

OPENED = [
    ("记住：端口是8080", "remember"),
    ("请你记住我喜欢深色模式", "remember"),
    ("我们决定采用这个方案", "decision"),
    ("规则：周五不部署", "rule"),
    ("今後は必ずテストを書く", "from_now"),
    ("覚えておいて、港は八〇番です", "remember"),
]
WITHIN = [
    "这是数据库的信息也要记住",
    "我记得那天安装过这个工具",
    "以后都按这个方案进行搜索吗？",
    "记得我昨天说的端口吗",
    "昨日の会議で何が決定されたか見て",
]


@pytest.mark.parametrize(("text", "mark"), OPENED)
def test_a_mark_that_opens_a_sentence_is_the_humans_wish(text: str, mark: str) -> None:
    assert mark in cues(features(text, "user"))


@pytest.mark.parametrize("text", WITHIN)
def test_a_mark_within_a_sentence_or_in_a_question_stresses_nothing(text: str) -> None:
    stress = {"remember", "rule", "from_now", "decision", "correction"}
    assert stress.isdisjoint(cues(features(text, "user")))


def test_where_words_are_parted_a_mark_stresses_wherever_it_stands() -> None:
    assert "remember" in cues(features("The port is 8080, please remember that.", "user"))
