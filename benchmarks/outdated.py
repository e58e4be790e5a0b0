"""Learns when a later statement outdates a line of MEMORY.md: `python -m benchmarks.outdated [CLONES] [--write]`.

From whole nights over the written workspaces of `benchmarks/tales`, in which it is known what changed; over real ones
of the corpus whose clones are in CLONES (docs/corpus.md), each that has a MEMORY.md and dated notes that a night reads
soon (`is_small`); and over those of NOCTUARY_SHARED with a MEMORY.md. A pair is a line and a statement that could be
asked about, as `stages.own_lines` meets them. In a tale it is right where the one is of a line that changed and the
other says how, by the words that expected.json gives. Of real pairs those that were likely were read by two readers who
had not seen the code (`outdated_pairs.tsv`, by reference): right is what both say outdates the line or clashes with it,
what one alone says so is left out, all else is no change. Prints what weights that were learned without a workspace ask
there, from which chance on; `--unseen` names the tales that all are left out at once; `--write` rewrites
noctuary/judging/outdated_weights.py from everything, or with `--blind` from all but these, so that `python -m
benchmarks.tales` tells how whole nights do there. `--histories` also dreams just before each change of a MEMORY.md that
`outdated_moments.tsv` names, in the histories of these and more clones (`corpus.histories`), and learns nothing of it:
there the pairs that were likely, and those whose line its owner rewrote with words of the statement, were read
(`outdated_moments_pairs.tsv`).
`--show` writes down what left-out weights find likely, `--pairs` keeps what met. `--told` prints how well the shipped
weights and the reader alone tell changes in `told_changes.tsv`: lines by ten writers, each with what outdates it and
two statements that only seem to.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score

from benchmarks import tales
from benchmarks.asks import rows as read
from benchmarks.corpus import histories, labels, recover
from benchmarks.corpus.learn import Model, written
from benchmarks.daybyday import BEGUN, DAY, arrivals
from benchmarks.judgement.table import Cell, Table, markdown
from benchmarks.real.workspaces import lived, names
from benchmarks.stories import holds, meets
from noctuary.decisions import Chances
from noctuary.judging import outdated_weights
from noctuary.judging.outdated import chance, measures
from noctuary.model import Statement
from noctuary.night import dream
from noctuary.reader import choose
from noctuary.stages import gather, own_lines

HEAD = '"""Weights of what makes a line outdated, in log-odds. Written by benchmarks/outdated.py; decides nothing."""\n'
STRENGTH = 1.0
"""Inverse of the L2 penalty: of .3 to 3, tales left out, none is better."""
TOLD = tales.HERE.with_name("told_changes.tsv")
LASTING = 0.7
"""The durability that a statement without a workspace is given."""
BARS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6)
READ, HOLDS = tales.HERE.with_name("outdated_pairs.tsv"), "holds"
READ_IN_MOMENTS = tales.HERE.with_name("outdated_moments_pairs.tsv")
DATED, NOTES, OWN = 4, 70_000, 60_000
"""The real workspaces that are dreamt over have so many dated notes at least, of so many bytes together at most, and a
MEMORY.md of no more bytes than this: seventy of the corpus."""
FOLDS = 7


class Met(NamedTuple):
    """A line and a statement that met in a night over `name`, and whether it outdates the line; None: nobody knows.
    `moment` is the commit before which it was, in a history."""

    name: str
    line: str
    said: str
    measures: dict[str, float]
    is_outdated: bool | None
    moment: str = ""


@contextmanager
def noted(*, whenever: bool = True) -> Iterator[dict[tuple[str, str], own_lines.Against]]:
    """What nights meet meanwhile that could be asked about an own line; they ask nothing of it. With `whenever` also
    what was said before the file was last written: it teaches what is no change."""
    found: dict[tuple[str, str], own_lines.Against] = {}

    def note(line: Statement, said: Statement, durability: float, _: Chances) -> float:
        found[line.text, said.text] = own_lines.Against(line, said, durability)
        return 0.0

    with ExitStack() as patched:
        patched.enter_context(patch.object(own_lines, "chance", note))
        if whenever:
            patched.enter_context(patch.object(gather, "last_written", lambda *_: dt.date.min))
        yield found


def of_tale(name: str) -> Iterator[Met]:
    """What meets in a tale's night."""
    tale = json.loads((tales.HERE / f"{name}.json").read_text("utf-8"))
    want = tale["expected"]
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / name
        tales.unpack(tale, root)
        (root / "expected.json").unlink()
        night = dt.datetime.fromisoformat(want["now"]).replace(hour=23, minute=30, tzinfo=dt.UTC)
        with noted() as found:
            dream(root, night)
        yield from _measured(name, list(found.values()), want)


