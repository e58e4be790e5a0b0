"""The rows of DREAMS.md, whatever an editor made of them: boxes, answers, and what stands between. Decides nothing."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from noctuary.inert import Markdown, comment, uncommented, unescaped
from noctuary.model import Value

ANSWER = "answer"
TICKS = frozenset("xX✓✔☑✅")
_LEAD = r"^[\s>]*(?:(?:[-*+•]|\d+[.)])\s+)?"
BOX = re.compile(rf"{_LEAD}(?:\\?\[([^\[\]]{{0,3}})\\?\])")
SAID = re.compile(rf"{_LEAD}[*_]{{0,2}}Answer[*_]{{0,2}}\s*:[*_]{{0,2}}", re.I)
MARK = re.compile(r"<!--\s*(b2:[0-9a-zA-Z]*)\s+([\w-]+)\s+(\w+)\s*-->")
_BULLET = re.compile(r"^[\s>]*(?:[-*+•]|\d+[.)])\s+")
_FENCE = re.compile(r"^[\s>]*(?:```|~~~)")
_HEADING = re.compile(r"^[\s>]*#{1,6}\s+(?:\d+\.\s)?")
_PART = re.compile(r"^[\s>]*#{1,3}\s")
"""A heading of the page's own: one below it that a human sets stands under the same question."""
_STOP = re.compile(r"^[\s>]*(?:#{1,6}\s|</?(?:details|summary)\b|-{3,}\s*$)")
_WORD = re.compile(rf"[^\W_]+|[{''.join(sorted(TICKS - set('xX')))}]")
_MOST_COMPARED = 40_000
"""Words of both sides: a row of ours has some forty, and repetitive text takes the cube of its length."""
Words = tuple[str, ...]
Tie = tuple[str, str]
"""A question and the word that a box or an answer gives it."""


class Row(Value, frozen=True):
    """One heading, box, answer, bullet or paragraph: its first line (1-based), its text, wrapped lines joined by a
    blank, and which heading it stands under, counted from the top. What stands in a fence is one row."""

    number: int
    text: str
    section: int
    is_fenced: bool = False

    @property
    def words(self) -> Words:
        """Its letters and figures, in lower case, without box and comment: "- [x] **Keep** a" → keep, a."""
        text = BOX.sub("", _HEADING.sub("", self.text))
        return tuple(_WORD.findall(unescaped(uncommented(text)).lower()))


def rows(text: str) -> Iterator[Row]:
    """All rows of a page; a sign that ticks is a row of its own where it stands alone: it belongs to no box."""
    is_fenced, section, begun = False, 0, 0
    parts: list[str] = []
    lines = text.split("\n")
    for number, line in enumerate([*lines, ""], 1):
        is_fence = _FENCE.match(line) is not None or (is_fenced and number > len(lines))
        is_stop = not is_fenced and _STOP.match(line) is not None
        is_second = MARK.search(line) and any(MARK.search(part) for part in parts)
        is_own = bool(is_stop or is_second or _BULLET.match(line) or BOX.match(line) or SAID.match(line))
        is_own = is_own or line.strip(" \t>") in TICKS or (len(parts) == 1 and parts[0].strip(" \t>") in TICKS)
        is_end = is_fence or (not is_fenced and (is_own or not line.strip(" \t>")))
        if parts and is_end:
            yield Row(number=begun, text=" ".join(parts), section=section, is_fenced=is_fenced)
            parts = []
        is_fenced ^= is_fence
        if is_fence:
            continue
        section += _PART.match(line) is not None and not is_fenced
        if is_stop:
            yield Row(number=number, text=line, section=section)
        elif line.strip(" \t>"):
            begun = begun if parts else number
            parts.append(line.lstrip(" \t>").rstrip() if parts else line)


def mark(question: str, word: str) -> Markdown:
    """The comment that ties a box to its question and word."""
    return comment(f"{question} {word} {_sum(question, word)}")


def is_true(tied: re.Match[str]) -> bool:
    """Whether a mark is as it was made."""
    return tied[3] == _sum(tied[1], tied[2])


