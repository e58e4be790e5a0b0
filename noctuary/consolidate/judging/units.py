"""Reads one matched value into its kind and normal form: units, number words, months, days. Finds nothing itself."""

from __future__ import annotations

import re

_YEAR = 31_557_600.0
_MONTH = _YEAR / 12
_DAY = 86_400.0

_UNIT_LINES = """
duration ms milliseconds millisecond millis msec : 0.001
duration s sec secs second seconds sekunden sekunde segundos secondes : 1
duration min mins minute minutes minuten minuto minutos m : 60
duration h hr hrs hour hours stunden stunde hora horas heure heures : 3600
duration d day days tage tagen dia dias jour jours : 86400
duration week weeks wk wks woche wochen semana semanas semaine semaines : 604800
duration fortnight fortnights : 1209600
duration month months monat monate monaten mes meses mois : 2629800
duration quarter quarters : 7889400
duration year years yr yrs jahr jahre jahren ano anos año años an ans : 31557600
bytes B byte bytes : 1
bytes kB KB K : 1000
bytes MB megabytes megabyte : 1000000
bytes GB gigabytes gig gigs gigabyte : 1000000000
bytes TB terabytes terabyte : 1000000000000
bytes KiB Ki : 1024
bytes MiB Mi : 1048576
bytes GiB Gi : 1073741824
bytes TiB Ti : 1099511627776
length mm : 0.001
length cm : 0.01
length metres meters metre meter : 1
length km kilometres kilometers kilometer : 1000
length mi mile miles : 1609.344
length ft feet foot : 0.3048
length inch inches in. : 0.0254
mass mg : 0.001
mass g gram grams gramm : 1
mass kg kilos kilo kilogram kilograms : 1000
mass t tons tonnes tonne : 1000000
mass lb lbs pounds : 453.592
mass oz : 28.3495
volume ml : 0.001
volume cl : 0.01
volume l litres liters litre liter : 1
dose IU iu : 1
power W watt : 1
power kW : 1000
energy kWh : 1
speed km/h kmh kph : 1
speed mph : 1.609344
rate rps qps req/s rpm : 1
frames fps FPS : 1
temperature F : 1
"""
UNITS: dict[str, tuple[str, float]] = {
    word: (kind, float(scale))
    for line in _UNIT_LINES.strip().splitlines()
    for head, scale in [line.split(" : ")]
    for kind, *names in [head.split()]
    for word in names
}
MONTHS: dict[str, int] = {
    word: number
    for number, line in enumerate(
        """january jan januar enero janvier janv
        february feb februar febrero février fevrier
        march mar märz marzo mars
        april apr abril avril
        may mai mayo
        june jun juni junio juin
        july jul juli julio juillet
        august aug agosto août aout
        september sept sep septiembre septembre
        october oct oktober okt octubre octobre
        november nov noviembre novembre
        december dec dezember dez diciembre décembre decembre""".splitlines(), 1)
    for word in line.split()
}  # fmt: skip
WEEKDAYS: dict[str, int] = {
    word: number
    for number, line in enumerate(
        """monday mondays mon montag montags lundi lunes
        tuesday tuesdays tue tues dienstag dienstags mardi martes
        wednesday wednesdays wed mittwoch mittwochs mercredi miércoles miercoles
        thursday thursdays thu thurs donnerstag donnerstags jeudi jueves
        friday fridays fri freitag freitags vendredi viernes
        saturday saturdays sat samstag samstags samedi sábado sabado sábados sabados
        sunday sundays sun sonntag sonntags dimanche domingo domingos""".splitlines(), 1)
    for word in line.split()
}  # fmt: skip
NUMBER_WORDS: dict[str, int] = {
    **{w: n for n, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split())},
    **{w: n for n, w in enumerate("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(), 2)},
    **{w: n for n, w in enumerate("deux trois quatre cinq six sept huit neuf dix onze douze".split(), 2)
       if w not in ("six",)},
    **{w: n for n, w in enumerate("dos tres cuatro cinco seis siete ocho nueve diez once doce".split(), 2)
       if w != "once"},
    "twice": 2, "thrice": 3, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100, "thousand": 1000,
    "a dozen": 12, "dozen": 12, "half a dozen": 6, "ein dutzend": 12, "a": 1, "an": 1,
}  # fmt: skip
for _bare in ("one", "a", "an"):
    NUMBER_WORDS.pop(_bare, None)
COUNTABLE_ONE = {"one": 1, "a": 1, "an": 1, "ein": 1, "eine": 1, "une": 1, "una": 1}
NUMBER_WORDS.update({"one": 1, "a": 1, "an": 1})
PERIODS: dict[str, float] = {
    "hourly": 3600.0, "each hour": 3600.0, "daily": _DAY, "every day": _DAY, "each day": _DAY, "nightly": _DAY,
    "every night": _DAY, "täglich": _DAY, "chaque nuit": _DAY, "toutes les nuits": _DAY, "chaque jour": _DAY,
    "tous les jours": _DAY, "每天": _DAY, "毎日": _DAY, "cada día": _DAY, "diario": _DAY, "a day": _DAY,
    "weekly": 7 * _DAY, "every week": 7 * _DAY, "once a week": 7 * _DAY, "每周": 7 * _DAY, "毎週": 7 * _DAY,
    "wöchentlich": 7 * _DAY, "semanal": 7 * _DAY, "hebdomadaire": 7 * _DAY, "fortnightly": 14 * _DAY,
    "biweekly": 14 * _DAY, "bi-weekly": 14 * _DAY, "monthly": _MONTH, "every month": _MONTH,
    "once a month": _MONTH, "monatlich": _MONTH, "mensual": _MONTH, "mensuel": _MONTH, "每月": _MONTH,
    "毎月": _MONTH, "quarterly": 3 * _MONTH, "trimestral": 3 * _MONTH, "vierteljährlich": 3 * _MONTH,
    "yearly": _YEAR, "annually": _YEAR, "annual": _YEAR, "every year": _YEAR, "jährlich": _YEAR, "anual": _YEAR,
}  # fmt: skip
_CURRENCY = {"€": "eur", "euro": "eur", "euros": "eur", "$": "usd", "dollar": "usd", "dollars": "usd",
             "£": "gbp", "¥": "jpy", "kr": "nok"}  # fmt: skip
_CJK_DIGIT = {c: n for n, c in enumerate("零一二三四五六七八九十")} | {"两": 2, "半": 0.5}
_CJK_UNIT = {"个月": _MONTH, "か月": _MONTH, "小时": 3600.0, "時間": 3600.0, "分钟": 60.0, "分": 60.0, "秒": 1.0,
             "天": _DAY, "日間": _DAY, "周": 7 * _DAY, "週間": 7 * _DAY, "年": _YEAR}  # fmt: skip
_EVERY = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": _DAY, "night": _DAY, "week": 7 * _DAY,
          "fortnight": 14 * _DAY, "month": _MONTH, "quarter": 3 * _MONTH, "year": _YEAR, "other day": 2 * _DAY,
          "other week": 14 * _DAY}  # fmt: skip
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}

