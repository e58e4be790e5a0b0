"""Secrets that what stands above or beside them betrays: a label's next line, a heading's list, a column, a tag.

Reads lines in their order and decides by the label alone what counts below it: under *password* what a person may have
chosen, under *token* or *key* only what a machine makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from noctuary.guard import languages
from noctuary.guard.finder import Finder, Hit, places
from noctuary.guard.labelled import is_of_plain_words
from noctuary.guard.values import DATE, has_digit, is_chosen, is_key, is_strong, trimmed, value_of

_PASSWORD = (
    r"pass[ _-]?(?:words?|phrases?|codes?|w[oö]rter)|passwd|passwort|kennw(?:ort|örter)|pwd|pw|contraseñas?|"
    r"contrasenas?|claves?|"
    rf"mots? de passe|{languages.STEMS}|密码|密碼|口令|パスワード|暗証番号|wi-?fi[ -]?(?:key|code)|wlan[ -]?(?:key|"
    rf"schlüssel)|network key|"
    r"psk|zugangsdaten|anmeldedaten|login[ -]?daten|credentials?|creds|logins?(?: data)?|credenciales|"
    r"identifiants|credenziali|credenciais"
)
_KEY = (
    r"(?:api|access|secret|auth(?:entication)?|bearer|refresh|deploy|personal access|bot|session|"
    r"private|license|licence|product|signing|encryption|"
    r"master|client|webhook)[ _-]?(?:keys?|tokens?|secrets?)|tokens?|secrets?|cookies?|session[ _-]?id"
)
_CODE = (
    r"pins?(?:[ -]?(?:codes?|numbers?|nummer))?|puk|(?:recovery|backup|rescue|emergency|scratch|"
    r"2fa|mfa|security|alarm|door|gate|access|entry|safe|"
    r"wiederherstellungs|notfall|tür|zugangs|alarm)[ -]?codes?|códigos? (?:de )?(?:recuperación|"
    r"la alarma|la puerta)|codes? de (?:secours|récupération)"
)
_PHRASE = r"(?:seed|recovery|backup|mnemonic|secret)[ -]?(?:phrase|words)|mnemonic(?: phrase)?"
_NOUN = rf"(?:(?P<password>(?:{_PASSWORD})[^\W\d_]{{0,4}})|(?P<phrase>{_PHRASE})|(?P<code>{_CODE})|(?P<key>{_KEY}))"
_LABEL = re.compile(
    rf"[\s>#*+\-|\d.)]{{0,16}}[\"'`*_]{{0,3}}(?:[^\n:=.,;!?|]{{0,60}}?[^\w])??(?<![^\W_]){_NOUN}(?P<rest>[^\n:="
    rf".,;!?|]{{0,40}}?(?:\([^()\n]{{1,36}}\))?)"
    r"[\"'`*_]{0,3}[ \t]{0,4}(?P<end>[:：=?][\"'`*_]{0,3}[ \t]{0,4}(?:[|>][+-]?)?)?[ \t|]{0,4}\Z",
    re.I,
)
_FOREIGN_LABEL = re.compile(rf"[\s>#*+\-\d.)]{{0,16}}[\"'`*_]{{0,3}}[^\n:：=.,;!?|]{{0,40}}?{_NOUN}", re.I)
_ANYWHERE = rf"(?:{_PASSWORD}|{_PHRASE}|{_CODE}|{_KEY})"
_LABEL_GATE = rf"(?im)(?:{_ANYWHERE})[^\n:=.,;!?|]*(?:\([^()\n]*\))?[:：=?]?[\"'`*_]*[ \t]*(?:[|>][+-]?)?[ \t|]*$"
_IS = re.compile(
    r"(?i)\A[\"'`*_]{0,2}(?:[ \t]+(?:is|are|ist|sind|lautet|lauten|es|son|est|sont|é|è|sono|är|er|"
    r"to|jest|for .{1,36}|für .{1,36}|"
    r"(?:de|del|do|da|du|pour|para|van|voor|till|til|till|do|på|z|от|для) .{1,36}|of .{1,36}|from .{1,36}|"
    r"below|here|\(.{1,36}\)|manager|list|liste?))?"
    r"[\"'`*_]{0,3}[ \t]*\Z"
)
_SAID = re.compile(
    r"(?i)[ \t](?:is|are|ist|sind|lautet|lauten|es|son|est|sont|é|è|sono|är|er|to|jest)[ \t]+[\"'`*_]{0,3}\x00+\W*\Z"
)
"""A label whose value stands behind it, and is a mark by now: it says nothing of the next line."""
_BULLET = re.compile(r"[ \t>]{0,40}(?:[-*+•–]|\d{1,3}[.)])[ \t]+")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]|\s*(?:={3,}|-{3,})\s*\Z")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})[\w+-]{0,20}[ \t]*\Z")
_MARKS = "\"'`“”‘’«»*_,; \t|"
_ITEM = re.compile(r"[^\n:=→|]{0,80}?(?:[:：=→]|=>|->|[ \t][–—-]+[ \t])[ \t]*(?P<value>\S[^\n]{0,200})\Z")
_VALUE_OF = re.compile(r"[ \t]*[\"']?(?:value|default|content|secret|text)[\"']?[ ]?[:=]")
_PAIR = re.compile(r"(?:\S{1,64}[ \t]*[/|:,][ \t]*|\S{1,64}[ \t]+)(?P<value>[^\s/|]{4,128})[\"'`*_.,;]{0,3}\Z")
_WORDS = re.compile(r"\W*(?P<value>[^\W\d_]{3,8}(?:[ \t,]+(?:\d{1,2}[.)][ \t]*)?[^\W\d_]{3,8}){11,23})\W*\Z")
_CELL = re.compile(rf"(?i)\W*(?:[\w() ]{{0,30}}\W)?(?:{_NOUN})(?:[ ]?\(.{{1,20}}\))?\W*\Z")
_LOGINS = frozenset("user username login account email e-mail mail id benutzer konto usuario utilisateur".split())
_PASS = re.compile(r"(?i)\W*(?P<password>pass|pw)\W*(?:(?P<phrase>\b\B)|(?P<code>\b\B)|(?P<key>\b\B))?\Z")
_VARIABLE = re.compile(
    r"\W*[A-Z][A-Z0-9_]{0,40}_(?:(?P<password>PASSWORD|PASSWD|PASS|PWD|PW|PASSPHRASE)|(?P<key>TOKEN|SECRET|KEY)"
    r"|(?P<code>PIN)|(?P<phrase>MNEMONIC))\W*\Z"
)
_HEAD = re.compile(r"[\"']?[\w.()-]{1,30}(?: [\w.()-]{1,30}){0,2}[\"']?")
_MOST_ITEMS = 200
_MOST_MISSES = 3
_SSID = re.compile(
    r"(?i)\b(?:ssid|essid|wi-?fi|wlan|netzwerk|network)\b[^\n]{0,80}\n(?:[^\n]{0,80}\n)?[^\n:=]{0,40}?\b(?:key"
    r"|schlüssel|code|pass\w{0,8}|pw|clave|clé)[\"'`*_]{0,3}"
    r"[ \t]{0,4}[:=][ \t]{0,4}[\"'`*_]{0,3}(?P<value>[^\s\"'`\x00]{4,64})"
)
_SSID_GATE = r"(?i)\b(?:e?ssid|wi-?fi|wlan|netzwerk|network)\b[^\n]*\n"
_TAG = re.compile(
    rf"(?i)>[^<>\n]{{0,40}}?(?<![^\W_]){_NOUN}[ \t]{{0,2}}[:：]?\s{{0,4}}(?:</\w{{1,12}}>\s{{0,40}}){{1,4}}(?:<\w["
    rf"^<>\n]{{0,120}}>\s{{0,40}}){{1,4}}(?P<value>[^\s<>\x00]{{4,256}})\s{{0,40}}</"
)
_CAMEL_TAG = re.compile(
    r"<key>[^<>\n]{0,60}?(?:(?P<password>[Pp]ass(?:word|wd|phrase|code)?|PASSWORD|[Pp]wd)|(?P<phrase>mnemonic)"
    r"|(?P<code>PIN)|(?P<key>[Tt]oken|[Ss]ecret|Key|_key|TOKEN|SECRET|KEY))"
    r"</key>\s{0,40}<(?:string|data)>\s{0,40}(?P<value>[^\s<>\x00]{4,512})"
)


_GROUPED = re.compile(r"(?=[a-z]{0,4}\d)[0-9a-z]{3,8}(?: (?=[a-z]{0,4}\d)[0-9a-z]{3,8}){1,7}")
"""A code that is parted by blanks."""


class _Line(NamedTuple):
    start: int
    end: int


def _labels(text: str, data: bytes) -> Iterator[Hit]:
    at = 0
    for start, end in places(_LABEL_GATE, text, data):
        start = _clause(text, text.rfind("\n", 0, start) + 1, start)
        if start < at or end - start > 240 or not _may_be_label(text[start:end].strip()):
            continue
        label = _LABEL.match(text, start, end)
        if label and _is_label(label):
            for hit in _below(text, label, end):
                at = hit[2]
                yield hit


def _clause(text: str, start: int, noun: int) -> int:
    """Where the clause begins that a noun stands in: "Remember this: password:" is labelled by its last words."""
    ends = (text.rfind(sign, max(start, noun - 240), noun) for sign in (": ", ". ", ", ", "; ", "! ", "? "))
    return max(start, max(ends) + 1)


def _may_be_label(line: str) -> bool:
    number = len(line.split())
    return number <= 4 or (number <= 14 and (line[0] in "#*-_>+|1" or line[-1] in ":：=?|>-_*"))


def _is_label(label: re.Match[str]) -> bool:
    """Whether the words name what follows them, rather than say something about passwords."""
    is_count = label["key"] and not label["end"] and has_digit(label[0])
    return not is_count and _IS.match(label["rest"]) is not None and not _SAID.search(label["rest"])


def _below(text: str, label: re.Match[str], end: int) -> Iterator[Hit]:
    """What stands below a label: the value on the next line, or in each item of the list."""
    is_sure = bool(label["end"]) or _HEADING.match(label[0]) is not None or label[0].strip()[:2] in ("**", "__")
    indent = _indent(label[0])
    found = blank = misses = 0
    for line in _lines(text, end):
        words = text[line.start : line.end]
        if not words.strip():
            blank += 1
            if blank > 2 or found:
                return
            continue
        if _FENCE.match(words) or (_HEADING.match(words) and not words.lstrip().startswith("#") and not found):
            continue
        if words.lstrip().startswith("#") and _HEADING.match(words):
            return
        item = _BULLET.match(words)
        if found and not item and not _is_row_of(label):
            return
        is_marked = is_sure or (item is not None and _indent(words) > indent)
        span = _value(words, item.end() if item else 0, label, is_marked, item is not None)
        if span is None and item is None:
            return
        blank, misses = 0, misses + (span is None)
        if misses > _MOST_MISSES:
            return
        if span:
            yield _kind(label), line.start + span[0], line.start + span[1]
        found += 1
        if (item is None and not _is_row_of(label)) or found >= _MOST_ITEMS:
            return


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_row_of(label: re.Match[str]) -> bool:
    """Codes and words stand one to a line, without bullets."""
    return bool(label["code"] or label["phrase"])


def _lines(text: str, at: int) -> Iterator[_Line]:
    for _ in range(_MOST_ITEMS + 8):
        start = text.find("\n", at) + 1
        if not start:
            return
        at = text.find("\n", start)
        at = len(text) if at < 0 else at
        yield _Line(start, min(at, start + 512))


def _value(words: str, at: int, label: re.Match[str], is_sure: bool, is_item: bool) -> tuple[int, int] | None:
    """The span of the value in a line: all of it, or what stands behind its own label or user."""
    if (
        label["phrase"]
        and (phrase := _WORDS.match(words, at))
        and len(re.findall(r"[^\W\d_]+", phrase["value"])) % 3 == 0
    ):
        return phrase.span("value")
    whole = _unmarked(words, at, len(words))
    if _counts(words[slice(*whole)], label, is_sure):
        return whole
    keyed = _ITEM.match(words, at) if is_item or label["code"] or _VALUE_OF.match(words, at) else None
    start = keyed.start("value") if keyed else at
    last = _unmarked(words, start, len(words))
    if keyed and _counts(words[slice(*last)], label, is_sure):
        return last
    pair = _PAIR.match(words, last[0], last[1]) if label["password"] and is_item else None
    if pair:
        inner = _unmarked(words, *pair.span("value"))
        return inner if is_strong(words[slice(*inner)]) else None
    return None


def _unmarked(words: str, start: int, end: int) -> tuple[int, int]:
    """The span without the quotes and marks around it."""
    value = words[start:end]
    kept = value.lstrip(_MARKS)
    start += len(value) - len(kept)
    return start, start + len(trimmed(kept.rstrip(_MARKS)))


def _counts(value: str, label: re.Match[str], is_sure: bool) -> bool:
    if label["code"] and _GROUPED.fullmatch(value) and DATE.match(value) is None:
        return True
    if not value or " " in value or "\t" in value or len(value) > 256:
        return False
    if label["code"]:
        return has_digit(value) and is_chosen(value)
    if label["key"]:
        return is_key(value)
    if label["phrase"]:
        return False
    if is_sure and is_of_plain_words(value):
        return True
    return is_chosen(value) and (is_sure or is_strong(value))


def _kind(label: re.Match[str]) -> str:
    if label["code"]:
        return "code"
    return "secret" if label["key"] else "password"


def _tables(text: str, data: bytes) -> Iterator[Hit]:
    """Cells below a heading that announces them, in a Markdown table or in lines of separated values."""
    at = 0
    for start, end in places(_TABLE_GATE, text, data):
        start = text.rfind("\n", 0, end - 1) + 1
        end = text.find("\n", end - 1)
        if start < at or end < 0 or end - start > 2000:
            continue
        at, head = end, text[start:end]
        separator = next((one for one in "|│\t;," if one in head), ",")
        heads = head.split(separator)
        is_login = any(cell.strip(_MARKS).lower() in _LOGINS for cell in heads)
        columns = {number: found for number, cell in enumerate(heads) if (found := _column(cell, is_login=is_login))}
        if columns and _is_head(text, end, separator, heads):
            hits, at = _cells(text, end, separator, len(heads), columns)
            yield from hits


def _is_head(text: str, end: int, separator: str, heads: list[str]) -> bool:
    """Whether a rule stands under a table's heads, or values are headed by bare words."""
    if separator in "|│":
        rule = text[end + 1 : end + 1 + 512].split("\n", 1)[0]
        return _is_rule(rule)
    return len(heads) > 1 and all(_HEAD.fullmatch(head.strip(" \"'")) for head in heads)


