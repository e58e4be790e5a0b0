"""Tells which labels are fields of a log, from the corpus itself: each document fills them with a value of its own.

`next_step:`, `commit hash:`, `tests passed:` hold another value in every note without a word of change: two of their
values never clash and none replaces another. A slot that merely changes now and then (`port: 8080` for months, then
`port: 9090`) is none, and neither is what stands once in a memory file. Judges no pair's meaning and reads no file.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence, Set
from functools import cached_property, lru_cache
from itertools import pairwise

from noctuary.model import Fact, Statement, Support, fold
from noctuary.text.claims import claim
from noctuary.text.quick_look import Texts
from noctuary.text.values import values

CHANGES = 3
RECORDS = 3
FORM = 3
_LABEL = re.compile(r"^[\W_]*([^\W_](?:[^:=|;.!?\n]|[.](?=\w)){1,59}?)[*_`\s]*(?::|=)[*_]*\s+(?=\S)")
_MACHINE = re.compile(r"(?<![\w`])([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\s*[:=]\s")
_VALUE = re.compile(r"`[^`]*`|(?<![^\s`])\S*\d\S*")
_CLOCK = re.compile(r"[T ]\d{1,2}:\d{2}")
_NAMED_BY_DAY = re.compile(r"[\w/.-]*20\d\d-[01]\d-[0-3]\d(?:[\w/]|[.-]\w)|\w[/_.-]20\d\d-[01]\d-[0-3]\d")
_DATE = re.compile(r"(?<!\d)(20\d\d-[01]\d-[0-3]\d)(?!\d)")
_PATH = re.compile(r"\S*\w/\w\S*")
_MARKS = frozenset('`*"')
_FEW = 100
_WORDS = 6
_FRAME = 4
_TOLD = frozenset(("now", "no_longer", "switched", "moved_time", "amount", "correction"))

Unit = tuple[dt.date, str]
Values = dict[Unit, set[str]]


def learn(facts: Collection[Fact], among: Set[str] | None = None) -> frozenset[str]:
    """The keys (`keys`) whose value is each document's own. `facts` in any order: retired ones and candidates, too.

    A key is one if, over documents in the order of their days, its value changed CHANGES times or more and mostly,
    with no word of change; if one document fills it RECORDS times, or two of them twice; or if two documents in a row
    share FORM keys with different values: forms of one kind. `among` asks about some keys only, which is quicker.
    """
    held, standing = _held(facts) if among is None else _held(_may_fill(list(facts), among), among)
    asked = sorted(held)
    documents = _Documents(facts, held if among is None else None, {unit for key in asked for unit in held[key]})
    found = {key for key in asked if _is_own(key, held[key], documents)}
    return frozenset(key for key in found if len(standing.get(key, ())) != 1)


def is_entry(fact: Fact, fields: Set[str]) -> bool:
    """Whether a statement fills a field of a log: it stands in notes and logs alone, under one of these keys."""
    if any(source.role == "memory" or _unit(source) is None for source in fact.sources):
        return False
    return _is_stamp(fact) or not fields.isdisjoint(keys(fact.text))


def are_entries(a: Fact, b: Fact, fields: Set[str]) -> bool:
    """Whether two statements cannot clash because of where they stand.

    They fill fields of a log, or one does and nobody believes it; or nobody stands behind either, and both fill one
    key of one document, one has a machine's key, or they differ in RECORDS values: records of two things.
    """
    entries = [side for side in (a, b) if is_entry(side, fields)]
    if len(entries) == 2 or any(side.status == "candidate" and side.trust != "human" for side in entries):
        return True
    is_open = all(side.status == "candidate" and side.trust != "human" for side in (a, b))
    if not is_open:
        return False
    shared = keys(a.text) & keys(b.text)
    return bool(shared and _refs(a) == _refs(b)) or any(map(_is_machine, keys(a.text) | keys(b.text))) or _differ(a, b)


@lru_cache(maxsize=65536)
def keys(text: str) -> frozenset[str]:
    """What a statement fills: its label, every machine-made key in it, or else its words with the values masked."""
    label = _label(text)
    found = {_named(key) for key in _MACHINE.findall(text)} if _may_be_labelled(text) else set()
    if label and len(label[1].split()) <= _WORDS and not _is_opening(label[1]):
        found.add(_named(label[1]))
    if not found and (masked := _VALUE.sub(" ", text)) != text:
        frame = fold(" ".join(masked.split()))
        found = {f"# {frame}"} if len(frame.split()) >= _FRAME else set()
    return frozenset(found)


def _label(text: str) -> re.Match[str] | None:
    return _LABEL.match(text) if _may_be_labelled(text) else None


def _may_be_labelled(text: str) -> bool:
    """The quick look: whether what ends a label stands anywhere."""
    return ":" in text or "=" in text


def _may_fill(facts: Sequence[Fact], wanted: Set[str]) -> Sequence[Fact]:
    """The facts that may fill one of a few keys, by a quick look: in plain words, all words of a key stand in them.

    Of many keys nearly every fact fills one, so that looking is no gain.
    """
    if len(wanted) > _FEW:
        return facts
    searched = Texts([fact.text for fact in facts])
    found = set(searched.beyond).union(*map(searched.holding, _MARKS))
    for longest, others in _by_longest(wanted).items():
        for number in searched.holding(longest):
            if number not in found and _holds_one(facts[number].text.lower(), others):
                found.add(number)
    return [facts[number] for number in sorted(found)]


def _by_longest(wanted: Iterable[str]) -> dict[str, list[list[str]]]:
    """The words that stand in a plain text that fills a key: by the longest of them the others, of each key."""
    found: defaultdict[str, list[list[str]]] = defaultdict(list)
    for key in sorted(wanted):
        longest, *others = sorted(key.removeprefix("# ").removesuffix(" _").split() or [""], key=len, reverse=True)
        found[longest].append(others)
    return found


def _holds_one(text: str, every: Iterable[Iterable[str]]) -> bool:
    """Whether a text holds all words of one of `every`."""
    for words in every:
        for word in words:
            if word not in text:
                break
        else:
            return True
    return False


class _Documents:
    """What each of some dated documents fills its keys with; read when it is first asked."""

    def __init__(self, facts: Collection[Fact], held: dict[str, Values] | None, units: Set[Unit]) -> None:
        self._facts, self._held, self._units = facts, held, units

    @cached_property
    def filled(self) -> dict[Unit, dict[str, set[str]]]:
        held = self._held
        if held is None:
            held, _ = _held(fact for fact in self._facts if any(_unit(one) in self._units for one in fact.sources))
        found: defaultdict[Unit, dict[str, set[str]]] = defaultdict(dict)
        for key, own in held.items():
            for unit, said in own.items():
                found[unit][key] = said
        return found


def _held(facts: Iterable[Fact], among: Set[str] | None = None) -> tuple[dict[str, Values], dict[str, set[str]]]:
    """Of each key (`among` some) its values by dated document, and its values in memory files."""
    held: defaultdict[str, Values] = defaultdict(lambda: defaultdict(set))
    standing: defaultdict[str, set[str]] = defaultdict(set)
    for fact in facts:
        own = keys(fact.text) if among is None else keys(fact.text) & among
        if not own:
            continue
        value = " ".join(fact.text.split())
        for source in fact.sources:
            unit = _unit(source)
            for key in own:
                if source.role == "memory":
                    standing[key].add(value)
                elif unit and source.role != "user":
                    held[key][unit].add(value)
    return held, standing


def _is_own(key: str, own: Values, documents: _Documents) -> bool:
    if not _is_machine(key) and _is_topic(own):
        return False
    repeated = sorted(len(said) for said in own.values() if len(said) > 1)
    if repeated and (repeated[-1] >= RECORDS or len(repeated) > 1):
        return True
    steps = list(pairwise(sorted(own)))
    changed = [(one, two) for one, two in steps if own[one].isdisjoint(own[two])]
    untold = [pair for pair in changed if _is_machine(key) or not _is_told(own[pair[1]])]
    if len(untold) >= CHANGES and 2 * len(untold) >= len(steps):
        return True
    return any(_are_forms(documents.filled[one], documents.filled[two]) for one, two in untold)


def _are_forms(one: dict[str, set[str]], two: dict[str, set[str]]) -> bool:
    """Whether two documents fill the same labels, each with values of its own."""
    return sum(one[key].isdisjoint(two[key]) for key in one.keys() & two.keys() if not key.startswith("# ")) >= FORM


def _is_topic(own: Values) -> bool:
    """Whether what stands after a label is mostly whole sentences: a heading they stand under, not a field."""
    said = [value for group in own.values() for value in group]
    whole = [value for value in said if (label := _label(value)) and _says(value[label.end() :])]
    return 2 * len(whole) > len(said)


def _says(text: str) -> bool:
    return claim(Statement(text=text)).has_break


def _is_told(said: Iterable[str]) -> bool:
    return any(not _TOLD.isdisjoint(claim(Statement(text=text)).cues) for text in said)


def _is_opening(label: str) -> bool:
    """Whether a label only opens a sentence (`Decision:`, `Note:`): the parser strips it."""
    return all(token.text == "x" for token in claim(Statement(text=f"{label}: x")).tokens)


def _is_stamp(fact: Fact) -> bool:
    """Whether a statement holds the day it was written on as an instant, in a file's name, or as a label's value."""
    days = set(_DATE.findall(fact.text))
    if not days or not all(source.at and source.at.date().isoformat() in days for source in fact.sources):
        return False
    label = _label(fact.text)
    if _CLOCK.search(fact.text) or _NAMED_BY_DAY.search(fact.text):
        return True
    return bool(label and _DATE.fullmatch(fact.text[label.end() :].strip()))


def _unit(source: Support) -> Unit | None:
    """The document a source stands in, by its day; a note without one comes before all that have one."""
    if source.at:
        return source.at.date(), source.ref
    return (dt.date.min, source.ref) if source.role == "note" else None


def _differ(a: Fact, b: Fact) -> bool:
    one, two = (
        {value.norm for value in values(side.text)} | {word for word in side.text.split() if _PATH.fullmatch(word)}
        for side in (a, b)
    )
    return min(len(one - two), len(two - one)) >= RECORDS


def _refs(fact: Fact) -> set[str]:
    return {source.ref for source in fact.sources}


def _named(key: str) -> str:
    return " ".join(fold(key).replace("_", " ").split()) + (" _" if "_" in key else "")


def _is_machine(key: str) -> bool:
    return key.endswith(" _")
