"""Values that look made by a machine, in a clause that names a secret or tells of getting in.

No word need stand right before such a value; so it must be one that no name, word, path, version or piece of code is.
A value that is only odd, a word with figures in it, counts where a closed class of words leads to it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from noctuary.guard import languages
from noctuary.guard.finder import Finder, Hit, widened, windows
from noctuary.guard.values import DATE, is_expression, is_version, trimmed
from noctuary.guard.vocabulary import ANY_PASSWORD, NAME

_GETTING_IN = (
    r"log(?:ged|ging)?[ -]?(?:in|on)(?:to)?|sign(?:ed|ing)?[ -](?:in|on)(?:to)?|unlock\w*|disarm\w*|authenticate|"
    r"gets? (?:you |us |me )?in|anmeld\w*|meld(?:e|en|et)? (?:dich|euch|sich|je)|einlogg\w*|log(?:g|ge|"
    r"gt)? (?:dich|euch|ind)|"
    r"entsperr\w*|zugang\w*|connecte\w{0,2}|connexion|identifiants?|entra(?:r|s|te)?|inici(?:a|ar|e) sesi[oó]n|"
    r"acced\w{1,4}|"
    r"acess\w{1,3}|inlogg\w*|logga? inn?|aanmeld\w*|zaloguj\w*|loguj\w*|přihl[aá]s\w*|prihl[aá]s\w*|kirjaudu\w*|"
    r"bejelentkez\w*|belép\w*|autentific\w*|conecteaz\w*|заход\w*|зайд\w*|войд\w*|вход\w*|увійд\w*|логин\w*|логін\w*|"
    r"giriş\w*|oturum|masuk|đăng nhập|συνδ\w*|σύνδεση|είσοδος|usuario|usuário|utente|utilisateur|benutzer(?:name)?|"
    r"gebruiker|kullanıcı\w*|użytkownik\w*|пользовател\w*|account|konto"
)
_WIDE = (
    r"登录|登陆|登入|登錄|ログイン|サインイン|로그인|접속|เข้าสู่ระบบ|ล็อกอิน|تسجيل الدخول|سجل الدخول|התחבר|כניסה|लॉगिन|"
    r"लॉग इन"
)
_SECRET = (
    rf"{ANY_PASSWORD}|pw|mdp|psw|(?:as the|as|my|our|your|old|new) pass|creds?|credentials?|zugangsdaten|admin|"
    rf"sandi\w*|wi-?fi|wlan"
)
_CUE = re.compile(rf"(?i)(?<![^\W_])(?:{_SECRET}|{_GETTING_IN})(?![^\W_])|{_WIDE}|{languages.STEMS}")
_ENDING = re.compile(r"\\w(?:[*?]|\{\d,\d\})|\[\^\\W\\d_\]\{0,5\}")
_CLUE = widened("(?i)" + _ENDING.sub("", rf"{_SECRET}|{_GETTING_IN}|{_WIDE}"))
_TO_GET_IN = re.compile(rf"(?i)\A\W{{0,4}}(?:to|um|para|pour|per|te|för) (?:\w+ ){{0,3}}(?:{_GETTING_IN})(?![^\W_])")
_OPENING, _CLOSING = r"\s\"'`“”‘’«»<>", r"|,，、。：:()（）=/\\\[\]{}"
_TOKEN = re.compile(rf"[^{_OPENING}{_CLOSING}\x00]{{8,70}}")
_MAY_BE = re.compile(r"\d|[a-z][A-Z]")
_LEFT, _RIGHT = frozenset(" \t\n\"'`“”‘’«»>|,:：(（—→，、"), frozenset(" \t\n\"'`“”‘’«»<|),，、。）")
"""What a value stands between."""
_SENTENCE = re.compile(r"[.!?…](?=\s)|[。！？]")
_FIELD = re.compile(r"[\"'][ ]?:[ ]{0,3}[\"']?[ ]?\Z")
"""A field's value: its name alone tells what it is."""
_NAMED = re.compile(
    r"(?i)(?<![^\W_])(?:(?:called|named|file|branch|commit|version|model|image|ticket|heißt|namens|llamad[ao]|chiamat[ao]|"
    r"appelée?)|(?:name|ssid|user(?:name)?|hostname)(?:[ ]?[:=]|[ ](?:is|ist|es|est))?)[ ][\"'`“„«*~_]{0,4}\Z"
)
"""Words that say the value is a name."""
_LINK = re.compile(
    r"(?i)(?:(?<![^\W_])(?:with|using|use|now|by|to|from|and|it['’]s|isn['’]t|type|typing|enter|entering|mit|und|"
    r"sondern|jetzt|gib|con|y|e|et|avec|com|c['’]est|pones|pon|ahora|adesso|sino|med|och|og|met|en|pakai|dengan|"
    rf"wpisz|введи|вводи\w*|is|ist|es|est|{languages.IS})|[:：=(（+→]|->|=>|[ ][/–—-])[ ]?[\"'`“„«*~_]{{0,4}}\Z"
)
_BEFORE, _AFTER = 120, 60
"""Signs of the clause on either side; the longest clause of the planted texts has 84 before its value."""

