"""What statements are found by, and the shelf they stand on: traits filed by term. Weighs and proposes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from noctuary.model import Statement, Value
from noctuary.text.claims import Claim, claim, claim_key
from noctuary.text.language import Token

HELD = ("active", "contested", "candidate", "superseded")
WHOLE, SLIGHT = 5, 2
_OWN_NAMES = ("path", "flag", "url", "id")


class Traits(Value, frozen=True):
    """What one statement is found by; a function of its words alone.

    `words` are (word, share of its weight in fifths), `kin` (concept or kind, the word it comes from), `chains`
    words taken together. `frame` is all its words where it holds a value, "" where it holds none.
    """

    words: tuple[tuple[str, int], ...]
    kin: tuple[tuple[str, str], ...] = ()
    chains: tuple[str, ...] = ()
    slot: str = ""
    frame: str = ""

    def terms(self) -> Iterator[str]:
        """Everything it is filed under, each once; slots and frames carry a sign no word has."""
        yield from (word for word, _ in self.words)
        yield from (name for name, _ in self.kin)
        yield from self.chains
        if self.slot:
            yield f"= {self.slot}"
        if self.frame:
            yield f"# {self.frame}"


class Shelf(Protocol):
    """A store of traits by number, filed by term. Any two of equal contents give equal pairs."""

    @property
    def size(self) -> int:
        """How many statements it holds."""

    def traits(self, number: int) -> Traits:
        """What one of them is found by."""

    def count(self, term: str) -> int:
        """How many hold a term."""

    def holders(self, term: str, most: int) -> Sequence[int]:
        """Who holds a term, no matter in what order; any `most` of them where more do."""


class Pile:
    """A shelf in memory."""

    def __init__(self, traits: Iterable[Traits]) -> None:
        self._traits = list(traits)
        self._filed: dict[str, list[int]] = defaultdict(list)
        for number, own in enumerate(self._traits):
            for term in own.terms():
                self._filed[term].append(number)

    @property
    def size(self) -> int:
        """How many statements it holds."""
        return len(self._traits)

    def traits(self, number: int) -> Traits:
        """What one of them is found by."""
        return self._traits[number]

    def count(self, term: str) -> int:
        """How many hold a term."""
        return len(self._filed.get(term, ()))

    def holders(self, term: str, most: int) -> Sequence[int]:
        """The first `most` who hold a term."""
        return self._filed.get(term, [])[:most]


class Layered:
    """A shelf on top of another, for what came tonight: number n of `upper` is -1 - n here, below it stays as it is."""

    def __init__(self, lower: Shelf, upper: Shelf) -> None:
        self._lower, self._upper = lower, upper
        self.size = lower.size + upper.size

    def traits(self, number: int) -> Traits:
        """What one of them is found by."""
        return self._upper.traits(-1 - number) if number < 0 else self._lower.traits(number)

    def count(self, term: str) -> int:
        """How many hold a term."""
        return self._lower.count(term) + self._upper.count(term)

    def holders(self, term: str, most: int) -> Sequence[int]:
        """Who holds a term, tonight's first."""
        tonight = [-1 - number for number in self._upper.holders(term, most)]
        return [*tonight, *self._lower.holders(term, most - len(tonight))]


_MOST_KNOWN = 1 << 18
_known: dict[tuple[str, str, tuple[str, ...]], Traits] = {}


def traits(s: Statement) -> Traits:
    """What a statement is found by; its date and kind do not matter."""
    key = (s.text, s.subject, s.context)
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[key] = _traits_of(claim(s))
    return found


def _traits_of(c: Claim) -> Traits:
    words: dict[str, int] = {}
    kin: dict[str, str] = {}
    for token in c.tokens:
        words[token.key] = max(words.get(token.key, 0), WHOLE if token.weight >= 1.0 else SLIGHT)
        for name in token.concepts:
            kin.setdefault(f"~{name}", token.key)
        for name in token.kinds:
            kin.setdefault(f"~kind {name}", token.key)
    for value in c.values:
        if value.kind in _OWN_NAMES:
            words[str(value.norm[0])] = WHOLE
    keys = [token.key for token in c.tokens]
    return Traits(
        words=tuple(sorted(words.items())),
        kin=tuple(sorted(kin.items())),
        chains=_chains(c.tokens),
        slot=claim_key(c),
        frame=" ".join(keys) if c.values and keys else "",
    )


def _chains(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Neighbouring words, the names and hyphened words of more than two parts, and all words in any order."""
    found = {f"& {a.key} {b.key}" for a, b in pairwise(tokens) if a.key != b.key}
    found |= {"& " + " ".join(t.key for t in run) for run in _runs(tokens) if len(run) > 2}
    every = sorted({token.key for token in tokens})
    if len(every) > 1:
        found.add("* " + " ".join(every))
    return tuple(sorted(found))


def _runs(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens in runs of one hyphened word or one name."""
    runs: list[list[Token]] = []
    for token in tokens:
        before = runs[-1][-1] if runs else None
        if before and (before.start == token.start or before.kind == token.kind == "name"):
            runs[-1].append(token)
        else:
            runs.append([token])
    return runs
