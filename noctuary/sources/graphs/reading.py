"""Reads one memory graph: its parts, guarded, and an account of every line. Resolves no name, writes nothing."""

from __future__ import annotations

import hashlib
import math
import os
from collections import Counter
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from noctuary import files
from noctuary.consolidate.terms import Terms
from noctuary.extraction.keep_gates import is_hostile
from noctuary.guard import Guarded, GuardPolicy, guard
from noctuary.model import MOST_EXACT, Problem, Value, fold
from noctuary.sources import own
from noctuary.sources.dialects.registry import recognise
from noctuary.sources.graphs import shapes
from noctuary.sources.graphs.parts import Named, Odd, Part, Tie, Told
from noctuary.sources.graphs.pieces import Piece, heads, pieces

LARGEST = 64 * 1024 * 1024
LONGEST = 1_000
_MOST_PROBLEMS = 20
_HEAD = 50
MENDS = {
    "bad_json": "is not JSON and was left out; repair or delete it",
    "half_line": "is not finished and was left out; repair or delete it",
    "glued": "holds two records; both were read, put a line break between them",
    "not_object": "is JSON but no record and was left out; delete it",
    "unknown_record": "is no entity, relation or observation and was left out; mend or delete it",
}
_WHY = {
    "redacted": "holds a secret and was left out; take the secret out of the file",
    "injection": "gives orders to an assistant and was left out; delete it",
    "own_output": "was written by Noctuary and is no evidence; delete it",
    "dream_output": "was written by a dreaming tool and is no evidence; delete it",
    "managed_block": "was written by Noctuary and is no evidence; delete it",
}
DEFAULT = GuardPolicy()
T = TypeVar("T", Named, Told, Tie)


class Account(Value, frozen=True, omit_defaults=False):
    """What became of one file: lines == used + sum(skipped.values()), always.

    `left_out` counts observations, properties and relations by the reason they are not imported, `redacted`
    findings of the guard by kind. `refused` says why nothing at all was taken from the file, "" where it was.
    """

    ref: str
    dialect: str
    sha256: str = ""
    lines: int = 0
    used: int = 0
    skipped: dict[str, int] = msgspec.field(default_factory=dict)
    left_out: dict[str, int] = msgspec.field(default_factory=dict)
    redacted: dict[str, int] = msgspec.field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    refused: str = ""


