"""The seeds' own pairs, and one of each type of value: what must be seen, and what must not be taken for a clash."""

from __future__ import annotations

import datetime as dt

import pytest

from noctuary.consolidate.policy import ConflictPolicy
from noctuary.decisions import Verdict
from noctuary.judging.judge import judge
from noctuary.model import Statement

DAY = dt.date(2026, 5, 4)
CONFLICT = ("contradiction", "supersession")


def verdict(a: str, b: str) -> Verdict:
    return judge(Statement(text=a, said_on=DAY), Statement(text=b, said_on=DAY))


def test_the_seeds_own_example_is_a_contradiction_though_few_words_are_the_same() -> None:
    """KG-023: two of five words in common, a Jaccard of 0.40; the slot and its two values decide."""
    found = verdict("fareKey is a string", "fareKey is an object")
    assert (found.kind, found.a_value, found.b_value) == ("contradiction", "string", "object")
    assert found.score >= ConflictPolicy().ask_score


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("the feature flag is enabled", "the feature flag is not enabled"),
        ("deploys always need a ticket", "deploys never need a ticket"),
        ("backups run at night", "backups no longer run at night"),
        ("the cron job runs on Sundays", "the cron job doesn't run on Sundays"),
    ],
)
def test_one_that_denies_the_other_conflicts(a: str, b: str) -> None:
    """KG-021: not, never, no longer, n't; of a told change `clash` says how sure it is that they conflict at all."""
    found = verdict(a, b)
    assert found.kind in CONFLICT
    assert max(found.score, found.clash) >= ConflictPolicy().ask_score


@pytest.mark.parametrize(
    ("a", "b", "values"),
    [
        ("the export job runs 3 workers", "the export job runs 5 workers", ("3", "5")),
        ("the session timeout is 30 minutes", "the session timeout is 45 minutes", ("30 minutes", "45 minutes")),
        ("the gateway runs Redis 7.2.4", "the gateway runs Redis 6.0.9", ("7.2.4", "6.0.9")),
        ("orders are sent with POST /do", "orders are sent with PUT /do", ("POST", "PUT")),
        ("TLS verification is true", "TLS verification is false", ("true", "false")),
        ("fareKey is a string", "fareKey is an object", ("string", "object")),
        ("Standup is on Tuesday at 10:00", "Standup is on Thursday at 10:00", ("Tuesday", "Thursday")),
    ],
)
def test_two_values_of_one_type_conflict_and_are_named(a: str, b: str, values: tuple[str, str]) -> None:
    """KG-022: number, unit, version, HTTP verb, boolean, enumeration, day."""
    found = verdict(a, b)
    assert (found.kind, (found.a_value, found.b_value)) == ("contradiction", values)
    assert found.score >= ConflictPolicy().ask_score


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("service A times out after 30s", "service B times out after 60s"),
        ("the client retries 3 times", "the client retries 3 times with backoff"),
    ],
)
def test_another_subject_and_an_added_detail_are_no_conflict(a: str, b: str) -> None:
    """KG-024: the seed's own false alarms of these two sorts."""
    assert verdict(a, b).kind not in CONFLICT