def of_real(shared: Path, name: str) -> Iterator[Met]:
    """What meets in a night over a real workspace."""
    with tempfile.TemporaryDirectory() as scratch, noted() as found:
        lived(shared, name, Path(scratch) / name)
    yield from _measured(name, list(found.values()), None)


def of_clone(clone: Path, commit: str, name: str) -> Iterator[Met]:
    """What meets in a night over a real workspace at a commit, after its newest note; nothing in one that is not
    small."""
    with tempfile.TemporaryDirectory() as scratch, noted() as found:
        root = Path(scratch) / "workspace"
        for path in recover.files(clone, commit):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(recover.content(clone, commit, path), "utf-8")
        if is_small(root):
            days = [day for day, _ in arrivals(root, None) if day != BEGUN]
            dream(root, dt.datetime.combine(max(days) + dt.timedelta(days=1), dt.time(3), dt.UTC), dry_run=True)
    yield from _measured(name, list(found.values()), None)


def of_moment(clone: Path, moment: histories.Moment, name: str) -> Iterator[Met]:
    """What meets in a night just before a MEMORY.md was changed, as nights let it."""
    with tempfile.TemporaryDirectory() as scratch, noted(whenever=False) as found:
        root = Path(scratch) / "workspace"
        dream(root, histories.lay(clone, moment, root), dry_run=True)
    yield from _measured(name, list(found.values()), None, moment.after)


def is_small(root: Path) -> bool:
    """Whether it has a MEMORY.md and dated notes that a night reads soon (`DATED`, `NOTES`, `OWN`)."""
    notes = [path.stat().st_size for path in root.glob("memory/**/*.md") if DAY.search(path.name)]
    own = root / "MEMORY.md"
    return own.is_file() and own.stat().st_size <= OWN and len(notes) >= DATED and sum(notes) <= NOTES


def every(shared: Path, cloned: Sequence[tuple[str, Path, str]] = (), clones: Path | None = None) -> list[Met]:
    """What meets in all of them, two nights at a time: the real ones that have a MEMORY.md, those `cloned` (as
    `found_in` tells them), the moments of the `clones`, then the tales."""
    real = [name for name in names(shared) if (shared / "inputs" / "workspaces" / name / "MEMORY.md").is_file()]
    with ProcessPoolExecutor(max_workers=2) as pool:
        nights = [pool.submit(_listed, partial(of_real, shared), name) for name in reversed(real)]
        nights += [pool.submit(_listed, partial(of_clone, clone, commit), name) for name, clone, commit in cloned]
        for name, clone in recover.clones(clones) if clones else ():
            some = histories.known(name, clone)
            nights += [pool.submit(_listed, partial(of_moment, clone, one), name) for one in some]
        nights += [pool.submit(_listed, of_tale, name) for some in tales.SETS.values() for name in some]
        return [one for night in nights for one in night.result()]


def found_in(clones: Path) -> tuple[list[tuple[str, Path, str]], list[str]]:
    """The corpus's workspaces whose clones are there (name, clone, the commit or where the clone stands), and the names
    of those that are not."""
    wanted = sorted({(one.place.source.repository, one.place.source.commit) for one in labels.lines()})
    there = [(name, recover.clone(clones, name), commit) for name, commit in wanted if commit]
    return [(name, at, recover.at(at, commit)) for name, at, commit in there if at], [n for n, at, _ in there if not at]


def _listed(night: Callable[[str], Iterator[Met]], name: str) -> list[Met]:
    found = list(night(name))
    print(f"{name}: {len(found)}", file=sys.stderr, flush=True)
    return found


def _measured(
    name: str, some: Sequence[own_lines.Against], want: dict[str, Any] | None, moment: str = ""
) -> Iterator[Met]:
    reader = choose().reader
    assert reader is not None
    for one, heard in zip(some, reader.chances_of([(one.line, one.said) for one in some]), strict=True):
        line, said = one.line.text, one.said.text
        is_so = outdates(want, line, said) if want else read_as(name, line, said, READ_IN_MOMENTS if moment else READ)
        yield Met(name, line, said, measures(*one, heard), is_so, moment)


def read_as(name: str, line: str, said: str, where: Path = READ) -> bool | None:
    """What the readers of a real pair said of it: both that the line no longer holds, or one alone (None)."""
    told = _read(where).get((name, recover.sha_of(line), recover.sha_of(said)), set())
    return None if len(told - {HOLDS}) and HOLDS in told else bool(told - {HOLDS})


