"""Units, currencies, frequencies and shares, of the languages' tables, with what one of each is in its base unit.

In the tables `_` is a space within a word; a word with ß stands with ss, too, as folding writes it.
"""

from __future__ import annotations

from fractions import Fraction

from noctuary.text.languages import heads, rows


def _spelt(word: str) -> tuple[str, ...]:
    plain = word.replace("_", " ")
    return tuple(dict.fromkeys((plain, plain.replace("ß", "ss"))))


_SCALES = {name: (kind, float(scale)) for name, (kind, scale) in rows("units.scales")}


def _named(table: str) -> dict[str, tuple[str, float]]:
    return {spelt: _SCALES[name] for name, words in rows(table) for word in words for spelt in _spelt(word)}


def _amounts(table: str) -> dict[str, float]:
    return {word.replace("_", " "): float(Fraction(head)) for head, words in rows(table) for word in words}


SYMBOLS = {
    word: (kind, float(scale))
    for head, words in rows("units.symbols")
    for kind, scale in [head.split()]
    for word in words
}
WORDS, SIGNS = _named("units.words"), _named("units.signs")
TIMESPANS = {word: scale for word, (kind, scale) in WORDS.items() if kind == "duration"} | _amounts("units.timespans")
ADVERBS, RATES, FRACTIONS = _amounts("units.adverbs"), _amounts("units.rates"), _amounts("units.fractions")
TIMES_A = {word: int(times) for word, times in _amounts("units.times_a").items()}
CURRENCIES = {word: codes[0] for word, codes in heads("units.currencies").items()}
SYMBOLS_BEFORE_DE = {"Go": ("bytes", 1e9), "Mo": ("bytes", 1e6), "To": ("bytes", 1e12)}
