"""An account's name and its password side by side: `admin / admin123`, `Database: tides (postgres/iot2026pass)`.

Names that systems give their first account stand for themselves; any other wants a word for an account before it. What
stands beside is a password where it is strong (`values.is_strong`): `admin / editor` are roles, `root/src` is a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, lines_with
from noctuary.guard.values import is_strong, value_of

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
    rf"(?i)(?<![\w/.@:-])(?<!/ )[\"'`*]{{0,2}}(?:{_FIRST})[\"'`*]{{0,2}}[ \t]{{1,3}}/[ \t]{{1,3}}"
    rf"[\"'`*]{{0,2}}{_VALUE}"
)
_TIGHT = re.compile(
    rf"(?i)(?:{_SYSTEM}|{_ACCOUNT})[^\n\x00]{{0,60}}?(?<![\w/.@:-])[\"'`]?(?!user:)(?:{_FIRST})[/:][ \t]?{_VALUE}"
)
_ANY = re.compile(
    rf"(?i)(?:{_ACCOUNT})[\"'`*]{{0,2}}[ \t]?[:：][\"'`*]{{0,2}}[ \t]{{0,3}}[\"'`]?[\w.@+-]{{2,64}}[\"'`]?"
    rf"[ \t]{{1,3}}/[ \t]{{1,3}}[\"'`]?{_VALUE}"
)
_ALIKE = re.compile(
    rf"(?i)(?:[(（][ \t]?|(?:{_ACCOUNT}|{_SYSTEM}|mysql|adminer|phpmyadmin|grafana|jenkins|portainer|rabbitmq|router)"
    r"[^\n\x00]{0,40}?)(?<![\w/.@:#+-])(?P<name>admin|administrator|root|superuser|guest|minioadmin)"
    r"[ \t]?/[ \t]?(?P<value>(?P=name))(?=[\"'`*]{0,2}[ \t]?(?:[)）,;|→\n]|\.(?:\s|\Z)|\Z))"
)
"""A system's first account whose password nobody changed: names that are no folder's and no image's."""
_PAIR = re.compile(r"(?<![\w/.:@+-])\w[\w.@+-]{0,64}[ \t]?/[ \t]?\w")
_LIST = rf"[\w.@+-]{{2,64}}[ \t]?/[ \t]?{_VALUE}"
_LISTED = re.compile(rf"(?:(?<=[:(,;])|(?<=\*\*)|(?<=[:(,;]\*\*))[ \t]{{0,3}}{_LIST}")
_MIXED = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])[A-Za-z0-9!#$%&*+=?@^]{10,}")
_WORDS = re.compile(r"(?:[A-Z]?[a-z]{2,}|[A-Z]{2,}|\d+)+")
"""`_MIXED` hardly is a word: a capital, a small letter and a digit among ten signs or more; `_WORDS` are some, tied
together ("Terminal2Gate14")."""
_SIGNS = r"[^\s\"'`,;|<>()（）/\\\x00]"
_BEHIND = re.compile(
    r"https?://(?!(?:[^\s/]{0,60}\.)?(?i:git|bitbucket|huggingface|docker|npm|pypi|doi|arxiv))(?P<page>[^\s()（）\x00]{4,200})"
    r"\)?[\"'`*>]{0,3}[ \t]{0,2}[(（][ \t]?[\"'`]?"
    rf"(?:[\w.@+-]{{2,64}}[\"'`]?[ \t]{{0,2}}/|(?i:{_FIRST})[\"'`]?[ \t]{{0,2}}[:：|])[ \t]{{0,2}}[\"'`]?"
    rf"(?P<value>(?:[a-z]|(?={_SIGNS}*[!#$%&*?@^])){_SIGNS}{{5,63}})[\"'`]?[ \t]?[)）]"
)
"""A page's login in brackets behind its address; where code is hosted or papers are, what stands there is none."""
_NAMED = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*[-_.](?!\d{3,}\Z)[a-z0-9]+|[^\W\d_]+\d{1,2}")
"""Hosts, images, models, and words with a number behind them ("prod-db-01", "16-alpine", "sonnet4")."""
_BEHIND_CLUE = r"(?i)https?://[^\s\x00]+[\"'`*>]{0,3}[ \t]{0,2}[(（][^\n]{3,160}[)）]"
_ALIKE_CLUE = r"(?i)(?:admin|root|administrator|superuser|guest|minioadmin) ?/ ?[a-z]"
_LISTED_CLUE = r"[\w.@+-][ \t]?/[ \t]?[A-Za-z0-9!#$%&*+=?@^_-]{10}[^\n]*[,;][^\n]*/"
_CLUE = rf"(?i)(?:{_FIRST})[\"'`*]*(?:[ \t]+/[ \t]|[/:])|(?:{_ACCOUNT})[\"'`*]*[ \t]?[:：][^\n]*[ \t]/[ \t]"


def _pairs(text: str, data: bytes) -> Iterator[Hit]:
    for line in lines_with(_CLUE, text, data):
        hits = (one for pattern in (_SPACED, _TIGHT, _ANY) for one in pattern.finditer(text, *line))
        yield from (_password(one) for one in hits if _is_strong(one))


def _behind(text: str, data: bytes) -> Iterator[Hit]:
    for line in lines_with(_BEHIND_CLUE, text, data):
        hits = _BEHIND.finditer(text, *line)
        yield from (_password(one) for one in hits if _is_strong(one) and value_of(one) not in one["page"])


def _alike(text: str, data: bytes) -> Iterator[Hit]:
    """Alone on its line: of several that were tried no mark may take from the others what gives them away."""
    for line in lines_with(_ALIKE_CLUE, text, data):
        hits = list(_ALIKE.finditer(text, *line))
        if len(hits) == 1 == len(_PAIR.findall(text, *line)):
            yield _password(hits[0])


def _listed(text: str, data: bytes) -> Iterator[Hit]:
    """Two accounts and more in a row, whose values hardly are words: `DEV: ann.b / k3Tz…, heron / 9QmW…`."""
    for line in lines_with(_LISTED_CLUE, text, data):
        hits = [one for one in _LISTED.finditer(text, *line) if _is_random(value_of(one))]
        yield from map(_password, hits if len(hits) > 1 else ())


def _password(hit: re.Match[str]) -> Hit:
    return "password", hit.start("value"), hit.start("value") + len(value_of(hit))


def _is_strong(hit: re.Match[str]) -> bool:
    value = value_of(hit)
    return is_strong(value) and not _NAMED.fullmatch(value)


def _is_random(value: str) -> bool:
    return bool(_MIXED.fullmatch(value)) and not _WORDS.fullmatch(value)


FINDERS = (
    Finder(_CLUE, _pairs),
    Finder(_BEHIND_CLUE, _behind),
    Finder(_ALIKE_CLUE, _alike),
    Finder(_LISTED_CLUE, _listed),
)
