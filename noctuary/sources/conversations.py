"""Finds conversations written down inside a note, and cuts them into turns. Reads no other line of the note.

What counts: labels of one shape, said by a human and an agent in turn, or under the header or the metadata that a host
writes, or beside a clock. A human's words are a human's only where the note plainly keeps this workspace's own talk:
with such a header, metadata or clock and day, or under a name or heading that says so. All others have the note's
trust, for an agent may have copied them from anywhere.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from noctuary.model import Trust
from noctuary.sources import clocks, dates
from noctuary.sources.dialects import claude_code, openclaw
from noctuary.sources.speakers import Label, Shape, Who, label
from noctuary.sources.turn import Passage, Said, Skip

_FENCE = re.compile(r"[ \t>]*(```+|~~~+)")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_ITEM = re.compile(r"[ \t>]*(?:[-*+•]|\d+[.)])[ \t]")
_FIELD = re.compile(r"[\W_]*[^\W\d_][\w ]{0,30}[*_]*[:：](?:\s|\*|\Z)")
_RULE = re.compile(r"[ \t>]*(?:-{3,}|\*{3,}|_{3,})\s*\Z")
_KEY = re.compile(
    r"[-*\s]*+(?P<key>session(?:[ _-]?(?:id|key))?|conversation[ _-]?id|chat[ _-]?id)\**\s*[:：]"
    r"\**\s*(?P<id>[\w:./@+-]+)\s*\Z",
    re.I,
)
_SESSION = re.compile(r"# Session:\s|## Conversation Summary\b", re.I)
_CALLED = re.compile(
    r"[-*\s]*+(?:(?P<human>user|human|owner|sender|nutzer|usuario|usuário|utilisateur|пользователь|用户|用戶)|"
    r"(?P<agent>agent|assistant|bot|persona|assistent|asistente|ассистент|助手|助理))(?: name)?\**\s*[:：]\**\s*"
    r"(?P<name>[^\W\d_][\w.-]*(?: [^\W\d_][\w.-]*)?)\s*\Z",
    re.I,
)
_SENDER = re.compile(r'"(?:sender|name|username)":\s*"([^"\n]{2,40})"')
_META = re.compile(r"\(untrusted[^)\n]*\):?\s*\Z")
_TALK = re.compile(
    r"session|conversation|\bchat|transcript|dialog|\btalk|discussion|verlauf|gespräch|conversaci|conversa|разговор|"
    r"диалог|чат|对话|對話|聊天|会话|會話|会話|대화",
    re.I,
)
_EXAMPLE = re.compile(
    r"\b(?:example|sample|template|demo|scenario|prompt|test|usage|draft|beispiel|vorlage|ejemplo|exemplo|exemple|"
    r"esempio|voorbeeld)|пример|шаблон|示例|例子|样例|模板|サンプル|예시",
    re.I,
)
_WORDS = re.compile(r"\w[\w'’-]*")
_LEAST = 3
_MOST_NAMES = 50
"""Each line is held against every name."""
_FEW = 3


class Talk(NamedTuple):
    """A note's turns, the lines they stand on (1-based), and the session they are of ("" where none is named)."""

    turns: tuple[Passage, ...] = ()
    lines: frozenset[int] = frozenset()
    session: str = ""


class _Heading(NamedTuple):
    level: int
    words: str


class _Start(NamedTuple):
    at: int
    label: Label


def read(lines: list[str], title: str, day: dt.datetime | None, trust: Trust, zone: str) -> Talk:
    """The conversations of a note's lines; `title` is its name, `day` its day, `trust` what its other words have."""
    note = _Note(lines, title, day, trust, zone)
    turns = tuple(sorted(note.turns(), key=lambda turn: turn.line))
    covered = (number for turn in turns for number in range(turn.line, turn.line_end + 1))
    return Talk(turns, frozenset(covered), note.session)


