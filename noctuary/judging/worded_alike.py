"""Whether two statements are worded alike but for a denial, an opposite or a value: the plainest conflicts there are.

It reads words, not meanings, in every language that parts them: what clashes in other words is the judge's and the
reader's business. In real memory this is next to never met (docs/judgement.md): asking about it costs nobody much.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from noctuary.decisions import Verdict
from noctuary.judging.reasons import explain, slot_of
from noctuary.judging.replacing import is_count, is_replaced
from noctuary.judging.slots import HALF, MET, is_telling, slot
from noctuary.judging.statements import of_fact, under
from noctuary.model import Fact, Statement
from noctuary.text.claims import LONGEST, claim
from noctuary.text.closed_words import PREPOSITIONS
from noctuary.text.conditions import is_on_condition
from noctuary.text.language import CJK, NAMED, Token, key
from noctuary.text.languages import words
from noctuary.text.patterns import signs
from noctuary.text.readable import is_readable
from noctuary.text.relations import relation
from noctuary.text.stop_words import NEGATORS
from noctuary.text.stops import ends
from noctuary.text.values import Typed

_END = re.compile(r"[,;.!?)–—|]\s|\s[(-]|(?<![.!?;,])[.!?;,]+$|\s(?=because |since |so |but )")
_HOW = signs(r"\b(?:{keep.always}|{marks.all}|{marks.must}|{marks.may}|{marks.prefer})\b")
_AVOIDING = signs(r"\b(?:{alike.avoiding})\b")
_NOT = re.compile(rf"(?:{'|'.join(sorted(map(re.escape, NEGATORS)))})\s", re.IGNORECASE)
_NOW = signs(r"^(?:{alike.now})(?!\w)[,:]?|\s*\b(?:{alike.now})(?!\w),?")
_SINCE = signs(r"\b(?:{alike.now_from})\s+\d{4}-\d\d-\d\d(?!\w),?")
_UNPLAIN = signs(r"\b(?:{alike.unplain})\b")
_CARRIES_NONE = frozenset(words("alike.carries"))
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_REAL = ("state", "event")
_OWN = frozenset(("path", "url", "id"))
_SHORT = 5
"""Words behind a comma that deny no more than what the main clause has another word for."""
SURE = 0.95
"""How sure two opposites clash: of 38,943 pairs of 401 real nights, and of all facts in the journals of 40 real
workspaces, none are; of 284 real files MEMORY.md one holds two, and they do clash (docs/judgement.md)."""
_LEAST = 2
"""Words and values of a main clause at least: of one alone nobody knows what is said of it."""


class _Clause(NamedTuple):
    """A main clause and what stands behind it, whether it opens by telling to avoid, and the stems of all its words but
    those that only deny or carry."""

    text: str
    rest: str
    is_avoided: bool
    spelt: tuple[str, ...]


class _Said(NamedTuple):
    """A main clause: its telling words by their stems and its values, in their order, the stems of all its words but
    those that only deny or carry, whether it denies something, whether it is a label's or says what something is; and
    the stems of what is denied behind it."""

    words: dict[str, Token]
    values: dict[tuple[object, ...], Typed]
    spelt: tuple[str, ...]
    is_denied: bool
    is_of_subject: bool
    denied: frozenset[str]


def denies(a: Statement, b: Statement) -> bool:
    """Whether both main clauses have the same words, one denies them, and no heading tells the two apart.

    How often and how strictly is left out: "Always use pnpm." / "Never use pnpm, it breaks the lockfile." → True.
    """
    if _stems_apart(a.text, b.text) != 0:
        return False
    one, two = _said(a.text), _said(b.text)
    if not one or not two or [*one.words] != [*two.words]:
        return False
    return one.is_denied != two.is_denied and not _stand_apart(a, b)


def exchanges(a: Statement, b: Statement) -> tuple[str, str] | None:
    """The one word that each main clause has in place of the other's, if all else is the same, and they are opposites
    that end what is said of a subject, or a side denies the other's behind it; not of two subjects ("the left eye").

    "Telemetry is enabled." / "Telemetry is disabled." → ("enabled", "disabled"); "Use tabs for indentation." / "Use
    spaces for indentation, not tabs." → ("tabs", "spaces").
    """
    if not (left := _left(a, b)):
        return None
    (one, mine), (two, other) = left
    told = mine.text.casefold(), other.text.casefold()
    if len(one.words) > _LEAST and (mine.key in two.denied or other.key in one.denied):
        return told
    is_last = [*one.words][-1] == mine.key and one.is_of_subject and two.is_of_subject and not one.values
    is_of_one = is_last and not (mine.head or other.head)
    return told if is_of_one and relation(*told).name == "opposite" else None


def are_opposites(a: Statement, b: Statement) -> bool:
    """Whether one denies the other, or says the opposite in one word."""
    return denies(a, b) or exchanges(a, b) is not None


def gives_another(line: Statement, said: Statement, *, more_words: int = 1) -> bool:
    """Whether what was said gives another value of one type, or behind a label or "is" another proper name, in the
    line's own words; no count of things, and nothing that each thing has of its own (a path, an id). Of a name the line
    has `more_words` than a main clause needs: of a single one beside it nobody knows what is said of it.

    "Vet: Dr. Klein" / "Vet: Dr. Weber" → True; "Mara owns the list." / "Ines owns the list.", and "Anna sails with Bo." /
    "Anna sails with Carl." → False. Since when it is so is no part of it, but where that is all that differs.
    """
    if _stand_apart(line, said):
        return False
    sides = (line.text, said.text), (_SINCE.sub(" ", line.text), _SINCE.sub(" ", said.text))
    return any(_is_another(_said(one), _said(two), more_words) for one, two in dict.fromkeys(sides))


def _is_another(one: _Said | None, two: _Said | None, more_words: int) -> bool:
    if not one or not two or one.is_denied != two.is_denied:
        return False
    if [*one.words] == [*two.words]:
        left = [one.values[key] for key in one.values.keys() - two.values.keys()]
        right = [two.values[key] for key in two.values.keys() - one.values.keys()]
        is_one = len(left) == len(right) == 1 and left[0].kind == right[0].kind and len(one.words) >= _LEAST
        is_told = is_one and left[0].kind not in _OWN and not any(map(is_count, (*left, *right)))
        return is_told and _without(one, left[0]) == _without(two, right[0])
    names = [token for _, token in _exchanged(one, two)]
    is_named = all(token.kind in NAMED and token.text.isalpha() and not token.head for token in names)
    return (
        bool(names) and is_named and len(one.words) >= _LEAST + more_words and one.is_of_subject and two.is_of_subject
    )


def ends_value(line: Statement, said: Statement) -> bool:
    """Whether what was said calls the line's own value of a type former and gives another, in half of the line's words
    and the first of its subject, in a language whose changes only its words tell (the judge and the reader know English).

    "Die Miete beträgt 980 EUR" / "Die Miete beträgt jetzt 1040 EUR statt 980 EUR" → True.
    """
    if is_readable(line.text) and is_readable(said.text):
        return False
    met = slot(line, said)
    subject = next((n for n, token in enumerate(met.one.tokens) if token.head and is_telling(token)), -1)
    is_of_it = any(i == subject and strength >= MET for i, _, strength in met.met.same)
    is_ended = bool(met.met.retired) and is_replaced(met) and met.of_shorter >= HALF and is_of_it
    return is_ended and "?" not in said.text and not is_on_condition(said.text) and not _stand_apart(line, said)


def clash(a: Fact, b: Fact) -> bool:
    """Whether two facts are opposites; not under two headings of one file."""
    return not _are_filed_apart(a, b) and are_opposites(of_fact(a), of_fact(b))


def deny_each_other(a: Fact, b: Fact) -> bool:
    """Whether one of two facts denies the other; not under two headings of one file."""
    return not _are_filed_apart(a, b) and denies(of_fact(a), of_fact(b))


def revises(older: Fact, newer: Fact) -> bool:
    """Whether what was said on a later day gives what is believed another value or name in its own words, or calls its
    value former.

    In the journals of 40 real workspaces no line of an agent's was so revised (docs/judgement.md).
    """
    if not older.is_believed or _are_filed_apart(older, newer):
        return False
    one, two = of_fact(older), of_fact(newer)
    is_later = bool(older.said_on and newer.said_on and older.said_on < newer.said_on)
    if newer.gate == "by_hand" and (is_later or older.said_on is None):
        return gives_another(one, two, more_words=0)
    return (is_later and gives_another(one, two)) or ends_value(one, two)


def _are_filed_apart(a: Fact, b: Fact) -> bool:
    files = ({one.ref for one in side.sources} for side in (a, b))
    return not set.isdisjoint(*files) and under(a) != under(b)


def is_denied_in_one(a: Statement, b: Statement) -> bool:
    """Whether a telling word that both have is denied in one of them alone: then they do not say the same."""
    met = slot(a, b)
    pairs = [(met.one.tokens[i], met.two.tokens[j]) for i, j, strength in met.met.same if strength >= MET]
    return denies(a, b) or any(x.negated != y.negated for x, y in pairs if is_telling(x) and is_telling(y))


def opposed(a: Statement, b: Statement) -> Verdict:
    """The verdict on two opposites, or two values: a contradiction."""
    met = slot(a, b)
    where, *values = slot_of(met.one, met.two, met.met, "contradiction")
    ours, theirs = ("", "") if denies(a, b) else exchanges(a, b) or values
    reason = explain("contradiction", met.one, met.two, met.met, where, ours, theirs)
    return Verdict(
        kind="contradiction", reason=reason, score=SURE, slot=where, a_value=ours, b_value=theirs, clash=SURE
    )


def _left(a: Statement, b: Statement) -> list[tuple[_Said, Token]]:
    """What two clauses that no heading tells apart have in each other's place (`_exchanged`)."""
    if _stems_apart(a.text, b.text) != 1:
        return []
    one, two = _said(a.text), _said(b.text)
    return _exchanged(one, two) if one and two and not _stand_apart(a, b) else []


