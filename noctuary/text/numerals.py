"""Writes the spelled numbers of a text in digits: number words (English, German, Spanish, French) and CJK numerals.

It knows no units beyond the words that tell a number from its homograph (`once` a week, `once` horas), and keeps the
way back from each place in the rewritten text to the place in the original. Articles (`a`, `ein`, `une`) stay words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from noctuary.text.numeral_words import (
    ADDED,
    CJK,
    CJK_TIMES,
    HOMOGRAPHS,
    ONES,
    SCALES,
    TIMES,
)

_BEFORE_UNIT = re.compile(
    r"[ -](?:euros?|dollars?|pesos|pfund|francs?|uhr|h\b|heures?|jours?|mois|ans|semaines?|minutes?|secondes?|horas?|d[ií]as?"
    r"|semanas?|meses|años|minutos?|segundos?|tagen?\b|stunden|wochen|monaten?|jahren?|grad\b|degrees|grados|%|prozent"
    r"|por ciento|pour cent|mètres|metros|kilomètres|kilómetros|meter|kilometer|litres|litros|liter|[€$£]|personas|personnes"
    r"|leute|gigas|megas|gigabytes|kilos?|gramos|grammes|veces|fois|(?:y (?:media|cuarto)|menos|de la (?:mañana|tarde|noche)))", re.IGNORECASE,
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
_GERMAN = re.compile(r"(?:(\w*?)tausend)?(?:und)?(?:(\w*?)hundert)?(?:und)?(\w*)")
_GERMAN_HALF = re.compile(r"(\w+?)einhalb")
_AND_A_PART = re.compile(
    r"[ -]and[ -](?P<part>a[ -]half|a[ -]quarter|three[ -]quarters?(?= (?:hundred|thousand|million|billion|hours?|miles?|inch(?:es)?|years?|pounds?|kilos?|litres?)\b))\b(?! (?:past|to)\b)(?: (?P<scale>hundred|thousand|million|billion|dozen)\b)?",
    re.IGNORECASE,
)
_SCALED = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)?) ?(hundred|thousand|tausend|Tsd\b\.?|mil\b|mille|million(?:en|s|es)?|millón|millones|Mio\b\.?|mn\b"
    r"|billions?|bn\b|Mrd\b\.?|milliard(?:en?|s)?|dozen|[百千万萬億亿])(?!\w*[a-z])", re.IGNORECASE,
)  # fmt: skip
_CJK_SIGN = r"[零〇一二两兩三四五六七八九十百千万萬亿億]"
_CJK_RUN = re.compile(
    rf"百分之({_CJK_SIGN}+|\d+(?:\.\d+)?)|({_CJK_SIGN}+|\d+)割|(?<![周週期礼拜]){_CJK_SIGN}+"
)
_CJK_COUNTER = re.compile(
    r"(?:个?半)?(?:个|個|か月|ヶ月|小时|小時|時間|分|秒|天|日|周|週|年|月|元|円|块|欧|点|點|時|时|人|名|本|台|条|张|次|回|层|階|楼|公里|公斤|千克|克|米|升|度"
    r"|位|只|匹|件|份|行|页|倍|号|番)"
)


class Plain(NamedTuple):
    """A text with its numbers in digits. `at` holds (start here, end here, start there, end there) of each change."""

    text: str
    at: tuple[tuple[int, int, int, int], ...] = ()

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The place in the original text which a place in the rewritten one stands for."""
        return (self._back(start, 2), self._back(end, 3)) if self.at else (start, end)

    def _back(self, place: int, edge: int) -> int:
        found = bisect_right(self.at, place, key=lambda one: one[0]) - 1
        if found >= 0 and edge == 3 and self.at[found][0] == place:
            found -= 1
        if found < 0:
            return place
        start, end, _, there = self.at[found]
        if start <= place < end or (edge == 3 and place == end):
            return self.at[found][edge]
        return place - end + there


def digits(text: str) -> Plain:
    """The text with each spelled number in digits."""
    changes = _of_words(text) + [(m.start(), m.end(), 2.0) for m in _PAIR.finditer(text)]
    if not text.isascii():
        changes += _of_signs(text) + [(m.start(), m.end(), _mixed(m)) for m in _MIXED.finditer(text)]
    if any(sign in text for sign in "0123456789"):
        changes += _of_scales(text)
    if not changes:
        return Plain(text)
    out, at, done, length = [], [], 0, 0
    for start, end, value in sorted(changes):
        if start < done:
            continue
        shown = f"{value:.10g}" if isinstance(value, float) else value
        out += [text[done:start], shown]
        length += start - done
        at.append((length, length + len(shown), start, end))
        length, done = length + len(shown), end
    return Plain("".join([*out, text[done:]]), tuple(at))


