"""Secrets that only the words before them betray: "the alarm code is …", "password: …".

Knows no provider's shape. After *password* nearly any value counts, after *token* or *key* it must look made
rather than said, after an identity document it must be mostly digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from noctuary.guard import vocabulary
from noctuary.guard.finder import Finder, Hit, lines_with, matching, widened
from noctuary.guard.values import (
    DATE,
    QUOTED_WORDS,
    has_digit,
    is_expression,
    is_hyphened_phrase,
    is_made,
    is_prose,
    is_said,
    is_strong,
    is_version,
    trimmed,
    value_of,
)

Test = Callable[[re.Match[str], str], bool]
Reading = tuple[re.Pattern[str], Test]
_DIGIT = re.compile(r"\d")
_DIGEST = re.compile(r"(?i)(?<![^\W_])(?:sha-?\d{1,3}|md5):\Z")
_NEEDS_DIGIT = frozenset((vocabulary.CHANGED_PASSWORD, vocabulary.CHANGED_SHORT, vocabulary.BARE_FOREIGN))


def _announced(kind: str, clue: str, gate: str, words: re.Pattern[str], *readings: Reading) -> Finder:
    """A finder of the values after one of the `words`: what the first pattern reads whose test takes it for a secret."""

    gate = widened(gate)
    undigited = tuple(one for one in readings if one[0] not in _NEEDS_DIGIT)

    def find(text: str, data: bytes) -> Iterator[Hit]:
        at = 0
        for start, end in lines_with(gate, text, data):
            last = max((hit.start() for hit in _DIGIT.finditer(text, start, end)), default=-1)
            for word in words.finditer(text, start, end):
                if word.start() < at:
                    continue
                fitting = readings if word.start() < last else undigited
                if span := _read(fitting, text, word.start(), end):
                    at = span[1]
                    yield kind, *span

    return Finder(widened(clue), find, "keys" if kind == "secret" else "words")


def _read(readings: tuple[Reading, ...], text: str, start: int, end: int) -> tuple[int, int] | None:
    for pattern, accepts in readings:
        hit = pattern.match(text, start, end)
        value = value_of(hit) if hit else ""
        if hit and value and accepts(hit, value):
            words = (
                QUOTED_WORDS.match(text, hit.start("value"), end)
                if accepts is _is_password and _is_quoted(hit)
                else None
            )
            return hit.start("value"), words.end() if words and not is_said(words[0]) else _end(hit, value)
    return None


def _end(hit: re.Match[str], value: str) -> int:
    """Where the value ends, also one longer than a pattern reads."""
    start = hit.start("value")
    if len(hit["value"]) < vocabulary.LONGEST:
        return start + len(value)
    rest = vocabulary.REST_OF_VALUE.match(hit.string, hit.end("value"))
    return start + len(trimmed(hit["value"] + (rest[0] if rest else "")))


def _is_phrase(hit: re.Match[str], value: str) -> bool:
    words = re.split(r"[ \t,-]+", value)
    is_one = _is_quoted(hit) or re.fullmatch(r"\w+(?:-\w+){3,}", value) is not None or _is_all(hit, value, words)
    return sum(map(is_prose, words)) <= (len(words) // 4 if is_one else 0)


def _is_all(hit: re.Match[str], value: str, words: list[str]) -> bool:
    """Whether small words alone stand between a colon or "=" and the end of their clause."""
    before = hit.string[hit.start() : hit.start("value")].rstrip(" \t\"'`*_")
    return before.endswith((":", "=")) and _ends_clause(hit, value) and all(word.islower() for word in words)


def _is_password(hit: re.Match[str], value: str) -> bool:
    is_marked = has_digit(value) or _is_quoted(hit) or re.search(r"[^\w.]|_", value[1:-1])
    if not is_marked and not _is_word(hit, value):
        return False
    words = QUOTED_WORDS.match(hit.string, hit.start("value")) if _is_quoted(hit) else None
    if words and value.isalpha():
        return not is_said(words[0])
    if is_expression(value) or DATE.fullmatch(value) or value.lower() in vocabulary.PROSE:
        return False
    if vocabulary.NAME.fullmatch(value) and not _is_quoted(hit):
        return False
    is_compound = re.fullmatch(r"[a-z]+(?:[-/'’][a-z]+)+|\d{1,3}", value) is not None
    return not is_marked or _is_quoted(hit) or not is_compound or is_hyphened_phrase(value)


def _is_word(hit: re.Match[str], value: str) -> bool:
    """A bare word after *password* is one if the clause ends with it and it says nothing about the password."""
    is_password = not hit[0].lower().startswith(("pwd", "secret"))
    return is_password and len(value) >= 4 and _ends_clause(hit, value) and not is_prose(value)


def _ends_clause(hit: re.Match[str], value: str) -> bool:
    end = hit.start("value") + len(value)
    rest = hit.string[end : end + 9].lstrip("\"'`*")
    return not rest or rest[0] in "\n\t.,;!?)" or rest.startswith(" \n")


def _is_mixed(hit: re.Match[str], value: str) -> bool:
    if is_expression(value) or len(value) < 5 or DATE.fullmatch(value) or is_version(value):
        return False
    if vocabulary.NAME.fullmatch(value):
        return False
    has_letter, has_upper = re.search(r"[^\W\d_]", value), re.search(r"[A-Z]", value[1:])
    has_mark = re.search(r"[^\w\s]|_", value[1:-1])
    return bool(has_letter and (has_digit(value) or (has_upper and has_mark)))


def _is_foreign(hit: re.Match[str], value: str) -> bool:
    """Of prose in many languages nothing is known: a bare word must stand after a colon."""
    is_plain = value.isalpha() and not _is_quoted(hit)
    between = hit.string[hit.start() : hit.start("value")]
    return _is_password(hit, value) and (not is_plain or re.search(r"[:=：＝>→]", between) is not None)


def _is_changed(hit: re.Match[str], value: str) -> bool:
    """ "set the password to …": a verb of change stands before the value or shortly after it."""
    around = hit.string[max(0, hit.start() - 48) : hit.end() + 24]
    return _is_strong(hit, value) and vocabulary.TURNED.search(around) is not None


def _is_short(hit: re.Match[str], value: str) -> bool:
    """No verdict ("PASS: …") and no round ("first pass: …")."""
    is_verdict = hit[0].startswith("PASS") and "=" not in hit.string[hit.start() : hit.start("value")]
    is_round = hit[0].lower().startswith("pass") and _stands_before(hit, vocabulary.BEFORE_PASS)
    return not is_verdict and not is_round and _is_strong(hit, value)


def _is_strong(hit: re.Match[str], value: str) -> bool:
    return is_strong(value)


def _is_before(hit: re.Match[str]) -> bool:
    """ "… is the new password": three classes of signs, or a mark among letters and digits."""
    value = hit["value"]
    classes = sum(1 for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[^\w.,;:!?]|_|[^\w]\w") if re.search(kind, value))
    return classes >= 3 and _is_strong(hit, value)


def _is_made(hit: re.Match[str], value: str) -> bool:
    is_digest = _DIGEST.search(hit.string, max(0, hit.start("value") - 12), hit.start("value")) is not None
    return is_made(value) and not is_digest and not _stands_before(hit, vocabulary.BEFORE_HARMLESS)


def _is_door_code(hit: re.Match[str], value: str) -> bool:
    word = hit[0].lower()
    is_pin = word.startswith(("pin", "puk", "cv", "otp"))
    if not is_pin and _stands_before(hit, vocabulary.BEFORE_HARMLESS):
        return False
    if not is_pin and not (_stands_before(hit, vocabulary.BEFORE_DOOR) or _names_place(hit)):
        return False
    if DATE.fullmatch(value) or is_expression(value) or is_version(value):
        return False
    if re.fullmatch(r"[#*]?\d{3,12}[#*]?|\d{2,4}(?:[-.]\d{2,4}){1,4}", value):
        return len(re.sub(r"\D", "", value)) >= 4 or word.startswith("cv")
    is_mixed = re.search(r"[A-Z]|\d[-#*]\w", value) and not re.search(r"[()\[\]{}/\\]", value)
    is_wire = word.startswith("pin") and re.fullmatch(r"[A-Za-z]+\d{1,2}", value)
    return len(value) >= 5 and has_digit(value) and bool(is_mixed) and not is_wire


def _names_place(hit: re.Match[str]) -> bool:
    """ "the code for the front door": the place stands between the word and the value."""
    return vocabulary.PLACE.search(hit.string, hit.start(), hit.start("value")) is not None


def _is_numbered(hit: re.Match[str], value: str) -> bool:
    digits = sum(sign.isdigit() for sign in value)
    return digits >= 5 and not any(sign.islower() for sign in value[1:-1]) and not DATE.match(value)


def _stands_before(hit: re.Match[str], pattern: re.Pattern[str]) -> bool:
    return pattern.search(hit.string, max(0, hit.start() - 16), hit.start()) is not None


def _is_quoted(hit: re.Match[str]) -> bool:
    start = hit.start("value")
    is_spaced = start > 1 and hit.string[start - 2] == "«"
    return is_spaced or (start > 0 and hit.string[start - 1] in "\"'`“‘«")


def _value_first() -> Finder:
    before = matching(
        "password",
        vocabulary.BEFORE_CLUE,
        widened(vocabulary.BEFORE_GATE),
        vocabulary.BEFORE_PASSWORD,
        "value",
        _is_before,
    )
    return before._replace(clue=widened(before.clue), automaton="words")


_CHANGED = (vocabulary.CHANGED_PASSWORD, _is_changed)
FINDERS = (
    _announced(
        "password",
        vocabulary.PHRASE_CLUE,
        vocabulary.PHRASE_GATE,
        vocabulary.PHRASE_WORDS,
        (vocabulary.AFTER_PHRASE, _is_phrase),
    ),
    _announced(
        "password",
        vocabulary.PASSWORD_CLUE,
        vocabulary.PASSWORD_GATE,
        vocabulary.PASSWORD_WORDS,
        (vocabulary.AFTER_PASSWORD, _is_password),
        _CHANGED,
        (vocabulary.COLON_PASSWORD, _is_strong),
    ),
    _announced(
        "password",
        vocabulary.FOREIGN_CLUE,
        vocabulary.FOREIGN_GATE,
        vocabulary.FOREIGN_WORDS,
        (vocabulary.AFTER_FOREIGN, _is_foreign),
        _CHANGED,
        (vocabulary.COLON_PASSWORD, _is_strong),
        (vocabulary.BARE_FOREIGN, _is_strong),
    ),
    _announced(
        "password",
        vocabulary.SHORT_CLUE,
        vocabulary.SHORT_GATE,
        vocabulary.SHORT_WORDS,
        (vocabulary.AFTER_SHORT, _is_short),
        (vocabulary.CHANGED_SHORT, _is_changed),
    ),
    _announced(
        "password",
        vocabulary.BARE_CLUE,
        vocabulary.BARE_GATE,
        vocabulary.BARE_WORDS,
        (vocabulary.BARE_PASSWORD, _is_mixed),
    ),
    _value_first(),
    _announced(
        "code",
        vocabulary.DOOR_CLUE,
        vocabulary.DOOR_GATE,
        vocabulary.DOOR_WORDS,
        (vocabulary.AFTER_DOOR, _is_door_code),
    ),
    _announced(
        "secret", vocabulary.KEY_CLUE, vocabulary.KEY_GATE, vocabulary.KEY_WORDS, (vocabulary.AFTER_KEY, _is_made)
    ),
    _announced(
        "identity",
        vocabulary.IDENTITY_CLUE,
        vocabulary.IDENTITY_GATE,
        vocabulary.IDENTITY_WORDS,
        (vocabulary.AFTER_IDENTITY, _is_numbered),
    ),
)
