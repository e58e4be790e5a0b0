"""How often a later note calls former what MEMORY.md says: `python -m benchmarks.former OUT [--show FILE]`.

OUT is what `python -m benchmarks.real.blind take` laid out: clones, and the versions of their MEMORY.md. Of each
workspace MEMORY.md as it stood after three fifths of its dated notes meets every statement that was noted later and
shares a rare word with a line; no night is dreamt. Counted are the pairs, those in which the measures see a value or
name called former and other given (`judging.replacing.is_replaced`), and those of them that a night would ask about:
where the measures alone are sure, as of a human's own line, or measures and reader together, as elsewhere, and the
reader hears a change in their bare words. `--show` writes these with both texts: whether they are changes somebody who
has not seen the code has to say. Left out are workspaces without a MEMORY.md or with fewer than three dated notes.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.daybyday import BEGUN, arrivals, copied
from noctuary.consolidate.policy import ConflictPolicy
from noctuary.judging import judge
from noctuary.judging.replacing import SURELY_JUDGED, is_replaced
from noctuary.judging.slots import slot
from noctuary.model import Candidate, Statement
from noctuary.night import STAGES, bed
from noctuary.reader import choose
from noctuary.settings import open_workspace
from noctuary.stages.without_asides import judge_pairs

SHARE, LEAST, LONGEST = 0.6, 3, 400
RARE, RARE_SHARE = 60, 0.02
"""A word is rare that stands in no more statements than this, or than this share of all."""
_WORD = re.compile(r"\w{4,}|[\u4e00-\u9fff]{2}")
_READ = next(n for n, stage in enumerate(STAGES, 1) if stage.__name__ == "extract")


def statements(clone: Path, history: Path, root: Path) -> tuple[list[Candidate], list[Candidate]]:
    """The lines of MEMORY.md as it stood after three fifths of the days, and what was noted after; none where the
    workspace is left out."""
    coming = dict(arrivals(clone, None))
    days = sorted(day for day in coming if day != BEGUN)
    if len(days) < LEAST:
        return [], []
    for day in (BEGUN, *days):
        copied(coming.get(day, []), root)
    cut, own = days[int(len(days) * SHARE)], root / "MEMORY.md"
    versions = sorted((history / "MEMORY.md").glob("*.md"))
    if versions:
        known = [one for one in versions if one.name.split("_")[1] <= str(cut)] or versions[:1]
        own.write_bytes(known[-1].read_bytes())
    if not own.exists():
        return [], []
    now = dt.datetime.combine(days[-1] + dt.timedelta(days=1), dt.time(3), dt.UTC)
    with bed(open_workspace(root, overrides={"judge": {"model": "lexical"}}), now) as run:
        for stage in STAGES[:_READ]:
            run = stage(run)
        found = [*run.candidates, *run.near_misses]
    lines = [one for one in found if one.support.role == "memory"]
    told = [one for one in found if one.support.role in ("note", "user") and one.support.at]
    return lines, [one for one in told if not versions or (one.support.at and one.support.at.date() > cut)]


def pairs(lines: Sequence[Candidate], told: Sequence[Candidate]) -> Iterator[tuple[Candidate, Candidate]]:
    """Every two that share a rare word, once."""
    held = Counter(word for one in (*lines, *told) for word in _words(one))
    most = max(RARE, int(RARE_SHARE * (len(lines) + len(told))))
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(told):
        for word in _words(one) if len(one.text) <= LONGEST else ():
            if held[word] <= most:
                by_word[word].append(number)
    for line in lines:
        for number in sorted({number for word in _words(line) for number in by_word.get(word, ())}):
            yield line, told[number]


def _words(one: Candidate) -> set[str]:
    return set(_WORD.findall(one.text.casefold()))


def weighed(line: Candidate, said: Candidate) -> dict[str, Any] | None:
    """What measures and reader make of a pair in which something is called former; None of any other."""
    bare = Statement(text=line.text), Statement(text=said.text)
    met = slot(*bare)
    if not is_replaced(met):
        return None
    policy, reader = ConflictPolicy(), choose("learned").reader
    at = said.support.at
    both = Statement(text=line.text, context=line.support.under), Statement(
        text=said.text, context=said.support.under, said_on=at.date() if at else None
    )
    alone, together = judge(*both), next(iter(judge_pairs([both], policy.ask_score, reader)), None)
    heard = reader.chances_of([bare])[0].conflict if reader else 0.0
    is_heard = heard >= (policy.retire_heard_score if met.met.retired else policy.heard_score)
    return {
        "line": line.text, "said": said.text, "under": [line.support.under[-1:], said.support.under[-1:]],
        "alone": alone.score, "together": together.score if together else 0.0, "heard": heard,
        "by measures": is_heard and alone.kind == "supersession" and alone.score >= SURELY_JUDGED,
        "with reader": is_heard and together is not None and together.kind == "supersession"
        and together.score >= SURELY_JUDGED,
    }  # fmt: skip


def main() -> None:
    """Print the counts of every workspace, and of all."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    asked.add_argument("--show", type=Path, help="write the pairs that would be asked about, a JSON line each")
    asked.add_argument("--part", default="1/1", help="which of how many parts of the workspaces")
    given = asked.parse_args()
    part, of = map(int, given.part.split("/"))
    total, shown = Counter[str](), []
    for clone in sorted((given.out / "clones").iterdir())[part - 1 :: of]:
        with tempfile.TemporaryDirectory() as folder:
            lines, told = statements(clone, given.out / "history" / clone.name, Path(folder))
        counts = Counter({"workspaces": bool(lines)})
        for line, said in pairs(lines, told):
            counts["pairs"] += 1
            if found := weighed(line, said):
                counts["called former"] += 1
                for how in ("by measures", "with reader"):
                    counts[how] += found[how]
                if found["by measures"] or found["with reader"]:
                    shown.append({"workspace": clone.name} | found)
        total += counts
        print(clone.name, dict(counts), flush=True)
    print("all", dict(total))
    if given.show:
        given.show.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in shown), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
