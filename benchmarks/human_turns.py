"""Which texts of agents' logs were typed by a person, and whether we know: `python -m benchmarks.human_turns`.

Every text that some field offers as the user's is gathered without our dialects; a sample of them was labelled one by
one (human_turns.tsv, no texts). `--draw N` draws one, `--wrong` shows where we err. Writes nothing.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import math
import os
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from noctuary.guard import guard
from noctuary.model import Event
from noctuary.sources import Door, Where
from noctuary.sources.reading import read_file
from noctuary.sources.where import Found

SHARED = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parent.parent.parent / "shared"))
LOGS = SHARED / "inputs" / "sessions"
LABELS = Path(__file__).with_suffix(".tsv")

_HUMAN = re.compile(r"(?:user|human)(?:[._ -]?(?:message|prompt|input|query|turn))?", re.I)
_HINT = re.compile(r"user|human|prompt|queue|steer", re.I)
_OTHER = re.compile(r"assistant|model|gemini|agent|system|developer|tool|function|ai", re.I)
_CALL = re.compile(r"(?:server_)?tool_?(?:use|call)|(?:custom_)?(?:tool|function)_call", re.I)
_RESULT = re.compile(r"tool_?result|function_?(?:call_output|response)", re.I)
_SPEAKERS = ("role", "type", "source", "author", "sender", "from", "speaker", "kind", "info", "operation", "event")
_WORDS = re.compile(r"(?:\w*content|text|message|parts|prompt|display|body|value|input|query|payload|data)", re.I)
_PROMPTS = re.compile(r"(?:user_?|last_?|queued_?|raw_?)?prompts?|user_?(?:message|input|query)|display", re.I)
_PLAIN = {"content", "text", "message", "parts", "prompt", "body"}
_COPIES = {"toolUseResult"}
_USER_BLOCK = re.compile(r"^_\*\*User\b.*\*\*_\s*$")
_BLOCK = re.compile(r"^_\*\*.*\*\*_\s*$")
_TURN = re.compile(r"^(?:User|Human|You):\s*(.*)")


class Offer(NamedTuple):
    """A text that a field offers as the user's: its place, the field, and whether a role says user over bare text."""

    path: str
    line: int
    part: int
    text: str
    field: str
    is_user: bool
    is_bare: bool


def offers(path: Path) -> Iterator[Offer]:
    """Every text of one file that anything marks as the user's. `line` is 1 in a document that is not lines."""
    name = path.relative_to(LOGS).as_posix()
    text = path.read_text("utf-8", errors="replace")
    found = _of_records(text) if text.lstrip("\ufeff \n\r\t")[:1] in ("{", "[") else _of_page(text)
    counts: Counter[int] = Counter()
    for line, field, words, is_user, is_bare in found:
        if words.strip():
            yield Offer(name, line, counts[line], words.strip(), field, is_user, is_bare)
            counts[line] += 1


def _of_records(text: str) -> Iterator[tuple[int, str, str, bool, bool]]:
    try:
        records: Iterable[tuple[int, Any]] = [(1, json.loads(text.lstrip("\ufeff")))]
    except ValueError:
        records = _decoded(text)
    for line, record in records:
        for field, words, is_user, is_bare in _walk(record, "", "", ""):
            yield line, field, words, is_user, is_bare


def _decoded(text: str) -> Iterator[tuple[int, Any]]:
    decoder = json.JSONDecoder()
    for number, line in enumerate(text.split("\n"), 1):
        rest = line.strip("\ufeff \t\r\0")
        while rest.startswith(("{", "[")):
            try:
                record, end = decoder.raw_decode(rest)
            except ValueError:
                break
            yield number, record
            rest = rest[end:].lstrip()


def _walk(node: Any, mark: str, key: str, holder: str) -> Iterator[tuple[str, str, bool, bool]]:
    """`mark` says who is told to speak here, `holder` the type of the block around."""
    if isinstance(node, str):
        if mark and _WORDS.fullmatch(key):
            is_user = mark == "user" and not holder and key in _PLAIN
            yield f"{mark}/{holder or key}", node, is_user, is_user and key not in ("parts", "text")
        elif _PROMPTS.fullmatch(key):
            yield f"{mark or '-'}/{key}", node, False, False
    elif isinstance(node, list):
        for entry in node:
            yield from _walk(entry, mark, key, holder)
    elif isinstance(node, dict):
        yield from _walk_object(node, mark, holder)


def _walk_object(node: dict[str, Any], mark: str, holder: str) -> Iterator[tuple[str, str, bool, bool]]:
    kind = node.get("type")
    if isinstance(kind, str) and _CALL.fullmatch(kind):
        return
    if isinstance(kind, str) and _RESULT.fullmatch(kind):
        holder = "tool_result"
    mark = _speaker(node, mark)
    for key, value in node.items():
        if key not in _COPIES:
            is_aside = mark == "user" and not (isinstance(value, str) or _WORDS.fullmatch(key))
            yield from _walk(value, f"user.{key}" if is_aside else mark, key, holder)


