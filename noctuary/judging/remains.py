"""What of a statement still stands where another takes the place of what it says of one thing. Retires nothing.

A line of a memory file often tells two things; what changes the one says nothing of the other, be it in a sentence, behind
a comma or in brackets. In doubt a part counts as not spoken of: then the line is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from noctuary.judging.align import align
from noctuary.judging.entails import told_words
from noctuary.judging.odds import tells_change
from noctuary.model import Statement
from noctuary.text.asides import core
from noctuary.text.claims import Claim, claim
from noctuary.text.clauses import Part, parts
from noctuary.text.language import NAMED, Token
from noctuary.text.relations import lemmas
from noctuary.text.values import Typed

_STEM, _ENDING = 4, 3
"""Letters of a stem at least, and of an ending at most: what `language.stem` takes off, or leaves on a form it does not
know."""


class Remains(NamedTuple):
    """The parts of a statement that another changes; those it does not speak of; and of these such as are no more than
    values or names of a list that it may have replaced as a whole ("Mon, Tue and Wed")."""

    changed: tuple[Part, ...]
    left: tuple[Part, ...]
    loose: tuple[Part, ...]


class _Said(NamedTuple):
    """Of one part: its telling words (all of them where none tells and it gives a value), its names, its values; whether
    it is no more than the value that something has now."""

    part: Part
    claim: Claim
    words: frozenset[str]
    names: frozenset[str]
    values: tuple[Typed, ...]
    is_now: bool

    def shared(self, words: frozenset[str]) -> float:
        """How much of its words stands among others; of its names, where it has no words."""
        own = self.words or self.names
        return sum(_is_among(word, words) for word in own) / len(own) if own else 0.0


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
    """Which parts of `older` the other changes: what it calls former, or else the part that shares most with it, and what
    it gives another value for. What it says again stays so, and is neither."""
    begin = older.text.find(core(older.text))
    stated = range(max(0, begin), max(0, begin) + len(core(older.text)))
    said = [one for part in parts(older.text) if part.start in stated and (one := _said(older.text, part))]
    if len(said) < 2:
        return Remains(tuple(one.part for one in said), (), ())
    new, words = claim(Statement(text=newer.text)), told_words(newer) | {t.key for t in claim(newer).tokens}
    given = {value.norm for value in new.values if not value.past}
    shares = {one: one.shared(words) for one in said}
    former = [one for one in said if _is_former(one, new)]
    former = [one for one in former if shares[one]] or former
    fresh = Counter(_kind(value) for value in new.values if not value.past and value.norm not in _norms(said))
    open_ = [one for one in said if one in former or not _is_again(one, new, words, given, fresh)]
    best = max(open_, key=lambda one: shares[one], default=None)
    changed = former or ([best] if best and shares[best] else [])
    spare = fresh - Counter(_kind(value) for one in changed for value in one.values)
    if changed:
        changed += [one for one in open_ if one not in changed and (one.is_now or _is_said(one, words, given, spare))]
    left = [one for one in open_ if one not in changed]
    lists = {one.part.clause for one in changed}
    loose = [one.part for one in left if not (one.words or former) and one.part.clause in lists]
    return Remains(tuple(one.part for one in changed), tuple(one.part for one in left), tuple(loose))


def _is_former(one: _Said, new: Claim) -> bool:
    """Whether a word, a name or a value of a part is called former."""
    is_named = any(token.past and token.key in one.words | one.names for token in new.tokens)
    return is_named or bool(align(one.claim, new).retired)


def _is_again(
    one: _Said, new: Claim, words: frozenset[str], given: set[tuple[float | str, ...]], fresh: Counter[str]
) -> bool:
    """Whether all of a part is said again, not denied, and no value of its kind is new."""
    is_denied = {t.key for t in new.tokens if t.negated} & one.words != {t.key for t in one.claim.tokens if t.negated}
    is_new = any(fresh[_kind(value)] for value in one.values)
    return not (is_denied or is_new) and _is_said(one, words, given, Counter())


def _norms(said: Sequence[_Said]) -> set[tuple[float | str, ...]]:
    return {value.norm for one in said for value in one.values}


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
    return _Said(part, side, words, names, values, is_now) if words or names or values else None


def _is_name(token: Token) -> bool:
    return token.kind in NAMED and not (token.kind == "maybe" and lemmas(token.text.casefold()))


def _is_said(one: _Said, words: frozenset[str], given: set[tuple[float | str, ...]], spare: Counter[str]) -> bool:
    """Whether all of a part is said again; for a value of it another of its kind may be given that nothing else took."""
    left = Counter(_kind(value) for value in one.values if value.norm not in given)
    if not all(_is_among(word, words) for word in one.words | one.names) or left - spare:
        return False
    spare.subtract(left)
    return True


def _is_among(word: str, words: frozenset[str]) -> bool:
    """Whether a stem is among others, or one of another form of it ("morn", "morning")."""
    return word in words or any(_are_forms(*sorted((word, other), key=len)) for other in words)


def _are_forms(short: str, long: str) -> bool:
    return len(short) >= _STEM and len(long) - len(short) <= _ENDING and long.startswith(short)


def _kind(value: Typed) -> str:
    """The kind of a value, of one day as of several."""
    return value.kind.removesuffix("s")
