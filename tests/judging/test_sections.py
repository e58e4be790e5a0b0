"""A heading that stands in many places is a form's: under it two places do not speak for each other."""

from __future__ import annotations

import pytest

from noctuary.judging.sections import MANY, Sections
from noctuary.model import Support


def line(ref: str, *under: str, role: str = "note") -> Support:
    return Support(ref=ref, line=1, line_end=1, session=ref, role=role, trust="agent", under=under)  # type: ignore[arg-type]


GLAZES = [line(f"memory/glazes/{name}.md", name, "Ingredients") for name in ("celadon", "tenmoku", "shino")]
ROUNDS = [line("memory/2026-05-04.md", "Log", f"{hour}:00 round") for hour in (9, 12)] + [
    line("memory/2026-05-05.md", "Log", "09:00 round"),
    line("memory/2026-05-06.md", "Log", "15:00 round"),
]


@pytest.mark.parametrize(
    ("known", "one", "two", "is_formal"),
    [
        (GLAZES, GLAZES[0], GLAZES[1], True),
        (GLAZES[: MANY - 1], GLAZES[0], GLAZES[1], False),
        (GLAZES, GLAZES[0], GLAZES[0], False),
        (GLAZES, GLAZES[0], line("memory/glazes/shino.md", "shino", "Firing"), False),
        (GLAZES, GLAZES[0], line("MEMORY.md", "Glazes", "Ingredients", role="memory"), False),
        (GLAZES, GLAZES[0], line("memory/glazes/ash.md"), False),
        (ROUNDS, ROUNDS[0], ROUNDS[1], True),
        ([line(f"memory/2026-05-0{n}.md", "Log", f"2026-05-0{n}") for n in range(1, 8)], ROUNDS[0], ROUNDS[1], False),
    ],
    ids=["a form", "two places", "one place", "other heading", "the human's file", "bare", "hours", "only days"],
)
def test_what_stands_under_a_repeated_heading_is_of_its_place(
    known: list[Support], one: Support, two: Support, is_formal: bool
) -> None:
    found = Sections(known)
    assert found.are_of_a_form(one, two) == found.are_of_a_form(two, one) == is_formal
