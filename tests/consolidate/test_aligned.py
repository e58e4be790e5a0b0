"""Which conflicts are plain enough for a human's minute."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from noctuary.consolidate.aligned import is_another_item, is_plain, lists
from noctuary.decisions import Verdict
from noctuary.model import Fact, Support

Make = Callable[..., Fact]


@pytest.mark.parametrize(
    ("a", "b", "a_value", "b_value", "expected"),
    [
        ("cafés get a discount of 20 %", "printed the sheet: 25 % off for everybody", "20 %", "25 %", True),
        ("engine: Kestrel", "we moved the whole engine to Petrel", "Kestrel", "Petrel", True),
        ("never deploy on Fridays", "deploys happen on Fridays only", "never", "only", True),
        ("Harkin rang: riggers delayed again since August", "Switched the supplier: Shells", "August", "Shells", False),
        ("服务器在东京", "服务器在大阪", "东京", "大阪", True),
    ],
    ids=["one kind of value", "a label met again", "half the words", "two remarks", "no gaps between words"],
)
def test_a_question_names_one_attribute(
    make_fact: Make, a: str, b: str, a_value: str, b_value: str, expected: bool
) -> None:
    verdict = Verdict(kind="contradiction", reason="", score=0.9, a_value=a_value, b_value=b_value)
    assert is_plain(verdict, make_fact(a), make_fact(b)) is expected


def test_what_names_one_item_of_a_list_leaves_the_others_alone(
    make_fact: Make, make_support: Callable[..., Support]
) -> None:
    page = (make_support(role="memory", ref="MEMORY.md"),)
    one, two = make_fact("Hotline: 112", sources=page), make_fact("Hotline: my brother Vasco", sources=page)
    newer = make_fact("Vasco moves abroad, so the hotline is Amélia from now on")
    found = lists([one, two, newer])
    assert is_another_item(one, newer, found)
    assert not is_another_item(two, newer, found)
    assert not is_another_item(one, make_fact("the hotline is 115 now"), found)
