"""Parses a statement into a claim: subject, scope, typed values, polarity, marks. It compares nothing.

The parse is of words, not of grammar: what stands before the first verb-like break is the head (mostly the
subject), what stands after it the tail (mostly the value).
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from noctuary.model import Statement, Value
from noctuary.text import cues as marks
from noctuary.text import stops
from noctuary.text.language import Token, fold_word, words
from noctuary.text.names import Name, names
from noctuary.text.patterns import signs
from noctuary.text.plainly import plainly
from noctuary.text.stop_words import NEGATORS
from noctuary.text.values import Typed, code_spans, values

MOST_VALUES, MOST_WORDS = 40, 160
"""What of a statement is compared, value by value and word by word: more than any of the labelled pairs has."""
LONGEST = 1_000
"""Characters beyond which a text is no one statement; extraction cuts at 600, a human or an import may not."""
_BREAK = signs(
    r"(?<=\w)\s*[:=→|](?=\s)|\s=\s?|\s[→–-]\s|:\s|\b{claim.breaks}\b|[はが]|(?<=[㐀-鿿])[是在用]"
)
_CLAUSE_END = signs(r"[,;.!?()–|]\s|\s-\s|:\s|\b{claim.joins}\b|[，。、,;]")
_NEGATOR = re.compile(
    r"(?<!\w)(?:" + "|".join(sorted(NEGATORS - {"n't", "ne", "sin"}, key=lambda w: (-len(w), w)))
    + r"|\w+n['’]t|can ?not|free of|instead of|rather than)(?!\w)|🚫|❌|[不没沒別勿無]|ません|ない",
    re.IGNORECASE,
)  # fmt: skip
_NOT_NEGATION = signs("{claim.no_denial}")
_LABEL = signs(r"([^:`]{3,40}):\s(?=.*\b{claim.labelled}\b)")


class Claim(Value, frozen=True):
    """What one statement says, taken apart. `tokens` hold no values; `cues` are names of `cues.NAMES`.

    `qualifiers` are scope words (environment, season, room …) as (scope, word). `polarity` is +1 or -1 by the
    parity of negations; `status` is state | event | plan | hypothesis | question | quotation | history. Where tokens and
    the head stand is counted in `plain`, the text without leads and spelt plainly.
    """

    text: str
    said_on: dt.date | None
    subject: str
    tokens: tuple[Token, ...]
    values: tuple[Typed, ...]
    cues: frozenset[str]
    qualifiers: tuple[tuple[str, str], ...]
    polarity: int
    negations: int
    modality: str
    status: str
    head_end: int
    attribute: str = ""
    names: tuple[Name, ...] = ()
    is_label: bool = False
    has_break: bool = False
    plain: str = ""


@lru_cache(maxsize=1 << 14)
def _placed_claim(text: str, said_on: dt.date | None, subject: str, context: tuple[str, ...]) -> Claim:
    bare = _parse(text)
    where = _qualifiers(bare.tokens, bare.values, context)
    return replace(bare, said_on=said_on, subject=subject or bare.subject, qualifiers=where)


@lru_cache(maxsize=1 << 14)
def _parse(text: str) -> Claim:
    plain = plainly(text)[:LONGEST]
    former = marks.old_spans(plain)
    found = tuple(_dated(v, former) for v in values(plain)[:MOST_VALUES])
    masked = _mask(plain, found)
    label = _LABEL.match(plain)
    label_end = label.end(1) if label else 0
    head_end = _head_end(plain, label_end)
    codes = code_spans(plain)
    switches = [v for v in found if v.kind == "switch"]
    negated = _negated_spans(plain, (*codes, *((v.start, v.end) for v in switches)))
    negated += [(0, len(plain)) for v in switches if v.norm == (0.0,)]
    ends = [match.start() for match in stops.ends(_CLAUSE_END, plain)]
    tokens = tuple(
        _placed(t, head_end, _within(t.start, negated), label_end, _within(t.start, former), bisect(ends, t.start))
        for t in words(masked, codes)[:MOST_WORDS]
    )
    found_cues = _marks(plain, ends)
    return Claim(
        text=text, said_on=None, subject=_subject(tokens), tokens=tokens, values=found,
        cues=found_cues, qualifiers=(), polarity=-1 if len(negated) % 2 else 1,
        negations=len(negated), modality=_modality(found_cues), status=_status(found_cues),
        head_end=head_end, attribute=_attribute(tokens), names=names(plain, head_end),
        is_label=plain[head_end : head_end + 1] == ":", has_break=bool(_BREAK.search(plain, 1)), plain=plain,
    )  # fmt: skip


def _marks(text: str, ends: list[int]) -> frozenset[str]:
    """The marks of a text. What makes it a plan, a supposition or hearsay counts in its first whole clause alone.

    What follows is an aside: "the school starts at eight, which his mother thinks is early".
    """
    found = marks.cues(text)
    if found.isdisjoint(_UNREAL) or _SUBORDINATE.match(text):
        return found
    first = next((text[:end] for end in ends if text[:end].count(" ") >= _CLAUSE_WORDS and _BREAK.search(text, 1, end)), text)
    return found - (_UNREAL - marks.cues(first))


_UNREAL = frozenset(("hypothetical", "plan", "quoted", "history"))
_CLAUSE_WORDS = 4
_SUBORDINATE = re.compile(
    r"(?:for|in|on|at|when|while|because|since|from|starting|after|before|as|if|once|until|with|instead|although|though|to)\b", re.IGNORECASE
)


def claim(s: Statement) -> Claim:
    """The claim a statement makes, or the beginning of one of more than `LONGEST` characters; cached by all it has."""
    found = _placed_claim(s.text[:LONGEST], s.said_on, s.subject, s.context)
    return found if len(s.text) <= LONGEST else replace(found, text=s.text)


def claim_key(c: Claim) -> str:
    """A slot key that stays the same when only the value changes; "" where the statement has no clear slot."""
    head = sorted({t.key for t in c.tokens if t.head and t.weight >= 1.0 and not t.kinds})
    if not head or (not c.values and not any(t.kinds or t.kind in ("name", "code") for t in c.tokens if not t.head)):
        return ""
    scope = sorted(f"{scope}={word}" for scope, word in c.qualifiers if scope == "environment")
    kind = c.values[0].kind if c.values else next((k for t in c.tokens if not t.head for k in t.kinds[:1]), "name")
    return "|".join((" ".join(head), kind, *scope))


def _mask(text: str, found: tuple[Typed, ...]) -> str:
    chars = list(text)
    for value in found:
        chars[value.start : value.end] = " " * (value.end - value.start)
    return "".join(chars)


def _head_end(text: str, label_end: int) -> int:
    first = _BREAK.search(text, label_end + 2 if label_end else 1)
    return first.start() if first else len(text) // 2


def _within(start: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(lo <= start < hi for lo, hi in spans)


def _dated(value: Typed, former: Sequence[tuple[int, int]]) -> Typed:
    is_run = value.kind in _RUNS and value.near == "from"
    return replace(value, past=True) if _within(value.start, former) and not is_run else value


_RUNS = ("span", "dates", "weekdays", "range")
"""Kinds of value whose own words may read like a change ("from noon to 1 pm")."""


def _placed(token: Token, head_end: int, negated: bool, label_end: int, past: bool, clause: int) -> Token:
    is_head = token.start < head_end
    if not is_head and not negated and not past and not clause:
        return token
    return Token(
        text=token.text, key=token.key, weight=token.weight, kind=token.kind, pos=token.pos, start=token.start,
        concepts=token.concepts, kinds=token.kinds, scopes=token.scopes, negated=negated, head=is_head,
        label=token.start < label_end, past=past, clause=clause, verb=token.verb,
    )  # fmt: skip


def _negated_spans(text: str, told: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    spared = [*told, *(m.span() for m in _NOT_NEGATION.finditer(text))]
    spans = []
    for match in _NEGATOR.finditer(text):
        if any(lo <= match.start() < hi for lo, hi in spared):
            continue
        end = next(stops.ends(_CLAUSE_END, text, match.end()), None)
        is_trailing = not text[match.end() : match.end() + 3].strip(" .!?,")
        spans.append((0 if is_trailing else match.start(), end.start() if end else len(text)))
    return spans


def _subject(tokens: tuple[Token, ...]) -> str:
    named = next((t.text for t in tokens if t.head and t.kind in ("name", "code", "maybe")), "")
    return named or next((t.text for t in tokens if t.weight >= 1.0), "")


def _attribute(tokens: tuple[Token, ...]) -> str:
    return " ".join(t.text for t in tokens if t.head and t.kind not in ("name",) and not t.kinds)[:60].strip()


def _qualifiers(
    tokens: tuple[Token, ...], found: tuple[Typed, ...], context: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    own = [(scope, t.key) for t in tokens for scope in t.scopes]
    named = [t.text for t in tokens if t.kind == "code" and not t.scopes]
    named += [v.text for v in found if v.kind in ("path", "url")]
    for name in named:
        own += [("environment", _ENV[part]) for part in re.split(r"[-_./]", fold_word(name)) if part in _ENV]
    label = context[-1] if context else ""
    own += [(scope, t.key) for t in words(label) for scope in t.scopes if scope == "environment"]
    return tuple(sorted(set(own)))


_ENV = {
    "dev": "dev", "prod": "prod", "live": "prod", "staging": "staging", "stage": "staging", "stg": "staging",
    "test": "testenv", "qa": "testenv", "ci": "ci", "local": "locally",
}  # fmt: skip


def _modality(found: frozenset[str]) -> str:
    for name in ("must", "prefer", "may"):
        if name in found:
            return name
    return "is"


def _status(found: frozenset[str]) -> str:
    for name, status in (
        ("question", "question"), ("hypothetical", "hypothesis"), ("quoted", "quotation"),
        ("plan", "plan"), ("history", "history"), ("event", "event"),
    ):  # fmt: skip
        if name in found:
            return status
    return "state"
