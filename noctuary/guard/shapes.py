"""Secrets that betray themselves by their shape: provider keys, keys, URLs, cards. Knows no context.

Prefixes as published by the providers (and collected in gitleaks' default rules, MIT).
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable

Rule = tuple[str, re.Pattern[str], Callable[[str], bool]]

_START = r"(?<![A-Za-z0-9_\-])"
_PROVIDERS: tuple[tuple[str, str], ...] = (
    ("aws", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}"),
    ("github", r"gh[pousr]_[A-Za-z0-9_]{16,}|github_pat_\w{20,}"),
    ("gitlab", r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w\-]{16,}"),
    ("slack", r"xox[abceoprs]-[\w\-]{8,}|xapp-\d-[\w\-]{8,}"),
    ("stripe", r"(?:sk|rk|pk)_(?:live|test|prod)_\w{10,}|whsec_[\w+/=]{16,}"),
    ("google", r"AIza[\w\-]{30,}|ya29\.[\w\-]{20,}|GOCSPX-[\w\-]{20,}"),
    ("api_key", r"sk-(?:ant-|proj-|svcacct-|or-|lf-)?[\w\-]{16,}"),
    ("shopify", r"shp(?:at|ca|pa|ss|tka)_\w{16,}"),
    ("npm", r"npm_\w{20,}"),
    ("pypi", r"pypi-[\w\-]{16,}"),
    ("jwt", r"eyJ[\w\-]{8,}\.eyJ[\w\-]{8,}(?:\.[\w\-]*)?"),
    ("telegram", r"\d{8,10}:AA[\w\-]{30,}"),
    (
        "api_key",
        r"(?:SG\.[\w\-]{16,}\.[\w\-]{16,}|hf_\w{20,}|gsk_\w{20,}|xai-\w{20,}|pplx-\w{20,}|r8_\w{20,}|hvs\.[\w\-]{20,}|"
        r"dop_v1_\w{20,}|do[or]_v1_\w{20,}|glsa_\w{20,}|lin_api_\w{20,}|figd_[\w\-]{20,}|dckr_pat_[\w\-]{16,}|"
        r"tskey-[\w\-]{16,}|ATATT[\w\-=]{20,}|NRAK-\w{20,}|sq0(?:atp|csp)-[\w\-]{20,}|EAA\w{40,}|sbp_\w{20,}|"
        r"rnd_\w{20,}|phc_\w{20,}|phx_\w{20,}|secret_\w{30,}|ntn_\w{30,}|"
        r"PMAK-[\w\-]{30,}|key-[0-9a-f]{32}|AGE-SECRET-KEY-1\w{20,}|ops_eyJ[\w\-=]{30,}|AQVN[\w\-]{30,})",
    ),
)
_URL_PASSWORD = re.compile(r"(?<=://)([^\s/:@\"'`<>]*:)(?!\[REDACTED)([^\s/\"'`<>]+)@(?=[\w\[.$*-])")
_URL_QUERY = re.compile(
    r"([?&](?:access_?token|auth|api_?key|apikey|key|token|secret|sig|signature|password|passwd|pwd|"
    r"X-Amz-Signature|X-Amz-Credential|X-Goog-Signature|code|client_secret)=)(?!\[REDACTED)([^\s&#\"'`<>)]{6,})",
    re.I,
)
_WEBHOOK = re.compile(
    r"(hooks\.slack\.com/(?:services|workflows|triggers)/|discord(?:app)?\.com/api/webhooks/|"
    r"webhook\.office\.com/webhookb2/)[\w/@\-]{8,}"
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*?"
    r"(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\Z)"
    r"|PuTTY-User-Key-File-\d:.*?(?:Private-MAC: \w+|\Z)",
    re.S,
)
_AWS_PAIR = re.compile(
    r"(\[REDACTED:aws\][^\n]{0,60}?[\s/:=,\"'|]+)(?!\[REDACTED)([A-Za-z0-9+/]{30,64}={0,2})(?![\w+/])"
)
_BEARER = re.compile(
    r"\b([Bb]earer|Basic|Token)(\s+)(?!\[REDACTED)(?=[A-Za-z._~+/\-]*\d|[A-Za-z0-9+/]{16,}=)([\w.~+/\-]{12,}=*)"
)
_CARD = re.compile(r"(?:\d{4}([ .\-]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3\d{3}([ .\-]?)\d{6}\2\d{5})(?!\w|[.\-]\d)")
_ISSUERS = re.compile(
    r"4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}"
)
_IBAN = re.compile(r"[A-Z]{2}\d{2}(?:[ \-]?[A-Z0-9]{2,4}){3,8}(?![A-Za-z0-9])")
_SSN = re.compile(r"\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w\-])")
_DNI = re.compile(r"(?:(\d{8})|([XYZ])(\d{7}))[ \-]?([A-Z])(?![\w\-])")
_TOKEN = re.compile(r"[A-Za-z0-9_+/\-]{20,}={0,2}")
_MIXED = re.compile(r"\d\D*\d\D*\d")
_DATED = re.compile(
    r"\d{8}T?\d{4,6}(?:\d{3,6})?Z?|\d{4}-\d\d-\d\d(?:T\d\d-?\d\d(?:-?\d\d)?(?:-?\d{3,6})?Z?)?|"
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?<![0-9a-zA-Z])[0-9a-f]{7,}(?![0-9a-zA-Z])"
)
_PATH_PART = re.compile(r"[A-Za-z]?[a-z]{2,}|[a-z]+[-_.][\w.-]*|\.*")
_INNOCENT = re.compile(
    r"(?:toolu_|msg_|call_|req_|resp_|rs_|fc_|chatcmpl-|srvtoolu_|gen-|evt_|run_|sha\d*[-:]|model-|projects?/)"
    r"|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|[0-9a-f]+\Z|[0-9A-F]+\Z|[0-9A-HJKMNP-TV-Z]{26}\Z|\d{4}-?\d\d-?\d\d[T_-]?"
)
_PROVIDER = re.compile(
    _START + "(?:" + "|".join(f"(?P<{kind}_{n}>{rule})" for n, (kind, rule) in enumerate(_PROVIDERS)) + ")"
)

_RUN = re.compile(r"[A-Za-z0-9_+/=\-.:]{16,}")
_NUMBERISH = re.compile(r"[\dXYZ][\dA-Z \-.]{7,}")
_ACCOUNT = re.compile(r"\d\d[ \-]?[A-Z0-9]{4}[ \-]?[A-Z0-9]{4}[ \-]?[A-Z0-9]{3}")
_PREFIXES = re.compile(
    r"A(?:KIA|SIA|BIA|CCA|Iza|TATT|GE-SEC|QVN)|gh[pousr]_|github_pat|gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-|xox|xapp-|"
    r"_(?:live|test|prod)_|whsec_|ya29\.|GOCSPX|sk-|shp[a-z]+_|npm_|pypi-|eyJ|:AA|SG\.|hf_|gsk_|xai-|pplx-|r8_|hvs\.|"
    r"do[por]_v1_|glsa_|lin_api_|figd_|dckr_|tskey-|NRAK-|sq0|EAA|sbp_|rnd_|ph[cx]_|secret_|ntn_|PMAK-|key-"
)

Counts = Counter[str]


def by_shape(text: str, found: Counts) -> str:
    """The text without secrets of a known shape; `found` counts them by kind."""
    if "PRIVATE KEY" in text or "PuTTY-User-Key" in text:
        text = _PRIVATE_KEY.sub(lambda _: _mark("private_key", found), text)
    if "://" in text or "=" in text:
        text = _in_urls(text, found)
    runs = "\n".join(_RUN.findall(text))
    if runs and _PREFIXES.search(runs):
        text = _RUN.sub(lambda run: _PROVIDER.sub(lambda hit: _mark(_kind(hit), found), run[0]), text)
        text = _AWS_PAIR.sub(lambda hit: hit[1] + _mark("aws", found), text)
    if runs and ("earer " in text or "Basic " in text or "Token " in text):
        text = _BEARER.sub(lambda hit: hit[1] + hit[2] + _mark("bearer", found), text)
    if numbers := "\n".join(_NUMBERISH.findall(text)):
        text = _numbers(text, numbers, found)
    if any(is_random(token) for token in _TOKEN.findall(runs)):
        text = _TOKEN.sub(lambda hit: _mark("high_entropy", found) if is_random(hit[0]) else hit[0], text)
    return text


def _in_urls(text: str, found: Counts) -> str:
    if "@" in text:
        text = _URL_PASSWORD.sub(lambda hit: hit[1] + _mark("url_password", found) + "@", text)
    if "webhook" in text or "hooks.slack" in text:
        text = _WEBHOOK.sub(lambda hit: hit[1] + _mark("webhook", found), text)
    return _URL_QUERY.sub(lambda hit: hit[1] + _mark("url_secret", found), text)


def _numbers(text: str, numbers: str, found: Counts) -> str:
    if _ACCOUNT.search(numbers):
        text = _IBAN.sub(lambda hit: _iban(hit[0], found) if _is_apart(hit) else hit[0], text)
    if _CARD.search(numbers):
        text = _CARD.sub(lambda hit: _mark("card", found) if is_card(hit[0]) and _is_apart(hit) else hit[0], text)
    if _SSN.search(numbers):
        text = _SSN.sub(lambda hit: _mark("ssn", found) if is_ssn(hit[0]) and _is_apart(hit) else hit[0], text)
    if _DNI.search(numbers):
        text = _DNI.sub(lambda hit: _mark("identity", found) if is_dni(hit) and _is_apart(hit) else hit[0], text)
    return text


def _is_apart(hit: re.Match[str]) -> bool:
    """Nothing stands before the match that it would be the tail of."""
    before = hit.string[hit.start() - 1] if hit.start() else " "
    return not (before.isalnum() or before in "_-./")


def _kind(hit: re.Match[str]) -> str:
    return str(hit.lastgroup).rsplit("_", 1)[0]


def _mark(kind: str, found: Counts) -> str:
    found[kind] += 1
    return f"[REDACTED:{kind}]"


def is_card(text: str) -> bool:
    """A payment card's issuer range, length and Luhn check digit."""
    digits = re.sub(r"\D", "", text)
    if not _ISSUERS.fullmatch(digits):
        return False
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def _iban(text: str, found: Counts) -> str:
    """The longest run of groups that is an account number, replaced; words may follow it."""
    ends = [len(text), *(gap.start() for gap in reversed(list(re.finditer(r"[ \-]", text))))]
    end = next((end for end in ends if is_iban(text[:end])), 0)
    return _mark("iban", found) + text[end:] if end else text


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


def is_random(token: str) -> bool:
    """At least 20 signs of mixed classes that alternate as chance does; no hash, date, path or identifier."""
    if token.islower() or token.isupper() or not _MIXED.search(token) or _INNOCENT.match(token):
        return False
    token = _DATED.sub("", token)
    if len(token) < 20 or "REDACTED" in token:
        return False
    if "/" in token and any(_PATH_PART.fullmatch(part) for part in token.split("/")):
        return False
    runs = [[_sign_class(sign) for sign in run] for run in re.split(r"[^A-Za-z0-9]+", token)]
    if not {"lower", "upper", "digit"} <= {kind for run in runs for kind in run}:
        return False
    changes = sum(one != other for run in runs for one, other in itertools.pairwise(run))
    return changes >= 0.36 * len(token) and entropy(token) >= 3.6


def _sign_class(sign: str) -> str:
    if sign.isdigit():
        return "digit"
    return "lower" if sign.islower() else "upper"


def entropy(text: str) -> float:
    """Shannon entropy in bits a sign."""
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())
