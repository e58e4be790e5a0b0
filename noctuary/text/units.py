"""Reads quantities with their units, frequencies, money and shares, each brought to one base unit. Finds no dates or times.

Base units: seconds, bytes, bits a second, metres, square metres, grams, litres, pascals, milliampere-hours,
degrees Celsius, km/h, watts, watt-hours, the currency's own.
"""

from __future__ import annotations

import re
from itertools import pairwise

from noctuary.text.numeral_words import NUMBER_WORDS
from noctuary.text.relations import is_being, is_thing
from noctuary.text.scanning import LEFT, NUM, Match, Read, any_of, number, rule, word_of
from noctuary.text.unit_words import (
    ADVERBS,
    CURRENCIES,
    FRACTIONS,
    RATES,
    SIGNS,
    SYMBOLS,
    SYMBOLS_BEFORE_DE,
    TIMES_A,
    TIMESPANS,
    WORDS,
)

__all__ = ["MONEY", "NUMBERS", "NUMBER_WORDS", "QUANTITIES"]

_SYMBOL, _WORD, _SPAN, _SIGN = any_of(SYMBOLS), any_of(WORDS), any_of(TIMESPANS), any_of(SIGNS)
_UNIT = rf"(?:(?:{_SYMBOL})(?![A-Za-zÀ-ɏ\d_²³]|['’]\w)|(?i:{_WORD})(?!\w)|(?:{_SIGN})|[GMT]o(?= de\b))"
_A = r"(?i:one|an?|ein(?:e[nrm]?)?|une?|una)"
_LINK = r"(?:(?: ?/ ?| per | an? | each | every | pro | je | im | in der | am | al | à la | a la | por | par | la | die | the )(?!$))"
_MUL = r"(?: ?(k|K|m|M|bn|Mio\.?|Tsd\.?)(?![\w]))"
_LATIN = [c for c in CURRENCIES if c[0].isascii() and c[0].isalpha()]
_CUR = rf"(?:{any_of(c for c in CURRENCIES if c not in _LATIN)}|(?<![^\W\d_])(?:{word_of(_LATIN)})\b)"
_SCALE = {"k": 1e3, "m": 1e6, "bn": 1e9, "mio": 1e6, "mio.": 1e6, "tsd": 1e3, "tsd.": 1e3}
_AND_HALF = r"(?: and a half| y medi[oa]| et demie?)"
_PER = rf"(?:{_LINK}({_SPAN})\b| (p\. ?a\.|p\.a))"


def _unit(word: str) -> tuple[str, float]:
    return SYMBOLS.get(word) or SYMBOLS_BEFORE_DE.get(word) or SIGNS.get(word) or WORDS[word.casefold()]


def _measure(amount: float, word: str) -> Read:
    kind, scale = _unit(word)
    if word == "m" and amount >= 100:
        return "length", (amount,)
    return (kind, ((amount - 32) / 1.8,)) if word in ("F", "°F", "fahrenheit") else (kind, (amount * scale,))


def _is_of_rate(m: Match) -> bool:
    found = _COUNTED.search(m.string, max(0, m.start() - 24), m.start())
    return found is not None and _PER_SPAN.match(m.string, found.end() - 1) is not None


def _quantity(m: Match) -> Read | None:
    """`45 min`, `an hour and a half`; not the span of a rate ("600 a month")."""
    if not m[1][0].isdigit() and m[3].casefold() in TIMESPANS and _is_of_rate(m):
        return None
    if not m[1][0].isdigit() and m[3].casefold() == "second" and _is_another(m):
        return None
    amount = number(m[1]) if m[1][0].isdigit() else 1.0
    amount = amount * (1000 if m[2] else 1) + (0.5 if m[4] else 0.0)
    if m[3] == "m" and (_EXTENT.match(m.string, m.end()) or _HUNDREDTHS.search(m[1])):
        return "length", (amount,)
    kind, norm = _measure(amount, m[3])
    if not m[5]:
        return kind, norm
    per = TIMESPANS[m[5].casefold()]
    if m[3] in ("mb", "gb", "tb"):
        return None
    if kind == "length":
        return "speed", (float(norm[0]) / per * 3.6,)
    return (kind, (*norm, "/", per)) if kind == "bytes" else None


def _is_another(m: Match) -> bool:
    """Whether "a second" means another one ("a second-hand bike", "a second dog"), not a moment."""
    behind = _BEHIND.match(m.string, m.end())
    if behind is None or behind[1]:
        return behind is not None
    return is_thing(behind[2].lower()) or is_being(behind[2].lower())


_BEHIND = re.compile(r"(?:(-(?:hand|class|rate)\b)| ([A-Za-z]+))")
_HUNDREDTHS = re.compile(r"[.,]\d\d$")
_EXTENT = re.compile(r" (?:tall|wide|long|high|deep|thick|apart|away|hoch|breit|lang|tief)\b", re.IGNORECASE)


