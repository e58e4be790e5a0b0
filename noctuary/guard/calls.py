"""Secrets in code where only a call or a block says so: `login("kim", "…")`, `setPassword("…")`, a variable's default.

Knows no field's name: that is `named`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, lines_with, loosened, places
from noctuary.guard.named import KEY, PASSWORD
from noctuary.guard.values import is_chosen, is_key, is_strong

_Q = r"[ ]?[\"'`]"
"""A quotation mark; a blank stands for the sign that escaped it."""
_V = rf"{_Q}(?P<value>[^\s\"'`<>\x00]{{4,256}}){_Q}"
_USER = rf"{_Q}[^\"'`\n]{{1,80}}{_Q}"
_SURE = (
    r"HTTPBasicAuth|HTTPDigestAuth|HTTPProxyAuth|NetworkCredential|UsernamePasswordCredentials?|PasswordAuthentication|"
    r"set_?basic_?auth|WiFi\.begin|wifi_connect|SMTPAuth|PlainAuth|LDAPBind|simple_bind(?:_s)?"
)
_LIKELY = r"log_?in|log_?on|sign_?in|auth|authenticate|basic_?auth|credentials?|with_?credentials"
_PAIR = re.compile(
    rf"(?i)\b(?:(?P<sure>{_SURE})|(?:{_LIKELY}))[ ]{{0,2}}(?:=[ ]{{0,2}})?\("
    rf"[ ]{{0,4}}(?:[a-z_]{{1,20}}=)?{_USER}[ ]{{0,4}},"
    rf"[ ]{{0,4}}(?:[a-z_]{{1,20}}=)?{_V}"
)
_PAIR_GATE = rf"(?i)(?:{_SURE}|{_LIKELY})[ ]*(?:=[ ]*)?\([ ]*(?:[a-z_]*=)?{_Q}"
_THIRD = (
    r"mysqli(?:_real)?(?:_connect)?|mysql_p?connect|PDO|getConnection|ftp_login|imap_open|oci_p?connect|ssh2_auth_password|"
    r"odbc_p?connect|ldap_bind|db2_connect|create_(?:super)?user|"
    r"DBI->connect"
)
_TRIPLE = re.compile(
    rf"\b(?:{_THIRD})[ ]{{0,2}}\([ ]{{0,4}}(?:{_Q}[^\"'`\n]{{1,200}}{_Q}|[^,()\"'`\n]{{1,120}})[ ]{{0,4}},[ ]{{0,4}}"
    rf"(?:{_USER}|\$?\w{{1,60}})[ ]{{0,4}},[ ]{{0,4}}{_V}|(?:->|\.)(?P<alone>auth)\({_V.replace('value', 'only')}\)"
)
_TRIPLE_GATE = rf"(?:{_THIRD})[ ]*\([^\n]*,[^\n]*,[ ]*{_Q}|(?:->|\.)auth\({_Q}"
_SET = re.compile(
    rf"(?i)(?:\bset_?(?:[a-z]{{0,20}}_?)?(?:(?P<pass>{PASSWORD}|pass)|(?P<key>{KEY}))\([ ]{{0,4}}|"
    rf"\b(?P<secure>ConvertTo-SecureString)[ ](?:-String[ ])?){_V}"
)
_SET_GATE = rf"(?i)(?:\bset_?[a-z_]*(?:{PASSWORD}|pass|{KEY})\([ ]*|ConvertTo-SecureString ){_Q}"
_BLOCK = re.compile(
    rf"(?i)\bvariable[ ]{_Q}[\w-]{{0,60}}?(?:(?P<pass>{PASSWORD}|pass)|(?P<key>{KEY}))[\w-]{{0,20}}{_Q}[ ]{{0,4}}\{{"
    rf"[^{{}}\x00]{{0,400}}?\bdefault[ ]{{0,12}}=[ ]{{0,4}}{_V}"
)
_BLOCK_GATE = rf"(?i)\bvariable[ ]{_Q}[\w-]*(?:{PASSWORD}|pass|{KEY})[\w-]*{_Q}"


def _calls(pattern: re.Pattern[str], gate: str, clue: str) -> Finder:
    gate = loosened(gate)

    def find(text: str, data: bytes) -> Iterator[Hit]:
        at = 0
        for start, _ in places(gate, text, data):
            hit = pattern.match(text, start) if start >= at else None
            if hit and _is_secret(hit):
                at = hit.end("value")
                yield "secret" if hit.groupdict().get("key") else "password", *hit.span("value")

    return Finder(clue, find, "commands")


def _is_secret(hit: re.Match[str]) -> bool:
    """Under a key what a machine makes; where a call may be another's, letters and digits; else any chosen word."""
    named = hit.groupdict()
    if named.get("key"):
        return is_key(hit["value"])
    return is_chosen(hit["value"]) and (hit.re is not _PAIR or bool(named["sure"]) or is_strong(hit["value"]))


