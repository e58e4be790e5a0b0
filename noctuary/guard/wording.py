"""Secrets that only the words before them betray: "the alarm code is …", "password: …".

Knows no provider's shape. After *password* nearly any value counts, after *token* or *key* it must look made
rather than said, after an identity document it must be mostly digits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from noctuary.guard import vocabulary

_NOT_A_VALUE = re.compile(
    r"\[|\$|<|\{\{|%\(|os\.|env\.|process\.|self\.|config\.|settings\.|getenv|None\b|null\b|nil\b|true\b|false\b|"
    r"undefined\b|\*{3,}|x{4,}|\.{3}|…|~?/|\.\.?/|[a-z]+://|[A-Za-z]:\\"
)
_CODE = re.compile(r"\w\(|\w\.\w+\.\w|\)\.|=>|\|\||&&|\w\[")
_IDENTIFIER = re.compile(r"[a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+|[a-z]+\.[a-z_]+")
_NAMES = re.compile(r"[A-Z][A-Z0-9]+-\d{1,6}|[a-z0-9]+(?:[._/:-][a-z0-9]+)+|[\d.,:%]+\w{0,3}")
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{2,4}|\d\d?[:h]\d\d|\d\d?/\d{2,4}")
_DIGIT = re.compile(r"\d")
_FIVE_DIGITS = re.compile(r"\d(?:[A-Z .\-/]*\d){4}")
_REACH = 200
_OPENING = {")": "(", "]": "[", "}": "{"}


def by_wording(text: str, found: Counter[str]) -> str:
    """The text without values that follow a secret's name; `found` counts them by kind."""
    lowered = _lowered(text)
    for kind, stems, pattern, accepts in _RULES:
        if kind == "identity" and not _FIVE_DIGITS.search(text):
            continue
        named = [stem for stem in stems if stem in lowered]
        starts = sorted({start for stem in named for start in _places(lowered, stem)}) if named else []
        if kind != "password":
            starts = [start for start in starts if _has_digit_near(text, start)]
        if starts:
            text = _swap(text, starts, pattern, kind, accepts, found)
            lowered = _lowered(text)
    return text


def _has_digit_near(text: str, start: int) -> bool:
    end = text.find("\n", start, start + _REACH)
    return _DIGIT.search(text, start, end if end >= 0 else start + _REACH) is not None


def _lowered(text: str) -> str:
    """Lower case of the same length, so that places in it are places in the text."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)


def _places(text: str, stem: str) -> Iterator[int]:
    at = text.find(stem)
    while at >= 0:
        yield at
        at = text.find(stem, at + 1)


def _swap(text: str, starts: list[int], pattern: re.Pattern[str], kind: str, accepts: Test, found: Counter[str]) -> str:
    parts: list[str] = []
    at = 0
    for start in starts:
        hit = pattern.match(text, start) if start >= at else None
        value = _trimmed(hit["value"]) if hit else ""
        if hit and value and accepts(hit, value):
            found[kind] += 1
            parts += (text[at : hit.start("value")], f"[REDACTED:{kind}]")
            at = hit.start("value") + len(value)
    return "".join((*parts, text[at:]))


def _trimmed(value: str) -> str:
    """The value without the sentence's punctuation and without a bracket that was opened before it."""
    value = value.rstrip(".,;:!?。，、；）」")
    while value.endswith((")", "]", "}")) and value.count(value[-1]) > value.count(_OPENING[value[-1]]):
        value = value[:-1].rstrip(".,;:")
    return value


def _is_phrase(hit: re.Match[str], value: str) -> bool:
    return not any(_is_prose(word) for word in re.split(r"[ \t,-]+", value))


def _is_password(hit: re.Match[str], value: str) -> bool:
    if _is_expression(value) or _DATE.fullmatch(value):
        return False
    if _has_digit(value) or _is_quoted(hit) or re.search(r"[^\w.]|_", value[1:-1]):
        return not re.fullmatch(r"[a-z]+(?:[-/'’][a-z]+)+|\d{1,3}", value) or _is_quoted(hit)
    is_password = not hit[0].lower().startswith(("pwd", "secret"))
    return is_password and len(value) >= 4 and _ends_clause(hit, value) and not _is_prose(value)


def _ends_clause(hit: re.Match[str], value: str) -> bool:
    rest = hit.string[hit.start("value") + len(value) :].lstrip("\"'`*")
    return not rest or rest[0] in "\n.,;!?)"


