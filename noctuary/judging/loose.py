"""Measures what values of two kinds, which no scale compares, tell of one slot: a bare figure beside a measure, an
hour beside a clock's time, a code beside a code. It decides nothing.

What `align` compares is left out. A number that counts what the other side does not name is of that alone.
"""

from __future__ import annotations

import re

from noctuary.judging.align import Alignment
from noctuary.text.claims import Claim
from noctuary.text.language import key
from noctuary.text.scanning import NUM, number
from noctuary.text.stop_words import STOP
from noctuary.text.values import Typed

_BARE = frozenset(("number", "version", "ordinal", "range", "year"))
_MEASURES = frozenset((
    "duration", "period", "money", "ratio", "bytes", "bitrate", "length", "mass", "volume", "area", "temperature", "speed",
    "power", "energy", "frequency", "pressure", "charge", "dose", "sound", "voltage", "frames", "points",
))  # fmt: skip
_CLOCK, _DAYS = (
    frozenset(("time", "span")),
    frozenset(("date", "dates", "month", "weekday", "weekdays", "year", "week")),
)
_PAIRED = (_CLOCK, _DAYS, frozenset(("duration", "period", "time")))
_FIGURE = re.compile(NUM)
_CHANGED = frozenset(("migrate", "upgrade", "edit", "trade"))
_HALF_DAY, _HOUR = 12, 60


def loose(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """The measures: of the values left over, how many pairs may be of one slot, and whether their figures agree."""
    left_a = [a.values[i] for i in met.values_a if not counts_another(a.values[i], a, b)]
    left_b = [b.values[j] for j in met.values_b if not counts_another(b.values[j], b, a)]
    pairs = [(x, y) for x in left_a for y in left_b if _may_meet(x, y)]
    same = any(not _figures(x).isdisjoint(_figures(y)) for x, y in pairs)
    one = len(left_a) == len(left_b) == len(pairs) == 1
    return {
        "loose_same": float(same), "loose_differ": float(bool(pairs) and not same),
        "loose_one": float(one and not same), "coded_both": float(_has_code(a, met.only_a) and _has_code(b, met.only_b)),
        "kinds_apart": float(are_kinds_apart(a, b, met)),
    }  # fmt: skip


def are_kinds_apart(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether each side alone names a thing of a known kind, none both's, and more ("vim as editor", "Kafka for work").

    Where nothing but the two stands in the same words, they fill one slot, whatever they are.
    """
    left = [[c.tokens[i] for i in only if c.tokens[i].weight >= 1.0] for c, only in ((a, met.only_a), (b, met.only_b))]
    one, two = ({kind for token in side for kind in token.kinds} for side in left)
    is_more = any(not token.kinds and _CHANGED.isdisjoint(token.concepts) for side in left for token in side)
    return bool(one) and bool(two) and one.isdisjoint(two) and is_more and not met.rivals


def counts_another(value: Typed, own: Claim, other: Claim) -> bool:
    """Whether a bare figure counts something the other side does not name ("three tickets"; not "4.4 now")."""
    if value.kind not in _BARE or not value.after or value.after in STOP:
        return False
    counted = next((t for t in own.tokens if t.start >= value.end), None)
    is_telling = counted is not None and counted.weight >= 1.0
    return is_telling and key(value.after) not in {t.key for t in other.tokens}


def _may_meet(x: Typed, y: Typed) -> bool:
    kinds = {x.kind, y.kind}
    if len(kinds) == 1:
        return False
    if not kinds.isdisjoint(_BARE) and kinds <= _BARE | _MEASURES | _CLOCK | _DAYS:
        return True
    return any(kinds <= group for group in _PAIRED)


def _figures(value: Typed) -> set[float]:
    """The figures a value may be told by: its own, and those it is written in; hours of the day by either clock."""
    if value.kind in _CLOCK:
        return {hour for minutes in value.norm for hour in _hours(minutes)}
    written = {number(figure) for figure in _FIGURE.findall(value.text)}
    return written | {part for part in value.norm if isinstance(part, float)}


def _hours(minutes: float | str) -> set[float]:
    if not isinstance(minutes, float) or minutes % _HOUR:
        return set()
    hour = minutes // _HOUR
    return {hour, hour % _HALF_DAY or float(_HALF_DAY)}


def _has_code(c: Claim, left: tuple[int, ...]) -> bool:
    """Whether a code is left over: letters and figures in one word, behind the subject."""
    return any(not c.tokens[i].head and any(sign.isdigit() for sign in c.tokens[i].text) for i in left)
