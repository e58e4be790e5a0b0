"""Personal data that betrays itself by its shape: mail, card, account, identity numbers. Knows no secret.

What can carry a check digit must carry the right one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, matching

_APART = r"(?<![\w\-./\x00])"
_CARD = re.compile(
    _APART + r"(?:\d{4}([ .\-]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3\d{3}([ .\-]?)\d{6}\2\d{5})(?!\w|[.\-]\d)"
)
_ISSUERS = re.compile(
    r"4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}"
)
_IBAN = re.compile(_APART + r"[A-Z]{2}\d{2}(?:[ \-]?[A-Z0-9]){11,32}+")
_SSN = re.compile(_APART + r"\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w\-])")
_DNI = re.compile(_APART + r"(?:(\d{8})|([XYZ])(\d{7}))[ \-]?([A-Z])(?![\w\-])")
_LOCAL = re.compile(r"(?<![\w.+/@%$\x00-])[^\W_][\w.+'-]{0,63}\Z")
_DOMAIN = re.compile(r"@(?!v?\d+\.\d)(?:[^\W_][\w-]{0,62}\.){1,6}(?P<top>[^\W\d_]{2,24})(?![\w@/]|\.\w|:[^\s])")
_MACHINE = re.compile(
    r"(?i)(?:git|hg|svn|root|(?:do-?)?no[-_.]?t?-?reply|donotreply|postmaster|hostmaster|mailer-daemon|notifications?|[\w.+-]*bot)@"
    r"|[^@]+@(?:[\w-]+\.)*noreply\."
)
_REMOTE = re.compile(
    r"\b(?:ssh|scp|sftp|rsync|mosh|autossh|ssh-copy-id|git (?:clone|remote|push|pull|fetch))\b[^\n|;&]*\Z"
)
_IN_PATH = re.compile(r"://[^\s?&\"'<>]*\Z")
_NO_TOP = frozenset(
    "png jpg jpeg gif svg webp ico js mjs cjs ts tsx jsx py rb rs go json jsonl md css scss html xml yml yaml toml "
    "lock txt log service socket timer target mount local internal lan localdomain so sh exe dll jar zip gz".split()
)


def is_card(text: str) -> bool:
    """A payment card's issuer range, length and Luhn check digit."""
    digits = re.sub(r"\D", "", text)
    if not _ISSUERS.fullmatch(digits):
        return False
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def ibans(text: str, data: bytes) -> Iterator[Hit]:
    """Account numbers; where words follow in capitals, the longest run of groups that is one."""
    for hit in _IBAN.finditer(text):
        ends = [len(hit[0]), *(gap.start() for gap in reversed(list(re.finditer(r"[ \-]", hit[0]))))]
        end = next((end for end in ends if is_iban(hit[0][:end])), 0)
        if end and (end < len(hit[0]) or not text[hit.end() : hit.end() + 1].isalnum()):
            yield "iban", hit.start(), hit.start() + end


def is_iban(text: str) -> bool:
    """ISO 13616: 15 to 34 characters whose rearranged number is 1 modulo 97."""
    plain = re.sub(r"[ \-]", "", text)
    if not 15 <= len(plain) <= 34:
        return False
    return int("".join(str(int(sign, 36)) for sign in plain[4:] + plain[:4])) % 97 == 1


def is_ssn(text: str) -> bool:
    """A United States social security number that may have been issued."""
    return not text.startswith(("000", "666", "9"))


def is_dni(hit: re.Match[str]) -> bool:
    """A Spanish DNI or NIE whose check letter is right."""
    number = hit[1] or str("XYZ".index(hit[2])) + hit[3]
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == hit[4]


def addresses(text: str, data: bytes) -> Iterator[Hit]:
    """Mail addresses of people and offices; no login on a machine, no tool's sender, no package, no file."""
    for domain in _DOMAIN.finditer(text):
        local = _LOCAL.search(text, max(0, domain.start() - 65), domain.start())
        if local and domain["top"].lower() not in _NO_TOP and _is_persons(text, local.start(), domain.end()):
            yield "email", local.start(), domain.end()


def _is_persons(text: str, start: int, end: int) -> bool:
    before = max(0, start - 120)
    is_remote = _REMOTE.search(text, before, start) or _IN_PATH.search(text, before, start)
    return not _MACHINE.match(text[start:end]) and not is_remote


_VALIDITY = re.compile(
    r"(?i)\A\W{0,4}(?:exp\w{0,8}|valid\w{0,6}(?: thru| until)?|gültig(?: bis)?|cvc2?|cvv2?|vence|caduca)\b"
)


def _is_to_pay_with(hit: re.Match[str]) -> bool:
    """A number of an issuer's range and length beside its date of expiry or its check code; a digit may be mistyped."""
    return (
        _ISSUERS.fullmatch(re.sub(r"\D", "", hit[0])) is not None
        and _VALIDITY.match(hit.string[hit.end() : hit.end() + 40]) is not None
    )


_CARD_GATE = r"[0-9]{4}[ .\-]?[0-9]{4}[ .\-]?[0-9]{4}[ .\-]?[0-9]{4}|3[0-9]{3}[ .\-]?[0-9]{6}[ .\-]?[0-9]{5}"
_SSN_GATE = "[0-9]{3}-[0-9]{2}-[0-9]{4}"
_DNI_GATE = r"(?:[0-9]{8}|[XYZ][0-9]{7})[ \-]?[A-Z]"
FINDERS = (
    Finder(r"[A-Z]{2}[0-9]{2}[ \-]?[A-Z0-9]{4}[ \-]?[A-Z0-9]{4}", ibans),
    matching(
        "card",
        r"[0-9]{4}[ .\-]?[0-9]{4}[ .\-]?[0-9]{4}|3[0-9]{3}[ .\-]?[0-9]{6}",
        _CARD_GATE,
        _CARD,
        0,
        lambda hit: is_card(hit[0]) or _is_to_pay_with(hit),
    ),
    matching("ssn", _SSN_GATE, _SSN_GATE, _SSN, 0, lambda hit: is_ssn(hit[0])),
    matching("identity", _DNI_GATE, _DNI_GATE, _DNI, 0, is_dni),
    Finder(r"[\pL\pN_.+'-]@[\pL\pN]", addresses),
)
