"""The judge's benchmark measures what it says: figures, label rules, rewrites and baselines, on tiny inputs."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.judgement import __main__ as command
from benchmarks.judgement import field, gold, planted, public, sets, stores, timelines
from benchmarks.judgement.baselines import ANTONYMS, lexical_rule, seed_rule
from benchmarks.judgement.figures import Rate, best_threshold, brier, conflict_figures, ece, reliability, wilson
from benchmarks.judgement.paraphrase import paraphrase
from benchmarks.judgement.table import Table, as_json, markdown
from noctuary.decisions import Verdict


def test_a_wilson_interval_is_the_textbook_one_and_stays_inside_0_and_1() -> None:
    rate = wilson(8, 10)
    assert (round(rate.value, 3), round(rate.low, 3), round(rate.high, 3)) == (0.8, 0.490, 0.943)
    assert wilson(10, 10).high == pytest.approx(1.0)
    assert wilson(0, 10).low == 0.0
    assert math.isnan(wilson(0, 0).value)


def test_precision_recall_and_f1_count_what_they_name() -> None:
    found = conflict_figures([True, True, True, False, False], [True, False, True, True, False])
    assert (found.pairs, found.conflicts, found.said, found.hits) == (5, 3, 3, 2)
    assert found.precision.value == pytest.approx(2 / 3)
    assert found.recall.value == pytest.approx(2 / 3)
    assert found.f1.value == pytest.approx(2 / 3)
    assert found.f1.low <= found.f1.value <= found.f1.high


def test_pairs_of_one_source_are_drawn_together_so_the_interval_widens() -> None:
    truth, said = [True] * 200, ([True] * 4 + [False] * 4) * 25
    alone = conflict_figures(truth, said)
    together = conflict_figures(truth, said, [str(k // 4) for k in range(200)])
    assert together.f1.high - together.f1.low > 1.5 * (alone.f1.high - alone.f1.low)
    assert together == conflict_figures(truth, said, [str(k // 4) for k in range(200)])


def test_the_oracle_threshold_takes_equal_scores_together() -> None:
    assert best_threshold([True, True, False], np.array([0.9, 0.5, 0.1])) == 0.5
    assert best_threshold([True, False, False, False], np.array([0.7, 0.7, 0.7, 0.2])) == 0.7


def test_calibration_is_perfect_where_probability_is_the_share_that_is_true() -> None:
    truth, chance = np.array([1, 0, 1, 1]), np.array([0.5, 0.5, 1.0, 1.0])
    assert ece(truth, chance) == 0.0
    assert brier(truth, chance) == pytest.approx(0.125)
    assert [(b.pairs, b.true) for b in reliability(truth, chance)] == [(2, 0.5), (2, 1.0)]
    assert ece(truth, np.array([0.9, 0.9, 0.1, 0.1])) > 0.6


def test_the_seeds_rule_needs_shared_words_and_a_negation_or_number_on_one_side() -> None:
    assert seed_rule("the port is 80", "the port is 81")
    assert seed_rule("the door is open", "the door is not open")
    assert not seed_rule("the door is open", "the door is closed")
    assert not seed_rule("the port is 80", "we never deploy on Fridays")


def test_the_lexical_rule_lets_two_flips_cancel_and_keeps_scope() -> None:
    assert lexical_rule("The door is open.", "The door is closed.")
    assert lexical_rule("The door is open.", "The door is not open.")
    assert not lexical_rule("The door is not open.", "The door is closed.")
    assert lexical_rule("The limit is 100 requests.", "The limit is 500 requests.")
    assert not lexical_rule("The limit is 100 requests.", "The limit is 100 requests since 2020.")
    assert not lexical_rule("Rain fell all day.", "The limit is not 500 requests.")
    assert all((y, x) in ANTONYMS for x, y in ANTONYMS)


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("It does not allow numerous edits.", "edits"),
        ("The station began operations on October 5, 1949.", "1949"),
    ],
)
def test_a_paraphrase_takes_two_rewrites_and_is_the_same_every_time(sentence: str, kept: str) -> None:
    other = paraphrase(sentence)
    assert other == paraphrase(sentence)
    assert len(set(sentence.split()) - set(other.split())) >= 2
    assert kept in other
    assert seed_rule(sentence, other) is False


def test_a_rewrite_never_takes_back_an_earlier_one() -> None:
    other = paraphrase("It frequently permits numerous edits in many areas.")
    assert not set(other.split()) >= set("It frequently permits numerous edits in many".split())


def test_what_takes_fewer_than_two_rewrites_is_not_paraphrased() -> None:
    assert paraphrase("Redwood trees burn.") == ""
    assert paraphrase("Redwood trees often burn.") == ""
    assert paraphrase("Redwood trees do not burn.") == ""


def test_semantoneg_maps_the_labelled_sentence_to_peace_and_the_others_to_conflict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {"idx": 0, "label": 2, "input": "It's not hot.", "sentences": ["It's not cold.", "It's hot.", "It's cold."]}
    (tmp_path / "semantoneg").mkdir()
    (tmp_path / "semantoneg" / "semantoneg_even.jsonl").write_text(json.dumps(row) + "\n")
    monkeypatch.setattr(sets, "BENCH", tmp_path)
    found = [(one.b.text, one.is_conflict, one.kind) for one in sets.semantoneg()]
    assert found == [
        ("It's not cold.", True, "antonym"),
        ("It's hot.", True, "negation"),
        ("It's cold.", False, "paraphrase"),
    ]


def test_rte_counts_entailed_pairs_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "negation_nli").mkdir()
    lines = ["index\tText\tHypothesis\tgold_label", "0\tA\tB\tentailment", "1\tC\t“D”\tnot_entailment"]
    (tmp_path / "negation_nli" / "RTE.txt").write_bytes("\r\n".join(lines).encode("cp1252"))
    monkeypatch.setattr(sets, "BENCH", tmp_path)
    assert [(one.a.text, one.b.text, one.is_conflict) for one in sets.negation_rte()] == [("A", "B", False)]


def test_treebank_spacing_is_undone() -> None:
    assert (
        sets.untokenised("The band ( from Ohio ) , they say , is n't old .")
        == "The band (from Ohio), they say, isn't old."
    )


def test_a_sample_is_seeded_and_keeps_the_order() -> None:
    pairs = [sets.pair(f"fact {k}", "other", False, "") for k in range(2000)]
    some = sets.sample(pairs, True)
    assert len(some) == sets.QUICK
    assert some == sets.sample(pairs, True)
    assert [int(one.a.text.split()[1]) for one in some] == sorted(int(one.a.text.split()[1]) for one in some)
    assert sets.sample(pairs, False) is pairs


GEN = """
def facts(n, seed):
    row = lambda text, value, kind: dict(text=text, entity="e", attr="port", value=value, kind=kind, day="2026-01-01")
    return [row("e is on 1", "1", "base"), row("1 is e's", "1", "dup"), row("e is not on 1", "1", "neg"),
            row("e is now on 2", "2", "update"), row("e is not on 1!", "1", "neg")]