_PAIR = re.compile(r"\ba pair of\b", re.IGNORECASE)
_FRACTIONS = {"¼": 0.25, "½": 0.5, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}
_MIXED = re.compile(rf"(?:(?<![\d.,])(\d{{1,4}}) ?)?([{''.join(_FRACTIONS)}])")
_Change = tuple[int, int, float | str]


def unfraction(text: str) -> str:
    """`1½`, `¾` as decimals: the usual forms of a text would make them `11⁄2`."""
    return _MIXED.sub(lambda m: f"{_mixed(m):.4g}", text)


def _mixed(m: re.Match[str]) -> float:
    return float(m[1] or 0) + _FRACTIONS[m[2]]


@lru_cache(maxsize=16384)
def _meaning(word: str) -> tuple[str, float] | None:
    """What a word is in a number: what it adds, or what it multiplies by."""
    low = word.casefold() if "ß" not in word else word.lower()
    if low in ONES:
        return "one", 1.0
    if low in TIMES:
        return "times", float(TIMES[low])
    if low in ADDED:
        return "adds", float(ADDED[low])
    if len(low) > 6:
        half = _GERMAN_HALF.fullmatch(low)
        if low == "anderthalb" or half:
            whole = 1.0 if low == "anderthalb" or half is None or half[1] == "ein" else _german(half[1])
            return ("adds", whole + 0.5) if whole is not None else None
        value = _german(low)
        return ("adds", value) if value is not None else None
    return None


def _german(low: str) -> float | None:
    """A German number written as one word (`einundzwanzig`, `zweitausenddreihundert`), or None."""
    if low == "ein":
        return 1.0
    if low in ADDED:
        return float(ADDED[low])
    if "tausend" not in low and "hundert" not in low:
        unit, _, tens = low.partition("und")
        ones = 1 if unit == "ein" else ADDED.get(unit, 0)
        ten = ADDED.get(tens, 0)
        return float(ones + ten) if 1 <= ones <= 9 and 20 <= ten <= 90 else None
    found = _GERMAN.fullmatch(low)
    if found is None:
        return None
    total = 0.0
    for part, scale in zip(found.groups(), (1000.0, 100.0, 1.0), strict=True):
        if part is None or (part == "" and scale == 1.0):
            continue
        value = _german(part) if part else 1.0
        if value is None:
            return None
        total += value * scale
    return total


def _of_words(text: str) -> list[_Change]:
    words = [(m.start(), m.end(), found) for m in _WORD.finditer(text) if (found := _meaning(m[0])) is not None]
    changes: list[_Change] = []
    at = 0
    while at < len(words):
        end, value = _run(text, words, at)
        start, stop = words[at][0], words[end - 1][1]
        if (end - at > 1 or words[at][2][0] != "one") and _is_number(text, start, stop, end - at == 1):
            if part := _AND_A_PART.match(text, stop):
                value, stop = _with_part(value, part), part.end()
            elif half := _HALF_OF.search(text, max(0, start - _BACK), start):
                value, start = value / 2, half.start()
            changes.append((start, stop, value))
        elif end - at == 1 and words[at][2][0] == "one":
            if part := _AND_A_PART.match(text, stop):
                changes.append((start, part.end(), _with_part(1.0, part)))
            elif (_FROM.search(text, max(0, start - _BACK), start) and _TO.match(text, stop)) or _PERCENT.match(text, stop):
                changes.append((start, stop, 1.0))
        at = end
    return changes


def _with_part(value: float, m: re.Match[str]) -> float:
    """`two` and its `and a half thousand` as 2,500."""
    part = {"h": 0.5, "q": 0.25}.get(m["part"].casefold()[2:3], 0.75)
    return (value + part) * (TIMES[m["scale"].casefold()] if m["scale"] else 1)


_BACK = 16
_HALF_OF = re.compile(r"\b(?:half|ein halbes|media|une demi-?|demi-?) ?$", re.IGNORECASE)
_FROM = re.compile(r"\b(?:between|from|zwischen|von|entre|de) $", re.IGNORECASE)
_PERCENT = re.compile(r" per ?cent\b", re.IGNORECASE)
_TO = re.compile(r" (?:and|to|und|bis|y|a|et|à) \w", re.IGNORECASE)
_Words = list[tuple[int, int, tuple[str, float]]]


