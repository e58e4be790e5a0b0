"""The day from which on a statement holds no more, by its own words ("until Friday"). Knows no clock."""

from __future__ import annotations

import datetime as dt

from noctuary.extraction.written_days import full
from noctuary.text.bounded import bound
from noctuary.text.days import Worded


def over_on(one: Worded) -> dt.date | None:
    """The first day on which a statement holds no more; None where it holds for good, or nobody can tell its last day.

    The days that its words name are counted from when they were said (`when.days`); without these only a day written
    with its year tells one.
    """
    found = bound(one.text)
    if found is None:
        return None
    words = one.text[found.start : found.end]
    last = {day for named, day in one.days if named in words} | set(full(words))
    return last.pop() + dt.timedelta(days=1) if len(last) == 1 else None
