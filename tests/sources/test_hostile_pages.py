"""Pages written to cost more than their size: twice the page may cost twice the work and no more. Counts calls."""

from __future__ import annotations

import pytest

from benchmarks.hostile_texts import TEXTS
from noctuary.guard.guard import _clean as looked_through
from noctuary.sources import front_matter, markdown
from tests.rows import every
from tests.work import GROWTH, calls

SIZE = 8_000
NO_DOUBLE = ("bullets nested", "quotes deeper", "table ragged", "yaml items", "yaml keys")
"""Their lines do not double with their size, or the parser reads them up to a limit of its own."""


@pytest.mark.parametrize("name", [name for name in TEXTS if name not in NO_DOUBLE])
def test_twice_the_page_is_parsed_with_twice_the_work(name: str) -> None:
    parse = markdown.parse.__wrapped__
    parse(TEXTS[name](SIZE))
    counts = []
    for size in (SIZE, 2 * SIZE):
        looked_through.clear()  # what the guard found clean before would cost nothing
        counts.append(calls(lambda size=size: parse(TEXTS[name](size))))
    few, many = counts
    assert many <= GROWTH * few + 3_000


@every("name", TEXTS)
def test_no_title_is_longer_than_says_what_stands_below(name: str) -> None:
    page = markdown.parse(f"# {TEXTS[name](5_000)}\n\n- **{TEXTS[name](3_000)}:**\n  - a tide clock\n")
    assert all(len(above) <= markdown.MOST_ABOVE for passage in page.passages for above in passage.context)


@pytest.mark.parametrize("item", ['"a \\x62 c"', "a b", '"\\x61"', "a a a a a a z", "the port of {n} is {n}"])
def test_the_claims_of_a_front_matter_cost_what_parsing_it_costs(item: str) -> None:
    lines = ["---", "facts:", *(f"  - {item.format(n=n)}" for n in range(9)), "---"]
    few = calls(lambda: front_matter.read(lines))
    lines[2:-1] = [f"  - {item.format(n=n)}" for n in range(600)]
    assert calls(lambda: front_matter.read(lines)) <= 80 * few


def test_a_claim_stands_on_the_lines_that_hold_its_words() -> None:
    lines = ["---", "facts:", "  - the port is 1", "  - the port is 2", "  - the mole", "    is 3 m long", "---"]
    assert [(one.line, one.line_end) for one in front_matter.read(lines).claims] == [(3, 3), (4, 4), (5, 6)]


@pytest.mark.parametrize("day", ["0x" + "f" * 5000, "1" * 5000, "-1", "true", "1:1:1:1", ".inf", "2026-13-99"])
@pytest.mark.parametrize("mark", ["---", "+++"])
def test_a_day_that_is_none_is_no_day(day: str, mark: str) -> None:
    sign = ":" if mark == "---" else " ="
    front_matter.read(f"{mark}\ndate{sign} {day}\ntitle{sign} 'x'\n{mark}\ntext".split("\n"))
