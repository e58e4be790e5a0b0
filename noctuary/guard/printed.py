"""Secrets that the form of a program's output or source shows: a file a command prints, a registry's value, a block
marked sensitive, bytes under a key's name, a table in HTML, a seed's words, a login of two lines.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from noctuary.guard.finder import Finder, Hit, places
from noctuary.guard.named import KEY, PASSWORD
from noctuary.guard.near import is_drawn, is_odd
from noctuary.guard.values import is_chosen, is_key, is_strong

_V = r"(?P<value>[^\s\"'`<>\x00]{4,256})"


class _Form(NamedTuple):
    """`gate` begins where `pattern` does; the clue says the same without spanning a line."""

    kind: str
    gate: str
    pattern: str
    accepts: Callable[[str], bool]
    clue: str = ""
    is_line: bool = False


def _is_any(value: str) -> bool:
    return is_key(value) or is_strong(value)


def _is_padded(value: str) -> bool:
    return is_strong(value.rstrip("="))


def _is_bytes(value: str) -> bool:
    """Eight bytes or more, not all alike and not counted up."""
    every = [int(one, 16) for one in re.findall(r"0x([0-9a-fA-F]{1,2})", value)]
    return len(every) >= 8 and len(set(every)) > 2 and any(two - one != 1 for one, two in itertools.pairwise(every))


_OF_PROSE = frozenset(
    "the and of to in is are was a an or not be for on with as at by from we you it this that".split()
)


def _is_seed(value: str) -> bool:
    words = re.findall(r"[a-z]+", value)
    return len(words) in (12, 15, 18, 21, 24) and len(set(words) & _OF_PROSE) < 2


_FORMS = (
    _Form(
        "secret",
        r"\b(?:cat|less|more|head|tail|type|bat|Get-Content|gc)[ ][^\n]*(?i:key|pass|secret|token|"
        r"cred)[\w.]*[\"']?[ \t]*\n",
        r"\b(?:cat|less|more|head|tail|type|bat|Get-Content|gc)[ ][^\n|>]{0,200}?(?i:key|pass\w{0,8}|secrets?|"
        r"token|creds?|"
        rf"credentials)(?:\.(?:txt|key|dat))?[\"']?[ \t]*\n\s{{0,8}}{_V}[ \t]*(?=\n|\Z)",
        _is_any,
        r"(?i)(?:key|pass[a-z]*|secrets?|token|creds?|credentials)(?:\.(?:txt|key|dat))?[\"']?[ \t]*\n",
    ),
    _Form(
        "password",
        r"(?i)pass[a-z]*[ \t]+REG_",
        rf"(?i)(?:{PASSWORD})[ \t]{{1,40}}REG_(?:SZ|EXPAND_SZ|MULTI_SZ|BINARY)[ \t]{{1,40}}{_V}",
        is_chosen,
    ),
    _Form(
        "password",
        r"(?i)\b(?:variable|output)[ ]?[ ]\"[\w-]+[ ]?\"[ ]*\{",
        r"(?i)\b(?:variable|"
        r"output)[ ]{1,2}\"[\w-]{1,60}[ ]?\"[ ]{0,4}\{(?=[^{}\x00]{0,600}?\bsensitive[ ]{0,12}=[ ]{0,4}true)"
        r"[^{}\x00]{0,400}?\b(?:default|value)[ ]{0,12}=[ ]{0,4}[ ]?\"(?P<value>[^\s\"\x00]{4,256})[ ]?\"",
        is_chosen,
    ),
    _Form(
        "password",
        r"random_password[ ]?\"",
        r"random_password[ ]?\"[^\x00]{0,400}?\"(?:result|"
        r"bcrypt_hash)[ ]?\"[ ]?:\s{0,4}[ ]?\"(?P<value>[^\s\"\x00]{4,256})",
        is_chosen,
    ),
    _Form(
        "secret",
        r"(?i)(?:key|secret|psk|seed)[a-z0-9_]*[ ]*\[[^\]\n]*\][^=\n]*=\s*\{",
        r"(?i)(?:key|secret|psk|seed)[a-z0-9_]{0,20}[ ]{0,4}\[[^\]\n]{0,20}\][^=\n\x00]{0,40}=\s{0,4}\{\s{0,20}"
        r"(?P<value>(?:0x[0-9a-f]{1,2}\s{0,20},?\s{0,20}){8,128})",
        _is_bytes,
    ),
    _Form(
        "password",
        r"(?i)(?:wallet|seed|mnemonic|recovery|bip-?39)[^\n]*[:\n][ \t\n]*[a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+",
        r"(?i)(?:wallet|seed|mnemonic|recovery|bip-?39)[^\n\x00]{0,60}?(?:[:：]|\n)\s{0,4}[\"'`*]{0,3}(?-i:(?P<value>"
        r"[a-z]{3,8}(?:[ ]{1,2}[a-z]{3,8}){11,23}))[\"'`*.]{0,3}[ \t]*(?=\n|\Z)",
        _is_seed,
        r"(?i)(?:wallet|seed|mnemonic|recovery|bip-?39)",
    ),
    _Form(
        "password",
        r"(?i)(?:credentials?|logins?|zugangsdaten|anmeldedaten|identifiants|credenciales|accounts?)\W*\n",
        r"(?i)(?:credentials?|logins?|zugangsdaten|anmeldedaten|identifiants|credenciales|"
        r"accounts?)[:*_ \t]{0,4}\n\s{0,4}"
        r"(?:(?:```|~~~)\w{0,10}[ \t]*\n)?[ \t]{0,8}(?:[\w.@+-]{2,64}|"
        r"\x00{8,80})[ \t]*\n[ \t]{0,8}(?P<value>[^\s\"'`<>:|\x00]{6,128})"
        r"[ \t]*(?=\n|\Z)",
        _is_padded,
    ),
    _Form(
        "password",
        r"(?i)\b(?:mysqladmin|mariadb-admin)\b[^\n]*[ ](?:password|flush-privileges)[ ]",
        r"(?i)\b(?:mysqladmin|mariadb-admin)\b[^\n\x00]{0,200}?[ ]password[ ][\"']?(?P<value>[^\s\"'`;|&\x00]{4,128})",
        is_chosen,
        r"(?i)\b(?:mysqladmin|mariadb-admin)\b",
    ),
    _Form(
        "password",
        r"(?i)(?:\bset[ ]-[a-z]+|\bsetx|\bsetenv|^ENV|\nENV)[ ]",
        r"(?i)(?:set[ ]-[a-z]{1,4}|setx|setenv|\n?ENV)[ ](?:[A-Z][A-Z0-9_]{0,40}_)?(?:PASSWORD|PASSWD|PASSPHRASE|"
        r"PASS|PWD|PW)[ ]"
        r"[\"']?(?P<value>[^\s\"'`;|&\x00]{4,128})",
        is_chosen,
    ),
    _Form(
        "password",
        r"(?i)\b(?:pwd|password)[ ]?=[ ]?\{",
        r"(?i)\b(?:pwd|password)[ ]?=[ ]?\{(?P<value>(?:[^\s{}\"\x00]|\}\}){4,128})\}(?=[\"';\s)]|\Z)",
        lambda value: "}}" in value or is_drawn(value) or is_odd(value),
    ),
    _Form(
        "password",
        rf"(?i)(?:{PASSWORD})\"[ ]?:[ ]?\"[^\s\"]+ \"",
        rf"(?i)(?:{PASSWORD})\"[ ]?:[ ]?\"(?P<value>[^\s\"\x00]{{1,64}}"
        rf"(?:[ ]\"[^\s\",:}}\]\x00]{{1,64}}){{1,4}})\"(?=\s?[,}}\]])",
        bool,
    ),
)


def _of(form: _Form) -> Finder:
    pattern = re.compile(form.pattern)

    def find(text: str, data: bytes) -> Iterator[Hit]:
        at = 0
        for start, _ in places(form.gate, text, data):
            hit = pattern.match(text, start) if start >= at else None
            if hit and form.accepts(hit["value"].strip()):
                at = hit.end()
                yield form.kind, hit.start("value"), hit.start("value") + len(hit["value"].rstrip())

    return Finder(form.clue or form.gate, find, "files")


_TABLE = re.compile(
    r"(?i)<tr\b[^>]{0,80}>\s{0,40}(?:<thead>\s{0,40})?(?P<heads>(?:<th\b[^<>]{0,80}>[^<>]{0,60}</th>\s{0,40}){1,12})"
)
_HEAD = re.compile(r"(?i)<th\b[^<>]{0,80}>\s{0,8}(?P<name>[^<>]{0,60}?)\s{0,8}</th>")
_ROW = re.compile(
    r"(?i)\s{0,80}(?:</?(?:tr|thead|tbody)\b[^<>]{0,80}>\s{0,40}){1,6}(?P<cells>(?:<td\b[^<>]{0,80}>[^<>]{0,200}</td>\s{0,40}){1,12})"
)
_CELL = re.compile(r"(?i)<td\b[^<>]{0,80}>\s{0,8}(?P<value>[^<>\s]{4,200})?[^<>]{0,200}</td>")
_IS_PASS = re.compile(rf"(?i)(?:[\w-]{{1,20}}[ -])?(?:{PASSWORD}|pass|pw)\Z")
_IS_KEY = re.compile(rf"(?i)(?:[\w-]{{1,20}}[ -])?(?:{KEY}|api[ _-]?keys?)\Z")
_MOST_ROWS = 200


def _html(text: str, data: bytes) -> Iterator[Hit]:
    """Cells below a heading that announces them."""
    for start, _ in places(_HTML_CLUE, text, data):
        table = _TABLE.match(text, start)
        heads = [head["name"] for head in _HEAD.finditer(table["heads"])] if table else []
        tests = {n: (is_chosen if _IS_PASS.match(head) else is_key) for n, head in enumerate(heads) if _names(head)}
        at = table.end() if table else 0
        for _ in range(_MOST_ROWS if tests else 0):
            row = _ROW.match(text, at)
            if not row:
                break
            at = row.end()
            for number, cell in enumerate(_CELL.finditer(text, *row.span("cells"))):
                if number in tests and cell["value"] and tests[number](cell["value"]):
                    yield "password" if tests[number] is is_chosen else "secret", *cell.span("value")


def _names(head: str) -> bool:
    return _IS_PASS.match(head) is not None or _IS_KEY.match(head) is not None


_HTML_CLUE = r"(?i)<tr\b[^<>]*>\s*<th\b"
FINDERS = (*map(_of, _FORMS), Finder(_HTML_CLUE, _html, "files"))