class GraphFile:
    """One memory graph from reading to its account. A part that is left out later takes its lines with it."""

    def __init__(self, ref: str, data: bytes, policy: GuardPolicy = DEFAULT) -> None:
        self._policy = policy
        self.ref = ref
        self.sha256 = hashlib.sha256(data).hexdigest()
        self.dialect = "unknown"
        self.refused = ""
        self.kept: dict[int, Named | Told | Tie] = {}
        self.left: list[Odd] = []
        self.redacted: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.problems: list[Problem] = []
        self._faulty: dict[int, str] = {}
        text = self._decoded(data)
        self._lines = text.split("\n")[: None if text and not text.endswith("\n") else -1]
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            self.problem("holds NUL bytes, often left by a crash; they were taken out, remove them", line)
            self._lines = [line.replace("\0", "") for line in self._lines]
            text = text.replace("\0", "")
        if why := _foreign(text):
            self.refuse(*why)
        else:
            self._read(text)

    def parts(self, kind: type[T]) -> list[tuple[int, T]]:
        """(number, part) of every part of a kind that is still kept, in the file's order."""
        return [(number, part) for number, part in self.kept.items() if isinstance(part, kind)]

    def leave(self, number: int, reason: str, message: str = "") -> None:
        """Leave a part out after all, and say why."""
        part = self.kept.pop(number)
        self._leave(Odd(reason=reason, message=message, line=part.line, line_end=part.line_end))

    def problem(self, message: str, line: int = 0, kind: str = "") -> None:
        """Keep a problem; after twenty of one kind only their number is kept."""
        self.faults[kind] += 1
        if self.faults[kind] <= _MOST_PROBLEMS:
            self.problems.append(Problem(path=self.ref, line=line, message=message))

    def refuse(self, dialect: str, reason: str, message: str) -> None:
        """Take nothing from the file."""
        self.dialect, self.refused = dialect, message
        self.kept.clear()
        self.left.clear()
        self.problems = [Problem(path=self.ref, message=message)]
        self._faulty = dict.fromkeys(range(1, len(self._lines) + 1), reason)

    def account(self) -> Account:
        """The account as it stands: a line is used if any part of it is."""
        status = ["blank" if not line.strip() else "layout" for line in self._lines]
        for line, line_end, reason in dict.fromkeys((odd.line, odd.line_end, odd.reason) for odd in self.left):
            for number in range(line, line_end + 1):
                self._faulty.setdefault(number, reason)
        for number, reason in self._faulty.items():
            if status[number - 1] != "blank":
                status[number - 1] = reason
        for line, line_end in {(part.line, part.line_end) for part in self.kept.values()}:
            status[line - 1 : line_end] = [""] * (line_end - line + 1)
        more = [
            Problem(path=self.ref, message=f"{number - _MOST_PROBLEMS} more have this problem: {kind}")
            for kind, number in sorted(self.faults.items())
            if number > _MOST_PROBLEMS
        ]
        skipped = Counter(reason for reason in status if reason)
        return Account(
            ref=self.ref,
            dialect=self.dialect,
            sha256=self.sha256,
            lines=len(status),
            used=status.count(""),
            skipped=dict(sorted(skipped.items())),
            left_out=dict(sorted(Counter(odd.reason for odd in self.left).items())),
            redacted=dict(sorted(self.redacted.items())),
            problems=(*sorted(self.problems, key=lambda one: one.line), *more),
            refused=self.refused,
        )

    def _decoded(self, data: bytes) -> str:
        try:
            text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
        except UnicodeDecodeError as error:
            text = data.decode("utf-8-sig", errors="replace")
            line = data.count(b"\n", 0, error.start) + 1
            self.problem("not valid UTF-8; unreadable bytes became U+FFFD, save the file as UTF-8", line)
        return text.lstrip("\ufeff")

    def _read(self, text: str) -> None:
        dialects: Counter[str] = Counter()
        for piece in pieces(text, shapes.is_record):
            if piece.fault:
                self._fault(piece)
                continue
            dialects[shapes.dialect(piece.record)] += 1
            for part in shapes.parts(piece.record, piece.under):
                self._take(replace(part, line=piece.line, line_end=piece.line_end))
        self.dialect = dialects.most_common(1)[0][0] if dialects else "unknown"
        if not self.kept and not dialects and any(line.strip() for line in self._lines):
            self.refuse("unknown", "unknown_dialect", "no memory graph recognised; see docs/import.md for what is read")

    def _fault(self, piece: Piece) -> None:
        self.problem(f"the line {MENDS[piece.fault]}", piece.line, piece.fault)
        if piece.fault != "glued":
            self._faulty.update(dict.fromkeys(range(piece.line, piece.line_end + 1), piece.fault))

    def _take(self, part: Part) -> None:
        """Keep a part whose every text has passed the guard, or leave it out with the reason."""
        if isinstance(part, Odd):
            self._leave(part)
            return
        match part:
            case Told():
                safe: Part = self._told(part)
            case Named():
                safe = self._named(part)
            case Tie():
                safe = self._tied(part)
        if isinstance(safe, Odd):
            self._leave(replace(safe, line=part.line, line_end=part.line_end))
        else:
            self.kept[len(self.kept) + len(self.left)] = safe

    def _leave(self, odd: Odd) -> None:
        self.left.append(odd)
        if odd.message:
            self.problem(odd.message, odd.line, odd.reason)

    def _told(self, told: Told) -> Told | Odd:
        text, reason = own.without_own(told.text)
        safe = self._guarded(text)
        reason = reason or ("redacted" if safe.redacted else "")
        reason = reason or ("injection" if is_hostile(safe.text) else "")
        words, about = " ".join(safe.text.split()), self._clean(told.about)
        if reason or "[REDACTED:" in about:
            return _odd(reason or "redacted")
        if not fold(words):
            return Odd(reason="empty")
        if len(words) > LONGEST:
            what = f"an observation of {len(words)} characters is a document, not a statement"
            return Odd(reason="too_long", message=f"{what}; keep it as a note under memory/, which the night reads")
        quote = guard(told.quote, self._policy).text or safe.text
        return replace(told, text=words, quote=quote, about=about, terms=self._whose(told.terms))

    def _named(self, named: Named) -> Named | Odd:
        name, kind, alias = (self._guarded(text) for text in (named.name, named.type, named.alias))
        if name.redacted or kind.redacted or alias.redacted:
            return _odd("redacted")
        if own.without_own(name.text)[1]:
            return _odd("own_output")
        if not fold(name.text):
            return Odd(reason="no_name", message="an entity's name without a letter or digit; mend or delete the line")
        keys = tuple(self._clean(key) for key in named.keys)
        return replace(named, name=_line(name.text), type=_line(kind.text), alias=_line(alias.text), keys=keys,
                       type_raw=self._clean(named.type_raw), properties=self._all_clean(named.properties),
                       created_by=self._clean(named.created_by), terms=self._whose(named.terms))  # fmt: skip

    def _tied(self, tie: Tie) -> Tie | Odd:
        label = self._guarded(tie.label)
        if label.redacted:
            return _odd("redacted")
        ends = self._clean(tie.src), self._clean(tie.dst)
        told = self._all_clean(tie.properties)
        return replace(tie, src=ends[0], dst=ends[1], label=_line(label.text), properties=told)

    def _whose(self, terms: Terms) -> Terms:
        """The terms with names that are safe to store."""
        if not terms.audience:
            return terms
        return replace(terms, agent_id=self._clean(terms.agent_id), scope=self._clean(terms.scope))

    def _clean(self, text: str) -> str:
        return _line(guard(text, self._policy).text)

    def _all_clean(self, value: Any) -> Any:
        """A JSON value with every text in it guarded; what is nested too deep was no record before."""
        if isinstance(value, str):
            return guard(value, self._policy).text
        if isinstance(value, list):
            return [self._all_clean(one) for one in value]
        if isinstance(value, dict):
            return {guard(key, self._policy).text: self._all_clean(one) for key, one in value.items()}
        is_wild = isinstance(value, float) and not math.isfinite(value)
        return str(value) if is_wild or (isinstance(value, int) and abs(value) > MOST_EXACT) else value

    def _guarded(self, text: str) -> Guarded:
        safe = guard(text, self._policy)
        self.redacted.update(safe.redacted)
        self.redacted.update({"hidden": safe.hidden} if safe.hidden else {})
        return safe