def _run(text: str, words: _Words, at: int) -> tuple[int, float]:
    """The end (exclusive) and the value of the number that begins at a word."""
    total, low = 0.0, words[at][2][1]
    is_article = words[at][2][0] == "one" and text[words[at][0] : words[at][1]].casefold() not in ("one", "un", "ein")
    end = at + 1
    while end < len(words):
        joint = text[words[end - 1][1] : words[end][0]]
        kind, value = words[end][2]
        linked = joint.strip(" -").casefold()
        if linked not in ("", "and", "y", "et") or not 0 < len(joint) <= 5:
            break
        if kind == "times" and not linked and value > low % value:
            if value >= 1000 and value != 12:
                total, low = total + low * value, 0.0
            else:
                low = low * value
        elif kind in ("adds", "one") and not is_article and _may_add(total + low, value, linked):
            if kind == "one" and text[words[end][0] : words[end][1]].casefold() in ("a", "an"):
                break
            low += value
        elif low == 4 and value == 20 and not linked and text[words[end][0] :][:5].casefold() == "vingt":
            low = 80.0
        else:
            break
        is_article = False
        end += 1
    return end, total + low


def _may_add(so_far: float, value: float, linked: str) -> bool:
    if linked == "and":
        return so_far >= 100 and so_far % 100 == 0 and value < 100
    if linked and (so_far % 10 or so_far % 100 < 20):
        return False
    if so_far >= 100 and so_far % 100 == 0:
        return 0 < value < 100 or (so_far % 1000 == 0 and value < 1000)
    rest = so_far % 100
    return (rest >= 20 and rest % 10 == 0 and 1 <= value <= 9) or (rest in (60, 80) and 10 <= value <= 19) or (
        rest == 10 and 7 <= value <= 9
    )


def _is_number(text: str, start: int, stop: int, is_single: bool) -> bool:
    """Whether a number word stands as a number: not within a name or a path, and no homograph."""
    before, after = text[start - 1 : start], text[stop : stop + 2]
    if (before and before in "/._@#\\$-") or after[:1] in ("/", "_", "@", "'") or re.match(r"\.\w", after):
        return False
    word = text[start:stop]
    if not is_single or word.casefold() not in HOMOGRAPHS:
        return True
    has_digits = re.search(r"\d ?$", text[max(0, start - 3) : start]) is not None
    return not word.isupper() and not has_digits and _BEFORE_UNIT.match(text, stop) is not None


def _of_scales(text: str) -> list[_Change]:
    changes: list[_Change] = []
    for m in _SCALED.finditer(text):
        low = m[2].casefold().rstrip(".")
        scale = next(SCALES[key] for key in (low, low[:6], low[:3], low[:2], low[:1]) if key in SCALES) \
            if low not in ("million", "millions", "millionen", "millones", "millón") else 10**6
        changes.append((m.start(), m.end(), round(float(m[1].replace(",", ".")) * scale, 6)))
    return changes


def _of_signs(text: str) -> list[_Change]:
    changes: list[_Change] = []
    for m in _CJK_RUN.finditer(text):
        if m[1] or m[2]:
            changes.append((m.start(), m.end(), f"{_cjk(m[1] or m[2]) * (1 if m[1] else 10):g}%"))
        elif text[m.start() - 1 : m.start()].isdigit() or (m[0][0] in "百千万萬亿億" and len(m[0]) == 1):
            continue
        elif _is_counted(text, m):
            changes.append((m.start(), m.end(), _cjk(m[0])))
    return changes


def _is_counted(text: str, m: re.Match[str]) -> bool:
    counter = _CJK_COUNTER.match(text, m.end())
    if text[m.start() - 1 : m.start()] == "第":
        return True
    if counter is None:
        return len(m[0]) > 1 and any(sign in CJK_TIMES for sign in m[0]) and m[0] not in ("万一", "千万", "十分")
    return m[0] != "一" or _ONE_OF.match(text, m.end()) is not None


_ONE_OF = re.compile(r"个?半|小时|時間|分钟|天|周|週|年|个月|個月|か月|(?<=[午晨上]一)点|点[钟半]|時|元|円|日|月")


def _cjk(signs: str) -> float:
    """A number in CJK numerals (`三百二十`, `1万`), digit by digit where no sign multiplies."""
    if re.fullmatch(r"[\d.]+", signs):
        return float(signs)
    if not any(sign in CJK_TIMES for sign in signs):
        return float("".join(str(CJK[sign]) for sign in signs))
    total = part = 0.0
    digit: float | None = None
    for sign in signs:
        if sign in CJK:
            digit = float(CJK[sign])
        elif CJK_TIMES[sign] >= 10**4:
            total, part, digit = total + (part + (digit or 0.0) or 1.0) * CJK_TIMES[sign], 0.0, None
        else:
            part, digit = part + (1.0 if digit is None else digit) * CJK_TIMES[sign], None
    return total + part + (digit or 0.0)