Read = tuple[str, tuple[float | str, ...]]


def number(text: str) -> float:
    """A number in digits, with either decimal sign and either thousands sign, or in words."""
    low = text.strip().casefold()
    if low in NUMBER_WORDS:
        return float(NUMBER_WORDS[low])
    bare = low.replace("−", "-").replace("'", "").replace(" ", "")
    if "." in bare and "," in bare:
        decimal = max(bare.rfind("."), bare.rfind(","))
        return float(re.sub(r"[.,]", "", bare[:decimal]) + "." + bare[decimal + 1 :])
    if re.fullmatch(r"-?\d{1,3}([.,]\d{3})+", bare):
        return float(re.sub(r"[.,]", "", bare))
    return float(bare.replace(",", "."))


def read(rule: str, match: re.Match[str]) -> Read | None:
    """The value a rule's match stands for, or None where it stands for none."""
    if rule in _DATES:
        return _read_date(rule, match)
    if rule in ("ampm", "clock", "hour", "span"):
        return _read_time(rule, match)
    if rule in ("quantity", "cjkquantity", "every", "period", "degree"):
        return _read_quantity(rule, match)
    if rule in ("money", "percent", "fraction", "number", "ordinal"):
        return _read_number(rule, match)
    return _read_code(rule, match)


_DATES = ("iso", "cjkdate", "slashdate", "dotdate", "daymonth", "monthday", "monthyear", "weekday", "month", "year")


def _date(year: str | None, month: int, day: int | str) -> Read | None:
    if not 1 <= month <= 12 or (day != "" and not 1 <= int(day) <= 31):
        return None
    return "date", (year or "", float(month), float(day) if day != "" else "")


def _read_date(rule: str, m: re.Match[str]) -> Read | None:
    if rule == "iso":
        return _date(m[1], int(m[2]), int(m[3]))
    if rule == "cjkdate":
        return _date(None, int(m[1]), int(m[2]))
    if rule == "slashdate":
        return _date(m[3], int(m[2]), int(m[1])) or _date(m[3], int(m[1]), int(m[2]))
    if rule == "dotdate":
        return _date(None, int(m[2]), int(m[1]))
    if rule == "daymonth":
        return _date(m[3], MONTHS[m[2].casefold()], int(m[1]))
    if rule == "monthday":
        return _date(m[3], MONTHS[m[1].casefold()], int(m[2])) if not _is_modal_may(m) else None
    if rule == "monthyear":
        return _date(m[2], MONTHS[m[1].casefold()], "")
    if rule == "year":
        return "year", (float(m[0]),)
    return _read_day(rule, m)