@cache
def _read(where: Path = READ) -> dict[tuple[str, str, str], set[str]]:
    found: dict[tuple[str, str, str], set[str]] = {}
    for row in read(where):
        found.setdefault((row["repository"], row["line"], row["said"]), set()).update((row["first"], row["second"]))
    return found


def outdates(want: dict[str, Any], line: str, said: str) -> bool:
    """Whether expected.json says that the line is outdated by what was said, or clashes with it."""
    new = {one["id"]: {"keywords": one["keywords"]} for one in want["must_be_in_memory"]}
    gone = [one for one in want["must_not_be_active"] if holds(line, one)]
    clash = any(meets(line, said, one) for one in want["contradictions_for_review"])
    return clash or any(holds(said, new[one["superseded_by"]]) for one in gone)


def fit(some: Sequence[Met]) -> Model:
    """The weights that these teach; of histories, and of what the readers disagreed on, nothing is learned."""
    some = [one for one in some if one.is_outdated is not None and not one.moment]
    columns = DictVectorizer(sparse=False)
    values = columns.fit_transform([one.measures for one in some])
    learned = LogisticRegression(C=STRENGTH, max_iter=5000).fit(values, [one.is_outdated for one in some])
    names_ = columns.get_feature_names_out()
    weights = {str(name): float(weight) for name, weight in zip(names_, learned.coef_[0], strict=True)}
    return Model(float(learned.intercept_[0]), weights)


def chances(model: Model, some: Sequence[Met]) -> NDArray[np.float64]:
    """(len(some),) chances by these weights."""
    odds = [model.bias + sum(model.weights.get(k, 0.0) * v for k, v in one.measures.items()) for one in some]
    return 1.0 / (1.0 + np.exp(-np.array(odds)))


def left_out(some: Sequence[Met]) -> NDArray[np.float64]:
    """The chances of each tale, and of the others in `FOLDS` parts, by weights learned from all the rest."""
    found = np.zeros(len(some))
    names_ = list(dict.fromkeys(one.name for one in some))
    written_ = {name for known in tales.SETS.values() for name in known}
    parts = {name: name if name in written_ else str(zlib.crc32(name.encode()) % FOLDS) for name in names_}
    for part in dict.fromkeys(parts.values()):
        mask = np.array([parts[one.name] == part for one in some])
        model = fit([one for one, is_its in zip(some, mask, strict=True) if not is_its])
        found[mask] = chances(model, [one for one, is_its in zip(some, mask, strict=True) if is_its])
    return found


def table(title: str, some: Sequence[Met], found: NDArray[np.float64]) -> Table:
    """By bar, how many are likely and how many of these are right, without those that nobody knows; a night asks fewer
    (`stages.resolve`)."""
    is_known = np.array([one.is_outdated is not None for one in some])
    some, found = [one for one in some if one.is_outdated is not None], found[is_known]
    right = np.array([one.is_outdated for one in some])

    def lines_of(mask: NDArray[np.bool_]) -> set[tuple[str, str]]:
        return {(one.name, one.line) for one, is_so in zip(some, mask, strict=True) if is_so}

    rows: list[dict[str, Cell]] = [
        {
            "from": f"{bar}",
            "likely": int((found >= bar).sum()),
            "right": f"{(right & (found >= bar)).sum()} of {right.sum()}",
            "lines": len(lines_of(found >= bar)),
            "of them right": len(lines_of(right & (found >= bar))),
        }
        for bar in BARS
    ]
    title += f": {len(some)} pairs"
    if right.any():
        area, precision = (score(right, found) for score in (roc_auc_score, average_precision_score))
        title += f", area under the curve {area:.2f}, average precision {precision:.2f}"
    return Table(title, rows)


def of_told() -> list[tuple[str, bool, float, float]]:
    """Of each row of `told_changes.tsv` its writer, whether it is a change, and its chance by the reader and by all."""
    rows = read(TOLD)
    pairs = [(Statement(text=row["line"]), Statement(text=row["said"])) for row in rows]
    reader = choose().reader
    assert reader is not None
    heard = reader.chances_of(pairs)
    every = [chance(*both, LASTING, said) for both, said in zip(pairs, heard, strict=True)]
    told = zip(rows, heard, every, strict=True)
    return [(row["writer"], row["label"] == "change", said.conflict, found) for row, said, found in told]


def told_table() -> Table:
    """The areas under the curve by writer."""
    some = of_told()
    writers = list(dict.fromkeys(one[0] for one in some))
    parts = {writer: [writer] for writer in writers} | {"all": writers}
    rows: list[dict[str, Cell]] = []
    for name, of in parts.items():
        its = [one for one in some if one[0] in of]
        right = [one[1] for one in its]
        reader, weighed = (f"{roc_auc_score(right, [one[place] for one in its]):.2f}" for place in (2, 3))
        rows.append({"writer": name, "reader": reader, "weighed": weighed})
    return Table(f"Changes told in other words, and what only seems one: {len(some)} rows, area under the curve", rows)


