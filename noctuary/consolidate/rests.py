"""What stays believed of a statement that another has taken the place of: what the other does not speak of."""

from __future__ import annotations

from itertools import groupby

from noctuary.access import OWN
from noctuary.consolidate.promote import stands_alone
from noctuary.judging.remains import remains, texts, unspoken
from noctuary.judging.statements import under
from noctuary.model import Fact, Statement
from noctuary.text.claims import claim
from noctuary.text.clauses import Part, ended, parts
from noctuary.text.conditions import is_on_condition
from noctuary.text.patterns import signs
from noctuary.text.readable import is_readable

_OPENS_ELSEWHERE = signs(r"(?:{say.it}|its?|they|their|he|his|she|her|which|who|then|only)\b")
"""What begins so tells of what stood before it."""
_PAIRED = ("()", "[]", "“”", "«»")


def rests(left: Fact, kept: Fact) -> tuple[str, ...]:
    """What of a human's own statement stays when `kept` takes its place.

    Clauses to the letter where all that stays surely stands for itself: the first clause, or one with a verb that is
    known. Else the whole statement, with what is no longer so marked in it: "her epipen is in the top drawer" tells of
    whom only where it stands. Nothing where what goes is a condition of the rest. An agent's statement is left whole:
    whoever wrote it writes again what holds; so is a private one.
    """
    is_everybodys = left.visibility == "public" and left.agent_id == OWN
    if left.trust != "human" or not is_everybodys:
        return ()
    text, found = left.text, unspoken(_bare(left), _bare(kept))
    stays = [part for part in found.left if part not in found.loose]
    if not stays or not found.changed or any(is_on_condition(text[part.start : part.end]) for part in found.changed):
        return ()
    whole = _clauses(text, stays)
    if whole and not is_on_condition(text) and all(_is_whole(clause, text) for clause in whole):
        return whole
    return (_marked(text, {*found.changed, *found.loose}),)


def lost(left: Fact, kept: Fact) -> tuple[str, ...]:
    """What a statement says besides that does not stay when `kept` takes its place, to the letter."""
    one, other = _bare(left), _bare(kept)
    return texts(left.text, unspoken(one, other).loose) if rests(left, kept) else remains(one, other)


def _bare(fact: Fact) -> Statement:
    return Statement(text=fact.text, subject=fact.entity, context=under(fact))


def _clauses(text: str, stays: list[Part]) -> tuple[str, ...]:
    """The clauses that stay whole; none where but a part of one does."""
    found = []
    for _, group in groupby(parts(text), key=lambda part: part.clause):
        clause = list(group)
        if any(part in stays for part in clause):
            if not all(part in stays for part in clause):
                return ()
            found.append(text[clause[0].start : clause[-1].end].strip())
    return tuple(found)


def _marked(text: str, gone: set[Part]) -> str:
    """The text with some of its parts marked as ended, side by side as one."""
    made, at = "", 0
    for has_gone, group in groupby(parts(text), key=gone.__contains__):
        some = list(group)
        told = text[some[0].start : some[-1].end].rstrip(" .")
        if has_gone:
            made += text[at : some[0].start] + ended(told)
            at = some[0].start + len(told)
    return made + text[at:]


def _is_whole(clause: str, line: str) -> bool:
    is_first = line.startswith(clause)
    is_told = is_first or (is_readable(line) and claim(Statement(text=clause)).has_break)
    is_even = all(clause.count(mark[0]) == clause.count(mark[1]) for mark in _PAIRED) and clause.count('"') % 2 == 0
    return is_told and is_even and stands_alone(clause) and not _OPENS_ELSEWHERE.match(clause)
