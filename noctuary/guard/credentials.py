"""Secrets by the form of the file or text that holds them: `.pgpass`, `.netrc`, hashes of passwords, Wi-Fi codes,
JSON web keys, wallets, serial numbers, addresses that are a secret as a whole. Knows no field's name.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator

from noctuary.guard.finder import Finder, Hit, matching, places
from noctuary.guard.labelled import is_of_plain_words
from noctuary.guard.values import has_digit, is_chosen, is_expression, is_key, is_strong

_SERVER = (
    r"(?:^|(?<=[\s\"'`>|]))(?:\*|(?=[\w.-]*[a-zA-Z])[\w.-]{1,253}|(?:\d{1,3}\.){3}\d{1,3}):(?:\d{4,5}|"
    r"\*):(?:\*|(?!\d+:)[\w.$-]{1,63}):(?:\*|[\w.$@-]{1,63}):"
)
_PGPASS = re.compile(_SERVER + r"(?P<value>[^\s:\"'`\x00](?:[^\s\"'`:\x00]|\\:){3,127})(?=[\s\"'`|]|\Z)", re.M)
_PGPASS_GATE = r"[\w.*-]+:(?:[0-9]{4,5}|\*):[\w.*$-]+:[\w.*$@-]+:[^\s:]{3}"
_NETRC = re.compile(
    (
        r"\b(?:machine[ \t]+\S{1,253}|default)\s{1,80}(?:(?:login|user|account)\s{1,20}\S{1,128}\s{1,80}){0,3}pass"
        r"word\s{1,20}(?P<value>[^\s\x00]{3,256})"
    ),
)
_LOGIN = re.compile(
    r"(?i)\b(?:login|user(?:name)?)[ \t]{1,20}(?P<user>\S{1,128})[ \t]*\n\s{0,40}password[ \t]{1,20}(?P<value>"
    r"[^\s\x00]{3,256})"
)
_CRYPT = re.compile(
    r"(?P<value>\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|sha1|md5|P|H|argon2(?:id?|d)|scrypt|pbkdf2(?:-\w{1,10})?)"
    r"\$[./A-Za-z0-9=,$+-]{20,400}"
    r"|\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2[\w-]*)\}[A-Za-z0-9+/.$=]{20,200}"
    r"|\b(?:pbkdf2_sha(?:1|256)|bcrypt_sha256|argon2|scrypt|md5|sha1)\$[./A-Za-z0-9=,$+-]{20,400})"
)
_CRYPT_GATE = (
    r"\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|sha1|md5|P|H|argon2\w*|scrypt|pbkdf2[\w-]*)\$|\{S?(?:SHA[0-9]*|"
    r"MD5|CRYPT|PBKDF2[\w-]*)\}|(?:pbkdf2_sha1|pbkdf2_sha256|bcrypt_sha256|argon2|scrypt|md5|sha1)"
    r"\$"
)
_WIFI = re.compile(r"WIFI:(?:[^\n\x00]{0,200}?;)?P:(?P<value>(?:\\.|[^;\\\n\x00]){1,128});")
_JWK = re.compile(r"[\"'](?:d|p|q|dp|dq|qi|k)[\"'][ ]?:[ \t]{0,4}[\"'](?P<value>[A-Za-z0-9_-]{20,1024})={0,2}[ ]?[\"']")
_DOCKER = re.compile(r"[\"']?\b_?auth[\"']?[ ]?[:=][ \t]{0,4}[\"']?(?P<value>[A-Za-z0-9+/]{8,2048}={0,2})(?![\w+/])")
_SCHEME = re.compile(
    r"(?i)\bauthorization[\"'`]?[ ]?[:=][ \t]{0,4}[\"'`]?(?:(?:bearer|basic|digest|token|apikey|"
    r"api-key|negotiate|ntlm|aws|key|hmac|oauth|splunk|"
    r"bot|genie-?key|ssws|sharedkey(?:lite)?)[ \t:]{1,4})?[\"'`]?(?P<value>[\w.~+/:-]{8,4096}=*)"
)
_WHOLE = re.compile(r"(?<=://)(?P<value>[\w.~%+-]{16,512})(?=@[\w\[.-])")
_ADDRESS = re.compile(
    r"(?i)(?:hooks\.zapier\.com/hooks/(?:catch|standard)/|maker\.ifttt\.com/(?:use/|trigger/[^/\s]{1,80}/(?:js"
    r"on/)?with/key/)|"
    r"api\.telegram\.org/(?:file/)?bot|outlook\.office(?:365)?\.com/webhook/|[\w.-]{1,80}\.webhook\.office\.co"
    r"m/webhookb2/|"
    r"hook\.[\w.]{1,20}make\.com/|hook\.integromat\.com/|ntfy\.sh/|hc-ping\.com/|open\.feishu\.cn/open-apis/bo"
    r"t/v2/hook/|"
    r"://[^\s/\"'`<>]{1,200}(?:/[\w.-]{1,40}){0,4}?/(?:webhooks?|hooks?|incoming|ingest)/(?:v\d/|"
    r"catch/)?|api\.pushover\.net/|events\.pagerduty\.com/integration/|"
    r"(?:calendar\.google\.com/calendar/ical/[^\s/]{1,120}/private-)|mattermost[\w.-]{0,60}/hooks/|"
    r"rocket[\w.-]{0,60}/hooks/)"
    r"(?P<value>[^\s\"'`<>()\x00?#]{8,1024})"
)
_ADDRESS_GATE = (
    r"(?i)(?:hooks?\.|maker\.ifttt|api\.telegram|outlook\.office|webhook|/hooks?/|hc-ping|integromat|"
    r"pagerduty|calendar/ical/|"
    r"/ingest/|/incoming/|ntfy\.sh)"
)
_WALLET = re.compile(
    r"\b(?P<value>[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{60,160}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|nsec1[02-9ac-hj-np-z]{"
    r"40,80}|edsk[1-9A-HJ-NP-Za-km-z]{50,98}|"
    r"[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])"
)
_HEX_KEY = re.compile(
    r"(?i)\b(?:private|secret|wallet|signing|spend|view|encryption|decryption|master|seed|hex|raw)"
    r"[ _-]{0,2}(?:key|seed)s?\b[^\n\x00]{0,40}?"
    r"(?<![0-9a-zA-Z])(?P<value>(?:0x)?[0-9a-f]{64})(?![0-9a-zA-Z])"
)
_SERIAL = re.compile(
    r"(?i)\b(?:licen[cs]e|licencia|lizenz\w{0,12}|product|activation|aktivierungs\w{0,12}|serial|"
    r"registration|cd|steam|windows|office|game|redeem|voucher|gift|"
    r"clé|clave|key|code)s?\b[^\n\x00]{0,60}?"
    r"(?<![A-Za-z0-9-])(?-i:(?P<value>(?=[A-Z-]{0,40}\d)[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,7}))(?![A-Za-z0-9-])"
)
_TOTP = re.compile(
    r"(?i)\b(?:totp|2fa|mfa|otp|authenticator|google auth\w{0,12}|one[- ]time|setup)\b[^\n\x00]{0,60}?(?:secre"
    r"t|seed|key|code)?[^\n\x00]{0,20}?"
    r"(?<![A-Za-z0-9])(?P<value>(?-i:[A-Z2-7]{16,64}=*|(?:[A-Z2-7]{4}[ ]){3,15}[A-Z2-7]{4}|(?:[a-z2-7]{4}[ ]"
    r"){3,15}[a-z2-7]{4}))(?![A-Za-z0-9])"
)
_GROUPED = re.compile(r"[\s=]")
_RECOVERY = re.compile(
    r"(?i)\b(?:recovery|backup|rescue|emergency|scratch|2fa|mfa|wiederherstellungs|notfall)[ -]?(?:codes?|"
    r"keys?)\b[^\n\x00]{0,40}?"
    r"(?<![\w-])(?P<value>(?=[a-z-]{0,20}\d)[0-9a-z]{4,10}(?:-[0-9a-z]{4,10}){1,7})(?![\w-])"
)


def _decodes(hit: re.Match[str]) -> bool:
    """Whether base64 holds a user and a password."""
    value = hit["value"]
    try:
        said = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return False
    return ":" in said and said.isprintable()


def _is_login(hit: re.Match[str]) -> bool:
    """No sentence about machines: a login stands between, or the value is none that prose holds."""
    has_login = re.search(r"\b(?:login|user|account)\s", hit[0]) is not None
    if has_login and is_of_plain_words(hit["value"]):
        return True
    return is_chosen(hit["value"]) and (is_strong(hit["value"]) or has_login)


def _is_value(hit: re.Match[str]) -> bool:
    return not is_expression(hit["value"]) or is_of_plain_words(hit["value"])


def _is_secret(hit: re.Match[str]) -> bool:
    return is_key(hit["value"])


_SHORT = re.compile(r"\d{1,3}[a-z]{1,6}\d{1,3}[a-z][a-z0-9]{1,12}")


def _is_address(hit: re.Match[str]) -> bool:
    """One part of the path or more that a machine made, also a short one."""
    parts = [part for part in re.split(r"[/@=]", hit["value"]) if part]
    is_made = any(is_key(part) or is_strong(part) or _SHORT.fullmatch(part) for part in parts)
    return is_made and not is_expression(parts[0])


def _is_totp(hit: re.Match[str]) -> bool:
    plain = _GROUPED.sub("", hit["value"])
    return len(plain) >= 16 and not plain.isdigit() and (has_digit(plain) or plain == hit["value"])


def _is_wallet(hit: re.Match[str]) -> bool:
    value = hit["value"]
    return len(value) > 52 or (has_digit(value) and any(map(str.islower, value)) and any(map(str.isupper, value)))


def _spanning(kind: str, clue: str, pattern: re.Pattern[str], accepts: Callable[[re.Match[str]], object]) -> Finder:
    """A finder whose matches may go over several lines; each begins where the clue does."""

    def find(text: str, data: bytes) -> Iterator[Hit]:
        at = 0
        for start, _ in places(clue, text, data):
            hit = pattern.match(text, start) if start >= at else None
            if hit and accepts(hit):
                at = hit.end()
                yield kind, *hit.span("value")

    return Finder(clue, find, "files")


def _of(
    kind: str, clue: str, pattern: re.Pattern[str], accepts: Callable[[re.Match[str]], object], gate: str = ""
) -> Finder:
    return matching(kind, clue, gate or clue, pattern, "value", accepts)._replace(automaton="files")


_INLINE = re.compile(r"<auth-user-pass>\s{0,4}\n[^\n\x00]{1,128}\n(?P<value>[^\s\x00]{3,128})")
FINDERS = (
    _spanning("password", r"<auth-user-pass>", _INLINE, bool),
    _of("password", _PGPASS_GATE, _PGPASS, _is_value),
    _spanning("password", r"\b(?:machine[ \t]+\S|default\s+(?:login|user|account|password))", _NETRC, _is_login),
    _spanning(
        "password",
        r"(?i)\b(?:login|user(?:name)?)[ \t]+\S+[ \t]*\n\s*password[ \t]",
        _LOGIN,
        lambda hit: is_chosen(hit["value"]),
    ),
    _of("password", _CRYPT_GATE, _CRYPT, bool),
    _of("password", r"WIFI:[^\n]*P:", _WIFI, bool),
    _of("private_key", r"[\"'](?:d|p|q|dp|dq|qi|k)[\"'][ ]?:[ \t]*[\"'][A-Za-z0-9_-]{20}", _JWK, _is_secret),
    _of("password", r"auth[\"']?[ ]?[:=][ \t]*[\"']?[A-Za-z0-9+/]{8}", _DOCKER, _decodes),
    _of(
        "bearer",
        r"(?i)authorization[\"'`]?[ ]?[:=]",
        _SCHEME,
        lambda hit: is_key(hit["value"]) or is_strong(hit["value"]),
    ),
    _of("url_password", r"://[\w.~%+-]{16,}@", _WHOLE, _is_secret),
    _of("webhook", _ADDRESS_GATE, _ADDRESS, _is_address),
    _of(
        "private_key",
        r"[xyztuv]prv[1-9A-Za-z]{20}|AGE-SECRET-KEY-1|nsec1|edsk|\b[5KLc9][1-9A-HJ-NP-Za-km-z]{50}",
        _WALLET,
        _is_wallet,
    ),
    _of("private_key", r"(?i)(?:key|seed)[^\n]*[0-9a-f]{64}", _HEX_KEY, bool),
    _of("secret", r"[A-Z0-9]{4,8}-[A-Z0-9]{4,8}-[A-Z0-9]{4,8}", _SERIAL, bool),
    _of(
        "secret",
        r"(?i)(?:totp|2fa|mfa|otp|authenticator|google auth|one[- ]time|setup)",
        _TOTP,
        _is_totp,
        (
            r"(?i)(?:totp|2fa|mfa|otp|authenticator|google auth|one[- ]time|setup)[^\n]*(?:[A-Z2-7]{16}|"
            r"(?:[A-Z2-7]{4} ){3})"
        ),
    ),
    _of(
        "code",
        (
            r"(?i)(?:recovery|backup|rescue|emergency|scratch|2fa|mfa|wiederherstellungs|notfall)[ -]?(?:codes?|"
            r"keys?)"
        ),
        _RECOVERY,
        bool,
    ),
)