def _exchanged(one: _Said, two: _Said) -> list[tuple[_Said, Token]]:
    """Both main clauses and the one word of each in whose place the other has another; empty where more or less, or
    another order, tells them apart ("Imre lent Rosa the drill" / "Rosa borrowed the drill from Imre")."""
    if [*one.values] != [*two.values] or one.is_denied != two.is_denied:
        return []
    pairs = list(zip(one.words, two.words, strict=False))
    apart = [(x, y) for x, y in pairs if x != y]
    spelt = sum(x != y for x, y in zip(one.spelt, two.spelt, strict=False))
    is_one = len(one.words) == len(two.words) and len(one.spelt) == len(two.spelt) and len(apart) == spelt == 1
    if not is_one or len(one.words) < _LEAST:
        return []
    return [(one, one.words[apart[0][0]]), (two, two.words[apart[0][1]])]


def _stems_apart(a: str, b: str) -> int | None:
    """In how many stems two main clauses of as many differ; None of others. Most pairs end here, before either side is
    taken apart: a denial has the same stems, an exchange one other."""
    one, two = _clause(a), _clause(b)
    if not one or not two or len(one.spelt) != len(two.spelt):
        return None
    return sum(x != y for x, y in zip(one.spelt, two.spelt, strict=True))


@lru_cache(maxsize=1 << 14)
def _clause(text: str) -> _Clause | None:
    """None of a question, a condition and what has no gaps between words. That it is so now is said by what is said."""
    text = _NOW.sub("", text[:LONGEST]).strip()
    if CJK.search(text) or "?" in text or is_on_condition(text):
        return None
    end = next(ends(_END, text, 1), None)
    clause, rest = (text[: end.start()], text[end.start() :]) if end else (text, "")
    is_avoided = _AVOIDING.match(clause) is not None
    return _Clause(clause, rest, is_avoided, _spelt(clause)[1 if is_avoided else 0 :])


