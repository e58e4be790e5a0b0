"""Whether one statement says what another does: the only ground on which it is evidence for it. Judges no conflict.

What a fact cites must hold what the fact says. So a statement stands behind another only where every telling word, name
and value of the other is found in it, in the same roles, with nothing denied, ended, supposed or exchanged; and two are
folded into one only where each says the other. Where the words are of no language the judge reads, the same words do.
Source: DESIGN 7.5; textual entailment (Dagan et al. 2006).
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec.structs import replace

from noctuary.judging.align import NEAR, Alignment, align
from noctuary.judging.crossed import are_crossed
from noctuary.judging.exchanges import measured
from noctuary.judging.loose import are_kinds_apart
from noctuary.judging.near import is_near, is_spelt_by_sign
from noctuary.judging.owners import is_owner
from noctuary.model import Statement
from noctuary.text.bounded import is_bounded
from noctuary.text.claims import Claim, claim
from noctuary.text.conditions import is_on_condition, unconditional
from noctuary.text.language import NAMED, PROPER, Token
from noctuary.text.projects import says_this_project
from noctuary.text.readable import is_readable
from noctuary.text.relations import lemmas, sense_relation
from noctuary.text.tense import tense

LEAST_MET = 2
"""One word or value in common tells no statement."""
FEW = 4
"""Of 60 voices in 16 workspaces that a blind marker read, 12 of 18 wrong ones and 3 of 39 right ones said no more than
this, and not of the thing that stood above them."""
_MARKS = frozenset(("path", "url", "version", "host"))
_CLAUSES = re.compile(r"(?<=[,;])\s+")
_REAL = ("state", "event", "plan")
_DIRECTIONS = frozenset("to by from for with without before after over under above below".split())
_ENDING = frozenset(("no_longer", "ended", "switched", "moved_time", "correction"))


def are_same(a: Statement, b: Statement) -> bool:
    """Whether each says the other: nearly the same words, or nothing telling left over on either side."""
    return entails(a, b) and entails(b, a)


def entails(full: Statement, plain: Statement, least: int = LEAST_MET) -> bool:
    """Whether `full` says all that `plain` does (`says`), and of as long a time: what holds for a time only says nothing
    of what holds for good."""
    return says(full, plain, least) and is_bounded(full.text) == is_bounded(plain.text)


@lru_cache(maxsize=1 << 10)
def says(full: Statement, plain: Statement, least: int = LEAST_MET) -> bool:
    """Whether `full` says all that `plain` does, in `least` telling words or values at least.

    "Tom trained Mara on Monday" says "Tom trained Mara"; neither does "Mara trained Tom", nor "Tom never trained Mara",
    nor "if Mara asks, Tom trained her". Of how long each holds it asks nothing.
    """
    if not is_on_condition(plain.text):
        unconditionally = _without_conditions(full, plain)
        if unconditionally is None:
            return False
        full = unconditionally
    if is_near(full.text, plain.text):
        return is_under(full, plain)
    if not (is_readable(full.text) and is_readable(plain.text)):
        return False
    one, two = (claim(Statement(text=_without_former(side.text))) for side in (plain, full))
    if not (_is_worth_aligning(one, two) and is_under(full, plain)):
        return False
    met = align(one, two)
    return _is_covered(one, two, met, least) and _is_in_order(one, two, met) and not _is_at_odds(one, two, met)


def _without_conditions(full: Statement, plain: Statement) -> Statement | None:
    """What it says on no condition: "it runs at nine; if it is late, call Tom" that it runs at nine; None where nothing.

    A heading that is a condition, and does not stand above the other, too, holds for all below it.
    """
    if any(is_on_condition(words) for words in full.context if words not in plain.context):
        return None
    if not is_on_condition(full.text):
        return full
    left = unconditional(full.text)
    return replace(full, text=left) if left else None


def _without_former(text: str) -> str:
    """The text without a clause that only says what is no longer so: "the port is now 9090, no longer 8080" and "the
    port is 9090" tell one thing, for a slot that has a value has lost its former one."""
    side = claim(Statement(text=text))
    if not (any(value.past for value in side.values) or any(token.past for token in side.tokens)):
        return text
    first, *more = _CLAUSES.split(text)
    kept = [first, *(clause for clause in more if not _is_former(claim(Statement(text=clause))))]
    return " ".join(kept).rstrip(" ,;") if len(kept) <= len(more) else text


