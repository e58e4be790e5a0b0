"""Tells how two values stand to one another: equal, finer (one details the other), conflict or other. Reads no text."""

from __future__ import annotations

import datetime as dt
import re

from noctuary.text.scanning import Typed
from noctuary.text.stop_words import STOP

_MEASURED = frozenset((
    "duration", "bytes", "length", "mass", "volume", "temperature", "speed", "period", "ratio", "bitrate", "power", "energy", "frequency", "area",
    "pressure", "charge",
))  # fmt: skip
_AMOUNTS = {"mass", "volume", "dose", "bytes", "length", "temperature", "energy", "power"}
_HOME = re.compile(r"^(?:/home/[^/]+|/users/[^/]+|/root)(?=/|$)")
_DECIMAL = re.compile(r"(?<![^\W\d_])([kmgt])(?!i(?!l|g)|ebi|ibi)[a-z]*(?![^\W\d_])", re.I)
_CONVERTED = {"length", "mass", "volume", "area", "pressure", "temperature", "speed"}
_IMPERIAL = re.compile(r"(?<![^\W\d_])(?:mi|miles?|ft|feet|foot|in\.|inch(?:es)?|yards?|lbs?|pounds?|oz|ounces?|psi|f|fahrenheit|mph|gallons?|acres?"
                       r"|sqft|sq ft)(?![^\W\d_])|ft²", re.IGNORECASE)  # fmt: skip
_BARE_M = re.compile(r"\d\s?m$")
_DEGREES = 0.6
_SAME, _CLOSE, _ROUNDED = 1e-9, 0.005, 0.012


def relation(a: Typed, b: Typed) -> str:
    """How two values stand to one another: equal, finer (one details the other), conflict or other."""
    if a.bound != b.bound and a.bound and b.bound:
        if a.bound[0] != b.bound[0]:
            return _facing(a, b)
        if shifted := _shifted(a, b):
            return shifted
    if a.kind != b.kind:
        return _across(a, b)
    if a.norm == b.norm:
        return "equal"
    by_kind = _SPECIAL.get(a.kind)
    if by_kind is not None:
        return by_kind(a, b)
    if isinstance(a.norm[0], float) and isinstance(b.norm[0], float):
        return _numeric(a, b)
    return "conflict"


def _facing(a: Typed, b: Typed) -> str:
    """A lower and an upper limit: both hold where they leave room between them."""
    if a.kind != b.kind:
        return "other"
    low, high = (a, b) if a.bound[0] == ">" else (b, a)
    ends = [one.norm[1:] if one.kind == "constraint" else one.norm for one in (low, high)]
    if not all(isinstance(part, float) for end in ends for part in end):
        return "conflict"
    has_room = ends[0] < ends[1] or (ends[0] == ends[1] and len(low.bound) != len(high.bound))
    return "other" if has_room else "conflict"


def _shifted(a: Typed, b: Typed) -> str:
    """One bound takes its own limit in and the other does not: below 18 is at most 17 for whole numbers."""
    ends = []
    for one in (a, b):
        end = one.norm[1] if one.kind == "constraint" else one.norm[0]
        is_whole = one.kind in ("number", "version", "constraint") and len(one.norm) == (2 if one.kind == "constraint" else 1)
        if not is_whole or not isinstance(end, float) or not end.is_integer():
            return ""
        ends.append(end + {"<": -1, ">": 1}.get(one.bound, 0))
    return "equal" if ends[0] == ends[1] else "conflict"


def _numeric(a: Typed, b: Typed) -> str:
    x, y = float(a.norm[0]), float(b.norm[0])
    if a.norm[1:] != b.norm[1:]:
        return _paced(a, b) if "/" in (*a.norm, *b.norm) else "conflict"
    gap = abs(x - y) / max(abs(x), abs(y), 1e-9)
    if gap <= ((0.011 if max(x, y) <= 0.9 else 1e-6) if a.kind == "ratio" else _CLOSE if a.kind in _MEASURED else _SAME):
        return "equal"
    if a.kind in _CONVERTED and bool(_IMPERIAL.search(a.text)) != bool(_IMPERIAL.search(b.text)):
        is_rounded = abs(x - y) <= _DEGREES if a.kind == "temperature" else gap <= _ROUNDED
        if is_rounded:
            return "equal"
    return "finer" if (a.approx or b.approx) and gap <= 0.15 else "conflict"


