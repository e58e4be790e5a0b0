"""Days in speech, counted from when the words were said."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.extraction.when import resolve
from noctuary.model import Event
from noctuary.text.days import day_of
from tests.work import GROWTH, calls

THURSDAY = dt.datetime(2026, 5, 7, 9, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("since yesterday", "since 2026-05-06"),
        ("from next Monday", "from 2026-05-11"),
        ("last Friday", "2026-05-01"),
        ("this Friday", "2026-05-08"),
        ("in two weeks", "2026-05-21"),
        ("the lease ends at the end of next month", "the lease ends 2026-06-30"),
        ("since last week", "since 2026-04-27"),
        ("ab morgen", "ab 2026-05-08"),
        ("vor drei Tagen", "2026-05-04"),
        ("nächsten Montag", "2026-05-11"),
        ("desde hoy", "desde 2026-05-07"),
        ("hace dos semanas", "2026-04-23"),
        ("lundi prochain", "2026-05-11"),
        ("desde ontem", "desde 2026-05-06"),
        ("depois de amanhã", "2026-05-09"),
        ("na próxima segunda", "2026-05-11"),
        ("três dias atrás", "2026-05-04"),
        ("da domani", "da 2026-05-08"),
        ("tre giorni fa", "2026-05-04"),
        ("la settimana prossima", "2026-05-11"),
        ("sinds gisteren", "sinds 2026-05-06"),
        ("over twee weken", "2026-05-21"),
        ("volgende maandag", "2026-05-11"),
        ("со вчера", "со 2026-05-06"),
        ("через две недели", "2026-05-21"),
        ("в прошлую пятницу", "2026-05-01"),
        ("前天", "2026-05-05"),
        ("下周三开始", "2026-05-13开始"),
        ("三天前", "2026-05-04"),
        ("两个月后", "2026-07-07"),
        ("来週", "2026-05-11"),
    ],
)
def test_a_relative_date_becomes_the_day_it_meant(text: str, resolved: str) -> None:
    assert resolve(text, THURSDAY) == resolved


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("on March 7 we moved", "on 2026-03-07 we moved"),
        ("the 3rd of June", "the 2026-06-03"),
        ("Sept. 5", "2026-09-05"),
        ("on 5 June", "on 2026-06-05"),
        ("am 7. März", "am 2026-03-07"),
        ("el 7 de marzo", "el 2026-03-07"),
        ("le 1er mars", "le 2026-03-01"),
        ("em 21 de junho", "em 2026-06-21"),
        ("il 5 maggio", "il 2026-05-05"),
        ("op 10 mei", "op 2026-05-10"),
        ("с 7 марта", "с 2026-03-07"),
        ("3月7日", "2026-03-07"),
        ("from 25/03", "from 2026-03-25"),
        ("03/25", "2026-03-25"),
        ("04/05 a 17/05", "2026-05-04 a 2026-05-17"),
        ("Dec 30", "2025-12-30"),
        ("Dec 30 we will move", "2026-12-30 we will move"),
        ("Dec 30 was fine", "2025-12-30 was fine"),
        ("the demo will be on Friday", "the demo will be on 2026-05-08"),
        ("the demo was on Friday", "the demo was on 2026-05-01"),
    ],
)
def test_a_day_without_a_year_is_the_nearest_or_the_one_its_tense_tells(text: str, resolved: str) -> None:
    assert resolve(text, THURSDAY) == resolved


@pytest.mark.parametrize(
    "text",
    [
        "every Monday", "am Morgen", "das Lager hier", "por la mañana", "closed on Monday",
        "timesheets are due by Friday",
        "`tomorrow` and `March 7`", "see https://example.org/2026/today", "today.md", "notes/today.md",
        "mail ada@today.org",
        "07/03", "16/17 tests", "12/13 passed", "24/7", "version 7.3", "it may 3 times", "March 32", "Feb 29",
        "March 7, 2026", "7 de marzo de 2026", "2026年3月7日", "March 7-9", "May 20%", "March 7:30",
        "Ada's birthday is March 7", "our fiscal year starts on 1 April", "jedes Jahr am 7. März", "生日是3月7日",
        "3 releases in two days", "it was done in 3 days", "the date “March 7” is wrong", "十三天前", "5月前",
    ],
)  # fmt: skip
def test_words_that_name_no_single_day_stay(text: str) -> None:
    assert resolve(text, THURSDAY) == text


def test_without_an_instant_nothing_is_resolved() -> None:
    assert resolve("since yesterday", None) == "since yesterday"


@pytest.mark.parametrize(
    ("said", "text", "resolved"),
    [
        ("2025-12-31", "tomorrow", "2026-01-01"),
        ("2026-01-01", "yesterday", "2025-12-31"),
        ("2026-01-02", "Dec 30", "2025-12-30"),
        ("2025-12-30", "Jan 2", "2026-01-02"),
        ("2024-01-31", "in one month", "2024-02-29"),
        ("2028-01-15", "Feb 29", "2028-02-29"),
        ("2026-12-31", "next week", "2027-01-04"),
        ("9999-12-31", "tomorrow", "tomorrow"),
    ],
)
def test_days_cross_the_ends_of_months_and_years(said: str, text: str, resolved: str) -> None:
    assert resolve(text, dt.date.fromisoformat(said)) == resolved


@pytest.mark.parametrize(
    ("at", "zone", "resolved"),
    [
        ("2026-05-07T11:30:00Z", "Pacific/Tongatapu", "2026-05-08"),
        ("2026-05-07T10:30:00Z", "Pacific/Pago_Pago", "2026-05-06"),
        ("2025-12-31T23:30:00Z", "Europe/Berlin", "2026-01-01"),
        ("2026-03-29T00:59:59Z", "Europe/Berlin", "2026-03-29"),
        ("2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29"),
        ("2026-03-28T22:59:59Z", "Europe/Berlin", "2026-03-28"),
        ("2026-03-28T23:00:00Z", "Europe/Berlin", "2026-03-29"),
        ("2026-10-24T21:59:59Z", "Europe/Berlin", "2026-10-24"),
        ("2026-10-24T22:00:00Z", "Europe/Berlin", "2026-10-25"),
        ("2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25"),
        ("2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25"),
        ("2026-10-25T23:00:00Z", "Europe/Berlin", "2026-10-26"),
        ("2011-12-30T09:59:00Z", "Pacific/Apia", "2011-12-29"),
        ("2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31"),
    ],
)
def test_today_is_the_speakers_own_day(at: str, zone: str, resolved: str) -> None:
    event = Event(
        id="e", ref="s.jsonl", line=1, line_end=1, at=dt.datetime.fromisoformat(at), role="user", trust="human",
        text="today", session="s",
    )  # fmt: skip
    assert resolve(event.text, day_of(event, ZoneInfo(zone))) == resolved


@given(st.dates(dt.date(2000, 1, 1), dt.date(2090, 1, 1)), st.integers(-150, 150))
def test_a_month_and_a_day_within_five_months_find_their_year(said: dt.date, away: int) -> None:
    meant = said + dt.timedelta(away)
    assert resolve(f"on {meant:%B} {meant.day}", said) == f"on {meant.isoformat()}"


@given(st.text(max_size=60), st.dates())
def test_any_words_said_on_any_day_are_answered_and_twice_is_once(text: str, said: dt.date) -> None:
    once = resolve(text, said)
    assert resolve(once, said) == once


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", ["March ", "3 ", "a/", "today", "\"'`", "in 3 "])
def test_a_long_text_of_nothing_but_hints_is_read_with_work_that_grows_as_it_does(unit: str) -> None:
    few, many = (calls(lambda size=size: resolve(unit * size, THURSDAY)) for size in (2000, 4000))
    assert many <= GROWTH * few + 100
