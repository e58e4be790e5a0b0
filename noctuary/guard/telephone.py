"""Telephone numbers: international by their shape, a country's own behind a word for a telephone or for reaching.

A country's own begins with a nought and is written in groups, as no date, hour, version or path is.
"""

from __future__ import annotations

import re
from itertools import pairwise

from noctuary.guard.finder import matching

_WORD = (
    r"(?:tele)?phone|tel|telefon(?:nummer|nr|u|ie|szám)?|tel[eé]fono|t[eé]l(?:[eé]phone)?|mobile?|mobil(?:nummer|telefon)|"
    r"cell|cellphone|handy(?:nummer|nr)?|m[oó]vil|fax(?:nummer)?|whatsapp|rufnummer|festnetz(?:nummer)?|landline|"
    r"telefone|telem[oó]vel|celular|cellulare|telefonino|portable|gsm(?:-nummer)?|telefoon(?:nummer)?|mobiel|"
    r"(?:06|07)-nummer|tlf|tfn|puhelin|kom[oó]rka|телефон\w{0,2}|тел|моб|τηλ|τηλέφωνο|"
    r"call (?:me |him |her |us |them )?(?:at|on)|电话|電話|手机|携帯"
)
_REACHED = (
    r"(?:reach|call|ring)(?: \w{1,12}){0,3}? (?:at|on)|reachable (?:at|on|under)|erreichbar|zu erreichen|anrufen|"
    r"bitte unter|joignable|appel(?:er|le|ez)|llama(?:r|d)?|localizable|chiama(?:re)?|raggiungibile|lig(?:ar|ue) para|"
    r"bereikbaar|bel(?:len)?"
)
_BETWEEN = r"(?:[ \t:=.\"'`*#：-]|is|ist|es|est|no|nr|number|nummer|n[uú]mero|home|work|new|neu){0,16}?"
_END = r"(?![\w\-]|[.:/]\d|,\d)"
_INTERNATIONAL = re.compile(
    r"(?<![\w.+\-/:=\x00])(?:\+|00(?=[1-9]\d[ ]))[1-9]\d{0,2}[ .\-/]?(?:\(0?\d{1,4}\)[ .\-/]?)?"
    r"\d{1,5}(?:[ .\-/]?\d{2,5}){1,5}(?![\w\-]|[.:]\d)"
    r"|(?<![\w.+\-/:=(\x00])\(\d{3}\) ?\d{3}-\d{4}(?![\w\-])"
)
_CALLED = re.compile(
    rf"(?i)(?<![^\W_])(?:{_WORD})(?![^\W_]){_BETWEEN}"
    r"(?P<value>(?<![\d.\-])\(?\d(?:[ ()./\-]{0,2}\d){6,13})(?![\w\-]|[.:]\d)"
)
_NATIONAL = re.compile(
    rf"(?i)(?<![^\W_])(?:(?P<word>{_WORD})|{_REACHED})(?![^\W_])[^\n\d\x00;!?]{{0,40}}?(?<![\w./\-+#])"
    r"(?P<value>\(?0[1-9](?:(?P<pair>[ .\-])\d\d(?:(?P=pair)\d\d){3}|"
    rf"\d{{0,4}}\)?[ ]?[ /\-][ ]?\d{{2,9}}(?:[ \-]\d{{2,5}}){{0,3}})){_END}"
)
_NO_NUMBER = re.compile(
    r"\d{4}-\d\d-\d\d|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d(?![./-]?\d))(?!\d)|\d{1,3}(?:\.\d{1,3}){3}\Z|"
    r"1[5-9]\d{8}\Z|\d{13,}\Z|"
    r"\d\d?(?:[.:]\d\d)?[ ]?-[ ]?\d\d?(?:[.:]\d\d)?(?:[ /]+\d\d?(?:[.:]\d\d)?[ ]?-|\Z)|\d\d-\d\d[ ](?:19|20)\d\d"
)


def is_number(text: str) -> bool:
    """7 to 15 digits that are no date, hours, address or instant."""
    return 7 <= sum(map(str.isdigit, text)) <= 15 and not _NO_NUMBER.match(text.lstrip("+("))


def _is_international(hit: re.Match[str]) -> bool:
    return sum(map(str.isdigit, hit[0])) >= 8 and is_number(hit[0])


def _is_national(hit: re.Match[str]) -> bool:
    """8 to 13 digits, 10 where no word for a telephone stands before it, and not the numbers of a list in order."""
    value = hit["value"]
    groups = [int(group) for group in re.findall(r"\d+", value)]
    in_order = all(after - before == 1 for before, after in pairwise(groups))
    least = 8 if hit["word"] else 10
    return least <= sum(map(str.isdigit, value)) <= 13 and not in_order and is_number(value)


_WIDE_WORD = _WORD.replace(r"\w{0,2}", "")
_CLUE = r"\+[1-9][0-9 .\-/()]{6}|00[1-9][0-9] |\([0-9]{3}\) ?[0-9]"
_GATE = r"\+[1-9][0-9 .\-/()]{6}|00[1-9][0-9] [0-9 .\-/()]{5}|\([0-9]{3}\) ?[0-9]{3}-[0-9]{4}"
_CALLED_CLUE = rf"(?i)(?:{_WIDE_WORD})[ \t:=.\"'`*#：-]"
_CALLED_GATE = rf"(?i)(?:{_WIDE_WORD})(?:[^\pL\pN\n][^\n0-9]*)?[0-9][ ()./\-]*[0-9][ ()./\-]*[0-9]"
_HOME = r"\b0[1-9](?:[ .\-][0-9]{2}){3}|\b0[1-9][0-9]{0,4}\)?[ ]?[ /\-][ ]?[0-9]{2}"
FINDERS = (
    matching("phone", _CLUE, _GATE, _INTERNATIONAL, 0, _is_international),
    matching("phone", _CALLED_CLUE, _CALLED_GATE, _CALLED, "value", lambda hit: is_number(hit["value"]))._replace(
        automaton="words"
    ),
    matching("phone", _HOME, _HOME, _NATIONAL, "value", _is_national),
)
