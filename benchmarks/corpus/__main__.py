"""What of the corpus a folder of clones can give, and how two markers agree: `python -m benchmarks.corpus FOLDER`.

FOLDER holds clones as `owner/name` or `owner+name`; NOCTUARY_SHARED has the logs. `--clone` fetches from GitHub what is
not there; else nothing is written.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from pathlib import Path

from benchmarks.corpus import labels, recover
from benchmarks.corpus.labels import KINDS, LEVELS, STANCES, VERDICTS, Line, Pair, Place, Source, kappa, twice
from benchmarks.judgement.table import Cell, Table, markdown
from noctuary.text.readable import is_readable


def main(words: list[str]) -> None:
    """Print the labels, how two markers agree, and with a folder what can be read of each repository."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", nargs="?", type=Path, help="clones, as owner/name or owner+name")
    asked.add_argument("--clone", action="store_true", help="fetch the repositories that the folder lacks")
    given = asked.parse_args(words)
    if given.clone and not given.folder:
        asked.error("--clone: name the FOLDER to clone into")
    labelled, compared = labels.lines(), labels.pairs()
    _tell_labels(labelled, compared)
    _tell_agreement(labelled, compared)
    if given.clone:
        _clone(sorted({one.place.source.repository for one in labelled} - {"inputs"}), given.folder)
    if given.folder:
        _tell_found(labelled, compared, given.folder)


def _clone(names: list[str], folder: Path) -> None:
    """Each repository that the folder lacks, bare; what is gone from GitHub is told and left out."""
    for name in names:
        if recover.clone(folder, name) is None:
            place = folder / name
            asked = ["git", "clone", "--quiet", "--bare", f"https://github.com/{name}", str(place)]
            told = subprocess.run(asked, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}, check=False)
            print(f"{name}: {'cloned' if told.returncode == 0 else 'cannot be cloned'}")


def _tell_labels(labelled: list[Line], compared: list[Pair]) -> None:
    first = [min(one.said.items())[1] for one in labelled]
    for title, names, seen in (
        ("level", LEVELS, Counter(level for level, _, _ in first)),
        ("stance", STANCES, Counter(stance for _, stance, _ in first)),
        ("kind", KINDS, Counter(kind for _, _, kind in first if kind != "-")),
        ("verdict", VERDICTS, Counter(min(one.said.items())[1] for one in compared)),
    ):
        print(f"\n{title}: " + ", ".join(f"{names[key]} {count:,}" for key, count in seen.most_common()))


def _tell_agreement(labelled: list[Line], compared: list[Pair]) -> None:
    levels = twice([{who: said[0] for who, said in one.said.items()} for one in labelled])
    stances = twice([{who: said[1] for who, said in one.said.items()} for one in labelled])
    verdicts = twice([{who: said.rstrip("-") for who, said in one.said.items()} for one in compared])
    rows = [
        {"label": "level"} | _agreed(levels),
        {"label": "kept at all"} | _agreed([(a != "n", b != "n") for a, b in levels]),
        {"label": "stance"} | _agreed(stances),
        {"label": "verdict"} | _agreed(verdicts),
        {"label": "compatible and unrelated as one"} | _agreed([(_near(a), _near(b)) for a, b in verdicts]),
    ]
    print("\n" + markdown(Table("What two markers said of the same", rows)))


def _near(verdict: Hashable) -> Hashable:
    return "u" if verdict == "p" else verdict


def _agreed(both: list[tuple[Hashable, Hashable]]) -> dict[str, Cell]:
    same = sum(a == b for a, b in both)
    return {"twice": len(both), "agreed": f"{same / len(both):.2f}", "kappa": f"{kappa(both):.2f}"}


def _tell_found(labelled: list[Line], compared: list[Pair], folder: Path) -> None:
    """Of each repository, how many of its statements and pairs are still cut from it in the same words."""
    of_lines: dict[tuple[str, str], list[Place]] = defaultdict(list)
    of_pairs: dict[tuple[str, str], list[tuple[Place, Place]]] = defaultdict(list)
    for one in labelled:
        of_lines[one.place.source[:2]].append(one.place)
    for pair in compared:
        of_pairs[pair.older.source[:2]].append((pair.older, pair.newer))
    rows: list[dict[str, Cell]] = []
    found: list[str] = []
    for origin, places in sorted(of_lines.items()):
        ends = of_pairs[origin]
        texts, kept = _read(folder, *origin, [*places, *_flat(ends)])
        here = [texts[place] for place in places if place in texts]
        met = sum(a in kept and b in kept for a, b in ends)
        told: dict[str, Cell] = {"repository": origin[0], "commit": origin[1]}
        rows.append(told | {"statements": f"{len(here)}/{len(places)}", "pairs": f"{met}/{len(ends)}"})
        found += here
    print("\n" + markdown(Table("What is found", rows)))
    foreign = sum(not is_readable(text) for text in found)
    print(f"\n{len(found):,} of {len(labelled):,} statements found; {foreign:,} of them are not read as English.")


def _flat(ends: Iterable[tuple[Place, Place]]) -> Iterable[Place]:
    return (place for both in ends for place in both)


def _read(folder: Path, repository: str, commit: str, wanted: Iterable[Place]) -> tuple[dict[Place, str], set[Place]]:
    """(place → words of the statements, places of the candidates) of the wanted that are still there."""
    places = set(wanted)
    said = recover.said(folder, repository, commit, sorted({place.source.path for place in places}))

    def place(one: recover.Piece | recover.Kept) -> Place:
        return Place(Source(repository, commit, one.path), one.line, one.sha)

    texts = {place(one): one.text for one in recover.pieces(said)}
    weighed = set(map(place, recover.weighable(said)))
    return {key: text for key, text in texts.items() if key in places}, places & weighed


if __name__ == "__main__":
    main(sys.argv[1:])
