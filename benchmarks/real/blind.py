"""Nights over workspaces nobody here has used, for readers who have not seen the code.

    python -m benchmarks.real.blind take FOLDER OUT NAMES    # git clones: OUT/clones, OUT/history, OUT/commits.tsv
    python -m benchmarks.real.blind nights CLONES OUT        # clones: owner+name, their files as they are
    python -m benchmarks.real.blind cards OUT                # OUT/owner+name.md: the acts to judge, numbered
    python -m benchmarks.real.blind keep OUT SET COMMITS     # OUT/owner+name.verdicts (N, word) → unseen.tsv
    python -m benchmarks.real.blind gates OUT SET [SET ...]  # what unseen.tsv says of OUT's promotions, by gate and bar

Each workspace is dreamt over once with its undated files and the older three fifths of its dated ones, then a night a
day, ten at most. With `--history` MEMORY.md stands in each night as it did on that day, as far as its commits tell;
else it knows what the notes have yet to say. Of promotions, of voices and of what is merely cited those of lowest hash
are judged, so that nobody chooses; of all else all. COMMITS is a table of owner/name and commit. Verdicts are right,
arguable or wrong, kept without a word of anybody.
"""

from __future__ import annotations

import argparse
import csv
import datetime as dt
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.corpus import histories, recover
from benchmarks.daybyday import BEGUN, arrivals, copied
from benchmarks.judgement.table import Cell, Table, markdown
from benchmarks.real.acts import Row, pair, questions, replacements, told_of, voices
from benchmarks.real.unseen import HERE, VERDICTS, counted
from benchmarks.real.verdicts import key, side
from noctuary.consolidate.promote import noted_durability
from noctuary.consolidate.score import is_own_line
from noctuary.journal import State, replay
from noctuary.night import dream
from noctuary.page.lines import shown
from noctuary.page.shelves import outdated
from noctuary.settings import open_workspace
from noctuary.stages.asking import durability

SHARE, LATER, PROMOTIONS, VOICES = 0.6, 10, 20, 8
STEPS = 20
"""Steps of durability by which what notes let in is told."""
TEXTS, LARGEST = (".md", ".jsonl", ".txt"), 3_000_000
_LINK = "120000"
_WIDTH = 500
Act = tuple[str, str, Row]


def take(folder: Path, out: Path, names: Sequence[str]) -> None:
    """The texts of clones as they stand, every version of their MEMORY.md by its day, and the commits they are of."""
    told = []
    for name in names:
        clone = recover.clone(folder, name)
        if clone is None:
            raise ValueError(f"{folder}: no clone of {name}")
        at, spelt = recover.head(clone), name.replace("/", "+")
        told.append(f"{name}\t{at}\n")
        for path in texts(clone, at):
            _put(out / "clones" / spelt / path, clone, at, path)
        known = histories.versions(clone)
        for number, (commit, day) in enumerate(known if len(known) > 1 else ()):
            place = out / "history" / spelt / histories.MEMORY / f"{number:03}_{day}_{commit[:8]}.md"
            _put(place, clone, commit, histories.MEMORY)
    (out / "commits.tsv").write_text("".join(told), "utf-8")


def texts(clone: Path, commit: str) -> Iterator[str]:
    """The paths of what may be memory or talk at a commit: no links, nothing large, nothing that the clone lacks."""
    for line in recover.git(clone, "ls-tree", "-r", "-l", "-z", commit).decode("utf-8", "replace").split("\0"):
        about, _, path = line.partition("\t")
        if path.endswith(TEXTS):
            mode, _, _, size = about.split()
            if mode != _LINK and size.isdigit() and int(size) <= LARGEST:
                yield path


