"""Values that wording and place give away together, weighed by what was learned of secrets told and of real text.

A line in which a secret is named, or that stands below a label or heading that names one, is cut into tokens. A token
is a candidate by its shape; which candidate is a secret is decided by a logistic regression over named features: its
shape, how far from which word it stands, what leads to it and what follows (weights in `weights_of_places`, learned by
`python -m benchmarks.places`). A hash, a path, a link, a version or an identifier is never a candidate.
"""

from __future__ import annotations

import itertools
import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from noctuary.guard import languages
from noctuary.guard.cued import CLUE, Cue, cues
from noctuary.guard.finder import Finder, Hit, places
from noctuary.guard.plain import is_quality
from noctuary.guard.values import DATE, is_expression, is_prose, is_version
from noctuary.guard.vocabulary import NAME
from noctuary.guard.weights_of_places import BAR, BIAS, WEIGHTS
from noctuary.text.vectors import vocabulary

_SIGN = r"\s\"'`“”„‘’«»<>|()\[\]{},;，。；：、（）「」『』\x00"
_WIDE = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_WIDE}]+|[^{_SIGN}{_WIDE}]+")
_LEADING, _TRAILING = "*_~=:>→-+#", "*_~.:!?=→"
_FIELD = re.compile(r"[\w.-]{2,40}[=:](?=[^/=])")
_SHORTEST, _LONGEST, _LINE = 4, 70, 600
_MOST_CUES = 8
"""A line with more of them lists words; no line of the written texts has more than four."""
_NEVER = re.compile(
    "|".join(
        (
            # hashes, UUIDs, public keys
            r"(?:0x)?[0-9a-fA-F]{7,}|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|AAAA[BCE].*",
            # links, paths, hosts, files
            r"\w+:/\S*|.*://.*|~?/.*|\.{1,2}/.*|[\w.-]+/[\w./@#=-]*|[A-Za-z]:\\.*",
            r".*[\w-]+\.(?:com|org|net|io|dev|ai|md|json|ya?ml|py|js|ts|sh|toml|txt|local|lan|html?|pdf|png|csv|log|"
            r"example|de)(?:[/:].*)?",
            # tickets, addresses, measures
            r"[\w.-]*#\d+|@.*|.+@[\w-]+\..*|[A-Z][A-Z0-9]+-\d+|[A-Z]?[a-z]+-\d{1,3}",
            r"[\d.,:/~≈<>+%-]+[a-zA-Z°%]{0,3}|\d+(?:st|nd|rd|th|px|ms|gb|mb|kb|k|x|h|m|s|am|pm)|v\d.*",
            # names in code, joined words
            r"[A-Z][A-Z0-9_]*=?|[a-z]+(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z]+)+\d*|(?:[A-Z][a-z0-9]+){2,}(?:\.\d+)?",
            r"[a-z]+(?:-[a-z]+)+|[A-Z][a-z]+(?:-[A-Z]\w+)+|[A-Za-z]+\+[A-Za-z]+|[a-z0-9]+(?::[a-z0-9]+)+",
            # code, placeholders
            r"\w+\(.*|&.*|\$.*|%.*|--?[a-z].*|!\w+\.\w.*|.*\.\..*|.*A-Za-z.*|.*\\[nrt].*",
            r"[A-Za-z0-9]{1,24}=[a-z0-9.]{1,8}|.*(.)\1{3}.*|.*REDACTED.*",
        )
    )
)
_NAMES_A_WORD = frozenset(("password", "net"))
"""The cues that may tell a word; a login or a lock is mostly told of in words that are none."""
_MAY_BE = re.compile(r"\d|[a-z][A-Z]|[#!$%&*+?^~]|[a-z][-_.][a-z]")
_PUBLIC = re.compile(
    r"(?i)(?:public[ _-]?key|fingerprint|sha-?\d*|checksum|digest|commit|ssh-(?:ed25519|rsa)|ecdsa[\w-]*|serial|"
    r"version)\W*\Z"
)
"""What is no secret, whatever it looks like."""
_PUBLIC_WITHIN = 24
_DIGITS = re.compile(r"[#*]?\d{4,10}[#*]?")
_WORD = re.compile(r"[^\W\d_]{4,32}")
_ODD = re.compile(r"[#!$%&*+?^~@=]")
_JOINED = re.compile(r"[^\W_]+(?:[-_.+&][^\W_]+)+")
_IS = re.compile(
    rf"(?i)(?:is|was|ist|war|lautet|es|est|è|é|are|{languages.IS}|now|jetzt|ahora|still|noch|は|が|是|为|為|c['’]est)\Z"
)
_LEAD = re.compile(
    r"(?i)(?:with|using|use|mit|con|avec|com|met|med|z|с|to|auf|as|als|como|type|enter|by|pakai|dengan|was|of|instead|"
    r"not|statt|nicht|sondern)\Z"
)
_GLUE = "\"'`“„«*_([ "
_MARKUP = " -*>#|0123456789.•"
_QUOTES = (("`", "tick"), *((sign, "quote") for sign in "\"'“„«「『"), ("*", "bold"), ("(", "bracket"))
_LENGTHS = ((5, "short"), (8, "eight"), (12, "twelve"), (20, "twenty"), (_LONGEST, "long"))
_ENDS = (("colon", (":", "：")), ("equals", ("=",)), ("arrow", ("→", "->", "=>")), ("slash", ("/",)), ("bar", ("|",)),
         ("comma", (",", "，", "、")), ("dash", ("–", "—", " -")))  # fmt: skip
