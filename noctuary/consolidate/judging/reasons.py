"""Puts a verdict into one plain sentence and names the slot with both values. It decides nothing."""

from __future__ import annotations

from noctuary.consolidate.judging.align import Alignment
from noctuary.consolidate.judging.claims import Claim
from noctuary.consolidate.judging.cues import found_words
from noctuary.consolidate.judging.language import Token

_CHANGE = ("correction", "no_longer", "switched", "amount", "ended", "moved_time", "now", "since", "became")


def slot_of(a: Claim, b: Claim, met: Alignment, kind: str) -> tuple[str, str, str]:
    """The attribute two claims meet in and each side's value there; empty where they do not meet."""
    if kind == "unrelated":
        return "", "", ""
    slot = _shared_words(a, met)
    a_value, b_value = _values(a, b, met, kind in ("contradiction", "supersession"))
    return slot, a_value, b_value


def _shared_words(a: Claim, met: Alignment) -> str:
    rival = {i for i, _ in (*met.rivals, *met.opposed)}
    told = [i for i, _, _ in met.same if i not in rival]
    heavy = [i for i in told if a.tokens[i].weight >= 1.0] or told
    return " ".join(a.tokens[i].text for i in heavy[:5]).lower() if heavy else ""


def _values(a: Claim, b: Claim, met: Alignment, is_conflict: bool) -> tuple[str, str]:
    for i, j in met.differing:
        return a.values[i].text, b.values[j].text
    for i, j in (*met.rivals, *met.opposed, *(() if met.equal or met.finer else met.siblings)):
        return _said(a.tokens[i], met), _said(b.tokens[j], met)
    left = bool(met.only_a or met.values_a) and bool(met.only_b or met.values_b)
    for i, j in () if is_conflict and left else (*met.finer, *met.equal):
        return a.values[i].text, b.values[j].text
    return _rest(a.tokens, met.only_a, a, met.values_a), _rest(b.tokens, met.only_b, b, met.values_b)


def _said(token: Token, met: Alignment) -> str:
    return ("not " if token.negated else "") + token.text


def _rest(tokens: tuple[Token, ...], left: tuple[int, ...], c: Claim, values: tuple[int, ...]) -> str:
    named = [tokens[i] for i in left if tokens[i].kind in ("name", "code")]
    if named:
        return " ".join(t.text for t in named[:3])
    if values:
        return c.values[values[0]].text
    words = " ".join(("not " if n == 0 and tokens[i].negated else "") + tokens[i].text for n, i in enumerate(left[:4]))
    return words or ("no" if c.negations else "yes")


def explain(kind: str, a: Claim, b: Claim, met: Alignment, slot: str, a_value: str, b_value: str) -> str:
    """One sentence in plain words that says why the verdict is what it is."""
    about = f"both speak of {slot}" if slot else "both speak of the same thing"
    if kind in ("contradiction", "supersession"):
        return f"{about}: {a_value} there, {b_value} here{_because(kind, a, b)}"
    if kind == "duplicate":
        return f"{about} and say the same" + (f" ({a_value} = {b_value})" if met.equal and a_value != b_value else "")
    if kind == "refinement":
        extra = " ".join(b.tokens[j].text for j in met.only_b[:5]) or b_value
        return f"{about}; the longer one adds: {extra}" if extra else f"{about}; the longer one adds detail"
    if kind == "compatible":
        return _side_by_side(a, b, met, about)
    return "they speak of different things" + (f" and share only “{_shared_words(a, met)}”" if met.same else "")


def _because(kind: str, a: Claim, b: Claim) -> str:
    if kind == "contradiction":
        return ", and neither says that it replaces the other"
    if words := found_words(b.text, _CHANGE):
        return f", and the newer note says “{words}”"
    if a.said_on and b.said_on:
        return f", and the newer note came {abs((b.said_on - a.said_on).days)} days later"
    return ", and the newer note replaces the older"


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
