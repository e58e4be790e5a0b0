"""Values that the name of a field betrays, in any notation: `DB_PASSWORD=`, `"api_key": "…"`, `<password>…</password>`.

A field that holds a password may have any value a person chooses; one that holds a token or a key only what a machine
makes: a hash, a UUID, base64. Reads no sentence: that is `wording`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, places
from noctuary.guard.values import QUOTED_WORDS, has_digit, is_chosen, is_drawn, is_key, is_said, is_strong, trimmed

PASSWORD = (
    r"pass[_-]?(?:word|wd|phrase|code)|passwort|kennwort|contrase(?:ñ|n)a|senha|wachtwoord|pwd|bindpw|rootpw|"
    r"(?:bind|root|store|key|trust|cert|admin|user|db|login|smtp|become)_?pass|requirepass|masterauth|sshpass"
)
_SHORT = r"pass|psk|pw|pword|wpa[_-]?key"
_KINDS = (
    r"api|app|access|account|admin|auth|client|consumer|deploy|encryption|decryption|enc|hmac|integration|jwt|"
    r"licen[cs]e|master|private|pre[_-]?shared|product|secret|service|session|shared|shared[_-]?access|"
    r"signing|signature|"
    r"ssh|storage|subscription|webhook|write|crypt|wallet|wifi|cookie|security|host|hash|nonce|secure[_-]?auth"
    r"|logged[_-]?in"
)
KEY = (
    rf"token|secret[_-]id|secret|(?:{_KINDS})[_.-]?(?:key|salt)(?:[_.-]?(?:base|data|id))?|key[_-]data|credentials?|creds|"
    r"auth[_-]?code|_auth|authkey|cookie|jwt|otp|"
    r"totp|pepper"
)
_SUFFIX = (
    r"(?:[_.-]?(?:base|value|plain|text|clear|default|prod(?:uction)?|dev|test|staging|live|old|"
    r"new|raw|enc(?:rypted)?|\d{1,2}))?"
)
_EDGE = r"(?:(?<![A-Za-z0-9])|(?-i:(?<=[a-z])(?=[A-Z])))"
_COMPOUND = r"(?:(?<=[A-Za-z0-9][_.-])|(?-i:(?<=[a-z])(?=[A-Z])))"
_ANY = (
    rf"(?:(?P<pass>{PASSWORD}|{_COMPOUND}(?:{_SHORT})|{_EDGE}(?:psk|wpa[_-]?key)|"
    rf"(?<=<)(?:pass|pw)(?=>)|(?<=[\"'])(?<!\? [\"'])(?:{_SHORT})(?=[ ]?[\"']))"
    rf"|(?P<key>{KEY})){_SUFFIX}(?![A-Za-z0-9])"
)
_ASSIGNED = r"[ ]{0,5}[\"'`\])]{0,3}[ \t]{0,12}(?P<sign>:=|=>|=(?![=~])|:(?!:)|%3[Dd])[ \t]{0,12}"
_LISTED = r"[ ]?[\"'`][ \t]{0,4}(?P<list>,)[ \t]{0,16}(?=[\"'`])"
_TAGGED = r"(?:[ ]?[\"'][^<>\n]{0,60}?)?(?P<tag>>)(?:<!\[CDATA\[)?(?=[^<>\s]{1,512}(?:\]\]>)?</)"
_ATTRIBUTE = r"[ ]?[\"'][^<>\n]{0,80}?[ \t](?P<attribute>value|content)=(?=[ ]?[\"'])"
_SAID = r"[ \t]{1,4}(?P<said>)(?=[\"'`])"
_VALUE = r"(?:[\\ ]?b?(?P<quote>[\"'`]))?(?P<value>[^\s\"'`<>“”\x00]{4,512})"
_NAMED = re.compile(rf"{_ANY}(?:{_ASSIGNED}|{_LISTED}|{_TAGGED}|{_ATTRIBUTE}|{_SAID}){_VALUE}", re.I)
_SALTED = re.compile(
    rf"{_ANY}(?:{_ASSIGNED}|{_LISTED})(?P<quote>[\"'])(?P<value>[^\"'\n\x00]{{32,160}}?)[ ]?(?P=quote)", re.I
)
"""A key of which marks and blanks are part, which only its quotation marks hold together."""
_NEXT_FIELD = re.compile(r"[&;,](?=[\w.%-]{1,40}=)|;|&amp;|%26|\\[nr]|\]\]")
_PAGING = re.compile(
    r"(?:next|page|paging|continuation|sync|cursor|resume|change|csrf_?|public|count|max|num)[_-]?\Z", re.I
)
_GIVEN = re.compile(
    r"(?i)\b(?:define|env|set_?env\w*|putenv|setEnvironmentVariable|setProperty|put|get|getenv|fetch|config|getProperty)\(\s*[\"'][\w.-]*\Z"
)
"""A call that gives a name its value, or the value it has where it has none."""
_LOUD = re.compile(r"[A-Z0-9_]{4,}")

_CLUE = (
    rf"(?i)(?:{PASSWORD}|{_SHORT}|{KEY}){_SUFFIX}"
    r"(?:[ ]{0,5}[\"'`\])]{0,3}[ \t]*(?:[:=]|%3[Dd])|[\"'`>]|[ \t]{1,4}[\"'`])"
)


def _named(text: str, data: bytes) -> Iterator[Hit]:
    at = 0
    for start, _ in places(_CLUE, text, data):
        salted = _SALTED.match(text, start) if start >= at else None
        hit = _NAMED.match(text, start) if start >= at else None
        if salted and is_drawn(salted["value"]):
            hit, value = salted, salted["value"]
        else:
            value = _value(hit) if hit else ""
            value = value if hit and value and _is_secret(hit, value) else ""
        if hit and value:
            at = hit.start("value") + len(value)
            yield "password" if hit["pass"] else "secret", hit.start("value"), at


def _value(hit: re.Match[str]) -> str:
    """The value without what follows it in the same run of signs: the next field, the end of a statement.

    All words of a password in quotation marks; none if they speak of one.
    """
    if not hit["quote"]:
        return _bare(hit["value"])
    words = QUOTED_WORDS.match(hit.string, hit.start("value")) if hit["pass"] else None
    if words is None or not is_chosen(hit["value"]):
        return hit["value"]
    return "" if hit["value"].isalpha() and is_said(words[0]) else words[0]


@functools.lru_cache(maxsize=1 << 10)
def _bare(value: str) -> str:
    end = _NEXT_FIELD.search(value)
    return trimmed(value[: end.start()] if end else value)


def _is_secret(hit: re.Match[str], value: str) -> bool:
    if hit["pass"]:
        return _is_password(hit, value)
    if _PAGING.search(hit.string, max(0, hit.start() - 16), hit.start()):
        return False
    if is_key(value):
        return hit["key"].lower() not in ("otp", "totp", "cookie") or len(value) >= 8
    name = hit["key"].lower()
    is_secret = name.endswith(("secret", "token", "secret_key", "secretkey")) and hit["sign"] in ("=", ":=")
    is_compound = name.startswith("secret") or (hit.start() > 0 and hit.string[hit.start() - 1] in "_.-")
    return is_secret and is_compound and len(value) >= 8 and is_chosen(value) and _ends(hit, value)


def _is_password(hit: re.Match[str], value: str) -> bool:
    if not is_chosen(value):
        return False
    if hit["list"] is not None:
        return is_strong(value) or _GIVEN.search(hit.string, max(0, hit.start() - 80), hit.start()) is not None
    if hit["tag"] or hit["attribute"] or hit["quote"]:
        return True
    if hit["sign"] in ("=", ":=", "%3D", "%3d"):
        return has_digit(value) or _ends(hit, value)
    return is_strong(value)


def _ends(hit: re.Match[str], value: str) -> bool:
    """Whether the value stands alone, as in a file of settings, not as an argument within code."""
    place = hit.start("value") + len(value)
    after = hit.string[place : place + 1]
    if after and after not in " \t\n;&%\"'`":
        return False
    return bool(hit["quote"]) or not after.strip() or after in ";&%\"'`"


FINDER = Finder(_CLUE, _named, "named")