def _bytes(a: Typed, b: Typed) -> str:
    """A decimal unit is often meant in powers of 1,024: sizes that either reading makes equal are equal."""
    plain = _numeric(a, b)
    if plain == "equal" or a.norm[1:] != b.norm[1:]:
        return plain
    x, y = (float(one.norm[0]) * 1.024 ** _power(one) for one in (a, b))
    return "equal" if abs(x - y) <= _SAME * max(x, y) else plain


def _power(size: Typed) -> int:
    """By how many steps of 1,000 the unit is larger than a byte; 0 for `KiB` and its like, which say 1,024."""
    unit = _DECIMAL.search(size.text)
    return "kmgt".index(unit[1].lower()) + 1 if unit else 0


def _paced(a: Typed, b: Typed) -> str:
    """Amounts of which one or both are per a time; one alone may leave the time to the words around it."""
    x, y = float(a.norm[0]), float(b.norm[0])
    if len(a.norm) == 3 and len(b.norm) == 3:
        x, y = x / float(a.norm[2]), y / float(b.norm[2])
    return "equal" if abs(x - y) <= _CLOSE * max(abs(x), abs(y)) else "conflict"


def _money(a: Typed, b: Typed) -> str:
    if a.norm[1] and b.norm[1] and a.norm[1] != b.norm[1]:
        return "conflict"
    x, y = float(a.norm[0]), float(b.norm[0])
    if len(a.norm) == 3 and len(b.norm) == 3:
        x, y = x / float(a.norm[2]), y / float(b.norm[2])
    gap = abs(x - y) / max(abs(x), abs(y), 1e-9)
    return "equal" if gap <= 1e-6 else "finer" if (a.approx or b.approx) and gap <= 0.15 else "conflict"


def _version(a: Typed, b: Typed) -> str:
    shorter = min(len(a.norm), len(b.norm))
    return "finer" if a.norm[:shorter] == b.norm[:shorter] else "conflict"


def _path(a: Typed, b: Typed) -> str:
    x, y = str(a.norm[0]).rstrip("/"), str(b.norm[0]).rstrip("/")
    if x.startswith("~") != y.startswith("~"):
        x, y = _HOME.sub("~", x), _HOME.sub("~", y)
    short, long = sorted((x, y), key=len)
    is_end = short[:1] not in ("/", "~", ".") and long.endswith(f"/{short}")
    x, y = x.strip("/"), y.strip("/")
    if x == y:
        return "equal"
    return "finer" if is_end or x.startswith(y) or y.startswith(x) else "conflict"


def _parts(a: Typed, b: Typed) -> str:
    if not all(p == q or p == "" or q == "" for p, q in zip(a.norm[:3], b.norm[:3], strict=False)):
        return "other" if _may_be_turned(a, b) or _may_be_turned(b, a) else "conflict"
    return "finer" if a.kind == "span" else "equal"


def _may_be_turned(a: Typed, b: Typed) -> bool:
    """Whether `a` is a date in figures which, month first, is the other one."""
    return len(a.norm) == 4 and a.norm[2] == b.norm[1] and a.norm[1] == b.norm[2] and b.norm[0] in ("", a.norm[0])


def _time(a: Typed, b: Typed) -> str:
    """A spoken hour without its half of the day meets both."""
    gap = abs(float(a.norm[0]) - float(b.norm[0]))
    is_either = len(a.norm) == 2 or len(b.norm) == 2
    return "equal" if gap == 0 or (gap == 720 and is_either) else "conflict"


def _dated(a: Typed, b: Typed) -> str:
    return "equal" if a.norm[1:] == b.norm[1:] and "" in (a.norm[0], b.norm[0]) else "conflict"


_SPECIAL = {
    "version": _version, "date": _parts, "span": _parts, "path": _path, "time": _time, "money": _money, "bytes": _bytes,
    "week": _dated, "dates": _dated,
}  # fmt: skip


def _decimal(dotted: Typed) -> float | None:
    """What a two-part version would be as a plain decimal number; None where it is none."""
    return float(dotted.text) if re.fullmatch(r"\d+\.\d+", dotted.text) else None


def _week(week: Typed, days: Typed) -> str:
    """A week of the year beside a run of days; without a year they do not meet."""
    year = str(week.norm[0] or days.norm[0])
    if not year or (week.norm[0] and days.norm[0] and week.norm[0] != days.norm[0]):
        return "conflict" if year else "other"
    try:
        monday = dt.date.fromisocalendar(int(year), int(week.norm[1]), 1)
    except ValueError:
        return "other"
    ends = [(float(day.month), float(day.day)) for day in (monday, monday + dt.timedelta(days=4), monday + dt.timedelta(days=6))]
    first, last = days.norm[1:3], days.norm[3:5]
    if first == ends[0] and last in ends[1:]:
        return "equal"
    return "finer" if ends[0] <= first <= ends[2] and ends[0] <= last <= ends[2] else "conflict"


