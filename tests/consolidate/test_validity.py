"""True on a day: yes, no or unknown, at every border; what nobody dated is never a yes for the past."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.consolidate.validity import held
from noctuary.model import Fact

Make = Callable[..., Fact]
TODAY = dt.date(2026, 5, 20)


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("on", "answer"),
    [
        ("2024-12-31", "unknown"),
        ("2025-01-01", "yes"),
        ("2025-03-15", "yes"),
        ("2025-05-31", "yes"),
        ("2025-06-01", "no"),
        ("2025-07-01", "no"),
    ],
)
def test_a_fact_holds_from_its_first_day_up_to_its_last(fact: Make, on: str, answer: str) -> None:
    """TB-067: valid 2025-01 to 06 is found in March and not in July; TB-099: on the day of change the newer holds."""
    ended = fact(
        "port 8080", status="superseded", gate="stated", valid_from=day("2025-01-01"), valid_to=day("2025-06-01")
    )
    assert held(ended, day(on), TODAY).answer == answer


def test_before_a_replacement_the_other_held(fact: Make) -> None:
    newer = fact("port 9090", valid_from=day("2025-06-01"))
    assert held(newer, day("2025-05-31"), TODAY, follows=True).answer == "no"
    assert held(newer, day("2025-05-31"), TODAY).answer == "unknown"


def test_undated_is_unknown_before_it_was_seen_and_the_future_always(fact: Make) -> None:
    undated = fact("port 8080")
    days = ("2026-05-03", "2026-05-04", "2026-05-20", "2026-05-21")
    assert [held(undated, day(on), TODAY).answer for on in days] == ["unknown", "yes", "yes", "unknown"]


def test_what_is_contested_or_was_never_believed_is_unknown(fact: Make) -> None:
    first = day("2025-01-01")
    assert held(fact("a", status="contested", valid_from=first), TODAY, TODAY).answer == "unknown"
    assert held(fact("a", status="candidate", valid_from=first), TODAY, TODAY).answer == "unknown"
    put_away = fact("a", status="archived", archived_because="unused", valid_from=first)
    assert held(put_away, TODAY, TODAY).answer == "yes"


@given(st.dates(), st.dates(), st.none() | st.dates())
def test_it_is_never_true_outside_what_is_known(on: dt.date, today: dt.date, until: dt.date | None) -> None:
    from noctuary.model import Support

    seen = dt.datetime(2026, 5, 4, tzinfo=dt.UTC)
    said = Support(ref="n", line=1, line_end=1, session="n", role="note", trust="agent")
    one = Fact(id="b2:1", text="a", entity="", kind="fact", status="active", confidence=1.0, method="single-source",
               verified_at=seen, trust="agent", sources=(said,), valid_to=until)  # fmt: skip
    found = held(one, on, today).answer
    if on < seen.date() or on > today or (until and on >= until):
        assert found != "yes"
