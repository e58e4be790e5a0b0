"""An account's name and its password side by side: `admin / admin123`, `Database: tides (postgres/iot2026pass)`.

Names that systems give their first account stand for themselves; any other wants a word for an account before it. What
stands beside is a password where it mixes letters with digits or signs: `admin / editor` are roles, `root/src` a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, lines_with
from noctuary.guard.values import is_chosen, is_version

_FIRST = (
    "admin|administrator|root|superuser|sysadmin|postgres|mysql|mariadb|mongo|oracle|elastic|kibana|grafana|neo4j|"
    "minioadmin|rabbitmq|guest|test|tester|testuser|demo|user|ubuntu|debian|pi|vagrant|ftpuser|operator|sa"
)
"""Accounts that systems come with (the user names of SecLists' default credentials, without names of people)."""
_SYSTEM = r"default|database|db|默认|数据库"
_ACCOUNT = (
    r"accounts?|log-?ins?|sign-?ins?|credentials?|creds|zugang(?:sdaten)?|anmeld\w{0,12}|konto|"
    r"benutzer|usuario|cuenta|acceso|conta|acesso|identifiants?|compte|utente|accesso|логин|доступ|учётн\w{0,8}|учетн\w{0,8}|"
    r"账号|帐号|账户|帐户|登录|登陆|用户名?|アカウント|ログイン|계정|로그인|tài khoản|đăng nhập"
)
_VALUE = r"(?P<value>[^\s\"'`,;|<>()/\\（）、，。\x00]{4,64})(?=[\s\"'`,;|)）、，。]|\Z)(?![ \t]*/)"
_SPACED = re.compile(
    rf"(?i)(?<![\w/.@:-])(?<!/ )[\"'`*]{{0,2}}(?P<name>{_FIRST})[\"'`*]{{0,2}}[ \t]{{1,3}}/[ \t]{{1,3}}"
    rf"[\"'`*]{{0,2}}{_VALUE}"
)
_TIGHT = re.compile(
    rf"(?i)(?:{_SYSTEM}|{_ACCOUNT})[^\n\x00]{{0,60}}?(?<![\w/.@:-])[\"'`]?(?!user:)(?P<name>{_FIRST})[/:][ \t]?{_VALUE}"
)
_ANY = re.compile(
    rf"(?i)(?:{_ACCOUNT})[\"'`*]{{0,2}}[ \t]?[:：][\"'`*]{{0,2}}[ \t]{{0,3}}[\"'`]?(?P<name>[\w.@+-]{{2,64}})[\"'`]?"
    rf"[ \t]{{1,3}}/[ \t]{{1,3}}[\"'`]?{_VALUE}"
)
_MIXED = re.compile(r"(?=.*[^\W\d_])(?=.*[\d!@#$%^&*+=?])")
_NONE = re.compile(
    r"[\w-]+\.[A-Za-z]{1,5}|[^@]+@[\w-]+\.[\w.-]+|@.*|v?\d[\w.]*-[a-z]+[\d.]*|[^?]*\?\w+=.*|[a-z]+(?:[-_][a-z0-9]+)+"
    r"|\w+@\d+|[Qq]\d-\d+"
)
"""A file, an address, a handle, an image's tag, a query, a host's name, a metric, a quarter."""
_NUMBERED = re.compile(r"[^\W\d_]+[-_]?\d{1,2}")
"""Words with a number behind them are mostly names ("Bob2", "unit2")."""
_KEEPERS = re.compile(r"(?i)(?:admin|administrator|root)\Z|[^@]+@")
"""Accounts beside which such a word is a password all the same."""
_ROUTE = re.compile(r"\w+#\w+")
_CLUE = rf"(?i)(?:{_FIRST})[\"'`*]*(?:[ \t]+/[ \t]|[/:])|(?:{_ACCOUNT})[\"'`*]*[ \t]?[:：][^\n]*[ \t]/[ \t]"


def _pairs(text: str, data: bytes) -> Iterator[Hit]:
    for line in lines_with(_CLUE, text, data):
        for pattern in (_SPACED, _TIGHT, _ANY):
            yield from (("password", *hit.span("value")) for hit in pattern.finditer(text, *line) if _is_password(hit))


def _is_password(hit: re.Match[str]) -> bool:
    value = hit["value"]
    of_name = re.match(rf"{re.escape(hit['name'])}[-_](\d{{3,}}\Z)?", value, re.I)
    if of_name:
        return bool(of_name[1])
    is_path = hit[0][: hit.start("value") - hit.start()].endswith("/")
    is_name = _NUMBERED.fullmatch(value) and (is_path or not _KEEPERS.match(hit["name"]))
    is_none = is_name or is_version(value) or _NONE.fullmatch(value) or (is_path and _ROUTE.fullmatch(value))
    return bool(_MIXED.match(value)) and is_chosen(value) and not is_none


FINDERS = (Finder(_CLUE, _pairs),)
