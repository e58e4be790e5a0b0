"""What a memory file's labels tell of the lines under them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from noctuary.judging.aligned import are_records, is_another_item, lists
from noctuary.model import Fact, Support

Make = Callable[..., Fact]


@pytest.fixture
def lines(make_fact: Make, make_support: Callable[..., Support]) -> Callable[..., list[Fact]]:
    """`lines(text, …)`: the lines of one MEMORY.md, one below the other."""

    def made(*texts: str, at: int = 1) -> list[Fact]:
        places = (make_support(role="memory", ref="MEMORY.md", line=at + number) for number in range(len(texts)))
        return [make_fact(text, sources=(place,)) for text, place in zip(texts, places, strict=True)]

    return made


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


def test_items_under_one_heading_are_no_values_of_it(lines: Callable[..., list[Fact]]) -> None:
    page = lines("Repaired in May: the pump", "Repaired in May: the winch", "Repaired in May: two fenders")
    assert are_records(page[0], page[1], lists(page))
    two = lines("Browser: Firefox", "Editor: Helix", "Browser: Chromium")
    assert not are_records(two[0], two[2], lists(two))


def test_labels_that_come_again_in_each_section_are_no_slots(lines: Callable[..., list[Fact]]) -> None:
    page = lines("Wind: west", "Crew: six", "Sail: full", "Wind: south", "Crew: four", "Sail: reefed")
    assert are_records(page[0], page[3], lists(page))
    assert not are_records(page[0], page[3], lists([page[0], page[3]]))


def test_a_line_that_was_edited_in_its_place_is_still_one_line(lines: Callable[..., list[Fact]]) -> None:
    before = lines("Port: 8080", "Host: amber", "Region: north")
    after = lines("Port: 9090", "Host: cobalt", "Region: south")
    assert not are_records(before[0], after[0], lists([*before, *after]))
