"""The verdict model's arithmetic: exact, in any order, each measure's part told."""

from __future__ import annotations

import math
import random

import pytest

from noctuary.judging.judge import contributions, measures
from noctuary.judging.network import log_odds, shares
from noctuary.judging.odds import COLUMNS, chances
from noctuary.judging.weights import HIDDEN, OUT
from noctuary.model import Statement

PAIRS = [
    ("The API port is 8080", "The API port is now 9090"),
    ("Ida is allergic to nuts", "Ida had a walnut cake and liked it"),
    ("backups run nightly", "The backups run each night"),
]


@pytest.fixture(params=PAIRS, ids=[a for a, _ in PAIRS])
def found(request: pytest.FixtureRequest) -> dict[str, float]:
    """The measures of a pair."""
    older, newer = (Statement(text=text) for text in request.param)
    return measures(older, newer)[0]


def test_the_order_of_the_measures_changes_no_bit(found: dict[str, float]) -> None:
    """Whole numbers are added: any order, any machine."""
    names = list(found)
    for seed in range(5):
        random.Random(seed).shuffle(names)
        assert log_odds({name: found[name] for name in names}) == log_odds(found)


def test_the_parts_of_the_measures_add_up(found: dict[str, float]) -> None:
    """What `shares` tells of each measure is all there is but for what always counts."""
    always = [int(row.split()[-1]) / 100 for row in OUT.values()]
    parts = [sum(part) for part in zip(*shares(found).values(), strict=True)]
    assert [x + y for x, y in zip(parts, always, strict=True)] == pytest.approx(log_odds(found), abs=1e-9)


def test_chances_sum_to_one_in_the_verdicts_order(found: dict[str, float]) -> None:
    given = chances(found)
    assert tuple(given) == COLUMNS == tuple(OUT)
    assert math.isclose(sum(given.values()), 1.0)


def test_a_measure_nobody_learned_counts_nothing(found: dict[str, float]) -> None:
    assert log_odds(found | {"a measure of tomorrow": 1.0}) == log_odds(found)


def test_the_tables_fit() -> None:
    """Each measure has a weight in each unit, each verdict one of each unit and one more."""
    units = {len(row.split()) for row in HIDDEN.values()}
    assert {len(row.split()) - 1 for row in OUT.values()} == units
    assert len(units) == 1


def test_the_model_that_is_measured_is_the_one_that_is_shipped(found: dict[str, float]) -> None:
    """`benchmarks.network` gives the chances that a night gives."""
    np = pytest.importorskip("numpy")
    from benchmarks.network import Network

    def table(rows: dict[str, str]) -> object:
        return np.array([[int(word) for word in row.split()] for row in rows.values()])

    trained = Network(np.array(COLUMNS), table(HIDDEN), table(OUT).T)
    x = np.array([[found.get(name, 0.0) for name in HIDDEN]])
    assert list(trained.predict_proba(x)[0]) == pytest.approx(list(chances(found).values()), abs=0.01)


def test_why_names_what_moved_the_verdict() -> None:
    """The newer note's "now" speaks for a change."""
    older, newer = (Statement(text=text) for text in PAIRS[0])
    ranked = [name for name, _ in contributions(older, newer)]
    assert {"b_now", "v_differ"} & set(ranked[:20])
