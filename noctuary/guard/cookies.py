"""Cookies: headers, jars, exports and well-known names of sessions. In a header every value counts that is not plain.

What only sets a taste (theme, language) stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, lines_with, loosened, places
from noctuary.guard.named import KEY, PASSWORD
from noctuary.guard.values import has_digit, is_chosen, is_expression, is_key

_SESSIONS = (
    r"ct0|auth_token|auth_multi|twid|sess(?:ion)?[_-]?(?:id|token|key)?|phpsessid|jsessionid|connect\.sid|"
    r"asp\.net_sessionid|"
    r"\.?aspxauth|\.?aspnetcore\.[\w.]{1,40}|li_at|li_rm|sid|hsid|ssid|apisid|sapisid|lsid|osid|"
    r"psid|nid|__(?:secure|host)-[\w.-]{1,40}|"
    r"xs|c_user|datr|fr|laravel_session|ci_session|cfduid|cf_clearance|csrf[_-]?token|xsrf[_-]?token|_csrf|"
    r"remember(?:_user)?_(?:me|token)|remember_web_\w{1,60}|user_session|_gh_sess|logged_in_user|"
    r"wordpress_(?:sec|logged_in)_\w{1,40}|"
    r"reddit_session|token_v2|d-?cookie|ds_user_id|mid|ig_did|steamloginsecure|sp_dc|sp_key|nf_?(?:session|netflixid)|"
    r"netflixid|securenetflixid|at-main|x-main|sess-at-main|ubid-main|session-token|atlassian\.xsrf\.token|"
    r"cloud\.session\.token|"
    r"_session_id|_[\w]{1,30}_session|beaker\.session\.id|rack\.session|express:sess(?:\.sig)?|koa\.sess|"
    r"__cf_bm|__session"
)
_ONLY_IN_A_JAR = frozenset("nid xs fr mid sid datr twid session sess".split())
_TASTE = re.compile(
    r"(?:path|domain|expires|max-age|samesite|priority|version|comment|theme|lang(?:uage)?|locale|tz|timezone|currency|"
    r"consent|\w*consent\w*|color[_-]?(?:mode|scheme)|dark_?mode|country|region|_ga\w*|_gid|ab_\w+)",
    re.I,
)
_CRUMB = re.compile(
    r"[\s;,\"'`{(:]{0,8}+(?:cookie: )?(?:(?P<name>[\w.$%*+!#^|~-]{1,128})=[ ]?\"?"
    r"(?P<value>[^\s;,\"'`<>\x00\\]{0,4096}+)"
    r"|(?:httponly|secure|partitioned)(?![\w=]))",
    re.I,
)
_HEADER = re.compile(
    r"(?i)(?:\bset-cookie2?|\bcookies?|document\.cookie)[\"'`\])]{0,2}[ \t]{0,4}[:=][ \t]{0,4}"
    r"|\bcurl\b[^\n]{0,2000}?[ \t](?:-b|--cookie)[ =]?|\bwget\b[^\n]{0,2000}?[ \t]--header=?[ ]?"
)
_HEADER_GATE = r"(?i)(?:cookies?[0-9]?[\"'`\])]{0,2}[ \t]{0,4}[:=][^\n]*=|[ \t](?:-b|--cookie)[ =]?[\"']?[^\s=]{1,60}=)"
_JAR = re.compile(
    (
        r"(?:^|(?<=[\s|>]))[^\s|]{1,256}[ \t]+(?:TRUE|FALSE)[ \t]+/[^\s]*[ \t]+(?:TRUE|FALSE)[ \t]+\d{1,20}[ \t]+[^\s]{"
        r"1,256}[ \t]+([^\s\x00]{3,8192})"
    ),
    re.M,
)
_JAR_GATE = r"[ \t](?:TRUE|FALSE)[ \t]+/[^\s]*[ \t]+(?:TRUE|FALSE)[ \t]+[0-9]+[ \t]"
_KNOWN = re.compile(
    (
        rf"(?<![\w.-])(?P<name>{_SESSIONS})[\"'`]{{0,2}}[ \t]{{0,4}}(?:=|:|\||\bis\b|→)[ \t]{{0,4}}[\"'`]?(?P<value"
        rf">[^\s;,\"'`<>\x00\\|&]{{8,4096}})"
    ),
    re.I,
)
_KNOWN_GATE = rf"(?i)(?:{_SESSIONS})[\"'`]{{0,2}}[ \t]{{0,4}}(?:[=:|→]|is )[ \t]{{0,4}}[\"'`]?[^\s;,\"'`<>]{{8}}"
_FIELDS = re.compile(
    rf"[\"']?\b(?:name|key)[ ]?[\"']?[ ]?[:=][ \t]{{0,4}}[\"']?(?P<name>[\w.-]{{0,60}}?(?:{_SESSIONS}|{PASSWORD}"
    rf"|{KEY}))[ ]?[\"']?[ ]?(?:,\s{{0,80}}|\s{{1,80}})"
    r"(?:[\"']?\w{1,20}[ ]?[\"']?[ ]?[:=][^\n,{}]{0,80},\s{0,80}){0,4}"
    r"[\"']?\bvalue[ ]?[\"']?[ ]?[:=][ \t]{0,4}(?P<quote>[\"']?)(?P<value>[^\s\"'<>\x00,}]{4,4096})",
    re.I,
)
_FIELDS_GATE = r"(?i)\b(?:name|key)[ ]?[\"']?[ ]?[:=][ \t]{0,4}[\"']?[\w.-]{3,60}[ ]?[\"']?[ ]?(?:,|\s)"


_DICT = re.compile(
    r"(?i)\bcookies?[ ]?[=:][ ]?\{(?:[^{}\n\x00]{0,2000}?[,{ ])??"
    r"[\"'](?P<name>[\w.-]{1,64})[ ]?[\"'][ ]?:[ ]{0,2}[\"'](?P<value>[^\s\"'\x00]{5,4096})"
)
_DICT_GATE = r"(?i)cookies?[ ]?[=:][ ]?\{"


def _dicts(text: str, data: bytes) -> Iterator[Hit]:
    """Cookies as a program hands them over; after the first is a mark, the next round finds the one behind it."""
    for line in lines_with(_DICT_GATE, text, data):
        for hit in _DICT.finditer(text, *line):
            if not _TASTE.fullmatch(hit["name"]) and _is_cookie(hit["value"]):
                yield "cookie", *hit.span("value")


def _headers(text: str, data: bytes) -> Iterator[Hit]:
    for start, end in lines_with(loosened(_HEADER_GATE), text, data):
        at = start
        while header := _HEADER.search(text, at, end):
            at = header.end()
            while crumb := _CRUMB.match(text, at, end):
                at = crumb.end()
                if crumb["value"] and not _TASTE.fullmatch(crumb["name"]) and _is_cookie(crumb["value"]):
                    yield "cookie", *crumb.span("value")


def _is_cookie(value: str) -> bool:
    """A value that is no plain word and no small number."""
    if is_expression(value) and not is_key(value):
        return False
    return len(value) >= 5 and (has_digit(value) or len(value) >= 16) and not (value.isdigit() and len(value) < 8)


def _jars(text: str, data: bytes) -> Iterator[Hit]:
    for line in lines_with(loosened(_JAR_GATE), text, data):
        yield from (("cookie", *hit.span(1)) for hit in _JAR.finditer(text, *line))


def _known(text: str, data: bytes) -> Iterator[Hit]:
    for start, _ in places(loosened(_KNOWN_GATE), text, data):
        if (hit := _KNOWN.match(text, start)) and _is_session(hit["value"]):
            is_tight = text[hit.end("name") : hit.end("name") + 1] == "="
            if is_tight or hit["name"].lower() not in _ONLY_IN_A_JAR:
                yield "cookie", *hit.span("value")


_ID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|ses|\d{8}T|\d{4}-\d\d|chat|run|agent")
"""What agents call their own sessions."""


def _is_session(value: str) -> bool:
    """What a server hands out for a session, not the name of one: 16 letters and digits, or a key."""
    if _ID.match(value):
        return False
    return is_key(value) or (len(value) >= 12 and has_digit(value) and not is_expression(value) and value.isalnum())


def _fields(text: str, data: bytes) -> Iterator[Hit]:
    at = 0
    for start, _ in places(loosened(_FIELDS_GATE), text, data):
        hit = _FIELDS.match(text, start) if start >= at else None
        if hit and _is_fields_own(hit):
            at = hit.end("value")
            yield (
                "cookie" if re.search(r"(?i)cookie|domain", text[hit.start() : hit.end() + 80]) else "secret",
                *hit.span("value"),
            )


def _is_fields_own(hit: re.Match[str]) -> bool:
    """Of a password any chosen word, of a token or key what no person would say."""
    value = hit["value"]
    if is_expression(value):
        return False
    return is_key(value) or has_digit(value) or (_OF_PASSWORD.search(hit["name"]) is not None and is_chosen(value))


_OF_PASSWORD = re.compile(rf"(?i)(?:{PASSWORD}|pass)\Z")
FINDERS = (
    Finder(_JAR_GATE, _jars, "named"),
    Finder(r"(?i)cookies?[0-9]?[\"'`\])]{0,2}[ \t]{0,4}[:=]|[ \t](?:-b|--cookie)[ =]", _headers, "named"),
    Finder(rf"(?i)(?:{_SESSIONS})[\"'`]{{0,2}}[ \t]{{0,4}}(?:[=:|→]|is )", _known, "named"),
    Finder(r"(?i)\b(?:name|key)[ ]?[\"']?[ ]?[:=]", _fields, "named"),
    Finder(_DICT_GATE, _dicts, "named"),
)