_RIGHT = (
    ("end", re.compile(r"[\"'`”»*_)\].!? 」』]*\Z")),
    ("mark", re.compile(r"[\"'`”»*_)」』]*[,.;!?)]")),
    ("bar", re.compile(r"[\"'`”»*_) ]*\|")),
    ("colon", re.compile(r"[\"'`*_]*[:=]")),
    ("word", re.compile(r"[\"'`”»*_)」』]*[ ]?[^\W\d_]")),
)
_BELOW = 8
"""Lines below a label or heading that it speaks for; what is found in one is told to the next (`_sibling`)."""
_LABEL = re.compile(r"[ \t]*(?:#{1,6}[ \t].*|\*\*[^*]*\*\*[ :：]*|.*[:：][ *_`]*|[^.!?:]{1,60})\Z")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")


class Weighed(NamedTuple):
    """A candidate in its line, and the names of its features."""

    start: int
    end: int
    features: tuple[str, ...]


def candidates(line: str, here: Sequence[Cue], above: Sequence[str] = ()) -> Iterator[Weighed]:
    """The candidates of a line below lines that name secrets of the kinds `above`.

    A word of a language whose verbs have no form known here is one only behind a sign or a word that leads to it:
    "şifre değiştirildi" says that it was changed.
    """
    if len(here) > _MOST_CUES or not (here or above):
        return
    tokens = list(_tokens(line))
    told = [(*_reach(tokens, cue), cue.kind) for cue in here if cue.kind in _NAMES_A_WORD]
    for number, (start, end) in enumerate(tokens):
        value = line[start:end]
        is_word = _WORD.fullmatch(value) is not None
        if is_word and not any(first <= number <= last for first, last, _ in told) and (not above or len(tokens) > 3):
            continue
        shape = _shape(value, is_word)
        is_cue = any(cue.start < end and start < cue.end for cue in here)
        if not shape or is_cue or _PUBLIC.search(line, max(0, start - _PUBLIC_WITHIN), start):
            continue
        found = _features(line, tokens, number, shape, here, above)
        if shape != "word" or value.isascii() or "after word" not in found:
            yield Weighed(start, end, found)


def _reach(tokens: Sequence[tuple[int, int]], cue: Cue) -> tuple[int, int]:
    """The numbers of the first and the last token that may be the word which a cue tells."""
    return bisect_left(tokens, (cue.start, 0)) - 2, bisect_left(tokens, (cue.end, 0)) + 3


@lru_cache(maxsize=1 << 12)
def log_odds(features: tuple[str, ...]) -> float:
    """How likely a candidate with these features is a secret, as log odds."""
    return BIAS + math.fsum(WEIGHTS.get(one, 0.0) for one in features)


def _tokens(line: str) -> Iterator[tuple[int, int]]:
    for hit in _TOKEN.finditer(line):
        start, end = hit.span()
        while start < end and line[start] in _LEADING:
            start += 1
        while start < end and line[end - 1] in _TRAILING:
            end -= 1
        if field := _FIELD.match(line, start, end):
            yield start, field.end() - 1
            start = field.end()
        if start < end:
            yield start, end


def _shape(value: str, is_word: bool) -> str:
    """What a value looks like, "" for what is no candidate."""
    if not _SHORTEST <= len(value) <= _LONGEST:
        return ""
    if is_word:
        return "" if is_prose(value) or is_quality(value) or len(set(value)) == 1 else "word"
    if not _MAY_BE.search(value):
        return ""
    if _DIGITS.fullmatch(value):
        return "digits"
    if _NEVER.fullmatch(value) or DATE.match(value) or is_version(value) or is_expression(value):
        return ""
    has_digit, has_letter = any(map(str.isdigit, value)), any(map(str.isalpha, value))
    if not has_letter:
        return ""
    if _changes(value) >= 4 and (has_digit or _ODD.search(value)) and not _JOINED.fullmatch(value):
        return "drawn"
    if _JOINED.fullmatch(value):
        return "joined drawn" if has_digit and _changes(value.replace("-", "").replace("_", "")) >= 3 else "joined"
    return "name" if NAME.fullmatch(value) else "mixed" if has_digit else "odd"


def _changes(value: str) -> int:
    kinds = ["d" if one.isdigit() else "u" if one.isupper() else "l" if one.isalpha() else "m" for one in value]
    return sum(one != other and (one, other) != ("u", "l") for one, other in itertools.pairwise(kinds))