def _speaker(node: dict[str, Any], mark: str) -> str:
    """Who speaks: user; a hint, such as queue-operation; "" for anybody else; as around where nothing tells."""
    told = [value for key in _SPEAKERS for value in _names(node.get(key))]
    if any(_HUMAN.fullmatch(value) for value in told):
        return "user"
    if any(_OTHER.fullmatch(value) for value in told):
        return ""
    if hint := next((value for value in told if _HINT.search(value) and len(value) < 40), ""):
        return hint
    return "history" if {"session_id", "text"} <= node.keys() and not told else mark


def _names(value: object) -> list[str]:
    if isinstance(value, dict):
        return [entry for key in ("role", "type", "name") if isinstance(entry := value.get(key), str)]
    return [value] if isinstance(value, str) else []


def _of_page(text: str) -> Iterator[tuple[int, str, str, bool, bool]]:
    """Blocks under `_**User`, runs of `#### `, and `User: ` to the next blank line."""
    kept: list[str] = []
    start, field = 0, ""
    for number, line in enumerate([*text.split("\n"), "_**end**_"], 1):
        opened = _opened(line)
        is_end = _BLOCK.match(line) if field == "block" else opened is None or field != "#### "
        if field and (is_end or (field == "User:" and not line.strip())):
            yield start, field, re.sub(r"\n+---\s*$", "", "\n".join(kept).strip()), True, True
            kept, field = [], ""
        if opened and not field:
            start, field = number, opened[0]
        if field:
            kept.append(opened[1] if opened else line)


def _opened(line: str) -> tuple[str, str] | None:
    if _USER_BLOCK.match(line):
        return "block", ""
    if line.startswith("#### "):
        return "#### ", line[5:]
    turn = _TURN.match(line)
    return ("User:", turn[1]) if turn else None


class Candidate(NamedTuple):
    """One text of a folder with all its places; the baselines see the best of them."""

    folder: str
    offers: tuple[Offer, ...]

    @property
    def first(self) -> Offer:
        """The place its label names."""
        return self.offers[0]

    @property
    def kind(self) -> str:
        """The field that offers it; results in which a user is quoted are a kind of their own."""
        quoted = _QUOTED.search(self.first.text) if self.first.field.endswith("tool_result") else None
        return self.first.field + ("+quoted" if quoted else "")


_QUOTED = re.compile(r"user (?:said|has answered)|answered your question|feedback from (?:the )?user", re.I)


def flat(text: str) -> str:
    """The text as it is compared: guarded, blanks made one."""
    return " ".join(guard(text).text.split())


def files() -> list[Path]:
    """Every log, sorted; caches are none."""
    every = (path for path in LOGS.rglob("*") if path.is_file())
    return sorted(path for path in every if not {".hypothesis", ".ruff_cache"} & set(path.parts))


def candidates() -> list[Candidate]:
    """Each text once a folder, in order of its first place."""
    found: dict[tuple[str, str], list[Offer]] = defaultdict(list)
    for path in files():
        for offer in offers(path):
            folder = "/".join(offer.path.split("/")[:2])
            found[folder, " ".join(offer.text.split())].append(offer)
    return [Candidate(folder, tuple(same)) for (folder, _), same in found.items()]


def taken(known: list[Candidate]) -> set[Offer]:
    """The first places of the candidates our reader takes as a person's.

    An event is laid to the shortest text of its file that holds its words, one on its own line before others; where
    the reader joins several texts into one, to each of them.
    """
    by_file: dict[str, list[tuple[int, str, Offer]]] = defaultdict(list)
    for candidate in known:
        words = flat(candidate.first.text)
        for offer in candidate.offers:
            by_file[offer.path].append((offer.line, words, candidate.first))
    chosen: set[Offer] = set()
    for event in human_events():
        words, near = flat(event.text), by_file[event.ref]
        holding = [(line != event.line, len(held), first) for line, held, first in near if words in held]
        chosen.update([min(holding)[2]] if holding else [first for _, held, first in near if held in words])
    return chosen


def human_events() -> Iterator[Event]:
    """What our reader says a person typed."""
    return (event for event in log_events() if event.trust == "human" and event.role == "user")


def log_events() -> Iterator[Event]:
    """What our reader makes of the logs; each file is read by itself, so nothing is left out as a copy."""
    for path in files():
        source = Found(ref=path.relative_to(LOGS).as_posix(), path=str(path), kind="sessions")
        yield from (event for event in read_file(source, None, Where(), Door()) if isinstance(event, Event))


def draw(each: int, seed: int = 7) -> Iterator[tuple[Candidate, float]]:
    """At most `each` candidates of every stratum (folder, field, taken or left), and how many each stands for."""
    known = candidates()
    ours = taken(known)
    strata: dict[tuple[str, str, bool], list[Candidate]] = defaultdict(list)
    for candidate in known:
        strata[candidate.folder, candidate.kind, candidate.first in ours].append(candidate)
    lot = random.Random(seed)
    for key in sorted(strata):
        chosen = lot.sample(strata[key], min(each, len(strata[key])))
        yield from ((candidate, len(strata[key]) / len(chosen)) for candidate in chosen)


