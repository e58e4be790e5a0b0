"""The account of one source file: every line used or skipped, every event guarded. Reads nothing."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from functools import lru_cache
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from noctuary.guard import Guarded
from noctuary.model import Event, FileReport, Problem, tagged
from noctuary.sources import own, zones
from noctuary.sources.door import Door
from noctuary.sources.share import Share, marked
from noctuary.sources.turn import MOST_OF_A_RESULT, Said
from noctuary.sources.where import safe_ref

_MOST_PROBLEMS = 20
_MOST_PLACES = 20
_LONGEST_ID = 255
"""Signs of a session's id, as of a file's name: every word of one is looked at by the guard."""
_MARGIN = 400
_LONG_KEY = 32


class Tally:
    """The account of one file while it is read: every line ends up used or skipped for one reason."""

    def __init__(self, ref: str, dialect: str, door: Door) -> None:
        self.ref = ref
        self.dialect = dialect
        self.door = door
        self.is_named = True
        self.share = Share()
        self.lines = self.used = self.records = self.human_turns = self.assistant_texts = 0
        self.skipped: Counter[str] = Counter()
        self.redacted: Counter[str] = Counter()
        self.places: dict[str, list[int]] = {}
        self.faults: Counter[str] = Counter()
        self.problems: list[Problem] = []
        self.fault = ""
        self.first_at: dt.datetime | None = None
        self.last_at: dt.datetime | None = None

    def line(self, reason: str = "", lines: int = 1) -> None:
        """Account for lines: used where no reason is given."""
        self.lines += lines
        if reason:
            self.skipped[reason] += lines
        else:
            self.used += lines

    def problem(self, message: str, line: int = 0, kind: str = "") -> None:
        """Keep a problem; after twenty of one kind only their number is kept."""
        self.faults[kind] += 1
        if self.faults[kind] <= _MOST_PROBLEMS:
            self.problems.append(Problem(path=self.ref, line=line, message=message))

    def event(
        self, said: Said, session: str, lines: tuple[int, int], context: tuple[str, ...] = (), folder: str = ""
    ) -> Event | str:
        """The guarded event, or why it is none: not tonight, our own output, nothing left, or said before."""
        may_wait = said.role != "tool"
        if may_wait and said.role != "memory" and (reason := self.share.refuses(*lines)):
            return reason
        most = MOST_OF_A_RESULT.get(said.trust) if said.role == "tool" else None
        words = said.text[: most + _MARGIN] if most else said.text
        id = event_id(said, words, session, context)
        if id in self.door.seen:
            return "duplicate"
        if said.role == "memory":
            may_wait = id not in self.door.standing
            if may_wait and (reason := self.share.refuses(*lines)):
                return reason
        text, reason = own.without_own(words)
        if not reason:
            text, reason = self.door.without_own(text)
        if reason:
            return reason
        under = self.door.guarded_above(context)
        safe = self.door.guarded_under(text, tuple(words.text for words in under))
        text = safe.text[:most]
        if not text.strip():
            return "empty"
        self.door.seen.add(id)
        for guarded in (safe, *under):
            self._found(guarded, lines[0])
        self._count(said)
        if may_wait:
            self.share.take()
        return Event(
            id=id,
            ref=self.ref,
            line=lines[0],
            line_end=lines[1],
            at=said.at,
            role=said.role,
            trust=said.trust,
            text=text,
            session=_stored(session),
            context=tuple(words.text for words in under),
            origin=said.origin,
            zone=offset_of(said.at, said.zone),
            folder=self.door.guarded(folder).text if folder else "",
        )

    def found(self, guarded: Guarded, after: int) -> None:
        """Account for what was taken out of a whole page below its first lines."""
        for kind, lines in guarded.lines.items():
            below = [line + 1 for line in lines if line >= after]
            self.redacted[kind] += len(below)
            for line in below:
                self._placed(kind, line)

    def _found(self, guarded: Guarded, line: int) -> None:
        hidden = {"hidden": guarded.hidden} if guarded.hidden else {}
        for kind, number in (guarded.redacted | hidden).items():
            self.redacted[kind] += number
            self._placed(kind, line)

    def _placed(self, kind: str, line: int) -> None:
        places = self.places.setdefault(kind, [])
        if len(places) < _MOST_PLACES and line not in places:
            places.append(line)

    def _count(self, said: Said) -> None:
        self.human_turns += said.role == "user" and said.trust == "human"
        self.assistant_texts += said.role == "assistant" and said.origin != "subagent"
        if said.at:
            self.first_at = min(self.first_at or said.at, said.at)
            self.last_at = max(self.last_at or said.at, said.at)

    def report(self, state: str, size: int, sha256: str, total_lines: int) -> FileReport:
        """The finished account; `size` and `sha256` are what the watermark remembers."""
        more = [
            Problem(path=self.ref, message=f"{number - _MOST_PROBLEMS} more lines have this problem: {kind}")
            for kind, number in sorted(self.faults.items())
            if number > _MOST_PROBLEMS
        ]
        told = FileReport(
            ref=self.ref,
            dialect=self.dialect,
            state=state,
            sha256=sha256,
            size=size,
            lines=self.lines,
            used=self.used,
            skipped={reason: lines for reason, lines in sorted(self.skipped.items()) if lines},
            human_turns=self.human_turns,
            assistant_texts=self.assistant_texts,
            redacted=dict(sorted(self.redacted.items())),
            problems=(*self.problems, *more),
            first_at=self.first_at,
            last_at=self.last_at,
            total_lines=total_lines,
            records=self.records,
            fault=self.fault,
            places={kind: tuple(lines) for kind, lines in sorted(self.places.items())},
        )
        waits_from = self.share.waits_from
        return replace(told, mark=replace(marked(told), waits_from=waits_from)) if waits_from else told


def event_id(said: Said, text: str, session: str, context: tuple[str, ...]) -> str:
    """A record's own long key; else its key, session, instant, role, what it stands under, and words.

    A short key is no name for the whole world. With it, or told to the fraction of a second, an instant is
    unique without its session, which a fork gives another name.
    """
    if len(said.key) >= _LONG_KEY:
        return tagged("event", said.key)
    at = said.at.isoformat() if said.at else ""
    is_unique = said.at is not None and bool(said.key or said.at.microsecond)
    return tagged("event", said.key, "" if is_unique else session, at, said.role, *context, text)


@lru_cache(maxsize=4096)
def _stored(session: str) -> str:
    """A session's id as it may be stored: printable, and guarded like a name; of a longer one than any has, a hash."""
    if len(session) > _LONGEST_ID:
        return f"session-{hashlib.blake2b(session.encode(errors='replace'), digest_size=8).hexdigest()}"
    return safe_ref("".join(filter(str.isprintable, session)))


def offset_of(at: dt.datetime | None, zone: str) -> str:
    """The `+HH:MM` a zone (an IANA name or an offset) had at an instant; "" for a zone nobody knows."""
    if not zone or zone[0] in "+-":
        return zones.offset(zone)
    try:
        there = at.astimezone(ZoneInfo(zone)) if at else None
    except (ValueError, OSError, KeyError, OverflowError):
        return ""
    return there.isoformat()[-6:] if there else ""