_MARK = re.compile("[#!$%&*+?^~]")
_INFIX = re.compile(r"[^\W\d_]{2,}\d+[a-z]{2,}\d*")
_CAMEL = r"(?:[a-z]*(?:[A-Z]{1,5}[a-z]+)*[A-Z]{0,4})"
_WORD = rf"(?:{_CAMEL}\d{{0,2}}|[A-Z]+\d{{0,2}}|\d{{1,4}}[A-Za-z]{{0,2}})"
_PART = r"(?:[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})?|[A-Z]{1,5}|[A-Z]?\d{1,8}(?:T\d{4,6}Z?)?[A-Za-z]{0,2})?\d{0,2}"
_PLAIN = re.compile(
    rf"{_WORD}(?:[-_.+&]{_WORD})*\.[A-Za-z]\w{{0,4}}|{_PART}(?:[-_.+&]{_PART})+|"
    r"[0-9a-fA-F-]+|[A-Z0-9_-]+|[a-z0-9]+(?:[._-][a-z0-9]+)+|.*\.\.+.*|[~≈]?[\d.,]+\W?[\d.,]*\w{1,3}|"
    r"[a-z]*(?:[A-Z]{1,3}\d?[a-z]{2,}|[A-Z]\d)+[A-Z]{0,4}|\w+\d+(?:\.\d+)+|v?\d+(?:\.\d+)+[\w.+-]*"
)
"""A file, words that are joined, a hash, a ticket, a branch, a range, a measure, an identifier, a numbered thing."""


def _runs(value: str) -> list[tuple[str, int]]:
    kinds = ("d" if one.isdigit() else "u" if one.isupper() else "l" if one.isalpha() else "m" for one in value)
    return [(kind, len(list(run))) for kind, run in itertools.groupby(kinds)]


def _is_plain(value: str) -> bool:
    return _PLAIN.fullmatch(value) is not None or is_version(value) or NAME.fullmatch(value) is not None


def _is_code(value: str) -> bool:
    return is_expression(value) or DATE.match(value) is not None


def _is_made(value: str) -> bool:
    """Three classes of signs that change three times as in no name: from a capital to its word is none, nor the last
    number's begin."""
    kinds = "".join(kind for kind, _ in _runs(value))
    number = len(kinds) - 1 - kinds.count("ul") - kinds.endswith("d")
    return (
        number >= 3 and len(set(kinds)) >= 3 and {"d", "l"} <= set(kinds) and not (_is_plain(value) or _is_code(value))
    )


def _is_odd(value: str) -> bool:
    """Figures within a word, a figure and a mark that no name bears, or capitals where no word begins."""
    runs = _runs(value)
    kinds = {kind for kind, _ in runs}
    humps = sum(one[0] == "l" and other[0] == "u" and one[1] <= 2 for one, other in itertools.pairwise(runs))
    shouts = sum(
        one[0] == "l" == three[0] and two[0] == "u" and two[1] > 1
        for one, two, three in zip(runs, runs[1:], runs[2:], strict=False)
    )
    is_jumbled = humps + shouts >= 2
    is_marked = "d" in kinds and len(kinds) >= 3 and _MARK.search(value) is not None
    is_broken = len(value) >= 10 and _INFIX.fullmatch(value) is not None
    if _is_plain(value):
        return False
    if is_jumbled:
        return not is_expression(value.replace(".", "-"))
    return (is_marked or is_broken) and not _is_code(value)


def _values(text: str, data: bytes) -> Iterator[Hit]:
    for start, end in windows(_CLUE, text, data, _BEFORE):
        for hit in _TOKEN.finditer(text, start, end):
            if not _MAY_BE.search(hit[0]):
                continue
            value = trimmed(hit[0].lstrip("*~")).rstrip("*~")
            place = hit.end() - len(hit[0].lstrip("*~"))
            if len(value) >= 8 and _is_alone(hit) and _is_near(text, start, end, place, value):
                yield "password", place, place + len(value)


def _is_alone(hit: re.Match[str]) -> bool:
    left, right = hit.string[hit.start() - 1 : hit.start()], hit.string[hit.end() : hit.end() + 1]
    return (
        (not left or left in _LEFT) and (not right or right in _RIGHT) and hit[0][0] not in "@.#-" and len(hit[0]) < 70
    )


def _is_near(text: str, start: int, end: int, place: int, value: str) -> bool:
    is_sure = _is_made(value)
    loud = value + "!" if text.startswith("!", place + len(value)) else value
    if not is_sure and not _is_odd(loud):
        return False
    before = _SENTENCE.split(text[max(start, place - _BEFORE) : place])[-1]
    if _FIELD.search(before) or _NAMED.search(before):
        return False
    place += len(value)
    after = _SENTENCE.split(text[place : min(end, place + _AFTER)])[0]
    if is_sure:
        return bool(_CUE.search(before) or _CUE.search(after))
    return _LINK.search(before) is not None and bool(_CUE.search(before) or _TO_GET_IN.search(after))


FINDERS = (Finder(_CLUE, _values, "near"),)