def short_hash(text: str) -> str:
    """Twelve hex digits that tell whether a label still fits its text."""
    return hashlib.sha256(" ".join(text.split()).encode(errors="replace")).hexdigest()[:12]


class Judged(NamedTuple):
    """A labelled candidate: whether a person typed it, how many it stands for, and who takes it."""

    candidate: Candidate
    is_typed: bool
    stands_for: float
    takers: frozenset[str]


READERS = ("noctuary", "role is user", "string without <")


def labels() -> dict[tuple[str, int, int], dict[str, str]]:
    """The labels by place."""
    with LABELS.open(encoding="utf-8", newline="") as file:
        return {(row["path"], int(row["line"]), int(row["part"])): row for row in csv.DictReader(file, delimiter="\t")}


def judged() -> Iterator[Judged]:
    """Every candidate that is labelled and not unsure."""
    known, told = candidates(), labels()
    ours = taken(known)
    for candidate in known:
        row = told.get(candidate.first[:3])
        if row and row["label"] != "unsure" and row["hash"] == short_hash(candidate.first.text):
            takers = {name for name, is_taker in zip(READERS, _verdicts(candidate, ours), strict=True) if is_taker}
            yield Judged(candidate, row["label"] == "typed", float(row["stands_for"]), frozenset(takers))


def _verdicts(candidate: Candidate, ours: set[Offer]) -> tuple[bool, bool, bool]:
    is_user = any(offer.is_user for offer in candidate.offers)
    is_bare = any(offer.is_user and offer.is_bare for offer in candidate.offers)
    return candidate.first in ours, is_user, is_bare and not candidate.first.text.startswith("<")


def share(hits: list[float], every: list[float]) -> str:
    """A share and its 95 % Wilson interval; of weighted counts, for as many as the weights are worth."""
    if not every:
        return "–"
    part, count = sum(hits) / sum(every), sum(every) ** 2 / sum(weight**2 for weight in every)
    middle, z = part + 1.92 / count, 1.96
    spread = z * math.sqrt(part * (1 - part) / count + 0.96 / count**2)
    low, high = ((middle + sign * spread) / (1 + 3.84 / count) for sign in (-1, 1))
    return f"{part:.2f} ({max(low, 0):.2f}–{min(high, 1):.2f})"


def row(name: str, reader: str, cases: list[Judged], weight: Callable[[Judged], float]) -> str:
    """One line of the table: n, precision, recall, F1."""
    took = [case for case in cases if reader in case.takers]
    typed = [case for case in cases if case.is_typed]
    right = [weight(case) for case in took if case.is_typed]
    precision, recall = (share(right, [weight(case) for case in of]) for of in (took, typed))
    f1 = 2 * sum(right) / (sum(map(weight, took)) + sum(map(weight, typed)))
    return f"| {name} | {reader} | {len(cases)} | {len(typed)} | {precision} | {recall} | {f1:.2f} |"


def table(cases: list[Judged], weight: Callable[[Judged], float]) -> None:
    """Print one table: every reader for every tool, then for all real logs."""
    by_tool: dict[str, list[Judged]] = defaultdict(list)
    for case in cases:
        tool = case.candidate.folder.split("/")[0]
        by_tool[tool].append(case)
        if tool not in ("fixtures", "chatgpt"):
            by_tool["~ all real logs"].append(case)
    print("| logs | reader | n | typed | precision | recall | F1 |\n|---|---|---|---|---|---|---|")
    for tool, mine in sorted(by_tool.items()):
        print("\n".join(row(tool.strip("~ "), reader, mine, weight) for reader in READERS))


def main() -> None:
    """Draw, or print the tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--draw", type=int, metavar="N", help="print a sample to label, at most N a stratum")
    options.add_argument("--wrong", action="store_true", help="name the places where our reader errs")
    asked = options.parse_args()
    if asked.draw:
        for candidate, stands_for in draw(asked.draw):
            print(*candidate.first[:3], short_hash(candidate.first.text), "?", f"{stands_for:g}", sep="\t")
        return
    cases, told = list(judged()), labels()
    unsure = sum(row["label"] == "unsure" for row in told.values())
    print(f"{len(candidates())} candidates; {len(told)} labels, {unsure} unsure; {len(cases)} others fit the files")
    print("\nWeighted to all candidates:\n")
    table(cases, lambda case: case.stands_for)
    print("\nOf the sample itself:\n")
    table(cases, lambda case: 1.0)
    for case in cases:
        if asked.wrong and case.is_typed != ("noctuary" in case.takers):
            print("missed" if case.is_typed else "taken", case.candidate.kind, *case.candidate.first[:3])


if __name__ == "__main__":
    main()
