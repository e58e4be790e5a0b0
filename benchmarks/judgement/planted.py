"""Stores with known conflicts, and one without: WikiFactCheck facts, synthetic agent memory, natural facts.

Builds each store and its gold, and lays out the tables; `stores` finds, judges and counts.
"""

from __future__ import annotations

import datetime as dt
import importlib.util
import itertools
import json
import random
import re
from collections import defaultdict
from types import ModuleType

from benchmarks.judgement.baselines import COSINE_AT, lexical_rule
from benchmarks.judgement.paraphrase import paraphrase
from benchmarks.judgement.public import named
from benchmarks.judgement.sets import BENCH, SEED, wikifactcheck_rows
from benchmarks.judgement.stores import (
    MODES,
    Pair,
    Store,
    acts,
    found_row,
    is_asked,
    judged,
    near_pairs,
    rows,
    seed_pairs,
)  # fmt: skip
from benchmarks.judgement.table import Cell, Table
from benchmarks.train_edit import is_learned_group
from noctuary.judging.actionable import is_plain
from noctuary.model import Statement


def wikifactcheck_store(is_quick: bool) -> Store:
    """2,700 unseen facts, for 450 of them the refuted rewrite, for 450 others a paraphrase of ours; a fifth when quick.

    Only what was planted counts as a conflict or the same; facts that meet by chance count as neither.
    """
    facts, planted = (540, 90) if is_quick else (2700, 450)
    known = [row for row in wikifactcheck_rows() if not is_learned_group(row[0])]
    lot = random.Random(SEED)
    told = [(a, other) for a, _ in known if (other := paraphrase(a))]
    same = lot.sample(told, min(planted, len(told)))
    taken = {a for a, _ in same}
    rest = lot.sample([row for row in known if row[0] not in taken], facts - len(same))
    texts = [a for a, _ in same] + [a for a, _ in rest]
    twins = {len(texts) + k: k for k in range(len(same))}
    refuted = {len(texts) + len(same) + k: len(same) + k for k in range(planted)}
    texts += [other for _, other in same] + [other for _, other in rest[:planted]]
    order = lot.sample(range(len(texts)), len(texts))
    place = {old: new for new, old in enumerate(order)}
    return Store(
        [Statement(text=texts[old]) for old in order],
        {_ordered(place[i], place[j]) for i, j in refuted.items()},
        {_ordered(place[i], place[j]) for i, j in twins.items()},
    )


def _ordered(i: int, j: int) -> Pair:
    return (i, j) if i < j else (j, i)


def measure_wikifactcheck(is_quick: bool) -> list[Table]:
    """The wikifactcheck store: what was planted, found and judged."""
    name = named("wikifactcheck")
    store = wikifactcheck_store(is_quick)
    met = judged(store.said)
    return [
        Table("A store of WikiFactCheck facts: planted refutations and paraphrases", rows(name, store, met),
              "`said` counts every flagged pair of the store; recall is of all planted pairs, found or not."),
        Table("The same store: finding pairs, and telling what says the same", [found_row(name, store, met)]),
    ]  # fmt: skip


def _gen() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gen", BENCH / "gen.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(BENCH / "gen.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def gen_store(facts: int, seed: int) -> Store:
    """`gen.py`'s facts, dated by their day; gold from (entity, attribute, value), notes and bug notes aside.

    Two affirmed facts of one slot conflict where their values differ and say the same where they are equal. A
    denial conflicts with an affirmed equal value, agrees with another one, and repeats another denial of it.
    """
    made = _gen().facts(facts, seed)
    said = [Statement(text=one["text"], said_on=dt.date.fromisoformat(one["day"])) for one in made]
    slots: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, one in enumerate(made):
        if one["attr"] not in ("note", "bugnote"):
            slots[one["entity"], one["attr"]].append(i)
    store = Store(said, set(), set())
    for members in slots.values():
        for i, j in itertools.combinations(members, 2):
            is_equal = made[i]["value"] == made[j]["value"]
            denied = (made[i]["kind"] == "neg") + (made[j]["kind"] == "neg")
            if is_equal and denied != 1:
                store.same.add((i, j))
            elif denied == (1 if is_equal else 0):
                store.conflicts.add((i, j))
    return store


SEEDS_READ, SEEDS_UNREAD = (7, 8, 21, 22), (23, 31, 32)
"""Whose misses were read while the rules were made, and of which only the totals were ever seen."""


def measure_gen(is_quick: bool) -> list[Table]:
    """The synthetic memory, a store a seed."""
    shown, found = [], []
    for seed in (*SEEDS_READ, *SEEDS_UNREAD):
        store = gen_store(600 if is_quick else 3000, seed)
        met = judged(store.said)
        shown += rows(f"gen.py, seed {seed}", store, met)
        found.append(found_row(f"gen.py, seed {seed}", store, met))
    return [
        Table("Synthetic agent memory (gen.py): updates and negations", shown),
        Table("Synthetic agent memory: finding pairs, and telling what says the same", found),
    ]


_LOCOMO_DATE = "%I:%M %p on %d %B, %Y"


def locomo_stores() -> list[list[Statement]]:
    """LoCoMo's observations, one store a conversation, each dated by its session. Measured only."""
    stores = []
    for talk in json.loads((BENCH / "locomo" / "locomo_1_4.json").read_text("utf-8")):
        said: dict[str, Statement] = {}
        for key, by_speaker in talk["observation"].items():
            session = re.sub(r"_observation$", "", key)
            on = dt.datetime.strptime(talk["conversation"][f"{session}_date_time"], _LOCOMO_DATE).date()
            for facts in by_speaker.values():
                for text, _ in facts:
                    said.setdefault(text, Statement(text=text, said_on=on))
        stores.append(list(said.values()))
    return stores


def measure_locomo(is_quick: bool) -> list[Table]:
    """Pairs flagged per 1,000 natural facts; none of the facts is labelled, nearly all flags are false."""
    stores = locomo_stores()[: 1 if is_quick else None]
    facts = sum(map(len, stores))
    counts: dict[str, int] = defaultdict(int)
    for said in stores:
        met = judged(said)
        counts["pairs found"] += len(met.found)
        for mode, holds in MODES.items():
            counts[mode] += sum(map(holds, met.given))
        counts["judge, asks, plain enough to ask"] += sum(
            is_asked(v) and is_plain(v, said[i], said[j]) for (i, j), v in zip(met.found, met.given, strict=True)
        )
        counts["judge, asked or applied where plain"] += sum(
            acts(v, said[i], said[j]) for (i, j), v in zip(met.found, met.given, strict=True)
        )
        counts["judge: duplicate"] += sum(v.kind == "duplicate" for v in met.given)
        counts["seeds' rule"] += len(seed_pairs(said))
        counts["lexical rule, our pairs"] += sum(lexical_rule(said[i].text, said[j].text) for i, j in met.found)
        counts[f"cosine ≥ {COSINE_AT}"] += len(near_pairs(said))
    shown: list[dict[str, Cell]] = [
        {"flagged by": name, "facts": facts, "pairs": count, "per 1,000 facts": round(1000 * count / facts, 1)}
        for name, count in counts.items()
    ]
    return [Table("Natural facts (LoCoMo observations): flags per 1,000 facts", shown)]
