"""Learns which lines ask to keep nothing and which tell a secret: `python -m benchmarks.train_ears CLONES [--write]`.

Positives are invented, by writers who had not seen the code: `told_asks.tsv`, `told_sentences.jsonl`. Negatives are
what the same writers wrote that only shares words or build with them or nothing, lines of `extract_lines`, `pairs` and
the sample workspace, what humans typed in the logs of NOCTUARY_SHARED, and lines of the notes in CLONES
(docs/corpus.md): the last two taken as neither, a real mixture, in which nearly none is. Of requests also what hands on
no secret and whole turns of chats that six others wrote of work and home (`told_talk.tsv`): without these one in twelve
turns of such talk was taken for a request. Of both what five more tell an agent for good or as news (`told_rules.tsv`:
rules, changes, facts): without these 27 of 144 things
wanted in the unread tales were lost to the ears. Prints what weights that were learned
without two fifths of the workspaces and a quarter of the writers take there, and what they hear of `held_asks.tsv`,
`listed_fourth.jsonl` and `listed_fifth.jsonl`, whose lines nobody has read, but whose totals were known when the
settings below were chosen. `--talk` prints what the shipped ears hear of nine writers nothing was learned from
(`held_sentences.jsonl`, `held_accounts.jsonl`), take of three who tell rules, changes and facts (`held_rules.tsv`) and
of the chats in `benchmarks/tales`, and how much of what is wanted there is lost to them; `--write` rewrites
noctuary/extraction/ears.npz with the mean of the four weights.
Seeds are fixed.
"""

from __future__ import annotations

import argparse
import json
import random
import zlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression

from benchmarks.asks import ASKS, HELD, rows
from benchmarks.corpus import recover
from benchmarks.corpus.talk import LINES as LINE_TABLES
from benchmarks.human_turns import human_events, log_events
from benchmarks.listed import LISTS
from benchmarks.reader import examples
from benchmarks.stories import holds
from benchmarks.tales import SETS
from noctuary.extraction import ears
from noctuary.extraction.keep_gates import is_withheld
from noctuary.guard import guard
from noctuary.guard.cued import cues
from noctuary.model import Event, Role
from noctuary.sources import Where, read
from noctuary.text.pieces import STEPS

TOLD_ASKS, TOLD_TALK = HELD.with_name("told_asks.tsv"), HELD.with_name("told_talk.tsv")
TOLD_RULES, HELD_RULES = HELD.with_name("told_rules.tsv"), HELD.with_name("held_rules.tsv")
TOLD_SECRETS, HELD_SECRETS = HELD.with_name("told_sentences.jsonl"), HELD.with_name("held_sentences.jsonl")
HELD_ACCOUNTS = HELD.with_name("held_accounts.jsonl")
TALES = HELD.with_name("tales")
UNREAD = ("fourth", "fifth")
STRENGTH = {"asks": 60.0, "tells": 20.0}
"""Inverse of the L2 penalty: of some from 6 to 60, what hears most of the unread lists, real lines taken as often."""
TAKEN = {"asks": 0.001, "tells": 0.002}
"""How many real lines may be taken of workspaces that nothing was learned from: there the bar stands. These are of
people who write code, mostly in English; what is taken of other talk the chats tell."""
SHARE = 0.1
"""What a statement of a pair weighs beside another line: there are ten times as many of them as of all others."""
SAMPLE = examples.HERE.parent / "data" / "workspace"
FILES, LINES, SEED = 40, 300, 5
"""The most notes of a clone that are drawn, and of their lines."""
FOLDS = 4
"""Of so many parts of the writers, and of as many and one more of the workspaces, each is left out once; the last of
the workspaces always: there the bar stands, for the mean of what was learned without each of the others."""


class Text(NamedTuple):
    """A line, which part of the workspaces or writers it is of (-1: none, learned from each time), whether it is what
    is learned, whether it was typed, its weight, and whether it is of a written chat or a rule."""

    line: str
    part: int
    is_wanted: bool
    is_talk: bool = False
    weight: float = 1.0
    is_plain: bool = False


class Ear(NamedTuple):
    """What is learned from, and unread lines: what each says, whether it is what is wanted, whether it counts."""

    written: list[Text]
    unread: list[tuple[str, bool]]


def asks() -> Ear:
    """Of requests to keep nothing."""
    told = [*_asked("private"), *_told(""), *chats(), *stated()]
    return Ear(told, [(row["text"], row["label"] == ASKS[0]) for row in rows(HELD) if row["label"] in ASKS])


def tells() -> Ear:
    """Of secrets handed on. Of the unread lists, those that the guard leaves as they are."""
    listed = [json.loads(line) for name in UNREAD for line in LISTS[name].read_text("utf-8").splitlines()]
    unread = [(row["text"], row["where"] != "keep") for row in listed if row["where"] == "keep" or _leaks(row)]
    return Ear([*_told("told"), *stated()], unread)