def _is_rule(line: str) -> bool:
    """What stands under the heads of a table: Markdown's, psql's, one drawn in boxes."""
    return ("--" in line or "──" in line) and set(line) <= set(" |:-+=\t>│─┼├┤")


def _column(head: str, *, is_login: bool = False) -> re.Match[str] | None:
    """What a head announces; `pass` is a verdict unless somebody logs in beside it."""
    if len(head) >= 60:
        return None
    return _CELL.match(head) or (_PASS.match(head) if is_login else None) or _VARIABLE.match(head)


def _cells(text: str, end: int, separator: str, width: int, columns: dict[int, re.Match[str]]) -> tuple[list[Hit], int]:
    """What the columns hold down to the table's last row, and where that ends."""
    hits: list[Hit] = []
    for line in _lines(text, end):
        row = text[line.start : line.end]
        cells = row.split(separator)
        if _is_rule(row) and not hits:
            continue
        if not row.strip() or len(cells) != width:
            break
        place, end = line.start, line.end
        for number, cell in enumerate(cells):
            if (label := columns.get(number)) and not set(cell) <= set(" -:|"):
                start, stop = _unmarked(text, place, place + len(cell))
                if _counts(text[start:stop], label, is_sure=True):
                    hits.append((_kind(label), start, stop))
            place += len(cell) + 1
    return hits, end