def main(words: list[str] | None = None) -> None:
    """Print what is learned and how well it does on what was left out; with `--write`, ship it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("clones", type=Path, nargs="?", help="clones of the corpus's repositories (docs/corpus.md)")
    asked.add_argument("--unseen", default="unread", choices=tales.SETS, help="the tales that nothing is learned from")
    asked.add_argument("--write", action="store_true", help="rewrite the library's weights")
    asked.add_argument("--blind", action="store_true", help="with --write: learn nothing of the --unseen tales")
    asked.add_argument("--pairs", type=Path, help="keep what meets in this file, or read it from there")
    asked.add_argument("--show", type=Path, help="write what is found likely into this file")
    asked.add_argument("--histories", action="store_true", help="measure the histories of the clones, too")
    asked.add_argument("--told", action="store_true", help="measure told_changes.tsv, and nothing else")
    given = asked.parse_args(words)
    if given.told:
        print(markdown(told_table()))
        return
    shared = Path(os.environ.get("NOCTUARY_SHARED", tales.HERE.parent.parent.parent / "shared"))
    is_kept, is_shipped = bool(given.pairs and given.pairs.is_file()), given.write and not given.blind
    if is_shipped and is_kept:
        sys.exit(f"{given.pairs}: --write learns from new nights alone; name a file that is not there yet")
    if not is_kept and not (shared / "inputs" / "workspaces").is_dir():
        told = f"{shared}: no real workspaces here; name their folder in NOCTUARY_SHARED"
        sys.exit(told) if is_shipped else print(told, file=sys.stderr)
    cloned, missing = found_in(given.clones) if given.clones else ([], [])
    if given.histories and (is_kept or not given.clones):
        asked.error("--histories dreams anew over clones: name their folder, and no pairs that are kept")
    if given.write and not is_kept and (missing or not given.clones):
        asked.error(f"--write learns from the corpus's clones, too: missing {', '.join(missing) or 'their folder'}")
    if is_kept:
        some = [Met(*row) for row in json.loads(given.pairs.read_text("utf-8"))]
    else:
        some = every(shared, cloned, given.clones if given.histories else None)
    if given.pairs:
        given.pairs.write_text(json.dumps(some), "utf-8")
    met = {(one.name, recover.sha_of(one.line), recover.sha_of(one.said)) for one in some if not one.moment}
    if lost := [pair for pair in _read() if pair not in met]:
        changes = sum(bool(_read()[pair] - {HOLDS}) for pair in lost)
        print(f"{len(lost)} of {len(_read())} read pairs did not meet, {changes} of them changes", file=sys.stderr)
    for where in (READ, READ_IN_MOMENTS):
        both = [(row["first"] != HOLDS, row["second"] != HOLDS) for row in read(where)]
        told = f"{len(both)} pairs read, {sum(map(all, both))} changes by both, {sum(a != b for a, b in both)} by one"
        print(f"{where.name}: {told}, Cohen's kappa {labels.kappa(both):.2f}")
    unseen, written_ = set(tales.SETS[given.unseen]), {name for known in tales.SETS.values() for name in known}
    new = [one for one in some if one.name in unseen]
    model = fit([one for one in some if one.name not in unseen])
    print(markdown(table(f"Tales ({given.unseen}) by weights that know none of them", new, chances(model, new))))
    found = left_out(some)
    of_tales = np.array([one.name in written_ for one in some])
    print(markdown(table("All tales, each left out", [one for one in some if one.name in written_], found[of_tales])))
    in_histories = np.array([bool(one.moment) for one in some])
    for mask, what in ((~of_tales & ~in_histories, "real workspaces"), (in_histories, "histories of MEMORY.md")):
        if its := [one for one, is_so in zip(some, mask, strict=True) if is_so]:
            print(markdown(table(f"{len({one.name for one in its})} {what}, left out", its, found[mask])))
    if given.show:
        likely = [(found[at], some[at]) for at in np.argsort(-found) if found[at] >= BARS[0]]
        lines = (f"{at:.2f}\t{one.is_outdated}\t{one.name}\t{one.line}\t{one.said}\n" for at, one in likely)
        given.show.write_text("".join(lines), "utf-8")
    if given.write:
        Path(str(outdated_weights.__file__)).write_text(written(model if given.blind else fit(some), HEAD), "utf-8")


if __name__ == "__main__":
    main()
