"""Counts what denies in two statements: outright ("not", "without", "un-"), or quietly ("only", "closed", "deaf").

A statement that denies and one that does not either clash, or the other denies in a word of its own: "the gate is never
open", "the gate stays closed". It judges neither.
"""

from __future__ import annotations

from functools import lru_cache

from noctuary.text.claims import Claim
from noctuary.text.languages import words
from noctuary.text.relations import lemmas, relation

_DENYING = frozenset(words("words.denying"))
_QUIET = frozenset(words("words.quiet"))
_PREFIXES = ("un", "in", "im", "ir", "non", "dis", "il")
_SUFFIXES = ("less", "-free", "-proof", "frei", "los")
_LEAST = 3


def denials(a: str, b: str) -> dict[str, float]:
    """Whether the counts of words that deny are odd on one side only, and whether the other side then denies quietly.

    A quiet word that both have tells them apart in nothing.
    """
    one, two = _words(a), _words(b)
    many = sum(map(_is_denying, one)), sum(map(_is_denying, two))
    is_odd = sum(many) % 2 == 1
    told, other = (one, two) if many[0] < many[1] else (two, one)
    is_quiet = is_odd and any(_is_quiet(word) for word in set(told) - set(other))
    return {
        "denial_odd": float(is_odd), "denial_one": float(bool(many[0]) != bool(many[1])),
        "denial_both": float(bool(many[0] and many[1])), "denial_quiet": float(is_quiet),
    }  # fmt: skip


def outright(a: Claim, b: Claim) -> dict[str, float]:
    """Whether the two have an odd number of negations together ("not", "nobody", "ohne"), as `claims` counts them.

    `outright_quiet`: the side that has fewer says a word of its own that denies, too; `outright_plain`: it says none.
    """
    if (a.negations + b.negations) % 2 == 0:
        return {}
    told, other = (a, b) if a.negations < b.negations else (b, a)
    is_quiet = any(_is_denying(word) or _is_quiet(word) for word in set(_words(told.plain)) - set(_words(other.plain)))
    return {"outright_quiet" if is_quiet else "outright_plain": 1.0}


@lru_cache(maxsize=1 << 15)
def _words(text: str) -> tuple[str, ...]:
    return tuple(w.strip(".,;:!?()\"'`*") for w in text.casefold().replace("’", "'").split())


@lru_cache(maxsize=1 << 15)
def _is_denying(word: str) -> bool:
    if word.endswith("n't") or word in _DENYING:
        return True
    bases = lemmas(word)
    if not _DENYING.isdisjoint(bases[:2]):
        return True
    return any(
        word.startswith(p) and len(word) > len(p) + _LEAST and relation(word, word.removeprefix(p)).name == "opposite"
        for p in _PREFIXES
    )


@lru_cache(maxsize=1 << 15)
def _is_quiet(word: str) -> bool:
    """Whether a word denies without a negation: one of the table, `-less`, `-free`, or `un-` before a known word."""
    if word in _QUIET or not _QUIET.isdisjoint(lemmas(word)[:2]):
        return True
    if word.endswith(_SUFFIXES) and len(word) > _LEAST + len("-free"):
        return True
    return word.startswith("un") and bool(lemmas(word[2:])) and len(word) > _LEAST + len("un")