def _rows(text: str, data: bytes) -> Iterator[Hit]:
    """The cell after one that announces it: `| password | … |`."""
    at = 0
    for start, end in places(_ROW_GATE, text, data):
        if start < at:
            continue
        start = text.rfind("\n", 0, start) + 1
        end = text.find("\n", end)
        at = end = end if end >= 0 else len(text)
        cells = re.split(r"[|│]", text[start:end]) if end - start < 2000 else []
        place = start
        for number, cell in enumerate(cells[:3]):
            place += len(cell) + 1
            if number + 1 < len(cells) and (label := _column(cell)):
                yield from _beside(text, place, cells[number + 1 :], label, is_sure=len(cells) <= 4)
                break


def _beside(text: str, place: int, cells: list[str], label: re.Match[str], *, is_sure: bool) -> Iterator[Hit]:
    """The cells of a row that its first one announces."""
    for cell in cells:
        begin, stop = _unmarked(text, place, place + len(cell))
        if _counts(text[begin:stop], label, is_sure=is_sure) and not _column(text[begin:stop]):
            yield _kind(label), begin, stop
        place += len(cell) + 1


def _tags(text: str, data: bytes) -> Iterator[Hit]:
    for opening, pattern in ((">", _TAG), ("<key>", _CAMEL_TAG)):
        at = 0
        for start, _ in places(_TAG_GATE, text, data):
            begin = text.rfind(opening, max(at, start - 80), start)
            hit = pattern.match(text, begin) if begin >= 0 else None
            value = value_of(hit) if hit else ""
            if hit and value and _counts(value, hit, is_sure=True):
                at = hit.end("value")
                yield _kind(hit), hit.start("value"), hit.start("value") + len(value)


