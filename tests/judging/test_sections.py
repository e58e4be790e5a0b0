"""A heading that stands in many places is a form's: under it two places do not speak for each other."""

from __future__ import annotations

import pytest

from noctuary.judging.sections import MANY, Sections
from noctuary.model import Statement, Support


def line(ref: str, *under: str, role: str = "note", is_lent: bool = False) -> Support:
    return Support(
        ref=ref, line=1, line_end=1, session=ref, role=role, trust="agent", under=under, is_lent=is_lent  # type: ignore[arg-type]
    )


ONE, OTHER = Statement(text="Add two spoons of ash"), Statement(text="two spoons of the wood ash are added")
GLAZES = [line(f"memory/glazes/{name}.md", name, "Ingredients") for name in ("celadon", "tenmoku", "shino")]
ROUNDS = [line("memory/2026-05-04.md", "Log", f"{hour}:00 round") for hour in (9, 12, 18)]
DAYS = [line(f"memory/2026-05-0{n}.md", "Log", f"2026-05-0{n}") for n in range(1, 8)]
HUMAN = line("MEMORY.md", "Glazes", "Ingredients", role="memory")


@pytest.mark.parametrize(
    ("known", "mine", "theirs", "is_formal"),
    [
        (GLAZES, GLAZES[:1], GLAZES[1:2], True),
        (GLAZES[: MANY - 1], GLAZES[:1], GLAZES[1:2], False),
        (GLAZES, GLAZES[:1], GLAZES[:1], False),
        (GLAZES, GLAZES[:1], [line("memory/glazes/shino.md", "shino", "Firing")], False),
        (GLAZES, GLAZES[:1], [HUMAN], False),
        (GLAZES, [GLAZES[0], HUMAN], GLAZES[1:2], False),
        (GLAZES, [GLAZES[0], line("s.jsonl", role="user")], GLAZES[1:2], False),
        (GLAZES, [GLAZES[0], line("memory/a.md", is_lent=True)], GLAZES[1:2], True),
        (GLAZES, GLAZES[:1], [line("memory/glazes/ash.md")], False),
        (ROUNDS, ROUNDS[:1], ROUNDS[1:2], True),
        (DAYS, DAYS[:1], DAYS[1:2], False),
    ],
    ids=[
        "a form", "two places", "one place", "other heading", "the human's file", "the human says it, too", "talk",
        "lent", "bare", "hours", "only days",
    ],
)  # fmt: skip
def test_what_stands_under_a_repeated_heading_is_of_its_place(
    known: list[Support], mine: list[Support], theirs: list[Support], is_formal: bool
) -> None:
    found = Sections(lambda: known)
    assert found.are_of_a_form(ONE, mine, OTHER, theirs) == found.are_of_a_form(OTHER, theirs, ONE, mine) == is_formal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Add two spoons of ash", "Add two spoons of the ash"),
        ("the ingredients lie in drawer two", "drawer two holds the ingredients"),
        (
            "Add two spoons of ash, a cup of bone china clay, quartz and feldspar",
            "two spoons of ash, one cup of bone china clay, quartz and some feldspar are added",
        ),
    ],
    ids=["the same words", "of the heading", "tells much"],
)
def test_what_is_surely_the_same_or_tells_enough_is_of_no_form(one: str, other: str) -> None:
    sides = Statement(text=one), Statement(text=other)
    assert not Sections(lambda: GLAZES).are_of_a_form(sides[0], GLAZES[:1], sides[1], GLAZES[1:2])
