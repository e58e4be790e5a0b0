"""Learns which candidate for a secret is one, by its shape and place: `python -m benchmarks.places [--write]`.

Positives are invented: `told_secrets.jsonl` (texts by writers who had not seen the guard, each with what must go) and
the planted classes of the tests. Negatives are the candidates of what the same writers wrote without a secret, and of
57 MB of real notes and logs (NOCTUARY_SHARED) as far as the other rules leave them: the natural mixture. The weights
are those of a logistic regression; the bar is where real text loses `PER_MB` values a megabyte, half of it left out.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import textwrap
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from benchmarks.secrets import texts
from noctuary.guard import gate, guard, weighed
from noctuary.guard.finder import Hit
from tests.guard.planted import harmless, planted

HERE = Path(__file__).parent / "told_secrets.jsonl"
THERE = Path(weighed.__file__).with_name("weights_of_places.py")
PER_MB = 1.0
"""Values taken from a megabyte of real text: half of them are secrets or belong to tests of such, by eye."""
SEEDS = (1, 2, 3)
STRENGTH = 0.3
LEAST = 0.05
HEAD = '"""What tells that a candidate is a secret: learned by `python -m benchmarks.places --write`."""'
_MARK = re.compile(r"\[REDACTED[^\]]*\]")


class Row(NamedTuple):
    """A candidate: who wrote its text, which text, the value, whether it is a secret, its features, its line."""

    writer: str
    text: int
    value: str
    is_secret: bool
    features: tuple[str, ...]
    line: str


def rows_of(writer: str, number: int, text: str, secrets: Iterable[str]) -> Iterator[Row]:
    """Every candidate of a text once, as the guard meets it."""
    known = list(secrets)
    sheet = _MARK.sub(lambda hit: "\x00" * len(hit[0]), text)
    met: set[tuple[int, int]] = set()
    for start, line, here, above in weighed.lines_of(sheet, sheet.encode(errors="replace")):
        for one in weighed.candidates(line, here, above):
            span = start + one.start, start + one.end
            value = line[one.start : one.end]
            if span not in met:
                met.add(span)
                is_secret = any(value in secret or secret in value for secret in known)
                yield Row(writer, number, value, is_secret, one.features, line[:300])


def written(path: Path = HERE) -> Iterator[Row]:
    """The candidates of the written texts: as they are, and as the other rules leave them."""
    for number, line in enumerate(path.read_text("utf-8").rstrip("\n").split("\n")):
        told = json.loads(line)
        yield from rows_of(told["writer"], number, told["text"], told["secrets"])
        if (safe := guard(told["text"]).text) != told["text"]:
            yield from rows_of(told["writer"], number, safe, [one for one in told["secrets"] if one in safe])


def classes() -> Iterator[Row]:
    """The candidates of the planted classes and of what looks alike, values drawn anew for each seed."""
    for seed in SEEDS:
        for number, one in enumerate(planted(seed)):
            yield from rows_of("planted", number, one.text, one.secrets)
    for number, text in enumerate(harmless(1)):
        yield from rows_of("harmless", number, text, ())


def real() -> Iterator[Row]:
    """The candidates that the other rules leave in real text."""
    for number, text in enumerate(texts()):
        yield from rows_of("real", number, guard(text).text, ())


def fitted(rows: list[Row]) -> tuple[Any, Any]:
    """The vectorizer and the regression."""
    names = DictVectorizer(dtype=np.float32)
    table = names.fit_transform([dict.fromkeys(row.features, 1.0) for row in rows])
    table.indices, table.indptr = table.indices.astype("int32"), table.indptr.astype("int32")
    model = LogisticRegression(C=STRENGTH, max_iter=500).fit(table, [row.is_secret for row in rows])
    return names, model


def chances(fit: tuple[Any, Any], rows: list[Row]) -> Any:
    """How likely each row is a secret, float64 (n,)."""
    names, model = fit
    return model.predict_proba(names.transform([dict.fromkeys(row.features, 1.0) for row in rows]))[:, 1]


def left_out(texts_: list[Row], seen: list[Row]) -> Iterator[tuple[str, int, int, float]]:
    """Of each writer, left out: texts whose secrets are candidates, those found at the bar, and the bar."""
    half, other = ([row for row in seen if row.text % 2 == part] for part in (0, 1))
    size = sum(len(text) for text in texts()) / 2e6
    for writer in sorted({row.writer for row in texts_} - {"planted", "harmless"}):
        fit = fitted([row for row in texts_ if row.writer != writer] + half)
        bar = float(np.sort(chances(fit, other))[::-1][int(PER_MB * size)])
        mine = [row for row in texts_ if row.writer == writer and row.is_secret]
        found = {row.text for row, chance in zip(mine, chances(fit, mine), strict=True) if chance >= bar}
        yield writer, len({row.text for row in mine}), len(found), bar


def module(fit: tuple[Any, Any], bar: float) -> str:
    """The weights as a module of Python, those of no say left out, and the bar as log odds."""
    names, model = fit
    said = sorted(zip(names.feature_names_, model.coef_[0], strict=True))
    pairs = " ".join(f'"{name}":_{weight:.2f},'.replace(" ", "_") for name, weight in said if abs(weight) >= LEAST)
    rows = textwrap.indent(textwrap.fill(pairs, 112, break_on_hyphens=False).replace("_", " "), "    ")
    numbers = f"BAR = {math.log(bar / (1.0 - bar)):.2f}\nBIAS = {model.intercept_[0]:.2f}"
    return f"{HEAD}\n\n{numbers}\nWEIGHTS: dict[str, float] = {{\n{rows}\n}}  # fmt: skip\n"


def share() -> float:
    """The share of the guard's time, in CPU, that weighing takes on the real texts: what the finder alone spends."""
    usual, spent = weighed.FINDERS[0].find, 0.0

    def timed(text: str, data: bytes) -> Iterator[Hit]:
        nonlocal spent
        begun = time.process_time()
        found = list(usual(text, data))
        spent += time.process_time() - begun
        return iter(found)

    finders = tuple(one._replace(find=timed) if one in weighed.FINDERS else one for one in gate.finders())
    some = list(texts())
    with mock.patch.object(gate, "finders", return_value=finders):
        begun = time.process_time()
        for text in some:
            guard(text)
        return spent / (time.process_time() - begun)


def main() -> None:
    """Print what is found of each writer left out; with --write, the weights from all; with --time, what it costs."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--write", action="store_true", help=f"write {THERE.name}")
    told.add_argument("--time", action="store_true", help="print only the share of the guard's time")
    given = told.parse_args()
    if given.time:
        print(f"weighing takes {share():.0%} of the guard's time")
        return
    weighed.BAR = math.inf  # what the other rules leave is learned from, whatever the weights were
    known, seen = [*written(), *classes()], list(real())
    for writer, of, found, bar in left_out(known, seen):
        print(f"{writer}, left out: {found} of {of} texts at a bar of {bar:.2f}")
    if given.write:
        half = [row for row in seen if row.text % 2 == 0]
        other = [row for row in seen if row.text % 2]
        size = sum(len(text) for text in texts()) / 2e6
        bar = float(np.sort(chances(fitted(known + half), other))[::-1][int(PER_MB * size)])
        THERE.write_text(module(fitted(known + seen), bar), "utf-8")


if __name__ == "__main__":
    main()
