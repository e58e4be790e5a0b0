"""What a value looks like by itself: chosen by a person, made by a machine, or prose, code and placeholders.

Knows no word that announces it and no place it stands in.
"""

from __future__ import annotations

import functools
import itertools
import re

from noctuary.guard import languages
from noctuary.guard.vocabulary import NAME, PROSE

_NOT_A_VALUE = re.compile(
    r"\[|\$+(?:[A-Za-z_({\d]|\Z)|<|\{|%\(|%[A-Za-z_]+%?\Z|os\.|env\.|process\.|self\.|config\.|settings\.|getenv|"
    r"None\b|null\b|nil\b|NULL\b|true\b|false\b|True\b|False\b|undefined\b|"
    r"(?i:sha-?\d{1,3}|md5):|\d{1,3}(?:文字|桁|位|字符|個|个|자리|글자)|"
    r"\*{3,}|x{4,}|X{4,}|\.{3}|…|•{2,}|~?/|\.\.?/|[a-z]+://|[A-Za-z]:[\\/]|\(\w|!(?:vault|secret|env)\Z|&\[|\x00|-{1,2}[a-z]|REDACTED"
)
_CODE = re.compile(r"\.{3}\Z|…\Z|\w\(|\w\.\w+\.\w|\)\.|=>|\|\||&&|\w\[|::")
_IDENTIFIER = re.compile(
    r"[a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+|[A-Za-z_]+(?:\.[A-Za-z_]+)+|(?:[A-Z][a-z]+){2,}"
)
_EXAMPLE = re.compile(
    r"(?i)[<\[{(]?(?:(?:your|my|the|some|an?|insert|enter|put|add|new|old)[-_ ]?){1,2}"
    r"(?:\w{0,12}[-_ ]?)?(?:pass(?:word|wd)?|pw|pwd|secrets?|tokens?|key|value|here|cookie|hash|creds?)"
    r"\w{0,4}[-_ ]?(?:here)?[>\]})]?|"
    r"(?:your|my|the|some|insert|enter)[-_][a-z_-]{1,60}|"
    r"(?:pass(?:word|wd|phrase)?|pw|pwd|pswd|secrets?|tokens?|user(?:name)?|api[-_]?key|credentials?|"
    r"cookies?)\d?|change[-_]?(?:me|it|this)|"
    r"placeholder|redacted|masked|hidden|removed|example|sample|dummy|string|foo(?:bar)?|bar|baz|"
    r"n/a|tbd|todo|fixme|\?+|-+|_+|\.+"
)
DATE = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{2,4}|\d\d?[:h]\d\d|\d\d?/\d{2,4}")
_NAMES = re.compile(
    r"[A-Z][A-Z0-9]+-\d{1,6}|[a-z0-9]+(?:[._/:-][a-z0-9]+)+|[\d.,:%]+\w{0,3}|@.*|\w+=\w{0,3}|[\w./-]+/[\w.-]+\.["
    r"a-z]{1,5}"
)
_DRAWN = re.compile(r"(?<![a-z0-9])(?=[a-z0-9]{16})(?:[a-z]{0,40}+\d{1,40}+(?=[a-z])){3}")
"""A part of a name in which letters and digits alternate as they do in no name."""
_FILE = re.compile(
    r"[\w-]+\.[A-Za-z]{1,5}|[A-Z][A-Z0-9]+-\d{1,6}|[\d.,:%]+[\w/]{0,6}|@.*|\w+=\w{0,3}|[\w./-]+/[\w./-]*|"
    r"[\w.-]*\\[\w.\\-]*"
)
"""A file, a ticket, a measure, a handle, a path."""
_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_HEX = re.compile(r"(?:0x)?(?=[a-f]*\d)(?:[0-9a-f]{16,}|[0-9A-F]{16,})")
_PADDED = re.compile(r"(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[^0-9]*[0-9])[A-Za-z0-9+/]{22,}={1,2}")
"""Base64 that may begin as a path does."""
_ROOTED = re.compile(r"/[A-Za-z0-9+/]{31,}={0,2}")
"""Base64 that begins as a path does, as one key in 64 may."""
_BASE64 = re.compile(r"(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?:[A-Za-z0-9+/_-]{16,}={0,2})")

