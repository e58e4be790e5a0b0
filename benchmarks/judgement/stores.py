"""Whole stores: pairs are found as a night finds them, then judged, and every flag is counted. Builds no store.

Recall is of all true pairs of the store, found or not. `planted` builds the stores and their gold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

from benchmarks.judgement.baselines import COSINE_AT, lexical_rule, seed_rule
from benchmarks.judgement.figures import conflict_figures, wilson
from benchmarks.judgement.public import is_conflict
from benchmarks.judgement.table import Cell, figure_cells
from noctuary.consolidate.policy import ConflictPolicy
from noctuary.decisions import Verdict
from noctuary.embed import default_embedder
from noctuary.judging.actionable import is_plain, is_plain_change
from noctuary.judging.entails import are_same
from noctuary.judging.find import pairs
from noctuary.judging.judge import judge
from noctuary.judging.lending import is_fuller, lending
from noctuary.model import Statement, fold
from noctuary.reader import choose

Pair = tuple[int, int]
ASK, RETIRE = ConflictPolicy().ask_score, ConflictPolicy().retire_score


class Store(NamedTuple):
    """Statements and the index pairs (i < j) that truly conflict or say the same."""

    said: list[Statement]
    conflicts: set[Pair]
    same: set[Pair]


class Judged(NamedTuple):
    """The pairs the finder proposes, and the judge's verdict on each."""

    found: list[Pair]
    given: list[Verdict]


def judged(said: Sequence[Statement]) -> Judged:
    """Find and judge, as on the night a whole store is new."""
    found = pairs(said, set(range(len(said))))
    return Judged(found, [judge(said[i], said[j]) for i, j in found])


def is_asked(v: Verdict) -> bool:
    """Whether the night would put it to the human or act on it (`resolve.act`, without the facts' standing)."""
    return is_conflict(v) and v.sureness >= ASK and not (v.a_value and fold(v.a_value) == fold(v.b_value))


def is_retired(v: Verdict) -> bool:
    """Whether the night would retire the older statement without asking, were nothing else in the way."""
    return is_asked(v) and v.kind == "supersession" and v.score >= RETIRE


def acts(v: Verdict, a: Statement, b: Statement) -> bool:
    """Whether the night would put it to the human or retire the older one: asked where plain, applied where plainly a
    change. The facts' standing, which holds back what only agents noted, is not known here, nor where a statement was
    noted: those of one day count as of one place."""
    older, newer = (b, a) if a.said_on and b.said_on and b.said_on < a.said_on else (a, b)
    return (is_asked(v) and is_plain(v, a, b)) or (is_retired(v) and is_plain_change(older, newer))


def is_folded(v: Verdict, a: Statement, b: Statement) -> bool:
    """Whether a night would count the newer one as evidence for the older (`stages.match`)."""
    return are_same(a, b) and bool(lending([(a, b)], choose().reader))


MODES = {"judge": is_conflict, f"judge, asks (≥ {ASK})": is_asked, f"judge, retires (≥ {RETIRE})": is_retired}


def near_pairs(said: Sequence[Statement]) -> set[Pair]:
    """All pairs at cosine ≥ COSINE_AT, exactly."""
    vectors = default_embedder().embed([s.text for s in said])
    return {(int(i), int(j)) for i, j in np.argwhere(np.triu(vectors @ vectors.T >= COSINE_AT, 1))}


def seed_pairs(said: Sequence[Statement]) -> set[Pair]:
    """All pairs the seeds' rule calls a conflict, exactly: pairs of Jaccard > 0.5, then the rule itself."""
    bag = CountVectorizer(binary=True, token_pattern=r"\w+").fit_transform([s.text.lower() for s in said])
    sizes = np.asarray(bag.sum(axis=1)).ravel()
    shared = (bag @ bag.T).tocoo()
    keep = (shared.row < shared.col) & (shared.data > 0.5 * (sizes[shared.row] + sizes[shared.col] - shared.data))
    rows = zip(shared.row[keep].tolist(), shared.col[keep].tolist(), strict=True)
    return {(i, j) for i, j in rows if seed_rule(said[i].text, said[j].text)}


def _row(store: Store, told: set[Pair]) -> dict[str, Cell]:
    """The shared columns for one method's set of pairs, over the whole store."""
    seen = sorted(told | store.conflicts)
    found = conflict_figures([p in store.conflicts for p in seen], [p in told for p in seen], [str(p[0]) for p in seen])
    return {k: v for k, v in figure_cells(found).items() if k != "pairs"}


def _is_plain(verdict: Verdict, store: Store, pair: Pair) -> bool:
    return is_plain(verdict, store.said[pair[0]], store.said[pair[1]])


def rows(name: str, store: Store, met: Judged) -> list[dict[str, Cell]]:
    """One row a method: the judge at its points, the seeds' rule and the embedder over all pairs, the lexical rule
    over the pairs our finder proposes."""
    said = {mode: {p for p, v in zip(met.found, met.given, strict=True) if holds(v)} for mode, holds in MODES.items()}
    said["judge, plain"] = {
        p for p, v in zip(met.found, met.given, strict=True) if is_conflict(v) and _is_plain(v, store, p)
    }
    said["judge, asked or applied"] = {
        (i, j) for (i, j), v in zip(met.found, met.given, strict=True) if acts(v, store.said[i], store.said[j])
    }
    said["seeds' rule"] = seed_pairs(store.said)
    said["lexical rule, our pairs"] = {
        (i, j) for i, j in met.found if lexical_rule(store.said[i].text, store.said[j].text)
    }
    said[f"cosine ≥ {COSINE_AT}"] = near_pairs(store.said)
    return [
        {"store": name, "method": method, "facts": len(store.said), **_row(store, told),
         "same called conflict": wilson(len(told & store.same), len(store.same))}
        for method, told in said.items()
    ]  # fmt: skip


def found_row(name: str, store: Store, met: Judged) -> dict[str, Cell]:
    """What the finder found, and what the judge made of the pairs that say the same."""
    found = set(met.found)
    kinds = {p: v.kind for p, v in zip(met.found, met.given, strict=True)}
    as_same = sum(kinds.get(p) == "duplicate" for p in store.same)
    as_finer = sum(kinds.get(p) == "refinement" for p in store.same)
    mixed = sum(kind == "duplicate" for p, kind in kinds.items() if p not in store.same)
    mixed_up = sum(kinds.get(p) == "duplicate" for p in store.conflicts)
    both = {p: (store.said[p[0]], store.said[p[1]]) for p in found}
    told = {p for p, sides in both.items() if is_fuller(*sides)}
    heard = lending([both[p] for p in sorted(told)], choose().reader)
    voices = {p for p in told if both[p] in heard}
    folded = {p for p in voices if are_same(*both[p])}
    fuller = {p for p in told if not are_same(*both[p])}
    lent = voices - folded
    return {
        "store": name, "facts": len(store.said), "pairs found": len(found),
        "conflicts found": wilson(len(store.conflicts & found), len(store.conflicts)),
        "same found": wilson(len(store.same & found), len(store.same)),
        "same judged duplicate": wilson(as_same, len(store.same)),
        "or refinement": wilson(as_same + as_finer, len(store.same)),
        "others judged duplicate": mixed, "of them conflicts": mixed_up,
        "same folded": wilson(len(folded & store.same), len(store.same)), "others folded": len(folded - store.same),
        "same, one fuller": len(fuller & store.same), "others, one fuller": len(fuller - store.same),
        "same lent": len(lent & store.same), "others lent": len(lent - store.same),
    }  # fmt: skip
