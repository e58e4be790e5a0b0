"""The words and signs numbers are written with, of the languages' tables."""

from __future__ import annotations

from noctuary.text.languages import numbers, words

ADDED, TIMES = numbers("numbers.added"), numbers("numbers.times")
"""What a number word adds to what stands before it, or multiplies it by."""
ONES = frozenset(words("numbers.one"))
HOMOGRAPHS = frozenset(words("numbers.homographs"))
NUMBER_WORDS: dict[str, int] = {
    **{w: n for w, n in ADDED.items() if w not in ("once", "null")},
    **{w: n for w, n in TIMES.items() if w not in ("cents", "million")},
    "twice": 2, "thrice": 3, "a": 1, "an": 1,
}  # fmt: skip
SCALES = {
    "hu": 100, "th": 1000, "ta": 1000, "ts": 1000, "mio": 10**6, "millia": 10**9, "mil": 1000, "mille": 1000,
    "mi": 10**6, "mn": 10**6, "bi": 10**9, "bn": 10**9, "mr": 10**9, "do": 12, "百": 100, "千": 1000,
    "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8,
}  # fmt: skip
CJK, CJK_TIMES = numbers("numbers.signs"), numbers("numbers.sign_times")