"""


def test_a_denial_conflicts_with_its_own_value_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gen.py").write_text(GEN)
    monkeypatch.setattr(planted, "BENCH", tmp_path)
    store = planted.gen_store(5, 1)
    assert store.conflicts == {(0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4)}
    assert store.same == {(0, 1), (2, 4)}


def test_the_night_asks_and_retires_from_its_own_thresholds_on() -> None:
    def verdict(kind: str, score: float, value: str = "b") -> Verdict:
        return Verdict(kind=kind, reason="", score=score, slot="s", a_value="a", b_value=value)  # type: ignore[arg-type]

    assert not stores.is_asked(verdict("contradiction", stores.ASK - 0.01))
    assert stores.is_asked(verdict("contradiction", stores.ASK))
    assert not stores.is_asked(verdict("contradiction", 0.9, "a"))
    assert not stores.is_retired(verdict("contradiction", 0.99))
    assert stores.is_retired(verdict("supersession", stores.RETIRE))


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("Who owned it from 1811 to 1827?", (1811, 1), (1827, 1)),
        ("Who from Dec 1841 to Sep 1852?", (1841, 12), (1852, 9)),
        ("Which award in Mar 1990?", (1990, 3), (1990, 3)),
    ],
)
def test_a_question_tells_its_period(question: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    assert timelines.period(question) == (dt.date(*start, 1), dt.date(*end, 1))


def test_a_question_without_a_date_tells_no_period() -> None:
    assert timelines.period("Who owned it at first?") is None


class Sure:
    """A model that always gives the same probability."""

    classes_ = ("calm", "conflict")

    def predict_proba(self, x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return np.tile([0.5, 0.5], (len(x), 1))


def test_a_rule_bars_or_raises_the_chance_of_a_conflict_as_the_judge_does() -> None:
    rules = np.array(["", "barred", "replaced", "denied"])
    plain, barred, replaced, denied = gold.chance_of_conflict((Sure(), None), np.zeros((4, 2)), rules)
    assert (plain, barred) == (0.5, 0.0)
    assert replaced == denied > plain


def test_folds_judge_every_row_once_and_never_know_the_row_they_judge() -> None:
    data = SimpleNamespace(x=np.zeros((60, 1)), y=np.array(["a", "b", "c"] * 20))
    seen = np.zeros(60)
    for known, test in gold.folds(data, 0, 0.5):
        assert not (known & test).any()
        assert known.sum() == 24
        seen += test
    assert (seen == 1).all()


def test_a_set_the_judge_learned_half_of_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "TRAINED_ON", ("semantoneg",))
    assert public.named("semantoneg") == "semantoneg (unseen half)"
    assert public.named("sick") == "sick"


def test_no_relation_both_replaces_and_accumulates() -> None:
    assert not timelines.SINGLE.keys() & timelines.ACCUMULATING.keys()


def test_the_hard_pairs_are_25_with_11_conflicts() -> None:
    pairs = field.load()
    assert Counter(one.is_conflict for one in pairs) == {True: 11, False: 14}
    assert Counter(one.kind for one in pairs)["contradiction"] == 7
    assert all(one.b.said_on >= one.a.said_on for one in pairs if one.a.said_on and one.b.said_on)


def test_a_table_reads_as_markdown_and_keeps_its_figures_in_json() -> None:
    table = Table(
        "T", [{"set": "x", "n": 1200, "F1": Rate(0.5, 0.25, 0.996)}, {"set": "y", "n": 3, "F1": Rate(*[math.nan] * 3)}]
    )
    lines = markdown(table).splitlines()
    assert lines[4] == "| x   | 1,200 | .50 (.25–1.00) |"
    assert lines[5].endswith("| –              |")
    shown = json.loads(json.dumps(as_json([table]), allow_nan=False))
    assert shown[0]["rows"][0]["F1"] == {"value": 0.5, "low": 0.25, "high": 0.996}


def test_absent_data_are_one_line_a_section_and_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (sets, planted, timelines):
        monkeypatch.setattr(module, "BENCH", tmp_path)
    monkeypatch.setattr(timelines, "EVOLVING", tmp_path)
    monkeypatch.setenv("NOCTUARY_SHARED", str(tmp_path))
    names = ["public", "wikifactcheck_store", "locomo", "gen", "tsqa", "evolving", "gold"]
    monkeypatch.setattr("sys.argv", ["judgement", "--quick", "--only", *names])
    command.main()
    told = capsys.readouterr().out.split("\n\n")
    assert [line.split(":")[0] for line in told if line] == names
    assert all("left out, there is no" in line for line in told if line)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SystemExit, match=r"nosuch.*sick"):
        command.sections(["nosuch"])
