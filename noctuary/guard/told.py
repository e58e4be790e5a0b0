"""Sentences that hold a secret before their word, beside a user's name, or twice: "log in as X with Y as the password".

A value that only stands near its word must have letters and digits, one in quotation marks or between its verb and *as*
may be any word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from noctuary.guard import languages
from noctuary.guard.finder import Finder, Hit, any_of, widened, windows
from noctuary.guard.values import has_digit, is_chosen, is_strong, loud, value_of
from noctuary.guard.vocabulary import ANY_PASSWORD, NUMBERED, PASSWORD_CLUE

_V = r"[\"'`“”‘’«»*]{0,4}(?P<value>[^\s\"'`“”‘’«»<>\x00]{4,128})[\"'`“”‘’«»*]{0,4}"
_QUOTED = r"(?:[\"`“«]|(?<![\w'])')(?P<value>[^\s\"'`“”‘’«»<>\x00]{4,128})[\"'`”’»]"
_WITH = (
    r"(?:with|using|uses?|used|takes?|enter|type|took|set|mit|nutze|nimm|verwende|gib|con|usa|usando|avec|utilise|"
    r"com|met|med|z|с)"
)
_AS = r"(?:as|als|como|comme|som|jako|come|как)"
_THE = rf"(?:{languages.ARTICLE}[ \t]+){{0,2}}(?:[\w-]{{1,24}}[ \t-]+){{0,2}}?"
_USER = r"[\"'`*]{0,2}[^\s\"'`,;:/|<>\x00]{1,64}[\"'`*]{0,2}"
_LOGIN = (
    r"(?:log[ -]?ins?|log(?:ged)? in|sign[ -]?in|credentials?|creds|zugangsdaten|anmeldedaten|zugang|"
    r"anmeldung|acceso|credenciales|identifiants|usuario|utilisateur|"
    r"user(?:name)?(?:[ ]?(?:/|and|&)[ ]?pass(?:word)?)?|benutzer(?:name)?)"
)
_REACH = 240
_NEAR = r"[^\n\x00]{0,60}?"
_OTHER = (
    r"(?:not|nicht|no|pas|non|niet|or|oder|ou|o|instead of|statt|rather than|before that|previously|formerly|vorher|"
    r"früher|antes|avant|then|but|sondern|sino|mais|was|war|it['’]s|it is)"
)
_NOT = (
    r"(?:is|was)[ ](?:not|never)|isn['’]t|wasn['’]t|(?:ist|war|lautet)[ ]nicht|no[ ](?:es|era)|n['’]est[ ]pas|"
    r"non[ ]è|não[ ]é|is[ ]niet|(?:is|was|ist|es|est|è|é)[ ](?:either|still|again|probably|maybe|perhaps|possibly|"
    r"currently|temporarily|actually|really|just|simply|entweder|noch|wieder|vermutlich|wahrscheinlich|derzeit|aktuell|"
    r"einfach|todavía|probablemente|toujours|encore|probablement|soit|ancora|nog)"
)
Accepts = Callable[[re.Match[str], str], bool]


def _strong(hit: re.Match[str], value: str) -> bool:
    return is_strong(value) and re.search(r"\w:\w", value) is None


def _chosen(hit: re.Match[str], value: str) -> bool:
    return is_chosen(value)


def _mixed(hit: re.Match[str], value: str) -> bool:
    """Three classes of signs of four: what stands only beside a name must be made to be a password."""
    value = loud(hit, value)
    classes = sum(1 for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[^\w\s]|_") if re.search(kind, value))
    return classes >= 3 and len(value) >= 6 and is_strong(value) and not re.search(r"[/\\:=\[。]|\.\w{1,4}\Z", value)


def _drawn_alone(hit: re.Match[str], value: str) -> bool:
    """Letters and figures, or letters of both cases with a mark among them: no name in code and no product's."""
    if re.search(r"[/\\=\[。]", value):
        return False
    is_mixed = re.search(r"[a-z]", value) and re.search(r"[A-Z]", value[1:]) and re.search(r"[^A-Za-z0-9]", value[1:-1])
    return is_strong(value) or is_mixed is not None