def _is_modal_may(m: re.Match[str]) -> bool:
    return m[0][:3] in ("may", "mar") and m[0][0].islower()


def _read_day(rule: str, m: re.Match[str]) -> Read | None:
    low = m[0].casefold()
    if rule == "month":
        if m[1]:
            return "month", (float(m[1]),)
        is_word = low in ("may", "mar", "mai", "dec", "sep") and not m[0][0].isupper()
        return None if is_word or low == "mars" or m[0] == "Mar" else ("month", (float(MONTHS[low]),))
    for table in ("一二三四五六日", "月火水木金土日"):
        sign = low[-1] if low[0] in "周星" else low[0]
        if sign in table and (low[0] in "周星" or "曜" in low):
            return "weekday", (float(table.index(sign) + 1),)
    if low in ("mon", "sun", "sat", "wed") and not m[0][0].isupper():
        return None
    return "weekday", (float(WEEKDAYS[low if low in WEEKDAYS else low.rstrip("s")]),)


def _read_time(rule: str, m: re.Match[str]) -> Read | None:
    if rule == "ampm":
        hour = int(m[1]) % 12 + (12 if m[3][0].casefold() == "p" else 0)
        return "time", (float(hour * 60 + int(m[2] or 0)),)
    if rule == "clock":
        return "time", (float(int(m[1]) * 60 + int(m[2])),)
    if rule == "hour":
        return "time", (float(int(m[1]) * 60),)
    start, end = int(m[1]), int(m[3])
    if start > 24 or end > 24 or start >= end:
        return None
    return "span", (float(start * 60 + int(m[2] or 0)), float(end * 60 + int(m[4] or 0)))


def _read_quantity(rule: str, m: re.Match[str]) -> Read | None:
    if rule == "quantity":
        kind, scale = UNITS[m[3]]
        amount = number(m[1]) * (1000 if m[2] else 1)
        if m[3] == "m" and amount >= 100:
            return "length", (amount,)
        return (kind, ((amount - 32) / 1.8,)) if kind == "temperature" else (kind, (amount * scale,))
    if rule == "degree":
        amount = number(m[1])
        is_f = m[2] == "F" or m[0].endswith("F")
        return "temperature", ((amount - 32) / 1.8 if is_f else amount,)
    if rule == "cjkquantity":
        digits = float(m[1]) if m[1].isdigit() else float(sum(_CJK_DIGIT.get(c, 0) for c in m[1]))
        return "duration", (digits * _CJK_UNIT[m[2]],)
    if rule == "period":
        return "period", (PERIODS[m[1].casefold()],)
    count = number(m[1]) if m[1] else 1.0
    return "period", (count * _EVERY[m[2].casefold()],)


def _read_number(rule: str, m: re.Match[str]) -> Read | None:
    if rule == "money":
        sign = (m[1] or m[5]).casefold()
        amount = number(m[2] or m[3]) * (1000 if m[4] else 1)
        return "money", (amount, _CURRENCY.get(sign, sign))
    if rule == "percent":
        return "ratio", (number(m[1]) / 100,)
    if rule == "fraction":
        return _read_fraction(m)
    if rule == "ordinal":
        return "ordinal", (float(m[1] or _ORDINALS[m[2].casefold()]),)
    if m[4]:
        return "number", (1.0,)
    if m[3]:
        return None if m[3].casefold() in ("one", "a", "an", "once", "sept", "elf") else ("number", (number(m[3]),))
    scale = {"k": 1e3, "m": 1e6}.get((m[2] or "").casefold(), 1.0)
    return "number", (number(m[1]) * scale,)


def _read_fraction(m: re.Match[str]) -> Read | None:
    word = m[2].casefold()
    part = 0.5 if word.startswith("hal") else 0.25 if word.startswith("quarter") else 1 / 3
    if m[3]:
        kind, scale = UNITS[m[3]]
        return kind, (part * scale,)
    if part != 0.5 and not m[1]:
        return None
    count = {"three": 3, "3": 3, "two": 2, "2": 2}.get((m[1] or "").casefold(), 1)
    return "ratio", (count * part,)


def _read_code(rule: str, m: re.Match[str]) -> Read | None:
    if rule in ("version", "constraint"):
        digits = (m[2] if rule == "constraint" else m[1] or m[2]).removesuffix(".x")
        parts = tuple(float(p) for p in digits.split("."))
        sign = {"≥": ">=", "≤": "<="}.get(m[1], m[1]) if rule == "constraint" else ""
        return ("constraint", (sign, *parts)) if sign else ("version", parts)
    if rule == "port":
        return "port", (float(m[1] or m[2]),)
    if rule == "path":
        return "path", (m[0].replace("$HOME", "~").casefold(),)
    if rule == "ip":
        return "host", ("localhost" if m[0] == "127.0.0.1" else m[0],)
    return rule, (m[0].rstrip("/.,").casefold(),)
