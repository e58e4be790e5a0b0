"""Links that let in whoever has them: to a new password, a login without one, an invitation. Knows two providers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, lines_with
from noctuary.guard.values import is_expression, is_key, is_strong

_SURE = (
    r"(?:re)?set[_-]?(?:your[_-]?)?pass(?:word|wd)?|pass(?:word|wd)?[_-]?(?:re)?set|password/reset(?:/confirm)?|"
    r"(?:new|forgot|change|recover|create)[_-]?pass(?:word|wd)?|magic(?:[_-]?(?:link|login))?|passwordless|"
    r"(?:one[_-]?time|e?-?mail|login|signin|sign-in|auth)[_-]?(?:link|login|signin|token)|recover(?:y)?|"
    r"account/recovery|passwort[_-]?(?:zur(?:ue|ü)cksetzen|neu)|restablecer|reinitialiser"
)
_INVITING = r"(?:accept[_-])?invit(?:e|es|ation|ations)|einladung|invitacion"
_OTHER = (
    r"(?:accept[_-])?join|activat(?:e|ion)|confirm(?:ation)?(?:[_-]?email)?|verif(?:y(?:[_-]?email)?|ication[_-]email)|unlock|claim|"
    r"redeem|reset|unsubscribe|email/(?:confirm|verify)|sso|impersonate"
)
_PART = r"[A-Za-z0-9._~%+=-]"
_PATH = re.compile(
    rf"(?i)(?<=/)(?:(?P<sure>{_SURE})|(?P<inviting>{_INVITING})|(?:{_OTHER}))/(?:(?:[a-z]{{1,12}}|[A-Za-z0-9=]{{1,8}}|\d{{1,9}})/)??"
    rf"(?P<value>{_PART}{{6,512}})(?=[/?#\s\"'`<>)\],;]|\.(?:\s|\Z)|\Z)"
)
_GATE = rf"(?i)/(?:{_SURE}|{_INVITING}|{_OTHER})/[^\s]{{6}}"
_QUERY = re.compile(
    rf"(?i)://[^\s\"'`<>?#\x00]{{1,300}}/(?:{_SURE}|{_INVITING}|{_OTHER}|log-?in|sign-?in|auth|callback)\b[^\s\"'`<>?#\x00]{{0,200}}"
    r"[?#](?P<query>[^\s\"'`<>\x00]{3,1000})"
)
_QUERY_GATE = rf"(?i)/(?:{_SURE}|{_INVITING}|{_OTHER}|log-?in|sign-?in|auth|callback)[^\s?#]*[?#][^\s]*="
_PAIR = re.compile(r"(?<=[?#&;])(?P<name>[\w.-]{1,40})=(?P<value>[^&;\s)\],]{6,512})")
_ID = re.compile(
    r"(?i)(?:.*[_-])?(?:id|uid|ids|ref|v|ver|version|page|from|lang|locale|source|src|campaign|next|url|uri|redirect\w*|"
    r"return\w*|continue|email|mail|user|name|utm\w*|challenge|state|nonce|scope|type|plan|theme|date|time|ts|exp\w*|\w*id)"
)
_PRIVATE = re.compile(r"(?:chat\.whatsapp\.com/(?:invite/)?|t\.me/(?:\+|joinchat/))(?P<value>[\w-]{14,64})")
_PRIVATE_GATE = r"chat\.whatsapp\.com/|t\.me/(?:\+|joinchat/)"
_NUMBERED = re.compile(
    r"[A-Za-z]+[-_]?\d{1,2}|[A-Za-z]+[-_]?(?:19|20)\d\d|[A-Za-z][a-z]{2,}\d{0,2}(?:[A-Z][a-z]{2,}\d{0,2}){0,3}|[a-z]+(?:[-_.][a-z]+)*(?:[-_.]\d{1,4})?"
)
"""A page's name with a number: step2, meetup-2024."""
_SLUG = re.compile(
    r"[a-z]{2,}(?:-(?:[a-z]{2,}|[a-z]?\d{1,4}))+|.*\.(?:html?|php|aspx?|[jt]sx?|py|rb|md|json|ya?ml|vue|go|png|svg)"
)
_WORD_CODE = re.compile(r"(?i)[a-z]+[-_]?\d+")


_PUBLIC = re.compile(r"discord(?:app)?\.com/\Z")
"""Whose invitations are written on walls, as `discord.gg` is."""


def _is_made(value: str) -> bool:
    """Letters and digits that follow each other as in no name."""
    if is_expression(value) or _NUMBERED.fullmatch(value) or _SLUG.fullmatch(value):
        return False
    return is_key(value) or (is_strong(value) and not _WORD_CODE.fullmatch(value) and len(value) >= 7)


def _is_code(value: str) -> bool:
    return _is_made(value) or (
        is_strong(value) and not _NUMBERED.fullmatch(value) and not _SLUG.fullmatch(value) and not is_expression(value)
    )


def _is_secret(hit: re.Match[str]) -> bool:
    value = hit["value"].rstrip(".")
    start = hit.string.rfind("\n", 0, hit.start()) + 1
    before = hit.string[max(start, hit.start() - 300) : hit.start()]
    if _PUBLIC.search(before):
        return False
    if "://" in before:
        return (_is_code if hit["sure"] or hit["inviting"] else _is_made)(value)
    is_from_root = re.search(r"(?:\A|[\s\"'`(])/[^\s\"'`]*\Z", before) is not None
    return is_from_root and bool(hit["sure"] or hit["inviting"]) and _is_made(value)


def _paths(text: str, data: bytes) -> Iterator[Hit]:
    for line in lines_with(_GATE, text, data):
        for hit in _PATH.finditer(text, *line):
            if _is_secret(hit):
                yield "url_secret", hit.start("value"), hit.start("value") + len(hit["value"].rstrip("."))


def _queries(text: str, data: bytes) -> Iterator[Hit]:
    for line in lines_with(_QUERY_GATE, text, data):
        for hit in _QUERY.finditer(text, *line):
            for pair in _PAIR.finditer(text, *hit.span("query")):
                if not _ID.fullmatch(pair["name"]) and _is_made(pair["value"]):
                    yield "url_secret", *pair.span("value")


def _private(text: str, data: bytes) -> Iterator[Hit]:
    for line in lines_with(_PRIVATE_GATE, text, data):
        yield from (("url_secret", *hit.span("value")) for hit in _PRIVATE.finditer(text, *line))


_APP = re.compile(r"[?&](?:app_?id|app_?key|ws_?key)=(?P<value>[0-9a-f]{32,64})(?![\w-])")


def _apps(text: str, data: bytes) -> Iterator[Hit]:
    """A hash that an interface's address bears as the caller's name and key in one."""
    for line in lines_with(_APP_GATE, text, data):
        yield from (("url_secret", *hit.span("value")) for hit in _APP.finditer(text, *line))


_APP_GATE = r"[?&](?:app_?id|app_?key|ws_?key)=[0-9a-f]{32}"
FINDERS = (
    Finder(_APP_GATE, _apps, "files"),
    Finder(_GATE, _paths, "files"),
    Finder(_QUERY_GATE, _queries, "files"),
    Finder(_PRIVATE_GATE, _private, "files"),
)