def _half_more(m: Match) -> Read | None:
    """`a year and a half`, `3 heures et demie`."""
    return _measure((number(m[1]) if m[1][0].isdigit() else 1.0) + 0.5, m["unit"])


def _chain(m: Match) -> Read | None:
    """`1 h 30 min`, `two kilos and 410 grams`: units of one kind, each smaller than the one before."""
    parts = re.findall(rf"(\d+)\s?({'|'.join(_CHAIN_UNITS)})", m[0])
    units = [_unit(unit) for _, unit in parts]
    if any(x <= y for (_, x), (_, y) in pairwise(units)):
        return None
    return units[0][0], (sum(int(n) * scale for (n, _), (_, scale) in zip(parts, units, strict=True)),)


def _units_of(kind: str) -> str:
    return (
        rf"(?:{any_of(word for word, (sort, _) in SYMBOLS.items() if sort == kind)}"
        rf"|(?i:{any_of(word for word, (sort, _) in WORDS.items() if sort == kind)}))"
    )


_CHAIN_UNITS = tuple(_units_of(kind) for kind in ("duration", "mass", "length"))
_CHAINS = "|".join(
    rf"\d+\s?(?:{unit})(?:(?:,? |, ?and | and | und | y | et |)\d+\s?(?:{unit}))+" for unit in _CHAIN_UNITS
)


def _iso(m: Match) -> Read | None:
    return ("duration", (sum(float(n or 0) * s for n, s in zip(m.groups(), (86400, 3600, 60, 1), strict=True)),)) \
        if any(m.groups()) else None


def _part_of(m: Match) -> Read | None:
    """`half an hour`, `eine halbe Stunde`, `three quarters of a mile`, `demi-heure`, `半年`."""
    part = _fraction(m[1], m[2])
    if part is None:
        return None
    if m[3] not in SYMBOLS and m[3] not in SIGNS and m[3].casefold() not in WORDS:
        return None
    kind, norm = _measure(1.0, m[3])
    return kind, (part * float(norm[0]),)


def _fraction(count: str | None, word: str) -> float | None:
    part = next((share for start, share in FRACTIONS.items() if word.casefold().startswith(start)), None)
    return None if part is None else part * (float(count) if count and count[0].isdigit() else 1.0)


def _joined_part(m: Match) -> Read | None:
    part = {"v": 0.25, "h": 0.5, "d": 0.75}[m[1][0].casefold()]
    return "duration", (part * 3600.0,)


def _share(m: Match) -> Read | None:
    """A share in words; `a quarter` and `a third attempt` are none, `a quarter of` is one."""
    part = _fraction(m[1], m[2])
    word, is_counted = m[2].casefold(), bool(m[1] and m[1][0].isdigit())
    is_whole = word.startswith(("half", "halv", "hälfte", "mitad", "moitié")) or is_counted
    is_clear = word.startswith(("drittel", "terci", "tiers", "viertel", "cuarto")) and m[1]
    return ("ratio", (part,)) if part is not None and (is_whole or is_clear or (m[1] and m["whole"] is not None)) else None


def _every(m: Match) -> Read | None:
    """`every 60 min`, `alle 2 Wochen`, `cada 2 días`, `every other day`."""
    step = (number(m[1]) if m[1] and m[1].isdigit() else 2.0 if m[1] else 1.0) + (0.5 if m[3] else 0.0)
    return ("period", (step * TIMESPANS[m[2].casefold()],)) if step else None


def _every_part(m: Match) -> Read | None:
    return "period", ({"q": 900.0, "h": 1800.0, "v": 900.0}[m[1][0].casefold()],)


def _times(m: Match) -> Read | None:
    """`twice a day`, `3 times a week`, `zweimal am Tag`: the period is the span divided by the count."""
    word = (m[1] or m[2]).casefold()
    count = number(m[2]) if m[2] else float(TIMES_A[word])
    return ("period", ((ADVERBS[m[4].casefold()] if m[4] else TIMESPANS[m[3].casefold()]) / count,)) if count else None


def _cjk_every(m: Match) -> Read | None:
    count, unit = (m[1], m[2]) if m[2] else (m[3], m[4])
    step = float(count) if count else 1.0
    kind, scale = SIGNS.get(unit, SIGNS["天"])
    return ("period", (step * scale,)) if step and kind == "duration" else None


def _cjk_times(m: Match) -> Read | None:
    """`1日2回`, `每周三次`."""
    days = {"天": 1.0, "日": 1.0, "周": 7.0, "週": 7.0, "年": 365.25}.get(m[2], 365.25 / 12)
    return ("period", (float(m[1] or 1) * days * 86400.0 / float(m[3]),)) if float(m[3]) else None