class _Note:
    """A note while its conversations are looked for."""

    def __init__(self, lines: list[str], called: str, day: dt.datetime | None, trust: Trust, zone: str) -> None:
        self.lines, self.title, self.trust, self.zone = lines, called, trust, zone
        self.names = _names(lines)
        labels = {index: found for index, line in enumerate(lines) if (found := label(line, self.names))}
        speaking = {found.name.lower() for found in labels.values()}
        self.labels = {i: found for i, found in labels.items() if not _introduces(lines[i], speaking)}
        self.fenced = _fenced(lines, self.labels) if self.labels else frozenset()
        self.labels = {index: found for index, found in self.labels.items() if index not in self.fenced}
        self.headings = {
            index: (len(title[1]), title[2])
            for index, line in enumerate(lines)
            if index not in self.fenced and index not in self.labels and (title := _HEADING.match(line))
        }
        first = min(self.labels, default=0)
        head = lines[:first]
        ids = {key["key"].lower(): key["id"] for line in head if (key := _KEY.match(line))}
        self.session = next((ids[key] for key in sorted(ids, key=lambda key: "id" not in key)), "")
        self.is_session = bool(ids) or any(_SESSION.match(line) for line in head)
        header = next((at for line in head if _SESSION.match(line) and (at := clocks.instant(line, None, zone))), None)
        self.day = header or (clocks.Moment(day, "+00:00") if day else None)

    def turns(self) -> Iterator[Passage]:
        """Every turn of every conversation."""
        if not any(found.who in ("human", "agent") for found in self.labels.values()):
            return
        groups: dict[Shape, list[_Start]] = defaultdict(list)
        for index, found in self.labels.items():
            groups[_kind(found.shape)].append(_Start(index, found))
        main = self._main(groups)
        runs = ((run, shape == main) for shape, starts in groups.items() for run in self._runs(starts, shape == main))
        end = 0
        for run, is_whole in sorted(runs, key=lambda one: one[0][0].at):
            if run[0].at < end or not (is_whole or self._is_talk(run)):
                continue
            if is_whole and self.is_session:
                yield from self._header(end, run[0].at)
            for turn in self._cut(run, is_whole=is_whole):
                yield turn
                end = turn.line_end

    def _header(self, start: int, first: int) -> Iterator[Passage]:
        """The fields a host writes over a session's turns."""
        for index in range(start, first):
            if _FIELD.match(self.lines[index]):
                yield Passage(turn=Skip(reason="session_meta"), line=index + 1, line_end=index + 1)

    def _main(self, groups: Mapping[Shape, list[_Start]]) -> Shape | None:
        """The shape of a session's dump: that of the first turn, or of one that a host's metadata follows."""
        if self.is_session:
            shapes = (one.shape for one in self.labels.values())
            return next((_kind(shape) for shape in shapes if not (shape.is_item or shape.quote)), None)
        told = (shape for shape, starts in groups.items() for one in starts if _META.search(one.label.words))
        return next(told, None)

    def _runs(self, starts: list[_Start], is_whole: bool) -> Iterator[list[_Start]]:
        """The labels of one shape, parted where a heading ends the section they stand in."""
        run: list[_Start] = []
        for one in starts:
            if run and not is_whole and self._is_parted(run, one):
                yield run
                run = []
            run.append(one)
        if run:
            yield run

    def _is_parted(self, run: list[_Start], one: _Start) -> bool:
        """Whether a heading of the section's level, or an item that nobody says, stands between two labels."""
        between, level = range(run[-1].at + 1, one.at), self._level(run[0])
        if any(index in self.headings and self.headings[index][0] <= level for index in between):
            return True
        depth = _indent(self.lines[one.at])
        is_item = one.label.shape.is_item
        return is_item and any(_ITEM.match(self.lines[i]) and _indent(self.lines[i]) <= depth for i in between)

    def _level(self, first: _Start) -> int:
        """The level of the heading a conversation stands under; its own where its labels are headings."""
        if first.label.shape.heading:
            return first.label.shape.heading
        above = self._above(first.at)
        return above[-1].level if above else 1

    def _is_talk(self, run: list[_Start]) -> bool:
        """Whether labels of one shape make a conversation: clocks, or a human and an agent in turn."""
        who = [one.label.who for one in run if one.label.who in ("human", "agent")]
        if run[0].label.shape.is_stamped:
            return len(who) > 1
        count = Counter(who)
        if not (count["human"] and count["agent"]):
            return False
        if len(who) < _LEAST:
            return who == ["human", "agent"] and self._is_answered(*[one for one in run if one.label.who in who])
        alternate = sum(a != b for a, b in pairwise(who))
        return min(count.values()) > 1 or 4 * alternate >= 3 * (len(who) - 1)

    def _is_answered(self, asked: _Start, answer: _Start) -> bool:
        """Whether two labels alone are words and their answer, not two fields of a record."""
        said = asked.label.words or " ".join(self.lines[asked.at + 1 : answer.at])
        is_wide = sum(ord(letter) > 0x2E80 for letter in said) > 2 * _FEW
        gap = self.lines[asked.at + 1 : answer.at]
        is_near = sum(not line.strip() for line in gap) <= 1 and not any(map(_FIELD.match, gap))
        return is_near and (is_wide or len(_WORDS.findall(said)) >= _FEW)

    def _cut(self, run: list[_Start], *, is_whole: bool) -> Iterator[Passage]:
        """A run's turns, each from its label to the next one's or to where its words plainly end."""
        is_own = self._is_own(run, is_whole=is_whole)
        level = self._level(run[0])
        known = self._day(run[0].at) or self.day
        for one, following in zip(run, [*run[1:], None], strict=True):
            end = following.at if following else self._last(one, level, is_whole=is_whole)
            is_followed = following is not None and following.label.who != "human"
            end = self._own_end(one, end, is_all=is_whole or is_followed or one.label.who != "human")
            raw = [one.label.words, *self.lines[one.at + 1 : end]]
            while len(raw) > 1 and (not raw[-1].strip() or _RULE.match(raw[-1])):
                raw.pop()
            known = clocks.of_turn(one.label.clock, "\n".join(raw), known, self.zone) or known
            yield from self._turn(one, raw, known, is_own=is_own)

    def _day(self, index: int) -> clocks.Moment | None:
        """The day that the nearest heading above a line tells, within its section's headings."""
        place = bisect_left(self._places, index)
        at = self._days[place - 1] if place else None
        return clocks.Moment(at, "+00:00") if at and not self.is_session else None

    def _above(self, index: int) -> tuple[_Heading, ...]:
        """The headings that a line stands under, outermost first."""
        place = bisect_left(self._places, index)
        return self._sections[place - 1] if place else ()

    @cached_property
    def _places(self) -> list[int]:
        return [*self.headings]

    @cached_property
    def _sections(self) -> list[tuple[_Heading, ...]]:
        """Of each heading those it stands under, and itself."""
        made: list[tuple[_Heading, ...]] = []
        open_: tuple[_Heading, ...] = ()
        for level, words in self.headings.values():
            open_ = (*(one for one in open_ if one.level < level), _Heading(level, words))
            made.append(open_)
        return made

    @cached_property
    def _days(self) -> list[dt.datetime | None]:
        """The day that each heading tells, else the one before it."""
        told: list[dt.datetime | None] = []
        for _, words in self.headings.values():
            told.append(dates.in_text(words) or (told[-1] if told else None))
        return told

    def _last(self, one: _Start, level: int, *, is_whole: bool) -> int:
        """Where the last turn ends: with a session's note, else before the next heading, rule or section."""
        if is_whole:
            return len(self.lines)
        rest = range(one.at + 1, len(self.lines))
        is_end = (i for i in rest if i in self.headings or (i not in self.fenced and _RULE.match(self.lines[i])))
        return next(is_end, len(self.lines))

    def _own_end(self, one: _Start, end: int, *, is_all: bool) -> int:
        """The end of an item or a quotation; of a human's words that nobody answers, the end of their paragraph."""
        shape, rest = one.label.shape, range(one.at + 1, end)
        if shape.quote:
            return next((i for i in rest if not self.lines[i].lstrip().startswith(">")), end)
        if shape.is_item:
            depth = _indent(self.lines[one.at])
            is_out = (i for i in rest if self.lines[i].strip() and _indent(self.lines[i]) <= depth)
            return next(is_out, end)
        if is_all:
            return end
        has_words = False
        for i in rest:
            has_words = has_words or bool(self.lines[i - 1].strip() and (i - 1 > one.at or one.label.words))
            is_gap = not self.lines[i].strip() and i not in self.fenced
            announces = self.lines[i - 1].rstrip().endswith((":", "："))
            opens = announces and any(map(_FENCE.match, self.lines[i + 1 : i + 2]))
            if is_gap and has_words and not opens:
                return i
        return end

    def _is_own(self, run: list[_Start], *, is_whole: bool) -> bool:
        """Whether it is this workspace's own conversation, whose human is its human."""
        if is_whole:
            return True
        told = [self.title, *(one.words for one in self._above(run[0].at))]
        if any(map(_EXAMPLE.search, told)) or run[0].label.shape.quote:
            return False
        is_clocked = run[0].label.shape.is_stamped and self.day is not None
        return is_clocked or any(map(_TALK.search, told))

    def _turn(self, one: _Start, raw: list[str], at: clocks.Moment | None, *, is_own: bool) -> Iterator[Passage]:
        """One turn without what its host put around the words, on the lines those stand on."""
        first, last, who = one.at + 1, one.at + len(raw), one.label.who
        if one.label.shape.quote:
            raw = [raw[0], *(re.sub(r"\A[ \t]*>[ \t]?", "", line) for line in raw[1:])]
        left, reason = _heard(who, "\n".join(raw))
        held = _in_place(raw, left)
        if reason or not held:
            yield Passage(turn=Skip(reason=reason or "empty"), line=first, line_end=last)
            return
        said = Said(
            role="user" if who == "human" else "assistant",
            trust=_trust(who, "\n".join(raw), self.trust, is_own=is_own),
            text="\n".join(held.values()),
            at=at.at if at else None,
            origin="scheduled" if who == "job" else "interactive",
            zone=at.zone if at else self.zone,
        )
        begin, end = first + min(held), first + max(held)
        for start, stop in ((first, begin - 1), (end + 1, last)):
            if start <= stop:
                yield Passage(turn=Skip(reason="envelope"), line=start, line_end=stop)
        yield Passage(turn=said, line=begin, line_end=end)