def shown(text: str) -> str:
    """A row's words for telling it: without its bullet, its comments and the escapes that it stands there with."""
    return unescaped(" ".join(_BULLET.sub("", uncommented(text)).split()))


class AsWritten:
    """The page as it was last written, for telling what became of each of its rows. Empty where nobody kept it.

    `is_sure`: what is read is that very page, edited, and not one of another day.
    """

    def __init__(self, text: str, *, is_sure: bool = False) -> None:
        self.is_sure = is_sure
        self._marked: dict[Tie, Row] = {}
        self._ties: dict[Words, list[Tie]] = defaultdict(list)
        self._plain: dict[str, dict[Words, Row]] = defaultdict(dict)
        self._titled: dict[Words, str] = {}
        found = list(rows(text))
        asked = questions(found)
        for row in found:
            question = asked.get(row.section, "")
            tied = MARK.search(row.text)
            if tied and is_true(tied):
                if row.words != tuple(tied[2].split("-")):  # by its word alone stands what was written and not read
                    self._marked[tied[1], tied[2]] = row
                self._ties[row.words].append((tied[1], tied[2]))
            elif question:
                self._plain[question][row.words] = row
                if _HEADING.match(row.text):
                    self._titled[row.words] = question

    def question(self, section: Sequence[Row]) -> str:
        """The question that a section without any mark has put, by its heading; "" for none."""
        return next((self._titled[row.words] for row in section if row.words in self._titled), "")

    def tie(self, row: Row, question: str) -> Tie | None:
        """What a row without its mark was tied to: a row of these very words, one of this question before others."""
        if SAID.match(row.text):
            return (question, ANSWER) if question else None
        ties = self._ties.get(row.words) or self._ties.get(unticked(row.words), [])
        own = [tie for tie in ties if tie[0] == question]
        return own[0] if own else ties[0] if len(ties) == 1 else None

    def row(self, tie: Tie) -> Row | None:
        """The row of a box or an answer as it was written."""
        return self._marked.get(tie)

    def added(self, section: Sequence[Row], question: str) -> dict[Row, str]:
        """What a human wrote between the rows of a question, by the row: it was not there.

        Where it is not sure which page this is, all others have to be as they were, or nothing is concluded.
        """
        plain = self._plain.get(question, {})
        free = [
            row for row in section if not (MARK.search(row.text) or SAID.match(row.text) or row.is_fenced) and row.words
        ]
        new = [row for row in free if row.words not in plain]
        longer = {row: was for row in new for was in plain if was and row.words[: len(was)] == was}
        is_whole = plain.keys() <= {row.words for row in free} | set(longer.values()) | {()}
        if not plain or not (self.is_sure or is_whole):
            return {}
        return {row: differing(shown(plain[longer[row]].text if row in longer else ""), shown(row.text)) for row in new}


def questions(found: Sequence[Row]) -> dict[int, str]:
    """The question of each section whose marks are all of one."""
    asked: dict[int, set[str]] = defaultdict(set)
    for row in found:
        if row.is_fenced:
            continue
        asked[row.section] |= {tied[1] for tied in MARK.finditer(row.text) if is_true(tied)}
    return {section: next(iter(keys)) for section, keys in asked.items() if len(keys) == 1}


def differing(was: str, now: str) -> str:
    """What a text says otherwise or besides: "limit is 3", "limit is 4 since May" → "4 since May" for "3"."""
    before, after = was.split(), now.split()
    if len(before) * len(after) > _MOST_COMPARED:
        return f'"{now}"'
    parts = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    found = [
        (" ".join(before[a:b]).strip('"'), " ".join(after[c:d]).strip('"'))
        for tag, a, b, c, d in parts
        if tag != "equal"
    ]
    return ", ".join((f'"{new}"' if new else "nothing") + (f' for "{old}"' if old else "") for old, new in found)


def unticked(words: Words) -> Words:
    """A row's words without a tick that stands beside its box, before or behind all others; as they are without one."""
    if words[:1] and words[0] in TICKS:
        return words[1:]
    return words[:-1] if words and words[-1] in TICKS else words


def _sum(question: str, word: str) -> str:
    return hashlib.blake2b(f"{question} {word}".encode(), digest_size=2).hexdigest()
