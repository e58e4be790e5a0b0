"""What the judge learns from, measured once: labelled pairs, public pairs, natural statements, small worlds.

`pairs/*.tsv` holds labelled pairs written for this project, a file a kind of pair or of writer; `worlds/` small stores
whose statements all hold together but for the pairs listed beside them. What `HELD` names and every fourth world
are never learned from. Paths of shared data come from NOCTUARY_SHARED.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
import os
import pathlib
import random
import re
import zlib
from typing import Any, NamedTuple

import numpy as np

from benchmarks.train_edit import BARRED, SEED, SETS, Learned, captions, fit_edit, learned, public, sentences
from noctuary.judging.features import edited
from noctuary.judging.find import pairs
from noctuary.judging.odds import REST
from noctuary.model import Statement
from noctuary.stages.candidates import NEAR_ENOUGH, NEAREST
from noctuary.text.vectors import embed_texts

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / "benchmarks"
NOISE_EVERY = 3
NATURAL = 2500
NATURAL_PAIRS = 800
TEMPLATE = 0.6
CALM_WEIGHT = 0.5
CALM_DAYS = 60
_ITEM = re.compile(r"\s*[-*] (.{25,200})$")
KINDS = ("contradiction", "supersession", *REST)
CONFLICTS = KINDS[:2]
PUBLIC_WEIGHT = {"breaking_nli": 200, "semantoneg": 200, "wikifactcheck": 350, "negation_rte": 200, "med": 200}
"""The public sets the verdict model sees, and how much each weighs, in labelled pairs."""
SENTENCE_WEIGHT = 200
WORLD_WEIGHT = 2000
STRANGERS = 2000
STRANGER_WEIGHT = 200
"""How many pairs of statements that chance brought together, and what they weigh as a whole, in labelled pairs."""
HELD = ("held_pairs", "held_second", "held_plain", "held_long")
MISLEADING = frozenset(
    "again apart attributes beside change clash contrast_life contrast_short contrast_work denied entities facets "
    "figures implied otherwords owners polarity predicates_life predicates_work same_fifth "
    "same_fourth same_life same_third same_work slots slots_more".split()
)
"""The files of pairs of which most were made to mislead, and how much one of these weighs, in other pairs."""
MISLEADING_WEIGHT = 0.4
LONG_WEIGHT = 0.4
"""Of a pair of long statements, as in records of conversations: at full weight they cost the short ones' figures."""
HELD_WORLDS = 4
Array = np.ndarray[Any, Any]


