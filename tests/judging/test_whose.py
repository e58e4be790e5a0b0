"""Whose a line under a heading is: what is said of somebody else neither replaces it nor asks about it."""

from __future__ import annotations

import pytest

from noctuary.judging.whose import Outlines
from noctuary.model import Fact
from tests.conftest import _fact, _support

BARS = """
# Memory
## Bar Tano
- Discount: 5 %
- Contact: Lucía
- Delivery: 7:00
## Bar Lino
- Discount: 10 %
- Contact: Tomás
- Closed in the second week of August
"""
PEOPLE = """
## Ana Beltrán (teacher)
- Phone hours: Tuesdays 13:00
## Ana Ríos (counter)
- Phone hours: Mondays 17:00
- Allergic to latex
## Leo
- Allergic to hazelnuts
- Pick-up: 14:00
## Leo (cousin)
- Allergic to shellfish
- Pick-up: 16:30
"""
HOSTS = """
# Depot
## merlin
- Port: 8080
- Disk: 2 TB
## kestrel
- Port: 9090
"""
ROOMS = """
## Cold room
- Temperature: 4 °C
## Proofing room
- Temperature: 27 °C
"""
AT_HOME = """
# Home
- Rent: 900 euros
## Numbers
- Dues: 40 euros a year
- API port: 8080
## Marta
- Shoe size: 38
## Garden
- Hose: the blue one
"""


def outlined(file: str) -> tuple[Outlines, dict[str, Fact]]:
    """A memory file's headings, and its lines by "heading: words"."""
    above: list[tuple[int, str]] = []
    found: dict[str, Fact] = {}
    for number, line in enumerate(file.strip().splitlines(), 1):
        if line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            above = [*(one for one in above if one[0] < level), (level, line.lstrip("# "))]
        else:
            under = tuple(title for _, title in above)
            place = _support(role="memory", ref="MEMORY.md", line=number, under=under, trust="human")
            found[f"{under[-1]}: {line.removeprefix('- ')}"] = _fact(line.removeprefix("- "), sources=(place,))
    return Outlines(found.values()), found


def said(text: str, *under: str) -> Fact:
    """What a note says, beneath its headings."""
    return _fact(text, sources=(_support(role="note", ref="memory/2026-10-06.md", under=under),))


@pytest.mark.parametrize(
    ("file", "line", "text"),
    [
        (BARS, "Bar Lino: Discount: 10 %", "Discount for Bar Tano is 8 % now, no longer 5 %"),
        (BARS, "Bar Lino: Discount: 10 %", "Tano gets a discount of 8 % now"),
        (BARS, "Bar Lino: Discount: 10 %", "Discount for Casa Pepe is 8 % now"),
        (BARS, "Bar Lino: Closed in the second week of August", "Bar Tano is not closed in August"),
        (PEOPLE, "Ana Ríos (counter): Phone hours: Mondays 17:00", "Phone hours of Ana Beltrán are Thursdays now"),
        (PEOPLE, "Ana Ríos (counter): Phone hours: Mondays 17:00", "Ana's phone hours at school (Beltrán): Thursdays"),
        (PEOPLE, "Leo: Pick-up: 14:00", "Leo (cousin) pick-up is now at 17:00"),
        (PEOPLE, "Leo: Allergic to hazelnuts", "Cousin Leo is not allergic to hazelnuts"),
        (PEOPLE, "Leo (cousin): Pick-up: 16:30", "Leo's pick-up is now at 15:00"),
        (PEOPLE, "Ana Ríos (counter): Allergic to latex", "Leo is not allergic to latex"),
        (HOSTS, "merlin: Port: 8080", "the port on kestrel is 9191 now"),
        (ROOMS, "Cold room: Temperature: 4 °C", "Temperature in the proofing room is 25 °C now"),
    ],
)
def test_what_is_told_of_another_heading_is_nothing_against_a_line(file: str, line: str, text: str) -> None:
    outlines, lines = outlined(file)
    assert outlines.is_of_another(lines[line], said(text))
    assert outlines.is_of_another(said(text), lines[line])


def test_a_notes_own_heading_tells_of_whom_it_speaks() -> None:
    outlines, lines = outlined(BARS)
    told = said("Discount is 8 % now", "2026-10-06", "Bar Tano")
    assert outlines.is_of_another(lines["Bar Lino: Discount: 10 %"], told)
    assert not outlines.is_of_another(lines["Bar Tano: Discount: 5 %"], told)
    assert not outlines.is_doubtful(lines["Bar Tano: Discount: 5 %"], told)


@pytest.mark.parametrize(
    ("file", "line", "text"),
    [
        (BARS, "Bar Tano: Discount: 5 %", "Discount for Bar Tano is 8 % now, no longer 5 %"),
        (BARS, "Bar Tano: Delivery: 7:00", "Lucía wants the delivery at Tano at 8:00"),
        (PEOPLE, "Leo (cousin): Pick-up: 16:30", "Leo (cousin) pick-up is now at 17:00"),
        (PEOPLE, "Leo: Pick-up: 14:00", "Leo's pick-up is now at 15:00"),
        (PEOPLE, "Ana Ríos (counter): Allergic to latex", "Ana Ríos is not allergic to latex"),
        (HOSTS, "kestrel: Port: 9090", "the port on kestrel is 9191 now"),
        (ROOMS, "Proofing room: Temperature: 27 °C", "Temperature in the proofing room is 25 °C now"),
        (AT_HOME, "Numbers: Dues: 40 euros a year", "the dues are 45 euros a year now, no longer 40"),
        (AT_HOME, "Numbers: API port: 8080", "the API port is 9090 now"),
        (AT_HOME, "Home: Rent: 900 euros", "Marta says the rent is 950 euros now"),
        (AT_HOME, "Garden: Hose: the blue one", "the hose is the green one now"),
    ],
)
def test_what_is_told_of_its_own_heading_or_of_none_may_be_against_a_line(file: str, line: str, text: str) -> None:
    outlines, lines = outlined(file)
    assert not outlines.is_of_another(lines[line], said(text))
    assert not outlines.is_of_another(said(text), lines[line])


@pytest.mark.parametrize(
    ("file", "line", "text", "is_doubtful"),
    [
        (BARS, "Bar Tano: Discount: 5 %", "The discount is 8 % now, no longer 5 %", True),
        (BARS, "Bar Tano: Discount: 5 %", "The discount of Bar Tano is 8 % now, no longer 5 %", False),
        (BARS, "Bar Tano: Delivery: 7:00", "Casa Pepe gets its delivery at 8:00 now, no longer at 7:00", True),
        (BARS, "Bar Tano: Delivery: 7:00", "Delivery is at 8:00 now, no longer at 7:00", False),
        (AT_HOME, "Numbers: API port: 8080", "Marta moved the API port to 9090", True),
        (AT_HOME, "Numbers: API port: 8080", "the API port is 9090 now", False),
    ],
)
def test_where_it_is_not_plain_of_whom_nothing_is_replaced_unasked(
    file: str, line: str, text: str, is_doubtful: bool
) -> None:
    outlines, lines = outlined(file)
    assert outlines.is_doubtful(lines[line], said(text)) is is_doubtful


def test_two_lines_of_memory_files_are_told_apart_by_other_means() -> None:
    outlines, lines = outlined(BARS)
    one, two = lines["Bar Tano: Discount: 5 %"], lines["Bar Lino: Discount: 10 %"]
    assert not outlines.is_of_another(one, two)
    assert not outlines.is_doubtful(one, two)
