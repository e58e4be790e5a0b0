"""Says a statement plainly before it is parsed: its lead dropped, its order turned, what was told told outright.

It changes words, never what they say; the claim keeps the text as it stands.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata

from noctuary.text.language import unphrase
from noctuary.text.numerals import unfraction
from noctuary.text.patterns import signs

_LEAD = signs(r"^(?:[\s*•>#-]+|\[[ xX]\]|\d+[.)]\s|[🚫❌✅☑]\s?|\**{form.lead}\**\s*:\**\s)+")


def plainly(text: str) -> str:
    """The text with one kind of letters and apostrophes, without a lead, in its plain order."""
    plain = unphrase(unicodedata.normalize("NFKC", unfraction(text)).replace("’", "'"))
    return _uncleft(_own_word(_LEAD.sub("", _INSTANT.sub(_spelt, plain)).strip()))


_INSTANT = re.compile(r"(?<!\d)(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?(?![\w:])", re.IGNORECASE)


def _spelt(m: re.Match[str]) -> str:
    """An ISO instant as a day and a time, in UTC where it names an offset."""
    if not m[3]:
        return f"{m[1]} {m[2]}"
    try:
        at = dt.datetime.fromisoformat(f"{m[1]}T{m[2]}{m[3].upper()}").astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return m[0]
    return f"{at:%Y-%m-%d %H:%M} UTC"


def _own_word(text: str) -> str:
    """What somebody told, told outright: "Ida said that she has moved" as "Ida has moved", of others as it was told."""
    found = _OWN_WORD.match(text)
    if not found or found["who"].casefold() in _NO_ONE:
        return text
    if not found["pronoun"]:
        return found["rest"].strip()
    if found["told"]:
        return text
    return found["who"] + ("'s" if found["pronoun"].lower() in ("his", "her", "their") else "") + found["rest"]


_NO_ONE = frozenset("nobody nothing everyone everybody somebody someone anyone it he she they we you i this that".split())
_TELLS = r"(?:said|says|mention(?:ed|s)(?: in passing)?|told (?:me|us|you|the (?:agent|assistant|team|others))|let (?:me|us) know)"
_OWN_WORD = re.compile(
    rf"(?P<who>(?-i:[A-Z][\w-]{{1,30}}(?: [A-Z][\w-]{{1,30}})?)) (?:{_TELLS}(?: that)?(?= (?:he|she|they|his|her|their)\b)"
    rf"|(?:{_TELLS}|note[ds]|explain(?:ed|s)|report(?:ed|s)|admit(?:ted|s)|confirm(?:ed|s)|recall(?:ed|s)|told (?P<told>\w+)) that)"
    r" (?P<pronoun>(?:he|she|they|his|her|their)\b)?(?P<rest>.{8,})$",
    re.IGNORECASE,
)


def _uncleft(text: str) -> str:
    """A cleft sentence in its plain order: "SQLite is where it keeps its data" as "it keeps its data: SQLite"."""
    found = _CLEFT.match(text) or _IT_CLEFT.match(text)
    return f"{found['rest'].rstrip('.')}: {found['part']}" if found else text


_CLEFT = re.compile(
    r"(?P<part>(?:\S+ ){0,4}?\S+) (?:is|are|was|were|'s) (?:where|how|when|what|who) (?!(?:it|that|this|he|she|they) (?:is|was)\b)(?P<rest>\w.{8,})$",
    re.IGNORECASE,
)
_IT_CLEFT = re.compile(r"it(?:'s| is| was) (?!not\b)(?P<part>(?:\S+ ){0,4}?\S+) (?:that|who|which) (?P<rest>\w.{8,})$", re.IGNORECASE)
