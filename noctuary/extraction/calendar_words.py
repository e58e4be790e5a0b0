"""The words people count days in, of the languages' tables: weekdays from Monday as 0, months, numbers and units."""

from __future__ import annotations

from noctuary.text.languages import WIDE, heads, numbers

_DAYS = ("weekdays", "weekdays_called", "weekday_signs")
WEEKDAYS = {word: number - 1 for table in _DAYS for word, number in numbers(f"calendar.{table}").items()}
MONTHS = numbers("calendar.months") | numbers("calendar.months_called")
SHORT_MONTHS = numbers("calendar.months_short")
ENDS = {word: units[0] for word, units in heads("bounded.units").items()} | {"月": "m", "今月": "m", "年": "y", "今年": "y"}
ENGLISH_MONTHS = numbers("calendar.months", "en") | {
    word.capitalize(): number for word, number in numbers("calendar.months_short", "en").items()
}
NUMBERS = {word: n for word, n in numbers("numbers.added").items() if 1 <= n <= 10} | numbers("calendar.counts")
UNITS = {word: units[0] for word, units in heads("calendar.units").items()}


def any_of(words: dict[str, int] | dict[str, str], *, wide: bool = False) -> str:
    """The words as alternatives of a pattern, longest first: those of spaced scripts, or the `wide` ones."""
    chosen = (word for word in words if (ord(word[0]) > WIDE) is wide)
    return "|".join(sorted(chosen, key=len, reverse=True))
