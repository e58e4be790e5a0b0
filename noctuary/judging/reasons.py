"""Puts a verdict into one plain sentence and names the slot with both values. It decides nothing."""

from __future__ import annotations

from noctuary.decisions import CONFLICTS
from noctuary.judging.align import Alignment
from noctuary.judging.edits import edits, marked
from noctuary.judging.retire import are_kin
from noctuary.text.claims import Claim
from noctuary.text.cues import found_words
from noctuary.text.language import Token

_FEW = 3
_CHANGE = ("correction", "no_longer", "switched", "amount", "ended", "moved_time", "now", "since", "became")


def slot_of(a: Claim, b: Claim, met: Alignment, kind: str) -> tuple[str, str, str]:
    """The attribute two claims meet in and each side's value there; empty where they do not meet."""
    if kind == "unrelated":
        return "", "", ""
    slot = _shared_words(a, met)
    a_value, b_value = _values(a, b, met, kind in CONFLICTS)
    return slot, a_value, b_value


def _shared_words(a: Claim, met: Alignment) -> str:
    rival = {i for i, _ in (*met.rivals, *met.opposed)}
    told = [i for i, _, _ in met.same if i not in rival]
    heavy = [i for i in told if a.tokens[i].weight >= 1.0] or told
    return " ".join(a.tokens[i].said for i in heavy[:5]).lower() if heavy else ""


def _values(a: Claim, b: Claim, met: Alignment, is_conflict: bool) -> tuple[str, str]:
    for i, j in met.differing:
        return a.values[i].text, b.values[j].text
    if is_conflict and (given := _given_for_former(a, b, met)):
        return given
    for i, j in (*met.rivals, *met.opposed, *(() if met.equal or met.finer else met.siblings)):
        return _said(a.tokens[i], met), _said(b.tokens[j], met)
    left = bool(met.only_a or met.values_a) and bool(met.only_b or met.values_b)
    for i, j in () if is_conflict and left else (*met.finer, *met.equal):
        return a.values[i].text, b.values[j].text
    if is_conflict and (swapped := _exchanged(a, b)):
        return swapped
    one, two = _rest(a, met.only_a, met.values_a), _rest(b, met.only_b, met.values_b)
    return (one[1], two[1]) if one[0] == two[0] or not is_conflict else ("", "")


def _given_for_former(a: Claim, b: Claim, met: Alignment) -> tuple[str, str] | None:
    """A value of `a` that `b` calls former, and the other of its kind that `b` gives, however often it names the first:
    "port: 4000" / "4100 now, no longer 4000, 4000 clashed" → 4000, 4100."""
    for i, _ in met.retired:
        old = a.values[i]
        new = (value for value in b.values if not value.past and are_kin(old, value) and value.norm != old.norm)
        if given := next(new, None):
            return old.text, given.text
    return None


def _exchanged(a: Claim, b: Claim) -> tuple[str, str] | None:
    """The words one text has in the place of the other's, where that is all they differ in."""
    found = edits(a.text, b.text).edits
    if len(found) == 1 and found[0].out and found[0].into and max(len(found[0].out), len(found[0].into)) <= _FEW:
        out, into = (" ".join(_shown(word, c) for word in said) for said, c in ((found[0].out, a), (found[0].into, b)))
        return (out, into) if out and into and "§" not in out + into else None
    return None


def _shown(word: str, c: Claim) -> str:
    """A word of an edit as the claim has it: a value (`§version:5_2`) as it was written."""
    written = (value.text for value in c.values if marked(value).casefold() == word.casefold())
    return next(written, word.replace("_", " ")) if word.startswith("§") else word.replace("_", " ")


def _said(token: Token, met: Alignment) -> str:
    return ("not " if token.negated else "") + token.said


def _rest(c: Claim, left: tuple[int, ...], values: tuple[int, ...]) -> tuple[str, str]:
    """What sort of thing a claim has left over beside the other (name, a kind of value, words, nothing), and it."""
    tokens = [c.tokens[i] for i in left]
    named = [t for t in tokens if t.kind in ("name", "code")]
    if named:
        return "name", " ".join(t.text for t in named[:3])
    if values:
        return c.values[values[0]].kind, c.values[values[0]].text
    if not tokens:
        return "words", "not" if c.negations else "yes"
    said = " ".join(("not " if n == 0 and t.negated else "") + t.said for n, t in enumerate(tokens[:_FEW]))
    return ("words" if len(tokens) <= _FEW else "more", said)


def explain(kind: str, a: Claim, b: Claim, met: Alignment, slot: str, a_value: str, b_value: str) -> str:
    """One sentence in plain words that says why the verdict is what it is."""
    about = f"both speak of {slot}" if slot else "both speak of the same thing"
    if kind in CONFLICTS:
        clash = f"{a_value} there, {b_value} here" if a_value and b_value else _clash(a, b)
        return f"{about}: {clash}{_because(kind, a, b)}"
    if kind == "duplicate":
        return f"{about} and say the same" + (f" ({a_value} = {b_value})" if met.equal and a_value != b_value else "")
    if kind == "refinement":
        extra = " ".join(b.tokens[j].said for j in met.only_b[:5]) or b_value
        return f"{about}; the longer one adds: {extra}" if extra else f"{about}; the longer one adds detail"
    if kind == "compatible":
        return _side_by_side(a, b, met, about)
    return "they speak of different things" + (f" and share only “{_shared_words(a, met)}”" if met.same else "")


def _clash(a: Claim, b: Claim) -> str:
    if a.polarity != b.polarity:
        return "one says it, the other denies it"
    return "both cannot hold"


def _because(kind: str, a: Claim, b: Claim) -> str:
    words = found_words(b.text, _CHANGE)
    if kind == "contradiction":
        return f", and one says “{words}”" if words else ", and neither says that it replaces the other"
    return f", and the newer note says “{words}”" if words else ", and the newer note replaces the older"


_STATUS = {"question": "a question", "hypothesis": "only supposed", "quotation": "only quoted", "plan": "a plan",
           "history": "about the past", "event": "about one event"}  # fmt: skip


def _side_by_side(a: Claim, b: Claim, met: Alignment, about: str) -> str:
    for one, which in ((b, "second"), (a, "first")):
        if one.status in _STATUS and one.status != (a if one is b else b).status:
            return f"{about}, but the {which} is {_STATUS[one.status]}"
    if met.siblings:
        i, j = met.siblings[0]
        return f"{about}, but one is of {a.tokens[i].text}, the other of {b.tokens[j].text}"
    if "also" in b.cues:
        return f"{about}, and the second names a further value beside the first"
    return f"{about}, but of different aspects that can both hold"