def _behind_address(hit: re.Match[str], value: str) -> bool:
    """Behind `kim@x.org / …`, or behind a colon where a login is spoken of: there it is mostly a path or a ticket."""
    if hit["sign"] == "/":
        return _drawn(hit, value)
    line = hit.string[max(0, hit.start() - _REACH) : hit.start("value")].rpartition("\n")[2]
    is_login = re.search(rf"\b{_LOGIN}\b", line, re.I) is not None and not _OF_PATHS.search(line)
    return is_login and _drawn(hit, value)


_OF_PATHS = re.compile(r"(?:^|[\s`])(?:git|ssh|scp|sftp|rsync)[\s@]")


def _behind_user(hit: re.Match[str], value: str) -> bool:
    """Behind a user's name; what ssh speaks of is mostly a host, unless it is made of three classes of signs."""
    is_of_host = hit[0].lower().startswith(("ssh", "sftp"))
    is_hyphened = re.fullmatch(r"[a-z]+(?:-[a-z0-9]+)+", value) is not None
    return not is_hyphened and (_mixed if is_of_host else _drawn)(hit, value)


def _drawn(hit: re.Match[str], value: str) -> bool:
    """Made of letters and digits, neither a hash nor a path: what stands behind an address to log in with."""
    is_hash = re.fullmatch(r"[0-9a-f]+", value) is not None
    return is_strong(value) and not is_hash and not re.search(r"[/\\=\[。]|\.\w{1,4}\Z", value)


def _digits(hit: re.Match[str], value: str) -> bool:
    return has_digit(value)