def _is_former(clause: Claim) -> bool:
    told = [*(value.past for value in clause.values), *(t.past for t in clause.tokens if _is_telling(t))]
    return bool(told) and all(told)


def is_under(full: Statement, plain: Statement) -> bool:
    """Whether what `plain` stands under is not another thing: a heading is part of the subject of a bare field.

    "Port: 8080" under Billing is not said by "Port: 8080" under Cache, but by "the billing port is 8080". Two fields
    of one name under headings that each have a word of their own are of two records.
    """
    above = subject_above(plain) | _above_few(plain)
    is_there = not above or above <= told_words(full)
    return is_there and not _are_of_two_records(full, plain) and not _is_of_another(full, plain)


def _above_few(one: Statement) -> frozenset[str]:
    """The telling words above what tells two words or values at most ("accepted risk"): they make no statement."""
    return _keys(one.context[-1]) if words_told(one) <= LEAST_MET and one.context else frozenset()


def _is_of_another(full: Statement, plain: Statement) -> bool:
    """Whether `plain` says too little to say of what, and each of the two stands under or names a thing of its own.

    "Webhook ok (HTTP 200)" under one customer is not said by the same under another. A path, a version or a line of
    code names its thing by itself.
    """
    side = claim(Statement(text=plain.text))
    is_marked = (
        "`" in plain.text or any(value.kind in _MARKS for value in side.values) or any(map(_is_key, side.tokens))
    )
    if not plain.context or is_marked or words_told(plain) > FEW:
        return False
    named = frozenset(token.key for token in claim(Statement(text=full.text)).tokens if token.kind in NAMED)
    theirs = named | (_keys(full.context[-1]) if full.context else frozenset())
    return bool(_keys(plain.context[-1]) - told_words(full)) and bool(theirs - told_words(plain))


def are_of_two_things(a: Statement, b: Statement) -> bool:
    """Whether what one of them needs above it to be understood is not in the other: the two tell of two things.

    "Config: `~/.a.json`" under Billing has nothing to do with "the tunnel's config changes". A name that both have
    beside the label tells that they are of one thing after all.
    """
    return any(_is_of_another(one, two) or _is_other_field(two, one) for one, two in ((a, b), (b, a)))


def _is_other_field(field: Statement, other: Statement) -> bool:
    above = subject_above(field)
    if not above or above <= told_words(other):
        return False
    named = frozenset(t.key for t in claim(Statement(text=field.text)).tokens if t.kind in PROPER and not t.head)
    return named.isdisjoint(told_words(other))


def words_told(one: Statement) -> int:
    """How many words and values of it tell something."""
    side = claim(Statement(text=one.text))
    return sum(map(_is_telling, side.tokens)) + len(side.values)


def _is_key(token: Token) -> bool:
    return token.kind == "code" and any(map(str.isdigit, token.text))


def _are_of_two_records(one: Statement, two: Statement) -> bool:
    if not (one.context and two.context) or one.context[-1] == two.context[-1]:
        return False
    sides = [claim(Statement(text=side.text)) for side in (one, two)]
    heads = [frozenset(t.key for t in side.tokens if t.head) for side in sides]
    if heads[0] != heads[1] or not all(side.is_label for side in sides):
        return False
    above = [_keys(side.context[-1]) - heads[0] for side in (one, two)]
    return bool(above[0] - told_words(two)) and bool(above[1] - told_words(one))


def subject_above(one: Statement) -> frozenset[str]:
    """The telling words of the heading, or of the project's folder, that a statement needs to be understood; none where
    it names its subject itself."""
    side = claim(Statement(text=one.text))
    head = [t for t in side.tokens if t.head and _is_telling(t)]
    is_bare = (side.is_label and len(head) < LEAST_MET) or says_this_project(one.text)
    return _keys(one.context[-1]) - {t.key for t in head} if is_bare and one.context else frozenset()


def told_words(one: Statement) -> frozenset[str]:
    """The telling words of a statement, its subject and all it stands under."""
    return frozenset().union(*map(_keys, (one.text, one.subject, *one.context)))


