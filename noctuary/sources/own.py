"""Finds what a dreaming tool wrote, ours or another's, so that it is never evidence. Changes no file."""

from __future__ import annotations

import re
from bisect import bisect_left

_PAGE = re.compile(r"<!-- noctuary:page[ \w=]* -->|\*Written by Noctuary on ")
_TOP = re.compile(r"##? ")
_SECTION = re.compile(r"# Dreams\b|## (?:Waiting for you|Deep Sleep|Earlier nights)\b")
_OURS = re.compile(r"<!--\s*/?noctuary\b|\bnoctuary:(?:begin|end|page)\b|\bb2:[0-9a-f]{8,16}(?![0-9a-f])")
_BEGIN = re.compile(r"\s*<!--\s*noctuary:begin\b")
_END = re.compile(r"\s*<!--\s*noctuary:end\b")
_DREAM_START = re.compile(r"<!--\s*(openclaw:dreaming:[\w-]+):start\b")
_DREAM_END = re.compile(r"<!--\s*(openclaw:dreaming:[\w-]+):end\b")
_PROMOTION = re.compile(r"\s*<!--\s*openclaw-memory-promotion\b")
_DREAM_LINE = re.compile(r"\[score=[\d.]+\s+recalls=\d+|^\s*<!--\s*openclaw:dreaming:")
_CANDIDATE = re.compile(r"\s*[-*+]\s+(?:\*\*)?Candidate:")
_CANDIDATE_CHILD = re.compile(r"\s*[-*+]\s+(?:\*\*)?(?:confidence|evidence|recalls|status)\b(?:\*\*)?:", re.I)
_PROMOTED = re.compile(r"(#{1,6})\s+Promoted From Short-Term Memory\b", re.I)
_HEADING = re.compile(r"(#{1,6})\s")


def _may_hold(text: str) -> bool:
    """The quick look: most texts hold none of the words by which output is known."""
    return (
        "b2:" in text or "octuary" in text or "openclaw" in text or "score=" in text or "Candidate:" in text
        or "romoted " in text or "PROMOTED " in text
    )  # fmt: skip


def own_lines(lines: list[str]) -> tuple[dict[int, str], bool]:
    """Line index → reason for every line a dreaming tool wrote, and whether a managed block lacks its end."""
    if not any(_may_hold(line) for line in lines):
        return {}, False
    found: dict[int, str] = {}
    is_open = _managed(lines, found)
    _paged(lines, found)
    _dreamt(lines, found)
    _candidates(lines, found)
    for index, line in enumerate(lines):
        if _OURS.search(line):
            found.setdefault(index, "own_output")
        elif _DREAM_LINE.search(line):
            found.setdefault(index, "dream_output")
    return found, is_open


def without_own(text: str) -> tuple[str, str]:
    """The text without such lines, and the reason to give if nothing is left of it."""
    if not _may_hold(text):
        return text, ""
    lines = text.split("\n")
    found, _ = own_lines(lines)
    if not found:
        return text, ""
    kept = "\n".join(line for index, line in enumerate(lines) if index not in found)
    return kept, min(found.values()) if not kept.strip() else ""


def _managed(lines: list[str], found: dict[int, str]) -> bool:
    """Mark each block from its begin to its end, or to the file's; a begin before another has lost its end."""
    begin: int | None = None
    is_open = False
    for index, line in enumerate(lines):
        if _BEGIN.match(line):
            is_open = is_open or begin is not None
            begin = index
            found[index] = "managed_block"
        elif _END.match(line) and begin is not None:
            found |= dict.fromkeys(range(begin, index + 1), "managed_block")
            begin = None
    if begin is not None:
        found |= dict.fromkeys(range(begin, len(lines)), "managed_block")
    return is_open or begin is not None


def _paged(lines: list[str], found: dict[int, str]) -> None:
    """Mark a copied DREAMS.md, from its mark or its first words to the first heading that is none of its own."""
    is_inside = False
    for index, line in enumerate(lines):
        starts = _PAGE.match(line) is not None
        ends = _TOP.match(line) is not None and _SECTION.match(line) is None
        is_inside = starts or (is_inside and not ends)
        if is_inside:
            found.setdefault(index, "own_output")


def _dreamt(lines: list[str], found: dict[int, str]) -> None:
    ends: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        if hit := _DREAM_END.match(line):
            ends.setdefault(hit[1], []).append(place)
    index = 0
    while index < len(lines):
        stop = _dream_block(lines, index, ends)
        for inside in range(index, stop):
            found.setdefault(inside, "dream_output")
        index = max(stop, index + 1)


def _dream_block(lines: list[str], start: int, ends: dict[str, list[int]]) -> int:
    """Where the dreaming block, promoted section or bullet beginning at `start` stops; `start` if none.

    `ends` has the ascending places where the blocks of each name end.
    """
    line = lines[start]
    if block := _DREAM_START.match(line):
        places = ends.get(block[1], [])
        place = bisect_left(places, start)
        return (places[place] if place < len(places) else start) + 1
    if section := _PROMOTED.match(line):
        headings = (
            index
            for index in range(start + 1, len(lines))
            if (heading := _HEADING.match(lines[index])) and len(heading[1]) <= len(section[1])
        )
        return next(headings, len(lines))
    return min(start + 2, len(lines)) if _PROMOTION.match(line) else start


def _candidates(lines: list[str], found: dict[int, str]) -> None:
    for index, line in enumerate(lines[:-1]):
        if not _CANDIDATE.match(line) or not _CANDIDATE_CHILD.match(lines[index + 1]):
            continue
        found.setdefault(index, "dream_output")
        for child in range(index + 1, len(lines)):
            if not _CANDIDATE_CHILD.match(lines[child]):
                break
            found.setdefault(child, "dream_output")