def _asked(wanted: str) -> Iterator[Text]:
    """The lines about keeping nothing; a writer's lines in a language are of one part."""
    blocks = groupby(rows(TOLD_ASKS), key=lambda row: row["language"])
    for part, (_, block) in enumerate(blocks):
        for row in block:
            yield Text(row["text"], part % FOLDS, row["label"] == wanted)


def _told(wanted: str) -> Iterator[Text]:
    """The lines about secrets; those that hand one on teach nothing of requests."""
    for line in TOLD_SECRETS.read_text("utf-8").splitlines():
        row = json.loads(line)
        if wanted or row["kind"] != "told":
            yield Text(row["text"], ord(row["writer"]) % FOLDS, row["kind"] == wanted)


def chats() -> Iterator[Text]:
    """Turns of chats in which nobody asks to keep nothing or hands on a secret."""
    for part, (_, block) in enumerate(groupby(rows(TOLD_TALK), key=lambda row: row["language"])):
        for row in block:
            yield from (Text(line, part % FOLDS, False, is_plain=True) for line in ears.lines(row["text"]))


def stated() -> Iterator[Text]:
    """Rules, changes and facts that people tell their agents; a writer's are of one part."""
    for part, (_, block) in enumerate(groupby(rows(TOLD_RULES), key=lambda row: row["writer"])):
        for row in block:
            yield from (Text(line, part % FOLDS, False, is_plain=True) for line in ears.lines(row["text"]))


def others() -> Iterator[Text]:
    """Written statements that tell no secret and ask nothing: lines that last or do not, the sample, and of pairs those
    in which no word names a secret (many others tell a code or a login)."""
    tables = [(examples.HERE / name).read_text("utf-8").splitlines() for name in LINE_TABLES]
    pairs = examples.written(sorted((examples.HERE / "pairs").glob("*.tsv")))
    lasting = [row.split("\t")[2] for table in tables for row in table]
    sample = [line for one in read(SAMPLE, {}, Where()) if isinstance(one, Event) for line in ears.lines(one.text)]
    paired = [side.text for pair in pairs for side in (pair.older, pair.newer) if not cues(side.text)]
    for lines, weight in (((*lasting, *sample), 1.0), (paired, SHARE)):
        yield from (Text(line, -1, False, weight=weight) for line in dict.fromkeys(lines))


def _leaks(row: dict[str, Any]) -> bool:
    safe = guard(row["text"]).text
    return any(secret in safe for secret in row["secrets"])


def real(clones: Path) -> Iterator[Text]:
    """What humans typed and what notes say, as the guard leaves it, each line once."""
    seen: set[str] = set()
    for workspace, words, is_talk in (*_talk(), *_notes(clones)):
        line = guard(words).text
        if line not in seen:
            seen.add(line)
            yield Text(line, zlib.crc32(workspace.encode()) % (FOLDS + 1), False, is_talk)


def _talk() -> Iterator[tuple[str, str, bool]]:
    for event in human_events():
        for line in ears.ends(event.text):
            yield "/".join(event.ref.split("/")[:2]), line, True


def _notes(folder: Path) -> Iterator[tuple[str, str, bool]]:
    rng = random.Random(SEED)
    for name, clone in recover.clones(folder):
        paths = recover.files(clone, "HEAD")
        rng.shuffle(paths)
        drawn = [
            line
            for path in paths[:FILES]
            for text in recover.content(clone, "HEAD", path).split("\n")
            for line in ears.lines(text.strip(" -*#>\t\r"))
        ]
        rng.shuffle(drawn)
        yield from ((name, line, False) for line in drawn[:LINES])


def matrix(lines: Sequence[str]) -> Any:
    """(n, slots) of n lines."""
    found = [ears.PIECES.values(line) for line in lines]
    ends = np.cumsum([0, *(len(places) for places, _ in found)])
    places, values = (np.concatenate(some) for some in zip(*found, strict=True))
    return csr_matrix((values, places, ends), shape=(len(lines), ears.PIECES.slots))


