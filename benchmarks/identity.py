"""Which names are one thing, on labelled pairs: `python -m benchmarks.identity [--held] [--wrong]`.

Precision and recall of joining, with 95 % Wilson intervals, beside what naive tools do; what is only asked counts as
not joined and is told apart. Every second pair, by the hash of its names, is held back: it is shown with `--held` only.
`--speed N` times the rules on N made-up names.
"""

from __future__ import annotations

import argparse
import datetime as dt
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import fuzz

from benchmarks.held import is_held
from noctuary.consolidate.identity import Found, identities
from noctuary.consolidate.likeness import Thing
from noctuary.consolidate.link import is_name
from noctuary.model import Fact, Support, entity_id, fact_id

PAIRS = Path(__file__).with_name("identity_pairs.tsv")
_AT = dt.datetime(2026, 5, 12, tzinfo=dt.UTC)


class Pair(NamedTuple):
    """Two names, how often each is used, what the workspace says of them, and whether they are one."""

    is_same: bool
    a: str
    b: str
    uses: tuple[int, int]
    facts: tuple[str, ...]

    @property
    def is_held(self) -> bool:
        """Whether it belongs to the half that is looked at only at the end."""
        return is_held(self.a, self.b)


def main() -> None:
    """Print the table, and with `--wrong` each pair that was joined or left wrongly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", action="store_true", help="the held-back half, too")
    parser.add_argument("--wrong", action="store_true", help="name the pairs that went wrong")
    parser.add_argument("--speed", type=int, metavar="N", help="time N names instead")
    given = parser.parse_args()
    if given.speed:
        print(speed(given.speed))
        return
    found = pairs()
    halves = [("developed on", [one for one in found if not one.is_held])]
    if given.held:
        halves.append(("held back", [one for one in found if one.is_held]))
    for name, some in halves:
        _table(name, some, with_wrong=given.wrong)


def pairs() -> list[Pair]:
    """The labelled pairs."""
    rows = [line.split("\t") for line in PAIRS.read_text("utf-8").splitlines()[1:]]
    return [
        Pair(
            is_same=label == "same",
            a=a,
            b=b,
            uses=tuple(int(n) for n in (uses or "3,3").split(","))[:2],  # type: ignore[arg-type]
            facts=tuple(filter(None, facts.split(" | "))),
        )
        for label, a, b, uses, facts in rows
    ]


def outcome(pair: Pair) -> str:
    """joined | asked | apart."""
    found = _found(pair)
    return "joined" if found.joined else "asked" if found.doubts else "apart"


def _found(pair: Pair) -> Found:
    things = [Thing(id=entity_id(n) + f"/{at}", name=n, uses=pair.uses[at]) for at, n in enumerate((pair.a, pair.b))]
    return identities(things, [_fact(text, pair) for text in pair.facts])


def _fact(text: str, pair: Pair) -> Fact:
    subject = max((name for name in (pair.a, pair.b) if text.startswith(name)), key=len, default="")
    word = Support(ref="said.jsonl", line=1, line_end=1, session="s", role="user", trust="human", at=_AT, quote=text)
    return Fact(
        id=fact_id(text, subject), text=text, entity=subject, kind="fact", status="active", confidence=0.8,
        method="session-conclusion", verified_at=_AT, trust="human", sources=(word,),
    )  # fmt: skip


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    if not of:
        return 0.0, 1.0
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _table(name: str, some: Sequence[Pair], *, with_wrong: bool) -> None:
    print(f"{name}: {len(some)} pairs, {sum(one.is_same for one in some)} of them the same")
    results = [outcome(one) for one in some]
    rules: list[tuple[str, list[bool]]] = [("noctuary", [found == "joined" for found in results])]
    rules += [(rule, [is_same(one.a, one.b) for one in some]) for rule, is_same in baselines(some).items()]
    for rule, joined in rules:
        hits = sum(one.is_same and is_one for one, is_one in zip(some, joined, strict=True))
        print(
            f"  {rule:<24} precision {_share(hits, sum(joined))}   recall {_share(hits, sum(p.is_same for p in some))}"
        )
    asked = [one for one, found in zip(some, results, strict=True) if found == "asked"]
    print(f"  asked: {len(asked)}, {sum(one.is_same for one in asked)} of them the same")
    unnamed = sum(not (is_name(one.a) and is_name(one.b)) for one in some)
    print(f"  a side is no entity's name to begin with (`link.is_name`): {unnamed}")
    for one, found in zip(some, results, strict=True):
        if with_wrong and (found == "joined") != one.is_same:
            print(f"    {'same' if one.is_same else 'different'}, {found}: {one.a!r} {one.b!r}")


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / of if of else 0:.2f} [{low:.2f}, {high:.2f}] ({hits}/{of})"


def baselines(some: Sequence[Pair]) -> dict[str, Callable[[str, str], bool]]:
    """What naive tools do: equal but for case, much alike in letters, near in vectors."""
    from noctuary.embed import default_embedder

    names = sorted({name for one in some for name in (one.a, one.b)})
    vectors = dict(zip(names, default_embedder().embed(names), strict=True))
    return {
        "equal but for case": lambda a, b: a.casefold() == b.casefold(),
        "letters 90 % alike": lambda a, b: fuzz.ratio(a.casefold(), b.casefold()) >= 90,
        "cosine at least 0.9": lambda a, b: float(vectors[a] @ vectors[b]) >= 0.9,
    }


def speed(count: int) -> str:
    """Seconds for `count` made-up names in as many facts, and what was found."""
    parts = [
        f"{a}{b}{c}" for a in ("ver", "mon", "tal", "kir", "sup") for b in ("da", "lo", "ri", "ne") for c in "bdgkmt"
    ]
    things, facts = [], []
    for at in range(count):
        one, other = parts[at % len(parts)], parts[at // len(parts) % len(parts)]
        name = f"{one}-{other}" if at % 10 else f"{one.title()}{other.title()}s"
        name = f"{name} {chr(97 + at // len(parts) ** 2 % 26)}x" if at >= len(parts) ** 2 else name
        things.append(Thing(id=f"e{at:06}", name=name, uses=1 + at % 7))
        facts.append(_fact(f"{name} runs on the spare machine number {at}", Pair(True, name, "", (1, 1), ())))
    begun = time.perf_counter()
    found = identities(things, facts)
    took = time.perf_counter() - begun
    return f"{count} names in {count} facts: {took:.1f} s, {len(found.joined)} joined, {len(found.doubts)} doubtful"


if __name__ == "__main__":
    main()
