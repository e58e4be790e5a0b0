"""Loads public pair sets and maps their labels to ours. Each loader's docstring is the rule. Judges nothing.

A conflict is a contradiction or a supersession. All statements are undated: none of these sets has dates.
"""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.judgement.paraphrase import paraphrase
from noctuary.model import Statement, fold

SHARED = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parents[3] / "shared"))
BENCH = SHARED / "bench"
QUICK = 600
SEED = 11


class LabelledPair(NamedTuple):
    """Two statements and what a set says of them.

    `kind` is the set's own category or label; `group` names what the pair was made from (pairs of one group are
    not independent).
    """

    a: Statement
    b: Statement
    is_conflict: bool
    kind: str
    group: str


def pair(a: str, b: str, is_conflict: bool, kind: str, group: str = "") -> LabelledPair:
    """A pair of undated statements; the group is the first text where none is named."""
    return LabelledPair(Statement(text=a), Statement(text=b), is_conflict, kind, group or a)


def sample(pairs: list[LabelledPair], is_quick: bool) -> list[LabelledPair]:
    """All pairs, or a seeded sample of QUICK of them in file order."""
    if not is_quick or len(pairs) <= QUICK:
        return pairs
    return [pairs[i] for i in sorted(random.Random(SEED).sample(range(len(pairs)), QUICK))]


def untokenised(text: str) -> str:
    """Undoes treebank spacing (`word , word`, `-LRB-`), which no note has."""
    text = text.replace("-LRB-", "(").replace("-RRB-", ")").replace(" -- ", " – ")
    text = re.sub(r"\s+([,.;:!?)%])", r"\1", text)
    return re.sub(r"(?<=[(])\s+", "", re.sub(r"\s+('s|n't)\b", r"\1", text)).strip()


def _tsv(path: Path) -> Iterator[dict[str, str]]:
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    yield from csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)


def _files(folder: Path, pattern: str) -> list[Path]:
    """The matching files, sorted; none is an error, as a missing file is."""
    if found := sorted(folder.glob(pattern)):
        return found
    raise FileNotFoundError(2, "no such files", str(folder / pattern))


def _jsonl(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def sick() -> list[LabelledPair]:
    """SICK train and trial. CONTRADICTION is a conflict, ENTAILMENT and NEUTRAL are not. Measured only."""
    return [
        pair(row["sentence_A"], row["sentence_B"], row["entailment_judgment"] == "CONTRADICTION",
             row["entailment_judgment"].lower())
        for name in ("SICK_train.txt", "SICK_trial.txt")
        for row in _tsv(BENCH / "sick" / name)
    ]  # fmt: skip


_DENIAL = re.compile(r"\b(?:not|no|never|nobody|nothing|cannot|\w+n't)\b", re.I)


def semantoneg() -> list[LabelledPair]:
    """SemAntoNeg: of three sentences the one at `label` paraphrases the input; the other two are conflicts.

    They are a negation put in or taken out ("negation"), or an antonym under the same negation ("antonym"). The
    set takes every antonym as exhaustive: "not fat" / "not thin" counts as a conflict.
    """
    found = []
    for row in _jsonl(BENCH / "semantoneg" / "semantoneg_even.jsonl"):
        said = str(row["input"])
        for k, other in enumerate(row["sentences"]):  # type: ignore[arg-type,var-annotated]
            is_same = bool(_DENIAL.search(said)) == bool(_DENIAL.search(other))
            kind = "paraphrase" if k == row["label"] else "antonym" if is_same else "negation"
            found.append(pair(said, other, k != row["label"], kind))
    return found


def breaking_nli() -> list[LabelledPair]:
    """Breaking NLI: one word swapped. contradiction is a conflict; entailment and neutral are not."""
    return [
        pair(str(row["sentence1"]), str(row["sentence2"]), row["gold_label"] == "contradiction", str(row["category"]))
        for row in _jsonl(BENCH / "breaking_nli" / "data" / "dataset.jsonl")
    ]


def fever_symmetric() -> list[LabelledPair]:
    """FEVER symmetric, dev: evidence, then claim. REFUTES is a conflict, SUPPORTS is not."""
    return [
        pair(untokenised(str(row["evidence"])), untokenised(str(row["claim"])), row["label"] == "REFUTES",
             str(row["label"]).lower())
        for row in _jsonl(BENCH / "fever_symmetric" / "fever_symmetric_dev.jsonl")
    ]  # fmt: skip


def _negation(name: str) -> list[LabelledPair]:
    return [
        pair(row["Text"], row["Hypothesis"], row["gold_label"] == "contradiction", row["gold_label"])
        for row in _tsv(BENCH / "negation_nli" / f"{name}.txt")
    ]


def negation_snli() -> list[LabelledPair]:
    """Negated SNLI: contradiction is a conflict; entailment and neutral are not."""
    return _negation("SNLI")


def negation_mnli() -> list[LabelledPair]:
    """Negated MNLI: contradiction is a conflict; entailment and neutral are not."""
    return _negation("MNLI")


def negation_rte() -> list[LabelledPair]:
    """Negated RTE, entailed pairs alone: none is a conflict. `not_entailment` mixes neutral with contradiction."""
    return [one for one in _negation("RTE") if one.kind == "entailment"]


def med() -> list[LabelledPair]:
    """MED (monotonicity): entailment or neutral, so no pair is a conflict."""
    return [
        pair(row["sentence1"], row["sentence2"], False, row["gold_label"]) for row in _tsv(BENCH / "med" / "MED.tsv")
    ]


def scone() -> list[LabelledPair]:
    """ScoNe: negations in and out of scope, as edited; entailment or neutral, so no pair is a conflict."""
    found = []
    for path in _files(BENCH / "scone", "*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                a, b = (row.get(f"sentence{k}_edited") or row[f"sentence{k}"] for k in (1, 2))
                found.append(pair(a, b, False, path.stem.removeprefix("scone_nli__test__")))
    return found


def wikifactcheck_rows() -> list[tuple[str, str]]:
    """(sentence, refuted rewrite) of the four files in order; repeated sentences and unchanged ones left out."""
    found: dict[str, str] = {}
    for path in _files(BENCH / "wikifactcheck", "*.tsv"):
        for row in _tsv(path):
            if fold(row["sentence"]) != fold(row["negated"]):
                found.setdefault(row["sentence"].strip(), row["negated"].strip())
    return list(found.items())


def wikifactcheck() -> list[LabelledPair]:
    """WikiFactCheck: a sentence and its refuted rewrite are a conflict; a sentence and its paraphrase are not.

    The set has no paraphrases. Ours are made by meaning-preserving rewrites (`paraphrase`), at least two in
    each, of every sentence that takes two; as many of the other sentences, drawn by seed, give the conflicts.
    """
    rows = wikifactcheck_rows()
    told = {sentence: other for sentence, _ in rows if (other := paraphrase(sentence))}
    rest = [row for row in rows if row[0] not in told]
    drawn = random.Random(SEED).sample(rest, min(len(told), len(rest)))
    return [
        *(pair(a, b, False, "paraphrase") for a, b in told.items()),
        *(pair(a, b, True, "refuted") for a, b in drawn),
    ]


PUBLIC: dict[str, Callable[[], list[LabelledPair]]] = {
    "sick": sick, "semantoneg": semantoneg, "breaking_nli": breaking_nli, "fever_symmetric": fever_symmetric,
    "negation_snli": negation_snli, "negation_mnli": negation_mnli, "wikifactcheck": wikifactcheck,
    "negation_rte": negation_rte, "med": med, "scone": scone,
}  # fmt: skip
PEACEFUL = ("negation_rte", "med", "scone")