def _is_prose(value: str) -> bool:
    word = value.lower()
    is_derived = word.endswith(("ed", "ing", "able", "ible", "ado", "ada", "iert"))
    return word in vocabulary.PROSE or is_derived or re.fullmatch(r"[A-Z_]{3,}", value) is not None


def _is_mixed(hit: re.Match[str], value: str) -> bool:
    if _is_expression(value) or len(value) < 5 or _DATE.fullmatch(value) or _is_version(value):
        return False
    has_letter, has_upper = re.search(r"[^\W\d_]", value), re.search(r"[A-Z]", value[1:])
    has_mark = re.search(r"[^\w\s]", value[1:-1])
    return bool(has_letter and (_has_digit(value) or (has_upper and has_mark)))


def _is_made(hit: re.Match[str], value: str) -> bool:
    if not _has_digit(value) or len(value) < 8 or _is_expression(value) or _DATE.match(value):
        return False
    if _is_version(value) or _NAMES.fullmatch(value) or re.search(r"[\[\](){}\\;|]", value):
        return False
    if _stands_before(hit, vocabulary.BEFORE_HARMLESS):
        return False
    classes = sum(1 for kind in (r"[a-z]", r"[A-Z]", r"[-_!@#$%&*+]") if re.search(kind, value))
    is_long = len(value) >= 12 and re.search(r"\d.*[a-z].*\d", value) is not None
    return classes >= 2 or is_long or re.fullmatch(r"[0-9a-f]{24,}", value) is not None


def _is_door_code(hit: re.Match[str], value: str) -> bool:
    word = hit[0].lower()
    is_pin = word.startswith(("pin", "puk", "cv", "otp"))
    if not is_pin and not _stands_before(hit, vocabulary.BEFORE_DOOR):
        return False
    if _DATE.fullmatch(value) or _is_expression(value) or _is_version(value):
        return False
    if re.fullmatch(r"[#*]?\d{3,12}[#*]?|\d{2,4}(?:[-.]\d{2,4}){1,4}", value):
        return len(re.sub(r"\D", "", value)) >= 4 or word.startswith("cv")
    is_mixed = re.search(r"[A-Z]|\d[-#*]\w", value) and not re.search(r"[()\[\]{}/\\]", value)
    return len(value) >= 5 and _has_digit(value) and bool(is_mixed)


def _is_numbered(hit: re.Match[str], value: str) -> bool:
    digits = sum(sign.isdigit() for sign in value)
    return digits >= 5 and not any(sign.islower() for sign in value[1:-1]) and not _DATE.match(value)


def _stands_before(hit: re.Match[str], pattern: re.Pattern[str]) -> bool:
    return pattern.search(hit.string, max(0, hit.start() - 16), hit.start()) is not None


def _is_quoted(hit: re.Match[str]) -> bool:
    start = hit.start("value")
    return start > 0 and hit.string[start - 1] in "\"'`“‘«"


def _has_digit(value: str) -> bool:
    return any(sign.isdigit() for sign in value)


def _is_version(value: str) -> bool:
    return re.fullmatch(r"v?\d+(?:\.\d+)+[\w.-]*", value) is not None


def _is_expression(value: str) -> bool:
    """Code, a path, a placeholder or a variable's name rather than a value."""
    is_code = _NOT_A_VALUE.match(value) or _CODE.search(value) or _IDENTIFIER.fullmatch(value)
    return is_code is not None


Test = Callable[[re.Match[str], str], bool]

_RULES: tuple[tuple[str, tuple[str, ...], re.Pattern[str], Test], ...] = (
    ("password", vocabulary.PHRASE_STEMS, vocabulary.AFTER_PHRASE, _is_phrase),
    ("password", vocabulary.PASSWORD_STEMS, vocabulary.AFTER_PASSWORD, _is_password),
    ("password", vocabulary.BARE_STEMS, vocabulary.BARE_PASSWORD, _is_mixed),
    ("code", vocabulary.DOOR_STEMS, vocabulary.AFTER_DOOR, _is_door_code),
    ("secret", vocabulary.KEY_STEMS, vocabulary.AFTER_KEY, _is_made),
    ("identity", vocabulary.IDENTITY_STEMS, vocabulary.AFTER_IDENTITY, _is_numbered),
)
