"""What of a statement still stands where another takes the place of what it says of one thing. Retires nothing.

A line of a memory file often tells two things in one sentence; what changes the one says nothing of the other.
"""

from __future__ import annotations

from noctuary.judging.entails import told_words, words_told
from noctuary.model import Statement
from noctuary.text.claims import claim
from noctuary.text.patterns import signs
from noctuary.text.readable import is_readable

_CUT = signs(r";\s+|,\s+(?:{say.and}|{claim.joins})\s+")
_LEAST = 2
"""Words and values that a clause tells at least: one alone may be a part of what changed."""


def remains(older: Statement, newer: Statement) -> tuple[str, ...]:
    """The clauses of `older` that `newer` does not speak of, to the letter; none where it speaks of no clause, or is
    in a language that nobody here reads.

    "We deploy with Jenkins, and releases go out on Thursdays." beside "Releases go out on Mondays now" →
    ("We deploy with Jenkins",).
    """
    if not (is_readable(older.text) and is_readable(newer.text)):
        return ()
    clauses = [Statement(text=text) for part in _CUT.split(older.text) if (text := part.strip())]
    left = [clause for clause in clauses if not _is_spoken_of(clause, newer)]
    is_in_part = len(left) < len(clauses)
    return tuple(clause.text for clause in left if is_in_part and words_told(clause) >= _LEAST)


def _is_spoken_of(clause: Statement, newer: Statement) -> bool:
    """Whether more than half of its words stand in the other, or a value of its own does that is not called former."""
    words, values = told_words(clause), {value.norm for value in claim(clause).values}
    is_said = 2 * len(words & told_words(newer)) > len(words) or not words
    return is_said or not values.isdisjoint(value.norm for value in claim(newer).values if not value.past)