def _put(place: Path, clone: Path, commit: str, path: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(recover.git(clone, "show", f"{commit}:{path}"))


def lived(clone: Path, root: Path, limit: float, history: Path | None = None) -> Row:
    """Dream over `clone` in `root`: how many nights, their seconds. Stops early, between two nights, after `limit`."""
    coming = dict(arrivals(clone, history if history and history.is_dir() else None))
    days = sorted(day for day in coming if day != BEGUN)
    start = max(1, int(len(days) * SHARE))
    batches = [[BEGUN, *days[:start]], *([day] for day in days[start : start + LATER])]
    seconds: list[float] = []
    for batch in batches:
        for day in batch:
            copied(coming.get(day, []), root)
        begun = time.perf_counter()
        dream(root, dt.datetime.combine(batch[-1] + dt.timedelta(days=1), dt.time(3), dt.UTC))
        seconds.append(round(time.perf_counter() - begun, 1))
        if sum(seconds) > limit:
            break
    return {"notes": len(days), "nights": len(seconds), "of": len(batches), "seconds": seconds}


def acts(state: State) -> Iterator[Act]:
    """(act, what, both sides) of all a memory did, as the table has them."""
    facts = [state.facts[one] for one in sorted(state.facts)]
    promoted = (one for one in facts if one.is_believed and not is_own_line(one))
    ranked = sorted(((key("promoted", side(one)), one) for one in promoted), key=lambda one: one[0])
    for ref, one in ranked[:PROMOTIONS]:
        told = told_of(one) | {"text": shown(one), "role": one.sources[0].role}
        yield "promoted", one.kind, {"key": ref, "a": told, "b": None, "why": one.gate}
    told = voices(facts)[1]
    for act, does in (("voice", True), ("cited", False)):
        for row in [one for one in told if (one["how"] != "cited") == does][:VOICES]:
            yield act, row["how"], row
    for row in replacements(state):
        yield "replacement", "", row
    for row in questions(state):
        yield "question", row["kind"], row
    for old, new in outdated(state):
        yield "outdated", "", pair("outdated", old, new)


def run(clones: Path, out: Path, limit: float, histories_: Path | None = None) -> None:
    """Every clone that has no acts yet, smaller ones first."""
    out.mkdir(parents=True, exist_ok=True)
    for clone in sorted(clones.iterdir(), key=lambda one: sum(path.lstat().st_size for path in one.rglob("*.md"))):
        told = out / f"{clone.name}.json"
        if told.exists():
            continue
        root = out / "dreamt" / clone.name
        root.mkdir(parents=True)
        found = lived(clone, root, limit, histories_ / clone.name if histories_ else None)
        state = replay(open_workspace(root).journal)
        found |= {"acts": [{"act": act, "what": what} | row for act, what, row in acts(state)]}
        told.write_text(json.dumps(found, ensure_ascii=False, default=str, indent=1), "utf-8")
        print(f"{clone.name}: {found['nights']} of {found['of']} nights, {found['seconds']}, {len(found['acts'])} acts")


def cards(out: Path) -> None:
    """A page of numbered acts a workspace; places are below the clone."""
    for told in sorted(out.glob("*.json")):
        rows = json.loads(told.read_text("utf-8"))["acts"]
        lines = [line for number, row in enumerate(rows, 1) for line in _card(number, row)]
        told.with_suffix(".md").write_text("\n".join([f"# {told.stem}", *lines]) + "\n", "utf-8")


def _card(number: int, row: Row) -> Iterator[str]:
    yield f"\n[{number}] {row['act']} {row['what']}" + (f", because: {row['why']}" if row.get("why") else "")
    for mark, one in (("a", row["a"]), ("b", row["b"])):
        if one:
            own = ", the owner's own line" if one.get("own") else ""
            text = " ".join(one["text"].split())[:_WIDTH]
            yield f"    {mark}: “{text}”  {one['place']}  ({one['said_on']}, {one['status']}{own})"


def keep(out: Path, name: str, commits: Path) -> None:
    """Append the verdicts to unseen.tsv. Raises ValueError for a verdict that is none of the three, or is missing."""
    with commits.open(newline="", encoding="utf-8") as file:
        known = {row[0].replace("/", "+"): row[:2] for row in csv.reader(file, delimiter="\t") if row}
    rows: list[list[str]] = []
    for told in sorted(out.glob("*.verdicts")):
        said = dict(line.split()[:2] for line in told.read_text("utf-8").splitlines() if line.strip())
        for number, row in enumerate(json.loads(told.with_suffix(".json").read_text("utf-8"))["acts"], 1):
            if said.get(str(number)) not in VERDICTS:
                raise ValueError(f"{told.name}: act {number} is {said.get(str(number))!r}, not one of {VERDICTS}")
            a, b = row["a"], row["b"] or {"place": ""}
            places = [a.get("role", ""), a["place"], b["place"]]
            rows.append([name, *known[told.stem], row["act"], row["what"], *places, row["key"], said[str(number)]])
    with HERE.open("a", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(rows)
    print(f"{len(rows)} verdicts of set {name}")


def by_gate(out: Path, sets: Sequence[str]) -> list[dict[str, Cell]]:
    """What readers said of the promotions of these nights, by gate; of what notes let in by durability, too."""
    with HERE.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["set"] in sets and row["act"] == "promoted"]
    known: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows:
        known.setdefault((row["repository"].replace("/", "+"), row["words"]), []).append(row)
    found: list[dict[str, str]] = []
    for saved in sorted(out.glob("*.json")):
        space = open_workspace(out / "dreamt" / saved.stem)
        facts, policy = replay(space.journal).facts, space.settings.promote
        for act in json.loads(saved.read_text("utf-8"))["acts"]:
            if same := known.get((saved.stem, act["key"])):
                row = same.pop(0)
                fact, gate = facts[act["a"]["id"]], act["why"]
                sure = noted_durability(fact, policy) if gate == "noted" else durability(fact)
                step = f"{int(sure * STEPS) / STEPS:.2f}" if gate in ("noted", "corroborated") else ""
                found.append(row | {"gate": gate, "durability": step})
    return counted(found, "gate", "durability")


def main() -> None:
    """Read the arguments."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = told.add_subparsers(required=True, dest="verb")
    taken = verbs.add_parser("take")
    taken.add_argument("folder", type=Path)
    taken.add_argument("out", type=Path)
    taken.add_argument("names", type=Path, help="a file of owner/name, one a line")
    nights = verbs.add_parser("nights")
    nights.add_argument("clones", type=Path)
    nights.add_argument("out", type=Path)
    nights.add_argument("--history", type=Path, help="the versions of MEMORY.md, as `take` laid them")
    nights.add_argument("--limit", type=float, default=240.0, help="seconds for one workspace's nights")
    verbs.add_parser("cards").add_argument("out", type=Path)
    kept = verbs.add_parser("keep")
    kept.add_argument("out", type=Path)
    kept.add_argument("set")
    kept.add_argument("commits", type=Path)
    gates = verbs.add_parser("gates")
    gates.add_argument("out", type=Path)
    gates.add_argument("sets", nargs="+", metavar="SET")
    given = told.parse_args()
    if given.verb == "take":
        take(given.folder, given.out, given.names.read_text("utf-8").split())
    elif given.verb == "nights":
        run(given.clones, given.out, given.limit, given.history)
    elif given.verb == "cards":
        cards(given.out)
    elif given.verb == "gates":
        print(markdown(Table("Promotions by gate", by_gate(given.out, given.sets))))
    else:
        keep(given.out, given.set, given.commits)


if __name__ == "__main__":
    sys.exit(main())
