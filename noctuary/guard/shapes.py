"""Secrets that betray themselves by their shape: provider keys, private keys, passwords in URLs. Knows no context.

Prefixes as published by the providers. They go before gitleaks' rules because those want a token's exact length,
and what people paste is often cut short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, lines_with, matching, widened

_START = r"(?<![A-Za-z0-9_\-])"
_SAYS_SO = (
    r"(?:[a-z0-9]{1,10}[_\-])?(?:sk|secret|tok|token|api_?key|pat)[_\-](?:[a-z0-9]{1,8}[_\-])?"
    r"(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{32,}"
)
"""A token that says in its prefix that it is one, whoever made it."""
_PROVIDERS: tuple[tuple[str, str], ...] = (
    ("aws", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}"),
    ("github", r"gh[pousr]_[A-Za-z0-9_]{16,}|github_pat_\w{20,}"),
    ("gitlab", r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w\-]{16,}"),
    ("slack", r"xox[abceoprs]-[\w\-]{8,}|xapp-\d-[\w\-]{8,}"),
    ("stripe", r"(?:sk|rk)_(?:live|test|prod)_\w{10,}|whsec_[\w+/=]{16,}"),
    ("google", r"AIza[\w\-]{30,}|ya29\.[\w\-]{20,}|GOCSPX-[\w\-]{20,}"),
    ("api_key", r"sk-(?=[\w\-]*\d)(?:ant-|proj-|svcacct-|or-|lf-)?[\w\-]{16,}"),
    ("shopify", r"shp(?:at|ca|pa|ss|tka)_\w{16,}"),
    ("npm", r"npm_[A-Za-z0-9]{20,}"),
    ("pypi", r"pypi-(?=[\w\-]*[A-Z])(?=[\w\-]*\d)[\w\-]{16,}"),
    ("jwt", r"eyJ[\w\-]{8,}\.eyJ[\w\-]{8,}(?:\.[\w\-]*)?"),
    ("telegram", r"\d{8,10}:AA[\w\-]{30,}"),
    ("code", r"\d{6}(?:-\d{6}){7}(?![\d-])"),  # what unlocks a disk that BitLocker keeps
    (
        "api_key",
        r"(?:SG\.[\w\-]{16,}\.[\w\-]{16,}|hvs\.[\w\-]{20,}|dckr_pat_[\w\-]{16,}|tskey-[\w\-]{16,}|ATATT[\w\-=]{20,}|ATBB[A-Za-z0-9]{28,}|[0-9a-f]{32}-us\d{1,2}|"
        r"sq0(?:atp|csp)-[\w\-]{20,}|figd_[\w\-]{20,}|PMAK-[\w\-]{30,}|key-[0-9a-f]{32}|ops_eyJ[\w\-=]{30,}|"
        r"AQVN[\w\-]{30,}|secret_[A-Za-z0-9]{30,}|NRAK-\w{20,}|lin_api_\w{20,}|EAA[A-Za-z0-9]{40,}|glsa_\w{20,}|"
        r"fc-[0-9a-f]{32}|lsv2_[ps][tk]_[0-9a-f]{32}\w*|bkua_[0-9a-f]{32,}|S[UANOCX][A-Z2-7]{56}|tvly-(?:dev-|prod-)?\w{20,}|"
        r"sntrys_[\w+/=]{20,}|xkeysib-[0-9a-f]{32,}[\w\-]*|rzp_(?:live|test)_\w{12,}|xnd_(?:production|development)_\w{12,}|"
        r"nvapi-[\w\-]{30,}|vercel_\w{20,}|(?:live_|test_)(?=[A-Za-z]{0,30}\d)[A-Za-z0-9]{24,}|ico-\w{20,}|"
        rf"{_SAYS_SO}|K10[0-9a-f]{{64}}::\w{{2,32}}:[\w.]{{8,}}|sb_secret_[\w\-]{{20,}}|key_[0-9a-f]{{64}}|e2b_[0-9a-f]{{32,}}|csk-[a-z0-9]{{32,}}|"
        r"napi_[a-z0-9]{32,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|(?:ctx7sk|pat-(?:na|eu|ap)\d)-[0-9a-f]{8}-[0-9a-f-]{20,}|"
        r"(?:hf_|gsk_|xai-|pplx-|r8_|do[opr]_v1_|sbp_|rnd_|ph[cx]_|ntn_|AGE-SECRET-KEY-1)[A-Za-z0-9]{20,})",
    ),
)
_PROVIDER = re.compile(
    _START + "(?:" + "|".join(f"(?P<{kind}_{n}>{rule})" for n, (kind, rule) in enumerate(_PROVIDERS)) + ")",
    re.ASCII,
)
_PROVIDER_GATE = "|".join(widened(rule) for _, rule in _PROVIDERS)
_PREFIXES = (
    r"[0-9a-f]{16}-us[0-9]|A(?:KIA|SIA|BIA|CCA|Iza|TATT|TBB[A-Za-z0-9]{8}|GE-SEC|QVN)|gh[pousr]_|github_pat|gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-|xox|xapp-|"
    r"[0-9]{6}-[0-9]{6}-[0-9]{6}-|_(?:live|test|prod)_|whsec_|ya29\.|GOCSPX|sk-|shp[a-z]+_|npm_|pypi-|eyJ|:AA|SG\.|hf_|gsk_|xai-|pplx-|r8_|hvs\.|"
    r"do[por]_v1_|glsa_|lin_api_|figd_|dckr_|tskey-|NRAK-|sq0|EAA|sbp_|rnd_|ph[cx]_|secret_|ntn_|PMAK-|key-|ops_eyJ|fc-[0-9a-f]|lsv2_|bkua_|S[UANOCX][A-Z2-7]{8}|tvly-|sntrys_|xkeysib-|rzp_|xnd_|nvapi-|vercel_|ico-|live_|test_|"
    r"(?:sk|secret|tok|token|api_?key|pat)[_\-](?:[a-z0-9]+[_\-])?[A-Za-z0-9]{16}|sb_secret_|key_[0-9a-f]{16}|e2b_|csk-|napi_|"
    r"ctx7sk-|pat-[nea]|pat[A-Za-z0-9]{14}\.|K10[0-9a-f]{16}"
)
_DRAWN_OUT = re.compile(r"(.)\1{5,}\Z")
_AWS_SECRET = re.compile(r"[^\n\x00]{0,60}?[\s/:=,\"'|]{1,8}([A-Za-z0-9+/]{30,64}={0,2})(?![\w+/])")
_URL_PASSWORD = re.compile(r"(?<=://)[^\s/:@\"'`<>\x00]*:([^\s/\"'`<>\x00]+)@(?=[\w\[.$*-])")
_URL_NAMES = (
    r"[?&](?:access_?token|auth|api_?key|apikey|key|token|secret|sig|signature|password|passwd|pwd|pass|pw|"
    r"X-Amz-Signature|X-Amz-Credential|X-Goog-Signature|code|client_secret)="
)
_URL_QUERY = re.compile(rf"(?i){_URL_NAMES}([^\s&#\"'`<>)\x00]{{6,}})")
_HOOKS = (
    r"hooks\.slack\.com/(?:services|workflows|triggers)/|discord(?:app)?\.com/api/webhooks/|"
    r"webhook\.office\.com/webhookb2/"
)
_WEBHOOK = re.compile(rf"(?a)(?:{_HOOKS})([\w/@\-]{{8,}})")
_BEGIN = r"-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----"
_BODY = r"(?:[^-\x00]|-(?!----))*+"
_LINE = r"(?:[\s\"'+,]|\\[nr])+(?:[A-Za-z0-9+/]{12,}+={0,2}|[\w-]{3,20}: [^\n\"\x00]*)"
_PRIVATE_KEY = re.compile(
    rf"{_BEGIN}(?:{_BODY}-----END (?:[A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|(?:{_LINE})*+)"
    r"|PuTTY-User-Key-File-\d:[^\x00]*?(?:Private-MAC: \w+|\Z)"
    r"|LS0tLS1CRUdJTiB(?!DRVJU|QVUJM)[A-Za-z0-9+/]{40,}={0,2}"
)
_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_BASE64_LINE = re.compile(r"[A-Za-z0-9+/]{16,128}={0,2}|[A-Za-z0-9+/]{2,15}={1,2}")
_MOST_LINES, _WIDEST, _AROUND = 120, 160, " \t>|\"'+,#*"
_BEARER = re.compile(
    r"(?a)\b(?:[Bb]earer|Basic|Token)[ \t]+(?=[A-Za-z._~+/\-]*\d|[A-Za-z0-9+/]{16,}=)([\w.~+/\-]{12,}=*)"
)
_LOGIN_GATE = r"(?:curl|wget)\b[^\n]*\s(?:-u|--user)"
_LOGIN = re.compile(
    r"\b(?:curl|wget)\b[^\n]{0,300}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"'\x00]{1,64}:([^\s\"'\x00]{3,128})"
)
_PLACEHOLDER = re.compile(
    r"(?i)\$|<|\{|%\(|\*{3}|x{3,}\Z|\.{3}|(?:your|my|the|some)[-_]|(?:pass(?:word|wd)?|pw|pwd|secret|token|user(?:name)?|"
    r"example|changeme|placeholder|redacted|api_?key)\Z"
)


def _provider_keys(text: str, data: bytes) -> Iterator[Hit]:
    for hit in (hit for line in lines_with(_PROVIDER_GATE, text, data) for hit in _PROVIDER.finditer(text, *line)):
        kind = str(hit.lastgroup).rsplit("_", 1)[0]
        if len(_DRAWN_OUT.sub("", hit[0])) > len("sk-ant-api03-"):
            yield kind, *hit.span()
        if kind == "aws" and (secret := _AWS_SECRET.match(text, hit.end())):
            yield kind, *secret.span(1)


def _private_keys(text: str, data: bytes) -> Iterator[Hit]:
    whole = [hit.span() for hit in _PRIVATE_KEY.finditer(text)]
    ends = {last for _, last in whole}
    tails = [_tail(text, end) for end in _KEY_END.finditer(text) if end.end() not in ends]
    return (("private_key", *span) for span in sorted((*whole, *filter(None, tails))))


def _tail(text: str, end: re.Match[str]) -> tuple[int, int] | None:
    """What is left of a key whose beginning was cut off: the lines of base64 above its end."""
    start = at = end.start()
    for _ in range(_MOST_LINES):
        above = text.rfind("\n", max(0, at - _WIDEST), at)
        line = text[above + 1 : at]
        body = line.strip(_AROUND)
        if body and (len(line) >= _WIDEST or not _BASE64_LINE.fullmatch(body)):
            break
        start = above + 1 + line.index(body) if body else start
        at = above
        if above < 0:
            break
    return (start, end.end()) if start < end.start() else None


def _is_value(hit: re.Match[str]) -> bool:
    return not _PLACEHOLDER.match(hit[1])


_URL_GATE = r"://[^\s/:@\"'`<>]*:[^\s/\"'`<>]+@"
FINDERS = (
    Finder("PRIVATE KEY|OpenVPN Static key|PuTTY-User-Key|LS0tLS1CRUdJTiB", _private_keys),
    matching("url_password", r"://[^\s/:@\"'`<>]*:", _URL_GATE, _URL_PASSWORD, 1, _is_value),
    matching("password", "curl|wget", _LOGIN_GATE, _LOGIN, 1, _is_value),
    matching("webhook", _HOOKS, _HOOKS, _WEBHOOK, 1),
    matching("url_secret", rf"(?i){_URL_NAMES}", rf"(?i){_URL_NAMES}[^\s&#\"'`<>)]{{6}}", _URL_QUERY, 1, _is_value),
    Finder(_PREFIXES, _provider_keys),
    matching("bearer", r"earer|Basic|Token", r"(?:[Bb]earer|Basic|Token)[ \t]+[\w.~+/\-]{12}", _BEARER, 1),
)