def _money(m: Match) -> Read | None:
    """The amount, the currency ("" for cents, which do not tell it) and, where it is told, the seconds it is paid for."""
    sign = (m[1] or m[6]).casefold()
    amount = number(m[2] or m[4]) * _SCALE.get((m[3] or m[5] or "").casefold(), 1.0)
    currency = CURRENCIES.get(sign, sign)
    if currency == "cent":
        amount, currency = amount / 100, ""
    per = TIMESPANS[m[7].casefold()] if m[7] else TIMESPANS["year"] if m[8] else None
    return "money", (amount, currency) if per is None else (amount, currency, per)


def _points(m: Match) -> Read | None:
    return "points", (number(m[1]),)


def _percent(m: Match) -> Read | None:
    return "ratio", (number(m[1]) / 100,)


def _one_in(m: Match) -> Read | None:
    low = float(m[1]) if m[1].isdigit() else 1.0
    return ("ratio", (low / number(m[2]),)) if 0 < low < number(m[2]) and number(m[2]) >= 5 else None


_ADDRESS = re.compile(
    r"\b(?:flat|room|gate|apartment|apt|section|seat|class|grade|block|unit|level|wing|row|door|house|number|type)\.? ?$", re.IGNORECASE
)


def _degree(m: Match) -> Read | None:
    amount = number(m[1])
    if m[0][-1] in "CF" and "°" not in m[0] and _ADDRESS.search(m.string, max(0, m.start() - 16), m.start()):
        return None
    is_f = (m[2] or "").casefold() in ("f", "fahrenheit") or m[0].endswith("F")
    return "temperature", ((amount - 32) / 1.8 if is_f else amount,)


def _rate(m: Match) -> Read | None:
    return "number", (number(m[1]), "/", RATES[m[2].casefold()])


def _number(m: Match) -> Read | None:
    if not m[1]:
        return "number", (float(NUMBER_WORDS[m[3].casefold()]) if m[3] else 1.0,)
    amount = number(m[1]) * _SCALE.get((m[2] or "").casefold(), 1.0)
    per = _PER_SPAN.match(m.string, m.end())
    return "number", (amount, "/", TIMESPANS[per[1].casefold()]) if per else (amount,)


_PER_SPAN = re.compile(rf"(?: [^\W\d]+)?(?: per | an? | pro | am | por | par | ?/ ?)({_SPAN})\b(?! (?:ago|later|earlier|before|after|old|older|younger|apart|passed|from)\b)", re.IGNORECASE)
_COUNTED = re.compile(r"\d(?:k|K)?(?: [^\W\d]+)? $")


