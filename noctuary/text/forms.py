"""What form a statement's text has, whatever it says: a field of a record, an entry of a log, a report, an instance.

Reads the text alone and compares nothing; `excuses` tells what follows for a pair.
"""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.text.openings import opening
from noctuary.text.patterns import signs
from noctuary.text.relations import is_past

_DONE = signs(r"^(?:[-*•]\s*)?(?:\[[xX]\]|✅|☑|[\W_]*{form.done}\b)")
_FIELD = signs(r"^\W*(?:\w+ )?{form.field}\W*[:=]")
_PLACED = signs(r"^\W*(?:\w+ )?{form.placed}\W*[:=]")
_INSTANCE = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{13,}|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b|\d{8}T?_?\d{4,}|"
    r"\b\d+(?:-\d+){3,}-[\dxX]\b|https?://\S+/[^\s/]+\.\w{2,5}\b"
)
_BARE = re.compile(r"`[^`]+`|\S+")
_RECORD = re.compile(r"^\W*[a-z]+(?:_[a-z0-9]+)+\W*[:=]")
_NOTHING = signs(r"\b{form.nothing}\b[^.;:!?]{0,240}?[^\w.;:!?]{form.changed}\w*")
_OCCASION = re.compile(
    r"\b(?:last|this|next|one|that|the other) (?:week|month|night|weekend|summer|winter|spring|year|day|morning|evening|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\b(?:yesterday|recently|today|ago)\b|"
    r"\b(?:first|second|third|fourth|fifth|last|next) (?:time|one|tournament|race|match|game|trip|class|session|concert)\b",
    re.IGNORECASE,
)
_NOW = ("am", "are", "is", "has")
_HOLE = re.compile(r"\{[A-Za-z]\w*\}|<[a-z][\w-]*>|YYYY")
_ADDED = signs(r"^(?:[-*•✅]\s*|\[[xX]\]\s*)*{form.added}\b")
_RESULT = re.compile(
    r"\b\d+(?:/\d+)?\W{0,3}(?:tests? |gates? |checks? )?(?:passed|passing|failed|ok\b|green)", re.IGNORECASE
)


def is_field(text: str) -> bool:
    """Whether a text opens as a field of a record does (`Title: …`, `date = …`)."""
    return bool(_FIELD.match(text))


def is_placed(text: str) -> bool:
    """Whether what a text is of stands elsewhere: it opens as a field, or as a state or size of something unnamed."""
    return is_field(text) or bool(_PLACED.match(text))


def is_record(text: str) -> bool:
    """Whether a text opens with a machine's key (`next_step: …`)."""
    return bool(_RECORD.match(text))


@lru_cache(maxsize=65536)
def is_logged(text: str) -> bool:
    """Whether a text is an entry of a log: work done, or how a run went."""
    return bool(_DONE.match(text) or _RESULT.search(text))


def is_added(text: str) -> bool:
    """Whether a text opens by telling that something was made."""
    return bool(_ADDED.match(text))


def is_bare(text: str) -> bool:
    """Whether a text is one word, name or code span."""
    return bool(_BARE.fullmatch(text.strip(" *_.-")))


def has_hole(text: str) -> bool:
    """Whether a text is a pattern to be filled in (`{name}`, `<id>`)."""
    return bool(_HOLE.search(text))


@lru_cache(maxsize=65536)
def says_unchanged(text: str) -> bool:
    """Whether a text reports that nothing changed, or none of the things it lists."""
    return bool(_NOTHING.search(text))


@lru_cache(maxsize=65536)
def instances(text: str) -> frozenset[str]:
    """The identifiers in a text that name one instance: hashes, UUIDs, stamps, catalogue numbers, files at a URL."""
    return frozenset(_INSTANCE.findall(text))


def is_episode(text: str) -> bool:
    """Whether a text tells what somebody did on an occasion ("Ann won a race last week")."""
    words = text.split()
    is_named = opening(*(word.casefold() for word in words)) not in ("vague", "definite")
    verbs = [word for word in words[1:4] if word.islower() and (is_past(word) or (is_named and word in _NOW))]
    return bool(verbs) and words[0][:1].isupper() and bool(_OCCASION.search(text))
