"""The providers' rules of gitleaks, run as they are written. Holds none: they are data, gitleaks.json beside it.

One thing is changed: a value may also end at the comma, bracket or full stop of a sentence, not only of code.

`python -m benchmarks.derive_rules` makes that file. RE2 runs a pattern in time linear in the text.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from importlib import resources
from typing import Any

import msgspec

from noctuary.guard.finder import Finder, Hit, compiled
from noctuary.guard.randomness import entropy
from noctuary.model import Value

_FAMILIES = {"aws", "github", "gitlab", "slack", "stripe", "shopify", "npm", "pypi", "jwt", "telegram"}
_ANNOUNCED = r"[\w.-]{0,50}?"
_END = r"""(?:[\x60'"\s;]|\\[nr]|$)"""
_WIDER_END = r"""(?:[\x60'"\s;,)\]}>|*\\。，、）]|[.:!?](?:\s|$)|$)"""
_WRAPPING = "\"'`\\ \t\r\n"


class Rule(Value, frozen=True):
    """One rule. `clue` stands in for the keywords where they are too short. `entropy` is the least of a value, in bits
    a sign; `is_whole` takes the match, not a group of it."""

    id: str
    regex: str
    keywords: tuple[str, ...] = ()
    clue: str = ""
    entropy: float = 0
    group: int = 0
    is_whole: bool = False
    allow: tuple[str, ...] = ()
    allow_match: tuple[str, ...] = ()
    stopwords: tuple[str, ...] = ()


class Book(Value, frozen=True):
    """All rules, and what is a secret by none of them."""

    rules: tuple[Rule, ...]
    allow: tuple[str, ...]
    stopwords: tuple[str, ...]


@functools.cache
def book() -> Book:
    """The rules as shipped, read once."""
    data = resources.files(__package__).joinpath("gitleaks.json").read_bytes()
    return msgspec.json.decode(data, type=Book)


def finders() -> tuple[Finder, ...]:
    """A finder for each rule; no pattern is compiled before its clue is met."""
    return tuple(Finder(clue_of(rule), functools.partial(found_by, rule), "words") for rule in book().rules)


def clue_of(rule: Rule) -> str:
    """The rule's keywords; for keywords too short to say anything the file has a pattern."""
    return rule.clue or "(?i)" + "|".join(map(re.escape, rule.keywords))


def is_announced(rule: Rule) -> bool:
    """Does the rule know a value only by the provider's name before it?"""
    return _ANNOUNCED in rule.regex


def kind_of(rule: Rule) -> str:
    """The provider where it has many rules, else the rule's id."""
    family = rule.id.split("-")[0]
    return {"gcp-api-key": "google"}.get(rule.id, family if family in _FAMILIES else rule.id)


def found_by(rule: Rule, text: str, data: bytes) -> Iterator[Hit]:
    """Every value the rule finds and no allow list excuses."""
    regex = rule.regex.replace(_END, _WIDER_END)
    if not compiled(regex, is_bytes=True).search(data):
        return
    for hit in compiled(regex).finditer(text):
        start, end = _span(rule, hit)
        if is_real(rule, text[start:end], hit[0]):
            yield kind_of(rule), start, end


def _span(rule: Rule, hit: Any) -> tuple[int, int]:
    """The secret's span: the rule's group, else its longest, without quotes around it."""
    groups = range(1, len(hit.groups()) + 1) if not rule.is_whole else ()
    spans = [hit.span(rule.group)] if rule.group else [hit.span(n) for n in groups if hit[n]]
    start, end = max(spans, key=lambda span: span[1] - span[0], default=hit.span())
    value = hit.string[start:end]
    return end - len(value.lstrip(_WRAPPING)), start + len(value.rstrip(_WRAPPING))


def is_real(rule: Rule, value: str, match: str, digits: bool = True) -> bool:
    """No allow list, stopword or low entropy excuses the value; `digits` asks for one in an announced value."""
    if rule.entropy and entropy(value) <= rule.entropy:
        return False
    if digits and is_announced(rule) and not any(map(str.isdigit, value)):
        return False
    low = value.lower()
    if any(word in low for word in (*book().stopwords, *rule.stopwords)):
        return False
    is_allowed = any(compiled(regex).search(value) for regex in (*book().allow, *rule.allow))
    return not is_allowed and not any(compiled(regex).search(match) for regex in rule.allow_match)
