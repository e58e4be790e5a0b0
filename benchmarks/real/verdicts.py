"""What people who read a replacement, question, fold or lent voice said of it, kept by reference and without its words.

A verdict is keyed by what was done and by both sides' places and words, so it stands until one of them changes.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from noctuary.model import Fact, fold

HERE = Path(__file__).parent / "verdicts.tsv"
WORDS = ("right", "wrong")
Key = tuple[str, str]
_TICK = re.compile(r"^\s*- \[[xX]\] (right|wrong) `(\w+) ([0-9a-f]{12})`(?: (.*))?$")


def key(what: str, *sides: tuple[str, str]) -> str:
    """The reference of an act: a hash over what it is and the (place's file, words) of its sides."""
    told = "\x1f".join((what, *(f"{ref}\x1f{fold(words)}" for ref, words in sides)))
    return hashlib.sha256(told.encode(errors="replace")).hexdigest()[:12]


def side(fact: Fact) -> tuple[str, str]:
    """What a fact is known by from one version of the code to the next: its first source's file and words."""
    first = fact.sources[0]
    return first.ref, first.quote or fact.text


def read(path: Path = HERE) -> dict[Key, str]:
    """right | wrong by (what, key)."""
    if not path.is_file():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        return {(row["what"], row["key"]): row["verdict"] for row in csv.DictReader(file, delimiter="\t")}


def ticked(page: str) -> dict[Key, str]:
    """The boxes ticked in a page of `--show`; an act ticked both ways is none. Raises ValueError on such."""
    found: dict[Key, str] = {}
    for line in page.splitlines():
        if hit := _TICK.match(line):
            one = (hit[2], hit[3])
            if found.setdefault(one, hit[1]) != hit[1]:
                raise ValueError(f"{one[0]} {one[1]} is ticked right and wrong; untick one of them")
    return found


def keep(path: Path, more: dict[Key, str]) -> None:
    """Write the known verdicts and `more`, which win, sorted."""
    rows = sorted((read(path) | more).items())
    lines = ["what\tkey\tverdict", *(f"{what}\t{ref}\t{verdict}" for (what, ref), verdict in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def counted(what: str, acts: Iterable[dict[str, Any]], known: dict[Key, str]) -> tuple[int, int, int]:
    """(right, judged, all) of acts."""
    found = [known.get((what, act["key"])) for act in acts]
    return found.count("right"), sum(one in WORDS for one in found), len(found)
