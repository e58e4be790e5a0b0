"""Reads one Markdown source, a memory file or a note, whole. Does not parse it and does not read logs."""

from __future__ import annotations

import codecs
import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import BinaryIO, NamedTuple

from noctuary import files
from noctuary.extraction import written_days
from noctuary.hunks import has_hunk, hunks
from noctuary.model import Event, FileReport, Trust, Watermark
from noctuary.sources import conversations, dates, front_matter, jsonl, markdown, own
from noctuary.sources.door import Door
from noctuary.sources.share import Share
from noctuary.sources.tally import Tally
from noctuary.sources.turn import Passage, Said, Skip
from noctuary.sources.where import Found

LARGEST_PAGE = 4 * 1024 * 1024
MOST_LINES = 10_000
FAULTS = {
    "too_many": f"has more than {MOST_LINES} lines and was left out; split it or exclude it",
    "too_long": f"is larger than {LARGEST_PAGE} bytes and was left out; split it or exclude it",
    "utf16": "is UTF-16 and was left out; save it as UTF-8",
    "binary": "is no text and was left out; exclude it",
    "nul_bytes": "holds NUL bytes, as a crash leaves them; their lines were left out, remove them or restore the file",
    "conflict": "holds git's conflict marks; resolve them and take the marks out",
    "bad_utf8": "is not valid UTF-8; lines with unreadable bytes were left out, save the file as UTF-8",
}
_OF_LINES = ("nul_bytes", "bad_utf8")
"""What is wrong with some lines of a memory file, of which the others can be read."""
_START = 4096
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_NULS = re.compile(b"\x00+")
_MARK = re.compile(r"\A\s*#{1,6}\s+")
_CONTROL = re.compile(rb"[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
"""What a text may hold beside NULs and bytes of another encoding only by mistake."""


class Outline(NamedTuple):
    """What of a guarded page no event holds: line, level and words of its headings, first and last line of its code."""

    headings: tuple[tuple[int, int, str], ...]
    code: tuple[tuple[int, int, str], ...]
    day: dt.datetime | None


def read_page(
    file: BinaryIO,
    found: Found,
    extent: jsonl.Extent,
    known: Watermark | None,
    note_trust: Trust,
    door: Door,
    doubt: dates.Doubt | None = None,
    share: Share | None = None,
) -> Iterator[Event | FileReport]:
    """A page's events, then its report; one of more than `LARGEST_PAGE` bytes or `MOST_LINES` lines is left out.

    `doubt` says that the day in its name cannot be right (`dates.doubtful`), `share` how much of it a night looks at.
    """
    tally = Tally(found.ref, "memory" if found.kind == "memory" else "note", door)
    tally.share = share or tally.share
    state = "changed" if known else "new"
    file.seek(0)
    raw = file.read(min(extent.size, LARGEST_PAGE + 1))
    if reason := unreadable(raw, found.kind):
        tally.dialect, tally.fault = "unknown", reason
        tally.line("too_long" if reason == "too_many" else reason, extent.lines)
        tally.problem(FAULTS[reason], kind=reason)
        yield tally.report(state, extent.size, extent.sha256, extent.lines)
        return
    is_memory = found.kind == "memory"
    if is_memory:
        tally.fault = damage(raw)
    text = _guarded(_text(raw, tally).removeprefix("\ufeff"), tally)
    day = None if is_memory else _day(found.ref, tally, doubt)
    talk = conversations.Talk() if is_memory else _talk(text, found.ref, day, note_trust, door)
    page = markdown.parse(text, talk.lines)
    if not is_memory:
        _spread(tally.share, [*page.passages, *talk.turns], known, extent)
    door.outline = _outline(page, text, None if is_memory else day or page.at)
    yield from sorted(
        [*_passages(page, found, note_trust, tally, day, talk.lines), *_turns(talk, found.ref, tally)],
        key=lambda event: event.line,
    )
    for line, message in page.problems:
        tally.problem(message, line)
    yield tally.report(state, extent.size, extent.sha256, page.lines)


def _spread(
    share: Share,
    found: Sequence[markdown.Passage | Passage],
    known: Watermark | None,
    extent: jsonl.Extent,
) -> None:
    """Divide a long page among nights. What was written at the end of one that was looked at whole comes first."""
    once = {(one.text, one.context) if isinstance(one, markdown.Passage) else one: one for one in reversed(found)}
    if share.most is None or len(once) <= share.most:
        return
    if known and not known.fault and known.sha256 == extent.prefix_sha256:
        share.start = known.lines
    share.spread((one.line, one.line_end) for one in once.values())


def _outline(page: markdown.Page, text: str, day: dt.datetime | None) -> Outline:
    lines = markdown.split(text)
    titled = (line for line, why in page.skipped.items() if why == "heading")
    headings = ((line, _level(lines[line - 1]), title(lines[line - 1])) for line in titled)
    code: list[tuple[int, int]] = []
    for line in sorted(line for line, why in page.skipped.items() if why == "code"):
        # blank lines inside a block are skipped as blank
        is_next = code and not any(lines[at].strip() for at in range(code[-1][1], line - 1))
        code[-1:] = [(code[-1][0], line)] if is_next else [*code[-1:], (line, line)]
    return Outline(
        tuple(headings), tuple((first, last, "\n".join(lines[first - 1 : last])) for first, last in code), day
    )


def _level(line: str) -> int:
    """A heading's level; one that is underlined counts as the first."""
    return max(1, len(line.lstrip()) - len(line.lstrip().lstrip("#")))


def damage(raw: bytes) -> str:
    """What is wrong with the bytes of a memory file, as a key of FAULTS, so that what it lacks says nothing; or ""."""
    if reason := unreadable(raw, "memory"):
        return reason
    if raw.startswith(_WIDE):
        return "utf16"
    if b"\x00" in raw:
        return "nul_bytes"
    try:
        raw.decode()
    except UnicodeDecodeError:
        return "bad_utf8"
    return "conflict" if has_hunk(raw) else ""


def title(line: str) -> str:
    """A heading's words, without the number signs before and behind them."""
    words = _MARK.sub("", line).strip()
    bare = words.rstrip("#")
    return bare.strip() if bare[-1:].isspace() or not bare else words


def unreadable(raw: bytes, kind: str) -> str:
    """Why a file is left out whole, as a key of FAULTS; "" where it is not."""
    if raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n") > MOST_LINES:
        return "too_many"
    if len(raw) > LARGEST_PAGE:
        return "too_long"
    if raw.startswith(_WIDE):
        return "utf16" if kind == "sessions" else ""
    start = raw[:_START]
    try:
        is_text = b"\x00" not in start and bool(codecs.getincrementaldecoder("utf-8")().decode(start) or not start)
    except UnicodeDecodeError:
        is_text = False
    return "" if is_text or not _CONTROL.search(start) else "binary"


def doubts(found: Iterable[Found]) -> dict[str, dates.Doubt]:
    """The notes whose names tell a day that cannot be right, by ref; only those far from all others are opened."""
    notes = {one.ref: one.path for one in found if one.kind == "notes" and not one.fault}
    days = {ref: at.date() if (at := dates.in_name(ref)) else None for ref in notes}
    return dates.doubtful(days, lambda ref: _days_in(notes[ref]))


def _days_in(path: str) -> Iterator[dt.date]:
    try:
        with files.opened(path) as file:
            text = file.read(LARGEST_PAGE).decode(errors="replace")
    except OSError:
        return
    yield from written_days.full(text)


def _text(raw: bytes, tally: Tally) -> str:
    if raw.startswith(_WIDE):
        tally.problem("is UTF-16; save it as UTF-8", 1)
        return raw.decode("utf-16", "replace")
    if tally.fault in _OF_LINES:
        raw = _NULS.sub(b"\xff", raw)
        line = raw[: _first_bad(raw)].count(b"\n") + 1
        tally.problem(FAULTS[tally.fault], line)
        return raw.decode(errors="replace")
    if b"\x00" in raw:
        line = raw[: raw.index(b"\x00")].count(b"\n") + 1
        tally.problem("holds NUL bytes, often left by a crash; they were taken out, remove them", line)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        tally.problem(jsonl.MENDS["bad_utf8"], line)
        return raw.decode(errors="replace")


def _guarded(text: str, tally: Tally) -> str:
    """The page without its secrets. Front matter stays, for a mark is no TOML; its claims are guarded one by one."""
    safe = tally.door.guarded_page(text)
    before, lines = markdown.LINES.split(text), markdown.LINES.split(safe.text)
    if safe.lines:
        head = front_matter.read(before).lines
        tally.found(safe, after=head)
        lines[:head] = before[:head]
    lines[-1] = lines[-1] or before[-1]
    return "\n".join(lines)


def _first_bad(raw: bytes) -> int:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return error.start
    return len(raw)


def _talk(text: str, ref: str, day: dt.datetime | None, trust: Trust, door: Door) -> conversations.Talk:
    """The conversations a note keeps; lines that are not its own words say nothing here either."""
    lines = markdown.split(text)
    front = front_matter.read(lines)
    owned, _ = own.own_lines(lines)
    torn = {number for one in hunks(lines) for number in range(one.line - 1, one.line_end)}
    bare = ["" if index in owned or index in torn or index < front.lines else line for index, line in enumerate(lines)]
    title = " ".join((re.sub(r"[-_/]", " ", ref.removesuffix(PurePosixPath(ref).suffix)), front.title))
    return conversations.read(bare, title, day or front.at, trust, door.zone)


def _turns(talk: conversations.Talk, ref: str, tally: Tally) -> Iterator[Event]:
    """The turns of a note's conversations, each of the session that the note names, else of the note."""
    for passage in talk.turns:
        turn, lines = passage.turn, passage.line_end - passage.line + 1
        place = (passage.line, passage.line_end)
        event = turn.reason if isinstance(turn, Skip) else tally.event(turn, talk.session or ref, place)
        tally.line(event if isinstance(event, str) else "", lines)
        if isinstance(event, Event):
            yield event


def _passages(
    page: markdown.Page, found: Found, note_trust: Trust, tally: Tally, day: dt.datetime | None, spoken: Collection[int]
) -> Iterator[Event]:
    is_memory = found.kind == "memory"
    fate = dict(page.skipped)
    for passage in page.passages:
        said = Said(
            role="memory" if is_memory else "note",
            trust="human" if is_memory else note_trust,
            text=passage.text,
            at=(passage.at or page.at) if is_memory else (day or page.at or passage.at),
        )
        is_damaged = tally.fault in _OF_LINES and "\ufffd" in passage.text
        place = passage.line, passage.line_end
        event = tally.fault if is_damaged else tally.event(said, found.ref, place, passage.context)
        reason = event if isinstance(event, str) else ""
        for number in range(passage.line, passage.line_end + 1):
            fate[number] = fate.get(number, reason) and reason
        if isinstance(event, Event):
            yield event
    for number in range(1, page.lines + 1):
        if number not in spoken:
            tally.line(fate.get(number, "other"))


def _day(ref: str, tally: Tally, doubt: dates.Doubt | None) -> dt.datetime | None:
    """The day a note's name tells, unless it cannot be."""
    if doubt:
        tally.problem(doubt.message)
        return dates.midnight(doubt.day) if doubt.day else None
    if unreal := dates.impossible(ref):
        tally.problem(f"is named after {unreal}, a day that does not exist; rename it")
    return dates.in_name(ref)