MONEY = (
    rule(rf"(?:({_CUR})\s?({NUM}){_MUL}?(?![\d])|{LEFT}({NUM}){_MUL}?[ -]?({_CUR})){_PER}?", _money),
    rule(rf"({NUM})\s?(?:percentage points?|prozentpunkte?n?|puntos porcentuales|points de pourcentage|pp\b|个百分点)", _points, "po", "pu",
         "pp", "百分点"),
    rule(rf"({NUM})\s?(?:%|percent\b|prozent\b|per cent\b|pour cent\b|por ciento\b|パーセント)", _percent, "%", "cent", "prozent", "ciento", "パ"),
    rule(r"\b(one|ein(?:e[rs]?)?|une?|uno|1) (?:in|out of|von|de cada|sur|auf) (?:an? |every )?(\d[\d.,]*)(?!\w)", _one_in, " in ", " of ", " von ",
         " de ", " sur ", " auf "),
)  # fmt: skip
_SHARE_WORD = r"(?:half|halves|hälfte|mitad|moitié|quarters?|viertel|cuartos?|thirds?|drittel|tercios?|tiers|fifths|eighths|tenths)"
_FRACTION_WORD = r"(?:half|halves|halb(?:e[nrs]?)?|medi[oa]|demi(?:e)?|hälfte|mitad|moitié|quarters?|viertel|cuartos?|quarts?|thirds?|drittel|tercios?|tiers)"
QUANTITIES = (
    rule(r"\b(?:every|each|alle|jede|cada|chaque|toutes les|tous les) (quarter of an hour|quarter[- ]hour|half(?: an |[- ])hour|viertelstunde|halbe stunde)\b",
         _every_part, "every", "each", "alle", "jede", has_digit=False),
    rule(rf"\b(?:every|each|alle|jede[nrsm]?|cada|chaque|toutes les|tous les|todos los|todas las) (?:(\d+|other|second|2nd) )?({_SPAN})\b({_AND_HALF})?",
         _every, "every", "each", "alle", "jede", "cada", "chaque", " les ", " los ", " las ", has_digit=False),
    rule(rf"(?<![\w.])({_A}|{NUM}) (?P<unit>(?i:{_WORD}))({_AND_HALF})", _half_more, " half", " medi", " demi", has_digit=False),
    rule(rf"(?<!\w)(?:(?:{_A}|(\d)) ?-?)?(?<!\w)({_FRACTION_WORD})[ -](?:of |de |d['’]|an? )*({_UNIT.replace('(?i:', '(?:')})", _part_of, "hal", "medi", "demi",
         "quart", "viertel", "cuarto", has_digit=False),
    rule(rf"(?<!\w)(?:{_A}|(\d)) (thirds?) of an? ({_UNIT.replace('(?i:', '(?:')})", _part_of, "third", has_digit=False),
    rule(rf"(\d+)({_SIGN})半", lambda m: _measure(float(m[1]) + 0.5, m[2]), "半"),
    rule(rf"(\d+)[个個]半({_SIGN})", lambda m: _measure(float(m[1]) + 0.5, m[2]), "半"),
    rule(rf"()(半)({_SIGN})", _part_of, "半", has_digit=False),
    rule(r"\b(viertel|halb|dreiviertel)stunden?\b", _joined_part, "stunde", has_digit=False),
    rule(rf"(?<!\w)(?:the |die |la |({_A}|\d)[ -])?(?<!\w)({_SHARE_WORD})\b(?!-| (?:of|de) an? )(?P<whole>(?= of\b| d(?:er|es|e|el|u)\b|\W*$|[;,]\s))?", _share, "hal", "quart",
         "third", "fths", "nths", "ghths", "hälfte", "mitad", "moiti", "viertel", "drittel", "terci", "tiers", "cuarto", has_digit=False),
    rule(rf"\b(?:({any_of(TIMES_A)})|(\d+) ?(?:times|x|mal|veces|fois))(?:{_LINK}({_SPAN})\b| ({any_of(ADVERBS)})(?!\w))", _times,
         *TIMES_A, "times", "mal", "veces", "fois", "x ", "x/", has_digit=False),
    rule(rf"[每毎] ?(\d+)? ?(?:个|個)?({_SIGN})|(\d+) ?({_SIGN}|日)(?:ごと|おき)", _cjk_every, "每", "毎", "ごと", "おき", has_digit=False),
    rule(r"[每毎]?(\d+)?(天|日|周|週|个?月|年)に?(\d+)[回次]", _cjk_times, "回", "次"),
    rule(r"(?<![\w.,-])(\d{1,2})-(hourly|daily|weekly|monthly|yearly)(?!\w)",
         lambda m: ("period", (int(m[1]) * ADVERBS[m[2].casefold()],)), "ly"),
    rule(rf"(?<![\w/`])({word_of(ADVERBS)})(?![\w/`])", lambda m: ("period", (ADVERBS[m[1].casefold()],)), has_digit=False),
    rule(r"\bP(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?\b", _iso, "p", fold=False),
    rule(rf"(?<![A-Za-zÀ-ɏ\d_.])(?:{_CHAINS})(?!\w)", _chain, fold=False),
    rule(rf"([-−]?{NUM})\s?(?:°\s?([CF])?(?!\w)|℃|(?:degrees|grad|grados|degrés)\b(?: (celsius|fahrenheit))?|(?<=\d )(?-i:[CF])(?![\w+#-]))", _degree, "°", "℃",
         "degr", "gra", " f", " c"),
    rule(rf"(?<![A-Za-zÀ-ɏ\d_.])({NUM}|{_A}(?=[ -](?i:{_WORD})))(k)?(?: |-(?![A-Z]\b))?({_UNIT})({_AND_HALF})?(?:(?:/| per | an? | pro | por | par )"
         r"((?i:seconds?|sec|s|minutes?|min|hours?|h|stunde|sekunde|minuto?|hora|heure|segundo))\b)?", _quantity, fold=False, has_digit=False),
    rule(rf"(?<![\w.])((?:{any_of([w for w, (k, _) in WORDS.items() if k == 'duration'])}))({_AND_HALF})",
         lambda m: ("duration", (1.5 * WORDS[m[1].casefold()][1],)), "y medi", "et demi", has_digit=False),
)  # fmt: skip
NUMBERS = (
    rule(rf"{LEFT}(\d+(?:\.\d+)?e[+-]?\d{{1,2}})(?!\w|\.\d)", lambda m: ("number", (float(m[1]),)), "e"),
    rule(rf"{LEFT}({NUM}) ?({any_of(RATES)})(?!\w)", _rate, "/", "ps", "pm"),
    rule(rf"{LEFT}({NUM})(k|m)?(?![a-z\d_]|/(?!(?:{_SPAN})\b)|[.,]\d|-[A-Z]\b)|\b(?!one\b)(twice|thrice)\b"
         r"|(?:(?<=at most )|(?<=at least )|(?<=exactly )|(?<=only )|(?<=just ))one\b", _number, has_digit=False),
)  # fmt: skip