def learned(name: str, ear: Ear, known: list[Text], of_known: Any) -> tuple[NDArray[np.int16], float]:
    """The weights and the bar of an ear; prints what they take of real lines, and what they hear of unread ones."""
    lines, unread = vstack([matrix([one.line for one in ear.written]), of_known]), matrix([x for x, _ in ear.unread])
    some = [*ear.written, *known]
    wanted, parts, talk, weights, plain = (np.array([one[at] for one in some]) for at in (2, 1, 3, 4, 5))
    models = []
    for part in range(FOLDS):
        known_to = (parts != part) & (parts != FOLDS)
        model = LogisticRegression(C=STRENGTH[name], max_iter=300)
        models.append(model.fit(lines[known_to], wanted[known_to], sample_weight=weights[known_to]))
    said = np.mean([model.decision_function(lines) for model in models], axis=0)
    bar = float(np.quantile(said[parts == FOLDS], 1 - TAKEN[name]))
    for part, model in enumerate(models):
        said[parts == part] = model.decision_function(lines[parts == part])
    is_written = np.arange(len(some)) < len(ear.written)
    heard = np.mean([model.decision_function(unread) for model in models], axis=0) >= bar
    is_right = np.array([right for _, right in ear.unread])
    print(f"{name}: {len(ear.written)} written lines, {talk.sum()} of talk, {(~talk & ~is_written).sum()} of notes")
    print(f"  workspaces left out: of talk {(said[talk] >= bar).sum()} taken, "
          f"of notes {(said[~talk & ~is_written] >= bar).sum()}; where the bar stands "
          f"{(said[parts == FOLDS] >= bar).sum()} of {(parts == FOLDS).sum()}")  # fmt: skip
    if (left := is_written & (parts >= 0)).any():
        print(f"  writers left out: {(said[left & wanted] >= bar).sum()} of {(left & wanted).sum()} heard, "
              f"{(said[left & ~wanted] >= bar).sum()} of {(left & ~wanted).sum()} others taken, "
              f"{(said[plain] >= bar).sum()} of {plain.sum()} lines of chats and rules")  # fmt: skip
    print(f"  unread: {heard[is_right].sum()} of {is_right.sum()} heard, "
          f"{heard[~is_right].sum()} of {(~is_right).sum()} others taken")  # fmt: skip
    pieces = np.mean([model.coef_[0] for model in models], axis=0)
    bias = float(np.mean([model.intercept_[0] for model in models]))
    return np.round(pieces * STEPS).astype(np.int16), round(bar - bias, 3)


def held_out() -> None:
    """Print what the shipped ears hear of writers, and take of rules and chats, that nothing was learned from."""
    for writers, path in (("six writers", HELD_SECRETS), ("three writers of accounts", HELD_ACCOUNTS)):
        held = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for kind in sorted({row["kind"] for row in held}):
            some = [row["text"] for row in held if row["kind"] == kind]
            print(f"{writers}, {kind}: {sum(map(ears.tells, some))} of {len(some)} tell")
    for kind in ("rule", "change", "fact"):
        said = [row["text"] for row in rows(HELD_RULES) if row["kind"] == kind]
        asking, telling = (sum(map(hears, said)) for hears in (ears.asks, ears.tells))
        print(f"three writers, {kind}s: {asking} of {len(said)} ask, {telling} tell")
    written = {name: json.loads((TALES / f"{name}.json").read_text("utf-8")) for some in SETS.values() for name in some}
    tales = list(written.values())
    turns = [text for tale in tales for chat in tale["chats"] for role, text in chat["turns"] if role == "user"]
    secrets = [secret for tale in tales for secret in tale["expected"]["must_appear_nowhere"]]
    plain = [turn for turn in turns if not any(secret in turn for secret in secrets)]
    print(f"chats of the tales: {sum(map(ears.asks, turns))} of {len(turns)} turns ask, "
          f"{sum(map(ears.tells, plain))} of {len(plain)} without a secret tell")  # fmt: skip
    for which, names in SETS.items():
        found = [lines for name in names for lines in said_whole(written[name])]
        lost = sum(all(is_withheld(role, text) for role, text in lines) for lines in found)
        print(f"tales ({which}): of {len(found)} things wanted that a turn or line says whole, {lost} are lost")


def said_whole(tale: dict[str, Any]) -> Iterator[list[tuple[Role, str]]]:
    """Of each thing that is to be believed the human's turns and the lines of notes that say it whole, if any does."""
    said: list[tuple[Role, str]] = [("note", line) for note in tale["notes"].values() for line in note.split("\n")]
    said += [("user", text) for chat in tale["chats"] for role, text in chat["turns"] if role == "user"]
    for one in tale["expected"]["must_be_in_memory"]:
        if one["strength"] != "existing" and (lines := [line for line in said if holds(line[1], one)]):
            yield lines


def main() -> None:
    """Measure, and with `--write` write."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("clones", type=Path, nargs="?", help="clones of public workspaces to learn from")
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--unseen", type=Path, help="clones nothing was learned from: what is taken there, and of turns")
    asked.add_argument("--talk", action="store_true", help="what the shipped ears make of held writers and chats")
    given = asked.parse_args()
    if given.talk:
        held_out()
        return
    if given.unseen:
        lines = list(dict.fromkeys(line for _, line, _ in _notes(given.unseen)))
        print(f"{len(lines)} lines of {len(recover.clones(given.unseen))} unseen workspaces: "
              f"{sum(map(ears.asks, lines))} asks, {sum(map(ears.tells, lines))} tells")  # fmt: skip
        turns = [event.text for event in log_events() if event.role == "assistant"]
        print(f"{len(turns)} turns of agents: {sum(map(ears.tells, turns))} tells")
        return
    if given.clones is None:
        asked.error("name the folder of clones")
    known, beside = list(real(given.clones)), list(others())
    of_known = matrix([one.line for one in known])
    kept: dict[str, Any] = {}
    for name, ear in (("asks", asks()), ("tells", tells())):
        ear.written.extend(beside)
        kept[name], kept[f"{name}_bar"] = learned(name, ear, known, of_known)
    if given.write:
        np.savez_compressed(ears.FILE, **kept)


if __name__ == "__main__":
    main()
