"""What statements say about names: that two are one, that two are not, that two stand side by side. Decides nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from noctuary.consolidate.naming import USUAL, abbreviates, spelt
from noctuary.judging.siblings import label
from noctuary.model import Fact, fold
from noctuary.text.patterns import signs
from noctuary.text.quick_look import may_hold
from noctuary.text.stops import ends

Pair = tuple[str, str]
MOST_WORDS = 6
MOST_CUT = 7
_COPULA = r"(?:\s+(?:is|was|are|ist|war|es|era|est|è))?(?:\s+(?:just|simply|only|now|nur|solo))?"
# What says that two names are one: each pattern, and the letters of which every match in plain ASCII holds one.
_CUES: dict[str, tuple[str, ...]] = {
    r"i\.?e\.?|a\.?k\.?a\.?": ("ie", "i.e", "aka", "k.a", "a.k"),
    r"also (?:known as|called|named|written)": ("also ",),
    r"short for|stands for|(?:an)?other name (?:for|of)": ("short for", "stands for", "other name "),
    r"an? abbreviation (?:for|of)": ("abbreviation ",),
    r"an? (?:alias|acronym|nickname|synonym) (?:for|of)": ("alias", "acronym", "nickname", "synonym"),
    r"alias(?: for| of)?|nicknamed": ("alias", "nicknamed"),
    r"formerly(?: known as| called)?|previously (?:called|known as|named)": ("formerly", "previously "),
    r"(?:(?:was|has been|got|is) )?renamed (?:to|from)": ("renamed ",),
    r"the same (?:thing|person|service|project|tool) as": ("the same ",),
    r"auch (?:bekannt als|genannt)|dasselbe wie|d\. ?h\.": ("auch ", "dasselbe ", "d.h", "d. h"),
    r"kurz für|steht für|(?:eine )?abkürzung für|früher": (),
    r"abreviatura de|lo mismo que|también (?:llamad[oa]|conocid[oa] como)": ("abreviatura ", "lo mismo "),
    r"aussi appelée?|dite?|l'abréviation de|c'est-à-dire|la même chose que": ("dit",),
}
_HINTS = tuple(sorted({hint for hints in _CUES.values() for hint in hints}))
_CUE = rf"\b(?:{'|'.join(_CUES)})(?![\w])[,:]?\s+"
_SAID = re.compile(_CUE, re.IGNORECASE)
_SAME = re.compile(rf"{_COPULA}\s*[,(–—-]?\s*{_CUE}", re.IGNORECASE)
# These also begin an afterthought: what follows up to the next stop must be a name and nothing else.
_LOOSE = re.compile(r"\b(?:i\.?e|d\. ?h|c'est|früher|formerly|alias|dite?)\b", re.IGNORECASE)
_PHRASE_END = re.compile(r"[,;:()]|\.\s|\.?$|\s[–—-]\s")
_CJK = re.compile(r"(?:又名|也叫|又称|也称|简称|别名|の略|別名は|の別名)")
_AUCH = re.compile(r"[,(]\s*auch\s+(?P<right>[^,()]{2,60}?)(?:\s+genannt)?\s*[,)]", re.IGNORECASE)
_ASIDE = re.compile(
    r"\(\s*(?:short:?|abbreviated|kurz:?|or|auch|also|dit|alias)?\s*(?P<right>[^()]{2,60}?)\s*\)", re.IGNORECASE
)
_EQUALS = re.compile(r"^\W{0,3}(?P<left>[^=:]{2,60}?)\s*(?:=|:|—|–)\s*(?P<right>[^=]{2,60}?)\W{0,3}$")
_NOT_SAME = re.compile(
    r"\b(?:not (?:to be confused with|the same(?: \w+)? as)|(?:is|are)n't the same(?: \w+)? as|different from|unlike|"
    r"no relation to|nicht (?:dasselbe wie|zu verwechseln mit)|anders als|no es lo mismo que|distinto de|"
    r"différente? de|pas la même chose que)\s+|\s(?:≠|!=)\s",
    re.IGNORECASE,
)
_APART_HINTS = (
    "confused with", "the same", "different from", "unlike", "no relation", "nicht ", "anders als", "no es lo ",
    "distinto de", "!=",
)  # fmt: skip
_DENIAL = signs(r"\b{link.denied}\W*$")
_ARTICLE = signs(r"^{link.articles}\s+")
_GENITIVE = re.compile(r"['’]s$")
_SAME_SIGNS = (*_HINTS, "auch", "(", "=", ":")
"""What a text in plain ASCII holds one of, where any search for two names of one thing finds something in it."""
_TOKEN = re.compile(r"[^\s,;:()\"“”„«»`\[\]!?]+")


class Names:
    """Entity ids by spelling, for looking up what stands at a place in a text."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.of = dict(names)
        self._ids: dict[str, list[str]] = defaultdict(list)
        for key in sorted(names):
            self._ids[spelt(names[key])].append(key)

    def called(self, text: str) -> list[str]:
        """Ids of the entities with exactly this name, an article aside."""
        return self._ids.get(spelt(text)) or self._ids.get(spelt(_ARTICLE.sub("", text.strip())), [])

    def ending(self, text: str) -> list[str]:
        """Ids of the longest name that `text` ends with."""
        tail = text.split()[-MOST_WORDS:]
        return next((ids for at in range(len(tail)) if (ids := self.called(" ".join(tail[at:])))), [])

    def beginning(self, text: str) -> list[str]:
        """Ids of the longest name that `text` begins with."""
        head = _ARTICLE.sub("", text.strip()).split()[:MOST_WORDS]
        return next((ids for to in range(len(head), 0, -1) if (ids := self.called(" ".join(head[:to])))), [])