def load() -> list[dict[str, Any]]:
    """The labelled development pairs, in file order."""
    shared = pathlib.Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared"))
    text = (shared / "gold" / "pairs_dev.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def load_own() -> list[dict[str, Any]]:
    """The pairs written for this project, and those planted in the worlds learned from, as rows like `load`'s, all of
    type `own`."""
    written = [row for file in sorted((HERE / "pairs").glob("*.tsv")) for row in labelled(file)]
    return written + [row for world in stores() if not world.is_held for row in world.rows()]


def labelled(file: pathlib.Path) -> list[dict[str, Any]]:
    """The pairs of a file of labelled pairs (label, days between the two, a, b), as rows like `load`'s."""
    names, *lines = (line.split("\t") for line in file.read_text("utf-8").splitlines())
    start, rows = dt.date(2026, 3, 10), []
    for row in (dict(zip(names, line, strict=True)) for line in lines):
        later = start + dt.timedelta(days=int(row["days"]))
        rows.append({"type": "own", "file": file.stem, "a_date": f"{start}", "b_date": f"{later}", **_texts(row)})
    return rows


def _texts(row: dict[str, str]) -> dict[str, str]:
    return {name: row[name] for name in ("label", "a", "b")}


class World(NamedTuple):
    """A small store: its name, its statements, and the label of each pair (i < j) that was planted in it.

    `file`: where it stands; "logs" are long records of conversations, all learned from.
    """

    name: str
    said: list[Statement]
    planted: dict[tuple[int, int], str]
    file: str = ""

    @property
    def is_unread(self) -> bool:
        """Whether of the judge's mistakes on it only the totals were ever seen."""
        return self.file == "unread"

    @property
    def is_held(self) -> bool:
        """Whether nothing is learned from it."""
        return self.is_unread or (self.file != "logs" and zlib.crc32(self.name.encode()) % HELD_WORLDS == 0)

    def rows(self) -> list[dict[str, Any]]:
        """The planted pairs as rows like `load`'s."""
        return [
            {"type": "own", "file": "worlds", "label": label, "a": self.said[i].text, "b": self.said[j].text,
             "a_date": f"{self.said[i].said_on}", "b_date": f"{self.said[j].said_on}"}
            for (i, j), label in self.planted.items()
        ]  # fmt: skip

    def found(self) -> list[tuple[int, int]]:
        """The pairs a night would judge."""
        return pairs(self.said, set(range(len(self.said))), nearest([s.text for s in self.said]))


def nearest(texts: list[str]) -> list[tuple[int, int]]:
    """Each text with its nearest by vector, as many and as near as a night proposes."""
    vectors = embed_texts(texts)
    likeness = vectors @ vectors.T - 2.0 * np.eye(len(texts), dtype=np.float32)
    best = np.argsort(-likeness, axis=1, kind="stable")[:, :NEAREST]
    return [(i, int(j)) for i, row in enumerate(best) for j in row if likeness[i, j] >= NEAR_ENOUGH]


def stores() -> list[World]:
    """All worlds, in the order of their files."""
    calm = [line.split("\t") for name in ("calm_people", "calm_projects") for line in _lines(f"{name}.tsv")]
    found: dict[str, World] = {}
    for name, day, text in calm:
        said = Statement(text=text, said_on=dt.date.fromisoformat(day))
        found.setdefault(name, World(name, [], {})).said.append(said)
    return [*found.values(), *(world for file in ("planted", "logs", "unread") for world in _planted(file))]


def _planted(file: str) -> list[World]:
    """The worlds of one file, with the pairs listed beside it."""
    found: dict[str, World] = {}
    places: dict[tuple[str, str], int] = {}
    for name, number, after, text in (line.split("\t") for line in _lines(f"{file}.tsv")):
        world = found.setdefault(name, World(name, [], {}, file))
        places[name, number] = len(world.said)
        world.said.append(Statement(text=text, said_on=dt.date(2026, 1, 1) + dt.timedelta(days=int(after))))
    for name, a, b, label in (line.split("\t") for line in _lines(f"{file}_pairs.tsv")):
        found[name].planted[places[name, a], places[name, b]] = label
    return list(found.values())


def _lines(name: str) -> list[str]:
    return (HERE / "worlds" / name).read_text("utf-8").splitlines()[1:]


def statement(row: dict[str, Any], side: str) -> Statement:
    """One side of a labelled pair as a statement."""
    return Statement(text=row[side], said_on=dt.date.fromisoformat(row[f"{side}_date"]))


class Data(NamedTuple):
    """Measures of labelled pairs (x for the verdict, t for change or clash), labels y with their weight in `share`, and
    noise with its owners.

    `light`: measures of public and natural pairs, with their labels (`hot`: a conflict; `two`: surely no duplicate) and
    weights. `worlds`: pairs of unseen statements that hold together.
    """

    x: Array
    t: Array
    y: Array
    share: Array
    noise: Array
    owners: Array
    names: list[str]
    turns: list[str]
    light: Array
    hot: Array
    two: Array
    weight: Array
    worlds: Array
    worlds_rules: Array
    worlds_turns: Array
    calm_unseen: Array
    rules: Array
    noise_rules: Array
    calm_rules: Array
    calm_turns: Array
    edit: dict[str, float]


def natural(part: int) -> list[Statement]:
    """Undated list items of real workspaces' notes, one half of the files (0 or 1, by the hash of the path)."""
    shared = pathlib.Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared")) / "inputs"
    found: dict[str, None] = {}
    for folder in ("workspaces", "notes"):
        for path in sorted(p for p in (shared / folder).rglob("*.md") if p.is_file()):
            if zlib.crc32(path.relative_to(shared).as_posix().encode()) % 2 == part:
                lines = path.read_text("utf-8", "replace").splitlines()[:80]
                found.update((m[1], None) for line in lines if (m := _ITEM.match(line)))
    return [Statement(text=text) for text in found if len(text.split()) >= 4 and "](" not in text][:NATURAL]


def natural_measures(part: int) -> list[Learned]:
    """Measures of the proposed pairs among one half of the natural statements, thinned evenly to NATURAL_PAIRS, each
    undated and then as if noted on two days.

    Lines from one template (`Title: …`) are left out: without their headings they do contradict each other.
    """
    said = natural(part)
    found = pairs(said, set(range(len(said))))
    thin = found[:: max(1, len(found) // (2 * NATURAL_PAIRS))]
    free = [(i, j) for i, j in thin if learned(said[i], said[j], False).row[0].get("jaccard", 0.0) < TEMPLATE]
    kept = [(said[i], said[j]) for i, j in free[:: max(1, len(free) // NATURAL_PAIRS)]]
    return [learned(*pair, False) for a, b in kept for pair in ((a, b), _dated(a, b))]


def _dated(a: Statement, b: Statement) -> tuple[Statement, Statement]:
    """The two as if noted on days up to CALM_DAYS apart; how far follows from their texts."""
    start = dt.date(2026, 3, 10)
    days = zlib.crc32(f"{a.text}\x1f{b.text}".encode()) % CALM_DAYS
    return Statement(text=a.text, said_on=start), Statement(text=b.text, said_on=start + dt.timedelta(days=days))


def worlds(is_held: bool) -> list[Learned]:
    """Proposed pairs of statements that hold together, of the worlds held back or of the others."""
    return [
        learned(world.said[i], world.said[j], False)
        for world in stores() if world.is_held == is_held for i, j in world.found() if (i, j) not in world.planted
    ]  # fmt: skip


class Material(NamedTuple):
    """Everything measured once: labelled pairs, noise between them with its owners, public sets, natural pairs."""

    labelled: list[Learned]
    labels: list[str]
    shares: list[float]
    noise: list[Learned]
    owners: list[tuple[int, int]]
    sets: dict[str, list[Learned]]
    sentences: list[Learned]
    captions: list[Learned]
    calm: list[Learned]
    unseen: list[Learned]
    worlds: list[Learned]
    worlds_unseen: list[Learned]
    strangers: list[Learned]


def gather(rows: list[dict[str, Any]]) -> Material:
    """Measures of the labelled pairs, of proposed pairs of statements from different ones, and of all else.

    Only files in which no two pairs speak of one thing are crossed: what meets there by chance seldom conflicts.
    """
    apart = [n for n, row in enumerate(rows) if row.get("file", "early").startswith("early")]
    said = [(n, statement(rows[n], side)) for n in apart for side in "ab"]
    found = pairs([s for _, s in said], set(range(len(said))))
    crossed = [(i, j) for i, j in found if said[i][0] != said[j][0]][::NOISE_EVERY]
    return Material(
        labelled=[learned(statement(row, "a"), statement(row, "b"), row["label"] in CONFLICTS) for row in rows],
        labels=[row["label"] for row in rows],
        shares=[_share(row.get("file", "")) for row in rows],
        noise=[learned(said[i][1], said[j][1], False) for i, j in crossed],
        owners=[(said[i][0], said[j][0]) for i, j in crossed],
        sets={name: public(name) for name in SETS}, sentences=sentences(), captions=captions(),
        calm=natural_measures(0), unseen=natural_measures(1), worlds=worlds(False), worlds_unseen=worlds(True),
        strangers=strangers(rows),
    )  # fmt: skip


def strangers(rows: list[dict[str, Any]]) -> list[Learned]:
    """Measures of statements drawn by seed, each beside one of another row: hardly two share a word.

    No night proposes such pairs, but who asks for a verdict may give any.
    """
    own = [row for row in rows if row["type"] == "own"]
    drawn = random.Random(SEED).sample(own, min(len(own), STRANGERS + 1))
    return [learned(statement(a, "a"), statement(b, "b"), False) for a, b in itertools.pairwise(drawn)]


def _share(file: str) -> float:
    """What a pair of a file weighs in the training."""
    if file in MISLEADING:
        return MISLEADING_WEIGHT
    return LONG_WEIGHT if file.startswith("long_") else 1.0


def prepare(rows: list[dict[str, Any]], leave_out: tuple[str, ...] = ()) -> Data:
    """All measures as arrays; `leave_out` names public sets neither model may see."""
    return arrays(gather(rows), leave_out)


def arrays(m: Material, leave_out: tuple[str, ...] = ()) -> Data:
    """The material as arrays, after the edit model has learned from it."""
    known = {name: rows for name, rows in m.sets.items() if name not in leave_out}
    calm = [*m.calm, *m.worlds, *([] if "wikifactcheck" in leave_out else m.sentences)]
    edit = fit_edit(known, calm, m.captions if "breaking_nli" in known else ())
    light = [(one, share / len(known[name])) for name, share in PUBLIC_WEIGHT.items() if name in known
             for one in known[name]]  # fmt: skip
    if "wikifactcheck" in known:
        light += [(one, SENTENCE_WEIGHT / len(m.sentences)) for one in m.sentences]
    many = len(light)
    light += [(one, CALM_WEIGHT) for one in m.calm if one.row[2] not in BARRED]
    light += [(one, WORLD_WEIGHT / len(m.worlds)) for one in m.worlds]
    light += [(one, STRANGER_WEIGHT / len(m.strangers)) for one in m.strangers]
    names = sorted({name for one in (*m.labelled, *m.unseen) for name in (one.row[0] | edited(one.edit, edit))})
    turns = sorted({name for one in m.labelled for name in one.row[1]})

    def x(some: list[Learned]) -> Array:
        return matrix([one.row[0] | edited(one.edit, edit) for one in some], names)

    return Data(
        x=x(m.labelled), t=matrix([one.row[1] for one in m.labelled], turns), y=np.array(m.labels),
        share=np.array(m.shares), noise=x(m.noise), owners=np.array(m.owners), names=names, turns=turns,
        light=x([one for one, _ in light]),
        two=np.arange(len(light)) >= many, worlds=x(m.worlds_unseen), worlds_rules=_rules(m.worlds_unseen),
        worlds_turns=matrix([one.row[1] for one in m.worlds_unseen], turns),
        hot=np.array([one.is_conflict for one, _ in light]), weight=np.array([w for _, w in light]),
        calm_unseen=x(m.unseen), rules=_rules(m.labelled), noise_rules=_rules(m.noise), calm_rules=_rules(m.unseen),
        calm_turns=matrix([one.row[1] for one in m.unseen], turns), edit=edit,
    )  # fmt: skip


def _rules(some: list[Learned]) -> Array:
    return np.array([one.row[2] for one in some])


def matrix(measured: list[dict[str, float]], names: list[str]) -> Array:
    """One row a pair, one column a measure."""
    return np.array([[row.get(name, 0.0) for name in names] for row in measured])
