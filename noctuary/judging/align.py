"""Aligns two claims token by token and value by value, and measures what agrees, differs and is left over.

It gives numbers with names; what they amount to is `judge`'s business.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

from noctuary.model import Value
from noctuary.text.claims import Claim
from noctuary.text.kinds import SIBLING_SIGNS
from noctuary.text.language import CJK, OPPOSITES, PROPER, Token
from noctuary.text.relations import is_known, sense_relation
from noctuary.text.relations import relation as word_relation
from noctuary.text.values import Typed, relation
from noctuary.text.vectors import vocabulary, word_likeness

NEAR = 0.85
_NEGATIVE_PREFIXES = ("un", "in", "im", "ir", "non", "dis")


class Alignment(Value, frozen=True):
    """Which tokens and values of two claims meet. Indices are into the claims' tuples.

    `same` holds (i, j, strength in (0, 1]); `opposed` antonyms; `rivals` members of one kind (two databases);
    `siblings` members of one scope (prod, staging) or one series (db1, db2). `equal`, `finer`, `differing` hold
    value pairs. `only_a`, `only_b` are tokens that met nothing; `values_a`, `values_b` likewise values.
    `retired` holds values of `a` which `b` calls former.
    """

    same: tuple[tuple[int, int, float], ...]
    opposed: tuple[tuple[int, int], ...]
    rivals: tuple[tuple[int, int], ...]
    siblings: tuple[tuple[int, int], ...]
    only_a: tuple[int, ...]
    only_b: tuple[int, ...]
    equal: tuple[tuple[int, int], ...]
    finer: tuple[tuple[int, int], ...]
    differing: tuple[tuple[int, int], ...]
    values_a: tuple[int, ...]
    values_b: tuple[int, ...]
    retired: tuple[tuple[int, int], ...]

    @property
    def near(self) -> list[tuple[int, int]]:
        """The tokens that are one word, or forms or synonyms of one beyond doubt."""
        return [(i, j) for i, j, strength in self.same if strength >= NEAR]


def _spelled_alike(a: str, b: str) -> float:
    """How far two keys look like one word in two spellings or forms, in [0, 1]."""
    short, long = (a, b) if (len(a), a) <= (len(b), b) else (b, a)
    if not (a.isascii() and b.isascii()) and (CJK.search(a) or CJK.search(b)):
        shared = len(set(a) & set(b))
        return 0.9 if short in long and len(short) > 1 else 0.7 if shared >= 2 and shared * 2 >= len(short) else 0.0
    if len(short) < 4 or (not (a + b).isalpha() and any(map(str.isdigit, a + b))):
        return 0.0
    if long.startswith(short) and len(short) * 2 >= len(long):
        return 0.0 if _are_strangers(short, long) else 0.85
    if len(short) >= 5 and short in long:
        return 0.7
    if a[:5] == b[:5]:
        common = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(short))
        if common >= 5 and common * 10 >= len(long) * 6:
            return 0.75
    most = 1 if len(short) < 8 else 2
    if len(short) < 5 or len(long) - len(short) > most:
        return 0.0
    return 0.85 if OSA.distance(a, b, score_cutoff=most) <= most else 0.0


def _are_strangers(a: str, b: str) -> bool:
    """Whether two words that begin alike are known and far apart in meaning (note, notebook; part, party)."""
    return a in vocabulary() and b in vocabulary() and word_likeness(a, b) < _STRANGE


_STRANGE = 0.26


def opposed(a: str, b: str) -> bool:
    """Tells whether two keys are antonyms, by table or by a negative prefix."""
    if (a, b) in OPPOSITES:
        return True
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    return len(short) > 3 and long.endswith(short) and long.removesuffix(short) in _NEGATIVE_PREFIXES


def _exchanged_sign(a: str, b: str) -> tuple[str, str]:
    """The one sign in which two words of equal length differ, in each of them; empty where there is none."""
    apart = [(x, y) for x, y in zip(a, b, strict=False) if x != y]
    return apart[0] if len(a) == len(b) and len(apart) == 1 else ("", "")


def are_serial(a: str, b: str) -> bool:
    """Whether two identifiers are members of one numbered series (db1, db2; #311, #312)."""
    if not (a[-1:].isdigit() and b[-1:].isdigit()):
        return False
    x, y = a.rstrip("0123456789"), b.rstrip("0123456789")
    return a != b and x == y and x != a and y != b


def _meeting(x: Token, y: Token) -> tuple[str, float]:
    if opposed(x.key, y.key):
        return "opposed", 1.0
    if are_serial(x.key, y.key):
        return "siblings", 1.0
    if x.kind == y.kind == "cjk" and _exchanged_sign(x.key, y.key) in SIBLING_SIGNS:
        return "siblings", 0.9
    if x.past != y.past:
        return _kin(x, y)
    if x.scopes and y.scopes and not set(x.scopes).isdisjoint(y.scopes):
        return "siblings", 0.9
    if x.kinds and y.kinds and not set(x.kinds).isdisjoint(y.kinds):
        return "rivals", 0.9
    if _are_tags(x.text, y.text) or (x.kind in PROPER and y.kind in PROPER and _are_places(x.text, y.text)):
        return "rivals", 0.9
    if x.kind == y.kind == "word" and is_known(x.text) and is_known(y.text):
        if _is_done_again(x.text, y.text):
            return "same", 0.85
        if found := _by_wordnet(x.text, y.text):
            return found
    return _kin(x, y)


@lru_cache(maxsize=1 << 15)
def _by_wordnet(a: str, b: str) -> tuple[str, float] | None:
    met = sense_relation(a, b)
    if met.name == "opposite" and met.strength >= _SURE:
        return "opposed", 0.9
    if met.name == "same" and met.strength >= _SURE:
        return "same", 0.85
    return None


_TAGGED = re.compile(r"([^\s:@=]{2,})(?::(?!//)|@|==)([^\s:@=]+)")
_NEAR_PLACES = 0.8


def _are_tags(a: str, b: str) -> bool:
    """Whether two identifiers are two tags of one thing ("debian:bullseye", "debian:bookworm"; "left-pad@1.3")."""
    if a.isalnum() or b.isalnum():
        return False
    x, y = _TAGGED.fullmatch(a), _TAGGED.fullmatch(b)
    return x is not None and y is not None and x[1] == y[1] and x[2] != y[2]


@lru_cache(maxsize=1 << 15)
def _are_places(a: str, b: str) -> bool:
    """Whether two names are two places of one sort, by WordNet."""
    met = word_relation(a, b)
    return met.name == "siblings" and met.file == "location" and met.strength >= _NEAR_PLACES


_SURE = 1.0
_AGAIN = 0.5


@lru_cache(maxsize=1 << 15)
def _is_done_again(a: str, b: str) -> bool:
    """Whether one is the other done once more ("written", "rewritten"): a known verb behind `re`, and a kind of it."""
    short, long = sorted((a.casefold(), b.casefold()), key=len)
    if long != f"re{short}":
        return False
    met = word_relation(short, long)
    return met.name == "kind" and met.strength >= _AGAIN


def _kin(x: Token, y: Token) -> tuple[str, float]:
    is_named = x.kind in ("name", "code") and y.kind in ("name", "code")
    alike = 0.0 if is_named else _spelled_alike(x.key, y.key)
    if x.concepts and y.concepts and not set(x.concepts).isdisjoint(y.concepts):
        return "same", max(alike, 0.8)
    return ("same", alike) if alike else ("", 0.0)


def align(a: Claim, b: Claim) -> Alignment:
    """The best one-to-one meeting of two claims' tokens and values: equal keys first, then the kin."""
    found = _meetings(a.tokens, b.tokens)
    used_a, used_b = {i for i, _, _, _ in found}, {j for _, j, _, _ in found}
    equal, finer, differing, left_a, left_b = _values(a.values, b.values)
    retired = _retired(a.values, b.values)
    kinds: dict[str, list[tuple[int, int]]] = {"opposed": [], "rivals": [], "siblings": []}
    for i, j, name, _ in found:
        if name == "siblings" and _is_placed_value(a.tokens[i], b.tokens[j]):
            name = "rivals"
        if name != "same":
            kinds[name].append((i, j))
    return Alignment(
        same=tuple((i, j, s) for i, j, name, s in found if name == "same"),
        opposed=tuple(kinds["opposed"]), rivals=tuple(kinds["rivals"]), siblings=tuple(kinds["siblings"]),
        only_a=tuple(i for i in range(len(a.tokens)) if i not in used_a),
        only_b=tuple(j for j in range(len(b.tokens)) if j not in used_b),
        equal=equal, finer=finer, differing=differing, values_a=left_a, values_b=left_b,
        retired=retired,
    )  # fmt: skip


def _is_placed_value(x: Token, y: Token) -> bool:
    """Tells whether two scope words stand as values (both in the tail): where a thing is, not which thing it is."""
    return not x.head and not y.head and bool({"room", "direction"} & set(x.scopes) & set(y.scopes))


def _meetings(xs: tuple[Token, ...], ys: tuple[Token, ...]) -> list[tuple[int, int, str, float]]:
    found: list[tuple[int, int, str, float]] = []
    by_key: dict[str, list[int]] = {}
    for j, y in enumerate(ys):
        by_key.setdefault(y.key, []).append(j)
    left = []
    for i, x in enumerate(xs):
        hits = by_key.get(x.key)
        if hits:
            found.append((i, hits.pop(0), "same", 1.0))
        else:
            left.append(i)
    taken = {j for _, j, _, _ in found}
    rest = [j for j in range(len(ys)) if j not in taken]
    found += _acronyms(xs, ys, left, rest) + [(i, j, n, s) for j, i, n, s in _acronyms(ys, xs, rest, left)]
    gone_a, gone_b = {i for i, _, _, _ in found}, {j for _, j, _, _ in found}
    left, rest = [i for i in left if i not in gone_a], [j for j in rest if j not in gone_b]
    scored = [(-s, i, j, name) for i in left for j in rest for name, s in (_meeting(xs[i], ys[j]),) if name]
    used_a: set[int] = set()
    used_b: set[int] = set()
    for minus, i, j, name in sorted(scored):
        if i not in used_a and j not in used_b:
            used_a.add(i)
            used_b.add(j)
            found.append((i, j, name, -minus))
    return sorted(found)


def _acronyms(
    xs: tuple[Token, ...], ys: tuple[Token, ...], left: list[int], rest: list[int]
) -> list[tuple[int, int, str, float]]:
    """Capital letters on one side that are the initials of neighbouring words on the other."""
    found = []
    for i in left:
        letters = xs[i].text
        if not (2 <= len(letters) <= 4 and letters.isupper()):
            continue
        for j in rest:
            run = ys[j : j + len(letters)]
            if [t.text[:1].upper() for t in run] == list(letters):
                found += [(i, k, "same", 0.9) for k in range(j, j + len(letters)) if k in rest]
                break
    return found


def _retired(xs: tuple[Typed, ...], ys: tuple[Typed, ...]) -> _Pairs:
    """Values one side states and the other calls former; a bare number may stand for one with its unit."""
    return tuple(
        (i, j)
        for j, y in enumerate(ys)
        for i, x in enumerate(xs)
        if y.past and not x.past and (relation(x, y) in ("equal", "finer") or _is_bare(x, y))
    )


def _is_bare(x: Typed, y: Typed) -> bool:
    digits = _DIGITS.match(x.text)
    return y.kind in ("number", "version") and digits is not None and digits.group(0) == y.text


_DIGITS = re.compile(r"\d+(?:[.,]\d+)?")
_Pairs = tuple[tuple[int, int], ...]
_Left = tuple[int, ...]


def _values(xs: tuple[Typed, ...], ys: tuple[Typed, ...]) -> tuple[_Pairs, _Pairs, _Pairs, _Left, _Left]:
    found: dict[str, list[tuple[int, int]]] = {"equal": [], "finer": [], "conflict": []}
    left_a, left_b = ({i: None for i, x in enumerate(side) if not x.past} for side in (xs, ys))
    if xs and ys:
        related = [(i, j, relation(xs[i], ys[j])) for i in left_a for j in left_b]
        for wanted in ("equal", "finer", "conflict"):
            for i, j, name in related:
                if name == wanted and i in left_a and j in left_b:
                    found[wanted].append((i, j))
                    del left_a[i], left_b[j]
    return tuple(found["equal"]), tuple(found["finer"]), tuple(found["conflict"]), tuple(left_a), tuple(left_b)