_FORMS: tuple[tuple[str, str, str, str, Accepts], ...] = (
    ("password", _AS + "[ \t]", rf"\b{_WITH}[ \t]+{_V}[ \t]+{_AS}[ \t]+{_THE}{ANY_PASSWORD}", "words", _chosen),
    (
        "password",
        "(?:works?|serves?|acts?|dient|gilt|sirve|serve|sert)[ \t]",
        rf"(?<!\S){_V}[ \t]+(?:works?|serves?|acts?|dient|gilt|sirve|serve|sert)[ \t]+{_AS}[ \t]+{_THE}{ANY_PASSWORD}",
        "words",
        _strong,
    ),
    ("password", "[(\\[]", rf"{ANY_PASSWORD}[ ]?[(\[]{_V}[)\]]", "words", _strong),
    (
        "password",
        "[\"'`”’»*][ \t]+(?:is|was|ist|war|es|est|é|è|är|er)[ \t]",
        (
            rf"{_QUOTED}[*]{{0,2}}[ \t]+(?:is|was|ist|war|es|est|é|è|är|er|to|jest)[ \t]+{_THE}{ANY_PASSWORD}(?![\w-]"
            rf")"
        ),
        "words",
        _chosen,
    ),
    (
        "password",
        NUMBERED + r"[ \t]+(?:is|was|ist|war)[ \t]",
        (
            rf"(?<![\w./-]){_V}[ \t]+(?:is|was|ist|war)[ \t]+{_THE}{ANY_PASSWORD}(?=[\"'`*]*(?:[.,;!?)\n]"
            rf"|[ \t]*\Z))"
        ),
        "words",
        _strong,
    ),
    (
        "password",
        "(?:type|enter|use|try|give|say|gib|tippe|nimm)[ \t]",
        r"\b(?:type|enter|use|try|give (?:it|them)|say|gib|tippe|nimm|escribe|tape[zr]?)[ \t]+"
        rf"{_V}[ \t]{_NEAR}{ANY_PASSWORD}",
        "words",
        _strong,
    ),
    (
        "password",
        "[(\\[]",
        rf"(?<![^\s\"'`:/|=]){_V}[ \t]{{0,2}}[(\[](?:the[ \t]+)?{ANY_PASSWORD}[)\]]",
        "words",
        _strong,
    ),
    (
        "password",
        "[ \t](?:from|von|de|da|fra|från|z|с)[ \t]",
        (
            rf"{ANY_PASSWORD}{_NEAR}[ \t](?:from|von|de|da|fra|från|z|с)[ \t]+{_V}[ \t]+(?:to|auf|zu|in|a|"
            rf"à|para|til|till|na|на)[ \t]"
        ),
        "words",
        _strong,
    ),
    (
        "password",
        "[ \t](?:to|auf|zu|a|à|para|til|till|na|на)[ \t]",
        (
            rf"{ANY_PASSWORD}{_NEAR}[ \t](?:from|von|de|da|fra|från|z|с)[ \t]+\S{{4,128}}[ \t]+(?:to|auf|"
            rf"zu|in|a|à|para|til|till|na|на)[ \t]+{_V}"
        ),
        "words",
        _strong,
    ),
    (
        "password",
        "(?:used to be|which|that|die|das|que|qui)",
        (
            rf"{ANY_PASSWORD}(?:,[^,\n\x00]{{1,60}},|[ \t]+\((?:[^()\n\x00]{{1,40}})\))[ \t]+(?:is|was|ist|"
            rf"lautet|war|es|est)[ \t]+{_V}"
        ),
        "words",
        _chosen,
    ),
    (
        "password",
        "used to be|reads|equals|goes like|heißt|heisst|heiszt|hieß|stays|became|remains|lyder|brzmi|gaat",
        (
            rf"{ANY_PASSWORD}(?:[ \t][^\s:=\x00]{{1,24}}){{0,5}}?[ \t]+(?:used to be|reads|equals|goes like|"
            rf"heißt|heisst|heiszt|hieß|stays|became|remains|lyder|brzmi|gaat)[ \t]*:?[ \t]+{_V}"
        ),
        "words",
        _chosen,
    ),
    (
        "password",
        r"\x00",
        (
            rf"{ANY_PASSWORD}{_NEAR}\x00{{8,}}+[\"'`“”‘’«»*!.)]{{0,4}}[ \t]*(?:,?[ \t]*{_OTHER}[ \t]*:?[ \t]+|"
            rf"(?:→|->|=>)[ \t]*|[(\[]{_OTHER}[ \t]*:?[ \t]+){_V}"
        ),
        "words",
        _drawn,
    ),
    (
        "password",
        "(?:either|entweder|soit)[ \t]",
        rf"{ANY_PASSWORD}{_NEAR}(?<=[ \t])(?:either|entweder|soit)[ \t]+{_V}",
        "words",
        _drawn,
    ),
    (
        "password",
        f"(?:{_NOT})[ \t]",
        rf"{ANY_PASSWORD}{_NEAR}(?<=[ \t])(?:{_NOT})[ \t]+{_V}",
        "words",
        _drawn,
    ),
    (
        "password",
        "[改设設换換新变を]",
        (
            r"(?:密码|密碼|口令|パスワード)[ \t]{0,2}(?:已|被)?(?:改成|改为|改為|设为|設為|设成|设置为|設置為|"
            r"设置成|换成|換成|"
            r"换为|更新为|修改为|变成|を)了?[ \t]{0,2}[`「『\"'“]?(?P<value>[!-~]{6,64}?)(?=[^!-~]|\Z|[`\"'])"
        ),
        "words",
        _drawn_alone,
    ),
    (
        "password",
        "[?(\\[]",
        rf"{ANY_PASSWORD}(?:[?][ \t]+|[ \t]*[\[(][^\])\n\x00]{{1,24}}[\])][ \t]+){_V}",
        "words",
        _strong,
    ),
    (
        "password",
        "[/:|,]|and|und",
        (
            rf"\b{_LOGIN}\b(?:(?!\",)[^\n\x00/|]){{0,40}}?(?:\b(?:as|with|is|are|mit|con|avec|als|es|ist|sind)\b|[:=–—-]"
            rf")[ \t]*(?:(?:user|name|login)[ \t]+)?{_USER}(?:[ \t]*[/|:][ \t]*|[ \t]*,[ \t]*|[ \t]+(?:and|"
            rf"und|y|et|e|with|mit|pw)[ \t]+){_V}"
        ),
        "login",
        _mixed,
    ),
    (
        "password",
        "[ \t][!-~]{6}",
        r"(?:密码|密碼|口令|パスワード)[ \t]{1,2}(?P<value>[!-~]{6,64})(?=[ \t]*(?:\n|\Z|[,，;；。]))",
        "words",
        _drawn_alone,
    ),
    (
        "password",
        "[`「『\"'][!-~]{6}",
        r"(?:密码|密碼|口令|パスワード)[ \t]{0,2}[`「『\"'](?P<value>[!-~]{6,64}?)[`」』\"']",
        "words",
        _drawn_alone,
    ),
    (
        "password",
        "`[ \t]?[/:][ \t]?`",
        rf"\b(?:ftps?|sftp|ssh|{_LOGIN})\b{_NEAR}`[\w.@+-]{{2,64}}`[ \t]?[/:][ \t]?`(?P<value>[^`\s\x00]{{6,64}})`",
        "login",
        _behind_user,
    ),
    (
        "password",
        "@",
        (
            rf"(?<![\w.+-])[\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{1,32}}){{1,4}}[\"'`*]{{0,2}}[ \t]*"
            rf"(?:(?<=[ \t`])(?P<sign>/)(?=[ \t`])|:)[ \t]*{_V}"
        ),
        "mail",
        _behind_address,
    ),
    (
        "code",
        "(?:opens?|unlocks?|geht auf|öffnet|abre|s'ouvre)",
        (
            rf"\b(?:safe|door|gate|lock|garage|locker|box|case|tresor|tür|tor|schloss|puerta|caja|porte|coffre)"
            rf"\w{{0,6}}\b{_NEAR}\b(?:opens?|unlocks?|geht auf|öffnet|abre|s'ouvre)\b[^\n\x00\d]{{0,24}}?"
            rf"(?P<value>[#*]?\d{{3,10}}[#*]?)(?![\w.:-])"
        ),
        "door",
        _digits,
    ),
)


