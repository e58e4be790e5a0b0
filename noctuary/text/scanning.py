"""What a typed value is, and a rule that finds one: a pattern, its reader, the signs a text must hold to be tried."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from noctuary.model import Value
from noctuary.text.patterns import signs

Norm = tuple[float | str, ...]
Read = tuple[str, Norm]
Match = re.Match[str]

NUM = r"(?<!\d)(?:\d{1,3}(?:[.,'_ \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)"


class Typed(Value, frozen=True):
    """One value in a statement: its kind, its normal form, its own words and where they stand.

    `past` tells that it is called former, `near` is the word before it, `after` the one after it, `bound` (<, <=, >, >=) that it is a limit.
    """

    kind: str
    norm: Norm
    text: str
    start: int
    end: int
    approx: bool = False
    code: bool = False
    past: bool = False
    near: str = ""
    after: str = ""
    bound: str = ""


class Rule(NamedTuple):
    """A pattern over the text with digits. `read` gives the value of a match, or None where it stands for none.

    `needs` are folded signs of which the text must hold one; `has_digit` asks for a digit.
    """

    pattern: re.Pattern[str]
    read: Callable[[Match], Read | None]
    needs: tuple[str, ...] = ()
    has_digit: bool = True


def rule(
    pattern: str, read: Callable[[Match], Read | None], *needs: str, fold: bool = True, has_digit: bool = True
) -> Rule:
    """A rule; `fold` for one that does not look at the case of letters."""
    return Rule(re.compile(pattern, re.IGNORECASE if fold else 0), read, needs, has_digit)


LEFT = r"(?<![A-Za-zÀ-ɏ\d_.,#/-])"


def word_of(words: Iterable[str]) -> str:
    """Like `any_of`, behind a look at the first letter, which makes the search through a long list fast."""
    found = list(words)
    firsts = "".join(sorted({re.escape(letter) for word in found for letter in (word[0].lower(), word[0].upper())}))
    return f"(?=[{firsts}])(?:{any_of(found)})"


def any_of(words: Iterable[str]) -> str:
    """The alternation of some words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))


_CHANGE = signs(r"{claim.change_stems} (?:[\w]+ ){0,3}(?:from |von |de |du |del )?$")


def is_change(m: Match) -> bool:
    """Whether `from … to …` tells a change from one value to another and no span."""
    return _CHANGE.search(m.string, max(0, m.start() - 40), m.start()) is not None


def number(text: str) -> float:
    """A number in digits, with either decimal sign and any thousands sign."""
    bare = re.sub(r"['_\s]", "", text.replace("−", "-"))
    if "." in bare and "," in bare:
        decimal = max(bare.rfind("."), bare.rfind(","))
        return float(re.sub(r"[.,]", "", bare[:decimal]) + "." + bare[decimal + 1 :])
    if re.fullmatch(r"-?[1-9]\d{0,2}([.,]\d{3})+", bare):
        return float(re.sub(r"[.,]", "", bare))
    if bare.count(",") > 1 or bare.count(".") > 1:
        return float(re.sub(r"[.,]", "", bare))
    return float(bare.replace(",", "."))