_KEYWORDS = frozenset(
    (
        "await async return function const let var typeof this request req input form field param params args yield "
        "lambda import export public static final class def func type hash bcrypt argon2 crypto user username login "
        "name email"
    ).split()
)
"""Words of programs that stand where a value may."""
_VERBAL, _LONGEST_VERBAL = re.compile(languages.VERBAL), 8
_DIGIT, _LETTER = re.compile(r"\d"), re.compile(r"[^\W\d_]")
_once = functools.lru_cache(maxsize=1 << 10)
"""A line that says one value ten thousand times has it judged once."""
_OPENING = {")": "(", "]": "[", "}": "{"}


@_once
def trimmed(value: str) -> str:
    """The value without the sentence's punctuation and without a bracket that was opened before it."""
    value = value.rstrip(".,;:!?。，、；）」")
    if verbal := _VERBAL.search(value, max(0, len(value) - _LONGEST_VERBAL)):
        value = value[: verbal.start()]
    while value.endswith((")", "]", "}")) and value.count(value[-1]) > value.count(_OPENING[value[-1]]):
        value = value[:-1].rstrip(".,;:")
    return value


def value_of(hit: re.Match[str]) -> str:
    """What a match's `value` holds: all of it where it stands alone in backticks, else without a sentence's signs."""
    start, end = hit.span("value")
    is_enclosed = hit.string[start - 1 : start] == "`" == hit.string[end : end + 1]
    return hit["value"] if is_enclosed else trimmed(hit["value"])


def loud(hit: re.Match[str], value: str) -> str:
    """The value with the exclamation mark behind it, which counts where a value is judged by its classes of signs."""
    return value + "!" if hit["value"].startswith(value + "!") else value


def has_letter(value: str) -> bool:
    """Whether a letter of any script is among the signs."""
    return _LETTER.search(value) is not None


def has_digit(value: str) -> bool:
    """Whether a digit is among the signs."""
    return _DIGIT.search(value) is not None


def is_version(value: str) -> bool:
    """Whether this is a version or an address of numbers."""
    return re.fullmatch(r"v?\d+(?:\.\d+)+[\w.-]*", value) is not None


def _is_base64(value: str) -> bool:
    return _PADDED.fullmatch(value) is not None or (_ROOTED.fullmatch(value) is not None and _alternates(value))


@_once
def is_expression(value: str) -> bool:
    """Code, a path, a placeholder or a variable's name rather than a value."""
    if _is_base64(value):
        return False
    is_code = _NOT_A_VALUE.match(value) or _CODE.search(value) or _IDENTIFIER.fullmatch(value)
    return is_code is not None or _EXAMPLE.fullmatch(value) is not None


_DERIVED = ("ed", "ing", "able", "ible", "ado", "ada", "iert", "toria", "torio")
_PLAIN = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


def is_prose(value: str) -> bool:
    """A word that says something about a password and is none."""
    word = value.lower()
    is_derived = word.endswith(_DERIVED) and _PLAIN.fullmatch(word) is not None
    is_foreign = word[:1] > "\u0e80" and not re.search("[a-z0-9]", word)
    return (
        word in PROSE or word in _KEYWORDS or is_derived or is_foreign or re.fullmatch(r"[A-Z_]{3,}", value) is not None
    )


_LABELS = re.compile(
    r"(?i)pass|pwd|pw\b|kennwort|contrase|clave|senha|wachtwoord|parol|hasł|hesl|please|enter|type|forgot|confirm|"
    r"repeat|show|hide|bitte|eingeb|vergess|bestätig|wiederhol|introdu|olvid|saisi|entrez|oubli|inserisc|voer|character|zeichen"
)
_WORDS = re.compile(r"[^\W\d_]+")
QUOTED_WORDS = re.compile(
    r"[^\s\"'`“”„«»<>\x00]{1,64}(?:[ ](?![\"'`“”„«»])[^\s\"'`“”„«»<>\x00]{1,64}){1,7}(?=[ ]?[\"'`”“»])"
)
"""What stands within quotation marks, from its first sign, if it is more than one word."""


