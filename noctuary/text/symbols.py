"""Reads what a machine reads: URLs, hosts, ports, versions and their bounds, verbs, flags, paths, labels, ordinals."""

from __future__ import annotations

import posixpath

from noctuary.text.languages import numbers
from noctuary.text.scanning import NUM, Match, Read, any_of, is_change, number, rule, word_of
from noctuary.text.unit_words import SIGNS, SYMBOLS, WORDS

_RANKS = numbers("numbers.ordinals")
_RANKED = (
    r"of|week|sunday|monday|failure|failed|attempt|try|floor|row|time|day|month|year|stock|etage|mal|versuch|tag|piso|planta|intento|día"
    r"|étage|essai|jour|fois"
)
_UNIT = any_of((*SYMBOLS, *WORDS, *SIGNS))
_SIGNS = {"≥": ">=", "≤": "<=", "==": "="}


def _text(kind: str, m: Match) -> Read:
    return kind, (m[0].rstrip("/.,").casefold(),)


def parts(dotted: str) -> tuple[float, ...]:
    """A dotted version as its numbers, without a closing `.x`."""
    return tuple(float(part) for part in dotted.removesuffix(".x").split("."))


def _version(m: Match) -> Read | None:
    return "version", (*parts(m[1] or m[3]), *((m[2] or m[4] or "").casefold().lstrip("-"),)[: 1 if m[2] or m[4] else 0])


def _constraint(m: Match) -> Read | None:
    return "constraint", (_SIGNS.get(m[1], m[1]), *parts(m[2]))


def _window(m: Match) -> Read | None:
    """`>=1.4,<2` is what `^1.4` says and `>=1.4.2,<1.5` what `~=1.4.2` says."""
    low, high = parts(m[1]), parts(m[2])
    if high[: 1] == (low[0] + 1,) and not any(high[1:]):
        return "constraint", ("^", *low)
    if len(low) > 2 and high[:2] == (low[0], low[1] + 1) and not any(high[2:]):
        return "constraint", ("~=", *low)
    return "constraint", (">=", *low, "<", *high)


def _range(m: Match) -> Read | None:
    low, high = number(m[1]), number(m[2])
    if is_change(m):
        return None
    return ("range", (low, high)) if low < high and (low > 24 or high > 24 or len(m[1]) > 2) else None


def _size(m: Match) -> Read | None:
    return "size", tuple(float(side) for side in m.groups() if side)


def _switch(m: Match) -> Read | None:
    return "switch", (float(m[1].casefold() in ("true", "yes", "on", "enabled")),)


def _host(m: Match) -> Read | None:
    return "host", ("localhost" if m[0] == "127.0.0.1" else m[0],)


def _port(m: Match) -> Read | None:
    return "port", (float(m[1] or m[2]),)


def _path(m: Match) -> Read | None:
    whole = m[0].replace("$HOME", "~").casefold()
    return "path", (posixpath.normpath(whole) + "/" * (whole.endswith("/") and len(whole) > 1),)


def _ordinal(m: Match) -> Read | None:
    return "ordinal", (float(m[1] or m[2] or _RANKS[m[4].casefold()] + (int(m[3]) if m[3] else 0)),)


URLS = (rule(r"https?://[^\s)>\]|]+", lambda m: _text("url", m), "://", has_digit=False),)
SWITCHES = (
    rule(r"(?:(?<=[:=])|(?<=[:=][ `\"])|(?<=[:=] [`\"]))(true|false|yes|no|on|off|enabled|disabled)(?=\W*$|\s+(?:#|//))", _switch, ":", "=", has_digit=False),
)  # fmt: skip
SIZES = (
    rule(rf"(?<![\w.,])(?!0x)(\d{{1,5}})\s?[x×]\s?(\d{{1,5}})(?:\s?[x×]\s?(\d{{1,5}}))?(?:px\b|(?!\w|[.,]\d| ?(?:{_UNIT})(?!\w)))", _size, "x", "×"),
)  # fmt: skip
ADDRESSES = (
    rule(r"(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?", _host, ".", fold=False),
    rule(r"(?:(?<=port )|(?<=port: )|(?<=port=)|(?<=puerto )|(?<=localhost:)|(?<=端口 )|(?<=\w:))(\d{2,5})\b(?!\s?[–-]\d)|(?<=[\s(]):(\d{4,5})\b",
         _port, "port", "puerto", "端口", ":"),
    rule(r">=\s?v?(\d+(?:\.\d+)*) ?,? ?<\s?v?(\d+(?:\.\d+)*)", _window, ">=", fold=False),
    rule(r"(>=|<=|≥|≤|==|~=|\^|(?<![\w<>/=-])[<>](?=\s?\d))\s?v?(\d+(?:\.\d+)*)", _constraint, "=", "≤", "≥", "^", "<", ">", fold=False),
)  # fmt: skip
RANGES = (
    rule(rf"(?<![\w.,#/:-])({NUM})\s?(?:[–-]|to|bis)\s?({NUM})(?![\w-]|\.\d)", _range, "–", "-", "to", "bis"),
    rule(rf"\b(?:between|from|zwischen|von|entre|de) ({NUM}) (?:and|to|und|bis|y|et|a|à) ({NUM})(?![\w-]|\.\d)", _range, "between", "from", "zwischen",
         "von ", "entre", "de "),
)  # fmt: skip
_FILES = "toml|yaml|yml|json|ini|cfg|js|ts|py|sql|md|csv|sh|conf|env"
CODE = (
    rule(r"(?<![\w.])v?(\d+(?:\.\d+){1,3}|\d+(?:\.\d+)*\.x)(-?(?:rc|alpha|beta|dev|pre)\.?\d*)?(?![\w%]|\.\d)"
         r"|(?<![\w-])v(\d+(?:\.\d+)*)(-?(?:rc|alpha|beta|dev|pre)\.?\d*)?(?!\w|-[a-z])", _version, ".", "v", fold=False),
    rule(r"\b(GET|POST|PUT|PATCH|DELETE|HEAD)\b", lambda m: _text("verb", m), "get", "p", "delete", "head", fold=False, has_digit=False),
    rule(r"(?<![\w-])(--[a-z][\w-]+|-[A-Za-z])(?![\w-])", lambda m: _text("flag", m), "-", fold=False, has_digit=False),
    rule(r"(?<![\w:/])(?:~|\.{1,2}|\$HOME)?/(?:(?:(?<=/):(?=[A-Za-z_]))?[\w.$<>{}*-]+/?)+|(?<![\w/.])(?:[\w-]+/)+(?=[\s)`]|$)"
         rf"|(?<![\w.])\.env\b|(?<![\w/.-])(?:[\w.-]+/)+[\w-]+\.(?:{_FILES})\b|(?<![\w/])[\w-]+\.(?:{_FILES})\b", _path, "/", ".", fold=False, has_digit=False),
)  # fmt: skip
ORDINALS = (
    rule(rf"\b(\d{{1,3}})(?:st|nd|rd|th|ème|º|ª|e(?= [^\W\d]))\b|第(\d+)|\b(?:([2-9]0)[ -])?({word_of(_RANKS)})\b(?:(?= (?:{_RANKED}))|(?<=urth|ifth|ixth|enth|ghth|inth|lfth)(?= [^\W\d]))",
         _ordinal, "st", "nd", "rd", "th", "第", "e ", "er", "ten ", "te ", "me ", "seg", "cuarto", "quinto", "º", has_digit=False),
)  # fmt: skip
LABELS = (rule(r"#\d+|\b[A-Z]{2,}-\d+\b", lambda m: _text("id", m), "#", "-", fold=False),)
