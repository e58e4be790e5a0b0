"""General reasons why two statements cannot be in conflict, whatever a model says. It judges nothing else.

Each reason is about form: what is not stated as true, fragments, entries of a log, fields of records, instances.
"""

from __future__ import annotations

from noctuary.judging.align import Alignment, are_serial
from noctuary.judging.edits import opened_alike
from noctuary.judging.exchanges import measured
from noctuary.model import fold
from noctuary.text import forms
from noctuary.text.claims import Claim
from noctuary.text.language import CJK, NAMED, Token
from noctuary.text.names import are_apart
from noctuary.text.vectors import likeness

_UNTOLD = ("question", "hypothesis", "quotation")
_UNNAMED = frozenset(("vague", "half"))
_FLIPS = frozenset(("negated", "number", "quantity"))
_KIN = frozenset(("unlike_near", "kind", "same", "number", "quantity"))
_SIBLINGS = frozenset(f"siblings_{sort}" for sort in ("thing", "near", "stuff", "place", "being", "attribute"))
_TELLING = frozenset(("correction", "no_longer", "switched", "moved_time", "now", "instead"))
_CHANGED = _TELLING | {"ended", "amount", "since"}
_COMPARABLE = (
    frozenset(("number", "time", "span", "count", "port", "year")),
    frozenset(("version", "constraint", "number")),
    frozenset(("duration", "period", "rate", "every", "number")), frozenset(("number", "money", "ratio", "bytes")),
    frozenset(("date", "weekday", "month", "year", "time")),
)  # fmt: skip
_PHRASE = 3
_FAR = 0.2
"""Nearness in meaning that one pair in fifty has that chance brought together, and nearly all labelled conflicts."""


def excuse(a: Claim, b: Claim, met: Alignment) -> str:
    """The name of the first reason that holds, or ""."""
    return next((name for name, holds in REASONS if holds(a, b, met)), "")


def excuse_in(found: dict[str, float]) -> str:
    """The name of the first reason among measures that hold `excuses`, or ""."""
    return next((name for name, measure in _MEASURES.items() if measure in found), "")