@lru_cache(maxsize=65536)
def _keys(text: str) -> frozenset[str]:
    return frozenset(t.key for t in claim(Statement(text=text)).tokens if _is_telling(t))


def _is_worth_aligning(one: Claim, two: Claim) -> bool:
    """Whether half of what `one` tells stands in `two` to the letter: synonyms fill gaps, they make no statement."""
    keys, there = [t.key for t in one.tokens if _is_telling(t)], {t.key for t in two.tokens}
    return 2 * sum(key in there for key in keys) >= len(keys)


def _is_covered(one: Claim, two: Claim, met: Alignment, least: int) -> bool:
    """Whether nothing telling of `one` is left over, and what met is one word, a form of it or a synonym."""
    if met.values_a or met.finer or any(_is_telling(one.tokens[i]) for i in met.only_a):
        return False
    told = [_is_one_word(one.tokens[i], two.tokens[j], s) for i, j, s in met.same if _is_telling(one.tokens[i])]
    return all(told) and len(told) + len(met.equal) >= least


def _is_one_word(x: Token, y: Token, strength: float) -> bool:
    """Whether two tokens are one word, a form or a synonym of it; two known words or codes that look alike are two."""
    if x.key == y.key:
        return True
    short, long = sorted((x.key, y.key), key=len)
    is_form = long.startswith(short) or sense_relation(x.text, y.text).name == "same"
    if not is_form and (is_spelt_by_sign(x.text) or is_spelt_by_sign(y.text)):
        return False
    return strength >= NEAR and (is_form or not (lemmas(x.text.casefold()) and lemmas(y.text.casefold())))


def _is_of_other_role(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether a word is led in by another preposition of direction ("paid to Ana", "paid by Ana")."""
    led = [(_led_in(one, i), _led_in(two, j)) for i, j, _ in met.same]
    return any(x and y and x != y for x, y in led)


def _led_in(side: Claim, token: int) -> str:
    before = side.plain[: side.tokens[token].start].casefold().split()[-2:]
    return next((word for word in reversed(before) if word in _DIRECTIONS), "")


def _is_in_order(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether who does what to whom is told in the same order: what is exchanged may be the roles."""
    pairs = [(one.tokens[i].start, two.tokens[j].start) for i, j, _ in met.same if _is_telling(one.tokens[i])]
    pairs += [(one.values[i].start, two.values[j].start) for i, j in met.equal]
    places = [there for _, there in sorted(pairs)]
    return places == sorted(places)


def _is_at_odds(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether anything differs: a value, a member of one kind, an owner, a denial, an end, or what is real."""
    differs = met.opposed or met.rivals or met.siblings or met.differing or met.retired
    denies = (one.polarity, one.negations) != (two.polarity, two.negations) or _denies_another(one, two, met)
    ends = (one.cues & _ENDING) != (two.cues & _ENDING) or ("only" in one.cues and "only" not in two.cues)
    is_real = one.status == two.status and one.status in _REAL
    is_owned = any(is_owner(two.tokens[j]) for j in met.only_b)
    if differs or denies or ends or is_owned or not is_real or one.modality != two.modality:
        return True
    if {_time(one), _time(two)} == {"was", "is"}:
        return True
    edit = measured(one.text, two.text)
    turned = any(edit.numbers.get(name) for name in ("flip_odd", "number", "quantity"))
    swapped = any(name.startswith("siblings") and name.count("_") == 1 for name in edit.numbers)
    is_turned = turned or swapped or edit.is_other or _is_of_other_role(one, two, met)
    return is_turned or are_crossed(one, two, met) or are_kinds_apart(one, two, met)


def _denies_another(one: Claim, two: Claim, met: Alignment) -> bool:
    """Whether what `one` denies of all that both tell `two` does not, which denies another thing: "never lend the blue
    kayak", "lent the blue kayak, not the red one"."""
    denied = [two.tokens[j].negated for i, j, _ in met.same if one.tokens[i].negated and _is_telling(one.tokens[i])]
    return bool(denied) and not any(denied) and any(two.tokens[j].negated for j in met.only_b)


def _time(side: Claim) -> str:
    """Whether a statement tells of what was or of what is; "" where of both or neither."""
    told = tense(side.text)
    return "" if told.was == told.now else "was" if told.was else "is"


def _is_telling(token: Token) -> bool:
    return token.weight >= 1.0
