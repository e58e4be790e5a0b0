"""The verdict model's arithmetic: one layer of rectified units between the measures and the verdicts' log odds.

It counts in whole numbers, so that a pair has the same log odds on every machine, in whatever order they are added; they
are held as doubles, which are exact up to 2**53 and multiplied faster.
Where a unit is silent for a pair its weights count nothing; for that pair the rest is a plain weighted sum, of which
`shares` tells each measure's part exactly. The numbers are those of `weights`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from noctuary.judging.weights import HIDDEN, OUT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLACES = 2
"""Decimal places of a weight."""
_GRAIN = 10**3
"""A measure is read in thousandths."""
_ODDS = 10.0 ** (PLACES + PLACES) * _GRAIN


class _Layers(NamedTuple):
    """`hidden` (measures, units); `out` (units, verdicts); `base` (verdicts,), what is added whatever is measured."""

    rows: dict[str, int]
    hidden: NDArray[np.float64]
    out: NDArray[np.float64]
    base: NDArray[np.float64]


def log_odds(found: Mapping[str, float]) -> list[float]:
    """The log odds of each verdict, in the columns' order, by the measures of a pair; what is not known is passed over."""
    model = _layers()
    _, values, heard = _heard(found, model)
    odds = (values @ heard).clip(min=0) @ model.out + model.base * (_GRAIN * 10**PLACES)
    return [float(one) / _ODDS for one in odds]


def shares(found: Mapping[str, float]) -> dict[str, list[float]]:
    """What each measure adds to the log odds of each verdict, for this pair."""
    model = _layers()
    names, values, heard = _heard(found, model)
    open_units = (values @ heard) > 0
    parts = (heard * values[:, None]) @ (model.out * open_units[:, None])
    return {name: [float(one) / _ODDS for one in part] for name, part in zip(names, parts, strict=True)}


def _heard(found: Mapping[str, float], model: _Layers) -> tuple[list[str], NDArray[np.float64], NDArray[np.float64]]:
    """The known measures' names, their values in thousandths, and their rows of the hidden layer."""
    import numpy as np

    names = [name for name in found if name in model.rows]
    values = np.array([round(found[name] * _GRAIN) for name in names], dtype=np.float64)
    return names, values, model.hidden[[model.rows[name] for name in names]]


@cache
def _layers() -> _Layers:
    import numpy as np

    def table(rows: Mapping[str, str]) -> NDArray[np.float64]:
        return np.array([row.split() for row in rows.values()], dtype=np.float64)

    out = table(OUT).T
    return _Layers({name: n for n, name in enumerate(HIDDEN)}, table(HIDDEN), out[:-1], out[-1])