def excuses(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """A measure for each reason that holds."""
    return {_MEASURES[name]: 1.0 for name, holds in REASONS if holds(a, b, met)}


def doubts(a: Claim, b: Claim, met: Alignment) -> list[str]:
    """The names of what speaks against a conflict and does not settle it: the model weighs it."""
    return [name for name, holds in DOUBTS if holds(a, b, met)]


def _untold(a: Claim, b: Claim, met: Alignment) -> bool:
    if a.status == b.status and "?" not in a.text + b.text and _is_reworded(a, b):
        return False
    return a.status in _UNTOLD or b.status in _UNTOLD


def _is_reworded(a: Claim, b: Claim) -> bool:
    """Whether one is the other with a few words exchanged: then those words decide, not what is left over."""
    return measured(a.text, b.text).is_close


def _apart(a: Claim, b: Claim, met: Alignment) -> bool:
    return not _is_reworded(a, b) and not met.same and not met.rivals and not met.opposed and not met.retired


def _nothing_shared(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether chance brought them together: no word or value of one is in the other, nor anything near it."""
    return _apart(a, b, met) and not (met.equal or met.finer) and likeness(a.text, b.text) < _FAR


def is_named_apart(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether they are about things of different names."""
    if not a.names or not b.names or _are_unnamed(a, b):
        return False
    is_more = bool(met.differing or met.rivals or met.opposed) or (_is_left(a, met.only_a) and _is_left(b, met.only_b))
    return are_apart(a.names, b.names, is_more=is_more, is_changed=not _CHANGED.isdisjoint(b.cues))


def are_valued_apart(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether they give values that differ or cannot be compared: then neither says what the other says.

    Members of one numbered series ("us-west-2", "us-west-3") are two values, whatever else is alike.
    """
    if any(are_serial(a.tokens[i].key, b.tokens[j].key) for i, j in met.siblings):
        return True
    if met.differing and met.opposed:
        return True
    if any(a.values[i].kind != "number" or b.values[j].kind != "number" for i, j in met.differing):
        return True
    if not met.values_a or not met.values_b or met.equal or met.finer:
        return False
    mine, other = {a.values[i].kind for i in met.values_a}, {b.values[j].kind for j in met.values_b}
    return not any(mine & group and other & group for group in _COMPARABLE)


def _is_left(c: Claim, left: tuple[int, ...]) -> bool:
    """Whether a name or code is left over that is no part of the claim's names."""
    parts = {part for name in c.names for part in name.parts}
    return any(_is_name(c.tokens[i]) and fold(c.tokens[i].text) not in parts for i in left)


def _fragment(a: Claim, b: Claim, met: Alignment) -> bool:
    return a.text.rstrip(" *_").endswith((":", "：")) or b.text.rstrip(" *_").endswith((":", "："))


def _phrase(a: Claim, b: Claim, met: Alignment) -> bool:
    return not _is_reworded(a, b) and (_says_nothing(a) or _says_nothing(b))


def _says_nothing(c: Claim) -> bool:
    """Whether a text is a bare name or path, or up to three plain content words with no value or mark."""
    if CJK.search(c.text):
        return False
    if forms.is_bare(c.text):
        return True
    is_plain = not c.values and not c.negations and not c.cues and not c.has_break
    is_bare = len(c.text.split()) <= min(_PHRASE, len(c.tokens))
    return is_plain and is_bare and all(t.weight <= 1.0 for t in c.tokens)


def _added(a: Claim, b: Claim, met: Alignment) -> bool:
    differing = {a.values[i].kind for i, _ in met.differing} - {"number", "id"}
    return not met.retired and not differing and any(forms.is_added(c.text) for c in (a, b))


def _pattern(a: Claim, b: Claim, met: Alignment) -> bool:
    return forms.has_hole(a.text) != forms.has_hole(b.text) and _TELLING.isdisjoint(b.cues)


def _logged(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether both are entries of a log: work done, or how a run went."""
    return all(forms.is_logged(c.text) for c in (a, b))


def _fields(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether both are fields of records, which may be two; a switch (`verify_tls: true`) is a setting, of which there is one."""
    if any(a.values[i].kind == "switch" for i, _ in met.differing):
        return False
    return all(forms.is_field(c.text) or forms.is_record(c.text) for c in (a, b))


def _stamped(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether each is stamped with a day and a time of its own: two moments, not two values."""
    return all(len({v.kind for v in c.values} & {"date", "time"}) == 2 for c in (a, b)) and not met.equal


def _unchanged(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether one of them says that nothing happened: it retires no state."""
    return any(forms.says_unchanged(c.text) for c in (a, b)) and not met.retired


def _instances(a: Claim, b: Claim, met: Alignment) -> bool:
    one, two = forms.instances(a.text), forms.instances(b.text)
    return bool(one and two) and one.isdisjoint(two) and _TELLING.isdisjoint(b.cues)


def _untouched(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether neither side's values, names or polarity meet the other's: nothing there to clash."""
    if met.differing or met.rivals or met.opposed or met.retired or _is_crossed(a, b, met) or _is_reworded(a, b):
        return False
    if not met.values_a or not met.values_b or met.equal or met.finer:
        return False
    kinds = {a.values[i].kind for i in met.values_a}, {b.values[j].kind for j in met.values_b}
    if any(kinds[0] & group and kinds[1] & group for group in _COMPARABLE):
        return False
    return not (any(a.tokens[i].weight > 1.0 for i in met.only_a) and any(b.tokens[j].weight > 1.0 for j in met.only_b))


def _agreed(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether the values meet as equal, and no word, name or negation tells the two apart."""
    if met.differing or met.rivals or met.opposed or met.retired or _is_crossed(a, b, met) or _is_reworded(a, b):
        return False
    if any(_is_name(a.tokens[i]) for i in met.only_a) and any(_is_name(b.tokens[j]) for j in met.only_b):
        return False
    return bool(met.equal) and not met.values_a and _CHANGED.isdisjoint(b.cues) and a.polarity == b.polarity


def _is_name(t: Token) -> bool:
    return t.weight > 1.0 or (len(t.text) > 1 and t.text.isupper())


def _is_crossed(a: Claim, b: Claim, met: Alignment) -> bool:
    return any(a.tokens[i].negated != b.tokens[j].negated for i, j, _ in met.same)


def _others(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether each begins with a name of its own, and neither is a value of one kind ("Lisa …", "Tom no longer …")."""
    one, two = _first(a), _first(b)
    if one is None or two is None or one not in met.only_a or two not in met.only_b:
        return False
    x, y = a.tokens[one], b.tokens[two]
    is_named = x.kind in NAMED and y.kind in NAMED and x.head and y.head and not _are_unnamed(a, b)
    return is_named and not _named_by(a, y) and not _named_by(b, x)


def _are_unnamed(a: Claim, b: Claim) -> bool:
    """Whether the names the two begin with only describe somebody unnamed ("A German man …", "An Italian man …")."""
    if opened_alike(a.text, b.text) != "vague":
        return False
    edit = measured(a.text, b.text)
    return edit.is_close and not edit.is_other and {"vague", "siblings_place", "subject"} <= edit.numbers.keys()


def _strangers(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether each speaks of somebody unnamed: another sort of being ("a man …", "a woman …"), or one doing another thing.

    Somebody called only "the man" may do another thing at another moment, where no day is told.
    """
    edit = measured(a.text, b.text)
    if edit.is_moment and _FLIPS.isdisjoint(edit.numbers) and "opposite" not in edit.numbers:
        return a.said_on is None or b.said_on is None
    is_unnamed = edit.is_close and not _UNNAMED.isdisjoint(edit.numbers)
    is_flipped = not _FLIPS.isdisjoint(edit.numbers) or ("opposite" in edit.numbers and "opposite_doing" not in edit.numbers)
    is_unlike = "unlike" in edit.numbers and _KIN.isdisjoint(edit.numbers)
    return is_unnamed and (edit.is_other or (edit.is_apart and (is_unlike or not is_flipped)))


def _first(c: Claim) -> int | None:
    return next((i for i, t in enumerate(c.tokens) if t.weight >= 1.0), None)


def _named_by(c: Claim, token: Token) -> bool:
    return token.key in {t.key for t in c.tokens}


def _denies_sibling(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether one denies of a sibling what the other states ("uses a guitar", "does not use a piano"): both may hold."""
    edit = measured(a.text, b.text)
    is_flipped = edit.is_close and edit.numbers.get("flip_odd", 0.0) and "negated" in edit.numbers
    return bool(is_flipped) and "opposite" not in edit.numbers and not _SIBLINGS.isdisjoint(edit.numbers)


def _denies_another(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether what the newer one says is no more is not what the older one states ("to Germany", "no longer to Austria")."""
    if "no_longer" not in b.cues or met.retired or met.opposed:
        return False
    gone = [j for j in met.only_b if _is_one_of_a_kind(b.tokens[j])] + [j for _, j in met.rivals]
    stated = [i for i in met.only_a if _is_one_of_a_kind(a.tokens[i])] + [i for i, _ in met.rivals]
    is_denial = b.cues & _CHANGED <= {"no_longer", "ended"}
    return bool(stated) and bool(gone) and all(is_denial or b.tokens[j].negated or b.tokens[j].past for j in gone)


def _former_another(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether the newer one names the value it ends, and the older one states another, of something it says more about.

    "Slots open 14 days ahead" is not what "slots are now 60 minutes, no longer 90" replaces.
    """
    has_more = bool(met.opposed) or any(a.tokens[i].weight >= 1.0 for i in met.only_a)
    if met.retired or not met.differing or not has_more:
        return False
    stated = {a.values[i].kind for i, _ in met.differing}
    return any(v.past and (v.kind in stated or v.kind == "number") for v in b.values)


def is_told_anew(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether the newer one tells of a change to just the values the older one gives ("9090", "now 9090, no longer 8080")."""
    return bool(met.equal) and not (met.values_a or met.differing or met.retired) and any(v.past for v in b.values)


def _is_one_of_a_kind(t: Token) -> bool:
    return _is_name(t) or bool(t.kinds)


def _slots_apart(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether opposites name two slots, each with a value of its own ("max upload 10 MB", "max download 50 MB")."""
    return bool(met.differing) and any(a.tokens[i].head and b.tokens[j].head for i, j in met.opposed)


def _episode(a: Claim, b: Claim, met: Alignment) -> bool:
    """Whether one tells what somebody did on an occasion ("Ann won a race last week"), and tells of no change."""
    return not met.retired and any(forms.is_episode(c.text) and _CHANGED.isdisjoint(c.cues - {"since"}) for c in (a, b))


REASONS = (
    ("named", is_named_apart), ("others", _others), ("fragment", _fragment), ("logged", _logged), ("fields", _fields),
    ("instances", _instances), ("unchanged", _unchanged), ("slots", _slots_apart), ("denies another", _denies_another),
    ("nothing shared", _nothing_shared),
    ("denies sibling", _denies_sibling), ("pattern", _pattern), ("added", _added), ("strangers", _strangers),
    ("former another", _former_another),
)  # fmt: skip
_MEASURES = {name: f"excuse_{name.replace(' ', '_')}" for name, _ in REASONS}
WEAK = frozenset(("pattern", "added", "strangers", "former another"))
"""The reasons that only make a conflict unlikely. They stand last: where another holds, too, that one counts."""
DOUBTS = (
    ("untold", _untold), ("apart", _apart), ("phrase", _phrase), ("stamped", _stamped), ("episode", _episode),
    ("untouched", _untouched), ("agreed", _agreed),
)  # fmt: skip