def read_graph(path: Path, ref: str, policy: GuardPolicy = DEFAULT) -> GraphFile:
    """A graph file read and guarded; one that cannot be read is refused, with the reason."""
    try:
        with files.opened(os.path.realpath(path)) as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        file = GraphFile(ref, b"", policy)
        file.refuse("unknown", "unreadable", f"cannot be read ({error.strerror}); check its name and permissions")
        return file
    if len(data) <= LARGEST:
        return GraphFile(ref, data, policy)
    file = GraphFile(ref, b"", policy)
    file.refuse("unknown", "too_large", f"larger than {LARGEST >> 20} MB; split it")
    return file


def _foreign(text: str) -> tuple[str, str, str] | None:
    """(dialect, reason, message) of a file that is a log, or our own journal; None for everything else."""
    head = heads(text, _HEAD)
    found = {shapes.shape(record) for record in head}
    if found & {shapes.ENTITY, shapes.RELATION}:
        return None
    if found == {shapes.OURS}:
        return "noctuary", "own_output", "Noctuary's own journal; append its lines to memory/graph.jsonl to merge them"
    log = recognise(head)
    if log or any("role" in record or isinstance(record.get("message"), dict) for record in head):
        what = f"a log ({log.NAME})" if log else "a log"
        mend = 'the night reads logs: name it in noctuary.toml under [sources] sessions = ["…"]'
        return log.NAME if log else "log", "log", f"{what}, not a memory graph; {mend}"
    return None


def _odd(reason: str) -> Odd:
    return Odd(reason=reason, message=_WHY.get(reason, ""))


def _line(text: str) -> str:
    return " ".join(text.split())