def _features(
    line: str, tokens: Sequence[tuple[int, int]], number: int, shape: str, here: Sequence[Cue], above: Sequence[str]
) -> tuple[str, ...]:
    start, end = tokens[number]
    value = line[start:end]
    left = line[:start].rstrip(_GLUE)
    leads = _leads(left)
    follows = next((name for name, form in _RIGHT if form.match(line, end)), "other")
    quoted = next((name for sign, name in _QUOTES if sign in line[len(left) : start]), "")
    near = (*sorted(_distances(tokens, number, here)), *(f"{kind} above" for kind in above))
    marks = (
        *(("mark within",) if _ODD.search(value) else ()), *(("foreign",) if not value.isascii() else ()),
        *(("beside a find",) if "\x00" in line else ()),
        *(("frequent",) if shape == "word" and value.lower() in vocabulary() else ()),
        *(("capital",) if value[0].isupper() else ()), *(("alone",) if len(tokens) <= 2 else ()),
        f"changes {min(_changes(value), 7)}", next(name for most, name in _LENGTHS if len(value) <= most),
    )  # fmt: skip
    return _named(shape, leads, follows, (*near, *((f"in {quoted}",) if quoted else ()), *marks))


@lru_cache(maxsize=1 << 12)
def _named(shape: str, leads: str, follows: str, marks: tuple[str, ...]) -> tuple[str, ...]:
    """All features of a candidate: each by itself, each with the shape, and what leads to it with what follows."""
    told = (f"after {leads}", f"before {follows}", *marks)
    return (shape, *told, *(f"{shape}: {one}" for one in told), f"{leads} … {follows}")


def _leads(left: str) -> str:
    """What a value stands behind: a line's start, a sign, or which kind of word."""
    if not left.strip(_MARKUP):
        return "start"
    by_sign = next((name for name, ends in _ENDS if left.endswith(ends)), "")
    return by_sign or ("is" if _IS.search(left[-14:]) else "lead" if _LEAD.search(left[-14:]) else "word")


def _distances(tokens: Sequence[tuple[int, int]], number: int, here: Sequence[Cue]) -> Iterator[str]:
    """How many tokens stand between a candidate and the nearest cue of each kind, before it and behind it."""
    start = tokens[number][0]
    nearest: dict[str, int] = {}
    for cue in here:
        if cue.end <= start:
            name, between = f"{cue.kind} before", number - bisect_left(tokens, (cue.end, 0))
        else:
            name, between = f"{cue.kind} behind", bisect_left(tokens, (cue.start, 0)) - number - 1
        nearest[name] = min(nearest.get(name, 99), max(0, between))
    for name, between in nearest.items():
        yield f"{name} {between if between < 3 else '3-5' if between < 6 else 'far'}"


def lines_of(text: str, data: bytes) -> Iterator[tuple[int, str, tuple[Cue, ...], tuple[str, ...]]]:
    """Each line that may hold a secret: where it begins, its words, its cues, and the kinds of the label above it."""
    done = -1
    for first, last in places(CLUE, text, data):
        if first < done:
            continue
        start = text.rfind("\n", 0, first) + 1
        stop = text.find("\n", last)
        stop = len(text) if stop < 0 else stop
        done = stop
        if stop - start > _LINE:
            continue
        line = text[start:stop]
        here = cues(line)
        yield start, line, here, _sibling(text, start, stop)
        if _LABEL.match(line):
            yield from _below(text, stop, tuple(dict.fromkeys(cue.kind for cue in here)))


def _sibling(text: str, start: int, stop: int) -> tuple[str, ...]:
    """("find",) where the line before or behind holds something that was found already."""
    before = text.rfind("\n", 0, max(0, start - 1)) + 1
    behind = text.find("\n", stop + 1)
    near = (
        text[max(before, start - _LINE) : start] + text[stop : min(len(text) if behind < 0 else behind, stop + _LINE)]
    )
    return ("find",) if "\x00" in near else ()


def _below(text: str, stop: int, kinds: tuple[str, ...]) -> Iterator[tuple[int, str, tuple[Cue, ...], tuple[str, ...]]]:
    blanks = 0
    for _ in range(_BELOW):
        start = stop + 1
        if start >= len(text):
            return
        stop = text.find("\n", start)
        stop = len(text) if stop < 0 else stop
        line = text[start:stop] if stop - start <= _LINE else ""
        if _FENCE.match(line):
            continue
        if not line.strip():
            blanks += 1
            if blanks > 1:
                return
            continue
        here = cues(line)
        if line.startswith("#") or any(cue.kind != "account" for cue in here):
            return
        yield start, line, here, (*kinds, *_sibling(text, start, stop))


@lru_cache(maxsize=1 << 14)
def _told(line: str, above: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Where a line tells secrets; a text is looked through again once something in it was found."""
    found = candidates(line, cues(line), above)
    return tuple((one.start, one.end) for one in found if log_odds(one.features) >= BAR)


def _values(text: str, data: bytes) -> Iterator[Hit]:
    found = {
        (start + first, start + last)
        for start, line, _, above in lines_of(text, data)
        for first, last in _told(line, above)
    }
    yield from (("password", *span) for span in sorted(found))


FINDERS = (Finder(CLUE, _values, "weighed"),)