def _networks(text: str, data: bytes) -> Iterator[Hit]:
    for start, _ in places(_SSID_GATE, text, data):
        hit = _SSID.match(text, start)
        if hit and is_chosen(hit["value"]):
            yield "password", hit.start("value"), hit.start("value") + len(value_of(hit))


_TABLE_GATE = (
    rf"(?im)(?:[|│,;\t]|^)[^\pL\pN|│,;\t\n]*(?:\w+ )?(?:{_ANYWHERE}|"
    rf"(?:{languages.STEMS})\pL)(?: ?\([^)\n]+\))?[ \t\"'*_`]*"
    r"(?:[|│,;\t]|$)|[|│] *pass *[|│]"
)
_ROW_GATE = rf"(?i)(?:{_ANYWHERE})ь?(?: ?\([^)\n]+\))?[ \"'*_`:]*[|│][^\n|]*[^\s|:-]"
_TAG_GATE = rf"(?i)(?:{_ANYWHERE}|key)[ \t]*[:：]?\s*</"
FINDERS = (
    Finder(_LABEL_GATE, _labels, "layout"),
    Finder(_TABLE_GATE, _tables, "layout"),
    Finder(_ROW_GATE, _rows, "layout"),
    Finder(_TAG_GATE, _tags, "layout"),
    Finder(_SSID_GATE, _networks, "layout"),
)
