"""Half-life decay on the idle clock."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.consolidate.decay import age, band, confidence, decayed, half_life
from noctuary.consolidate.policy import DecayPolicy
from noctuary.model import Fact

POLICY = DecayPolicy()
CALENDAR = DecayPolicy(idle_clock=False)
BEGUN = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
Make = Callable[..., Fact]


def test_a_half_life_halves() -> None:
    """KG-010: 0.92 after 90 days is 0.46, and reaches 0.3 at 145.5 days."""
    assert decayed(0.92, 90, 90) == pytest.approx(0.46)
    assert decayed(0.92, 145.5, 90) == pytest.approx(0.3, abs=1e-3)
    assert decayed(0.92, 1000, None) == 0.92


@given(st.floats(0, 1), st.floats(-1e4, 1e4), st.floats(0, 1e4), st.floats(0.1, 1e4))
def test_confidence_never_grows_with_age_and_never_passes_its_beginning(
    c0: float, days: float, more: float, life: float
) -> None:
    """KG-011: monotone, within [0, c0]; a clock that went back gives c0."""
    now, later = decayed(c0, days, life), decayed(c0, days + more, life)
    assert 0 <= later <= now <= c0
    assert decayed(c0, -1, life) == c0


def test_days_on_which_nobody_worked_age_nothing(make_fact: Make) -> None:
    """F26: two months of holiday forget nothing."""
    used = [dt.date(2026, 1, day) for day in (1, 2, 3)]
    assert age(make_fact(), BEGUN + dt.timedelta(days=60), used, POLICY) == 2
    assert age(make_fact(), BEGUN + dt.timedelta(days=60), used, CALENDAR) == 60


def test_a_dated_commitment_does_not_fade_before_its_date(make_fact: Make) -> None:
    used = [dt.date(2026, 1, 1) + dt.timedelta(days=n) for n in range(200)]
    fact = make_fact("the lease ends on 2026-06-30")
    assert age(fact, dt.datetime(2026, 6, 1, tzinfo=dt.UTC), used, POLICY) == 0
    assert age(fact, dt.datetime(2026, 7, 3, tzinfo=dt.UTC), used, POLICY) == 3


def test_looking_again_starts_the_clock_anew(make_fact: Make) -> None:
    """KG-012, KG-015: the later of verified and revalidated counts."""
    used = [dt.date(2026, 1, 1) + dt.timedelta(days=n) for n in range(120)]
    looked = make_fact(last_revalidated=BEGUN + dt.timedelta(days=90))
    assert confidence(looked, BEGUN + dt.timedelta(days=90), used, POLICY) == looked.confidence


def test_the_bands_and_their_borders() -> None:
    """KG-014, KG-059, KG-065: both boundaries are in the middle."""
    assert [band(value, POLICY) for value in (0.71, 0.7, 0.3, 0.29)] == ["fresh", "ageing", "ageing", "stale"]


def test_domains_have_their_own_half_lives_and_identity_has_none() -> None:
    """KG-016, KG-065: api 60, business-rules 180, code-patterns 120, otherwise 90."""
    lives = [half_life("fact", domain, POLICY) for domain in ("api", "business-rules", "code-patterns", None)]
    assert lives == [60, 180, 120, 90]
    assert half_life("identity", "api", POLICY) is None
