"""What a session's thoughts are worth keeping for: conclusions, syntheses, plans that worked. Writes nothing.

A thought is marked `S4|C|S1-S3|words`: its number, its kind, the thoughts it rests on, its words.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from noctuary import files
from noctuary.knowledge.registry import KnowledgeError
from noctuary.model import Value
from noctuary.settings import Workspace
from noctuary.sources.where import find
from noctuary.text.stops import ends

LARGEST = 16 * 1024 * 1024
_MARK = re.compile(r"\s*S(\d+)\|([A-Z])\|(?:([^|\n]*)\|)?\s*")
_RANGE = re.compile(r"S(\d+)(?:\s*-\s*S?(\d+))?")
_WORKED = re.compile(
    r"\b(?:worked|works well|succeeded|success(?:ful|fully)?|passed|solved|confirmed|effective)\b", re.I
)
_FAILED = re.compile(
    r"\b(?:fail(?:ed|s|ure)?|did(?:n't| not) work|does(?:n't| not) work|broke|worse|rejected|abandoned|unsuccessful)\b",
    re.I,
)
_ANCHOR = re.compile(r"@([A-Za-z][\w-]*):S(\d+)(?:-S(\d+))?(?![\w-])")
_SENTENCE = re.compile(r"[.!?](?=\s+[A-Z“\"(])")
_STEP = re.compile(r"(?:^|\s)(?:\d+[.)]|[-*•])\s+|;\s+|,?\s+then\s+")


class Thought(Value, frozen=True):
    """One thought: its number, its kind (C conclusion, X synthesis, P plan …), what it rests on, its words."""

    number: int
    kind: str
    rests_on: frozenset[int]
    text: str


class Kept(Value, frozen=True):
    """What a thought is kept as: an Insight or a Pattern with its properties."""

    type: str
    label: str
    properties: dict[str, Any]
    text: str


def first_sentence(text: str, most: int = 120) -> str:
    """The first sentence without its mark, cut at a word where it is longer than `most`."""
    words = " ".join(_MARK.sub("", text).split())
    end = next(ends(_SENTENCE, words), None)
    first = words[: end.start() + 1] if end else words
    return first if len(first) <= most else first[:most].rpartition(" ")[0] + " …"


def anchors(text: str) -> list[tuple[str, int, int]]:
    """(keyword, first, last) of each `@keyword:S1` or `@keyword:S1-S37` in a text; one that runs backwards is none."""
    found = ((hit[1], int(hit[2]), int(hit[3] or hit[2])) for hit in _ANCHOR.finditer(text))
    return [one for one in found if one[1] <= one[2]]


def thoughts(texts: Iterable[str]) -> list[Thought]:
    """The marked ones among texts, in order."""
    found = ((text, _MARK.match(text)) for text in texts)
    return [
        Thought(number=int(hit[1]), kind=hit[2], rests_on=_numbers(hit[3] or ""), text=text[hit.end() :].strip())
        for text, hit in found
        if hit and text[hit.end() :].strip()
    ]


def _numbers(text: str) -> frozenset[int]:
    told = ((int(hit[1]), int(hit[2] or hit[1])) for hit in _RANGE.finditer(text))
    return frozenset(number for first, last in told if last - first < 10_000 for number in range(first, last + 1))


def kept(session: str, found: Sequence[Thought]) -> Iterator[Kept]:
    """What is worth keeping of a session, in its order."""
    for place, one in enumerate(found):
        if one.kind == "C":
            properties = {"key_learning": one.text, "confidence": 0.8, "evidence_sessions": [session]}
            yield Kept(type="Insight", label=first_sentence(one.text), properties=properties, text=one.text)
        elif one.kind == "X":
            yield Kept(type="Pattern", label=first_sentence(one.text), properties=_pattern(one.text), text=one.text)
        elif one.kind == "P" and worked(one, found[place + 1 :]):
            properties = _pattern(one.text) | {"outcome": "success"}
            yield Kept(type="Pattern", label=first_sentence(one.text), properties=properties, text=one.text)


def worked(plan: Thought, later: Sequence[Thought]) -> bool:
    """Whether a later thought that rests on a plan says that it worked, and none says that it did not."""
    told = [one.text for one in later if plan.number in one.rests_on and one.kind != "P"]
    return any(_WORKED.search(one) for one in told) and not any(_FAILED.search(one) for one in told)


def _pattern(text: str) -> dict[str, Any]:
    """What a pattern says of itself: when, what is done, and, where it is said, what came of it."""
    situation, colon, steps = text.partition(":")
    parts = [one.strip(" .") for one in _STEP.split(steps if colon else text) if one and one.strip(" .")]
    found: dict[str, Any] = {"situation": situation.strip() if colon else first_sentence(text)}
    if len(parts) > 1:
        found["actions"] = parts
    if _FAILED.search(text):
        found["outcome"] = "failure"
    elif _WORKED.search(text):
        found["outcome"] = "success"
    return found


def of_session(workspace: Workspace, session: str) -> list[str]:
    """The words of a session's thoughts, from the logs that `[sources]` names; KnowledgeError where none holds it."""
    for path in sorted(_logs(workspace), key=lambda one: (session not in one.name, str(one))):
        with files.opened(files.within(path, path.parent)) as file:
            data = file.read(LARGEST)
        if session.encode() in data or session in path.name:
            texts = list(_texts(data.decode("utf-8", "replace"), session, path))
            if texts:
                return texts
    hint = "give its `thoughts`, or name its log in noctuary.toml under [sources] sessions"
    raise KnowledgeError("unknown_session", f"no log holds thoughts of session {session!r}", hint)


def _logs(workspace: Workspace) -> Iterator[Path]:
    for found in find(workspace.root, workspace.settings.sources):
        if found.kind in ("sessions", "text"):
            yield Path(found.path)


def _texts(text: str, session: str, path: Path) -> Iterator[str]:
    is_own = session in path.name
    """What a log holds as one document of JSON, or as lines of it, or as marked lines of plain text."""
    with contextlib.suppress(ValueError, RecursionError):
        yield from _inside(json.loads(text), session, is_own)
        return
    for line in text.splitlines():
        try:
            yield from _inside(json.loads(line), session, is_own)
        except (ValueError, RecursionError):
            if is_own and _MARK.match(line):
                yield line


def _inside(value: Any, session: str, is_own: bool, depth: int = 0) -> Iterator[str]:
    """Every thought inside a document that is of the session."""
    if isinstance(value, list):
        for one in value:
            yield from _inside(one, session, is_own, depth + 1)
    elif isinstance(value, dict) and depth < 20:
        told = value.get("sessionId") or str(value.get("id", "")).partition(":")[0]
        about = value.get("session")
        is_own = is_own or told == session or (isinstance(about, dict) and about.get("id") == session)
        if isinstance(value.get("thought"), str):
            if is_own:
                yield value["thought"]
            return
        for one in value.values():
            if isinstance(one, dict | list):
                yield from _inside(one, session, is_own, depth + 1)