class _Form(NamedTuple):
    """`is_headed`: it begins with the word for password, so it is tried where such a word stands and nowhere else."""

    kind: str
    pattern: re.Pattern[str]
    accepts: Accepts
    is_headed: bool


_HEADS = re.compile(rf"(?={ANY_PASSWORD})", re.I)


def _finder(family: str, clue: str) -> Finder:
    told = [form for form in _FORMS if form[3] == family]
    forms = [
        _Form(kind, re.compile(pattern, re.I), accepts, pattern.startswith(ANY_PASSWORD))
        for kind, _, pattern, _, accepts in told
    ]
    hints = [f"(?i){hint}" for _, hint, *_ in told]

    def find(text: str, data: bytes) -> Iterator[Hit]:
        for line in windows(clue, text, data, _REACH):
            hinted = [forms[number] for number in sorted(any_of(*hints).Match(text[slice(*line)].encode()) or ())]
            is_headed = any(form.is_headed for form in hinted)
            heads = [hit.start() for hit in _HEADS.finditer(text, *line)] if is_headed else []
            found = {hit for form in hinted for hit in _read(form, text, *line, heads)}
            yield from sorted(found, key=lambda hit: hit[1])

    return Finder(clue, find, "told")


def _read(form: _Form, text: str, start: int, end: int, heads: list[int]) -> Iterator[Hit]:
    found = _at(form.pattern, text, end, heads) if form.is_headed else form.pattern.finditer(text, start, end)
    for hit in found:
        value = value_of(hit)
        if len(value) >= 3 and form.accepts(hit, value):
            yield form.kind, hit.start("value"), hit.start("value") + len(value)


def _at(pattern: re.Pattern[str], text: str, end: int, heads: list[int]) -> Iterator[re.Match[str]]:
    """What `finditer` gives of a pattern that can begin at these places alone."""
    at = 0
    for start in heads:
        hit = pattern.match(text, start, end) if start >= at else None
        if hit:
            at = hit.end()
            yield hit


_PLACES = "safe|door|gate|lock|garage|box|case|tresor|tür|tor|schloss|puerta|caja|porte|coffre"
BEHIND_ADDRESS = _finder("mail", r"@[^\s@]+\.[^\n]*[/:][^\n]*[0-9]")
"""Asked before an address is taken out as personal data: behind its mark nothing is told by it."""
FINDERS = (
    _finder("words", widened(PASSWORD_CLUE[:-1] + f"|{languages.STEMS})")),
    _finder("login", rf"(?i)(?:{_LOGIN}|ftp|ssh)[^\n]*[/:|, ][^\s]*[0-9]"),
    _finder("door", rf"(?i)(?:{_PLACES})[^\n]*(?:open|unlock|geht auf|öffnet|abre|ouvre)[^\n]*[0-9]"),
)