def _heard(who: Who, text: str) -> tuple[str, str]:
    """The words of a turn without their envelopes, and why they are nobody's."""
    if who in ("tool", "system"):
        return "", "tool_call" if who == "tool" else "system"
    if who != "human":
        return openclaw.answered(text), ""
    left, reason = openclaw.owners(text)
    if not reason and openclaw.is_scheduled(left):
        reason = "machine_prompt"
    return (left, reason) if reason else claude_code.spoken(left)


def _trust(who: Who, text: str, trust: Trust, *, is_own: bool) -> Trust:
    """The human's words are a human's in an own conversation; what was handed on is nobody's."""
    if who != "human":
        return _least(trust, "agent")
    return "untrusted" if openclaw.is_forwarded(text) else "human" if is_own else trust


def _in_place(raw: list[str], left: str) -> dict[int, str]:
    """What is left of the words, by the line of the turn each stands on; lines taken out are empty ones."""
    wanted = left.split("\n")
    place, found = 0, dict[int, str]()
    for index, line in enumerate(raw):
        words = wanted[place] if place < len(wanted) else None
        if words is not None and (line == words or (words.strip() and line.strip().endswith(words.strip()))):
            found[index], place = words, place + 1
    if place < len(wanted) or not found:
        return {}
    return {index: found.get(index, "") for index in range(min(found), max(found) + 1)}