@lru_cache(maxsize=1 << 14)
def _said(text: str) -> _Said | None:
    """None of what is no plain statement: no clause (`_clause`), a row, some of many, what denies twice or not only,
    what opens or goes on with where or when it holds."""
    if not (plain := _clause(text)):
        return None
    clause, rest, is_avoided, spelt = plain
    whole, bare = claim(Statement(text=clause)), claim(Statement(text=_HOW.sub(" ", clause)))
    tokens = bare.tokens[1:] if is_avoided else bare.tokens
    said = {token.key: token for token in tokens if token.text.casefold() not in NEGATORS}
    values: dict[tuple[object, ...], Typed] = {(value.kind, *value.norm): value for value in whole.values}
    is_enough = len(said) >= _LEAST or (len(said) == 1 and any(value.kind == "weekday" for value in whole.values))
    is_unclear = (
        whole.status not in _REAL or (whole.negations > 1 and is_readable(clause + rest)) or _is_bounded(clause, rest)
    )
    if is_unclear or not is_enough or not any(map(is_telling, tokens)):
        return None
    is_denied = is_avoided != any(token.negated for token in whole.tokens)
    return _Said(said, values, spelt, is_denied, whole.has_break or whole.is_label, _denied_behind(rest))


def _is_bounded(clause: str, rest: str) -> bool:
    """Whether it is a row, is said of some or not only so, or says within what it holds before or behind the clause."""
    opening, behind = (next(iter(_WORD.findall(part.casefold())), "") for part in (clause, rest))
    is_row = ":" in clause and ";" in rest
    is_within = opening in PREPOSITIONS or behind in PREPOSITIONS or rest.lstrip().startswith("(")
    return is_row or is_within or _UNPLAIN.search(clause) is not None


def _without(side: _Said, value: Typed) -> tuple[str, ...]:
    """The stems of a clause but those of a value."""
    told = frozenset(_spelt(value.text))
    return tuple(stem for stem in side.spelt if stem not in told)


def _spelt(clause: str) -> tuple[str, ...]:
    """The stems of its words, without those that tell how often or strictly, deny or carry nothing."""
    words = (word.replace("’", "'").replace("'", "") for word in _WORD.findall(_HOW.sub(" ", clause).casefold()))
    return tuple(key(word) for word in words if word not in NEGATORS and word not in _CARRIES_NONE)


def _denied_behind(rest: str) -> frozenset[str]:
    """The stems of what a few words behind a comma deny: ", not in the URL" → url."""
    told = rest.removeprefix(",").strip(" .!")
    is_short = rest.startswith(",") and len(told.split()) <= _SHORT
    return (
        frozenset(t.key for t in claim(Statement(text=told)).tokens) if is_short and _NOT.match(told) else frozenset()
    )


def _stand_apart(a: Statement, b: Statement) -> bool:
    """Whether both stand under two headings of one outline, or name two scopes ("staging", "in winter")."""
    one, two = (dict(claim(side).qualifiers) for side in (a, b))
    if any(one[scope] != two[scope] for scope in one.keys() & two.keys()):
        return True
    return a.context[:1] == b.context[:1] and a.context != b.context