@_once
def is_said(words: str) -> bool:
    """Some words that speak of a password, as on a button or in a hint, rather than being one."""
    every = _WORDS.findall(words)
    is_labelled = words.endswith(("?", "…", "...")) or _LABELS.search(words) is not None
    return is_labelled or sum(map(is_prose, every)) * 3 > len(every)


_HYPHENED = re.compile(r"[a-z]{3,9}(?:-[a-z]{3,9}){3,7}")
_OF_NAMES = re.compile(r"pass|secret|cred|vault|token|key|auth|user|login|time|use|only|self|must|hand|face|edge|step")


@_once
def is_hyphened_phrase(value: str) -> bool:
    """Four words or more drawn by lot and joined; no adjective, no name of a thing that is stored elsewhere."""
    is_joined = _HYPHENED.fullmatch(value) is not None and _OF_NAMES.search(value) is None
    return is_joined and not any(map(is_prose, value.split("-")))


@_once
def is_drawn(value: str) -> bool:
    """32 signs or more of three classes that alternate as chance does, marks and blanks among them."""
    has_marks = len(set(re.findall(r"[^\w\s]", value))) >= 4
    return len(value) >= 32 and has_marks and _alternates(re.sub(r"\A(?:[a-z]+-){1,4}", "", value))


def _alternates(value: str) -> bool:
    """Three classes of signs or more that follow each other as chance has it, as they do in no path and no code."""
    kinds = ["d" if one.isdigit() else "u" if one.isupper() else "l" if one.isalpha() else "m" for one in value]
    changes = sum(one != other for one, other in itertools.pairwise(kinds))
    return len(set(kinds)) >= 3 and changes >= 0.42 * len(value)


@_once
def is_chosen(value: str) -> bool:
    """What a person may have chosen for a password: any word that is neither prose nor code."""
    if len(value) < 4 or is_expression(value) or is_prose(value) or DATE.fullmatch(value) or is_version(value):
        return False
    return has_letter(value) or sum(map(str.isdigit, value)) >= 4


@_once
def is_strong(value: str) -> bool:
    """Letters and digits, no code, file, ticket or name of a method."""
    if len(value) < 6 or is_expression(value) or is_version(value) or DATE.match(value):
        return False
    return has_letter(value) and has_digit(value) and not _FILE.fullmatch(value) and not NAME.fullmatch(value)


_PRICE = re.compile(r"[~≈<>+-]*[$€£¥₹]\d")


@_once
def is_made(value: str) -> bool:
    """Eight signs or more with a digit that no person would say: no name of a thing, no version, date or price."""
    if not has_digit(value) or len(value) < 8 or is_expression(value) or DATE.match(value) or _PRICE.match(value):
        return False
    is_name = _NAMES.fullmatch(value) and not _DRAWN.search(value)
    if is_version(value) or is_name or re.search(r"[\[\](){}\\;|]", value):
        return False
    classes = sum(1 for kind in (r"[a-z]", r"[A-Z]", r"[-_!@#$%&*+]") if re.search(kind, value))
    is_long = len(value) >= 12 and re.search(r"\d.*[a-z].*\d", value) is not None
    return classes >= 2 or is_long or re.fullmatch(r"[0-9a-f]{24,}", value) is not None


@_once
def is_key(value: str) -> bool:
    """What a machine makes for a key: a hash, a UUID, base64, letters among digits; nothing that names a thing."""
    if _is_base64(value):
        return True
    if not (has_digit(value) or value.endswith("=")) or is_expression(value):
        return False
    if DATE.match(value) or is_version(value):
        return False
    if _UUID.fullmatch(value) or _HEX.fullmatch(value):
        return True
    is_random = _BASE64.fullmatch(value) is not None and (has_digit(value) or value.endswith("="))
    return is_made(value) or (is_random and not NAME.fullmatch(value))
