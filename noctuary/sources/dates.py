"""Finds the day a note speaks of, in its name, front matter or a heading, and doubts it where it cannot be.

Reads no clock and no file time. A day is midnight UTC: a note's date is its writer's own and is never shifted.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath

from noctuary.extraction import written_days
from noctuary.model import Value

FAR = 300
"""Days between a note and its neighbours from which its year is in doubt."""

_WEEK = re.compile(r"(?<![\w-])((?:19|20)\d\d)-?W([0-5]\d)(?:-?([1-7]))?(?!\d)", re.I)
_SHAPE = re.compile(r"(?<!\d)(?:19|20)\d\d([-_.])\d\d\1\d\d(?!\d)")
_SPLIT = re.compile(r"(?:\A|/)((?:19|20)\d\d)[-_/](\d\d)/(\d\d)\Z")


class Doubt(Value, frozen=True):
    """Why a note's day cannot be right, and the day its own text speaks of, if any."""

    message: str
    day: dt.date | None = None


def in_name(ref: str) -> dt.datetime | None:
    """The day in a file's name, else spread over its folders (`2026-01/15.md`), else the nearest folder's.

    A week (`2026-W03`) is its Monday. `05-03-2026` could be May or March and is none.
    """
    path = PurePosixPath(ref)
    if at := in_text(path.stem) or _in_week(path.stem):
        return at
    if split := _SPLIT.search(ref.removesuffix(path.suffix)):
        return in_text("-".join(split.groups()))
    return next((at for part in reversed(path.parent.parts) if (at := in_text(part) or _in_week(part))), None)


def impossible(ref: str) -> str:
    """A date in a file's name that no calendar holds, such as 2026-02-31; "" where there is none."""
    hit = _SHAPE.search(PurePosixPath(ref).stem)
    return hit[0] if hit and not in_text(hit[0]) else ""


def in_text(text: str) -> dt.datetime | None:
    """The first day written in full that exists: ISO before other forms."""
    return next((midnight(day) for day in written_days.full(text)), None)


def doubtful(days: Mapping[str, dt.date | None], written: Callable[[str], Iterable[dt.date]]) -> dict[str, Doubt]:
    """The notes whose day is years off, by ref.

    A note is doubted if it lies `FAR` days from the nearest other note, and either most full dates in its
    text lie as far from it and the commonest among the others, or it holds none and another year would put
    it within a week of one. `written` gives the full dates of a note's text; it is asked of suspects only.
    """
    known = sorted(day for day in days.values() if day)
    found = {}
    for ref, day in days.items():
        if day is None or _gap(known, day, is_in=True) < FAR:
            continue
        said = list(written(ref))
        told = Counter(said).most_common(1)[0][0] if said else None
        near = sum(abs((one - day).days) < FAR for one in said)
        if told and near * 2 < len(said) and _gap(known, told) < FAR:
            found[ref] = Doubt(message=_message(day, f"its text speaks of {told}"), day=told)
        elif not said and _fits_another_year(known, day):
            found[ref] = Doubt(message=_message(day, "the notes beside it are of another year"))
    return found


def _message(day: dt.date, why: str) -> str:
    return f"is dated {day}, which cannot be right: {why}; rename the file, or write `date:` in its front matter"


def _gap(known: list[dt.date], day: dt.date, *, is_in: bool = False) -> int:
    """Days to the nearest of the sorted days; with `is_in` one of them is the note itself."""
    at = bisect_left(known, day)
    others = known[max(at - 1, 0) : at] + known[at + is_in : at + is_in + 1]
    return min((abs((one - day).days) for one in others), default=0 if is_in else FAR)


def _fits_another_year(known: list[dt.date], day: dt.date) -> bool:
    years = {one.year for one in known} - {day.year}
    return any(_gap(known, day + (dt.date(year, 1, 1) - dt.date(day.year, 1, 1))) <= 7 for year in years)


def _in_week(text: str) -> dt.datetime | None:
    hit = _WEEK.search(text)
    try:
        return midnight(dt.date.fromisocalendar(int(hit[1]), int(hit[2]), int(hit[3] or 1))) if hit else None
    except ValueError:
        return None


def midnight(day: dt.date) -> dt.datetime:
    """The instant a day stands for."""
    return dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC)