def _least(*trusts: Trust) -> Trust:
    order: tuple[Trust, ...] = ("untrusted", "tool", "agent", "human")
    return min(trusts, key=order.index)


def _kind(shape: Shape) -> Shape:
    """Beside a clock all labels are of one conversation, however they are spelt."""
    return shape._replace(is_braced=False, is_lower=False, is_bold=False) if shape.is_stamped else shape


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _introduces(line: str, called: set[str]) -> bool:
    """Whether a line only says who is who ("User: Casey"), of a name that speaks."""
    found = _CALLED.match(line)
    return found is not None and found["name"].lower() in called


def _names(lines: list[str]) -> dict[str, Who]:
    """The names that a note's header or a host's metadata gives its human and its agent, in lower case; the first."""
    found: dict[str, Who] = {}
    for line in lines:
        if len(found) >= _MOST_NAMES:
            break
        if called := _CALLED.match(line):
            found[called["name"].lower()] = "human" if called["human"] else "agent"
        elif sender := _SENDER.search(line):
            found[sender[1].lower()] = "human"
    return found


def _fenced(lines: list[str], labels: Mapping[int, Label]) -> frozenset[int]:
    """The lines inside code blocks; one that a stamped label interrupts, or that never ends, was cut off."""
    inside: set[int] = set()
    open_to: dict[str, int] = {}
    at = 0
    while at < len(lines):
        opened = _FENCE.match(lines[at]) or (_FENCE.match(labels[at].words) if at in labels else None)
        if opened and open_to.get(opened[1], 0) <= at:
            end, is_closed = _end(lines, labels, at, opened[1])
            if is_closed:
                inside.update(range(at + 1, end + 1))
                at = end
            else:
                open_to[opened[1]] = end
        at += 1
    return frozenset(inside)


def _end(lines: list[str], labels: Mapping[int, Label], start: int, mark: str) -> tuple[int, bool]:
    """The line up to which a code block was looked for, and whether it ends there: no such mark before it does."""
    for index in range(start + 1, len(lines)):
        if index in labels and labels[index].shape.is_stamped:
            return index, False
        if lines[index].strip(" \t>").startswith(mark) and not lines[index].strip(" \t>`~"):
            return index, True
    return len(lines), False