def _across(a: Typed, b: Typed) -> str:
    x, y = (a, b) if a.kind < b.kind else (b, a)
    kinds = (x.kind, y.kind)
    by_kinds = _MEETINGS.get(kinds)
    if by_kinds is not None:
        return by_kinds(x, y)
    return "conflict" if set(kinds) <= _AMOUNTS else "other"


def _amount(x: Typed, y: Typed) -> bool:
    return float(x.norm[0]) == float(y.norm[0])


def _number_version(number: Typed, version: Typed) -> str:
    if version.norm[0] == float(number.norm[0]):
        return "equal" if len(version.norm) == 1 else "finer"
    is_of_one = number.near == version.near != "" and number.near not in STOP
    return "conflict" if is_of_one else "other"


def _constraint(bound: Typed, value: Typed) -> str:
    """`>= 3.11` beside `3.11 or newer`; beside a value without a bound it says nothing."""
    return "equal" if value.bound == bound.norm[0] and bound.norm[1:] == value.norm else "other"


def _as_pounds(mass: Typed, money: Typed) -> str:
    """`a hundred pounds` beside £100."""
    is_pound = money.norm[1] == "gbp" and mass.text.casefold().rstrip("s").endswith("pound")
    if not is_pound:
        return "other"
    return "equal" if abs(float(mass.norm[0]) / 453.592 - float(money.norm[0])) < 0.01 else "conflict"


def _as_metres(duration: Typed, length: Typed) -> str:
    """`3 m` is three minutes, or three metres beside another length; `2.25 m` metres, or minutes beside a duration."""
    bare = [_BARE_M.search(one.text) is not None for one in (duration, length)]
    if any(bare) and abs(float(duration.norm[0]) / 60 - float(length.norm[0])) < _SAME:
        return "equal"
    return "conflict" if all(bare) else "other"


def _is_as_often(number: Typed, period: Typed) -> bool:
    """`2 deploys per week` beside `twice a week`."""
    return len(number.norm) == 3 and float(number.norm[0]) * float(period.norm[0]) == float(number.norm[2])


def _span_range(ranged: Typed, span: Typed) -> str:
    return "equal" if tuple(60 * float(end) for end in ranged.norm) == span.norm else "conflict"


def _bit_bytes(bits: Typed, size: Typed) -> str:
    if len(size.norm) != 3:
        return "other"
    rate = 8 * float(size.norm[0]) / float(size.norm[2])
    return "equal" if abs(rate - float(bits.norm[0])) <= _CLOSE * rate else "conflict"


_MEETINGS = {
    ("number", "version"): _number_version,
    ("constraint", "number"): _constraint,
    ("constraint", "version"): _constraint,
    ("ratio", "version"): lambda x, y: "equal" if _decimal(y) == x.norm[0] else "other",
    ("money", "version"): lambda x, y: "equal" if _decimal(y) == x.norm[0] else "other",
    ("number", "port"): lambda x, y: "equal" if _amount(x, y) else "conflict",
    ("number", "year"): lambda x, y: "equal" if _amount(x, y) else "conflict",
    ("id", "number"): lambda x, y: "equal" if str(x.norm[0]).lstrip("#") == f"{float(y.norm[0]):.0f}" else "other",
    ("number", "ratio"): lambda x, y: "equal" if _amount(x, y) else "other",
    ("number", "ordinal"): lambda x, y: "equal" if _amount(x, y) else "other",
    ("date", "month"): lambda x, y: "finer" if x.norm[1] == y.norm[0] else "conflict",
    ("number", "period"): lambda x, y: "equal" if _is_as_often(x, y) else "other",
    ("dates", "week"): lambda x, y: _week(y, x),
    ("points", "ratio"): lambda x, y: "conflict",
    ("mass", "money"): _as_pounds,
    ("duration", "length"): _as_metres,
    ("duration", "time"): lambda x, y: "equal" if float(x.norm[0]) == 60 * float(y.norm[0]) else "other",
    ("range", "span"): _span_range,
    ("bitrate", "bytes"): _bit_bytes,
}
