"""What of a statement still stands where another takes the place of what it says of one thing. Retires nothing.

A line of a memory file often tells two things; what changes the one says nothing of the other, be it in a sentence, behind
a comma or in brackets. In doubt a part counts as not spoken of: then the line is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from noctuary.judging.entails import told_words
from noctuary.judging.odds import tells_change
from noctuary.model import Statement
from noctuary.text.asides import core
from noctuary.text.claims import claim
from noctuary.text.clauses import Part, parts
from noctuary.text.language import NAMED, Token
from noctuary.text.relations import lemmas
from noctuary.text.values import Typed


class Remains(NamedTuple):
    """The parts of a statement that another speaks of, but a bare name; those it does not speak of; and of these such as
    are no more than values or names of a list that it may have replaced as a whole ("Mon, Tue and Wed")."""

    told: tuple[Part, ...]
    left: tuple[Part, ...]
    loose: tuple[Part, ...]


class _Said(NamedTuple):
    """Of one part: its telling words (all of them where none tells and it gives a value), its names, its values; whether
    it is no more than the value that something has now."""

    part: Part
    words: frozenset[str]
    names: frozenset[str]
    values: tuple[Typed, ...]
    is_now: bool

    def shared(self, words: frozenset[str]) -> float:
        """How much of its words stands among others; of its names, where it has no words."""
        own = self.words or self.names
        return len(own & words) / len(own) if own else 0.0


def remains(older: Statement, newer: Statement) -> tuple[str, ...]:
    """What `older` says that `newer` does not speak of, to the letter, each as long as it stands in one clause.

    "We deploy with Jenkins, and releases go out on Thursdays." beside "Releases go out on Mondays now" →
    ("We deploy with Jenkins",).
    """
    return texts(older.text, unspoken(older, newer).left)


def texts(text: str, some: Sequence[Part]) -> tuple[str, ...]:
    """Parts of a text, those that stand side by side in a clause as one, with the bracket that ends it."""
    every, found = parts(text), list[Part]()
    for part in some:
        last = found[-1] if found else None
        is_next = last and last.clause == part.clause and not any(last.end <= one.start < part.start for one in every)
        if last and is_next:
            found[-1] = last._replace(end=part.end)
        else:
            found.append(part)
    return tuple(_closed(text, part.start, part.end) for part in found)


def _closed(text: str, start: int, end: int) -> str:
    told = text[start:end].strip()
    return told + text[end : end + 1] if told.count("(") > told.count(")") and text[end : end + 1] == ")" else told


def unspoken(older: Statement, newer: Statement) -> Remains:
    """Which parts of `older` the other speaks of: what it calls former, or else the part that shares most with it, and
    what it says again or gives another value for."""
    begin = older.text.find(core(older.text))
    stated = range(max(0, begin), max(0, begin) + len(core(older.text)))
    said = [one for part in parts(older.text) if part.start in stated and (one := _said(older.text, part))]
    if len(said) < 2:
        return Remains(tuple(one.part for one in said), (), ())
    new, words = claim(Statement(text=newer.text)), told_words(newer) | {t.key for t in claim(newer).tokens}
    ended = {t.key for t in new.tokens if t.past} | {value.norm for value in new.values if value.past}
    shares = {one: one.shared(words) for one in said}
    former = [one for one in said if not ended.isdisjoint((*one.words, *one.names, *(v.norm for v in one.values)))]
    former = [one for one in former if shares[one]] or former
    best = max(said, key=lambda one: shares[one])
    met = former or ([best] if shares[best] else [])
    given = {value.norm for value in new.values}
    spare = Counter(_kind(v) for v in new.values if not v.past and v.norm not in {v.norm for o in said for v in o.values})
    spare -= Counter(_kind(v) for one in met for v in one.values)
    told = [one for one in said if one in met or one.is_now or _is_said(one, words, given, spare)] if met else []
    left = [one for one in said if one not in told]
    lists = {one.part.clause for one in told}
    loose = [one.part for one in left if not (one.words or former) and one.part.clause in lists]
    ends = [one.part for one in told if one.words or one.values or len(told) == 1]
    return Remains(tuple(ends), tuple(one.part for one in left), tuple(loose))


def _said(text: str, part: Part) -> _Said | None:
    """What a part says; None where that is nothing, or only what is former there."""
    side = claim(Statement(text=text[part.start : part.end].strip()))
    values = tuple(value for value in side.values if not value.past)
    tokens = [token for token in side.tokens if not token.past]
    names = frozenset(token.key for token in tokens if _is_name(token))
    words = frozenset(token.key for token in tokens if token.weight >= 1.0) - names
    is_now = not words and tells_change(side)
    if not words and values and not is_now:
        words = frozenset(token.key for token in tokens) - names
    return _Said(part, words, names, values, is_now) if words or names or values else None


def _is_name(token: Token) -> bool:
    return token.kind in NAMED and not (token.kind == "maybe" and lemmas(token.text.casefold()))


def _is_said(one: _Said, words: frozenset[str], given: set[tuple[float | str, ...]], spare: Counter[str]) -> bool:
    """Whether all of a part is said again; for a value of it another of its kind may be given that nothing else took."""
    left = Counter(_kind(value) for value in one.values if value.norm not in given)
    if not (one.words | one.names) <= words or left - spare:
        return False
    spare.subtract(left)
    return True


def _kind(value: Typed) -> str:
    """The kind of a value, of one day as of several."""
    return value.kind.removesuffix("s")