_CRYPT = re.compile(
    r"(?i)\b(?:Hash::make|SecretStr|SecretBytes|hmac\.new|bcrypt\.\w{4,20}|hash_?pass(?:word|wd)?|hashpw|generate_password_hash|(?:check|verify|set|make)_?password|"
    r"password_(?:hash|verify)|pbkdf2\w{0,16}|scrypt(?:Sync)?|argon2\.\w{4,10})\([ ]{0,4}b?"
    rf"{_V}|\bjwt\.(?:sign|encode|verify|decode)\([^()\n\x00]{{1,120}}?,[ ]{{0,4}}"
    rf"{_Q}(?P<key_of>[^\s\"'`<>\x00]{{4,256}}){_Q}"
)
_CRYPT_CLUE = (
    r"(?i)(?:Hash::make|SecretStr|SecretBytes|hmac\.new|bcrypt\.|hash_?pass|hashpw|"
    r"password_(?:hash|verify)|password\(|pbkdf2|scrypt|argon2\.|jwt\.)"
)
_ALGORITHM = re.compile(r"(?i)[HREP]S(?:256|384|512)|EdDSA|sha-?\d{1,3}|md5")
_LIST = re.compile(r"(?i)\bpass(?:words?|wds?)(?:_?list)?[\"']?[ ]?[=:][ ]?\[(?P<items>[^\[\]\n\x00]{4,2000})\]")
_ITEM = re.compile(r"[^\s\"'`,]{4,128}")


def _crypts(text: str, data: bytes) -> Iterator[Hit]:
    """What is hashed or signed with, written out."""
    for start, end in lines_with(_CRYPT_CLUE, text, data):
        for hit in _CRYPT.finditer(text, start, end):
            name = "value" if hit["value"] else "key_of"
            if is_chosen(hit[name]) and not _ALGORITHM.fullmatch(hit[name]):
                yield "password" if name == "value" else "secret", *hit.span(name)


def _thirds(text: str, data: bytes) -> Iterator[Hit]:
    """The third of what a connection is made of, after its place and its user; or the one argument of `auth`."""
    for line in lines_with(_TRIPLE_GATE, text, data):
        for hit in _TRIPLE.finditer(text, *line):
            name = "only" if hit["alone"] else "value"
            if is_strong(hit[name]) if hit["alone"] else is_chosen(hit[name]):
                yield "password", *hit.span(name)


def _lists(text: str, data: bytes) -> Iterator[Hit]:
    for start, end in lines_with(r"(?i)pass\w+[ ]?[\"']?[ ]?[=:][ ]?\[", text, data):
        for hit in _LIST.finditer(text, start, end):
            for one in _ITEM.finditer(text, *hit.span("items")):
                if is_strong(one[0]):
                    yield "password", *one.span()


FINDERS = (
    Finder(rf"(?:{_THIRD})[ ]*\(|(?:->|\.)auth\(", _thirds, "commands"),
    Finder(_CRYPT_CLUE, _crypts, "commands"),
    Finder(r"(?i)pass\w+[ ]?[\"']?[ ]?[=:][ ]?\[", _lists, "commands"),
    _calls(_PAIR, _PAIR_GATE, rf"(?i)(?:{_SURE}|{_LIKELY})[ ]*(?:=[ ]*)?\("),
    _calls(_SET, _SET_GATE, r"(?i)\bset_?[a-z_]+\(|ConvertTo-SecureString"),
    _calls(_BLOCK, _BLOCK_GATE, r"(?i)\bvariable [ ]?[\"'`]"),
)