def naming(texts: Sequence[str]) -> list[str]:
    """The texts that may say of two names that they are one or two, in their order: `said_same` and `said_apart` find
    nothing in the others."""
    return [texts[number] for number in may_hold(texts, {*_SAME_SIGNS, *_APART_HINTS})]


def said_same(names: Names, texts: Iterable[str]) -> dict[Pair, str]:
    """Pairs of ids which a text says are one, with the words that say so."""
    found: dict[Pair, str] = {}
    for text in texts:
        for left, right in (*_by_cue(names, text), *_by_sign(names, text)):
            for a in left:
                for b in right:
                    if a != b and names.of[a] != names.of[b]:
                        found.setdefault(_pair(a, b), " ".join(text.split())[:120])
    return found


def said_apart(names: Names, texts: Iterable[str]) -> set[Pair]:
    """Pairs of ids which a text says are not one."""
    found = set()
    for text in texts:
        for cue in _NOT_SAME.finditer(text):
            left, right = names.ending(_uncopulated(text[: cue.start()])), names.beginning(text[cue.end() :])
            found |= {_pair(a, b) for a in left for b in right if a != b}
    return found


def _uncopulated(text: str) -> str:
    return re.sub(r"\s+(?:is|are|ist|es|est)\s*$", "", text, flags=re.IGNORECASE)


def _by_cue(names: Names, text: str) -> Iterator[tuple[list[str], list[str]]]:
    for pattern in (_SAME, _CJK) if _SAID.search(text) or not text.isascii() else ():
        for cue in pattern.finditer(text):
            after = text[cue.end() :]
            if not _DENIAL.search(text[: cue.start()] + " " + cue.group().split("same")[0]):
                right = names.called(_phrase(after)) if _LOOSE.search(cue.group()) else names.beginning(after)
                yield names.ending(text[: cue.start()]), right
    for cue in _AUCH.finditer(text):
        yield names.ending(text[: cue.start()]), names.called(cue["right"])


def _phrase(text: str) -> str:
    return text[: next(ends(_PHRASE_END, text)).start()]


def _by_sign(names: Names, text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Brackets and equals signs say many things: only an abbreviation or another spelling is a name."""
    for aside in _ASIDE.finditer(text):
        for left, right in _shortened(names, names.ending(text[: aside.start()]), names.called(aside["right"])):
            yield [left], [right]
    if equals := _EQUALS.match(text.strip()):
        for left, right in _shortened(names, names.called(equals["left"]), names.called(equals["right"])):
            yield [left], [right]


def _shortened(names: Names, left: Iterable[str], right: Sequence[str]) -> Iterator[Pair]:
    for a in left:
        for b in right:
            one, other = names.of[a], names.of[b]
            usual = USUAL.get(spelt(one))
            is_usual = usual is not None and usual == USUAL.get(spelt(other))
            if abbreviates(one, other) or abbreviates(other, one) or is_usual or _begins(one, other):
                yield a, b


def _begins(one: str, other: str) -> bool:
    """Whether one is the other cut short: Elastic(search), Kube(rnetes)."""
    short, long = sorted((spelt(one), spelt(other)), key=len)
    is_cut = 3 <= len(short) < len(long) <= len(short) + MOST_CUT and long.startswith(short)
    return is_cut and one.isalpha() and other.isalpha()


def together(names: Mapping[str, str], facts: Iterable[Fact]) -> tuple[set[Pair], dict[str, set[str]]]:
    """(pairs of ids whose names stand in one statement, the pages on which each id labels a line)."""
    if not names:
        return set(), {}
    by_first: dict[str, list[tuple[list[str], str]]] = defaultdict(list)
    for key, name in sorted(names.items()):
        if spelling := fold(name).split():
            by_first[spelling[0]].append((spelling, key))
    for known in by_first.values():
        known.sort(key=lambda one: -len(one[0]))
    found: set[Pair] = set()
    pages: dict[str, set[str]] = defaultdict(set)
    labels = {fold(name): key for key, name in sorted(names.items(), reverse=True)}
    for fact in facts:
        found |= _pairs(_standing_in(by_first, fact.text))
        if (owner := labels.get(label(fact.text))) is not None:
            pages[owner] |= {s.ref for s in fact.sources if s.role in ("memory", "note")}
    return found, pages


def _standing_in(by_first: Mapping[str, Sequence[tuple[list[str], str]]], text: str) -> set[str]:
    tokens = [_word(token) for token in _TOKEN.findall(text)]
    found: set[str] = set()
    at = 0
    while at < len(tokens):
        known = by_first.get(tokens[at], ())
        length = max((len(name) for name, _ in known if tokens[at : at + len(name)] == name), default=0)
        found |= {key for name, key in known if len(name) == length and tokens[at : at + length] == name}
        at += length or 1
    return found


@lru_cache(maxsize=1 << 17)
def _word(token: str) -> str:
    return _GENITIVE.sub("", fold(token))


def _pairs(ids: AbstractSet[str]) -> set[Pair]:
    order = sorted(ids)
    return {(a, b) for at, a in enumerate(order) for b in order[at + 1 :]}


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)
